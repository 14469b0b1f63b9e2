"""Texts that somebody else wrote: they are printed as they are, or not at all, and quoted in one short line."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused, refuses

from strategist import compile_strategy, make_game, make_strategy
from strategist.commands.cli import cli
from strategist.common.errors import StrategistError, StrategyFileError
from strategist.common.quoting import listed, quoted, shortened, unprintable
from strategist.common.text_files import pack
from strategist.files.strategy import StrategyData, decode, encode
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.games.words.word_lists import read_words
from strategist.search.state.journal import Journal

TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""All characters that change the direction of the text around them, and no others."""
HOSTILE = [*TURNING, "\x00", "\x07", "\x1b", "\x7f", "\x85", "\x9b", "\n", "\r", "\u2028", "\u2029", "\ufeff", "\u00ad"]
LONG = "x" * 100_000


# What may be printed


def test_the_characters_that_turn_text_are_those_of_unicode() -> None:
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    marks = [mark for mark in map(chr, range(sys.maxunicode + 1)) if unicodedata.bidirectional(mark) in turning]
    assert set(marks) | set("\u061c\u200e\u200f") == set(TURNING)


@pytest.mark.parametrize("mark", HOSTILE, ids=ascii)
def test_commands_line_breaks_and_what_turns_text_are_no_text(mark: str) -> None:
    assert unprintable(f"dog{mark}god") == f"U+{ord(mark):04X}"


def test_no_character_that_a_terminal_obeys_is_text() -> None:
    for number in range(sys.maxunicode + 1):
        mark = chr(number)
        if unicodedata.category(mark) in ("Cc", "Zl", "Zp", "Cs") or (mark + "x").splitlines() != [mark + "x"]:
            assert unprintable(mark)


@pytest.mark.parametrize(
    "text", ["", "¿qué?", "חתול", "قط", "می‌خواهم", "👨‍👩‍👧", "❤️", "e\u0301", "\U0001fae9", "\ue000"], ids=ascii
)
def test_every_script_and_every_picture_is_text(text: str) -> None:
    assert unprintable(text) is None


# Quoting


@given(st.text(max_size=300))
def test_a_quoted_text_is_one_short_line(text: str) -> None:
    found = quoted(text)
    assert len(found) <= 100 and unprintable(found) is None
    assert found == repr(text) or "…" in found


@given(st.text(max_size=50), st.integers(3, 60))
def test_a_shortened_text_keeps_its_beginning_and_its_end(text: str, most: int) -> None:
    found = shortened(text, most)
    assert len(found) == min(len(text), most)
    begin, _, end = found.partition("…")
    assert found == text or (text.startswith(begin) and text.endswith(end))


def test_a_list_is_cut_by_its_length_and_by_its_number() -> None:
    assert listed([LONG, "b"]) == f"{shortened(LONG)}, b"
    assert listed([LONG] * 30).endswith(", … (30 in all)") and len(listed([LONG] * 30)) < 500


TABLE = make_sheet([(1, ["", LONG, f"{LONG}y"]), (2, [f"q{LONG}", "yes", "no"])])


def open_journal(header: dict[str, str]) -> None:
    Path("journal").unlink(missing_ok=True)
    Journal("journal", header, 9).close()
    Journal("journal", {"game": "mastermind"}, 9).close()


