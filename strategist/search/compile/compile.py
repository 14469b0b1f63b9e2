"""Compile any strategy into its complete decision tree.

:func:`compile_strategy` grows the tree of a built-in heuristic in compiled code. It grows the tree of any other
strategy by calling the strategy once at each position. It searches for a best possible tree in compiled code. With
``plain=True`` no kernel runs: every strategy is called at each position, and a best possible tree is chosen from all
trees (:mod:`~strategist.search.run.alltrees`). That is plain Python by the rules of the game alone: slow, and the
specification of the rest.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Never

from strategist.choosing.heuristics import Entropy, Heuristic, Minimax, MostParts, Strategy
from strategist.choosing.registry import make_strategy
from strategist.choosing.searched import SearchedStrategy, figures_of
from strategist.choosing.shortest_lines import ShortestLine, shortest_line
from strategist.cluster import crowd_for
from strategist.common.errors import (
    OutOfTimeError,
    SpecError,
    StrategistError,
    TooLargeError,
)
from strategist.common.notebook_hooks import Shown
from strategist.files.given import StrategyView
from strategist.files.player import CompiledStrategy, Play
from strategist.files.strategy import StrategyData
from strategist.files.trace import Trace
from strategist.games.catalog import make_rules
from strategist.model.figures import claims_of, with_asked, with_size
from strategist.model.game import Game, History
from strategist.model.objective import DEPTH, SIZE, STATIC, TOTAL, Unit, objective_kind
from strategist.model.position import Position
from strategist.model.solitaire import AnyGame, Solitaire, line_claims, line_tree
from strategist.model.spec import Value
from strategist.model.tariffs.by_levels import levels_of
from strategist.model.tree import Claims, DecisionTree
from strategist.search.adapters.registry import adapter_of
from strategist.search.compile.grow_plainly import grow_plainly
from strategist.search.compile.pool_trees import decided_by_structure, search_pools
from strategist.search.compile.subset_trees import decided_by_numbers, refuse_for_numbers, search_by_numbers
from strategist.search.growing.growing import grow_tree, refuse_beyond
from strategist.search.growing.lies_tables import grows_lies
from strategist.search.growing.plans import by_kernel, ground_of, grows_several, may_divide, warm_up_for
from strategist.search.kernels.growth.slots import Grown, tree_of
from strategist.search.kernels.numba.jit import run_kernel
from strategist.search.kernels.numba.stopwatch import Stopwatch, seconds_of_compiling
from strategist.search.kernels.responses.responses import MEMORY_LIMIT
from strategist.search.state.memory import refuse_large_search
from strategist.search.state.options import Options, Progress, options_of
from strategist.search.state.start import Start, most_candidates, start_of

if TYPE_CHECKING:
    from strategist.files.certificate import Certificate
    from strategist.search.certify.certify import Certified
    from strategist.search.run.objectives import Outcome

# A heuristic needs neither the search nor certificates nor clusters: what needs them imports them.

_MOST_WASTED = 100
"""The most guesses in a row that may exclude nothing: a strategy that makes more would never end."""
_BYTES_OF_A_CHOICE = 64
"""The bytes of a secret as a number in Python lists, at two levels of a tree."""


@dataclass(frozen=True, repr=False)
class Compiled(StrategyView, Shown):
    """A compiled strategy and what it took to compile it.

    Attributes
    ----------
    data : StrategyData
        The contents of its file: game, tree and figures. The figures, the bound and the game are attributes of the
        compiled strategy, too, with the names that they have in JSON objects: ``total``, ``depth``, ``lower_bound``.
    seconds : float
        Seconds for tables, search and extraction, without those in which kernels were compiled.
    nodes : int
        The number of positions examined by a search, or of slots of a tree that was grown.
    certify : callable or None
        Writes the certificate of the lower bound, if the options asked for one; :meth:`prove` calls it.

    Examples
    --------
    >>> compiled = compile_strategy("mastermind(2,3)", "minimax")
    >>> compiled.total, compiled.depth, compiled.histogram
    (24, 4, (1, 2, 5, 1))
    """

    data: StrategyData
    seconds: float
    nodes: int
    certify: Callable[[Progress | None], Certified] | None = None

    def start(self) -> Play:
        """A new game that follows the strategy.

        >>> compile_strategy("mastermind(2,3)", "minimax").start().guess
        '11'
        """
        return CompiledStrategy(self.data).start()

    def prove(self, progress: Progress | None = None, *, checked: bool = False) -> Certificate:
        """The certificate of the lower bound, for which ``certificate=True`` has asked. Where the rules reduce the game
        (:meth:`Game.reductions <strategist.model.game.Game.reductions>`), it may be that of a position behind a
        history, and its bound the smaller by the moves of that.

        Whoever reads a certificate checks it, so it is not checked here, which may take as long as to write it; with
        ``checked`` it is, as the command ``compile`` does. :func:`strategist.check` does the same and says more.

        Raises :class:`~strategist.common.errors.SpecError` if nothing has asked for it,
        :class:`~strategist.common.errors.ProofError` if the proof has gaps or the check refuses the certificate, and
        :class:`~strategist.common.errors.OutOfTimeError` if the time limit stopped its writing, too.

        >>> compiled = compile_strategy("mastermind(2,3)", "optimal", certificate=True)
        >>> compiled.prove(checked=True).bound
        21
        """
        if self.certify is None:
            raise SpecError("expected a search that was compiled with certificate=True, got one without")
        found = self.certify(progress)
        return found.checked() if checked else found.whole()

    def __repr__(self) -> str:
        return f"<Compiled {self.data.strategy} of {self.data.game.spec}: total {self.data.claims.total}>"


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
    progress : callable, optional
        It is called with the share of the work that is done, from 0 to 1, and a mapping of figures.
    techniques : int, optional
        The techniques of the search as bits of :mod:`~strategist.search.state.problem`; by default all.
    nodes : int, optional
        The positions after which a search for a key stops, wherever it runs: see
        :class:`~strategist.search.state.options.Options`.
    copies : bool, default False
        Whether the certificate proves one of several positions that are images of each other, names the others as its
        copies, and goes other ways that need few positions: version 7 of the format, often much smaller. Elsewhere it
        has no effect.
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
    given |= {"nodes": nodes, "copies": copies}
    options = options_of(options, given, others)
    game = make_rules(game) if isinstance(game, str) else game
    strategy = make_strategy(strategy, game) if isinstance(strategy, str) else strategy
    start = game.parse_history(start) if isinstance(start, str) else start
    if options.certificate:
        from strategist.search.certify.certify import refuse_uncertifiable

        refuse_uncertifiable(game, strategy)
    if isinstance(strategy, ShortestLine):
        if options.cluster is not None:
            refuse_alone(game, strategy)
        return _compile_line(strategy)
    if isinstance(game, Solitaire):
        raise SpecError(f"{game.spec} is a solitaire: expected {ShortestLine.name}, got {strategy.spec}")
    position = start_for(game, strategy, start, plain=plain)
    compiled = compile_from(game, strategy, position, options=options, merge=merge, plain=plain)
    return replace(compiled, data=replace(compiled.data, start=start))


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
    searched = isinstance(strategy, SearchedStrategy)
    if isinstance(strategy, SearchedStrategy) and (strategy.at_once or _is_for_several(game, strategy)):
        return start_of(game, history)
    if decided_by_numbers(game, strategy) or decided_by_structure(game, strategy, Options(), len(history)):
        return start_of(game, history)
    secrets, most = len(game.secrets), None
    if searched or (by_kernel(game, strategy) and not plain):
        # Of a table only the rows of candidates are made; the number of candidates is known later.
        adapter_of(game).refuse_too_large(1 if history or narrowed else None)
    elif secrets * _BYTES_OF_A_CHOICE > MEMORY_LIMIT:
        raise TooLargeError(
            f"{game.spec} has {secrets} secrets: expected at most {MEMORY_LIMIT // _BYTES_OF_A_CHOICE} to look at one "
            f"by one, as {strategy.spec} does"
        )
    if searched and not narrowed:
        if history:
            most = most_candidates(game)
        else:
            refuse_large_search(game, secrets, game.question_count)
    return start_of(game, history, most)


def refuse_alone(game: AnyGame, strategy: Strategy | ShortestLine, plain: bool = False) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` for a strategy that no cluster carries out."""
    if isinstance(game, Game) and not isinstance(strategy, SearchedStrategy):
        if game.several:
            raise SpecError(f"cluster: expected a game of one answer to each question, got {game.spec}")
        if game.doubtful:
            raise SpecError(f"cluster: expected a game of true answers, got {game.spec}")
    grown = isinstance(game, Game) and not isinstance(strategy, ShortestLine) and by_kernel(game, strategy)
    if plain or not (grown or isinstance(strategy, SearchedStrategy)):
        raise SpecError(f"cluster: expected a search or a heuristic that runs compiled, got {strategy.spec}")


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
    options = options or Options()
    if options.cluster is not None:
        refuse_alone(game, strategy, plain)
    if isinstance(strategy, SearchedStrategy):
        if strategy.at_once:
            return _compile_at_once(game, strategy, options, start, plain)
        if game.doubtful and (plain or options.certificate or not decided_by_numbers(game, strategy)):
            return _compile_under_lies(game, strategy, options, start, plain)
        if plain:
            return _compile_from_all_trees(game, strategy, start)
        return _compile_by_search(game, strategy, options, start)
    if not plain and (grows_several(game, strategy) or grows_lies(game, strategy)):
        from strategist.search.compile.grow_lies import grow_lies
        from strategist.search.compile.grow_several import grow_several

        watch = Stopwatch()
        tell = _teller(options.progress, len(start.candidates))
        grow_once = grow_lies if game.doubtful else grow_several
        tree, claims = grow_once(game, strategy, start, jobs=options.jobs, memory=options.memory, tell=tell)
        return Compiled(StrategyData(game, strategy.spec, tree, claims), watch.seconds, len(tree))
    if plain or not by_kernel(game, strategy):
        watch = Stopwatch()
        tell = _teller(options.progress, len(start.candidates))
        tree = grow_plainly(game, strategy, start, tell, in_order=not plain)
    else:
        warm_up_for(game, may_divide(game, options.jobs))
        watch = Stopwatch()
        if options.memory is not None:
            scoring = isinstance(strategy, Heuristic)
            refuse_beyond(options.memory, game, len(start.candidates), options.jobs, scoring=scoring)
        tree = _run_grow(game, strategy, start, options, merge)
    claims = claims_of(game, tree, start.candidates, start.history)
    return Compiled(StrategyData(game, strategy.spec, tree, claims), watch.seconds, len(tree))


