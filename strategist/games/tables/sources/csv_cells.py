"""The rows of a CSV text: cells between commas, semicolons or tabs."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence

from strategist.common.errors import SpecError
from strategist.common.text_files import MOST_LINE

Row = tuple[int, Sequence[str]]
"""The number of a line and its cells."""

_TOLD = re.compile(r"\s*sep=(?P<separator>[,;\t])\s*", re.IGNORECASE)
"""A line in which Excel is told what separates cells."""


def csv_rows(lines: Iterable[str]) -> Iterator[Row]:
    r"""The rows of a CSV text from its lines; rows in which all cells are blank are skipped, and so is a first line
    ``sep=;``, in which Excel is told what separates cells.
    Raises :class:`~strategist.common.errors.SpecError`.

    >>> list(csv_rows([";cat;dog\n", "\n", "barks?;no;yes\n"]))
    [(1, ['', 'cat', 'dog']), (3, ['barks?', 'no', 'yes'])]
    """
    return separated(lines)[1]


def separated(lines: Iterable[str]) -> tuple[str, Iterator[Row]]:
    """What separates the cells of a CSV text, and its rows; see :func:`csv_rows`."""
    ahead, skipped = iter(lines), []
    separator = None
    for first in ahead:
        if separator is None and (told := _TOLD.fullmatch(first)):
            separator = told["separator"]
            skipped.append("\n")
            continue
        skipped.append(first)
        if first.strip():
            break
    if separator is None:
        separator = separator_of(skipped[-1]) if skipped else ","
    return separator, _rows(skipped, ahead, separator)


def _rows(skipped: Sequence[str], ahead: Iterator[str], separator: str) -> Iterator[Row]:
    """The rows of the lines that were read to find the separator, and of those ahead."""
    taken = 0

    def counted() -> Iterator[str]:
        # A row continues on the next line after an open quote, and the reader returns it when it is complete.
        nonlocal taken
        for source in (skipped, ahead):
            for line in source:
                taken += len(line)
                if taken > MOST_LINE:
                    raise SpecError(
                        f"line {reader.line_num}: expected rows of at most {MOST_LINE} characters, got more"
                    )
                yield line

    reader = csv.reader(counted(), strict=True, delimiter=separator)
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                yield reader.line_num, cells
            taken = 0
    except csv.Error as error:
        raise SpecError(f"line {reader.line_num}: not valid CSV: {error}") from None


def separator_of(line: str) -> str:
    r"""What separates the cells of a line: a comma, unless semicolons or tabs are more, outside of quotes.

    >>> separator_of("a,b;c,d"), separator_of('name;"1,2,3";x'), separator_of("a\tb")
    (',', ';', '\t')
    """
    outside = "".join(line.split('"')[::2])
    return max((",", ";", "\t"), key=outside.count)
