"""The rows of a sheet in an Excel workbook (.xlsx, .xlsm), as people see them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from strategist.common.errors import MissingLibraryError, SpecError
from strategist.common.extras import require
from strategist.common.quoting import listed, quoted
from strategist.common.text_files import label_of
from strategist.matrices.matrix_limits import MOST_CELLS
from strategist.matrices.summed_remarks import SummedRemarks

_MOST_BYTES = 1 << 26
"""The most bytes of a workbook, and of all that is packed in it."""
_MOST_PART = 1 << 24
"""The most bytes of a part that is no sheet: openpyxl holds those in memory."""
_MOST_PARTS = 1 << 12
_MOST_RATIO, _OF_ANY_RATIO = 100, 1 << 22
"""A workbook may unpack to that many times its size, or to the second number if that is larger."""
_MOST_ROWS = 1 << 17
_COMPOUND = b"\xd0\xcf\x11\xe0"
_SHEET = "xl/worksheets/"
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]{0,200}?ref="([A-Z0-9:]{1,40})"')
_FORMULA = re.compile(rb"<(?:\w{1,40}:)?f[\s/>]|\0")
"""Where a sheet may have a formula: it has, or is no UTF-8."""
_CHUNK, _SEVERAL = 1 << 20, 1 << 9
_SAVE = "save it as an Excel workbook (.xlsx)"

Row = tuple[int, Sequence[str]]
"""The number of a row, from 1, and its cells, without the empty ones at its end."""


class Sheet(NamedTuple):
    """What was read of a sheet. Rows in which all cells are blank are left out."""

    name: str
    rows: Sequence[Row]
    remarks: Sequence[str]


def workbook_rows(path: Path, sheet: str | None = None) -> Sheet:
    """The rows of a sheet; of the first one if none is named.

    Raises :class:`~strategist.common.errors.SpecError`, one line with the file's label, for what is no such workbook,
    and for a formula whose value the file does not hold; raises
    :class:`~strategist.common.errors.MissingLibraryError` without openpyxl and defusedxml.
    """
    require("openpyxl", "defusedxml")
    label = label_of(str(path))
    remarks = SummedRemarks(label)
    try:
        _check_parts(path)
        # openpyxl warns of what it does not keep when it writes.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            name, rows = _read(path, sheet, remarks)
    except MissingLibraryError:
        raise
    except SpecError as error:
        raise SpecError(f"{label}: {error}") from None
    except (OSError, MemoryError) as error:
        raise SpecError(f"{label}: cannot read: {getattr(error, 'strerror', None) or type(error).__name__}") from None
    except Exception as error:
        # A damaged workbook makes openpyxl raise anything.
        cause = error.__cause__ or error
        what = quoted(f"{type(cause).__name__}: {cause}")
        raise SpecError(f"{label}: expected an Excel workbook, got one that cannot be read: {what}") from None
    return Sheet(name, rows, remarks.lines())


def _check_parts(path: Path) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` for what is no workbook of Excel, or unpacks to too much."""
    with path.open("rb") as stream:
        start = stream.read(len(_COMPOUND))
    if start == _COMPOUND:
        raise SpecError(f"expected an Excel workbook (.xlsx), got an old one (.xls) or one with a password: {_SAVE}")
    size = path.stat().st_size
    if size > _MOST_BYTES:
        raise SpecError(f"expected a workbook of at most {_MOST_BYTES >> 20} MiB, got more")
    try:
        with ZipFile(path) as archive:
            parts = {part.filename: part.file_size for part in archive.infolist()}
            total = sum(part.file_size for part in archive.infolist())
            count = len(archive.infolist())
    except BadZipFile:
        raise SpecError("expected an Excel workbook (.xlsx), got no archive, or one that is cut") from None
    if "content.xml" in parts or "xl/workbook.bin" in parts:
        kind = "OpenDocument (.ods)" if "content.xml" in parts else "a binary workbook (.xlsb)"
        raise SpecError(f"expected an Excel workbook (.xlsx), got {kind}: {_SAVE}")
    if "[Content_Types].xml" not in parts:
        raise SpecError("expected an Excel workbook (.xlsx), got another archive")
    if count > _MOST_PARTS or total > min(_MOST_BYTES, max(_OF_ANY_RATIO, _MOST_RATIO * size)):
        raise SpecError(f"expected a workbook of {size} bytes to unpack to less, got {total} bytes in {count} parts")
    for name, unpacked in parts.items():
        if name.endswith((".xml", ".rels")) and not name.startswith(_SHEET) and unpacked > _MOST_PART:
            raise SpecError(f"expected parts of at most {_MOST_PART >> 20} MiB beside the sheets, got {quoted(name)}")


