"""Any game at all: each response is computed by a call of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import SpecError
from strategist.search.adapters.tabled import TableAdapter


class Asking(TableAdapter):
    """A game that names no kernel: the search asks it for every response.

    >>> from strategist.games.catalog import make_game
    >>> first = np.arange(2, dtype=np.int32)
    >>> Asking(make_game("mastermind(2,3)")).responses(first, first).tolist()
    [[4, 2], [2, 4]]
    """

    name = "asking"

    def responses(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32]) -> NDArray[Any]:
        """The responses ``[secrets, guesses]``, each asked of the rules. Raises
        :class:`~strategist.common.errors.SpecError` for a number of more than 64 bits."""
        shape = (len(secrets), len(guesses))
        try:
            found = np.fromiter(self._answers(secrets, guesses), dtype=np.int64, count=shape[0] * shape[1])
        except OverflowError as error:
            expected = f"expected responses below {self.game.response_count}"
            raise SpecError(f"{self.game.spec}: {expected}, got a number of more than 64 bits") from error
        return found.reshape(shape)

    def _answers(self, secrets: NDArray[np.int32], guesses: NDArray[np.int32]) -> Iterator[int]:
        """Every response, secret by secret."""
        game = self.game
        asked = [game.guesses[guess] for guess in guesses.tolist()]
        for secret in secrets.tolist():
            hidden = game.secrets[secret]
            for guess in asked:
                yield game.respond(guess, hidden)
