"""The engines that grow the tree of a heuristic, position by position: by kernels, or by calling the strategy."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.files.strategy import StrategyData
from strategist.model.figures import claims_of
from strategist.model.game import Game
from strategist.model.tree import Claims, DecisionTree
from strategist.search.adapters.registry import adapter_of, kind_of
from strategist.search.compile.compiled import Compiled
from strategist.search.compile.grow_plainly import grow_plainly
from strategist.search.compile.plan import Engine, Request, plan_among
from strategist.search.compile.refused import CALLED, GROWN
from strategist.search.growing.growing import grow_tree, refuse_beyond
from strategist.search.growing.lies_tables import grows_lies
from strategist.search.growing.plans import by_kernel, ground_of, grows_several, may_divide, warm_up_for
from strategist.search.kernels.growth.slots import Grown, tree_of
from strategist.search.kernels.numba.jit import run_kernel
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.state.options import Options
from strategist.search.state.start import Start


class Grower(Engine):
    """An engine that grows the tree of a heuristic."""

    def run(self, asked: Request, start: Start) -> Compiled:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        game, strategy = asked.hidden
        if asked.plain:
            watch = Stopwatch()
            tree, claims = _by_calling(asked, start)
        else:
            self.warm_up(asked)
            watch = Stopwatch()
            tree, claims = self.grow(asked, start)
        return Compiled(StrategyData(game, strategy.spec, tree, claims), watch.seconds, len(tree))

    def warm_up(self, asked: Request) -> None:
        """Compile its kernels, if they are not compiled while it grows."""

    def warm_up_all(self, game: Game) -> None:
        """Compile all kernels that it may need in a game, beforehand."""

    def grow(self, asked: Request, start: Start) -> tuple[DecisionTree, Claims]:
        """The tree from a position on, and its figures."""
        return _by_calling(asked, start)


class ByKernel(Grower):
    """Built-in heuristics where each question has one answer."""

    name = "heuristic kernels"
    task = "built-in heuristics, in compiled code"
    refuses = GROWN
    shared = limited = True

    def fits(self, asked: Request) -> bool:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        return by_kernel(*asked.hidden)

    def room(self, asked: Request, narrowed: bool) -> int | None:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        if asked.plain:
            return super().room(asked, narrowed)
        # Of a table only the rows of candidates are made; the number of candidates is known later.
        adapter_of(asked.hidden[0]).refuse_too_large(1 if asked.made or narrowed else None)
        return None

    def kernels(self, asked: Request) -> list[str]:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        game = asked.hidden[0]
        name = f"heuristic-{shape_of(game)}"
        return [name, f"{name}-divided"] if may_divide(game, asked.options.jobs) else [name]

    def warm_up(self, asked: Request) -> None:
        """See :class:`Grower`."""
        game = asked.hidden[0]
        warm_up_for(game, may_divide(game, asked.options.jobs))

    def warm_up_all(self, game: Game) -> None:
        """See :class:`Grower`."""
        # Small trees are grown by one kernel, and large ones part by part, by others.
        warm_up_for(game)
        warm_up_for(game, divided=True)

    def grow(self, asked: Request, start: Start) -> tuple[DecisionTree, Claims]:
        """See :class:`Grower`."""
        (game, strategy), options = asked.hidden, asked.options
        if options.memory is not None:
            scoring = isinstance(strategy, Heuristic)
            refuse_beyond(options.memory, game, len(start.candidates), options.jobs, scoring=scoring)
        ground, rules, candidates = ground_of(game, strategy, start, options.jobs, asked.merge)
        tell = _teller(options, start)
        if options.cluster is None:
            grown: Grown = run_kernel(lambda: grow_tree(ground, rules, candidates), ground.control, tell)
        else:
            from strategist.cluster import crowd_for
            from strategist.search.tasks.remote.growth_on_cluster import grow_by_others
            from strategist.search.tasks.remote.instance import growth_of

            crowd = crowd_for(options)
            assert crowd is not None  # the options name a cluster
            with crowd(growth_of(game, strategy, start, asked.merge), options) as executor:
                grown = run_kernel(lambda: grow_by_others(ground, rules, candidates, executor), ground.control, tell)
        tree = tree_of(grown, game.response_count)
        return tree, claims_of(game, tree, start.candidates, start.history)


class _Once(Grower):
    """Built-in heuristics where many histories lead to one position, which is grown once."""

    refuses = CALLED

    def grow(self, asked: Request, start: Start) -> tuple[DecisionTree, Claims]:
        """See :class:`Grower`."""
        from strategist.search.compile.grow_once import grow_once

        options = asked.options
        return grow_once(*asked.hidden, start, jobs=options.jobs, memory=options.memory, tell=_teller(options, start))


class SeveralOnce(_Once):
    """Built-in heuristics where answers may be one of several."""

    name = "shared positions of several answers"
    task = "built-in heuristics where answers may be one of several, in compiled code"
    limited = True
    plans: ClassVar[list[str]] = ["overlapping"]
    """The names of the plans for its kernels, which comparisons of guesses need as well."""

    def fits(self, asked: Request) -> bool:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        return grows_several(*asked.hidden)

    def kernels(self, asked: Request) -> list[str]:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        return self.plans

    def warm_up_all(self, game: Game) -> None:
        """See :class:`Grower`."""
        from strategist.search.growing.several_growth import warm_up_several_growth

        warm_up_several_growth(game)


class LiesOnce(_Once):
    """Built-in heuristics where answers may be false."""

    name = "shared positions under lies"
    task = "built-in heuristics where answers may be false, in compiled code"

    def fits(self, asked: Request) -> bool:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        return grows_lies(*asked.hidden)


class ByCalling(Grower):
    """Any other strategy."""

    name = "calling"
    task = "any strategy, by calling it at each position"
    refuses = CALLED

    def fits(self, asked: Request) -> bool:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        return True


GROWERS: tuple[Engine, ...] = (ByKernel(), SeveralOnce(), LiesOnce(), ByCalling())


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


def _by_calling(asked: Request, start: Start) -> tuple[DecisionTree, Claims]:
    game, strategy = asked.hidden
    tree = grow_plainly(game, strategy, start, _teller(asked.options, start), in_order=not asked.plain)
    return tree, claims_of(game, tree, start.candidates, start.history)


def _teller(options: Options, start: Start) -> Callable[[int], object] | None:
    """A function that reports the number of resolved secrets; a kernel publishes only one number."""
    progress, secrets = options.progress, len(start.candidates)
    if progress is None:
        return None
    return lambda resolved: progress(resolved / secrets, {"resolved": resolved})
