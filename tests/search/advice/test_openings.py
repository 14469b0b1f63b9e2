"""Forced first guesses."""

from __future__ import annotations

import pytest

from strategist import make_game, make_strategy
from strategist.common.errors import CodeError
from strategist.search.advice.openings import with_first

GAME = make_game("mastermind(4,6)")


def test_none_leaves_a_strategy_alone() -> None:
    strategy = make_strategy("minimax(first=1111)", GAME)
    assert with_first(GAME, strategy, None) == [strategy]


def test_one_code_takes_the_place_of_another_and_keeps_the_other_options() -> None:
    (forced,) = with_first(GAME, make_strategy("minimax(guesses=candidates,first=1111)", GAME), "1234")
    assert forced.spec == "minimax(guesses=candidates,first=1234)"


def test_all_are_the_essentially_different_ones() -> None:
    strategies = with_first(GAME, make_strategy("entropy", GAME), "all")
    assert [strategy.spec for strategy in strategies] == [
        "entropy(first=1111)",
        "entropy(first=1112)",
        "entropy(first=1122)",
        "entropy(first=1123)",
        "entropy(first=1234)",
    ]


def test_what_is_no_code_is_refused() -> None:
    with pytest.raises(CodeError):
        with_first(GAME, make_strategy("entropy", GAME), "everything")
