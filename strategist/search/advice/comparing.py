"""What guesses leave at one position, side by side: their scores by a heuristic, and their cells.

:class:`Comparison` is what is the same for all kinds of answers; what scores a guess, what it leaves and what it takes
stands in :mod:`~strategist.search.advice.comparing_by_kind`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.reasons.explanation import HEURISTICS as HEURISTICS
from strategist.choosing.reasons.guess_figures import RankedGuess as RankedGuess
from strategist.model.game import Game, History
from strategist.model.position import Position
from strategist.search.advice.drawing import Seen, seen
from strategist.search.advice.shortlist import union
from strategist.search.state.start import Start

EXACT = "exact"

Takes = Callable[[int], float | None]
"""What it takes if a guess is made now; None where there is no time to find out."""


class Compared(NamedTuple):
    """Guesses, ``int32[…]``, ascending, with their scores, ``int64[…]``, smaller is better; ``sampled`` says that they
    are a sample of those that may be made."""

    guesses: NDArray[np.int32]
    scores: NDArray[np.int64]
    sampled: bool


def can_rank(strategy: Strategy) -> bool:
    """Whether a strategy scores guesses.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.registry import make_strategy
    >>> game = make_game("mastermind")
    >>> can_rank(make_strategy("minimax", game)), can_rank(make_strategy("optimal", game))
    (True, False)
    """
    return isinstance(strategy, Heuristic)


class Comparison(ABC):
    """The guesses at one position, side by side; what is computed once serves every heuristic.

    ``start`` is the position, if it is known already, or if only some of its candidates are wanted: then it is a
    :class:`~strategist.search.state.start.Start`. Raises what :func:`~strategist.search.advice.drawing.seen` raises.
    """

    heuristics: ClassVar[tuple[type[Heuristic], ...]] = HEURISTICS
    """Those of :data:`HEURISTICS` that choose at such positions."""
    overlaps: ClassVar[bool] = True
    """Whether a candidate may stand behind several answers."""

    def __init__(self, game: Game, history: History = (), start: Start | Seen | None = None) -> None:
        self.game, self.history = game, history
        self._narrowed = isinstance(start, Start)
        self.seen = seen(game, history, start, self._most_candidates(game, history))
        self.start = self.seen.start

    @staticmethod
    def _most_candidates(game: Game, history: History) -> int | None:
        """The most candidates that are looked at; None for all."""
        return None

    @abstractmethod
    def compare(self, strategy: Heuristic) -> Compared:
        """The guesses that ``strategy`` may make, with their scores. Of guesses that a symmetry of the history maps to
        each other, the lowest alone; where they are too many, a sample."""

    @abstractmethod
    def scores(self, strategy: Heuristic, guesses: NDArray[np.int32]) -> NDArray[np.int64]:
        """The scores of some guesses, ascending, by a heuristic; smaller is better."""

    @abstractmethod
    def worths(self, strategy: Heuristic, seconds: float) -> Iterator[tuple[str, Takes]]:
        """Ways to find out what guesses take, the fastest first, as far as there are ``seconds`` for all of them; each
        with its name: that of the heuristic that goes on, or :data:`EXACT`."""

    @abstractmethod
    def rows(self, guesses: NDArray[np.int32]) -> dict[int, RankedGuess]:
        """What each of some guesses leaves, by its index."""

    @cached_property
    def questions(self) -> NDArray[np.int32]:
        """The candidates as questions, ascending; none where they cannot be asked."""
        game, candidates = self.game, self.start.candidates
        if not game.secrets_are_questions:
            return np.empty(0, dtype=np.int32)
        if game.guesses is game.secrets:
            return candidates
        found = sorted(game.guesses.index(game.secrets[index]) for index in candidates.tolist())
        return np.array(found, dtype=np.int32)

    def likely(self, guesses: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of some guesses are among the candidates that are looked at."""
        questions = self.questions
        if not len(questions):
            return np.zeros(len(guesses), dtype=np.bool_)
        places = np.minimum(np.searchsorted(questions, guesses), len(questions) - 1)
        return np.asarray(questions[places] == guesses)

    def in_order(self, compared: Compared) -> NDArray[np.intp]:
        """The places of the guesses, the best first: by score, candidates first among equals, then by index."""
        return _in_order(compared, self.likely(compared.guesses))

    def nearest(self, compared: Compared, count: int) -> NDArray[np.int32]:
        """The guesses that are looked at closely: the best by score, and the best candidates among them."""
        likely = self.likely(compared.guesses)
        order = _in_order(compared, likely)
        possible = order[likely[order]]
        return union(self.game, compared.guesses[order[:count]], compared.guesses[possible[: max(1, count // 4)]])

    def _permitted(self, strategy: Heuristic) -> Sequence[int]:
        """The guesses that ``strategy`` may make, ascending."""
        if strategy.values["guesses"] == "candidates" and not self.game.announces:
            found: list[int] = self.questions.tolist()
            return found
        return strategy.permitted(Position(self.start.history, ()))


def _in_order(compared: Compared, likely: NDArray[np.bool_]) -> NDArray[np.intp]:
    return np.lexsort((compared.guesses, ~likely, compared.scores))
