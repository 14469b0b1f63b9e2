"""Compile kernels with Numba, and run them.

* Machine code comes with the package (:mod:`~strategist.search.kernels.pack.packed`), or is compiled and kept in a
  folder (:mod:`~strategist.search.kernels.numba.codecache`).
* Kernels release the GIL and run in a worker thread, so that the main thread can answer Ctrl-C and draw progress. A
  kernel polls ``control[HALT]`` and publishes its progress in ``control[DONE]``.
* With ``NUMBA_DISABLE_JIT=1`` all of this is plain Python, for debuggers and small games.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import KernelError, StrategistError
from strategist.search.kernels.numba import second
from strategist.search.kernels.numba.codecache import Cache, KernelFiles
from strategist.search.kernels.numba.lazy import Kernel, Lazy, Written
from strategist.search.kernels.numba.switch import INTERPRETED, QUICK, RELEASE
from strategist.search.kernels.numba.waiting import bar_of_compilation, with_room_for_frames, without_collection

Function = TypeVar("Function", bound=Callable[..., Any])

HALT, DONE = 0, 1
_POLL_SECONDS = 0.05

CACHE = Cache() if QUICK and RELEASE and not INTERPRETED else Cache(lambda: None)
"""Where machine code is saved."""


def borrowing(function: Function) -> Function:
    """Compile a function that only kernels call; its machine code is part of theirs. It allocates no arrays."""
    return function if INTERPRETED else cast(Function, Lazy(function))


def inlined(function: Function) -> Function:
    """Like :func:`borrowing`, for small hot functions: a call would take longer than they do."""
    return function if INTERPRETED else cast(Function, Lazy(function, forceinline=True))


def borrowing_kernel(function: Function) -> Function:
    """Compile a function that Python calls, and save its machine code in :data:`CACHE`.

    It gets numbers, arrays and tuples of them, allocates no arrays, and returns up to four numbers.
    """
    return _kept(function, False)


def apart(function: Function) -> Function:
    """Like :func:`borrowing_kernel`, for long work that kernels call without taking in its machine code.

    Another process may compile it meanwhile (:mod:`~strategist.search.kernels.numba.apart`). The function has no
    default arguments.
    """
    return _kept(function, True)


def _kept(function: Function, apart: bool) -> Function:
    if INTERPRETED:
        return cast(Function, _interpreted(function))
    return cast(Function, Kernel(function, KernelFiles(function, CACHE), apart))


def _interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel run by Python: without warnings, and with the same results as when compiled."""

    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        # Overflow of 64-bit words is intended here, but NumPy warns of it for scalars.
        with np.errstate(over="ignore"):
            result = function(*arguments)
        return result.item() if isinstance(result, np.generic) else result

    return run


def machine_code(spelled_out: Function) -> Callable[[Callable[..., Any]], Function]:
    """Let kernels call code that a function writes in LLVM's language; without Numba, ``spelled_out`` runs instead."""

    def choose(write: Callable[..., Any]) -> Function:
        return spelled_out if INTERPRETED else cast(Function, Written(write))

    return choose


def plain(function: Function) -> Function:
    """The Python function behind a compiled one."""
    return cast(Function, getattr(function, "py_func", function))


def foresee(function: Callable[..., Any], *arguments: Any) -> None:
    """Say that a kernel will be called with arguments of the given types: a second compiler may begin with it."""
    if QUICK and not INTERPRETED:
        cast(Kernel, function).foresee(arguments)


def warm_up(name: str, run: Callable[[], object], aided: bool = False) -> None:
    """Run ``run`` once per process so that the kernels it calls are compiled or loaded.

    ``name`` identifies the set of kernels. If compiling takes seconds and some kernels are compiled :func:`apart`, a
    second process may help (``aided``).
    """
    if name in _warm:
        return
    with bar_of_compilation() as advance, without_collection(), second.compiler(advance, aided and QUICK):
        worker, outcome = _start(run)
        # Ctrl-C ends the wait at once. The compiler cannot be stopped, and an exception in its thread would crash it.
        while worker.is_alive():
            worker.join(_POLL_SECONDS)
    _result(outcome)
    _warm.add(name)


_warm: set[str] = set()

_Outcome = list[tuple[bool, Any]]


def _start(run: Callable[[], Any]) -> tuple[threading.Thread, _Outcome]:
    """Run something in its own thread; returns the thread, and the list that will hold its result or exception."""
    outcome: _Outcome = []

    def work() -> None:
        try:
            outcome.append((True, with_room_for_frames(run)))
        except BaseException as error:
            outcome.append((False, error))

    worker = threading.Thread(target=work, name="strategist-kernel", daemon=True)
    worker.start()
    return worker, outcome


def _result(outcome: _Outcome) -> Any:
    succeeded, result = outcome[0]
    if succeeded:
        return result
    # The command line would misread an OSError as a broken pipe, and a KeyboardInterrupt as Ctrl-C.
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

    ``progress`` is called periodically, and at the end, with ``control[DONE]``. An exception in this thread, such as
    Ctrl-C, stops the kernel through ``control[HALT]`` and is raised again once the kernel has returned.
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
        # A kernel may finish before the first poll.
        progress(int(control[DONE]))
    return result
