"""Run the command line as a process that reports on standard output when its work has begun.

    python announcing.py THREAD NUMBER ARGUMENT …

It prints ``working`` when the thread of this name starts for the ``NUMBER``-th time. A test waits for this sign,
instead of for a time, before it presses Ctrl-C.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

from strategist.commands.cli import main


def announce(name: str, number: int) -> None:
    """Print a sign when the thread of this name starts for the ``number``-th time."""
    honest: Any = threading.Thread.start
    started = [0]

    def start(thread: threading.Thread) -> None:
        honest(thread)
        if thread.name == name:
            started[0] += 1
            if started[0] == number:
                print("working", flush=True)

    threading.Thread.start = start  # type: ignore[method-assign]


if __name__ == "__main__":
    announce(sys.argv[1], int(sys.argv[2]))
    sys.argv = ["strategist", *sys.argv[3:]]
    main()
