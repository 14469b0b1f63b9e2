"""The best first guesses of a game, for a page that would look at a sample of them: all are compared beforehand.

A page ranks guesses by itself (``ranking.js``). At most positions it compares all of them in a moment. At the beginning
of a game of thousands of words it would take seconds, and so it looked at a sample, in which the best need not be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strategist.common.errors import MissingLibraryError
from strategist.common.extras import require
from strategist.model.game import Game, History

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from strategist.choosing.heuristics import Heuristic
    from strategist.search.advice.comparing import Comparison

RANKED_BY = "entropy"
"""The heuristic by which the page compares guesses."""
NEAR = 20
"""For so many guesses figures are worked out: two for each of the ten that the page shows."""
SAMPLED_ABOVE = 1 << 24
"""Pairs of a guess and a candidate above which the page takes a sample: ``MOST_PAIRS`` of ``ranking.js``."""
MERGED_UP_TO = 1 << 16
"""Up to so many guesses the page finds out by itself which are alike, and few of them differ at the beginning:
``MOST_MERGED`` of ``field.js``."""
MOST_SECRETS = 500_000
"""The page ranks no guesses where there are more: ``MOST_SECRETS`` of ``app.js``."""
_MOST_PAIRS = 1 << 28
"""Pairs that are compared here, in some ten seconds of one core."""
_AT_ONCE = 1 << 24
"""Pairs that are compared at once, which bounds the memory."""


def openings_of(game: Game, start: History = ()) -> dict[str, Any]:
    """What the page needs to know about guesses at the position where its tree starts; empty where it needs nothing.

    ``openings`` holds the guesses near the best, ascending, those among the best ``beside`` and the best candidates
    among all, and how many were ``considered``. It is left out where there are too many, and where NumPy and Numba
    are not installed: then the page takes its sample.

    >>> from strategist.games.catalog import make_game
    >>> openings_of(make_game("mastermind(4,6)"))
    {}
    """
    if len(game.secrets) > MOST_SECRETS or not _is_sampled(game, start):
        return {}
    try:
        require("numpy", "numba")
    except MissingLibraryError:
        return {}
    from strategist.search.advice.comparing import Compared, Comparison
    from strategist.search.advice.ranking import ranking_strategy
    from strategist.search.growing.plans import by_kernel

    strategy = ranking_strategy(RANKED_BY, game)
    if not by_kernel(game, strategy):
        return {}
    comparison = Comparison(game, start)
    guesses = comparison.every(strategy)
    if comparison.seen.sampled or len(comparison.start.candidates) * len(guesses) > _MOST_PAIRS:
        return {}
    compared = Compared(guesses, _scores(comparison, strategy, guesses), False)
    near = comparison.nearest(compared, NEAR).tolist()
    return {"openings": {"beside": NEAR, "considered": len(guesses), "guesses": near}}


def _is_sampled(game: Game, start: History) -> bool:
    if len(game.secrets) * game.question_count <= SAMPLED_ABOVE:
        return False
    return bool(start) or game.restricts or game.symmetry is None or game.question_count > MERGED_UP_TO


def _scores(comparison: Comparison, strategy: Heuristic, guesses: NDArray[np.int32]) -> NDArray[np.int64]:
    """The scores of all guesses, some of them at a time."""
    import numpy as np

    most = max(1, _AT_ONCE // len(comparison.start.candidates))
    parts = [comparison.scores(strategy, guesses[begin : begin + most]) for begin in range(0, len(guesses), most)]
    return np.concatenate(parts)
