"""What sets of candidates cost, searched: one memo for all positions of a game, so that each is quick.

A cost is the number of guesses from a position on, summed over its candidates, if play goes on as well as can be; a
secret that is not found within the turns costs one guess more than there are turns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.registry import make_strategy
from strategist.common.errors import OutOfTimeError, SpecError
from strategist.model.game import Game
from strategist.model.refusals import refuse
from strategist.search.advice.cached.position_names import Moves
from strategist.search.compile.compile import compile_from
from strategist.search.run.set_search import SetSearch
from strategist.search.state.start import Start


class Cost(NamedTuple):
    """Bounds of a cost, and the guess that reaches the upper one, -1 where none was named."""

    lower: int
    upper: int
    guess: int = -1

    @property
    def exact(self) -> bool:
        """Whether the bounds agree."""
        return self.lower == self.upper


def known_cost(game: Game, size: int, left: int | None) -> int | None:
    """What so many candidates cost where that needs no search; None where it does.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> [known_cost(game, size, None) for size in (1, 2, 3)], known_cost(game, 5, 0)
    ([1, 3, None], 5)
    """
    if game.announces and size == 1:
        return 0
    if left == 0:
        # Lost: one guess more than there are turns.
        return size
    if game.announces:
        return None
    # With two secrets left, one is guessed, which tells whether it is the other.
    return (None, 1, 3)[size] if size < 3 else None


class SetCosts:
    """The costs of sets of candidates of one game, by search.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(3,4)")
    >>> SetCosts(game).cost((), np.arange(64, dtype=np.int32))
    Cost(lower=206, upper=206, guess=1)
    """

    def __init__(self, game: Game) -> None:
        refuse(game, "a cache of values")
        self.game = game
        self._search = SetSearch(game)

    def cost(self, moves: Moves, candidates: NDArray[np.int32], seconds: float | None = None) -> Cost:
        """The exact cost of the candidates behind some moves, with its guess.

        Raises :class:`~strategist.common.errors.OutOfTimeError` if that takes more than ``seconds``, and
        :class:`~strategist.common.errors.SpecError` where no questions tell the candidates apart.
        """
        left = None if self.game.turns is None else self.game.turns - len(moves)
        known = known_cost(self.game, len(candidates), left)
        if known is not None:
            return Cost(known, known)
        found = None
        if seconds is None or seconds > 0:
            found = self._search.solve(tuple(guess for guess, _ in moves), candidates, seconds)
        if found is None and seconds is None:
            raise SpecError(f"{self.game.spec}: expected secrets that questions tell apart, for a cache of values")
        if found is None:
            raise OutOfTimeError(f"expected an exact cost within {seconds:g} seconds")
        return Cost(found[0], found[0], found[1])

    def bounds(self, moves: Moves, candidates: NDArray[np.int32], by: str = "entropy") -> Cost:
        """Bounds of the cost that take no search: from below by a look at all guesses, from above by the tree of a
        heuristic."""
        game = self.game
        lower = self._search.bound(tuple(guess for guess, _ in moves), candidates)
        data = compile_from(game, make_strategy(by, game), Start(moves, candidates)).data
        lost = 0 if game.turns is None else game.turns - len(moves) + 1
        # Answers are one each, so figures are whole numbers.
        upper = int(data.claims.total) + int(data.claims.lost) * lost
        return Cost(min(lower, upper), upper, data.tree.guesses[0])
