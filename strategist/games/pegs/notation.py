"""Read and print responses of black and white pegs, bulls and cows, A and B."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from strategist.common.errors import ResponseError
from strategist.common.quoting import listed, quoted

MOST_CHARACTERS = 200
"""A longer text is no response: the response to twenty pegs takes fewer characters in every notation."""

_NUMBERS = re.compile(r"(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})")
_SINGLE = re.compile(r"\d{1,3}")
_AND = re.compile(r"\band\b")
_WORD = r"(?<![a-z])(?:blacks?|whites?|bulls?|cows?)(?![a-z])"
# The quantifiers are possessive: with backtracking, a run of blanks would be divided in every possible way.
_MARKS = re.compile(rf"(?:\s*+(?:\d{{1,3}}+\s*+)?(?:{_WORD}|[abcw])\s*+,?)++")
_MARK = re.compile(rf"(\d*)\s*({_WORD}|[abcw])")
# A word may stand before its number as it is, a letter only with a sign between: "b 1 w" is one black, one white.
_LABEL = rf"(?:{_WORD}\s*+[:=]?+|[abcw]\s*+[:=])\s*+\d{{1,3}}+"
_LABELS = re.compile(rf"{_LABEL}(?:\s*+,?+\s*+{_LABEL})*+")
_LABELED = re.compile(rf"({_WORD}|[abcw])\s*[:=]?\s*(\d+)")

_RIGHT = "black or bull"
"""What a whole word says that stands for one of them; a lone letter ``b`` may be a cow."""


@dataclass(frozen=True)
class Notation:
    """The two letters in which one game prints its responses, e.g. ``b`` and ``w``, and the meaning of a lone ``b``.

    >>> pegs = Notation("b", "w")
    >>> {pegs.read(text) for text in ("1b2w", "bww", "2w 1b", "1 2", "1,2", "1a2b")}
    {(1, 2)}
    >>> {pegs.read(text) for text in ("1 bull 2 cows", "1 black and 2 whites", "Bulls: 1, Cows: 2", "B=1 W=2")}
    {(1, 2)}
    >>> pegs.read("bb"), Notation("a", "b").read("bb")
    ((2, 0), (0, 2))
    """

    right: str
    misplaced: str

    def write(self, blacks: int, whites: int | None) -> str:
        """The canonical form: ``2b1w``, or ``2`` if whites are not given (None)."""
        return str(blacks) if whites is None else f"{blacks}{self.right}{whites}{self.misplaced}"

    def read(self, text: str) -> tuple[int, int | None]:
        """Blacks and whites as people write them; whites are None for a bare number.

        Raises :class:`ResponseError` if the text is no pair of blacks and whites.
        """
        plain = _AND.sub(",", text.strip().lower()) if len(text) <= MOST_CHARACTERS else ""
        if numbers := _NUMBERS.fullmatch(plain):
            return int(numbers[1]), int(numbers[2])
        if _SINGLE.fullmatch(plain):
            return int(plain), None
        counts: dict[str, int] = {}
        marks = _marks_in(plain)
        if not marks:
            raise ResponseError(f"response {quoted(text)}: expected {self.example()}")
        numbered = {sign for sign, number in marks if number}
        for sign, number in marks:
            if sign in counts and sign in numbered:
                raise ResponseError(f"response {quoted(text)}: {sign!r} stands there twice")
            counts[sign] = counts.get(sign, 0) + (int(number) if number else 1)
        right, misplaced = self._letters(set(counts), text)
        return counts.get(right, 0), counts.get(misplaced, 0)

    def _letters(self, used: set[str], text: str) -> tuple[str, str]:
        """The sign for right and the sign for misplaced, inferred from the signs that were used."""
        if "a" in used and used <= {"a", "b"}:
            return "a", "b"
        right = _RIGHT if _RIGHT in used else "b"
        if used & {"w", "c", _RIGHT} and (used <= {right, "w"} or used <= {right, "c"}):
            return right, "w" if "w" in used else "c"
        if used == {"b"}:
            return (self.right, self.misplaced) if self.misplaced == "b" else ("b", "w")
        raise ResponseError(f"response {quoted(text)}: expected {self.example()}, got letters of several notations")

    def example(self) -> str:
        """An example of a response, for error messages."""
        return f"a response such as 1{self.right}2{self.misplaced} or two numbers such as '1 2'"


def _marks_in(plain: str) -> list[tuple[str, str]]:
    """Each sign with its number, or with nothing where it stands for itself alone; empty for any other text.

    A sign is a letter, or :data:`_RIGHT`. Where whole words are used, every mark has a number or none has: in
    ``bulls 2 cows`` nobody knows whose number that is.

    >>> _marks_in("1 bull, 2 cows") == _marks_in("bulls: 1, c=2") == [(_RIGHT, "1"), ("c", "2")]
    True
    >>> _marks_in("bww"), _marks_in("bulls 2 cows")
    ([('b', ''), ('w', ''), ('w', '')], [])
    """
    if _LABELS.fullmatch(plain):
        return [(_sign(name), number) for name, number in _LABELED.findall(plain)]
    if not _MARKS.fullmatch(plain):
        return []
    marks = _MARK.findall(plain)
    if any(len(name) > 1 for _, name in marks) and len({bool(number) for number, _ in marks}) > 1:
        return []
    return [(_sign(name), number) for number, name in marks]


def _sign(name: str) -> str:
    return _RIGHT if name.startswith(("bl", "bu")) else name[0]


def peg_pairs(pegs: int) -> tuple[tuple[int, int], ...]:
    """(blacks, whites) of each response to a code of ``pegs`` symbols: by their sum, then by blacks; solved is last.

    >>> peg_pairs(2)
    ((0, 0), (0, 1), (1, 0), (0, 2), (2, 0))
    """
    return tuple(
        (blacks, total - blacks)
        for total in range(pegs + 1)
        for blacks in range(total + 1)
        # If all symbols are right and all but one are in place, the last one is in place, too.
        if (blacks, total) != (pegs - 1, pegs)
    )


class PairTexts:
    """The texts of the numbered responses of one game: pairs of blacks and whites, or of blacks and None.

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
        """The number of a response; raises :class:`ResponseError`, which names the game ``where``, if there is none."""
        # Programs send the canonical form at every move, so it is tried first.
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
