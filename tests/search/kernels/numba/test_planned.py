"""What is said of kernels before they are compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from strategist import make_game, make_strategy
from strategist.commands.cli import cli
from strategist.search.adapters.registry import kind_of
from strategist.search.compile import engines
from strategist.search.compile import grow_once as growing_once
from strategist.search.compile.engines import kernels_of
from strategist.search.compile.plan import Plan
from strategist.search.kernels.numba import codecache
from strategist.search.kernels.numba.ahead import planned
from strategist.search.kernels.numba.ahead.planned import Missing

ROOT = Path(__file__).parents[4]
SCRIPT = ROOT / "scripts" / "build_kernel_plans"
MEMORY = """
import json, sys
from strategist.commands.cli import cli
cli(sys.argv[2:], standalone_mode=False)
from strategist.search.kernels.numba import lazy
open(sys.argv[1], "w").write(json.dumps(sorted(lazy._by_file)))
"""
"""Runs a command, and writes down the files of all machine code that it needed."""


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    """The script that builds plans, as a module."""
    loader = SourceFileLoader("build_kernel_plans", str(SCRIPT))
    module = module_from_spec(spec_from_loader("build_kernel_plans", loader) or pytest.fail())
    loader.exec_module(module)
    return module


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Missing]:
    """Nine kernels of which no file holds any, of two seconds each; nothing has been said so far."""
    found = [Missing(tmp_path / f"{number}.kernel", 2.0) for number in range(9)]
    monkeypatch.setattr(planned, "missing", lambda plans: found if plans else [])
    monkeypatch.setattr(planned, "_slower", lambda: 1.2)
    monkeypatch.setattr(planned, "_counted", [])
    monkeypatch.setattr(codecache, "_told", set())
    return found


# What is counted


@pytest.mark.parametrize(
    "name",
    [
        "heuristic-8",
        "optimal-8",
        "ranking-8",
        "advice-8",
        "opening-8",
        "several",
        pytest.param("heuristic-8-divided", marks=pytest.mark.slow),
    ],
)
def test_a_plan_holds_what_the_work_needs(name: str, builder: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text(builder.TABLE)
    line = [sys.executable, "-c", MEMORY, "needed.json", *builder.WORK[name]]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(line, cwd=tmp_path, env=environment, check=True, capture_output=True)
    needed = json.loads((tmp_path / "needed.json").read_text())
    assert sorted(planned.file_of(*kernel) for kernel in planned.kernels([name])) == needed, (
        "scripts/build_kernel_plans"
    )


def test_all_plans_are_there(builder: ModuleType) -> None:
    plans = json.loads(planned.PLANS.read_text())["plans"]
    assert list(plans) == list(builder.WORK) and planned.PLANS.stat().st_size < 20_000
    both = planned.kernels(["heuristic-8", "optimal-8", "heuristic-8"])
    assert len(both) == len({*both}) < len(plans["heuristic-8"]) + len(plans["optimal-8"])
    assert all(0 < seconds < 60 for seconds in both.values())


def test_what_a_file_holds_is_not_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def in_folder(name: str, types: tuple[str, ...]) -> Path:
        return tmp_path / f"{name.rpartition(':')[2]}.kernel"

    monkeypatch.setattr(planned, "path_of", in_folder)
    whole = planned.missing(["heuristic-8"])
    assert {each.path.name for each in whole if each.path} == {
        "follow.kernel",
        "score_list.kernel",
        "reduce_guesses.kernel",
    }
    (tmp_path / "score_list.kernel").touch()
    left = planned.missing(["heuristic-8"])
    assert len(left) == 2 and sum(each.seconds for each in left) < sum(each.seconds for each in whole)
    monkeypatch.setattr(planned, "path_of", lambda name, types: None)
    assert len(planned.missing(["heuristic-8"])) == 3


@pytest.mark.parametrize(
    ("game", "strategy", "jobs", "expected"),
    [
        ("mastermind(4,6)", "minimax", 2, ["heuristic-8"]),
        ("bulls-and-cows(5,10)", "minimax", 2, ["heuristic-8", "heuristic-8-divided"]),
        ("bulls-and-cows(5,10)", "minimax", 1, ["heuristic-8"]),
        ("wordle", "optimal(total)", 2, ["optimal-8"]),
        ("words(hard=true,length=5)", "entropy", 1, ["heuristic-8-restricts"]),
        ("mastermind(4,6)", "monochrome", 1, []),
        ("mastermind(2,3,lies=1)", "entropy", 1, []),
        ("mastermind(2,3)", None, 1, []),
    ],
)
def test_the_plans_of_a_game_and_a_strategy(game: str, strategy: str | None, jobs: int, expected: list[str]) -> None:
    made = make_game(game)
    chosen = None if strategy is None else make_strategy(strategy, made)
    assert kernels_of(made, chosen, jobs) == expected
    more = [] if made.doubtful else [f"ranking-{kind_of(made)}"]
    assert kernels_of(made, chosen, jobs, ["ranking"]) == more + expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("wordle", ["opening-8"]),
        ("wordle entropy", ["opening-8"]),
        ("wordle --guess crane", ["ranking-8", "advice-8"]),
        ("wordle --given crane:-y--g", ["ranking-8", "advice-8", "heuristic-8"]),
        ("wordle --given crane:-y--g --next-only --time-limit 0", ["ranking-8"]),
        ("mastermind(2,3) optimal(total)", ["ranking-8", "optimal-8"]),
    ],
)
def test_the_plans_of_advice(line: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[list[str]] = []
    known = planned.planned

    def listening(plans: list[str], remark: str) -> AbstractContextManager[None]:
        named.append(plans)
        return known(plans, remark)

    monkeypatch.setattr(engines, "planned", listening)
    assert CliRunner().invoke(cli, ["advise", *line.split()]).exit_code == 0
    assert named[0] == expected


# What is said


def test_kernels_are_told_in_numbers(gone: list[Missing]) -> None:
    with planned.planned(["heuristic-8"]), planned.planned(["optimal-8"], "; another"):
        assert planned.told() == "compiling kernels for their first use: 9, some 20 s …"
    assert planned.told() == "compiling kernels for their first use (some ten seconds) …"
    with planned.planned(["nobody knows"], "; later"):
        assert planned.told() == "compiling kernels for their first use (some ten seconds) …"
    with planned.planned(["heuristic-8"], "; later"):
        assert planned.told() == "compiling kernels for their first use: 9, some 20 s; later …"


def test_a_bar_says_which_kernel_it_is(gone: list[Missing]) -> None:
    assert planned.place() == "kernels"
    with planned.planned(["heuristic-8"]):
        planned.told()
        assert planned.place() == "kernel 1 of 9"
        for number in (4, 7):
            path = gone[number].path
            assert path is not None
            path.touch()
        assert planned.place() == "kernel 3 of 9"


Run = Callable[[Sequence[str]], Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command that finds, at the first tree that it compiles, that some kernel is missing."""

    def missing_first(work: Callable[..., object]) -> Callable[..., object]:
        def run(*arguments: object, **more: object) -> object:
            codecache._tell_once("missing", planned.told)
            return work(*arguments, **more)

        return run

    monkeypatch.setattr(Plan, "run", missing_first(Plan.run))
    monkeypatch.setattr("strategist.search.compile.key_prices.grow_once", missing_first(growing_once.grow_once))
    return lambda arguments: CliRunner().invoke(cli, arguments)


@pytest.mark.parametrize(
    ("line", "behind"),
    [
        ("compile mastermind(2,3) minimax", ""),
        ("compile mastermind(2,3) optimal(total) --time-limit 5", "; --time-limit begins behind it"),
        ("advise mastermind(2,3)", ""),
        ("advise mastermind(2,3) optimal(total) --time-limit 5", "; --time-limit begins behind it"),
        ("look table.csv several=/", ""),
    ],
)
def test_commands_say_once_what_is_left(
    line: str,
    behind: str,
    gone: list[Missing],
    run: Run,
    builder: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.csv").write_text(builder.TABLE)
    result = run(line.split())
    assert result.exit_code == 0, result.output
    said = [text for text in result.stderr.splitlines() if "compiling kernels" in text]
    assert said == [f"strategist: compiling kernels for their first use: 9, some 20 s{behind} …"]
