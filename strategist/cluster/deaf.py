"""Loaded first by worker processes of this machine: Ctrl-C reaches them, too, but it is the coordinator's to act."""

from __future__ import annotations

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
