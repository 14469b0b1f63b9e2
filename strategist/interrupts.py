"""Ctrl-C: where it must not strike at whatever line the program happens to be, and how a command ends by it.

Python raises :class:`KeyboardInterrupt` between any two steps of the main thread: in the middle of a transaction, or
when a tree that took hours is about to be written. Here a listener is called instead.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

EXIT_INTERRUPTED = 130


@contextmanager
def heard_by(listener: Callable[[], object]) -> Iterator[None]:
    """Call ``listener`` at each Ctrl-C meanwhile, instead of raising :class:`KeyboardInterrupt`.

    Nothing changes where somebody else handles the signal already, or outside the main thread, which gets no signals.

    >>> heard = []
    >>> with heard_by(lambda: heard.append("stop")):
    ...     signal.raise_signal(signal.SIGINT)
    >>> heard
    ['stop']
    """

    def hear(number: int, frame: FrameType | None) -> None:
        listener()

    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def deferred() -> Iterator[None]:
    """Raise :class:`KeyboardInterrupt` after a short piece of work, not within it.

    >>> done = []
    >>> try:
    ...     with deferred():
    ...         signal.raise_signal(signal.SIGINT)
    ...         done.append("written")
    ... except KeyboardInterrupt:
    ...     print(done)
    ['written']
    """
    interrupts: list[None] = []
    with heard_by(lambda: interrupts.append(None)):
        yield
    if interrupts:
        raise KeyboardInterrupt


def leave(*words: object) -> NoReturn:
    """Say so in one line, with these words, and end the process at once, whatever its threads are doing.

    A compiler that is still at work in its thread would crash an orderly exit.
    """
    # Who is told already may go on pressing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Either stream may be closed, or nobody may read it any more.
    with contextlib.suppress(OSError, ValueError, AttributeError):
        # A terminal has written ^C into the line.
        line = ": ".join(["strategist", "interrupted", *map(str, words)])
        sys.stderr.write("\n" * sys.stderr.isatty() + line + "\n")
        sys.stderr.flush()
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
    os._exit(EXIT_INTERRUPTED)
