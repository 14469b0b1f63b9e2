"""One strategy under many seeds: what a player that draws comes to on average, and how much luck there is in it.

Each seed has its complete tree. Nothing else is drawn: within a tree all secrets count alike.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from statistics import fmean, stdev
from typing import Any, NamedTuple, Self

from strategist.choosing.heuristics import Strategy
from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.tree import Claims, Figure
from strategist.search.compile.compile import compile_strategy
from strategist.search.state.options import Options

MOST_SEEDS = 100_000


class Spread(NamedTuple):
    """How one figure differs from tree to tree.

    ``deviation`` is the standard deviation that the trees suggest (n − 1 below the line); a single tree suggests none.
    """

    mean: float
    deviation: float | None
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """The figures of some values.

        >>> Spread.of([1, 2, 3])
        Spread(mean=2.0, deviation=1.0, least=1, most=3)
        """
        return cls(fmean(values), stdev(values) if len(values) > 1 else None, min(values), max(values))


@dataclass(frozen=True)
class Draws:
    """The result of a strategy under ``seeds``: ``claims`` are the figures of each tree, in the order of the seeds."""

    strategy: Strategy
    seeds: range
    claims: tuple[Claims, ...]

    @property
    def total(self) -> Spread:
        """The guesses of a tree summed over the solved secrets."""
        return Spread.of([_plain(claims.total) for claims in self.claims])

    @property
    def average(self) -> Spread | None:
        """The guesses that a solved secret of a tree needs on average; None if some tree solves none."""
        averages = [claims.average for claims in self.claims if claims.average is not None]
        return Spread.of(averages) if len(averages) == len(self.claims) else None

    @property
    def depths(self) -> dict[int, int]:
        """How many trees have each depth, by ascending depth."""
        return dict(sorted(Counter(claims.depth for claims in self.claims).items()))

    @property
    def pooled(self) -> Claims:
        """The figures of all trees put together, as if their secrets were those of one."""
        histogram = [sum(counts) for counts in zip_longest(*(each.histogram for each in self.claims), fillvalue=0)]
        depth = max(each.depth for each in self.claims)
        worst = sum(each.worst_count for each in self.claims if each.depth == depth)
        lost, known = sum(each.lost for each in self.claims), sum(each.known for each in self.claims)
        return Claims.of(histogram, lost, known, worst, sum(each.can_lose for each in self.claims))


def _plain(figure: Figure) -> float:
    """A figure for statistics: whole numbers stay as they are."""
    return figure if isinstance(figure, int) else float(figure)


class _Stopped(Exception):
    """Nobody waits for the tree any more."""


def draw_trees(game: Game, strategy: Strategy, count: int, *, options: Options | None = None) -> Draws:
    """Compile ``strategy`` under ``count`` seeds, from its own on.

    ``options.jobs`` trees are made at a time, which changes nothing else. ``options.progress`` is told ``trees``, the
    number of trees that are done. Raises :class:`~strategist.common.errors.SpecError` for a strategy that draws
    nothing, or for too many seeds.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.registry import make_strategy
    >>> game = make_game("mastermind(2,3)")
    >>> draws = draw_trees(game, make_strategy("random", game), 20, options=Options(jobs=2))
    >>> draws.total.least, draws.total.most, draws.depths
    (21, 24, {3: 11, 4: 9})
    """
    options = options or Options()
    seeds = seeds_from(strategy, count)
    stop = threading.Event()

    def told(share: float, words: Mapping[str, Any]) -> None:
        if stop.is_set():
            raise _Stopped

    def compile_one(seed: int) -> Claims:
        seeded = type(strategy)(game, strategy.values | {"seed": seed})
        return compile_strategy(game, seeded, options=Options(progress=told)).data.claims

    # The first one alone: kernels that it needs are compiled then, or loaded, and two threads must not do that at once.
    found = [compile_one(seeds[0])]
    pool = ThreadPoolExecutor(options.jobs, thread_name_prefix="strategist-seed")
    try:
        for claims in pool.map(compile_one, seeds[1:]):
            found.append(claims)
            if options.progress is not None:
                options.progress(len(found) / count, {"trees": len(found)})
    finally:
        # After Ctrl-C the trees in hand are given up, and the others are not begun.
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
    return Draws(strategy, seeds, tuple(found))


def seeds_from(strategy: Strategy, count: int) -> range:
    """A range of ``count`` seeds, the first that of the strategy.

    Raises :class:`~strategist.common.errors.SpecError` where seeds change nothing, or are too many.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.registry import make_strategy
    >>> seeds_from(make_strategy("random(seed=5)", make_game("mastermind")), 10)
    range(5, 15)
    """
    first = strategy.values.get("seed")
    if not strategy.draws or not isinstance(first, int):
        raise SpecError(
            f"{strategy.spec} draws nothing: expected a strategy that a seed changes, such as random, "
            "first(order=shuffle), minimax(ties=random) or state-machine(start=random)"
        )
    if not 1 <= count <= MOST_SEEDS:
        raise SpecError(f"expected 1 to {MOST_SEEDS} seeds, got {count}")
    highest = next(parameter.high for parameter in strategy.parameters if parameter.name == "seed")
    if highest is not None and first + count - 1 > highest:
        raise SpecError(f"{strategy.spec}: {count} seeds from {first} on go beyond the highest, {highest}")
    return range(first, first + count)
