"""What keys of some heuristics and of a search would cost, each within some seconds and some memory."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from strategist.choosing.registry import make_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import OutOfTimeError, SpecError, TooLargeError
from strategist.model.game import Game
from strategist.model.trees.figures import with_size
from strategist.search.compile.compile import compile_from
from strategist.search.compile.engines import kernels_for
from strategist.search.compile.grow_once import grow_once
from strategist.search.growing.plans import grows_several
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.state.options import Options
from strategist.search.state.start import start_of

_MOST_BYTES = 1 << 27
"""What a key may take: some 500,000 places, in a few seconds."""


@dataclass(frozen=True)
class KeyPrice:
    """What the key of a strategy costs; all figures are None where it was not finished, and ``problem`` says why."""

    strategy: str
    questions: float | None = None
    """Expected, under the chances."""
    cost: float | None = None
    """Expected; None where questions have no costs."""
    depth: int | None = None
    """The most questions."""
    size: int | None = None
    """The questions that are printed: a question counts at each place where the key asks it."""
    least_size: int | None = None
    """No key has fewer; None where that is not proven of any number."""
    seconds: float | None = None
    problem: str | None = None


def key_prices(game: Game, strategies: Iterable[str], seconds: float, jobs: int = 1) -> list[KeyPrice]:
    """What the keys of some strategies cost, each with about that many seconds, and a search with so many threads."""
    return [_price(game, text, seconds, jobs) for text in strategies]


def _price(game: Game, text: str, seconds: float, jobs: int) -> KeyPrice:
    try:
        strategy = make_strategy(text, game)
    except SpecError as error:
        # Not every strategy knows every kind of answers.
        return KeyPrice(text, problem=str(error))
    start, watch, least = start_of(game), Stopwatch(), None

    def on_time(*_: object) -> None:
        if watch.seconds > seconds:
            raise OutOfTimeError(f"not finished after {seconds:g} s")

    try:
        with kernels_for(game, strategy):
            if isinstance(strategy, SearchedStrategy):
                # Compiling kernels does not count.
                watch = Stopwatch()
                data = compile_from(game, strategy, start, options=Options(jobs, time_limit=seconds)).data
                tree, claims = data.tree, data.claims
                least = None if data.lower_bound is None else math.ceil(data.lower_bound)
            elif grows_several(game, strategy):
                tree, claims = grow_once(game, strategy, start, budget=_MOST_BYTES, tell=on_time)
            else:
                data = compile_from(game, strategy, start, options=Options(progress=on_time)).data
                tree, claims = data.tree, data.claims
    except OutOfTimeError as error:
        return KeyPrice(strategy.spec, problem=str(error))
    except TooLargeError:
        return KeyPrice(strategy.spec, problem="too large to be printed")
    claims, weighed = with_size(claims, tree), claims.weighed
    questions, cost = claims.average, None
    if weighed is not None:
        questions = float(weighed.questions / weighed.mass) if weighed.mass else None
        if game.costs is not None and weighed.mass:
            cost = float(weighed.expected * game.cost_unit / weighed.mass)
    seconds = round(watch.seconds, 3)
    return KeyPrice(strategy.spec, questions, cost, claims.depth, claims.size, least, seconds)
