"""The latest results of a thread, on their way to a journal, and to others.

Each desk has a log, a ring of rows: the kernel writes, the main thread reads. Neither waits for the other. A row for
which there is no room is left out. Each row ends with a seal over its other words, so the seal of a row that is read
while it is written does not match. The file of the journal holds the same rows with the same seals. The columns named
here, and :func:`note` and :func:`recall`, are those of the exact search; all else is for rows of any width.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, inlined, plain
from strategist.search.state.memo import MOST_WORTH, store

RING_ROWS = 8192
LOGGED, READ = 5, 6
"""Cells of a thread: how many rows of its log were written and read."""
KEY, CHECK, LEFT, SIZE, WORTH, BOUND, IS_EXACT, GUESS, SEAL, RING_COLUMNS = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
"""The columns of a row: the two words that name a set (with its guesses left, and what restricts them), the guesses
left, its size, the worth of its proof; a proven bound, whether that is the exact cost, and the guess that reaches it,
plus one (0 if none was named)."""


class Logging(Protocol):
    """A desk whose kernel logs what is proven."""

    @property
    def ring(self) -> NDArray[np.uint64]:
        """The log."""
        ...

    @property
    def own(self) -> NDArray[np.int64]:
        """The cells with how many rows were logged and read, at ``LOGGED`` and ``READ``."""
        ...


def make_ring(rows: int, words: int = RING_COLUMNS) -> NDArray[np.uint64]:
    """A log of ``rows`` rows; with 0 rows it keeps nothing."""
    return np.zeros((rows, words), dtype=np.uint64)


@inlined
def mix(word: Any, more: Any) -> Any:
    """One step of a digest of words."""
    word = (word ^ more) * np.uint64(0xBF58476D1CE4E5B9)
    return word ^ (word >> np.uint64(29))


@borrowing
def seal_of(seed: np.uint64, row: NDArray[np.uint64]) -> np.uint64:
    """The seal of a row: its last word, over all others."""
    word = seed
    for column in range(len(row) - 1):
        word = mix(word, row[column])
    return word


def seals(seed: int, rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The seal that each row should have, ``uint64[rows]``.

    >>> one, other = seals(1, make_ring(2)), seals(2, make_ring(2))
    >>> one[0] == one[1], one[0] == other[0]
    (np.True_, np.False_)
    """
    words = np.full(len(rows), seed, dtype=np.uint64)
    for column in range(rows.shape[1] - 1):
        words = plain(mix)(words, rows[:, column])
    return words


def sealed_row(
    seed: int, key: int, check: int, left: int, size: int, bound: int, exact: bool = False, guess: int = -1
) -> NDArray[np.uint64]:
    """One row that is worth as much as can be, ``uint64[1, RING_COLUMNS]``."""
    row = make_ring(1)
    row[0, :SEAL] = key, check, left, size, MOST_WORTH, bound, exact, guess + 1
    row[:, SEAL] = seals(seed, row)
    return row


@borrowing
def note(
    log: NDArray[np.uint64],
    written: int,
    read: int,
    seed: np.uint64,
    key: np.uint64,
    check: np.uint64,
    left: int,
    size: int,
    worth: int,
    bound: int,
    exact: int,
    guess: int,
) -> int:
    """Log a result for a set, if there is room; returns the number of rows written so far."""
    if written - read >= len(log):
        return written
    row = log[written % len(log)]
    row[KEY], row[CHECK] = key, check
    row[LEFT], row[SIZE], row[WORTH] = np.uint64(left), np.uint64(size), np.uint64(worth)
    row[BOUND], row[IS_EXACT], row[GUESS] = np.uint64(bound), np.uint64(exact), np.uint64(guess + 1)
    row[SEAL] = seal_of(seed, row)
    return written + 1


def unread(log: NDArray[np.uint64], written: int, read: int, seed: int) -> NDArray[np.uint64]:
    """A copy of the rows from ``read`` on, up to the first incomplete one."""
    rows = log[np.arange(read, written) % max(1, len(log))]
    torn = np.flatnonzero(rows[:, -1] != seals(seed, rows))
    return rows[: torn[0]] if len(torn) else rows


def logged(desk: Logging, seed: int) -> NDArray[np.uint64]:
    """The rows that a desk has logged since the last call."""
    read = int(desk.own[READ])
    rows = unread(desk.ring, int(desk.own[LOGGED]), read, seed)
    desk.own[READ] = read + len(rows)
    return rows


def fitting(seed: int, rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The rows whose seal fits."""
    fit = rows[:, -1] == seals(seed, rows)
    return rows if fit.all() else rows[fit]


@borrowing_kernel
def recall(memo: NDArray[np.uint64], rows: NDArray[np.uint64]) -> None:
    """Put rows of a journal into a memo."""
    for index in range(len(rows)):
        row = rows[index]
        bound, exact, worth = np.int64(row[BOUND]), np.int64(row[IS_EXACT]), np.int64(row[WORTH])
        store(memo, row[KEY], row[CHECK], bound, exact, worth)
