"""Where the table stands in a file that people made: below a title and a line of groups, above footnotes.

The first line of the names is found: above it, lines may stand in which at most half of the cells beside the first one
are filled. Below the table, lines may stand that are hardly filled, after a blank one; or directly below it such that
begin with the sign of a footnote, or are long: another one may be all that is left of a file that was cut. What is
skipped is remarked, and ``header=`` and ``rows=`` say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.games.tables.layout import Writing
from strategist.games.tables.sources.csv_cells import Row
from strategist.model.spec import Parameter, Value

PARAMETERS = (
    Parameter(
        "header",
        int,
        None,
        "the row of the file that holds the names, from 1; by default the first one that is filled",
        low=1,
        named=True,
    ),
    Parameter(
        "rows",
        str,
        None,
        "the rows of the file below the names that are read, from 1: 4-20 or 4-12;15-20 or 4-",
        named=True,
    ),
)

_AHEAD = 32
"""The rows among which the names are looked for."""
_HELD = 256
"""The most rows of footnotes: what a file holds back is bounded."""
_LONG = 40
"""A name is hardly longer."""
_FOOTNOTE = re.compile(
    r"\s*(?:[*†‡§¹²³⁰-⁹=¶#]|\(?\d{1,2}\)\s|\[\d|note\b|notes\b|legend\b|source\b|anm)", re.IGNORECASE
)
_SPAN = re.compile(r"\s*(\d{1,9})\s*(?:(-)\s*(\d{1,9})?)?\s*")


@dataclass(frozen=True)
class Frame:
    """Which rows of a file are the table; None stands for what is to be found."""

    header: int | None = None
    spans: Sequence[tuple[int, int | None]] | None = None
    """The first and the last row of each run of rows, the last one None for all that follow."""

    def holds(self, number: int) -> bool:
        """Whether a row below the names is read."""
        return self.spans is None or any(low <= number and (high is None or number <= high) for low, high in self.spans)


FOUND = Frame()
"""The frame that is found."""


def frame_of(header: Value, rows: Value) -> Frame:
    """The frame that two parameters name. Raises :class:`~strategist.common.errors.SpecError`.

    >>> frame_of(3, "4-20;23-").spans
    [(4, 20), (23, None)]
    """
    if rows is None:
        return Frame(None if header is None else int(header))
    spans: list[tuple[int, int | None]] = []
    for part in str(rows).split(";"):
        found = _SPAN.fullmatch(part)
        if found is None or (found[3] and int(found[3]) < int(found[1])):
            raise SpecError(f"table: expected rows such as 4-20 or 4-12;15-20 or 4-, got {quoted(part)}")
        low = int(found[1])
        spans.append((low, int(found[3]) if found[3] else None if found[2] else low))
    return Frame(None if header is None else int(header), spans)


def framed(rows: Iterable[Row], frame: Frame, writing: Writing, told: list[str]) -> Iterator[Row]:
    """The rows of the table alone, the names first; what is skipped unasked is ``told``, with what reads it.

    Raises :class:`~strategist.common.errors.SpecError` for a row of names that is not there.

    >>> from strategist.games.tables.layout import SPREADSHEET
    >>> told = []
    >>> rows = [(1, ["Two frogs"]), (3, ["", "skin", "legs"]), (4, ["Rana", "smooth", "4"]), (9, ["from life"])]
    >>> [number for number, _ in framed(rows, Frame(), SPREADSHEET, told)], told[0]
    ([3, 4], "row 1 is no part of the table: 'Two frogs'; header= names the row of the names")
    """
    lines = iter(rows)
    head = list(islice(lines, _AHEAD))
    body: Iterator[Row]
    if frame.header is not None:
        body = (row for row in chain(head, lines) if row[0] >= int(frame.header))
        first = next(body, None)
        if first is None or first[0] != frame.header:
            raise SpecError(f"header={frame.header}: expected the number of a row with names, got none or a blank one")
    else:
        start = _names_in(head)
        if start:
            told.append(f"{_skipped(head[:start], writing)}; header= names the row of the names")
        first, body = (head[start] if head else None), chain(head[start + 1 :], lines)
    if first is None:
        return
    width = _width(first)
    yield first
    if frame.spans is not None:
        yield from (row for row in body if frame.holds(row[0]))
        return
    yield from _without_footnotes(first[0], body, width, writing, told)


def _width(row: Row) -> int:
    """The number of cells up to the last one that is filled."""
    cells = row[1]
    return next((place for place in range(len(cells), 0, -1) if cells[place - 1].strip()), 0)


def _filled(row: Row) -> int:
    return len(list(filter(None, map(str.strip, row[1]))))


def _names_in(head: Sequence[Row]) -> int:
    """The place of the first row that may hold the names; 0 if there is none that others stand above."""
    widths = sorted(map(_width, head))
    width = widths[len(widths) // 2] if widths else 0
    if width < 2:
        return 0
    for place, row in enumerate(head[:-1]):
        beside = sum(bool(cell.strip()) for cell in row[1][1:])
        # R leaves out the corner cell.
        if 2 * beside > width - 1 or _filled(row) >= width - 1:
            return place
    return 0


def _without_footnotes(last: int, body: Iterable[Row], width: int, writing: Writing, told: list[str]) -> Iterator[Row]:
    """The rows without those at the end that are no part of the table."""
    held, sections = list[Row](), list[Row]()
    blank = False
    for row in body:
        blank = row[0] > last + 1 if not held else blank
        last = row[0]
        short = _filled(row) < 2 < width or (blank and 2 * _filled(row) < width)
        text = _text(row)
        if short and (blank or _FOOTNOTE.match(text) or len(text) > _LONG) and len(held) < _HELD:
            held.append(row)
            continue
        if (alone := next((each for each in (*held, row) if _filled(each) < 2 < width), None)) and not sections:
            sections.append(alone)
            advice = "rows= leaves out rows that are no part of the table"
            told.append(f"{writing.line(alone[0])} holds nothing but {quoted(_text(alone))}; {advice}")
        yield from held
        held = []
        yield row
    if held:
        told.append(f"{_skipped(held, writing)}; rows= says which rows are read")


def _text(row: Row) -> str:
    return next((cell for cell in row[1] if cell.strip()), "")


def _skipped(rows: Sequence[Row], writing: Writing) -> str:
    first, last = rows[0][0], rows[-1][0]
    text = quoted(" ".join(_text(rows[0]).split()))
    if len(rows) == 1:
        return f"{writing.line(first)} is no part of the table: {text}"
    return f"{writing.line(first)} to {writing.line(last)} are no part of the table: {text} …"
