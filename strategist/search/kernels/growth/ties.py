"""Choose among guesses by their scores, and among equals by a tie rule."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.growth.sampling import draw_number
from strategist.search.kernels.numba.jit import borrowing

LOWEST, HIGHEST, DRAWN, CELLS = 0, 1, 2, 3
"""Tie rules."""


@borrowing
def best_of(
    ties: int,
    guesses: NDArray[np.int32],
    scores: NDArray[np.int64],
    equals: NDArray[Any],
    likely: NDArray[Any],
    key: np.uint64,
) -> tuple[int, Any]:
    """The guess of the least score, and this score. ``guesses``, one at least, ascend; they are scratch from then on.

    Among equals it is one of the least of ``equals`` by the rule ``CELLS``, which are their scores by ``most-parts``.
    Then come those that ``likely`` marks among all guesses; without marks, none comes first.

    >>> guesses, scores, likely = np.arange(3, dtype=np.int32), np.array([2, 1, 1]), np.array([False, False, True])
    >>> best_of(LOWEST, guesses, scores, scores[:0], likely, np.uint64(0))
    (2, 1)
    """
    best, fewest, other, tied = scores[0], np.int64(0), 0, 0
    for j in range(len(guesses)):
        score, guess = scores[j], guesses[j]
        if score > best:
            continue
        mine = np.int64(equals[j]) if ties == CELLS else np.int64(0)
        last = 1 - likely[guess] if len(likely) else 0
        if tied == 0 or score < best or mine < fewest or (mine == fewest and last < other):
            best, fewest, other, tied = score, mine, last, 0
        if mine == fewest and last == other:
            guesses[tied] = guess
            tied += 1
    if ties == DRAWN:
        return guesses[draw_number(key, 0, tied)], best
    return guesses[tied - 1 if ties == HIGHEST else 0], best
