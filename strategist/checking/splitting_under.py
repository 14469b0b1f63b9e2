"""A game as the checker of certificates of version 2 sees it: what counting proves under limits, chances and costs.

It is the other half of :mod:`strategist.checking.check_under`. The sections below are what you have to believe of it.
r(k) is the most secrets that are found within k guesses (:func:`~strategist.checking.splitting.reach`), f(S, k, A) the
least cost for the set S.

*Counting with chances and costs.* However they are found, at most r(k) secrets are found within k guesses. Each of the
others asks one question more, which costs its chance times the least cost of a question, or more. So it is cheapest if
the likeliest secrets are found first, and each pays its own guess at the end. With K cells, at most K·r(k) of their
secrets are found within k guesses more. Where secrets are announced, each question of a tree costs the chances of all
secrets below it, at the least cost: Huffman's tree has the least such sum. If the first question has K cells, each
secret pays its chance for it; of more than K secrets, at most K - 1 are then alone in a cell, and all others ask again.

*Classes.* Where it is enough to know the class, f of secrets of one class is 0. The leaves of a tree are such sets.
Move all secrets of a class to the shallowest of its leaves, and cut off the leaves that are empty then: no secret asks
more questions than before, and each class has one leaf. So Huffman's tree over the classes costs no more than any tree
for S, the sizes of classes being their weights for the total, and their chances, at the least cost, for what is
expected. With R responses, k questions tell at most R^k classes apart.

*Lost secrets.* For the objective ``lost``, f(S, k, A) is the least sum of the chances of secrets that are not found
within k guesses, or of their number where there are no chances. Asking costs nothing. With no guess left all of S are
lost, but a single secret that need only be announced is not. At most r(k) secrets are found, or of more than R^k that
are announced R^k - 1, because those that are not told apart share a leaf. The lightest of all others are lost at best.
With K cells, at most K·r(k) secrets of them are found within k guesses more.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from strategist.checking.demands import Mask
from strategist.checking.splitting import NEVER, Further, Ground, Indices, Places, different_in_columns, reach
from strategist.model.game import Game

INFINITE = 1 << 62
"""The cost of a set that cannot be solved."""
_MOST_LISTED = 1 << 22
"""The number of responses that are listed together, unless one set has more."""
_MOST_SORTED = 1 << 18
"""The number of responses that are sorted together: few enough for the processor's cache."""


