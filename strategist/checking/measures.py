"""What positions cost, regime by regime: what asking costs, how the costs of cells join, and what counting proves.

A :class:`~strategist.checking.measure.Measure` is chosen once for a proof (:func:`measure_of`), and nothing else tests
which regime it is. The sections below are what you have to believe of it. f(S, k, A) is as in
:mod:`strategist.checking.proof`, and r(k) is the most secrets that any strategy finds within k guesses
(:func:`~strategist.checking.counted_bounds.found_within`).

*Every secret alike.* The cost of n secrets is at least that of :func:`~strategist.checking.counted_bounds.least`, and
infinite if n is more than r(k). With K cells, a guess is cheapest if its secrets are spread evenly over them
(:meth:`~strategist.checking.measure.Uniform.by_size`), and its largest cell has n / K secrets or more.

*Tariffs.* The same, but the (k + 1)-th guess costs its step for each of the at least n - r(k) secrets that need more
than k guesses. No step is negative, so the least cost of n secrets is convex as the total is.

*Chances and costs.* However they are found, at most r(k) secrets are found within k guesses. Each of the others asks
one question more, which costs its chance times the least cost of a question, or more. So it is cheapest if the
likeliest secrets are found first, and each pays its own guess at the end. With K cells, at most K·r(k) of their secrets
are found within k guesses more. Where secrets are announced, each question of a tree costs the chances of all secrets
below it, at the least cost: Huffman's tree has the least such sum. If the first question has K cells, each secret pays
its chance for it; of more than K secrets, at most K - 1 are then alone in a cell, and all others ask again.

*Classes.* The leaves of a tree are then sets of secrets of one class. Move all secrets of a class to the shallowest of
its leaves, and cut off the leaves that are empty then: no secret asks more questions than before, and each class has
one leaf. So what is said above of secrets that are announced holds of classes, of which the weight is the sum of the
chances, or for the total the number, of their secrets. With R responses, k questions tell at most R^k classes apart.

*Lost secrets.* Asking costs nothing. With no guess left all of S are lost, but a single secret, or class, that need
only be announced is not. At most r(k) secrets are found, or of more than R^k that are announced R^k - 1, because those
that are not told apart share a leaf. The lightest of all others are lost at best. With K cells, at most K·r(k) secrets
of them are found within k guesses more.

*Cores.* The cost is infinite or not known. Two secrets cannot be found within one guess, since a guess is not both.
Where secrets are only announced, two cannot be told apart by no question at all.
"""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import INFINITE, Indices, huffman, least_by_tariff
from strategist.checking.ground import CheckedGame, Sets
from strategist.checking.measure import Measure, Uniform
from strategist.files.versions.core_columns import last_level


class _ByLeaves(Measure):
    """Regimes in which sets cost more than their size says: by the weights of what has to be told apart."""

    def __init__(self, ground: CheckedGame, objective: str) -> None:
        super().__init__(ground, objective)
        game = ground.game
        self.kinds: Indices | None = None
        """The class of each candidate; None where secrets have no classes."""
        if game.classes is not None:
            self.kinds = np.array([game.classes[place] for place in ground.places], dtype=np.int64)
        self._worths = ground.weights
        if objective in ("total", "depth"):
            self._worths = np.ones_like(ground.weights)

    def is_pure(self, name: bytes) -> bool:
        """Whether no question is needed: one secret is left where secrets are announced, or one class."""
        return self.ground.game.announces and len(self._leaves(self.ground.members(name))) == 1

    def _leaves(self, members: Indices) -> Indices:
        """The weights of the secrets, or of their classes, descending."""
        worths = self._worths[members]
        if self.kinds is not None:
            of_classes = np.zeros(int(self.kinds.max()) + 1, dtype=np.int64)
            np.add.at(of_classes, self.kinds[members], worths)
            worths = of_classes[of_classes > 0]
        return np.sort(worths)[::-1]


