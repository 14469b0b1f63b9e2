"""Ctrl-C: code that it must not stop halfway, and how it ends a command.

Python raises :class:`KeyboardInterrupt` between any two steps of the main thread: in the middle of a transaction, or
when a tree that took hours is about to be written. With the functions below, a listener is called instead.
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
    """Call ``listener`` at each Ctrl-C within the block, instead of raising :class:`KeyboardInterrupt`.

    Nothing changes if the signal has another handler already, or in a thread other than the main one: other threads get
    no signals.

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
    """Raise :class:`KeyboardInterrupt` after the block, a short piece of work, not within it.

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
    """Report the interruption, with ``words``, in one line, and end the process at once, whatever its threads do.

    An orderly exit would crash if a compiler is still running in its thread.
    """
    # Ignore further presses of Ctrl-C: the message is about to be printed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Either stream may be closed, or its reader may be gone.
    with contextlib.suppress(OSError, ValueError, AttributeError):
        # A terminal has already written ^C into the current line.
        line = ": ".join(["strategist", "interrupted", *map(str, words)])
        sys.stderr.write("\n" * sys.stderr.isatty() + line + "\n")
        sys.stderr.flush()
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
    os._exit(EXIT_INTERRUPTED)
