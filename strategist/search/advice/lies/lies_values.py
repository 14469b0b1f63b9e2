"""The rules of V where answers may be false: the guesses that a position takes at worst, for reviews.

No chance of a lie is known, so nothing is expected. V is the number of guesses that is always enough: by the best
possible tree, by the tree of a heuristic, or by the volume bound, which no tree is below. What a guess is worth is then
what it takes at worst, and what is called luck elsewhere is what the answer *spared* beside the worst answer: it is
never negative where V is exact, because the codemaker may answer otherwise at any time.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from operator import or_

import numpy as np

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.lies.weighed_questions import is_over
from strategist.choosing.luck_and_skill import at_worst
from strategist.choosing.registry import make_strategy
from strategist.common.errors import OutOfTimeError, SpecError, TooLargeError
from strategist.model.game import Game
from strategist.model.lies.answer_bits import AnswerBits, Sets, members
from strategist.model.tree import Claims, Figure
from strategist.search.advice.lies.lies_comparison import sets_after
from strategist.search.advice.lies.lies_depths import BestDepths, TreeDepths, counted_depth
from strategist.search.advice.searched_values import Found, Located
from strategist.search.state.start import Start

_BESIDE, _PAIRS = 10, 1 << 19
"""The most guesses that are compared with the one that was made, and the pairs of a question and a suspect where all of
them are asked."""
_SECONDS = 20.0
"""The most seconds for the trees of a heuristic."""
_RANKED_BY = "entropy"


class _Lies(Located):
    """The positions of a game in which answers may be false."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._answers = AnswerBits(game, 64)
        self._sets: dict[tuple[tuple[int, int], ...], Sets] = {}

    def sets(self, position: Start) -> Sets:
        """The suspects at a position, which its history leads to."""
        found = self._sets.get(position.history)
        if found is None:
            found = self._sets[position.history] = sets_after(self.game, self._answers, position)
        return found

    def split(self, position: Start, guess: int) -> dict[int, Start]:
        """The positions behind a guess, by ascending response."""
        found = {}
        for response, cell in self._answers.cells(self.sets(position), guess):
            history = (*position.history, (guess, response))
            self._sets[history] = cell
            found[response] = Start(history, np.array(members(reduce(or_, cell)), dtype=np.int32))
        return found

    def known(self, position: Start) -> bool:
        """Whether an announcement ends play."""
        return is_over(self.game, self.sets(position))

    def joined(self, position: Start, cells: Mapping[int, Start], figure: Callable[[Start], Figure]) -> Fraction:
        """A figure of the cells of a guess, at worst."""
        return at_worst(self, cells, figure)

    def of_tree(self, claims: Claims, position: Start) -> Fraction:
        """V by the figures of a tree that finds every suspect."""
        return Fraction(claims.depth)

    def _key(self, position: Start) -> object:
        return self.sets(position)

    @abstractmethod
    def _value(self, position: Start) -> Fraction:
        """V where play goes on."""

    def best(self, position: Start, guess: int) -> Found:
        """The best of some questions of a first ranking, and what it takes; ``guess`` itself where there are none."""
        pairs = len(position.candidates) * self.game.question_count
        beside = self._beside(position, min(_BESIDE, _PAIRS // pairs))
        found = [(other, self.worth(position, other)) for other in beside]
        return min(found, key=lambda each: each[1], default=(guess, self.worth(position, guess)))


class LiesByTrees(_Lies):
    """Values from the trees of a heuristic. Raises :class:`~strategist.common.errors.TooLargeError` where they are too
    large."""

    def __init__(self, game: Game, strategy: Strategy, jobs: int = 1) -> None:
        super().__init__(game)
        if not isinstance(strategy, Heuristic):
            raise SpecError(f"expected a strategy that scores guesses, such as entropy, got {strategy.spec}")
        self._trees = TreeDepths(game, strategy, _SECONDS, jobs)

    def _value(self, position: Start) -> Fraction:
        return Fraction(self._grown(position)[1])

    def _grown(self, position: Start) -> tuple[int, int]:
        try:
            return self._trees.grown(self.sets(position))
        except OutOfTimeError as error:
            raise TooLargeError(str(error)) from None

    def worth(self, position: Start, guess: int) -> Fraction:
        """The guesses at worst if a question is asked and the heuristic goes on."""
        try:
            return Fraction(self._trees.of_question(self.sets(position), guess))
        except OutOfTimeError as error:
            raise TooLargeError(str(error)) from None

    def best(self, position: Start, guess: int) -> Found:
        """The best of the heuristic's own question and some questions of a first ranking, and what it takes."""
        chosen, guesses = self._grown(position)
        return min((chosen, Fraction(guesses)), super().best(position, guess), key=lambda each: each[1])


class LiesExactly(_Lies):
    """Values from the best possible trees. Raises :class:`~strategist.common.errors.OutOfTimeError` if they are not
    found within ``seconds``."""

    def __init__(self, game: Game, seconds: float, jobs: int = 1) -> None:
        super().__init__(game)
        heuristic = make_strategy(_RANKED_BY, game)
        assert isinstance(heuristic, Heuristic)
        self._depths = BestDepths(game, TreeDepths(game, heuristic, seconds), seconds)

    def _value(self, position: Start) -> Fraction:
        return Fraction(self._depths.of(self.sets(position)))

    def best(self, position: Start, guess: int) -> Found:
        """The guess itself if none takes less at worst, else the first question of a best possible tree."""
        value = self.value(position)
        if self.worth(position, guess) == value:
            return guess, value
        return self._depths.first(self.sets(position)), value


class LiesCounted(_Lies):
    """Values from the volume bound: no tree takes less at worst."""

    def __init__(self, game: Game, start: Start) -> None:
        super().__init__(game)

    def _value(self, position: Start) -> Fraction:
        return Fraction(counted_depth(self.game, self.sets(position)))
