"""Branch and bound over keys, in compiled code, recursion included.

:func:`solve` finds the least cost of one position, a vector (:mod:`~strategist.search.several_answers.several_costs`),
if it is below a budget, or proves that it is not:

1. *The questions.* Those that tell nothing are left out. Each is bounded by its own cost and what is known of its cells
   (:func:`~strategist.search.several_answers.several_positions.probe`): one ply. Of questions with the same cells and
   the same chances, the first is kept, unless a later one is cheaper. One whose bound reaches the budget is left out.
2. *The order.* The question that looks cheapest comes first.
3. *Its cells.* Each gets what the budget leaves after the bounds of the others. First each is looked at (step 1 below
   it, so two plies), then solved.
4. *The result* is kept in the memo.

Where doubles do not tell whether a cost is below a budget, the budget is raised and the position solved again. Where
they do not tell which of two questions is better, and residues say that they are not equal, ``UNSURE`` is set, and the
caller decides in fractions.
"""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import apart, borrowing, borrowing_kernel
from strategist.search.several_answers.several_arrays import (
    BEGUN,
    BEST,
    BUDGET,
    FIXED,
    FULL,
    LEAST,
    LISTED,
    MOST,
    NODES,
    OPENING,
    RESULT,
    SUM,
    TOO_DEEP,
    UNWIND,
    WHY,
    WIDTH,
    SeveralArrays,
    SeveralMemo,
    SeveralScratch,
)
from strategist.search.several_answers.several_costs import (
    LESS,
    NOT_LESS,
    UNKNOWN,
    compare,
    copy,
    is_endless,
    loosen,
    lower_to,
    make_endless,
    spend,
)
from strategist.search.several_answers.several_memo import EXACT, LOWER, NEVER, keep
from strategist.search.several_answers.several_positions import enter, give_up, name, probe
from strategist.search.several_answers.several_questions import (
    STOPPED,
    bound_question,
    is_learnt,
    list_questions,
    next_open,
    next_question,
    open_cells,
    sum_cells,
    swap_questions,
    take,
)
from strategist.search.several_answers.several_words import first_of, helps, is_at_end, size_of, whole
from strategist.search.several_answers.sharing.several_marks import (
    MARKED,
    NOTHING,
    REFUTED,
    are_shared,
    come_to,
    decided,
    is_elsewhere,
    is_refuted,
    leave,
    look_up,
    note_better,
    note_refuted,
    pursue,
    take_better,
)
from strategist.search.state.problem import NOWHERE, STOP
from strategist.search.state.thread_marks import word_of

PROVE, LOOK, GREEDY, QUICK = 0, 1, 2, 3
"""How far :func:`solve` goes: to the end; to step 2; down one question at each position, for a tree to begin with.
``GREEDY`` keeps the costs of its trees as exact, so it has a memo of its own, which no proof reads.
``QUICK`` is for :func:`choose` alone: a question all of whose cells are known."""

_NONE = np.uint64(0)


