"""Reading and printing responses of black and white pegs, bulls and cows, A and B."""

from __future__ import annotations

import re
from dataclasses import dataclass

from strategist.errors import ResponseError

_WORDS = re.compile(r"\b(blacks?|whites?|bulls?|cows?)\b")
_NUMBERS = re.compile(r"(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})")
_SINGLE = re.compile(r"\d{1,3}")
_MARKS = re.compile(r"(?:\s*(?:\d{1,3}\s*)?[abcw]\s*,?)+")
_MARK = re.compile(r"(\d*)\s*([abcw])")


@dataclass(frozen=True)
class Notation:
    """The two letters in which one game prints its responses, e.g. ``b`` and ``w``, and what a lone ``b`` means.

    >>> pegs = Notation("b", "w")
    >>> [pegs.read(text) for text in ("1b2w", "bww", "2w 1b", "1 2", "1,2", "1a2b", "1 bull 2 cows")]
    [(1, 2), (1, 2), (1, 2), (1, 2), (1, 2), (1, 2), (1, 2)]
    >>> pegs.read("bb"), Notation("a", "b").read("bb")
    ((2, 0), (0, 2))
    """

    right: str
    misplaced: str

    def write(self, blacks: int, whites: int | None) -> str:
        """The canonical form: ``2b1w``, or ``2`` where whites are not told (None)."""
        return str(blacks) if whites is None else f"{blacks}{self.right}{whites}{self.misplaced}"

    def read(self, text: str) -> tuple[int, int | None]:
        """Blacks and whites as people write them; whites are None for a bare number.

        Raises :class:`ResponseError` when the text is no such response.
        """
        plain = _WORDS.sub(lambda match: match[0][0], text.strip().lower())
        if numbers := _NUMBERS.fullmatch(plain):
            return int(numbers[1]), int(numbers[2])
        if _SINGLE.fullmatch(plain):
            return int(plain), None
        if not _MARKS.fullmatch(plain):
            raise ResponseError(f"response {text!r}: expected {self.example()}")
        counts: dict[str, int] = {}
        for number, letter in _MARK.findall(plain):
            if letter in counts and (number or re.search(rf"\d\s*{letter}", plain)):
                raise ResponseError(f"response {text!r}: {letter!r} stands there twice")
            counts[letter] = counts.get(letter, 0) + (int(number) if number else 1)
        right, misplaced = self._letters(set(counts), text)
        return counts.get(right, 0), counts.get(misplaced, 0)

    def _letters(self, used: set[str], text: str) -> tuple[str, str]:
        """Which letter means right and which misplaced, from the letters that were used."""
        if "a" in used and used <= {"a", "b"}:
            return "a", "b"
        if used & {"w", "c"} and (used <= {"b", "w"} or used <= {"b", "c"}):
            return "b", "w" if "w" in used else "c"
        if used == {"b"}:
            return (self.right, self.misplaced) if self.misplaced == "b" else ("b", "w")
        raise ResponseError(f"response {text!r}: expected {self.example()}, got letters of several notations")

    def example(self) -> str:
        """What to type, for error messages."""
        return f"a response such as 1{self.right}2{self.misplaced} or two numbers such as '1 2'"
