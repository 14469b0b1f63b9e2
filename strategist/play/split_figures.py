"""How a guess divides the candidates, in figures for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from strategist.choosing.classes import class_cells, told_by
from strategist.choosing.masses import several_cells, sizes_of
from strategist.model.bulk import sizes_of_cells
from strategist.model.game import Code, Game
from strategist.model.position import Position


class Split(NamedTuple):
    """How a guess partitions candidates: number of cells, the largest, the expected size, entropy in bits.

    In a game of classes, candidates in cells of a single class count as none, and the bits are about the class. Where
    answers may be false, no size is expected, because no lie has a chance, and the bits are about the lies, too.
    """

    cells: int
    largest: int
    expected: float | None
    bits: float

    @classmethod
    def of(cls, game: Game, guess: Code, candidates: Sequence[Code], left: Position | None = None) -> Split:
        """The figures of one guess; ``left`` are the candidates with their masses, where answers may be one of several.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(4,6)")
        >>> split = Split.of(game, game.parse_code("1122"), game.secrets)
        >>> split.cells, split.largest, round(split.expected, 1), round(split.bits, 2)
        (13, 256, 204.5, 2.89)
        """
        if game.is_announcement(guess):
            return cls(1, len(candidates), len(candidates), 0.0)
        if left is not None:
            found = several_cells(game, left, game.guesses.index(guess))
            masses = sizes_of(game, found)
            expected_left = float(Fraction(sum(size * mass for size, mass in masses), found.whole))
            told = told_by(found.cells.values())
            return cls(len(masses), max(size for size, _ in masses), expected_left, told.bits)
        if game.classes is not None:
            cells = class_cells(game, game.guesses.index(guess), map(game.secrets.index, candidates))
            return cls(len(cells), *told_by(cells.values()))
        sizes = sizes_of_cells(game, guess, candidates).values()
        secrets = len(candidates)
        return cls(
            cells=len(sizes),
            largest=max(sizes),
            expected=sum(size * size for size in sizes) / secrets,
            bits=math.log2(secrets) - sum(size * math.log2(size) for size in sizes) / secrets,
        )

    def __str__(self) -> str:
        cells = "tells nothing new" if self.cells == 1 else f"tells {self.cells} cases apart"
        if self.expected is None:
            return f"{cells}, leaves {self.largest} at worst ({self.bits:.2f} bits)"
        return f"{cells}, leaves {self.expected:.1f} on average and {self.largest} at worst ({self.bits:.2f} bits)"
