"""Numbers with their nouns."""

from __future__ import annotations


def plural(noun: str) -> str:
    """The plural of a regular noun.

    >>> plural("guess"), plural("question")
    ('guesses', 'questions')
    """
    return noun + ("es" if noun.endswith("s") else "s")


def is_or_are(number: int) -> str:
    """The verb behind a number of things.

    >>> is_or_are(1), is_or_are(2)
    ('is', 'are')
    """
    return "is" if number == 1 else "are"


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "guess"), counted(2, "guess"), counted(3, "candidate")
    ('1 guess', '2 guesses', '3 candidates')
    """
    return f"{number} {noun if number == 1 else plural(noun)}"
