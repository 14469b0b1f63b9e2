"""Commands under their old names do what the new ones do, name those on standard error, and are in no list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from said import Said, run

from strategist.commands.cli import _OLD_NAMES, cli
from strategist.commands.shared.name_arguments import KINDS
from strategist.search.advice import warmup

STRATEGIES = Path(__file__).parents[2] / "strategies"
FILES = [str(STRATEGIES / f"mastermind-4x6.{name}.msgpack") for name in ("minimax", "entropy")]

SAME: list[tuple[list[str], list[str]]] = [
    (["games"], ["list", "games"]),
    (["games", "--json"], ["list", "games", "--json"]),
    (["strategies"], ["list", "strategies"]),
    (["strategies", "--json"], ["list", "strategies", "--json"]),
    (["library"], ["list", "library"]),
    (["library", "--json"], ["list", "library", "--json"]),
    (["partition", "mastermind(2,3)"], ["show", "mastermind(2,3)"]),
    (["partition", "mastermind(2,3)", "12", "--json"], ["show", "mastermind(2,3)", "12", "--json"]),
    (["partition", "ab(2,3)", "--given", "12:1a0b"], ["show", "ab(2,3)", "--given", "12:1a0b"]),
    (["positions", "pegswap(2,2)"], ["show", "pegswap(2,2)"]),
    (["positions", "pegswap(2,2)", "--json"], ["show", "pegswap(2,2)", "--json"]),
    (["plot", *FILES, "-o", "x.svg"], ["export", *FILES, "-o", "x.svg"]),
    (["plot", FILES[0], "-o", "x.svg"], ["export", FILES[0], "--format", "chart", "-o", "x.svg"]),
    (["plot", "trace.csv", "-o", "x.svg"], ["export", "trace.csv", "-o", "x.svg"]),
    (["value", "mastermind(1,2)"], ["compile", "mastermind(1,2)", "value"]),
    (["value", "mastermind(1,2)", "-o", "v", "--json"], ["compile", "mastermind(1,2)", "value", "-o", "v", "--json"]),
    (["cache", "ab(1,3)"], ["prepare", "ab(1,3)", "--values"]),
    (["cache", "ab(1,3)", "--hits", "3", "--whole"], ["prepare", "ab(1,3)", "--values", "--hits", "3", "--whole"]),
    (["warmup", "codes", "optimal"], ["prepare", "codes", "optimal"]),
    (["warmup", "--json"], ["prepare", "--json"]),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with a trace, and nothing left to compile."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(warmup, "steps", lambda kinds=(): iter(()))
    Path("trace.csv").write_text(
        "seconds,processor,best,bound,gap_percent,nodes,width\n0.100,0.100,30,20,50.000,5,\n0.200,0.200,25,25,0.000,9,\n"
    )
    yield


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path().iterdir()}


def told(result: Said) -> tuple[int, str, dict[str, bytes]]:
    """The status, what is printed, without times, and the files."""
    assert result.complaints == []
    return result.status, re.sub(r'(\d+\.\d+ s\b|"seconds": [\d.e-]+)', "TIME", result.out), files()


def note(name: str) -> str:
    return f"strategist: {name} is now strategist {_OLD_NAMES[name]}\n"


@pytest.mark.parametrize(("old", "new"), SAME, ids=lambda words: " ".join(word[-20:] for word in words))
def test_an_old_name_does_the_same_and_names_the_new_one_once(old: list[str], new: list[str]) -> None:
    result = run(*new)
    _, said, _ = expected = told(result)
    assert said and "is now" not in result.err
    for path in files():
        if path != "trace.csv":
            Path(path).unlink()
    former = run(*old)
    assert told(former) == expected
    assert former.err.startswith(note(old[0])) and former.err.count("is now") == 1


def test_every_old_name_is_tried_and_in_no_list() -> None:
    assert {old[0] for old, _ in SAME} == set(_OLD_NAMES)
    assert {new[0] for _, new in SAME} == {text.split()[0] for text in _OLD_NAMES.values()}
    context = click.Context(cli)
    assert not set(_OLD_NAMES) & set(cli.list_commands(context))
    listed = run("--help").out.partition("Commands:\n")[2].splitlines()
    assert len(listed) == len(cli.list_commands(context)) == 16
    for name in _OLD_NAMES:
        helped = run(name, "--help")
        assert helped.status == 0 and helped.err == note(name)
        new = _OLD_NAMES[name].split()[0]
        assert f"strategist {new}" in helped.out


def test_all_lists_at_once() -> None:
    whole = run("list").out
    parts = [f"{name.upper()}\n{run('list', name).out}" for name in ("games", "strategies", "library")]
    assert whole == "\n".join(parts)
    assert run("list", "plays").status == 2


def test_a_file_with_a_guess_stands_for_its_game() -> None:
    for words in (["1122"], ["1122", "1123"], ["--given", "1122:0b0w"]):
        assert run("show", "mastermind-4x6.minimax", *words).out == run("show", "mastermind(4,6)", *words).out
        assert run("show", FILES[0], *words).out == run("show", "mastermind(4,6)", *words).out
    assert run("compile", "mastermind(1,2)", "value", "-o", "v").status == 0
    assert run("show", "v").out.startswith("claimed: the value of")
    assert run("show", "v", "1").out == run("partition", "v", "1").out
    # A file that is there comes before a game of the same name.
    Path("mastermind-2x2").write_bytes(Path(FILES[0]).read_bytes())
    assert run("show", "mastermind-2x2").out.startswith("mastermind(pegs=4,colors=6) minimax\n")


def test_a_game_is_prepared_as_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(warmup, "steps", lambda kinds=(): iter(asked.append(kinds) or ()))
    Path("pets.csv").write_text(",cat,dog\nbarks,no,yes\n")
    games = (
        "mastermind(2,3)",
        "ab-3x5",
        "words",
        "wordle(hard=true)",
        "table(file=pets.csv)",
        "grand-mastermind(2,2,2)",
    )
    for words in ((), ("tables", "advice"), (*games, "optimal")):
        assert run("prepare", *words).status == 0
    assert asked == [(), ("tables", "advice"), ("codes", "codes", "words", "hard", "tables", "grand", "optimal")]
    assert (*warmup.GAMES, *warmup.WORK) == KINDS
