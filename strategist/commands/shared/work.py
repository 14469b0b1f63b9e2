"""Work that may take long: with progress bars on standard error, and a word beforehand where it will be slow.

Bars are tqdm's, which is imported when the first one is made: it takes long. The library itself prints nothing; it has
:attr:`Plan.slow <strategist.search.compile.plan.Plan.slow>`.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from strategist.commands.shared.basics import cores, first_given
from strategist.common.errors import StrategistError
from strategist.common.wording import percent_above

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.choosing.searched import SearchedStrategy
    from strategist.choosing.shortest_lines import ShortestLine
    from strategist.model.game import Game, History
    from strategist.model.solitaire import AnyGame
    from strategist.search.advice.seeds import Draws
    from strategist.search.compile.compiled import Compiled
    from strategist.search.state.options import Options, Progress

_SHARE = "{l_bar}{bar}| {elapsed}{postfix}"
"""A bar that shows only the share of the work that is done."""
_SAID = "strategist.commands.shared.work"
"""The key under which the context of a command keeps the reasons that it has printed."""


def progress_bar(items: Iterable[Any] | None = None, *, delay: float = 0.2, **options: Any) -> Any:
    """A bar over some items, or one that is moved by hand; none where standard error is no terminal.

    A thread of tqdm's looks after slow bars. Where no thread can be started, as in a browser, bars do without.

    >>> list(progress_bar(range(3)))
    [0, 1, 2]
    """
    from tqdm import TqdmMonitorWarning, tqdm

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TqdmMonitorWarning)
        return tqdm(items, disable=None, leave=False, delay=delay, **options)


def tell_if_slow(game: AnyGame, strategy: Strategy | ShortestLine) -> None:
    """Say on standard error why a strategy takes the slow path in a game; each reason once per command."""
    from strategist.search.compile.engines import plan_of

    reason = plan_of(game, strategy).slow
    said: set[str] = click.get_current_context().meta.setdefault(_SAID, set())
    if reason is not None and reason not in said:
        said.add(reason)
        click.echo(f"strategist: {reason}", err=True)


def compile_with_bar(
    game: AnyGame, strategy: Strategy | ShortestLine, options: Options | None = None, history: History = ()
) -> Compiled:
    """Compile with a progress bar."""
    from strategist.search.compile.compile import compile_strategy
    from strategist.search.state.options import Options

    with at_work(game, strategy, options or Options(cores()), history=history) as shown:
        return compile_strategy(game, strategy, options=shown, start=history)


def draw_with_bar(game: Game, strategy: Strategy, count: int, jobs: int) -> Draws:
    """Compile a strategy under ``count`` seeds, with a progress bar."""
    from strategist.search.advice.seeds import draw_trees
    from strategist.search.state.options import Options

    tell_if_slow(game, strategy)
    with progress_bar(total=count, desc=strategy.spec, unit=" trees") as bar:
        options = Options(jobs, progress=lambda share, words: bar.update(words["trees"] - bar.n))
        return draw_trees(game, strategy, count, options=options)


@contextmanager
def at_work(
    game: AnyGame,
    strategy: Strategy | ShortestLine,
    options: Options,
    secrets: int | None = None,
    spoken: bool = False,
    history: History = (),
) -> Iterator[Options]:
    """``options`` with a progress bar that fits the kind of strategy, shown within the ``with`` block.

    ``secrets`` is the number of candidates at the position, by default all secrets, and ``history`` what was asked
    before it. With ``spoken``, progress of long
    work is printed in lines if standard error is no terminal. Raises
    :class:`~strategist.common.errors.StrategistError` for an option that does not apply to the strategy.
    """
    from strategist.search.compile.engines import kernels_for

    with (
        kernels_for(game, strategy, options.jobs),
        _shown(game, strategy, options, secrets, spoken, history) as shown,
    ):
        yield shown


@contextmanager
def _shown(
    game: AnyGame,
    strategy: Strategy | ShortestLine,
    options: Options,
    secrets: int | None,
    spoken: bool,
    history: History,
) -> Iterator[Options]:
    """What :func:`at_work` gives."""
    from strategist.choosing.searched import SearchedStrategy
    from strategist.model.solitaire import Solitaire
    from strategist.search.compile.engines import plan_of

    tell_if_slow(game, strategy)
    in_lines = spoken and not sys.stderr.isatty()
    plan = plan_of(game, strategy, options)
    if options.cluster is not None and not plan.engine.shared:
        raise StrategistError(f"--{plan.refusal()}")
    if isinstance(strategy, SearchedStrategy):
        if options.trace is not None and not strategy.objectives:
            raise StrategistError(f"--trace: expected a search for the best tree, optimal(…), got {strategy.spec}")
        told = _teller_of(game, strategy, history)
        with _lines(strategy.spec) if in_lines else _search_bar(strategy.spec, told) as progress:
            yield replace(options, progress=progress)
    elif option := _search_option(options):
        raise StrategistError(f"{option}: expected a search, optimal(…) or feasible(…), got {strategy.spec}")
    elif options.memory is not None and not plan.engine.limited:
        raise StrategistError(f"--memory: expected a search or a heuristic that runs compiled, got {strategy.spec}")
    elif isinstance(game, Solitaire):
        yield options
    else:
        bar = _lines(strategy.spec) if in_lines else _secrets_bar(secrets or len(game.secrets), strategy.spec)
        with bar as progress:
            yield replace(options, progress=progress)


_FIRST_WORD = 5.0
"""Seconds of work before the first line of progress; the interval doubles from line to line."""


@contextmanager
def _lines(label: str) -> Iterator[Progress]:
    """Progress as lines on standard error, at increasing intervals."""
    begin, due = time.monotonic(), _FIRST_WORD

    def show(share: float, words: Mapping[str, Any]) -> None:
        nonlocal due
        seconds = time.monotonic() - begin
        if seconds >= due:
            due *= 2
            click.echo(f"strategist: {label}: {share:.0%} after {seconds:.0f} s", err=True)

    yield show


def _search_option(options: Options) -> str | None:
    """The name of a given option that applies to searches only; None if there is none."""
    return first_given({"--time-limit": options.time_limit, "--journal": options.journal, "--trace": options.trace})


def takes_memory(game: AnyGame, strategy: Strategy | ShortestLine) -> bool:
    """Whether the memory of a search, or of a heuristic, can be limited."""
    from strategist.search.compile.engines import plan_of

    return plan_of(game, strategy).engine.limited


@contextmanager
def _secrets_bar(total: int, label: str) -> Iterator[Progress]:
    """A progress bar on standard error that counts resolved secrets; no bar if standard error is no terminal."""
    with _bar(total=total, desc=label, unit=" secrets") as bar:
        yield _silent if bar is None else lambda share, words: bar.update(words["resolved"] - bar.n)


@contextmanager
def _bar(**options: Any) -> Iterator[Any]:
    """A bar on standard error; None if that is no terminal, because importing bars takes long."""
    if not sys.stderr.isatty():
        yield None
        return
    with progress_bar(**options) as bar:
        yield bar


def _silent(share: float, words: Mapping[str, Any]) -> None:
    """Progress that nobody sees."""


def _teller_of(game: AnyGame, strategy: SearchedStrategy, history: History) -> Callable[[int], str] | None:
    """How a bar tells figures of the first objective that are no counts of guesses or secrets; None for the others."""
    from strategist.model.game import Game
    from strategist.model.objective import Unit
    from strategist.show.texts.in_units import text_in_unit, unit_of

    unit = unit_of(game, next(iter(strategy.objectives), None))
    if unit is not Unit.LEVELS or not isinstance(game, Game):
        return None
    secrets = len(game.consistent(history)) if history else len(game.secrets)
    return lambda value: text_in_unit(game, unit, secrets, value)


@contextmanager
def _search_bar(label: str, told: Callable[[int], str] | None = None) -> Iterator[Progress]:
    """A progress bar for a search: the share of settled first guesses, the best figure, its bound, the gap, the speed.

    Later objectives than the first are named. ``told`` writes the figures of the first one if they are no counts.
    """
    with share_bar(label) as bar:
        begin, first = time.monotonic(), None

        def show(share: float, words: Mapping[str, Any]) -> None:
            nonlocal first
            first = first or words.get("objective")
            bar(share, _search_words(words, first, time.monotonic() - begin, told))

        yield show


def _search_words(
    words: Mapping[str, Any], first: str | None, seconds: float, told: Callable[[int], str] | None = None
) -> dict[str, Any]:
    """The entries of a bar from the progress report of a search whose first objective is ``first``.

    >>> _search_words({"objective": "total", "best": 55721, "bound": 51598, "nodes": 90}, "total", 2.0)
    {'best': 55721, 'bound': 51598, 'gap': '8.0 %', 'nodes/s': '45'}
    >>> _search_words({"objective": "depth", "best": "-", "bound": 6, "nodes": 90}, "total", 2.0)
    {'objective': 'depth', 'best': '-', 'bound': 6, 'nodes/s': '45'}
    >>> _search_words({"objective": "lexicographic", "best": "-", "bound": 6, "nodes": 90}, "lexicographic", 2.0, hex)
    {'best': '-', 'bound': '0x6', 'nodes/s': '45'}
    """
    best, bound = words["best"], words["bound"]
    later = {"objective": words["objective"]} if words.get("objective") != first else {}
    gap = None if best == "-" or told is not None else percent_above(best, bound)
    if told is not None:
        best, bound = (each if each == "-" else told(each) for each in (best, bound))
    shown = {"best": best, "bound": bound} if first is not None else {}
    rest = {name: words[name] for name in words if name not in ("objective", "best", "bound", "nodes")}
    speed = {"nodes/s": f"{words['nodes'] / max(seconds, 0.001):.0f}"}
    return later | shown | ({} if gap is None else {"gap": f"{gap:.1f} %"}) | rest | speed


@contextmanager
def share_bar(label: str) -> Iterator[Progress]:
    """A progress bar that shows the share of the work that is done, followed by the progress report; no bar if standard
    error is no terminal."""
    # The report is updated even while the share does not change.
    with _bar(total=1.0, desc=label, miniters=0, dynamic_ncols=True, bar_format=_SHARE) as bar:

        def show(share: float, words: Mapping[str, Any]) -> None:
            bar.set_postfix(words, refresh=False)
            # At the end only the output of update is erased: after refresh, the report would follow the bar.
            bar.update(share - bar.n)

        yield _silent if bar is None else show
