"""Fractions modulo a prime, as words: whether two numbers are equal that doubles cannot tell apart.

The search adds, multiplies and divides fractions whose numerators have hundreds of digits. It keeps each as a double,
which says what is greater, and as a residue modulo the prime 2⁶¹ − 1, which says what is equal. Chances and costs
become residues exactly, so equal fractions have equal residues. Two fractions that differ by less than the error of the
doubles have the same residue with a chance of 2⁻⁶¹, as sets have the same name in the memo of the exact search.

A residue is an unsigned word below the prime.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from strategist.search.kernels.numba.jit import inlined

PRIME = (1 << 61) - 1

_P = np.uint64(PRIME)
_ONE = np.uint64(1)
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
