"""How a game ends for its player, or a path of a tree: the words of files, reports and reviews."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from strategist.model.game import Code, Game

SOLVED: Final = "solved"
"""The guess was the secret."""
KNOWN: Final = "known"
"""The secret (or its class) is known, where that is enough."""
LOST: Final = "lost"
"""The turns have run out, the strategy has given up, or the class that was named is wrong."""


def announced(game: Game, announcement: int, left: Iterable[Code]) -> str:
    """What an announcement, by its index in ``guesses``, says of the secrets left: the secret, or its class; or where
    that is all that can be known (``Game.undecided``), each of those left, or of their classes. Where no guess names a
    secret, it is the one that is left.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify)")
    >>> announced(game, 4, [(1,)])
    '2'
    """
    if not game.names_secrets:
        return next(map(game.format_secret, left))
    if game.narrow is None or announcement != game.undecided:
        return game.format_secret(game.guesses[announcement])
    return " or ".join(dict.fromkeys(game.class_of(code) or game.format_secret(code) for code in left))
