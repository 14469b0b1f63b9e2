"""A bar for those who wait for the compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

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
def bar_of_compilation(functions: int) -> Iterator[Callable[[], None]]:
    """Within the block, a bar on a terminal's standard error shows how far the compiler has come.

    It is full after ``functions`` functions. There is no bar as long as everything is loaded. What is yielded moves the
    bar by one function that was compiled elsewhere.
    """
    bar: Any = None

    def advance() -> None:
        nonlocal bar
        if bar is None:
            # Not before something is compiled: most runs load all, and importing it takes long.
            from tqdm import tqdm

            bar = tqdm(
                total=functions, desc="compiling kernels", unit=" functions", disable=None, leave=False, delay=0.2
            )
        if bar.n < bar.total:
            bar.update(1)

    try:
        with on_each_function(advance):
            yield advance
    finally:
        if bar is not None:
            bar.close()
