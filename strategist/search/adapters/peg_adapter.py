"""Mastermind, Bulls and Cows and A/B: the responses of peg codes are computed in vector lanes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.games.pegs.pegs import PegGame
from strategist.model.game import Game
from strategist.search.adapters.contract import Adapter
from strategist.search.kernels.cells.circuit import MOST_PEGS
from strategist.search.kernels.responses.peg_codes import MOST_PEGS_IN_WORDS
from strategist.search.kernels.responses.responses import BLACK_PEGS, PEGS, Source, code_source


class Pegs(Adapter):
    """Codes of pegs; responses are their blacks and whites, or their blacks.

    >>> from strategist.games.catalog import make_game
    >>> Pegs(make_game("mastermind(2,3)")).source().columns.shape
    (5, 9)
    """

    name = "pegs"
    serves = PegGame
    computed = symmetric = True
    game: Any

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        pegs = self.game.pegs
        self.planes = self.game.whites and pegs <= MOST_PEGS
        self.in_words = self.planes and pegs <= MOST_PEGS_IN_WORDS and pegs * self.game.symbols <= 64

    def search_bytes(self, candidates: int) -> int:
        """Columns, codes by row, bit planes, and about 40 bytes per code for indices and slots, of all secrets."""
        pegs, symbols = self.game.pegs, self.game.symbols
        return int(len(self.game.secrets) * (2 * pegs + symbols + pegs * symbols // 4 + 64))

    def source_bytes(self, candidates: int) -> int:
        """The codes by row and by column, their comparison with one symbol, and indices, of all secrets."""
        return int(len(self.game.secrets) * (3 * self.game.pegs + self.game.symbols + 4))

    def _make(self, candidates: NDArray[np.int32] | None) -> Source:
        game = self.game
        pegs, symbols, count = game.pegs, game.symbols, len(game.secrets)
        digits = np.frombuffer(game.secrets.index_bytes(), dtype=np.uint8).reshape(count, pegs)
        if game.by_place:
            digits = digits + np.arange(0, pegs * symbols, symbols, dtype=np.uint8)
            digits.setflags(write=False)
            symbols *= pegs
        columns = np.empty((pegs + (symbols if game.whites else 0), count), dtype=np.uint8)
        columns[:pegs] = digits.T
        for symbol in range(len(columns) - pegs):
            np.sum(columns[:pegs] == symbol, axis=0, dtype=np.uint8, out=columns[pegs + symbol])
        kind = PEGS if game.whites else BLACK_PEGS
        return code_source(kind, game, pegs=pegs, symbols=symbols, columns=columns, digits=digits)
