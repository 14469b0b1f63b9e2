"""The columns of a table of features, and the questions that can be asked about each.

A *categorical* column holds values of any kind, and is one question, whose answers are its values. A *numeric* column
is a question for each of its thresholds: is the number at most that? A point in time is the number of its seconds, of
which the thresholds are told as dates. A missing value (None, NaN, pandas' NA and NaT) is an answer of its own to every
question about its column.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]
"""The number of an answer, for each row."""

UNSEEN = -1
"""The code of a value that stood in no row of the fit."""
NO, YES, MISSING = 0, 1, 2
"""The codes of the answers to a question about a threshold."""
MOST_VALUES = 20
"""Whole numbers of more different values than that are no names of categories."""
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_DATES = ("datetime", "date")
_SPANS = ("timedelta", "duration")


@dataclass(frozen=True)
class Categories:
    """A categorical column: the code of each value, from 0 on, and that of missing ones behind them.

    >>> column = categories_of(["red", None, "blue", "red"])
    >>> column.values, column.encode(["blue", "green", float("nan")]).tolist()
    ({'blue': 0, 'red': 1}, [0, -1, 2])
    """

    values: dict[Hashable, int]

    def encode(self, column: Iterable[Any]) -> Codes:
        """The codes of the values of a column of n rows, an array of n."""
        if _is_quick(column):
            values, places = np.unique(column, return_inverse=True)
            return self.encode(values.tolist())[places.reshape(-1)]
        missing = len(self.values)
        codes = [missing if is_missing(value) else self.values.get(_key(value), UNSEEN) for value in column]
        return np.array(codes, dtype=np.int32)

    def answers(self, encoded: NDArray[Any], threshold: float | None) -> Codes:
        """The codes of the answers to the one question about the column: they are those of the values."""
        return encoded


@dataclass(frozen=True)
class Numbers:
    """A numeric column, with its ``thresholds``, ascending; of ``dates``, they are seconds since 1970.

    >>> column = Numbers((1.5,))
    >>> column.answers(column.encode([1.0, 2.0, None]), 1.5).tolist()
    [1, 0, 2]
    """

    thresholds: tuple[float, ...]
    dates: bool = False

    def told(self, threshold: float) -> str:
        """A threshold as people write it.

        >>> Numbers((0.5,)).told(0.5), Numbers((86400.0,), dates=True).told(86400.0)
        ('0.5', '1970-01-02')
        """
        if not self.dates:
            return repr(threshold)
        there = _BEGINNING + timedelta(seconds=threshold)
        return (there.date() if there.time() == time() else there.replace(tzinfo=None)).isoformat()

    def encode(self, column: Iterable[Any]) -> NDArray[np.float64]:
        """The numbers of a column of n rows, an array of n; NaN where one is missing.

        Raises :class:`ValueError` for a value that is no finite number.
        """
        return numbers_of(column)

    def answers(self, encoded: NDArray[Any], threshold: float | None) -> Codes:
        """The codes of the answers of some rows to the question about one threshold."""
        assert threshold is not None  # every question about such a column has one
        told = np.where(encoded <= threshold, YES, NO).astype(np.int32)
        told[np.isnan(encoded)] = MISSING
        return told


def is_missing(value: Any) -> bool:
    """Whether a value says that nothing is known.

    >>> [is_missing(value) for value in (None, float("nan"), 0, "", "nan")]
    [True, True, False, False, False]
    """
    if value is None:
        return True
    try:
        # NaN and NaT are equal to nothing.
        return bool(value != value)
    except (TypeError, ValueError):
        # pandas' NA has no truth value, and neither has an array.
        return type(value).__name__ == "NAType"


def categories_of(column: Iterable[Any]) -> Categories:
    """The categories of a column, in an order that does not depend on that of the rows."""
    values = np.unique(column).tolist() if _is_quick(column) else column
    found = {_key(value) for value in values if not is_missing(value)}
    return Categories({key: code for code, key in enumerate(sorted(found, key=_order))})


def _is_quick(column: Any) -> TypeGuard[NDArray[Any]]:
    """Whether NumPy finds the different values of a column, which are those that it holds."""
    return isinstance(column, np.ndarray) and column.dtype.kind in "biufUS"


def _key(value: Any) -> Hashable:
    """What stands for a value: the value itself, or its text if it cannot be looked up."""
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value.item() if isinstance(value, np.generic) else value


def _order(key: Hashable) -> tuple[int, float, str, str]:
    """Numbers come first, in their order, then everything else by its text."""
    if isinstance(key, (bool, int, float)):
        return 0, float(key) if abs(key) < 1e300 else math.copysign(math.inf, key), repr(key), ""
    return 1, 0.0, type(key).__name__, str(key)


def is_numeric(column: Sequence[Any] | NDArray[Any], kind: str) -> bool:
    """Whether a column is numeric by its ``kind``, the name of its type: of floats, or of objects all of which are.

    >>> is_numeric([1.0, None], "object"), is_numeric([1.0, 2], "object"), is_numeric([], "Float64")
    (True, False, True)
    """
    if kind.lower().startswith("float"):
        return True
    return kind.lower() == "object" and _all_are(column, (float, np.floating))


def is_taken_as_numeric(column: Sequence[Any] | NDArray[Any], kind: str) -> bool:
    """Whether a column that is not :func:`is_numeric` is better read so: of points in time or spans of it, or of whole
    numbers of more than :data:`MOST_VALUES` values.

    >>> is_taken_as_numeric(list(range(21)), "int64"), is_taken_as_numeric(list(range(20)), "int64")
    (True, False)
    >>> is_taken_as_numeric([date(2024, 5, 1), None], "object")
    True
    """
    kind = kind.lower()
    if kind.startswith((*_DATES, *_SPANS)):
        return True
    if kind == "object":
        if _all_are(column, (date, np.datetime64)) or _all_are(column, (timedelta, np.timedelta64)):
            return True
        if not _all_are(column, (int, float, np.integer, np.floating)) or _all_are(column, (bool, np.bool_)):
            return False
    elif not kind.startswith(("int", "uint")):
        return False
    return len({value for value in column if not is_missing(value)}) > MOST_VALUES


def is_of_dates(column: Sequence[Any] | NDArray[Any], kind: str) -> bool:
    """Whether the values of a column are points in time.

    >>> is_of_dates([], "datetime64[ns]"), is_of_dates([], "timedelta64[ns]"), is_of_dates([1], "object")
    (True, False, False)
    """
    return kind.lower().startswith(_DATES) or (kind == "object" and _all_are(column, (date, np.datetime64)))


def _all_are(column: Sequence[Any] | NDArray[Any], types: tuple[type, ...]) -> bool:
    """Whether a column has values, and all are of some types."""
    known = [value for value in column if not is_missing(value)]
    return bool(known) and all(isinstance(value, types) for value in known)


def numbers_of(column: Iterable[Any]) -> NDArray[np.float64]:
    """A column of n rows as an array of n doubles, NaN where a value is missing. Of times, they are seconds.

    Raises :class:`ValueError` for a value that is no finite number.

    >>> numbers_of([1, None, 2.5]).tolist()
    [1.0, nan, 2.5]
    """
    if isinstance(column, np.ndarray) and column.dtype.kind in "fiub":
        found = column.astype(np.float64)
    else:
        found = np.array([math.nan if is_missing(value) else _number(value) for value in column], dtype=np.float64)
    if np.isinf(found).any():
        raise ValueError("expected finite numbers in a numeric column, got infinity")
    return found


def _number(value: Any) -> float:
    if isinstance(value, (np.datetime64, np.timedelta64)):
        value = value.astype(f"{value.dtype.name.partition('[')[0]}[us]").item()
    if isinstance(value, date):
        # Where nobody says in which zone it is, a time is that of Greenwich, as anywhere else in the column.
        there = value if isinstance(value, datetime) else datetime.combine(value, time())
        value = (there if there.tzinfo else there.replace(tzinfo=UTC)) - _BEGINNING
    if isinstance(value, timedelta):
        return value.total_seconds()
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"expected a number in a numeric column, got {value!r}") from None


def numbers_in(column: NDArray[np.float64], masses: Sequence[int], most: int, *, dates: bool = False) -> Numbers:
    """A numeric column with its thresholds: halfway between neighbours of the values that occur.

    If there are more than ``most`` of those, the thresholds kept are quantiles: behind the first, second, … of
    ``most + 1`` parts with equal masses, as far as the values allow. ``masses`` are those of the rows.

    >>> numbers_in(np.array([1.0, 2.0, 2.0, 4.0, np.nan]), [1, 1, 1, 1, 1], 9).thresholds
    (1.5, 3.0)
    >>> numbers_in(np.array([1.0, 2.0, 3.0, 4.0]), [1, 1, 1, 1], 1).thresholds
    (2.5,)
    """
    known = np.flatnonzero(~np.isnan(column))
    values, place = np.unique(column[known], return_inverse=True)
    cuts: Collection[int] = range(len(values) - 1)
    if len(cuts) > most:
        mass_of = [0] * len(values)
        for value, row in zip(place.tolist(), known.tolist(), strict=True):
            mass_of[value] += masses[row]
        cuts = _quantiles(mass_of, most)
    return Numbers(tuple(_between(float(values[cut]), float(values[cut + 1])) for cut in cuts), dates)


def _quantiles(masses: Sequence[int], most: int) -> list[int]:
    """The places behind which to cut a sequence of masses into ``most + 1`` parts that are as equal as they can be."""
    whole, before, part = sum(masses), 0, 1
    cuts = []
    for place, mass in enumerate(masses[:-1]):
        before += mass
        if before * (most + 1) >= part * whole:
            cuts.append(place)
            part = before * (most + 1) // whole + 1
    return cuts


def _between(low: float, high: float) -> float:
    """A number from ``low`` on and below ``high``, halfway if there is one."""
    half = low / 2 + high / 2
    return half if low <= half < high else low
