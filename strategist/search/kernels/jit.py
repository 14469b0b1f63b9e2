"""Compiling kernels with Numba, and how a kernel runs.

* Machine code is kept in a folder (:mod:`~strategist.search.kernels.codecache`).
* Kernels release the GIL and run in a worker thread, so that the main thread can answer Ctrl-C and draw progress. A
  kernel polls ``control[HALT]`` and publishes what it has done in ``control[DONE]``.
* With ``NUMBA_DISABLE_JIT=1`` all of this is plain Python, for debuggers and small games.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.extending import intrinsic
from numpy.typing import NDArray

from strategist.errors import KernelError, StrategistError
from strategist.search.kernels.codecache import KernelCache, find_folder

Function = TypeVar("Function", bound=Callable[..., Any])

HALT, DONE = 0, 1
_BORROWING: dict[str, Any] = {"_nrt": False}
_POLL_SECONDS = 0.05

_config: Any = numba.config
INTERPRETED = bool(_config.DISABLE_JIT)
"""Whether kernels are run by Python."""
CACHE_FOLDER = None if INTERPRETED else find_folder()
"""Where machine code is kept; None where it cannot be."""


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
    return _kept(function, {})


def borrowing_kernel(function: Function) -> Function:
    """Like :func:`kernel`, for functions that make no arrays (:func:`borrowing`)."""
    return _kept(function, _BORROWING)


def _kept(function: Function, options: dict[str, Any]) -> Function:
    if INTERPRETED:
        return cast(Function, _interpreted(function))
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
    dispatcher._cache = KernelCache(function, CACHE_FOLDER)
    return cast(Function, dispatcher)


def _interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel without its compiler: quiet, and with results like those of a compiled one."""

    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        # Words of 64 bits are meant to overflow, of which NumPy warns where they stand alone.
        with np.errstate(over="ignore"):
            result = function(*arguments)
        return result.item() if isinstance(result, np.generic) else result

    return run


def machine_code(spelled_out: Function) -> Callable[[Callable[..., Any]], Function]:
    """Let kernels call what a function for Numba writes in LLVM's language; Python runs ``spelled_out`` instead."""

    def choose(write: Callable[..., Any]) -> Function:
        return spelled_out if INTERPRETED else cast(Function, intrinsic(write))

    return choose


def plain(function: Function) -> Function:
    """The Python function behind a compiled one."""
    return cast(Function, getattr(function, "py_func", function))


def warm_up(name: str, run: Callable[[], object]) -> None:
    """Run ``run`` once a process so that the kernels it calls are compiled, or loaded.

    ``name`` tells apart the sets of kernels.
    """
    if name in _warm:
        return
    worker, outcome = _start(run)
    # Ctrl-C ends the waiting at once. The compiler cannot be stopped, and would crash if an exception reached it.
    while worker.is_alive():
        worker.join(_POLL_SECONDS)
    _result(outcome)
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
    if succeeded:
        return result
    # Commands take these for trouble with standard output, or for Ctrl-C, which no worker is ever sent.
    mistakable = isinstance(result, OSError | EOFError) or not isinstance(result, Exception)
    if mistakable and not isinstance(result, StrategistError):
        raise KernelError(f"kernels: {type(result).__name__} {result}".rstrip()) from result
    raise result


def control_cells() -> NDArray[np.int64]:
    """Cells shared with a running kernel: HALT (set to 1 to end it) and DONE (its progress)."""
    return np.zeros(2, dtype=np.int64)


def run_kernel(
    run: Callable[[], Any], control: NDArray[np.int64], progress: Callable[[int], object] | None = None
) -> Any:
    """Call ``run`` in a worker thread and return its result.

    ``progress`` is called now and then, and at the end, with ``control[DONE]``. An exception in this thread, Ctrl-C
    above all, stops the kernel through ``control[HALT]`` and is raised again once the kernel has returned.
    """
    worker, outcome = _start(run)
    try:
        while worker.is_alive():
            worker.join(_POLL_SECONDS)
            if progress is not None:
                progress(int(control[DONE]))
    except BaseException:
        control[HALT] = 1
        worker.join()
        raise
    result = _result(outcome)
    if progress is not None:
        # A kernel may be done before it was ever seen alive.
        progress(int(control[DONE]))
    return result
