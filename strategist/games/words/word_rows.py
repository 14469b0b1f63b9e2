"""Responses to a word in bulk, for all secrets at once.

The rules are those of :mod:`strategist.games.words.word_marks`, with the speed of NumPy. In each of them a response is
the sum of the contributions of the different letters of the guess, and the contribution of a letter depends only on its
places in the guess. Many guesses share letters in the same places, so most contributions are computed once and reused.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.games.words.cutting import Word
from strategist.games.words.fibble import Fibble
from strategist.games.words.word_lists import WordList
from strategist.games.words.word_marks import GREEN, YELLOW, Marks, Mastermind, Wordle

_MOST_KEPT = 1 << 26
"""The most bytes of contributions that are kept."""

Places = tuple[int, ...]


class Spelled(NamedTuple):
    """Words by their letters: ``parts`` are the letters with their places that occur, and the row of a word in
    ``numbers``, ``int32[words, letters]``, numbers its parts; where a letter stands twice, len(parts) fills the row."""

    parts: Sequence[tuple[str, Places]]
    numbers: NDArray[np.int32]


def spelled(words: Sequence[Word]) -> Spelled:
    """The parts of some words of one length.

    >>> parts, numbers = spelled(["ala", "all"])
    >>> parts, numbers.tolist()
    ([('a', (0,)), ('l', (1,)), ('a', (0, 2)), ('l', (1, 2))], [[2, 1, 4], [0, 3, 4]])
    """
    letters = len(words[0]) if words else 0
    number_of: dict[str, int] = {}
    flat = [number_of.setdefault(letter, len(number_of)) for word in words for letter in word]
    if letters + len(number_of).bit_length() >= 64:
        return spelled_plainly(words)
    signs = np.array(flat, dtype=np.int64).reshape(len(words), letters)
    bits = 1 << np.arange(letters, dtype=np.int64)
    parts = np.zeros_like(signs)
    for place, bit in enumerate(bits):
        parts += (signs == signs[:, place, np.newaxis]) * bit
    # Only at its first place, a letter is a part.
    first = parts & -parts == bits
    found, numbers = np.unique((parts * len(number_of) + signs)[first], return_inverse=True)
    filled = np.full(signs.shape, len(found), dtype=np.int32)
    filled[first] = numbers
    names, places = list(number_of), np.arange(letters)
    masks, letter_of = divmod(found, max(1, len(names)))
    each = zip(masks.tolist(), letter_of.tolist(), strict=True)
    return Spelled([(names[sign], tuple(places[mask & bits > 0].tolist())) for mask, sign in each], filled)


def spelled_plainly(words: Sequence[Word]) -> Spelled:
    """:func:`spelled` for words of any length, word by word; what fills a row stands at its end."""
    letters = len(words[0])
    number_of: dict[tuple[str, Places], int] = {}
    rows = [[number_of.setdefault(part, len(number_of)) for part in _parts(word).items()] for word in words]
    filled = [[*row, *[len(number_of)] * (letters - len(row))] for row in rows]
    return Spelled(list(number_of), np.array(filled, dtype=np.int32))


def _parts(word: Word) -> dict[str, Places]:
    places: dict[str, Places] = {}
    for place, letter in enumerate(word):
        places[letter] = (*places.get(letter, ()), place)
    return places


class Rows(ABC):
    """The responses of all secrets, guess by guess."""

    def __init__(self, secrets: WordList, marks: Marks) -> None:
        self.secrets = secrets
        self.marks = marks
        self.dtype = np.dtype(np.uint8 if marks.response_count <= 256 else np.uint16)
        self._number_of: dict[str, int] = {}
        numbers = [self._number_of.setdefault(letter, len(self._number_of)) for word in secrets for letter in word]
        columns = np.array(numbers, dtype=np.uint32).reshape(len(secrets), marks.letters).T
        self._columns = np.ascontiguousarray(columns)
        # A sum may be larger than any response, but always fits in two bytes.
        kept = max(1, _MOST_KEPT // (2 * len(secrets)))
        self._contribution = lru_cache(maxsize=kept)(self._contribute)

    def row(self, guess: Word) -> NDArray[Any]:
        """The responses of all secrets to ``guess``."""
        first, *others = [self._contribution(*part) for part in _parts(guess).items()]
        total = first.copy()
        for contribution in others:
            total += contribution
        finished: NDArray[Any] = self._finish(total[np.newaxis], [guess])[0]
        return finished

    def block_of(self, words: Sequence[Word], guesses: Spelled) -> Callable[[NDArray[np.int32]], NDArray[Any]]:
        """A function from indices of ``words`` to the rows of those guesses, all at once.

        ``guesses`` is :func:`spelled` of these words. Where too many contributions would have to be kept, each row is
        made alone.
        """
        if len(guesses.parts) * len(self.secrets) * self.dtype.itemsize > _MOST_KEPT:
            return lambda indices: np.stack([self.row(words[index]) for index in indices.tolist()])
        parts = [self._contribution(*part) for part in guesses.parts]
        table = np.stack([*parts, np.zeros_like(parts[0])])

        def rows(indices: NDArray[np.int32]) -> NDArray[Any]:
            totals = table[guesses.numbers[indices]].sum(axis=1, dtype=table.dtype)
            return self._finish(totals, [words[index] for index in indices.tolist()])

        return rows

    def _contribute(self, letter: str, places: Places) -> NDArray[Any]:
        """The contribution of ``letter`` at these places of a guess to the responses."""
        here = self._columns == self._number_of.get(letter, len(self._number_of))
        return self._count(here, here.sum(axis=0, dtype=np.uint8), places)

    @abstractmethod
    def _count(self, here: NDArray[np.bool_], copies: NDArray[np.uint8], places: Places) -> NDArray[Any]:
        """The contribution of a letter at ``places``, from its places in the secrets, ``[place, secret]``, and its
        copies there."""

    def _finish(self, totals: NDArray[Any], guesses: Sequence[Word]) -> NDArray[Any]:
        """The responses from the sums of the contributions, ``[guess, secret]``."""
        return totals


class WordleRows(Rows):
    """Green, yellow, grey: the digit of each place, times its weight."""

    def _count(self, here: NDArray[np.bool_], copies: NDArray[np.uint8], places: Places) -> NDArray[Any]:
        total = np.zeros(here.shape[1], dtype=self.dtype)
        left = copies - here[list(places)].sum(axis=0, dtype=np.uint8)
        for place in places:
            yellow = ~here[place] & (left > 0)
            left -= yellow
            weight = 3 ** (self.marks.letters - 1 - place)
            total[here[place]] += GREEN * weight
            total[yellow] += YELLOW * weight
        return total


class FibbleRows(WordleRows):
    """The true rows of Fibble: those of Wordle, but the winning row is a response of its own."""

    def _finish(self, totals: NDArray[Any], guesses: Sequence[Word]) -> NDArray[Any]:
        totals += totals == self.marks.response_count - 2
        return totals


class MastermindRows(Rows):
    """Blacks and whites: common letters and blacks in one sum, from which the response is looked up."""

    def __init__(self, secrets: WordList, marks: Mastermind) -> None:
        super().__init__(secrets, marks)
        self._unit = marks.letters + 1
        self._number = np.zeros(self._unit * self._unit, dtype=self.dtype)
        for common in range(self._unit):
            for blacks in range(common + 1):
                if (blacks, common) != (marks.letters - 1, marks.letters):
                    self._number[common * self._unit + blacks] = marks.number(blacks, common)

    def _count(self, here: NDArray[np.bool_], copies: NDArray[np.uint8], places: Places) -> NDArray[Any]:
        total = np.minimum(copies, len(places)).astype(np.uint16) * np.uint16(self._unit)
        total += here[list(places)].sum(axis=0, dtype=np.uint16)
        return total

    def _finish(self, totals: NDArray[Any], guesses: Sequence[Word]) -> NDArray[Any]:
        responses: NDArray[Any] = self._number[totals]
        return responses


class JottoRows(Rows):
    """The number of common letters."""

    def _count(self, here: NDArray[np.bool_], copies: NDArray[np.uint8], places: Places) -> NDArray[Any]:
        return np.minimum(copies, len(places)).astype(self.dtype)

    def _finish(self, totals: NDArray[Any], guesses: Sequence[Word]) -> NDArray[Any]:
        for total, guess in zip(totals, guesses, strict=True):
            if guess in self.secrets:
                total[self.secrets.index(guess)] = self.marks.response_count - 1
        return totals


def make_rows(secrets: WordList, marks: Marks) -> Rows:
    """The rows of one kind of feedback.

    >>> from strategist.games.words.word_marks import Jotto
    >>> make_rows(WordList(["loyal", "speed"]), Jotto(5)).row("alloy").tolist()
    [5, 0]
    """
    if isinstance(marks, Fibble):
        return FibbleRows(secrets, marks)
    if isinstance(marks, Wordle):
        return WordleRows(secrets, marks)
    if isinstance(marks, Mastermind):
        return MastermindRows(secrets, marks)
    return JottoRows(secrets, marks)
