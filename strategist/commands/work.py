"""Compiling with a progress bar, on as many cores as there are."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strategist.commands.pace import tell_if_slow
from strategist.commands.shared import cores
from strategist.errors import StrategistError

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.choosing.lines import ShortestLine
    from strategist.game import History
    from strategist.search.compile import Compiled
    from strategist.search.options import Options, Progress
    from strategist.solitaire import AnyGame

_SHARE = "{l_bar}{bar}| {elapsed}{postfix}"
"""A bar that shows only the share of the work that is done."""


def compile_with_bar(
    game: AnyGame, strategy: Strategy | ShortestLine, options: Options | None = None, history: History = ()
) -> Compiled:
    """Compile with a progress bar."""
    from strategist.search.compile import compile_strategy
    from strategist.search.options import Options

    with at_work(game, strategy, options or Options(cores())) as shown:
        return compile_strategy(game, strategy, options=shown, start=history)


@contextmanager
def at_work(game: AnyGame, strategy: Strategy | ShortestLine, options: Options) -> Iterator[Options]:
    """The same options, with a progress bar that fits the kind of strategy."""
    from strategist.choosing.searched import SearchedStrategy
    from strategist.solitaire import Solitaire

    tell_if_slow(game, strategy)
    if isinstance(strategy, SearchedStrategy):
        with _search_bar(strategy.spec) as progress:
            yield replace(options, progress=progress)
    elif options.memory is not None or options.journal is not None:
        option = "--memory" if options.memory is not None else "--journal"
        raise StrategistError(f"{option}: expected a search, optimal(…) or feasible(…), got {strategy.spec}")
    elif isinstance(game, Solitaire):
        yield options
    else:
        with _secrets_bar(len(game.secrets), strategy.spec) as progress:
            yield replace(options, progress=progress)


def certify_with_bar(compiled: Compiled, path: str) -> tuple[int, int]:
    """Write the certificate of an optimal tree, with a progress bar; returns its positions and its size in bytes."""
    from tqdm import tqdm

    from strategist.files.certificate import write_certificate

    if compiled.certify is None:
        raise StrategistError("no certificate is written: the search was stopped before it had proven its bound")
    with tqdm(total=1.0, desc="certificate", disable=None, leave=False, delay=0.2, bar_format=_SHARE) as bar:

        def show(share: float, words: Mapping[str, Any]) -> None:
            bar.n = share
            bar.refresh()

        certified = compiled.certify(show)
    if certified.gaps:
        raise StrategistError(f"the proof has gaps, at {certified.gaps} guesses: this is a bug, please report it")
    return len(certified.certificate), write_certificate(path, certified.certificate)


def refuse_unwritable(path: str) -> None:
    """Refuse a hopeless output path before the work, not after it."""
    target = Path(path)
    if target.is_dir():
        raise StrategistError(f"cannot write {path}: expected a file, got a folder")
    if not target.parent.is_dir():
        raise StrategistError(f"cannot write {path}: there is no folder {target.parent}")


def refuse_same(**paths: str | None) -> None:
    """Refuse options that name one file twice: the last one written would replace the others.

    >>> refuse_same(output="best.msgpack", journal=None, certificate="./best.msgpack")
    Traceback (most recent call last):
    ...
    strategist.errors.StrategistError: expected different files, got best.msgpack as output and certificate
    """
    seen: dict[str, str] = {}
    for name, path in paths.items():
        # Devices and pipes take whatever comes.
        if path is None or (os.path.exists(path) and not os.path.isfile(path)):
            continue
        target = os.path.realpath(path)
        if target in seen:
            raise StrategistError(f"expected different files, got {paths[seen[target]]} as {seen[target]} and {name}")
        seen[target] = name


@contextmanager
def _secrets_bar(total: int, label: str) -> Iterator[Progress]:
    """A progress bar on standard error that counts secrets resolved; nothing when that is no terminal."""
    from tqdm import tqdm

    with tqdm(total=total, desc=label, unit=" secrets", disable=None, leave=False, delay=0.2) as bar:
        yield lambda share, words: bar.update(words["resolved"] - bar.n)


@contextmanager
def _search_bar(label: str) -> Iterator[Progress]:
    """A progress bar of a proof: the share of the first guesses that is settled, the best cost, the bound, the
    nodes."""
    from tqdm import tqdm

    with tqdm(total=1.0, desc=label, disable=None, leave=False, delay=0.2, bar_format=_SHARE) as bar:
        begin = time.monotonic()

        def show(share: float, words: Mapping[str, Any]) -> None:
            speed = words["nodes"] / max(time.monotonic() - begin, 0.001)
            bar.n = share
            bar.set_postfix({name: words[name] for name in words if name != "nodes"} | {"nodes/s": f"{speed:.0f}"})

        yield show
