"""Which kernels some work will need, so that what is left to compile can be told before it begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from strategist.choosing.heuristics import Strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.choosing.shortest_lines import ShortestLine
from strategist.model.game import Game
from strategist.model.solitaire import AnyGame
from strategist.search.adapters.registry import kind_of
from strategist.search.growing.plans import by_kernel, may_divide
from strategist.search.kernels.numba.ahead.planned import planned


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
    with planned(plans_of(game, strategy, jobs, further), limited):
        yield


def plans_of(
    game: AnyGame, strategy: Strategy | ShortestLine | None, jobs: int, further: Sequence[str] = ()
) -> list[str]:
    """The names of plans. None was made for some kinds of games: a name that is not known does no harm."""
    if not isinstance(game, Game) or game.doubtful:
        return []
    if game.several:
        return [] if isinstance(strategy, SearchedStrategy) else ["overlapping"]
    kind = f"{kind_of(game)}{'' if game.weights is None else '-chances'}"
    found = [f"{work}-{kind}" for work in further]
    if isinstance(strategy, SearchedStrategy):
        found.append(f"optimal-{kind}")
    elif isinstance(strategy, Strategy) and by_kernel(game, strategy):
        found += [f"heuristic-{kind}", *([f"heuristic-{kind}-divided"] if may_divide(game, jobs) else [])]
    return found
