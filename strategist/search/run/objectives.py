"""Best possible trees and their proofs: a chain of searches, one for each objective.

:mod:`~strategist.search.run.stages` says how each objective is made as small as it can be. A search that is stopped
still has the best complete tree so far and a proven bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate
from operator import or_

from strategist.checking.ground import check_bytes, response_bytes
from strategist.choosing.searched import Feasible, Optimal, SearchedStrategy
from strategist.games.every_game.chances import with_chances
from strategist.model.game import Game
from strategist.model.objective import DEPTH, EXPECTED, LOST, TOTAL, objective_kind
from strategist.model.tree import Claims, DecisionTree, Figure
from strategist.search.adapters.registry import adapter_of, kind_of, kind_of_source, small_game
from strategist.search.certify.certify import Certified, certifier
from strategist.search.certify.certify_cores import certify_by_cores
from strategist.search.certify.certify_lies import Refutation, certify_lies
from strategist.search.exact.look import count_guesses
from strategist.search.exact.order import LIST, list_guesses
from strategist.search.kernels.numba.jit import foresee, warm_up
from strategist.search.kernels.symmetry.same_guesses import make_group
from strategist.search.run.believed import believed
from strategist.search.run.extract import extract
from strategist.search.run.first_trees import compile_rounds
from strategist.search.run.opening_bounds import may_pay, warm_up_lanes
from strategist.search.run.reduced import Reduced
from strategist.search.run.root import Root
from strategist.search.run.stages import STAGES, Chain
from strategist.search.state.memory import desk_bytes, room_for_memo, table_bytes
from strategist.search.state.options import Options, Progress
from strategist.search.state.result_log import recall
from strategist.search.state.start import Start, position_bytes, refuse_large_position, start_of, whole_game
from strategist.search.tasks.executor import Crowd
from strategist.search.tasks.remote.instance import assemble, header_of, instance_of
from strategist.search.tasks.supervise import StopSignal, supervise
from strategist.search.tasks.workers import Workers


@dataclass
class Outcome:
    """The result of a search: the best tree (None if it was stopped before the first), and the proven bound."""

    tree: DecisionTree | None
    objective: str | None
    lower_bound: Figure | None
    closed: bool
    nodes: int
    stopped: bool = False
    """Whether the tree depends on when the search was stopped."""
    open_bound: tuple[str, Figure] | None = None
    """The objective that was open when the search was stopped, if it is not the first, and what is proven of it."""
    certify: Callable[[Progress | None], Certified] | None = None
    """Writes the certificate of the lower bound, if the options ask for one; the search may have been stopped."""
    claims: Claims | None = None
    """The figures of the tree, where the search has worked them out."""


def certifier_of_lies(
    refutation: Refutation, brake: StopSignal, options: Options
) -> Callable[[Progress | None], Certified]:
    """Writes the certificate of what a search where answers may be false has refuted."""
    return partial(certify_lies, refutation, brake, options)


def search(
    game: Game, strategy: SearchedStrategy, options: Options, start: Start, crowd: Crowd | None = None
) -> Outcome:
    """The best tree for a strategy's objectives from a position on; a ``crowd`` carries out the tasks of the proof.

    Raises :class:`~strategist.common.errors.InfeasibleError` if no tree keeps within the strategy's restrictions
    (proven), and :class:`~strategist.common.errors.TooLargeError`.
    """
    if options.certificate:
        check_bytes(f"{game.spec}: a certificate", response_bytes(game, len(start.candidates)))
    everything = len(start.candidates) == len(game.secrets)
    if not everything:
        refuse_large_position(game, len(start.candidates))
    if options.memory is not None:
        # Refuse a cap that is too small before the tables are made.
        count, guesses = len(start.candidates), game.question_count
        desks = options.jobs * desk_bytes(count, guesses, game.response_count)
        part = adapter_of(game).source_bytes(count) + position_bytes(game, count)
        taken = table_bytes(game, count) + desks if everything else part
        room_for_memo(options.memory, taken, count)
    brake = StopSignal(time_limit=options.time_limit)
    workers = supervise(lambda: assemble(game, strategy, options, start, brake), brake)
    header = partial(header_of, workers, strategy, start)
    instance = partial(instance_of, workers, strategy, start)
    with workers.pool, workers.journaled(header, workers.count), workers.helped(crowd, header, instance):
        root = Root(workers, strategy, start)
        outcome = supervise(lambda: _outcome(root), brake, workers.tick)
    outcome.stopped = brake.pulled and not outcome.closed
    if options.certificate and outcome.lower_bound is not None:
        assert isinstance(strategy, Optimal)  # others prove no bound
        bound = int(outcome.lower_bound)
        if strategy.objectives[0] == DEPTH.name and root.refuted == bound - 1:
            outcome.certify = partial(certify_by_cores, workers, root.refuter, bound, start)
        elif strategy.objectives[0] == DEPTH.name and root.reduced is not None and root.reduced.depth == bound:
            outcome.certify = partial(_certify_reduced, game, root.reduced, options)
        else:
            outcome.certify = certifier(workers, strategy, bound, outcome.closed, start, root.within)
    return outcome


def _certify_reduced(game: Game, reduced: Reduced, options: Options, progress: Progress | None) -> Certified:
    """The certificate of the least depth behind the history of a reduction."""
    alone = replace(options, journal=None, trace=None, cluster=None)
    strategy = Optimal(game, {"objectives": DEPTH.name})
    found = search(game, strategy, alone, start_of(game, reduced.history))
    assert found.certify is not None  # the options ask for one
    return found.certify(progress)


def warm_up_exact(game: Game, objectives: Sequence[str] = (TOTAL.name,), recalls: bool = False) -> None:
    """Compile the kernels for this kind of game by searching a game of nine codes: those that the objectives need, and
    those that recall what is proven, if a search ``recalls`` what others have proven."""
    for staked in _stakes_in(game, objectives):
        in_lanes = staked and may_pay(game)
        recalled = recalls or in_lanes
        name = f"exact-{kind_of(game)}-{staked}-{recalled}"
        warm_up(name, partial(_search_small, game, staked, recalled), aided=True)
        if in_lanes:
            warm_up_lanes()


def plans_of(game: Game, objectives: Sequence[str]) -> list[str]:
    """The plans of :mod:`~strategist.search.kernels.numba.ahead.planned` for what :func:`warm_up_exact` compiles."""
    kind = f"optimal-{kind_of_source(game)}{'-announced' if game.announces else ''}"
    stakes = "-lanes" if may_pay(game) else "-at-stake"
    return [f"{kind}{stakes if staked else ''}" for staked in _stakes_in(game, objectives)]


def _stakes_in(game: Game, objectives: Sequence[str]) -> list[bool]:
    """Whether searches for some objectives, one after the other, have stakes: there may be some of each kind."""
    if game.classes is not None:
        return [True]
    weighed = {EXPECTED.name, LOST.name} if game.weights is not None else {EXPECTED.name}
    # What was made as small as it can be counts in all later searches.
    found = accumulate((name in weighed for name in objectives), or_)
    return sorted(set(found)) or [False]


def _search_small(like: Game, staked: bool, recalls: bool) -> None:
    """Search a game of nine codes with the kernels for another game."""
    small, source = small_game(like)
    if staked:
        small = with_chances(small, {small.format_secret(small.secrets[0]): Fraction(2), "*": Fraction(1)})
    group = make_group(small, source, merge=like.symmetry is not None and not like.restricts)
    workers = Workers(small, whole_game(small)._replace(source=source, group=group), Options(), StopSignal())
    with workers.pool:
        problem, desk = workers.problem(int(not staked), 0, None, scale=int(staked)), workers.desks[0]
        foresee(list_guesses, problem, problem.stakes, desk, 0, workers.everything, 0, 0, 0, 0, LIST)
        foresee(count_guesses, problem, desk, 0, workers.everything)
        strategy = Optimal(small, {"objectives": EXPECTED.name if staked else TOTAL.name})
        if recalls:
            recall(problem.memo, desk.ring)
        root = Root(workers, strategy, start_of(small))
        if small.announces:
            compile_rounds(root, problem)
        _outcome(root)


def _outcome(root: Root) -> Outcome:
    """Run the chain of searches that the strategy needs."""
    strategy, workers, limit = root.strategy, root.workers, root.limit
    # To announce what is known takes no turn.
    known = root.game.announces and workers.settled(workers.everything)
    if limit == 0 and not known:
        raise root.infeasible(0)
    if limit is not None and not strategy.loses and not known and root.refutes(limit):
        raise root.infeasible(limit)
    if isinstance(strategy, Feasible):
        return _feasible(root)
    tree, closed = _optimal(root)
    if not closed:
        tree = root.best.better(tree)
    objective, bound = workers.standing.aimed_at()
    later = tree is not None and not closed and objective != strategy.objectives[0]
    # Where secrets may be lost, bounds count lost secrets, too.
    later = later and not strategy.loses
    return Outcome(
        tree,
        strategy.objective(len(root.start.history)),
        root.lower_bound,
        closed,
        workers.nodes(),
        open_bound=(objective, bound) if later else None,
    )


def _feasible(root: Root) -> Outcome:
    limit = root.limit
    assert limit is not None  # Feasible insists on it
    problem = root.workers.problem(0, 0, limit)
    result = root.run(problem, limit, 1)
    if result.finished and result.opening < 0:
        raise root.infeasible(limit)
    tree = extract(root.workers, problem, result.opening, result.cost) if result.opening >= 0 else None
    return Outcome(tree, None, None, False, root.workers.nodes())


def _optimal(root: Root) -> tuple[DecisionTree | None, bool]:
    """The tree, and whether every objective was closed."""
    chain = Chain(root)

    def first(objective: str) -> bool:
        nonlocal chain
        chain = Chain(root)
        return STAGES[objective_kind(objective).name](chain, objective, True)

    for index, objective in enumerate(root.strategy.objectives):
        if index:
            closed = STAGES[objective_kind(objective).name](chain, objective, False)
        elif root.workers.options.certify is not None:
            closed = believed(root, partial(first, objective))
        else:
            closed = first(objective)
        if chain.tree is not None:
            root.best.offer(chain.tree)
        if not closed:
            return chain.tree, False
    return chain.tree, True
