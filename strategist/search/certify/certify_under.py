"""Write certificates of version 2: under limits, restrictions, chances and costs.

It is done as for version 1 (:mod:`~strategist.search.certify.certify`), with the arithmetic of the checker of version 2
(:class:`strategist.checking.measure.Measure`). A demand is made of a set with the guesses that are left
there and, where the rules restrict guesses, with what the moves before demand of them. There few guesses are allowed,
and none has many cells: a look at some cells refutes most guesses, as in games of words in version 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise

import numpy as np

from strategist.checking.counted_bounds import INFINITE, Indices
from strategist.checking.demands import FREE, Demands, Rules
from strategist.checking.ground import Cells, Ground
from strategist.checking.images import Images
from strategist.checking.known import Known
from strategist.checking.measure import Uniform, before
from strategist.checking.measures import measure_of
from strategist.choosing.searched import Optimal
from strategist.common.errors import TooLargeError
from strategist.common.memory_sizes import format_size
from strategist.files.certificate import Certificate, Entries, Under, enough
from strategist.files.columns import column
from strategist.search.certify.certify import NOT_WRITTEN, Certified, begin_anew, certify, effort
from strategist.search.exact.solve import LOOK
from strategist.search.kernels.symmetry.same_guesses import fixing
from strategist.search.state.memo import make_memo
from strategist.search.state.memory import resident_bytes
from strategist.search.state.options import Progress
from strategist.search.state.position import Start
from strategist.search.state.problem import MEMO
from strategist.search.tasks.supervise import supervise
from strategist.search.tasks.workers import Workers

Moves = tuple[tuple[int, int], ...]
Key = tuple[bytes, int | None, Demands]
"""A set, the guesses left there, and what the moves before demand of them."""

_TOGETHER = 1 << 10
"""Positions that are looked at together."""


@dataclass(slots=True)
class _Entry:
    """A demand: the bound to reach, the moves that lead there, the demand above, the bound up to which the numbers of
    cells leave no guess open, and the number of a group."""

    bound: int
    moves: Moves
    parent: Key | None
    left: int | None
    demands: Demands
    seen: int = 0
    group: int = 0


def certifier(
    workers: Workers, strategy: Optimal, bound: int, closed: bool, start: Start
) -> Callable[[Progress | None], Certified]:
    """Writes the certificate of a bound, in version 1 where that is enough."""
    objective = strategy.objectives[0]
    if enough(strategy.game) and not strategy.restrictions(len(start.history)):
        return partial(certify, workers, objective, bound, closed, start)
    limit, first = strategy.max_depth(len(start.history)), None
    if strategy.opening is not None and not start.history:
        first = workers.guess_names.tolist().index(strategy.opening)
    return partial(certify_under, workers, objective, bound, limit, first, start)


def certify_under(
    workers: Workers,
    objective: str,
    bound: int,
    limit: int | None,
    first: int | None,
    start: Start,
    progress: Progress | None = None,
) -> Certified:
    """The certificate that every strategy from ``start`` on, with at most ``limit`` guesses and with ``first`` as its
    first guess if there is one, needs at least ``bound``.

    ``workers`` have proven the bound, and search again for what their memo has lost. ``progress`` is that of
    :func:`~strategist.search.certify.certify.certify`. Raises :class:`~strategist.common.errors.TooLargeError` beyond
    the memory that the workers' options allow.
    """
    brake = begin_anew(workers)
    scribe = _Scribe(workers, objective, bound, limit, first, start)

    def tick() -> None:
        if progress is not None:
            size, whole = scribe.told
            progress(1 - math.log(size) / math.log(max(2, whole)), {"size": size})

    with ThreadPoolExecutor(workers.options.jobs) as workers.pool:
        return supervise(scribe.certified, brake, tick)


class _Scribe:
    """The demands made so far, by the size of their sets. All of one size are settled before any smaller one."""

    def __init__(
        self, workers: Workers, objective: str, bound: int, limit: int | None, first: int | None, start: Start
    ) -> None:
        game = workers.game
        self.workers, self.objective, self.bound, self.start = workers, objective, bound, start
        self.limit, self.first = limit, first
        self.past: Moves = start.history
        questions = workers.guess_names[: workers.source.question_count].tolist()
        places = start.candidates.tolist()
        guess_of = workers.source.guess_of_secret
        self.ground = Ground(game, places, workers.table(), guess_of, questions)
        self.measure = measure_of(self.ground, objective)
        if objective == "depth":
            self.problem = workers.problem(0, 0, max(1, bound - 1))
        else:
            gone = (0, 0)
            if objective == "lost":
                gone = (1, 0) if game.weights is None else (0, 1)
            # Truth values would be of another type, for which the kernel is compiled again.
            unit = int(objective == "total")
            scale = int(objective == "expected")
            self.problem = workers.problem(unit, 0, limit, scale=scale, gone=gone)
        # A look at one set must show what is seen there, and not what the memo knows, nor replace that.
        self.alone = self.problem._replace(memo=make_memo(1), techniques=self.problem.techniques & ~MEMO)
        self.rules = Rules(game)
        self.known = Known(self.rules)
        self.symmetric = game.code_symmetry is not None and not start.history and not game.restricts
        self.symmetries: list[bytes] = []
        self.images = Images(game, self.symmetries)
        self.groups: dict[tuple[int, ...], int] = {}
        self.demanded: list[dict[Key, _Entry]] = [{} for _ in range(len(places) + 1)]
        self.proven: dict[Key, int] = {}
        # Of fewer secrets, counting gives the exact cost where guesses are not limited.
        self.smallest = 3 if game.secrets_are_questions else 2
        self.told = len(places), len(places)
        self.gaps = 0

    def certified(self) -> Certified:
        count = self.ground.count
        whole = self.ground.name(np.arange(count))
        demands = self.rules.after_all(self.past) if self.workers.game.restricts else FREE
        top: Key = (whole, self.limit, demands)
        entry = _Entry(self.bound, (), None, self.limit, demands)
        self._settle_all([(top, entry)], None if self.first is None else np.array([self.first]))
        for size in range(count, 0, -1):
            listed = iter(self.demanded[size].items())
            while part := list(islice(listed, _TOGETHER)):
                self._settle_all(part, None)
            self._stay_within_memory()
            self.told = size, count
        return Certified(self._write(top, entry), self.gaps)

    def _heed_the_brake(self) -> None:
        self.workers.brake.heed(NOT_WRITTEN)

    def _stay_within_memory(self) -> None:
        cap = self.workers.options.memory
        if cap is not None and (held := resident_bytes()) > cap:
            raise TooLargeError(
                f"memory: the certificate needs more than {format_size(cap)}, {format_size(held)} so far"
            )

    def _settle_all(self, listed: list[tuple[Key, _Entry]], only: Indices | None) -> None:
        """Demand the bounds that the listed entries, all of one size, need from the cells of every guess, or of the
        guesses ``only``."""
        listed = [
            (key, entry)
            for key, entry in listed
            if entry.left != 0 and entry.bound > max(entry.seen, self.measure.counted(key[0], entry.left))
        ]
        if only is None and isinstance(self.measure, Uniform) and self.workers.game.restricts:
            self._settle_together(listed)
            return
        for key, entry in listed:
            self._heed_the_brake()
            self._settle(key, entry, only)

    def _settle_together(self, listed: list[tuple[Key, _Entry]]) -> None:
        """Demand the bounds that all entries of ``listed`` need, with the guesses of all entries opened together: the
        rules allow few guesses at each entry."""
        if not listed:
            return
        ground, measure, entries = self.ground, self.measure, [entry for _, entry in listed]
        sets = ground.sets([name for (name, _, _), _ in listed])
        bounds = np.array([entry.bound for entry in entries], dtype=np.int64)
        lefts = [entry.left for entry in entries]
        rows, guesses = measure.open_pairs(sets, bounds, lefts, [self.rules.allowed(each.demands) for each in entries])
        smallest = min(self.smallest, measure.smallest(lefts))
        for found in measure.split_further(sets, rows, guesses, bounds, smallest):
            for row, guess, counted, cells in found.each():
                self._heed_the_brake()
                if self.objective == "depth":
                    reached = self._demand_of(*listed[row], guess, sets[row], cells)
                else:
                    reached = self._demand_by_looks(*listed[row], guess, counted, cells)
                self.gaps += not reached

    def _demand_by_looks(self, key: Key, entry: _Entry, guess: int, counted: int, cells: Cells) -> bool:
        """Raise the bounds of cells until the guess costs enough, first by a look at each cell, and only then by exact
        costs; returns whether it does."""
        ground, left = self.ground, before(entry.left)
        low = {cell: self._low(entry, guess, response, cell, left) for response, cell in cells}
        missing = entry.bound - counted
        missing -= sum(each - int(self.measure.least[ground.size(cell)]) for cell, each in low.items())
        if missing <= 0:
            return True
        lacking, gains = missing, dict.fromkeys(low, 0)
        moves_to = {cell: (*entry.moves, (guess, response)) for response, cell in cells}
        ascending = sorted(low, key=len)
        seen = dict.fromkeys(low, 0)
        for cell in sorted(ascending, key=lambda each: effort(ground.size(each))):
            if lacking <= 0:
                break
            seen[cell] = self._look(moves_to[cell], cell, left)
            gains[cell] = max(0, seen[cell] - low[cell])
            lacking -= gains[cell]
        for cell in ascending:
            if lacking <= 0:
                break
            earlier = gains[cell]
            found = self._cost(moves_to[cell], cell, left, low[cell] + earlier + lacking)
            gains[cell] = max(earlier, found - low[cell])
            lacking -= gains[cell] - earlier
        # The largest gains first: a few positions are enough.
        for cell in sorted(gains, key=lambda each: -gains[each]):
            gain = min(missing, gains[cell])
            if gain > 0:
                made = self._demand(key, cell, left, moves_to[cell], entry, low[cell] + gain)
                # Where the limit is far off, what the search sees is what the checker counts.
                if left is None or ground.size(cell) <= self.measure.most_within(left - 1):
                    made.seen = max(made.seen, seen[cell])
                missing -= gain
        return missing <= 0

    def _low(self, entry: _Entry, guess: int, response: int, cell: bytes, left: int | None) -> int:
        """What a cell is known to cost: by counting, or by a demand that was made before."""
        known = self.known.bound(cell, left, guess, response, entry.demands)
        return max(self.measure.counted(cell, left), known)

    def _look(self, moves: Moves, cell: bytes, left: int | None) -> int:
        """A bound of the cost of a cell from the number of cells of every guess."""
        candidates = self.ground.members(cell).astype(np.int32)
        path = tuple(guess for guess, _ in moves)
        found = self.workers.glance(self.alone, path, candidates, left or 0, LOOK).bound
        return INFINITE if found >= self.problem.infeasible else found

    def _settle(self, key: Key, entry: _Entry, only: Indices | None) -> None:
        """Demand the bounds that one entry needs from the cells of every guess, or of the guesses ``only``."""
        ground, (name, left, demands) = self.ground, key
        candidates = ground.members(name)
        guesses = self.measure.open(candidates, entry.bound, left) if only is None else only
        if demands:
            guesses = np.intersect1d(guesses, self.rules.allowed(demands))
        if self.symmetric and len(guesses) and only is None:
            entry.group = self._group(entry.moves)
            if entry.group:
                members = list(self.groups)[entry.group - 1]
                guesses = guesses[self.images.lowest(members)[guesses] == guesses]
        for guess, cells in self._split(candidates, guesses):
            if not self._demand_of(key, entry, guess, candidates, cells):
                self.gaps += 1

    def _split(self, candidates: Indices, guesses: Indices) -> Iterator[tuple[int, Cells]]:
        for _, of_guesses, split in self.ground.split(candidates[np.newaxis], np.zeros_like(guesses), guesses):
            cells = list(zip(split.responses.tolist(), split.names(slice(None)), strict=True))
            bounds = np.searchsorted(split.pair_of, np.arange(split.pairs + 1)).tolist()
            for guess, (first, last) in zip(of_guesses.tolist(), pairwise(bounds), strict=True):
                yield guess, cells[first:last]

    def _cost_of(self, guess: int, candidates: Indices, bounds: Sequence[int]) -> int:
        """The cost of a guess, from the bounds of its cells."""
        asking = self.measure.asking(candidates[np.newaxis], np.array([0]), np.array([guess]))
        joined = max(bounds, default=0) if self.measure.deep else sum(bounds)
        return min(INFINITE, int(asking[0]) + joined)

    def _demand_of(
        self, key: Key, entry: _Entry, guess: int, candidates: Indices, cells: Sequence[tuple[int, bytes]]
    ) -> bool:
        """Raise the bounds of cells until the guess costs enough; returns whether it does."""
        ground = self.ground
        left = None if self.objective == "depth" else before(entry.left)
        lows = [self._low(entry, guess, response, cell, left) for response, cell in cells]
        if self._cost_of(guess, candidates, lows) >= entry.bound:
            return True
        ascending = sorted(range(len(cells)), key=lambda at: (ground.size(cells[at][1]), lows[at], cells[at][0]))
        missing = entry.bound - self._cost_of(guess, candidates, lows)
        for at in ascending:
            response, cell = cells[at]
            moves = (*entry.moves, (guess, response))
            wanted = entry.bound - 1 if self.objective == "depth" else lows[at] + missing
            gain = self._cost(moves, cell, left, wanted) - lows[at]
            if gain <= 0 or (self.objective == "depth" and lows[at] + gain < wanted):
                continue
            self._demand(key, cell, left, moves, entry, lows[at] + gain)
            missing -= gain
            if missing <= 0 or self.objective == "depth":
                return True
        return False

    def _demand(self, parent: Key, cell: bytes, left: int | None, moves: Moves, above: _Entry, bound: int) -> _Entry:
        demands = above.demands | self.rules.after(*moves[-1]) if self.workers.game.restricts else FREE
        key: Key = (cell, left, demands)
        of_size = self.demanded[self.ground.size(cell)]
        if key not in of_size:
            of_size[key] = _Entry(bound, moves, parent, left, demands)
        made = of_size[key]
        made.bound = max(made.bound, bound)
        self.known.add(cell, bound, left, demands)
        return made

    def _cost(self, moves: Moves, cell: bytes, left: int | None, wanted: int) -> int:
        """The cost of a cell, or ``wanted`` if it costs so much or more, from the search."""
        key = cell, left, self.rules.after_all((*self.past, *moves)) if self.workers.game.restricts else FREE
        known = self.proven.get(key, 0)
        # A cost that is known to be exact is a negative number.
        if 0 <= known < wanted:
            candidates = self.ground.members(cell).astype(np.int32)
            path = tuple(guess for guess, _ in moves)
            if self.objective == "depth":
                proof = self.workers.solve(self.problem, path, candidates, wanted - 1, 1)
                known = wanted if not proof.exact and proof.bound >= self.problem.infeasible else 0
            else:
                budget = min(wanted, self.problem.infeasible)
                proof = self.workers.solve(self.problem, path, candidates, left or 0, budget)
                found = INFINITE if proof.bound >= self.problem.infeasible else proof.bound
                known = -found if proof.exact else found
            self._heed_the_brake()
            self.proven[key] = known
        # What is known beyond that depends on the memo.
        return min(abs(known), wanted)

    def _group(self, moves: Moves) -> int:
        """The number of the group that fixes all guesses of a path, from 1; 0 for none."""
        game = self.workers.game
        assert game.code_symmetry is not None
        guesses = [game.guesses[guess] for guess, _ in moves]
        found = fixing(game.code_symmetry, guesses, len(game.guesses[0]), self.workers.source.symbols)
        numbers = sorted({self._number(bytes(each)) for each in found})
        return self.groups.setdefault(tuple(numbers), len(self.groups) + 1) if numbers else 0

    def _number(self, symmetry: bytes) -> int:
        if symmetry not in self.symmetries:
            self.symmetries.append(symmetry)
        return self.symmetries.index(symmetry)

    def _write(self, top: Key, entry: _Entry) -> Certificate:
        """All entries breadth-first, each below the one that demanded it first."""
        every = [entry, *(each for of_size in self.demanded for each in of_size.values())]
        keys = [top, *(key for of_size in self.demanded for key in of_size)]
        below: dict[Key, list[tuple[tuple[int, int], int]]] = {}
        above_top: list[tuple[tuple[int, int], int]] = []
        for number, each in enumerate(every[1:], 1):
            assert each.parent is not None
            listed = above_top if each.parent == top and len(each.moves) == 1 else below.setdefault(each.parent, [])
            listed.append((each.moves[-1], number))
        order, children = [0], []
        for number in order:
            found = sorted(above_top if number == 0 else below.get(keys[number], ()))
            children.append(len(found))
            order.extend(each for _, each in found)
        listed_entries = [every[number] for number in order]
        names = self.workers.guess_names
        columns = (
            children,
            [int(names[each.moves[-1][0]]) if each.moves else 0 for each in listed_entries],
            [each.moves[-1][1] if each.moves else 0 for each in listed_entries],
            [each.bound for each in listed_entries],
            [each.group for each in listed_entries],
            [0 if each.left is None else each.left + 1 for each in listed_entries],
            [int(self.workers.game.restricts)] * len(listed_entries),
        )
        arrays = list(map(column, columns))
        game = self.workers.game
        past = tuple((game.guesses[guess], response) for guess, response in self.start.history)
        first = None if self.first is None else int(names[self.first])
        under = Under(self.limit, first, arrays[5], arrays[6])
        return Certificate(
            game, self.objective, Entries(*arrays[:5]), tuple(self.symmetries), tuple(self.groups), past, under=under
        )
