"""Data in memory as columns of cells: frames of pandas or polars, mappings, arrays, lists of rows.

Neither pandas nor polars nor NumPy is imported here: what the data offer says what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any, NamedTuple

from strategist.common.errors import SpecError
from strategist.common.quoting import listed


class DataColumns(NamedTuple):
    """Data as columns: the name of each row, and the cells of each column by its name."""

    names: list[str] | None
    cells: dict[str, list[Any]]


def is_grid(data: Any) -> bool:
    """Whether data have no names of columns: an array, or a list of rows.

    >>> is_grid([[1, 2]]), is_grid({"legs": [4, 2]}), is_grid([{"legs": 4}])
    (True, False, False)
    """
    if hasattr(data, "columns") or isinstance(data, Mapping):
        return False
    return hasattr(data, "shape") or not (isinstance(data, Sequence) and len(data) > 0 and isinstance(data[0], Mapping))


def columns_of(data: Any, questions: Sequence[str] | None) -> DataColumns:
    """Data of any kind as columns; ``questions`` names those of an array.

    >>> columns_of([[4, "no"], [2, "yes"]], ["legs", "flies"]).cells
    {'legs': [4, 2], 'flies': ['no', 'yes']}
    """
    if hasattr(data, "columns") and hasattr(data, "__getitem__"):
        return _of_frame(data)
    if isinstance(data, Mapping):
        return DataColumns(None, {str(name): list(column) for name, column in data.items()})
    if hasattr(data, "shape"):
        if len(data.shape) != 2:
            raise SpecError(f"table: expected an array of two dimensions, got {len(data.shape)}")
        return _of_rows(data, questions)
    if not isinstance(data, Iterable) or isinstance(data, (bytes, bytearray)):
        expected = "a frame, a mapping of columns, an array, a list of rows or a path"
        raise TypeError(f"table: expected {expected}, got {type(data).__name__}")
    rows = list(data)
    if rows and all(isinstance(row, Mapping) for row in rows):
        columns = dict.fromkeys(str(name) for row in rows for name in row)
        texts = [{str(name): cell for name, cell in row.items()} for row in rows]
        return DataColumns(None, {name: [row.get(name) for row in texts] for name in columns})
    return _of_rows(rows, questions)


def _of_frame(data: Any) -> DataColumns:
    names = list(map(str, data.columns))
    if twice := {name for name in names if names.count(name) > 1}:
        raise SpecError(f"table: expected columns of different names, got {listed(sorted(twice))} twice")
    if hasattr(data, "iloc"):
        cells = {name: list(data.iloc[:, place]) for place, name in enumerate(names)}
        labels = [" ".join(map(str, each)) if isinstance(each, tuple) else text_of(each) for each in data.index]
        return DataColumns(labels, cells)
    return DataColumns(None, {name: list(data[column]) for name, column in zip(names, data.columns, strict=True)})


def _of_rows(rows: Iterable[Iterable[Any]], questions: Sequence[str] | None) -> DataColumns:
    whole = list(map(_row, rows))
    width = len(whole[0]) if whole else 0
    if uneven := [place for place, row in enumerate(whole) if len(row) != width]:
        got = f"{len(whole[uneven[0]])} in row {uneven[0]}"
        raise SpecError(f"table: expected {width} cells in each row, got {got}")
    names = list(map(str, range(width))) if questions is None else list(questions)
    if len(names) != width:
        raise SpecError(f"table: expected names for {width} columns, got {len(names)}")
    return DataColumns(None, {name: [row[place] for row in whole] for place, name in enumerate(names)})


def _row(row: Any) -> list[Any]:
    if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
        raise TypeError(f"table: expected a sequence of cells as a row, got {type(row).__name__}")
    return list(row)


def holds_states(cell: Any) -> bool:
    """Whether a cell holds several states."""
    return isinstance(cell, (list, tuple, Set))


def text_of(cell: Any, separator: str | None = None) -> str:
    """A cell as a CSV file would hold it; the empty text for None and NaN.

    >>> text_of(["red", "white"], "|"), text_of(4), text_of(float("nan"))
    ('red|white', '4', '')
    """
    if isinstance(cell, str):
        return cell
    if holds_states(cell):
        texts = list(map(text_of, cell))
        return (separator or "/").join(sorted(texts) if isinstance(cell, Set) else texts)
    if cell is None or isinstance(cell, Fraction):
        return "" if cell is None else str(cell)
    if _is_missing(cell):
        return ""
    return str(cell)


def _is_missing(cell: Any) -> bool:
    """Whether a value is NaN, or stands for nothing as those of pandas do."""
    if type(cell).__name__ in ("NAType", "NaTType"):
        return True
    # Only NaN, in every library, is unlike itself.
    return bool(isinstance(cell, float) and cell != cell) or (hasattr(cell, "dtype") and bool(cell != cell))
