"""What counting proves of sets of secrets: bounds by how many secrets any strategy can find within some guesses.

These functions know numbers and sizes alone; :mod:`strategist.checking.measures` says what they prove of positions.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.signedinteger[Any]]
"""Whole numbers: 64 bits unless said otherwise, 32 for a number or a size of each claim."""

NEVER = 1 << 40
"""The cost, in tables by the sizes of sets, of what cannot be done; sums of such numbers stay below ``INFINITE``."""
INFINITE = 1 << 62
"""The cost of a set that cannot be solved."""
_BLOCK = 256
"""The number of guesses whose responses are copied together, because a table has a row for each secret."""


def least(objective: str, count: int, branches: int, announces: bool, room: Indices | None = None) -> NDArray[np.int64]:
    """``int64[count + 1]``: the least cost of n secrets in any game with ``branches`` responses that do not solve, or
    in one game, if ``room`` says how evenly its guesses spread its secrets (:func:`room_of`).

    Let at most r(k) secrets, of any set and by any strategy, be found within k guesses (:func:`reach`). So n - r(k) or
    more of n secrets need more than k guesses. A secret that is found at guess d needs more than 0, 1, ..., d - 1
    guesses: the total is at least the sum of all n - r(k) above 0, and the depth is at least the first k for which no
    secret remains.

    Where secrets are announced, at most ``branches**k`` of them are known after k questions, which gives the depth. For
    the total, let a tree grow from one leaf. A question with c answers replaces a leaf after k questions: this adds
    c (k + 1) - k = (c - 1)(k + 1) + 1. In the end there are n leaves, so the c - 1 add up to n - 1. At most
    ``(branches - 1)·branches**k`` of them belong to questions after k others, so their part is at least
    :func:`convex`. The ones add up to the number of questions, at least :func:`further`.

    >>> least("total", 5, 3, False).tolist(), least("depth", 5, 3, False).tolist()
    ([0, 1, 3, 5, 7, 10], [0, 1, 2, 2, 2, 3])
    >>> least("total", 5, 3, True).tolist(), least("depth", 5, 3, True).tolist()
    ([0, 0, 2, 3, 6, 8], [0, 0, 1, 1, 2, 2])
    """
    found = convex(objective, count, found_within(count, branches, announces, room))
    if announces and objective == "total":
        found[1:] += further(np.arange(1, count + 1), 1, branches)
    return found


def further(secrets: Indices, cells: Indices | int, branches: int) -> Indices:
    """The least number of questions that tell ``secrets`` secrets apart after they are divided into ``cells`` cells.

    A question divides one cell into at most ``branches`` cells.

    >>> further(np.array([3, 4, 6]), 2, 3).tolist()
    [1, 1, 2]
    """
    return -((cells - secrets) // max(1, branches - 1))


def convex(objective: str, count: int, within: Sequence[int]) -> NDArray[np.int64]:
    """``int64[count + 1]``: the bound of :func:`least` without the term :func:`further` (one for each question where
    secrets are announced); convex for the total, ascending for the depth. ``within`` is :func:`found_within`.

    The total is convex because it is a sum of terms max(0, n - r), and each of these is convex in n.

    >>> convex("total", 5, found_within(5, 3, True)).tolist()
    [0, 0, 1, 2, 4, 6]
    """
    sizes = np.arange(count + 1)
    if objective == "depth":
        found = np.searchsorted(within, sizes).astype(np.int64)
    else:
        found = np.zeros(count + 1, dtype=np.int64)
        for most in within:
            found += np.maximum(sizes - most, 0)
    found[within[-1] + 1 :] = NEVER
    return found


def least_by_tariff(count: int, within: Sequence[int], tariff: Sequence[int], made: int) -> NDArray[np.int64]:
    """``int64[count + 1]``: the least cost of n secrets after ``made`` guesses, where the first guess from the start
    on, the second, ... cost the numbers of a ``tariff`` for each secret that needs them, and the last number goes on.
    ``within`` is :func:`found_within`. The costs are convex: sums of products of max(0, n - r) and of numbers that are
    not negative.

    >>> least_by_tariff(5, found_within(5, 3, False), (1, 1, 10), 0).tolist()
    [0, 1, 3, 5, 7, 19]
    """
    found = [0] * (count + 1)
    for further, most in enumerate(within):
        step = int(tariff[min(made + further, len(tariff) - 1)])
        found = [cost + step * max(0, number - most) for number, cost in enumerate(found)]
    found = [min(cost, INFINITE) if number <= within[-1] else INFINITE for number, cost in enumerate(found)]
    return np.array(found, dtype=np.int64)


def found_within(count: int, branches: int, announces: bool, room: Indices | None = None) -> list[int]:
    """The most secrets that any strategy finds within 0, 1, 2, ... guesses, until the number is ``count`` or more, or
    grows no more; where secrets are announced, the most that are then told apart.

    >>> found_within(9, 3, True), found_within(9, 3, False)
    ([1, 3, 9], [0, 1, 4, 13])
    """
    if not announces:
        return reach(count, branches * np.arange(count + 1) if room is None else room)
    # A secret that is left alone is known without a question.
    within = [1]
    while within[-1] < count and branches > 1:
        within.append(branches * within[-1])
    return within


def reach(count: int, room: Indices) -> list[int]:
    """The most secrets that any strategy finds within 0, 1, 2, ... guesses, until the number is ``count`` or more, or
    grows no more.

    ``room[k]`` is the most secrets that the cells of a guess hold if no more than k count in each (:func:`room_of`). In
    a game with b responses that do not solve, this is bk at most. A guess finds one secret. Within k guesses more, no
    more than r(k) secrets of each of its cells are found, because each cell is finished by a strategy of its own. So
    r(k + 1) is 1 + ``room[r(k)]`` at most.

    >>> reach(9, 3 * np.arange(10)), reach(5, np.array([0, 2, 3, 3, 4, 4]))
    ([0, 1, 4, 13], [0, 1, 3, 4, 5])
    """
    found = [0]
    while found[-1] < count:
        more = 1 + int(room[found[-1]])
        if more == found[-1]:
            break
        found.append(more)
    return found


def room_of(table: NDArray[np.unsignedinteger], solved: int) -> Indices:
    """``int64[secrets + 1]``: entry k is the most that Σ min(size, k) comes to for any guess, over its cells without
    the solved one.

    ``table`` is ``uint8|uint16[secrets, guesses]``, the responses of a game, and ``solved`` is the last of them. A cell
    of a subset is a part of the cell of all secrets, so no guess spreads any of the subsets better.

    >>> room_of(np.array([[3, 0, 1], [0, 3, 1], [0, 1, 3], [1, 0, 0]], dtype=np.uint8), 3).tolist()
    [0, 2, 3, 3, 3]
    """
    secrets, guesses = table.shape
    profiles: set[bytes] = set()
    for start in range(0, guesses, _BLOCK):
        for column in np.ascontiguousarray(table[:, start : start + _BLOCK].T):
            sizes = np.bincount(column, minlength=solved)[:solved]
            # Many guesses of a game have cells of the same sizes.
            profiles.add(np.sort(sizes).tobytes())
    room = np.zeros(secrets + 1, dtype=np.int64)
    for profile in profiles:
        # of_size counts the cells of each size. Summed from the largest size down, it counts the cells of at least that
        # size.
        of_size = np.bincount(np.frombuffer(profile, dtype=np.intp))
        of_size[0] = 0
        at_least = np.cumsum(of_size[::-1])[::-1]
        at_least[0] = 0
        np.maximum(room[: len(of_size)], np.cumsum(at_least), out=room[: len(of_size)])
    # No entry is less than the one before, of any guess.
    return np.maximum.accumulate(room)


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
