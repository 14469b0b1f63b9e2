"""The shipped library as a table of strategies with their figures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.table import Table

from strategist.files.shipped import Shipped
from strategist.model.objective import DEPTH, TOTAL
from strategist.show.reports.report import record

_FIGURES = (TOTAL.name, DEPTH.name)


def shelf_record(shipped: Shipped) -> dict[str, Any]:
    """The JSON object of one strategy of the library: its figures, and the ``bytes`` and ``certificate`` of its file.

    >>> from strategist.files.shipped import find_shipped
    >>> told = shelf_record(find_shipped("mastermind-4x6.minimax"))
    >>> told["total"], told["bytes"], told["certificate"]
    (5801, 4081, None)
    """
    certificate = shipped.certificate
    return {
        "name": shipped.name,
        **record(shipped.data),
        "bytes": shipped.path.stat().st_size,
        "certificate": None if certificate is None else str(certificate),
        "file": str(shipped.path),
    }


def shelf_table(records: Iterable[dict[str, Any]]) -> Table:
    """The records of :func:`shelf_record` as a table."""
    table = Table(box=None, pad_edge=False)
    # On a narrow terminal names are wrapped, but figures are not.
    table.add_column("name", overflow="fold")
    for name in _FIGURES:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("bound", overflow="fold")
    table.add_column("certificate", no_wrap=True)
    table.add_column("bytes", justify="right", no_wrap=True)
    for told in records:
        bound = told["objective"] if told["bound"] == "optimal" else ""
        cells = (*(told[name] for name in _FIGURES), bound, "yes" if told["certificate"] else "", told["bytes"])
        table.add_row(told["name"], *map(str, cells))
    return table
