"""What is said of kernels before they are compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from strategist import make_game, make_strategy
from strategist.commands.cli import cli
from strategist.games.every_game.chances import with_chances
from strategist.search.adapters.registry import kind_of
from strategist.search.compile import engines
from strategist.search.compile import grow_once as growing_once
from strategist.search.compile.engines import kernels_of
from strategist.search.compile.plan import Plan
from strategist.search.kernels.numba import codecache, waiting
from strategist.search.kernels.numba.ahead import planned
from strategist.search.kernels.numba.ahead.planned import Missing
from strategist.search.run.objectives import plans_of

ROOT = Path(__file__).parents[4]
SCRIPT = ROOT / "scripts" / "build_kernel_plans"
MEMORY = """
import contextlib, json, sys
from strategist.commands.cli import cli
from strategist.search.kernels.numba import jit, lazy
from strategist.search.kernels.pack import packed
called, warming = set(), []
needs = {row.file: row.needs for row in packed.read_index()[1]}
call, bar = lazy.Loaded.__call__, jit.bar_of_compilation

def noted(loaded, words):
    called.update([] if warming else [loaded])
    return call(loaded, words)

@contextlib.contextmanager
def marked():
    warming.append(True)
    with bar() as advance:
        yield advance
    warming.pop()

def loaded(file, code, files, load=lazy._in_memory):
    needs[file] = [need for need, *_ in code.needs]
    return load(file, code, files)

lazy.Loaded.__call__, jit.bar_of_compilation, lazy._in_memory = noted, marked, loaded
cli(sys.argv[2:], standalone_mode=False)

def closed(files):
    while more := {need for file in files for need in needs[file]} - files:
        files |= more
    return sorted(files)

