"""The command compile GAME value, and what other commands do with the file of a mixture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from said import run

import strategist


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("value")
    tree, proof = folder / "value.msgpack", folder / "value.certificate"
    done = run("compile", "mastermind(2,3)", "value", "-o", tree, "--certificate", proof)
    assert done.status == 0
    assert done.out.startswith("the value of mastermind(pegs=2,colors=3) is 29/12 (2.417) guesses\n")
    return tree, proof


def test_both_bounds_are_proven(files: tuple[Path, Path]) -> None:
    tree, proof = files
    verified = run("verify", tree, "--max-depth", "4")
    assert verified.status == 0 and "no more than 29/12 (2.417) guesses on average" in verified.out
    assert run("verify", tree, "--max-depth", "2").status == 1
    checked = run("check", proof, tree)
    assert checked.status == 0
    assert checked.out.startswith("proven: the value of mastermind(pegs=2,colors=3) is 29/12 (2.417) guesses")
    shown = run("show", tree)
    assert shown.out.startswith("claimed: the value of") and "4.5" not in shown.out


def test_json_objects_are_described(files: tuple[Path, Path], tmp_path: Path) -> None:
    tree, proof = files
    lines = {
        "value": ["compile", "mastermind(2,2)", "value", "-o", tmp_path / "v", "--certificate", tmp_path / "c"],
        "verify": ["verify", tree],
        "show": ["show", tree],
        "check": ["check", tree, proof],
    }
    for command, words in lines.items():
        found = json.loads(run(*words, "--json").out)
        Draft202012Validator(strategist.json_schema(command)).validate(found)
        assert found["mixture"] and found["exact"]


def test_it_plays_both_sides(files: tuple[Path, Path]) -> None:
    tree, _ = files
    played = {run("play", tree, "--secret", "12", "--seed", str(seed)).out for seed in range(8)}
    assert len(played) > 1 and all("solved in" in each for each in played)
    one, other = (run("play", tree, "--seed", "5", "--secret", "33").out for _ in range(2))
    assert one == other
    guesses = "".join(f"{first}{second}\n" for first in "123" for second in "123")
    guessed = run("play", tree, "--mode", "guess", "--seed", "1", stdin=guesses)
    assert guessed.status == 0 and "solved in" in guessed.out
    assert run("play", tree, "--mode", "duel", "--games", "2").status == 2


def test_advice_reckons_with_the_chances_of_the_codemaker(files: tuple[Path, Path]) -> None:
    advised = run("advise", files[0], "--given", "12:1b0w", "--next-only")
    assert advised.status == 0 and "33.3 %" in advised.out


def test_a_certificate_for_another_game_is_refused(files: tuple[Path, Path], tmp_path: Path) -> None:
    proof = tmp_path / "other.certificate"
    run("compile", "mastermind(2,3)", "optimal", "-o", tmp_path / "t.msgpack", "--certificate", proof)
    assert "expected the chances of the mixture" in run("check", files[0], proof).err


def test_a_time_limit_gives_bounds(tmp_path: Path) -> None:
    tree, proof = tmp_path / "value.msgpack", tmp_path / "value.certificate"
    done = run("compile", "mastermind(3,4)", "value", "-o", tree, "--certificate", proof, "--time-limit", "0")
    assert done.status == 0 and " is between " in done.out
    checked = run("check", tree, proof)
    assert checked.status == 1 and "the value itself is not proven" in checked.out
