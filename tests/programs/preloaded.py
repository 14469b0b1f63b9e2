"""Commands as processes, without the second that each takes to import NumPy, Numba and all of strategist.

``[*command(), "verify", "x.msgpack"]`` is a command line like ``[sys.executable, "-m", "strategist", …]``: it has
its own streams, folder, environment, signals and exit status. It runs in a fork of a process that has imported
everything beforehand. What depends on imports, on the interpreter's options, or on settings that Numba reads when it
is imported, is for an interpreter of its own to show.

Run as a program with the address of a socket, this file is that process.
"""

from __future__ import annotations

import atexit
import codecs
import contextlib
import gc
import importlib
import io
import marshal
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TextIO

HERE = Path(__file__).parent
PROGRAM = "strategist"


def command(program: str | Path = PROGRAM) -> list[str]:
    """The beginning of a command line that runs ``strategist``, or a program in a file, in a preloaded process."""
    socket_of = os.path.join(_preloaded()[1].name, "socket")
    return [sys.executable, "-I", "-S", str(HERE / "errand.py"), socket_of, str(program)]


@cache
def _preloaded() -> tuple[subprocess.Popen[bytes], tempfile.TemporaryDirectory[str]]:
    folder = tempfile.TemporaryDirectory(prefix="strategist-")
    line = [sys.executable, "-W", "error", __file__, os.path.join(folder.name, "socket")]
    process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"ready\n"
    return process, folder


def stop() -> None:
    """End the preloaded process, if there is one. It ends by itself when its standard input is closed."""
    if _preloaded.cache_info().currsize:
        process, folder = _preloaded()
        process.communicate()
        folder.cleanup()
        _preloaded.cache_clear()


# The preloaded process


def import_all() -> None:
    import strategist

    for module in pkgutil.walk_packages(strategist.__path__, "strategist."):
        # Dask is large, and few commands need it. Adapters need packages that are not there.
        others = ("strategist.__main__", "strategist.cluster", "strategist.environment.adapters.")
        if not module.name.startswith(others):
            importlib.import_module(module.name)
    from strategist import compile_strategy
    from strategist.search.kernels.numba import codecache, jit

    for strategy in "minimax", "optimal(total,depth)":
        compile_strategy("mastermind(2,3)", strategy)
    # Each command loads its kernels as if it were the first: it finds some of them in memory, instead of in files.
    jit._warm.clear()
    codecache._told.clear()
    gc.collect()
    gc.freeze()


def serve(address: str) -> list[str]:
    """Fork for each errand, and tell how it ends; returns in the forks, with the arguments."""
    waking, wakened = socket.socketpair()
    wakened.setblocking(False)
    signal.set_wakeup_fd(wakened.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen(100)
    selector = selectors.DefaultSelector()
    for source in listening, waking, 0:
        selector.register(source, selectors.EVENT_READ)
    errands: dict[int, socket.socket] = {}
    print("ready", flush=True)
    while True:
        ready = [key.fileobj for key, _ in selector.select()]
        if 0 in ready:
            os._exit(0)
        if waking in ready:
            waking.recv(1000)
            for process, status in _ended():
                with errands.pop(process) as client, contextlib.suppress(OSError):
                    client.sendall(status.to_bytes(8, "little"))
        if listening in ready:
            client, _ = listening.accept()
            process = os.fork()
            if process == 0:
                break
            errands[process] = client
            client.sendall(process.to_bytes(8, "little"))
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    selector.close()
    for opened in (listening, waking, wakened, *errands.values()):
        opened.close()
    return take(client)


def _ended() -> Iterator[tuple[int, int]]:
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if process == 0:
            return
        yield process, status


def take(client: socket.socket) -> list[str]:
    """Make an errand's streams, folder and environment those of this process; returns its arguments."""
    with client, client.makefile("rb") as reader:
        head, streams, _, _ = socket.recv_fds(client, 8, 3)
        arguments, folder, environment, numbers, ignored = marshal.loads(reader.read(int.from_bytes(head, "little")))
    for number in range(3):
        if number in numbers:
            os.dup2(streams[numbers.index(number)], number)
        else:
            os.close(number)
    for lent in streams:
        if lent > 2:
            os.close(lent)
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        stream = reopened(number, mode) if number in numbers else None
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    return list(arguments)


def reopened(number: int, mode: str) -> TextIO:
    """A standard stream as an interpreter would open it in this environment."""
    before: Any = (sys.stdin, sys.stdout, sys.stderr)[number]
    encoding, _, errors = os.environ.get("PYTHONIOENCODING", "").partition(":")
    at_once = mode == "w" and bool(os.environ.get("PYTHONUNBUFFERED"))
    binary: Any = open(number, f"{mode}b", buffering=0 if at_once else -1, closefd=False)  # noqa: SIM115 (open to the end)
    getattr(binary, "raw", binary).name = ("<stdin>", "<stdout>", "<stderr>")[number]
    stream = io.TextIOWrapper(
        binary,
        encoding=codecs.lookup(encoding or before.encoding).name,
        errors=before.errors if number == 2 else errors or ("strict" if encoding else before.errors),
        newline="\n",
        line_buffering=number == 2 or os.isatty(number),
        write_through=at_once,
    )
    # Python sets the mode of its standard streams, too; typeshed has it read-only.
    stream.mode = mode  # type: ignore[misc]
    return stream


def main() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    import_all()
    program, *arguments = serve(sys.argv[1])
    sys.path.remove(str(HERE))
    try:
        if program == PROGRAM:
            from strategist.__main__ import main as run

            sys.argv = [PROGRAM, *arguments]
            run()
        else:
            sys.argv = [program, *arguments]
            sys.path.insert(0, str(Path(program).parent))
            runpy.run_path(program, run_name="__main__")
    except SystemExit as leaving:
        if not isinstance(leaving.code, int):
            raise
        # An orderly end, but for all that was imported: to take it apart would copy its memory first.
        # An interpreter that ends calls this, which has no public name: it waits for the threads that are left.
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        for stream in sys.stdout, sys.stderr:
            if stream is not None:
                stream.flush()
        os._exit(leaving.code)


if __name__ == "__main__":
    main()
