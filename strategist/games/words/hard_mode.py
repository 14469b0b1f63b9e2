"""Wordle's hard mode: what a guess and its response demand of all later guesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, overload

from strategist.games.words.cutting import Word
from strategist.games.words.word_lists import WordList
from strategist.games.words.word_marks import GREEN, GREY, wordle_marks


class Demand(NamedTuple):
    """The restrictions that one guess and its response put on all later guesses in hard mode."""

    placed: tuple[tuple[int, str], ...]
    """Places and the letters that must stand there."""
    copies: tuple[tuple[str, int], ...]
    """Letters, and the least number of copies that a word must hold of each."""

    def parts(self) -> Iterator[Demand]:
        """The restrictions one by one, each of one place or one letter."""
        for placed in self.placed:
            yield Demand((placed,), ())
        for copies in self.copies:
            yield Demand((), (copies,))

    def met_by(self, word: Word) -> bool:
        """Whether ``word`` meets all restrictions."""
        for place, letter in self.placed:
            if word[place] != letter:
                return False
        return all(word.count(letter) >= number for letter, number in self.copies)


@lru_cache(maxsize=1 << 14)
def demand_of(guess: Word, response: int) -> Demand:
    """The restrictions that follow from ``guess`` and its ``response`` in Wordle.

    >>> from strategist.games.words.word_marks import Wordle
    >>> demand_of("geese", Wordle(5).read("yg---", "words"))
    Demand(placed=((1, 'e'),), copies=(('e', 1), ('g', 1)))
    """
    marks = wordle_marks(response, len(guess))
    revealed = sorted(letter for letter, mark in zip(guess, marks, strict=True) if mark != GREY)
    return Demand(
        tuple((place, guess[place]) for place, mark in enumerate(marks) if mark == GREEN),
        tuple(Counter(revealed).items()),
    )


class Fitting(Sequence[Any]):
    """The words that meet some demands, in order; listed only when necessary.

    >>> words = Fitting(WordList(["ape", "bee", "cat"]), [Demand(((2, "e"),), ())])
    >>> "cat" in words, list(words)
    (False, ['ape', 'bee'])
    """

    def __init__(self, words: WordList, demands: Sequence[Demand]) -> None:
        self._all = words
        self._demands = demands

    @cached_property
    def _words(self) -> list[Any]:
        # A few hundred demands of one letter make up all of them, so the words that meet each are kept.
        parts = {part for demand in self._demands for part in demand.parts()}
        if not parts:
            return list(self._all)
        found = set.intersection(*sorted((self._all.meeting(part, part.met_by) for part in parts), key=len))
        return [self._all[place] for place in sorted(found)]

    def _meets(self, word: Word) -> bool:
        return all(demand.met_by(word) for demand in self._demands)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str | tuple) and word in self._all and self._meets(word)

    def __len__(self) -> int:
        return len(self._words)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._words)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> str | list[Any]:
        return self._words[index]
