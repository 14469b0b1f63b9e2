"""A forced opening may tell nothing, or be made with one secret left: it is asked and counted in any case."""

from __future__ import annotations

from functools import cache

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from selection import examples

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common.errors import InfeasibleError
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.model.game import Game
from strategist.model.tree import Claims
from strategist.search.advice.advise import advise, choose_candidates
from strategist.search.compile.compile import compile_from
from strategist.search.state.start import Start, start_of

OBJECTIVES = ("total", "depth", "total,depth,worst", "depth,worst", "depth,total,worst")


def game_of(rows: list[list[int]], goal: str) -> Game:
    """The game of answers ``rows[question][secret]``; the questions are called q0, q1 and so on."""
    lines = [["", *(f"s{index}" for index in range(len(rows[0])))]]
    lines += [[f"q{at}", *(f"a{answer}" for answer in row)] for at, row in enumerate(rows)]
    return Table({"file": "made.csv", "goal": goal}, make_sheet(list(enumerate(lines, 1))))


def least(game: Game, candidates: tuple[int, ...], opening: int, objectives: str, limit: int | None) -> object:
    """The least figures of all trees that begin with ``opening``, by exhaustive search; None if none keeps the limit.

    After the opening, a guess that tells nothing only repeats another tree, one guess later.
    """
    solved = game.response_count - 1

    @cache
    def histograms(left: tuple[int, ...], first: int | None) -> frozenset[tuple[int, ...]]:
        if game.announces and len(left) == 1 and first is None:
            return frozenset({(1,)})
        found: set[tuple[int, ...]] = set()
        for guess in range(game.question_count) if first is None else [first]:
            cells: dict[int, list[int]] = {}
            for secret in left:
                cells.setdefault(game.respond(game.guesses[guess], game.secrets[secret]), []).append(secret)
            if first is None and len(cells) == 1 and solved not in cells:
                continue
            sums = {(len(cells.pop(solved, ())),)}
            for cell in cells.values():
                sums = {add(one, (0, *other)) for one in sums for other in histograms(tuple(cell), None)}
            found |= sums
        return frozenset(found)

    every = [Claims.of_moves(histogram, 0, game.announces) for histogram in histograms(candidates, opening)]
    kept = [claims for claims in every if limit is None or claims.depth <= limit]
    return min((figures(claims, objectives) for claims in kept), default=None)


def add(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    short, long = sorted((one, other), key=len)
    return tuple(count + (short[at] if at < len(short) else 0) for at, count in enumerate(long))


def figures(claims: Claims, objectives: str) -> tuple[int, ...]:
    names = {"total": claims.total, "depth": claims.depth, "worst": claims.worst_count}
    return tuple(names[objective] for objective in objectives.split(","))


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
    game = game_of(rows, goal)
    opening = first % game.question_count
    options = f"first={game.format_code(game.guesses[opening])}" + ("" if limit is None else f",max_depth={limit}")
    strategy = make_strategy(f"optimal({objectives},{options})", game)
    start = Start((), np.array(left, dtype=np.int32))
    expected = least(game, tuple(left), opening, objectives, limit)
    if expected is None:
        with pytest.raises(InfeasibleError, match="proven"):
            compile_from(game, strategy, start)
        return
    data = compile_from(game, strategy, start).data
    assert data.tree.guesses[0] == opening
    assert (figures(data.claims, objectives), data.bound) == (expected, "optimal")
    assert data.lower_bound == figures(data.claims, objectives)[0]
    if limit is not None:
        feasible = make_strategy(f"feasible({options})", game)
        assert compile_from(game, feasible, start).data.claims.depth <= limit
    if len(left) == len(game.secrets):
        assert verify_strategy(data).verified


@pytest.mark.parametrize("objectives", OBJECTIVES)
def test_a_question_that_tells_nothing_costs_a_guess(objectives: str) -> None:
    game = game_of([[0, 0], [0, 1]], "ask")
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
