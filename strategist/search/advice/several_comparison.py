"""What questions leave, and what they take, where answers may be one of several: by masses, in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.classes import told_by
from strategist.choosing.heuristics import Heuristic
from strategist.choosing.masses import several_cells, sizes_of
from strategist.common.errors import NoCandidateError, OutOfTimeError
from strategist.model.game import Game, History
from strategist.model.position import Position, kind_of
from strategist.search.advice.comparing import Compared, Comparison, RankedGuess, Takes
from strategist.search.advice.drawing import Seen, seen
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.state.start import Start


class SeveralComparison(Comparison):
    """The questions at one position, side by side: all that tell anything, and no sample."""

    def __init__(self, game: Game, history: History = (), start: Start | Seen | None = None) -> None:
        self.game, self.history = game, history
        self.seen = seen(game, history, start)
        self.start = self.seen.start
        left = kind_of(game).left(self.start.history, self.start.candidates.tolist())
        if left is None:
            raise NoCandidateError(f"{game.spec}: no secret agrees with the history")
        self.left = left

    def compare(self, strategy: Heuristic) -> Compared:
        """The questions that tell anything, with their scores; all that were not asked, if none tells anything."""
        asked = kind_of(self.game).helping(self.left) or [
            question for question in range(self.game.question_count) if question not in self.left.asked
        ]
        guesses = np.array(asked, dtype=np.int32)
        return Compared(guesses, self.scores(strategy, guesses), False)

    def scores(self, strategy: Heuristic, guesses: NDArray[np.int32]) -> NDArray[np.int64]:
        """The scores of some questions by a heuristic; smaller is better."""
        rating = strategy.rating_at(self.left)
        return np.array([rating.of(guess)[0] for guess in guesses.tolist()], dtype=np.int64)

    def worths(self, strategy: Heuristic, seconds: float) -> Iterator[tuple[str, Takes]]:
        """What questions take if the heuristic goes on."""
        yield strategy.name, SeveralWorth(self.game, strategy, self.start, self.left, seconds).of

    def rows(self, guesses: NDArray[np.int32]) -> dict[int, RankedGuess]:
        """What each of some questions leaves, by its index.

        A secret counts behind each answer that it may give; ``bits`` is the information about the secret or its class.
        """
        return {guess: self._row(guess) for guess in guesses.tolist()}

    def _row(self, guess: int) -> RankedGuess:
        game, found = self.game, several_cells(self.game, self.left, guess)
        told, sizes = told_by(found.cells.values()), sizes_of(game, found)
        code = game.guesses[guess]
        return RankedGuess(
            code=code,
            text=game.format_code(code),
            left={response: sum(size for size, _ in cell.values()) for response, cell in found.cells.items()},
            candidate=False,
            worst=max(size for size, _ in sizes),
            expected_left=float(Fraction(sum(size * mass for size, mass in sizes), found.whole)),
            bits=told.bits,
        )


class SeveralWorth:
    """What questions take from one position on if a heuristic continues, as far as there are ``seconds`` for it: a
    number of questions under the chances, or where questions have costs, what they cost."""

    def __init__(self, game: Game, strategy: Heuristic, start: Start, left: Position, seconds: float) -> None:
        self._game, self._start, self._left = game, start, left
        self._strategy = type(strategy)(game, strategy.values | {"first": None})
        self._seconds = seconds
        self._watch = Stopwatch()
        self._known: dict[tuple[Position, int, object], Fraction | None] = {}

    def of(self, guess: int) -> float | None:
        """What it takes on average if this question is asked now; None where there is no time to find out, or where
        some secret may be lost."""
        game = self._game
        try:
            total = self._behind(self._left, self._start.history, guess)
        except OutOfTimeError:
            return None
        unit = 1 if game.costs is None else game.cost_unit
        return None if total is None else float(total / self._left.mass * unit)

    def _behind(self, left: Position, history: tuple[tuple[int, int], ...], guess: int) -> Fraction | None:
        """The costs from a question on, times the masses."""
        total = Fraction(left.mass * self._game.cost_of(guess))
        for response, cell in kind_of(self._game).cells(left, guess).items():
            cost = self._cost(cell.position, (*history, (guess, response)))
            if cost is None:
                return None
            total += cell.factor * cost
        return total

    def _cost(self, left: Position, history: tuple[tuple[int, int], ...]) -> Fraction | None:
        game, strategy = self._game, self._strategy
        key = left, 0 if game.turns is None else len(history), history if strategy.draws else None
        if key not in self._known:
            if self._watch.seconds > self._seconds:
                raise OutOfTimeError(f"{game.spec}: no time is left")
            found: Fraction | None = Fraction(0)
            if kind_of(game).ending(left) is None:
                out = game.turns is not None and len(history) >= game.turns
                guess = None if out else strategy.guess(replace(left, history=history))
                found = None if guess is None else self._behind(left, history, guess)
            self._known[key] = found
        return self._known[key]
