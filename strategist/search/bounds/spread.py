"""How evenly the guesses of a game can spread its secrets: what counting can know of one game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.kernels.responses.responses import Source, respond_one


def room_of(source: Source, answers: NDArray[Any], guesses: NDArray[np.int32], secrets: int) -> NDArray[np.int64]:
    """``int64[secrets + 1]``: entry k is the maximum over the guesses of Σ min(|cell|, k), the solved cell left out.

    ``answers``, ``[questions, secrets]``, holds the responses; it has no rows where the source computes them. A cell of
    any set of secrets is a part of a cell of all of them, so no guess spreads a set more evenly.
    """
    room = np.zeros(secrets + 1, dtype=np.int64)
    sizes, beside = np.zeros((2, source.response_count), dtype=np.int64)
    measure_room(source, answers, guesses, sizes, beside, np.zeros(secrets + 2, dtype=np.int64), room)
    # With more places in each cell than the largest of a guess holds, it holds no more.
    return np.maximum.accumulate(room)


@borrowing_kernel
def measure_room(
    source: Source,
    answers: NDArray[Any],
    guesses: NDArray[np.int32],
    sizes: NDArray[np.int64],
    beside: NDArray[np.int64],
    cells_from: NDArray[np.int64],
    room: NDArray[np.int64],
) -> None:
    """Write what :func:`room_of` returns into ``room``, for each guess up to the size of its largest cell; ``sizes``,
    ``beside`` and ``cells_from``, all zeros, are scratch."""
    secrets = len(room) - 1
    for guess in guesses:
        for cell in range(len(sizes)):
            sizes[cell] = 0
        if len(answers):
            # Neighbours often answer alike, and a count waits for the one before: two at a time, apart.
            row = answers[guess]
            for secret in range(0, secrets - 1, 2):
                sizes[row[secret]] += 1
                beside[row[secret + 1]] += 1
            if secrets % 2:
                sizes[row[secrets - 1]] += 1
            for cell in range(len(sizes)):
                sizes[cell] += beside[cell]
                beside[cell] = 0
        else:
            for secret in range(secrets):
                sizes[respond_one(source, guess, secret)] += 1
        largest = 0
        for cell in range(len(sizes) - 1):
            cells_from[sizes[cell]] += 1
            largest = max(largest, sizes[cell])
        for size in range(largest, 0, -1):
            cells_from[size] += cells_from[size + 1]
        spread = 0
        for size in range(1, largest + 1):
            spread += cells_from[size]
            room[size] = max(room[size], spread)
        for size in range(largest + 1):
            cells_from[size] = 0
