"""What sets of secrets cost at least, by counting alone: lower bounds that hold for every game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.proof.problem import INFEASIBLE


def least_costs(secrets: int, branches: int, unit: int, extra: int, limit: int | None) -> NDArray[np.int64]:
    """``int64[left + 1, secrets + 1]``: the least cost of n secrets in any game, by the number of guesses left.

    A guess finds one secret and has at most ``branches`` other responses, so at most ``branches**k`` secrets are found
    at guess k + 1: the cheapest tree fills the first guesses. Every row is convex. Without a limit there is one row.

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
    """The same where secrets are only announced: every question finds none, and secrets are leaves.

    One leaf more than fills a level costs one level more, and the leaf that it splits, too, where questions have two
    answers. With more answers that leaf is split once for several, which is not convex; here it is left out.

    >>> least_questions(5, 2, 1, 0, None).tolist()
    [[0, 0, 2, 5, 8, 12]]
    >>> least_questions(5, 3, 1, 0, None).tolist()
    [[0, 0, 1, 2, 4, 6]]
    """
    each = 2 if branches == 2 else 1
    table = []
    for left in [None] if limit is None else range(limit + 1):
        costs = np.zeros(secrets + 1, dtype=np.int64)
        # One secret is known without a question; if no question is left, it also counts as found at the last one.
        costs[1:2] = extra if left == 0 else 0
        level, full = 0, branches
        for count in range(2, secrets + 1):
            if branches < 2 or (left is not None and count > branches**left):
                costs[count:] = INFEASIBLE
                break
            if count > full:
                level, full = level + 1, full * branches
            last = extra * each if left is not None and count > branches ** (left - 1) else 0
            costs[count] = costs[count - 1] + unit * (level + each) + last
        table.append(costs)
    return np.array(table, dtype=np.int64)
