"""The rule of peg games for many codes at once, by NumPy: the specification is ``PegGame.respond``.

Each code is two sets in bits. The first has a member for each pair of a place and the symbol there: what two codes
share of it are the blacks. The second has a member for each copy of each symbol, the first copy, the second, and so on:
what two codes share of it are blacks and whites together, for two codes share as many copies of a symbol as the one
with fewer has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

_BLOCK = 1 << 15
_MOST_WORDS = 4
"""Words of 64 bits that a set may take: four have room for 256 pairs of a place and a symbol."""


class Pegs(Protocol):
    """What this module asks of a peg game (:class:`~strategist.games.pegs.pegs.PegGame`), which imports it."""

    pegs: int
    symbols: int
    whites: bool
    pairs: tuple[tuple[int, int | None], ...]
    secrets: Sequence[Any]


class ManyPegs:
    """The codes of a peg game as sets, 16 bytes a code where places times symbols are at most 64.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> many = ManyPegs(game)
    >>> [game.format_response(response) for response in many.respond(7, np.array([7, 8, 1295]))]
    ['4b0w', '3b0w', '0b0w']
    """

    def __init__(self, game: Pegs) -> None:
        self.codes = game.secrets
        self._pegs = game.pegs
        self._symbols = game.symbols
        self._whites = game.whites
        # _response_of[blacks, shared]; the number of shared symbols is 0 where whites are not told.
        self._response_of: NDArray[np.uint8] = np.zeros((game.pegs + 1, game.pegs + 1), dtype=np.uint8)
        for response, (blacks, whites) in enumerate(game.pairs):
            self._response_of[blacks, 0 if whites is None else blacks + whites] = response
        secrets: Any = self.codes
        codes = np.frombuffer(secrets.index_bytes(), dtype=np.uint8).reshape(-1, game.pegs)
        # An array for each word: a word is taken from it twice as fast as a row of words from a table.
        self._pairs = [np.zeros(len(codes), dtype=np.uint64) for _ in range(_words(game))]
        self._copies = [np.zeros(len(codes), dtype=np.uint64) for _ in range(_words(game)) if game.whites]
        for start in range(0, len(codes), _BLOCK):
            self._fill(np.ascontiguousarray(codes[start : start + _BLOCK].T), slice(start, start + _BLOCK))

    @staticmethod
    def fits(game: Pegs) -> bool:
        """Whether the sets of a game are small enough."""
        return _words(game) <= _MOST_WORDS

    def _fill(self, codes: NDArray[np.uint8], block: slice) -> None:
        """The sets of some codes, each a column."""
        for place, symbols in enumerate(codes):
            self._add(place * self._symbols + symbols.astype(np.intp), self._pairs, block)
            if self._whites:
                copies = np.zeros(len(symbols), dtype=np.uint8)
                for before in codes[:place]:
                    copies += before == symbols
                self._add(copies * np.intp(self._symbols) + symbols, self._copies, block)

    def _add(self, members: NDArray[np.intp], sets: list[NDArray[np.uint64]], block: slice) -> None:
        """Put one member into the set of each code."""
        bits = np.uint64(1) << (members & 63).astype(np.uint64)
        for number, words in enumerate(sets):
            words[block] |= bits if len(sets) == 1 else np.where(members >> 6 == number, bits, np.uint64(0))

    def respond(self, guesses: Any, secrets: Any) -> NDArray[np.uint8]:
        """The responses to guesses, of which there may be one, by codes that are hidden; both are indices of codes."""
        place = _common(self._pairs, guesses, secrets).astype(np.intp) * (self._pegs + 1)
        if self._whites:
            place += _common(self._copies, guesses, secrets)
        responses: NDArray[np.uint8] = self._response_of.take(place)
        return responses


def _common(sets: list[NDArray[np.uint64]], guesses: Any, secrets: Any) -> NDArray[np.uint8]:
    """How many members the sets of two codes share."""
    count: NDArray[np.uint8] = np.bitwise_count(sets[0].take(guesses) & sets[0].take(secrets))
    for words in sets[1:]:
        count += np.bitwise_count(words.take(guesses) & words.take(secrets))
    return count


def _words(game: Pegs) -> int:
    return -(-game.pegs * game.symbols // 64)
