"""Tables of features as callers have them: arrays, lists, and frames of pandas or polars, column by column."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.utils.validation import check_array, validate_data

from strategist.estimators.feature_columns import MOST_VALUES, Categories, Numbers, is_numeric, is_taken_as_numeric
from strategist.estimators.fitted_tree import Encoded

_MOST_NAMED = 5
"""The most features that a warning names."""


def columns_of(estimator: Any, table: Any, *, reset: bool) -> tuple[list[Any], list[str], int]:
    """The columns of a table, the name of the type of each, and the number of rows.

    With ``reset`` the estimator takes the names and the number of its features from the table, else they are compared.
    Raises :class:`ValueError` and :class:`TypeError` as scikit-learn does.
    """
    if hasattr(table, "columns") and hasattr(table, "dtypes"):
        validate_data(estimator, table, reset=reset, skip_check_array=True)
        count, features = table.shape
        if not count or not features:
            found = f"{'sample' if features else 'feature'}(s) (shape=({count}, {features}))"
            raise ValueError(f"Found array with 0 {found} while a minimum of 1 is required.")
        series = [table.iloc[:, place] if hasattr(table, "iloc") else table[:, place] for place in range(features)]
        return [each.to_list() for each in series], [str(each.dtype) for each in series], count
    given = table
    options: dict[str, Any] = {"ensure_all_finite": "allow-nan", "estimator": estimator, "input_name": "X"}
    table = check_array(given, dtype=None, **options)
    if table.dtype.kind in "US" and not hasattr(given, "dtype"):
        # A list of rows of mixed values: NumPy alone would make texts of its numbers.
        table = check_array(given, dtype=object, **options)
    validate_data(estimator, given if hasattr(given, "dtype") else table, reset=reset, skip_check_array=True)
    count, features = table.shape
    return [table[:, place] for place in range(features)], [str(table.dtype)] * features, count


def numeric_features(numeric: Any, columns: Sequence[Any], kinds: Sequence[str], names: Sequence[str]) -> list[bool]:
    """Whether each feature is numeric, by the parameter ``numeric`` of an estimator.

    One warning names the features that are taken as numeric although nobody has said so. Raises :class:`ValueError` for
    a name or a number that no feature has.

    >>> numeric_features(["b"], [[1], [1]], ["int64", "int64"], ["a", "b"])
    [False, True]
    """
    if numeric is None:
        sure = [is_numeric(column, kind) for column, kind in zip(columns, kinds, strict=True)]
        taken = [
            not known and is_taken_as_numeric(column, kind)
            for known, column, kind in zip(sure, columns, kinds, strict=True)
        ]
        if any(taken):
            _warn([name for name, each in zip(names, taken, strict=True) if each])
        return [known or each for known, each in zip(sure, taken, strict=True)]
    if isinstance(numeric, str):
        if numeric != "all":
            raise ValueError(f"numeric: expected None, 'all' or a list of features, got {numeric!r}")
        return [True] * len(columns)
    places = {place_of(each, names, "numeric") for each in numeric}
    return [place in places for place in range(len(columns))]


def _warn(names: Sequence[str]) -> None:
    shown = ", ".join(names[:_MOST_NAMED]) + (f" and {len(names) - _MOST_NAMED} more" if names[_MOST_NAMED:] else "")
    text = f"read as numbers: {shown} (dates, or whole numbers of more than {MOST_VALUES} values)"
    # The line that called fit.
    warnings.warn(f"{text}; numeric= names the numeric features", UserWarning, stacklevel=5)


def place_of(feature: Any, names: Sequence[str], parameter: str) -> int:
    """The number of a feature that is given by its name or its number.

    Raises :class:`ValueError` for a feature that is not there.
    """
    if isinstance(feature, str) and feature in names:
        return names.index(feature)
    if isinstance(feature, (int, np.integer)) and 0 <= feature < len(names):
        return int(feature)
    raise ValueError(f"{parameter}: expected the name or the number of one of {len(names)} features, got {feature!r}")


def encode(columns: Sequence[Any], how: Sequence[Categories | Numbers]) -> Encoded:
    """The columns of rows that are to be predicted, in the codes and numbers of the fit."""
    return [each.encode(column) for each, column in zip(how, columns, strict=True)]
