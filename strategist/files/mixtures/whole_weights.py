"""Chances that a search can take in place of those of a codemaker who never hides some secrets.

A search wants a positive whole number for every secret. So where the codemaker gives some secrets no weight, each
weight w is replaced by M·w, or by 1 where w is 0, with M = z·n·c + 1. Here n is the number of secrets, z that of those
without weight, and c the greatest cost of a question. A tree that is best under the new numbers is best under the old
ones and, among those, asks least about the secrets without weight.

What is proven under the new numbers proves this under the old ones. Let B be a lower bound under the new numbers, and E
the least expected cost, a whole number, under the old ones. There is a tree that costs E and in which each secret costs
at most n·c: a question that does not divide the secrets left can be left out, and each other one leaves fewer of them.
Under the new numbers it costs at most M·E + z·n·c, which is below M·(E + 1). So B < M·(E + 1), and E is at least B
divided by M, rounded down.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from strategist.common.errors import SpecError
from strategist.games.every_game.chances import with_weights
from strategist.model.game import Game

LABEL = "hidden.csv"
"""What stands for the codemaker's chances in the string of a game."""


def multiplier(game: Game, weights: Sequence[int]) -> int:
    """The number M for these weights of the secrets: 1 where all are positive.

    >>> from strategist.games.catalog import make_game
    >>> multiplier(make_game("mastermind(1,3)"), [2, 1, 0]), multiplier(make_game("mastermind(1,3)"), [2, 1, 1])
    (4, 1)
    """
    nothing = sum(1 for weight in weights if not weight)
    if not nothing:
        return 1
    return nothing * len(weights) * max(game.costs or [1]) + 1


def hiding(game: Game, weights: Sequence[int]) -> Game:
    """The game whose secrets have these whole numbers as chances; those without weight have next to none.

    Raises :class:`~strategist.common.errors.SpecError` if the numbers are too large for a search.

    >>> from strategist.games.catalog import make_game
    >>> hiding(make_game("mastermind(1,3)"), [2, 1, 0]).weights
    [8, 4, 1]
    """
    factor = multiplier(game, weights)
    return with_weights(game, [weight * factor or 1 for weight in weights], label=LABEL)


def bound_on_value(hidden: Game, weights: Sequence[int], bound: int) -> Fraction:
    """What the value of a game is at least, where every strategy for ``hidden`` has an expected cost of at least
    ``bound``, in its whole numbers.

    ``weights`` are the codemaker's. Raises :class:`~strategist.common.errors.SpecError` unless the chances of
    ``hidden`` are made of them.

    >>> from strategist.games.catalog import make_game
    >>> weights = [2, 1, 0]
    >>> bound_on_value(hiding(make_game("mastermind(1,3)"), weights), weights, bound=19)
    Fraction(4, 3)
    """
    factor = multiplier(hidden, weights)
    expected = [weight * factor or 1 for weight in weights]
    numbers = hidden.weights
    if numbers is None or len(numbers) != len(expected) or not any(weights):
        raise SpecError(f"expected chances of {len(expected)} secrets, got {hidden.spec}")
    # A game keeps numbers without a common divisor.
    share = Fraction(expected[0], numbers[0])
    if any(share * number != weight for number, weight in zip(numbers, expected, strict=True)):
        raise SpecError(f"the chances of {hidden.spec} are not those of the mixture")
    least = share * bound / factor
    return Fraction(least if factor == 1 else least.__floor__()) / sum(weights)
