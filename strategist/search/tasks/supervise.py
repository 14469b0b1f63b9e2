"""Work that can be stopped at any moment: it runs in its own thread, and the caller's thread supervises it.

Ctrl-C reaches only Python's main thread, and only between two of its steps. A kernel that runs there cannot be
interrupted. So every search, small or large, runs in another thread. The caller's thread counts interrupts, reads the
clock, draws progress and writes the journal. To stop the search it pulls a :class:`StopSignal`, whose cell all kernels
read.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import JournalError, OutOfTimeError, OutputError
from strategist.common.interrupts import heard_by
from strategist.common.side_remarks import aside
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.state.problem import SHARED_CELLS, STOP

T = TypeVar("T")

_POLL_SECONDS = 0.05
_SECONDS_TO_END = 1.0
"""The time that a second Ctrl-C waits for the thread to end; the thread ends soon after in any case."""


class StopSignal:
    """Whether a search was asked to stop, by the first Ctrl-C or by the clock, which waits for the compiler.

    ``shared`` are the cells that kernels read, by default new ones. While the brake is :meth:`held_open`, kernels run
    to write down the result: a request to stop is kept for later, and only :meth:`slam` stops them.
    :meth:`until` stops kernels and lets the search go on.
    """

    def __init__(self, shared: NDArray[np.int64] | None = None, time_limit: float | None = None) -> None:
        self.shared = np.zeros(SHARED_CELLS, dtype=np.int64) if shared is None else shared
        self._watch = Stopwatch()
        self._limit = math.inf if time_limit is None else time_limit
        self.pulled = False
        self.interrupts = 0
        self._held_open = False
        self._pause: Callable[[], bool] | None = None
        self._pausing = threading.Lock()

    def pull(self) -> None:
        """Ask the search to end with the result found so far."""
        self.pulled = True
        if not self._held_open:
            self.shared[STOP] = 1

    def slam(self) -> None:
        """Stop everything, because the result is no longer needed."""
        self.pulled = True
        self._held_open = False
        self.shared[STOP] = 1

    def interrupt(self) -> None:
        """Note one Ctrl-C: the first ends the search, the second ends everything."""
        self.interrupts += 1
        if self.interrupts == 1:
            self.pull()
        else:
            self.slam()

    def lose(self, error: JournalError | OutputError) -> None:
        """Note that what the search writes beside its result cannot be written: it ends as after the first Ctrl-C."""
        aside(f"{error}; the search ends here, with what it has found")
        self.pull()

    def look_at_the_clock(self) -> None:
        """Pull the brake if the time limit is reached, and stop kernels that were given a while only."""
        if self._watch.seconds > self._limit:
            self.pull()
        with self._pausing:
            if self._pause is not None and not self._held_open and self._pause():
                self.shared[STOP] = 1

    @contextmanager
    def until(self, enough: Callable[[], bool]) -> Iterator[None]:
        """Stop kernels soon after there is ``enough``, and let later ones run again."""
        self._pause = enough
        try:
            yield
        finally:
            with self._pausing:
                self._pause = None
                self.shared[STOP] = self.pulled

    @contextmanager
    def held_open(self) -> Iterator[None]:
        """Let kernels run although the search was stopped, to write down its result."""
        with self._pausing:
            self._held_open = True
            self.shared[STOP] = 0
        try:
            yield
        finally:
            if self._held_open:
                self._held_open = False
                self.shared[STOP] = self.pulled

    def heed(self, lost: str) -> None:
        """Raise what has stopped the work, if it was stopped: ``lost`` says what is lost by that.

        Raises :class:`KeyboardInterrupt` after Ctrl-C, and :class:`~strategist.common.errors.OutOfTimeError` after the
        time limit.
        """
        if not self.stopped:
            return
        if self.interrupts:
            raise KeyboardInterrupt(lost)
        raise OutOfTimeError(f"{lost} within {self._limit:g} seconds")

    @property
    def stopped(self) -> bool:
        """Whether kernels should stop now."""
        return bool(self.shared[STOP])


def supervise(run: Callable[[], T], brake: StopSignal, tick: Callable[[], object] | None = None) -> T:
    """Call ``run`` in its own thread and return its result, or raise its exception.

    This thread calls ``tick`` periodically. If that raises a :class:`~strategist.common.errors.JournalError` or an
    :class:`~strategist.common.errors.OutputError`, because the disk is full for example, the brake is pulled. Any other
    exception of ``tick`` stops the work and is raised again. Raises :class:`KeyboardInterrupt` at a second Ctrl-C.

    >>> supervise(lambda: 6 * 7, StopSignal())
    42
    """
    outcome: list[T] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            outcome.append(run())
        except BaseException as error:
            failure.append(error)

    worker = threading.Thread(target=work, name="strategist-search", daemon=True)
    # The signal may come while a journal is being written.
    with heard_by(brake.interrupt):
        worker.start()
        try:
            while worker.is_alive():
                worker.join(_POLL_SECONDS)
                brake.look_at_the_clock()
                if tick is not None:
                    # Tick once more at the end, because the work may have finished before the first tick.
                    try:
                        tick()
                    except (JournalError, OutputError) as error:
                        brake.lose(error)
                if brake.interrupts > 1:
                    raise KeyboardInterrupt
        except BaseException:
            brake.slam()
            worker.join(_SECONDS_TO_END)
            raise
    if failure:
        raise failure[0]
    return outcome[0]
