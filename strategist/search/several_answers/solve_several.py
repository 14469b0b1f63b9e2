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
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.several_answers.several_arrays import (
    BEGUN,
    BEST,
    BUDGET,
    COST,
    COUNT,
    EVEN,
    FIXED,
    FULL,
    GONE,
    LEAST,
    LISTED,
    MOST,
    NODES,
    OPENING,
    RESULT,
    SUM,
    TOLD,
    TOO_DEEP,
    UNSURE,
    WIDTH,
    SeveralArrays,
    SeveralMemo,
    SeveralScratch,
)
from strategist.search.several_answers.several_costs import (
    LESS,
    NOT_LESS,
    UNKNOWN,
    add,
    ask,
    compare,
    copy,
    is_endless,
    loosen,
    lower_to,
    make_endless,
    spend,
)
from strategist.search.several_answers.several_memo import EXACT, LOWER, NEVER, keep
from strategist.search.several_answers.several_positions import enter, give_up, mixed, name, probe
from strategist.search.several_answers.several_sets import first_of, has, helps, is_at_end, meets, size_of, whole

STOPPED, SAME = -1, -2
PROVE, LOOK, GREEDY, QUICK = 0, 1, 2, 3
"""How far :func:`solve` goes: to the end; to step 2; down one question at each position, for a tree to begin with.
``GREEDY`` keeps the costs of its trees as exact, so it has a memo of its own, which no proof reads.
``QUICK`` is for :func:`choose` alone: a question all of whose cells are known."""

_NONE = np.uint64(0)
_WASTE = 1.15
"""How many questions a bit takes: on the average, of trees for matrices of taxa."""
_HALT = 0
"""The place of the request to stop among the shared cells."""


@borrowing
def list_questions(ground: SeveralArrays, desk: SeveralScratch, level: int, only: int) -> tuple[int, int, int]:
    """List the questions that tell something at a level, or ``only`` one; returns the number listed, the most cells of
    any that tells something, and the cheapest."""
    first = first_of(desk.left, level)
    listed, most, cheapest = 0, 0, -1
    for question in range(ground.questions):
        if not helps(ground, desk, level, question, first):
            continue
        cells = 0
        for cell in range(ground.first_cell[question], ground.first_cell[question + 1]):
            if meets(desk.left, level, ground.cells, cell):
                cells += 1
        if only < 0:
            desk.listed[level, listed] = question
            listed += 1
        most = max(most, cells)
        if cheapest < 0 or ground.cost[question] < ground.cost[cheapest]:
            cheapest = question
    if only >= 0:
        desk.listed[level, 0], listed = only, 1
        cheapest = max(cheapest, 0)
    return listed, most, cheapest


@borrowing
def met_before(ground: SeveralArrays, desk: SeveralScratch, level: int, question: int, told: np.uint64) -> bool:
    """Whether a question with this word for its cells has been seen at a level that costs no more; notes it."""
    if told == _NONE:
        return False
    mask = np.uint64(desk.met.shape[1] - 1)
    slot = told & mask
    while True:
        at = np.int64(slot)
        if desk.met[level, at] == _NONE:
            desk.met[level, at], desk.met_at[level, at] = told, question
            return False
        if desk.met[level, at] == told:
            if ground.cost[desk.met_at[level, at]] <= ground.cost[question]:
                return True
            desk.met_at[level, at] = question
            return False
        slot = (slot + np.uint64(1)) & mask


@borrowing
def groups_word(ground: SeveralArrays, desk: SeveralScratch, level: int, question: int) -> np.uint64:
    """A word for how the secrets left are grouped by their answers and chances."""
    total = _NONE
    for group in range(ground.first_group[question], ground.first_group[question + 1]):
        word = _NONE
        for at in range(ground.words):
            word = mixed(word ^ (desk.left[level, at] & ground.groups[group, at]))
        if meets(desk.left, level, ground.groups, group):
            total += mixed(word)
    return total


