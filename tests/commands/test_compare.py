"""The command ``compare`` with limits of effort: whom they are for, and how an unfinished search is marked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

from said import run, told

from strategist.files.strategy import StrategyData
from strategist.show.reports.report import proven_text


def invoke(*words: str) -> str:
    return told("compare", *words)


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
    said = run("compare", "mastermind(4,6)", "optimal(total)", "--memory", "1M")
    assert re.search(r"memory: expected at least \d+M for this search, got 1M", said.err)
