"""Write the certificate of a search: the evidence for its lower bound.

The search has proven the bound, but not in a form that can be checked. So the proof is written again from the top,
largest sets first. At each position every guess must cost at least the demanded bound, by counting alone or because of
its cells. If counting is not enough, the guess demands bounds of its cells until their sum is enough: first of cells
that have demands already, then of small cells. The search knows the cost of a cell, or finds it again with its memo.
The arithmetic is the checker's own (:class:`strategist.checking.splitting.Ground`), so both agree on which guesses need
a proof.

The exact cost of a cell, even of a small one, needs many positions below it. A look at the cell, at the numbers of
cells of all guesses there, needs none. Where looks are mostly enough, they come before any exact cost
(:meth:`_Scribe._demand_by_looks`): where the bound is far below the cost, as in a search that was stopped, and where
most guesses are far from the best, as in games of words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice, pairwise, repeat

import numpy as np

from strategist.checking.check import Images
from strategist.checking.splitting import Cells, Further, Ground, Indices
from strategist.choosing.heuristics import Strategy
from strategist.choosing.searched import Optimal
from strategist.choosing.shortest_lines import ShortestLine
from strategist.common.errors import SpecError, TooLargeError
from strategist.common.memory_sizes import format_size
from strategist.files.certificate import Certificate, Entries
from strategist.files.columns import column
from strategist.model.game import Game
from strategist.model.objective import OBJECTIVES
from strategist.model.solitaire import AnyGame
from strategist.search.certify.pricing import Bills, in_rows, price_all
from strategist.search.certify.shortening import open_pairs
from strategist.search.exact.solve import LOOK
from strategist.search.kernels.symmetry.same_guesses import fixing
from strategist.search.state.memo import make_memo
from strategist.search.state.memory import resident_bytes
from strategist.search.state.options import Progress
from strategist.search.state.position import Start
from strategist.search.state.problem import INFEASIBLE, MEMO, STOP
from strategist.search.tasks.supervise import Brake, supervise
from strategist.search.tasks.workers import Workers

_TOGETHER = 1 << 12
"""Positions that are looked at together."""
_BEST_SEEN = 5.5
"""The logarithm of the size of cells that are looked at first, where responses are a table."""
_PRICED_FROM = 1 << 15
"""Positions of a search from which on the kernel for many cells is worth the seconds that it takes to compile."""


def effort(size: int) -> float:
    """How far the size of a cell is from the sizes at which a checker has least to do for what a look shows.

    The bound of a large cell rises most. But sorting the responses to all guesses takes the longer, for each secret,
    the more there are. With the lists of Wordle, a second of checking shows most at sets of 20 to 100.
    """
    return abs(math.log2(size) - _BEST_SEEN)


@dataclass
class Certified:
    """A certificate, and the number of guesses that it leaves unrefuted: 0, unless the search was wrong."""

    certificate: Certificate
    gaps: int


@dataclass(slots=True)
class _Entry:
    """A position that the proof needs: the bound that it must reach, and the guesses and response that lead to it."""

    bound: int
    path: tuple[int, ...]
    parent: bytes
    response: int
    group: int = 0


def refuse_uncertifiable(game: AnyGame, strategy: Strategy | ShortestLine) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` for a search whose bound no certificate can state."""
    if not isinstance(strategy, Optimal) or not isinstance(game, Game):
        raise SpecError(
            f"a certificate is for optimal(total) or optimal(depth) of a game, got {strategy.spec} of {game.spec}"
        )
    if strategy.candidates_only:
        raise SpecError(f"no certificate for guesses=candidates, got {strategy.spec}")
    if OBJECTIVES[strategy.objectives[0]].certified is None:
        raise SpecError(f"no certificate states a bound of {strategy.objectives[0]}, got {strategy.spec}")


_LEAST_SECONDS = 10.0
NOT_WRITTEN = "no certificate is written"


