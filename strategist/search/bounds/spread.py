"""How evenly the guesses of a game can spread its secrets: what counting can know of one game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.kernels.responses.responses import Source, respond_one


def room_of(source: Source, guesses: NDArray[np.int32], secrets: int) -> NDArray[np.int64]:
    """``int64[secrets + 1]``: entry k is the maximum over the guesses of Σ min(|cell|, k), the solved cell left out.

    A cell of any set of secrets is a part of a cell of all of them, so no guess spreads a set more evenly.
    """
    room = np.zeros(secrets + 1, dtype=np.int64)
    sizes = np.empty(source.response_count, dtype=np.int64)
    measure_room(source, guesses, sizes, np.empty(secrets + 2, dtype=np.int64), room)
    return room


@borrowing_kernel
def measure_room(
    source: Source,
    guesses: NDArray[np.int32],
    sizes: NDArray[np.int64],
    cells_from: NDArray[np.int64],
    room: NDArray[np.int64],
) -> None:
    """Write what :func:`room_of` returns into ``room``, all zeros before; ``sizes`` and ``cells_from`` are scratch."""
    secrets = len(room) - 1
    for guess in guesses:
        for cell in range(len(sizes)):
            sizes[cell] = 0
        for secret in range(secrets):
            sizes[respond_one(source, guess, secret)] += 1
        for size in range(len(cells_from)):
            cells_from[size] = 0
        for cell in range(len(sizes) - 1):
            cells_from[sizes[cell]] += 1
        for size in range(secrets, 0, -1):
            cells_from[size] += cells_from[size + 1]
        spread = 0
        for size in range(1, secrets + 1):
            spread += cells_from[size]
            room[size] = max(room[size], spread)
