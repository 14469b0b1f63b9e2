"""The best first guesses of a game, computed beforehand for a page that would compare only a sample.

A page ranks guesses by itself (``ranking.js``). At most positions it compares all of them at once. At the beginning of
a game of thousands of words that would take seconds, so it compares a sample, which may miss the best guesses.
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
"""The number of guesses to list: two for each of the ten that the page shows."""
SAMPLED_ABOVE = 1 << 24
"""Pairs of a guess and a candidate above which the page takes a sample: ``MOST_PAIRS`` of ``ranking.js``."""
MERGED_UP_TO = 1 << 16
"""The most guesses among which the page finds equivalent ones by itself; few of them differ at the beginning:
``MOST_MERGED`` of ``field.js``."""
MOST_SECRETS = 500_000
"""The most secrets for which the page ranks guesses: ``MOST_SECRETS`` of ``app.js``."""
_MOST_PAIRS = 1 << 28
"""The most pairs of a guess and a candidate that are compared here: some ten seconds of one core."""
_AT_ONCE = 1 << 24
"""The most pairs that are compared at once, to bound the memory."""


def openings_of(game: Game, start: History = ()) -> dict[str, Any]:
    """What the page needs to know about guesses where its tree starts; empty if it compares all of them itself.

    ``openings`` holds the indices of the best ``guesses``, ascending: the best ``beside`` of all, and the best
    candidates. ``considered`` is the number of guesses compared. ``openings`` is left out if there are too many
    guesses, or if what compares them is not installed: then the page takes its sample.

    >>> from strategist.games.catalog import make_game
    >>> openings_of(make_game("mastermind(4,6)"))
    {}
    """
    if len(game.secrets) > MOST_SECRETS or not _is_sampled(game, start):
        return {}
    try:
        require("numpy")
        return _compared(game, start)
    except MissingLibraryError:
        return {}


def _compared(game: Game, start: History) -> dict[str, Any]:
    from strategist.search.advice.comparing import Compared
    from strategist.search.advice.comparing_by_kind import TrueAnswers
    from strategist.search.advice.ranking import ranking_strategy
    from strategist.search.growing.plans import by_kernel

    strategy = ranking_strategy(RANKED_BY, game)
    if not by_kernel(game, strategy):
        return {}
    comparison = TrueAnswers(game, start)
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
    """The scores of all guesses, computed in blocks."""
    import numpy as np

    most = max(1, _AT_ONCE // len(comparison.start.candidates))
    parts = [comparison.scores(strategy, guesses[begin : begin + most]) for begin in range(0, len(guesses), most)]
    return np.concatenate(parts)
