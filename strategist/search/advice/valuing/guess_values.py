"""What the guesses at a position take in all, or cost: by the tree of a heuristic, and at best."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.searched import Optimal
from strategist.common.errors import InfeasibleError, OutOfTimeError
from strategist.model.game import Game
from strategist.model.objective import EXPECTED
from strategist.model.position import Position, kind_of
from strategist.model.tree import Figure
from strategist.search.advice.drawing import warm_up_responses
from strategist.search.advice.responses_at import ResponseRows
from strategist.search.compile.compile import compile_from
from strategist.search.growing.plans import by_kernel, warm_up_for
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.kernels.responses.responses import responses_of
from strategist.search.run.objectives import warm_up_exact
from strategist.search.state.options import Options
from strategist.search.state.start import Start

_SOLVED_UP_TO = 1 << 21
"""Pairs of a question and a candidate of a cell that is solved exactly."""
_PAIRS_A_SECOND = 1 << 28
"""What a core scores when it grows the tree of a heuristic, roughly: decides only whether there is time for it."""
_BY_RULES_A_SECOND = 1 << 17
"""What a core scores in a second when a heuristic without a kernel chooses the guesses, roughly."""


class Worth:
    """What guesses take from one position on, as far as there are ``seconds`` for it; every cell is asked about once.

    It is a number of guesses, under the chances of the secrets if they have any; where questions have costs, it is what
    the guesses cost, in the unit of the costs.
    """

    def __init__(self, ground: ResponseRows, strategy: Heuristic, seconds: float) -> None:
        self._ground = ground
        self._game = game = ground.game
        self._strategy = strategy
        self._best = Optimal(game, {"objectives": EXPECTED.name} if game.uneven else {})
        self._start = ground.start
        self._speed = _PAIRS_A_SECOND if by_kernel(game, strategy) else _BY_RULES_A_SECOND
        self._seconds = seconds
        self._watch = Stopwatch()
        self._costs: dict[tuple[bytes, bool], Figure | None] = {}
        self._weights = np.array(game.weights or [], dtype=np.int64)

    def prepare(self, exactly: bool) -> None:
        """Compile the kernels, outside of the time that is given."""
        begun = self._watch.seconds
        if begun < self._seconds:
            if exactly:
                warm_up_exact(self._game, self._best.objectives)
            else:
                warm_up_for(self._game)
            some = self._ground.of(np.zeros(1, dtype=np.int32))
            warm_up_responses(some.source, some.candidates)
            self._seconds += self._watch.seconds - begun

    def of(self, guess: int, exactly: bool) -> float | None:
        """What it takes on average if this guess is made now; None where there is no time to find out."""
        start, game = self._start, self._game
        some = self._ground.of(np.array([guess], dtype=np.int32))
        answers = responses_of(some.source, int(some.asked[0]), some.candidates)
        mass = self._mass(start.candidates)
        total: Figure = 0
        for response in np.unique(answers).tolist():
            total += self._mass(start.candidates[answers == response]) * game.step_cost(guess, response)
            if response == game.response_count - 1:
                continue
            behind = Start((*start.history, (guess, response)), start.candidates[answers == response])
            cost = self._cost(behind, exactly)
            if cost is None:
                return None
            total += cost
        return float(Fraction(total, mass) * (game.cost_unit if game.priced else 1))

    def _mass(self, candidates: NDArray[np.int32]) -> int:
        return int(self._weights[candidates].sum()) if len(self._weights) else len(candidates)

    def _cost(self, behind: Start, exactly: bool) -> Figure | None:
        game = self._game
        if game.announces and game.is_pure(behind.candidates.tolist()):
            return 0
        if len(behind.candidates) == 1:
            secret = int(behind.candidates[0])
            asked = game.guesses.index(game.secrets[secret])
            return game.weight_of(secret) * (game.step_cost(asked, game.response_count - 1) if game.priced else 1)
        # Where earlier guesses restrict later ones, the same candidates may cost more behind others.
        where = repr(behind.history).encode() if game.restricts else b""
        key = behind.candidates.tobytes() + where, exactly
        if key not in self._costs:
            self._costs[key] = self._found(behind, exactly)
        return self._costs[key]

    def _found(self, behind: Start, exactly: bool) -> Figure | None:
        game = self._game
        pairs = len(behind.candidates) * game.question_count
        seconds = self._seconds - self._watch.seconds
        if seconds <= 0 or pairs > (_SOLVED_UP_TO if exactly else seconds * self._speed):
            return None
        limit = seconds if exactly and seconds < math.inf else None
        strategy: Strategy = self._best if exactly else self._strategy
        try:
            data = compile_from(game, strategy, behind, options=Options(jobs=1, time_limit=limit)).data
        except InfeasibleError:
            return None
        if data.claims.lost or (exactly and data.bound != "optimal"):
            return None
        weighed = data.claims.weighed
        return weighed.expected if game.uneven and weighed is not None else data.claims.total


class PlainWorth:
    """The same where answers may be one of several, if the heuristic continues: by calling it at each position."""

    def __init__(self, game: Game, strategy: Heuristic, position: Position, seconds: float) -> None:
        self._game, self._position = game, position
        self._strategy = type(strategy)(game, strategy.values | {"first": None})
        self._seconds = seconds
        self._watch = Stopwatch()
        self._known: dict[tuple[Position, int, object], Fraction | None] = {}

    def of(self, guess: int) -> float | None:
        """What it takes on average if this question is asked now; None where there is no time to find out, or where
        some secret may be lost."""
        try:
            total = self._behind(self._position, guess)
        except OutOfTimeError:
            return None
        return None if total is None else float(total / self._position.mass * self._game.cost_unit)

    def _behind(self, position: Position, guess: int) -> Fraction | None:
        """The costs from a question on, times the masses."""
        total = Fraction(position.mass * self._game.cost_of(guess))
        for response, cell in kind_of(self._game).cells(position, guess).items():
            cost = self._cost(cell.position.behind(position, guess, response))
            if cost is None:
                return None
            total += cell.factor * cost
        return total

    def _cost(self, position: Position) -> Fraction | None:
        game, strategy, made = self._game, self._strategy, len(position.history)
        key = position, 0 if game.turns is None else made, position.history if strategy.draws else None
        if key not in self._known:
            if self._watch.seconds > self._seconds:
                raise OutOfTimeError(f"{game.spec}: no time is left")
            found: Fraction | None = Fraction(0)
            if kind_of(game).ending(position) is None:
                out = game.turns is not None and made >= game.turns
                guess = None if out else strategy.guess(position)
                found = None if guess is None else self._behind(position, guess)
            self._known[key] = found
        return self._known[key]
