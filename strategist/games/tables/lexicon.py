"""Texts by number, such as the names and the answers of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from strategist.common.quoting import listed


def canonical(text: str) -> str:
    """A name or an answer in its one written form.

    >>> canonical(" has   hair? ")
    'has_hair?'
    """
    return "_".join(text.split())


class Lexicon:
    """Texts by number, read as people write them: with blanks for ``_``, and in either case if only one text fits.

    >>> names = Lexicon(["Cat", "Big_Dog", "cat"])
    >>> names.find("cat"), names.find("big dog"), names.find("CAT")
    (2, 1, None)
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._exact = {text: number for number, text in enumerate(texts)}

    def find(self, text: str) -> int | None:
        """The number of a text; None if there is no such text, or more than one."""
        number = self._exact.get(text)
        if number is None:
            plain = canonical(text)
            number = self._exact.get(plain, self._folded.get(plain.casefold()))
        return number

    @cached_property
    def _folded(self) -> dict[str, int | None]:
        folded: dict[str, int | None] = {}
        for number, text in enumerate(self.texts):
            key = text.casefold()
            folded[key] = None if key in folded else number
        return folded

    def listing(self) -> str:
        """The known texts, for error messages."""
        return f"one of {listed(self.texts)}"
