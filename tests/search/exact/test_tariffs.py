"""What a secret costs by the number of the guess: searches by tariff beside all trees, and what is refused."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from bothways import result, searched
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from toys import WORDS, weighted

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.searched import Optimal
from strategist.common.errors import SpecError
from strategist.files.strategy import encode
from strategist.games.words.words import Words
from strategist.model.objective import figure_of
from strategist.model.position import Position
from strategist.model.tariffs.by_levels import tariff_of_levels
from strategist.model.tariffs.tariff import Tariff
from strategist.model.tree import Claims
from strategist.search.run.alltrees import all_trees
from strategist.search.state.options import Options
from strategist.search.tasks.supervise import StopSignal


@pytest.mark.parametrize("objective", ["lexicographic", 'cost="1,2,3,4,5,20"'])
def test_a_search_without_time_takes_the_best_tree_of_heuristics(
    objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no tree of its own yet, and compares those of heuristics by what is to be minimized."""

    class Pulled(StopSignal):
        """On a busy machine a clock would leave the search some time, and it might find a tree."""

        def __init__(self, shared: NDArray[np.int64] | None = None, time_limit: float | None = None) -> None:
            super().__init__(shared, time_limit)
            self.pull()

    monkeypatch.setattr("strategist.search.run.objectives.StopSignal", Pulled)
    data = compile_strategy("mastermind(4,5)", f"optimal({objective})", time_limit=0).data
    heuristics = [
        compile_strategy("mastermind(4,5)", each).data.claims for each in ("entropy", "most-parts", "minimax")
    ]
    figures = [figure_of(data.objective or "", claims, data.game) or 0 for claims in (data.claims, *heuristics)]
    assert data.stopped and figures[0] == min(figures[1:])


@pytest.mark.parametrize("name", ["mastermind(2,3)", "bulls-and-cows(2,4)", "mastermind(3,2)"])
def test_the_best_histogram_is_that_of_all_trees_by_levels(name: str) -> None:
    game = make_game(name)
    every = all_trees(searched("optimal", game), Position((), range(len(game.secrets))))
    best = min((histogram for _, histogram, _ in every), key=lambda each: (len(each), each[::-1]))
    assert compile_strategy(game, "optimal(lexicographic)").data.claims.histogram == best


@pytest.mark.parametrize(("name", "secrets"), [("mastermind(2,2)", 8), ("mastermind(2,3)", 7)])
def test_by_its_levels_a_tree_costs_more_exactly_if_a_deeper_level_has_more(name: str, secrets: int) -> None:
    game = make_game(name)
    branches, listed = game.response_count - 1, tariff_of_levels(game, secrets, 4)
    histograms = [
        each
        for each in product(*(range(min(secrets, branches**level) + 1) for level in range(4)))
        if sum(each) == secrets
    ]
    assert len(histograms) > 5
    by_levels = sorted(histograms, key=lambda each: each[::-1])
    costs = [listed.sum_over(Claims.of(each, lost=0), 0) for each in by_levels]
    assert costs == sorted(set(costs))


def test_a_cost_that_rises_by_one_is_the_total() -> None:
    total, cost = (compile_strategy("mastermind(3,4)", f"optimal({each})").data for each in ("total", 'cost="1,2,3"'))
    assert (cost.claims.total, cost.lower_bound, cost.bound) == (total.claims.total, total.lower_bound, "optimal")


def test_guesses_before_a_position_count_as_made() -> None:
    game = make_game("mastermind(3,3)")
    start = game.parse_history("112:0b1w")
    data = compile_strategy(game, 'optimal(cost="1,2,9,30,31")', start=start).data
    position = Position(
        ((game.guesses.index(start[0][0]), start[0][1]),), list(map(game.secrets.index, game.consistent(start)))
    )
    every = all_trees(searched("optimal", game), position)
    # From the second guess on they cost 1, 8, 29, 30, ... more than what was spent before.
    costs = (1, 8, 29, 30, 31, 32)
    assert data.objective == "cost=1:2:9:30:31"
    assert data.lower_bound == min(sum(map(int.__mul__, histogram, costs)) for _, histogram, _ in every)


@given(st.lists(st.integers(0, 50), min_size=2, max_size=6), st.lists(st.integers(0, 9), max_size=9), st.integers(0, 7))
def test_a_tariff_is_the_sum_of_its_steps(rises: list[int], histogram: list[int], made: int) -> None:
    tariff = Tariff(tuple(sum(rises[: end + 1]) for end in range(len(rises))))
    steps = tariff.steps(made)
    costs = [sum(steps[min(at, len(steps) - 1)] for at in range(guess)) for guess in range(1, 10)]
    expected = sum(count * cost for count, cost in zip(histogram, costs, strict=False))
    assert tariff.sum_over(Claims.of(histogram, lost=0), made) == expected


@pytest.mark.parametrize("given_text", ['optimal(cost="1,2,3,4,5,20")', 'optimal(cost=" 1,02,10")'])
def test_the_canonical_string_is_read_again(given_text: str) -> None:
    game = make_game("mastermind(2,3)")
    if " " in given_text:
        with pytest.raises(SpecError, match=r"^cost: expected whole numbers"):
            make_strategy(given_text, game)
        return
    strategy = make_strategy(given_text, game)
    assert strategy.spec == given_text
    again = make_strategy(strategy.spec, game)
    assert isinstance(again, Optimal)
    assert (again.spec, again.objectives) == (given_text, ["cost=1:2:3:4:5:20"])


@pytest.mark.parametrize("objective", ["lexicographic", 'cost="1,2,9"'])
def test_with_costs_of_questions_there_is_no_tariff(objective: str) -> None:
    priced = weighted(make_game("mastermind(2,2)"), None, [1, 2, 1, 1])
    with pytest.raises(SpecError, match="without costs of questions"):
        make_strategy(f"optimal({objective})", priced)


@pytest.mark.parametrize(
    "text", ["optimal(lexicographic)", 'optimal(cost="0,3,4,9")', 'optimal(cost="1,100000000,200000001")']
)
def test_threads_and_techniques_change_no_byte(text: str) -> None:
    made = [
        encode(compile_strategy("bulls-and-cows(3,5)", text, options=each).data)
        for each in (Options(), Options(jobs=2), Options(techniques=0))
    ]
    assert made[0] == made[1] == made[2]


def test_in_hard_mode_what_is_allowed_counts() -> None:
    game = Words({"hard": True}, WORDS)
    for text in ("optimal(lexicographic)", 'optimal(cost="1,2,20")'):
        strategy = searched(text, game)
        assert result(strategy) == result(strategy, plain=True)


def test_with_chances_each_secret_still_counts_once() -> None:
    random = Random(5)
    game = weighted(make_game("mastermind(2,3)"), [random.randint(1, 9) for _ in range(9)])
    data = compile_strategy(game, "optimal(lexicographic)").data
    assert data.claims.histogram == (1, 4, 4)
    assert figure_of("lexicographic", data.claims, game) == data.lower_bound
