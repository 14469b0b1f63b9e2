"""Reading and printing responses of black and white pegs, bulls and cows, A and B."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from strategist.errors import ResponseError
from strategist.quoting import listed, quoted

MOST_CHARACTERS = 200
"""A longer text is no response: the response to twenty pegs takes fewer characters in every notation."""

_WORDS = re.compile(r"\b(blacks?|whites?|bulls?|cows?)\b")
_NUMBERS = re.compile(r"(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})")
_SINGLE = re.compile(r"\d{1,3}")
# Nothing is given back once it is taken: blanks that could be shared out in many ways would be tried in all of them.
_MARKS = re.compile(r"(?:\s*+(?:\d{1,3}+\s*+)?[abcw]\s*+,?)++")
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
        plain = _WORDS.sub(lambda match: match[0][0], text.strip().lower()) if len(text) <= MOST_CHARACTERS else ""
        if numbers := _NUMBERS.fullmatch(plain):
            return int(numbers[1]), int(numbers[2])
        if _SINGLE.fullmatch(plain):
            return int(plain), None
        if not _MARKS.fullmatch(plain):
            raise ResponseError(f"response {quoted(text)}: expected {self.example()}")
        counts: dict[str, int] = {}
        marks = _MARK.findall(plain)
        numbered = {letter for number, letter in marks if number}
        for number, letter in marks:
            if letter in counts and letter in numbered:
                raise ResponseError(f"response {quoted(text)}: {letter!r} stands there twice")
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
        raise ResponseError(f"response {quoted(text)}: expected {self.example()}, got letters of several notations")

    def example(self) -> str:
        """What to type, for error messages."""
        return f"a response such as 1{self.right}2{self.misplaced} or two numbers such as '1 2'"


def peg_pairs(pegs: int) -> tuple[tuple[int, int], ...]:
    """(blacks, whites) of each response to a code of ``pegs`` symbols: by their sum, then by blacks; solved is last.

    >>> peg_pairs(2)
    ((0, 0), (0, 1), (1, 0), (0, 2), (2, 0))
    """
    return tuple(
        (blacks, total - blacks)
        for total in range(pegs + 1)
        for blacks in range(total + 1)
        # With all symbols known and all but one in place, the last one is in place too.
        if (blacks, total) != (pegs - 1, pegs)
    )


class PairTexts:
    """How the numbered responses of one game are written and read: pairs of blacks and whites, or blacks and None.

    >>> texts = PairTexts(Notation("b", "w"), peg_pairs(2))
    >>> texts.texts, texts.read("1 0", "some game")
    (('0b0w', '0b1w', '1b0w', '0b2w', '2b0w'), 2)
    """

    def __init__(self, notation: Notation, pairs: Sequence[tuple[int, int | None]]) -> None:
        self.notation = notation
        self.texts = tuple(notation.write(blacks, whites) for blacks, whites in pairs)
        self.number_of = {pair: response for response, pair in enumerate(pairs)}
        self._number_of_text = {text: response for response, text in enumerate(self.texts)}
        self._whites = any(whites is not None for _, whites in pairs)

    def read(self, text: str, where: str) -> int:
        """The number of a response; :class:`ResponseError` for none. ``where`` names the game in messages."""
        # The canonical form is what programs send, move after move.
        if text in self._number_of_text:
            return self._number_of_text[text]
        blacks, whites = self.notation.read(text)
        if not self._whites:
            if whites:
                raise ResponseError(f"{where}: response {quoted(text)}: whites are not told in this game")
            whites = None
        elif whites is None:
            raise ResponseError(f"{where}: response {quoted(text)}: expected {self.notation.example()}")
        if (blacks, whites) not in self.number_of:
            raise ResponseError(f"{where}: response {quoted(text)} cannot be: expected one of {listed(self.texts, 99)}")
        return self.number_of[blacks, whites]
