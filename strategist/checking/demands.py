"""What the rules demand of later guesses, where earlier moves restrict them.

A checker of certificates meets millions of histories, and few guesses are allowed after most. So the demands that moves
make are kept as the bits of an int: the demands of a history are those of all its moves joined, and where more is
demanded, fewer guesses are allowed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Code, Game, History

Demands = int
"""A set of demands as bits. A bit stands for a symbol in its place, or for a least number of copies of a symbol; in a
game that does not say what its responses reveal (``Game.revealed``), for a guess that is not allowed."""
Indices = NDArray[np.int64]
Mask = NDArray[np.bool_]
"""``bool[questions]``."""

FREE: Demands = 0
"""All guesses are allowed."""
_MOST_MOVES = 1 << 16
_MOST_LISTS = 1 << 12


class Rules:
    """Which guesses are allowed after which moves, by the rules; moves as indices of a guess with a response.

    >>> from strategist.games.words.words import Words
    >>> from strategist.games.words.word_lists import Lists
    >>> game = Words({"hard": True}, Lists(["abbey", "bobby", "ebony"]))
    >>> rules = Rules(game)
    >>> yellow, grey = game.parse_response("yyyyy"), game.parse_response("-----")
    >>> rules.after(1, grey) == FREE, rules.allowed(rules.after(1, yellow)).tolist()
    (True, [1])
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.after = lru_cache(_MOST_MOVES)(self._after)
        self.allowed = lru_cache(_MOST_LISTS)(self._allowed)
        self.allows_less = lru_cache(_MOST_LISTS)(self._allows_less)
        revealed = game.revealed() if game.restricts else None
        self.reveals = revealed is not None
        """Whether demands come from what the game says that its responses reveal."""
        if revealed is None:
            return
        self._symbols = np.array(revealed.symbols[: game.question_count], dtype=np.int64)
        self._marks = revealed.marks
        self._kinds = int(self._symbols.max()) + 1
        self._met_by = lru_cache(None)(self._guesses_that_meet)

    def _after(self, guess: int, response: int) -> Demands:
        """What a move demands."""
        if not self.reveals:
            return self._barred(((self.game.guesses[guess], response),))
        word, marks = self._symbols[guess].tolist(), self._marks[response]
        demands, copies = FREE, dict[int, int]()
        for place, (symbol, mark) in enumerate(zip(word, marks, strict=True)):
            if mark:
                # The n-th copy comes behind all places, and the ones before it are demanded, too.
                at = len(word) + copies.get(symbol, 0)
                copies[symbol] = copies.get(symbol, 0) + 1
                demands |= 1 << at * self._kinds + symbol
            if mark == 2:
                demands |= 1 << place * self._kinds + symbol
        return demands

    def after_all(self, moves: Iterable[tuple[int, int]]) -> Demands:
        """What some moves demand together."""
        demands = FREE
        for guess, response in moves:
            demands |= self.after(guess, response)
        return demands

    def _allowed(self, demands: Demands) -> Indices:
        """The guesses that meet all demands, as indices, ascending."""
        if not self.reveals:
            return self._not_barred(demands)
        found = np.ones(self.game.question_count, dtype=np.bool_)
        while demands:
            found &= self._met_by((demands & -demands).bit_length() - 1)
            demands &= demands - 1
        return np.flatnonzero(found)

    def _allows_less(self, demands: Demands, others: Demands) -> bool:
        """Whether all guesses that meet ``demands`` meet ``others``, too, even if ``others`` is no subset
        of ``demands``."""
        return bool(np.isin(self.allowed(demands), self.allowed(others), assume_unique=True).all())

    def _guesses_that_meet(self, bit: int) -> Mask:
        at, symbol = divmod(bit, self._kinds)
        length = self._symbols.shape[1]
        if at < length:
            found: Mask = self._symbols[:, at] == symbol
            return found
        enough: Mask = np.count_nonzero(self._symbols == symbol, axis=1) > at - length
        return enough

    def by_the_game(self, history: History) -> Indices:
        """The guesses that the game itself allows after a history, as indices, found by asking it guess by guess."""
        allowed = self.game.allowed(history)
        if allowed is None:
            return np.arange(self.game.question_count)
        return np.array(sorted({place for code in allowed for place in self._places.get(code, ())}), dtype=np.int64)

    @cached_property
    def _places(self) -> dict[Code, list[int]]:
        """The indices of the questions of each code."""
        found: dict[Code, list[int]] = {}
        for place, code in enumerate(self.game.guesses[: self.game.question_count]):
            found.setdefault(code, []).append(place)
        return found

    def _not_barred(self, barred: Demands) -> Indices:
        return np.array([place for place in range(self.game.question_count) if not barred >> place & 1], dtype=np.int64)

    def _barred(self, history: History) -> Demands:
        """A bit for each guess that is not allowed after a history."""
        allowed = self.game.allowed(history)
        if allowed is None:
            return FREE
        listed = set(allowed)
        return sum(
            1 << place for place, code in enumerate(self.game.guesses[: self.game.question_count]) if code not in listed
        )
