"""How long work took, without the time in which its kernels were compiled or loaded.

Compiling happens once, whenever a kernel is first called with arguments of some types, and that may be in the middle
of a search. It says nothing of the search.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _CompilingClock:
    """Adds up the time in which any thread compiles or loads a kernel, or waits for its turn."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._inside = 0
        self._since = 0.0
        self._before = 0.0

    def begin(self) -> None:
        with self._changing:
            if self._inside == 0:
                self._since = time.perf_counter()
            self._inside += 1

    def end(self) -> None:
        with self._changing:
            self._inside -= 1
            if self._inside == 0:
                self._before += time.perf_counter() - self._since

    def seconds(self) -> float:
        with self._changing:
            return self._before + (time.perf_counter() - self._since if self._inside else 0.0)


_clock = _CompilingClock()
begin, end = _clock.begin, _clock.end
"""Say that a thread begins or ends to compile."""


@contextmanager
def compiling() -> Iterator[None]:
    """Within the block, a thread compiles or loads."""
    begin()
    try:
        yield
    finally:
        end()


def seconds_of_compiling() -> float:
    """The seconds that this process has compiled so far.

    >>> 0 <= seconds_of_compiling() <= seconds_of_compiling()
    True
    """
    return _clock.seconds()


class Stopwatch:
    """Runs from the moment it is made, but not while kernels are compiled.

    >>> watch = Stopwatch()
    >>> 0 <= watch.seconds < 60
    True
    """

    def __init__(self) -> None:
        self._begin = self._now()

    @staticmethod
    def _now() -> float:
        return time.perf_counter() - seconds_of_compiling()

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        return self._now() - self._begin
