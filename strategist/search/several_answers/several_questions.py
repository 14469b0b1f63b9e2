"""The questions at a position: which may be asked, what each costs at least, and which comes first; and their cells."""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.jit import borrowing
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.several_answers.several_arrays import (
    BEST,
    COST,
    COUNT,
    EVEN,
    FIXED,
    GONE,
    OPENING,
    SUM,
    TOLD,
    UNSURE,
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
)
from strategist.search.several_answers.several_memo import EXACT, LOWER, NEVER, recall
from strategist.search.several_answers.several_positions import enter, mixed, name, probe
from strategist.search.several_answers.several_words import first_of, has, helps, meets, size_of
from strategist.search.several_answers.sharing.several_marks import is_elsewhere

STOPPED, SAME = -1, -2
"""What :func:`bound_question` returns beside the kinds of what is known."""

_NONE = np.uint64(0)
_WASTE = 1.15
"""How many questions a bit takes: on the average, of trees for matrices of taxa."""


@borrowing
def list_questions(arrays: SeveralArrays, desk: SeveralScratch, level: int, only: int) -> tuple[int, int, int]:
    """List the questions that tell something at a level, or ``only`` one; returns the number listed, the most cells of
    any that tells something, and the cheapest."""
    first = first_of(desk.left, level)
    listed, most, cheapest = 0, 0, -1
    for question in range(arrays.questions):
        if not helps(arrays, desk, level, question, first):
            continue
        cells = 0
        for cell in range(arrays.first_cell[question], arrays.first_cell[question + 1]):
            if meets(desk.left, level, arrays.cells, cell):
                cells += 1
        if only < 0:
            desk.listed[level, listed] = question
            listed += 1
        most = max(most, cells)
        if cheapest < 0 or arrays.cost[question] < arrays.cost[cheapest]:
            cheapest = question
    if only >= 0:
        desk.listed[level, 0], listed = only, 1
        cheapest = max(cheapest, 0)
    return listed, most, cheapest


@borrowing
def met_before(arrays: SeveralArrays, desk: SeveralScratch, level: int, question: int, told: np.uint64) -> bool:
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
            if arrays.cost[desk.met_at[level, at]] <= arrays.cost[question]:
                return True
            desk.met_at[level, at] = question
            return False
        slot = (slot + np.uint64(1)) & mask


@borrowing
def groups_word(arrays: SeveralArrays, desk: SeveralScratch, level: int, question: int) -> np.uint64:
    """A word for how the secrets left are grouped by their answers and chances."""
    total = _NONE
    for group in range(arrays.first_group[question], arrays.first_group[question + 1]):
        word = _NONE
        for at in range(arrays.words):
            word = mixed(word ^ (desk.left[level, at] & arrays.groups[group, at]))
        if meets(desk.left, level, arrays.groups, group):
            total += mixed(word)
    return total


