"""The list of engines: everybody who can carry out a strategy. The first that fits a request carries it out.

What an engine searches with is imported when it runs: a heuristic needs neither the search nor certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from strategist.choosing.heuristics import Entropy, Minimax, Strategy
from strategist.choosing.searched import Feasible, Optimal, SearchedStrategy
from strategist.choosing.shortest_lines import ShortestLine, shortest_line
from strategist.common.errors import TooLargeError
from strategist.files.strategy import StrategyData
from strategist.games.boards import NAME as BOARDS
from strategist.model.game import Game
from strategist.model.objective import DEPTH, EXPECTED, SIZE, TOTAL, by_paths, price_of
from strategist.model.position import Lies, One, Position, Several, by_kind, kind_of
from strategist.model.refusals import Refusals
from strategist.model.solitaire import AnyGame, Solitaire, line_claims, line_tree
from strategist.model.tree import Claims
from strategist.search.adapters.registry import adapter_of, kind_of_source, responses_of
from strategist.search.compile import refused
from strategist.search.compile.compiled import Compiled
from strategist.search.compile.growers import GROWERS, SHARED_POSITIONS, grown, shape_of
from strategist.search.compile.plan import Engine, Plan, Request, plan_among
from strategist.search.kernels.numba.ahead.planned import planned
from strategist.search.state.memory import refuse_large_search
from strategist.search.state.options import Options
from strategist.search.state.start import Start, most_candidates

if TYPE_CHECKING:
    from strategist.search.run.objectives import Outcome


def _one_line(asked: Request, start: Start) -> Compiled:
    game = asked.game
    assert isinstance(game, Solitaire)  # it fits
    line = shortest_line(game)
    count = len(line.moves)
    tree, claims = line_tree(line.moves), line_claims(count)
    spec, objective = asked.strategy.spec, TOTAL.name
    data = StrategyData(game, spec, tree, claims, bound="optimal", objective=objective, lower_bound=count)
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


@dataclass(frozen=True)
class _Search:
    """How one engine searches all trees of a game, or a good part of them."""

    kinds: frozenset[str]
    """The kinds of answers where it searches."""
    prepare: Callable[[Game, SearchedStrategy, Request, Start], Prepared]
    """The search of a strategy from a position on, with its kernels compiled."""
    decides: Callable[[Game, SearchedStrategy, Request], bool] = lambda *_: True
    """Whether it finds the tree, where answers are of one of these kinds."""

    def fits(self, asked: Request) -> bool:
        if not isinstance(asked.strategy, SearchedStrategy):
            return False
        game, strategy = asked.searched
        return kind_of(game).name in self.kinds and self.decides(game, strategy, asked)

    def run(self, asked: Request, start: Start) -> Compiled:
        from strategist.search.compile.searched_trees import searched_tree

        game, strategy = asked.searched
        each = self.prepare(game, strategy, asked, start)
        return searched_tree(game, strategy, start, each.search, each.options, each.improvable, each.seconds)


def _of_boards(asked: Request) -> bool:
    if asked.game.name != BOARDS:
        return False
    from strategist.games.boards_game import BoardsGame

    return isinstance(asked.game, BoardsGame)


def _for_boards(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.compile.boards.board_trees import search_boards

    return Prepared(lambda options: search_boards(game, strategy, options, start), asked.options)


def _at_once(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.static.search_static import search_static, search_static_plainly

    if asked.plain:
        return Prepared(lambda _: search_static_plainly(strategy, start), asked.options)
    return Prepared(lambda options: search_static(game, strategy, options, start), asked.options)


def _by_code(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.compile.code_trees import search_codes

    return Prepared(lambda _: search_codes(game, strategy, start), asked.options)


def _any_set_at_once(game: Game, strategy: SearchedStrategy, asked: Request) -> bool:
    """Whether any set may be asked for, all at once."""
    from strategist.games.sets.hidden_numbers import AnySubset

    return strategy.at_once and type(game) is AnySubset and game.most is None


def _by_numbers(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.compile.subset_trees import search_by_numbers

    return Prepared(lambda options: search_by_numbers(game, strategy, options, start), asked.options)


def _decided_by_numbers(game: Game, strategy: SearchedStrategy, asked: Request) -> bool:
    """It knows the depth only. Under lies, or of sets of few numbers, another search writes certificates. Where no
    answer is false and any set is a question, another one is asked as long as it can hold all of them."""
    if asked.plain or not (isinstance(strategy, Feasible) or list(strategy.objectives) == [DEPTH.name]):
        return False
    from strategist.games.sets.hidden_numbers import AnySubset

    if type(game) is not AnySubset:
        return False
    one_by_one = not game.lies and game.most is None
    return not _holds_questions(game) if one_by_one else not asked.options.certificate


def _by_structure(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.compile.pool_trees import search_pools

    return Prepared(lambda options: search_pools(game, strategy, options), asked.options)


def _decided_by_structure(game: Game, strategy: SearchedStrategy, asked: Request) -> bool:
    """It knows what is expected, from the beginning on, and writes neither certificates nor journals."""
    options = asked.options
    given = (options.certificate, options.journal, options.cluster, options.nodes, options.trace, asked.plain)
    if list(strategy.objectives) != [EXPECTED.name] or any(given) or asked.made or not asked.whole:
        return False
    from strategist.games.sets.pools import Pools

    free = isinstance(strategy, Optimal) and not strategy.restrictions() and strategy.width is None
    return free and isinstance(game, Pools)


def _where_tests_err(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.compile.erring_trees import search_erring

    return Prepared(lambda options: search_erring(game, strategy, options, start), asked.options, lambda *_: True)


def _under_lies(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.lies.search_lies import Known, search_lies, search_lies_plainly, warm_up_lies

    if asked.plain:
        return Prepared(lambda _: search_lies_plainly(strategy, start), asked.options)
    if game.of is not None:
        from strategist.search.lies.exactly_so_many import search_exactly

        return Prepared(lambda options: search_exactly(game, strategy, options, start), asked.options)
    warm_up_lies(game)
    # The tree of a heuristic often needs no more than is proven, and then no other is looked for.
    few = Options(jobs=asked.options.jobs, memory=asked.options.memory)
    limit, trees = strategy.max_depth(len(start.history)), []
    # Where rows hold a falsehood each, the search finds better trees than heuristics, and sooner.
    for kind in () if game.fibs and not strategy.objectives else (Minimax, Entropy):
        trees.append(grown(game, kind(game, {"first": strategy.values["first"]}), start, few))
        # Where nothing is minimized, one tree within the limit is enough.
        if not strategy.objectives and limit is not None and trees[-1].data.claims.depth <= limit:
            break
    known = [Known(each.data.tree, each.data.claims) for each in trees]
    best = min(known, key=lambda each: (each.claims.depth, each.claims.worst_count), default=None)
    return Prepared(
        lambda options: search_lies(game, strategy, options, start, best),
        asked.options,
        seconds=sum(each.seconds for each in trees),
    )


def _recalls(asked: Request) -> bool:
    """Whether a search recalls what an earlier one or others have proven."""
    return bool(asked.options.journal or asked.options.cluster)


def _exact(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    if asked.plain:
        from strategist.search.compile.searched_trees import best_of_all
        from strategist.search.run.alltrees import best_tree

        position = Position(start.history, start.candidates.tolist())
        return Prepared(lambda _: best_of_all(game, strategy, start, best_tree(strategy, position)), Options())
    from strategist.cluster import crowd_for
    from strategist.search.run.objectives import search, warm_up_exact

    warm_up_exact(game, strategy.objectives, _recalls(asked))

    def depth_is_open(outcome: Outcome, claims: Claims) -> bool:
        least = outcome.lower_bound
        return strategy.objectives[:1] == [DEPTH.name] and least is not None and claims.depth > least

    return Prepared(
        lambda options: search(game, strategy, options, start, crowd_for(options)), asked.options, depth_is_open
    )


def _plans_of_exact(asked: Request) -> list[str]:
    from strategist.search.run.objectives import plans_of

    game, strategy = asked.searched
    return plans_of(game, strategy.objectives)


def _for_several(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.several_answers import search_several as several

    if asked.plain:
        from strategist.search.compile.searched_trees import best_of_all

        def specified(_: Options) -> Outcome:
            tree = several.search_several_plainly(strategy, start).tree
            assert tree is not None  # nothing has stopped it
            return best_of_all(game, strategy, start, tree)

        return Prepared(specified, Options())
    from strategist.cluster import crowd_for

    several.warm_up_several(_recalls(asked))
    return Prepared(
        lambda options: several.search_several(game, strategy, options, start, crowd_for(options)),
        asked.options,
        lambda *_: True,
    )


def _by_price(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.several_answers.priced.search_priced import (
        search_priced,
        search_priced_plainly,
        warm_up_priced,
    )

    if asked.plain:
        from strategist.search.compile.searched_trees import best_of_all

        return Prepared(lambda _: best_of_all(game, strategy, start, search_priced_plainly(strategy, start)), Options())
    warm_up_priced()
    told = responses_of(game, start.candidates)
    return Prepared(lambda options: search_priced(game, strategy, options, start, told), asked.options)


def _by_paths(game: Game, strategy: SearchedStrategy, asked: Request, start: Start) -> Prepared:
    from strategist.search.compile.path_trees import search_paths, search_paths_plainly

    if asked.plain:
        return Prepared(lambda _: search_paths_plainly(strategy, start), asked.options)
    return Prepared(lambda options: search_paths(game, strategy, options, start), asked.options)


def _has_paths(game: Game, strategy: SearchedStrategy, asked: Request) -> bool:
    return any(by_paths(game, each) for each in strategy.objectives or [""])


def _has_price(strategy: SearchedStrategy) -> bool:
    return any(price_of(each) is not None for each in strategy.objectives)


def _room_of_search(asked: Request, narrowed: bool) -> int | None:
    """The room of a search that holds all responses."""
    game, _ = asked.hidden
    # Of a table only the rows of candidates are made; the number of candidates is known later.
    adapter_of(game).refuse_too_large(1 if asked.made or narrowed else None)
    if narrowed:
        return None
    if asked.made:
        return most_candidates(game)
    refuse_large_search(game, len(game.secrets), game.question_count)
    return None


def _holds_questions(game: Game) -> bool:
    """Whether a search that lists all questions can hold them."""
    try:
        refuse_large_search(game, len(game.secrets), game.question_count)
    except TooLargeError:
        return False
    return True


def _searching(
    name: str,
    task: str,
    refuses: Refusals,
    search: _Search,
    room: Callable[[Request, bool], int | None] = lambda *_: None,
    **more: Any,
) -> Engine:
    return Engine(name, task, refuses, search.fits, search.run, room, shared=True, limited=True, **more)


_ONE, _SEVERAL, _LIES = (frozenset((kind.name,)) for kind in (One, Several, Lies))

ENGINES: tuple[Engine, ...] = (
    Engine(
        "shortest line",
        "the shortest line of a solitaire",
        refused.LINE,
        lambda asked: isinstance(asked.game, Solitaire),
        _one_line,
    ),
    Engine(
        "boards",
        "the least total for several boards",
        refused.BOARDS,
        _of_boards,
        _Search(_ONE, _for_boards).run,
    ),
    _searching(
        "paths",
        "the least cost of paths, where answers have costs or limits, or the greatest cost counts",
        refused.PATHS,
        _Search(_ONE | _SEVERAL | _LIES, _by_paths, _has_paths),
    ),
    _searching(
        "codes",
        "few sets that are asked for all at once, where answers may be false",
        refused.CODES,
        _Search(_LIES, _by_code, _any_set_at_once),
        unstated={},
    ),
    _searching(
        "at once",
        "the fewest questions that are asked all at once",
        refused.AT_ONCE,
        _Search(_ONE | _SEVERAL | _LIES, _at_once, lambda _, strategy, __: strategy.at_once),
        unstated={},
    ),
    _searching(
        "price",
        "the least error of a tree that names classes",
        refused.PRICE,
        _Search(_ONE | _SEVERAL | _LIES, _by_price, lambda _, strategy, __: _has_price(strategy)),
        kernels=lambda _: ["price"],
    ),
    _searching(
        "numbers",
        "the fewest questions where any set may be asked for",
        refused.NUMBERS,
        _Search(_ONE | _LIES, _by_numbers, _decided_by_numbers),
    ),
    _searching(
        "pools", "the fewest tests of pools that are expected", {}, _Search(_ONE, _by_structure, _decided_by_structure)
    ),
    _searching(
        "errors",
        "the least chance of a wrong name, or the fewest tests, where tests of pools err",
        refused.ERRING,
        _Search(_SEVERAL, _where_tests_err, lambda game, _, __: game.erring is not None),
        unstated=refused.ERRING_UNSTATED,
    ),
    _searching(
        "lies",
        "the least depth where answers may be false",
        refused.LIES,
        _Search(_LIES, _under_lies),
        _room_of_search,
        kernels=lambda asked: [f"lies-{kind_of_source(asked.hidden[0])}"],
    ),
    _searching(
        "exact",
        "a best possible tree where each question has one answer",
        refused.EXACT,
        _Search(_ONE, _exact, lambda _, strategy, __: SIZE.name not in strategy.objectives),
        _room_of_search,
        kernels=_plans_of_exact,
    ),
    _searching(
        "keys",
        "a best possible tree where answers may be one of several, or of the least size",
        refused.KEYS,
        _Search(_ONE | _SEVERAL, _for_several),
        kernels=lambda _: ["keys"],
    ),
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
    *,
    further: Sequence[str] = (),
) -> Iterator[None]:
    """Within the block, a strategy is compiled by ``jobs`` threads, if one is given, and ``further`` work is done:
    ``ranking`` for guesses that are compared, ``advice`` for all figures of them, ``opening`` for first guesses that
    ship."""
    with planned(kernels_of(game, strategy, jobs, further)):
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
    names = [f"{work}-{shape_of(game)}" for work in further]
    more = by_kind(game, one=names, several=SHARED_POSITIONS, lies=[f"{name}-lies" for name in names])
    return list(dict.fromkeys((*more, *found)))