@borrowing
def bound_question(
    ground: SeveralArrays,
    desk: SeveralScratch,
    memo: SeveralMemo,
    level: int,
    question: int,
    left: int,
    branches: int,
    cheapest: int,
    to: int,
) -> int:
    """Set a vector to what a question costs at least, by what is known of its cells; returns its kind. The kind is
    ``STOPPED`` if the bound reaches the best cost so far, and ``SAME`` if another question is the same."""
    rows = desk.stride * level
    below = desk.stride * (level + 1)
    ask(ground, desk, to, level, question)
    secret = ground.hit[question]
    hits = secret >= 0 and has(desk.left, level, secret)
    if hits and ground.late > 0 and left < ground.late:
        return NEVER
    kind, told, guess = EXACT, _NONE, 0.0
    for cell in range(ground.first_cell[question], ground.first_cell[question + 1]):
        if not enter(ground, desk, level, question, cell):
            continue
        told += mixed(name(ground, desk, level + 1, left))
        known = probe(ground, desk, memo, level + 1, left, branches, cheapest, below + TOLD)
        if known == NEVER:
            return NEVER
        if known == LOWER:
            kind = LOWER
        add(ground, desk, to, below + TOLD, desk.factor[level + 1], desk.factor_r[level + 1])
        guess += _guessed(ground, desk, level + 1, known, cheapest, below + TOLD)
        if compare(ground, desk, to, rows + BEST) == NOT_LESS:
            return STOPPED
    if ground.parts > 0 and ground.part[0] != COUNT:
        guess = guess + _price(ground, desk, level, question) if ground.several else desk.value[to, 0]
    if hits:
        told += mixed(np.uint64(secret))
    if ground.several and not ground.massed:
        told ^= groups_word(ground, desk, level, question)
    if met_before(ground, desk, level, question, told):
        return SAME
    desk.guess[level, ground.questions] = guess
    return kind


@borrowing
def _price(ground: SeveralArrays, desk: SeveralScratch, level: int, question: int) -> float:
    """The first sum of a question by itself, where that counts masses."""
    if ground.part[0] == COST:
        return ground.cost[question] * desk.sums[level, 0]
    return desk.sums[level, 1] if ground.part[0] == EVEN else 0.0


@borrowing
def _guessed(ground: SeveralArrays, desk: SeveralScratch, level: int, known: int, cheapest: int, row: int) -> float:
    """A guess at what a cell costs, for the order of questions alone: its first sum where it is known.

    Where answers may be one of several, counting says far less than what is true. A number of questions is then taken
    to grow like the number of secrets to the power of 1.6, and one by masses to be the entropy of these, and a part
    more.
    """
    if ground.parts == 0:
        return float(size_of(desk.left, level))
    scale = desk.factor[level] if ground.part[0] != COUNT and ground.several else 1.0
    if known == EXACT or not ground.several or ground.part[0] == GONE:
        return scale * desk.value[row, 0]
    if ground.part[0] != COUNT:
        total = entropy = 0.0
        for at in range(desk.masses[level]):
            mass = desk.mass[level, at]
            if ground.part[0] == EVEN:
                mass *= ground.even[desk.members[level, at]]
            total += mass
            entropy -= mass * np.log2(mass)
        entropy += total * np.log2(total)
        unit = ground.cost[cheapest] if ground.part[0] == COST else 1.0
        return scale * max(desk.value[row, 0], _WASTE * unit * entropy)
    return max(desk.value[row, 0], 0.16 * size_of(desk.left, level) ** 1.6)


@borrowing
def take(ground: SeveralArrays, desk: SeveralScratch, level: int, question: int, row: int, found: bool) -> int:
    """Compare the cost of a question with the best so far, a budget unless one was ``found``; returns whether it is
    less, and ``UNKNOWN`` if the budget must be raised to know."""
    best = desk.stride * level + BEST
    order = compare(ground, desk, row, best)
    if order == UNKNOWN:
        if not found:
            return UNKNOWN
        desk.own[UNSURE] += 1
        for part in range(ground.parts):
            if desk.value[row, part] != desk.value[best, part]:
                order = LESS if desk.value[row, part] < desk.value[best, part] else NOT_LESS
                break
    if order == LESS:
        copy(ground, desk, best, row)
        if level == 0:
            desk.own[OPENING] = question
        return LESS
    return NOT_LESS


