"""The images of guesses under the symmetries of a game's rules, each with a permutation of the codes that leads to it.

Chances may leave a game no symmetry, but its rules still have theirs: they permute the codes and keep every response.
Symmetries are followed by their generators here, so that all of them count, however many they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.model.symmetry import Symmetry


class Orbit(NamedTuple):
    """A guess and its images: ``maps[i]`` permutes the codes so that the guess becomes image i; image 0 is itself.

    ``images`` is ``int32[images]``, ``maps`` ``int32[images, codes]``: code s becomes code ``maps[i, s]``.
    """

    images: NDArray[np.int32]
    maps: NDArray[np.int32]


def generators(symmetry: Symmetry, digits: NDArray[np.uint8]) -> Iterator[NDArray[np.int32]]:
    """Exchanges of two positions, and of two symbols, as permutations of the codes; the moves are left out.

    ``digits`` is ``uint8[codes, places]``, the codes in ascending order.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> [each.tolist() for each in generators(Symmetry(((0, 1),), ((0, 1),)), codes)]
    [[0, 2, 1, 3], [3, 2, 1, 0]]
    """
    symbols = int(digits.max(initial=0)) + 1
    radix = np.array([symbols ** (digits.shape[1] - 1 - place) for place in range(digits.shape[1])], dtype=np.int64)
    keys = digits @ radix
    for members in symmetry.positions:
        for one, other in pairwise(members):
            order = np.arange(digits.shape[1])
            order[[one, other]] = other, one
            yield np.searchsorted(keys, digits[:, order] @ radix).astype(np.int32)
    for members in symmetry.symbols:
        for one, other in pairwise(members):
            names = np.arange(symbols)
            names[[one, other]] = other, one
            yield np.searchsorted(keys, names[digits] @ radix).astype(np.int32)


def lowest_images(symmetry: Symmetry, digits: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The lowest code of each orbit, ascending: the first guesses that are essentially different, but for moves.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> lowest_images(Symmetry(((0, 1),), ((0, 1),)), codes).tolist()
    [0, 1]
    """
    lowest, before = np.arange(len(digits), dtype=np.int32), None
    moves = list(generators(symmetry, digits))
    while before is None or (lowest != before).any():
        before = lowest.copy()
        for move in moves:
            np.minimum(lowest, lowest[move], out=lowest)
    return np.unique(lowest)


def orbits(symmetry: Symmetry, digits: NDArray[np.uint8]) -> Iterator[Orbit]:
    """All codes as guesses, each in the orbit of the first of its images.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> [(each.images.tolist(), each.maps.tolist()) for each in orbits(Symmetry(((0, 1),), ()), codes)][1]
    ([1, 2], [[0, 1, 2, 3], [0, 2, 1, 3]])
    """
    moves = list(generators(symmetry, digits))
    met = np.zeros(len(digits), dtype=bool)
    for guess in range(len(digits)):
        if met[guess]:
            continue
        met[guess] = True
        images, maps = [guess], [np.arange(len(digits), dtype=np.int32)]
        for one in maps:
            for move in moves:
                image = int(move[one[guess]])
                if not met[image]:
                    met[image] = True
                    images.append(image)
                    maps.append(move[one])
        yield Orbit(np.array(images, dtype=np.int32), np.array(maps))
