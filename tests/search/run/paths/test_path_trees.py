"""Best trees by the costs of their paths: known values, and random games against all trees."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import pytest
from path_games import least_by_histories, path_game

from strategist import compile_strategy, make_game, table, verify_strategy
from strategist.common.errors import InfeasibleError, OutOfTimeError, SpecError, TooLargeError
from strategist.files.strategy import decode, encode
from strategist.model.game import Game
from strategist.model.objective import by_paths, objective_kind
from strategist.search.run.paths.path_costs import PathCosts
from strategist.search.run.paths.path_counts import PathCounts
from strategist.search.run.paths.path_positions import PathGround
from strategist.search.run.paths.path_search import Halted, PathSearch
from strategist.search.run.paths.plain_paths import PlainPaths
from strategist.search.state.options import Options


def higher_or_lower(numbers: int) -> Game:
    """Asking for k costs k, and is answered lower, equal or higher."""
    names = [f"n{number}" for number in range(1, numbers + 1)]
    lines = {
        f"is it {asked}?": [
            "lower" if n < asked else "equal" if n == asked else "higher" for n in range(1, numbers + 1)
        ]
        for asked in range(1, numbers + 1)
    }
    return table(lines, names=names, costs={text: at for at, text in enumerate(lines, 1)})


@cache
def floors(eggs: int, drops: int) -> int:
    """How many floors so many eggs and drops are enough for, with the ground."""
    return 1 if not eggs or not drops else floors(eggs - 1, drops - 1) + floors(eggs, drops - 1)


@pytest.mark.parametrize(
    ("text", "objective", "least"),
    [
        ('comparisons(7,costs="1 3 10 1 5 2 6")', "worst-cost", 14),
        ('comparisons(100,answer_costs="yes:10 no:1")', "expected", 2650),
        ("comparisons(100,limit=yes:2)", "depth", 14),
        ("comparisons(100,limit=yes:1)", "depth", 99),
        ("comparisons(101,limit=yes:2)", "depth", 14),
        ("comparisons(8,limit=yes:3)", "depth", 3),
        ("comparisons(100,answer_costs=yes:1)", "worst-cost", 1),
        ("subsets(8,answer_costs=yes:1 no:1)", "worst-cost", 3),
    ],
)
def test_known_values(text: str, objective: str, least: int) -> None:
    compiled = compile_strategy(text, f"optimal({objective})")
    assert (compiled.lower_bound, compiled.bound) == (least, "optimal")
    assert verify_strategy(compiled).verified
    assert decode(encode(compiled.data)).claims == compiled.data.claims


def test_higher_or_lower_costs_what_is_published() -> None:
    """375 of LeetCode: the least that is surely enough for 1 to 10 is 16."""
    for numbers, least in ((1 + 1, 1), (3, 2), (4, 4), (10, 16)):
        assert compile_strategy(higher_or_lower(numbers), "optimal(worst-cost)").lower_bound == least


@pytest.mark.parametrize("eggs", [1, 2, 3])
def test_eggs_are_as_many_drops_as_binomials_say(eggs: int) -> None:
    for drops in range(1, 8):
        for numbers in {floors(eggs, drops), floors(eggs, drops) + 1} - {1}:
            compiled = compile_strategy(f"comparisons({numbers},limit=yes:{eggs})", "optimal(depth)")
            assert compiled.depth == drops + (numbers > floors(eggs, drops))


def test_many_floors_take_no_longer_than_their_numbers() -> None:
    compiled = compile_strategy("comparisons(10000,limit=yes:2)", "optimal(depth)")
    assert compiled.depth == compiled.lower_bound == 141
    assert floors(2, 140) < 10000 <= floors(2, 141)


def test_the_search_finds_the_best_of_all_trees(campaign_numbers: Callable[[int], range]) -> None:
    met: set[str] = set()
    for number in campaign_numbers(150):
        game, objective = path_game(number)
        if not by_paths(game, objective):
            continue
        least = least_by_histories(game, objective)
        plain = PlainPaths(game, objective)
        assert plain.solve(plain.place(range(len(game.secrets))))[0] == least, (number, game.spec, objective)
        for plainly in (False, True):
            try:
                compiled = compile_strategy(game, f"optimal({objective})", plain=plainly)
            except InfeasibleError:
                assert least == math.inf, (number, game.spec)
                met.add("infeasible")
                continue
            figure = objective_kind(compiled.data.objective or "").figure(compiled.data.claims)
            assert figure == compiled.lower_bound == least, (number, game.spec, objective)
            verification = verify_strategy(compiled)
            assert verification.verified, (number, game.spec, verification.problems)
            assert decode(encode(compiled.data)).claims == compiled.data.claims
            met.add(objective)
    assert {"total", "depth", "expected", "worst-cost"} <= met


def test_a_tree_may_begin_behind_a_history() -> None:
    for text, objective in (
        ("comparisons(9,limit=yes:2)", "depth"),
        ("comparisons(9,costs=1 2 3 4 5 6 7 8,limit=yes:2)", "total"),
    ):
        game = make_game(text)
        start = game.parse_history("up-to-6:yes")
        compiled = compile_strategy(game, f"optimal({objective})", start=start)
        once = compile_strategy("comparisons(6,limit=yes:1)", f"optimal({objective})")
        assert compiled.lower_bound == once.lower_bound and verify_strategy(compiled).verified


def test_a_tree_that_breaks_a_limit_does_not_verify() -> None:
    free = compile_strategy("comparisons(9)", "optimal(depth)").data
    bound = compile_strategy("comparisons(9,limit=yes:1)", "optimal(depth)").data
    broken = verify_strategy(type(free)(bound.game, free.strategy, free.tree, free.claims))
    assert not broken.verified and "more than limit=yes:1 allows" in broken.problems[0]
    for plain in (False, True):
        assert verify_strategy(bound, plain=plain).verified


def test_a_search_that_is_stopped_has_a_tree_and_a_bound() -> None:
    game = make_game("mastermind(3,5,answer_costs=0b0w:3 1b0w:1)")
    ground = PathGround(game, "expected", range(len(game.secrets)))
    search = PathSearch(ground, lambda: True)
    with pytest.raises(Halted):
        search.solve(ground.begin, 1 << 40)
    stopped = compile_strategy(game, "optimal(expected)", options=Options(time_limit=0.05))
    assert stopped.bound == "upper" and stopped.stopped and verify_strategy(stopped).verified
    assert 0 <= (stopped.lower_bound or 0) <= (stopped.data.bounded_figure or 0)
    begun = compile_strategy(game, "optimal(expected)", options=Options(time_limit=0.5, certificate=True))
    assert begun.prove(checked=True).bound == begun.lower_bound


def test_what_secrets_cost_by_number_is_no_more_than_any_tree_costs(campaign_numbers: Callable[[int], range]) -> None:
    for number in campaign_numbers(60):
        game, objective = path_game(number)
        counts = PathCounts(game, PathCosts.of(game, objective), len(game.secrets))
        if game.weights is None and game.classes is None:
            assert counts.least(len(game.secrets), counts.begin) <= least_by_histories(game, objective), game.spec


@pytest.mark.parametrize(
    ("text", "strategy", "why"),
    [
        ("comparisons(9,limit=yes:2)", "optimal(depth,total)", "alone"),
        ("comparisons(9,limit=yes:2)", "feasible(max_depth=9)", "alone"),
        ("comparisons(9,limit=yes:2)", "optimal(static)", "alone"),
        ("comparisons(9,limit=yes:2)", "optimal(size)", "does not restrict guesses"),
        ("comparisons(9,limit=yes:2)", "optimal(max_depth=9)", "expected no max_depth"),
        ("comparisons(9,limit=yes:2)", "optimal(first=up-to-3)", "expected no first"),
        ("comparisons(9,limit=yes:2)", "optimal(width=2)", "expected no width"),
        ("comparisons(9,answer_costs=yes:2)", "entropy(per=cost)", "answers that cost nothing"),
        ("mastermind(2,3,turns=5,limit=0b0w:1)", "optimal(total)", "without turns"),
        ("mastermind(2,3,limit=0b0w:1)", "hill-climb", "without limits of answers"),
    ],
)
def test_what_is_not_searched_for_is_refused_in_one_line(text: str, strategy: str, why: str) -> None:
    with pytest.raises(SpecError, match=why) as caught:
        compile_strategy(text, strategy)
    assert "\n" not in str(caught.value)


def test_games_that_are_too_large_are_refused_in_one_line() -> None:
    for text in ("comparisons(3000,costs=" + " ".join(["1 2"] * 1499) + " 1)", "mastermind(5,8,limit=0b0w:1)"):
        with pytest.raises(TooLargeError, match="costs of paths"):
            compile_strategy(text, "optimal(worst-cost)" if "costs" in text else "optimal(total)")


def test_limits_that_leave_no_tree_are_proven_to() -> None:
    for text in ("comparisons(100,limit=yes:2 no:3)", "comparisons(9,costs=1 2 3 4 5 6 7 8,limit=yes:1 no:1)"):
        with pytest.raises(InfeasibleError, match=r"within limit=.* \(proven\)"):
            compile_strategy(text, "optimal(depth)")


def test_a_search_that_finds_no_tree_in_time_says_so() -> None:
    with pytest.raises(OutOfTimeError, match="before it found a tree"):
        compile_strategy("mastermind(3,5,limit=0b0w:1 1b0w:1)", "optimal", options=Options(time_limit=0.01))


def test_heuristics_keep_limits() -> None:
    for text in ("comparisons(20,limit=yes:2)", "mastermind(2,3,limit=0b0w:1)"):
        for strategy in ("entropy", "minimax", "first", "random", "most-parts", "dallwitz"):
            compiled = compile_strategy(text, strategy)
            assert verify_strategy(compiled).verified, (text, strategy)