@borrowing
def next_question(ground: SeveralArrays, desk: SeveralScratch, level: int, done: int, count: int) -> None:
    """Bring the question with the least guess to place ``done`` of the list, among those from there on."""
    rows = desk.stride * level + FIXED
    best = done
    for at in range(done + 1, count):
        if desk.guess[level, at] < desk.guess[level, best] or (
            desk.guess[level, at] == desk.guess[level, best] and precedes(ground, desk, rows + at, rows + best)
        ):
            best = at
    if best != done:
        copy(ground, desk, desk.stride * level + SUM, rows + best)
        copy(ground, desk, rows + best, rows + done)
        copy(ground, desk, rows + done, desk.stride * level + SUM)
        desk.listed[level, best], desk.listed[level, done] = desk.listed[level, done], desk.listed[level, best]
        desk.guess[level, best], desk.guess[level, done] = desk.guess[level, done], desk.guess[level, best]


@borrowing
def precedes(ground: SeveralArrays, desk: SeveralScratch, one: int, other: int) -> bool:
    """Whether a vector looks less than another."""
    for part in range(ground.parts):
        if desk.value[one, part] != desk.value[other, part]:
            return desk.value[one, part] < desk.value[other, part]
    return desk.depth[one] < desk.depth[other]


@borrowing
def open_cells(
    ground: SeveralArrays,
    desk: SeveralScratch,
    memo: SeveralMemo,
    level: int,
    question: int,
    left: int,
    branches: int,
    cheapest: int,
) -> int:
    """Probe the cells of a question once more, and list them: the most secrets first. Returns their number, or -1 if
    no tree begins so."""
    base = desk.stride * level + FIXED + ground.questions
    count = 0
    for cell in range(ground.first_cell[question], ground.first_cell[question + 1]):
        if not enter(ground, desk, level, question, cell):
            continue
        name(ground, desk, level + 1, left)
        known = probe(ground, desk, memo, level + 1, left, branches, cheapest, base + count)
        if known == NEVER:
            return -1
        desk.child[level, count], desk.state[level, count] = cell, known
        desk.child_factor[level, count] = desk.factor[level + 1]
        desk.child_factor_r[level, count] = desk.factor_r[level + 1]
        desk.child_factor_i[level, count] = desk.factor_i[level + 1]
        count += 1
    return count


@borrowing
def sum_cells(
    ground: SeveralArrays, desk: SeveralScratch, level: int, question: int, count: int, without: int, to: int
) -> None:
    """Set a vector to what a question and its cells cost at least, one of them left out."""
    base = desk.stride * level + FIXED + ground.questions
    ask(ground, desk, to, level, question)
    for at in range(count):
        if at != without:
            add(ground, desk, to, base + at, desk.child_factor[level, at], desk.child_factor_r[level, at])


@borrowing
def next_open(ground: SeveralArrays, desk: SeveralScratch, level: int, count: int, looked: np.uint64) -> int:
    """The cell to solve next, of those that are open and not ``looked`` at; -1 if there is none.

    It is the smallest: its exact cost takes least, and says more than a bound. Of more than 64 cells, all after the
    first 63 count as looked at together.
    """
    best, size = -1, 1 << 40
    for at in range(count):
        if desk.state[level, at] != LOWER or (looked >> np.uint64(min(at, 63))) & np.uint64(1):
            continue
        members = 0
        for word in range(ground.words):
            members += popcount(desk.left[level, word] & ground.cells[desk.child[level, at], word])
        if members < size:
            best, size = at, members
    return best


