"""Marks: where threads are that run the same search, and what a process leaves to others.

They are counters that all threads share. Each says how many threads are somewhere: in a position, or at a guess there.
A place is named by a random word, and two places may share a mark: then one is put off for the other. Nothing depends
on a mark but the order of the work.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.atomic import fetch_add, read
from strategist.search.kernels.numba.jit import inlined
from strategist.search.state.problem import PROCESS, PROCESSES

MARKS = 1 << 14
"""The number of marks, a power of two."""


class Marked(Protocol):
    """What threads share that mark where they are."""

    @property
    def marks(self) -> NDArray[np.int64]:
        """How many threads are in the places of each mark, a power of two of them."""


class Divided(Protocol):
    """What the threads of a process share that begins with other places than the processes beside it."""

    @property
    def shared(self) -> NDArray[np.int64]:
        """The cells of :mod:`~strategist.search.state.problem`."""

    @property
    def divided_from(self) -> int:
        """The number of candidates from which on places are divided."""


@inlined
def word_of(question: int) -> np.uint64:
    """What makes the name of a position that of the position with a question, or with a guess."""
    word = np.uint64(question + 1) * np.uint64(0xA3B195354A39B70D)
    return (word ^ (word >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)


@inlined
def _mark_of(room: Marked, name: np.uint64) -> Any:
    mixed = (name ^ (name >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64((mixed >> np.uint64(32)) & np.uint64(len(room.marks) - 1))


@inlined
def mark(room: Marked, name: np.uint64, amount: int) -> None:
    """Say that this thread comes to a place, with an ``amount`` of 1, or leaves it, with -1."""
    fetch_add(room.marks, _mark_of(room, name), amount)


@inlined
def is_busy(room: Marked, name: np.uint64) -> bool:
    """Whether some thread is in a place."""
    return read(room.marks, _mark_of(room, name)) > 0


@inlined
def is_left_to_others(room: Divided, name: np.uint64, size: int, part: int) -> bool:
    """Whether another process begins with a part of a place of this size, or with the place itself: then ``part`` is
    0."""
    processes = room.shared[PROCESSES]
    if processes < 2 or size < room.divided_from:
        return False
    mixed = (name ^ (name >> np.uint64(31))) * np.uint64(0xD6E8FEB86659FD93)
    return (np.int64(mixed >> np.uint64(33)) + part) % processes != room.shared[PROCESS]
