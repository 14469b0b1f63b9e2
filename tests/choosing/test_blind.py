"""The baseline: its figures by formula, its tree level by level, and the same tree by asking at each position."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.choosing.blind import Blind, baseline
from strategist.commands.cli import cli
from strategist.common.errors import TooLargeError
from strategist.files.strategy import StrategyData, decode, encode
from strategist.search.compile.grow_plainly import MOST_CODES, refuse_large_tree
from strategist.search.state.start import start_of
from strategist.show.texts.histogram_lines import histogram_lines

Compile = Callable[[str, str], StrategyData]

SMALL = [
    *("mastermind(1,1)", "mastermind(2,3)", "mastermind(3,4)", "mastermind(2,9,feedback=black)", "ab(2,5)"),
    *("bulls-and-cows(2,4,leading_zero=false)", "grand-mastermind(2,2,2)"),
]
LIMITED = ["mastermind(3,4,turns=1)", "mastermind(3,4,turns=5)", "mastermind(2,3,turns=9)", "mastermind(2,3,turns=50)"]


@pytest.mark.parametrize("game", [*SMALL, *LIMITED])
def test_the_formula_is_what_the_tree_comes_to(compiled: Compile, game: str) -> None:
    data = compiled(game, "blind")
    claims, figures = data.claims, baseline(make_game(game))
    assert (claims.total, claims.average, claims.depth) == (figures.total, figures.average, figures.depth)
    assert (claims.worst_count, claims.lost) == (1, figures.lost)
    assert claims.histogram == (1,) * figures.depth
    assert verify_strategy(decode(encode(data))).verified


@pytest.mark.parametrize("start", ["", "11:0b0w", "12:0b1w 31:1b0w"])
@pytest.mark.parametrize("turns", ["", ",turns=2", ",turns=4"])
def test_the_tree_is_the_same_as_by_asking_at_each_position(start: str, turns: str) -> None:
    game = make_game(f"mastermind(2,4{turns})")
    blind, history = make_strategy("blind", game), game.parse_history(start)
    tree, plain = (compile_strategy(game, blind, plain=plain, start=history).data.tree for plain in (False, True))
    assert (list(tree.guesses), list(tree.masks)) == (list(plain.guesses), list(plain.masks))


@pytest.mark.parametrize(
    ("game", "total", "depth"),
    [("mastermind(3,5)", 7875, 125), pytest.param("mastermind(4,6)", 840456, 1296, marks=pytest.mark.slow)],
)
def test_the_baseline_of_mastermind(compiled: Compile, game: str, total: int, depth: int) -> None:
    data = compiled(game, "blind")
    assert (data.claims.total, data.claims.depth, data.claims.lost) == (total, depth, 0)
    assert verify_strategy(data).verified


@pytest.mark.parametrize("game", ["mastermind(5,8)", "bulls-and-cows(4,10)", "mastermind(5,8,turns=200)"])
def test_a_larger_tree_is_refused(game: str) -> None:
    made = make_game(game)
    with pytest.raises(TooLargeError, match="expected below 2000 by 2000; compare tells its figures without a tree"):
        compile_strategy(made, make_strategy("blind", made))


def test_few_turns_or_few_candidates_are_no_larger_tree(compiled: Compile) -> None:
    assert compiled("bulls-and-cows(4,10,turns=9)", "blind").claims.lost == 5040 - 9
    game = make_game("bulls-and-cows(4,10)")
    history = game.parse_history("0123:1b2c 0245:0b2c 6027:2b0c")
    data = compile_strategy(game, make_strategy("blind", game), start=history).data
    assert data.claims.secrets == 6 and verify_strategy(data).verified


def test_the_limit_is_2000_codes() -> None:
    game = make_game("mastermind(4,7)")
    codes = list(game.secrets)
    game.secrets = game.guesses = codes[: MOST_CODES - 1]
    refuse_large_tree(game, Blind(game, {}), start_of(game))
    game.secrets = game.guesses = codes[:MOST_CODES]
    with pytest.raises(TooLargeError):
        refuse_large_tree(game, Blind(game, {}), start_of(game))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def test_compare_needs_no_tree() -> None:
    told: dict[str, Any] = json.loads(run("compare", "mastermind(10,8)", "blind", "--json").stdout)
    (row,) = told["strategies"]
    codes = 8**10
    assert (row["secrets"], row["total"], row["depth"]) == (codes, codes * (codes + 1) // 2, codes)
    assert (row["worst_count"], row["lost"], row["histogram"]) == (1, 0, None)
    small = run("compare", "mastermind(2,3)", "blind", "first").stdout.splitlines()
    assert small[2].split()[:6] == ["blind", "45", "5.0000", "9", "1", "0"]


def test_a_long_histogram_is_cut(compiled: Compile) -> None:
    lines = histogram_lines(compiled("mastermind(3,6)", "blind").claims)
    assert lines[40] == "and 175 lines more, to"
    assert (len(lines), lines[39].split()[:3], lines[41].split()[:3]) == (
        42,
        ["40", "guesses", "1"],
        ["216", "guesses", "1"],
    )


def test_a_hint_of_the_baseline() -> None:
    """One guess is wanted, so no tree of a million slots is in the way."""
    said = CliRunner().invoke(cli, ["play", "mastermind(5,8)", "--strategy", "blind", "--seed", "1"], input="hint\n")
    assert "blind would now guess 11111 (it may be the secret)" in said.stdout
