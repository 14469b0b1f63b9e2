"""Words, tables, and any game that returns the responses of all secrets to one guess."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.search.adapters.tabled import TableAdapter


class Rows(TableAdapter):
    """A game with a method ``row(guess)``, and perhaps ``rows_of(secrets)``: the rows of some secrets, guesses at once.

    >>> from strategist.games.catalog import make_game
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
        """The responses ``[secrets, guesses]``, from rows that the game computes."""
        return self.over(secrets)(guesses)

    def over(self, secrets: NDArray[np.int32]) -> Callable[[NDArray[np.int32]], NDArray[Any]]:
        """The responses of ``secrets`` as a function of the guesses: by ``rows_of`` of the game if it has that, else by
        its ``row``."""
        some = len(secrets) < len(self.game.secrets)
        if hasattr(self.game, "rows_of"):
            rows_of = self.game.rows_of(secrets.tolist())
            return lambda guesses: self._checked(rows_of(guesses), (len(guesses), len(secrets)), guesses).T

        def responses(guesses: NDArray[np.int32]) -> NDArray[Any]:
            count = len(self.game.secrets)
            rows = np.stack([self._checked(self.game.row(guess), (count,), [guess]) for guess in guesses.tolist()])
            return (rows[:, secrets] if some else rows).T

        return responses

    def _checked(self, answers: Any, shape: tuple[int, ...], guesses: Any) -> NDArray[Any]:
        """The rows of some guesses; what their responses are is checked by others."""
        rows = np.asarray(answers)
        if rows.shape != shape or rows.dtype.kind not in "iu":
            where = f"{self.game.spec}: the row of {self.game.format_code(self.game.guesses[guesses[0]])}"
            raise SpecError(f"{where}: expected {shape[-1]} responses, got {rows.dtype} of shape {rows.shape}")
        return rows
