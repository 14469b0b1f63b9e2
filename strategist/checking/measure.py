"""What positions cost, in any regime, and where all secrets are alike.

:mod:`strategist.checking.measures` says what you have to believe of the regimes, and has the others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import INFINITE, NEVER, Indices, convex, found_within, further, least, room_of
from strategist.checking.ground import CheckedGame, Further, Sets

Lefts = Sequence[int | None]
"""The guesses left at each of some sets; None for any number."""

_MOST_COUNTED = 1 << 17
"""The number of guesses, over all sets, whose cells are counted at a time: few enough for the processor's cache."""
_MOST_LISTED = 1 << 22
"""The number of responses that are listed together, unless one set has more."""
_MOST_SPLIT = 1 << 18
"""The number of responses that are sorted at a time."""
_NONE: Indices = np.empty(0, dtype=np.int64)


def before(left: int | None) -> int | None:
    """The guesses left after one guess has been made; None for no limit."""
    return None if left is None else left - 1


class Measure(ABC):
    """What sets and guesses cost for one objective.

    ``least``, ``int64[candidates + 1]``, is what the size of a cell alone proves of it: 0 where sizes do not tell.
    Counting uses how evenly the guesses of this game spread its secrets; ``of_any_game`` leaves that out.
    """

    loses = False
    """Whether secrets may be lost: no set costs infinitely much."""
    _sizes_tell = False
    """Whether the size of a cell proves something of it."""
    together = 1
    """The number of sets whose open guesses are listed together, which may be all guesses at each."""

    def __init__(self, ground: CheckedGame, objective: str, *, of_any_game: bool = False) -> None:
        game = ground.game
        self.ground, self.objective = ground, objective
        self.deep = objective == "depth"
        """Whether the costs of cells join by their maximum, and not by their sum."""
        room = None if game.announces or of_any_game else room_of(ground.table, ground.solved_response)
        self.room = room
        self.within = found_within(ground.count, ground.branches, game.announces, room)
        self.least = np.zeros(ground.count + 1, dtype=np.int64)

    def at(self, made: int) -> Measure:
        """The measure of positions where ``made`` guesses were made, as far as the objective tells them apart."""
        return self

    @abstractmethod
    def counted(self, name: bytes, left: int | None) -> int:
        """The cost of a set that counting proves, with ``left`` guesses left."""

    def by_cells(self, candidates: Indices, left: int | None, cells: Indices, solving: Indices) -> Indices:
        """``int64[questions]``: what guesses with these numbers of cells cost at least; ``solving`` is 1 for a guess
        that is a candidate, else 0."""
        return np.zeros_like(cells)

    def is_pure(self, name: bytes) -> bool:
        """Whether no question is needed: one secret is left where secrets are announced, or one class."""
        return self.ground.game.announces and self.ground.size(name) == 1

    def most_within(self, left: int) -> int:
        """The most secrets that any strategy finds within ``left`` guesses."""
        return self.within[min(left, len(self.within) - 1)]

    def asking(self, sets: Sets, rows: Indices, guesses: Indices) -> Indices:
        """``int64[guesses]``: what each guess itself costs, at the row of ``sets`` beside it."""
        if self.objective == "expected":
            chances: Indices = self.ground.weights[sets].sum(axis=1)
            return self.ground.costs[guesses] * chances[rows]
        each = {"total": sets.shape[1], "depth": 1, "lost": 0}[self.objective]
        return np.full(len(guesses), each, dtype=np.int64)

    def open(self, candidates: Indices, bound: int, left: int | None) -> Indices:
        """The guesses whose number of cells alone does not prove that they cost ``bound`` or more."""
        return self.open_pairs(candidates[np.newaxis], np.array([bound]), [left])[1]

    def open_pairs(
        self, sets: Sets, bounds: Indices, lefts: Lefts, allowed: Sequence[Indices] | None = None
    ) -> tuple[Indices, Indices]:
        """The open guesses of many sets, as :meth:`open` finds them, among those ``allowed`` at each set, or among all:
        the rows of the sets, ascending, and a guess for each row, ascending.

        ``bounds`` is ``int64[count]``.
        """
        found = [self._open(each.astype(np.int64), *of) for each, *of in zip(sets, bounds.tolist(), lefts, strict=True)]
        if allowed is not None:
            found = [np.intersect1d(*each) for each in zip(found, allowed, strict=True)]
        rows = np.repeat(np.arange(len(found)), list(map(len, found)))
        return rows, np.concatenate((*found, _NONE))

    def _open(self, candidates: Indices, bound: int, left: int | None) -> Indices:
        cells = self.ground.count_cells(candidates[np.newaxis])[0].astype(np.int64)
        solving = np.zeros_like(cells)
        if not self.ground.game.announces:
            solving[self.ground.guess_of[candidates]] = 1
        told = (cells > 1) | (solving == 1)
        return np.flatnonzero(told & (self.by_cells(candidates, left, cells, solving) < bound))

    def smallest(self, lefts: Lefts) -> int:
        """The size of the smallest cells of which counting proves more than ``least``."""
        return 1

    def lows(self, found: Further, lefts: Lefts) -> Indices:
        """``int64[cells]``: what counting proves of cells beyond ``least``; ``lefts`` are the guesses left when their
        guesses are made, for each row."""
        rows = found.rows[found.pair_of].tolist()
        bounds = (self.counted(name, before(lefts[row])) for name, row in zip(found.names, rows, strict=True))
        return np.fromiter(bounds, dtype=np.int64, count=len(rows))

    def split_further(
        self, sets: Sets, rows: Indices, guesses: Indices, bounds: Indices, smallest: int
    ) -> Iterator[Further]:
        """The rows of ``sets``, each with the guess beside it, where counting the secrets in each cell does not prove
        that the guess costs the bound of its set, or more; part by part.

        ``bounds`` is ``int64[count]``. Each guess comes with its cells of ``smallest`` secrets or more.
        """
        together = max(1, _MOST_SPLIT // sets.shape[1])
        for start in range(0, len(rows), together):
            part = slice(start, start + together)
            of_rows, of_guesses = rows[part], guesses[part]
            answers = self.ground.answers_of(sets, of_rows, of_guesses)
            if self._sizes_tell and sets.shape[1] >= self.ground.branches:
                low = self._by_sizes(self.asking(sets, of_rows, of_guesses), answers) < bounds[of_rows]
                of_rows, of_guesses, answers = of_rows[low], of_guesses[low], answers[:, low]
            found = self.ground.split(sets[of_rows], answers)
            sizes = found.ends - found.begins
            costs = self._joined(self.asking(sets, of_rows, of_guesses), found.pair_of, self.least[sizes])
            wanted = costs < bounds[of_rows]
            listed = wanted[found.pair_of] & (sizes >= smallest)
            pair_of = (np.cumsum(wanted) - 1)[found.pair_of[listed]]
            yield Further(
                of_rows[wanted],
                of_guesses[wanted],
                costs[wanted],
                np.searchsorted(pair_of, np.arange(np.count_nonzero(wanted)), side="right"),
                pair_of,
                sizes[listed],
                found.responses[listed],
                found.begins[listed],
                found.text,
                found.width,
            )

    def _by_sizes(self, asking: Indices, answers: NDArray[np.unsignedinteger]) -> Indices:
        """``int64[guesses]``: what the sizes of cells prove of guesses, ``NEVER`` at most for each cell."""
        counted = np.minimum(self.least, NEVER)[self.ground.sizes_of_cells(answers)]
        found: Indices = np.maximum(asking, 1 + counted.max(axis=0)) if self.deep else asking + counted.sum(axis=0)
        return found

    def costs(self, found: Further, lows: Indices) -> Indices:
        """``int64[guesses]``: the cost of each guess, from the bounds ``lows``, ``int64[cells]``, of its cells."""
        infinite = np.flatnonzero(lows >= INFINITE)
        more = lows.copy() if len(infinite) else lows
        more[infinite] = 0
        if not self.deep:
            # The least of each cell is in what is counted.
            more = np.maximum(0, more - self.least[found.sizes])
        costs = self._joined(found.counted, found.pair_of, more)
        costs[found.pair_of[infinite]] = INFINITE
        return costs

    def _joined(self, asking: Indices, pair_of: Indices, cells: Indices) -> Indices:
        """``int64[guesses]``: the costs of guesses with those of their cells."""
        found = asking.copy()
        if self.deep:
            np.maximum.at(found, pair_of, 1 + cells)
        elif cells.max(initial=0) <= NEVER:
            np.add.at(found, pair_of, cells)
        else:
            # The sum of so large numbers may take more than 64 bits.
            exact = found.astype(object)
            np.add.at(exact, pair_of, cells.astype(object))
            found = np.minimum(exact, INFINITE).astype(np.int64)
        return found


class Uniform(Measure):
    """``total`` and ``depth``, where all secrets are alike."""

    _sizes_tell = True
    together = 1 << 12

    def __init__(self, ground: CheckedGame, objective: str, *, of_any_game: bool = False) -> None:
        super().__init__(ground, objective, of_any_game=of_any_game)
        announces = ground.game.announces
        self.least = least(objective, ground.count, ground.branches, announces, self.room)
        self._own = np.where(self.least >= NEVER, INFINITE, self.least)
        self._convex = convex(objective, ground.count, self.within)
        self._by_size: dict[int, NDArray[np.int64]] = {}
        self.fewest = lru_cache(1 << 16)(self.fewest_cells)

    def counted(self, name: bytes, left: int | None) -> int:
        """The cost of a set that its size proves."""
        size = self.ground.size(name)
        return INFINITE if left is not None and size > self.most_within(left) else int(self._own[size])

    def counted_sizes(self, sizes: Indices, lefts: Indices) -> Indices:
        """``int64[count]``: what :meth:`counted` says of sets of these sizes; ``lefts`` are below 0 for any number."""
        most = np.array([*self.within, self.ground.count])
        too_many = sizes > most[np.clip(lefts, -1, len(self.within) - 1)]
        return np.where(too_many, INFINITE, self._own[sizes])

    def by_size(self, size: int) -> NDArray[np.int64]:
        """``int64[2, cells + 1]``: the least cost of a guess with K cells; row 0 is for non-candidates, row 1
        for candidates.

        Let n secrets go to k cells. In the convex table each further secret costs no less than the one before. So
        moving a secret from a larger cell to a smaller one never raises the total: it is least when the secrets are
        spread evenly, with no cell two larger than another. Where secrets are announced, that table leaves out one for
        each further question. The largest cell has at least n / k secrets, which bounds the depth.
        """
        if size not in self._by_size:
            ground = self.ground
            table = np.full((2, min(size, ground.game.response_count) + 1), NEVER, dtype=np.int64)
            for solving in (0, 1):
                others = size - solving
                cells = np.arange(table.shape[1]) - solving
                fits = (cells > 0) & (cells <= others) & ((cells > 1) | (solving == 1))
                low, more = np.divmod(others, cells[fits])
                if self.deep:
                    table[solving, fits] = 1 + self._convex[low + (more > 0)]
                else:
                    larger = self._convex[np.minimum(low + 1, others)]
                    spread = (cells[fits] - more) * self._convex[low] + more * larger
                    if ground.game.announces:
                        spread += further(np.array(others), cells[fits], ground.branches)
                    table[solving, fits] = size + spread
                if others == 0:
                    table[solving, 1] = 1
            self._by_size[size] = table
        return self._by_size[size]

    def fewest_cells(self, size: int, bound: int, left: int | None = None) -> tuple[int, int]:
        """The fewest cells with which a guess may cost less than ``bound``: as no candidate, and as one.

        No guess with more cells costs more.
        """
        cheap = self.by_size(size) < bound
        if left is not None:
            solving, cells = np.ogrid[: cheap.shape[0], : cheap.shape[1]]
            # The largest cell has at least this number of secrets.
            largest = -((solving - size) // np.maximum(cells - solving, 1))
            cheap &= largest <= self.most_within(left - 1)
        other, own = (int(row.argmax()) if row.any() else NEVER for row in cheap)
        return other, own

    def open_pairs(
        self, sets: Sets, bounds: Indices, lefts: Lefts, allowed: Sequence[Indices] | None = None
    ) -> tuple[Indices, Indices]:
        """The open guesses of many sets: see :meth:`Measure.open_pairs`."""
        size = sets.shape[1]
        columns = zip(bounds.tolist(), lefts, strict=True)
        fewest = np.array([self.fewest(size, bound, left) for bound, left in columns], dtype=np.int64).reshape(-1, 2)
        parts = self._among_all(sets, fewest) if allowed is None else self._among(sets, fewest, allowed)
        rows, guesses = zip(*parts, strict=True) if len(sets) else ((), ())
        return np.concatenate((*rows, _NONE)), np.concatenate((*guesses, _NONE))

    def _among_all(self, sets: Sets, fewest: Indices) -> Iterator[tuple[Indices, Indices]]:
        ground = self.ground
        together = max(1, _MOST_COUNTED // ground.table.shape[1])
        for start in range(0, len(sets), together):
            part = sets[start : start + together]
            cells = ground.count_cells(part)
            # No guess has as many cells as the type of their number could count.
            enough = np.minimum(fewest[start : start + together], np.iinfo(cells.dtype).max).astype(cells.dtype)
            few = cells >= enough[:, :1]
            if not ground.game.announces:
                rows = np.arange(len(part))[:, np.newaxis]
                own = ground.guess_of[part]
                few[rows, own] = cells[rows, own] >= enough[:, 1:]
            row_of, guess = np.divmod(np.flatnonzero(few), few.shape[1])
            yield start + row_of, guess

    def _among(self, sets: Sets, fewest: Indices, allowed: Sequence[Indices]) -> Iterator[tuple[Indices, Indices]]:
        counts = list(map(len, allowed))
        ends, pairs = np.cumsum(counts), _MOST_LISTED // sets.shape[1]
        first = 0
        while first < len(sets):
            last = max(first + 1, int(np.searchsorted(ends, pairs + (ends[first - 1] if first else 0))))
            rows = np.repeat(np.arange(first, last), counts[first:last])
            guesses = np.concatenate(allowed[first:last])
            cells, solving = self.ground.cells_of(sets[rows], guesses)
            is_open = cells >= fewest[rows, solving]
            yield rows[is_open], guesses[is_open]
            first = last

    def smallest(self, lefts: Lefts) -> int:
        """The size of the smallest cells that may be too large for the guesses left."""
        return min((1 + self.most_within(left - 1) for left in lefts if left is not None), default=self.ground.count)

    def lows(self, found: Further, lefts: Lefts) -> Indices:
        """``int64[cells]``: infinite for cells that are too large for the guesses left."""
        if all(left is None for left in lefts):
            return np.zeros(len(found.sizes), dtype=np.int64)
        within = [self.most_within(left - 1) if left is not None else self.ground.count for left in lefts]
        most = np.array(within, dtype=np.int64)[found.rows][found.pair_of]
        return np.where(found.sizes > most, INFINITE, 0)