def _compile_line(strategy: ShortestLine) -> Compiled:
    line = shortest_line(strategy.game)
    count = len(line.moves)
    data = StrategyData(
        strategy.game,
        strategy.spec,
        line_tree(line.moves),
        line_claims(count),
        bound="optimal",
        objective=TOTAL.name,
        lower_bound=count,
    )
    return Compiled(data, line.seconds, line.positions)


def _is_for_several(game: Game, strategy: SearchedStrategy) -> bool:
    """Whether a strategy is searched for among keys: answers may be one of several, or questions of the tree count."""
    return game.several or SIZE.name in strategy.objectives


def _compile_by_search(game: Game, strategy: SearchedStrategy, options: Options, start: Start) -> Compiled:
    from strategist.search.run.objectives import search, warm_up_exact

    for_several, by_numbers = _is_for_several(game, strategy), decided_by_numbers(game, strategy)
    whole = len(start.candidates) == len(game.secrets)
    for_pools = whole and decided_by_structure(game, strategy, options, len(start.history))
    if for_several:
        from strategist.search.several_answers.search_several import refuse_for_several, search_several, warm_up_several

        refuse_for_several(game, strategy, options, start)
        warm_up_several()
    elif by_numbers:
        refuse_for_numbers(game, strategy, options)
    elif not for_pools:
        if options.nodes is not None:
            raise SpecError(f"nodes: expected {SIZE.name} among the objectives, got {strategy.spec}")
        warm_up_exact(game)
    with _traced(options, game, strategy, start) as (options, trace):
        watch = Stopwatch()
        if for_several:
            outcome = search_several(game, strategy, options, start, crowd_for(options))
        elif by_numbers:
            outcome = search_by_numbers(game, strategy, options, start)
        elif for_pools:
            outcome = search_pools(game, strategy, options)
        else:
            outcome = search(game, strategy, options, start, crowd_for(options))
        seconds = watch.seconds
        if outcome.tree is None:
            tree, claims, more = _tree_without_proof(game, strategy, start)
            seconds += more
        else:
            tree, claims = outcome.tree, _claims_of_searched(strategy, outcome.tree, start)
        ended_early = outcome.stopped or (options.nodes is not None and not outcome.closed)
        if outcome.tree is not None and ended_early and (for_several or _depth_is_open(strategy, outcome, claims)):
            tree, claims, more = _better_of_two(game, strategy, start, (tree, claims))
            seconds += more
        data = StrategyData(
            game,
            strategy.spec,
            tree,
            claims,
            bound="optimal" if outcome.closed else "upper",
            objective=outcome.objective,
            lower_bound=outcome.lower_bound,
            stopped=outcome.stopped,
            open_bound=outcome.open_bound,
        )
        if trace is not None:
            trace.conclude(data.bounded_figure, data.lower_bound, outcome.nodes)
    return Compiled(data, seconds, outcome.nodes, outcome.certify)


