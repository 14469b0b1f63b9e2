"""The least cost of sets of secrets, by counting alone: lower bounds for every set of a size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.problem import INFEASIBLE


def least_costs(
    secrets: int,
    branches: int,
    unit: int,
    extra: int,
    limit: int | None,
    room: NDArray[np.int64] | None = None,
    infeasible: int = INFEASIBLE,
    gone: int | None = None,
    tariff: Sequence[int] = (),
    room_of_two: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """``int64[left + 1, secrets + 1]``: the least cost of n secrets, by the number of guesses left.

    A guess finds one secret and has at most ``branches`` other responses, so at most ``branches**k`` secrets are found
    at guess k + 1. The cheapest tree fills the first guesses. Every row is convex. Without a limit there is one row.
    ``infeasible`` stands for more secrets than can be found.

    >>> least_costs(5, 3, 1, 0, None).tolist()
    [[0, 1, 3, 5, 7, 10]]
    >>> least_costs(3, 2, 0, 1, 2)[2].tolist()
    [0, 0, 1, 2]

    That holds for every game. In one game, most guesses are far from having cells of equal size: ``room[k]`` is the
    maximum over its guesses of Σ min(|cell|, k), the solved cell left out
    (:func:`~strategist.search.bounds.spread.room_of`). With m secrets to spread, a guess cannot do better than to add
    them one by one where the next one costs least. In a convex table the (k + 1)-th secret of a cell costs no less than
    the k-th. So the cheapest way is to fill all cells up to one secret, then up to two, as far as they go, and ``room``
    says how far: at most ``room[k]`` secrets cost no more than the k-th one of a cell does. The costs of the secrets
    one after the other ascend again, so the next row is convex, too.

    >>> least_costs(5, 3, 1, 0, None, np.array([0, 2, 4, 4, 4, 4])).tolist()
    [[0, 1, 3, 5, 8, 11]]

    Two guesses in turn have less room than each has alone. ``room_of_two[k]`` says in the same way how many secrets are
    found by second guesses, or stand in the cells of these, at most k in each
    (:func:`~strategist.search.bounds.spread_twice.room_of_two`). Each further secret costs what the narrower way says.

    >>> least_costs(6, 3, 1, 0, None, room_of_two=np.array([2, 3, 5, 5, 5, 5, 5])).tolist()
    [[0, 1, 3, 5, 8, 12, 16]]

    Where secrets may be lost, each that is not found within the limit costs ``gone`` in the end, which is more than a
    last guess costs. So each of them is the last one of its cell, and the rows go on with lost secrets.

    >>> least_costs(4, 2, 1, 0, 2, gone=100).tolist()
    [[0, 100, 200, 300, 400], [0, 1, 102, 203, 304], [0, 1, 3, 5, 107]]

    By a ``tariff`` each guess counts a number of its own, 0 or more, in place of ``unit``: the first one made, the
    second, and so on. The secret that is found now still costs the least of all, so all rows are convex. Without a
    limit the last number goes on: it is that of rows 0 and 1, and the first that of the last row.

    >>> least_costs(4, 2, 0, 0, 2, tariff=(3, 5), infeasible=99).tolist()
    [[0, 99, 99, 99, 99], [0, 5, 99, 99, 99], [0, 3, 11, 19, 99]]
    >>> least_costs(5, 3, 0, 0, None, tariff=(3, 1)).tolist()
    [[0, 1, 3, 5, 7, 10], [0, 1, 3, 5, 7, 10], [0, 3, 7, 11, 15, 20]]
    """
    if room is None:
        room = branches * np.arange(secrets + 1, dtype=np.int64)
    table, later = [], unit
    steps = before = np.full(0 if gone is None else secrets, gone or 0, dtype=np.int64)
    for left in range(1 + (len(tariff) if limit is None else limit)):
        if tariff:
            unit, later = tariff[-max(1, left)], tariff[-max(1, left - 1)]
        if left == 0 and limit is None:
            steps = _steps_without_limit(secrets, room, room_of_two, unit)
        elif left:
            found_now, cells = unit + (extra if left == 1 else 0), steps
            steps = _further(secrets, found_now, unit, cells, room)
            if left > 1 and room_of_two is not None:
                steps = _narrower(
                    steps, _further_of_two(secrets, found_now, unit, cells[0], later + before, room_of_two)
                )
            before = cells
        costs = np.full(secrets + 1, infeasible, dtype=np.int64)
        costs[0] = 0
        costs[1 : len(steps) + 1] = np.minimum(np.cumsum(steps), infeasible)
        table.append(costs)
    return np.array(table, dtype=np.int64)


def _further(
    secrets: int, found_now: int, unit: int, steps: NDArray[np.int64], room: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What each further secret adds to the least cost: the first is found now, and the others stand in cells, in which
    they add ``steps``, and in which there is ``room``."""
    # How many secrets can be the k-th one of their cell.
    repeats = np.diff(room)[: len(steps)]
    return np.append(found_now, unit + np.repeat(steps, repeats)[: secrets - 1])[:secrets]


