"""Searches of many sets of candidates of one game, one after the other, with one memo: each of them is quick."""

from __future__ import annotations

import math
import time

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.search.exact.solve import LOOK
from strategist.search.run.objectives import warm_up_exact
from strategist.search.state.options import Options
from strategist.search.state.problem import STOP
from strategist.search.state.start import whole_game
from strategist.search.tasks.supervise import StopSignal, supervise
from strategist.search.tasks.threads import Proof
from strategist.search.tasks.workers import Workers

_UNSUPERVISED_PAIRS = 1 << 17
"""Pairs of a candidate and a question up to which a search takes some milliseconds at most: no thread supervises it."""


class SetSearch:
    """Finds the least total of sets of candidates; a secret that is not found within the turns of the game counts one
    guess more than there are turns.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> SetSearch(make_game("mastermind(3,4)")).solve((), np.arange(64, dtype=np.int32))
    (206, 1)
    """

    def __init__(self, game: Game) -> None:
        warm_up_exact(game)
        self.game = game
        self._brake = StopSignal()
        self._workers = Workers(game, whole_game(game), Options(), self._brake)
        self._problem = self._workers.problem(1, 0, game.turns, gone=(0, 0) if game.turns is None else (1, 0))

    def solve(
        self, path: tuple[int, ...], candidates: NDArray[np.int32], seconds: float | None = None
    ) -> tuple[int, int] | None:
        """The least total of the candidates behind the guesses of a path, and the guess that reaches it; None if that
        takes more than ``seconds``, or if no questions tell the candidates apart.

        Raises :class:`KeyboardInterrupt` after Ctrl-C.
        """

        def run() -> tuple[int, int] | None:
            return self._solve(path, candidates)

        self._brake.shared[STOP] = 0
        if len(candidates) * self.game.question_count <= _UNSUPERVISED_PAIRS:
            return run()
        end = math.inf if seconds is None else time.monotonic() + seconds
        with self._brake.until(lambda: time.monotonic() > end):
            found = supervise(run, self._brake)
        self._brake.heed("the search was stopped")
        return found

    def _solve(self, path: tuple[int, ...], candidates: NDArray[np.int32]) -> tuple[int, int] | None:
        problem, workers, left = self._problem, self._workers, self._left(path)
        proof: Proof = workers.solve(problem, path, candidates, left, problem.infeasible)
        if not proof.exact:
            return None
        # What the memo holds depends on what was searched before: this guess does not.
        guess = workers.decide(problem, path, candidates, left, proof.bound + 1)
        return None if guess < 0 else (proof.bound, guess)

    def bound(self, path: tuple[int, ...], candidates: NDArray[np.int32]) -> int:
        """A lower bound of the total, by a look at all guesses."""
        self._brake.shared[STOP] = 0
        return self._workers.glance(self._problem, path, candidates, self._left(path), LOOK).bound

    def _left(self, path: tuple[int, ...]) -> int:
        return 0 if self.game.turns is None else self.game.turns - len(path)
