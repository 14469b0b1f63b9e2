"""Draws, and ascending lists of numbers, for the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.growth.slots import mix
from strategist.search.kernels.numba.jit import borrowing


@borrowing
def draw_number(key: np.uint64, number: int, count: int) -> Any:
    """Draw ``number`` of a key, below ``count``; :func:`~strategist.choosing.draws.draw` is the specification."""
    return np.int64(mix(key ^ mix(np.uint64(number))) % np.uint64(count))


@borrowing
def sort_numbers(numbers: NDArray[np.int32]) -> None:
    """Sort in place, by a heap: the largest of the first ``end`` numbers is at the front, and goes to their end.

    >>> numbers = np.array([3, 1, 2, 3], dtype=np.int32)
    >>> sort_numbers(numbers)
    >>> numbers.tolist()
    [1, 2, 3, 3]
    """
    end = len(numbers)
    first = end // 2
    while end > 1:
        if first > 0:
            first -= 1
        else:
            end -= 1
            numbers[0], numbers[end] = numbers[end], numbers[0]
        place = first
        while 2 * place + 1 < end:
            larger = 2 * place + 1
            if larger + 1 < end and numbers[larger + 1] > numbers[larger]:
                larger += 1
            if numbers[place] >= numbers[larger]:
                break
            numbers[place], numbers[larger] = numbers[larger], numbers[place]
            place = larger


@borrowing
def holds_number(numbers: NDArray[np.int32], wanted: int) -> bool:
    """Whether a number is among ascending ones.

    >>> [holds_number(np.array([2, 5], dtype=np.int32), each) for each in (1, 2, 4, 5, 6)]
    [False, True, False, True, False]
    """
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) >> 1
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low < len(numbers) and numbers[low] == wanted
