"""Good sets of so many questions, by exchanging one question at a time; and a first one, greedily.

Each step looks at all exchanges of one question of the set for one outside, and makes the one that leaves the fewest
pairs of candidates together, each counted by its weight. What has just been exchanged stays for some steps. A pair that
is together after a step weighs one more from then on, so that pairs which are hard to tell apart count most in the end.
Draws come from a generator with a fixed seed, and the number of steps follows from the size of the game: the same game
has the same result everywhere, unless a search is stopped.

Source: the weights are those of P. Morris, "The breakout method for escaping from local
minima", AAAI (1993); for covers, S. Cai, K. Su and A. Sattar, "Local search with edge weighting and configuration
checking heuristics for minimum vertex cover", Artificial Intelligence 175 (2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.search.static.partitions import Partitions

_WORK = 3 * 10**10
"""The answers that may be looked at, for one number of questions."""
MOST_STEPS = 2000
_MOST_PAIRS = 20_000
"""The pairs that are looked at together: of more, those of neighbors in a cell."""
_WEIGHTS = 1 << 20
"""Pairs share weights where there are more."""
_BLOCK = 32
"""Pairs whose answers fit into the processor's cache."""
_KEPT = (3, 12)
"""For how many steps a question that was taken out stays out: drawn from this range, the end left out."""
_NEW = 2
"""For how many steps a question that was taken in stays in."""

Numbers = NDArray[np.int64]


def exchanged_set(
    partitions: Partitions, count: int, stopped: Callable[[], bool], steps: int = MOST_STEPS
) -> list[int] | None:
    """So many questions that tell all candidates apart; None if ``steps`` have not found any, which proves nothing.

    >>> from strategist.games.catalog import make_game
    >>> partitions = Partitions(make_game("mastermind(2,4,feedback=black)"), range(16))
    >>> len(exchanged_set(partitions, 4, lambda: False)), exchanged_set(partitions, 3, lambda: False)
    (4, None)
    """
    if count == 0:
        return [] if partitions.tells_all([]) else None
    search = _Exchange(partitions, count)
    for _ in range(steps):
        if not search.left:
            return sorted(search.chosen)
        if stopped() or search.work > _WORK:
            return None
        search.step()
    return None if search.left else sorted(search.chosen)


class _Exchange:
    def __init__(self, partitions: Partitions, count: int) -> None:
        self.partitions, self.draw = partitions, np.random.default_rng(count)
        self.answers = np.ascontiguousarray(partitions.table.T)
        self.weights = np.ones(_WEIGHTS)
        self.work = self.steps = 0
        questions = len(partitions.table)
        self.free_to_enter = np.zeros(questions, dtype=np.int64)
        """The step from which a question may come in."""
        self.free_to_leave = np.zeros(questions, dtype=np.int64)
        self.chosen: list[int] = []
        count = min(count, questions)
        while len(self.chosen) < count:
            together = self._together(open_pairs(partitions, self.chosen))
            together[self.chosen] = np.inf
            self.chosen.append(int(self.draw.choice(np.flatnonzero(together == together.min()))))
        self.left = len(open_pairs(partitions, self.chosen)[0])

    def _together(self, pairs: tuple[Numbers, Numbers]) -> NDArray[np.float64]:
        self.work += len(pairs[0]) * len(self.partitions.table)
        return weight_together(self.answers, *pairs, self.weights[self._named(pairs)])

    def _named(self, pairs: tuple[Numbers, Numbers]) -> Numbers:
        """Where the weights of pairs are."""
        return (pairs[0] * len(self.answers) + pairs[1]) % _WEIGHTS

    def step(self) -> None:
        """Exchange one question."""
        self.steps += 1
        best: tuple[float, float, int, int] | None = None
        for place, old in enumerate(self.chosen):
            if self.free_to_leave[old] > self.steps:
                continue
            rest = [each for each in self.chosen if each != old]
            together = self._together(open_pairs(self.partitions, rest))
            together[self.free_to_enter > self.steps] = np.inf
            together[self.chosen] = np.inf
            new = int(together.argmin())
            exchange = (float(together[new]), float(self.draw.random()), place, new)
            if together[new] < np.inf and (best is None or exchange < best):
                best = exchange
        if best is None:
            return
        _, _, place, new = best
        self.free_to_enter[self.chosen[place]] = self.steps + int(self.draw.integers(*_KEPT))
        self.free_to_leave[new] = self.steps + _NEW
        self.chosen[place] = new
        pairs = open_pairs(self.partitions, self.chosen)
        self.left = len(pairs[0])
        np.add.at(self.weights, self._named(pairs), 1)


def open_pairs(partitions: Partitions, questions: Sequence[int]) -> tuple[Numbers, Numbers]:
    """``int64[pairs]`` each: the pairs of candidates that questions do not tell apart, but ought to, the lower one
    first; of very many, some.

    >>> from strategist.games.catalog import make_game
    >>> open_pairs(Partitions(make_game("mastermind(1,4)"), range(4)), [1])
    (array([0, 2, 0]), array([2, 3, 3]))
    """
    codes, classes = partitions.codes(questions), partitions.classes
    order = np.argsort(codes, kind="stable")
    codes, ones, others, found = codes[order], [], [], 0
    for apart in range(1, len(codes)):
        at = np.flatnonzero(codes[apart:] == codes[:-apart])
        if not len(at):
            break
        one, other = order[at], order[at + apart]
        needed = classes[one] != classes[other]
        ones.append(one[needed])
        others.append(other[needed])
        found += len(ones[-1])
        if found > _MOST_PAIRS:
            break
    nothing = np.zeros(0, dtype=np.int64)
    return np.concatenate([nothing, *ones]), np.concatenate([nothing, *others])


def weight_together(
    answers: NDArray[np.generic], ones: Numbers, others: Numbers, weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """``float64[questions]``: the weight of the pairs that each question leaves together; ``answers`` are
    ``[candidates, questions]``.

    >>> weight_together(np.array([[0, 1], [0, 2], [3, 2]]), np.array([0, 1]), np.array([1, 2]), np.array([1.0, 5.0]))
    array([1., 5.])
    """
    found = np.zeros(answers.shape[1])
    for start in range(0, len(ones), _BLOCK):
        block = slice(start, start + _BLOCK)
        found += weights[block] @ (answers[ones[block]] == answers[others[block]]).astype(np.float64)
    return found


def greedy_set(partitions: Partitions) -> list[int] | None:
    """Questions that tell all candidates apart, each the best behind those before it; None if no questions do.

    >>> from strategist.games.catalog import make_game
    >>> greedy_set(Partitions(make_game("mastermind(1,3)"), range(3)))
    [0, 1]
    """
    chosen: list[int] = []
    codes = partitions.codes(chosen)
    while partitions.mixed(codes):
        left = partitions.left_by(codes)
        best = int(np.argmin(left))
        cells = len(np.unique(codes))
        if left[best] >= partitions.mixed(codes):
            # With classes a question may help later that does not help at once.
            best = next((at for at in range(len(left)) if len(np.unique(partitions.codes([*chosen, at]))) > cells), -1)
            if best < 0:
                return None
        chosen.append(best)
        codes = partitions.codes(chosen)
    # A question may have become needless by those behind it.
    for question in tuple(chosen):
        rest = [each for each in chosen if each != question]
        if partitions.tells_all(rest):
            chosen = rest
    return chosen