def _further_of_two(
    secrets: int, found_now: int, unit: int, found_next: int, steps: NDArray[np.int64], room_of_two: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The same by the cells of second guesses, which find one secret each for ``found_next``."""
    return _further(secrets, found_now, unit, np.append(found_next, steps), np.append(0, room_of_two))


def _narrower(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """What each further secret adds where it adds no less than either says, and no more are found than both allow."""
    found = min(len(one), len(other))
    return np.maximum(one[:found], other[:found])


def _steps_without_limit(
    secrets: int, room: NDArray[np.int64], room_of_two: NDArray[np.int64] | None, unit: int
) -> NDArray[np.int64]:
    """What each further secret adds to the least cost. The first ones are known, and they tell those of larger sets."""
    steps = np.full(min(1, secrets), unit, dtype=np.int64)
    while len(steps) < secrets:
        longer = _further(secrets, unit, unit, steps, room)
        if room_of_two is not None:
            longer = _narrower(longer, _further_of_two(secrets, unit, unit, unit, unit + steps, room_of_two))
        if len(longer) == len(steps):
            break
        steps = longer
    return steps


def least_questions(
    secrets: int,
    branches: int,
    unit: int,
    extra: int,
    limit: int | None,
    infeasible: int = INFEASIBLE,
    gone: int | None = None,
) -> NDArray[np.int64]:
    """``int64[left + 1, secrets + 1]``: the least cost of n secrets that are announced, by the number of questions
    left. A question finds no secret, and secrets are leaves. The arguments are those of :func:`least_costs`.

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

    Where secrets may be lost, at least two are lost together, in a set that would need one question more. So of more
    than branches**left secrets, at most branches**left - 1 are found. ``gone`` is more than all questions cost that may
    be saved, so it is cheapest to lose as few as possible, and none where that is not needed.

    >>> least_questions(4, 2, 1, 0, 1, gone=100).tolist()
    [[0, 0, 200, 300, 400], [0, 0, 2, 202, 303]]
    """
    table = even_questions(secrets, branches, unit, extra, limit, infeasible)
    sizes = np.arange(secrets + 1)
    most = max(1, branches - 1)
    for left, costs in enumerate(table):
        more = unit * -(-np.maximum(sizes - 1, 0) // most)
        full = _at_most(secrets, branches, left - 1) if left else secrets
        more += extra * -(-np.maximum(sizes - full, 0) // most)
        np.add(costs, more, out=costs, where=costs < infeasible)
        if gone is not None:
            most_found = max(1, _at_most(secrets, branches, left))
            beyond = sizes[most_found + 1 :]
            below = unit * _levels(secrets, branches)[:most_found].sum()
            costs[most_found + 1 :] = np.minimum(below + (beyond - most_found + 1) * (unit * left + gone), infeasible)
    return table


def even_questions(
    secrets: int,
    branches: int,
    unit: int,
    extra: int,
    limit: int | None,
    infeasible: int = INFEASIBLE,
    gone: int | None = None,
) -> NDArray[np.int64]:
    """A convex table below :func:`least_questions`: it leaves out that there are questions enough to tell n apart.

    Where n secrets stand in k cells, a unit for each of the at least (n - k) / (branches - 1) questions below comes on
    top of what the cells cost by this table (:func:`~strategist.search.bounds.uniform.questions_below`).

    >>> even_questions(5, 3, 1, 0, None).tolist()
    [[0, 0, 1, 2, 4, 6]]

    Of any n leaves of a tree, the i-th highest is at depth log i at least (Kraft's inequality), so the table holds for
    those that are found where others are lost. Each secret beyond branches**left costs ``gone`` and all questions.

    >>> even_questions(4, 2, 1, 0, 1, gone=100).tolist()
    [[0, 0, 100, 200, 300], [0, 0, 1, 102, 203]]
    """
    sizes = np.arange(secrets + 1)
    levels = _levels(secrets, branches)
    without_limit = unit * np.cumsum(levels)
    without_limit[2 if branches < 2 else secrets + 1 :] = infeasible
    if limit is None:
        return without_limit[np.newaxis]
    table = np.empty((limit + 1, secrets + 1), dtype=np.int64)
    for left, costs in enumerate(table):
        costs[:] = without_limit
        # One secret is known without a question; if no question is left, it also counts as found at the last one.
        costs += extra * np.maximum(sizes - (_at_most(secrets, branches, left - 1) if left else 0), 0)
        most_found = max(1, _at_most(secrets, branches, left))
        costs[most_found + 1 :] = infeasible
        if gone is not None:
            beyond = (sizes[most_found + 1 :] - most_found) * (unit * left + gone)
            costs[most_found + 1 :] = np.minimum(costs[min(most_found, secrets)] + beyond, infeasible)
    return table


def _levels(secrets: int, branches: int) -> NDArray[np.int64]:
    """The least depth of the i-th highest leaf, for i up to ``secrets``."""
    levels = np.zeros(secrets + 1, dtype=np.int64)
    level, full = 0, 1
    while full < secrets and branches > 1:
        levels[full + 1 :] = level = level + 1
        full *= branches
    return levels


def _at_most(most: int, base: int, exponent: int) -> int:
    """``base**exponent``, or ``most`` where that is less."""
    power = 1
    for _ in range(exponent):
        if power >= most or base < 2:
            break
        power *= base
    return min(power, most)
