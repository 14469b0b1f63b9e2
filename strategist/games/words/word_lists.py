"""Lists of words: put in order, and packed for strategy files.

A list is plain text in UTF-8: words of one length separated by white space, usually one per line. Blank lines and lines
that begin with ``#`` are ignored. A word consists of letters of any alphabet, each a single code point of Unicode when
composed (NFC): :mod:`~strategist.games.words.letters`. Where letters may be of several signs
(:mod:`~strategist.games.words.cutting`), a word is a tuple of letters; packed, each line is a word, with blanks between
its letters. :mod:`~strategist.games.words.dictionaries` reads files of words that are no such list.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from strategist.common.errors import SpecError, told_at
from strategist.common.quoting import quoted
from strategist.common.text_files import MOST_NAMES, pack, split_lines, unpack_text
from strategist.common.wording import counted
from strategist.games.words.cutting import Cutting, Word, text_of
from strategist.games.words.letters import MOST_LETTERS, caseless

_KIND = "list of words"


class WordList(Sequence[Any]):
    """Different words in a fixed order, with fast look-up.

    >>> words = WordList(["ape", "bee", "cat"])
    >>> words[1], words.index("cat"), "dog" in words
    ('bee', 2, False)
    """

    def __init__(self, words: Iterable[Word]) -> None:
        self._words = tuple(words)
        self._index_of = {word: index for index, word in enumerate(self._words)}
        self._meeting: dict[Hashable, set[int]] = {}

    def __len__(self) -> int:
        return len(self._words)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._words)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self._words[index]

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str | tuple) and word in self._index_of

    def index(self, word: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of ``word``; raises :class:`ValueError` if it is not in this list."""
        if word not in self:
            raise ValueError(f"{word!r} is not in this list of words")
        return self._index_of[word]

    def meeting(self, demand: Hashable, met_by: Callable[[Word], bool]) -> set[int]:
        """The indices of the words that meet a demand; found once for each demand."""
        if demand not in self._meeting:
            self._meeting[demand] = {index for index, word in enumerate(self._words) if met_by(word)}
        return self._meeting[demand]

    def count(self, word: Any) -> int:
        """1 for a word of this list, else 0: no word occurs twice."""
        return int(word in self)


@dataclass(frozen=True)
class Lists:
    """The answers and the other words that may be guessed, all of one length, as they were read."""

    answers: Sequence[Word]
    others: Sequence[Word] = ()

    @cached_property
    def secrets(self) -> WordList:
        """The answers in order."""
        return WordList(sorted(self.answers))

    @cached_property
    def guesses(self) -> WordList:
        """All words in order; the same object as :attr:`secrets` if there are no others."""
        every = {*self.answers, *self.others}
        return self.secrets if len(every) == len(self.answers) else WordList(sorted(every))

    def pack(self) -> bytes:
        """The packed lists: the answers, and after a blank line the words that may only be guessed."""
        others = [word for word in self.guesses if word not in self.secrets]
        return pack([*map(_line_of, self.secrets), *(["", *map(_line_of, others)] if others else [])])


def _line_of(word: Word) -> str:
    return word if isinstance(word, str) else " ".join(word)


def unpack_lists(packed: bytes, cut: bool = False) -> Lists:
    """The lists that :meth:`Lists.pack` packed; raises :class:`~strategist.common.errors.SpecError` if there are none.
    ``cut`` tells whether words are tuples of letters.

    >>> unpack_lists(Lists(["bee", "ape"], ["cat", "ape"]).pack())
    Lists(answers=['ape', 'bee'], others=['cat'])
    >>> unpack_lists(Lists([("ch", "a", "t")]).pack(), cut=True)
    Lists(answers=[('ch', 'a', 't')], others=())
    """
    first, _, rest = unpack_text(packed, _KIND).partition("\n\n")
    answers = read_words(split_lines(first), cut=cut)
    if not rest:
        return Lists(answers)
    with told_at("guesses"):
        return Lists(answers, read_words(split_lines(rest), len(answers[0]), "the answers", cut))


def read_words(lines: Iterable[str], length: int | None = None, like: str = "", cut: bool = False) -> list[Word]:
    """The words of some lines in their order, as strategy files hold them, with ``cut`` each in a line of its own;
    raises :class:`~strategist.common.errors.SpecError` if they are no word list.

    >>> read_words(["# pets", "cat Dog", "hen"]), read_words(["ch a t"], cut=True)
    (['cat', 'dog', 'hen'], [('ch', 'a', 't')])
    """
    line_of: dict[Word, int] = {}
    texts: set[str] = set()
    for number, raw in enumerate(lines, 1) if cut else _texts_of(lines):
        where = f"line {number}"
        word = _read_letters(raw, where) if cut else _read_word(raw, where)
        if length is None:
            length, like = len(word), where
        if len(word) != length:
            expected = f"words of {counted(length, 'letter')} as in {like}"
            raise SpecError(f"{where}: expected {expected}, got {quoted(text_of(word))} of {len(word)}")
        if word in line_of:
            raise SpecError(f"{where}: the word {quoted(word)} stands there twice, first in line {line_of[word]}")
        if cut and text_of(word) in texts:
            raise SpecError(f"{where}: two words are written {quoted(text_of(word))}")
        texts.add(text_of(word))
        if len(line_of) == MOST_NAMES:
            raise SpecError(f"{where}: expected at most {MOST_NAMES} words, got more")
        line_of[word] = number
    if not line_of:
        raise SpecError("expected a list of words, got none")
    return list(line_of)


def _texts_of(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The texts between white space, each with the number of its line."""
    for number, line in enumerate(lines, 1):
        if not line.lstrip().startswith("#"):
            for raw in line.split():
                yield number, raw


def _read_letters(raw: str, where: str) -> Word:
    """A word whose letters stand apart; raises :class:`~strategist.common.errors.SpecError` if it is none."""
    word = Cutting("spaced").cut(caseless(raw))
    if word is None:
        raise SpecError(f"{where}: expected at most {MOST_LETTERS} letters with blanks between them, got {quoted(raw)}")
    return word


def _read_word(raw: str, where: str) -> str:
    """A word in its one written form; raises :class:`~strategist.common.errors.SpecError` if it is none."""
    word = caseless(raw)
    if len(word) > MOST_LETTERS:
        raise SpecError(f"{where}: expected words of at most {MOST_LETTERS} letters, got one of {len(word)}")
    foreign = next((symbol for symbol in word if not unicodedata.category(symbol).startswith("L")), None)
    if foreign is not None:
        raise SpecError(f"{where}: expected letters, got {foreign!a} (U+{ord(foreign):04X}) in {quoted(word)}")
    return word
