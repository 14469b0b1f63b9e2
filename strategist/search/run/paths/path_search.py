"""The search for what a position costs at least by paths: depth-first, with a budget and a memory of what is proven.

:meth:`PathSearch.solve` returns what a position costs if that is within the budget, else something above the budget
that it costs at least. Questions are tried by what is known of their cells, the least first, and in each the small
cells before the large ones. Where a budget fails, the least of what all questions were found to cost is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from strategist.search.run.paths.path_counts import INFINITE
from strategist.search.run.paths.path_positions import Cell, Move, PathGround, Place

_LOOKS = 64
"""So many positions are opened before somebody looks whether to stop."""


class Halted(Exception):
    """Somebody has stopped the search."""


@dataclass(slots=True)
class Known:
    """What is proven of a position: it costs at least ``least``, and just that where a best ``question`` is known."""

    least: int
    question: int | None = None


class PathSearch:
    """The search in one game from some candidates on."""

    def __init__(self, ground: PathGround, halted: Callable[[], bool] = lambda: False) -> None:
        self.ground, self.halted = ground, halted
        self.known: dict[Place, Known] = {}
        self.nodes = 0

    def look(self, place: Place) -> Known:
        """What is known of a position."""
        found = self.known.get(place)
        if found is None:
            counted = 0 if self.ground.announced(place.bits) is not None else self.ground.counted(place)
            found = self.known[place] = Known(counted)
        return found

    def _at_least(self, cell: Cell) -> int:
        """What an answer costs at least, with what follows."""
        return cell.cost + (0 if cell.place is None else self.look(cell.place).least)

    def joined(self, move: Move) -> int:
        """What a question costs at least by what is known of its cells."""
        costs = map(self._at_least, move.cells)
        return min(max(costs) if self.ground.deep else sum(costs), INFINITE)

    def ranked(self, place: Place) -> list[tuple[int, Move]]:
        """The questions at a position, the least cost first by what is known."""
        ranked = [(self.joined(move), move) for move in self.ground.moves(place)]
        return sorted(ranked, key=lambda each: (each[0], each[1].question))

    def solve(self, place: Place, budget: int) -> int:
        """What a position costs, or something above the budget that it costs at least. Raises :class:`Halted`.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game('comparisons(7,costs="1 3 10 1 5 2")')
        >>> search = PathSearch(PathGround(game, "worst-cost", range(7)))
        >>> search.solve(search.ground.begin, 20), search.look(search.ground.begin).question
        (14, 3)
        """
        known = self.look(place)
        if known.question is not None or known.least > budget or self.ground.announced(place.bits) is not None:
            return known.least
        self.nodes += 1
        if self.nodes % _LOOKS == 0 and self.halted():
            raise Halted
        best, question, refuted = budget + 1, None, INFINITE
        for least, move in self.ranked(place):
            cost = least if least >= best else self._cost(move, best - 1)
            refuted = min(refuted, cost)
            if cost < best:
                best, question = cost, move.question
        if question is not None:
            known.least, known.question = best, question
        else:
            known.least = max(known.least, refuted)
        return known.least

    def _cost(self, move: Move, budget: int) -> int:
        """What a question costs, or something above the budget that it costs at least."""
        for cell in sorted(move.cells, key=lambda each: 0 if each.place is None else each.place.bits.bit_count()):
            # Of each cell more may be known by now: cells of cells meet again.
            least = self.joined(move)
            if least > budget:
                return least
            if cell.place is not None:
                others = 0 if self.ground.deep else least - self._at_least(cell)
                self.solve(cell.place, budget - others - cell.cost)
        return self.joined(move)

    def greedy(self, place: Place) -> dict[Place, int]:
        """A question for each position of a tree that takes no search: those that are known to be best, else those
        whose cells cost the least by what is known. Empty where that leads to a position with no question."""
        chosen: dict[Place, int] = {}
        waiting = [place]
        while waiting:
            at = waiting.pop()
            if at in chosen or self.ground.announced(at.bits) is not None:
                continue
            moves, known = self.ranked(at), self.look(at).question
            if not moves or moves[0][0] >= INFINITE:
                return {}
            move = next((each for _, each in moves if each.question == known), moves[0][1])
            chosen[at] = move.question
            waiting += [cell.place for cell in move.cells if cell.place is not None]
        return chosen

    def question(self, place: Place) -> int:
        """The best question at a position, of which all is proven."""
        found = self.look(place).question
        assert found is not None  # the search has found it
        return found

    def cost_of(self, chosen: Mapping[Place, int], place: Place) -> int:
        """What the tree of chosen questions costs."""
        if place not in chosen:
            return 0
        cells = self.ground.cells(place, chosen[place])
        costs = [each.cost + (0 if each.place is None else self.cost_of(chosen, each.place)) for each in cells]
        return max(costs) if self.ground.deep else sum(costs)
