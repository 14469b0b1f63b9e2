"""Which guesses the rules allow in many games at once, by NumPy: the fast twin of ``Game.allowed``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game

_PLACED = 2
"""The mark of a symbol that stays in its place."""


class ManyAllowed:
    """The guesses that the rules allow in each of many games, a bit each, the lowest first.

    A mark tells that a symbol stays in its place, or that later guesses hold it as often as it is marked. So what a
    move allows is an intersection of sets that are made once: the guesses with some symbol at some place, and those
    with so many copies of a symbol.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("wordle(hard=true)")
    >>> allowed = ManyAllowed(game, 2)
    >>> guess, response = game.guesses.index("crane"), game.parse_response("-y--g")
    >>> allowed.reveal(np.array([1]), np.array([guess]), np.array([response]))
    >>> allowed.masks().sum(axis=1).tolist() == [len(game.guesses), len(game.allowed([("crane", response)]))]
    True
    """

    def __init__(self, game: Game, games: int) -> None:
        revealed = game.revealed()
        assert revealed is not None  # what restricts guesses otherwise is refused
        self._letters = np.array(revealed.symbols, dtype=np.uint8)
        self._marks = np.array(revealed.marks, dtype=np.uint8)
        self._guesses, self._questions = len(game.guesses), game.question_count
        width, known = self._letters.shape[1], np.arange(int(self._letters.max()) + 1)
        at = self._letters[:, :, None] == known
        copies = at.sum(axis=1)
        self._placed = np.array([self._packed(at[:, place].T) for place in range(width)])
        self._held = np.array([self._packed(count <= copies.T) for count in range(width + 1)])
        self._bits = np.full((games, self._placed.shape[-1]), 255, dtype=np.uint8)

    def _packed(self, rows: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """Bits for all guesses, of which those that only announce are always allowed."""
        others = np.ones((len(rows), self._guesses - self._questions), dtype=np.bool_)
        return np.packbits(np.hstack([rows, others]), axis=1, bitorder="little")

    def begin(self, which: NDArray[np.int_]) -> None:
        """Nothing is revealed yet in some games."""
        self._bits[which] = 255

    def holds(self, guesses: NDArray[np.int_]) -> NDArray[np.bool_]:
        """Whether each game allows its guess, of shape (games,)."""
        held = self._bits[np.arange(len(self._bits)), guesses >> 3] >> (guesses & 7).astype(np.uint8)
        found: NDArray[np.bool_] = (held & 1).astype(np.bool_)
        return found

    def reveal(self, which: NDArray[np.int_], guesses: NDArray[np.int_], responses: NDArray[np.int_]) -> None:
        """Some games have answered these questions; all three are of one shape."""
        letters, marks = self._letters[guesses], self._marks[responses]
        for place in range(letters.shape[1]):
            letter, mark = letters[:, place], marks[:, place]
            found = mark == _PLACED
            self._bits[which[found]] &= self._placed[place, letter[found]]
            found = mark > 0
            copies = ((letters == letter[:, None]) & (marks > 0)).sum(axis=1)
            self._bits[which[found]] &= self._held[copies[found], letter[found]]

    def masks(self) -> NDArray[np.bool_]:
        """What is allowed, of shape (games, guesses)."""
        return np.unpackbits(self._bits, axis=1, count=self._guesses, bitorder="little").astype(np.bool_)
