"""Bounds of one set under many weights at once: its structure is looked at once, and every sum runs over all weights.

A column of weights is a *lane*. ``weights`` is ``int32[secrets of the set, lanes]``: what one more guess costs while a
secret is not known (``Stakes.worth``), where all guesses cost alike. Results are written to arrays by lane.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing

_AROUND = 0.09
"""How far beside the expected threshold others are tried, as parts of all secrets."""


@borrowing
def later_in_cells(
    weights: NDArray[np.int32],
    order: NDArray[np.int32],
    starts: NDArray[np.int32],
    used: int,
    lanes: int,
    later: NDArray[np.int32],
    scratch: NDArray[np.int32],
) -> int:
    """What a guess costs at least beyond two guesses for each secret: of each cell, all but the heaviest need a third.

    Cell k of the ``used`` ones holds the rows ``order[starts[k]:starts[k + 1]]``; the solved one is left out, so a
    candidate saves its own weight beside. Returns the size of the largest cell; up to 2 the cost is exact.
    """
    for lane in range(lanes):
        later[lane] = 0
    largest = 0
    for cell in range(used):
        start, end = starts[cell], starts[cell + 1]
        size = end - start
        largest = max(largest, size)
        if size < 2:
            continue
        one, two = order[start], order[start + 1]
        if size == 2:
            for lane in range(lanes):
                x, y = weights[one, lane], weights[two, lane]
                later[lane] += x if x < y else y
            continue
        three = order[start + 2]
        if size == 3:
            for lane in range(lanes):
                x, y, z = weights[one, lane], weights[two, lane], weights[three, lane]
                heaviest = x if x > y else y
                heaviest = heaviest if heaviest > z else z
                later[lane] += x + y + z - heaviest
            continue
        four = order[start + 3]
        for lane in range(lanes):
            x, y, z, u = weights[one, lane], weights[two, lane], weights[three, lane], weights[four, lane]
            left, right = x if x > y else y, z if z > u else u
            scratch[lane] = left if left > right else right
            later[lane] += x + y + z + u
        at = start + 4
        while at + 1 < end:
            one, two = order[at], order[at + 1]
            for lane in range(lanes):
                x, y = weights[one, lane], weights[two, lane]
                heaviest = x if x > y else y
                scratch[lane] = heaviest if heaviest > scratch[lane] else scratch[lane]
                later[lane] += x + y
            at += 2
        if at < end:
            one = order[at]
            for lane in range(lanes):
                x = weights[one, lane]
                scratch[lane] = x if x > scratch[lane] else scratch[lane]
                later[lane] += x
        for lane in range(lanes):
            later[lane] -= scratch[lane]
    return largest


@borrowing
def lightest_beyond(
    weights: NDArray[np.int32],
    order: NDArray[np.int32],
    size: int,
    most: int,
    lanes: int,
    mass: NDArray[np.int32],
    thresholds: NDArray[np.int32],
    attempts: int,
    least: NDArray[np.int32],
    scratch: NDArray[np.int32],
) -> None:
    """A bound of what is left of the rows ``order[:size]``, of sum ``mass``, without the ``most`` heaviest.

    For any threshold t, the m heaviest weigh at most m·t + Σ max(0, w - t): an upper bound without sorting, exact if t
    lies between the m-th and the next. ``thresholds`` are weights in ascending order, of which ``attempts`` are tried,
    around the one to expect.
    """
    for lane in range(lanes):
        least[lane] = 0
    if most >= size:
        return
    for attempt in range(attempts):
        part = 1.0 - most / size + (attempt - attempts // 2) * _AROUND
        threshold = thresholds[int(min(max(part, 0.0), 0.9999) * len(thresholds))]
        for lane in range(lanes):
            scratch[lane] = mass[lane] - np.int32(most) * threshold
        at = 0
        while at + 1 < size:
            one, two = order[at], order[at + 1]
            for lane in range(lanes):
                x, y = np.int32(weights[one, lane] - threshold), np.int32(weights[two, lane] - threshold)
                scratch[lane] -= (x if x > 0 else np.int32(0)) + (y if y > 0 else np.int32(0))
            at += 2
        if at < size:
            one = order[at]
            for lane in range(lanes):
                x = np.int32(weights[one, lane] - threshold)
                scratch[lane] -= x if x > 0 else np.int32(0)
        for lane in range(lanes):
            least[lane] = scratch[lane] if scratch[lane] > least[lane] else least[lane]


@borrowing
def cost_of_three(
    answers: NDArray[np.uint8],
    question_of_secret: NDArray[np.int32],
    secrets: NDArray[np.int32],
    weights: NDArray[np.int32],
    lanes: int,
    cost: NDArray[np.int32],
) -> None:
    """The least cost of three secrets; exact.

    A candidate that tells the others apart saves its own weight of two guesses each; one that does not leaves a pair,
    of which the lighter waits. Any other guess saves nothing, and the heaviest candidate costs no more than that.
    """
    one, two, three = secrets[0], secrets[1], secrets[2]
    first, second, third = question_of_secret[one], question_of_secret[two], question_of_secret[three]
    a = np.int32(answers[first, two] == answers[first, three])
    b = np.int32(answers[second, one] == answers[second, three])
    c = np.int32(answers[third, one] == answers[third, two])
    for lane in range(lanes):
        x, y, z = weights[0, lane], weights[1, lane], weights[2, lane]
        xy, xz, yz = x if x < y else y, x if x < z else z, y if y < z else z
        by_one, by_two, by_three = np.int32(a * yz - x), np.int32(b * xz - y), np.int32(c * xy - z)
        best = by_one if by_one < by_two else by_two
        cost[lane] = 2 * (x + y + z) + (best if best < by_three else by_three)