def _compile_under_lies(
    game: Game, strategy: SearchedStrategy, options: Options, start: Start, plain: bool
) -> Compiled:
    from strategist.search.lies.search_lies import (
        Known,
        refuse_for_lies,
        search_lies,
        search_lies_plainly,
        warm_up_lies,
    )

    refuse_for_lies(game, strategy, options)
    known, seconds = None, 0.0
    if not plain:
        warm_up_lies()
        # The tree of a heuristic often needs no more than is proven, and then no other is looked for.
        values = {"first": strategy.values["first"]}
        few = Options(jobs=options.jobs, memory=options.memory)
        limit = strategy.max_depth(len(start.history))
        grown: list[Compiled] = []
        # Where rows hold a falsehood each, the search finds better trees than heuristics, and sooner.
        for kind in () if game.fibs and not strategy.objectives else (Minimax, Entropy):
            grown.append(compile_from(game, kind(game, values), start, options=few))
            # Where nothing is minimized, one tree within the limit is enough.
            if not strategy.objectives and limit is not None and grown[-1].data.claims.depth <= limit:
                break
        if grown:
            best = min(grown, key=lambda each: (each.data.claims.depth, each.data.claims.worst_count))
            known, seconds = Known(best.data.tree, best.data.claims), sum(each.seconds for each in grown)
    with _traced(options, game, strategy, start) as (options, trace):
        watch = Stopwatch()
        outcome = search_lies_plainly(strategy, start) if plain else search_lies(game, strategy, options, start, known)
        seconds += watch.seconds
        if outcome.tree is None:
            limit = strategy.max_depth(len(start.history))
            raise OutOfTimeError(f"{game.spec}: the search was stopped before it found a tree within {limit} guesses")
        data = StrategyData(
            game,
            strategy.spec,
            outcome.tree,
            outcome.claims or claims_of(game, outcome.tree, start.candidates, start.history),
            bound="optimal" if outcome.closed and outcome.lower_bound is not None else "upper",
            objective=outcome.objective,
            lower_bound=outcome.lower_bound,
            stopped=outcome.stopped,
        )
        if trace is not None:
            trace.conclude(data.bounded_figure, data.lower_bound, outcome.nodes)
    return Compiled(data, seconds, outcome.nodes, outcome.certify)


