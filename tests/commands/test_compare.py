"""The command ``compare`` with limits of effort: whom they are for, and how an unfinished search is marked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

import click
import pytest
from click.testing import CliRunner

from strategist.commands.cli import cli
from strategist.common.errors import StrategistError
from strategist.files.strategy import StrategyData
from strategist.show.reports.report import proven_text


def invoke(*words: str) -> str:
    return CliRunner().invoke(cli, ["compare", *words], catch_exceptions=False, standalone_mode=False).stdout


def row(table: str, strategy: str) -> str:
    return next(line for line in table.splitlines() if line.startswith(strategy))


def test_a_search_that_the_time_limit_stopped_is_marked() -> None:
    words = ["mastermind(4,7)", "minimax", "optimal(total)", "optimal(total,depth)", "--time-limit", "0", "--jobs", "1"]
    minimax, *searched = json.loads(invoke(*words, "--json"))["strategies"]
    assert minimax["stopped"] is False and "proven" not in minimax
    table = invoke(*words)
    assert row(table, "minimax").split()[-2] == "-"
    for each in searched:
        name = each["objective"].partition(",")[0]
        assert each["stopped"] and each["bound"] == "upper" and each["lower_bound"] + each["gap"] == each[name]
        assert each["proven"] == f"{name} at least {each['lower_bound']}, stopped"
        # Another run may be stopped elsewhere.
        assert re.search(rf"  {name} at least \d+, stopped  ", row(table, each["strategy"]))


def test_the_objective_that_is_open_is_told(compiled: Callable[[str, str], StrategyData]) -> None:
    data = compiled("mastermind(2,3)", "optimal(total,depth)")
    assert proven_text(data) == "least total"
    stopped = replace(data, bound="upper", stopped=True)
    assert proven_text(stopped) == "least total, stopped"
    assert proven_text(replace(stopped, open_bound=("depth", 2))) == "least total, depth at least 2, stopped"
    assert proven_text(replace(stopped, lower_bound=None)) == "stopped"
    assert proven_text(replace(data, bound="upper", lower_bound=None)) is None


def test_a_search_that_finds_no_tree_in_time_ends_no_comparison() -> None:
    words = ["mastermind(3,4)", "feasible(static,count=3)", "minimax", "--time-limit", "0"]
    unknown, minimax = json.loads(invoke(*words, "--json"))["strategies"]
    assert unknown["stopped"] and unknown["total"] is unknown["bound"] is None and minimax["total"] == 216
    table = invoke(*words)
    assert "no tree in time" in row(table, "feasible") and "216" in row(table, "minimax")


def test_a_search_that_ends_is_marked_in_no_way() -> None:
    table = invoke("mastermind(2,3)", "minimax", "optimal(total)", "--time-limit", "inf", "--memory", "2G")
    assert "proven" not in table and row(table, "optimal").split()[1] == "21"


def test_the_size_of_a_tree_is_told_where_it_is_the_objective() -> None:
    table = invoke("mastermind(2,2)", "first", "optimal(size)")
    assert table.splitlines()[1].split()[-2:] == ["size", "seconds"]
    assert row(table, "optimal").split()[-2] == "2" and row(table, "first").split()[-2] == "-"


def test_memory_is_limited() -> None:
    with pytest.raises(StrategistError, match=r"memory: expected at least \d+M for this search, got 1M"):
        invoke("mastermind(4,6)", "optimal(total)", "--memory", "1M")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["minimax", "--time-limit", "9"], "--time-limit: expected a --player or a search, optimal(…) or feasible(…)"),
        (["minimax", "--move-time", "9"], "--move-time: expected a --player"),
        (["blind", "--memory", "1G"], "--memory: expected a search or a heuristic that runs compiled"),
        (["random", "--seeds", "2", "--memory", "1G"], "--seeds: expected no --memory"),
        (["--league", "--time-limit", "9"], "--league: its figures are exact, expected no --time-limit"),
    ],
)
def test_limits_that_nobody_heeds_are_refused(words: list[str], told: str) -> None:
    with pytest.raises(click.UsageError) as refused:
        invoke("mastermind(2,3)", *words)
    assert told in str(refused.value)
