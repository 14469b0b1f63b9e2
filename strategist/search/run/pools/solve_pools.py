"""The least expected number of tests: branch and bound over positions by their structure.

A position of mass m (the chances of the sets that are left) costs m for its next pool, and what its two answers cost.
It costs at least what Huffman's code for its sets does, for that is the least with any questions of yes or no: the
bound by which pools are tried in order, and left out. All numbers are whole and exact. What a position costs depends on
its name alone, so a memo keeps exact costs and lower bounds.

Sources: D. A. Huffman, "A method for the construction of minimum-redundancy codes", Proceedings of the IRE 40 (1952);
M. Sobel and P. A. Groll, "Group testing to eliminate efficiently all defectives in a binomial sample", Bell System
Technical Journal 38 (1959).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from strategist.common.errors import StrategistError
from strategist.search.run.pools.pool_positions import Open, Reached, after, missing, pools_of


class Halted(StrategistError):
    """The search was asked to stop."""


Shares = Sequence[tuple[int, int]]
"""For each kind whole numbers in the proportion of its chances of being negative and positive."""


def huffman(weights: Sequence[tuple[int, int]]) -> int:
    """The cost of Huffman's code for weights, each given with how many there are of it, ascending.

    Equal weights are joined in pairs, all at once.

    >>> huffman([(1, 4)]), huffman([(1, 2), (2, 1)]), huffman([(1, 1), (2, 1), (3, 1)])
    (8, 6, 9)
    """
    heap = [(weight, count) for weight, count in weights if count]
    heapq.heapify(heap)
    cost = 0
    while heap:
        weight, count = heapq.heappop(heap)
        while heap and heap[0][0] == weight:
            count += heapq.heappop(heap)[1]
        if count > 1:
            cost += 2 * weight * (count // 2)
            heapq.heappush(heap, (2 * weight, count // 2))
            if count & 1:
                heapq.heappush(heap, (weight, 1))
        elif heap:
            other, more = heapq.heappop(heap)
            cost += weight + other
            heapq.heappush(heap, (weight + other, 1))
            if more > 1:
                heapq.heappush(heap, (other, more - 1))
    return cost


@dataclass(slots=True)
class Known:
    """What is known of a position: it costs ``least`` at least, and exactly that with ``pool``, unless it is 0."""

    least: int
    pool: int = 0


@dataclass(frozen=True, slots=True)
class _Ground:
    """What the rates say of a position: its mass, and sets as bits, those that are left and those of each weight."""

    mass: int
    left: int
    weights: tuple[tuple[int, int], ...]


class PoolSolver:
    """The costs of positions with specimens of these kinds, in pools of at most ``most``.

    ``halted`` is asked at each position whether to stop, by :class:`Halted`.

    >>> solver = PoolSolver([(19, 1)], most=4)
    >>> solver.solve(Open((0, 0, 0, 0), ())) / 20**4
    1.504625
    """

    def __init__(self, shares: Shares, most: int, halted: Callable[[], bool] = lambda: False) -> None:
        self.shares, self.most, self.halted = shares, most, halted
        self.known: dict[Open, Known] = {}
        self.nodes = 0
        self._grounds: dict[Open, _Ground] = {}
        self._levels: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}
        self._codes: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self._children: dict[tuple[Open, int], tuple[Reached, Reached]] = {}

    def _levels_of(self, kinds: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """The weights of sets of specimens of these kinds, ascending, each with the sets that have it, as bits."""
        found = self._levels.get(kinds)
        if found is None:
            weights = [1]
            for kind in kinds:
                negative, positive = self.shares[kind]
                weights = [each * negative for each in weights] + [each * positive for each in weights]
            levels: dict[int, int] = {}
            for number, weight in enumerate(weights):
                levels[weight] = levels.get(weight, 0) | 1 << number
            found = self._levels[kinds] = tuple(sorted(levels.items()))
        return found

    def ground(self, position: Open) -> _Ground:
        """The sets that are left at a position, with their weights."""
        found = self._grounds.get(position)
        if found is None:
            count, levels = len(position.kinds), self._levels_of(position.kinds)
            left = (1 << (1 << count)) - 1
            for hit in position.hits:
                left &= ~missing(count, hit)
            mass = sum(weight * (left & sets).bit_count() for weight, sets in levels)
            found = self._grounds[position] = _Ground(mass, left, levels)
        return found

    def _code(self, kinds: tuple[int, ...], ground: _Ground, left: int) -> tuple[int, int]:
        """The mass of some sets and the cost of Huffman's code for them."""
        counts = tuple((left & sets).bit_count() for _, sets in ground.weights)
        mass = sum(weight * count for (weight, _), count in zip(ground.weights, counts, strict=True))
        cost = self._codes.get((kinds, counts))
        if cost is None:
            cost = huffman([(weight, count) for (weight, _), count in zip(ground.weights, counts, strict=True)])
            self._codes[kinds, counts] = cost
        return mass, cost

    def look(self, position: Open) -> Known:
        """What is known of a position: Huffman's bound at least."""
        found = self.known.get(position)
        if found is None:
            ground = self.ground(position)
            found = self.known[position] = Known(self._code(position.kinds, ground, ground.left)[1])
        return found

    def scaled(self, position: Open, reached: Reached) -> int:
        """The factor of what becomes known with an answer: a cost below it, times this, is one at the position."""
        return math.prod(
            self.shares[kind][reached.positive >> place & 1]
            for place, kind in enumerate(position.kinds)
            if (reached.negative | reached.positive) >> place & 1
        )

    def ranked(self, position: Open) -> list[tuple[int, int]]:
        """The pools worth asking, each behind what it costs at least, the cheapest first."""
        ground, kinds = self.ground(position), position.kinds
        found = []
        for pool in pools_of(position, self.most):
            sets = missing(len(kinds), pool)
            negative, positive = (self._code(kinds, ground, ground.left & each) for each in (sets, ~sets))
            found.append((ground.mass + negative[1] + positive[1], pool))
        return sorted(found)

    def children(self, position: Open, pool: int) -> tuple[Reached, Reached]:
        """What a negative and a positive answer lead to."""
        found = self._children.get((position, pool))
        if found is None:
            found = self._children[position, pool] = (after(position, pool, False), after(position, pool, True))
        return found

    def solve(self, position: Open, budget: int | None = None) -> int:
        """What a position costs, if that is below ``budget``; else a bound that is no lower than that."""
        if not position.kinds:
            return 0
        found = self.look(position)
        if found.pool or (budget is not None and found.least >= budget):
            return found.least
        if self.halted():
            raise Halted("the search was stopped")
        self.nodes += 1
        mass = self.ground(position).mass
        best, choice, least = budget, 0, None
        for bound, pool in self.ranked(position):
            if best is not None and bound >= best:
                least = bound if least is None else min(least, bound)
                break
            cost = self._pool_cost(position, pool, mass, best)
            if best is None or cost < best:
                best, choice = cost, pool
            least = cost if least is None else min(least, cost)
        assert best is not None and least is not None  # where a specimen is open, some pool is worth asking
        if choice:
            found.least, found.pool = best, choice
            return best
        found.least = max(found.least, least)
        return found.least

    def _pool_cost(self, position: Open, pool: int, mass: int, budget: int | None) -> int:
        """What a position costs with a pool, if that is below ``budget``; else a bound no lower than that."""
        parts = [(each, self.scaled(position, each)) for each in self.children(position, pool)]
        bounds = [self.look(each.position).least * factor if each.position.kinds else 0 for each, factor in parts]
        total = mass + sum(bounds)
        # The smaller part first: it is the sooner decided.
        for place in sorted((0, 1), key=lambda each: len(parts[each][0].position.kinds)):
            if budget is not None and total >= budget:
                return total
            reached, factor = parts[place]
            room = None if budget is None else -(-(budget - total + bounds[place]) // factor)
            total += self.solve(reached.position, room) * factor - bounds[place]
        return total

    def greedy(self, position: Open) -> int:
        """The cost of the tree that asks the pool with the lowest bound everywhere."""
        costs: dict[Open, int] = {}

        def cost_of(each: Open) -> int:
            if not each.kinds:
                return 0
            if each not in costs:
                if self.halted():
                    raise Halted("the search was stopped")
                answers = self.children(each, self.ranked(each)[0][1])
                below = sum(cost_of(answer.position) * self.scaled(each, answer) for answer in answers)
                costs[each] = self.ground(each).mass + below
            return costs[each]

        return cost_of(position)
