"""Sets of secrets and of questions, as words."""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.several_answers.several_arrays import SURE, SeveralArrays, SeveralScratch, Words

_ONE, _NONE = np.uint64(1), np.uint64(0)


@inlined
def whole(number: int | np.uint64) -> int:
    """A number as one with a sign, which the compiler does not take for a constant, whose type would be another."""
    # To the compiler this is the int that it is said to be.
    return np.int64(number)  # type: ignore[return-value]


@inlined
def lowest(word: np.uint64) -> int:
    """The place of the lowest bit that is set."""
    return popcount((word & (~word + _ONE)) - _ONE)


@inlined
def has(sets: Words, row: int, member: int) -> bool:
    """Whether a set holds a member."""
    return (sets[row, member >> 6] >> np.uint64(member & 63)) & _ONE != _NONE


@inlined
def size_of(sets: Words, row: int) -> int:
    """The number of members."""
    total = 0
    for word in range(sets.shape[1]):
        total += popcount(sets[row, word])
    return total


@inlined
def first_of(sets: Words, row: int) -> int:
    """The lowest member of a set that has some."""
    word = 0
    while sets[row, word] == _NONE:
        word += 1
    return 64 * word + lowest(sets[row, word])


@inlined
def meets(sets: Words, row: int, others: Words, other: int) -> bool:
    """Whether two sets have a member in common."""
    # A kernel compiles no generator.
    for word in range(sets.shape[1]):  # noqa: SIM110
        if sets[row, word] & others[other, word]:
            return True
    return False


@inlined
def within(sets: Words, row: int, others: Words, other: int) -> bool:
    """Whether a set is a part of another."""
    # A kernel compiles no generator.
    for word in range(sets.shape[1]):  # noqa: SIM110
        if sets[row, word] & ~others[other, word]:
            return False
    return True


@inlined
def differ(ground: SeveralArrays, desk: SeveralScratch, level: int, question: int, first: int) -> bool:
    """Whether the secrets left at a level, of which one is ``first``, differ in their answers to a question."""
    return not within(desk.left, level, ground.groups, ground.group[question, first])


@inlined
def helps(ground: SeveralArrays, desk: SeveralScratch, level: int, question: int, first: int) -> bool:
    """Whether a best tree may ask a question at a level where the secret ``first`` is left: it was not asked, secrets
    differ in it, and where that counts, they may not all give one answer."""
    if ground.several and has(desk.asked, level, question):
        return False
    if ground.spares:
        for cell in range(ground.first_cell[question], ground.first_cell[question + 1]):
            if within(desk.left, level, ground.cells, cell):
                return False
    return differ(ground, desk, level, question, first)


@borrowing
def excludes(ground: SeveralArrays, desk: SeveralScratch, level: int, question: int) -> bool:
    """Whether two secrets left have no answer to a question in common."""
    for word in range(ground.words):
        rest = desk.left[level, word]
        while rest:
            secret = 64 * word + lowest(rest)
            rest &= rest - _ONE
            if meets(desk.left, level, ground.apart, ground.group[question, secret]):
                return True
    return False


@borrowing
def is_at_end(ground: SeveralArrays, desk: SeveralScratch, level: int) -> bool:
    """Whether play ends at a level: one secret (class) is left, or those left may be told apart no further. The last
    guess of goal=ask is no end."""
    first = first_of(desk.left, level)
    if ground.asks:
        return False
    if within(desk.left, level, ground.kinds, ground.kind[first]):
        return True
    if ground.narrow == 0:
        return False
    for question in range(ground.questions):
        if has(desk.asked, level, question) or not differ(ground, desk, level, question, first):
            continue
        if ground.narrow != SURE or excludes(ground, desk, level, question):
            return False
    return True
