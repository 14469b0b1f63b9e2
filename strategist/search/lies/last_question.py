"""The last question that may be asked: whether one tells all suspects of a position apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing
from strategist.search.lies.lies_arrays import STAMP, LiesArrays, LiesScratch
from strategist.search.lies.refuted_subsets import note_refuted


@borrowing
def tells_apart(ground: LiesArrays, desk: LiesScratch, level: int, among: NDArray[np.int32]) -> bool:
    """Whether some question leaves one suspect at most behind each of its responses that do not end play, where the
    right guess is always admitted. ``among`` are the questions that may be asked; all where it is empty."""
    at, asked = 0, len(among) if len(among) else ground.truth.shape[0]
    while at < asked and not _is_alone(ground, desk, level, among[at] if len(among) else at):
        at += 1
    return at < asked


@borrowing
def _is_alone(ground: LiesArrays, desk: LiesScratch, level: int, question: int) -> bool:
    """Whether no two suspects can give one response to a question."""
    desk.own[STAMP] += 1
    now, others, lies = desk.own[STAMP], 0, False
    for place in range(desk.size[level]):
        truth = ground.truth[question, desk.suspects[level, place]]
        if truth == ground.solved:
            continue
        others += 1
        # One that may lie can give every response.
        lies |= desk.left[level, place] > 0
        if lies and others > 1:
            return False
        if not len(ground.free):
            if desk.stamp[truth] == now:
                return False
            desk.stamp[truth] = now
            continue
        for at in range(ground.first_free[truth], ground.first_free[truth + 1]):
            if desk.stamp[ground.free[at]] == now:
                return False
            desk.stamp[ground.free[at]] = now
    return True


@borrowing
def note_indistinct(
    ground: LiesArrays, desk: LiesScratch, level: int, questions: int, nothing: NDArray[np.int32]
) -> None:
    """Note as hopeless the position at a level, which no question tells apart, without the suspects that do not count
    for that. The level below is overwritten; ``nothing`` is empty."""
    below = level + 1
    size = desk.size[level]
    for place in range(size):
        desk.suspects[below, place] = desk.suspects[level, place]
        desk.left[below, place] = desk.left[level, place]
    desk.size[below] = size
    place = size - 1
    while place >= 0:
        size = desk.size[below]
        suspect, left = desk.suspects[below, place], desk.left[below, place]
        _move(desk, below, place, size - 1)
        desk.size[below] = size - 1
        if tells_apart(ground, desk, below, nothing):
            _move(desk, below, size - 1, place)
            desk.suspects[below, place], desk.left[below, place] = suspect, left
            desk.size[below] = size
        place -= 1
    note_refuted(desk, below, questions)


@borrowing
def _move(desk: LiesScratch, level: int, place: int, to: int) -> None:
    """Move the suspects between two places by one place, over the first."""
    step = 1 if to > place else -1
    while place != to:
        desk.suspects[level, place] = desk.suspects[level, place + step]
        desk.left[level, place] = desk.left[level, place + step]
        place += step
