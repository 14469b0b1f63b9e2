"""The least chance of a wrong name within so many tests, and the fewest tests: branch and bound over positions.

With t tests left a position costs, by each of the objectives in their order, what it costs to name the likeliest set at
once, where play may or must end, or what the two answers to the best pool cost. Costs add up, so the least of a list of
objectives is found position by position. Tests multiply chances by numbers over one denominator D; costs are
whole numbers, masses times Dᵗ. A memo keeps what a position costs.

Two bounds. A tree of t tests has 2ᵗ ends, and each names one set. Let e be the lesser of the chances of a false answer.
Of the plays in which one set is hidden, k ends hold at most the k greatest of the products of t factors, each e or
1 − e (by induction: no test divides these plays more unevenly). So the plays that end with a right name have at most
the greatest 2ᵗ of all masses times products. And where an end needs a set of the chance ``sure``, play has ended within
j tests in so many plays at most, divided by ``sure``; in all others there is a test more.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from strategist.common.errors import StrategistError
from strategist.model.objective import LOST
from strategist.search.run.erring.erring_positions import Masses, canonical, pools_of

_MOST_MASSES = 1 << 23
"""The most numbers in a memo: some hundreds of megabytes. With more, the search stops as if by the clock."""

Cost = tuple[int, ...]
"""A number for each objective."""


class Halted(StrategistError):
    """The search was asked to stop."""


class Errors(NamedTuple):
    """The chances of a false answer, as parts of a whole: of a positive and of a negative one."""

    whole: int
    positive: int
    negative: int


class Solved(NamedTuple):
    """What a position costs, and the pool to be tested there, 0 where play ends."""

    cost: Cost
    pool: int


class ErringSolver:
    """The costs of positions by some objectives, ``lost`` and ``expected``, in pools of at most ``most`` specimens.

    ``kinds`` are the rates of the specimens, numbered; ``halted`` is asked at each position whether to stop, by
    :class:`Halted`.

    >>> solver = ErringSolver((0,), Errors(10, 1, 1), ["lost"], most=1)
    >>> [solver.solve((3, 1), tests).cost for tests in (0, 1, 2)]
    [(1,), (4,), (22,)]
    """

    def __init__(
        self,
        kinds: tuple[int, ...],
        errors: Errors,
        objectives: Sequence[str],
        most: int,
        sure: Fraction | None = None,
        halted: Callable[[], bool] = lambda: False,
    ) -> None:
        self.kinds, self.errors, self.most, self.sure, self.halted = kinds, errors, most, sure, halted
        self.counts_wrong = [name == LOST.name for name in objectives]
        self.known: dict[tuple[Masses, int], Solved] = {}
        self._shares: list[list[int]] = [[1]]
        self._pools: dict[Masses, list[int]] = {}

    @property
    def nodes(self) -> int:
        """The number of positions that have been searched."""
        return len(self.known)

    def cells(self, masses: Sequence[int], pool: int) -> tuple[list[int], list[int]]:
        """The masses behind a negative and a positive answer."""
        whole, positive, negative = self.errors
        parts = (whole - positive, negative), (positive, whole - negative)
        clear, held = zip(*parts, strict=True)
        return (
            [mass * (held[0] if each & pool else clear[0]) for each, mass in enumerate(masses)],
            [mass * (held[1] if each & pool else clear[1]) for each, mass in enumerate(masses)],
        )

    def ends(self, masses: Sequence[int], tests: int) -> bool:
        """Whether play is over with so many tests left."""
        most, whole = max(masses), sum(masses)
        return tests == 0 or most == whole or (self.sure is not None and most >= self.sure * whole)

    def _named(self, masses: Sequence[int], tests: int) -> Cost:
        """What it costs to name the likeliest set."""
        wrong = (sum(masses) - max(masses)) * self.errors.whole**tests
        return tuple(wrong if counts else 0 for counts in self.counts_wrong)

    def right(self, ordered: Sequence[int], tests: int) -> int:
        """The most mass of plays that end with a right name within so many tests, times Dᵗ; of masses, descending."""
        ends = 1 << tests
        gains = [mass * share for mass in ordered[:ends] if mass for share in self._of_ends(tests)]
        return sum(heapq.nlargest(ends, gains))

    def _of_ends(self, tests: int) -> list[int]:
        """The greatest products of chances of answers, descending, times Dᵗ."""
        while len(self._shares) <= tests:
            error = min(self.errors.positive, self.errors.negative)
            both = [each * part for each in self._shares[-1] for part in (self.errors.whole - error, error) if part]
            self._shares.append(sorted(both, reverse=True))
        return self._shares[tests]

    def bound(self, masses: Sequence[int], tests: int) -> Cost:
        """What a position costs at least."""
        if self.ends(masses, tests):
            return self._named(masses, tests)
        ordered, whole = sorted(masses, reverse=True), sum(masses) * self.errors.whole**tests
        return tuple(
            whole - self.right(ordered, tests) if counts else self._asked(ordered, tests)
            for counts in self.counts_wrong
        )

    def _asked(self, ordered: Sequence[int], tests: int) -> int:
        """The least number of tests in all plays, where play goes on; of masses, descending."""
        if self.sure is None:
            return 0
        asked = whole = sum(ordered) * self.errors.whole**tests
        for made in range(1, tests):
            ended = int(self.right(ordered, made) * self.errors.whole ** (tests - made) / self.sure)
            asked += max(0, whole - ended)
        return asked

    def solve(self, masses: Masses, tests: int) -> Solved:
        """What a position costs, which has its one name."""
        if self.ends(masses, tests):
            return Solved(self._named(masses, tests), 0)
        found = self.known.get((masses, tests))
        if found is not None:
            return found
        if len(self.known) * len(masses) > _MOST_MASSES:
            raise Halted("the search holds too many positions")
        # Where no chance is asked for, a strategy may name a set whenever it likes.
        best = Solved(self._named(masses, tests), 0) if self.sure is None else None
        for bound, pool in self.ranked(masses, tests):
            if best is not None and bound >= best.cost:
                break
            cost = self._cost_of(masses, tests, pool, None if best is None else best.cost)
            if best is None or cost < best.cost:
                best = Solved(cost, pool)
        assert best is not None  # some pool is worth asking
        self.known[masses, tests] = best
        return best

    def ranked(self, masses: Masses, tests: int) -> list[tuple[Cost, int]]:
        """The pools worth asking, each behind what it costs at least, the cheapest first."""
        if masses not in self._pools:
            self._pools[masses] = pools_of(self.kinds, masses, self.most)
        one = self._one_test(masses, tests)
        found = []
        for pool in self._pools[masses]:
            if self.halted():
                raise Halted("the search was stopped")
            bounds = (self.bound(cell, tests - 1) for cell in self.cells(masses, pool))
            found.append((_sum(one, *bounds), pool))
        return sorted(found)

    def _one_test(self, masses: Sequence[int], tests: int) -> Cost:
        each = sum(masses) * self.errors.whole**tests
        return tuple(0 if counts else each for counts in self.counts_wrong)

    def _cost_of(self, masses: Masses, tests: int, pool: int, budget: Cost | None) -> Cost:
        """What a position costs with a pool, if that is below ``budget``; else a bound no lower than that."""
        cells = self.cells(masses, pool)
        costs = [self.bound(cell, tests - 1) for cell in cells]
        one = self._one_test(masses, tests)
        for place in sorted((0, 1), key=lambda each: sum(cells[each])):
            if not any(cells[place]):
                continue
            name, factor, _ = canonical(self.kinds, cells[place])
            costs[place] = tuple(each * factor for each in self.solve(name, tests - 1).cost)
            if budget is not None and _sum(one, *costs) >= budget:
                break
        return _sum(one, *costs)


def _sum(*costs: Cost) -> Cost:
    return tuple(map(sum, zip(*costs, strict=True)))
