"""The rules of V where answers may be false, for reviews, and which rules the answers of a game have.

No chance of a lie is known, so nothing is expected. V is the number of guesses that is always enough: by the best
possible tree, by the tree of a heuristic, or by the volume bound, which no tree is below. What a guess is worth is then
what it takes at worst, and what is called luck elsewhere is what the answer *spared* beside the worst answer: it is
never negative where V is exact, because the codemaker may answer otherwise at any time.
"""

from __future__ import annotations

from fractions import Fraction

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.registry import make_strategy
from strategist.common.errors import OutOfTimeError, SpecError, TooLargeError
from strategist.model.game import Game
from strategist.search.advice.valuing.at_worst import BestDepths, TreeDepths, counted_depth
from strategist.search.advice.valuing.searched_values import BESIDE, RANKED_BY, Found, Heuristically, Located
from strategist.search.state.start import Start

_PAIRS = 1 << 19
"""The pairs of a question and a candidate where all of the guesses that are compared are asked."""
_SECONDS = 20.0
"""The most seconds for the trees of a heuristic."""


class HeuristicallyAtWorst(Heuristically):
    """Values from the trees of a heuristic. Raises
    :class:`~strategist.common.errors.TooLargeError` where they are too large."""

    pairs = _PAIRS

    def __init__(self, game: Game, strategy: Strategy, jobs: int = 1) -> None:
        super().__init__(game, strategy, jobs)
        if not isinstance(strategy, Heuristic):
            raise SpecError(f"expected a strategy that scores guesses, such as entropy, got {strategy.spec}")
        self._depths = TreeDepths(game, strategy, _SECONDS, jobs)

    def worth(self, position: Start, guess: int) -> Fraction:
        """The guesses at worst if a question is asked and the heuristic goes on."""
        return self._tree(position, guess)[1]

    def _found(self, position: Start, opening: int | None) -> Found:
        sets = self.positions.key(position)
        try:
            if opening is None:
                guess, depth = self._depths.grown(sets)
            else:
                guess, depth = opening, self._depths.of_question(sets, opening)
        except OutOfTimeError as error:
            raise TooLargeError(str(error)) from None
        return guess, Fraction(depth)


class ExactlyAtWorst(Located):
    """Values from the best possible trees. Raises
    :class:`~strategist.common.errors.OutOfTimeError` if they are not found within ``seconds``."""

    def __init__(self, game: Game, seconds: float, jobs: int = 1) -> None:
        super().__init__(game)
        heuristic = make_strategy(RANKED_BY, game)
        assert isinstance(heuristic, Heuristic)
        self._depths = BestDepths(game, TreeDepths(game, heuristic, seconds), seconds)

    def _value(self, position: Start) -> Fraction:
        return Fraction(self._depths.of(self.positions.key(position)))

    def best(self, position: Start, guess: int) -> Found:
        """The guess itself if none takes less at worst, else the first question of a best possible tree."""
        value = self.value(position)
        if self.worth(position, guess) == value:
            return guess, value
        return self._depths.first(self.positions.key(position)), value


class Counted(Located):
    """Values from the volume bound: no tree takes less at worst."""

    def __init__(self, game: Game, start: Start) -> None:
        super().__init__(game)

    def _value(self, position: Start) -> Fraction:
        return Fraction(counted_depth(self.game, self.positions.key(position)))

    def best(self, position: Start, guess: int) -> Found:
        """The best of some questions of a first ranking, and what it takes; ``guess`` itself where there are none."""
        pairs = len(position.candidates) * self.game.question_count
        found = self._beside(position, min(BESIDE, _PAIRS // pairs))
        return min(found, key=lambda each: each[1], default=(guess, self.worth(position, guess)))
