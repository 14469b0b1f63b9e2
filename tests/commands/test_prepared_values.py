"""The command prepare --values, and those that look values up."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from preloaded import command

import strategist
from strategist.files.values.value_file import ValueFile

SMALL = "mastermind(2,4)"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command(), *words], capture_output=True, text=True)


@pytest.fixture
def path(tmp_path: Path) -> str:
    made = tmp_path / "values.cache"
    ran = run("prepare", SMALL, "--values", "-o", str(made), "--hits", "5")
    said = [line for line in ran.stderr.splitlines() if "compiling kernels" not in line]
    assert ran.returncode == 0 and said == [], ran.stderr
    assert ran.stdout.startswith("mastermind(pegs=2,colors=4): 1") and "optimal player: " in ran.stdout
    return str(made)


def test_a_cache_is_written_and_reviews_look_it_up(path: str, tmp_path: Path) -> None:
    game = ["review", SMALL, "--given", "11 12 23", "--secret", "23"]
    assert run(*game, "--cache", path).stdout == run(*game).stdout
    told = json.loads(run("prepare", SMALL, "--values", "-o", str(tmp_path / "more"), "--hits", "5", "--json").stdout)
    Draft202012Validator(strategist.json_schema("cache")).validate(told)
    assert Path(path).read_bytes() == (tmp_path / "more").read_bytes() and told["bytes"] == Path(path).stat().st_size
    assert ValueFile(path).positions == told["positions"] == told["exact"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["prepare", "mastermind(2,3,lies=1)", "--values"], "has answers that may be false: expected a game without"),
        (["prepare", "pegswap(2,2)", "--values"], "is a solitaire"),
        (["prepare", SMALL, "--values", "-o", "/no/folder/values.cache"], "/no/folder"),
        (["prepare", SMALL, "--values", "--openings", "0"], "0 is not in the range x>=1"),
        (["review", "mastermind(2,3)", "--given", "11:0b0w", "--cache", "PATH"], "expected a value cache of"),
        (["review", SMALL, "--given", "11:0b0w", "--cache", "PATH", "--by", "exact"], "--by and --cache: expected one"),
        (["review", SMALL, "--given", "11:0b0w", "--cache", "none"], "none: cannot read: No such file or directory"),
        (["compare", SMALL, "--league", "--seeds", "3"], "--league: expected neither --player nor --seeds nor --first"),
        (["compare", "mastermind(2,4,turns=5)", "--league"], "has turns: expected a game without, for a league"),
        (["show", "PATH"], "expected a strategist file, got a value cache"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(path: str, words: list[str], told: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [*command(), *(path if word == "PATH" else word for word in words)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert ran.returncode == 2 and ran.stdout == "" and told in ran.stderr and ran.stderr.count("\n") == 1, ran.stderr
