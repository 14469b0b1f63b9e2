"""Numbers with their nouns, lists of words, and gaps in per cent."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from strategist.common.numbers import shown


def plural(noun: str) -> str:
    """The plural of a regular noun.

    >>> plural("guess"), plural("question"), plural("strategy")
    ('guesses', 'questions', 'strategies')
    """
    if noun.endswith("y") and noun[-2:-1] not in ("a", "e", "o", "u"):
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith("s") else "s")


def joined(texts: Sequence[str], word: str) -> str:
    """Two texts or more, with a word before the last.

    >>> joined(["DELTA", "NEXUS", "SDD"], "or")
    'DELTA, NEXUS or SDD'
    """
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def is_or_are(number: int) -> str:
    """The verb for a number of things.

    >>> is_or_are(1), is_or_are(2)
    ('is', 'are')
    """
    return "is" if number == 1 else "are"


def counted(number: int | Fraction, noun: str) -> str:
    """A number with its noun; beside a fraction, the decimal that is near.

    >>> counted(1, "guess"), counted(2, "guess"), counted(3, "candidate")
    ('1 guess', '2 guesses', '3 candidates')
    >>> counted(Fraction(5, 2), "secret")
    '5/2 (2.500) secrets'
    """
    return f"{shown(number)} {noun if number == 1 else plural(noun)}"


def percent_above(best: int | Fraction, bound: int | Fraction) -> float | None:
    """How far the best known figure is above a lower bound, in per cent of the bound; None if the bound is 0.

    >>> percent_above(108, 100), percent_above(5, 5), percent_above(5, 0)
    (8.0, 0.0, None)
    """
    return float(100 * (best - bound) / bound) if bound else None
