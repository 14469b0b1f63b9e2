"""Without NumPy: playing, verifying and exporting work, and the rest says which extra is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE

KNUTH = "mastermind-4x6.minimax"
WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(("numpy", "numba", "llvmlite")))
"""
COMMAND = WITHOUT + "from strategist.__main__ import main; main()"
WHERE = "pip install 'strategist-compiler[search]'"


def light(folder: Path, program: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=folder, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", KNUTH, "--secret", "4563"], "solved in 4 guesses: 4563"),
        (["show", KNUTH], "total 5801"),
        (["verify", KNUTH, "--max-depth", "5"], "guaranteed"),
        (["list", "library"], KNUTH),
        (["list", "games"], "mastermind"),
        (["list", "strategies"], "minimax"),
        (["export", KNUTH, "-o", "knuth.html"], "knuth.html"),
        (["export", "--library", "-o", "site"], "29 strategies"),
        (["export", KNUTH, "--format", "csv"], "1111,solved"),
        (["export", KNUTH, "--format", "dot", "--depth", "1"], "1122"),
        (["export", KNUTH, "--format", "json"], '"total": 5801'),
    ],
)
def test_what_works(tmp_path: Path, arguments: list[str], told: str) -> None:
    result = light(tmp_path, COMMAND, *arguments)
    assert (result.returncode, result.stderr) == (0, "")
    assert told in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["compile", "mastermind(2,3)", "minimax"],
        ["compare", "mastermind(2,3)", "minimax"],
        ["advise", "mastermind(2,3)", "minimax"],
        ["show", "mastermind(2,3)"],
        ["check", "mastermind-4x4.optimal", "--explain"],
    ],
)
def test_what_needs_more_names_the_extra(tmp_path: Path, arguments: list[str]) -> None:
    result = light(tmp_path, COMMAND, *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("strategist: error: ") and result.stderr.endswith(f"{WHERE}\n")
    assert len(result.stderr.splitlines()) == 1


def test_certificates_are_checked_by_the_plain_checker(tmp_path: Path) -> None:
    result = light(tmp_path, COMMAND, "check", "mastermind-4x4.optimal")
    assert result.returncode == 0
    assert result.stdout.startswith(
        "optimal in total: every strategy for mastermind(pegs=4,colors=4) needs a total of "
    )
    assert result.stderr.startswith("strategist: checking 44 positions in plain Python, which may take fifty times as")


def test_a_hint_says_so_and_the_game_goes_on(tmp_path: Path) -> None:
    result = light(tmp_path, COMMAND, "play", "mastermind(2,3)", "--secret", "12", stdin="11\nhint\n12\n")
    assert result.returncode == 0
    assert f"no guess is proposed: searching and the fast checker need NumPy: {WHERE}" in result.stdout
    assert "solved in 2 guesses" in result.stdout


@pytest.mark.parametrize("name", ["compile_strategy", "check_certificate", "Options"])
def test_in_python(tmp_path: Path, name: str) -> None:
    program = f"{WITHOUT}import strategist\ntry: strategist.{name}\nexcept ImportError as error: print(error)"
    assert light(tmp_path, program).stdout.endswith(f"{WHERE}\n")


def test_environments_name_their_extra(tmp_path: Path) -> None:
    program = """
import sys
sys.modules["gymnasium"] = None
from strategist.environment import make_environment
try: make_environment("ab")
except ImportError as error: print(error)
"""
    wanted = "environments need Gymnasium: pip install 'strategist-compiler[gym]'\n"
    assert light(tmp_path, program).stdout == wanted


@pytest.mark.parametrize("library", ["sklearn", "scipy"])
def test_estimators_name_their_extra(tmp_path: Path, library: str) -> None:
    program = f"""
import sys
class Absent:
    def find_spec(name, *_):
        if name.partition(".")[0] == "{library}":
            raise ModuleNotFoundError("no", name="{library}")
sys.meta_path.insert(0, Absent)
import strategist
try: strategist.StrategyClassifier
except ImportError as error: print(error)
"""
    wanted = "estimators need scikit-learn: pip install 'strategist-compiler[sklearn]'\n"
    assert light(tmp_path, program).stdout == wanted
