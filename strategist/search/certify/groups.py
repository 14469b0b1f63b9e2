"""The groups of symmetries that leave positions as they are, by number."""

from __future__ import annotations

from strategist.checking.counted_bounds import Indices
from strategist.checking.images import Images
from strategist.model.game import Game
from strategist.search.kernels.symmetry.fixing import fixing, generators_fixing

_ALL_NAMED = 5
"""Of up to so many pegs a group names each permutation of them: such certificates ship, and are made again byte for
byte. Of more it names some that generate all, for a checker tests each of them at each position."""


class Groups:
    """The symmetries of codes of so many ``symbols`` that a certificate names, and the groups of them, in the order in
    which they were first met. With ``every`` a group names each permutation, ascending, whatever its pegs are."""

    def __init__(self, game: Game, symbols: int, every: bool = False) -> None:
        self._game, self._symbols, self._every = game, symbols, every
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
