"""When the secrets at each slot of a tree are solved: on average, as far as that can be expected, and at the latest."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from strategist.model.tree import DecisionTree
from strategist.model.trees.stands import Parts, Stand


def expected_solved(tree: DecisionTree, stands: Iterable[Stand[Parts]]) -> tuple[list[float], list[float | None]]:
    """The expected number of secrets at each slot, and the guess at which they are solved on average, as
    :func:`average_solved` counts it, from who may be at each slot.

    >>> tree = DecisionTree(guesses=[0, 3, 4], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> half = Parts(2, {0: 1, 1: 1})
    >>> expected_solved(tree, [Stand(0, 0, 0, half), Stand(1, 1, 1, half), Stand(2, 1, 1, half)])
    ([1.0, 1.0, 1.0], [2.0, 2.0, 2.0])
    """
    there, solved, totals = ([Fraction(0)] * len(tree) for _ in range(3))
    for stand in stands:
        there[stand.slot] = stand.left.number
        if tree.solves(stand.slot):
            solved[stand.slot] = there[stand.slot]
            totals[stand.slot] = there[stand.slot] * (stand.made + 1)
    for slot in range(len(tree) - 1, -1, -1):
        below = slice(tree.first_child[slot], tree.first_child[slot + 1])
        solved[slot] += sum(solved[below])
        totals[slot] += sum(totals[below])
    averages = [float(total / number) if number else None for total, number in zip(totals, solved, strict=True)]
    return list(map(float, there)), averages


def average_solved(tree: DecisionTree) -> list[float | None]:
    """The guess, counted from 1, at which the secrets at or below each slot are solved on average; None if none is.

    >>> from strategist.model.tree import GIVE_UP
    >>> average_solved(DecisionTree(guesses=[0, 1, GIVE_UP], masks=[0b111, 0b100, 0], response_count=3))
    [1.5, 2.0, None]
    """
    totals = [0] * len(tree)
    for number, level in reversed(list(enumerate(tree.levels(), 1))):
        for slot in level:
            totals[slot] = number * tree.solved_at(slot) + sum(totals[child] for _, child in tree.branches(slot))
    solved = map(tree.solved_under, range(len(tree)))
    return [total / count if count else None for total, count in zip(totals, solved, strict=True)]


def latest_solved(tree: DecisionTree) -> list[float | None]:
    """The guess, counted from 1 at each slot, at which the last of the secrets at or below it is solved; None if none
    is.

    >>> from strategist.model.tree import GIVE_UP
    >>> latest_solved(DecisionTree(guesses=[0, 1, GIVE_UP], masks=[0b111, 0b100, 0], response_count=3))
    [2, 1, None]
    """
    latest: list[float | None] = [1 if tree.solves(slot) else None for slot in range(len(tree))]
    for slot in range(len(tree) - 1, -1, -1):
        below = [found + 1 for child in tree.children(slot) if (found := latest[child]) is not None]
        if below:
            latest[slot] = max(below)
    return latest
