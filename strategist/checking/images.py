"""The symmetries of a game: how they map secrets and guesses, and whether the rules have them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.checking.ground import CheckedGame, Sets
from strategist.model.game import Game

_ROWS = 64
"""The number of secrets whose responses are compared together."""
_MOST_IMAGES = 1 << 10
"""An honest certificate names about a hundred symmetries. A forged one may name a million: not all are kept."""


class _Codes:
    """Codes, ``uint8[count, pegs]``, all different, that are found again by their symbols."""

    def __init__(self, codes: NDArray[np.uint8]) -> None:
        self.codes = codes
        names = _names(codes)
        self.order = np.argsort(names).astype(np.min_scalar_type(len(codes)))
        self.names = names[self.order]

    def images(self, positions: NDArray[np.uint8], symbols: NDArray[np.uint8]) -> Indices:
        """The index of the image of each code; raises :class:`KeyError` if that of some code is no code."""
        return self.places(symbols[self.codes[:, positions]])

    def places(self, codes: NDArray[np.uint8]) -> Indices:
        """The index of each of some codes; raises :class:`KeyError` if one is no code."""
        names = _names(codes)
        found = np.minimum(np.searchsorted(self.names, names), len(self.names) - 1)
        strange = np.flatnonzero(self.names[found] != names)
        if len(strange):
            raise KeyError(tuple(codes[strange[0]].tolist()))
        return self.order[found]


def _names(codes: NDArray[np.uint8]) -> NDArray[Any]:
    """Each row as one number, or where that would have more than eight bytes, as one string of bytes. NumPy takes zeros
    at its end for nothing, but all rows are of one length."""
    width = codes.shape[1]
    if width <= 8:
        padded = np.zeros((len(codes), 4 if width <= 4 else 8), dtype=np.uint8)
        padded[:, :width] = codes
        return padded.view(np.uint32 if width <= 4 else np.uint64).ravel()
    return np.ascontiguousarray(codes).view(f"S{width}").ravel()


class Images:
    """The images of secrets and guesses under the symmetries, by index, and which guesses they make equal."""

    def __init__(self, game: Game, symmetries: Sequence[bytes]) -> None:
        self.game = game
        self.symmetries = symmetries
        self.of = lru_cache(_MOST_IMAGES)(self._image)
        self.lowest = lru_cache(_MOST_IMAGES)(self._lowest)

    @cached_property
    def _codes(self) -> tuple[_Codes, _Codes]:
        """The secrets, and the questions."""
        both = (self.game.secrets, self.game.guesses[: self.game.question_count])
        secrets, guesses = (np.array(list(map(tuple, codes)), dtype=np.uint8) for codes in both)
        found = _Codes(secrets)
        return found, found if np.array_equal(secrets, guesses) else _Codes(guesses)

    def _image(self, number: int) -> tuple[Indices, Indices]:
        """The image of each secret and of each question under symmetry ``number``, as indices."""
        pegs = len(self.game.secrets[0])
        symmetry = np.frombuffer(self.symmetries[number], dtype=np.uint8)
        secrets, guesses = self._codes
        images = secrets.images(symmetry[:pegs], symmetry[pegs:])
        return images, images if guesses is secrets else guesses.images(symmetry[:pegs], symmetry[pegs:])

    def are_images(self, originals: Sets, sets: Sets, maps: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """``bool[count]``: whether the symmetry ``maps[i]`` sends the set ``originals[i]`` onto ``sets[i]``, which is
        as large."""
        codes, pegs, rows = self._codes[0].codes, len(self.game.secrets[0]), np.arange(len(maps))[:, np.newaxis]
        moved = np.empty((*sets.shape, pegs), dtype=np.uint8)
        for place in range(pegs):
            moved[..., place] = maps[rows, pegs + codes[originals, maps[:, place, np.newaxis]]]
        images, members = (
            np.sort(_names(each.reshape(-1, pegs)).reshape(sets.shape), axis=1) for each in (moved, codes[sets])
        )
        same: NDArray[np.bool_] = (images == members).all(axis=1)
        return same

    def _lowest(self, members: tuple[int, ...]) -> Indices:
        """For each question, the lowest image under the symmetries of a group, applied any number of times."""
        # Many groups are kept: an index takes as few bytes as it can.
        lowest = np.arange(self.game.question_count).astype(np.min_scalar_type(self.game.question_count))
        while True:
            before = lowest
            for number in members:
                image = self.of(number)[1]
                lowest = np.minimum(lowest, lowest[image])
            if np.array_equal(before, lowest):
                return lowest


def generators(game: Game) -> list[bytes]:
    """The exchanges of neighbors within each class that a game describes: they generate all its symmetries.

    >>> from strategist.games.catalog import make_game
    >>> [list(each) for each in generators(make_game("mastermind(2,3)"))]
    [[1, 0, 0, 1, 2], [0, 1, 1, 0, 2], [0, 1, 0, 2, 1]]
    """
    symmetry = game.code_symmetry
    if symmetry is None:
        return []
    pegs = len(game.secrets[0])
    symbols = 1 + max(max(code) for code in game.guesses[: game.question_count])
    found = []
    for offset, classes in ((0, symmetry.positions), (pegs, symmetry.symbols)):
        for members in classes:
            for one, other in pairwise(members):
                images = [*range(pegs), *range(symbols)]
                images[offset + one], images[offset + other] = other, one
                found.append(bytes(images))
    return found


def symmetry_problem(ground: CheckedGame) -> str | None:
    """Why the rules do not have the symmetries that the game describes; None if they have.

    Every guess and every secret is tried, and the chances and costs.
    """
    exchanges = generators(ground.game)
    images = Images(ground.game, exchanges)
    for number in range(len(exchanges)):
        try:
            secrets, guesses = images.of(number)
            kept = all(
                np.array_equal(ground.table[secrets[start : start + _ROWS]].take(guesses, axis=1), rows)
                for start in range(0, ground.count, _ROWS)
                for rows in (ground.table[start : start + _ROWS],)
            )
        except KeyError:
            # The image of some code is not a code.
            kept = False
        if not kept:
            return f"{ground.game.spec} does not have the symmetries that it describes"
        if (ground.weights[secrets] != ground.weights).any() or (ground.costs[guesses] != ground.costs).any():
            return f"{ground.game.spec} has symmetries that do not keep its chances and costs"
    return None
