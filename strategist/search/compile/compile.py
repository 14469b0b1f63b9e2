"""Compile any strategy into its complete decision tree.

:func:`compile_strategy` makes a plan and carries it out. The list of engines
(:mod:`~strategist.search.compile.engines`) says who does that: compiled code grows the tree of a built-in heuristic,
and searches for a best possible tree; that of any other strategy is grown by calling it once at each position. With
``plain=True`` no kernel runs: every strategy is called at each position, and a best possible tree is chosen from all
trees (:mod:`~strategist.search.run.alltrees`). That is plain Python by the rules of the game alone: slow, and the
specification of the rest.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any, Never

from strategist.choosing.heuristics import Strategy
from strategist.choosing.registry import make_strategy
from strategist.choosing.shortest_lines import ShortestLine
from strategist.games.catalog import make_rules
from strategist.model.game import Game, History
from strategist.model.solitaire import AnyGame, Solitaire
from strategist.search.compile.compiled import Compiled
from strategist.search.compile.engines import plan_of
from strategist.search.compile.plan import Plan, check
from strategist.search.state.options import Options, Progress, options_of
from strategist.search.state.start import NOWHERE, Start


def compile_strategy(
    game: AnyGame | str,
    strategy: Strategy | ShortestLine | str,
    *,
    options: Options | None = None,
    jobs: int | None = None,
    time_limit: float | None = None,
    memory: int | str | None = None,
    journal: str | os.PathLike[str] | None = None,
    trace: str | os.PathLike[str] | None = None,
    certificate: bool | None = None,
    cluster: str | None = None,
    certify: float | None = None,
    progress: Progress | None = None,
    techniques: int | None = None,
    nodes: int | None = None,
    copies: bool | None = None,
    merge: bool = True,
    plain: bool = False,
    start: History | str = (),
    **others: Never,
) -> Compiled:
    """The complete decision tree of a strategy, with its figures.

    Parameters
    ----------
    game : Game, Solitaire or str
        The game, or the string that names it.
    strategy : Strategy, ShortestLine or str
        The strategy, or the string that names it.
    options : Options, optional
        How the tree is computed. The keywords below are its fields, and a keyword that is given replaces the field.
    jobs : int, default 1
        The number of threads.
    time_limit : float, optional
        Seconds of wall time, after which a search keeps the best tree so far.
    memory : int or str, optional
        The bytes that the process may take, or a text such as ``"2G"``.
    journal : path, optional
        The file that keeps proven results, from which the same call goes on.
    trace : path, optional
        The file that keeps what a search had reached after how many seconds.
    certificate : bool, default False
        Whether :meth:`Compiled.certify` is to write the certificate of the lower bound.
    cluster : str, optional
        Who carries out the work: ``"local:4"`` for four processes, or the address of a scheduler of Dask.
    certify : float, optional
        The share of the claims of a proof by a cluster that are checked, because its workers are not believed.
    progress : callable, optional
        It is called with the share of the work that is done, from 0 to 1, and a mapping of figures.
    techniques : int, optional
        The techniques of the search as bits of :mod:`~strategist.search.state.problem`; by default all.
    nodes : int, optional
        The positions after which a search for a key stops, wherever it runs: see
        :class:`~strategist.search.state.options.Options`.
    copies : bool, default True
        Whether the certificate proves one of several positions that are images of each other, names the others as its
        copies, and goes other ways that need few positions: version 7 of the format, which is written and checked
        sooner. Elsewhere it has no effect.
    merge : bool, default True
        Whether equivalent guesses are scored together. The tree does not depend on it.
    plain : bool, default False
        Whether no kernel is used: slow, and for checks. A plain search for the best tree uses no options.
    start : History or str, default ()
        The moves made before the tree begins. Its figures count the guesses from there on.

    Returns
    -------
    Compiled
        The tree, its figures, the seconds and the number of positions examined.

    Raises
    ------
    SpecError
        If a string cannot be read, or a certificate is asked for and none can state the bound.
    InfeasibleError
        If no tree keeps within the restrictions of the strategy, which is proven then.
    TooLargeError
        If the game does not fit in the memory.
    OutOfTimeError
        If a search was stopped before it found any tree within the restrictions.
    TypeError
        For a keyword that is not known.

    References
    ----------
    D. E. Knuth, "The computer as master mind", Journal of Recreational Mathematics 9 (1976-77), is the source of
    ``minimax``; K. Koyama and T. W. Lai, "An optimal Mastermind strategy", Journal of Recreational Mathematics 25
    (1993), of the first optimal tree for four pegs and six colors.

    Examples
    --------
    >>> compile_strategy("mastermind(3,4)", "entropy", plain=True).total
    208
    >>> compile_strategy("mastermind(2,3)", "optimal", jobs=2, memory="2G", time_limit=60).lower_bound
    21
    """
    given: dict[str, Any] = {
        "jobs": jobs,
        "time_limit": time_limit,
        "memory": memory,
        "journal": journal,
        "trace": trace,
    }
    given |= {"certificate": certificate, "cluster": cluster, "progress": progress, "techniques": techniques}
    given |= {"nodes": nodes, "copies": copies, "certify": certify}
    options = options_of(options, given, others)
    game = make_rules(game) if isinstance(game, str) else game
    strategy = make_strategy(strategy, game) if isinstance(strategy, str) else strategy
    start = game.parse_history(start) if isinstance(start, str) else start
    plan = plan_of(game, strategy, options, made=len(start), merge=merge, plain=plain)
    if options.certificate or options.certify is not None:
        check(plan.uncertifiable())
    return carry_out(plan, start)


def carry_out(plan: Plan, history: History = ()) -> Compiled:
    """The complete decision tree of a plan after some moves: see :func:`compile_strategy`.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> carry_out(plan_of(game, make_strategy("minimax", game))).total
    24
    """
    if isinstance(plan.asked.game, Solitaire):
        return plan.run(NOWHERE)
    compiled = plan.run(plan.start(history))
    return replace(compiled, data=replace(compiled.data, start=history))


def start_for(
    game: Game, strategy: Strategy, history: History = (), *, plain: bool = False, narrowed: bool = False
) -> Start:
    """The position after ``history``, where a strategy begins. A game that is too large is refused at once.

    ``narrowed`` says that only some of the candidates will be kept. Raises
    :class:`~strategist.common.errors.TooLargeError` and :class:`~strategist.common.errors.NoCandidateError`.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.registry import make_strategy
    >>> game = make_game("mastermind(7,8)")
    >>> start_for(game, make_strategy("optimal", game))
    Traceback (most recent call last):
    ...
    strategist.common.errors.TooLargeError: mastermind(pegs=7,colors=8): an optimal search needs 2.0 GiB
    """
    return plan_of(game, strategy, made=len(history), plain=plain).start(history, narrowed=narrowed)


def compile_from(
    game: Game,
    strategy: Strategy,
    start: Start,
    *,
    options: Options | None = None,
    merge: bool = True,
    plain: bool = False,
) -> Compiled:
    """The complete decision tree of ``strategy`` from ``start``, with its figures; the data do not name ``start``. The
    position may be one that no history leads to. The other arguments are those of :func:`compile_strategy`."""
    made, whole = len(start.history), len(start.candidates) == len(game.secrets)
    return plan_of(game, strategy, options, made=made, whole=whole, merge=merge, plain=plain).run(start)
