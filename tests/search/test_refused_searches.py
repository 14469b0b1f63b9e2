"""Searches that mean nothing are refused in one line, which says what would do."""

from __future__ import annotations

import pytest

from strategist import compile_strategy
from strategist.common.errors import SpecError, StrategistError

WIDTH = "optimal: expected the objective total, expected or cost= with width"
GUESSED = "needs a game that ends with the secret as a guess"
NUMBERS = 'cost: expected whole numbers, as in cost="1,2,3,4,5,20", got '
OBJECTIVES = "total, depth, worst, expected, worst-cost, size, lost, static, lexicographic, cost=, price="


@pytest.mark.parametrize(
    ("strategy", "told"),
    [
        ("optimal(wost)", f"expected objectives of {OBJECTIVES}, got 'wost'"),
        ("optimal(total,total)", "twice"),
        ("optimal(worst)", "depth before worst"),
        ("optimal(total,worst)", "depth before worst"),
        ("optimal(max_depth=0)", "at least 1"),
        ("optimal(first=9999)", "expected symbols 123"),
        ("feasible", "expected max_depth"),
        # Widths.
        ("optimal(depth,width=2)", WIDTH),
        ("optimal(total,depth,width=2)", WIDTH),
        ("optimal(lexicographic,width=3)", WIDTH),
        ("optimal(width=0)", "at least 1"),
        # Tariffs.
        ('optimal(cost="1,2,2")', "cost: expected numbers that rise, got 2 behind 2"),
        ('optimal(cost="3")', "cost: expected 2 to 100 numbers, got 1"),
        ('optimal(cost="1,x")', f"{NUMBERS}'x'"),
        ('optimal(cost="1,2.5")', f"{NUMBERS}'2.5'"),
        ('optimal(cost="-1,2")', f"{NUMBERS}'-1'"),
        ('optimal(cost="1,99999999999")', "cost: expected numbers of up to 1000000000, got 99999999999"),
        ('optimal(depth,cost="1,2")', "optimal: expected cost= without other objectives, got depth"),
        ("optimal(lexicographic,total)", "optimal: expected lexicographic without other objectives"),
        ("optimal(cost)", "optimal: expected objectives of total, depth,"),
        # What is lost, in a game without turns.
        ("optimal(lost)", "the objective lost needs a game with turns, as in turns=6, got mastermind"),
        # Questions that are asked all at once.
        ("optimal(static,total)", "without other objectives"),
        ("optimal(static,max_depth=3)", "know no max_depth"),
        ("optimal(static,first=11)", "know no first"),
        ("optimal(static,guesses=candidates)", "guesses=all"),
        ("feasible(static)", "expected count"),
        ("feasible(count=3)", "expected static before count"),
    ],
)
def test_nonsense_is_refused(strategy: str, told: str) -> None:
    with pytest.raises(StrategistError if "first=9" in strategy else SpecError) as caught:
        compile_strategy("mastermind(2,3)", strategy)
    assert told in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "strategy", "told"),
    [
        ("mastermind(2,3,turns=2)", "optimal(total,lost)", "expected lost before the other objectives, got total,lost"),
        (
            "mastermind(2,3,turns=2)",
            "optimal(lost,max_depth=1)",
            "expected lost without max_depth: the turns of the game",
        ),
        ("mastermind(2,3,turns=2)", "optimal(lost,lost)", "the objective lost stands there twice"),
        ("mastermind(2,3,goal=identify)", "optimal(lexicographic)", GUESSED),
        ("mastermind(2,3,goal=identify)", 'optimal(cost="1,2,9")', GUESSED),
        ("mastermind(2,3,lies=1)", "optimal(lexicographic)", GUESSED),
        ("mastermind(2,3,lies=1)", 'optimal(cost="1,2,9")', GUESSED),
        ("mastermind(2,3,lies=1)", "optimal(static)", "one true answer"),
        ("words(hard=true)", "optimal(static)", "does not restrict guesses"),
        ("mastermind(2,3,turns=5)", "optimal(static)", "without turns"),
    ],
)
def test_games_that_a_search_does_not_take_are_refused(game: str, strategy: str, told: str) -> None:
    with pytest.raises(SpecError) as caught:
        compile_strategy(game, strategy)
    assert told in str(caught.value) and "\n" not in str(caught.value)
