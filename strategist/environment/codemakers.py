"""Who answers the guesses of an agent: a drawn secret, an adversary, or a mixture of both."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from itertools import accumulate
from math import isfinite

from strategist.common.errors import SpecError
from strategist.common.quoting import did_you_mean, quoted
from strategist.model.game import Game
from strategist.model.position import by_kind
from strategist.model.refusals import refuse
from strategist.play.hidden import Adversary, Hidden, hidden_secret

UNIFORM, CHANCES, ADVERSARIAL = "uniform", "chances", "adversarial"
KINDS = (UNIFORM, CHANCES, ADVERSARIAL)
_FINE = 1 << 53
"""The parts into which an episode's draw divides the kinds of a mixture."""
SETTLED = 1 << 31
"""The seeds by which a secret with several answers settles which one it gives, and one that may lie when it does."""

Below = Callable[[int], int]
"""Draws a whole number below another one, each alike."""


class Codemakers:
    """The codemakers of many episodes: each episode draws its own.

    Parameters
    ----------
    game : Game
        The game.
    secrets : str or mapping
        ``"uniform"``: every secret alike; ``"chances"``: by the chances of the game; ``"adversarial"``: an adversary,
        which answers so that most secrets stay possible. Or a mixture: a mapping of these names to their shares, in
        any unit.

    Raises
    ------
    SpecError
        For other names, shares that are not positive, and chances in a game that has none.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> makers = Codemakers(make_game("mastermind(2,3)"), {"uniform": 3, "adversarial": 1})
    >>> hidden = makers.draw(lambda below: below - 1)
    >>> hidden.tell()
    'one of 9 candidates left: 11 12 13 21 22 23 31 32 33'
    """

    def __init__(self, game: Game, secrets: str | Mapping[str, float] = UNIFORM) -> None:
        refuse(game, "an episode")
        self._game = game
        shares = {secrets: 1.0} if isinstance(secrets, str) else dict(secrets)
        for name, share in shares.items():
            if name not in KINDS:
                raise SpecError(
                    f"secrets: expected one of {', '.join(KINDS)}, got {quoted(str(name))}"
                    f"{did_you_mean(str(name), KINDS)}"
                )
            if not isfinite(share) or share <= 0:
                raise SpecError(f"secrets: expected a positive share of {name}, got {share}")
        if not shares:
            raise SpecError(f"secrets: expected one of {', '.join(KINDS)}, got an empty mixture")
        if CHANCES in shares and game.weights is None:
            raise SpecError(f"secrets={CHANCES} needs a game with chances, {game.spec} has none")
        self.kinds = tuple(shares)
        self._up_to = list(accumulate(shares.values()))
        self._weights = list(accumulate(game.weights)) if CHANCES in shares and game.weights is not None else []

    def draw(self, below: Below) -> Hidden:
        """The codemaker of one episode. ``below(n)`` draws a number from 0 to n - 1."""
        game, kind = self._game, self.draw_kind(below)
        if kind == ADVERSARIAL:
            return Adversary(game)
        secret = self.draw_secret(kind, below)
        # Nothing more is drawn where nothing is left to the secret.
        seeds = by_kind(game, one=1, several=SETTLED, lies=SETTLED)
        return hidden_secret(game, game.secrets[secret], below(seeds) if seeds > 1 else 0)

    def draw_kind(self, below: Below) -> str:
        """One of the kinds, by their shares; nothing is drawn where there is one only."""
        if len(self.kinds) == 1:
            return self.kinds[0]
        place = below(_FINE) / _FINE * self._up_to[-1]
        return self.kinds[min(bisect_right(self._up_to, place), len(self.kinds) - 1)]

    def draw_secret(self, kind: str, below: Below) -> int:
        """The index of a secret, uniformly or by chances."""
        if kind == CHANCES:
            return bisect_right(self._weights, below(self._weights[-1]))
        return below(len(self._game.secrets))
