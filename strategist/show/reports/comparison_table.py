"""The figures of several strategies, a row for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from strategist.common.numbers import shown
from strategist.model.objective import FIGURES, head_of
from strategist.show.reports.report import record
from strategist.show.texts.weighed import EXPECTED_HEADS

if TYPE_CHECKING:
    from rich.table import Table

    from strategist.checking.verify import Verification
    from strategist.files.strategy import StrategyData


SAID = ("proven", "verified", "bound")
"""Keys of columns that hold words."""


def comparison_table(records: Iterable[dict[str, Any]], more: Sequence[str] = ("seconds",)) -> Table:
    """A table with one row per strategy, in the caller's order; with expected values in games with chances or costs.

    ``more`` are the keys of columns behind the figures.
    """
    from rich.table import Table

    rows = list(records)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("strategy", overflow="fold")
    expected = [key for key in EXPECTED_HEADS if any(row.get(key) is not None for row in rows)]
    # What is expected stands behind the average.
    keys = [*FIGURES[:2], *expected, *FIGURES[2:], *more]
    for key in keys:
        table.add_column(EXPECTED_HEADS.get(key, head_of(key)), justify="right")
    for row in rows:
        figures = (
            row.get(key) or "-" if key in SAID else _figure(row.get(key), 3 if key == "seconds" else 4) for key in keys
        )
        table.add_row(row["strategy"], *figures)
    return table


def verified_table(data: StrategyData, found: Verification) -> Table:
    """The figures that the replay of one strategy has found, and whether they are those of its file.

    >>> from strategist import compile_strategy, verify_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> table = verified_table(data, verify_strategy(data))
    >>> [cell for column in table.columns for cell in column.cells]
    ['first', '3', '1.5000', '2', '1', '0', 'yes', 'upper']
    """
    told = record(data, found.claims) | {"verified": "yes" if found.verified else "no"}
    return comparison_table([told], ("verified", "bound"))


def _figure(value: float | str | None, digits: int) -> str:
    if isinstance(value, str):
        # A figure that is no whole number, as JSON objects hold it.
        return shown(Fraction(value))
    return "-" if value is None else f"{value:.{digits}f}" if isinstance(value, float) else str(value)
