"""Pictures of items and answers on the page of a table: embedded, or linked."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jobs import click_response
from refusals import refuses
from said import run

from strategist import compile_strategy, write_strategy
from strategist.files.strategy import StrategyData
from strategist.page import page
from strategist.page.page_pictures import embedded

Show = Callable[..., Any]

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
FROGS = """frog,skin,feet,image
Rana arvalis,smooth,webbed,rana.png
Bufo,warty,webbed,https://example.org/bufo.jpg
Hyla,smooth,free,
"""


@pytest.fixture
def frogs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StrategyData:
    monkeypatch.chdir(tmp_path)
    Path("frogs.csv").write_text(FROGS)
    Path("rana.png").write_bytes(PIXEL)
    Path("pictures").mkdir()
    for name in ("Rana_arvalis.png", "hyla.PNG", "smooth.png", "other.png"):
        Path("pictures", name).write_bytes(PIXEL)
    Path("pictures", "notes.txt").write_text("none")
    return compile_strategy("table(file=frogs.csv,goal=identify,secrets=rows)", "entropy").data


def test_a_column_of_pictures_is_no_question(frogs: StrategyData) -> None:
    assert frogs.game.question_count == 2
    told = run("look", "frogs.csv", "secrets=rows")
    assert "column 4 holds pictures and is no question: export --pictures shows them" in told.out
    Path("other.csv").write_text(FROGS.replace("rana.png", "pale").replace("https://example.org/bufo.jpg", "dark"))
    assert "questions   3\n" in run("look", "other.csv", "secrets=rows", "unknown=empty").out


def test_pictures_are_found_by_names(frogs: StrategyData) -> None:
    inside = "data:image/png;base64," + base64.b64encode(PIXEL).decode()
    found = embedded(frogs.game, "frogs.csv")
    assert found == {"Rana_arvalis": inside, "Bufo": "https://example.org/bufo.jpg"}
    assert embedded(frogs.game, "pictures") == {"Rana_arvalis": inside, "Hyla": inside, "smooth": inside}


def test_a_page_shows_them(show: Show, frogs: StrategyData) -> None:
    pictures = embedded(frogs.game, "frogs.csv") | {"smooth": embedded(frogs.game, "pictures")["smooth"]}
    write_strategy("frogs.msgpack", frogs)
    text = page(frogs, pictures=pictures)
    assert run("export", "frogs.msgpack", "-o", "frogs.html", "--pictures", "pictures").status == 0
    assert "data:image/png" in Path("frogs.html").read_text("utf-8") and "data:image/png" in text
    shown = show(frogs, pictures=pictures)
    first = shown.locator("#panel-0 .step .big .code").get_attribute("data-name")
    if first != "skin":
        click_response(shown, "webbed")
    assert (
        shown.locator("#panel-0 .responses button[data-response=smooth] img").evaluate("(each) => each.naturalWidth")
        == 1
    )
    click_response(shown, "warty")
    assert shown.locator("#panel-0 .outcome a.link").get_attribute("href") == "https://example.org/bufo.jpg"


def test_what_is_wrong_is_told_in_one_line(frogs: StrategyData) -> None:
    refuses(embedded, frogs.game, "missing.csv", told="No such file")
    Path("plain.csv").write_text("frog,skin\nRana,smooth\nBufo,warty\n")
    refuses(embedded, frogs.game, "plain.csv", told="plain.csv: expected a column image, got none")
    Path("none.csv").write_text(FROGS.replace("rana.png", "gone.png"))
    refuses(embedded, frogs.game, "none.csv", told="'gone.png': cannot read: No such file or directory")
    Path("empty").mkdir()
    refuses(embedded, frogs.game, "empty", told="expected pictures that are called as items or answers")
    write_strategy("frogs.msgpack", frogs)
    told = run("export", "frogs.msgpack", "--format", "csv", "--pictures", "pictures")
    assert told.status == 2 and "csv has no --pictures: expected html" in told.err


SDD = """<Datasets xmlns="http://rs.tdwg.org/UBIF/2006/"><Dataset xml:lang="en">
<TaxonNames><TaxonName id="t1"><Representation><Label>Rana arvalis</Label></Representation></TaxonName>
<TaxonName id="t2"><Representation><Label>Bufo</Label><MediaObject ref="m2"/></Representation></TaxonName></TaxonNames>
<Characters><CategoricalCharacter id="c1"><Representation><Label>skin: surface</Label></Representation><States>
<StateDefinition id="s1"><Representation><Label>smooth</Label><MediaObject ref="m3"/></Representation></StateDefinition>
<StateDefinition id="s2"><Representation><Label>warty</Label><MediaObject ref="m4"/></Representation></StateDefinition>
</States></CategoricalCharacter></Characters>
<CodedDescriptions><CodedDescription id="d1"><Representation><Label>first</Label><MediaObject ref="m1"/>
</Representation><Scope><TaxonName ref="t1"/></Scope>
<SummaryData><Categorical ref="c1"><State ref="s1"/></Categorical></SummaryData></CodedDescription>
<CodedDescription id="d2"><Scope><TaxonName ref="t2"/></Scope>
<SummaryData><Categorical ref="c1"><State ref="s2"/></Categorical></SummaryData></CodedDescription></CodedDescriptions>
<MediaObjects><MediaObject id="m1"><Type>Image</Type><Source href="rana.png"/></MediaObject>
<MediaObject id="m2"><Source href="https://example.org/bufo.jpg"/></MediaObject>
<MediaObject id="m3"><Type>Image</Type><Source href="pictures/smooth.png"/></MediaObject>
<MediaObject id="m4"><Type>Sound</Type><Source href="warty.mp3"/></MediaObject></MediaObjects>
</Dataset></Datasets>
"""


def test_the_media_objects_of_sdd_are_pictures(frogs: StrategyData) -> None:
    Path("frogs.xml").write_text(SDD)
    data = compile_strategy("table(file=frogs.xml,goal=identify)", "entropy").data
    inside = "data:image/png;base64," + base64.b64encode(PIXEL).decode()
    assert embedded(data.game, "frogs.xml") == {
        "Rana_arvalis": inside,
        "Bufo": "https://example.org/bufo.jpg",
        "smooth": inside,
    }
    Path("frogs.xml").write_text(SDD.replace("rana.png", "rana.tiff"))
    Path("rana.tiff").write_bytes(PIXEL)
    refuses(embedded, data.game, "frogs.xml", told="expected pictures that end in .png, .jpg")
