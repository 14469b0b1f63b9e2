"""The paper: what its text says of measurements stands in the tables that were measured, and it fits eight sheets."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts" / "site"))

from paper import BROWSERS, print_paper, sheets  # noqa: E402  # behind the path to it
from stage import PAGES, _adapted  # noqa: E402  # behind the path to it

TEXT = " ".join((PAGES / "paper.md").read_text("utf-8").split())
SPEED = (PAGES / "guide" / "speed.md").read_text("utf-8")


def rows(text: str) -> list[list[str]]:
    lines = (line for line in text.splitlines() if line.startswith("| "))
    return [[cell.strip().replace("`", "") for cell in line.strip("|").split("|")] for line in lines]


def test_its_figures_are_those_of_the_tables() -> None:
    measured = {(row[0], row[1]): row for row in rows(SPEED) if len(row) == 8}
    small = measured["mastermind(4,6)", "optimal(total)"]
    assert small[5] in TEXT and "a twentieth of a second" in TEXT and 0.04 < float(small[4]) < 0.06
    slower = [float(row[6]) / float(row[4]) for row in measured.values() if row[6] and row[6] != "writing"]
    assert "some twenty-seven times as long" in TEXT and 26 < max(slower) < 28
    peers = [row for row in rows(SPEED) if len(row) == 7 and "optimal(total)" in row[0]]
    times = {row[0].partition(",")[0]: float(row[4]) for row in peers}
    assert times.pop("Mastermind 4×6") == 0.1
    least, most = min(times, key=times.__getitem__), max(times, key=times.__getitem__)
    assert f"from {times[least]:g} times for {least} to {times[most]:g} times for {most}" in TEXT
    bounds = (ROOT / "strategist" / "search" / "bounds" / "README.md").read_text("utf-8")
    assert "some twenty-five bounds" in TEXT and 23 <= len([row for row in rows(bounds) if len(row) == 5]) - 1 <= 27


def test_a_table_of_another_page_can_be_shown(tmp_path: Path) -> None:
    page = PAGES / "paper.md"
    mark = "<!-- table 2 of proven-values.md: Least totals and depths -->"
    shown = _adapted(f"before\n\n{mark}\n\nafter\n", page, page, tmp_path, set())
    assert shown.startswith("before\n\n| | 3 | 4 |") and shown.endswith("\n\nafter\n")
    assert "26274 / 7" in shown and "5625" not in shown


def test_a_cell_that_runs_in_a_tab_is_marked(tmp_path: Path) -> None:
    page = PAGES / "tutorials" / "mastermind.md"
    text = "<!-- runs in a tab -->\n```console\n$ strategist list\n```\n\n```console\n$ strategist cite\n```\n"
    shown = _adapted(text, page, page, tmp_path, set())
    assert shown.startswith("```{code-block} console\n:class: runs\n$ strategist list\n")
    assert shown.count(":class:") == 1 and shown.count('import("../tab/cells.js")') == 1
    assert "import(" not in _adapted("```console\n$ strategist cite\n```\n", page, page, tmp_path, set())


def test_a_page_is_printed_without_a_date(tmp_path: Path) -> None:
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("the paper is not printed: chromium is not found on the path")
    (tmp_path / "paper.html").write_text("<html><body><article><h1>A paper</h1><p>Text</p></article></body></html>")
    assert print_paper(tmp_path)
    printed = (tmp_path / "paper.pdf").read_bytes()
    assert printed.startswith(b"%PDF") and sheets(printed) == 1
    assert set(re.findall(rb"D:(\d{14})", printed)) <= {b"20000101000000"}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["paper.html", "paper.pdf"]