@apart
def solve(
    arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int, left: int, only: int, mode: int
) -> int:
    """The least cost of the position at a level with so many questions left, if it is below the budget of the level.

    Sets the result of the level and returns its kind: ``EXACT``; ``LOWER``, a lower bound, and unless it only looks it
    is the budget or more; ``NEVER``; or ``STOPPED``. ``only`` is the one question to begin with, -1 for all. The
    position is not at its end, has its name, and a question is left. Level 0 leaves its question in ``own[OPENING]``.
    """
    rows = desk.stride * level
    first = rows + FIXED
    cells = first + arrays.questions
    desk.begun[level] = desk.own[NODES]
    desk.own[NODES] += 1
    if level + 2 >= desk.levels:
        desk.own[TOO_DEEP] = 1
    if read(desk.shared, STOP) or desk.own[FULL] or desk.own[TOO_DEEP] or desk.own[NODES] > desk.own[MOST]:
        return STOPPED
    shared = mode == PROVE and only < 0 and are_shared(desk, level)
    if mode == PROVE and len(desk.marks) > 0:
        if look_up(arrays, desk, memo, level):
            return STOPPED
        desk.trail[level, MARKED] = 0
    found = again = True
    listed = count = 0
    settled = NOTHING
    while again:
        again = found = False
        pruned = False
        copy(arrays, desk, rows + BEST, rows + BUDGET)
        make_endless(arrays, desk, rows + LEAST)
        desk.met[level, :] = 0
        asked, branches, cheapest = list_questions(arrays, desk, level, only)
        if asked == 0:
            if not arrays.loses:
                if only < 0:
                    keep(arrays, desk, memo, level, NEVER, rows + BUDGET)
                return NEVER
            give_up(arrays, desk, level, left, rows + RESULT)
            if only < 0:
                keep(arrays, desk, memo, level, EXACT, rows + RESULT)
            return EXACT

        # 1. The questions.
        listed = 0
        if level == 0:
            desk.own[BEGUN] = desk.own[LISTED] = 0
        for at in range(asked):
            question = desk.listed[level, at]
            kind = bound_question(arrays, desk, memo, level, question, left - 1, branches, cheapest, first + listed)
            if kind == EXACT:
                order = take(arrays, desk, level, question, first + listed, found)
                if order == UNKNOWN:
                    again = True
                    break
                found = found or order == LESS
                if order == NOT_LESS:
                    pruned = True
                    lower_to(arrays, desk, rows + LEAST, first + listed)
            elif kind == LOWER:
                desk.listed[level, listed] = question
                desk.guess[level, listed] = desk.guess[level, arrays.questions]
                listed += 1
            elif kind == STOPPED:
                pruned = True
                lower_to(arrays, desk, rows + LEAST, first + listed)
        if again:
            loosen(arrays, desk, rows + BUDGET)
            continue
        if mode == LOOK and listed > 0:
            copy(arrays, desk, rows + RESULT, rows + BEST if found else rows + LEAST)
            for at in range(listed):
                lower_to(arrays, desk, rows + RESULT, first + at)
            if not is_endless(arrays, desk, rows + RESULT):
                keep(arrays, desk, memo, level, LOWER, rows + RESULT)
            return LOWER

        # 2. The order.
        at, end = 0, listed
        if shared:
            come_to(desk, level)
        while at < listed:
            if mode == GREEDY and at >= desk.own[WIDTH] and (found or pruned):
                break
            if level == 0:
                desk.own[BEGUN], desk.own[LISTED] = at, listed
            if shared:
                settled = decided(arrays, desk, memo, level)
                if settled != NOTHING:
                    break
                if take_better(arrays, desk, memo, level):
                    found = True
                    if level == 0:
                        # Who has found the tree knows its question.
                        desk.own[OPENING] = -1
            helps_others = at >= end
            next_question(arrays, desk, level, at, listed if helps_others else end)
            question = desk.listed[level, at]
            if compare(arrays, desk, first + at, rows + BEST) == NOT_LESS:
                pruned = True
                lower_to(arrays, desk, rows + LEAST, first + at)
                at += 1
                continue
            if shared:
                of_question = desk.name[level, 0] ^ word_of(question)
                if not helps_others and is_elsewhere(desk, of_question, size_of(desk.left, level)):
                    end -= 1
                    swap_questions(arrays, desk, level, at, end)
                    continue
                if is_refuted(arrays, desk, memo, level, question):
                    pruned = True
                    lower_to(arrays, desk, rows + LEAST, rows + SUM)
                    at += 1
                    continue
                pursue(desk, level, question)
            at += 1

            # 3. Its cells.
            count = open_cells(arrays, desk, memo, level, question, left - 1, branches, cheapest)
            possible = count >= 0
            going = possible
            looked = _NONE
            deep = mode == GREEDY
            while going:
                sum_cells(arrays, desk, level, question, count, -1, rows + SUM)
                if compare(arrays, desk, rows + SUM, rows + BEST) == NOT_LESS:
                    pruned, possible = True, False
                    lower_to(arrays, desk, rows + LEAST, rows + SUM)
                    break
                cell = next_open(arrays, desk, level, count, _NONE if deep else looked, shared and deep)
                if cell < 0:
                    if deep:
                        break
                    deep = True
                    continue
                looked |= np.uint64(1) << np.uint64(min(cell, 63))
                enter(arrays, desk, level, question, desk.child[level, cell])
                name(arrays, desk, level + 1, left - 1)
                if shared and is_learnt(arrays, desk, memo, level, cell, cells + cell):
                    possible = going = desk.state[level, cell] != NEVER
                    continue
                below = desk.stride * (level + 1)
                if is_endless(arrays, desk, rows + BEST):
                    make_endless(arrays, desk, below + BUDGET)
                else:
                    copy(arrays, desk, below + BUDGET, rows + BEST)
                    sum_cells(arrays, desk, level, question, count, cell, rows + SUM)
                    factor, inverse = desk.child_factor[level, cell], desk.child_factor_i[level, cell]
                    spend(arrays, desk, below + BUDGET, rows + SUM, factor, inverse)
                part = mode if deep else LOOK
                kind = solve(arrays, desk, memo, level + 1, left - 1, whole(-1), whole(part))
                if kind == STOPPED:
                    if not shared or desk.own[UNWIND] != level:
                        leave(desk, level)
                        return STOPPED
                    # Others have ended the work here, and what they have found stands in SUM.
                    desk.own[UNWIND] = NOWHERE
                    possible = going = False
                    if desk.own[WHY] == REFUTED:
                        pruned = True
                        lower_to(arrays, desk, rows + LEAST, rows + SUM)
                    else:
                        settled = desk.own[WHY]
                elif kind == NEVER:
                    possible = going = False
                elif kind == LOWER and deep:
                    # It costs what the budget leaves it, or more.
                    pruned, possible, going = True, False, False
                    copy(arrays, desk, cells + cell, below + RESULT)
                    sum_cells(arrays, desk, level, question, count, -1, rows + SUM)
                    lower_to(arrays, desk, rows + LEAST, rows + SUM)
                    if shared:
                        note_refuted(arrays, desk, memo, level, question)
                else:
                    if kind == EXACT or compare(arrays, desk, below + RESULT, cells + cell) != LESS:
                        copy(arrays, desk, cells + cell, below + RESULT)
                    desk.state[level, cell] = kind
            if shared:
                pursue(desk, level, -1)
                if settled != NOTHING:
                    break
            if not possible:
                continue
            order = take(arrays, desk, level, question, rows + SUM, found)
            if order == UNKNOWN:
                again = True
                break
            found = found or order == LESS
            if order == LESS and shared:
                note_better(arrays, desk, memo, level)
            if order == NOT_LESS:
                pruned = True
                lower_to(arrays, desk, rows + LEAST, rows + SUM)
        if again:
            loosen(arrays, desk, rows + BUDGET)

    # 4. The result.
    if shared:
        leave(desk, level)
        if settled in (EXACT, NEVER) or (settled == LOWER and not found):
            copy(arrays, desk, rows + RESULT, rows + SUM)
            return settled
    copy(arrays, desk, rows + RESULT, rows + BEST)
    if found:
        if only < 0:
            keep(arrays, desk, memo, level, EXACT, rows + RESULT)
        return EXACT
    if pruned:
        if compare(arrays, desk, rows + LEAST, rows + BEST) == NOT_LESS:
            copy(arrays, desk, rows + RESULT, rows + LEAST)
        if only < 0 and not is_endless(arrays, desk, rows + RESULT):
            keep(arrays, desk, memo, level, LOWER, rows + RESULT)
        return LOWER
    if only < 0:
        keep(arrays, desk, memo, level, NEVER, rows + RESULT)
    return NEVER


