"""Work on the atlas in a process of its own, which may be ended, and the files in which that work is kept."""

from __future__ import annotations

import contextlib
import json
import math
import os
import resource
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from strategist.commands.atlas.repeating import make_record
from strategist.common.errors import StrategistError
from strategist.common.whole_files import write_file
from strategist.files.atlas.entry import Record
from strategist.files.atlas.entry_json import to_json
from strategist.files.atlas.register import Register, read_register, write_register
from strategist.files.atlas.scope import Task
from strategist.search.state.options import Options

ERROR = "error"
"""The key of a sentence that says why there is no result."""
_AGAIN = 0.05
"""The processor seconds after which it is looked again whether a search listens."""


class Seconds:
    """A number of seconds for each of some names, kept in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: dict[str, float] = json.loads(path.read_text()) if path.exists() else {}

    def add(self, name: str, seconds: float) -> None:
        self.put(name, self.of(name) + seconds)

    def put(self, name: str, seconds: float) -> None:
        self.seconds[name] = round(seconds, 3)
        write_file(self.path, [json.dumps(self.seconds, indent=1).encode()])

    def of(self, name: str) -> float:
        return self.seconds.get(name, 0.0)


class OnDisk:
    """The register in a file. It is read again only where another process has written it meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: int | None = None
        self._told = Register([])

    def now(self) -> Register:
        seen = self.path.stat().st_mtime_ns if self.path.exists() else None
        if seen != self._seen:
            self._told, self._seen = read_register(self.path), seen
        return self._told

    def put(self, *records: Record) -> None:
        told = self.now()
        for record in records:
            told = told.with_record(record)
        write_register(self.path, told)
        self._told, self._seen = told, self.path.stat().st_mtime_ns


def in_a_fork(
    work: Callable[[], dict[str, Any]],
    spend: Callable[[float], None] = lambda seconds: None,
    most: float | None = None,
    until: float | None = None,
    enough: float | None = None,
) -> tuple[dict[str, Any], float]:
    """What ``work`` comes to in a process of its own, and the processor seconds of that process, which ``spend`` hears
    also where this process is interrupted.

    ``most`` is the most processor seconds, rounded up, and ``until`` the time of ``time.monotonic`` at which the
    process is ended. After ``enough`` processor seconds its search is stopped as by Ctrl-C. Without a result, there is
    a sentence under ``ERROR`` that says why.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.close(reading)
        if most is not None:
            # It cannot go on for longer, whatever it does.
            seconds = max(1, math.ceil(most))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if enough is not None:
            _stop_after(enough)
        status = 1
        try:
            told, status = work(), 0
        except StrategistError as error:
            told, status = {ERROR: str(error)}, 0
        except KeyboardInterrupt:
            os._exit(130)
        finally:
            if status == 0:
                # Whoever waits for it may have been killed.
                with contextlib.suppress(BrokenPipeError), open(writing, "w", encoding="utf-8") as out:
                    json.dump(told, out)
            os._exit(status)
    os.close(writing)
    text, in_time = "", True
    try:
        with open(reading, encoding="utf-8") as stream:
            if until is not None:
                in_time = bool(select.select([stream], [], [], max(0.0, until - time.monotonic()))[0])
            if in_time:
                text = stream.read()
            else:
                os.kill(child, signal.SIGKILL)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        _, status, usage = os.wait4(child, 0)
        used = usage.ru_utime + usage.ru_stime
        spend(used)
    if not in_time:
        return {ERROR: "no time is left"}, used
    if status or not text:
        ended = os.waitstatus_to_exitcode(status)
        over = ended == -signal.SIGXCPU
        return {ERROR: f"not within {most:g} s" if over else f"the process ended with status {ended}"}, used
    return json.loads(text), used


def _stop_after(seconds: float) -> None:
    """Stop the search of this process as by Ctrl-C after so many processor seconds, or as soon as one listens."""
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def stop(number: int, frame: FrameType | None) -> None:
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.raise_signal(signal.SIGINT)

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, max(seconds, _AGAIN), _AGAIN)


def made(wanted: Task | Record, lists: Path, options: Options) -> dict[str, Any]:
    """What a search for the record of a task, or for a record once more, comes to: the work of a fork."""
    return {"record": to_json(make_record(wanted.game, wanted.strategy, options, lists))}
