"""Work that is divided among processes. They begin as copies of this one, so that nothing has to be sent to them but
the tasks, and what they only read takes no memory again.

Threads would wait for each other: most steps of a check are short calls of NumPy, and one thread of Python runs at a
time. They do the work where processes cannot begin as copies.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from strategist.common.side_remarks import aside

Task = TypeVar("Task")
Result = TypeVar("Result")

_ALONE = 0.2
"""The seconds after which others help: processes do not pay for a small certificate."""
_AHEAD = 2
"""The tasks for each process that are given out before their results are wanted."""
_work: Callable[[Any], Any]
"""What a process does with a task."""


def results(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Iterator[Result]:
    """The result of each task, in order; where there are many, ``jobs`` processes work on the next ones meanwhile.

    If a process ends before its time, this one does the rest, and a remark says so. Raises whatever ``work`` raises.

    >>> list(results(abs, [1, -2], 2))
    [1, 2]
    """
    waiting, begin = iter(tasks), time.perf_counter()
    for task in waiting:
        yield work(task)
        if jobs > 1 and time.perf_counter() - begin > _ALONE:
            yield from _together(work, waiting, jobs)


def _together(work: Callable[[Task], Result], tasks: Iterator[Task], jobs: int) -> Iterator[Result]:
    helpers, call = _helpers(work, jobs)
    waiting, futures = deque[Task](), deque[Future[Result]]()
    try:
        while True:
            for task in islice(tasks, _AHEAD * jobs + 1 - len(futures)):
                waiting.append(task)
                futures.append(_give(helpers, call, task))
            if not futures:
                return
            found = futures.popleft().result()
            waiting.popleft()
            yield found
    except BrokenProcessPool:
        aside("checking: a process was ended, as for want of memory; one process goes on alone")
    finally:
        helpers.shutdown(cancel_futures=True)
    yield from map(work, chain(waiting, tasks))


def _helpers(work: Callable[[Task], Result], jobs: int) -> tuple[Executor, Callable[[Task], Result]]:
    """Processes or threads, and what they are to be given."""
    if not sys.platform.startswith("linux"):
        # Libraries of other systems do not expect that a process is copied.
        return ThreadPoolExecutor(jobs), work
    return ProcessPoolExecutor(jobs, get_context("fork"), _begin, (work,)), _carry_out


def _give(helpers: Executor, call: Callable[[Task], Result], task: Task) -> Future[Result]:
    with warnings.catch_warnings():
        # Python warns of locks that threads hold when a process is copied. Theirs and those of NumPy are set free.
        warnings.simplefilter("ignore", DeprecationWarning)
        return helpers.submit(call, task)


def _begin(work: Callable[[Any], Any]) -> None:
    """Get ready for tasks. Ctrl-C is for the process that gives them, and without it there is nothing to do."""
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None  # of a process that was begun by another one
    parent.join()
    os._exit(1)


def _carry_out(task: Any) -> Any:
    return _work(task)
