"""Threads that search the branches of one tree for what a single one would find first.

A branch is named by its place: the numbers of the branches that lead to it. Whatever is found in a branch ends those
that come behind it, and no others. So what comes first of all is found, whoever was faster; and where nothing is to be
found, each branch is searched once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait

Place = tuple[int, ...]


class FirstFound:
    """A search by ``jobs`` threads in a tree of some ``levels``.

    >>> first = FirstFound(2, 1)
    >>> with first.threads:
    ...     first.carry_out([lambda: None, lambda: first.keep((1,), [7]), lambda: first.keep((2,), [8])])
    >>> first.found, first.enter((0, 3)), first.enter((2,))
    ([7], True, False)
    """

    def __init__(self, jobs: int, levels: int) -> None:
        # Those that wait for their branches do not count as being at work.
        self.threads = ThreadPoolExecutor(max(1, jobs * (levels + 1)), thread_name_prefix="strategist-static")
        self.found: list[int] | None = None
        self.nodes = 0
        """How many branches were entered."""
        self._place: Place | None = None
        self._idle = threading.Semaphore(jobs - 1)
        self._keeping = threading.Lock()

    def enter(self, place: Place) -> bool:
        """Whether a branch is still to be searched."""
        with self._keeping:
            if self._place is not None and place > self._place:
                return False
            self.nodes += 1
            return True

    def keep(self, place: Place, found: list[int]) -> None:
        """Note what is found in a branch."""
        with self._keeping:
            if self._place is None or place < self._place:
                self._place, self.found = place, found

    def carry_out(self, calls: Sequence[Callable[[], object]]) -> None:
        """Call all of these, by as many threads as are idle. Raises what one of them has raised."""
        waiting = []
        try:
            for call in calls:
                # The last one is for this thread, which would only wait.
                if call is not calls[-1] and self._idle.acquire(blocking=False):
                    waiting.append(self.threads.submit(self._help, call))
                else:
                    call()
        finally:
            if waiting:
                # Meanwhile another may be at work.
                self._idle.release()
                wait(waiting)
                self._idle.acquire()
        for each in waiting:
            each.result()

    def _help(self, call: Callable[[], object]) -> None:
        try:
            call()
        finally:
            self._idle.release()