class Weighed(_ByLeaves):
    """``expected`` with chances and costs; and ``total`` and ``depth`` where it is enough to know the class."""

    def __init__(self, ground: CheckedGame, objective: str) -> None:
        super().__init__(ground, objective)
        game = ground.game
        costs = map(game.cost_of, range(game.question_count))
        self._cheapest = min(costs) if objective == "expected" else 1
        # Where secrets are announced, none is found by a question of its own.
        self._alone = (
            np.zeros_like(ground.weights) if game.announces else ground.weights * ground.costs[ground.guess_of]
        )
        # _waits[i] is the number of questions before the one that finds secret i in the cheapest case.
        self._waits = np.searchsorted(self.within, np.arange(ground.count), side="right") - 1
        self._summed = lru_cache(1 << 16)(self._sum)

    def counted(self, name: bytes, left: int | None) -> int:
        """The cost of a set that the weights of its secrets or classes prove."""
        number, cost = self._summed(name)
        depth = bisect_left(self.within, number)
        if depth == len(self.within) or (left is not None and depth > left):
            return INFINITE
        return depth if self.deep else cost

    def _sum(self, name: bytes) -> tuple[int, int]:
        """How many secrets or classes have to be told apart, and what that costs without a limit."""
        members = self.ground.members(name)
        leaves = self._leaves(members)
        if self.ground.game.announces:
            return len(leaves), self._cheapest * huffman(leaves.tolist(), self.ground.branches)
        later = int(leaves @ self._waits[: len(leaves)])
        return len(leaves), int(self._alone[members].sum()) + self._cheapest * later

    def by_cells(self, candidates: Indices, left: int | None, cells: Indices, solving: Indices) -> Indices:
        """``int64[questions]``: what guesses with these numbers of cells cost at least."""
        leaves, guesses = self._leaves(candidates), np.arange(len(cells))
        costs = self.asking(candidates[np.newaxis], np.zeros_like(guesses), guesses)
        if not self.deep:
            costs += self._later(candidates, leaves)[solving, cells]
        if not self.ground.game.announces:
            # A candidate finds itself, and pays nothing more for that.
            costs[self.ground.guess_of[candidates]] -= self._alone[candidates]
        if left is not None:
            # The largest cell has at least this number of them.
            largest = -((solving - len(leaves)) // np.maximum(cells - solving, 1))
            costs[largest > self.most_within(left - 1)] = INFINITE
        return costs

    def _later(self, candidates: Indices, leaves: Indices) -> NDArray[np.int64]:
        """``int64[2, cells + 1]``: what a guess with K cells costs beyond asking it; row 1 for a candidate."""
        size = len(candidates)
        table = np.zeros((2, min(size, self.ground.game.response_count) + 1), dtype=np.int64)
        for cells in range(1, table.shape[1]):
            if self.ground.game.announces:
                table[:, cells] = self._cheapest * int(leaves[cells - 1 :].sum() if len(leaves) > cells else 0)
                continue
            for solving in (0, 1):
                others = cells - solving
                places = np.arange(size - solving) // max(1, others)
                later = int(leaves[solving:] @ self._waits[places]) if others else 0
                table[solving, cells] = int(self._alone[candidates].sum()) + self._cheapest * later
        return table


class ByTariff(Uniform):
    """The cost by a tariff of positions where ``made`` guesses were made: what the cells of a guess cost is counted
    after one more, and so are ``least`` and the spread over cells."""

    def __init__(self, ground: CheckedGame, tariff: tuple[int, ...], made: int = 0) -> None:
        super().__init__(ground, "total")
        self._tariff = tariff
        self._others: dict[int, ByTariff] = {}
        self._begin(made)

    def _begin(self, made: int) -> None:
        self._made = made
        self._own = least_by_tariff(self.ground.count, self.within, self._tariff, made)
        self.least = self._convex = least_by_tariff(self.ground.count, self.within, self._tariff, made + 1)
        self._by_size = {}
        self.fewest = lru_cache(1 << 16)(self.fewest_cells)

    def at(self, made: int) -> ByTariff:
        """The measure of positions where ``made`` guesses were made."""
        made = min(made, len(self._tariff) - 1)
        if made not in self._others:
            # All share what was measured of the game.
            self._others[made] = self if made == self._made else copy(self)
            self._others[made]._begin(made)
        return self._others[made]

    def _step(self, made: int) -> int:
        return self._tariff[min(made, len(self._tariff) - 1)]

    def asking(self, sets: Sets, rows: Indices, guesses: Indices) -> Indices:
        """``int64[guesses]``: what each guess itself costs."""
        return np.full(len(guesses), self._step(self._made) * sets.shape[1], dtype=np.int64)

    def by_size(self, size: int) -> NDArray[np.int64]:
        """``int64[2, cells + 1]``: the least cost of a guess with K cells, as in any regime where all are alike."""
        if size not in self._by_size:
            asked, below = self._step(self._made) * size, self._convex.tolist()
            table = np.full((2, min(size, self.ground.game.response_count) + 1), INFINITE, dtype=np.int64)
            for solving in (0, 1):
                for cells in range(2, table.shape[1]):
                    low, more = divmod(size - solving, cells - solving)
                    if low:
                        spread = (cells - solving - more) * below[low] + (more and more * below[low + 1])
                        table[solving, cells] = min(asked + spread, INFINITE)
            if size == 1:
                table[1, 1] = asked
            self._by_size[size] = table
        return self._by_size[size]


class Lost(_ByLeaves):
    """The secrets that are not found within the guesses left."""

    loses = True

    def counted(self, name: bytes, left: int | None) -> int:
        """The chances of all secrets but the likeliest that can be found."""
        leaves = self._leaves(self.ground.members(name))
        found = len(leaves)
        if left is not None and found > self.most_within(left):
            found = self.most_within(left) - self.ground.game.announces
        return int(leaves[found:].sum())

    def by_cells(self, candidates: Indices, left: int | None, cells: Indices, solving: Indices) -> Indices:
        """``int64[questions]``: what is lost with these numbers of cells at least."""
        if left is None:
            return np.zeros_like(cells)
        leaves = self._leaves(candidates)
        lost = np.concatenate((np.cumsum(leaves[::-1])[::-1], [0]))
        found = np.minimum(solving + (cells - solving) * self.most_within(left - 1), len(leaves))
        return np.asarray(lost[found], dtype=np.int64)


class Within(Measure):
    """Whether sets can be solved at all within the guesses left: what proves cores."""

    def __init__(self, ground: CheckedGame) -> None:
        super().__init__(ground, "depth", of_any_game=True)
        self._last = last_level(ground.game)

    def counted(self, name: bytes, left: int | None) -> int:
        """Infinite for two secrets or more with too few guesses left to tell them apart one by one; else 0."""
        assert left is not None
        return INFINITE if left < self._last and self.ground.size(name) > 1 else 0

    def _open(self, candidates: Indices, bound: int, left: int | None) -> Indices:
        if left != self._last:
            return np.arange(self.ground.table.shape[1])
        return np.flatnonzero(self.ground.count_cells(candidates[np.newaxis])[0] >= len(candidates))

    def is_pure(self, name: bytes) -> bool:
        """False: a core has two secrets or more."""
        return False


def measure_of(ground: CheckedGame, objective: str, tariff: tuple[int, ...] = ()) -> Measure:
    """The measure of an objective in a game, or of a tariff where no guess was made."""
    if tariff:
        return ByTariff(ground, tariff)
    if objective == "lost":
        return Lost(ground, objective)
    if objective == "expected" or ground.game.classes is not None:
        return Weighed(ground, objective)
    return Uniform(ground, objective)
