"""Lists of words: read from plain text, put in order, and packed to travel in a strategy file.

A list is plain text in UTF-8: words between white space, usually one a line. Blank lines do not count, nor do lines
that begin with ``#``. A word is letters of any alphabet, each of them one code point of Unicode when it is composed
(NFC). A letter that needs combining marks beside it is refused: no one could tell how many letters there are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, overload

from strategist.errors import SpecError
from strategist.games.texts import MOST_NAMES, pack, read_lines, split_lines, unpack_text
from strategist.quoting import quoted
from strategist.wording import counted

MOST_LETTERS = 100
"""Letters of one word."""

_MOST_POINTS = 4 * MOST_LETTERS
"""Code points of one word before it is composed: no letter has more than four."""

_KIND = "list of words"

_ENGLISH = Path(__file__).parent / "data" / "english-5.txt"


class WordList(Sequence[str]):
    """Different words in a fixed order, each found at once.

    >>> words = WordList(["ape", "bee", "cat"])
    >>> words[1], words.index("cat"), "dog" in words
    ('bee', 2, False)
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words = tuple(words)
        self._index_of = {word: index for index, word in enumerate(self._words)}

    def __len__(self) -> int:
        return len(self._words)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self._words[index]

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in self._index_of

    def index(self, word: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of ``word``; :class:`ValueError` when it is not in this list."""
        if word not in self:
            raise ValueError(f"{word!r} is not in this list of words")
        return self._index_of[word]

    def count(self, word: Any) -> int:
        """1 for a word of this list, else 0: no word stands twice."""
        return int(word in self)


@dataclass(frozen=True)
class Lists:
    """The answers, and what may be guessed besides: words of one length, as they were read."""

    answers: Sequence[str]
    others: Sequence[str] = ()

    @cached_property
    def secrets(self) -> WordList:
        """The answers in order."""
        return WordList(sorted(self.answers))

    @cached_property
    def guesses(self) -> WordList:
        """All words in order; the very object :attr:`secrets` where there is no other."""
        every = {*self.answers, *self.others}
        return self.secrets if len(every) == len(self.answers) else WordList(sorted(every))

    def pack(self) -> bytes:
        """The lists to travel in a file: the answers, and after a blank line the words that may only be guessed."""
        others = [word for word in self.guesses if word not in self.secrets]
        return pack([*self.secrets, *(["", *others] if others else [])])


def read_lists(answers: str | None, guesses: str | None) -> Lists:
    """The words in two files. Either may be missing; without both, the English words of this package.

    Raises :class:`~strategist.errors.SpecError`.
    """
    words = read_list(next(path for path in (answers, guesses, str(_ENGLISH)) if path is not None))
    if answers is None or guesses is None:
        return Lists(words)
    return Lists(words, read_list(guesses, len(words[0]), answers))


def read_list(path: str, length: int | None = None, like: str = "") -> list[str]:
    """The words in a file; all of ``length`` letters if given, which is that of the words in the file ``like``.

    Raises :class:`~strategist.errors.SpecError`.
    """
    try:
        return read_words(read_lines(path, _KIND), length, like)
    except SpecError as error:
        raise SpecError(f"{path}: {error}") from None


def unpack_lists(packed: bytes) -> Lists:
    """The lists that :meth:`Lists.pack` packed; :class:`~strategist.errors.SpecError` when there are none.

    >>> unpack_lists(Lists(["bee", "ape"], ["cat", "ape"]).pack())
    Lists(answers=['ape', 'bee'], others=['cat'])
    """
    first, _, rest = unpack_text(packed, _KIND).partition("\n\n")
    answers = read_words(split_lines(first))
    if not rest:
        return Lists(answers)
    try:
        return Lists(answers, read_words(split_lines(rest), len(answers[0]), "the answers"))
    except SpecError as error:
        raise SpecError(f"guesses: {error}") from None


def read_words(lines: Iterable[str], length: int | None = None, like: str = "") -> list[str]:
    """The words of some lines in their order; :class:`~strategist.errors.SpecError` when they are no list of words.

    >>> read_words(["# pets", "cat Dog", "hen"])
    ['cat', 'dog', 'hen']
    """
    line_of: dict[str, int] = {}
    for number, raw in _raw_words(lines):
        where = f"line {number}"
        word = _read_word(raw, where)
        if length is None:
            length, like = len(word), where
        if len(word) != length:
            expected = f"words of {counted(length, 'letter')} as in {like}"
            raise SpecError(f"{where}: expected {expected}, got {quoted(word)} of {len(word)}")
        if word in line_of:
            raise SpecError(f"{where}: the word {quoted(word)} stands there twice, first in line {line_of[word]}")
        if len(line_of) == MOST_NAMES:
            raise SpecError(f"{where}: expected at most {MOST_NAMES} words, got more")
        line_of[word] = number
    if not line_of:
        raise SpecError("expected a list of words, got none")
    return list(line_of)


def _raw_words(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """What stands between white space, and the number of its line."""
    for number, line in enumerate(lines, 1):
        if not line.lstrip().startswith("#"):
            for raw in line.split():
                yield number, raw


def _read_word(raw: str, where: str) -> str:
    word = fold(raw) if len(raw) <= _MOST_POINTS else raw
    if len(word) > MOST_LETTERS:
        raise SpecError(f"{where}: expected words of at most {MOST_LETTERS} letters, got one of {len(word)}")
    foreign = next((symbol for symbol in word if not unicodedata.category(symbol).startswith("L")), None)
    if foreign is not None:
        raise SpecError(f"{where}: expected letters, got {foreign!a} (U+{ord(foreign):04X}) in {quoted(word)}")
    return word


def fold(text: str) -> str:
    """A word in the one way in which it is written: composed, and in lower case.

    Letters are never taken apart: ß and ẞ are one letter, not ss, as are σ, Σ and the final ς. Text that is far too
    long for a word is handed back as it is.

    >>> fold("STRAẞE"), fold("Ångström"), fold("ΛΌΓΟΣ") == fold("λόγος")
    ('straße', 'ångström', True)
    """
    if len(text) > _MOST_POINTS:
        return text
    composed = unicodedata.normalize("NFC", text)
    folded = composed.casefold()
    # Case folding replaces some letters by several, and then there is no telling which belong together.
    return folded if len(folded) == len(composed) else "".join(map(_fold_letter, composed))


def _fold_letter(letter: str) -> str:
    return next((folded for folded in (letter.casefold(), letter.lower()) if len(folded) == 1), letter)