COMPLAINTS: dict[str, Callable[[], object]] = {
    "a game": lambda: make_game(LONG),
    "a string that goes on": lambda: make_game(f"mastermind({LONG}"),
    "a string with a quote": lambda: make_game(f'mastermind("{LONG}'),
    "two values": lambda: make_game(f"mastermind(4 {LONG})"),
    "a value too many": lambda: make_game(f"mastermind(4,6,digits,both,1,{LONG})"),
    "a parameter": lambda: make_game(f"mastermind({LONG}=4)"),
    "a number": lambda: make_game(f"mastermind({'9' * 100_000})"),
    "a choice": lambda: make_game(f"mastermind(feedback={LONG})"),
    "a truth": lambda: make_game(f"words(hard={LONG})"),
    "an alphabet": lambda: make_game(f"mastermind(alphabet={LONG})"),
    "a label": lambda: make_game(f"table(file={LONG})"),
    "a label of words": lambda: make_game(f"words(answers={LONG})"),
    "a strategy": lambda: make_strategy(LONG, make_game("mastermind")),
    "a strategy of a solitaire": lambda: make_strategy(LONG, make_game("pegswap")),
    "an objective": lambda: make_strategy(f"optimal({LONG})", make_game("mastermind")),
    "a start": lambda: make_strategy(f"statemachine(start={LONG})", make_game("bulls-and-cows")),
    "a code": lambda: make_game("mastermind").parse_code(LONG),
    "a code of numbers": lambda: make_game("mastermind(4,60)").parse_code(LONG),
    "a code of the right symbols": lambda: make_game("mastermind").parse_code("1" * 100_000),
    "a code of pegs": lambda: make_game("grand-mastermind").parse_code("A1" * 50_000),
    "a word": lambda: make_game("words").parse_code(LONG),
    "a name": lambda: Table({"file": "some.csv"}, TABLE).parse_code("z"),
    "a secret": lambda: Table({"file": "some.csv"}, TABLE).parse_secret(f"q{LONG}"),
    "an answer": lambda: Table({"file": "some.csv"}, TABLE).parse_response(LONG),
    "a response": lambda: make_game("mastermind").parse_response(LONG),
    "a response of letters": lambda: make_game("mastermind").parse_response("b" * 100_000),
    "a response of many": lambda: make_game("mastermind(20,1)").parse_response("b" * 30),
    "a response of keys": lambda: make_game("grand-mastermind").parse_response("h" * 50),
    "a response of words": lambda: make_game("words").parse_response(LONG),
    "a response of Jotto": lambda: make_game("words(feedback=jotto)").parse_response("9" * 100_000),
    "a history": lambda: make_game("mastermind").parse_history(LONG),
    "a history of nothing": lambda: make_game("pegswap").parse_history(LONG),
    "a word in a list": lambda: read_words("9" * 90),
    "a question twice": lambda: make_sheet([(1, ["", "a", "b"]), (2, [LONG, "1", "2"]), (3, [LONG, "1", "2"])]),
    "a question cut short": lambda: make_sheet([(1, ["", "a", "b"]), (2, [LONG, "1"])]),
    "a question without an answer": lambda: make_sheet([(1, ["", "a", LONG]), (2, [LONG, "1", ""])]),
    "a cell": lambda: make_sheet([(1, ["", "a", "b"]), (2, [LONG, "1", f"{LONG}\x1b"])]),
    "a secret twice": lambda: make_sheet([(1, ["", LONG, LONG])]),
    "a secret with a colon": lambda: make_sheet([(1, ["", f"{LONG}:", "a"])]),
    "secrets that are alike": lambda: make_sheet([(1, ["", LONG, f"{LONG}y"]), (2, ["q", "1", "1"])]),
    "a journal": lambda: open_journal({"game": LONG}),
}


