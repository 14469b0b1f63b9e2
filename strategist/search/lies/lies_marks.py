"""Threads that search the same position under lies: the idea is that of :mod:`~strategist.search.exact.marks`.

A position here is resolved within so many questions or not. So threads begin with different questions: one that another
is at is put off to the end. Its cells are not put off, for the heaviest mostly refutes it: all go there, and part again
at its questions. That a question is refuted is kept in the memo, under the name of the position with it.

Every ``LOOK_EVERY`` positions a thread asks the memo about the positions that it is in, from the top: one that is
decided, or whose question is refuted, ends all work below.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.lies.lies_arrays import (
    LOOK_EVERY,
    LOOKED_AT,
    MARKED_FROM,
    NODES,
    NOWHERE,
    UNWIND,
    WHY,
    LiesScratch,
)
from strategist.search.lies.lies_memo import known
from strategist.search.state.thread_marks import word_of

NO, YES, STOPPED = 0, 1, -1
"""Whether a position is resolved within so many questions; the search was stopped, or others have ended it."""
REFUTED = 2
"""Why the work on a position is ended by others, if not by ``NO`` or ``YES``: the question that is asked is refuted."""
QUESTIONS, ASKED = 0, 1
"""Cells of ``desk.trail[level]``: the questions that are left there, 0 where no thread is looked for, and the question
that is asked, -1 for none."""


@inlined
def are_shared(desk: LiesScratch, level: int) -> bool:
    """Whether other threads may be in positions of this size."""
    return len(desk.marks) > 0 and desk.size[level] >= desk.own[MARKED_FROM]


@borrowing
def enter(desk: LiesScratch, level: int, questions: int, name: np.uint64, check: np.uint64) -> None:
    """Note that this thread comes to a position, or with no questions, that nobody is looked for there."""
    desk.trail[level, QUESTIONS], desk.trail[level, ASKED] = questions, -1
    desk.names[level, 0], desk.names[level, 1] = name, check


@inlined
def is_question_refuted(
    memo: NDArray[np.uint64], name: np.uint64, check: np.uint64, question: int, questions: int
) -> bool:
    """Whether a question is known not to resolve the position of these words within so many questions."""
    word = word_of(question)
    least, _ = known(memo, name ^ word, check ^ word)
    return questions < least


@borrowing
def look_up(desk: LiesScratch, memo: NDArray[np.uint64], level: int) -> bool:
    """Whether what others have found ends the work at the levels above this one, and so at it."""
    own = desk.own
    if own[NODES] - own[LOOKED_AT] < own[LOOK_EVERY]:
        return False
    own[LOOKED_AT] = own[NODES]
    for above in range(level):
        questions, question = desk.trail[above, QUESTIONS], desk.trail[above, ASKED]
        if questions == 0:
            continue
        name, check = desk.names[above, 0], desk.names[above, 1]
        least, most = known(memo, name, check)
        if questions < least or questions >= most:
            own[UNWIND], own[WHY] = above, NO if questions < least else YES
            return True
        if question >= 0 and is_question_refuted(memo, name, check, question, questions):
            own[UNWIND], own[WHY] = above, REFUTED
            return True
    return False


def resume(desk: LiesScratch) -> None:
    """Let a desk begin anew, wherever its work was ended."""
    desk.own[UNWIND], desk.own[LOOKED_AT] = NOWHERE, desk.own[NODES]
    desk.trail[:] = 0
