"""Compiling with a progress bar, on as many cores as there are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strategist.errors import StrategistError

if TYPE_CHECKING:
    from strategist.game import History
    from strategist.search.compile import Compiled
    from strategist.search.heuristics import Strategy
    from strategist.search.solitaire import ShortestLine
    from strategist.solitaire import AnyGame


def compile_with_bar(
    game: AnyGame,
    strategy: Strategy | ShortestLine,
    jobs: int | None = None,
    time_limit: float | None = None,
    history: History = (),
    memory: int | None = None,
    journal: str | None = None,
) -> Compiled:
    """Compile with a progress bar."""
    from strategist.search.compile import compile_strategy

    with at_work(game, strategy, jobs, time_limit, memory, journal) as how:
        return compile_strategy(game, strategy, start=history, **how)


@contextmanager
def at_work(
    game: AnyGame,
    strategy: Strategy | ShortestLine,
    jobs: int | None,
    time_limit: float | None,
    memory: int | None = None,
    journal: str | None = None,
) -> Iterator[dict[str, Any]]:
    """How to compile: keyword arguments, with a progress bar that fits the kind of strategy."""
    from strategist.search.crew import Options
    from strategist.search.objectives import SearchedStrategy
    from strategist.solitaire import Solitaire

    if isinstance(strategy, SearchedStrategy):
        with _search_bar(strategy.spec) as search_progress:
            yield {"options": Options(jobs or _cores(), time_limit, memory, journal, progress=search_progress)}
    elif memory is not None or journal is not None:
        option = "--memory" if memory is not None else "--journal"
        raise StrategistError(f"{option}: expected a search, optimal(…) or feasible(…), got {strategy.spec}")
    elif isinstance(game, Solitaire):
        yield {}
    else:
        with _secrets_bar(len(game.secrets), strategy.spec) as progress:
            yield {"progress": progress}


def _cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def refuse_unwritable(path: str) -> None:
    """Refuse a hopeless output path before the work, not after it."""
    target = Path(path)
    if target.is_dir():
        raise StrategistError(f"cannot write {path}: expected a file, got a folder")
    if not target.parent.is_dir():
        raise StrategistError(f"cannot write {path}: there is no folder {target.parent}")


@contextmanager
def _secrets_bar(total: int, label: str) -> Iterator[Callable[[int], object]]:
    """A progress bar on standard error that counts secrets resolved; nothing when that is no terminal."""
    from tqdm import tqdm

    with tqdm(total=total, desc=label, unit=" secrets", disable=None, leave=False, delay=0.2) as bar:
        yield lambda done: bar.update(done - bar.n)


@contextmanager
def _search_bar(label: str) -> Iterator[Callable[[float, dict[str, Any]], object]]:
    """A progress bar of a proof: the share of the first guesses that is settled, the best cost, the bound, the
    nodes."""
    from tqdm import tqdm

    form = "{l_bar}{bar}| {elapsed}{postfix}"
    with tqdm(total=1.0, desc=label, disable=None, leave=False, delay=0.2, bar_format=form) as bar:
        begin = time.monotonic()

        def show(share: float, words: dict[str, Any]) -> None:
            speed = words.pop("nodes") / max(time.monotonic() - begin, 0.001)
            bar.n = share
            bar.set_postfix(words | {"nodes/s": f"{speed:.0f}"})

        yield show
