"""Matrix games solved exactly: the best mixture of trees, and the weights of secrets against which none is better.

Let A[k, t] be what the b[k] secrets of class k cost in tree t, summed. The mixture p of trees costs a secret of class k
Σ p[t]·A[k, t] / b[k], and v is the least v that no class exceeds. With x = p / v this is a linear program that begins
with a feasible solution, x = 0: make Σ x as great as possible, where Σ A[k, t]·x[t] ≤ b[k] for each class. Its dual u
gives the weights: with u[k] for each secret of class k every tree costs 1 or more, and all together weigh 1 / v.

:class:`MatrixGame` is the revised simplex algorithm in fractions. Columns may come later, and it goes on from where it
was. The rule that leaves the basis is lexicographic, so that no basis returns.

References
----------
G. B. Dantzig, A. Orden and P. Wolfe, "The generalized simplex method for minimizing a linear form under linear
inequality restraints", Pacific Journal of Mathematics 5 (1955).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

_Row = list[Fraction]


@dataclass(frozen=True)
class Solution:
    """The solution of a matrix game.

    Attributes
    ----------
    value : Fraction
        What the mixture costs the dearest class, and what every tree costs at least under the weights.
    mixture : list of Fraction
        How likely each tree is, in the order in which they were added.
    weights : list of Fraction
        The weight of each secret of a class, class by class; over all secrets they add up to 1.
    """

    value: Fraction
    mixture: list[Fraction]
    weights: list[Fraction]


class MatrixGame:
    """The game of some trees against some classes of secrets.

    ``sizes`` are the numbers of secrets in the classes.

    Examples
    --------
    >>> game = MatrixGame([1, 1])
    >>> game.add([1, 2])
    >>> game.add([2, 1])
    >>> solution = game.solve()
    >>> solution.value, solution.mixture, solution.weights
    (Fraction(3, 2), [Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2)])
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = [Fraction(size) for size in sizes]
        self._columns: list[Sequence[int]] = []
        count = len(sizes)
        # Trees have numbers from 0 on, the slack of class k has the number -1 - k.
        self._basis = [-1 - number for number in range(count)]
        self._inverse = [[Fraction(int(row == column)) for column in range(count)] for row in range(count)]
        self._levels = list(self._sizes)

    def add(self, column: Sequence[int]) -> None:
        """Add a tree: the cost of each class, summed over its secrets, not all of them 0."""
        assert any(column)  # else x has no bound
        self._columns.append(column)

    def solve(self) -> Solution:
        """The solution with the trees that were added so far; there is at least one."""
        while True:
            prices = self._prices()
            entering = self._entering(prices)
            if entering is None:
                break
            self._pivot(entering)
        levels = [level for number, level in zip(self._basis, self._levels, strict=True) if number >= 0]
        scale = 1 / sum(levels, Fraction(0))
        mixture = [Fraction(0)] * len(self._columns)
        for number, level in zip(self._basis, self._levels, strict=True):
            if number >= 0:
                mixture[number] = level * scale
        return Solution(scale, mixture, [price * scale for price in prices])

    def _prices(self) -> _Row:
        """The dual of the basis: the sum of its rows in which trees stand."""
        rows = [row for number, row in zip(self._basis, self._inverse, strict=True) if number >= 0]
        return [sum(each, Fraction(0)) for each in zip(*rows, strict=True)] or [Fraction(0)] * len(self._sizes)

    def _entering(self, prices: _Row) -> int | None:
        """The tree, or the slack, that improves most for each unit; None if none does."""
        best, found = Fraction(0), None
        for number, column in enumerate(self._columns):
            gain = 1 - sum((price * cost for price, cost in zip(prices, column, strict=True) if price), Fraction(0))
            if gain > best:
                best, found = gain, number
        for number, price in enumerate(prices):
            if -price > best:
                best, found = -price, -1 - number
        return found

    def _pivot(self, entering: int) -> None:
        """Exchange ``entering`` for the one of the basis that limits it."""
        change = [self._times(row, entering) for row in self._inverse]
        rows = [place for place, by in enumerate(change) if by > 0]
        leaving = min(rows, key=lambda place: [each / change[place] for each in self._whole_row(place)])
        pivot = [each / change[leaving] for each in self._inverse[leaving]]
        level = self._levels[leaving] / change[leaving]
        for place, by in enumerate(change):
            if place != leaving and by:
                row = self._inverse[place]
                self._inverse[place] = [each - by * own if own else each for each, own in zip(row, pivot, strict=True)]
                self._levels[place] -= by * level
        self._inverse[leaving], self._levels[leaving], self._basis[leaving] = pivot, level, entering

    def _whole_row(self, place: int) -> _Row:
        return [self._levels[place], *self._inverse[place]]

    def _times(self, row: _Row, number: int) -> Fraction:
        """The product of a row of the inverse and the column of a tree or a slack."""
        if number < 0:
            return row[-1 - number]
        return sum((each * cost for each, cost in zip(row, self._columns[number], strict=True) if each), Fraction(0))
