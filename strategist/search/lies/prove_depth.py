"""Whether all candidates of a position are found within so many questions, in compiled code, recursion included.

1. *The end*: an announcement, or as few candidates as can be asked one after the other.
2. *Counting*: the volume bound, and the most candidates by the sizes of cells.
3. *The memo*: what is proven of the position, its least depth from below and from above.
4. *Hopeless positions*: one that holds another one that is refuted is refuted.
5. *The last question* has to tell all candidates apart.
6. *The questions*. The cells of each are counted; one with a cell that counting puts out of reach is left out, and so
   is one with the cells of an earlier one. The question whose heaviest cell weighs least comes first; candidates come
   before all others where rows hold a falsehood each.
7. *Its cells*: is one of them refuted? If not, the heaviest first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.lazy_heap import pop
from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import apart, borrowing, borrowing_kernel
from strategist.search.lies.lies_arrays import (
    MOST_NODES,
    NODES,
    NOWHERE,
    UNWIND,
    WHY,
    WORTH_KEEPING,
    LiesArrays,
    LiesScratch,
)
from strategist.search.lies.lies_marks import (
    ASKED,
    NO,
    REFUTED,
    STOPPED,
    YES,
    are_shared,
    enter,
    is_question_refuted,
    look_up,
)
from strategist.search.lies.lies_memo import UNKNOWN, keep, known
from strategist.search.lies.lies_positions import enter_cell, is_at_end, name_position, out_of_reach
from strategist.search.lies.question_order import (
    QUESTION,
    are_few,
    candidates_come_first,
    list_candidates,
    list_questions,
    order_cells,
)
from strategist.search.lies.refuted_at_once import is_refuted, note_indistinct, note_refuted, tells_apart
from strategist.search.state.problem import STOP
from strategist.search.state.thread_marks import is_busy, mark, word_of

_NONE = np.uint64(0)


@borrowing
def _only_one(arrays: LiesArrays, desk: LiesScratch, level: int, questions: int) -> bool:
    """Whether the only candidate is found within so many questions: by asking it, as often as it may be denied."""
    denials = int(desk.left[level, 0]) if arrays.denies else 0
    return questions > denials


@borrowing
def count_position(arrays: LiesArrays, desk: LiesScratch, level: int, questions: int) -> bool:
    """Whether counting proves that a position needs more than so many questions."""
    last = arrays.can.shape[1] - 1
    for left in range(arrays.lies + 1):
        desk.cells[last, left] = 0
    for place in range(desk.size[level]):
        desk.cells[last, desk.left[level, place]] += 1
    return out_of_reach(arrays, desk.cells, last, questions)


@apart
def within(
    arrays: LiesArrays,
    desk: LiesScratch,
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
    Where rows hold a falsehood each, it holds one of all that part the position above in the same way. ``nothing`` is
    empty. With a ``width``, only so many questions are tried at each position: then ``NO`` says that they have failed,
    and ``failed`` is a memo of that.
    """
    if read(desk.shared, STOP) or desk.own[NODES] >= desk.own[MOST_NODES]:
        return STOPPED
    if is_at_end(arrays, desk, level):
        return YES
    if questions <= 0:
        return NO
    if are_few(arrays, desk.size[level], questions):
        return YES
    if desk.size[level] == 1 and arrays.solved >= 0:
        return YES if _only_one(arrays, desk, level, questions) else NO
    if arrays.counts and count_position(arrays, desk, level, questions):
        return NO
    name, check = name_position(arrays, desk, level, 0), name_position(arrays, desk, level, 1)
    least, most = known(memo, name, check)
    if questions < least:
        return NO
    if questions >= most:
        return YES
    if is_refuted(arrays, desk, level, questions):
        return NO
    if width:
        least, _ = known(failed, name, check)
        if questions < least:
            return NO
    if len(desk.marks) and look_up(desk, memo, level):
        return STOPPED
    desk.own[NODES] += 1
    below = among if len(arrays.free) else nothing
    if questions == arrays.last:
        if tells_apart(arrays, desk, level, below):
            keep(memo, name, check, 0, questions)
            return YES
        keep(memo, name, check, questions + 1, UNKNOWN)
        note_indistinct(arrays, desk, level, questions, nothing)
        return NO
    result, listed, settled = NO, 0, False
    shared = are_shared(desk, level)
    enter(desk, level, questions if shared else 0, name, check)
    if shared:
        mark(desk, name, 1)
    for turn in range(0 if candidates_come_first(arrays) else 1, 2):
        if turn == 0:
            listed = list_candidates(arrays, desk, level, questions)
        else:
            listed = list_questions(arrays, desk, level, questions, among)
            if len(arrays.free):
                first = level * arrays.truth.shape[0]
                below = desk.kept[first : first + desk.kept_count[level]]
        proves = turn == 1 and (not width or not listed)
        last = listed - width if width and listed > width else 0
        end, put_off, taken = listed, 0, 0
        while result == NO and (listed > last or taken < put_off):
            if shared:
                least, most = known(memo, name, check)
                if questions < least or questions >= most:
                    settled, result = True, NO if questions < least else YES
                    break
            if listed > last:
                question = pop(desk.heap[level], listed) & QUESTION
                listed -= 1
                if shared and is_busy(desk, name ^ word_of(question)):
                    # Popping has left this place empty.
                    put_off += 1
                    desk.heap[level, end - put_off] = question
                    continue
            else:
                taken += 1
                question = desk.heap[level, end - taken]
            if shared and is_question_refuted(memo, name, check, question, questions):
                continue
            cells = order_cells(arrays, desk, level, question, questions)
            if _one_is_refuted(arrays, desk, level, question, cells, questions):
                continue
            word, begun_at = word_of(question), desk.own[NODES]
            if shared:
                desk.trail[level, ASKED] = question
                mark(desk, name ^ word, 1)
            result = YES
            for at in range(cells):
                enter_cell(arrays, desk, level, question, -desk.order[level, at] & QUESTION)
                result = within(arrays, desk, memo, level + 1, questions - 1, below, nothing, width, failed)
                if result != YES:
                    break
            if not shared:
                continue
            desk.trail[level, ASKED] = -1
            mark(desk, name ^ word, -1)
            if result == STOPPED and desk.own[UNWIND] == level:
                desk.own[UNWIND] = NOWHERE
                settled = desk.own[WHY] != REFUTED
                result = desk.own[WHY] if settled else NO
                if settled:
                    break
            elif result == NO and not width and desk.own[NODES] - begun_at >= desk.own[WORTH_KEEPING]:
                keep(memo, name ^ word, check ^ word, questions + 1, UNKNOWN)
        if result != NO or settled:
            break
    if shared:
        mark(desk, name, -1)
    if settled:
        return result
    if result == YES:
        keep(memo, name, check, 0, questions)
    elif result == NO:
        # Where counting leaves no question, that is a proof whatever the width.
        keep(memo if proves else failed, name, check, questions + 1, UNKNOWN)
        if proves:
            note_refuted(arrays, desk, level, questions)
    return result


