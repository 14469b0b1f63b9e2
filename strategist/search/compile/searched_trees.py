"""A search with what stands around it: its trace, the tree that it falls back on, and the data of what it has found."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from strategist.choosing.heuristics import Entropy, Heuristic, Minimax, MostParts
from strategist.choosing.searched import SearchedStrategy, figures_of
from strategist.common.errors import OutOfTimeError, StrategistError, TooLargeError
from strategist.files.strategy import StrategyData
from strategist.files.trace import Trace
from strategist.model.game import Game
from strategist.model.objective import DEPTH, TOTAL, Unit, objective_kind
from strategist.model.spec import Value
from strategist.model.tariffs.by_levels import levels_of
from strategist.model.tree import Claims, DecisionTree
from strategist.model.trees.figures import claims_of, with_more
from strategist.search.compile.compiled import Compiled
from strategist.search.compile.growers import grown
from strategist.search.kernels.numba.stopwatch import Stopwatch, seconds_of_compiling
from strategist.search.run.objectives import Outcome
from strategist.search.state.options import Options
from strategist.search.state.start import Start

Tree = tuple[DecisionTree, Claims]
Improvable = Callable[[Outcome, Claims], bool]


def searched_tree(
    game: Game,
    strategy: SearchedStrategy,
    start: Start,
    search: Callable[[Options], Outcome],
    options: Options,
    improvable: Improvable | None,
    before: float,
) -> Compiled:
    """The tree of a search, with its figures, traced where the options ask for that. The last arguments are those of
    :class:`~strategist.search.compile.engines.Prepared`.

    Raises :class:`~strategist.common.errors.OutOfTimeError` if it was stopped before it found a tree.
    """
    with _traced(game, strategy, options, start) as (options, trace):
        watch = Stopwatch()
        outcome = search(options)
        seconds = before + watch.seconds
        found = None
        if outcome.tree is not None:
            claims = outcome.claims or claims_of(game, outcome.tree, start.candidates, start.history)
            found = outcome.tree, with_more(claims, game, outcome.tree, strategy.objectives)
        if improvable is not None:
            found, more = _improved(game, strategy, options, start, outcome, found, improvable)
            seconds += more
        if found is None:
            raise _no_tree_within(game, strategy, start)
        tree, claims = found
        data = StrategyData(
            game,
            strategy.spec,
            tree,
            claims,
            bound="optimal" if outcome.closed and outcome.lower_bound is not None else "upper",
            objective=outcome.objective,
            lower_bound=outcome.lower_bound,
            stopped=outcome.stopped,
            open_bound=outcome.open_bound,
        )
        if trace is not None:
            trace.conclude(data.bounded_figure, data.lower_bound, outcome.nodes)
    return Compiled(data, seconds, outcome.nodes, outcome.certify if options.certificate else None)


def best_of_all(game: Game, strategy: SearchedStrategy, start: Start, tree: DecisionTree) -> Outcome:
    """What a search has found that has looked at all trees."""
    made = len(start.history)
    claims = claims_of(game, tree, start.candidates, start.history)
    claims = with_more(claims, game, tree, strategy.objectives)
    figures = figures_of(claims, strategy.objectives, strategy.max_depth(made) or 0, game, made)
    return Outcome(tree, strategy.objective(made), next(iter(figures), None), bool(figures), len(tree), claims=claims)


@contextmanager
def _traced(
    game: Game, strategy: SearchedStrategy, options: Options, start: Start
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


def _no_tree_within(game: Game, strategy: SearchedStrategy, start: Start) -> OutOfTimeError:
    limit = strategy.max_depth(len(start.history))
    return OutOfTimeError(f"{game.spec}: the search was stopped before it found a tree within {limit} guesses")


def _improved(
    game: Game,
    strategy: SearchedStrategy,
    options: Options,
    start: Start,
    outcome: Outcome,
    found: Tree | None,
    improvable: Improvable,
) -> tuple[Tree, float]:
    """The tree of a search, or that of a heuristic if it has none or this is better, and the seconds for that."""
    if found is None:
        return _without_proof(game, strategy, start)
    ended_early = outcome.stopped or (options.nodes is not None and not outcome.closed)
    if not ended_early or not improvable(outcome, found[1]):
        return found, 0.0
    # Some searches begin with trees of their own, which are not always as good.
    try:
        tree, seconds = _without_proof(game, strategy, start)
    except StrategistError:
        return found, 0.0
    made = len(start.history)
    turns = strategy.max_depth(made) or 0
    best = min(found, tree, key=lambda each: figures_of(each[1], strategy.objectives, turns, game, made))
    return best, seconds


def _without_proof(game: Game, strategy: SearchedStrategy, start: Start) -> tuple[Tree, float]:
    """The fallback if a search is stopped before its first tree: the best of some heuristics, within seconds."""
    values = {"guesses": strategy.values["guesses"], "first": strategy.values["first"]}
    ways: list[tuple[type[Heuristic], dict[str, Value]]] = [(Entropy, {}), (MostParts, {}), (Minimax, {})]
    if game.costs is not None:
        ways.append((Entropy, {"per": "cost"}))
    tries = []
    for kind, more in ways:
        try:
            tries.append(grown(game, kind(game, values | more), start))
        except TooLargeError as error:
            # Where answers may be one of several, some trees are far larger than others.
            too_large = error
    if not tries:
        raise too_large
    limit = strategy.max_depth(len(start.history))
    trees = [(each.data.tree, with_more(each.data.claims, game, each.data.tree, strategy.objectives)) for each in tries]
    kept = [
        (tree, claims)
        for tree, claims in trees
        if (strategy.loses or not claims.lost or game.erring is not None) and (limit is None or claims.depth <= limit)
    ]
    if not kept:
        raise _no_tree_within(game, strategy, start)
    order = [*strategy.objectives, TOTAL.name, DEPTH.name]
    made = len(start.history)
    best = min(kept, key=lambda each: figures_of(each[1], order, limit or 0, game, made))
    return best, sum(compiled.seconds for compiled in tries)
