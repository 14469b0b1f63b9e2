"""Adapters as another package would offer them, for tests; toys.py, which playing tests read, imports no NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from toys import Echo

from strategist.game import Game
from strategist.search.adapters.tabled import TableAdapter


class Swift(TableAdapter):
    """Asks the rules, and keeps count of what it was asked for."""

    name = "swift"
    shapes: list[tuple[int, int]]

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.shapes = []

    def responses(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32]) -> NDArray[Any]:
        self.shapes.append((len(secrets), len(guesses)))
        asked, hidden = [self.game.guesses[each] for each in guesses], [self.game.secrets[each] for each in secrets]
        return np.array([[self.game.respond(guess, secret) for guess in asked] for secret in hidden])


class Choosy(Swift):
    """Serves one game only."""

    name = "choosy"
    serves = Echo


class Mirrored(Swift):
    """Says that responses are symmetric."""

    name = "mirrored"
    symmetric = True