class GroundUnder(Ground):
    """A game as this checker sees it, for one objective: ``total``, ``depth``, ``expected`` or ``lost``.

    ``places`` are the indices of the candidates among the secrets of the game, and ``questions`` those of the columns
    of the table among its guesses, if they are not all.
    """

    def __init__(
        self,
        game: Game,
        places: Sequence[int],
        table: NDArray[np.unsignedinteger],
        objective: str,
        guess_of: NDArray[np.signedinteger] | None = None,
        questions: Sequence[int] | None = None,
    ) -> None:
        codes = [game.secrets[place] for place in places]
        if game.classes is not None and guess_of is None:
            # Secrets of classes have no guess of their own.
            guess_of = np.zeros(len(codes), dtype=np.int64)
        super().__init__(game, codes, table, "depth" if objective == "depth" else "total", guess_of)
        self.weighed = objective == "expected"
        self.loses = objective == "lost"
        self.uniform = not self.weighed and not self.loses and game.classes is None
        """Whether counting needs no more than the sizes of sets."""
        self.kinds: Indices | None = None
        """The class of each candidate; None where secrets have no classes."""
        if game.classes is not None:
            self.kinds = np.array([game.classes[place] for place in places], dtype=np.int64)
        self.weights = np.array([game.weight_of(place) for place in places], dtype=np.int64)
        asked = range(game.question_count) if questions is None else questions
        self.costs = np.array([game.cost_of(guess) for guess in asked], dtype=np.int64)
        self.cheapest = min(map(game.cost_of, range(game.question_count)))
        count = len(codes)
        if game.announces:
            self.within = [1]
            while self.within[-1] < count and self.branches > 1:
                self.within.append(self.branches * self.within[-1])
            self.alone = np.zeros(count, dtype=np.int64)
        else:
            assert self.room is not None  # only announcing games have none
            self.within = reach(count, self.room)
            self.alone = self.weights * self.costs[self.guess_of]
            # before[i] is the number of questions before the one that finds secret i in the cheapest case.
            self.before = np.searchsorted(self.within, np.arange(count), side="right") - 1
        self.sums = lru_cache(1 << 16)(self._summed)

    def most_within(self, left: int) -> int:
        """The most secrets that any strategy finds within ``left`` guesses."""
        return self.within[min(left, len(self.within) - 1)]

    def counted(self, name: bytes, left: int | None) -> int:
        """The cost of a set that counting proves."""
        if self.loses:
            return self._lost(self.members(name), self._found_of(self.size(name), left))
        if self.kinds is not None:
            return self._by_classes(name, left)
        size = self.size(name)
        if left is not None and size > self.most_within(left):
            return INFINITE
        if self.weighed:
            return self.sums(name)
        return self._finite(int(self.least[size]))

    def _lost(self, members: Indices, found: int) -> int:
        """The chances of all members but the ``found`` likeliest."""
        return int(np.sort(self.weights[members])[: max(0, len(members) - found)].sum())

    def _found_of(self, size: int, left: int | None) -> int:
        """The most of ``size`` secrets that any strategy finds within ``left`` guesses."""
        if left is None:
            return size
        if not self.game.announces:
            return self.within[min(left, len(self.within) - 1)] if left else 0
        most = self.branches**left
        return size if size <= most else most - 1

    def is_pure(self, candidates: Indices) -> bool:
        """Whether no question is needed: one secret is left where secrets are announced, or one class."""
        if self.kinds is None:
            return self.game.announces and len(candidates) == 1
        return bool((self.kinds[candidates] == self.kinds[candidates[0]]).all())

    def _by_classes(self, name: bytes, left: int | None) -> int:
        """The cost of a set that counting its classes proves."""
        assert self.kinds is not None
        members = self.members(name)
        kinds = self.kinds[members]
        number = len(np.unique(kinds))
        if number == 1:
            return 0
        depth = next((depth for depth, most in enumerate(self.within) if most >= number), None)
        if depth is None or (left is not None and depth > left):
            return INFINITE
        if self.objective == "depth":
            return depth
        return self.sums(name)

    def _finite(self, cost: int) -> int:
        return INFINITE if cost >= NEVER else cost

    def _summed(self, name: bytes) -> int:
        members = self.members(name)
        if self.kinds is not None:
            worths = self.weights[members] if self.weighed else np.ones(len(members), dtype=np.int64)
            of_classes = np.zeros(int(self.kinds.max()) + 1, dtype=np.int64)
            np.add.at(of_classes, self.kinds[members], worths)
            least_cost = self.cheapest if self.weighed else 1
            return least_cost * huffman(of_classes[of_classes > 0].tolist(), self.branches)
        weights = np.sort(self.weights[members])[::-1]
        if self.game.announces:
            return self.cheapest * huffman(weights.tolist(), self.branches)
        if len(members) > self.within[-1]:
            return INFINITE
        return int(self.alone[members].sum()) + self.cheapest * int(weights @ self.before[: len(members)])

    def asking(self, guess: int, candidates: Indices) -> int:
        """What a guess itself costs."""
        if self.weighed:
            return int(self.costs[guess]) * int(self.weights[candidates].sum())
        if self.loses:
            return 0
        return 1 if self.objective == "depth" else len(candidates)

    def cost_under(self, guess: int, candidates: Indices, bounds: Iterable[int]) -> int:
        """The cost of a guess, from the bounds of its cells."""
        if self.objective == "depth":
            return min(INFINITE, 1 + max(bounds, default=0))
        return min(INFINITE, self.asking(guess, candidates) + sum(bounds))

    def open_under(self, candidates: Indices, bound: int, left: int | None) -> Indices:
        """The guesses whose number of cells alone does not prove that they cost ``bound`` or more."""
        size, questions = len(candidates), self.table.shape[1]
        if self.kinds is not None:
            cells = self.count_cells(candidates[np.newaxis])[0].astype(np.int64)
            asked = np.full(questions, 1 if self.objective == "depth" else size, dtype=np.int64)
            if self.weighed:
                asked = self.costs * int(self.weights[candidates].sum())
            return np.flatnonzero((cells > 1) & (asked < bound)) if left != 0 else np.empty(0, dtype=np.int64)
        solving = np.zeros(questions, dtype=np.int64)
        if not self.game.announces:
            solving[self.guess_of[candidates]] = 1
        cells = self.count_cells(candidates[np.newaxis])[0].astype(np.int64)
        told = (cells > 1) | (solving == 1)
        if self.loses:
            return self._open_where_some_are_lost(candidates, bound, left, solving, np.flatnonzero(told))
        if left is not None:
            # The largest cell has at least this number of secrets.
            largest = -((solving - size) // np.maximum(cells - solving, 1))
            told &= largest <= (self.most_within(left - 1) if left else -1)
        if not self.weighed:
            return np.flatnonzero(told & (self.by_cells(size)[solving, cells] < bound))
        costs = self._weighed_by_cells(candidates)[solving, cells] + self.costs * int(self.weights[candidates].sum())
        if not self.game.announces:
            costs[self.guess_of[candidates]] -= self.alone[candidates]
        return np.flatnonzero(told & (costs < bound))

    def open_among(
        self, sets: Places, allowed: Sequence[Indices], bounds: Indices, lefts: Sequence[int | None]
    ) -> tuple[Indices, Indices]:
        """The result of :meth:`open_under` for many sets, among the guesses ``allowed`` at each: the rows of the sets,
        ascending, and a guess for each row. Only for objectives that count every secret alike.

        ``sets`` is ``[count, size]``, a set in each row, and ``bounds`` is ``int64[count]``.
        """
        most = np.array([len(self.candidates) if left is None else self.most_within(left - 1) for left in lefts])
        found = []
        ends, pairs = np.cumsum(list(map(len, allowed))), _MOST_LISTED // sets.shape[1]
        first = 0
        while first < len(sets):
            last = max(first + 1, int(np.searchsorted(ends, pairs + (ends[first - 1] if first else 0))))
            rows = np.repeat(np.arange(first, last), list(map(len, allowed[first:last])))
            guesses = np.concatenate(allowed[first:last])
            is_open = self._are_open(sets[rows], guesses, bounds[rows], most[rows])
            found.append((rows[is_open], guesses[is_open]))
            first = last
        every = [np.concatenate(each) for each in zip(*found, strict=True)]
        return every[0], every[1]

    def _are_open(self, sets: Places, guesses: Indices, bounds: Indices, most: Indices) -> Mask:
        """Whether the number of cells leaves each guess open at the set beside it; ``most`` secrets are found at most
        in one cell."""
        size = sets.shape[1]
        cells, solving = np.empty((2, len(guesses)), dtype=np.int64)
        width = max(1, _MOST_SORTED // size)
        for start in range(0, len(guesses), width):
            part = slice(start, start + width)
            # The responses lie in memory as the sets do.
            answers = self.table[np.ascontiguousarray(sets[part].T), guesses[part]]
            solving[part] = (answers == self.solved_response).any(axis=0)
            cells[part] = different_in_columns(answers)
        # The largest cell has at least this number of secrets.
        largest = -((solving - size) // np.maximum(cells - solving, 1))
        told = ((cells > 1) | (solving == 1)) & (largest <= most)
        is_open: Mask = told & (self.by_cells(size)[solving, cells] < bounds)
        return is_open

    def fewest_too_many(self, lefts: Sequence[int | None]) -> Iterator[int]:
        """For each limit in ``lefts``, the least number of secrets that cannot all be found after the first of the
        guesses left."""
        return (1 + self.most_within(left - 1) for left in lefts if left is not None)

    def further_lows(self, found: Further, lefts: Sequence[int | None]) -> Indices:
        """``int64[cells]``: what counting proves of the cells of guesses; ``lefts`` are the guesses left when each
        is made."""
        within = [self.most_within(left - 1) if left is not None else len(self.candidates) for left in lefts]
        most = np.array(within, dtype=np.int64)[found.rows][found.pair_of]
        return np.where(found.sizes > most, INFINITE, self.least[found.sizes])

    def further_costs_under(self, found: Further, lows: Indices) -> Indices:
        """``int64[guesses]``: the cost of each guess, from the bounds of its cells, some of which may be infinite."""
        costs = self.further_costs(found, np.where(lows >= INFINITE, 0, lows))
        costs[found.pair_of[lows >= INFINITE]] = INFINITE
        return costs

    def _open_where_some_are_lost(
        self, candidates: Indices, bound: int, left: int | None, solving: NDArray[np.int64], guesses: Indices
    ) -> Indices:
        if left is None or left == 0:
            return guesses if left is None else guesses[:0]
        cells = self.count_cells(candidates[np.newaxis])[0].astype(np.int64)
        most = self.within[min(left - 1, len(self.within) - 1)] if left > 1 or self.game.announces else 0
        # Of the cells none has fewer than one secret, and none finds more than this.
        lightest = np.concatenate(([0], np.cumsum(np.sort(self.weights[candidates]))))
        found = np.minimum(solving + (cells - solving) * most, len(candidates))
        lost: NDArray[np.int64] = lightest[len(candidates) - found][guesses]
        return np.compress(lost < bound, guesses)

    def _weighed_by_cells(self, candidates: Indices) -> NDArray[np.int64]:
        """``int64[2, cells + 1]``: what a guess with K cells costs beyond asking it; row 1 for a candidate, which finds
        itself and pays nothing for that."""
        size = len(candidates)
        weights = np.sort(self.weights[candidates])[::-1]
        table = np.zeros((2, min(size, self.game.response_count) + 1), dtype=np.int64)
        for cells in range(1, table.shape[1]):
            if self.game.announces:
                again = int(weights[cells - 1 :].sum()) if size > cells else 0
                table[:, cells] = self.cheapest * again
                continue
            for solving in (0, 1):
                others = cells - solving
                places = np.arange(size - solving) // max(1, others)
                later = int(weights[solving:] @ self.before[places]) if others else 0
                table[solving, cells] = int(self.alone[candidates].sum()) + self.cheapest * later
        return table


def before(left: int | None) -> int | None:
    """The guesses left after one guess has been made; None for no limit."""
    return None if left is None else left - 1


def huffman(weights: Sequence[int], branches: int) -> int:
    """The least sum, over all trees with at most ``branches`` branches at each question, of the weights below
    each question.

    >>> huffman([4, 2, 1, 1], 2), huffman([4, 2, 1, 1], 3), huffman([7], 2)
    (14, 10, 0)
    """
    if len(weights) < 2:
        return 0
    if branches < 2:
        return INFINITE
    heap = list(weights)
    heapq.heapify(heap)
    total, taken = 0, 2 + (len(heap) - 2) % (branches - 1)
    while len(heap) > 1:
        merged = sum(heapq.heappop(heap) for _ in range(taken))
        heapq.heappush(heap, merged)
        total, taken = total + merged, branches
    return total
