"""Threads that search the same position where answers may be several: the idea is that of
:mod:`~strategist.search.exact.marks`.

A thread marks the positions that it is in, and the questions at them. A question that another thread is at is put off
to the end of the list; of the cells of a question, those that nobody is in come first, and then the smallest. Beside
what a search by one thread keeps, the memo keeps the cost of the best question so far of a position, and the bound of a
question that is refuted, each under the name of the position with a word.

Every ``look_every`` positions a thread asks the memo about the positions that it is in, from the top: one that is
decided, or whose question is refuted, ends all work below.
"""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.several_answers.several_arrays import (
    BEST,
    LOOKED_AT,
    NODES,
    SUM,
    UNWIND,
    WHY,
    SeveralArrays,
    SeveralMemo,
    SeveralScratch,
)
from strategist.search.several_answers.several_costs import LESS, NOT_LESS, compare, copy
from strategist.search.several_answers.several_memo import EXACT, LOWER, keep_beside, recall
from strategist.search.several_answers.several_words import size_of
from strategist.search.state.thread_marks import is_busy, is_left_to_others, mark, word_of

NOTHING, REFUTED = -1, 3
"""Beside what is known of a position: that nothing ends the work on it, or that the question that is asked is
refuted."""
MARKED, ASKED = 0, 1
"""Cells of ``desk.trail[level]``: whether the position there is marked, and the question that is asked, -1 for none."""
_NONE = np.uint64(0)
_BETTER = np.uint64(0xA3B195354A39B70D)
"""Part of the name under which the memo keeps the cost of some question at a position."""


@inlined
def are_shared(desk: SeveralScratch, level: int) -> bool:
    """Whether other threads may be in positions of this size."""
    return len(desk.marks) > 0 and size_of(desk.left, level) >= desk.marked_from


@borrowing
def come_to(desk: SeveralScratch, level: int) -> None:
    """Mark the position at a level, unless it is."""
    if desk.trail[level, MARKED] == 0:
        desk.trail[level, MARKED], desk.trail[level, ASKED] = 1, -1
        mark(desk, desk.name[level, 0], 1)


@borrowing
def pursue(desk: SeveralScratch, level: int, question: int) -> None:
    """Mark a question at the position at a level, -1 for none, instead of the one before."""
    before = desk.trail[level, ASKED]
    if before >= 0:
        mark(desk, desk.name[level, 0] ^ word_of(before), -1)
    if question >= 0:
        mark(desk, desk.name[level, 0] ^ word_of(question), 1)
    desk.trail[level, ASKED] = question


@borrowing
def leave(desk: SeveralScratch, level: int) -> None:
    """Take back what this thread has marked at a level."""
    if desk.trail[level, MARKED] == 1:
        pursue(desk, level, -1)
        mark(desk, desk.name[level, 0], -1)
        desk.trail[level, MARKED] = 0


@borrowing
def is_elsewhere(desk: SeveralScratch, name: np.uint64, size: int) -> bool:
    """Whether another thread is in a position of that name and size, or at a question there, or another process begins
    with it."""
    return is_busy(desk, name) or is_left_to_others(desk, name, size, 0)


@borrowing
def decided(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int) -> int:
    """The kind of what the memo knows of the position at a level, if that ends the work on it; sets the vector
    ``SUM``."""
    rows = desk.stride * level
    known = recall(arrays, desk, memo, level, rows + SUM, _NONE)
    if known == LOWER and compare(arrays, desk, rows + SUM, rows + BEST) != NOT_LESS:
        return NOTHING
    return known


@borrowing
def is_refuted(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int, question: int) -> bool:
    """Whether a question is known to cost no less than the best one; sets the vector ``SUM``."""
    rows = desk.stride * level
    known = recall(arrays, desk, memo, level, rows + SUM, word_of(question))
    return known == LOWER and compare(arrays, desk, rows + SUM, rows + BEST) == NOT_LESS


@borrowing
def note_refuted(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int, question: int) -> None:
    """Keep what a question costs at least: the vector ``SUM``."""
    keep_beside(arrays, desk, memo, level, LOWER, desk.stride * level + SUM, word_of(question))


@borrowing
def note_better(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int) -> None:
    """Keep the cost of the best question so far."""
    keep_beside(arrays, desk, memo, level, EXACT, desk.stride * level + BEST, _BETTER)


@borrowing
def take_better(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int) -> bool:
    """Let the best cost be that of another thread, if that is less; returns whether it is."""
    rows = desk.stride * level
    known = recall(arrays, desk, memo, level, rows + SUM, _BETTER)
    if known != EXACT or compare(arrays, desk, rows + SUM, rows + BEST) != LESS:
        return False
    copy(arrays, desk, rows + BEST, rows + SUM)
    return True


@borrowing
def look_up(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int) -> bool:
    """Whether what others have found ends the work at the levels above this one, and so at it. ``SUM`` of the level to
    go back to is what they have found."""
    own = desk.own
    if own[NODES] - own[LOOKED_AT] < desk.look_every:
        return False
    own[LOOKED_AT] = own[NODES]
    for above in range(level):
        if desk.trail[above, MARKED] == 0:
            continue
        known = decided(arrays, desk, memo, above)
        if known != NOTHING:
            own[UNWIND], own[WHY] = above, known
            return True
        asked = desk.trail[above, ASKED]
        if asked >= 0 and is_refuted(arrays, desk, memo, above, asked):
            own[UNWIND], own[WHY] = above, REFUTED
            return True
    return False
