"""What shortens the wait for the compiler, and a bar for those who wait."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from strategist.search.kernels.numba.ahead.planned import counted
from strategist.search.kernels.numba.switch import QUICK

Result = TypeVar("Result")

_WIDE_FRAME = 70_000
"""The words of a frame that is somewhat larger than half a MiB."""

_listening: list[Callable[[], object]] = []


def tell() -> None:
    """Say that a function was compiled."""
    for told in tuple(_listening):
        told()


@contextmanager
def on_each_function(told: Callable[[], object]) -> Iterator[None]:
    """Within the block, ``told`` is called for each function that is compiled."""
    _listening.append(told)
    try:
        yield
    finally:
        _listening.remove(told)


@contextmanager
def without_collection() -> Iterator[None]:
    """Within the block, Python does not look for garbage in cycles.

    The compiler makes millions of objects that all stay in use until it is done: to look through them again and again
    takes a sixth of its time.
    """
    enabled = QUICK and gc.isenabled()
    if enabled:
        gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def bar_of_compilation() -> Iterator[Callable[[], None]]:
    """Within the block, a bar on a terminal's standard error shows how far the compiler has come.

    It goes through the seconds that were foretold, kernel by kernel. Where nothing was, functions are counted. There is
    no bar as long as everything is loaded. What is yielded moves the bar by one function that was compiled elsewhere.
    """
    bar: Any = None
    missing, since = 0, 0.0

    def advance() -> None:
        nonlocal bar, missing, since
        (every, left), now = counted(), time.monotonic()
        if bar is None:
            # Not before something is compiled: most runs load all, and importing it takes long.
            from tqdm import tqdm

            form = "{l_bar}{bar}| {elapsed}" if every else None
            bar = tqdm(total=sum(every) or None, unit=" functions", bar_format=form, disable=None, leave=False)
        if not every:
            bar.set_description("compiling", refresh=False)
            bar.update(1)
            return
        if len(left) != missing:
            missing, since = len(left), now
        # No kernel moves it by more than it was to take, nor back.
        bar.n = max(bar.n, sum(every) - sum(left) + min(now - since, max(left, default=0.0)))
        bar.set_description(f"compiling kernel {min(len(every) - missing + 1, len(every))} of {len(every)}")

    try:
        with on_each_function(advance):
            yield advance
    finally:
        if bar is not None:
            bar.close()


def _call(run: Callable[[], Result]) -> Result:
    return run()


def with_room_for_frames(run: Callable[[], Result]) -> Result:
    """Call ``run`` with nearly half a MiB for the frames of all functions that are called below it.

    Python keeps frames in pieces of 16 KiB, and returns a piece to the system as soon as the last frame in it ends. A
    loop in the compiler whose calls are just beyond the end of a piece asks the system for memory at each: 200,000
    times for one kernel, an eighth of all the time. The piece for a large frame is the next power of two.
    """
    return _call(run)


if QUICK:
    # The words that a frame has for operands are part of the code. They are only reserved: nothing is written there.
    _call.__code__ = _call.__code__.replace(co_stacksize=_WIDE_FRAME)