def _read(path: Path, sheet: str | None, remarks: SummedRemarks) -> tuple[str, Sequence[Row]]:
    from openpyxl import load_workbook

    # One tells values, the other formulas; neither tells both.
    # The files are closed here, for openpyxl leaves those of a damaged workbook open.
    with path.open("rb") as one, path.open("rb") as other:
        values = load_workbook(one, read_only=True, data_only=True, keep_links=False)
        formulas = load_workbook(other, read_only=True, data_only=False, keep_links=False)
        names = [each.title for each in values.worksheets]
        index = _index(names, sheet)
        others = [name for name in names if name != names[index]]
        if others and sheet is None:
            remarks.add(f"sheet {quoted(names[index])} is read, not {listed(others)}")
        part = values.worksheets[index]._worksheet_path
        with_formulas = any(_found(path, part, _FORMULA))
        pair = [book.worksheets[index] for book in (values, formulas)]
        for each in pair:
            # A file may tell any size.
            each.reset_dimensions()
        shown = pair[0].iter_rows()
        pairs = zip(shown, pair[1].iter_rows(), strict=True) if with_formulas else ((row, row) for row in shown)
        rows = list(_rows(pairs, remarks))
        for merged in _found(path, part, _MERGED):
            remarks.add("merged cells: the text stands in the first one only", merged[1].decode())
    return names[index], rows


def _index(names: Sequence[str], sheet: str | None) -> int:
    if not names:
        raise SpecError("expected a workbook with a sheet of cells, got none")
    if sheet is None:
        return 0
    found = [index for index, name in enumerate(names) if name == sheet] or [
        index for index, name in enumerate(names) if name.lower() == sheet.lower()
    ]
    if not found:
        raise SpecError(f"expected the name of a sheet, {listed(names)}, got {quoted(sheet)}")
    return found[0]


def _rows(pairs: Iterable[tuple[Any, Any]], remarks: SummedRemarks) -> Iterator[Row]:
    """The rows as texts; each is given with its values, and with its formulas."""
    held = 0
    for number, (shown, written) in enumerate(pairs, 1):
        if number > _MOST_ROWS:
            raise SpecError(f"expected at most {_MOST_ROWS} rows, got more")
        row = [_text(cell, source, remarks) for cell, source in zip(shown, written, strict=True)]
        while row and not row[-1].strip():
            row.pop()
        held += len(row)
        if held > MOST_CELLS:
            raise SpecError(f"expected at most {MOST_CELLS} cells, got more")
        if row:
            yield number, row


def _text(cell: Any, source: Any, remarks: SummedRemarks) -> str:
    """A cell as people see it; ``source`` is the cell with its formula."""
    value = cell.value
    if value is None:
        if source.value is not None:
            advice = "open the workbook, let it compute, and save it"
            raise SpecError(f"cell {source.coordinate}: expected the value of a formula, got none: {advice}")
        return ""
    if cell.data_type == "e":
        raise SpecError(f"cell {cell.coordinate}: expected a value, got the error {quoted(value)}")
    if isinstance(value, date | time | timedelta):
        remarks.add("date or time, which Excel makes of a range such as 3-5 too", f"cell {cell.coordinate}")
    return shown_value(value, "%" in (cell.number_format or ""))


def shown_value(value: object, percent: bool = False) -> str:
    """A value as Excel shows it, to fifteen digits; dates as in ISO 8601.

    >>> shown_value(4.0), shown_value(0.1 + 0.2), shown_value(True), shown_value(0.125, percent=True)
    ('4', '0.3', 'TRUE', '12.5%')
    >>> shown_value(datetime(2024, 5, 3)), shown_value(datetime(2024, 5, 3, 12, 30)), shown_value("two\\n lines")
    ('2024-05-03', '2024-05-03 12:30:00', 'two lines')
    """
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        number = value * 100 if percent else value
        text = str(number) if isinstance(number, int) else f"{number:.15g}"
        return f"{text}%" if percent else text
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")
    text = str(value)
    return text if text.isprintable() else " ".join(text.split())


def _found(path: Path, part: str, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
    """Where a pattern of at most a few hundred bytes occurs in a part of a workbook."""
    before = b""
    with ZipFile(path) as archive, archive.open(part) as stream:
        while chunk := stream.read(_CHUNK):
            text = before + chunk
            for match in pattern.finditer(text):
                if match.end() > len(before):
                    yield match
            before = text[-_SEVERAL:]