@apart
def solve(
    ground: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int, left: int, only: int, mode: int
) -> int:
    """The least cost of the position at a level with so many questions left, if it is below the budget of the level.

    Sets the result of the level and returns its kind: ``EXACT``; ``LOWER``, a lower bound, and unless it only looks it
    is the budget or more; ``NEVER``; or ``STOPPED``. ``only`` is the one question to begin with, -1 for all. The
    position is not at its end, has its name, and a question is left. Level 0 leaves its question in ``own[OPENING]``.
    """
    rows = desk.stride * level
    first = rows + FIXED
    cells = first + ground.questions
    desk.begun[level] = desk.own[NODES]
    desk.own[NODES] += 1
    if level + 2 >= desk.levels:
        desk.own[TOO_DEEP] = 1
    if read(desk.shared, _HALT) or desk.own[FULL] or desk.own[TOO_DEEP] or desk.own[NODES] > desk.own[MOST]:
        return STOPPED
    found = again = True
    listed = count = 0
    while again:
        again = found = False
        pruned = False
        copy(ground, desk, rows + BEST, rows + BUDGET)
        make_endless(ground, desk, rows + LEAST)
        desk.met[level, :] = 0
        asked, branches, cheapest = list_questions(ground, desk, level, only)
        if asked == 0:
            if not ground.loses:
                if only < 0:
                    keep(ground, desk, memo, level, NEVER, rows + BUDGET)
                return NEVER
            give_up(ground, desk, level, left, rows + RESULT)
            if only < 0:
                keep(ground, desk, memo, level, EXACT, rows + RESULT)
            return EXACT

        # 1. The questions.
        listed = 0
        if level == 0:
            desk.own[BEGUN] = desk.own[LISTED] = 0
        for at in range(asked):
            question = desk.listed[level, at]
            kind = bound_question(ground, desk, memo, level, question, left - 1, branches, cheapest, first + listed)
            if kind == EXACT:
                order = take(ground, desk, level, question, first + listed, found)
                if order == UNKNOWN:
                    again = True
                    break
                found = found or order == LESS
                if order == NOT_LESS:
                    pruned = True
                    lower_to(ground, desk, rows + LEAST, first + listed)
            elif kind == LOWER:
                desk.listed[level, listed] = question
                desk.guess[level, listed] = desk.guess[level, ground.questions]
                listed += 1
            elif kind == STOPPED:
                pruned = True
                lower_to(ground, desk, rows + LEAST, first + listed)
        if again:
            loosen(ground, desk, rows + BUDGET)
            continue
        if mode == LOOK and listed > 0:
            copy(ground, desk, rows + RESULT, rows + BEST if found else rows + LEAST)
            for at in range(listed):
                lower_to(ground, desk, rows + RESULT, first + at)
            if not is_endless(ground, desk, rows + RESULT):
                keep(ground, desk, memo, level, LOWER, rows + RESULT)
            return LOWER

        # 2. The order.
        for at in range(listed):
            if mode == GREEDY and at >= desk.own[WIDTH] and (found or pruned):
                break
            if level == 0:
                desk.own[BEGUN], desk.own[LISTED] = at, listed
            next_question(ground, desk, level, at, listed)
            if compare(ground, desk, first + at, rows + BEST) == NOT_LESS:
                pruned = True
                lower_to(ground, desk, rows + LEAST, first + at)
                continue
            question = desk.listed[level, at]

            # 3. Its cells.
            count = open_cells(ground, desk, memo, level, question, left - 1, branches, cheapest)
            possible = count >= 0
            going = possible
            looked = _NONE
            deep = mode == GREEDY
            while going:
                sum_cells(ground, desk, level, question, count, -1, rows + SUM)
                if compare(ground, desk, rows + SUM, rows + BEST) == NOT_LESS:
                    pruned, possible = True, False
                    lower_to(ground, desk, rows + LEAST, rows + SUM)
                    break
                cell = next_open(ground, desk, level, count, _NONE if deep else looked)
                if cell < 0:
                    if deep:
                        break
                    deep = True
                    continue
                looked |= np.uint64(1) << np.uint64(min(cell, 63))
                enter(ground, desk, level, question, desk.child[level, cell])
                name(ground, desk, level + 1, left - 1)
                below = desk.stride * (level + 1)
                if is_endless(ground, desk, rows + BEST):
                    make_endless(ground, desk, below + BUDGET)
                else:
                    copy(ground, desk, below + BUDGET, rows + BEST)
                    sum_cells(ground, desk, level, question, count, cell, rows + SUM)
                    factor, inverse = desk.child_factor[level, cell], desk.child_factor_i[level, cell]
                    spend(ground, desk, below + BUDGET, rows + SUM, factor, inverse)
                part = mode if deep else LOOK
                kind = solve(ground, desk, memo, level + 1, left - 1, whole(-1), whole(part))
                if kind == STOPPED:
                    return STOPPED
                if kind == NEVER:
                    possible = going = False
                elif kind == LOWER and deep:
                    # It costs what the budget leaves it, or more.
                    pruned, possible, going = True, False, False
                    copy(ground, desk, cells + cell, below + RESULT)
                    sum_cells(ground, desk, level, question, count, -1, rows + SUM)
                    lower_to(ground, desk, rows + LEAST, rows + SUM)
                else:
                    if kind == EXACT or compare(ground, desk, below + RESULT, cells + cell) != LESS:
                        copy(ground, desk, cells + cell, below + RESULT)
                    desk.state[level, cell] = kind
            if not possible:
                continue
            order = take(ground, desk, level, question, rows + SUM, found)
            if order == UNKNOWN:
                again = True
                break
            found = found or order == LESS
            if order == NOT_LESS:
                pruned = True
                lower_to(ground, desk, rows + LEAST, rows + SUM)
        if again:
            loosen(ground, desk, rows + BUDGET)

    # 4. The result.
    copy(ground, desk, rows + RESULT, rows + BEST)
    if found:
        if only < 0:
            keep(ground, desk, memo, level, EXACT, rows + RESULT)
        return EXACT
    if pruned:
        if compare(ground, desk, rows + LEAST, rows + BEST) == NOT_LESS:
            copy(ground, desk, rows + RESULT, rows + LEAST)
        if only < 0 and not is_endless(ground, desk, rows + RESULT):
            keep(ground, desk, memo, level, LOWER, rows + RESULT)
        return LOWER
    if only < 0:
        keep(ground, desk, memo, level, NEVER, rows + RESULT)
    return NEVER


