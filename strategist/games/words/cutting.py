"""How a text is cut into letters: a word is a sequence of letters, and a letter may be of several signs.

``letters=`` says it, in words between blanks:

* without it, a letter is one code point of Unicode that is a letter, once the word is composed (NFC);
* ``graphemes``: what people see as one sign, an extended grapheme cluster of Unicode, with its vowel signs and accents:
  மு, क्ष, ọ́; found by the library ``regex``;
* ``any``: every sign counts as a letter, as in ``12+34=46``;
* anything else is a letter of its own, such as ``ng``, ``l·l`` or ``'``; where several fit, the longest;
* ``spaced``, alone: each line of the list is a word, with blanks between its letters.

A word that is cut is a tuple of letters, any other a text, which is a sequence of letters as well. A file holds the
letters of each word, so texts are cut only when a list is read, and a later version of Unicode changes no file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence

from strategist.common.errors import SpecError
from strategist.common.extras import require
from strategist.common.quoting import quoted, unprintable
from strategist.games.words.letters import MOST_LETTERS, MOST_POINTS, fold
from strategist.games.words.program_text import words_in

Word = str | tuple[str, ...]
"""A word as a sequence of letters."""

GRAPHEMES, ANY, SPACED = "graphemes", "any", "spaced"
_BESIDE = re.compile(r"[\s;,]+")
_IN_QUOTES = re.compile(r"""(["'`])(.*)\1|“(.*)”|„(.*)[“”]|«(.*)»""", re.DOTALL)


class Cutting:
    """How the texts of a list are cut into letters; ``how`` is the text of ``letters=``.

    Raises :class:`~strategist.common.errors.SpecError` for a text that names no letters.

    >>> Cutting(None).cut("bring"), Cutting("ng ij").cut("bring"), Cutting("any").cut("1+2=3")
    ('bring', ('b', 'r', 'i', 'ng'), ('1', '+', '2', '=', '3'))
    >>> Cutting("l·l").cut("col·legi"), Cutting("ng").cut("it's")
    (('c', 'o', 'l·l', 'e', 'g', 'i'), None)
    """

    def __init__(self, how: str | None) -> None:
        words = [] if how is None else fold(how).split()
        self.plain = how is None
        self.spaced = SPACED in words
        self.any = ANY in words
        self._graphemes = GRAPHEMES in words
        self.own = dict.fromkeys(word for word in words if word not in (GRAPHEMES, ANY, SPACED))
        expected = "letters such as ng, graphemes, any, or spaced alone"
        if how is not None and (not words or (self.spaced and len(words) > 1)):
            raise SpecError(f"letters: expected {expected}, got {quoted(how)}")
        hidden = next((letter for letter in self.own if unprintable(letter)), None)
        if hidden is not None:
            raise SpecError(f"letters: expected {expected}, got {quoted(hidden)}")
        self._pieces = None if self.plain or self.spaced else self._finder()

    def _finder(self) -> Callable[[str], Iterable[str]]:
        """A function that cuts a text into pieces: the longest letter of its own, else a sign."""
        own = "|".join(re.escape(letter) for letter in sorted(self.own, key=len, reverse=True))
        if not self._graphemes:
            return re.compile(f"{own}|." if own else ".", re.DOTALL).findall
        require("regex")
        import regex

        # What is marked is another letter.
        found: Callable[[str], Iterable[str]] = regex.compile(rf"(?:{own})(?!\p{{M}})|\X" if own else r"\X").findall
        return found

    def cut(self, word: str) -> Word | None:
        """The letters of a folded text; None if it holds something else, or more than a word may."""
        # Such texts would be read as other than words in a history.
        if len(word) > MOST_POINTS or ":" in word or word.startswith("="):
            return None
        if self._pieces is not None:
            letters = tuple(self._pieces(word))
            return letters if letters and len(letters) <= MOST_LETTERS and all(map(self._is_letter, letters)) else None
        if self.spaced:
            letters = tuple(word.split())
            fitting = all(_is_sign(letter) for letter in letters)
            return letters if letters and len(letters) <= MOST_LETTERS and fitting else None
        return word if word.isalpha() and len(word) <= MOST_LETTERS else None

    def _is_letter(self, piece: str) -> bool:
        if piece in self.own:
            return True
        if self.any:
            return _is_sign(piece)
        kinds = {unicodedata.category(sign)[0] for sign in piece if sign not in "\u200c\u200d"}
        return "L" in kinds and kinds <= {"L", "M"}

    def texts_of(self, lines: Sequence[str]) -> Iterator[str]:
        """The texts of some lines, each of which should be a word: between white space, commas or semicolons, in quotes
        or without, or those in the text of a program. Where every sign may be a letter, white space alone stands
        between words, and no program is looked for."""
        listed = None if self.spaced or self.any else words_in(lines)
        if listed is not None:
            yield from listed
            return
        signs = {sign for letter in self.own for sign in letter}
        for line in lines:
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if self.spaced:
                yield line.strip()
            elif self.any or not signs.isdisjoint(";,"):
                yield from line.split()
            else:
                for text in filter(None, _BESIDE.split(line)):
                    quotes = None if text[0] in signs else _IN_QUOTES.fullmatch(text)
                    yield text if quotes is None else next(filter(None, quotes.groups()[1:]), text)

    def check(self, texts: Iterable[str]) -> None:
        """Raise :class:`~strategist.common.errors.SpecError` if no text is cut as it was asked for."""
        texts = list(texts)
        if self.spaced and texts and all(len(text.split()) == 1 for text in texts):
            raise SpecError(f"letters=spaced: expected blanks between the letters of a word, got {quoted(texts[0])}")

    def why_none(self, word: str) -> str:
        """Why a folded text is no word."""
        kinds = {unicodedata.category(symbol)[0] for symbol in word if symbol not in "\u200c\u200d" or self.plain}
        if len(word) > MOST_POINTS or (self.plain and len(word) > MOST_LETTERS):
            return f"of more than {MOST_LETTERS} letters"
        if "C" in kinds:
            return "with characters that cannot be seen"
        return "with combining marks" if kinds == {"L", "M"} else "with other signs"


def _is_sign(piece: str) -> bool:
    """Whether a piece can be seen and begins with no mark."""
    return not unprintable(piece) and unicodedata.category(piece[0])[0] not in "MCZ"


def text_of(word: Word) -> str:
    """A word as it is read and written.

    >>> text_of(("b", "r", "i", "ng")), text_of("bring")
    ('bring', 'bring')
    """
    return word if isinstance(word, str) else "".join(word)
