"""Whether all suspects of a position are found within so many questions, in compiled code, recursion included.

1. *The end*: an announcement, or the only suspect asked.
2. *Counting*: the volume bound.
3. *The memo*: what is proven of the position, its least depth from below and from above.
4. *The questions*. The cells of each are counted; one with a cell that counting puts out of reach is left out, and so
   is one with the cells of an earlier one. The question whose heaviest cell weighs least comes first.
5. *Its cells*, the heaviest first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.lazy_heap import make_heap, pop
from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import apart, borrowing, borrowing_kernel
from strategist.search.keys.key_sets import whole
from strategist.search.lies.ground_of_lies import MOST_NODES, NODES, Desk, Ground
from strategist.search.lies.positions import (
    count_cells,
    enter_cell,
    is_at_end,
    name_partition,
    name_position,
    out_of_reach,
)
from strategist.search.state.problem import STOP

NO, YES, STOPPED = 0, 1, -1
_NONE = np.uint64(0)
_TRIES = 4
_QUESTION_BITS = 24
"""The bits of the number of a question behind its rank."""
_QUESTION = (1 << _QUESTION_BITS) - 1
_HEAVIEST = (1 << 38) - 1


@borrowing
def find(memo: NDArray[np.uint64], name: np.uint64, check: np.uint64) -> int:
    """The row of a position in the memo; -1 if it is not there."""
    mask = np.uint64(memo.shape[0] - 1)
    for step in range(_TRIES):
        row = whole((name + np.uint64(step)) & mask)
        if memo[row, 0] == name and memo[row, 1] == check:
            return row
    return -1


@borrowing
def keep(memo: NDArray[np.uint64], name: np.uint64, check: np.uint64, least: int, most: int) -> None:
    """Note that a position needs ``least`` questions at least and ``most`` at most, or less than is known of it."""
    row = find(memo, name, check)
    if row >= 0:
        memo[row, 2] = max(memo[row, 2], np.uint64(least))
        memo[row, 3] = min(memo[row, 3], np.uint64(most))
        return
    mask = np.uint64(memo.shape[0] - 1)
    row = whole((name + (check & np.uint64(_TRIES - 1))) & mask)
    for step in range(_TRIES):
        at = whole((name + np.uint64(step)) & mask)
        if memo[at, 0] == _NONE:
            row = at
            break
    memo[row, 0], memo[row, 1], memo[row, 2], memo[row, 3] = name, check, np.uint64(least), np.uint64(most)


UNKNOWN = 1 << 20
"""More questions than any position needs."""


@borrowing
def _only_one(ground: Ground, desk: Desk, level: int, questions: int) -> bool:
    """Whether the only suspect is found within so many questions: by asking it, as often as it may be denied."""
    denials = int(desk.left[level, 0]) if ground.denies else 0
    return questions > denials


@borrowing
def count_position(ground: Ground, desk: Desk, level: int, questions: int) -> bool:
    """Whether counting proves that a position needs more than so many questions."""
    last = ground.can.shape[1] - 1
    for left in range(ground.lies + 1):
        desk.cells[last, left] = 0
    for place in range(desk.size[level]):
        desk.cells[last, desk.left[level, place]] += 1
    return out_of_reach(ground, desk, last, questions)


@borrowing
def list_questions(ground: Ground, desk: Desk, level: int, questions: int, among: NDArray[np.int32]) -> int:
    """Put the questions that counting leaves in the heap of a level, and return how many there are. ``among`` are the
    questions that may be asked; all where it is empty."""
    listed = 0
    mask = np.uint64(desk.seen.shape[1] - 1)
    for slot in range(desk.seen.shape[1]):
        desk.seen[level, slot] = _NONE
    asked = len(among) if len(among) else ground.truth.shape[0]
    for at in range(asked):
        question = among[at] if len(among) else at
        count_cells(ground, desk, level, question)
        heaviest, fits = 0, True
        for response in range(ground.can.shape[1]):
            if not ground.can[question, response]:
                continue
            if ground.counts and out_of_reach(ground, desk, response, questions - 1):
                fits = False
                break
            weight = 0
            for left in range(ground.lies + 1):
                weight += desk.cells[response, left] * ground.weights[questions, left]
            heaviest = max(heaviest, weight)
        if not fits:
            continue
        word = name_partition(ground, desk, level, question)
        slot = whole(word & mask)
        while desk.seen[level, slot] != _NONE and desk.seen[level, slot] != word:
            slot = whole((np.uint64(slot) + np.uint64(1)) & mask)
        if desk.seen[level, slot] == word:
            continue
        desk.seen[level, slot] = word
        desk.heap[level, listed] = min(heaviest, _HEAVIEST) << _QUESTION_BITS | question
        listed += 1
    make_heap(desk.heap[level], listed)
    return listed


@borrowing
def order_cells(ground: Ground, desk: Desk, level: int, question: int, questions: int) -> int:
    """Put the cells of a question in ``desk.order``, the heaviest first; returns how many there are."""
    count_cells(ground, desk, level, question)
    cells = 0
    for response in range(ground.can.shape[1]):
        if not ground.can[question, response]:
            continue
        weight = 0
        for left in range(ground.lies + 1):
            weight += desk.cells[response, left] * ground.weights[questions, left]
        if not weight:
            continue
        entry = -(min(weight, _HEAVIEST) << _QUESTION_BITS | response)
        place = cells
        while place and desk.order[level, place - 1] > entry:
            desk.order[level, place] = desk.order[level, place - 1]
            place -= 1
        desk.order[level, place] = entry
        cells += 1
    return cells


@apart
def within(
    ground: Ground,
    desk: Desk,
    memo: NDArray[np.uint64],
    level: int,
    questions: int,
    among: NDArray[np.int32],
    nothing: NDArray[np.int32],
    width: int,
    failed: NDArray[np.uint64],
) -> int:
    """Whether the position at a level is resolved within so many questions: ``YES``, ``NO`` or ``STOPPED``.

    ``among`` holds a question of each kind that the symmetries of the position leave; all questions where it is empty.
    ``nothing`` is empty. With a ``width``, only so many questions are tried at each position: then ``NO`` says that
    they have failed, and ``failed`` is a memo of that.
    """
    if read(desk.shared, STOP) or desk.own[NODES] >= desk.own[MOST_NODES]:
        return STOPPED
    if is_at_end(ground, desk, level):
        return YES
    if questions <= 0:
        return NO
    if desk.size[level] == 1 and ground.solved >= 0:
        return YES if _only_one(ground, desk, level, questions) else NO
    if ground.counts and count_position(ground, desk, level, questions):
        return NO
    name, check = name_position(ground, desk, level, 0), name_position(ground, desk, level, 1)
    row = find(memo, name, check)
    if row >= 0:
        if questions < np.int64(memo[row, 2]):
            return NO
        if questions >= np.int64(memo[row, 3]):
            return YES
    if width:
        row = find(failed, name, check)
        if row >= 0 and questions < np.int64(failed[row, 2]):
            return NO
    desk.own[NODES] += 1
    result = NO
    listed = list_questions(ground, desk, level, questions, among)
    proves = not width or not listed
    last = listed - width if width and listed > width else 0
    while listed > last and result == NO:
        question = pop(desk.heap[level], listed) & _QUESTION
        listed -= 1
        cells = order_cells(ground, desk, level, question, questions)
        result = YES
        for at in range(cells):
            enter_cell(ground, desk, level, question, -desk.order[level, at] & _QUESTION)
            result = within(ground, desk, memo, level + 1, questions - 1, nothing, nothing, width, failed)
            if result != YES:
                break
    if result == YES:
        keep(memo, name, check, 0, questions)
    elif result == NO:
        # Where counting leaves no question, that is a proof whatever the width.
        keep(memo if proves else failed, name, check, questions + 1, UNKNOWN)
    return result


@borrowing_kernel
def most_needed(ground: Ground, desk: Desk, memo: NDArray[np.uint64]) -> int:
    """The questions that suffice for the position at level 0, as far as the memo knows."""
    row = find(memo, name_position(ground, desk, 0, 0), name_position(ground, desk, 0, 1))
    return UNKNOWN if row < 0 else whole(memo[row, 3])


@borrowing_kernel
def choose(
    ground: Ground,
    desk: Desk,
    memo: NDArray[np.uint64],
    questions: int,
    nothing: NDArray[np.int32],
    width: int,
    failed: NDArray[np.uint64],
) -> int:
    """The first question of a tree that resolves the position at level 0 within so many questions, the one that
    :func:`within` tries first of all that do; -1 if none does, -2 if the search was stopped."""
    listed = list_questions(ground, desk, 0, questions, nothing)
    last = listed - width if width and listed > width else 0
    while listed > last:
        question = pop(desk.heap[0], listed) & _QUESTION
        listed -= 1
        result = YES
        for at in range(order_cells(ground, desk, 0, question, questions)):
            enter_cell(ground, desk, 0, question, -desk.order[0, at] & _QUESTION)
            result = within(ground, desk, memo, 1, questions - 1, nothing, nothing, width, failed)
            if result != YES:
                break
        if result == STOPPED:
            return -2
        if result == YES:
            return question
    return -1