@borrowing
def bound_question(
    arrays: SeveralArrays,
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
    ask(arrays, desk, to, level, question)
    secret = arrays.hit[question]
    hits = secret >= 0 and has(desk.left, level, secret)
    if hits and arrays.late > 0 and left < arrays.late:
        return NEVER
    kind, told, guess = EXACT, _NONE, 0.0
    for cell in range(arrays.first_cell[question], arrays.first_cell[question + 1]):
        if not enter(arrays, desk, level, question, cell):
            continue
        told += mixed(name(arrays, desk, level + 1, left))
        known = probe(arrays, desk, memo, level + 1, left, branches, cheapest, below + TOLD)
        if known == NEVER:
            return NEVER
        if known == LOWER:
            kind = LOWER
        add(arrays, desk, to, below + TOLD, desk.factor[level + 1], desk.factor_r[level + 1])
        guess += _guessed(arrays, desk, level + 1, known, cheapest, below + TOLD)
        if compare(arrays, desk, to, rows + BEST) == NOT_LESS:
            return STOPPED
    if arrays.parts > 0 and arrays.part[0] != COUNT:
        guess = guess + _price(arrays, desk, level, question) if arrays.weak else desk.value[to, 0]
    if hits:
        told += mixed(np.uint64(secret))
    if arrays.grouped:
        told ^= groups_word(arrays, desk, level, question)
    if met_before(arrays, desk, level, question, told):
        return SAME
    desk.guess[level, arrays.questions] = guess
    return kind


@borrowing
def _price(arrays: SeveralArrays, desk: SeveralScratch, level: int, question: int) -> float:
    """The first sum of a question by itself, where that counts masses."""
    if arrays.part[0] == COST:
        return arrays.cost[question] * desk.sums[level, 0]
    return desk.sums[level, 1] if arrays.part[0] == EVEN else 0.0


@borrowing
def _guessed(arrays: SeveralArrays, desk: SeveralScratch, level: int, known: int, cheapest: int, row: int) -> float:
    """A guess at what a cell costs, for the order of questions alone: its first sum where it is known.

    Where counting says far less than what is true, a number of questions is taken
    to grow like the number of secrets to the power of 1.6, and one by masses to be the entropy of these, and a part
    more.
    """
    if arrays.parts == 0:
        return float(size_of(desk.left, level))
    scale = desk.factor[level] if arrays.part[0] != COUNT else 1.0
    if known == EXACT or not arrays.weak or arrays.part[0] == GONE:
        return scale * desk.value[row, 0]
    if arrays.part[0] != COUNT:
        total = entropy = 0.0
        for at in range(desk.masses[level]):
            mass = desk.mass[level, at]
            if arrays.part[0] == EVEN:
                mass *= arrays.even[desk.members[level, at]]
            total += mass
            entropy -= mass * np.log2(mass)
        entropy += total * np.log2(total)
        unit = arrays.cost[cheapest] if arrays.part[0] == COST else 1.0
        return scale * max(desk.value[row, 0], _WASTE * unit * entropy)
    return max(desk.value[row, 0], 0.16 * size_of(desk.left, level) ** 1.6)


@borrowing
def take(arrays: SeveralArrays, desk: SeveralScratch, level: int, question: int, row: int, found: bool) -> int:
    """Compare the cost of a question with the best so far, which is a budget unless a tree was ``found``.

    Returns ``LESS`` or ``NOT_LESS``, or ``UNKNOWN`` if the budget must be raised to tell.
    """
    best = desk.stride * level + BEST
    order = compare(arrays, desk, row, best)
    if order == UNKNOWN:
        if not found:
            return UNKNOWN
        desk.own[UNSURE] += 1
        for part in range(arrays.parts):
            if desk.value[row, part] != desk.value[best, part]:
                order = LESS if desk.value[row, part] < desk.value[best, part] else NOT_LESS
                break
    if order == LESS:
        copy(arrays, desk, best, row)
        if level == 0:
            desk.own[OPENING] = question
        return LESS
    return NOT_LESS


@borrowing
def next_question(arrays: SeveralArrays, desk: SeveralScratch, level: int, done: int, count: int) -> None:
    """Bring the question with the least guess to place ``done`` of the list, among those from there on."""
    rows = desk.stride * level + FIXED
    best = done
    for at in range(done + 1, count):
        if desk.guess[level, at] < desk.guess[level, best] or (
            desk.guess[level, at] == desk.guess[level, best] and precedes(arrays, desk, rows + at, rows + best)
        ):
            best = at
    swap_questions(arrays, desk, level, best, done)


@borrowing
def swap_questions(arrays: SeveralArrays, desk: SeveralScratch, level: int, one: int, other: int) -> None:
    """Let two questions of the list change places."""
    if one == other:
        return
    rows, room = desk.stride * level + FIXED, desk.stride * level + SUM
    copy(arrays, desk, room, rows + one)
    copy(arrays, desk, rows + one, rows + other)
    copy(arrays, desk, rows + other, room)
    desk.listed[level, one], desk.listed[level, other] = desk.listed[level, other], desk.listed[level, one]
    desk.guess[level, one], desk.guess[level, other] = desk.guess[level, other], desk.guess[level, one]


@borrowing
def precedes(arrays: SeveralArrays, desk: SeveralScratch, one: int, other: int) -> bool:
    """Whether a vector looks less than another."""
    for part in range(arrays.parts):
        if desk.value[one, part] != desk.value[other, part]:
            return desk.value[one, part] < desk.value[other, part]
    return desk.depth[one] < desk.depth[other]


@borrowing
def open_cells(
    arrays: SeveralArrays,
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
    base = desk.stride * level + FIXED + arrays.questions
    count = 0
    for cell in range(arrays.first_cell[question], arrays.first_cell[question + 1]):
        if not enter(arrays, desk, level, question, cell):
            continue
        name(arrays, desk, level + 1, left)
        known = probe(arrays, desk, memo, level + 1, left, branches, cheapest, base + count)
        if known == NEVER:
            return -1
        desk.child[level, count], desk.state[level, count] = cell, known
        desk.child_factor[level, count] = desk.factor[level + 1]
        desk.child_factor_r[level, count] = desk.factor_r[level + 1]
        desk.child_factor_i[level, count] = desk.factor_i[level + 1]
        desk.child_name[level, count] = desk.name[level + 1, 0]
        count += 1
    return count


@borrowing
def sum_cells(
    arrays: SeveralArrays, desk: SeveralScratch, level: int, question: int, count: int, without: int, to: int
) -> None:
    """Set a vector to what a question and its cells cost at least, one of them left out."""
    base = desk.stride * level + FIXED + arrays.questions
    ask(arrays, desk, to, level, question)
    for at in range(count):
        if at != without:
            add(arrays, desk, to, base + at, desk.child_factor[level, at], desk.child_factor_r[level, at])


@borrowing
def next_open(
    arrays: SeveralArrays, desk: SeveralScratch, level: int, count: int, looked: np.uint64, shared: bool
) -> int:
    """The cell to solve next, of those that are open and not ``looked`` at; -1 if there is none.

    It is the smallest: its exact cost takes least, and says more than a bound. Those that others are in come last,
    where work is ``shared``. Of more than 64 cells, all after the first 63 count as looked at together.
    """
    best, size = -1, 1 << 40
    for at in range(count):
        if desk.state[level, at] != LOWER or (looked >> np.uint64(min(at, 63))) & np.uint64(1):
            continue
        members = 0
        for word in range(arrays.words):
            members += popcount(desk.left[level, word] & arrays.cells[desk.child[level, at], word])
        if shared and members >= desk.marked_from and is_elsewhere(desk, desk.child_name[level, at], members):
            members += 1 << 32
        if members < size:
            best, size = at, members
    return best


@borrowing
def is_learnt(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int, cell: int, to: int) -> bool:
    """Whether others have found more of a cell, whose position is one level below: its state and its vector are set."""
    told = desk.stride * (level + 1) + TOLD
    known = recall(arrays, desk, memo, level + 1, told, _NONE)
    if known < 0 or (known == LOWER and compare(arrays, desk, to, told) != LESS):
        return False
    desk.state[level, cell] = known
    if known != NEVER:
        copy(arrays, desk, to, told)
    return True
