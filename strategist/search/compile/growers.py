"""The engines that grow the tree of a heuristic, position by position: by kernels, or by calling the strategy."""

from __future__ import annotations

from collections.abc import Callable

from strategist.choosing.heuristics import Heuristic, Minimax, Strategy
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.tree import Claims, DecisionTree
from strategist.model.trees.figures import claims_of
from strategist.search.adapters.registry import adapter_of, kind_of, kind_of_source
from strategist.search.compile.compiled import Compiled
from strategist.search.compile.grow_plainly import grow_plainly
from strategist.search.compile.plan import Engine, Request, plan_among, room_for_choices
from strategist.search.compile.refused import CALLED, GROWN
from strategist.search.growing.class_ratings import rated_in_bulk, rates_classes
from strategist.search.growing.growing import grow_tree, refuse_beyond
from strategist.search.growing.lies_tables import grows_lies
from strategist.search.growing.plans import by_kernel, ground_of, grows_several, may_divide, warm_up_for
from strategist.search.kernels.growth.slots import Grown, tree_of
from strategist.search.kernels.numba.jit import run_kernel
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.state.options import Options
from strategist.search.state.start import Start


def _by_kernel(asked: Request, start: Start) -> Compiled:
    """Built-in heuristics where each question has one answer."""
    (game, strategy), options = asked.hidden, asked.options
    if asked.plain:
        return _by_calling(asked, start)
    tell = _teller(options, start)
    warm_up_for(game, may_divide(game, options.jobs))
    watch = Stopwatch()
    refuse_beyond(options, game, strategy, len(start.candidates))
    ground, rules, candidates = ground_of(game, strategy, start, options.jobs, asked.merge)
    if options.cluster is None:
        found: Grown = run_kernel(lambda: grow_tree(ground, rules, candidates), ground.control, tell)
    else:
        from strategist.cluster import crowd_for
        from strategist.cluster.growth.growth_on_cluster import grow_by_others
        from strategist.search.tasks.remote.instance import identity_of, make_instance

        crowd = crowd_for(options)
        assert crowd is not None  # the options name a cluster
        instance = make_instance(game, strategy, start, identity_of(game), "growth", int(asked.merge))
        with crowd(instance, options) as executor:
            found = run_kernel(lambda: grow_by_others(ground, rules, candidates, executor), ground.control, tell)
    return _compiled(asked, start, watch, tree_of(found, game.response_count))


def _room_for_kernel(asked: Request, narrowed: bool) -> int | None:
    if asked.plain:
        return room_for_choices(asked, narrowed)
    # Of a table only the rows of candidates are made; the number of candidates is known later.
    adapter_of(asked.hidden[0]).refuse_too_large(1 if asked.made or narrowed else None)
    return None


def _plans_of_kernel(asked: Request) -> list[str]:
    game, _ = asked.hidden
    name = f"heuristic-{shape_of(game)}"
    return [name, f"{name}-divided"] if may_divide(game, asked.options.jobs) else [name]


def _once(asked: Request, start: Start) -> Compiled:
    """Built-in heuristics where many histories lead to one position, which is grown once."""
    if asked.plain:
        return _by_calling(asked, start)
    from strategist.search.compile.grow_once import grow_once

    (game, strategy), options, watch = asked.hidden, asked.options, Stopwatch()
    tell = _teller(options, start)
    tree, claims = grow_once(game, strategy, start, jobs=options.jobs, memory=options.memory, tell=tell)
    return _compiled(asked, start, watch, tree, claims)


def _in_bulk(asked: Request, start: Start) -> Compiled:
    """Built-in heuristics where it is enough to know the class: they rate all questions of a position at once."""
    if asked.plain:
        return _by_calling(asked, start)
    (game, strategy), watch = asked.hidden, Stopwatch()
    assert isinstance(strategy, Heuristic)  # as rates_classes says
    tree = grow_plainly(game, rated_in_bulk(strategy), start, _teller(asked.options, start))
    return _compiled(asked, start, watch, tree)


def _by_calling(asked: Request, start: Start) -> Compiled:
    """Any strategy."""
    (game, strategy), watch = asked.hidden, Stopwatch()
    tree = grow_plainly(game, strategy, start, _teller(asked.options, start), in_order=not asked.plain)
    return _compiled(asked, start, watch, tree)


def _compiled(
    asked: Request, start: Start, watch: Stopwatch, tree: DecisionTree, claims: Claims | None = None
) -> Compiled:
    game, strategy = asked.hidden
    claims = claims or claims_of(game, tree, start.candidates, start.history)
    return Compiled(StrategyData(game, strategy.spec, tree, claims), watch.seconds, len(tree))


SHARED_POSITIONS = ["several"]
"""The plans for the kernels where answers may be one of several, which comparisons of guesses need as well."""

GROWERS = (
    Engine(
        "kernels of heuristics",
        "built-in heuristics where each question has one answer",
        GROWN,
        lambda asked: by_kernel(*asked.hidden),
        _by_kernel,
        _room_for_kernel,
        _plans_of_kernel,
        shared=True,
        limited=True,
    ),
    Engine(
        "kernels of positions that are shared",
        "built-in heuristics where answers may be one of several",
        CALLED,
        lambda asked: grows_several(*asked.hidden),
        _once,
        kernels=lambda _: SHARED_POSITIONS,
        limited=True,
    ),
    Engine(
        "kernels of positions under lies",
        "built-in heuristics where answers may be false",
        CALLED,
        lambda asked: grows_lies(*asked.hidden),
        _once,
        kernels=lambda asked: [f"heuristic-lies-{kind_of_source(asked.hidden[0])}"],
    ),
    Engine(
        "bulk ratings of classes",
        "built-in heuristics where it is enough to know the class",
        CALLED,
        lambda asked: rates_classes(*asked.hidden),
        _in_bulk,
    ),
    Engine("calling", "any strategy, by calling it at each position", CALLED, lambda _: True, _by_calling),
)
"""The engines of heuristics."""


def warm_up_growers(game: Game) -> None:
    """Compile all kernels that grow the trees of heuristics in games like this one, beforehand."""
    if plan_among(GROWERS, Request(game, Minimax(game, {}))).kernels == SHARED_POSITIONS:
        from strategist.search.growing.several_growth import SeveralGrower

        SeveralGrower.warm_up(game)
        return
    # Small trees are grown by one kernel, and large ones part by part, by others.
    warm_up_for(game)
    warm_up_for(game, divided=True)


def grown(game: Game, strategy: Strategy, start: Start, options: Options | None = None) -> Compiled:
    """The tree of a heuristic from a position on, for a search that begins with it.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(2,3)")
    >>> grown(game, make_strategy("minimax", game), start_of(game)).total
    24
    """
    asked = Request(game, strategy, options or Options(), len(start.history))
    return plan_among(GROWERS, asked).run(start)


def shape_of(game: Game) -> str:
    """The name of the kernels that a game needs, as their plans have it.

    >>> from strategist.games.catalog import make_game
    >>> shape_of(make_game("mastermind(4,6)"))
    '8'
    """
    return f"{kind_of(game)}{'' if game.weights is None else '-chances'}"


def _teller(options: Options, start: Start) -> Callable[[int], object] | None:
    """A function that reports the number of resolved secrets; a kernel publishes only one number."""
    progress, secrets = options.progress, len(start.candidates)
    if progress is None:
        return None
    return lambda resolved: progress(resolved / secrets, {"resolved": resolved})
