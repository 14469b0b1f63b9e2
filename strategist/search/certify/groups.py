"""The groups of symmetries that leave positions as they are, by number."""

from __future__ import annotations

from collections.abc import Iterator
from operator import ne

import numpy as np

from strategist.checking.counted_bounds import Indices
from strategist.checking.images import Images
from strategist.search.kernels.symmetry.same_guesses import fixing
from strategist.search.tasks.workers import Workers

_MOST_NAMED = 1 << 8
"""A checker tests each symmetry that a group names at each position, and of six pegs there are hundreds. Of up to five
pegs there are fewer: their certificates ship, and name all of them."""


class Groups:
    """The symmetries that a certificate names, and the groups of them, in the order in which they were first met."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self.symmetries: list[bytes] = []
        self.numbers: dict[tuple[int, ...], int] = {}
        """The number of each group, from 1, by the numbers of its symmetries."""
        self._number_of: dict[bytes, int] = {}
        self._members: list[tuple[int, ...]] = []
        self._of_path: dict[tuple[int, ...], int] = {}
        self._images = Images(workers.game, self.symmetries)

    def lowest(self, group: int) -> Indices:
        """For each guess, the lowest of its images under the symmetries of a group."""
        return self._images.lowest(self._members[group - 1])

    def fixing(self, path: tuple[int, ...]) -> int:
        """The number of the group that fixes all guesses of a path, from 1; 0 for none."""
        if path not in self._of_path:
            game = self._workers.game
            assert game.code_symmetry is not None
            guesses = [game.guesses[guess] for guess in path]
            fixed = fixing(game.code_symmetry, guesses, len(game.guesses[0]), self._workers.source.symbols)
            found = [bytes(each) for each in fixed]
            if len(found) > _MOST_NAMED:
                found = list(self._enough(found))
            numbers = tuple(sorted(set(map(self._number, found))))
            number = self.numbers.setdefault(numbers, len(self.numbers) + 1) if numbers else 0
            if number > len(self._members):
                self._members.append(numbers)
            self._of_path[path] = number
        return self._of_path[path]

    def _enough(self, found: list[bytes]) -> Iterator[bytes]:
        """Of many symmetries some that make all guesses equal which they make equal together."""
        images = Images(self._workers.game, found)
        pegs = len(self._workers.game.guesses[0])
        identity = bytes((*range(pegs), *range(len(found[0]) - pegs)))
        # Those that move the least come first: a few of them do.
        kept, lowest = list[int](), images.lowest(())
        for number in sorted(range(len(found)), key=lambda number: sum(map(ne, found[number], identity))):
            if not np.array_equal(lowest[images.of(number)[1]], lowest):
                kept.append(number)
                lowest = images.lowest(tuple(kept))
                yield found[number]

    def _number(self, symmetry: bytes) -> int:
        if symmetry not in self._number_of:
            self._number_of[symmetry] = len(self.symmetries)
            self.symmetries.append(symmetry)
        return self._number_of[symmetry]
