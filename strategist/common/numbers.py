"""Chances and costs as people write them: read exactly, scaled to whole numbers, and written again."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted

_NUMBER = re.compile(r"\+?(\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE]([+-]?\d{1,3}))?\s*(%?)", re.ASCII)
_RATIO = re.compile(r"(\d{1,40})\s*/\s*(\d{1,40})", re.ASCII)
_DECIMAL_COMMA = re.compile(r"\d{0,40},\d{1,40}\s*%?", re.ASCII)
_LONG = 40
"""The most bits of a denominator that reports write."""
_EXPECTED = "expected a positive number such as 0.25, 12.5 % or 3e-4"


def read_number(text: str) -> Fraction:
    """The exact value of a positive number; raises :class:`~strategist.common.errors.SpecError` for anything else.

    >>> [str(read_number(text)) for text in ("0.25", "12.5 %", "3e-4", "1/3", "7")]
    ['1/4', '1/8', '3/10000', '1/3', '7']
    """
    stripped = text.strip()
    value = None
    if found := _NUMBER.fullmatch(stripped):
        digits, exponent, percent = found.groups()
        value = Fraction(digits) * Fraction(10) ** int(exponent or 0) / (100 if percent else 1)
    elif (found := _RATIO.fullmatch(stripped)) and int(found[2]):
        value = Fraction(int(found[1]), int(found[2]))
    if value is None or value <= 0:
        comma = f": write {stripped.replace(',', '.')}" if _DECIMAL_COMMA.fullmatch(stripped) else ""
        raise SpecError(f"{_EXPECTED}, got {quoted(stripped) if stripped else 'an empty cell'}{comma}")
    return value


def write_number(value: Fraction) -> str:
    """A number as :func:`read_number` reads it: a decimal where there is one, else a ratio.

    >>> [write_number(Fraction(text)) for text in ("1/4", "7", "1/3", "1/3200")]
    ['0.25', '7', '1/3', '0.0003125']
    """
    rest, digits = value.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest //= prime
            power += 1
        digits = max(digits, power)
    if rest > 1 or digits > 40:
        return str(value)
    whole = str(value.numerator * 10**digits // value.denominator).rjust(digits + 1, "0")
    return f"{whole[:-digits]}.{whole[-digits:]}" if digits else whole


def shown(value: int | Fraction) -> str:
    """A number as reports write it: a fraction with a decimal beside it, alone if the fraction is long.

    >>> shown(13), shown(Fraction(27, 2)), shown(Fraction(10**40 + 1, 10**38))
    ('13', '27/2 (13.500)', 'about 100.000')
    """
    if value.denominator == 1:
        return str(value)
    near = f"{float(value):.3f}"
    return f"about {near}" if value.denominator.bit_length() > _LONG else f"{value} ({near})"


def in_short(value: int | Fraction) -> str:
    """A number where there is little room: a fraction as a decimal of at most two places.

    >>> in_short(13), in_short(Fraction(27, 2)), in_short(Fraction(13, 3)), in_short(Fraction(1, 1000))
    ('13', '13.5', '4.33', '0.001')
    """
    if value.denominator == 1:
        return str(value)
    return f"{float(value):.2f}".rstrip("0").rstrip(".") if value * 100 >= 1 else f"{float(value):.1g}"


def in_brief(number: int) -> str:
    """A whole number for a message: all its digits, or the first ones of a long number and how many there are.

    >>> in_brief(123456789), in_brief(10**300)
    ('123456789', '10000000… (301 digits)')
    """
    text = str(number)
    return text if len(text) <= 40 else f"{text[:8]}… ({len(text)} digits)"


def in_whole_numbers(values: Sequence[Fraction]) -> tuple[list[int], Fraction]:
    """Positive numbers as the least whole numbers in the same proportion, and the unit that they are multiples of.

    >>> in_whole_numbers([Fraction("0.5"), Fraction("0.25"), Fraction("0.75")])
    ([2, 1, 3], Fraction(1, 4))
    """
    unit = Fraction(
        math.gcd(*(value.numerator for value in values)), math.lcm(*(value.denominator for value in values))
    )
    return [int(value / unit) for value in values], unit


def rounded(values: Sequence[Fraction], of: Fraction, digits: int) -> list[Fraction]:
    """Positive numbers rounded to ``digits`` decimal places of their share of ``of``, but never to nothing.

    >>> rounded([Fraction(2, 3), Fraction(1, 3), Fraction(1, 10**9)], Fraction(1), 2)
    [Fraction(67, 100), Fraction(33, 100), Fraction(1, 100)]
    """
    step = of / 10**digits
    return [max(1, round(value / step)) * step for value in values]
