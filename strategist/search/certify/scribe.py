"""Write a proof down from the top, largest sets first: which bounds of which positions it needs.

At each position every guess must cost at least the demanded bound, by counting alone or because of its cells. If
counting is not enough, the guess demands bounds of its cells until it costs enough, by one of four policies:

* by exact costs: first of cells that have demands already, then of small cells. The search knows the cost of a cell, or
  finds it again with its memo.
* by looks, before any exact cost. The exact cost of a cell, even of a small one, needs many positions below it; a look
  at the cell, at the numbers of cells of all guesses there, needs none. Looks are mostly enough where the bound is far
  below the cost, as in a search that was stopped, and where most guesses are far from the best, as in games of words
  and where the rules allow few guesses. Where they are not, they still make a certificate smaller: with copies, every
  total is proven so.
* for ``lexicographic``, by the exact costs of cells, each asked for all that the guess lacks, of which the largest are
  demanded: a secret at one level more outweighs whole cells, and what small cells give may not be worth positions.
* for the depth, of one cell alone, that it needs one guess less than the whole set: of the smallest that does; with
  copies, of the largest, for it is the furthest from what can be done, and takes the fewest positions.

Where the certificate may have copies, one of several positions that are images of each other is settled for all.

The arithmetic is the checker's own (:class:`strategist.checking.measure.Measure`), so both agree on which guesses need
a proof.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice, pairwise

import numpy as np

from strategist.checking.counted_bounds import Indices
from strategist.checking.demands import FREE, Rules
from strategist.checking.ground import Cells, CheckedGame, Further, Sets
from strategist.checking.known import Known
from strategist.checking.measure import Lefts, Measure, Uniform, before
from strategist.checking.measures import measure_of
from strategist.common.errors import TooLargeError
from strategist.common.memory_sizes import format_size
from strategist.model.objective import DEPTH, TOTAL, Unit, objective_kind, tariff_in
from strategist.search.certify.common_images import Alike, between
from strategist.search.certify.deep_cells import deep_cells
from strategist.search.certify.demand import Demand, Limits
from strategist.search.certify.groups import Groups, TableGroups, may_state
from strategist.search.certify.pricer import Pricer, effort
from strategist.search.certify.prover import NOT_WRITTEN, Key, Prover
from strategist.search.certify.shortening import open_pairs
from strategist.search.state.memory import resident_bytes
from strategist.search.state.start import Start
from strategist.search.tasks.workers import Workers

_TOGETHER = 1 << 12
"""Positions that are looked at together."""
_PRICED_FROM = 1 << 15
"""Positions of a search from which on the kernels for many cells are worth the seconds that they take to compile."""
_PRICED_AFTER = 1 << 13
"""Demands from which on they are worth these seconds in any case: few positions of a search may need many here."""


class Scribe:
    """The demands made so far, by the size of their sets. All of one size are settled before any smaller one."""

    def __init__(
        self,
        workers: Workers,
        objective: str,
        bound: int,
        closed: bool,
        start: Start,
        limits: Limits | None,
        copies: bool,
    ) -> None:
        game = workers.game
        self.workers, self.objective, self.start, self.limits = workers, objective, start, limits
        self.first = None if limits is None else limits.first
        self.stopped = not closed
        left = None if limits is None else limits.left
        self.tariff = tariff_in(game, objective, len(start.candidates), left or 1, len(start.history))
        """What each guess counts for each secret, if the objective is a tariff."""
        self.endless = bool(self.tariff) and left is None
        """Whether the last number of a tariff goes on."""
        places, questions = start.candidates.tolist(), workers.guess_names[: workers.source.question_count].tolist()
        self.ground = CheckedGame(game, places, workers.table(), workers.source.guess_of_secret, questions)
        # Certificates of optima in version 1 ship: they count as in any game, prove totals by costs and depths by small
        # cells, and are made again byte by byte. Those with copies are as small as we know how to make them.
        self.measure = (
            Uniform(self.ground, objective, of_any_game=True)
            if limits is None and closed and not copies
            else measure_of(self.ground, objective, self.tariff)
        )
        self.prover = Prover(workers, self.ground, objective, bound, left, self.tariff)
        self.tabled = not len(workers.planes) or game.restricts
        # Here there may be thousands of guesses and no symmetry, and a look at some cells refutes most of them.
        unlike = self.tabled and (game.code_symmetry is None or game.restricts)
        few = game.restricts and isinstance(self.measure, Uniform)
        anew = copies and objective == TOTAL.name
        self.by_looks = few if limits is not None and not self.tariff else unlike or not closed or anew
        by_costs = (objective == TOTAL.name and limits is None) or bool(self.tariff)
        self.largest = objective_kind(objective).unit is Unit.LEVELS
        self.priced = by_costs and not game.restricts
        self.deep = objective == DEPTH.name and limits is None and not game.restricts
        self.large_first = copies
        """Whether of the cells that prove a depth the largest is demanded."""
        self.pricer = Pricer(self.prover, self.by_looks, self.tabled, self.largest, limits is None)
        self.many = workers.nodes() >= _PRICED_FROM
        """Whether there are so many positions that kernels for many cells are worth compiling."""
        # Of fewer secrets, counting gives the exact cost where guesses are not limited.
        self.smallest = 3 if game.secrets_are_questions else 2
        self._least_after = lru_cache(None)(lambda made: self.measure.at(made).least.tolist())
        """What the sizes of cells prove, by the number of guesses made."""
        self.rules = Rules(game)
        self.known: dict[int, Known] = defaultdict(lambda: Known(self.rules))
        """The bounds that are demanded, by the number of guesses made, as far as the objective tells it."""
        self.symmetric = game.code_symmetry is not None and not start.history and not game.restricts
        self.groups: Groups | TableGroups = Groups(game)
        if not start.history and may_state(self.ground, workers.group):
            self.groups, self.symmetric = TableGroups(self.ground, workers.group), True
        self.alike = Alike(workers) if copies else None
        self.demanded: list[dict[Key, Demand]] = [{} for _ in range(self.ground.count + 1)]
        demands = self.rules.after_all(start.history) if game.restricts else FREE
        begin = len(self.tariff) if self.endless else left
        self.top: Key = self.ground.name(np.arange(self.ground.count)), begin, demands
        self.whole = Demand(bound, (), 0, None)
        self.made = 0
        """The number of demands."""
        self.told = self.ground.count, self.ground.count
        """The size of the sets that come next, and that of the whole."""
        self.gaps: list[tuple[Key, Demand]] = []
        """The demands that a guess refutes, once for each such guess."""

    def write(self) -> None:
        """Demand all that the bound of the whole needs."""
        count = self.ground.count
        if self.stopped:
            self._demand_risen()
        self._settle([(self.top, self.whole)], self.first)
        for size in range(count, 0, -1):
            for alike in self._by_made(self._originals(size)):
                while part := list(islice(alike, _TOGETHER)):
                    self._settle(part)
            self._heed_the_brake()
            self._stay_within_memory()
            self.many |= self.made >= _PRICED_AFTER
            self.told = size, count

    def _demand_risen(self) -> None:
        """Demand of the cells of first guesses what a search has proven of each before it was stopped.

        Below, a few cells are asked for all that a guess lacks: of a set that large, as hard as the whole proof.
        """
        for branch in self.workers.risen:
            spare = branch.cost - self.whole.bound
            # The largest first: there the last that was proven took most.
            for cell, bound in sorted(zip(branch.cells, branch.bounds, strict=True), key=lambda each: -len(each[0])):
                response = int(self.workers.responses(branch.guess, cell[:1])[0])
                key = self._below(self.top, branch.guess, response, self.ground.name(np.sort(cell)))
                raised = bound - self.measure.at(self._made(key)).counted(key[0], self._limit(key[1]))
                if raised > max(0, spare):
                    self._demand(self.whole, branch.path, response, key, bound - max(0, spare))
                spare -= max(0, raised)

    def _originals(self, size: int) -> list[tuple[Key, Demand]]:
        """The demands of sets of one size that are to be settled: of those that are images of each other, one."""
        listed = list(self.demanded[size].items())
        if self.alike is None or not listed:
            return listed
        originals = dict[Hashable, tuple[Key, Demand, bytes]]()
        for (key, each), (image, by) in zip(listed, self.alike.of([name for (name, _, _), _ in listed]), strict=True):
            original_key, original, first = originals.setdefault((image, *key[1:]), (key, each, by))
            if original is not each:
                each.original, each.by = original, between(first, by, self.alike.pegs)
                self._raise(original, original_key, each.bound)
        return [(key, each) for key, each, _ in originals.values()]

    def _by_made(self, listed: list[tuple[Key, Demand]]) -> Iterator[Iterator[tuple[Key, Demand]]]:
        """Demands of sets of one size by the number of guesses made, as far as the objective tells it."""
        if not self.tariff:
            yield iter(listed)
            return

        listed = sorted(listed, key=lambda each: self._made(each[0]))
        for _, alike in groupby(listed, key=lambda each: self._made(each[0])):
            yield alike

    def _heed_the_brake(self) -> None:
        self.workers.brake.heed(NOT_WRITTEN)

    def _stay_within_memory(self) -> None:
        cap = self.workers.options.memory
        if cap is not None and (held := resident_bytes()) > cap:
            raise TooLargeError(
                f"memory: the certificate needs more than {format_size(cap)}, {format_size(held)} so far"
            )

    def _settle(self, listed: list[tuple[Key, Demand]], first: int | None = None) -> None:
        """Demand the bounds that the listed demands, all of sets of one size, need from the cells of every guess, or of
        the ``first`` guess alone."""
        if not listed:
            return
        measure = self.measure.at(self._made(listed[0][0]))
        listed = [
            (key, each)
            for key, each in listed
            if key[1] != 0 and each.bound > max(self._looked(key), measure.counted(key[0], self._limit(key[1])))
        ]
        together = measure.together
        for begin in range(0, len(listed), together):
            part = listed[begin : begin + together]
            sets = self.ground.sets([name for (name, _, _), _ in part])
            bounds = np.array([each.bound for _, each in part], dtype=np.int64)
            lefts = [self._limit(left) for (_, left, _), _ in part]
            if first is None:
                rows, guesses = self._open(measure, part, sets, bounds, lefts)
            else:
                rows, guesses = np.array([0]), np.array([first])
            smallest = min(self.smallest, measure.smallest(lefts))
            for found in measure.split_further(sets, rows, guesses, bounds, smallest):
                self._heed_the_brake()
                lows, missing = self._lacking(measure, part, bounds, lefts, found)
                if self.priced and self.many and first is None:
                    self._demand_priced(part, found, lows, missing)
                    continue
                if self.deep and self.many:
                    self._demand_depths(part, found, bounds, np.flatnonzero(missing > 0))
                    continue
                # What costs enough by now still does when others have made their demands.
                for row, guess, counted, cells in found.each(missing > 0):
                    self._heed_the_brake()
                    demand = self._demand_by_looks if self.by_looks and first is None else self._demand_by_costs
                    if self.objective == DEPTH.name:
                        demand = self._demand_depth
                    if not demand(*part[row], guess, counted, cells):
                        self.gaps.append(part[row])

    def _looked(self, key: Key) -> int:
        """What a look has shown of a set, where the checker sees as much: where the limit is far off."""
        found = self.prover.seen.get(key, 0)
        if not found:
            return 0
        left = self._limit(key[1])
        far = left is None or self.ground.size(key[0]) <= self.measure.most_within(left - 1)
        return found if far else 0

    def _open(
        self, measure: Measure, part: list[tuple[Key, Demand]], sets: Sets, bounds: Indices, lefts: Lefts
    ) -> tuple[Indices, Indices]:
        """The rows of the sets, ascending, each with a guess that counting leaves open; of images one guess."""
        if isinstance(measure, Uniform) and (self.priced or self.deep) and self.many and not self.tabled:
            columns = zip(bounds.tolist(), lefts, strict=True)
            fewest = np.array([measure.fewest(sets.shape[1], bound, left) for bound, left in columns], dtype=np.int64)
            rows, guesses = open_pairs(self.workers, self.prover.problem, sets.astype(np.int32), fewest)
        else:
            restricted = self.workers.game.restricts
            allowed = [self.rules.allowed(demands) for (_, _, demands), _ in part] if restricted else None
            rows, guesses = measure.open_pairs(sets, bounds, lefts, allowed)
        if not self.symmetric:
            return rows, guesses
        stays = np.ones(len(rows), dtype=np.bool_)
        firsts = np.flatnonzero(np.diff(rows, prepend=-1))
        for row, (first, last) in zip(rows[firsts].tolist(), pairwise([*firsts.tolist(), len(rows)]), strict=True):
            (name, _, _), demand = part[row]
            demand.group = self.groups.at(demand.path, name)
            if demand.group:
                lowest = self.groups.lowest(demand.group)
                stays[first:last] = lowest[guesses[first:last]] == guesses[first:last]
        return rows[stays], guesses[stays]

    def _lacking(
        self, measure: Measure, part: list[tuple[Key, Demand]], bounds: Indices, lefts: Lefts, found: Further
    ) -> tuple[Indices, Indices]:
        """What the cells of guesses are known to cost, by counting or by a demand that was made before, and what each
        guess lacks then: :meth:`_lows` for all of them."""
        if self.objective == DEPTH.name:
            lefts = [None] * len(part)
        lows = np.maximum(measure.least[found.sizes], measure.lows(found, lefts))
        known = self.known[self._made(self._below(part[0][0], 0, 0, b""))]
        known.raise_lows(lows, found, lefts, [demands for (_, _, demands), _ in part])
        return lows, bounds[found.rows] - measure.costs(found, lows)

    def _demand_priced(self, part: list[tuple[Key, Demand]], found: Further, lows: Indices, missing: Indices) -> None:
        """Demand what :meth:`_demand_by_looks` or :meth:`_demand_by_costs` would for each guess, but let few calls find
        what all their cells give, as far as the demands for one guess do not serve another. No guess is restricted, and
        all have as many guesses left."""
        below = self._below(part[0][0], 0, 0, b"")
        lacking = np.flatnonzero(missing > 0)
        rows, guesses = found.rows[lacking].tolist(), found.guesses[lacking].tolist()
        paths = [(*part[row][1].path, guess) for row, guess in zip(rows, guesses, strict=True)]
        chosen, gains = self.pricer.cells(found, lacking, paths, below, lows, missing)
        names, firsts = found.names, [0, *found.lasts.tolist()]
        ends = [0, *np.searchsorted(found.pair_of[chosen], lacking, side="right").tolist()]
        lowest, cells_of, gains_of = lows.tolist(), chosen.tolist(), gains.tolist()
        raised: dict[bytes, int] = {}
        for place, (pair, lacks) in enumerate(zip(lacking.tolist(), missing[lacking].tolist(), strict=True)):
            row, guess, path = rows[place], guesses[place], paths[place]
            first, last, begin, end = *firsts[pair : pair + 2], *ends[place : place + 2]
            key, demand = part[row]
            if raised.keys().isdisjoint(names[first:last]):
                found_gains = list[tuple[int, int]]()
                for at, whole in zip(cells_of[begin:end], gains_of[begin:end], strict=True):
                    gain = min(whole, lacks)
                    if gain > 0:
                        found_gains.append((at, gain))
                        lacks -= gain
            elif self.by_looks:
                responses = found.responses[first:last].tolist()
                cells = list(zip(responses, names[first:last], strict=True))
                if not self._demand_by_looks(key, demand, guess, int(found.counted[pair]), cells):
                    self.gaps.append(part[row])
                raised.update(dict.fromkeys(names[first:last], 0))
                continue
            else:
                for at in range(first, last):
                    more = raised.get(names[at], 0) - lowest[at]
                    if more > 0:
                        lowest[at] += more
                        lacks -= more
                found_gains = self._gains_again(found, path, (first, last), below, lowest, lacks) if lacks > 0 else []
                lacks -= sum(gain for _, gain in found_gains)
            for at, gain in found_gains:
                name, bound = names[at], lowest[at] + gain
                self._demand(demand, path, int(found.responses[at]), (name, *below[1:]), bound)
                raised[name] = bound
            if lacks > 0:
                self.gaps.append(part[row])

    def _gains_again(
        self,
        found: Further,
        path: tuple[int, ...],
        cells: tuple[int, int],
        below: Key,
        lowest: list[int],
        missing: int,
    ) -> list[tuple[int, int]]:
        """The cells from the first place to the last that give what a guess lacks by their costs, and what each gives,
        beyond the bounds ``lowest`` that they have by now."""
        first, last = cells
        sizes, responses = found.sizes[first:last].tolist(), found.responses[first:last].tolist()
        ranked = sorted(zip(sizes, lowest[first:last], responses, range(first, last), strict=True))

        def gain_of(at: int, lacks: int) -> int:
            return self.prover.cost(path, (found.names[at], *below[1:]), lowest[at] + lacks) - lowest[at]

        return self._gains(missing, (each[-1] for each in ranked), gain_of)

    def _demand_by_costs(self, key: Key, demand: Demand, guess: int, counted: int, cells: Cells) -> bool:
        """Raise the bounds of cells to their costs until the guess costs enough; returns whether it does."""
        lows, missing = self._lows(key, demand, guess, counted, cells)
        if missing <= 0:
            return True
        path = (*demand.path, guess)

        def gain_of(at: int, lacks: int) -> int:
            return self.prover.cost(path, self._below(key, guess, *cells[at]), lows[at] + lacks) - lows[at]

        gains = self._gains(missing, self._by_size(cells, lows), gain_of)
        for at, gain in gains:
            self._demand(demand, path, cells[at][0], self._below(key, guess, *cells[at]), lows[at] + gain)
        return missing <= sum(gain for _, gain in gains)

    def _gains(self, missing: int, order: Iterable[int], gain_of: Callable[[int, int], int]) -> list[tuple[int, int]]:
        """The cells that give what a guess lacks, with what is demanded of each: one after the other until it is
        enough, or of levels the largest of these. ``gain_of`` gets a cell, and the most that is asked of it."""
        found, lacks = list[tuple[int, int]](), missing
        for at in order:
            gain = gain_of(at, missing if self.largest else lacks)
            if gain > 0:
                found.append((at, gain))
                lacks -= gain
                if lacks <= 0:
                    break
        if not self.largest:
            return found
        kept, lacks = list[tuple[int, int]](), missing
        for at, gain in sorted(found, key=lambda each: -each[1]):
            if lacks > 0:
                kept.append((at, min(lacks, gain)))
                lacks -= gain
        return kept

    def _demand_by_looks(self, key: Key, demand: Demand, guess: int, counted: int, cells: Cells) -> bool:
        """Raise the bounds of cells until the guess costs enough, first by a look at each cell, and only then by exact
        costs; returns whether it does."""
        lows, missing = self._lows(key, demand, guess, counted, cells)
        if missing <= 0:
            return True
        path = (*demand.path, guess)
        below = [self._below(key, guess, response, cell) for response, cell in cells]
        lacking, gains = missing, [0] * len(cells)
        ascending = sorted(range(len(cells)), key=lambda at: len(cells[at][1]))
        looks = ascending[::-1]
        if self.tabled:
            looks = sorted(ascending, key=lambda at: effort(self.ground.size(cells[at][1])))
        for bound_of, order in ((self.prover.look, looks), (self.prover.cost, ascending)):
            for at in order:
                if lacking <= 0:
                    break
                earlier = gains[at]
                gains[at] = max(earlier, bound_of(path, below[at], lows[at] + earlier + lacking) - lows[at])
                lacking -= gains[at] - earlier
        # The largest gains first: a few positions are enough. Of equal gains, version 1 has always taken that of the
        # smallest cell first, and version 2 that of the lowest response.
        for at in sorted(ascending if self.limits is None else range(len(cells)), key=lambda at: -gains[at]):
            gain = min(missing, gains[at])
            if gain > 0:
                self._demand(demand, path, cells[at][0], below[at], lows[at] + gain)
                missing -= gain
        return missing <= 0

    def _demand_depth(self, key: Key, demand: Demand, guess: int, counted: int, cells: Cells) -> bool:
        """Demand of one cell that it needs one guess less than the whole set; returns whether some cell does."""
        needed, (lows, _) = demand.bound - 1, self._lows(key, demand, guess, counted, cells)
        if max(lows, default=0) >= needed:
            return True
        path = (*demand.path, guess)
        # Version 1 has always tried cells of one size by their responses alone.
        for at in self._by_size(cells, [0] * len(cells) if self.limits is None else lows, self.large_first):
            response, cell = cells[at]
            below = self._below(key, guess, response, cell)
            if self.prover.cost(path, below, needed) >= needed:
                self._demand(demand, path, response, below, needed)
                return True
        return False

    def _demand_depths(self, part: list[tuple[Key, Demand]], found: Further, bounds: Indices, pairs: Indices) -> None:
        """Demand what :meth:`_demand_depth` would for each of some guesses in ``found``, but let one call find the
        cells of all of them that need enough guesses."""
        rows, guesses = found.rows[pairs], found.guesses[pairs]
        needed = bounds[rows] - 1
        paths = [(*part[row][1].path, guess) for row, guess in zip(rows.tolist(), guesses.tolist(), strict=True)]
        chosen = deep_cells(self.prover, found, pairs, needed, paths, self.large_first)
        self._heed_the_brake()
        firsts, lasts = np.append(0, found.lasts)[pairs], found.lasts[pairs]
        columns = (each.tolist() for each in (rows, needed, chosen, firsts, lasts))
        raised: dict[bytes, int] = {}
        for row, need, cell, first, last, path in zip(*columns, paths, strict=True):
            # A cell of a guess before may be a cell of this one.
            if any(raised.get(name, 0) >= need for name in found.names[first:last]):
                continue
            if cell < 0:
                self.gaps.append(part[row])
            else:
                name, response = found.names[cell], int(found.responses[cell])
                self._demand(part[row][1], path, response, (name, None, FREE), need)
                raised[name] = max(need, raised.get(name, 0))

    def _by_size(self, cells: Cells, lows: Sequence[int], large_first: bool = False) -> list[int]:
        """The numbers of cells, the small ones first, or the large ones; of one size those with the lowest bounds."""
        sign = -1 if large_first else 1
        return sorted(range(len(cells)), key=lambda at: (sign * len(cells[at][1]), lows[at], cells[at][0]))

    def _below(self, key: Key, guess: int, response: int, cell: bytes) -> Key:
        """The position of a cell. A bound of the depth is demanded for any number of guesses."""
        _, left, demands = key
        if self.workers.game.restricts:
            demands |= self.rules.after(guess, response)
        if self.endless:
            return cell, left and max(1, left - 1), demands
        return cell, None if self.objective == DEPTH.name else before(left), demands

    def _lows(self, key: Key, demand: Demand, guess: int, counted: int, cells: Cells) -> tuple[list[int], int]:
        """What cells are known to cost, by counting or by a demand that was made before, and what the guess lacks."""
        made = self._made(key)
        left = None if self.objective == DEPTH.name else before(self._limit(key[1]))
        width, least_of = self.ground.width, self._least_after(made)
        least = [least_of[len(cell) // width] for _, cell in cells]
        known_here = self.known[self._made(self._below(key, guess, 0, b""))] if self.tariff else self.known[0]
        if self.limits is None:
            always = known_here.always
            lows = [always.get(cell) or low for (_, cell), low in zip(cells, least, strict=True)]
        else:
            known = (known_here.bound(cell, left, guess, response, key[2]) for response, cell in cells)
            counted_by = self.measure.at(made + 1).counted
            lows = [max(counted_by(cell, left), low) for (_, cell), low in zip(cells, known, strict=True)]
        return lows, demand.bound - counted - sum(lows) + sum(least)

    def _demand(self, above: Demand, path: tuple[int, ...], response: int, key: Key, bound: int) -> None:
        of_size = self.demanded[self.ground.size(key[0])]
        made = of_size.get(key)
        if made is None:
            made = of_size[key] = Demand(bound, path, response, above)
            self.made += 1
        self._raise(made, key, bound)

    def _raise(self, demand: Demand, key: Key, bound: int) -> None:
        demand.bound = max(demand.bound, bound)
        name, left, demands = key
        # By a tariff, the number of guesses made says how many are left.
        self.known[self._made(key)].add(name, bound, None if self.tariff else left, demands)

    def _made(self, key: Key) -> int:
        """The number of guesses made before a position, as far as the objective tells it."""
        begin, left = self.top[1], key[1]
        return begin - left if self.tariff and begin is not None and left is not None else 0

    def _limit(self, left: int | None) -> int | None:
        """The guesses that may still be made, of those left in a key."""
        return None if self.endless else left
