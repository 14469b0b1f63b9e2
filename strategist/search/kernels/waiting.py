"""A bar for those who wait for the compiler."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event


class _Count(event.Listener):
    """Moves a bar by one for each function that is compiled."""

    def __init__(self, bar: Any) -> None:
        self.bar = bar

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        if self.bar.n < self.bar.total:
            self.bar.update(1)


@contextmanager
def without_collection() -> Iterator[None]:
    """Within the block, Python does not look for garbage in cycles.

    The compiler makes millions of objects that all stay in use until it is done: to look through them again and again
    takes a sixth of its time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def bar_of_compilation(functions: int) -> Iterator[None]:
    """Within the block, a bar on a terminal's standard error shows how far the compiler has come.

    It is full after so many functions. There is none as long as everything is loaded.
    """
    from tqdm import tqdm

    with (
        tqdm(total=functions, desc="compiling kernels", unit=" functions", disable=None, leave=False, delay=0.2) as bar,
        event.install_listener("numba:compile", _Count(bar)),
    ):
        yield
