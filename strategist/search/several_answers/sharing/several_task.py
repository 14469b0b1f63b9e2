"""A first question of a search for keys as a value, and what came of it: they travel to other processes and back."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from strategist.model.game import Game
from strategist.model.stands import reach_after
from strategist.search.several_answers.several_stage import Found, What
from strategist.search.several_answers.solve_several import STOPPED
from strategist.search.state.start import Start


class SeveralTask(NamedTuple):
    """What does a tree cost that begins with a question, if that is less than ``best``?

    What took ``least_nodes`` positions or more is worth telling.
    """

    number: int
    what: What
    question: int
    best: Found
    least_nodes: int


class SeveralProof(NamedTuple):
    """The result of a task: its kind, and the cost or its lower bound.

    ``unsure`` says that two costs were closer than the error of doubles. ``rows`` are the bytes of
    ``uint64[rows, ROW_WORDS]`` (:mod:`~strategist.search.several_answers.sharing.several_log`): what was proven and
    took long.
    """

    number: int
    kind: int = STOPPED
    found: Found | None = None
    unsure: bool = False
    nodes: int = 0
    seconds: float = 0.0
    """Of the processor."""
    rows: bytes = b""

    @property
    def finished(self) -> bool:
        """Whether the question is decided."""
        return self.kind >= 0


def masses_at(game: Game, start: Start) -> dict[int, Fraction]:
    """The mass of each secret at a position, the lowest secret first.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(1,3)")
    >>> masses_at(game, start_of(game))
    {0: Fraction(1, 1), 1: Fraction(1, 1), 2: Fraction(1, 1)}
    """
    candidates = list(map(int, start.candidates))
    reach = reach_after(game, start.history, candidates)
    return {secret: reach[secret] * game.weight_of(secret) for secret in candidates if reach[secret]}
