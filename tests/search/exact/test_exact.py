"""Optimal trees against a search through all trees, and against the results proven in the literature."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from bothways import result, searched, table_game, tables
from cases import OBJECTIVES
from hypothesis import HealthCheck, given, settings
from selection import examples

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import InfeasibleError
from strategist.files.strategy import encode
from strategist.games.tables.table import table_csv
from strategist.search.bounds.counting import even_questions, least_costs, least_questions
from strategist.search.run.root import Root
from strategist.search.state.options import Options
from strategist.search.state.problem import (
    ALL_TECHNIQUES,
    BY_ESTIMATE,
    DEDUPLICATION,
    INFEASIBLE,
    MEMO,
    PERFECT,
    SYMMETRY,
    TWO_PLIES,
)

SMALL = (
    "mastermind(2,3)",
    "mastermind(2,4)",
    "bulls-and-cows(2,4)",
    "mastermind(3,2)",
    "mastermind(3,2,feedback=black)",
    "mastermind(2,3,goal=identify)",
    "mastermind(2,4,goal=identify)",
    "bulls-and-cows(2,4,goal=identify)",
    "mastermind(3,2,feedback=black,goal=identify)",
)


SEARCHES = [
    *(f"optimal({objectives})" for objectives in OBJECTIVES),
    *(
        f"optimal(total{guesses}{first}{limit})"
        for guesses in ("", ",guesses=candidates")
        for first in ("", ",first=SECOND")
        for limit in ("", *(f",max_depth={most}" for most in (2, 3, 4)))
    ),
    *(f"feasible(max_depth={most})" for most in range(1, 6)),
]
"""Every objective, every option, and every limit; ``SECOND`` stands for the second guess."""


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_against_all_trees(search: str, text: str) -> None:
    game = make_game(text)
    strategy = searched(search.replace("SECOND", game.format_code(game.guesses[1])), game)
    assert result(strategy) == result(strategy, plain=True)


@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.too_slow])
@given(tables(), st.sampled_from(["ask", "identify"]), st.sampled_from(OBJECTIVES), st.sampled_from([None, 2, 3]))
def test_tables_against_all_trees(rows: list[list[int]], goal: str, objectives: str, max_depth: int | None) -> None:
    limit = "" if max_depth is None else f",max_depth={max_depth}"
    strategy = searched(f"optimal({objectives}{limit})", table_game(rows, goal))
    assert result(strategy) == result(strategy, plain=True)


# Figures and who proved them first: see scripts/site/pages/proven-values.md.
PROVEN = [
    ("mastermind(3,4)", "optimal(total)", 206, None, None),  # Goddard 2004
    ("mastermind(3,5)", "optimal(total)", 451, None, None),  # Goddard 2004
    ("mastermind(4,4)", "optimal(total)", 905, None, None),  # Goddard 2004
    ("mastermind(4,5)", "optimal(total)", 2463, None, None),  # Goddard 2004
    ("mastermind(5,3)", "optimal(total)", 816, None, None),  # Goddard 2004
    ("mastermind(4,6)", "optimal(total,depth,worst)", 5625, 6, 1),  # Koyama and Lai 1993
    ("mastermind(4,6)", "optimal(depth,worst)", None, 5, 539),  # a tree: slovesnov
    ("mastermind(4,6)", "optimal(total,max_depth=5)", 5626, 5, None),  # Koyama and Lai 1993
    ("mastermind(4,6)", "optimal(total,guesses=candidates)", 5660, None, None),  # supermastermind.github.io
    ("mastermind(4,6)", "optimal(total,guesses=candidates,first=1234)", 5743, None, None),  # the same
    ("mastermind(4,6)", "optimal(total,guesses=candidates,first=1122)", 5752, None, None),  # the same
    ("mastermind(4,6)", "optimal(total,guesses=candidates,first=1112)", 5848, None, None),  # the same
    ("mastermind(4,7)", "optimal(total)", 11228, None, None),  # Ville 2013
    ("bulls-and-cows(3,10)", "optimal(total)", 3575, None, None),  # mmstrat
    ("bulls-and-cows(4,9)", "optimal(total,depth)", 14914, 7, None),
    ("bulls-and-cows(5,7)", "optimal(total)", 12305, None, None),
]
# The same where it is enough to know the code.
IDENTIFIED = [
    ("mastermind(4,4,goal=identify)", "optimal(total,depth)", 713, 3, None),
    ("mastermind(4,5,goal=identify)", "optimal(total,depth)", 1949, 4, None),
    ("mastermind(4,6,goal=identify)", "optimal(total,depth,worst)", 4596, 4, 734),
    ("mastermind(4,6,goal=identify)", "optimal(depth,worst,total)", 4596, 4, 734),
    ("mastermind(4,6,goal=identify)", "optimal(total,guesses=candidates)", 4762, None, None),
    ("bulls-and-cows(3,10,goal=identify)", "optimal(total,depth)", 3027, 5, None),
    ("bulls-and-cows(4,9,goal=identify)", "optimal(depth)", None, 5, None),
]


SLOW = [
    ("mastermind(4,8)", "optimal(total)", 20471, None, None),
    ("mastermind(5,5)", "optimal(total,depth)", 13496, 6, None),
    ("bulls-and-cows(4,9,goal=identify)", "optimal(total,depth)", 12534, 6, 2),
    ("bulls-and-cows(4,10)", "optimal(total,depth,worst)", 26274, 7, 69),  # total and depth: Tanaka 1996
    ("bulls-and-cows(4,10)", "optimal(depth,worst)", None, 7, 50),  # a tree: slovesnov
    ("mastermind(4,8)", "optimal(total,depth)", 20471, 7, None),
    ("mastermind(4,9)", "optimal(total)", 34666, None, None),
    ("mastermind(5,6)", "optimal(total)", 36721, None, None),
    ("bulls-and-cows(4,10,goal=identify)", "optimal(total,depth)", 22351, 6, None),
    ("bulls-and-cows(4,10,goal=identify)", "optimal(depth)", None, 6, None),
    ("bulls-and-cows(4,9,goal=identify)", "optimal(depth,worst,total)", None, 5, 813),
    ("mastermind(4,7,goal=identify)", "optimal(total,depth)", 9292, 5, None),
    ("mastermind(4,8,goal=identify)", "optimal(total,depth)", 17123, 6, None),
    ("mastermind(5,5,goal=identify)", "optimal(total,depth)", 10983, 5, None),
    ("bulls-and-cows(5,7,goal=identify)", "optimal(total,depth)", 10389, 5, None),
]


# By the formulas of Chen and Lin for codes of two.
BY_FORMULA = [
    *(
        (f"mastermind(2,{n})", "optimal(total,depth)", (8 * n**3 + 51 * n**2 + more) // 24, n // 2 + 2, None)
        for n in range(3, 11)
        for more in [-74 * n + 48 if n % 2 == 0 else -80 * n + 69]
    ),
    *(
        (f"bulls-and-cows(2,{n})", "optimal(total,depth)", (4 * n**3 + 21 * n**2 + more) // 12, (n + 1) // 2 + 1, None)
        for n in range(3, 11)
        for more in [-76 * n + 72 if n % 2 == 0 else -82 * n + 105]
    ),
]


@pytest.mark.parametrize(
    ("text", "strategy", "total", "depth", "worst"),
    [*PROVEN, *IDENTIFIED, *BY_FORMULA, *(pytest.param(*each, marks=pytest.mark.slow) for each in SLOW)],
)
def test_proven_figures(text: str, strategy: str, total: int | None, depth: int | None, worst: int | None) -> None:
    data = compile_strategy(text, strategy, jobs=2).data
    assert verify_strategy(data).verified
    assert data.bound == "optimal"
    assert data.lower_bound == data.bounded_figure
    claims = data.claims
    for expected, found in ((total, claims.total), (depth, claims.depth), (worst, claims.worst_count)):
        assert expected is None or found == expected


@pytest.mark.parametrize(
    ("text", "most"), [("mastermind(4,6)", 4), pytest.param("bulls-and-cows(4,10)", 6, marks=pytest.mark.slow)]
)
def test_knuths_five_guesses_cannot_be_four_nor_the_seven_of_bulls_and_cows_six(text: str, most: int) -> None:
    with pytest.raises(InfeasibleError, match=f"no strategy guarantees {most} guesses"):
        compile_strategy(text, f"feasible(max_depth={most})", jobs=2)


TECHNIQUES = {
    "symmetry": SYMMETRY,
    "deduplication": DEDUPLICATION,
    "memo": MEMO,
    "perfect": PERFECT,
    "order": BY_ESTIMATE,
    "two plies": TWO_PLIES,
}


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize(
    "text", ["mastermind(3,5)", "mastermind(4,3)", "bulls-and-cows(3,6)", "mastermind(3,5,goal=identify)"]
)
@pytest.mark.parametrize("strategy", ["optimal(total,depth,worst)", "optimal(depth,total)"])
def test_no_technique_changes_a_figure(technique: str, text: str, strategy: str) -> None:
    made = searched(strategy, make_game(text))
    without = Options(techniques=ALL_TECHNIQUES & ~TECHNIQUES[technique])
    assert result(made, options=without) == result(made)


@pytest.mark.parametrize("text", ["mastermind(4,5)", "bulls-and-cows(3,8)", "mastermind(4,5,goal=identify)"])
@pytest.mark.parametrize("strategy", ["optimal(total,depth)", "feasible(max_depth=6)"])
def test_threads_change_no_byte(text: str, strategy: str) -> None:
    files = {encode(compile_strategy(text, strategy, jobs=jobs).data) for jobs in (1, 2, 4)}
    assert len(files) == 1


def test_the_order_of_rows_and_columns_changes_no_figure(tmp_path: Path) -> None:
    lines = [line.split(",") for line in table_csv(make_game("mastermind(2,4)")).splitlines()]
    header, *body = lines
    order = [0, *range(len(header) - 1, 0, -1)]
    turned = [[line[at] for at in order] for line in [header, *reversed(body)]]
    path = tmp_path / "turned.csv"
    path.write_text("\n".join(",".join(line) for line in turned))
    data = compile_strategy(f"table(file={path})", "optimal(total,depth,worst)").data
    same = compile_strategy("mastermind(2,4)", "optimal(total,depth,worst)").data
    assert data.claims == same.claims


@pytest.mark.parametrize("text", ["mastermind(3,4,goal=identify)", "bulls-and-cows(3,6,goal=identify)"])
@pytest.mark.parametrize("objectives", ["total,depth,worst", "depth,worst,total"])
def test_codes_that_are_known_and_their_table_agree(text: str, objectives: str, tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    path.write_text(table_csv(make_game(text)))
    codes, table = (
        searched(f"optimal({objectives})", make_game(game)) for game in (text, f"table(file={path},goal=identify)")
    )
    assert result(codes) == result(table)


def test_a_stopped_search_keeps_a_tree_and_an_honest_bound() -> None:
    data = compile_strategy("mastermind(5,6)", "optimal(total)", time_limit=0.2).data
    assert verify_strategy(data).verified
    assert data.bound == "upper"
    assert data.lower_bound is not None and data.lower_bound < data.claims.total


@pytest.mark.parametrize(
    ("objectives", "open_one", "best"),
    [
        ("total,depth", "depth", 6),
        ("depth,total", "total", 5626),
        ("depth,worst", "worst", 539),
        ("total", "total", None),
    ],
)
def test_a_later_objective_that_is_open_has_its_bound(
    objectives: str, open_one: str, best: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Root.run

    def stopped(search: Any, problem: Any, left: int, budget: int) -> Any:
        if search.workers.standing.aimed_at()[0] == open_one:
            search.workers.brake.pull()
        return run(search, problem, left, budget)

    monkeypatch.setattr(Root, "run", stopped)
    data = compile_strategy("mastermind(4,6)", f"optimal({objectives})").data
    assert data.bound == "upper" and data.stopped and verify_strategy(data).verified
    if best is None:
        assert data.open_bound is None
    else:
        assert data.open_bound is not None and data.open_bound[0] == open_one
        assert data.open_bound[1] + (open_one == "worst") > 0 and data.open_bound[1] <= best
        assert data.lower_bound == {"total": 5625, "depth": 5}[objectives.partition(",")[0]]


@pytest.mark.parametrize("branches", [1, 2, 3, 5])
@pytest.mark.parametrize(("unit", "extra", "limit"), [(1, 0, None), (1, 0, 3), (0, 1, 3), (7, 1, 4), (0, 0, 2)])
def test_the_least_questions_of_all_trees(branches: int, unit: int, extra: int, limit: int | None) -> None:
    @cache
    def spread(secrets: int, cells: int, left: int) -> int:
        """The least that ``secrets`` secrets cost in so many cells at most."""
        if cells == 1:
            return least(secrets, left)
        return min(least(here, left) + spread(secrets - here, cells - 1, left) for here in range(secrets))

    @cache
    def least(secrets: int, left: int) -> int:
        if secrets < 2:
            return extra * (secrets == 1 and left == 0)
        cells = range(1, secrets)
        if left == 0 or branches < 2:
            return INFEASIBLE
        first = (least(here, left - 1) + spread(secrets - here, branches - 1, left - 1) for here in cells)
        return min(INFEASIBLE, unit * secrets + min(first))

    table = least_questions(25, branches, unit, extra, limit)
    for left, row in enumerate(table):
        # Without a limit, no level is the last one.
        assert row.tolist() == [least(secrets, -1 if limit is None else left) for secrets in range(26)]


@pytest.mark.parametrize("counting", [least_costs, even_questions])
@pytest.mark.parametrize("branches", [2, 3, 4])
@pytest.mark.parametrize(("unit", "extra", "limit"), [(1, 0, None), (1, 0, 4), (0, 1, 3), (7, 1, 4), (0, 0, 2)])
def test_least_costs_are_convex(
    counting: Callable[..., Any], branches: int, unit: int, extra: int, limit: int | None
) -> None:
    first = 1 if counting is even_questions else 0
    for row in counting(40, branches, unit, extra, limit):
        finite = [int(cost) for cost in row if cost < 1 << 30][first:]
        steps = [after - before for before, after in pairwise(finite)]
        assert steps == sorted(steps)
