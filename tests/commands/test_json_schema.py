"""The JSON object of every command, and of every result in Python, is one that the schema describes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator
from said import run

import strategist
from strategist.commands.cli import cli
from strategist.show.records.schema import VERSION

ROOT = Path(__file__).parents[2]
KNUTH = "mastermind-4x6.minimax"
PROVEN = "mastermind-4x4.optimal-total-depth"
ANIMALS = ROOT / "tests" / "fixtures" / "animals.csv"
KINDS = ROOT / "tests" / "fixtures" / "kinds.csv"
SEVERAL = f"table({ROOT / 'tests' / 'matrices' / 'pots' / 'tokey'},goal=narrow,narrow=sure)"

COMMANDS = [
    ["list"],
    ["list", "games"],
    ["list", "strategies"],
    ["list", "library"],
    ["atlas"],
    ["look", str(KINDS)],
    ["show", "mastermind(2,3)", "12"],
    ["show", "mastermind(2,3)"],
    ["show", "pegswap(2,2)"],
    ["compare", "mastermind(2,3)", "minimax", "entropy", "blind"],
    ["compare", "mastermind(2,3)", "random", "--seeds", "3"],
    ["compare", "mastermind(2,3)", "random", "--seeds", "1"],
    ["compare", "mastermind(2,3)", "--league"],
    ["compare", "mastermind(3,4)", "minimax", "optimal(depth,total)", "--time-limit", "0"],
    ["compare", "mastermind(3,4)", "feasible(static,count=3)", "--time-limit", "0"],
    ["compare", SEVERAL, "entropy", "optimal(size)"],
    ["verify", KNUTH],
    ["show", KNUTH],
    ["advise", "mastermind(2,3)", "--given", "12:0b1w", "--time-limit", "1"],
    ["advise", "mastermind(2,3)", "minimax", "--given", "12:0b1w", "--guess", "11"],
    ["advise", "mastermind(2,3)", "--given", "12:0b1w", "--next-only", "--guess", "11"],
    ["advise", "mastermind(2,3)", "--given", "12:2b0w"],
    ["review", "mastermind(2,3)", "--given", "12:0b1w 33:1b0w", "--time-limit", "1"],
    ["review", "mastermind(2,3)", "--given", "12:0b1w", "--share", "--time-limit", "1"],
    ["advise", "mastermind(2,3,lies=1)", "--given", "12:0b1w", "--time-limit", "1"],
    ["advise", "mastermind(2,3,lies=1)", "minimax", "--given", "12:0b1w"],
    ["review", "mastermind(2,3,lies=1)", "--given", "12:1b0w 12:0b2w 33:0b0w 21:2b0w", "--time-limit", "1"],
]


def valid(command: str, found: Any) -> None:
    Draft202012Validator(strategist.json_schema(command)).validate(found)


def told(*words: str | Path) -> Any:
    said = run(*words, "--json")
    assert said.status in (0, 1), said
    return json.loads(said.out)


def test_the_schema_is_one() -> None:
    schema = strategist.json_schema()
    Draft202012Validator.check_schema(schema)
    assert schema["version"] == VERSION
    with pytest.raises(KeyError, match=r"expected one of .*got 'verfy'"):
        strategist.json_schema("verfy")


def test_every_command_with_json_is_described() -> None:
    context = click.Context(cli)
    commands = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    with_json = {name for name, each in commands.items() if each and any("--json" in p.opts for p in each.params)}
    assert with_json | {"export"} <= set(strategist.json_schema()["$defs"])
    tried = {words[0] for words in COMMANDS}
    assert with_json - tried == {"compile", "check", "prepare"}


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands(words: list[str]) -> None:
    valid(words[0], told(*words))


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("mastermind(2,3)", "minimax"),
        ("mastermind(2,3)", "optimal(total,depth)"),
        ("mastermind(2,3)", "optimal(lexicographic)"),
        ("mastermind(2,3)", 'optimal(cost="1,2,10")'),
        ("pegswap(2,2)", "optimal"),
        ("pegswap(3,1)", "optimal"),
        (f"table(file={ANIMALS},goal=identify)", "entropy"),
        (f"table(file={ANIMALS},goal=identify)", "optimal(size)"),
    ],
)
def test_files(game: str, strategy: str, tmp_path: Path) -> None:
    path = tmp_path / "some.msgpack"
    valid("compile", told("compile", game, strategy, "-o", path, "--jobs", "1"))
    valid("verify", told("verify", path))
    valid("show", told("show", path))
    valid("export", json.loads(run("export", path, "--format", "json").out))
    valid("strategy", strategist.to_dict(path))


def test_certificates(tmp_path: Path) -> None:
    tree, proof = tmp_path / "best.msgpack", tmp_path / "best.certificate"
    found = told("compile", "mastermind(2,3)", "optimal", "-o", tree, "--certificate", proof, "--jobs", "1")
    valid("compile", found)
    assert found["entries"] > 0
    valid("show", told("show", proof))
    for words in ([proof], [tree, proof], [proof, "--explain"]):
        valid("check", told("check", *words))
    checked = strategist.check(proof, tree)
    assert checked and checked.optimal and checked.lower_bound == 21
    told_by = told("check", tree, proof)
    assert strategist.to_dict(checked) == told_by
    assert set(told_by) <= set(dir(checked))
    valid("certificate", strategist.to_dict(strategist.read_certificate(proof)))


@pytest.mark.parametrize("objective", ["lexicographic", 'cost="1,2,10"'])
def test_certificates_of_tariffs(objective: str, tmp_path: Path) -> None:
    """Levels are told as numbers of secrets, from the deepest level to the second guess, never as one number."""
    tree, proof = tmp_path / "best.msgpack", tmp_path / "best.certificate"
    found = told("compile", "mastermind(3,3)", f"optimal({objective})", "-o", tree, "--certificate", proof)
    valid("compile", found)
    levels = objective == "lexicographic"
    least = found["histogram"][:0:-1] if levels else found["cost"]
    assert found["lower_bound"] == least and found["gap"] == ([0] * len(least) if levels else 0)
    assert levels or found["average_cost"] == found["cost"] / found["secrets"]
    for command, words in (("show", [proof]), ("check", [proof]), ("check", [tree, proof]), ("verify", [tree])):
        shown = told(command, *words)
        valid(command, shown)
        assert shown["lower_bound"] == least
    explained = told("check", proof, "--explain")
    valid("check", explained)
    assert explained["positions"]["example"][0]["bound"] == least
    for row in explained["positions"]["example"] if levels else ():
        # One secret at most is found by the very next guess; it costs nothing, or as much as the others.
        assert row["secrets"] - 1 <= sum(row["bound"]) <= row["secrets"]
    checked = strategist.check(proof, tree)
    assert strategist.to_dict(checked) == told("check", tree, proof)
    valid("certificate", strategist.to_dict(strategist.read_certificate(proof)))


def test_certificates_of_questions_asked_at_once(tmp_path: Path) -> None:
    tree, proof = tmp_path / "static.msgpack", tmp_path / "static.certificate"
    game = "mastermind(2,4,feedback=black)"
    valid("compile", told("compile", game, "optimal(static)", "-o", tree, "--certificate", proof))
    valid("compile", told("compile", game, "feasible(static,count=5)", "-o", tmp_path / "five.msgpack"))
    valid("show", told("show", proof))
    for words in ([tree, proof], [proof, "--explain"]):
        valid("check", told("check", *words))
    valid("certificate", strategist.to_dict(strategist.read_certificate(proof)))
    checked = strategist.check(proof, tree)
    assert checked.optimal and checked.lower_bound == 4


def chances() -> strategist.Game:
    cells = {"milk": "1100", "legs": "4220", "kind": "mmbf"}
    return strategist.table(
        {key: list(text) for key, text in cells.items()},
        names=list("abcd"),
        chances=[4, 2, 1, 1],
        costs={"legs": 2},
        questions=["milk", "legs"],
        classes=list("mmbf"),
    )


def test_results_have_the_names_of_their_objects() -> None:
    compiled = strategist.compile_strategy(chances(), "entropy")
    valid("strategy", strategist.to_dict(compiled))
    play = strategist.CompiledStrategy(compiled).start()
    assert strategist.to_dict(play.transcript)["moves"] == []
    plain = strategist.compile_strategy("mastermind(2,3)", "minimax")
    told_by = strategist.to_dict(plain)
    valid("strategy", told_by)
    assert set(told_by) <= set(dir(plain)) and told_by["seconds"] == plain.seconds
    assert {key: told_by[key] for key in ("total", "depth", "bound")} == {"total": 24, "depth": 4, "bound": "upper"}
    verification = strategist.verify_strategy(plain)
    valid("verify", strategist.to_dict(verification))
    assert {"total", "average", "depth", "lost", "histogram", "verified", "problems"} <= set(dir(verification))
    ranking = strategist.rank("mastermind(2,3)", "12:0b1w", seconds=0)
    valid("ranking", strategist.to_dict(ranking))
    assert set(strategist.to_dict(ranking)) <= set(dir(ranking))
    assert set(strategist.to_dict(ranking)["best"][0]) <= set(dir(ranking.best[0]))
    found = strategist.review("mastermind(2,3)", "12:0b1w 33:1b0w")
    valid("review", strategist.to_dict(found))
    assert set(strategist.to_dict(found)) <= set(dir(found))
    assert set(strategist.to_dict(found)["guesses"][0]) <= set(dir(found.guesses[0]))
    explanation = strategist.explain("mastermind(2,3)", "12:0b1w")
    assert set(strategist.to_dict(explanation)) <= set(dir(explanation))
    with pytest.raises(TypeError):
        strategist.to_dict(5)


def test_the_rest_as_dictionaries() -> None:
    plain = strategist.compile_strategy("mastermind(1,2)", "first")
    assert strategist.to_dict(plain.tree) == {"guesses": [0, 1], "masks": [3, 2], "response_count": 2}
    assert strategist.to_dict(plain.claims)["histogram"] == [1, 1]
    assert strategist.to_dict(strategist.make_solitaire("pegswap(2,2)"))["start"] == "BB.RR"
    assert json.dumps(strategist.to_dict(chances()))
