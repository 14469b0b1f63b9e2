"""What commands say of files against lies, and of mixtures, whose bounds are those of the value of a game.

Each line holds a command line, its exit status, and a part of what is said.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from said import run, told

import strategist

LIES, SPEC = "mastermind(2,3,lies=1)", "mastermind(pegs=2,colors=3,lies=1)"
VALUE = "the value of mastermind(pegs=2,colors=3) is 29/12 (2.417) guesses"

SAID = rf"""
verify lies --max-depth 5 | 0 | guaranteed: every secret is found within 5 guesses
verify lies --max-depth 5 | 0 | each secret with each way of lying; lies that help nobody are played, too
verify lies --max-depth 4 | 1 | 4 guesses are not guaranteed: the tree needs up to 5
show lies | 0 | 0b0w → 12 (4+4)
show lies | 0 | 1b0w → 12 (4+4)
show lies | 0 | one answer may be false, but a right guess is always admitted; 1+8: one secret is left if all
export lies --format csv | 0 | 12,solved,1,2,11,0b0w,12,2b0w,
export lies --format key | 0 | 0b2w (an answer was false) → 10
export lies --format dot | 0 | 1 [label="12\n4+4", peripheries=2];
export lies --format json | 0 | "by_lies": "4+4"
export lies --format graphml | 0 | >4+4<
export lies --format svg | 0 | <svg
compare {LIES} minimax entropy | 0 | each secret counts once, at the most that it can need over all lies
play lies --secret 13 | 0 | no answer was a lie
play lies --secret 13 | 0 | solved in 3 guesses: 13
check lies lies.certificate --explain | 0 | optimal in depth: every strategy for {SPEC} needs 5 guesses at worst
check lies lies.certificate --explain | 0 | one line of play
show lies.certificate | 0 | format 5
check lies.certificate | 0 | needs 5 guesses at worst (5 positions checked)
verify value --max-depth 4 | 0 | no more than 29/12 (2.417) guesses on average
verify value --max-depth 2 | 1 | mastermind(pegs=2,colors=3)
check value.certificate value | 0 | proven: {VALUE}
show value | 0 | claimed: {VALUE}
advise value --given 12:1b0w --next-only | 0 | 33.3 %
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tree against lies and a mixture, each with a certificate."""
    path = tmp_path_factory.mktemp("kinds")
    lies = told("compile", LIES, "optimal(depth)", "-o", path / "lies", "--certificate", path / "lies.certificate")
    assert "depth 5 (5 secrets), each at the most that it can need over all lies" in lies
    words = ("compile", "mastermind(2,3)", "value", "-o", path / "value", "--certificate", path / "value.certificate")
    assert told(*words).startswith(f"{VALUE}\n")
    return path


@pytest.mark.every
@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_commands_say_what_is_so(folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    command, status, part = line.split(" | ")
    monkeypatch.chdir(folder)
    words = command.split()
    assert part in told(*words, status=int(status))


def test_each_way_of_lying_is_a_game(folder: Path) -> None:
    assert json.loads(told("verify", folder / "lies", "--json"))["games"] > 9
    assert json.loads(told("check", folder / "lies.certificate", "--json"))["proven"]


def test_json_objects_of_mixtures_are_described(folder: Path, tmp_path: Path) -> None:
    tree, proof = folder / "value", folder / "value.certificate"
    lines = {
        "value": ["compile", "mastermind(2,2)", "value", "-o", tmp_path / "v", "--certificate", tmp_path / "c"],
        "verify": ["verify", tree],
        "show": ["show", tree],
        "check": ["check", tree, proof],
    }
    for command, words in lines.items():
        found = json.loads(told(*words, "--json"))
        Draft202012Validator(strategist.json_schema(command)).validate(found)
        assert found["mixture"] and found["exact"]


def test_a_mixture_plays_both_sides(folder: Path) -> None:
    tree = folder / "value"
    played = {told("play", tree, "--secret", "12", "--seed", str(seed)) for seed in range(8)}
    assert len(played) > 1 and all("solved in" in each for each in played)
    one, other = (told("play", tree, "--seed", "5", "--secret", "33") for _ in range(2))
    assert one == other
    guesses = "".join(f"{first}{second}\n" for first in "123" for second in "123")
    guessed = run("play", tree, "--mode", "guess", "--seed", "1", stdin=guesses)
    assert guessed.status == 0 and "solved in" in guessed.out
    assert run("play", tree, "--mode", "duel", "--games", "2").status == 2


def test_a_certificate_for_another_game_is_refused(folder: Path, tmp_path: Path) -> None:
    proof = tmp_path / "other.certificate"
    told("compile", "mastermind(2,3)", "optimal", "-o", tmp_path / "t.msgpack", "--certificate", proof)
    assert "expected the chances of the mixture" in run("check", folder / "value", proof).err


def test_a_time_limit_gives_bounds(tmp_path: Path) -> None:
    tree, proof = tmp_path / "value.msgpack", tmp_path / "value.certificate"
    words = ("compile", "mastermind(4,4)", "value", "-o", tree, "--certificate", proof, "--time-limit", "0")
    assert " is between " in told(*words)
    assert "the value itself is not proven" in told("check", tree, proof, status=1)
