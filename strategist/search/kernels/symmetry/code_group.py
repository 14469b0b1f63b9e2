"""The symmetries of codes as files name them, where the search knows more of them."""

from __future__ import annotations

import numpy as np

from strategist.model.game import Game
from strategist.search.kernels.responses.responses import Source
from strategist.search.kernels.symmetry.same_guesses import Group, group_of, make_group


def make_code_group(game: Game, source: Source) -> Group:
    """The group of ``Game.code_symmetry``, for which codes are their own spelling; of a game without, the one that the
    search knows.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.adapters.registry import make_source
    >>> game = make_game("mastermind(2,3,feedback=black)")
    >>> source = make_source(game)
    >>> make_code_group(game, source).classes.tolist(), make_group(game, source).classes.tolist()
    ([0, 0, 0], [0, 0, 0, 1, 1, 1])
    """
    if game.code_symmetry is None or game.code_symmetry is game.symmetry:
        return make_group(game, source)
    digits = np.array([tuple(code) for code in game.secrets], dtype=np.uint8)
    digits.setflags(write=False)
    return group_of(game.code_symmetry, int(digits.max(initial=0)) + 1, digits, digits, whole=True)
