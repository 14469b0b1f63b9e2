"""What answers cost, and how often they may be given: the parameters ``answer_costs=`` and ``limit=`` of all games.

A question costs what it costs itself and what its answer costs. A tree is compared by the costs of its paths from the
first question to the last: by their expectation, or by the greatest.

With a limit, an answer may be given a number of times at most. The case that is best known is that of eggs that are
dropped from floors: an egg that breaks is gone, so with two eggs the answer *it breaks* may be given twice. What may be
asked depends on the answers so far: once an answer has been given as often as it may be, no question is allowed that
any secret left would answer so. A strategy keeps the limits if no play with it, whatever is hidden, gets an answer more
often than allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from strategist.common.numbers import in_whole_numbers, write_number
from strategist.model.game_parts import GameTexts
from strategist.model.rules import Response


class GameAnswers(GameTexts):
    """The numbers of the answers of a game."""

    limits: Mapping[Response, int] = MappingProxyType({})
    """How often some responses may be given at most."""

    def step_cost(self, guess: int, response: Response) -> int:
        """The cost of the guess with this index where it gets this response: its own, and that of the answer.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game('comparisons(8,answer_costs="yes:10 no:1")')
        >>> [game.step_cost(3, response) for response in range(2)], game.step_cost(7, 2)
        ([1, 10], 0)
        """
        answered = self.answer_costs is not None and guess < self.question_count
        return self.cost_of(guess) + (self.answer_costs[response] if answered and self.answer_costs else 0)

    def weigh_answers(self, costs: Mapping[Response, Fraction]) -> None:
        """Give costs to some responses, positive numbers in the unit in which those of questions were given.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("comparisons(3,costs=1 2)")
        >>> game.weigh_answers({1: Fraction("0.5")})
        >>> game.costs, game.answer_costs, game.cost_unit
        ([2, 4], [0, 1, 0], Fraction(1, 2))
        """
        asked = [] if self.costs is None else [cost * self.cost_unit for cost in self.costs]
        whole, self.cost_unit = in_whole_numbers([*asked, *costs.values()])
        found = dict(zip(costs, whole[len(asked) :], strict=True))
        self.costs = whole[: len(asked)] or None
        self.answer_costs = [found.get(response, 0) for response in range(self.response_count)]
        self.check_size()

    def used_up(self, answers: Iterable[Response]) -> frozenset[Response]:
        """The answers that have been given as often as they may be, after these.

        >>> from strategist.games.catalog import make_game
        >>> make_game("comparisons(8,limit=yes:2)").used_up([1, 0, 1])
        frozenset({1})
        """
        given = list(answers)
        return frozenset(answer for answer, most in self.limits.items() if given.count(answer) >= most)

    @property
    def answer_costs_text(self) -> str | None:
        """What answers cost, as a parameter; None where they cost nothing.

        >>> from strategist.games.catalog import make_game
        >>> make_game('comparisons(8,answer_costs="yes:10 no:1")').answer_costs_text
        'no:1 yes:10'
        """
        costs = enumerate(self.answer_costs or ())
        return self._of_answers({response: write_number(cost * self.cost_unit) for response, cost in costs if cost})

    @property
    def limit_text(self) -> str | None:
        """How often answers may be given, as a parameter; None where they may be given as often as you like."""
        return self._of_answers({response: str(most) for response, most in sorted(self.limits.items())})

    def _of_answers(self, numbers: Mapping[Response, str]) -> str | None:
        return " ".join(f"{self.format_response(response)}:{number}" for response, number in numbers.items()) or None
