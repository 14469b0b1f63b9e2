"""How a command ends that Ctrl-C has interrupted."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import NoReturn

EXIT_INTERRUPTED = 130


def leave() -> NoReturn:
    """Say so in one line and end the process at once, whatever its threads are doing.

    A compiler that is still at work in its thread would crash an orderly exit.
    """
    # Who is told already may go on pressing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Either stream may be closed, or nobody may read it any more.
    with contextlib.suppress(OSError, ValueError, AttributeError):
        # A terminal has written ^C into the line.
        sys.stderr.write("\n" * sys.stderr.isatty() + "strategist: interrupted\n")
        sys.stderr.flush()
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
    os._exit(EXIT_INTERRUPTED)
