"""How a fit is carried out: by how many threads, for how long, with which seed, and with a bar."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Integral
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.utils import check_random_state

from strategist.choosing.heuristics import Strategy
from strategist.choosing.registry import seeded_strategy
from strategist.choosing.strategy_contract import HIGHEST_SEED
from strategist.model.game import Game
from strategist.search.state.options import Options, Progress


def options_of_fit(n_jobs: Any, time_limit: Any) -> Options:
    """The options of a search in a fit; raises :class:`ValueError` for values out of range.

    >>> options_of_fit(None, 2.5)
    Options(jobs=1, time_limit=2.5, memory=None, journal=None, trace=None, techniques=-1, progress=None, \
certificate=False, cluster=None, nodes=None, copies=True, certify=None)
    """
    if time_limit is not None and not (isinstance(time_limit, (int, float, np.number)) and time_limit >= 0):
        raise ValueError(f"time_limit: expected seconds from 0 on, or None, got {time_limit!r}")
    if n_jobs is not None and (isinstance(n_jobs, bool) or not isinstance(n_jobs, Integral) or n_jobs == 0):
        raise ValueError(f"n_jobs: expected a number of threads, -1 for all, or None, got {n_jobs!r}")
    return Options(jobs=effective_n_jobs(n_jobs), time_limit=None if time_limit is None else float(time_limit))


def strategy_of_fit(text: str, game: Game, random_state: Any) -> Strategy:
    """The strategy that a string names; one that draws does so by ``random_state``, unless the string names a seed.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind")
    >>> strategy_of_fit("entropy(ties=random)", game, 0).spec, strategy_of_fit("entropy", game, 0).spec
    ('entropy(ties=random,seed=209652396)', 'entropy')
    """
    # Without a state a fit is repeatable all the same, by the seed that the strategy has by itself.
    seed = 0 if random_state is None else int(check_random_state(random_state).randint(HIGHEST_SEED))
    return seeded_strategy(text, game, seed)


@contextmanager
def bar_of_fit(verbose: Any, label: str) -> Iterator[Progress | None]:
    """A bar on standard error that shows how far the work is, and what it has reached; none unless ``verbose``."""
    if not verbose:
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=1.0, desc=label, bar_format="{l_bar}{bar}| {elapsed}{postfix}") as bar:

        def show(share: float, words: Any) -> None:
            bar.set_postfix({name: words[name] for name in ("best", "bound") if name in words}, refresh=False)
            bar.update(share - bar.n)

        yield show
