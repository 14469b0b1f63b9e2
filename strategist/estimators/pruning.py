"""The best of all prunings of a tree, by dynamic programming.

To *prune* a tree at a node is to ask nothing there. Of all prunings within the limits, the one with the least
``lost mass + price · questions`` is kept: lost is the mass that is not of the heaviest class of its leaf, and the price
is that of a question. Of several, it has the fewest questions. Everything is in whole numbers and fractions, so the
result is exact.

Breiman, Friedman, Olshen, Stone: Classification and Regression Trees (1984), chapter 3, call this minimal
cost-complexity pruning; the number of leaves as a limit makes it a knapsack over the children of each node.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Cost = tuple[int, int]
"""The lost mass with the prices of questions, in a common unit, and the number of questions."""


def prune(
    children: Sequence[Sequence[int]],
    lost: Sequence[int],
    depths: Sequence[int],
    price: Fraction,
    max_depth: int | None = None,
    max_leaves: int | None = None,
) -> list[bool]:
    """Whether each node of the best pruning asks its question; False at nodes that are left out.

    The children of a node have greater numbers, and node 0 is the root. ``lost`` is the mass that a leaf at each node
    would lose.

    >>> prune([[1, 2], [3, 4], [], [], []], [5, 3, 0, 0, 0], [0, 1, 1, 2, 2], Fraction(1))
    [True, True, False, False, False]
    >>> prune([[1, 2], [3, 4], [], [], []], [5, 3, 0, 0, 0], [0, 1, 1, 2, 2], Fraction(1), max_leaves=2)
    [True, False, False, False, False]
    """
    may_ask = [
        bool(below) and (max_depth is None or depth < max_depth) for below, depth in zip(children, depths, strict=True)
    ]
    scaled = [mass * price.denominator for mass in lost]
    if max_leaves is None:
        return _kept(children, _by_price(children, scaled, may_ask, price.numerator))
    return _by_leaves(children, scaled, may_ask, price.numerator, max_leaves)


def _by_price(
    children: Sequence[Sequence[int]], lost: Sequence[int], may_ask: Sequence[bool], price: int
) -> list[bool]:
    """Whether it pays to ask at each node, if play comes there."""
    best: list[Cost] = [(mass, 0) for mass in lost]
    splits = [False] * len(lost)
    for node in reversed(range(len(lost))):
        if may_ask[node]:
            below = [best[child] for child in children[node]]
            asked = price + sum(cost for cost, _ in below), 1 + sum(questions for _, questions in below)
            if asked < best[node]:
                best[node], splits[node] = asked, True
    return splits


def _kept(children: Sequence[Sequence[int]], splits: Sequence[bool]) -> list[bool]:
    """The nodes that ask and that play comes to."""
    reached = [False] * len(splits)
    reached[0] = True
    for node, asks in enumerate(splits):
        if asks and reached[node]:
            for child in children[node]:
                reached[child] = True
    return [asks and there for asks, there in zip(splits, reached, strict=True)]


def _by_leaves(
    children: Sequence[Sequence[int]], lost: Sequence[int], may_ask: Sequence[bool], price: int, most: int
) -> list[bool]:
    """What :func:`prune` returns, with a limit on the leaves."""
    best: list[dict[int, Cost]] = [{} for _ in lost]
    """For each node, by the exact number of leaves below it, the least cost."""
    shares: list[list[dict[int, int]]] = [[] for _ in lost]
    """For each child of a node, by the number of leaves of it and its elder siblings, how many are its own."""
    for node in reversed(range(len(lost))):
        best[node] = {1: (lost[node], 0)}
        if not may_ask[node] or len(children[node]) > most:
            continue
        sums: dict[int, Cost] = {0: (price, 1)}
        for at, child in enumerate(children[node], 1):
            room = most - (len(children[node]) - at)
            more: dict[int, Cost] = {}
            share: dict[int, int] = {}
            for leaves, (cost, questions) in sums.items():
                for own, (its_cost, its_questions) in best[child].items():
                    whole, found = leaves + own, (cost + its_cost, questions + its_questions)
                    if whole <= room and (whole not in more or found < more[whole]):
                        more[whole], share[whole] = found, own
            sums = more
            shares[node].append(share)
        best[node] |= {leaves: cost for leaves, cost in sums.items() if leaves > 1}
    allotted = [0] * len(lost)
    allotted[0] = min(best[0], key=lambda leaves: best[0][leaves])
    for node, leaves in enumerate(allotted):
        if leaves > 1:
            for child, share in zip(reversed(children[node]), reversed(shares[node]), strict=True):
                allotted[child] = share[leaves]
                leaves -= allotted[child]
    return [leaves > 1 for leaves in allotted]
