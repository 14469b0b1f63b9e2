"""The rules of V with values that are looked up, for reviews: exact, or the upper bounds that are known."""

from __future__ import annotations

from fractions import Fraction

from strategist.search.advice.cached.move_values import BOUNDED, Values
from strategist.search.advice.valuing.searched_values import Found, Located
from strategist.search.state.start import Start


class LookedUp(Located):
    """Values that a cache holds; what it does not hold is searched, or bounded from above."""

    def __init__(self, values: Values) -> None:
        super().__init__(values.game)
        self._values = values
        self.exact = True
        """Whether all values so far are exact."""

    def _value(self, position: Start) -> Fraction:
        cost, by = self._values.cost(position)
        self.exact &= by != BOUNDED
        return Fraction(cost.upper, len(position.candidates))

    def best(self, position: Start, guess: int) -> Found:
        """The best guess that is known, with its worth."""
        named = self._values.cost(position)[0].guess
        return (guess, self.worth(position, guess)) if named < 0 else (named, self.value(position))