@pytest.mark.parametrize("name", COMPLAINTS)
def test_what_is_quoted_is_cut(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StrategistError) as caught:
        COMPLAINTS[name]()
    assert len(str(caught.value)) < 1000
    assert unprintable(str(caught.value)) is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", LONG),
        ("play", LONG),
        ("compile", "mastermind(2,3)", LONG),
        ("compile", "mastermind(2,3)", "minimax", "--jobs", LONG),
        ("advise", "mastermind(2,3)", "minimax", "--candidates", LONG[:5000]),
        ("advise", "mastermind(2,3)", "minimax", "--candidates", "?" * 5000),
        ("play", "mastermind", "--mode", "referee", "--names", LONG),
        (LONG,),
    ],
    ids=lambda arguments: "-".join(arguments)[:40],
)
def test_the_command_line_complains_in_one_short_line(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from strategist.commands.cli import main

    monkeypatch.setattr(sys, "argv", ["strategist", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert len(said.splitlines()) == 1 and len(said) < 2100


# Files


def table_data(cells: list[list[str]], label: str = "some.csv", goal: str = "ask") -> StrategyData:
    game = Table({"file": label, "goal": goal}, make_sheet(enumerate(cells, 1)))
    return compile_strategy(game, make_strategy("minimax", game), plain=True).data


PETS = [["", "cat", "dog"], ["barks?", "no", "yes"]]


@pytest.mark.parametrize("mark", HOSTILE, ids=ascii)
@pytest.mark.parametrize("field", ["game", "start", "strategy", "objective", "generator"])
def test_no_text_of_a_header_holds_what_may_not_be_printed(
    field: str, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = table_data(PETS)
    text = f"some{mark}verified: words"
    if field == "game":
        # This writer does not check the name of the file.
        data.game.values["file"] = text
    elif field == "start":
        monkeypatch.setattr(data.game, "format_history", lambda history: text)
    else:
        changes: dict[str, Any] = {field: text}
        data = replace(data, **changes)
    with refused(r"(header|claims)\." + field + r": expected printable text, got U\+", StrategyFileError):
        decode(encode(data))


@pytest.mark.parametrize("mark", HOSTILE, ids=ascii)
def test_a_file_of_a_hostile_name_is_refused_before_it_is_read(mark: str) -> None:
    for text in (f'table(file="a{mark}b.csv")', f'words(answers="a{mark}b.txt")', f'words(guesses="a{mark}b.txt")'):
        refuses(make_game, text, told="expected the name of a file in at most 255 printable characters")


@pytest.mark.parametrize("mark", [mark for mark in HOSTILE if not mark.isspace()], ids=ascii)
def test_no_table_holds_what_must_not_be_printed(mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for cells, message in (
        ([["", "cat", f"d{mark}g"], ["barks?", "no", "yes"]], "line 1, column 3: expected a name without "),
        ([["", "cat", "dog"], [f"b{mark}?", "no", "yes"]], "line 2: expected a name without "),
        (
            [["", "cat", "dog"], ["barks?", "no", f"y{mark}s"]],
            r"line 2, column 3: question barks\?: expected an answer ",
        ),
    ):
        refuses(make_sheet, enumerate(cells, 1), told=f"^{message}")
        data = table_data(PETS)
        monkeypatch.setattr(data.game, "payload", lambda cells=cells: pack(map("\t".join, cells)))
        refuses(decode, encode(data), told=f"^header.data: {message}", error=StrategyFileError)


def test_white_space_of_any_kind_becomes_a_line_below() -> None:
    assert make_sheet([(1, ["", "a\u2028b", "c\u00a0d"]), (2, ["q", "1", "2"])]).secrets == ["a_b", "c_d"]


# On the terminal


@pytest.fixture
def hearts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A strategy file in which every text could be taken for an emoji or for markup."""
    monkeypatch.chdir(tmp_path)
    cells = [["", "[bold]cat[/bold]", "dog\\\\"], ["[red]", ":heart:", "[link=x]:smile:"]]
    path = tmp_path / "hearts.msgpack"
    path.write_bytes(encode(table_data(cells, ":cat:.csv", "identify")))
    return path


def test_texts_are_shown_as_they_are(hearts: Path) -> None:
    said = CliRunner().invoke(cli, ["show", str(hearts), "--levels", "3"]).output
    assert "table(file=:cat:.csv,goal=identify) minimax" in said
    for line in ("[red] (2)", "├── :heart: → =[bold]cat[/bold] (1)", "└── [link=x]:smile: → =dog\\\\ (1)"):
        assert line in said.splitlines()


def test_tables_are_printed_as_they_are(hearts: Path, tmp_path: Path) -> None:
    (tmp_path / ":cat:.csv").write_text(",[bold]cat,dog\n[red],:heart:,[link=x]:smile:\n")
    said = CliRunner().invoke(cli, ["show", "table(file=:cat:.csv)"]).stdout
    assert "[bold]cat" in said and "[red]" in said
    assert [line.split()[0] for line in said.splitlines()[2:5]] == [":heart:", "[link=x]:smile:", "no"]
    said = CliRunner().invoke(cli, ["compare", "table(file=:cat:.csv)", "minimax(first=[bold]cat)"]).output
    assert "minimax(first=[bold]cat)" in said


def test_a_painted_board_shows_texts_as_they_are() -> None:
    from rich.console import Console

    from strategist.play.colored_board import PaintedBoard

    game = Table({"file": "some.csv"}, make_sheet([(1, ["", "[red]", "b"]), (2, ["q", ":heart:", "no"])]))
    board = PaintedBoard(Console(width=80, color_system=None))
    guess, response = game.parse_code("[red]"), game.parse_response(":heart:")
    assert board.row(game, "guess 1", guess, response, ":cat:") == "guess 1 [red] :heart: (:cat:)"
