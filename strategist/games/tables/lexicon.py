"""Texts by number, such as the names and the answers of a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cached_property

from strategist.common.quoting import listed
from strategist.matrices.marked_text import COLON, plain


def canonical(text: str) -> str:
    """A name or an answer in its one written form.

    >>> canonical(" has   hair? ")
    'has_hair?'
    """
    return "_".join(text.split())


def name_of(marked: str) -> str:
    r"""The canonical form of a marked text (:mod:`strategist.matrices.marked_text`).

    >>> name_of(r"\i{}Poa\i0{} annua")
    'Poa_annua'
    """
    return canonical(plain(marked) if "\\" in marked else marked)


class Lexicon:
    r"""Texts by number, read as people write them: with blanks for ``_``, with colons, with commands of marked text, in
    either case and with accents in either form of Unicode if only one text fits.

    >>> names = Lexicon(["Cat", "Big_Dog", "cat", "Poa_annua"])
    >>> names.find("cat"), names.find("big dog"), names.find("CAT"), names.find(r"\i Poa\i0  annua")
    (2, 1, None, 3)
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._exact = {text: number for number, text in enumerate(texts)}

    def find(self, text: str) -> int | None:
        """The number of a text; None if there is no such text, or more than one."""
        number = self._exact.get(text)
        if number is None:
            for name in (canonical(text), name_of(text), name_of(text).replace(":", COLON)):
                number = self._exact.get(name, self._folded.get(_folded(name)))
                if number is not None:
                    break
        return number

    @cached_property
    def _folded(self) -> dict[str, int | None]:
        folded: dict[str, int | None] = {}
        for number, text in enumerate(self.texts):
            key = _folded(text)
            folded[key] = None if key in folded else number
        return folded

    def listing(self) -> str:
        """The known texts, for error messages."""
        return f"one of {listed(self.texts)}"


def _folded(text: str) -> str:
    """A text without cases. The dot of i does not count, for I is the capital of ı, too."""
    if text.isascii():
        return text.casefold()
    composed = unicodedata.normalize("NFC", text).replace("ı", "i").replace("İ", "i")
    return unicodedata.normalize("NFC", composed.casefold())