used = closed({file for file, loaded in lazy._by_file.items() if loaded in called})
open(sys.argv[1], "w").write(json.dumps([closed(set(lazy._by_file)), used, sorted(lazy.called_alone)]))
"""
"""Runs a command, and writes down the files of all machine code that it needed, of what it called once it was warm and
all that this calls, and which parts of kernels Python has called."""


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


FEW = ["heuristic-8", "optimal-8-codes", "optimal-8-announced-at-stake", "lies-8-codes", "ranking-8", "opening-8"]
"""Plans that are tried always, some for each kind of work, in games that call all that is compiled for larger ones."""

FOR_LARGER = "strategist.search.kernels.growth.discrepancies.move-"
"""But this one: a game that has more sets than there is room for at first takes long."""


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in planned._known()["plans"]]
)
def test_a_plan_holds_what_the_work_calls(name: str, builder: ModuleType, tmp_path: Path) -> None:
    builder.write_files(tmp_path)
    line = [sys.executable, "-c", MEMORY, "needed.json", *builder.line_of(name)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(line, cwd=tmp_path, env=environment, check=True, capture_output=True)
    needed, called, alone = json.loads((tmp_path / "needed.json").read_text())
    assert sorted(planned.file_of(*kernel) for kernel in planned.kernels([name])) == needed, (
        "scripts/build_kernel_plans"
    )
    # No part of a kernel is compiled in each process anew, and nothing for nothing: these games are large enough.
    assert alone == []
    if name in FEW:
        assert called == [file for file in needed if not file.startswith(FOR_LARGER)]


def test_all_plans_are_there(builder: ModuleType) -> None:
    plans = json.loads(planned.PLANS.read_text())["plans"]
    assert list(plans) == list(builder.WORK) and planned.PLANS.stat().st_size < 20_000
    both = planned.kernels(["heuristic-8", "optimal-8-codes", "heuristic-8"])
    assert len(both) == len({*both}) < len(plans["heuristic-8"]) + len(plans["optimal-8-codes"])
    assert all(0 < seconds < 60 for seconds in both.values())


def test_what_a_file_holds_is_not_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def in_folder(name: str, types: tuple[str, ...]) -> Path:
        return tmp_path / f"{name.rpartition(':')[2]}.kernel"

    monkeypatch.setattr(planned, "path_of", in_folder)
    monkeypatch.setattr(planned, "_kept", lambda name, types: in_folder(name, types).exists())
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
    monkeypatch.setattr(planned, "_kept", lambda name, types: False)
    assert len(planned.missing(["heuristic-8"])) == 3


@pytest.mark.parametrize(
    ("game", "strategy", "jobs", "expected"),
    [
        ("mastermind(4,6)", "minimax", 2, ["heuristic-8"]),
        ("bulls-and-cows(5,10)", "minimax", 2, ["heuristic-8", "heuristic-8-divided"]),
        ("bulls-and-cows(5,10)", "minimax", 1, ["heuristic-8"]),
        ("wordle", "optimal(total)", 2, ["optimal-8"]),
        ("wordle", "optimal(depth,total)", 1, ["optimal-8"]),
        ("mastermind(2,3)", "optimal(total,depth)", 1, ["optimal-8-codes"]),
        ("words(hard=true,length=5)", "entropy", 1, ["heuristic-8-restricts"]),
        ("mastermind(4,6)", "monochrome", 1, []),
        ("mastermind(2,3,lies=1)", "entropy", 1, ["heuristic-lies-8-codes"]),
        ("mastermind(2,3)", None, 1, []),
    ],
)
def test_the_plans_of_a_game_and_a_strategy(game: str, strategy: str | None, jobs: int, expected: list[str]) -> None:
    made = make_game(game)
    chosen = None if strategy is None else make_strategy(strategy, made)
    assert kernels_of(made, chosen, jobs) == expected
    more = [f"ranking-{kind_of(made)}{'-lies' if made.doubtful else ''}"]
    assert kernels_of(made, chosen, jobs, ["ranking"]) == more + expected


@pytest.mark.parametrize(
    ("size", "objectives", "expected"),
    [
        ("3,4", [], [""]),
        ("3,4", ["total", "depth"], [""]),
        ("3,4", ["expected", "depth"], ["-at-stake"]),
        ("3,4", ["depth", "expected"], ["", "-at-stake"]),
        ("4,4", ["total", "expected"], ["", "-lanes"]),
        ("4,4", ["total"], [""]),
    ],
)
def test_the_plans_of_chances(size: str, objectives: list[str], expected: list[str]) -> None:
    game = with_chances(make_game(f"mastermind({size})"), {"1" * int(size[0]): Fraction(2), "*": Fraction(1)})
    assert plans_of(game, objectives) == [f"optimal-8-codes{each}" for each in expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("wordle", ["opening-8"]),
        ("wordle entropy", ["opening-8"]),
        ("wordle --guess crane", ["ranking-8", "advice-8"]),
        ("wordle --given crane:-y--g", ["ranking-8", "advice-8", "heuristic-8"]),
        ("wordle --given crane:-y--g --next-only --time-limit 0", ["ranking-8"]),
        ("mastermind(2,3) optimal(total)", ["ranking-8", "optimal-8-codes"]),
    ],
)
def test_the_plans_of_advice(line: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[list[str]] = []
    known = planned.planned

    def listening(plans: list[str]) -> AbstractContextManager[None]:
        named.append(plans)
        return known(plans)

    monkeypatch.setattr(engines, "planned", listening)
    assert CliRunner().invoke(cli, ["advise", *line.split()]).exit_code == 0
    assert named[0] == expected


# What is said

SAID = "compiling kernels for their first use"
BESIDE = "a stop keeps what is done; --time-limit and reported seconds begin behind it"


def test_kernels_are_told_in_numbers(gone: list[Missing]) -> None:
    with planned.planned(["heuristic-8"]), planned.planned(["optimal-8"]):
        assert planned.told() == f"{SAID}: 9, some 20 s; {BESIDE} …"
    assert planned.told() == f"{SAID}; {BESIDE} …"
    # A number would leave out what nobody knows.
    with planned.planned(["heuristic-8", "nobody knows"]):
        assert planned.told() == f"{SAID}; {BESIDE} …"
    with planned.planned(["heuristic-8"]):
        assert planned.told() == f"{SAID}: 9, some 20 s; {BESIDE} …"


@pytest.mark.parametrize(("load", "cores", "times"), [(0.3, 2, 1.0), (2.0, 2, 1.0), (12.0, 2, 6.0), (12.0, None, 12.0)])
def test_a_busy_machine_takes_longer(
    load: float, cores: int | None, times: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    monkeypatch.setitem(sys.modules, "numba", ModuleType("numba"))
    assert planned._slower() == times


@pytest.mark.parametrize(("took", "times"), [(0.5, 0.5), (2.0, 2.0), (30.0, planned._MOST_SLOWER)])
def test_a_slow_machine_takes_longer(took: float, times: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([5.0, 5.0 + took * planned._known()["importing"]])
    # Whoever measures tests asks the same clock behind the last line.
    with monkeypatch.context() as patch:
        patch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0), raising=False)
        patch.delitem(sys.modules, "numba", raising=False)
        patch.setattr(planned.importlib, "import_module", lambda name: None)
        patch.setattr(planned.time, "process_time", lambda: next(clock))
        assert planned._slower() == pytest.approx(times)


class Bar:
    """Stands for the bar of a terminal, and notes how far it was."""

    def __init__(self, total: float | None, **shape: object) -> None:
        self.total, self.n, self.moves = total, 0.0, list[tuple[str, float]]()
        bars.append(self)

    def set_description(self, text: str, refresh: bool = True) -> None:
        self.moves.append((text, self.n))

    def update(self, by: int) -> None:
        self.n += by

    def close(self) -> None:
        pass


bars: list[Bar] = []


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds on the clock of the bar, which may be set."""
    now = [100.0]
    monkeypatch.setattr("tqdm.tqdm", Bar)
    monkeypatch.setattr(waiting.time, "monotonic", lambda: now[0])
    bars.clear()
    return now


