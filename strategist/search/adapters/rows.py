"""Words, tables, and any game that returns the responses of all secrets to one guess."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.errors import SpecError
from strategist.game import Game
from strategist.search.adapters.tabled import TableAdapter


class Rows(TableAdapter):
    """A game with a method ``row(guess)``, and perhaps one ``row_of(secrets)``, which returns ``row`` of some secrets.

    >>> from strategist.catalog import make_game
    >>> Rows(make_game("words")).source(np.array([3, 5], dtype=np.int32)).columns.shape[0]
    2
    """

    name = "rows"
    game: Any

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if not callable(getattr(game, "row", None)):
            raise SpecError(f"{game.spec}: kernel {self.name!r} serves games with a method row(guess), got one without")

    def responses(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32]) -> NDArray[Any]:
        return self.over(secrets)(guesses)

    def over(self, secrets: NDArray[np.int32]) -> Callable[[NDArray[np.int32]], NDArray[Any]]:
        some = len(secrets) < len(self.game.secrets)
        by_some = some and hasattr(self.game, "row_of")
        row_of = self.game.row_of(secrets.tolist()) if by_some else self.game.row
        count = len(secrets) if by_some else len(self.game.secrets)

        def responses(guesses: NDArray[np.int32]) -> NDArray[Any]:
            rows = np.stack([self._checked(row_of(guess), guess, count) for guess in guesses.tolist()])
            return (rows[:, secrets] if some and not by_some else rows).T

        return responses

    def _checked(self, answers: Any, guess: int, count: int) -> NDArray[Any]:
        """The row of one guess; what its responses are is checked by others."""
        row = np.asarray(answers)
        if row.shape != (count,) or row.dtype.kind not in "iu":
            where = f"{self.game.spec}: the row of {self.game.format_code(self.game.guesses[guess])}"
            raise SpecError(f"{where}: expected {count} responses, got {row.dtype} of shape {row.shape}")
        return row
