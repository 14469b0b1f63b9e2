"""The command line, run as a process."""

from __future__ import annotations

import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from preloaded import command

Run = Callable[..., subprocess.CompletedProcess[str]]

COMMANDS = ("list", "compile", "prepare", "verify", "show", "play", "compare", "export")
FIGURES = {"game", "strategy", "secrets", "total", "average", "depth", "worst_count", "lost", "histogram"}
FIGURES |= {"bound", "objective", "lower_bound", "gap", "open", "stopped"}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run strategist in an empty folder."""

    def call(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command(), *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**os.environ, **environment},
            timeout=PATIENCE,
        )

    return call


@pytest.fixture
def knuth(tmp_path: Path) -> str:
    """Knuth's tree in that folder."""
    shipped = Path(__file__).parents[2] / "strategies" / "mastermind-4x6.minimax.msgpack"
    shutil.copy(shipped, tmp_path / "knuth.msgpack")
    return "knuth.msgpack"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_an_example(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.returncode == 0
    assert f"strategist {name}" in result.stdout.split("\n\n", 1)[1]


def test_the_version_is_that_of_the_installed_package(run: Run) -> None:
    """The version is not the one in files: ``GENERATOR`` belongs to the format."""
    assert run("--version").stdout == f"strategist, version {version('strategist-compiler')}\n"
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert version("strategist-compiler") == project["version"]


def test_compile_verify_show(run: Run, tmp_path: Path) -> None:
    compiled = json.loads(run("compile", "mastermind(4,6)", "minimax", "-o", "knuth.msgpack", "--json").stdout)
    assert set(compiled) >= FIGURES | {"seconds", "nodes", "bytes", "file"}
    assert (compiled["total"], compiled["depth"], compiled["worst_count"], compiled["lost"]) == (5801, 5, 694, 0)
    assert compiled["histogram"] == [1, 6, 62, 533, 694]
    assert compiled["bytes"] == (tmp_path / "knuth.msgpack").stat().st_size
    assert (compiled["bound"], compiled["lower_bound"]) == ("upper", None)
    for name in ("verify", "show"):
        told = json.loads(run(name, "knuth.msgpack", "--json").stdout)
        assert {key: told[key] for key in FIGURES} == {key: compiled[key] for key in FIGURES}
        # Who wrote the file is told without the version in it, which is that of the format.
        assert told.get("generator", "strategist") == "strategist"
    shown = run("show", "knuth.msgpack", "--levels", "2").stdout
    assert "5 guesses    694" in shown and "0b0w → 3345 (256)" in shown and shown.endswith("written by strategist\n")


def test_a_file_is_named_after_game_and_strategy(run: Run, tmp_path: Path) -> None:
    assert run("compile", "mastermind-2x4", "first(first=1122)").returncode == 2
    assert run("compile", "mastermind-2x4", "first(first=12)").returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["mastermind-2x4.first-first-12.msgpack"]


@pytest.mark.parametrize(("depth", "status"), [(4, 1), (5, 0)])
def test_a_guarantee_is_an_exit_status(run: Run, knuth: str, depth: int, status: int) -> None:
    result = run("verify", knuth, "--max-depth", str(depth))
    assert result.returncode == status
    assert ("guaranteed: every secret" in result.stdout) == (status == 0)


def test_play_against_a_secret(run: Run, knuth: str) -> None:
    assert run("play", knuth, "--secret", "4563").stdout.splitlines() == [
        "guess 1: 1122 → 0b0w   (256 candidates left)",
        "guess 2: 3345 → 0b3w   (20 candidates left)",
        "guess 3: 4653 → 2b2w   (2 candidates left)",
        "guess 4: 4563 → 4b0w",
        "solved in 4 guesses: 4563",
    ]


def test_play_asks_again_after_nonsense(run: Run, knuth: str) -> None:
    result = run("play", knuth, stdin="what\n5b\n3b1w\n0 0\n0b3w\nbbww\n4b\n")
    assert result.returncode == 0
    assert result.stdout.endswith("solved in 4 guesses: 4563\n")
    refusals = result.stderr.splitlines()
    assert len(refusals) == 3 and all(line.startswith("strategist: ") for line in refusals)


@pytest.mark.parametrize(("stdin", "status"), [("", 0), ("0 0\n", 0), ("0 0\n9b\n", 2), ("0b4w\n0 0\n", 2)])
def test_play_without_more_input(run: Run, knuth: str, stdin: str, status: int) -> None:
    result = run("play", knuth, stdin=stdin)
    assert result.returncode == status
    assert "Traceback" not in result.stderr


def processor_seconds(line: list[str], folder: Path, environment: dict[str, str]) -> tuple[float, str]:
    """What a command uses of the processor, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(line, capture_output=True, text=True, cwd=folder, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, result.stdout


def test_play_is_light(knuth: str, tmp_path: Path) -> None:
    """Neither NumPy nor Numba nor networkx is imported, and a game takes less than ten times the processor time of an
    interpreter that does nothing: some five times, and more where others share its caches."""
    code = (
        "import sys; from strategist.commands.cli import main\n"
        f"sys.argv = ['strategist', 'play', {knuth!r}, '--secret', '1122']\n"
        "try: main()\n"
        "finally: print({'numpy', 'numba', 'networkx', 'rich', 'tqdm'} & set(sys.modules))"
    )
    # As in an installed package, the modules are compiled to bytecode, by the first of these runs at the latest.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path / "bytecode")
    played, bare = [], []
    for _ in range(5):
        bare.append(processor_seconds([sys.executable, "-c", "pass"], tmp_path, environment)[0])
        seconds, printed = processor_seconds([sys.executable, "-c", code], tmp_path, environment)
        played.append(seconds)
        assert printed.endswith("set()\n")
    assert min(played) < 10 * min(bare)


def test_partition_is_the_literatures_table(run: Run) -> None:
    told = json.loads(run("show", "mastermind(4,6,alphabet=letters)", "--json").stdout)
    assert [each["guess"] for each in told["guesses"]] == ["AAAA", "AAAB", "AABB", "AABC", "ABCD"]
    assert [each["largest"] for each in told["guesses"]] == [625, 317, 256, 276, 312]
    assert [each["parts"] for each in told["guesses"]] == [5, 11, 13, 14, 14]
    assert "largest cell" in run("show", "bulls-and-cows", "0123").stdout


def test_compare_tries_every_first_guess(run: Run) -> None:
    told = json.loads(run("compare", "mastermind", "minimax", "--first", "all", "--json").stdout)
    assert [each["total"] for each in told["strategies"]] == [6564, 5905, 5801, 5803, 5803]
    table = run("compare", "mastermind(3,4)", "first", "entropy").stdout
    assert "worst count" in table and len(table.splitlines()) == 4


def test_lists(run: Run) -> None:
    games = {each["name"] for each in json.loads(run("list", "games", "--json").stdout)}
    assert games >= {"mastermind", "bulls-and-cows", "ab", "table"}
    strategies = {each["name"] for each in json.loads(run("list", "strategies", "--json").stdout)}
    assert strategies >= {"first", "random", "minimax", "expected-size", "entropy", "most-parts", "optimal", "feasible"}
    assert "colors=6" in run("list", "games").stdout and "Knuth" in run("list", "strategies").stdout


def test_optimal_from_the_command_line(run: Run) -> None:
    told = json.loads(run("compile", "mastermind(3,4)", "optimal(total,depth)", "--jobs", "2", "--json").stdout)
    assert (told["total"], told["bound"], told["lower_bound"]) == (206, "optimal", 206)
    refused = run("compile", "mastermind(3,4)", "feasible(max_depth=3)", "-o", "none.msgpack")
    assert refused.returncode == 1 and "proven" in refused.stdout


def test_a_stopped_proof_says_how_far_it_is(run: Run) -> None:
    limited = ["compile", "mastermind(5,6)", "optimal", "--time-limit", "0.3", "-o", "x.msgpack", "--json"]
    told = json.loads(run(*limited).stdout)
    assert told["bound"] == "upper" and told["lower_bound"] < told["total"]
    assert told["stopped"] and told["gap"] == told["total"] - told["lower_bound"]
    percent = 100 * told["gap"] / told["lower_bound"]
    line = f"lower bound {told['lower_bound']}, gap {told['gap']} ({percent:.1f} %); the search was stopped: another"
    assert line in run("verify", "x.msgpack").stdout


def interrupted(thread: str, number: int, arguments: list[str], folder: Path) -> tuple[int, str]:
    """Exit status and standard error of a process that gets Ctrl-C at the ``number``-th start of this thread."""
    runner = str(Path(__file__).parents[1] / "programs" / "announcing.py")
    with subprocess.Popen(
        [*command(runner), thread, str(number), *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and "working\n" in iter(process.stdout.readline, "")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        return process.returncode, errors


@pytest.fixture
def warm(run: Run, tmp_path: Path) -> None:
    """Compile the kernels, so that a signal comes during the search and not before it."""
    for strategy in ("optimal", "entropy"):
        assert run("compile", "mastermind(2,3)", strategy, "-o", os.devnull).returncode == 0


def test_ctrl_c_leaves_nothing(warm: None, tmp_path: Path) -> None:
    arguments = ["compile", "mastermind(6,9)", "entropy", "-o", "x.msgpack"]
    # The first thread of a kernel is that of the warm-up.
    status, errors = interrupted("strategist-kernel", 2, arguments, tmp_path)
    assert (status, errors.splitlines()[-1]) == (130, "strategist: interrupted")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_a_comparison_of_seeds(warm: None, tmp_path: Path) -> None:
    """While trees are drawn in threads, each of which takes a second or more."""
    arguments = ["compare", "mastermind(6,8)", "random", "--seeds", "1000", "--jobs", "2"]
    status, errors = interrupted("strategist-seed_1", 1, arguments, tmp_path)
    assert (status, errors) == (130, "strategist: interrupted\n")


def test_ctrl_c_while_python_waits_for_a_thread_is_no_error(tmp_path: Path) -> None:
    """Then Python may release the lock of that wait once too often."""
    code = (
        "import sys; from strategist.commands import listing; from strategist.commands.cli import main\n"
        "def waiting(**given):\n"
        "    try: raise KeyboardInterrupt\n"
        "    finally: raise RuntimeError('release unlocked lock')\n"
        "listing.list.callback, sys.argv = waiting, ['strategist', 'list']; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "strategist: interrupted\n")


@pytest.mark.parametrize("moment", [1, 2])
def test_ctrl_c_ends_a_proof_with_its_best_tree(moment: int, warm: None, run: Run, tmp_path: Path) -> None:
    """Ctrl-C while the tables are made, and during the search."""
    arguments = ["compile", "mastermind(4,9)", "optimal", "-o", "x.msgpack"]
    status, errors = interrupted("strategist-search", moment, arguments, tmp_path)
    assert (status, errors) == (0, "")
    told: dict[str, Any] = json.loads(run("verify", "x.msgpack", "--json").stdout)
    assert told["verified"] and told["bound"] == "upper"
    assert 0 < told["lower_bound"] < told["total"]


def test_ctrl_c_while_a_certificate_is_written_keeps_the_tree(run: Run, tmp_path: Path) -> None:
    arguments = ["compile", "bulls-and-cows(4,8)", "optimal", "-o", "x.msgpack", "--certificate", "x.certificate"]
    # Once to the end: a certificate of this size has kernels of its own.
    assert run(*arguments).returncode == 0
    for written in tmp_path.iterdir():
        written.unlink()
    # The third thread, after those of the tables and the search, writes the certificate.
    status, errors = interrupted("strategist-search", 3, arguments, tmp_path)
    assert status == 130
    begun, ended = errors.splitlines()
    assert begun.startswith("strategist: writing x.certificate, the certificate of the bound ")
    assert ended == "strategist: interrupted: no certificate is written"
    assert [path.name for path in tmp_path.iterdir()] == ["x.msgpack"]
    assert json.loads(run("verify", "x.msgpack", "--json").stdout)["bound"] == "optimal"


def test_a_closed_pipe_is_no_error(knuth: str, tmp_path: Path) -> None:
    for what in (f"show {knuth} --levels 4", f"export {knuth} --format csv", f"play {knuth} --secret 4563"):
        # The output is larger than the pipe, so some of it is written after the reader is gone.
        line = f"{{ {shlex.join(command())} {what}; echo status $? >&2; }} | true"
        result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path)
        assert result.stderr == "status 0\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_standard_streams_may_be_closed(knuth: str, tmp_path: Path, closed: str) -> None:
    line = f"{shlex.join(command())} play {knuth} {closed}"
    result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path, input="")
    assert (result.returncode, result.stderr) == (0, "")


def test_a_full_device_is_named(knuth: str, tmp_path: Path) -> None:
    line = f"{shlex.join(command())} export {knuth} --format json > /dev/full"
    result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr == "strategist: error: standard output: No space left on device\n"


def test_any_terminal_will_do(run: Run, knuth: str) -> None:
    assert run("show", knuth, PYTHONIOENCODING="ascii", LANG="C", LC_ALL="C", COLUMNS="12").returncode == 0


@pytest.mark.slow
def test_kernels_are_compiled_where_nothing_can_be_kept(run: Run, tmp_path: Path) -> None:
    """With no cache folder to write to, machine code goes to the temporary folder, and the next run finds it."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    (tmp_path / "tmp").mkdir()
    environment = {"XDG_CACHE_HOME": str(blocked), "HOME": str(blocked), "TMPDIR": str(tmp_path / "tmp")}
    environment["STRATEGIST_NUMBA"] = "compile"
    first = run("compile", "mastermind(2,3)", "minimax", "-o", "a.msgpack", **environment)
    again = run("compile", "mastermind(2,3)", "minimax", "-o", "b.msgpack", **environment)
    assert (first.returncode, again.returncode) == (0, 0)
    assert "compiling kernels" in first.stderr and again.stderr == ""
    assert (tmp_path / "a.msgpack").read_bytes() == (tmp_path / "b.msgpack").read_bytes()


def test_advice_at_a_position(run: Run, tmp_path: Path) -> None:
    given = ["--given", "1122:0b0w 3345:0b3w"]
    result = run("advise", "mastermind(4,6)", "minimax", *given)
    assert result.returncode == 0
    assert "next guess: 4653 (it may be the secret)" in result.stdout.splitlines()
    assert result.stdout.startswith("20 secrets left: 4433 4453 4534 ")
    told = json.loads(run("advise", "mastermind(4,6)", "minimax", *given, "--json").stdout)
    assert told["guess"] == "4653" and sum(told["left"].values()) == told["secrets"] == len(told["candidates"])
    (tmp_path / "left.txt").write_text("3456\n4653 5436\n")
    told = json.loads(run("advise", "mastermind", "optimal", "--candidates", "left.txt", "--json").stdout)
    assert told["candidates"] == ["3456", "4653", "5436"] and told["bound"] == "optimal"


def test_guesses_are_ranked_at_a_position(run: Run) -> None:
    given = ["--given", "1122:0b0w 3345:0b3w", "--time-limit", "60"]
    told = json.loads(run("advise", "mastermind(4,6)", *given, "--guess", "1111", "--json").stdout)
    assert told["secrets"] == 20 and len(told["best"]) == 10 and not told["sampled"]
    assert told["best"][0]["guess"] == "4653" and told["best"][0]["by"] == "exact"
    assert [row["worst"] for row in told["own"]] == [20]
    both = json.loads(run("advise", "mastermind(4,6)", "minimax", *given, "--top", "1", "--json").stdout)
    assert both["guess"] == both["ranking"]["best"][0]["guess"] == "4653"
    lines = run("advise", "mastermind(4,6)", *given, "--top", "2", "--guess", "4653").stdout.splitlines()
    assert lines[0].startswith("20 secrets left: 4433 ") and lines[3].split()[:3] == ["1.", "4653", "2.450"]
    assert lines[1] == "411 guesses compared" and lines[6].split()[:2] == ["1.", "4653"]
    assert lines[7:] == ["entropy goes on from here: further guesses: 2.450 expected, 3 at worst"]
    short = run("advise", "mastermind(4,6)", *given, "--top", "2", "--next-only").stdout.splitlines()
    assert short == lines[:5]
    assert run("advise", "mastermind(4,6)", "minimax", *given, "--strategy", "minimax").returncode == 2
    refused = run("advise", "mastermind(4,6)", *given, "--guess", "7777")
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1


def test_guesses_stand_side_by_side_at_a_position(run: Run) -> None:
    given = ["--given", "1122:0b0w 3345:0b3w"]
    told = json.loads(run("show", "mastermind(4,6)", "4653", "3344", *given, "--json").stdout)
    assert told["secrets"] == 20 and [row["guess"] for row in told["guesses"]] == ["4653", "3344"]
    assert all(sum(row["cells"].values()) == 20 for row in told["guesses"])
    lines = run("show", "mastermind(4,6)", "4653", "3344", *given).stdout.splitlines()
    assert lines[0].startswith("mastermind(pegs=4,colors=6): 20 secrets left: 4433 ")
    assert lines[2].split() == ["0b2w", "-", "11", "55.0%"]
    every = json.loads(run("show", "mastermind(4,6)", *given, "--json").stdout)["guesses"]
    assert len(every) == 411 and {row["guess"] for row in every} >= {"4653"}
    assert "not allowed" in run("show", "words(hard=true)", "about", "--given", "crane:-y--g").stderr


def test_a_very_large_game_is_ranked_at_once(run: Run) -> None:
    told = run("advise", "mastermind(8,9)", "--given", "11223344:2b2w", "--top", "1", "--time-limit", "0").stdout
    assert re.match(r"about \d+ secrets left\n\d+ guesses compared, a sample, by a sample of \d+ secrets\n", told)
    assert told.endswith("further guesses: not searched from so many candidates\n")


def test_a_tree_from_a_position(run: Run) -> None:
    assert run("compile", "mastermind(4,6)", "minimax", "--given", "1122:0b0w 3345:0b3w").returncode == 0
    path = "mastermind-4x6.minimax.after-1122-0b0w-3345-0b3w.msgpack"
    assert run("verify", path, "--max-depth", "3").returncode == 0
    assert "from 1122:0b0w 3345:0b3w" in run("show", path).stdout
    assert "solved in 4 guesses: 4563" in run("play", path, "--secret", "4563").stdout
    # A review begins where the file does, whether or not the guesses before are told again.
    histories = "4653 4563", "1122 3345 4653 4563"
    after, whole = (run("review", path, "--given", given, "--secret", "4563").stdout for given in histories)
    assert after == whole and after.startswith("solved in 2 guesses: 4563; values are those of minimax\n")
