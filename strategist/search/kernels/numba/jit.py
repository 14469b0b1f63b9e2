"""Compile kernels with Numba, and run them.

* Machine code is kept in a folder (:mod:`~strategist.search.kernels.numba.codecache`).
* Kernels release the GIL and run in a worker thread, so that the main thread can answer Ctrl-C and draw progress. A
  kernel polls ``control[HALT]`` and publishes its progress in ``control[DONE]``.
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

from strategist.common.errors import KernelError, StrategistError
from strategist.search.kernels.numba import second
from strategist.search.kernels.numba.apart import ApartCompiler, keep_apart
from strategist.search.kernels.numba.calls import remember_calls
from strategist.search.kernels.numba.codecache import KernelCache, find_folder
from strategist.search.kernels.numba.flags import compare_flags_quickly
from strategist.search.kernels.numba.needed import needed_of
from strategist.search.kernels.numba.parts import KernelCompiler, make_part
from strategist.search.kernels.numba.switch import QUICK
from strategist.search.kernels.numba.waiting import bar_of_compilation, with_room_for_frames, without_collection

Function = TypeVar("Function", bound=Callable[..., Any])

HALT, DONE = 0, 1
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_KERNEL: dict[str, Any] = {"no_cfunc_wrapper": True} if QUICK else {}
_BORROWING: dict[str, Any] = {"_nrt": False} if QUICK else {}
_POLL_SECONDS = 0.05

_config: Any = numba.config
INTERPRETED = bool(_config.DISABLE_JIT)
"""Whether Python runs the kernels, without compiling them."""
CACHE_FOLDER = find_folder() if QUICK and not INTERPRETED else None
"""The folder where machine code is saved; None if it cannot be saved."""


if QUICK:
    compare_flags_quickly()
    remember_calls()


def helper(function: Function) -> Function:
    """Compile a function that only kernels call; its machine code is part of theirs."""
    return _part(function, {})


def inlined(function: Function) -> Function:
    """Like :func:`helper`, for small hot functions: a call would take longer than they do."""
    return _part(function, {"forceinline": True})


def borrowing(function: Function) -> Function:
    """Like :func:`helper`, for functions that allocate no arrays: references to their argument arrays are not counted.

    Each count is an atomic operation on memory that all threads share.
    """
    return _part(function, _BORROWING)


def kernel(function: Function) -> Function:
    """Compile a function that Python calls, and save its machine code in :data:`CACHE_FOLDER`."""
    return _kept(function, {})


def borrowing_kernel(function: Function) -> Function:
    """Like :func:`kernel`, for functions that allocate no arrays (:func:`borrowing`)."""
    return _kept(function, _with_pipeline(KernelCompiler))


def apart(function: Function) -> Function:
    """Like :func:`borrowing_kernel`, for long work that kernels call without taking in its machine code.

    Another process may compile it meanwhile (:mod:`~strategist.search.kernels.numba.apart`). The function has no
    default arguments.
    """
    made = _kept(function, _with_pipeline(ApartCompiler))
    if QUICK and not INTERPRETED:
        keep_apart(made)
    return made


def _with_pipeline(compiler: type[KernelCompiler]) -> dict[str, Any]:
    return {"pipeline_class": compiler, **_BORROWING} if QUICK else {}


def _part(function: Function, options: dict[str, Any]) -> Function:
    if INTERPRETED:
        return function
    if QUICK:
        return cast(Function, make_part(function, _OPTIONS | options))
    return cast(Function, numba.njit(**_OPTIONS | options)(function))


def _kept(function: Function, options: dict[str, Any]) -> Function:
    if INTERPRETED:
        return cast(Function, _interpreted(function))
    dispatcher: Any = numba.njit(**_OPTIONS, **_KERNEL, **options)(function)
    if QUICK:
        dispatcher._cache = KernelCache(function, CACHE_FOLDER)
    return cast(Function, dispatcher)


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
        return spelled_out if INTERPRETED else cast(Function, intrinsic(write))

    return choose


def plain(function: Function) -> Function:
    """The Python function behind a compiled one."""
    return cast(Function, getattr(function, "py_func", function))


def foresee(function: Callable[..., Any], *arguments: Any) -> None:
    """Say that a kernel will be called with arguments of the given types: a second compiler may begin with it."""
    if INTERPRETED or not QUICK:
        return
    dispatcher: Any = function
    types = tuple(dispatcher.typeof_pyval(each) for each in arguments)
    path = dispatcher._cache.path(types, dispatcher.targetctx.codegen())
    second.ask(path, needed_of(dispatcher, types))


def warm_up(name: str, run: Callable[[], object], functions: int = 50, aided: bool = False) -> None:
    """Run ``run`` once per process so that the kernels it calls are compiled or loaded.

    ``name`` identifies the set of kernels. ``functions`` is roughly their number: a bar shows how many are compiled. If
    compiling takes seconds and some kernels are compiled :func:`apart`, a second process may help (``aided``).
    """
    if name in _warm:
        return
    with bar_of_compilation(functions) as advance, without_collection(), second.compiler(advance, aided and QUICK):
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
