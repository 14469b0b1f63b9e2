"""The groups of symmetries that leave positions as they are, by number."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.checking.ground import CheckedGame
from strategist.checking.images import Images
from strategist.checking.sets.table_images import TableImages
from strategist.files.versions.copy_columns import symbols_of
from strategist.files.versions.table_symmetries import may_have_symmetries, pack_permutation
from strategist.model.game import Game
from strategist.search.kernels.symmetry.fixing import fixing, generators_fixing
from strategist.search.kernels.symmetry.same_guesses import Group

_ALL_NAMED = 5
"""Of up to so many pegs a group names each permutation of them: such certificates ship, and are made again byte for
byte. Of more it names some that generate all, for a checker tests each of them at each position."""
_STATED_FROM = 1 << 12
"""The answers of a table from which on certificates state its symmetries. Those of smaller ones are small anyway, and
programs that know symmetries of codes alone read them."""


class Groups:
    """The symmetries of codes that a certificate names, and the groups of them, in the order in which they were first
    met. With ``every`` a group names each permutation, ascending, whatever its pegs are."""

    def __init__(self, game: Game, every: bool = False) -> None:
        self._game, self._every = game, every
        self.symmetries: list[bytes] = []
        self.numbers: dict[tuple[int, ...], int] = {}
        """The number of each group, from 1, by the numbers of its symmetries."""
        self._number_of: dict[bytes, int] = {}
        self._members: list[tuple[int, ...]] = []
        self._of_path: dict[tuple[int, ...], int] = {}
        self._images = Images(game, self.symmetries)

    def lowest(self, group: int) -> Indices:
        """For each guess, the lowest of its images under the symmetries of a group."""
        return self._images.lowest(self._members[group - 1])

    def at(self, path: tuple[int, ...], name: bytes) -> int:
        """The number of the group for the position behind a path, whose set has a name."""
        return self.fixing(path)

    @cached_property
    def _symbols(self) -> int:
        return symbols_of(self._game)

    def fixing(self, path: tuple[int, ...]) -> int:
        """The number of the group that fixes all guesses of a path, from 1; 0 for none."""
        if path not in self._of_path:
            game, every = self._game, self._every
            assert game.code_symmetry is not None
            guesses, pegs = [game.guesses[guess] for guess in path], len(game.guesses[0])
            named = fixing if every or pegs <= _ALL_NAMED else generators_fixing
            found = list(map(bytes, named(game.code_symmetry, guesses, pegs, self._symbols)))
            numbers = tuple(sorted(set(map(self._number, sorted(found) if every else found))))
            number = self.numbers.setdefault(numbers, len(self.numbers) + 1) if numbers else 0
            if number > len(self._members):
                self._members.append(numbers)
            self._of_path[path] = number
        return self._of_path[path]

    def _number(self, symmetry: bytes) -> int:
        if symmetry not in self._number_of:
            self._number_of[symmetry] = len(self.symmetries)
            self.symmetries.append(symmetry)
        return self._number_of[symmetry]


class TableGroups:
    """The listed symmetries of a table that a certificate names, and the groups of them that map positions onto
    themselves, in the order in which they were first met."""

    def __init__(self, ground: CheckedGame, group: Group) -> None:
        self._ground, self._group = ground, group
        self.symmetries: list[bytes] = []
        self.numbers: dict[tuple[int, ...], int] = {}
        """The number of each group, from 1, by the numbers of its symmetries."""
        self._number_of: dict[int, int] = {}
        self._members: list[tuple[int, ...]] = []
        self._of_set: dict[bytes, int] = {}
        self._images = TableImages(ground, self.symmetries)

    def lowest(self, group: int) -> Indices:
        """For each question, the lowest of its images under the symmetries of a group."""
        return self._images.lowest(self._members[group - 1])

    def at(self, path: tuple[int, ...], name: bytes) -> int:
        """The number of the group that maps a set of candidates onto itself, from 1, whatever the path; 0 for none. Of
        the symmetries that do, those are named that make more questions equal than those before them."""
        if name not in self._of_set:
            candidates = self._ground.members(name)
            member = np.zeros(self._ground.count, dtype=bool)
            member[candidates] = True
            keeping = np.flatnonzero(member[self._group.moved[:, candidates]].all(axis=1)) if len(candidates) else ()
            lowest, chosen = np.arange(len(self._group.images)), list[int]()
            for each in keeping:
                merged = _merged(lowest, self._group.images[:, each])
                if merged is not None:
                    lowest = merged
                    chosen.append(int(each))
            numbers = tuple(sorted(map(self._number, chosen)))
            number = self.numbers.setdefault(numbers, len(self.numbers) + 1) if numbers else 0
            if number > len(self._members):
                self._members.append(numbers)
            self._of_set[name] = number
        return self._of_set[name]

    def _number(self, listed: int) -> int:
        if listed not in self._number_of:
            self._number_of[listed] = len(self.symmetries)
            self.symmetries.append(pack_permutation(self._group.moved[listed].tolist(), self._ground.count))
        return self._number_of[listed]


def _merged(lowest: NDArray[np.int64], images: NDArray[np.int32]) -> NDArray[np.int64] | None:
    """The lowest questions that others may become by a further symmetry, of those that they could become before; None
    if they are the same.

    >>> _merged(np.array([0, 1, 1]), np.array([1, 0, 2])).tolist()
    [0, 0, 0]
    """
    if (lowest[images] == lowest).all():
        return None
    found = lowest
    while True:
        least = np.minimum(found, found[images])
        np.minimum.at(least, images, found)
        # What could become one question before still can.
        of_class = least.copy()
        np.minimum.at(of_class, lowest, least)
        least = of_class[lowest]
        if (least == found).all():
            return least
        found = least


def may_state(ground: CheckedGame, group: Group) -> bool:
    """Whether a certificate states the symmetries of a table."""
    return len(group.moved) > 0 and ground.table.size >= _STATED_FROM and may_have_symmetries(ground.game)
