"""A forced opening may tell nothing, or be made with one secret left: it is asked and counted in any case."""

from __future__ import annotations

from fractions import Fraction

import hypothesis.strategies as st
import numpy as np
import pytest
from all_strategies import AllStrategies, Place
from bothways import searched, table_game
from hypothesis import HealthCheck, given, settings
from selection import examples

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.choosing.searched import SearchedStrategy, figures_of
from strategist.common.errors import InfeasibleError
from strategist.search.advice.advise import advise, choose_candidates
from strategist.search.compile.compile import compile_from
from strategist.search.state.start import Start, start_of

OBJECTIVES = ("total", "depth", "total,depth,worst", "depth,worst", "depth,total,worst")


def least(strategy: SearchedStrategy, left: list[int], limit: int | None) -> tuple[int, ...] | None:
    """The least figures of all trees that begin with the opening, whatever it tells; None if none keeps the limit."""
    trees, place = AllStrategies(strategy), Place(tuple((secret, Fraction(1)) for secret in left))
    assert strategy.opening is not None
    costs = trees._asking(place, strategy.opening, trees.cells(place, strategy.opening), limit)
    return min(map(trees._figures, costs), default=None)


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """A small table, in which some rows tell nothing and one tells all secrets apart, and some of its secrets."""
    count = draw(st.integers(2, 5))
    rows = draw(st.lists(st.lists(st.integers(0, 1), min_size=count, max_size=count), min_size=1, max_size=4))
    left = draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=count, unique=True))
    return [*rows, [0] * count, list(range(count))], sorted(left)


@settings(max_examples=examples(200), suppress_health_check=[HealthCheck.too_slow])
@given(
    positions(),
    st.sampled_from(["ask", "identify"]),
    st.integers(0, 10),
    st.sampled_from(OBJECTIVES),
    st.sampled_from([None, 1, 2, 3]),
)
def test_forced_openings_against_all_trees(
    position: tuple[list[list[int]], list[int]], goal: str, first: int, objectives: str, limit: int | None
) -> None:
    rows, left = position
    game = table_game(rows, goal)
    opening = first % game.question_count
    options = f"first={game.format_code(game.guesses[opening])}" + ("" if limit is None else f",max_depth={limit}")
    strategy = searched(f"optimal({objectives},{options})", game)
    start = Start((), np.array(left, dtype=np.int32))
    expected = least(strategy, left, limit)
    if expected is None:
        with pytest.raises(InfeasibleError, match="proven"):
            compile_from(game, strategy, start)
        return
    data = compile_from(game, strategy, start).data
    assert data.tree.guesses[0] == opening
    assert (figures_of(data.claims, strategy.objectives), data.bound) == (expected, "optimal")
    assert data.lower_bound == expected[0]
    if limit is not None:
        feasible = make_strategy(f"feasible({options})", game)
        assert compile_from(game, feasible, start).data.claims.depth <= limit
    if len(left) == len(game.secrets):
        assert verify_strategy(data).verified


@pytest.mark.parametrize("objectives", OBJECTIVES)
def test_a_question_that_tells_nothing_costs_a_guess(objectives: str) -> None:
    game = table_game([[0, 0], [0, 1]], "ask")
    data = compile_strategy(game, f"optimal({objectives},first=q0)").data
    assert (data.claims.histogram, data.bound) == ((0, 1, 1), "optimal")
    assert verify_strategy(data).verified
    # The opening counts towards a limit, too.
    with pytest.raises(InfeasibleError, match="under first=q0 guarantees 2 guesses"):
        compile_strategy(game, "feasible(max_depth=2,first=q0)")


@pytest.mark.parametrize("strategy", ["optimal(total,depth)", "optimal(depth)", "feasible(max_depth=2)", "entropy"])
def test_an_opening_is_made_where_one_secret_is_left(strategy: str) -> None:
    game = make_game("mastermind(4,6)")
    forced = f"{strategy[:-1]},first=1122)" if strategy.endswith(")") else f"{strategy}(first=1122)"
    start = choose_candidates(game, start_of(game), ["4563"])
    advice = advise(game, make_strategy(forced, game), start)
    assert (advice.guess, advice.data.claims.histogram) == (game.parse_code("1122"), (0, 1))
    free = advise(game, make_strategy(strategy, game), start)
    assert (free.guess, free.data.claims.histogram) == (game.parse_code("4563"), (1,))
