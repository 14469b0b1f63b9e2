"""Cells that look like several answers, or like none that is known, are told; texts that only resemble them are not."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from click.testing import CliRunner
from shelf import zoo

from strategist.commands.cli import cli
from strategist.common.side_remarks import tell_by
from strategist.games.tables.doubtful_cells import doubtful
from strategist.games.tables.sheet import Reading, read_csv

pytestmark = pytest.mark.early


def told(*texts: str) -> str | None:
    """What is told of a question with these answers, one for each secret."""
    answers = list(dict.fromkeys(texts))
    return doubtful(["lamp"], answers, [array("H", map(answers.index, texts))])


@pytest.mark.parametrize(
    "text", ["?", "NA", "n/a", "NaN", "null", "1/2", "1-2", "20-30", "1.5_-_2", "yes/no", "yes|no"]
)
def test_a_cell_that_may_mean_several_answers_or_none_is_told(text: str) -> None:
    line = told("yes", text, "no", text)
    assert line is not None
    assert line.startswith(f"2 cells of question lamp ('{text}') look like several answers or an unknown one, and are ")


@pytest.mark.parametrize("text", ["black/white", "well-known", "none", "-", "+", "1b1w", "x-ray", "24/7_open"])
def test_a_text_that_only_looks_alike_is_none_of_these(text: str) -> None:
    assert told("yes", text, "no") is None


def test_one_line_tells_of_all_questions() -> None:
    answers = ["a", "b", "?", "a/b"]
    rows = [array("H", [0, 1, 2]), array("H", [0, 0, 1]), array("H", [3, 0, 3]), array("H", [2, 2, 0])]
    line = doubtful(["p", "q", "r", "s"], answers, rows)
    assert line is not None
    assert line.startswith("1 cell of question p ('?') and 4 of 2 other questions look like")


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
    assert "strategist: lamps.csv: 1 cell of question lamp ('1/2') looks like several answers" in ran.stderr


def test_nothing_is_told_of_a_real_table_of_plain_answers() -> None:
    texts: list[str] = []
    tell_by(texts.append)
    try:
        read_csv(str(zoo()), Reading(turned=True, grouping=True))
    finally:
        tell_by(None)
    assert texts == []
