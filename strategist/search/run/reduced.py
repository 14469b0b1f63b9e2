"""The least depth of a whole game by that behind a history to which the rules reduce it.

Counting says little where guesses tell little: of Mastermind with three pegs and sixteen colors, blacks alone, that 13
guesses are needed, where 18 are. But there :meth:`~strategist.model.game.Game.reductions` lead to few candidates, for
which the least depth is soon found, and it rises by one with each move before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.searched import SearchedStrategy
from strategist.model.game import History
from strategist.search.state.start import Start
from strategist.search.tasks.workers import Workers

_MOST_CANDIDATES = 100
"""Behind a history no symmetries help: a certificate of more candidates is larger than that of many a whole game."""
_MOST_PAIRS = 1 << 20
"""More pairs of a candidate and a guess take longer than the proof of most games for which it would matter."""


class Reduced(NamedTuple):
    """A lower bound of the depth of every strategy for the whole game, and the history behind which it was found."""

    depth: int
    history: History


def reduced_depth(workers: Workers, strategy: SearchedStrategy, start: Start) -> Reduced | None:
    """The largest lower bound of the depth by reductions to few candidates; None where there are none.

    Longer histories lead to fewer candidates. From one to the next the bound mostly stays after it has stayed once.
    """
    game, best = workers.game, None
    if start.history or len(start.candidates) < len(game.secrets) or strategy.restrictions():
        return None
    for history in game.reductions():
        candidates = _behind(workers, history)
        if len(candidates) > _MOST_CANDIDATES or len(candidates) * workers.source.question_count > _MOST_PAIRS:
            break
        # Behind one move less, the best strategy needs one guess more at least.
        known = 0 if best is None else best.depth - len(history)
        depth = len(history) + _least_depth(workers, history, candidates, known)
        if best is not None and depth <= best.depth:
            break
        best = Reduced(depth, history)
    return best


def _behind(workers: Workers, history: History) -> NDArray[np.int32]:
    """The candidates behind a history, as the search numbers them."""
    left = np.arange(workers.count, dtype=np.int32)
    for guess, response in history:
        left = left[workers.responses(_number(workers, guess), left) == response]
    return left


def _number(workers: Workers, code: object) -> int:
    """The number of a guess in the search."""
    return int(np.flatnonzero(workers.guess_names == workers.game.guesses.index(code))[0])


def _least_depth(workers: Workers, history: History, candidates: NDArray[np.int32], low: int) -> int:
    """The least depth at these candidates, which is at least ``low``, or what is proven of it when the search stops."""
    path = tuple(_number(workers, guess) for guess, _ in history)
    depth = max(low, 0 if workers.settled(candidates) and workers.game.announces else 1)
    while True:
        problem = workers.problem(0, 0, depth)
        proof = workers.solve(problem, path, candidates, depth, 1)
        if proof.exact or proof.bound < problem.infeasible:
            return depth
        depth += 1
