"""Sets of secrets and of questions as words, and fractions modulo a prime.

The search adds, multiplies and divides fractions whose numerators have hundreds of digits. It keeps each as a double,
which says what is greater, and as a *residue* modulo the prime 2⁶¹ − 1, an unsigned word below the prime, which says
what is equal. Chances and costs become residues exactly, so equal fractions have equal residues. Two fractions that
differ by less than the error of the doubles have the same residue with a chance of 2⁻⁶¹, as sets have the same name in
the memo of the exact search.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.several_answers.several_arrays import SURE, SeveralArrays, SeveralScratch, Words

PRIME = (1 << 61) - 1

_P = np.uint64(PRIME)
_ONE, _NONE = np.uint64(1), np.uint64(0)
_30, _31, _61 = np.uint64(30), np.uint64(31), np.uint64(61)
_LOW_30, _LOW_31 = np.uint64((1 << 30) - 1), np.uint64((1 << 31) - 1)


def residue(number: Fraction | int) -> int:
    """The residue of a fraction whose denominator the prime does not divide.

    >>> residue(Fraction(1, 2)) * 2 % PRIME
    1
    """
    exact = Fraction(number)
    return exact.numerator * pow(exact.denominator, -1, PRIME) % PRIME


@inlined
def plus(one: np.uint64, other: np.uint64) -> np.uint64:
    """The sum of two residues."""
    total = one + other
    return total - _P if total >= _P else total


@inlined
def minus(one: np.uint64, other: np.uint64) -> np.uint64:
    """The difference of two residues."""
    return one - other if one >= other else one + (_P - other)


@inlined
def times(one: np.uint64, other: np.uint64) -> np.uint64:
    """The product of two residues: 2⁶¹ is 1, so halves of 31 bits need no more than a word."""
    high, low = one >> _31, one & _LOW_31
    above, below = other >> _31, other & _LOW_31
    middle = low * above + high * below
    total = ((high * above) << _ONE) + (middle >> _30) + ((middle & _LOW_30) << _31) + low * below
    total = (total & _P) + (total >> _61)
    return total - _P if total >= _P else total


@inlined
def inverse(number: np.uint64) -> np.uint64:
    """The inverse of a residue that is not 0: its power of the prime less two."""
    if number == _ONE:
        return number
    result, power = _ONE, number
    exponent = _P - np.uint64(2)
    while exponent > np.uint64(0):
        if exponent & _ONE:
            result = times(result, power)
        power = times(power, power)
        exponent = exponent >> _ONE
    return result


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
def differ(arrays: SeveralArrays, desk: SeveralScratch, level: int, question: int, first: int) -> bool:
    """Whether the secrets left at a level, of which one is ``first``, differ in their answers to a question."""
    return not within(desk.left, level, arrays.groups, arrays.group[question, first])


@inlined
def helps(arrays: SeveralArrays, desk: SeveralScratch, level: int, question: int, first: int) -> bool:
    """Whether a best tree may ask a question at a level where the secret ``first`` is left: it was not asked, secrets
    differ in it, and where that counts, they may not all give one answer."""
    if has(desk.asked, level, question):
        return False
    if arrays.spares:
        for cell in range(arrays.first_cell[question], arrays.first_cell[question + 1]):
            if within(desk.left, level, arrays.cells, cell):
                return False
    return differ(arrays, desk, level, question, first)


@borrowing
def excludes(arrays: SeveralArrays, desk: SeveralScratch, level: int, question: int) -> bool:
    """Whether two secrets left have no answer to a question in common."""
    for word in range(arrays.words):
        rest = desk.left[level, word]
        while rest:
            secret = 64 * word + lowest(rest)
            rest &= rest - _ONE
            if meets(desk.left, level, arrays.apart, arrays.group[question, secret]):
                return True
    return False


@borrowing
def is_at_end(arrays: SeveralArrays, desk: SeveralScratch, level: int) -> bool:
    """Whether play ends at a level: one secret (class) is left, or those left may be told apart no further. The last
    guess of goal=ask is no end."""
    first = first_of(desk.left, level)
    if arrays.asks:
        return False
    if within(desk.left, level, arrays.kinds, arrays.kind[first]):
        return True
    if arrays.narrow == 0:
        return False
    for question in range(arrays.questions):
        if has(desk.asked, level, question) or not differ(arrays, desk, level, question, first):
            continue
        if arrays.narrow != SURE or excludes(arrays, desk, level, question):
            return False
    return True
