"""The command prepare compiles kernels beforehand: afterwards nothing is compiled, and it says what it did."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from preloaded import command

from strategist.common.errors import SpecError
from strategist.search.advice.warmup import GAMES, WORK, steps


def test_every_kind_of_game_and_of_work_has_its_steps() -> None:
    names = {tuple(step.name.split()[:2]) for step in steps()}
    assert names == {(game, work) for game in GAMES for work in WORK}
    assert {step.name.split()[0] for step in steps(("tables", "words", "optimal"))} == {"tables", "words"}
    assert {step.name.split()[1] for step in steps(("advice", "optimal"))} == {"advice", "optimal"}


def test_an_unknown_kind_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SpecError, match=r"^expected kinds of codes, words, .*, advice, got 'chess'$"):
        list(steps(("codes", "chess")))


WARM_UP = ["prepare", "grand", "heuristics", "--json"]
LISTED = f"""
import sys
files = set()
sys.addaudithook(lambda event, told: files.add(str(told[0])) if event == "open" else None)
from strategist.commands.cli import cli
cli.main(args={WARM_UP}, standalone_mode=False)
print(*(file for file in sorted(files) if file.endswith(".kernel")), sep="\\n")
"""
"""What the command loads from the usual cache, if all is kept."""
COMPILING = os.environ | {"STRATEGIST_NUMBA": "compile"}
"""Without the pack."""


def loaded() -> list[Path]:
    while True:
        ran = subprocess.run([sys.executable, "-c", LISTED], env=COMPILING, capture_output=True, text=True, check=True)
        said, *files = ran.stdout.splitlines()
        if not json.loads(said)["compiled"]:
            return [*map(Path, files)]


@pytest.mark.thorough
def test_it_says_what_it_compiled_and_then_that_nothing_is_left(tmp_path: Path) -> None:
    """In a cache of its own, by an interpreter of its own: of the few kernels that it needs one is not kept."""
    known = loaded()
    folder = tmp_path / "strategist" / known[0].parent.name
    folder.mkdir(parents=True)
    absent = next(file for file in known if ".fill_responses-" in file.name)
    for file in known:
        if file != absent:
            shutil.copy(file, folder)
    line = [sys.executable, "-m", "strategist", *WARM_UP]
    env = COMPILING | {"XDG_CACHE_HOME": str(tmp_path)}
    told = []
    for _ in range(2):
        ran = subprocess.run(line, env=env, capture_output=True, text=True, check=True)
        told.append(json.loads(ran.stdout))
    first, second = told
    assert (first["compiled"], first["kept"], first["folder"]) == (1, len(known), str(folder)) and first["seconds"] > 0
    assert (second["compiled"], second["kept"], second["bytes"]) == (0, first["kept"], first["bytes"])
    # What it is for: the same work in another process compiles nothing.
    output = str(tmp_path / "x")
    line = [sys.executable, "-m", "strategist", "compile", "grand-mastermind(2,2,3)", "minimax", "-o", output]
    ran = subprocess.run(line, env=env, capture_output=True, text=True, check=True)
    assert "compiling" not in ran.stderr
    assert {file.name for file in folder.iterdir()} == {file.name for file in known}


def test_no_summary_of_a_command_is_cut() -> None:
    env = os.environ | {"COLUMNS": "80"}
    ran = subprocess.run([*command(), "--help"], env=env, capture_output=True, text=True, check=True)
    summaries = ran.stdout.partition("\nCommands:\n")[2]
    assert "\n  prepare " in summaries
    assert "..." not in summaries and "…" not in summaries