AT_END, STUCK, UNPROVEN = -1, -2, -3
"""What :func:`choose` returns where there is no question: play ends, or stops with what is left; or it was stopped."""


@borrowing_kernel
def begin(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, left: int) -> int:
    """Set the result of level 0 to what is known of its position, as a vector, without a search; returns its kind."""
    return begin_at(arrays, desk, memo, left)


@borrowing_kernel
def search(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, left: int, only: int, mode: int) -> int:
    """Solve the position at level 0 within its budget: see :func:`solve`."""
    name(arrays, desk, 0, left)
    desk.own[UNWIND] = NOWHERE
    return solve(arrays, desk, memo, whole(0), left, only, mode)


@borrowing_kernel
def choose(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, left: int, mode: int) -> int:
    """The lowest question that reaches the least cost of the position at level 0, or in the mode ``GREEDY`` the one
    with which a tree begins there."""
    if is_at_end(arrays, desk, 0):
        return AT_END
    if arrays.limited and left == 0:
        return STUCK
    if arrays.asks and size_of(desk.left, 0) == 1:
        return arrays.own[first_of(desk.left, 0)]
    kind = LOWER
    if mode != GREEDY:
        kind = begin_at(arrays, desk, memo, left)
    if mode == QUICK and kind != EXACT:
        return UNPROVEN
    if kind == LOWER:
        make_endless(arrays, desk, BUDGET)
        name(arrays, desk, 0, left)
        desk.own[OPENING] = STUCK
        kind = solve(arrays, desk, memo, whole(0), left, whole(-1), mode)
        if kind != EXACT or mode == GREEDY:
            return desk.own[OPENING] if kind == EXACT else UNPROVEN
    kept = desk.levels * desk.stride
    copy(arrays, desk, kept, RESULT)
    _, branches, cheapest = list_questions(arrays, desk, 0, -1)
    first = first_of(desk.left, 0)
    for question in range(arrays.questions):
        if not helps(arrays, desk, 0, question, first):
            continue
        if mode == QUICK:
            make_endless(arrays, desk, BEST)
            desk.met[0, :] = 0
            known = bound_question(arrays, desk, memo, 0, question, left - 1, branches, cheapest, SUM)
            if known == EXACT and compare(arrays, desk, kept, SUM) == NOT_LESS:
                return question
            continue
        copy(arrays, desk, BUDGET, kept)
        desk.depth[BUDGET] += 1
        name(arrays, desk, 0, left)
        kind = solve(arrays, desk, memo, whole(0), left, whole(question), whole(PROVE))
        if kind == STOPPED:
            return UNPROVEN
        if kind == EXACT:
            return question
    return UNPROVEN if mode == QUICK else STUCK


@borrowing
def begin_at(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, left: int) -> int:
    """What :func:`begin` does."""
    name(arrays, desk, 0, left)
    _, branches, cheapest = list_questions(arrays, desk, 0, -1)
    return probe(arrays, desk, memo, 0, left, branches, max(0, cheapest), RESULT)
