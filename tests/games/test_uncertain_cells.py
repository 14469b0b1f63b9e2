"""Cells that look like several answers, or like none that is known, are told; texts that only resemble them are not."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from click.testing import CliRunner
from shelf import zoo

from strategist.commands.cli import cli
from strategist.games.tables.cells.states import States
from strategist.games.tables.cells.uncertain_cells import uncertain_answers
from strategist.games.tables.contents import Reading
from strategist.games.tables.sources.table_files import read_csv

pytestmark = pytest.mark.early


def told_of(*texts: str) -> str | None:
    """What is told of a question with these answers, one for each secret."""
    answers = list(dict.fromkeys(texts))
    return uncertain_answers(["lamp"], answers, [array("H", map(answers.index, texts))])


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        *((text, f"unknown={text} reads it as unknown") for text in ("?", "NA", "n/a", "NaN", "null", "#n/a")),
        ("1/2", "several=/ reads it as several states"),
        ("yes/no", "several=/ reads it as several states"),
        ("yes|no", "several=| reads it as several states"),
        ("yes_or_no", "several=or reads it as several states"),
        ("1/2_or_3", 'several="/ or" reads it as several states'),
        *((text, "numbers=lamp reads it as numbers") for text in ("1-2", "20-30", "1.5_-_2", "(2-)3-5(-7,5)")),
        ("-", "inapplicable=- reads it as inapplicable"),
    ],
)
def test_a_cell_that_may_mean_several_answers_or_none_is_told(text: str, advice: str) -> None:
    line = told_of("yes", text, "no", text)
    assert line == f"question lamp holds {text} in 2 cells: {advice}; as it stands, each is an answer of its own"


@pytest.mark.parametrize("text", ["black/white", "well-known", "none", "+", "1b1w", "x-ray", "24/7_open"])
def test_a_text_that_only_looks_alike_is_none_of_these(text: str) -> None:
    assert told_of("yes", text, "no") is None


def test_a_dash_beside_a_plus_or_one_other_answer_means_no() -> None:
    assert told_of("+", "-", "0") is None
    assert told_of("yes", "-", "yes") is None


def test_one_line_tells_of_all_questions() -> None:
    answers = ["a", "b", "?", "a/b", "a|b"]
    rows = [array("H", [0, 1, 2]), array("H", [0, 0, 1]), array("H", [3, 0, 4]), array("H", [2, 2, 0])]
    assert uncertain_answers(["p", "q", "r", "s"], answers, rows) == (
        "question r holds a/b, a|b in 2 cells: several=/| reads them as several states; question p holds "
        "? in 1 cell, and 2 of 1 other question: unknown=? reads them as unknown; as it stands, each is an answer of "
        "its own"
    )


def test_what_is_read_is_not_told() -> None:
    rows = [array("H", [0, 1, 2, 3])]
    line = uncertain_answers(["p"], ["a", "?", "a/b", "1-2"], rows, States("/", "?"))
    assert line is not None and line.startswith("question p holds 1-2 in 1 cell: numbers=p reads it as numbers")
    assert uncertain_answers(["p"], ["a", "?", "a/b"], [array("H", [0, 1, 2])], States("/", "?")) is None


def test_advice_keeps_the_separators_that_are_read() -> None:
    line = uncertain_answers(["p"], ["a", "b", "a/b", "a|b", "a_or_b"], [array("H", range(5))], States("/"))
    assert line is not None and 'several="/| or" reads them as several states' in line


@pytest.mark.parametrize("by_rows", [False, True])
def test_the_command_tells_it_on_standard_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_rows: bool) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [["", "a", "b", "c"], ["lamp", "1/2", "1", "2"]]
    turned = zip(*lines, strict=True) if by_rows else lines
    Path("lamps.csv").write_text("".join(",".join(line) + "\n" for line in turned))
    ran = CliRunner().invoke(
        cli,
        (
            "positions",
            f"table(file=lamps.csv,goal=identify{',secrets=rows' * by_rows})",
        ),
    )
    noun = "column" if by_rows else "question"
    assert f"strategist: lamps.csv: {noun} lamp holds 1/2 in 1 cell: several=/ reads it as several" in ran.stderr


@pytest.mark.thorough
def test_nothing_is_told_of_a_real_table_of_plain_answers(told: list[str]) -> None:
    read_csv(str(zoo()), Reading(turned=True, grouping=True))
    assert told == []
