"""The list of engines: everybody who can carry out a strategy. The first that fits a request carries it out.

What an engine searches with is imported when it runs: a heuristic needs neither the search nor certificates.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from strategist.choosing.heuristics import Entropy, Minimax, Strategy
from strategist.choosing.searched import Feasible, Optimal, SearchedStrategy
from strategist.choosing.shortest_lines import ShortestLine, shortest_line
from strategist.common.errors import TooLargeError
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.objective import DEPTH, EXPECTED, SIZE, TOTAL
from strategist.model.position import Lies, One, Position, Several, by_kind, kind_of
from strategist.model.refusals import Refusals
from strategist.model.solitaire import AnyGame, Solitaire, line_claims, line_tree
from strategist.model.tree import Claims
from strategist.search.adapters.registry import adapter_of
from strategist.search.compile import refused
from strategist.search.compile.compiled import Compiled
from strategist.search.compile.growers import GROWERS, SeveralOnce, grown, shape_of
from strategist.search.compile.plan import Engine, Plan, Request, plan_among
from strategist.search.kernels.numba.ahead.planned import planned
from strategist.search.state.memory import refuse_large_search
from strategist.search.state.options import Options
from strategist.search.state.start import Start, most_candidates

if TYPE_CHECKING:
    from strategist.search.lies.search_lies import Known
    from strategist.search.run.objectives import Outcome


class OneLine(Engine):
    """Solitaires, in which nothing is hidden."""

    name = "shortest line"
    task = "the shortest line of a solitaire"
    refuses = refused.LINE

    def fits(self, asked: Request) -> bool:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        return isinstance(asked.game, Solitaire)

    def run(self, asked: Request, start: Start) -> Compiled:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        game, spec = asked.game, asked.strategy.spec
        assert isinstance(game, Solitaire)  # it fits
        line = shortest_line(game)
        count = len(line.moves)
        tree, claims = line_tree(line.moves), line_claims(count)
        data = StrategyData(game, spec, tree, claims, bound="optimal", objective=TOTAL.name, lower_bound=count)
        return Compiled(data, line.seconds, line.positions)


class Prepared(NamedTuple):
    """A search that may begin."""

    search: Callable[[Options], Outcome]
    """It reports to the options that it is called with, which are those below, or write a trace as well."""
    options: Options
    improvable: Callable[[Outcome, Claims], bool] | None = None
    """Whether its tree may be worse than that of a heuristic, if it was stopped. None for a search that never needs the
    tree of a heuristic instead."""
    seconds: float = 0.0
    """What the preparation took."""


class Searching(Engine):
    """An engine that searches all trees of a game, or a good part of them."""

    kinds: ClassVar[frozenset[str]]
    """The kinds of answers where it searches."""
    shared = limited = True

    def fits(self, asked: Request) -> bool:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        if not isinstance(asked.strategy, SearchedStrategy):
            return False
        game, strategy = asked.searched
        return kind_of(game).name in self.kinds and self.decides(game, strategy, asked)

    def decides(self, game: Game, strategy: SearchedStrategy, asked: Request) -> bool:
        """Whether it finds the tree, where answers are of one of its kinds."""
        return True

    def room(self, asked: Request, narrowed: bool) -> int | None:
        """See :class:`~strategist.search.compile.plan.Engine`: it counts what it holds while it runs."""
        return None

    def run(self, asked: Request, start: Start) -> Compiled:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        from strategist.search.compile.searched_trees import searched_tree

        game, strategy = asked.searched
        each = self.prepared(game, strategy, asked, start)
        return searched_tree(game, strategy, start, each.search, each.options, each.improvable, each.seconds)

    @abstractmethod
    def prepared(self, game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
        """The search of a strategy from a position on, with its kernels compiled."""


class AtOnce(Searching):
    """``optimal(static)`` and ``feasible(static,count=K)``."""

    name = "at once"
    task = "the fewest questions that are asked all at once"
    refuses = refused.AT_ONCE
    unstated: ClassVar[Refusals] = {}
    kinds = frozenset((One.name, Several.name, Lies.name))

    def decides(self, game: Game, strategy: SearchedStrategy, asked: Request) -> bool:
        """See :class:`Searching`."""
        return strategy.at_once

    def prepared(self, game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
        """See :class:`Searching`."""
        from strategist.search.static.search_static import search_static, search_static_plainly

        if asked.plain:
            return Prepared(lambda _: search_static_plainly(strategy, start), asked.options)
        return Prepared(lambda options: search_static(game, strategy, options, start), asked.options)


class ByNumbers(Searching):
    """``optimal(depth)`` and ``feasible(…)`` of games in which any set may be asked for."""

    name = "numbers"
    task = "the fewest questions where any set may be asked for"
    refuses = refused.NUMBERS
    kinds = frozenset((One.name, Lies.name))

    def decides(self, game: Game, strategy: SearchedStrategy, asked: Request) -> bool:
        """See :class:`Searching`. It knows the depth only. Under lies, another search writes certificates. Where no
        answer is false, another one is asked as long as it can hold all questions."""
        if asked.plain or not (isinstance(strategy, Feasible) or list(strategy.objectives) == [DEPTH.name]):
            return False
        from strategist.games.hidden_numbers import AnySubset

        if type(game) is not AnySubset:
            return False
        return not asked.options.certificate if game.lies else not _holds_questions(game)

    def prepared(self, game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
        """See :class:`Searching`."""
        from strategist.search.compile.subset_trees import search_by_numbers

        return Prepared(lambda options: search_by_numbers(game, strategy, options, start), asked.options)


class ByStructure(Searching):
    """``optimal(expected)`` of ``pools``."""

    name = "pools"
    task = "the fewest tests of pools that are expected"
    refuses: ClassVar[Refusals] = {}
    kinds = frozenset((One.name,))

    def decides(self, game: Game, strategy: SearchedStrategy, asked: Request) -> bool:
        """See :class:`Searching`. It knows what is expected, from the beginning on, and writes neither certificates nor
        journals. Another search knows the rest."""
        options = asked.options
        given = (options.certificate, options.journal, options.cluster, options.nodes, options.trace, asked.plain)
        if list(strategy.objectives) != [EXPECTED.name] or any(given) or asked.made or not asked.whole:
            return False
        from strategist.games.pools import Pools

        free = isinstance(strategy, Optimal) and not strategy.restrictions() and strategy.width is None
        return free and isinstance(game, Pools)

    def prepared(self, game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
        """See :class:`Searching`."""
        from strategist.search.compile.pool_trees import search_pools

        return Prepared(lambda options: search_pools(game, strategy, options), asked.options)


class UnderLies(Searching):
    """Searches where answers may be false."""

    name = "lies"
    task = "the least depth where answers may be false"
    refuses = refused.LIES
    kinds = frozenset((Lies.name,))

    def room(self, asked: Request, narrowed: bool) -> int | None:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        return _room_of_search(asked, narrowed)

    def prepared(self, game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
        """See :class:`Searching`."""
        from strategist.search.lies.search_lies import search_lies, search_lies_plainly, warm_up_lies

        if asked.plain:
            return Prepared(lambda _: search_lies_plainly(strategy, start), asked.options)
        warm_up_lies()
        known, seconds = _known_under_lies(game, strategy, asked.options, start)
        return Prepared(
            lambda options: search_lies(game, strategy, options, start, known),
            asked.options,
            seconds=seconds,
        )


class Exact(Searching):
    """Searches where each question has one answer."""

    name = "exact"
    task = "a best possible tree where each question has one answer"
    refuses = refused.EXACT
    kinds = frozenset((One.name,))

    def decides(self, game: Game, strategy: SearchedStrategy, asked: Request) -> bool:
        """See :class:`Searching`."""
        return SIZE.name not in strategy.objectives

    def room(self, asked: Request, narrowed: bool) -> int | None:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        return _room_of_search(asked, narrowed)

    def kernels(self, asked: Request) -> list[str]:
        """See :class:`~strategist.search.compile.plan.Engine`."""
        return [f"optimal-{shape_of(asked.hidden[0])}"]

    def prepared(self, game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
        """See :class:`Searching`."""
        if asked.plain:
            from strategist.search.compile.searched_trees import best_of_all
            from strategist.search.run.alltrees import best_tree

            position = Position(start.history, start.candidates.tolist())
            return Prepared(lambda _: best_of_all(game, strategy, start, best_tree(strategy, position)), Options())
        from strategist.cluster import crowd_for
        from strategist.search.run.objectives import search, warm_up_exact

        warm_up_exact(game)

        def depth_is_open(outcome: Outcome, claims: Claims) -> bool:
            least = outcome.lower_bound
            return strategy.objectives[:1] == [DEPTH.name] and least is not None and claims.depth > least

        return Prepared(
            lambda options: search(game, strategy, options, start, crowd_for(options)),
            asked.options,
            depth_is_open,
        )


class ForKeys(Searching):
    """Searches where answers may be one of several, or the questions of the tree count."""

    name = "keys"
    task = "a best possible tree where answers may be one of several, or of the least size"
    refuses = refused.KEYS
    kinds = frozenset((One.name, Several.name))

    def prepared(self, game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
        """See :class:`Searching`."""
        from strategist.search.several_answers.search_several import (
            search_several,
            search_several_plainly,
            warm_up_several,
        )

        if asked.plain:
            from strategist.search.compile.searched_trees import best_of_all

            def specified(_: Options) -> Outcome:
                tree = search_several_plainly(strategy, start).tree
                assert tree is not None  # nothing has stopped it
                return best_of_all(game, strategy, start, tree)

            return Prepared(specified, Options())
        from strategist.cluster import crowd_for

        warm_up_several()
        return Prepared(
            lambda options: search_several(game, strategy, options, start, crowd_for(options)),
            asked.options,
            lambda *_: True,
        )


ENGINES: tuple[Engine, ...] = (
    OneLine(),
    AtOnce(),
    ByNumbers(),
    ByStructure(),
    UnderLies(),
    Exact(),
    ForKeys(),
    *GROWERS,
)
"""All engines: the first that fits carries a strategy out."""


def plan_of(
    game: AnyGame,
    strategy: Strategy | ShortestLine,
    options: Options | None = None,
    *,
    made: int = 0,
    whole: bool = True,
    merge: bool = True,
    plain: bool = False,
) -> Plan:
    """The plan of a strategy in a game: see :class:`~strategist.search.compile.plan.Request` for the arguments.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("pools(4)")
    >>> for text in ("optimal(expected)", "optimal(expected,depth)", "optimal(size)", "nested"):
    ...     plan_of(game, make_strategy(text, game)).engine.name
    'pools'
    'exact'
    'keys'
    'calling'
    """
    return plan_among(ENGINES, Request(game, strategy, options or Options(), made, whole, merge, plain))


@contextmanager
def kernels_for(
    game: AnyGame,
    strategy: Strategy | ShortestLine | None,
    jobs: int = 1,
    time_limit: float | None = None,
    *,
    further: Sequence[str] = (),
) -> Iterator[None]:
    """Within the block, a strategy is compiled by ``jobs`` threads, if one is given, and ``further`` work is done:
    ``ranking`` for guesses that are compared, ``advice`` for all figures of them, ``opening`` for first guesses that
    ship."""
    limited = "; --time-limit begins behind it" if time_limit else ""
    with planned(kernels_of(game, strategy, jobs, further), limited):
        yield


def kernels_of(
    game: AnyGame, strategy: Strategy | ShortestLine | None, jobs: int = 1, further: Sequence[str] = ()
) -> list[str]:
    """The names of the plans for what is compiled before the work of :func:`kernels_for`.

    >>> from strategist.games.catalog import make_game
    >>> kernels_of(make_game("mastermind(4,6)"), None, further=["ranking"])
    ['ranking-8']
    """
    found = [] if strategy is None else plan_of(game, strategy, Options(jobs)).kernels
    if not isinstance(game, Game) or not further:
        return found
    # Nobody has planned what is compiled under lies.
    more = by_kind(game, one=[f"{work}-{shape_of(game)}" for work in further], several=SeveralOnce.plans, lies=[])
    return list(dict.fromkeys((*more, *found)))


def _holds_questions(game: Game) -> bool:
    """Whether a search that lists all questions can hold them."""
    try:
        refuse_large_search(game, len(game.secrets), game.question_count)
    except TooLargeError:
        return False
    return True


def _room_of_search(asked: Request, narrowed: bool) -> int | None:
    """See :meth:`Engine.room <strategist.search.compile.plan.Engine.room>`, of a search that holds all responses."""
    game = asked.hidden[0]
    # Of a table only the rows of candidates are made; the number of candidates is known later.
    adapter_of(game).refuse_too_large(1 if asked.made or narrowed else None)
    if narrowed:
        return None
    if asked.made:
        return most_candidates(game)
    refuse_large_search(game, len(game.secrets), game.question_count)
    return None


def _known_under_lies(
    game: Game, strategy: SearchedStrategy, options: Options, start: Start
) -> tuple[Known | None, float]:
    """The better tree of two heuristics, which often needs no more than is proven: then no other is looked for."""
    from strategist.search.lies.search_lies import Known

    found = []
    few = Options(jobs=options.jobs, memory=options.memory)
    limit = strategy.max_depth(len(start.history))
    # Where rows hold a falsehood each, the search finds better trees than heuristics, and sooner.
    for kind in () if game.fibs and not strategy.objectives else (Minimax, Entropy):
        found.append(grown(game, kind(game, {"first": strategy.values["first"]}), start, few))
        # Where nothing is minimized, one tree within the limit is enough.
        if not strategy.objectives and limit is not None and found[-1].data.claims.depth <= limit:
            break
    if not found:
        return None, 0.0
    best = min(found, key=lambda each: (each.data.claims.depth, each.data.claims.worst_count))
    return Known(best.data.tree, best.data.claims), sum(each.seconds for each in found)
