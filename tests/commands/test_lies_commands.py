"""Commands in games whose answers may be false: what they say is right, or refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from said import run

GAME = "mastermind(2,3,lies=1)"
SPEC = "mastermind(pegs=2,colors=3,lies=1)"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("doubtful") / "tree.msgpack")
    done = run("compile", GAME, "optimal(depth)", "-o", path)
    assert done.status == 0, done.err
    assert "depth 5 (5 secrets), each at the most that it can need over all lies" in done.out
    return path


def test_a_file_is_verified_against_every_way_of_lying(file: str) -> None:
    done = run("verify", file, "--max-depth", "5")
    assert done.status == 0
    assert "guaranteed: every secret is found within 5 guesses" in done.out
    assert "each secret with each way of lying; lies that help nobody are played, too" in done.out
    assert json.loads(run("verify", file, "--json").out)["games"] > 9
    assert run("verify", file, "--max-depth", "4").status == 1


def test_a_file_is_shown_with_each_secret_counted_once(file: str) -> None:
    shown = run("show", file).out
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
    assert done.status == 0, done.err
    assert told in done.out


def test_strategies_are_compared() -> None:
    done = run("compare", GAME, "minimax", "entropy")
    assert done.status == 0 and done.out.endswith(
        "each secret counts once, at the most that it can need over all lies\n"
    )


def test_a_file_is_played(file: str) -> None:
    played = run("play", file, "--secret", "13")
    assert played.status == 0 and played.out.endswith("solved in 3 guesses: 13\nno answer was a lie\n")


def test_a_bound_is_certified(tmp_path: Path) -> None:
    tree, proof = str(tmp_path / "tree.msgpack"), str(tmp_path / "tree.certificate")
    done = run("compile", GAME, "optimal(depth)", "-o", tree, "--certificate", proof)
    assert done.status == 0, done.err
    checked = run("check", tree, proof, "--explain")
    assert checked.status == 0, checked.err
    assert f"optimal in depth: every strategy for {SPEC} needs 5 guesses at worst" in checked.out
    assert "one line of play" in checked.out
    assert "format 5" in run("show", proof).out
    assert json.loads(run("check", proof, "--json").out)["proven"]


def test_what_means_nothing_is_refused_with_the_reason() -> None:
    done = run("show", GAME)
    assert done.status == 2
    assert done.err.splitlines()[-1] == (
        f"strategist: error: {SPEC}: the table of first questions needs true answers: else a secret stands behind many "
        "of them; advise ranks them"
    )
