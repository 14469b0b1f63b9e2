"""The work that runs in plain Python although compiled code could do it, and how much slower that is.

The factors are orders of magnitude. They were measured with the game ``mastermind(4,6)``: 5 ms for minimax by the
kernel, 2.6 s without a row kernel, 16 s when minimax itself is plain Python; 1 ms and 19 ms for the first candidate.
"""

from __future__ import annotations

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.registry import built_in
from strategist.choosing.searched import SearchedStrategy
from strategist.model.game import Game
from strategist.search.adapters.asking import Asking
from strategist.search.adapters.registry import adapter_of
from strategist.search.growing.lies_tables import grows_lies
from strategist.search.growing.plans import by_kernel

_PLAIN_SCORES, _PLAIN_CHOICES, _PLAIN_RESPONSES = 3000, 20, 500
"""The factors for scoring guesses, for choosing without scores, and for computing responses one by one."""


def slow_path(game: Game, strategy: Strategy) -> str | None:
    """The reason why a strategy runs in plain Python in a game, and its likely slowdown; None if it does not.

    The built-in strategies without a kernel score no guesses and are fast enough.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.heuristics import Minimax
    >>> class Slow(Minimax):
    ...     name = "slow"
    >>> game = make_game("mastermind(4,6)")
    >>> slow_path(game, Minimax(game, {}))
    >>> slow_path(game, Slow(game, {}))
    'slow has no kernel and scores guesses in plain Python, some 3000 times slower than compiled code'
    """
    ours = built_in(strategy)
    if not ours and not isinstance(strategy, SearchedStrategy):
        if isinstance(strategy, Heuristic):
            return _reason(strategy.name, "scores guesses", _PLAIN_SCORES)
        return _reason(strategy.name, "chooses guesses", _PLAIN_CHOICES)
    if isinstance(strategy, Heuristic) and game.restricts and not by_kernel(game, strategy):
        return _reason(game.name, "restricts guesses", _PLAIN_SCORES)
    if isinstance(strategy, Heuristic) and game.doubtful and not grows_lies(game, strategy):
        return _reason(strategy.name, "scores guesses", _PLAIN_SCORES)
    foreign = type(game).__module__.partition(".")[0] != __name__.partition(".")[0]
    if foreign and (by_kernel(game, strategy) or isinstance(strategy, SearchedStrategy)) and _asks(game):
        return _reason(game.name, "computes responses", _PLAIN_RESPONSES)
    return None


def _asks(game: Game) -> bool:
    return isinstance(adapter_of(game), Asking)


def _reason(name: str, what: str, times: int) -> str:
    return f"{name} has no kernel and {what} in plain Python, some {times} times slower than compiled code"
