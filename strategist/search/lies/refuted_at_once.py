"""What refutes a position under lies without a search: a part of it that is refuted, or two candidates left too many.

A position holds another one if it has all candidates of that one, each with as many lies left at least. Whoever
resolves it resolves the other one by the same questions, because all that may be answered there may be answered here.
So where a few candidates need more than so many questions, every position that holds them does, however large it is
(:func:`is_refuted`). Few are searched quickly (:mod:`~strategist.search.lies.hard_few`).

One question is the last: some question tells all candidates apart, or the position is refuted (:func:`tells_apart`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing
from strategist.search.lies.lies_arrays import NODES, STAMP, LiesArrays, LiesScratch
from strategist.search.lies.lies_positions import name_position

_NONE = np.uint64(0)
_REPLACED = 64
"""Where there is no room, one of so many positions that come last makes way."""


@borrowing
def is_refuted(arrays: LiesArrays, desk: LiesScratch, level: int, questions: int) -> bool:
    """Whether the position at a level holds one that is known to need more than so many questions."""
    size, found = desk.size[level], -1
    for place in range(size):
        desk.at[desk.candidates[level, place]] = desk.left[level, place] + 1
    for core in range(desk.core_count[questions]):
        held, inside = desk.core_size[questions, core], True
        if held > size:
            continue
        for place in range(held):
            if desk.at[desk.core_candidates[questions, core, place]] <= desk.core_left[questions, core, place]:
                inside = False
                break
        if inside and (not len(desk.marks) or _is_whole(arrays, desk, questions, core, held)):
            found = core
            break
    for place in range(size):
        desk.at[desk.candidates[level, place]] = 0
    if found > 0:
        # What has served moves to the front.
        _exchange(desk, questions, found, found * 3 // 4)
    return found >= 0


@borrowing
def _is_whole(arrays: LiesArrays, desk: LiesScratch, questions: int, core: int, held: int) -> bool:
    """Whether a refuted position that is held by the one in ``desk.at`` is the one that was noted. While it is read,
    other threads may write."""
    word = desk.core_word[questions, core]
    if word == _NONE:
        # It is counted, and not written yet: nothing is held by every position.
        return False
    for place in range(held):
        candidate, left = desk.core_candidates[questions, core, place], desk.core_left[questions, core, place]
        if desk.at[candidate] <= left:
            return False
        word ^= arrays.words[candidate, left, 0]
    return word == _NONE


@borrowing
def _exchange(desk: LiesScratch, questions: int, one: int, other: int) -> None:
    size, with_size = desk.core_size[questions, one], desk.core_size[questions, other]
    word, with_word = desk.core_word[questions, one], desk.core_word[questions, other]
    desk.core_size[questions, one], desk.core_size[questions, other] = with_size, size
    desk.core_word[questions, one], desk.core_word[questions, other] = with_word, word
    for place in range(max(size, with_size)):
        candidate, left = desk.core_candidates[questions, one, place], desk.core_left[questions, one, place]
        desk.core_candidates[questions, one, place] = desk.core_candidates[questions, other, place]
        desk.core_left[questions, one, place] = desk.core_left[questions, other, place]
        desk.core_candidates[questions, other, place], desk.core_left[questions, other, place] = candidate, left


@borrowing
def note_refuted(arrays: LiesArrays, desk: LiesScratch, level: int, questions: int) -> None:
    """Note that the position at a level is proven to need more than so many questions; a large one is not noted."""
    size, core = desk.size[level], desk.core_count[questions]
    if size > desk.core_candidates.shape[2]:
        return
    if core < desk.core_size.shape[1]:
        # Others may count as well.
        desk.core_count[questions] = core + 1
    else:
        core -= 1 + desk.own[NODES] % _REPLACED
    desk.core_size[questions, core] = size
    desk.core_word[questions, core] = name_position(arrays, desk, level, 0)
    for place in range(size):
        desk.core_candidates[questions, core, place] = desk.candidates[level, place]
        desk.core_left[questions, core, place] = desk.left[level, place]


@borrowing
def tells_apart(arrays: LiesArrays, desk: LiesScratch, level: int, among: NDArray[np.int32]) -> bool:
    """Whether some question leaves one candidate at most behind each of its responses that do not end play, where the
    right guess is always admitted. ``among`` are the questions that may be asked; all where it is empty."""
    at, asked = 0, len(among) if len(among) else arrays.truth.shape[0]
    while at < asked and not _is_alone(arrays, desk, level, among[at] if len(among) else at):
        at += 1
    return at < asked


@borrowing
def _is_alone(arrays: LiesArrays, desk: LiesScratch, level: int, question: int) -> bool:
    """Whether no two candidates can give one response to a question."""
    desk.own[STAMP] += 1
    now, others, lies = desk.own[STAMP], 0, False
    for place in range(desk.size[level]):
        truth = arrays.truth[question, desk.candidates[level, place]]
        if truth == arrays.solved:
            continue
        others += 1
        # One that may lie can give every response.
        lies |= desk.left[level, place] > 0
        if lies and others > 1:
            return False
        if not len(arrays.free):
            if desk.stamp[truth] == now:
                return False
            desk.stamp[truth] = now
            continue
        for at in range(arrays.first_free[truth], arrays.first_free[truth + 1]):
            if desk.stamp[arrays.free[at]] == now:
                return False
            desk.stamp[arrays.free[at]] = now
    return True


@borrowing
def note_indistinct(
    arrays: LiesArrays, desk: LiesScratch, level: int, questions: int, nothing: NDArray[np.int32]
) -> None:
    """Note as refuted the position at a level, which no question tells apart, without the candidates that do not count
    for that. The level below is overwritten; ``nothing`` is empty."""
    below = level + 1
    size = desk.size[level]
    for place in range(size):
        desk.candidates[below, place] = desk.candidates[level, place]
        desk.left[below, place] = desk.left[level, place]
    desk.size[below] = size
    place = size - 1
    while place >= 0:
        size = desk.size[below]
        candidate, left = desk.candidates[below, place], desk.left[below, place]
        _move(desk, below, place, size - 1)
        desk.size[below] = size - 1
        if tells_apart(arrays, desk, below, nothing):
            _move(desk, below, size - 1, place)
            desk.candidates[below, place], desk.left[below, place] = candidate, left
            desk.size[below] = size
        place -= 1
    note_refuted(arrays, desk, below, questions)


@borrowing
def _move(desk: LiesScratch, level: int, place: int, to: int) -> None:
    """Move the candidates between two places by one place, over the first."""
    step = 1 if to > place else -1
    while place != to:
        desk.candidates[level, place] = desk.candidates[level, place + step]
        desk.left[level, place] = desk.left[level, place + step]
        place += step
