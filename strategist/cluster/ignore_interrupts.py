"""Preloaded by worker processes of this machine: they ignore Ctrl-C, which the coordinator handles."""

from __future__ import annotations

import signal
from multiprocessing import parent_process

# Any other process that imports this file keeps its handler of Ctrl-C.
if parent_process() is not None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