def _compile_at_once(game: Game, strategy: SearchedStrategy, options: Options, start: Start, plain: bool) -> Compiled:
    from strategist.search.static.search_static import refuse_for_static, search_static, search_static_plainly

    refuse_for_static(game, strategy, options)
    with _traced(options, game, strategy, start) as (options, trace):
        watch = Stopwatch()
        found = search_static_plainly(strategy, start) if plain else search_static(game, strategy, options, start)
        assert found.tree is not None  # a greedy one at least
        data = StrategyData(
            game,
            strategy.spec,
            found.tree,
            _claims_of_searched(strategy, found.tree, start),
            bound="optimal" if found.closed else "upper",
            objective=found.objective,
            lower_bound=found.lower_bound,
            stopped=found.stopped,
        )
        if trace is not None:
            trace.conclude(data.bounded_figure, data.lower_bound, found.nodes)
    return Compiled(data, watch.seconds, found.nodes, found.certify if options.certificate else None)


@contextmanager
def _traced(
    options: Options, game: Game, strategy: SearchedStrategy, start: Start
) -> Iterator[tuple[Options, Trace | None]]:
    """``options`` for a search that writes its trace to the file that they name, and the trace; without a file,
    ``options`` and None."""
    if options.trace is None:
        yield options, None
        return
    # Where a journal is, an earlier run may have been.
    resumes = options.journal is not None and os.path.exists(options.journal)
    objective = next(iter(strategy.objectives), None)
    levels = None
    if objective is not None and objective_kind(objective).unit is Unit.LEVELS:
        levels = partial(levels_of, game, len(start.candidates))
    with Trace(options.trace, objective, seconds_of_compiling, goes_on=resumes, levels=levels) as trace:

        def told(share: float, words: Mapping[str, Any]) -> None:
            trace.note(words)
            if options.progress is not None:
                options.progress(share, words)

        yield replace(options, progress=told), trace


def _compile_from_all_trees(game: Game, strategy: SearchedStrategy, start: Start) -> Compiled:
    from strategist.search.run.alltrees import best_tree

    watch = Stopwatch()
    if _is_for_several(game, strategy):
        from strategist.search.several_answers.search_several import search_several_plainly

        tree = search_several_plainly(strategy, start).tree
        assert tree is not None  # nothing has stopped it
    else:
        tree = best_tree(strategy, Position(start.history, start.candidates.tolist()))
    seconds = watch.seconds
    claims = _claims_of_searched(strategy, tree, start)
    made = len(start.history)
    figures = figures_of(claims, strategy.objectives, strategy.max_depth(made) or 0, game, made)
    data = StrategyData(
        game,
        strategy.spec,
        tree,
        claims,
        bound="optimal" if figures else "upper",
        objective=strategy.objective(len(start.history)),
        lower_bound=figures[0] if figures else None,
    )
    return Compiled(data, seconds, len(tree))


