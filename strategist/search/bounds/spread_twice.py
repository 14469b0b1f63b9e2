"""How evenly two guesses in turn can spread the secrets of a game: what counting can know of pairs of guesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray


def room_of_two(
    respond: Callable[[int], NDArray[np.uint8 | np.uint16]], count: int, pairs: Iterable[tuple[int, Iterable[int]]]
) -> NDArray[np.int64]:
    """``int64[secrets + 1]``: entry k is the maximum over first guesses of how many secrets second ones find, or leave
    in their cells if no more than k count in each. Each cell of the first guess has the second one that is best for k,
    and may have another one for each k. The secret that the first one finds is left out.

    ``respond`` tells which of ``count`` responses each secret gives to a guess, and ``pairs`` are first guesses, each
    with all that may be second. A cell of a set is a part of a cell of all secrets, so no two guesses spread a set more
    evenly.

    >>> answers = np.array([[0, 0, 0, 2], [1, 0, 2, 1], [0, 2, 0, 0]], dtype=np.uint8)
    >>> room_of_two(answers.__getitem__, 3, [(0, [1, 2])]).tolist()
    [1, 3, 3, 3, 3]
    """
    room = np.zeros(1, dtype=np.int64)
    secrets = 0
    for first, seconds in pairs:
        cells = respond(first).astype(np.int64) * count
        secrets = len(cells)
        within = np.zeros((count - 1, 1), dtype=np.int64)
        for second in seconds:
            sizes = np.bincount(cells + respond(second), minlength=count * count).reshape(count, count)[:-1]
            within = _larger(within, _held(sizes[:, :-1]) + sizes[:, -1:])
        room = _larger(room, within.sum(axis=0))
    return np.append(room, np.full(secrets + 1 - len(room), room[-1]))


def _held(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Σ min(|cell|, k) of each row of ``sizes``, for all k up to the largest."""
    rows, cells = sizes.shape
    largest = int(sizes.max(initial=0))
    places = sizes + (np.arange(rows) * (largest + 1))[:, np.newaxis]
    of_size = np.bincount(places.ravel(), minlength=rows * (largest + 1)).reshape(rows, largest + 1)
    smaller = np.cumsum(of_size, axis=1)[:, :-1]
    return np.append(np.zeros((rows, 1), dtype=np.int64), np.cumsum(cells - smaller, axis=1), axis=1)


def _larger(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """The larger of two rooms at each k; the last entry of each holds for all larger ones."""
    if one.shape[-1] < other.shape[-1]:
        one, other = other, one
    found = np.maximum(one, other[..., -1:])
    length = other.shape[-1]
    np.maximum(one[..., :length], other, out=found[..., :length])
    return found
