"""A strategy as a graph of networkx or a table of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from strategist.common.errors import MissingLibraryError
from strategist.files.given import AnyStrategy, data_of
from strategist.show.formats.export import table_rows
from strategist.show.formats.graph import strategy_graph

if TYPE_CHECKING:
    import pandas


def to_networkx(strategy: AnyStrategy, depth: int | None = None) -> nx.DiGraph:
    """The decision tree of a strategy, or its first ``depth`` levels, as :func:`strategy_graph` describes it.

    >>> import strategist
    >>> graph = to_networkx(strategist.compile_strategy("mastermind(2,3)", "minimax"))
    >>> graph.nodes[0]["guess"], graph.nodes[0]["candidates"]
    ('11', 9)
    """
    return strategy_graph(data_of(strategy), depth)


def to_frame(strategy: AnyStrategy) -> pandas.DataFrame:
    """A ``pandas.DataFrame`` of a strategy: the table that ``export --format csv`` writes.

    A row stands for a secret: its ``outcome`` (``solved`` or ``lost``), the number of ``guesses`` (``questions`` in
    a game with questions), and each guess; missing guesses are empty strings. A row of a solitaire stands for a move.

    Raises :class:`~strategist.common.errors.MissingLibraryError` where pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        raise MissingLibraryError("to_frame needs pandas, which is not installed: pip install pandas") from None
    head, *rows = table_rows(data_of(strategy))
    return pandas.DataFrame(rows, columns=head)
