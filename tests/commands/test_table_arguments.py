"""A file with a table in the place of a game, with its parameters behind it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from said import run

FROGS = "frog,skin,feet\nRana,smooth,webbed\nBufo,warty,free/webbed\nHyla,smooth,free\n"
GIVEN = ("frogs.csv", "secrets=rows", "several=/")
SPEC = "table(file=frogs.csv,goal=narrow,secrets=rows,narrow=sure,several=/)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("frogs.csv").write_text(FROGS)


@pytest.mark.parametrize(
    "words",
    [
        [*GIVEN, "dallwitz", "-o", "key.msgpack", "--json"],
        ["-o", "key.msgpack", "--json", "-j", "1", *GIVEN, "dallwitz"],
        ["frogs.csv", "dallwitz", "--output=key.msgpack", "secrets=rows", "--json", "--jobs", "1", "several=/"],
        [SPEC, "dallwitz", "-o", "key.msgpack", "--json"],
        ["--json", "-okey.msgpack", "--", *GIVEN, "dallwitz"],
    ],
    ids=" ".join,
)
def test_parameters_stand_behind_the_file(words: list[str]) -> None:
    status, out, err = run("compile", *words)
    assert status == 0, err
    assert json.loads(out)["game"] == SPEC and json.loads(out)["strategy"] == "dallwitz"


def test_a_look_ends_with_such_a_command() -> None:
    told = run("look", *GIVEN)[1].splitlines()[-1]
    assert told == 'strategist compile frogs.csv secrets=rows several=/ "optimal(size,expected)"'
    assert run(*shlex.split(told)[1:], "-o", "key.msgpack").status == 0


def test_other_commands_take_them_too() -> None:
    asked = run("advise", *GIVEN, "--given", "skin:smooth", "--time-limit", "1")
    assert asked.status == 0 and "2 secrets left" in asked.out.replace("candidates", "secrets"), asked
    played = run("play", *GIVEN, "--secret", "Bufo", "--mode", "answer")
    assert played.status == 0 and "Bufo" in played.out, played
    compared = run("compare", *GIVEN, "entropy", "dallwitz", "--json")
    assert json.loads(compared.out)["game"] == SPEC


def test_the_goal_is_that_of_a_look() -> None:
    """Where no question is sure to exclude anybody, play ends where nothing more can be learnt."""
    Path("vague.csv").write_text("species,awns\nPoa,yes\nAira,no\n")
    told = json.loads(run("compile", "vague.csv", "secrets=rows", "cannot_tell=0.1", "entropy", "--json")[1])
    assert "narrow=" not in told["game"] and "goal=narrow" in told["game"]
    told = json.loads(run("compile", *GIVEN, "goal=class", "class=skin", "entropy", "--json")[1])
    assert "goal=class,class=skin" in told["game"]
    told = json.loads(run("compile", "frogs.csv", "secrets=rows", "goal=identify", "entropy", "--json")[1])
    assert "goal=identify" in told["game"]


def test_a_table_needs_no_parameters() -> None:
    Path("columns.csv").write_text(",cat,dog\nbarks?,no,yes\n")
    assert json.loads(run("compile", "columns.csv", "entropy", "--json")[1])["secrets"] == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["toads.csv", "secrets=rows", "entropy"], "in front of secrets=rows, got 'toads.csv', which is not there"),
        (["mastermind(2,3)", "secrets=rows", "entropy"], "in front of secrets=rows, got 'mastermind(2,3)'"),
        (["frogs.csv", "secrets=rows", "secrets=rows", "entropy"], "expected secrets= once, got it twice"),
        (["frogs.csv", "file=other.csv", "entropy"], "expected parameters of table beside the file, got file="),
        (["frogs.csv", "sekrets=rows", "entropy"], "did you mean secrets?"),
        (["frogs.csv", "secrets=rows"], "Missing argument 'STRATEGY'"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(words: list[str], told: str) -> None:
    status, out, err = run("compile", *words)
    assert (status, out) == (2, "") and len(err.splitlines()) == 1 and told in err
