"""Write certificates of version 8: which positions it takes to prove what every strategy costs at least by paths.

A position is listed where counting proves less of it than is needed, once, with the most that is needed of it: large
sets come before small ones, so all who need a set have said so when its turn comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from strategist.files.certificate import Certificate
from strategist.files.versions.path_columns import path_entries
from strategist.model.game import Game
from strategist.search.certify.certify import Certified
from strategist.search.run.paths.path_positions import Cell, Move, Place
from strategist.search.run.paths.path_search import PathSearch
from strategist.search.state.options import Progress


@dataclass(slots=True)
class _Demand:
    """What is needed of a position: its bound, the move that leads there, and the positions below."""

    bound: int
    guess: int = 0
    response: int = 0
    below: list[_Demand] = field(default_factory=list)


def certify_paths(
    game: Game, objective: str, bound: int, search: PathSearch | None, progress: Progress | None = None
) -> Certified:
    """The certificate that every strategy for a game costs at least ``bound``, which the ``search`` has proven, or
    counting alone where there was none."""
    root = _Demand(bound)
    gaps = 0 if search is None else _Writer(search, progress).write(root)
    listed = [root]
    for each in listed:
        listed += sorted(each.below, key=lambda below: (below.guess, below.response))
    columns = (
        [len(each.below) for each in listed],
        [each.guess for each in listed],
        [each.response for each in listed],
        [each.bound for each in listed],
    )
    return Certified(Certificate.of_paths(game, objective, path_entries(columns)), gaps)


class _Writer:
    def __init__(self, search: PathSearch, progress: Progress | None) -> None:
        self.search, self.ground, self.progress = search, search.ground, progress
        self.demands: dict[Place, _Demand] = {}
        self.waiting: list[tuple[int, int, Place]] = []
        self.numbers = count()

    def write(self, root: _Demand) -> int:
        """Write what the bound of the first position needs; returns how many questions are not refuted."""
        gaps = 0
        self._list(self.ground.begin, root)
        while self.waiting:
            _, _, place = heappop(self.waiting)
            if self.progress is not None:
                self.progress(0.0, {"positions": len(self.demands)})
            demand = self.demands[place]
            if demand.bound > self.ground.counted(place):
                gaps += sum(not self._refuted(move, demand) for move in self.ground.moves(place))
        return gaps

    def _list(self, place: Place, demand: _Demand) -> None:
        self.demands[place] = demand
        heappush(self.waiting, (-place.bits.bit_count(), next(self.numbers), place))

    def _refuted(self, move: Move, above: _Demand) -> bool:
        """Demand of the cells of a question what makes it cost as much as is needed; whether that can be."""
        needed = list(self._deep(move, above.bound) if self.ground.deep else self._summed(move, above.bound))
        for cell, bound in needed:
            if cell is None:
                return False
            assert cell.place is not None  # after a right guess nothing is needed
            known = self.demands.get(cell.place)
            if known is None:
                known = _Demand(bound, move.question, cell.answer)
                above.below.append(known)
                self._list(cell.place, known)
            known.bound = max(known.bound, bound)
        return True

    def _at_hand(self, cell: Cell) -> int:
        """What an answer costs at least by counting, and by what is demanded already."""
        if cell.place is None or self.ground.announced(cell.place.bits) is not None:
            return cell.cost
        demand = self.demands.get(cell.place)
        return cell.cost + max(self.ground.counted(cell.place), 0 if demand is None else demand.bound)

    def _proven(self, cell: Cell) -> int:
        """What an answer costs at least by all that is proven."""
        return cell.cost + (0 if cell.place is None else self.search.look(cell.place).least)

    def _deep(self, move: Move, bound: int) -> Iterator[tuple[Cell | None, int]]:
        """One cell that costs as much as is needed: the smallest, where none does at once."""
        if all(self._at_hand(cell) < bound for cell in move.cells):
            enough = [cell for cell in move.cells if cell.place is not None and self._proven(cell) >= bound]
            found = min(enough, key=lambda cell: cell.place.bits.bit_count() if cell.place else 0, default=None)
            yield found, 0 if found is None else bound - found.cost

    def _summed(self, move: Move, bound: int) -> Iterator[tuple[Cell | None, int]]:
        """Cells that make up together for what is missing, those first of which the most is proven."""
        at_hand = {cell: self._at_hand(cell) for cell in move.cells}
        missing = bound - sum(at_hand.values())
        for cell in sorted(move.cells, key=lambda each: (at_hand[each] - self._proven(each), each.answer)):
            if missing <= 0:
                return
            more = min(missing, self._proven(cell) - at_hand[cell])
            if more > 0:
                yield cell, at_hand[cell] + more - cell.cost
                missing -= more
        if missing > 0:
            yield None, missing
