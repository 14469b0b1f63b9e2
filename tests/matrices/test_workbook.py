"""Sheets of Excel workbooks: cells as people see them, and hostile files."""

from __future__ import annotations

import random
import re
from datetime import date, datetime
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook
from refusals import little_memory, refused, refuses, tried

from strategist.matrices.workbook import Sheet, workbook_rows

pytestmark = pytest.mark.early

SHEET = "xl/worksheets/sheet1.xml"


def book(path: Path, *rows: tuple[object, ...], **sheets: list[tuple[object, ...]]) -> Path:
    """A workbook whose first sheet is called frogs."""
    made = Workbook()
    made.active.title = "frogs"
    for row in rows:
        made.active.append(row)
    for name, more in sheets.items():
        sheet = made.create_sheet(name)
        for row in more:
            sheet.append(row)
    made.save(path)
    return path


def replaced(path: Path, part: str, old: str, new: str) -> Path:
    """The workbook with another text in a part."""
    with ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    assert old.encode() in parts[part]
    parts[part] = parts[part].replace(old.encode(), new.encode())
    return packed(path, parts)


def packed(path: Path, parts: dict[str, bytes]) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, contents in parts.items():
            archive.writestr(name, contents)
    return path


def told(path: Path, message: str) -> None:
    """Assert that a file is refused in one line, with little memory."""
    with little_memory(100), refused(re.escape(message), begins=f"{path.name}: ", longest=400):
        workbook_rows(path)


def frogs_in(folder: Path) -> Path:
    return book(folder / "frogs.xlsx", ("", "Rana", "Bufo"), ("skin", "smooth", "warty"), ("legs", 4, 4.0))


@pytest.fixture
def frogs(tmp_path: Path) -> Path:
    return frogs_in(tmp_path)


def rows(found: Sheet) -> list[list[str]]:
    return [list(cells) for _, cells in found.rows]


def test_cells_are_texts_as_people_see_them(tmp_path: Path) -> None:
    path = book(
        tmp_path / "frogs.xlsx",
        ("Rana", 4.0, 7, -0.5, 0.1 + 0.2, 1e20, True, False),
        (None, None),
        (None, "two\nlines", None, "é", None),
    )
    found = workbook_rows(path)
    assert found.rows == [
        (1, ["Rana", "4", "7", "-0.5", "0.3", "1e+20", "TRUE", "FALSE"]),
        (3, ["", "two lines", "", "é"]),
    ]
    assert (found.name, found.remarks) == ("frogs", ())


def test_dates_are_said_and_percentages_kept(tmp_path: Path) -> None:
    made = Workbook()
    made.active.append((date(2024, 5, 3), datetime(2024, 5, 3, 12, 30), 0.125))
    made.active["C1"].number_format = "0.0%"
    made.save(tmp_path / "frogs.xlsx")
    found = workbook_rows(tmp_path / "frogs.xlsx")
    assert rows(found) == [["2024-05-03", "2024-05-03 12:30:00", "12.5%"]]
    what = "date or time, which Excel makes of a range such as 3-5 too: cell A1; 2 in all"
    assert found.remarks == (f"frogs.xlsx: {what}",)


def test_a_sheet_is_taken_by_its_name(tmp_path: Path) -> None:
    path = book(tmp_path / "frogs.xlsx", ("a",), toads=[("b",)], newts=[("c",)])
    assert rows(workbook_rows(path)) == [["a"]]
    assert workbook_rows(path).remarks == ("frogs.xlsx: sheet 'frogs' is read, not toads, newts",)
    assert rows(workbook_rows(path, "toads")) == rows(workbook_rows(path, "TOADS")) == [["b"]]
    assert workbook_rows(path, "toads").remarks == ()
    refuses(workbook_rows, path, "tods", told=r"^frogs.xlsx: expected the name of a sheet, frogs, .*, got 'tods'$")


