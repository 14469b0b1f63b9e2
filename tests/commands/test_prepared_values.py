"""The command prepare --values, and those that look values up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from said import run

import strategist
from strategist.files.values.value_file import ValueFile

SMALL = "mastermind(2,4)"


@pytest.fixture
def path(tmp_path: Path) -> str:
    made = tmp_path / "values.cache"
    ran = run("prepare", SMALL, "--values", "-o", str(made), "--hits", "5")
    assert ran.status == 0 and ran.complaints == []
    assert ran.out.startswith("mastermind(pegs=2,colors=4): 1") and "optimal player: " in ran.out
    return str(made)


def test_a_cache_is_written_and_reviews_look_it_up(path: str, tmp_path: Path) -> None:
    game = ["review", SMALL, "--given", "11 12 23", "--secret", "23"]
    assert run(*game, "--cache", path).out == run(*game).out
    told = json.loads(run("prepare", SMALL, "--values", "-o", str(tmp_path / "more"), "--hits", "5", "--json").out)
    Draft202012Validator(strategist.json_schema("cache")).validate(told)
    assert Path(path).read_bytes() == (tmp_path / "more").read_bytes() and told["bytes"] == Path(path).stat().st_size
    assert ValueFile(path).positions == told["positions"] == told["exact"]
