"""Responses to a word in bulk, for all secrets at once.

The rules are those of :mod:`strategist.games.wordmarks`, with the speed of NumPy. In each of them a response is the sum
of the contributions of the different letters of the guess, and the contribution of a letter depends only on its places
in the guess. Many guesses share letters in the same places, so most contributions are computed once and reused.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.games.wordlists import WordList
from strategist.games.wordmarks import GREEN, YELLOW, Marks, Mastermind, Wordle

_MOST_KEPT = 1 << 26
"""The most bytes of contributions that are kept."""

Places = tuple[int, ...]


class Rows(ABC):
    """The responses of all secrets, guess by guess."""

    def __init__(self, secrets: WordList, marks: Marks) -> None:
        self.secrets = secrets
        self.marks = marks
        self.dtype = np.dtype(np.uint8 if marks.response_count <= 256 else np.uint16)
        points = np.frombuffer("".join(secrets).encode("utf-32-le"), dtype="<u4")
        self._columns = np.ascontiguousarray(points.reshape(len(secrets), marks.letters).T)
        # A sum may be larger than any response, but always fits in two bytes.
        kept = max(1, _MOST_KEPT // (2 * len(secrets)))
        self._contribution = lru_cache(maxsize=kept)(self._contribute)

    def row(self, guess: str) -> NDArray[Any]:
        """The responses of all secrets to ``guess``."""
        places: dict[str, Places] = {}
        for place, letter in enumerate(guess):
            places[letter] = (*places.get(letter, ()), place)
        first, *others = [self._contribution(*item) for item in places.items()]
        total = first.copy()
        for contribution in others:
            total += contribution
        return self._finish(total, guess)

    def _contribute(self, letter: str, places: Places) -> NDArray[Any]:
        """The contribution of ``letter`` at these places of a guess to the responses."""
        here = self._columns == ord(letter)
        return self._count(here, here.sum(axis=0, dtype=np.uint8), places)

    @abstractmethod
    def _count(self, here: NDArray[np.bool_], copies: NDArray[np.uint8], places: Places) -> NDArray[Any]:
        """The same from the places of the letter in the secrets, ``[place, secret]``, and its number of copies."""

    def _finish(self, total: NDArray[Any], guess: str) -> NDArray[Any]:
        """The responses from the sums of the contributions."""
        return total


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

    def _finish(self, total: NDArray[Any], guess: str) -> NDArray[Any]:
        responses: NDArray[Any] = self._number[total]
        return responses


class JottoRows(Rows):
    """The number of common letters."""

    def _count(self, here: NDArray[np.bool_], copies: NDArray[np.uint8], places: Places) -> NDArray[Any]:
        return np.minimum(copies, len(places)).astype(self.dtype)

    def _finish(self, total: NDArray[Any], guess: str) -> NDArray[Any]:
        if guess in self.secrets:
            total[self.secrets.index(guess)] = self.marks.response_count - 1
        return total


def make_rows(secrets: WordList, marks: Marks) -> Rows:
    """The rows of one kind of feedback.

    >>> from strategist.games.wordmarks import Jotto
    >>> make_rows(WordList(["loyal", "speed"]), Jotto(5)).row("alloy").tolist()
    [5, 0]
    """
    if isinstance(marks, Wordle):
        return WordleRows(secrets, marks)
    if isinstance(marks, Mastermind):
        return MastermindRows(secrets, marks)
    return JottoRows(secrets, marks)