def begin_anew(workers: Workers) -> Brake:
    """The brake for the writing of a certificate: what has stopped the search must not stop this work as well.

    Behind a search that its time limit stopped it has as much time again, and some seconds in any case: the proof of an
    open search may take far longer to write than it took to find.
    """
    limit = workers.options.time_limit if workers.brake.pulled else None
    limit = None if limit is None else max(limit, _LEAST_SECONDS)
    brake = workers.brake = Brake(workers.shared, limit)
    workers.shared[STOP] = 0
    return brake


def certify(
    workers: Workers, objective: str, bound: int, closed: bool, start: Start, progress: Progress | None = None
) -> Certified:
    """The certificate that every strategy from ``start`` on needs at least ``bound``.

    ``workers`` have proven the bound, which is the least cost if the search is ``closed``. They search again for bounds
    that their memo has lost. ``progress`` gets the size of the sets that come next, and the share of the work that is
    done, as far as this size tells. Raises :class:`~strategist.common.errors.TooLargeError` beyond the memory that the
    workers' options allow.
    """
    brake = begin_anew(workers)
    told = [len(start.candidates)] * 2

    def tick() -> None:
        if progress is not None:
            size, whole = told
            # There are few large sets, and many small ones.
            progress(1 - math.log(size) / math.log(max(2, whole)), {"size": size})

    def note(size: int, whole: int) -> None:
        told[:] = size, whole

    with ThreadPoolExecutor(workers.options.jobs) as workers.pool:
        return supervise(lambda: _Scribe(workers, objective, bound, closed, start).certified(bound, note), brake, tick)


