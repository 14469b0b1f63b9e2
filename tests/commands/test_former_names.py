"""Commands under their old names do what the new ones do, name those on standard error, and are in no list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

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

NO_LONGER: list[tuple[list[str], str]] = [
    (["partition", "pegswap"], "is a solitaire: expected a game in which something is hidden"),
    (["partition", "mastermind-4x6.minimax"], "expected one of"),
    (["positions", "mastermind"], "expected a solitaire such as pegswap(3,3), got mastermind"),
    (["plot", FILES[0]], "expected an output for a chart"),
    (["plot", FILES[0], "-o", "x.html"], "ends in one of svg, png, pdf, got 'x.html'"),
    (["plot", "-o", "x.svg"], "expected a FILE"),
    (["value", "pegswap"], "is a solitaire"),
    (["value", "mastermind(1,2)", "--journal", "j"], "No such option"),
    (["cache"], "expected one GAME, got 0"),
    (["warmup", "chess"], "kinds of codes, words, hard, tables, grand, heuristics,"),
    (["games", "library"], "unexpected extra argument"),
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


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path().iterdir()}


def told(result: Result) -> tuple[int, str, dict[str, bytes]]:
    """The status, what is printed, without times, and the files."""
    assert result.exception is None, result.exception
    return result.exit_code, re.sub(r'(\d+\.\d+ s\b|"seconds": [\d.e-]+)', "TIME", result.stdout), files()


def note(name: str) -> str:
    return f"strategist: {name} is now strategist {_OLD_NAMES[name]}\n"


@pytest.mark.parametrize(("old", "new"), SAME, ids=lambda words: " ".join(word[-20:] for word in words))
def test_an_old_name_does_the_same_and_names_the_new_one_once(old: list[str], new: list[str]) -> None:
    result = run(*new)
    _, said, _ = expected = told(result)
    assert said and "is now" not in result.stderr
    for path in files():
        if path != "trace.csv":
            Path(path).unlink()
    former = run(*old)
    assert told(former) == expected
    assert former.stderr.startswith(note(old[0])) and former.stderr.count("is now") == 1


@pytest.mark.parametrize(("words", "message"), NO_LONGER, ids=lambda words: " ".join(words)[:40] if words else "")
def test_an_old_name_refuses_what_it_refused(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code != 0 and result.stdout == ""
    complaint = str(result.exception) if not isinstance(result.exception, SystemExit) else result.stderr
    assert message in complaint and list(files()) == ["trace.csv"]


def test_every_old_name_is_tried_and_in_no_list() -> None:
    assert {old[0] for old, _ in SAME} == set(_OLD_NAMES)
    assert {new[0] for _, new in SAME} == {text.split()[0] for text in _OLD_NAMES.values()}
    context = click.Context(cli)
    assert not set(_OLD_NAMES) & set(cli.list_commands(context))
    listed = run("--help").stdout.partition("Commands:\n")[2].splitlines()
    assert len(listed) == len(cli.list_commands(context)) == 15
    for name in _OLD_NAMES:
        helped = run(name, "--help")
        assert helped.exit_code == 0 and helped.stderr == note(name)
        new = _OLD_NAMES[name].split()[0]
        assert f"strategist {new}" in helped.stdout


def test_all_lists_at_once() -> None:
    whole = run("list").stdout
    parts = [f"{name.upper()}\n{run('list', name).stdout}" for name in ("games", "strategies", "library")]
    assert whole == "\n".join(parts)
    assert run("list", "plays").exit_code == 2


def test_a_file_with_a_guess_stands_for_its_game() -> None:
    for words in (["1122"], ["1122", "1123"], ["--given", "1122:0b0w"]):
        assert run("show", "mastermind-4x6.minimax", *words).stdout == run("show", "mastermind(4,6)", *words).stdout
        assert run("show", FILES[0], *words).stdout == run("show", "mastermind(4,6)", *words).stdout
    assert run("compile", "mastermind(1,2)", "value", "-o", "v").exit_code == 0
    assert run("show", "v").stdout.startswith("claimed: the value of")
    assert run("show", "v", "1").stdout == run("partition", "v", "1").stdout
    # A file that is there comes before a game of the same name.
    Path("mastermind-2x2").write_bytes(Path(FILES[0]).read_bytes())
    assert run("show", "mastermind-2x2").stdout.startswith("mastermind(pegs=4,colors=6) minimax\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "mastermind(2,2)", "--levels", "2"], "--levels: expected a FILE without a guess"),
        (["show", "mastermind-4x6.minimax", "1122", "--levels", "2"], "--levels: expected a FILE without a guess"),
        (["show", "pegswap", "1"], "is a solitaire: expected a game in which something is hidden"),
        (["show", "pegswap", "--given", "1"], "is a solitaire: expected a game in which something is hidden"),
        (["show", "mastermnd(4,6)"], "is neither a file nor a known game: expected one of"),
        (["show", "mastermind-4x6.minmax"], "did you mean mastermind-4x6.minimax?"),
        (["export", *FILES, "--format", "csv"], "csv: expected one FILE, got 2: only a chart takes several"),
        (["export", *FILES, "-o", "x.html"], "expected an output that ends in one of svg, png, pdf, got 'x.html'"),
        (["export", *FILES], "expected an output for a chart, as in -o chart.svg"),
        (["export", *FILES, "-o", "x.svg", "--depth", "2"], "chart has no --depth: it shows no moves"),
        (["export", FILES[0], "--format", "chart", "-o", "x.svg", "--title", "T"], "chart has no --title"),
        (["compile", "mastermind(2,2)", "value", "--given", "11:0"], "value has no --given: expected a strategy"),
        (["compile", "mastermind(2,2)", "value", "--copies"], "value has no --copies: expected a strategy"),
        (["prepare", "codes", "-o", "x"], "--output needs --values"),
        (["prepare", "--whole"], "--whole needs --values"),
        (["prepare", "codes", "--hits", "0"], "--hits needs --values"),
        (["prepare", "ab(1,3)", "ab(1,2)", "--values"], "expected one GAME, got 2"),
        (["prepare", "wrds"], "got 'wrds'; did you mean words?"),
        (["prepare", "mastermind(2,3,lies=1)"], "has answers that may be false: expected a game without, to compile"),
        (["prepare", "pegswap"], "is a solitaire"),
    ],
    ids=lambda words: " ".join(word[-12:] for word in words) if isinstance(words, list) else "",
)
def test_what_does_not_fit_is_refused(words: list[str], message: str) -> None:
    result = run(*words)
    complaint = str(result.exception) if not isinstance(result.exception, SystemExit) else result.stderr
    assert result.stdout == "" and message in complaint and list(files()) == ["trace.csv"]


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
        assert run("prepare", *words).exit_code == 0
    assert asked == [(), ("tables", "advice"), ("codes", "codes", "words", "hard", "tables", "grand", "optimal")]
    assert (*warmup.GAMES, *warmup.WORK) == KINDS
