"""Commands in games whose answers may be false: what they say is right, or refused in one line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from patience import PATIENCE
from preloaded import command

GAME = "mastermind(2,3,lies=1)"
SPEC = "mastermind(pegs=2,colors=3,lies=1)"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command(), *arguments], capture_output=True, text=True, input="", timeout=PATIENCE)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("doubtful") / "tree.msgpack")
    done = run("compile", GAME, "optimal(depth)", "-o", path)
    assert done.returncode == 0, done.stderr
    assert "depth 5 (5 secrets), each at the most that it can need over all lies" in done.stdout
    return path


def test_a_file_is_verified_against_every_way_of_lying(file: str) -> None:
    done = run("verify", file, "--max-depth", "5")
    assert done.returncode == 0
    assert "guaranteed: every secret is found within 5 guesses" in done.stdout
    assert "each secret with each way of lying; lies that help nobody are played, too" in done.stdout
    assert json.loads(run("verify", file, "--json").stdout)["games"] > 9
    assert run("verify", file, "--max-depth", "4").returncode == 1


def test_a_file_is_shown_with_each_secret_counted_once(file: str) -> None:
    shown = run("show", file).stdout
    assert "0b0w → 12 (4+4)" in shown and "1b0w → 12 (4+4)" in shown
    assert "one answer may be false, but a right guess is always admitted; 1+8: one secret is left if all" in shown


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("csv", "12,solved,1,2,11,0b0w,12,2b0w,"),
        ("key", "0b2w (an answer was false) → 10"),
        ("dot", r'1 [label="12\n4+4", peripheries=2];'),
        ("json", '"by_lies": "4+4"'),
        ("graphml", ">4+4<"),
        ("svg", "<svg"),
    ],
)
def test_a_file_is_exported(file: str, form: str, told: str) -> None:
    done = run("export", file, "--format", form)
    assert done.returncode == 0, done.stderr
    assert told in done.stdout


def test_strategies_are_compared() -> None:
    done = run("compare", GAME, "minimax", "entropy")
    assert done.returncode == 0 and done.stdout.endswith(
        "each secret counts once, at the most that it can need over all lies\n"
    )


def test_a_file_is_played(file: str) -> None:
    played = run("play", file, "--secret", "13")
    assert played.returncode == 0 and played.stdout.endswith("solved in 3 guesses: 13\nno answer was a lie\n")


def test_a_bound_is_certified(tmp_path: Path) -> None:
    tree, proof = str(tmp_path / "tree.msgpack"), str(tmp_path / "tree.certificate")
    done = run("compile", GAME, "optimal(depth)", "-o", tree, "--certificate", proof)
    assert done.returncode == 0, done.stderr
    checked = run("check", tree, proof, "--explain")
    assert checked.returncode == 0, checked.stderr
    assert f"optimal in depth: every strategy for {SPEC} needs 5 guesses at worst" in checked.stdout
    assert "one line of play" in checked.stdout
    assert "format 5" in run("show", proof).stdout
    assert json.loads(run("check", proof, "--json").stdout)["proven"]


def test_what_means_nothing_is_refused_with_the_reason() -> None:
    done = run("show", GAME)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        f"strategist: error: {SPEC}: the table of first questions needs true answers: else a secret stands behind many "
        "of them; advise ranks them"
    )


@pytest.mark.parametrize(
    ("game", "strategy", "told"),
    [
        (GAME, "optimal", "an average needs a chance of each lie"),
        (GAME, "most-parts", "expected a strategy that knows answers that may be false"),
        ("mastermind(2,3,turns=4,lies=1)", "minimax", "lies=1 cannot stand beside turns"),
        ("wordle(hard=true,lies=1)", "minimax", "lies=1 cannot stand beside hard=true"),
        ("mastermind(2,3,honest=yes)", "minimax", "expected lies=1 or more"),
        ("mastermind(2,3,goal=identify,lies=1,honest=yes)", "minimax", "needs a guess that can win"),
        ("mastermind(2,3,lies=-1)", "minimax", "lies must be a whole number of at least 0"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(game: str, strategy: str, told: str) -> None:
    done = run("compile", game, strategy)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and told in done.stderr