def test_a_bar_goes_through_the_seconds_that_were_told(gone: list[Missing], clock: list[float]) -> None:
    with planned.planned(["heuristic-8"]):
        planned.told()
    with waiting.bar_of_compilation() as advance:
        assert bars == []
        for second, place in ((0, None), (1, None), (9, None), (10, 4), (11, 7), (11.5, None)):
            clock[0] = 100.0 + second
            if place is not None:
                path = gone[place].path
                assert path is not None
                path.touch()
            advance()
    (bar,) = bars
    # Each kernel is to take 2.4 seconds here, and moves the bar by no more.
    assert bar.total == pytest.approx(21.6)
    assert [text for text, _ in bar.moves] == [f"compiling kernel {number} of 9" for number in (1, 1, 1, 2, 3, 3)]
    assert [round(n, 3) for _, n in bar.moves] == [0, 1, 2.4, 2.4, 4.8, 5.3]


def test_a_bar_without_a_plan_counts_functions_and_has_no_end(gone: list[Missing], clock: list[float]) -> None:
    planned.told()
    with waiting.bar_of_compilation() as advance:
        for _ in range(3):
            advance()
    (bar,) = bars
    assert (bar.total, bar.n) == (None, 3)


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
    "line",
    [
        "compile mastermind(2,3) minimax",
        "compile mastermind(2,3) optimal(total) --time-limit 5",
        "advise mastermind(2,3)",
        "advise mastermind(2,3) optimal(total) --time-limit 5",
        "look table.csv several=/",
    ],
)
def test_commands_say_once_what_is_left(
    line: str, gone: list[Missing], run: Run, builder: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    builder.write_files(tmp_path)
    result = run(line.split())
    assert result.exit_code == 0, result.output
    said = [text for text in result.stderr.splitlines() if "compiling kernels" in text]
    assert said == [f"strategist: {SAID}: 9, some 20 s; {BESIDE} …"]