class _Scribe:
    """The positions demanded so far, by size. All positions of one size are settled before any smaller one."""

    def __init__(self, workers: Workers, objective: str, bound: int, closed: bool, start: Start) -> None:
        game = workers.game
        secrets = [game.secrets[index] for index in start.candidates.tolist()]
        table = workers.table()
        self.workers, self.start = workers, start
        # For the depth the problem is whether one guess less is enough.
        self.problem = workers.problem(1, 0, None) if objective == "total" else workers.problem(0, 0, max(1, bound - 1))
        # A look at one set must show what is seen there, and not what the memo knows, nor replace that.
        self.alone = self.problem._replace(memo=make_memo(1), techniques=self.problem.techniques & ~MEMO)
        self.objective = objective
        # Here there may be thousands of guesses and no symmetry, and a look at some cells refutes most of them.
        self.tabled = not len(workers.planes)
        by_total = self._demand_total if closed and not self.tabled else self._demand_by_looks
        self._demand_of = by_total if objective == "total" else self._demand_depth
        self.priced = self._demand_of == self._demand_total and workers.nodes() >= _PRICED_FROM
        # The certificates of optima that ship count as in any game, and they are made again byte by byte.
        self.ground = Ground(game, secrets, table, objective, workers.source.guess_of_secret, of_any_game=closed)
        self.least = self.ground.least.tolist()
        # Of fewer secrets, counting gives the exact cost.
        self.smallest = 3 if game.secrets_are_questions else 2
        self.symmetric = game.code_symmetry is not None and not start.history
        self.symmetries: list[bytes] = []
        self.images = Images(game, self.symmetries)
        self.number_of: dict[bytes, int] = {}
        self.groups: dict[tuple[int, ...], int] = {}
        self.members: list[tuple[int, ...]] = []
        self.group_of_path: dict[tuple[int, ...], int] = {}
        self.demanded: list[dict[bytes, _Entry]] = [{} for _ in range(len(secrets) + 1)]
        self.low: dict[bytes, int] = {}
        """The bounds that are demanded."""
        self.proven: dict[bytes, int] = {}
        self.seen: dict[bytes, int] = {}
        """The bounds of sets that the numbers of cells of all guesses prove: no guess is left open."""
        self.gaps = 0

    def certified(self, bound: int, note: Callable[[int, int], object]) -> Certified:
        whole = self.ground.name(np.arange(len(self.ground.candidates)))
        self.demanded[-1][whole] = _Entry(bound, (), b"", 0)
        for size in range(len(self.demanded) - 1, 0, -1):
            of_size = self.demanded[size]
            for start in range(0, len(of_size), _TOGETHER):
                self._settle(size, list(islice(of_size.items(), start, start + _TOGETHER)))
            self._heed_the_brake()
            self._stay_within_memory()
            note(size, len(self.demanded) - 1)
        return Certified(self._write(), self.gaps)

    def _heed_the_brake(self) -> None:
        self.workers.brake.heed(NOT_WRITTEN)

    def _stay_within_memory(self) -> None:
        cap = self.workers.options.memory
        if cap is not None and (held := resident_bytes()) > cap:
            raise TooLargeError(
                f"memory: the certificate needs more than {format_size(cap)}, {format_size(held)} so far"
            )

    def _settle(self, size: int, listed: list[tuple[bytes, _Entry]]) -> None:
        """Demand the bounds that the listed entries, all of one size, need from the cells of every guess."""
        ground = self.ground
        counted = int(ground.least[size])
        listed = [(name, entry) for name, entry in listed if entry.bound > max(counted, self.seen.get(name, 0))]
        if not listed:
            return
        sets = ground.sets([name for name, _ in listed])
        bounds = np.array([entry.bound for _, entry in listed], dtype=np.int64)
        if self.priced:
            fewest = np.array([ground.fewest(size, entry.bound) for _, entry in listed], dtype=np.int64)
            rows, guesses = open_pairs(self.workers, self.problem, sets.astype(np.int32), fewest)
        else:
            rows, guesses = ground.open_pairs(sets, bounds)
        if self.symmetric:
            stays = np.ones(len(rows), dtype=bool)
            firsts = np.flatnonzero(np.diff(rows, prepend=-1))
            for row, (first, last) in zip(rows[firsts].tolist(), pairwise([*firsts.tolist(), len(rows)]), strict=True):
                entry = listed[row][1]
                entry.group = self._group(entry.path)
                if entry.group:
                    lowest = self.images.lowest(self.members[entry.group - 1])
                    stays[first:last] = lowest[guesses[first:last]] == guesses[first:last]
            rows, guesses = rows[stays], guesses[stays]
        for found in ground.split_further(sets, rows, guesses, bounds, self.smallest):
            self._heed_the_brake()
            if self.priced:
                self._demand_priced(listed, bounds, found)
                continue
            for row, guess, counted, cells in found.each():
                self._heed_the_brake()
                if not self._demand_of(*listed[row], guess, counted, cells):
                    self.gaps += 1

    def _demand_priced(self, listed: list[tuple[bytes, _Entry]], bounds: Indices, found: Further) -> None:
        """Demand what :meth:`_demand_total` would for each guess, but let one call find the costs of all their cells,
        as far as the demands for one guess do not serve another."""
        lows = np.maximum(found.known(self.low), self.ground.least[found.sizes])
        missing = bounds[found.rows] - self.ground.further_costs(found, lows)
        order = np.lexsort((found.responses, lows, found.sizes, found.pair_of))
        order = order[missing[found.pair_of[order]] > 0]
        names = [found.names[cell] for cell in order.tolist()]
        lacking = np.flatnonzero(missing > 0)
        lasts = np.searchsorted(found.pair_of[order], lacking, side="right")
        paths = [
            (*listed[row][1].path, guess)
            for row, guess in zip(found.rows[lacking].tolist(), found.guesses[lacking].tolist(), strict=True)
        ]
        known = np.fromiter(map(self.proven.get, names, repeat(0)), dtype=np.int64, count=len(names))
        bills = Bills(
            missing=missing[lacking],
            lasts=lasts,
            paths=in_rows(paths),
            lows=lows[order],
            costs=known.copy(),
            ends=np.cumsum(found.sizes[order]),
            members=np.frombuffer(b"".join(names), dtype=self.ground.place_type).astype(np.int32),
        )
        price_all(self.workers, self.problem, bills)
        self._heed_the_brake()
        for at in np.flatnonzero(bills.costs != known).tolist():
            self.proven[names[at]] = int(bills.costs[at])

        responses, costs, sorted_lows = (
            each.tolist() for each in (found.responses[order], np.abs(bills.costs), bills.lows)
        )
        columns = (each[lacking].tolist() for each in (found.rows, found.guesses, found.counted, missing))
        raised: set[bytes] = set()
        for (row, guess, counted, lacks), path, (first, last) in zip(
            zip(*columns, strict=True), paths, pairwise([0, *lasts.tolist()]), strict=True
        ):
            name, entry = listed[row]
            if not raised.isdisjoint(names[first:last]):
                cells = list(zip(responses[first:last], names[first:last], strict=True))
                self.gaps += not self._demand_total(name, entry, guess, counted, cells)
                raised.update(names[first:last])
                continue
            for at in range(first, last):
                gain = min(lacks, costs[at] - sorted_lows[at])
                if gain > 0:
                    self._demand(names[at], sorted_lows[at] + gain, path, name, responses[at])
                    raised.add(names[at])
                    lacks -= gain
                    if lacks == 0:
                        break
            self.gaps += lacks > 0

    def _lacking(self, entry: _Entry, counted: int, cells: Cells) -> tuple[int, list[tuple[int, int, int, bytes]]]:
        """What a guess lacks to reach a bound, and the cells that may give it, the small ones first: their sizes, what
        they are known to cost, responses and sets."""
        ascending = [(self.ground.size(cell), self._low(cell), response, cell) for response, cell in cells]
        ascending.sort()
        return entry.bound - counted - sum(low - self.least[size] for size, low, _, _ in ascending), ascending

    def _demand_total(self, name: bytes, entry: _Entry, guess: int, counted: int, cells: Cells) -> bool:
        """Raise the bounds of cells until their sum is enough; returns whether it is."""
        missing, ascending = self._lacking(entry, counted, cells)
        path = (*entry.path, guess)
        for _, low, response, cell in ascending:
            if missing <= 0:
                break
            gain = min(missing, self._cost(path, cell, low + missing) - low)
            if gain > 0:
                self._demand(cell, low + gain, path, name, response)
                missing -= gain
        return missing <= 0

    def _demand_by_looks(self, name: bytes, entry: _Entry, guess: int, counted: int, cells: Cells) -> bool:
        """Raise the bounds of cells until their sum is enough, first by a look at each cell, then by exact costs;
        returns whether it is enough."""
        missing, larger = self._lacking(entry, counted, cells)
        if missing <= 0:
            return True
        lacking, low = missing, {cell: bound for _, bound, _, cell in larger}
        path = (*entry.path, guess)
        ascending = sorted((cell for _, cell in cells), key=len)
        gains = dict.fromkeys(ascending, 0)
        looks = (
            sorted(ascending, key=lambda each: effort(self.ground.size(each))) if self.tabled else reversed(ascending)
        )
        for bound_of, order in ((self._look, looks), (self._cost, ascending)):
            for cell in order:
                if lacking <= 0:
                    break
                before = gains[cell]
                found = bound_of(path, cell, low[cell] + before + lacking)
                gains[cell] = max(before, found - low[cell])
                lacking -= gains[cell] - before
        response_of = {cell: response for response, cell in cells}
        # The largest gains first: a few positions are enough.
        for cell in sorted(gains, key=lambda each: -gains[each]):
            gain = min(missing, gains[cell])
            if gain > 0:
                self._demand(cell, low[cell] + gain, path, name, response_of[cell])
                missing -= gain
        return missing <= 0

    def _low(self, cell: bytes) -> int:
        """What a cell is known to cost: by its size, or by a demand that was made before."""
        return self.low.get(cell) or self.least[self.ground.size(cell)]

    def _demand_depth(self, name: bytes, entry: _Entry, guess: int, counted: int, cells: Cells) -> bool:
        """Demand of one cell that it needs one guess less than the whole set; returns whether some cell does."""
        needed = entry.bound - 1
        for _, cell in cells:
            if self._low(cell) >= needed:
                return True
        path = (*entry.path, guess)
        for response, cell in sorted(cells, key=lambda each: len(each[1])):
            if self._cost(path, cell, needed) >= needed:
                self._demand(cell, needed, path, name, response)
                return True
        return False

    def _demand(self, cell: bytes, bound: int, path: tuple[int, ...], parent: bytes, response: int) -> None:
        of_size = self.demanded[self.ground.size(cell)]
        if cell in self.low:
            of_size[cell].bound = bound
        else:
            of_size[cell] = _Entry(bound, path, parent, response)
        self.low[cell] = bound

    def _cost(self, path: tuple[int, ...], cell: bytes, wanted: int) -> int:
        """The cost of a cell, or ``wanted`` if it costs so much or more, from the search."""
        known = self.proven.get(cell, 0)
        if 0 <= known < wanted:
            candidates = self.ground.members(cell).astype(np.int32)
            if self.objective == "depth":
                # A search under a limit proves that one guess less is not enough, or proves nothing.
                proof = self.workers.solve(self.problem, path, candidates, wanted - 1, 1)
                known = wanted if not proof.exact and proof.bound >= INFEASIBLE else 0
            else:
                proof = self.workers.solve(self.problem, path, candidates, 0, wanted)
                # An exact cost is kept as a negative number, because searching again cannot improve it.
                known = -proof.bound if proof.exact else proof.bound
            self._heed_the_brake()
            self.proven[cell] = known
        # What is known beyond that depends on the memo.
        return min(abs(known), wanted)

    def _look(self, path: tuple[int, ...], cell: bytes, wanted: int) -> int:
        """A bound of the cost of a cell from the number of cells of every guess; the bound wanted does not matter."""
        if cell not in self.seen:
            candidates = self.ground.members(cell).astype(np.int32)
            self.seen[cell] = self.workers.glance(self.alone, path, candidates, 0, LOOK).bound
        return self.seen[cell]

    def _group(self, path: tuple[int, ...]) -> int:
        """The number of the group that fixes all guesses of a path, from 1; 0 for none."""
        if path not in self.group_of_path:
            game = self.workers.game
            assert game.code_symmetry is not None
            guesses = [game.guesses[guess] for guess in path]
            found = fixing(game.code_symmetry, guesses, len(game.guesses[0]), self.workers.source.symbols)
            numbers = sorted({self._number(bytes(each)) for each in found})
            number = self.groups.setdefault(tuple(numbers), len(self.groups) + 1) if numbers else 0
            if number > len(self.members):
                self.members.append(tuple(numbers))
            self.group_of_path[path] = number
        return self.group_of_path[path]

    def _number(self, symmetry: bytes) -> int:
        if symmetry not in self.number_of:
            self.number_of[symmetry] = len(self.symmetries)
            self.symmetries.append(symmetry)
        return self.number_of[symmetry]

    def _write(self) -> Certificate:
        """All entries breadth-first, each below the one that demanded it first."""
        listed = [entry for of_size in self.demanded for entry in of_size.values()]
        number_of = {name: number for number, name in enumerate(chain.from_iterable(self.demanded))}

        def numbers(values: Iterable[int]) -> Indices:
            return np.fromiter(values, dtype=np.int64, count=len(listed))

        parents = numbers(number_of[entry.parent] if entry.path else 0 for entry in listed)
        levels = numbers(len(entry.path) for entry in listed)
        guesses = numbers(entry.path[-1] if entry.path else 0 for entry in listed)
        responses = numbers(entry.response for entry in listed)
        # The order, and the place of each entry in it.
        order, places = np.flatnonzero(levels == 0), np.zeros_like(parents)
        for level in range(1, levels.max() + 1):
            of_level = np.flatnonzero(levels == level)
            by_place = np.lexsort((responses[of_level], guesses[of_level], places[parents[of_level]]))
            places[of_level[by_place]] = len(order) + np.arange(len(of_level))
            order = np.concatenate((order, of_level[by_place]))
        columns = (
            np.bincount(places[parents[order[1:]]], minlength=len(order)),
            self.workers.guess_names[guesses[order]].astype(np.int64) * (levels[order] > 0),
            responses[order],
            numbers(entry.bound for entry in listed)[order],
            numbers(entry.group for entry in listed)[order],
        )
        entries = Entries(*(column(each.tolist()) for each in columns))
        past = tuple((self.workers.game.guesses[guess], response) for guess, response in self.start.history)
        symmetries, groups = tuple(self.symmetries), tuple(self.groups)
        return Certificate(self.workers.game, self.objective, entries, symmetries, groups, past)
