"""What questions and answers cost by an objective of paths, and how the costs of cells are joined.

``total`` and ``expected`` sum over the secrets, ``depth`` and ``worst-cost`` take the greatest. By ``total`` and
``depth`` every question costs one, whatever is answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from strategist.model.game import Game
from strategist.model.objective import DEPTH, TOTAL, WORST_COST


@dataclass(frozen=True)
class PathCosts:
    """The costs of a game by one objective: see the docstring of the module.

    ``deep`` says that the greatest cost counts. ``asked`` is the cost of each question, or None where all cost
    ``least`` each; ``answered`` that of each answer, the solved one last; ``weights`` those of secrets, None where all
    are one.
    """

    deep: bool
    asked: Sequence[int] | None
    least: int
    answered: Sequence[int]
    weights: Sequence[int] | None

    @classmethod
    def of(cls, game: Game, objective: str) -> PathCosts:
        """Those of an objective.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game('comparisons(8,answer_costs="yes:10 no:1")')
        >>> PathCosts.of(game, "expected")
        PathCosts(deep=False, asked=None, least=0, answered=(1, 10, 0), weights=None)
        >>> PathCosts.of(game, "depth")
        PathCosts(deep=True, asked=None, least=1, answered=(0, 0, 0), weights=None)
        """
        deep = objective in (DEPTH.name, WORST_COST.name)
        if objective in (TOTAL.name, DEPTH.name):
            return cls(deep, None, 1, (0,) * game.response_count, None)
        answered = tuple(game.answer_costs or (0,) * game.response_count)
        asked, weights = game.costs, None if deep else game.weights
        return cls(deep, asked, game.cost_of(0) if asked is None else min(asked), answered, weights)

    def of_question(self, question: int) -> int:
        """What a question costs itself."""
        return self.least if self.asked is None else self.asked[question]
