"""The command prepare compiles kernels beforehand: afterwards nothing is compiled, and it says what it did."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from preloaded import command

from strategist.common.errors import SpecError
from strategist.search.advice.warmup import GAMES, WORK, steps

pytestmark = pytest.mark.long


def test_every_kind_of_game_and_of_work_has_its_steps() -> None:
    names = {tuple(step.name.split()[:2]) for step in steps()}
    assert names == {(game, work) for game in GAMES for work in WORK}
    assert {step.name.split()[0] for step in steps(("tables", "words", "optimal"))} == {"tables", "words"}
    assert {step.name.split()[1] for step in steps(("advice", "optimal"))} == {"advice", "optimal"}


def test_an_unknown_kind_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SpecError, match=r"^expected kinds of codes, words, .*, advice, got 'chess'$"):
        list(steps(("codes", "chess")))


def test_it_says_what_it_compiled_and_then_that_nothing_is_left(tmp_path: Path) -> None:
    """In an empty cache, by an interpreter of its own: the few kernels that Grand Mastermind needs for heuristics."""
    line = [sys.executable, "-m", "strategist", "prepare", "grand", "heuristics", "--json"]
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    told = []
    for _ in range(2):
        ran = subprocess.run(line, env=env, capture_output=True, text=True, check=True)
        told.append(json.loads(ran.stdout))
    first, second = told
    assert first["compiled"] == first["kept"] > 0 and first["seconds"] > 0
    assert (second["compiled"], second["kept"], second["bytes"]) == (0, first["kept"], first["bytes"])
    assert Path(first["folder"]).is_relative_to(tmp_path)
    # What it is for: the same work in another process compiles nothing.
    line = [
        sys.executable,
        "-m",
        "strategist",
        "compile",
        "grand-mastermind(2,2,3)",
        "minimax",
        "-o",
        str(tmp_path / "x"),
    ]
    ran = subprocess.run(line, env=env, capture_output=True, text=True, check=True)
    assert "compiling" not in ran.stderr
    assert len(list(Path(first["folder"]).iterdir())) == first["kept"]


def test_no_summary_of_a_command_is_cut() -> None:
    env = os.environ | {"COLUMNS": "80"}
    ran = subprocess.run([*command(), "--help"], env=env, capture_output=True, text=True, check=True)
    summaries = ran.stdout.partition("\nCommands:\n")[2]
    assert "\n  prepare " in summaries
    assert "..." not in summaries and "…" not in summaries