@borrowing
def _one_is_refuted(
    arrays: LiesArrays, desk: LiesScratch, level: int, question: int, cells: int, questions: int
) -> bool:
    """Whether one of the cells in ``desk.order`` holds a position that is known to need more questions than it has."""
    if not desk.core_count[questions - 1]:
        return False
    for at in range(cells):
        enter_cell(arrays, desk, level, question, -desk.order[level, at] & QUESTION)
        if is_refuted(arrays, desk, level + 1, questions - 1):
            return True
    return False


@borrowing_kernel
def keep_position(arrays: LiesArrays, desk: LiesScratch, memo: NDArray[np.uint64], least: int, most: int) -> None:
    """Note how many questions the position at level 0 needs at least, and how many suffice."""
    keep(memo, name_position(arrays, desk, 0, 0), name_position(arrays, desk, 0, 1), least, most)


@borrowing_kernel
def most_needed(arrays: LiesArrays, desk: LiesScratch, memo: NDArray[np.uint64]) -> int:
    """The questions that suffice for the position at level 0, as far as the memo knows."""
    _, most = known(memo, name_position(arrays, desk, 0, 0), name_position(arrays, desk, 0, 1))
    return most


@borrowing
def _choice(
    arrays: LiesArrays,
    desk: LiesScratch,
    memo: NDArray[np.uint64],
    questions: int,
    nothing: NDArray[np.int32],
    width: int,
    failed: NDArray[np.uint64],
) -> int:
    """:func:`choose`."""
    enter(desk, 0, 0, _NONE, _NONE)
    for turn in range(0 if candidates_come_first(arrays) else 1, 2):
        if turn == 0:
            listed = list_candidates(arrays, desk, 0, questions)
        else:
            listed = list_questions(arrays, desk, 0, questions, nothing)
        last = listed - width if width and listed > width else 0
        while listed > last:
            question = pop(desk.heap[0], listed) & QUESTION
            listed -= 1
            result = YES
            for at in range(order_cells(arrays, desk, 0, question, questions)):
                enter_cell(arrays, desk, 0, question, -desk.order[0, at] & QUESTION)
                result = within(arrays, desk, memo, 1, questions - 1, nothing, nothing, width, failed)
                if result != YES:
                    break
            if result == STOPPED:
                return -2
            if result == YES:
                return question
    return -1


@borrowing_kernel
def choose(
    arrays: LiesArrays,
    desk: LiesScratch,
    memo: NDArray[np.uint64],
    questions: int,
    nothing: NDArray[np.int32],
    width: int,
    failed: NDArray[np.uint64],
) -> int:
    """The first question of a tree that resolves the position at level 0 within so many questions, the one that
    :func:`within` tries first of all that do; -1 if none does, -2 if the search was stopped."""
    return _choice(arrays, desk, memo, questions, nothing, width, failed)


@borrowing_kernel
def choose_each(
    arrays: LiesArrays,
    desk: LiesScratch,
    memo: NDArray[np.uint64],
    questions: int,
    nothing: NDArray[np.int32],
    width: int,
    failed: NDArray[np.uint64],
    begins: NDArray[np.int64],
    secrets: NDArray[np.int32],
    lied: NDArray[np.uint8],
    chosen: NDArray[np.int32],
) -> int:
    """:func:`choose` for many positions, those with candidates from ``begins[place]`` up to ``begins[place + 1]``, into
    ``chosen``; among all questions where none of so many does. Returns the least of what it has written."""
    least = 0
    for place in range(len(chosen)):
        for again in range(2):
            size = begins[place + 1] - begins[place]
            for at in range(size):
                desk.candidates[0, at] = secrets[begins[place] + at]
                desk.left[0, at] = arrays.lies - lied[begins[place] + at]
            desk.size[0] = size
            chosen[place] = _choice(arrays, desk, memo, questions, nothing, 0 if again else width, failed)
            if chosen[place] >= 0:
                break
        least = min(least, chosen[place])
        if least == -2:
            break
    return least


@borrowing_kernel
def list_openings(
    arrays: LiesArrays, desk: LiesScratch, questions: int, among: NDArray[np.int32], found: NDArray[np.int32]
) -> int:
    """Write the questions that counting leaves at the position at level 0 into ``found``, the best first; returns their
    number."""
    listed = list_questions(arrays, desk, 0, questions, among)
    for at in range(listed):
        found[at] = pop(desk.heap[0], listed - at) & QUESTION
    return listed
