"""Strategies that draw, under many seeds: the figures are those of the trees one by one, whatever the jobs."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from preloaded import command

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.registry import seeded_strategy
from strategist.commands.cli import cli
from strategist.common.errors import SpecError
from strategist.search.advice.seeds import MOST_SEEDS, draw_trees, seeds_from
from strategist.search.state.options import Options

DRAWING = [
    ("mastermind(3,4)", "random"),
    ("mastermind(3,4,turns=3)", "random(first=112)"),
    ("mastermind(3,4)", "first(order=shuffle)"),
    ("mastermind(3,4)", "minimax(ties=random)"),
    ("mastermind(3,4)", "state-machine(start=random)"),
    ("bulls-and-cows(3,5)", "random(seed=7)"),
]


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize(("game_text", "text"), DRAWING)
def test_the_figures_are_those_of_the_trees_one_by_one(game_text: str, text: str, jobs: int) -> None:
    game = make_game(game_text)
    strategy = make_strategy(text, game)
    draws = draw_trees(game, strategy, 12, options=Options(jobs))
    first = int(strategy.values["seed"] or 0)
    trees = []
    for seed in range(first, first + 12):
        each = type(strategy)(game, strategy.values | {"seed": seed})
        trees.append(compile_strategy(game, each, plain=True).data.claims)
    totals = [claims.total for claims in trees]
    mean = sum(totals) / 12
    assert draws.seeds == range(first, first + 12)
    assert draws.total.mean == pytest.approx(mean)
    assert draws.total.deviation == pytest.approx(sqrt(sum((total - mean) ** 2 for total in totals) / 11))
    assert (draws.total.least, draws.total.most) == (min(totals), max(totals))
    assert draws.average is not None
    assert draws.average.mean == pytest.approx(sum(claims.average or 0 for claims in trees) / 12)
    assert draws.depths == Counter(claims.depth for claims in trees)
    pooled = [sum(claims.histogram[at] for claims in trees if at < len(claims.histogram)) for at in range(20)]
    assert list(draws.pooled.histogram) == [count for count in pooled if count]
    assert draws.pooled.lost == sum(claims.lost for claims in trees)
    # They do draw: not all trees are alike.
    assert len(set(trees)) > 1


def test_a_single_seed_has_no_spread() -> None:
    game = make_game("mastermind(2,3)")
    draws = draw_trees(game, make_strategy("random", game), 1)
    assert draws.total.deviation is None and draws.average is not None and draws.average.deviation is None
    assert "-" in run("compare", "mastermind(2,3)", "random", "--seeds", "1").stdout.splitlines()[2].split()


def test_progress_counts_trees() -> None:
    told: list[tuple[float, Mapping[str, Any]]] = []
    game = make_game("mastermind(2,3)")
    options = Options(jobs=2, progress=lambda share, words: told.append((share, words)))
    draw_trees(game, make_strategy("random", game), 5, options=options)
    assert told[-1] == (1.0, {"trees": 5})
    assert [words["trees"] for _, words in told] == sorted(words["trees"] for _, words in told)


def test_a_listener_that_fails_ends_the_drawing() -> None:
    game = make_game("mastermind(2,3)")

    def fail(share: float, words: Mapping[str, Any]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        draw_trees(game, make_strategy("random", game), 1000, options=Options(jobs=2, progress=fail))


@pytest.mark.parametrize("text", ["minimax", "minimax(seed=3)", "first", "first(seed=2)", "optimal", "blind"])
def test_what_draws_nothing_is_refused(text: str) -> None:
    game = make_game("mastermind(2,3)")
    with pytest.raises(SpecError, match="draws nothing: expected a strategy that a seed changes, such as random"):
        seeds_from(make_strategy(text, game), 10)


@pytest.mark.parametrize(
    ("text", "count", "message"),
    [
        ("random", 0, "expected 1 to 100000 seeds, got 0"),
        ("random", MOST_SEEDS + 1, "expected 1 to 100000 seeds, got 100001"),
        ("random(seed=2147483640)", 9, "9 seeds from 2147483640 on go beyond the highest, 2147483647"),
    ],
)
def test_numbers_of_seeds_that_make_no_sense(text: str, count: int, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        seeds_from(make_strategy(text, make_game("mastermind(2,3)")), count)


def test_a_seed_that_nobody_chose_is_another_one_each_time() -> None:
    game = make_game("mastermind(4,6)")
    assert len({seeded_strategy("random", game, None).spec for _ in range(50)}) > 40
    assert seeded_strategy("random(seed=4)", game, None).spec == "random(seed=4)"
    assert seeded_strategy("random(4)", game, 9).spec == "random(seed=4)"
    assert seeded_strategy("random(seed=0)", game, 9).spec == "random"
    assert seeded_strategy("minimax(ties=random)", game, 9).spec == "minimax(ties=random,seed=9)"
    assert seeded_strategy("minimax", game, 9).spec == "minimax"
    with pytest.raises(SpecError, match="random: seed must be a whole number of at least 0"):
        seeded_strategy("random", game, -1)


# The command


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


@pytest.mark.parametrize("json_flag", [[], ["--json"]])
def test_the_same_output_whatever_the_jobs(json_flag: list[str]) -> None:
    arguments = ["compare", "mastermind(3,4)", "random", "state-machine(start=random)", "--seeds", "30", *json_flag]
    said = {run(*arguments, "--jobs", jobs).stdout for jobs in ("1", "2", "5")}
    assert len(said) == 1 and said != {""}


def test_compare_tells_mean_spread_depths_and_shares() -> None:
    arguments = ["compare", "mastermind(2,3)", "random", "first(order=shuffle)", "--seeds", "20"]
    told: dict[str, Any] = json.loads(run(*arguments, "--json").stdout)
    assert (told["game"], len(told["strategies"])) == ("mastermind(pegs=2,colors=3)", 2)
    row = told["strategies"][0]
    assert (row["first_seed"], row["seeds"], row["secrets"], row["lost"]) == (0, 20, 9, 0)
    assert sum(row["histogram"]) == 9 * 20 and sum(row["shares"]) == pytest.approx(1)
    assert sum(row["depths"].values()) == 20
    lines = run(*arguments).stdout.splitlines()
    assert lines[0] == "mastermind(pegs=2,colors=3): 9 secrets, 20 seeds"
    assert lines[1].split() == [
        *("strategy", "total", "spread", "least", "most"),
        *("average", "spread", "depth", "lost"),
    ]
    assert lines[2].split()[:2] == ["random", f"{row['total']['mean']:.2f}"]
    depths = lines[lines.index("random, at worst:") + 1 :][: len(row["depths"])]
    assert [int(line.split()[2]) for line in depths] == list(row["depths"].values())
    pooled = lines[lines.index("random, all secrets of all seeds:") + 1 :][: len(row["histogram"])]
    assert [int(line.split()[2]) for line in pooled] == row["histogram"]
    assert [line.split()[3] for line in pooled] == [f"{share:.2%}" for share in row["shares"]]


def test_every_first_guess_is_drawn() -> None:
    told = json.loads(run("compare", "mastermind(3,4)", "random", "--first", "all", "--seeds", "3", "--json").stdout)
    firsts = [row["strategy"] for row in told["strategies"]]
    assert firsts == ["random(first=111)", "random(first=112)", "random(first=123)"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random", "minimax", "--seeds", "9"], "minimax draws nothing"),
        (["random", "--seeds", "0"], "expected 1 to 100000 seeds"),
        (["random", "--seeds", "-3"], "expected 1 to 100000 seeds"),
        (["random", "--seeds", "many"], "'many' is not a valid integer"),
        (["random", "--seeds", "9", "--jobs", "0"], "0 is not in the range"),
        (["hill-climb", "--first", "11"], "hill-climb(color=blacks) takes no first guess: it makes its own"),
        (["blind", "--first", "all"], "blind takes no first guess: it makes its own"),
        (["state-machine(seed=3)", "--seeds", "2"], "seed=3 draws nothing without start=random"),
    ],
)
def test_nonsense_is_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [*command(), "compare", "mastermind(2,3)", *arguments], capture_output=True, text=True, cwd=tmp_path
    )
    lines = [line for line in done.stderr.splitlines() if "compiling kernels" not in line]
    assert (done.returncode, done.stdout, len(lines)) == (2, "", 1)
    assert message in lines[0]
