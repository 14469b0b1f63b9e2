"""A second process that compiles some kernels while this one compiles the others.

Numba has a lock, and Python another: threads do not help. Whoever compiles for the first time waits for a large kernel
and what is compiled apart from it (:mod:`~strategist.search.kernels.numba.apart`). The second process gets the names
and signatures of the latter as soon as they are known, saves their machine code, and this one loads it. A kernel that
is needed before the second process has begun with it is compiled here. So is everything if there is no second process:
on a single core, where none can be started, or when it has died.

It is an interpreter of its own, not a fork, because this one may have threads. It ends with this one at the latest,
when its standard input does.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

_BEGUN, _DONE, _FUNCTION = b"begun", b"done", b"function"
"""What the second process says: of a request by its number, and of each function on its own."""
_PATIENCE_SECONDS = 60
"""No kernel takes so long: a second process that is silent for this time has been stopped."""

ALLOWED = True
"""Whether a second process may be started; for tests and for those who start several processes themselves."""

serving = False
"""Whether this is the second process. It waits for no other one, because the first process waits for it."""


def needed(function: Callable[..., object], arguments: tuple[Any, ...]) -> bytes:
    """What any process needs to :func:`have` the machine code of a kernel: its place in the package, and the types of
    its arguments."""
    return pickle.dumps((function.__module__, function.__qualname__, arguments))


def have(needed: bytes) -> None:
    """Have the machine code of a kernel in memory, from a file or compiled now."""
    module, name, arguments = pickle.loads(needed)
    getattr(importlib.import_module(module), name).load(arguments)


class _Compiler:
    """The second process, as seen from the first. Any thread may call it."""

    def __init__(self, told: Callable[[], object]) -> None:
        program = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._told = told
        self._news = threading.Condition()
        self._numbers: dict[Path, int] = {}
        self._said: set[tuple[bytes, int]] = set()
        self._gone = False
        threading.Thread(target=self._listen, name="strategist-second", daemon=True).start()

    def ask(self, path: Path, request: bytes) -> None:
        """Ask for a kernel, whose machine code will be at ``path``."""
        with self._news:
            if path not in self._numbers:
                self._numbers[path] = len(self._numbers)
                self._send(self._numbers[path], request)

    def await_code(self, path: Path) -> bool:
        """Wait for a kernel that the second process is at; False if it has not begun, which it will not then."""
        with self._news:
            number = self._numbers.get(path)
            if number is None or self._gone:
                return False
            if (_BEGUN, number) not in self._said:
                self._send(number, None)
                return False
            while not self._gone and (_DONE, number) not in self._said:
                if not self._news.wait(_PATIENCE_SECONDS):
                    return False
            return True

    def end(self) -> None:
        self._told = lambda: None
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _send(self, number: int, request: bytes | None) -> None:
        """Send a request, or withdraw it."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            pickle.dump((number, request), self._process.stdin)
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                word, *number = line.split()
                with self._news:
                    if word == _FUNCTION:
                        self._told()
                    else:
                        self._said.add((word, int(number[0])))
                    self._news.notify_all()
        with self._news:
            self._gone = True
            self._news.notify_all()


_told: Callable[[], object] | None = None
_compiler: _Compiler | None = None
_changing = threading.Lock()


@contextmanager
def compiler(told: Callable[[], object], wanted: bool = True) -> Iterator[None]:
    """Within the block, a second process is started if kernels are missing and it is ``wanted``.

    It ends with the block. ``told`` is called for each function that it has compiled.
    """
    global _told, _compiler
    with _changing:
        mine = wanted and _told is None and _useful()
        if mine:
            _told = told
    try:
        yield
    finally:
        if mine:
            with _changing:
                ending, _told, _compiler = _compiler, None, None
            if ending is not None:
                ending.end()


def _useful() -> bool:
    """Whether there is a core for a second process, and an interpreter to start it with."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return ALLOWED and cores > 1 and bool(sys.executable) and not getattr(sys, "frozen", False)


def start() -> None:
    """Start the second process, in a block that wants one."""
    global _told, _compiler
    with _changing:
        if _told is not None and _compiler is None:
            try:
                _compiler = _Compiler(_told)
            except OSError:
                # Systems may forbid it.
                _told = None


def ask(path: Path | None, function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
    """Have a kernel compiled by the second process, if there is one and its machine code is not at ``path``.

    ``arguments`` are the types of its arguments.
    """
    if path is not None and not path.exists():
        start()
        if _compiler is not None:
            _compiler.ask(path, needed(function, arguments))


def await_code(path: Path) -> bool:
    """Wait for the machine code at ``path`` if the second process is at it; whether it may be there now."""
    asked = _compiler
    return asked is not None and asked.await_code(path)


# The second process


def serve() -> None:
    """Compile what is asked for on standard input, until that ends."""
    global serving
    # Ctrl-C reaches all processes of a terminal. The first one ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Before there are two threads: two that import the same may wait for each other.
    from strategist.search.kernels.numba.waiting import on_each_function, with_room_for_frames

    requests: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
    withdrawn: set[int] = set()
    threading.Thread(target=_read, args=(sys.stdin.buffer, requests, withdrawn), daemon=True).start()
    gc.disable()
    serving = True
    with on_each_function(lambda: _say(_FUNCTION)):
        while True:
            number, request = requests.get()
            if number in withdrawn:
                continue
            _say(_BEGUN, number)
            # What cannot be compiled here will be tried, and told, by the first process.
            with contextlib.suppress(Exception):
                with_room_for_frames(partial(have, request))
            _say(_DONE, number)


def _read(requests: BinaryIO, queued: queue.SimpleQueue[tuple[int, bytes]], withdrawn: set[int]) -> None:
    try:
        while True:
            number, request = pickle.load(requests)
            if request is None:
                withdrawn.add(number)
            else:
                queued.put((number, request))
    finally:
        # The first process has ended, or sent something that cannot be read here.
        os._exit(0)


def _say(word: bytes, *numbers: int) -> None:
    sys.stdout.buffer.write(b" ".join([word, *(b"%d" % number for number in numbers)]) + b"\n")
    sys.stdout.buffer.flush()
