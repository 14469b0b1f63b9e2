"""What an agent is paid for a guess: rules that are known beforehand, so that what perfect play earns is known, too.

A reward is a function of what a guess has led to. The sum over an episode is its return.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from strategist.common.errors import SpecError
from strategist.environment.steps import NONE, Step
from strategist.model.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from strategist.environment.steps import Steps


class Reward(ABC):
    """What an agent gets for a guess: :meth:`of` is the rule, and :meth:`of_many` the rule for many games at once."""

    name: ClassVar[str]
    one_by_one: ClassVar[bool] = False
    """Whether it asks what was known before a guess, which many games at once do not tell."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def of(self, step: Step) -> float:
        """The reward of one guess."""

    def details(self, step: Step) -> dict[str, Any]:
        """What there is to say of the reward of one guess, for ``info``."""
        return {}

    def of_many(self, steps: Steps) -> NDArray[np.float64]:
        """The rewards of one guess in each of many games, of shape (games,): by :meth:`of`, one after the other, unless
        a rule knows better."""
        import numpy as np

        return np.array([self.of(step) for step in steps.each()], dtype=np.float64)


class PerGuess(Reward):
    """-1 a guess, or minus its cost; one guess more where the game ends without the secret.

    The mean return of perfect play is minus the least expected number of guesses, which ``optimal`` proves.
    """

    name = "guesses"

    def of(self, step: Step) -> float:
        """Minus the price of the guess."""
        return -self.price(step)

    def price(self, step: Step) -> float:
        """What a guess costs, and the end of the game, where the secret is not found."""
        game = self.game
        dearest = game.cost_range[1] * game.cost_unit
        # What is no guess, in a reply, costs as much as the dearest.
        price = dearest
        if step.guess != NONE:
            unanswered = step.response is None or step.response < 0
            each = game.cost_of(step.guess) if unanswered else game.step_cost(step.guess, step.response or 0)
            price = each * game.cost_unit
        return float(price + dearest if step.failed else price)

    def of_many(self, steps: Steps) -> NDArray[np.float64]:
        """Minus the prices of the guesses."""
        return -self.prices(steps)

    def prices(self, steps: Steps) -> NDArray[np.float64]:
        """:meth:`price` of many steps, of shape (games,)."""
        import numpy as np

        game = self.game
        asked = steps.guesses < game.question_count
        if game.answer_costs is not None:
            return np.array([self.price(step) for step in steps.each()], dtype=np.float64)
        if game.costs is None:
            return asked.astype(float) + steps.failed
        costs = np.array(game.costs, dtype=float) * float(game.cost_unit)
        dearest = float(costs.max())
        priced: NDArray[np.float64] = np.where(asked, costs[np.where(asked, steps.guesses, 0)], 0.0)
        priced += dearest * steps.failed
        return priced


class Win(Reward):
    """1 for the secret, 0 otherwise: the mean return is the share of games that are won within the turns."""

    name = "win"

    def of(self, step: Step) -> float:
        """1 where the step wins."""
        return float(step.won)

    def of_many(self, steps: Steps) -> NDArray[np.float64]:
        """1 where a step wins."""
        won: NDArray[np.float64] = steps.won.astype(float)
        return won


class Shaped(PerGuess):
    """:class:`PerGuess`, shaped by a potential: the policies that are best stay best.

    With a potential Φ of states, ``r + discount · Φ(after) - Φ(before)`` has the same best policies as r, if Φ is 0
    where the episode ends (Ng, Harada and Russell 1999, Policy invariance under reward transformations). Here Φ is
    minus the guesses that are still needed if each divides the candidates into as many equal cells as there are
    responses: log(candidates) / log(responses). With a discount of 1, the return is that of ``guesses`` less Φ of the
    start, which no policy changes.

    Parameters
    ----------
    game : Game
        The game.
    discount : float, default 1.0
        The discount factor of the learner, from 0 to 1.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> round(Shaped(game).of(Step(guess=7, response=0, before=1296, after=256, consistent=True, ending=None)), 3)
    -0.385
    """

    name = "shaped"

    def __init__(self, game: Game, discount: float = 1.0) -> None:
        super().__init__(game)
        if not 0 <= discount <= 1:
            raise SpecError(f"discount: expected a number from 0 to 1, got {discount}")
        self._discount = discount
        self._scale = math.log(max(2, game.response_count))

    def of(self, step: Step) -> float:
        """Minus the price of the guess, and what the potential has risen by."""
        before = -math.log(step.before) / self._scale
        after = -math.log(step.after) / self._scale if step.ending is None else 0.0
        return self._discount * after - before - self.price(step)

    def of_many(self, steps: Steps) -> NDArray[np.float64]:
        """Minus the prices of the guesses, and what the potentials have risen by."""
        import numpy as np

        before = -np.log(steps.before) / self._scale
        after = np.where(steps.over, 0.0, -np.log(np.maximum(steps.after, 1)) / self._scale)
        shaped: NDArray[np.float64] = self._discount * after - before - self.prices(steps)
        return shaped
