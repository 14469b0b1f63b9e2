"""Matrix games with too many classes of secrets for fractions: bounds by weights that grow with the costs.

This is the algorithm Hedge: each secret weighs exp(η·S), where S is what all trees so far have cost it, and the trees
are drawn evenly. After T trees the mixture is at most some √(ln n / T) above the value, if each tree is the best one
against the weights before it. So it comes closer slowly, and ends with bounds.

References
----------
Y. Freund and R. E. Schapire, "Adaptive game playing using multiplicative weights", Games and Economic Behavior 29
(1999).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from strategist.search.compile.value.matrix_game import Solution

MOST_TREES = 200
"""The number of trees after which it ends, where no time limit does."""
_RATE = 0.2
"""η for the cost of one question."""
_HEAVIEST = 1000
"""The greatest weight of a secret; the least is 1, so that every one is looked for."""


class GrowingWeights:
    """The game of some trees against many classes of secrets, solved nearly.

    ``sizes`` are the numbers of secrets in the classes, ``unit`` is the cost of a usual question.

    Examples
    --------
    >>> game = GrowingWeights([1, 1], unit=1)
    >>> game.add([1, 2])
    >>> game.add([2, 1])
    >>> solution = game.solve()
    >>> solution.value, solution.mixture, solution.weights
    (Fraction(3, 2), [Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2)])
    """

    def __init__(self, sizes: Sequence[int], unit: int) -> None:
        self._sizes, self._unit = list(sizes), unit
        self._columns: list[Sequence[int]] = []
        self._sums = [Fraction(0)] * len(sizes)

    def add(self, column: Sequence[int]) -> None:
        """Add a tree: the cost of each class, summed over its secrets."""
        self._columns.append(column)
        self._sums = [
            before + Fraction(cost, size) for before, cost, size in zip(self._sums, column, self._sizes, strict=True)
        ]

    def solve(self) -> Solution:
        """An even mixture of the last trees, of as many of them as is best, and the weights for the next tree."""
        value, count = self._best_of_last()
        mixture = [Fraction(0)] * (len(self._columns) - count) + [Fraction(1, count)] * count
        most = max(self._sums)
        grown = [math.exp(_RATE * float(each - most) / self._unit) for each in self._sums]
        weights = [max(1, round(_HEAVIEST * each)) for each in grown]
        whole = sum(weight * size for weight, size in zip(weights, self._sizes, strict=True))
        return Solution(value, mixture, [Fraction(weight, whole) for weight in weights])

    def _best_of_last(self) -> tuple[Fraction, int]:
        """The least cost of the dearest class in an even mixture of the last trees, and how many these are."""
        sums = [0] * len(self._sizes)
        found = []
        for count, column in enumerate(reversed(self._columns), 1):
            sums = [before + cost for before, cost in zip(sums, column, strict=True)]
            dearest = max(Fraction(cost, size) for cost, size in zip(sums, self._sizes, strict=True))
            found.append((dearest / count, count))
        return min(found)
