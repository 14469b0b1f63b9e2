"""What guides have named of this module, until 0.5: positions are those of :mod:`strategist.model.position` now."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from strategist.model.game import Game
from strategist.model.position import Moves, Position, kind_of


def suspects_left(game: Game, moves: Moves, secrets: Iterable[int] | None = None) -> Position | None:
    """``kind_of(game).left(moves, secrets)``, with a DeprecationWarning.

    >>> import warnings
    >>> from strategist.games.catalog import make_game
    >>> with warnings.catch_warnings(action="ignore"):
    ...     suspects_left(make_game("mastermind(1,3,goal=identify,lies=1)"), [(0, 0), (0, 0)]).labels
    (0, 0)
    """
    text = "suspects_left is kind_of(game).left of strategist.model.position now; the old name works until 0.5"
    warnings.warn(text, DeprecationWarning, stacklevel=2)
    return kind_of(game).left(moves, secrets)
