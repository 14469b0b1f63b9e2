"""Letters, and how a word is read that is written with others: in capitals, or with marks apart.

Every word has one written form: composed (NFC), in lower case, with one form of each letter.

* ς is written σ, ſ is s. The five final letters of Hebrew are the letters that they stand for, as in the Hebrew games
  of words: ם is מ, so that it can be where the secret has מ. Boards show the form that stands within a word.
* Where the words of a game hold ı, as in Turkish and Azeri, the capital of ı is I, and that of i is İ. Elsewhere I is
  the capital of i.
* ’ is written ', where a list takes it for a letter (:mod:`~strategist.games.words.cutting`).
* A letter is never split: ß and ẞ are one letter. In capitals it may be written as two, STRASSE: that is read as the
  one word of the game that is so written, and refused if there are two.

``strategist/page/js/rules/codes.js`` does the same in pages.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from strategist.common.quoting import quoted

MOST_LETTERS = 100
"""The most letters of one word."""
MOST_POINTS = 4 * MOST_LETTERS
"""The most code points of one word before it is composed: no letter has more than four."""
DOTLESS = "ı"

_WITHIN = str.maketrans("ךםןףץ\N{RIGHT SINGLE QUOTATION MARK}", "כמנפצ'")
_DOTTED = "i\N{COMBINING DOT ABOVE}"
"""What software that knows no Turkish makes of İ in lower case."""


def fold(text: str, dotless: bool = False) -> str:
    """A word in its one written form. A text that is far too long for a word is returned as it is.

    ``dotless`` tells whether the words of the game hold ı.

    >>> fold("STRAẞE"), fold("Ångström"), fold("ΛΌΓΟΣ") == fold("λόγος"), fold("שלום") == fold("שלומ")
    ('straße', 'ångström', True, True)
    >>> fold("SINIR"), fold("SINIR", dotless=True), fold("SİNİR", dotless=True)
    ('sinir', 'sınır', 'sinir')
    """
    if text.isascii():
        return caseless(text.replace("I", DOTLESS) if dotless else text)
    composed = _composed(text).replace("I", DOTLESS if dotless else "i").replace("İ", "i").replace(_DOTTED, "i")
    return caseless(composed.translate(_WITHIN))


def caseless(text: str) -> str:
    """A word composed and in lower case, as every strategy file holds it; those of version 0.3 hold final letters of
    Hebrew, and İ."""
    if len(text) > MOST_POINTS:
        return text
    if text.isascii():
        return text.lower()
    return _composed("".join(map(_folded, _composed(text))))


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text) if len(text) <= MOST_POINTS else text


@lru_cache(maxsize=1 << 12)
def _folded(letter: str) -> str:
    """One letter in lower case; a mark as it is, and a letter whose lower case is several."""
    cases = (letter.casefold(), letter.lower()) if letter.isalpha() else ()
    return next((folded for folded in cases if len(folded) == 1), letter)


def in_capitals(text: str, dotless: bool = False) -> str:
    """A text in capitals.

    >>> in_capitals("straße"), in_capitals("sinir"), in_capitals("sinir", dotless=True)
    ('STRASSE', 'SINIR', 'SİNİR')
    """
    return (text.replace("i", "İ") if dotless else text).upper()


def tells_dots(texts: Iterable[str]) -> bool:
    """Whether some words, as they are written, hold ı or İ: then I is the capital of ı."""
    return any(not text.isascii() and not {DOTLESS, "İ"}.isdisjoint(_composed(text)) for text in texts)


class Spelling:
    """How the words of a game are read.

    >>> spelling = Spelling(["sinir", "sınır"])
    >>> spelling.find("SINIR"), spelling.find("SİNİR"), spelling.find("Sinir")
    ('sınır', 'sinir', 'sinir')
    >>> Spelling(["straße", "gasse"]).find("STRASSE"), Spelling(["assß", "aßss"]).find("ASSSS")
    ('straße', None)
    """

    def __init__(self, words: Iterable[Sequence[str]]) -> None:
        self._words = {"".join(word): word for word in words}
        foreign = [text for text in self._words if not text.isascii()]
        signs = set().union(*foreign)
        self.dotless = DOTLESS in signs
        # The words that are others, or none, once they were in capitals; several may be written alike.
        self._by_capitals: dict[str, list[str]] = {}
        changed = {sign for sign in signs if self._key(sign) != sign}
        for text in foreign if changed else ():
            if not changed.isdisjoint(text):
                self._by_capitals.setdefault(self._key(text), []).append(text)

    def find(self, text: str) -> Any:
        """The word that a text spells, as it stands in the list; None if there is none, or more than one."""
        plain = text.strip()
        word = self._words.get(fold(plain, self.dotless))
        if word is not None:
            return word
        found = self._by_capitals.get(self._key(plain), ()) if self._by_capitals and len(plain) <= MOST_POINTS else ()
        return self._words[found[0]] if len(found) == 1 else None

    def _key(self, text: str) -> str:
        return fold(in_capitals(text, self.dotless), self.dotless)

    def remarks(self) -> list[str]:
        """What whoever types a word should know, a line each.

        >>> Spelling(["assß", "aßss", "kadı"]).remarks()[1]
        "in capitals, words such as 'assß' and 'aßss' are written alike: what can be both is refused"
        """
        told = []
        if self.dotless:
            told.append("the words hold ı: I is read as its capital, and İ as that of i")
        alike = next((words for words in self._by_capitals.values() if len(words) > 1), None)
        if alike is not None:
            some = " and ".join(map(quoted, alike[:2]))
            told.append(f"in capitals, words such as {some} are written alike: what can be both is refused")
        return told