def _claims_of_searched(strategy: SearchedStrategy, tree: DecisionTree, start: Start) -> Claims:
    """The figures of a tree, with its size if that is an objective."""
    return _sized(strategy, claims_of(strategy.game, tree, start.candidates, start.history), tree)


def _sized(strategy: SearchedStrategy, claims: Claims, tree: DecisionTree) -> Claims:
    """The figures of a tree with its size, or the questions that it asks all at once, if that is an objective."""
    if STATIC.name in strategy.objectives:
        return with_asked(claims, tree)
    return with_size(claims, tree) if SIZE.name in strategy.objectives else claims


def _depth_is_open(strategy: SearchedStrategy, outcome: Outcome, claims: Claims) -> bool:
    """Whether a search for the least depth first has ended before it was proven."""
    least = outcome.lower_bound
    return strategy.objectives[:1] == [DEPTH.name] and least is not None and claims.depth > least


def _better_of_two(
    game: Game, strategy: SearchedStrategy, start: Start, found: tuple[DecisionTree, Claims]
) -> tuple[DecisionTree, Claims, float]:
    """The tree of a search that was stopped, or that of a heuristic if it is better, with its figures and the seconds
    for that. Searches for keys and for depths begin with trees of their own, which are not always as good."""
    try:
        grown, figures, seconds = _tree_without_proof(game, strategy, start)
    except StrategistError:
        return *found, 0.0
    made = len(start.history)
    turns = strategy.max_depth(made) or 0
    best = min(found, (grown, figures), key=lambda each: figures_of(each[1], strategy.objectives, turns, game, made))
    return *best, seconds


def _tree_without_proof(game: Game, strategy: SearchedStrategy, start: Start) -> tuple[DecisionTree, Claims, float]:
    """The fallback if a search is stopped before its first tree: the best of some heuristics, within seconds."""
    values = {"guesses": strategy.values["guesses"], "first": strategy.values["first"]}
    ways: list[tuple[type[Heuristic], dict[str, Value]]] = [(Entropy, {}), (MostParts, {}), (Minimax, {})]
    if game.costs is not None:
        ways.append((Entropy, {"per": "cost"}))
    tries = []
    for kind, more in ways:
        try:
            tries.append(compile_from(game, kind(game, values | more), start))
        except TooLargeError as error:
            # Where answers may be one of several, some trees are far larger than others.
            too_large = error
    if not tries:
        raise too_large
    limit = strategy.max_depth(len(start.history))
    trees = [(each.data.tree, _sized(strategy, each.data.claims, each.data.tree)) for each in tries]
    kept = [
        (tree, claims)
        for tree, claims in trees
        if (strategy.loses or not claims.lost) and (limit is None or claims.depth <= limit)
    ]
    if not kept:
        raise OutOfTimeError(f"{game.spec}: the search was stopped before it found a tree within {limit} guesses")
    order = [*strategy.objectives, TOTAL.name, DEPTH.name]
    made = len(start.history)
    tree, claims = min(kept, key=lambda each: figures_of(each[1], order, limit or 0, game, made))
    return tree, claims, sum(compiled.seconds for compiled in tries)


def _run_grow(game: Game, strategy: Strategy, start: Start, options: Options, merge: bool) -> DecisionTree:
    ground, plan, candidates = ground_of(game, strategy, start, options.jobs, merge)
    tell = _teller(options.progress, len(start.candidates))
    if options.cluster is None:
        grown: Grown = run_kernel(lambda: grow_tree(ground, plan, candidates), ground.control, tell)
        return tree_of(grown, game.response_count)
    from strategist.search.tasks.remote.growth_on_cluster import grow_by_others
    from strategist.search.tasks.remote.instance import growth_of

    crowd = crowd_for(options)
    assert crowd is not None  # the options name a cluster
    with crowd(growth_of(game, strategy, start, merge), options) as executor:
        grown = run_kernel(lambda: grow_by_others(ground, plan, candidates, executor), ground.control, tell)
    return tree_of(grown, game.response_count)


def _teller(progress: Progress | None, secrets: int) -> Callable[[int], object] | None:
    """A function that reports the number of resolved secrets to ``progress``; a kernel publishes only one number."""
    if progress is None:
        return None
    return lambda resolved: progress(resolved / secrets, {"resolved": resolved})
