"""The strategies that ship, by name: in the command line, in Python, and as a shell completes them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

import strategist
from strategist.commands.cli import cli
from strategist.common.errors import UnknownNameError
from strategist.files import shipped
from strategist.files.shipped import find_file, find_shipped

pytestmark = pytest.mark.early

STRATEGIES = Path(__file__).parents[2] / "strategies"
KNUTH = "mastermind-4x6.minimax"
Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    return lambda *arguments: CliRunner().invoke(cli, arguments)


def test_the_library_is_what_stands_in_the_folder() -> None:
    found = strategist.library()
    assert {each.path for each in found} == set(STRATEGIES.glob("*.msgpack"))
    assert [each.name for each in found] == sorted(each.name for each in found)
    assert {each.certificate for each in found} - {None} == set(STRATEGIES.glob("*.certificate"))
    assert [each.name for each in found if each.name == KNUTH] == [KNUTH]
    assert strategist.verify_strategy(next(each for each in found if each.name == KNUTH)).claims.total == 5801


def test_a_package_without_a_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shipped, "_FOLDERS", (tmp_path / "library",))
    assert strategist.library() == []
    assert find_file(KNUTH) == Path(KNUTH)


def test_an_installed_library_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "mastermind-9x9.best.msgpack").touch()
    monkeypatch.setattr(shipped, "_FOLDERS", (tmp_path, STRATEGIES))
    assert [each.name for each in strategist.library()] == ["mastermind-9x9.best"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (KNUTH, KNUTH),
        ("mastermind-4x6.most", "mastermind-4x6.most-parts"),
        ("mastermind-4x6.minimax-", "mastermind-4x6.minimax-guesses-candidates-first-1122"),
        ("mastermind-4x8.", "mastermind-4x8.optimal-total-depth"),
        # A game is not a beginning of its strategies.
        ("mastermind-4x8", None),
        ("mastermind-4x6.nothing", None),
        ("", None),
        (".", None),
    ],
)
def test_a_name_or_a_beginning_that_fits_one(text: str, name: str | None) -> None:
    found = find_shipped(text)
    assert (found.name if found else None) == name


def test_of_several_all_are_named() -> None:
    with pytest.raises(UnknownNameError) as told:
        find_shipped("mastermind-4x6.")
    names = str(told.value).partition("library: ")[2].split(", ")
    assert names == [each.name for each in strategist.library() if each.name.startswith("mastermind-4x6.")]


def test_an_existing_file_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(KNUTH).write_bytes((STRATEGIES / "mastermind-4x4.optimal-total-depth.msgpack").read_bytes())
    assert strategist.open_strategy(KNUTH).game.spec == "mastermind(pegs=4,colors=4)"


@pytest.mark.thorough
def test_every_command_takes_a_name(run: Run, tmp_path: Path) -> None:
    assert "total 5801" in run("verify", KNUTH, "--max-depth", "5").output
    assert "claims 1296 secrets: total 5801" in run("show", KNUTH).output
    assert run("export", KNUTH, "-o", str(tmp_path / "knuth.html")).exit_code == 0
    chart = run("export", "--format", "chart", KNUTH, "mastermind-4x6.entropy", "-o", str(tmp_path / "chart.svg"))
    assert chart.exit_code == 0 and (tmp_path / "chart.svg").exists()
    assert run("play", KNUTH, "--secret", "4563").output.endswith("solved in 4 guesses: 4563\n")
    assert run("play", "mastermind-4x6.mini", "--secret", "4563").exit_code != 0
    assert run("check", "mastermind-4x4.optimal").output.startswith("optimal in total")
    told = json.loads(run("check", "mastermind-3x6.optimal", "--json").output)
    assert told["proven"]


def test_a_solitaire_ships(run: Run) -> None:
    name = "pegswap-3x3.optimal"
    assert run("play", name).output.endswith("solved in 15 moves\n")
    assert "goal reached in 15 moves" in run("verify", name).output
    assert run("show", name).output.startswith("pegswap(left=3,right=3) optimal\nclaims goal reached in 15 moves\n")
    told = next(each for each in json.loads(run("list", "library", "--json").output) if each["name"] == name)
    assert (told["bound"], told["depth"], told["certificate"]) == ("optimal", 15, None)
    assert name in completions("play", "pegswap-3x3.")


def test_what_has_no_certificate_is_one_line(run: Run) -> None:
    result = run("check", KNUTH)
    assert result.exit_code == 2
    assert f"no certificate of {KNUTH} ships" in result.output


def test_the_list(run: Run) -> None:
    told = json.loads(run("list", "library", "--json").output)
    assert [each["name"] for each in told] == [each.name for each in strategist.library()]
    knuth = next(each for each in told if each["name"] == KNUTH)
    assert (knuth["total"], knuth["depth"], knuth["bound"], knuth["certificate"]) == (5801, 5, "upper", None)
    lines = run("list", "library").output.splitlines()
    assert len(lines) == 1 + len(told)
    assert lines[0].split() == ["name", "total", "depth", "bound", "certificate", "bytes"]


def completions(*words: str) -> list[str]:
    complete = ShellComplete(cli, {}, "strategist", "_STRATEGIST_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


def test_a_shell_completes_games_strategies_and_names() -> None:
    assert "mastermind" in completions("compile", "ma")
    assert {"wordle", "words"} <= set(completions("assist", "w")) and "fibble" in completions("play", "fi")
    assert "minimax" in completions("compile", "mastermind", "mini")
    assert "entropy" in completions("compare", "mastermind", "minimax", "ent")
    assert KNUTH in completions("verify", "mastermind-4x6.")
    assert {"mastermind", KNUTH} <= set(completions("play", "master"))
    assert "prepare" in completions("pre") and completions("lib") == completions("war") == []
    assert {"games", "library"} <= set(completions("list", "")) and "value" in completions("compile", "ab", "va")
    assert {"words", "wordle"} <= set(completions("prepare", "wo")) and {"ab", KNUTH} <= set(
        completions("show", "a") + completions("show", "master")
    )
    # Bash drops what stands beside the request for a file.
    assert "" not in completions("verify", "mastermind-4x6.")
    complete = ShellComplete(cli, {}, "strategist", "_STRATEGIST_COMPLETE")
    for arguments, incomplete in ((["verify"], ""), (["verify"], "knu"), (["play"], "./")):
        assert [item.type for item in complete.get_completions(arguments, incomplete)] == ["file"]
    for arguments, incomplete in ((["verify"], "mastermind-4x6."), (["play"], "mas")):
        assert "file" not in [item.type for item in complete.get_completions(arguments, incomplete)]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(run: Run, shell: str) -> None:
    result = CliRunner().invoke(cli, env={"_STRATEGIST_COMPLETE": f"{shell}_source"}, prog_name="strategist")
    assert "_STRATEGIST_COMPLETE" in result.output and result.exit_code == 0


def test_without_a_command_the_help_is_printed(run: Run) -> None:
    result = run()
    assert result.exit_code == 0
    assert result.output == run("--help").output
    assert len(result.output.splitlines()) > 20
