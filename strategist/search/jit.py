"""Compiling kernels with Numba: where the machine code is kept, and how a kernel runs.

* The cache folder is named by a digest of all sources in this package, of the Python and of the Numba version: Numba
  itself does not notice when a function that a cached kernel calls is edited in another file.
* It stands in the user's cache folder (``$XDG_CACHE_HOME``, else ``~/.cache``), never in the package's own, which
  may be read-only; where that cannot be written either, in the temporary folder.
* Kernels release the GIL and run in a worker thread, so that the main thread can answer Ctrl-C and draw progress. A
  kernel polls ``control[STOP]`` and publishes what it has done in ``control[DONE]``.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

STOP, DONE = 0, 1
_BORROWING: dict[str, Any] = {"_nrt": False}
_POLL_SECONDS = 0.05


def _digest() -> str:
    digest = hashlib.sha256(f"{sys.version} {numba.__version__}".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    name = f"kernels-{_digest()}"
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    user = os.getuid() if hasattr(os, "getuid") else 0
    for parent in (Path(home) / "strategist", Path(tempfile.gettempdir()) / f"strategist-{user}"):
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Numba runs what it finds there: a folder that somebody else has put in the temporary folder will not do.
            if {parent.stat().st_uid, folder.stat().st_uid} != {user}:
                continue
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        return folder
    return Path(tempfile.mkdtemp(prefix="strategist-"))


CACHE_FOLDER = _cache_folder()


def helper(function: Function) -> Function:
    """Compile a function that only kernels call; its machine code is part of theirs."""
    return cast(Function, numba.njit(nogil=True, error_model="numpy")(function))


def inlined(function: Function) -> Function:
    """Like :func:`helper`, for small hot functions: a call would copy every field of its named tuples."""
    return cast(Function, numba.njit(nogil=True, error_model="numpy", forceinline=True)(function))


def borrowing(function: Function) -> Function:
    """Like :func:`helper`, for functions that make no arrays: references to those that they are lent are not counted.

    Each count is an atomic operation on memory that all threads share.
    """
    return cast(Function, numba.njit(**_BORROWING, nogil=True, error_model="numpy")(function))


def kernel(function: Function) -> Function:
    """Compile a function that Python calls, and keep its machine code in :data:`CACHE_FOLDER`."""
    return _cached(function, {})


def borrowing_kernel(function: Function) -> Function:
    """Like :func:`kernel`, for functions that make no arrays (:func:`borrowing`)."""
    return _cached(function, _BORROWING)


def _cached(function: Function, options: dict[str, Any]) -> Function:
    # Numba reads the folder while it decorates; whatever else uses Numba in this process keeps its own.
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return cast(Function, numba.njit(nogil=True, error_model="numpy", cache=True, **options)(function))
    finally:
        config.CACHE_DIR = before


def plain(function: Function) -> Function:
    """The Python function behind a compiled one."""
    return cast(Function, getattr(function, "py_func", function))


def warm_up(name: str, run: Callable[[], object]) -> None:
    """Run ``run`` once a process so that the kernels it calls are compiled; say so on stderr if that takes time.

    ``name`` tells apart the sets of kernels; a marker in the cache folder says that a set has been compiled before.
    """
    if name in _warm:
        return
    marker = CACHE_FOLDER / f"{name}.ready"
    if not marker.exists():
        print("strategist: compiling kernels for their first use (some ten seconds) …", file=sys.stderr, flush=True)
    worker, outcome = _start(run)
    # Ctrl-C ends the waiting at once. The compiler cannot be stopped, and would crash if an exception reached it.
    while worker.is_alive():
        worker.join(_POLL_SECONDS)
    _result(outcome)
    marker.touch()
    _warm.add(name)


_warm: set[str] = set()

_Outcome = list[tuple[bool, Any]]


def _start(run: Callable[[], Any]) -> tuple[threading.Thread, _Outcome]:
    """Run something in a thread of its own, and where its result or exception will be."""
    outcome: _Outcome = []

    def work() -> None:
        try:
            outcome.append((True, run()))
        except BaseException as error:
            outcome.append((False, error))

    worker = threading.Thread(target=work, name="strategist-kernel", daemon=True)
    worker.start()
    return worker, outcome


def _result(outcome: _Outcome) -> Any:
    succeeded, result = outcome[0]
    if not succeeded:
        raise result
    return result


def control_cells() -> NDArray[np.int64]:
    """Cells shared with a running kernel: STOP (set to 1 to end it) and DONE (its progress)."""
    return np.zeros(2, dtype=np.int64)


def run_kernel(
    run: Callable[[], Any], control: NDArray[np.int64], progress: Callable[[int], object] | None = None
) -> Any:
    """Call ``run`` in a worker thread and return its result.

    ``progress`` is called now and then, and at the end, with ``control[DONE]``. An exception in this thread, Ctrl-C
    above all, stops the kernel through ``control[STOP]`` and is raised again once the kernel has returned.
    """
    worker, outcome = _start(run)
    try:
        while worker.is_alive():
            worker.join(_POLL_SECONDS)
            if progress is not None:
                progress(int(control[DONE]))
    except BaseException:
        control[STOP] = 1
        worker.join()
        raise
    result = _result(outcome)
    if progress is not None:
        # A kernel may be done before it was ever seen alive.
        progress(int(control[DONE]))
    return result