AT_END, STUCK, UNPROVEN = -1, -2, -3
"""What :func:`choose` returns where there is no question: play ends, or stops with what is left; or it was stopped."""


@borrowing_kernel
def begin(ground: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, left: int) -> int:
    """Set the result of level 0 to what is known of its position, as a vector, without a search; returns its kind."""
    return begin_at(ground, desk, memo, left)


@borrowing_kernel
def search(ground: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, left: int, only: int, mode: int) -> int:
    """Solve the position at level 0 within its budget: see :func:`solve`."""
    name(ground, desk, 0, left)
    return solve(ground, desk, memo, whole(0), left, only, mode)


@borrowing_kernel
def choose(ground: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, left: int, mode: int) -> int:
    """The lowest question that reaches the least cost of the position at level 0, or in the mode ``GREEDY`` the one
    with which a tree begins there."""
    if is_at_end(ground, desk, 0):
        return AT_END
    if ground.limited and left == 0:
        return STUCK
    if ground.asks and size_of(desk.left, 0) == 1:
        return ground.own[first_of(desk.left, 0)]
    kind = LOWER
    if mode != GREEDY:
        kind = begin_at(ground, desk, memo, left)
    if mode == QUICK and kind != EXACT:
        return UNPROVEN
    if kind == LOWER:
        make_endless(ground, desk, BUDGET)
        name(ground, desk, 0, left)
        desk.own[OPENING] = STUCK
        kind = solve(ground, desk, memo, whole(0), left, whole(-1), mode)
        if kind != EXACT or mode == GREEDY:
            return desk.own[OPENING] if kind == EXACT else UNPROVEN
    kept = desk.levels * desk.stride
    copy(ground, desk, kept, RESULT)
    _, branches, cheapest = list_questions(ground, desk, 0, -1)
    first = first_of(desk.left, 0)
    for question in range(ground.questions):
        if not helps(ground, desk, 0, question, first):
            continue
        if mode == QUICK:
            make_endless(ground, desk, BEST)
            desk.met[0, :] = 0
            known = bound_question(ground, desk, memo, 0, question, left - 1, branches, cheapest, SUM)
            if known == EXACT and compare(ground, desk, kept, SUM) == NOT_LESS:
                return question
            continue
        copy(ground, desk, BUDGET, kept)
        desk.depth[BUDGET] += 1
        name(ground, desk, 0, left)
        kind = solve(ground, desk, memo, whole(0), left, whole(question), whole(PROVE))
        if kind == STOPPED:
            return UNPROVEN
        if kind == EXACT:
            return question
    return UNPROVEN if mode == QUICK else STUCK


@borrowing
def begin_at(ground: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, left: int) -> int:
    """What :func:`begin` does."""
    name(ground, desk, 0, left)
    _, branches, cheapest = list_questions(ground, desk, 0, -1)
    return probe(ground, desk, memo, 0, left, branches, max(0, cheapest), RESULT)
