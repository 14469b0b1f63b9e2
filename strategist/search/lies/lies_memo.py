"""What is proven of positions under lies, for all threads: the fewest questions that each needs, from below and above.

A row is four words: the two of the position's name, each XOR a seal of the other two, and the two bounds (Hyatt and
Mann 2002). A reader that gets its words from different writers sees a name that does not match, so no lock is needed.
What is lost by that is proven again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.kernels.numba.switch import CHECKED
from strategist.search.several_answers.several_words import whole

UNKNOWN = 1 << 20
"""More questions than any position needs."""
WORDS = 4
ROW_BYTES = 8 * WORDS
_TRIES = 4


def make_memo(memory: int) -> NDArray[np.uint64]:
    """An empty memo of about so many bytes, at least some: ``uint64[rows, 4]``, of as many rows as a power of two.

    >>> make_memo(1 << 20).shape, make_memo(100).shape
    ((32768, 4), (4096, 4))
    """
    rows = max(1 << 12, memory // ROW_BYTES)
    return np.zeros((1 << rows.bit_length() - 1, WORDS), dtype=np.uint64)


@inlined
def _seal(least: np.uint64, most: np.uint64) -> np.uint64:
    return (least << np.uint64(32) | most) * np.uint64(0x9E3779B97F4A7C15)


@borrowing
def _look(memo: NDArray[np.uint64], name: np.uint64, check: np.uint64) -> tuple[int, int, int]:
    """The row of a position, -1 if it is not there, and its bounds."""
    mask = np.uint64(memo.shape[0] - 1)
    for step in range(_TRIES):
        row = whole((name + np.uint64(step)) & mask)
        least, most = read(memo, WORDS * row + 2), read(memo, WORDS * row + 3)
        seal = _seal(least, most)
        if read(memo, WORDS * row) ^ seal == name and read(memo, WORDS * row + 1) ^ seal == check:
            return row, whole(least), whole(most)
    return -1, 0, UNKNOWN


@borrowing
def known(memo: NDArray[np.uint64], name: np.uint64, check: np.uint64) -> tuple[int, int]:
    """The questions that a position needs at least, and those that suffice: 0 and ``UNKNOWN`` if nothing is known."""
    _, least, most = _look(memo, name, check)
    return least, most


@borrowing
def keep(memo: NDArray[np.uint64], name: np.uint64, check: np.uint64, least: int, most: int) -> None:
    """Note that a position needs ``least`` questions at least and ``most`` at most, or less than is known of it."""
    row, before, enough = _look(memo, name, check)
    if row < 0:
        mask = np.uint64(memo.shape[0] - 1)
        row = whole((name + (check & np.uint64(_TRIES - 1))) & mask)
        for step in range(_TRIES):
            at = whole((name + np.uint64(step)) & mask)
            if read(memo, WORDS * at + 3) == np.uint64(0):
                row = at
                break
    low, high = np.uint64(max(least, before)), np.uint64(min(most, enough))
    if CHECKED:
        assert low <= high  # what is proven does not contradict what was
    seal = _seal(low, high)
    memo[row, 0], memo[row, 1], memo[row, 2], memo[row, 3] = name ^ seal, check ^ seal, low, high
