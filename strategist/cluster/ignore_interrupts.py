"""Loaded first by worker processes of this machine: Ctrl-C reaches them, too, but it is the coordinator's to act."""

from __future__ import annotations

import signal
from multiprocessing import parent_process

# Whoever else imports this file goes on hearing Ctrl-C.
if parent_process() is not None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
