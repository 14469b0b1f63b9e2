"""The least cost of sets of secrets, by counting alone: lower bounds that hold for every game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.proof.problem import INFEASIBLE


def least_costs(secrets: int, branches: int, unit: int, extra: int, limit: int | None) -> NDArray[np.int64]:
    """``int64[left + 1, secrets + 1]``: the least cost of n secrets in any game, by the number of guesses left.

    A guess finds one secret and has at most ``branches`` other responses, so at most ``branches**k`` secrets are found
    at guess k + 1. The cheapest tree fills the first guesses. Every row is convex. Without a limit there is one row.

    >>> least_costs(5, 3, 1, 0, None).tolist()
    [[0, 1, 3, 5, 7, 10]]
    >>> least_costs(3, 2, 0, 1, 2)[2].tolist()
    [0, 0, 1, 2]
    """
    table = []
    for left in [None] if limit is None else range(limit + 1):
        costs = np.full(secrets + 1, INFEASIBLE, dtype=np.int64)
        costs[0] = 0
        filled, width, guess = 0, 1, 1
        while filled < secrets and (left is None or guess <= left):
            more = min(width, secrets - filled)
            each = unit * guess + (extra if guess == left else 0)
            costs[filled + 1 : filled + more + 1] = costs[filled] + each * np.arange(1, more + 1)
            filled, width, guess = filled + more, width * branches, guess + 1
        table.append(costs)
    return np.array(table, dtype=np.int64)


def least_questions(secrets: int, branches: int, unit: int, extra: int, limit: int | None) -> NDArray[np.int64]:
    """The same where secrets are only announced: a question finds no secret, and secrets are leaves.

    Let a tree have a question with c answers at depth d, counted from 0. Each answer leads to depth d + 1, to a leaf or
    to another question. So the depths of the leaves add up to Σ (c(d + 1) - d) = Σ (c - 1)(d + 1) + Σ 1. The c - 1 add
    up to n - 1, and at most ``(branches - 1)·branches**d`` of them are at depth d: :func:`even_questions` counts the
    first sum. The second is the number of questions, at least (n - 1) / (branches - 1). In the same way, the leaves at
    the last level that the limit allows are one more for each question above them than is counted. With more than two
    answers this table is not convex.

    >>> least_questions(5, 2, 1, 0, None).tolist()
    [[0, 0, 2, 5, 8, 12]]
    >>> least_questions(5, 3, 1, 0, None).tolist()
    [[0, 0, 2, 3, 6, 8]]
    """
    table = even_questions(secrets, branches, unit, extra, limit)
    sizes = np.arange(secrets + 1)
    most = max(1, branches - 1)
    for left, costs in enumerate(table):
        more = unit * -(-np.maximum(sizes - 1, 0) // most)
        full = _at_most(secrets, branches, left - 1) if left else secrets
        more += extra * -(-np.maximum(sizes - full, 0) // most)
        np.add(costs, more, out=costs, where=costs < INFEASIBLE)
    return table


def even_questions(secrets: int, branches: int, unit: int, extra: int, limit: int | None) -> NDArray[np.int64]:
    """A convex table below :func:`least_questions`: it leaves out that there are questions enough to tell n apart.

    To n secrets in k cells that cost so much by this table, a unit for each question comes on top, and there are
    (n - k) / (branches - 1) questions below at least (:mod:`~strategist.search.proof.bounds`).

    >>> even_questions(5, 3, 1, 0, None).tolist()
    [[0, 0, 1, 2, 4, 6]]
    """
    sizes = np.arange(secrets + 1)
    levels = np.zeros(secrets + 1, dtype=np.int64)
    level, full = 0, 1
    while full < secrets and branches > 1:
        levels[full + 1 :] = level = level + 1
        full *= branches
    without_limit = unit * np.cumsum(levels)
    without_limit[2 if branches < 2 else secrets + 1 :] = INFEASIBLE
    if limit is None:
        return without_limit[np.newaxis]
    table = np.empty((limit + 1, secrets + 1), dtype=np.int64)
    for left, costs in enumerate(table):
        costs[:] = without_limit
        # One secret is known without a question; if no question is left, it also counts as found at the last one.
        costs += extra * np.maximum(sizes - (_at_most(secrets, branches, left - 1) if left else 0), 0)
        costs[max(1, _at_most(secrets, branches, left)) + 1 :] = INFEASIBLE
    return table


def _at_most(most: int, base: int, exponent: int) -> int:
    """``base**exponent``, or ``most`` where that is less."""
    power = 1
    for _ in range(exponent):
        if power >= most or base < 2:
            break
        power *= base
    return min(power, most)
