"""The page of records: what the register proves and nobody is known to have published, and the sequences of that."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from strategist.files.atlas.entry import Record
from strategist.files.atlas.publications import Publication
from strategist.files.atlas.register import Register, register
from strategist.model.tree import Claims

pytestmark = pytest.mark.early

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "scripts" / "site" / "pages" / "records.md"


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    monkeypatch.syspath_prepend(str(ROOT / "scripts" / "site"))
    return import_module("records_page")


def named(name: str) -> Record:
    return register().find(name)


def test_the_page_is_filled_from_the_register(maker: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "records.md").write_text(PAGE.read_text("utf-8"), "utf-8")
    maker.write_records(tmp_path)
    text = (tmp_path / "records.md").read_text("utf-8")
    assert maker.NOTED not in text and maker.SEQUENCES not in text
    names = re.findall(r'<a href="atlas\.html#([^"]+)">', text)
    known = {each.name: each for each in register().records}
    assert names and len(names) == len(set(names)) and set(names) <= set(known)
    for name in ("mastermind-6x4", "mastermind-3x18", "bulls-and-cows-5x8", "bulls-and-cows-3x20"):
        assert f"{name}.optimal-total" in names
    # Others have published these before.
    assert "mastermind-4x6.optimal-total" not in names and "bulls-and-cows-4x10.optimal-total" not in names
    row = next(line for line in text.splitlines() if "#mastermind-6x4.optimal-total" in line)
    assert "<td>4,096</td><td>17281</td><td>4.2190</td><td>" in row
    assert (
        "* Least total number of guesses over all codes in Mastermind with 3 pegs and n colors. From n = 2: 18" in text
    )


def test_what_is_noted(maker: ModuleType) -> None:
    total = named("mastermind-6x4.optimal-total")
    gap = replace(total, bounds={"total": 17000}, certificate=None)
    small = named("mastermind-3x4.optimal-total")
    restricted = replace(total, strategy="optimal(total,max_depth=6)")
    black = replace(total, game="mastermind(pegs=6,colors=4,feedback=black)")
    listed = Register([black, total, small, restricted])
    assert maker.noted(listed, "total") == [total, black]
    assert maker.noted(Register([gap]), "total") == []
    known = [Publication("book", "total", {total.game: 17281})]
    assert maker.noted(Register([total], known, {"book": "A book"}), "total") == []


def test_a_depth_that_a_formula_tells_is_none_of_note(maker: ModuleType) -> None:
    three, four = named("mastermind-3x12.optimal-depth"), named("mastermind-4x9.optimal-depth")
    told = register()
    assert maker.noted(replace(told, records=[three, four]), "depth") == [four]


def test_a_row_says_what_a_value_rests_on(maker: ModuleType) -> None:
    record = replace(named("mastermind-4x4.optimal-total"), claims=Claims.of([1, 9, 990], 0))
    assert record.certificate is not None
    lines = [*maker.noted_lines(Register([record]))]
    (row,) = [line for line in lines if record.name in line]
    assert f"a certificate of {record.certificate.entries:,} entries" in row
    assert record.certificate.file.sha256[:12] in row and "<td>1,000</td>" in row
    assert [*maker.noted_lines(Register([]))] == [] == [*maker.sequence_lines(Register([]))]
