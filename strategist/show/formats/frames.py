"""Strategies, games, histories and rankings as graphs of networkx, in DOT, and as tables of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from strategist.common.errors import MissingLibraryError
from strategist.common.notebook_hooks import Told
from strategist.files.given import AnyStrategy, data_of
from strategist.files.transcript import Move, Transcript
from strategist.model.game import Code, Game
from strategist.model.solitaire import Solitaire
from strategist.show.formats.export import dot, table_rows
from strategist.show.formats.graph import position_graph, strategy_graph
from strategist.show.slots.who_stands import check_size

if TYPE_CHECKING:
    import pandas

    from strategist.search.advice.ranking import Ranking


def to_networkx(strategy: AnyStrategy | Solitaire, depth: int | None = None) -> nx.DiGraph:
    """The decision tree of a strategy as a graph of networkx, or all positions of a solitaire.

    Parameters
    ----------
    strategy : Compiled, CompiledStrategy, StrategyData, path, str or Solitaire
        The strategy, the path of its file or its name in the library; or a solitaire.
    depth : int, optional
        The number of levels of the tree; by default all.

    Returns
    -------
    networkx.DiGraph
        The nodes of a tree are its slots, breadth-first from 0. A node has ``candidates`` (a number of secrets),
        ``depth`` (guesses made before), ``guess`` (text, none where the strategy gives up) and ``solves`` (whether the
        guess may be the secret); an edge has ``response``. In a game of several answers nodes also have ``expected``
        and ``secrets``. The graph has ``game``, ``strategy`` and ``start``. The nodes of a solitaire are positions with
        ``solved``, its edges have ``move``, an index into ``guesses``.

    Raises
    ------
    StrategyFileError
        For a path where no strategy file is.
    TooLargeError
        For a tree of more than a million slots.

    References
    ----------
    A. A. Hagberg, D. A. Schult and P. J. Swart, "Exploring network structure, dynamics, and function using NetworkX",
    Proceedings of SciPy 2008.

    Examples
    --------
    >>> import strategist
    >>> graph = to_networkx(strategist.compile_strategy("mastermind(2,3)", "minimax"))
    >>> graph.nodes[0]["guess"], graph.nodes[0]["candidates"]
    ('11', 9)
    """
    if isinstance(strategy, Solitaire):
        return position_graph(strategy)
    return strategy_graph(data_of(strategy), depth)


def to_dot(strategy: AnyStrategy, depth: int | None = None) -> str:
    """The decision tree of a strategy in the language of Graphviz, as ``export --format dot`` writes it.

    Parameters
    ----------
    strategy : Compiled, CompiledStrategy, StrategyData, path or str
        The strategy, the path of its file or its name in the library.
    depth : int, optional
        The number of levels; by default all.

    Returns
    -------
    str
        The text of a directed graph. A box holds a guess and the number of candidates; its frame is double if the guess
        may be the secret.

    Raises
    ------
    StrategyFileError
        For a path where no strategy file is.
    TooLargeError
        For a tree of more than a million slots.

    References
    ----------
    E. R. Gansner and S. C. North, "An open graph visualization system and its applications to software engineering",
    Software: Practice and Experience 30 (2000).

    Examples
    --------
    >>> import strategist
    >>> print(to_dot(strategist.compile_strategy("mastermind(1,2)", "first")), end="")
    digraph "mastermind(pegs=1,colors=2) first" {
    rankdir=LR; node [shape=box];
    0 [label="1\\n2", peripheries=2];
    1 [label="2\\n1", peripheries=2];
    0 -> 1 [label="0b0w"];
    }
    """
    return "".join(dot(data_of(strategy), depth))


def to_frame(thing: AnyStrategy | Game | Transcript | Ranking) -> pandas.DataFrame:
    """A strategy, a game, a history or a ranking as a data frame of pandas.

    Parameters
    ----------
    thing : Compiled, CompiledStrategy, StrategyData, path, str, Game, Transcript or Ranking
        A strategy, the path of its file or its name in the library; or a game, a history or a ranking.

    Returns
    -------
    pandas.DataFrame
        Of a strategy the table that ``export --format csv`` writes: a row for each secret, its ``outcome`` (``solved``
        or ``lost``), the number of ``guesses`` (int; ``questions`` where the game has questions) and each guess, with
        empty texts for missing ones. Of a solitaire a row for each move.
        Of a game the responses as texts: a row for each secret, a column for each question.
        Of a history a row for each move: ``guess``, ``response``, ``left`` (secrets, int).
        Of a ranking a row for each guess: ``guess``, ``candidate`` (bool), ``worst`` (secrets left at most, int),
        ``expected_left`` (secrets, float), ``bits`` (float), ``cells`` (int), ``further`` (guesses or cost still to
        come, float or None) and ``by``.

    Raises
    ------
    MissingLibraryError
        If pandas is not installed.
    TooLargeError
        For a game with more than a million cells.

    References
    ----------
    W. McKinney, "Data structures for statistical computing in Python", Proceedings of SciPy 2010.

    Examples
    --------
    >>> import strategist
    >>> to_frame(strategist.compile_strategy("mastermind(2,3)", "minimax"))["guesses"].sum()
    np.int64(24)
    >>> to_frame(strategist.make_game("mastermind(1,2)")).loc["1", "2"]
    '0b0w'
    """
    try:
        import pandas
    except ImportError:
        raise MissingLibraryError("to_frame needs pandas, which is not installed: pip install pandas") from None
    if isinstance(thing, Game):
        return _frame_of_game(thing)
    if isinstance(thing, Transcript):
        return pandas.DataFrame(list(thing.moves), columns=list(Move._fields))
    if isinstance(thing, Told):
        return _frame_of_ranking(thing)
    head, *rows = table_rows(data_of(thing))
    return pandas.DataFrame(rows, columns=head)


def _frame_of_game(game: Game) -> pandas.DataFrame:
    """The responses of a game; where a secret may give several to a question, all of them between slashes."""
    import pandas

    check_size(len(game.secrets) * game.question_count, "a frame")

    def told(guess: Code, secret: Code) -> str:
        return "/".join(game.format_response(each.response) for each in game.answers(guess, secret))

    asked = game.guesses[: game.question_count]
    cells = [[told(guess, secret) for guess in asked] for secret in game.secrets]
    index = pandas.Index(list(map(game.format_secret, game.secrets)), name="secret")
    return pandas.DataFrame(cells, index=index, columns=list(map(game.format_code, asked)))


def _frame_of_ranking(thing: Told) -> pandas.DataFrame:
    import pandas

    from strategist.search.advice.ranking import Ranking

    if not isinstance(thing, Ranking):
        raise TypeError(f"expected a strategy, a game, a history or a ranking, got {type(thing).__name__}")
    return pandas.DataFrame(
        {
            "guess": row.text,
            "candidate": row.candidate,
            "worst": row.worst,
            "expected_left": row.expected_left,
            "bits": row.bits,
            "cells": len(row.left),
            "further": row.further,
            "by": row.by,
        }
        for row in (*thing.best, *thing.own)
    )