def test_merged_cells_are_said(tmp_path: Path) -> None:
    made = Workbook()
    made.active.append(("Rana", None, "Bufo"))
    made.active.append(("smooth", "green", "warty"))
    made.active.merge_cells("A1:B1")
    made.save(tmp_path / "frogs.xlsx")
    found = workbook_rows(tmp_path / "frogs.xlsx")
    assert rows(found) == [["Rana", "", "Bufo"], ["smooth", "green", "warty"]]
    assert found.remarks == ("frogs.xlsx: merged cells: the text stands in the first one only: A1:B1",)


def test_a_formula_needs_its_value(frogs: Path) -> None:
    value = replaced(frogs, SHEET, "<v>4</v></c></row>", "<f>2+2</f><v>4</v></c></row>")
    assert rows(workbook_rows(value))[2] == ["legs", "4", "4"]
    none = replaced(frogs, SHEET, "<f>2+2</f><v>4</v>", "<f>2+2</f><v></v>")
    refuses(workbook_rows, none, told=r"^frogs.xlsx: cell C3: expected the value of a formula, got none: open")


def test_an_error_is_no_value(frogs: Path) -> None:
    path = replaced(frogs, SHEET, 't="n"><v>4</v></c></row>', 't="e"><v>#N/A</v></c></row>')
    refuses(workbook_rows, path, told=r"^frogs.xlsx: cell C3: expected a value, got the error '#N/A'$")


def test_other_files_are_refused_with_advice(tmp_path: Path) -> None:
    path = tmp_path / "frogs.xlsx"
    for contents, message in (
        (b"\xd0\xcf\x11\xe0" + bytes(600), "got an old one (.xls) or one with a password: save it as an Excel"),
        (b"a,b\n", "expected an Excel workbook (.xlsx), got no archive"),
        (b"", "expected an Excel workbook (.xlsx), got no archive"),
    ):
        path.write_bytes(contents)
        told(path, message)
    told(packed(path, {"content.xml": b"", "mimetype": b""}), "got OpenDocument (.ods): save it as an Excel")
    told(packed(path, {"xl/workbook.bin": b""}), "got a binary workbook (.xlsb): save it")
    told(packed(path, {"readme.txt": b""}), "got another archive")
    told(tmp_path / "none.xlsx", "cannot read: No such file")


def test_bombs_are_refused_before_they_unpack(frogs: Path) -> None:
    with ZipFile(frogs) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    told(packed(frogs, parts | {"xl/media/a": bytes(1 << 26)}), "to unpack to less, got 671")
    noise = random.Random(1).randbytes(1 << 18)
    told(packed(frogs, parts | {"xl/sharedStrings.xml": bytes(1 << 24) + noise}), "expected parts of at most 16 MiB")
    told(packed(frogs, parts | {f"a{number}": b"" for number in range(5000)}), "parts")


def test_entities_are_refused(frogs: Path) -> None:
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 30))
    start = f'<!DOCTYPE a [<!ENTITY a0 "ha">{laughs}]><worksheet '
    told(replaced(frogs, SHEET, "<worksheet ", start), 'got one that cannot be read: "EntitiesForbidden')
    outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><workbook '
    told(replaced(frogs, "xl/workbook.xml", "<workbook ", outside), 'got one that cannot be read: "EntitiesForbidden')


def test_sizes_that_a_file_tells_are_not_believed(frogs: Path) -> None:
    path = replaced(frogs, SHEET, '<dimension ref="A1:C3"', '<dimension ref="A1:XFD1048576"')
    assert len(workbook_rows(path).rows) == 3
    told(replaced(frogs, SHEET, '<row r="3"', '<row r="99999999999"'), "expected at most 131072 rows, got more")


def test_nesting_is_refused_or_passed_over(frogs: Path) -> None:
    deep = "<sheetPr>" * 50_000 + "</sheetPr>" * 50_000
    replaced(frogs, SHEET, "<sheetData>", deep + "<sheetData>")
    tried(lambda: workbook_rows(frogs), "frogs.xlsx: ")
