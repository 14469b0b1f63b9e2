"""The feedback of word games for many words at once, by NumPy: the specification is ``Marks.respond``.

The kernel of the search has code of its own (:mod:`~strategist.games.words.word_rows`); this is for who checks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.games.words.cutting import Word
from strategist.games.words.fibble import Fibble
from strategist.games.words.word_marks import GREEN, YELLOW, Jotto, Marks, Mastermind, Wordle

Letters = NDArray[np.unsignedinteger]
"""``[places, words]``: the letters of many words by number."""


class ManyWords:
    """The words of a game, whose letters are numbered.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("words")
    >>> many = ManyWords(game.guesses, game.secrets, game.marking)
    >>> many.respond(7, np.array([7, 8])).tolist() == [game.respond(game.guesses[7], game.secrets[at]) for at in (7, 8)]
    True
    """

    def __init__(self, questions: Sequence[Word], secrets: Sequence[Word], marking: Marks) -> None:
        self.secrets = secrets
        self._marking = marking
        every = sorted({letter for word in (*questions, *secrets) for letter in word})
        number = dict(zip(every, range(len(every)), strict=True))
        self._asked, self._hidden = (_numbered(words, marking.letters, number) for words in (questions, secrets))
        self._find = _RULES[type(marking)]

    def respond(self, guesses: Any, secrets: Any) -> NDArray[np.integer]:
        """``integer[pairs]``: the responses to words, of which there may be one, by words that are hidden; both are
        indices."""
        asked, hidden = (
            letters.take(np.reshape(words, -1), axis=1)
            for letters, words in ((self._asked, guesses), (self._hidden, secrets))
        )
        responses: NDArray[np.integer] = self._find(self._marking, asked, hidden)
        return responses


def _numbered(words: Sequence[Word], letters: int, number: Mapping[str, int]) -> Letters:
    """The numbers of the letters at each place of some words."""
    kind = np.uint8 if len(number) <= 1 << 8 else np.uint32
    return np.array([[number[word[place]] for word in words] for place in range(letters)], dtype=kind)


def _wordle(marking: Marks, asked: Letters, hidden: Letters) -> NDArray[np.integer]:
    kind = np.min_scalar_type(3 ** len(asked)).type
    green = asked == hidden
    marks = np.where(green, kind(GREEN), _have_copies(asked, hidden, ~green) * kind(YELLOW))
    number: NDArray[np.integer] = marks[0]
    for each in marks[1:]:
        number = number * kind(3) + each
    return number


def _fibble(marking: Marks, asked: Letters, hidden: Letters) -> NDArray[np.integer]:
    rows = _wordle(marking, asked, hidden)
    # The secret itself gets the response after that of a row of greens of which one is false.
    return np.where(rows == marking.response_count - 2, marking.response_count - 1, rows)


def _have_copies(asked: Letters, hidden: Letters, free: Any) -> NDArray[np.bool_]:
    """``bool[places, pairs]``: whether the hidden word has a copy of the letter at a place, beside those for the
    letters before it. Only places that are ``free`` count, in both words."""
    # As numbers of one byte, so that nothing is converted.
    left = sum(((asked == there) & each).view(np.int8) for there, each in zip(hidden, free, strict=True))
    for place in range(1, len(asked)):
        left[place:] -= ((asked[place:] == asked[place - 1]) & free[place - 1]).view(np.int8)
    found: NDArray[np.bool_] = left > 0
    return found


def _common(asked: Letters, hidden: Letters) -> NDArray[np.int64]:
    """The number of letters that two words have in common: copy for copy."""
    common: NDArray[np.int64] = np.count_nonzero(_have_copies(asked, hidden, [True] * len(asked)), axis=0)
    return common


def _blacks_and_whites(marking: Any, asked: Letters, hidden: Letters) -> NDArray[np.integer]:
    letters = marking.letters
    numbers = np.zeros((letters + 1, letters + 1), dtype=np.uint8)
    for blacks in range(letters + 1):
        for common in range(blacks, letters + 1):
            if (blacks, common) != (letters - 1, letters):
                numbers[blacks, common] = marking.number(blacks, common)
    responses: NDArray[np.uint8] = numbers[np.count_nonzero(asked == hidden, axis=0), _common(asked, hidden)]
    return responses


def _common_or_solved(marking: Marks, asked: Letters, hidden: Letters) -> NDArray[np.integer]:
    return np.where((asked == hidden).all(axis=0), marking.response_count - 1, _common(asked, hidden))


_RULES: dict[type[Marks], Any] = {
    Wordle: _wordle,
    Fibble: _fibble,
    Mastermind: _blacks_and_whites,
    Jotto: _common_or_solved,
}
