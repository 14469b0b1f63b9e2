"""Tables in files: CSV texts, workbooks, and matrices in any format (:mod:`strategist.matrices.readers`).

A file is read together with the parameters of its game. What a format determines, such as the sign that separates
states, becomes a parameter as if it had been given, so that a string says how a table is read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from strategist.common.errors import SpecError, told_at
from strategist.common.side_remarks import aside
from strategist.common.text_files import UTF_8, WESTERN, NotUtf8Error, label_of, read_lines
from strategist.common.wording import joined
from strategist.games.tables.cells.number_columns import with_number_questions
from strategist.games.tables.cells.number_parameters import Measures, measures_of
from strategist.games.tables.cells.states import States, states_of
from strategist.games.tables.cells.uncertain_cells import uncertain_answers
from strategist.games.tables.contents import BY_CLASS, PLAIN, Reading, Sheet
from strategist.games.tables.layout import SPREADSHEET, TEXT, Places, Writing, is_orange, turn
from strategist.games.tables.lexicon import canonical, name_of
from strategist.games.tables.sheet import FormError, make_sheet
from strategist.games.tables.sources.csv_cells import Row, separated
from strategist.games.tables.sources.first_glance import MOST_ROWS, advice_on
from strategist.games.tables.sources.from_matrix import from_matrix
from strategist.games.tables.sources.table_frame import FOUND, Frame, frame_of, framed
from strategist.games.tables.twins import by_majority
from strategist.matrices.marked_text import told_by_ends
from strategist.matrices.matrix import Read
from strategist.matrices.readers import formats, read_matrix, read_sheet
from strategist.model.goal import NARROW
from strategist.model.spec import Value

if TYPE_CHECKING:
    from strategist.matrices.workbook import Sheet as Workbook

NAMED = ("chance", "cost", BY_CLASS)
"""The parameters that name a line or a column of a table."""
MAJORITY, KEEP = "majority", "keep"
"""The value of ``twins=`` that gives secrets which no question tells apart one class."""
_DECIMAL_COMMA = re.compile(r"\s*\d{0,40},\d{1,40}\s*%?\s*", re.ASCII)
_COMMAS = "with decimal commas"
_ROWS = "rows reads a table with a secret in each line"


def reading_of(values: Mapping[str, Value]) -> Reading:
    """How the table of a game with these parameters is read."""
    chance, cost, kind = (canonical(str(values[key])) if values.get(key) else None for key in NAMED)
    turned, grouping = values.get("secrets") == "rows", values.get("twins") == "group"
    states = states_of(values)
    alike = values.get("goal") == NARROW.name or any(values.get(key) is not None for key in ("narrow", "turns"))
    return Reading(
        chance,
        cost,
        turned,
        grouping,
        kind,
        alike,
        values.get("twins") == MAJORITY,
        states,
        values.get("twins") == KEEP,
    )


def read_table(path: str, values: Mapping[str, Value]) -> tuple[Sheet, Mapping[str, Value]]:
    """The table in a file, or in a folder of DELTA, and the parameters that its format determines.

    ``values`` are the parameters of the game as they are given. Raises
    :class:`~strategist.common.errors.SpecError`.
    """
    measures, sheet = measures_of(values), values.get("sheet")
    name = None if sheet is None else str(sheet)
    read = read_matrix(path, name)
    if read is None:
        if Path(path).is_dir():
            files = joined([file for each in formats() for file in each.files], "and")
            raise SpecError(f"{path}: cannot read: Is a directory, and holds none of the files {files}")
        frame = frame_of(values.get("header"), values.get("rows"))
        return _read_rows(path, _How(reading_of(values), measures, frame, _named(values)), name)
    for key in ("header", "rows", "names"):
        if values.get(key) is not None:
            raise SpecError(f"{label_of(path)}: expected a workbook or a CSV text beside {key}=, got a matrix")
    return _read_matrix(path, read, values, measures)


@dataclass(frozen=True)
class _How:
    """How the rows of a file are read."""

    reading: Reading
    measures: Measures | None = None
    frame: Frame = FOUND
    named: bool = True
    """Whether rows have names."""


def _named(values: Mapping[str, Value]) -> bool:
    named = values.get("names") is None
    if not named and values.get("secrets") != "rows":
        raise SpecError("table: expected secrets=rows beside names=none: rows that have no names are the secrets")
    return named


def _read_matrix(
    path: str, read: Read, values: Mapping[str, Value], measures: Measures | None
) -> tuple[Sheet, Mapping[str, Value]]:
    with told_at(path):
        filled = from_matrix(read.matrix, values, measures)
        reading = reading_of({**values, **filled.values})
        sheet = make_sheet(filled.rows, reading, filled.places)
    for remark in read.remarks:
        aside(remark)
    for remark in filled.remarks:
        aside(f"{label_of(path)}: {remark}")
    return _by_majority(sheet, path, reading), filled.values


def read_csv(path: str, reading: Reading = PLAIN) -> Sheet:
    """The table in a CSV file; raises :class:`~strategist.common.errors.SpecError` if there is none."""
    return _read_rows(path, _How(reading), None)[0]


def _read_rows(path: str, how: _How, sheet: str | None) -> tuple[Sheet, Mapping[str, Value]]:
    """The table in a file of rows: a sheet, or a CSV text in UTF-8 or the code page 1252."""
    book = read_sheet(path, sheet)
    try:
        if book is not None:
            return _read_workbook(path, book, how)
        if sheet is not None:
            raise SpecError("expected a workbook beside sheet=, got a text")
        try:
            return _read_text(path, UTF_8, how)
        except NotUtf8Error as error:
            # A pipe can be read once only.
            if not (error.western and Path(path).is_file()):
                raise
            try:
                return _read_text(path, WESTERN, how)
            except NotUtf8Error:
                raise error from None
    except FormError as error:
        other = "columns reads a table with a secret in each column" if how.reading.turned else _ROWS
        raise SpecError(f"{path}: {error}; secrets={other}") from None
    except SpecError as error:
        raise SpecError(f"{path}: {error}") from None


def _read_workbook(path: str, found: Workbook, how: _How) -> tuple[Sheet, Mapping[str, Value]]:
    for remark in found.remarks:
        aside(remark)
    return _read(path, _marked(found.rows), SPREADSHEET, True, how, [])


def _read_text(path: str, encoding: str, how: _How) -> tuple[Sheet, Mapping[str, Value]]:
    separator, rows = separated(read_lines(path, "table", encoding))
    told = ["in the code page 1252, as it is not in UTF-8"] if encoding == WESTERN else []
    return _read(path, _marked(rows), TEXT, separator != ",", how, told)


def _read(
    path: str, rows: Iterable[Row], writing: Writing, comma: bool, how: _How, told: list[str]
) -> tuple[Sheet, Mapping[str, Value]]:
    """The table of these rows; with ``comma`` decimals may stand behind a comma. ``told`` says how the file is read."""
    reading, remarks = how.reading, list[str]()
    places: Places | None = None
    rows = framed(rows, how.frame, writing, remarks)
    if writing is SPREADSHEET:
        rows = _squared(rows)
    if reading.turned:
        rows, places, more = turn(rows, (reading.chance, reading.cost, reading.kind), writing, how.named)
        remarks += more
    head = list(islice(rows, MOST_ROWS + 1))
    if places is None and head:
        if is_orange(head):
            where = writing.line(head[1][0])
            raise SpecError(f"{where}: a table of Orange has a secret in each line: secrets=rows reads it")
        places = Places(head[0][0], range(2, len(head[0][1]) + 1), writing)
    advice = advice_on(head, reading)
    rows = chain(head, rows)
    if comma and (reading.chance or reading.cost):
        rows = _with_points(rows, reading, told)
    try:
        found = read_rows(label_of(path), rows, places, comma, reading, how.measures, told)
    except NotUtf8Error:
        raise
    except SpecError as error:
        kind = FormError if isinstance(error, FormError) else SpecError
        # What the error itself advises is not said twice.
        beside = [each for each in (*advice, *remarks) if not ("names=none" in each and "names=none" in str(error))]
        raise kind("; ".join([str(error), *beside])) from None
    for remark in (*remarks, *advice):
        aside(f"{label_of(path)}: {remark}")
    return found


def _squared(rows: Iterable[Row]) -> Iterator[Row]:
    """Rows of one length: cells that are empty at the end of a row are not there in a sheet."""
    table = list(rows)
    width = max((len(cells) for _, cells in table), default=0)
    for number, cells in table:
        yield number, [*cells, *[""] * (width - len(cells))]


def read_rows(
    label: str,
    rows: Iterable[Row],
    places: Places | None,
    comma: bool,
    reading: Reading,
    measures: Measures | None,
    told: list[str],
) -> tuple[Sheet, Mapping[str, Value]]:
    """The table of rows with a question in each, which stand at these ``places``, and the parameters that its numbers
    determine; remarks begin with the ``label``."""
    made: Collection[str] = ()
    filled: Mapping[str, Value] = {}
    remarks: Sequence[str] = ()
    if measures is not None:
        whole = list(rows)
        columns = with_number_questions(whole, reading, measures, places, comma)
        rows, filled, made, remarks = columns.rows, columns.values, columns.made, columns.remarks
        if columns.commas:
            told.append(_COMMAS)
        if "several" in filled:
            reading = replace(reading, states=replace(reading.states or States(), separator=str(filled["several"])))
    sheet = make_sheet(rows, reading, places)
    if told:
        aside(f"{label}: read {', and '.join(dict.fromkeys(told))}")
    for remark in remarks:
        aside(f"{label}: {remark}")
    noun = "column" if reading.turned else "question"
    asked = [place for place, name in enumerate(sheet.questions) if name not in made]
    names, cells = [sheet.questions[place] for place in asked], [sheet.rows[place] for place in asked]
    if told_of := uncertain_answers(names, sheet.answers, cells, reading.states, noun):
        aside(f"{label}: {told_of}")
    return _by_majority(sheet, label, reading), filled


def _by_majority(sheet: Sheet, path: str, reading: Reading) -> Sheet:
    """The sheet, with twins in one class if that is asked for; a remark tells which class changed."""
    if reading.majority:
        sheet, moved = by_majority(sheet, reading.states)
        if moved:
            aside(f"{label_of(path)}: {moved}")
    return sheet


def _with_points(rows: Iterable[Row], reading: Reading, told: list[str]) -> Iterator[Row]:
    """The rows, with decimal points in place of the commas of chances and costs."""

    def pointed(cell: str) -> str:
        if not _DECIMAL_COMMA.fullmatch(cell):
            return cell
        told.append(_COMMAS)
        return cell.replace(",", ".")

    price = None
    for place, (number, cells) in enumerate(rows):
        if not place:
            price = next(
                (column for column, cell in enumerate(cells) if column and name_of(cell) == reading.cost), None
            )
        elif reading.chance is not None and name_of(cells[0]) == reading.chance:
            cells = [cells[0], *map(pointed, cells[1:])]
        elif price is not None and price < len(cells):
            cells = [*cells[:price], pointed(cells[price]), *cells[price + 1 :]]
        yield number, cells


def _marked(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of a CSV file as marked text. A cell has commands only if one of them ends in ``{}``."""
    for number, cells in rows:
        yield number, list(map(told_by_ends, cells)) if "\\" in "".join(cells) else cells
