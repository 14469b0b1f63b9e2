"""What a table looks like, for advice: the wrong way round, or with chances and costs that no parameter names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from statistics import fmean

from strategist.common.errors import SpecError
from strategist.common.numbers import read_number
from strategist.games.tables.contents import Reading
from strategist.games.tables.lexicon import name_of
from strategist.games.tables.sources.csv_cells import Row

MOST_ROWS = 400
"""Larger tables are not looked at: people who have them know what they hold."""
_CHANCES = re.compile(
    r"chance|share|prob|prior|frequen|abundan|odds|prevalen|inciden|anteil|wahrsch|häufig|haeufig|^(?:w|p|weights)$",
    re.IGNORECASE,
)
_COSTS = re.compile(r"cost|price|minutes|hours|effort|duration|kosten|preis|aufwand|dauer|minuten", re.IGNORECASE)
_ZERO = re.compile(r"0+(?:[.,]0+)?")
_TWICE, _MORE = 2.0, 0.1


def advice_on(rows: Sequence[Row], reading: Reading) -> list[str]:
    """Advice on parameters for a table with a question in each row, a sentence each.

    >>> lines = [["", "jam", "ink", "fuse", "minutes"], ["lamp", "off", "lit", "off", "0.1"], ["page", "no", "pale",
    ...     "no", "2"], ["share", "40 %", "40 %", "20 %", ""]]
    >>> advice_on(list(enumerate(lines, 1)), Reading())
    ['share looks like chances, and minutes like costs: add chance=share cost=minutes']
    """
    if not 3 <= len(rows) <= MOST_ROWS or len({len(cells) for _, cells in rows}) > 1 or len(rows[0][1]) < 3:
        return []
    turned = list(enumerate(map(list, zip(*(cells for _, cells in rows), strict=True))))
    numbers, other = _numbers_beside(rows, reading), "columns" if reading.turned else "rows"
    told = []
    if numbers:
        told.append(f"{_joined(numbers)}: add {_parameters(numbers)}")
    elif reading.chance is None and reading.cost is None and (numbers := _numbers_beside(turned, reading, named=True)):
        told.append(f"{_joined(numbers)}, if {other} are secrets: add secrets={other} {_parameters(numbers)}")
    if _is_turned(rows):
        # The first cells of the rows are names of questions here, or those of the columns, if it was turned.
        names = rows[0][1][1:] if reading.turned else [cells[0] for _, cells in rows[1:]]
        alike = len(set(names)) == len(names)
        first = f"{len(names)} {other} whose first cells are all different: taxa in {other}?" if alike else None
        told.append(f"{first or f'taxa in {other}?'} add secrets={other}")
        if not alike and not reading.turned:
            told.append("names=none says that rows have no names")
    return told


def _joined(numbers: Sequence[tuple[str, str]]) -> str:
    return ", and ".join(words for words, _ in numbers)


def _parameters(numbers: Sequence[tuple[str, str]]) -> str:
    return " ".join(parameter for _, parameter in numbers)


def _numbers_beside(rows: Sequence[Row], reading: Reading, *, named: bool = False) -> list[tuple[str, str]]:
    """What looks like chances and like costs, with the parameter. Costs alone must be ``named`` so: numbers in a lone
    row of a table that is read another way may as well be chances, or be measured."""
    header, body = rows[0][1], [cells for _, cells in rows[1:]]
    price = None
    if reading.cost is None:
        price = _price(header, [cells for cells in body if not _CHANCES.search(cells[0])])
        if price is not None and (name_of(header[price]) == reading.chance or _CHANCES.search(header[price])):
            # Chances stand in a column: the table is read the wrong way round.
            price = None
    found = []
    if reading.chance is None:
        for cells in body:
            values = [_number(cell) for place, cell in enumerate(cells) if place not in (0, price)]
            whole = sum(value or 0 for value in values) in (1, 100) or any("%" in cell for cell in cells[1:])
            if all(values) and (whole or _CHANCES.search(cells[0])):
                found.append((f"{name_of(cells[0])} looks like chances", f"chance={name_of(cells[0])}"))
                break
    if price is not None and (found or not named or _COSTS.search(header[price])):
        name = name_of(header[price])
        found.append((f"{name} like costs" if found else f"{name} looks like costs", f"cost={name}"))
    return found


def _price(header: Sequence[str], body: Sequence[Sequence[str]]) -> int | None:
    """The column that looks like costs: all its cells are numbers, and it is called so, or it is the only one."""
    columns = [[_number(cells[place]) for cells in body] for place in range(1, len(header))] if body else []
    numeric = [place for place, values in enumerate(columns, 1) if all(values)]
    called = [place for place in numeric if _COSTS.search(header[place])]
    if len(numeric) == 1 == len([values for values in columns if None not in values]) and len(header) > 3:
        return numeric[0]
    return called[0] if len(called) == 1 else None


def _number(cell: str) -> Fraction | None:
    """The number in a cell, 0 among them, which is neither a chance nor a cost; None if there is none."""
    if _ZERO.fullmatch(cell.strip()):
        return Fraction(0)
    try:
        return read_number(cell)
    except SpecError:
        return None


def _is_turned(rows: Sequence[Row]) -> bool:
    """Whether the cells of a row, which answer one question, differ far more than those of a column."""
    body: Sequence[Sequence[str]] = [cells[1:] for _, cells in rows[1:]]
    if not all(any(mark.isdigit() for mark in cell) for cells in body for cell in cells):
        # Beside texts, numbers are measured or counted, and differ whatever the question is.
        body = [["#" if any(mark.isdigit() for mark in cell) else cell for cell in cells] for cells in body]
    return _variety(body) > _TWICE * _variety(list(zip(*body, strict=True))) + _MORE


def _variety(lines: Sequence[Sequence[str]]) -> float:
    """How many of the cells of a line differ, from 0 to 1, on average."""
    return fmean((len(set(line)) - 1) / max(1, len(line) - 1) for line in lines)
