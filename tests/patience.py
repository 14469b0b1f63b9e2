"""Time in tests: the machine may be busy with other things, so no test depends on what a clock on the wall says."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 300
"""Seconds after which a test stops waiting for a sign. Only a test that hangs waits that long."""


@contextmanager
def little_work(seconds: float) -> Iterator[None]:
    """What runs inside uses at most so many seconds of the processor in this thread."""
    begin = time.thread_time()
    yield
    assert time.thread_time() - begin < seconds
