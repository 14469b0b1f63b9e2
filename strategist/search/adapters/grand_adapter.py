"""Grand Mastermind: the responses of pegs with a color and a shape are computed in vector lanes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.games.pegs.grand import GrandMastermind
from strategist.search.adapters.contract import Adapter
from strategist.search.kernels.responses.grand_codes import number_keys, spell
from strategist.search.kernels.responses.responses import GRAND, Source, code_source


class Grand(Adapter):
    """Codes of pegs with a color and a shape.

    >>> from strategist.games.catalog import make_game
    >>> Grand(make_game("grand-mastermind(2,3,3)")).source().columns.shape
    (4, 81)
    """

    name = "grand"
    serves = GrandMastermind
    computed = symmetric = numbered = True
    game: Any

    def search_bytes(self, candidates: int) -> int:
        """The digits by row and by column, and some 64 bytes a code, of all secrets."""
        return int(len(self.game.secrets) * (5 * self.game.pegs + 64))

    def source_bytes(self, candidates: int) -> int:
        """The bytes of :meth:`search_bytes`: making the source takes no more."""
        return self.search_bytes(candidates)

    def _make(self, candidates: NDArray[np.int32] | None) -> Source:
        game = self.game
        kinds = np.frombuffer(game.secrets.index_bytes(), dtype=np.uint8).reshape(-1, game.pegs)
        digits = spell(kinds, game.shapes, game.colors)
        digits.setflags(write=False)
        return code_source(
            GRAND,
            game,
            pegs=game.pegs,
            symbols=game.colors + game.shapes,
            columns=np.ascontiguousarray(digits.T),
            digits=digits,
            numbers=number_keys(game.keys, game.pegs),
        )
