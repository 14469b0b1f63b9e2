"""The names of positions: two words of 64 bits, which positions of the same cost may share.

What a position costs depends on its candidates, on the guesses left, and in hard mode on what later guesses have to
use. :mod:`~strategist.files.values.read_plainly` is the specification, in plain Python.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.files.values.words_of_names import seeds_of, words_of_rest
from strategist.games.words.hard_mode import demand_of
from strategist.model.game import Game
from strategist.search.adapters.registry import make_source
from strategist.search.advice.shortlist import mix_words
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.kernels.symmetry.canonical import name_each
from strategist.search.kernels.symmetry.code_group import make_code_group
from strategist.search.kernels.symmetry.same_guesses import make_stabilizer, no_group

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)

Moves = tuple[tuple[int, int], ...]
"""Guesses, by their indices, with their responses."""


class Names(NamedTuple):
    """The names of some sets: both arrays are ``uint64[sets]``."""

    keys: NDArray[np.uint64]
    checks: NDArray[np.uint64]

    def at(self, place: int) -> tuple[int, int]:
        """The two words of one of them."""
        return int(self.keys[place]), int(self.checks[place])


class Namer:
    """The names of the positions of one game.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> sets = np.array([0, 1, 2, 0, 3, 6], dtype=np.int32)  # 11 12 13, and with the positions exchanged 11 21 31
    >>> names = Namer(game).names(sets, np.array([3, 6]))
    >>> names.keys[0] == names.keys[1], names.checks[0] == names.checks[1]
    (np.True_, np.True_)
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._group = no_group()
        if game.symmetry is not None and not game.restricts:
            self._group = make_code_group(game, make_source(game))
        self.moves = bool(self._group.moves)
        """Whether a position shares its name with its images under the symmetries of the game."""
        if self.moves:
            self._stabilizer = make_stabilizer(self._group, 1)
            self._names = np.empty((2, max(1, game.response_count)), dtype=np.uint64)
            warm_up("names-of-positions", lambda: self._fill(np.zeros(1, dtype=np.int32), np.ones(1, dtype=np.int64)))
        else:
            self._words = _words(game)

    def names(self, members: NDArray[np.int32], ends: NDArray[np.int64]) -> Names:
        """The names of sets that stand one after the other in ``members``, each ascending; ``ends`` is where each of
        them ends. Neither the guesses left nor what has to be used is in them."""
        if self.moves:
            return self._fill(members, ends)
        starts = np.concatenate(([0], ends[:-1]))
        keys, checks = np.bitwise_xor.reduceat(self._words[:, members], starts, axis=1)
        return Names(keys, checks)

    def _fill(self, members: NDArray[np.int32], ends: NDArray[np.int64]) -> Names:
        if len(ends) > self._names.shape[1]:
            self._names = np.empty((2, len(ends)), dtype=np.uint64)
        name_each(self._group, members, ends, self._stabilizer, self._names)
        found = self._names[:, : len(ends)].copy()
        return Names(found[0], found[1])

    def rest(self, moves: Moves) -> tuple[int, int]:
        """The two words that the rest of a position adds to its name: the guesses left, and what has to be used."""
        game = self.game
        left = None if game.turns is None else game.turns - len(moves)
        return words_of_rest(left, _demanded(game, moves) if game.restricts else "")

    def image_of(self, candidates: NDArray[np.int32], guess: int) -> int:
        """A guess at a set, as it is called in the image that names the set."""
        if not self.moves:
            return guess
        places, names = self._renaming(candidates)
        return self._guess([names[self._group.digits[guess, place]] for place in places])

    def guess_of(self, candidates: NDArray[np.int32], image: int) -> int:
        """The guess at a set that is called ``image`` in the image that names the set."""
        if not self.moves:
            return image
        places, names = self._renaming(candidates)
        old = {new: symbol for symbol, new in enumerate(names)}
        code = [0] * len(places)
        for place, symbol in zip(places, self._group.digits[image].tolist(), strict=True):
            code[place] = old[symbol]
        return self._guess(code)

    def _guess(self, code: list[int]) -> int:
        group = self._group
        key = sum(symbol * int(weight) for symbol, weight in zip(code, group.weights, strict=True))
        return int(np.searchsorted(group.keys, np.uint64(key)))

    def _renaming(self, candidates: NDArray[np.int32]) -> tuple[list[int], list[int]]:
        """The positions in their new order, and the new name of each symbol, of the image that names a set."""
        self._fill(candidates, np.array([len(candidates)], dtype=np.int64))
        group, occurs = self._group, self._stabilizer.symbol_words
        names = [-1] * len(group.classes)
        free = {int(kind): np.flatnonzero(group.classes == kind).tolist() for kind in group.classes}
        for symbol in np.flatnonzero(occurs).tolist():
            names[symbol] = int(self._stabilizer.names[symbol])
            free[int(group.classes[symbol])].remove(names[symbol])
        # Symbols that no candidate has are alike.
        for symbol in np.flatnonzero(occurs == 0).tolist():
            names[symbol] = free[int(group.classes[symbol])].pop(0)
        return self._stabilizer.positions.tolist(), names


def _words(game: Game) -> NDArray[np.uint64]:
    """Two words for each secret, ``uint64[2, secrets]``: SplitMix64 from a seed that depends on all codes."""
    numbers = np.arange(len(game.secrets), dtype=np.uint64)
    return np.stack([mix_words(np.uint64(seed) + numbers * _GOLDEN) for seed in seeds_of(game.fingerprint())])


@lru_cache(maxsize=1 << 12)
def _demand(guess: str, response: int) -> tuple[tuple[tuple[int, str], ...], tuple[tuple[str, int], ...]]:
    demand = demand_of(guess, response)
    return demand.placed, demand.copies


def _demanded(game: Game, moves: Moves) -> str:
    """What hard mode demands of the next guess, as text: the letters in their places, and how many of each letter."""
    placed: dict[int, str] = {}
    copies: dict[str, int] = {}
    for guess, response in moves:
        fixed, needed = _demand(game.guesses[guess], response)
        placed |= dict(fixed)
        for letter, number in needed:
            copies[letter] = max(copies.get(letter, 0), number)
    return " ".join(
        [*(f"{place}{letter}" for place, letter in sorted(placed.items()))]
        + [f"{letter}{number}" for letter, number in sorted(copies.items())]
    )
