"""Find the sets of candidates that are images of each other, for certificates with copies.

The search knows a name that images share (:mod:`strategist.search.kernels.symmetry.canonical`), and on the way to it
the symmetry under which a set becomes the image that is named. A checker tests the symmetry, whatever the name says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.files.versions.copy_columns import symbols_of
from strategist.model.game import Game
from strategist.search.adapters.registry import kind_of
from strategist.search.kernels.numba.jit import borrowing_kernel, warm_up
from strategist.search.kernels.symmetry.canonical import name_of_image
from strategist.search.kernels.symmetry.code_group import make_code_group
from strategist.search.kernels.symmetry.same_guesses import Group, Stabilizer, make_stabilizer
from strategist.search.tasks.workers import Workers

Name = tuple[int, int]


def may_have_copies(game: Game, history: Sequence[object]) -> bool:
    """Whether positions behind a history may be images of each other, as certificates state it."""
    return game.code_symmetry is not None and not game.restricts and game.classes is None and not history


@borrowing_kernel
def find_images(
    group: Group,
    sets: NDArray[np.int32],
    stabilizer: Stabilizer,
    names: NDArray[np.uint64],
    maps: NDArray[np.uint8],
) -> None:
    """Write the two words that name each set and its images, and the symmetry that leads to the image that is named.

    ``sets`` is ``int32[count, size]``, ``names`` ``uint64[count, 2]`` and ``maps`` ``uint8[count, places + symbols]``:
    a permutation of positions, then one of symbols.
    """
    places, symbols = group.permutations.shape[1], len(group.classes)
    free = stabilizer.kind_of_class
    for row in range(len(sets)):
        key, check = name_of_image(group, sets[row], stabilizer)
        names[row, 0], names[row, 1] = key, check
        for p in range(places):
            maps[row, p] = stabilizer.positions[p]
        for symbol in range(symbols):
            free[symbol] = 1
        for symbol in range(symbols):
            if stabilizer.symbol_words[symbol]:
                maps[row, places + symbol] = stabilizer.names[symbol]
                free[stabilizer.names[symbol]] = 0
        # Symbols that no candidate holds take the names of their class that are left.
        for symbol in range(symbols):
            if not stabilizer.symbol_words[symbol]:
                name = 0
                while not free[name] or group.classes[name] != group.classes[symbol]:
                    name += 1
                maps[row, places + symbol] = name
                free[name] = 0


class Alike:
    """The common images of sets of candidates of one game."""

    def __init__(self, workers: Workers) -> None:
        self._group = make_code_group(workers.game, workers.source)
        self._stabilizer = make_stabilizer(self._group, 1)
        self._symbols, self.pegs = symbols_of(workers.game), len(workers.game.secrets[0])
        self._type = np.uint16 if len(workers.game.secrets) <= 1 << 16 else np.uint32
        nothing = np.empty((0, 1), dtype=np.int32)
        warm_up(f"images-{kind_of(workers.game)}", lambda: self._find(nothing))

    def of(self, names: Sequence[bytes]) -> Iterator[tuple[Name, bytes]]:
        """The name of the common image of each of some equally large sets, by their keys, and the symmetry that leads
        to it."""
        sets = np.frombuffer(b"".join(names), dtype=self._type).reshape(len(names), -1)
        words, maps = self._find(sets.astype(np.int32))
        for (key, check), each in zip(words.tolist(), maps, strict=True):
            yield (key, check), each.tobytes()

    def _find(self, sets: NDArray[np.int32]) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        words = np.empty((len(sets), 2), dtype=np.uint64)
        maps = np.empty((len(sets), self.pegs + self._symbols), dtype=np.uint8)
        find_images(self._group, sets, self._stabilizer, words, maps)
        return words, maps


def between(one: bytes, other: bytes, pegs: int) -> bytes:
    """The symmetry that makes the second of two sets of the first, from those that make a common image of each.

    >>> between(bytes([0, 1, 1, 0]), bytes([1, 0, 0, 1]), 2) == bytes([1, 0, 1, 0])
    True
    """
    places, names = bytearray(pegs), bytearray(len(other) - pegs)
    for place, source in enumerate(other[:pegs]):
        places[source] = one[place]
    for symbol, name in enumerate(other[pegs:]):
        names[name] = symbol
    return bytes(places) + bytes(names[name] for name in one[pegs:])
