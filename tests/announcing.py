"""Run the command line as a process that says on standard output when its work has begun.

    python announcing.py THREAD NUMBER ARGUMENT …

``working`` is printed when the thread of this name starts for the ``NUMBER``-th time: a sign to wait for, instead of a
time, before Ctrl-C is pressed.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

from strategist.cli import main


def announce(name: str, number: int) -> None:
    """Have a sign printed when the thread of this name starts for the ``number``-th time."""
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
