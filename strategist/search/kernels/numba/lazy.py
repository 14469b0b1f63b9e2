"""Functions that are compiled when they are first needed: Numba is imported then, and not where a file has their code.

A :class:`Lazy` function is called by kernels, and becomes a part of their machine code. A :class:`Kernel` is called by
Python, or by other kernels, too. The machine code of each kind of arguments is loaded from a file, or compiled and
saved.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Sequence
from typing import Any

from strategist.common.errors import KernelError, MissingLibraryError
from strategist.search.kernels.numba import codecache, second, stopwatch
from strategist.search.kernels.numba.borrowed import lay
from strategist.search.kernels.numba.machine import Code, Loaded, linked, offer
from strategist.search.kernels.numba.switch import PACKED, QUICK, RELEASE
from strategist.search.kernels.pack import packed

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"} | ({"_nrt": False} if QUICK else {})
"""What Numba is told of each function. None allocates arrays, so references to them are not counted: each count would
be an atomic operation on memory that all threads share."""

_NO_COMPILER = (
    "compiling kernels needs Numba: pip install 'strategist-compiler[compile]'; the pack holds those of common work"
)

_loading = threading.RLock()
"""Held while a kernel is loaded or compiled."""


class Lazy:
    """A function that only kernels call.

    Tests and examples call it from Python. It is compiled alone for that, in each process anew: commands must not.
    """

    apart = False
    """Whether kernels call it without taking in its code (:mod:`~strategist.search.kernels.numba.apart`)."""

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.options = OPTIONS | options

    @functools.cached_property
    def dispatcher(self) -> Any:
        """What Numba knows of the function."""
        return _compiler().make_dispatcher(self)

    @functools.cached_property
    def _alone(self) -> Any:
        return _compiler().numba.njit(**self.options)(self.py_func)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        called_alone.add(f"{self.py_func.__module__}.{self.py_func.__qualname__}")
        return self._alone(*arguments, **keywords)


called_alone: set[str] = set()
"""The functions that only kernels should call, and Python has called."""


class Kernel(Lazy):
    """A function that Python calls, with machine code in a file for each kind of arguments."""

    def __init__(self, function: Callable[..., Any], cache: codecache.KernelFiles, apart: bool = False) -> None:
        super().__init__(function)
        self.apart = apart
        self.found, self.compiled = 0, 0
        """How often machine code was loaded from a file or from the pack, and compiled."""
        self._files = cache
        self._loaded: dict[tuple[str, ...], Loaded] = {}
        self._parameters = inspect.signature(function)
        self._count = len(self._parameters.parameters)

    @property
    def signatures(self) -> list[tuple[str, ...]]:
        """The names of the types of the arguments for which machine code is in memory."""
        return list(self._loaded) if QUICK else self.dispatcher.signatures

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        if not QUICK and not PACKED:
            return self.dispatcher(*arguments, **keywords)
        if keywords or len(arguments) != self._count:
            bound = self._parameters.bind(*arguments, **keywords)
            bound.apply_defaults()
            arguments = bound.args
        words: list[int] = []
        names = tuple([lay(each, words) for each in arguments])
        loaded = self._loaded.get(names)
        if loaded is None:
            if not QUICK and not packed.holds(self.file(names)):
                return self.dispatcher(*arguments)
            loaded = self._load(names, lambda: _compiler().types_of(arguments))
        return loaded(words)

    def load(self, types: tuple[Any, ...]) -> Loaded:
        """Have the machine code for arguments of some types of Numba in memory, from a file or compiled now."""
        return self._load(_compiler().names_of(types), lambda: types)

    def ask(self, types: tuple[Any, ...]) -> None:
        """Ask a second process for the machine code for arguments of some types of Numba."""
        names = _compiler().names_of(types)
        if not self.kept(names):
            second.ask(self.path(names), self.py_func, types)

    def foresee(self, arguments: tuple[Any, ...]) -> None:
        """Ask a second process for the machine code for some arguments, if it is not kept."""
        if RELEASE and not self.kept(self.names(arguments)):
            self.ask(_compiler().types_of(arguments))

    @staticmethod
    def names(arguments: Sequence[Any]) -> tuple[str, ...]:
        """The names of the types of arguments."""
        words: list[int] = []
        return tuple(lay(each, words) for each in arguments)

    def kept(self, names: tuple[str, ...]) -> bool:
        """Whether the pack or a file has the code for some types of arguments."""
        if PACKED and packed.holds(self.file(names)):
            return True
        path = self.path(names)
        return path is not None and bool(path.exists())

    def path(self, names: tuple[str, ...]) -> Any:
        """The file of the code for some types of arguments; None if kernels are not kept."""
        return self._files.path(names)

    def file(self, names: tuple[str, ...]) -> str:
        """The name of that file; it holds even where kernels are not kept."""
        return self._files.file(names)

    def _load(self, names: tuple[str, ...], types: Callable[[], tuple[Any, ...]]) -> Loaded:
        with _loading, stopwatch.compiling():
            if names not in self._loaded:
                file = self.file(names)
                loaded = _found(file, self._files)
                self.found += loaded is not None
                self._loaded[names] = loaded or self._made(file, names, types)
            return self._loaded[names]

    def _made(self, file: str, names: tuple[str, ...], types: Callable[[], tuple[Any, ...]]) -> Loaded:
        """Code that is compiled now, by this or another process."""
        if not RELEASE:
            raise MissingLibraryError(f"{_NO_COMPILER}, but not {self.py_func.__qualname__} for this work")
        code = self._files.await_code(names)
        if code is None:
            with self._files.turn(names) as waited:
                code = self._files.read(file) if waited else None
                if code is None:
                    self.compiled += 1
                    code = _compiler().compile_kernel(self, types())
                    # At once: who ends the process meanwhile has to wait for the rest alone.
                    self._files.save(names, code)
                    return _in_memory(file, code, self._files)
        self.found += 1
        return _in_memory(file, code, self._files)


class Written:
    """Code that a function writes in LLVM's language, for kernels to call."""

    def __init__(self, write: Callable[..., Any]) -> None:
        self.__doc__, self.__name__ = write.__doc__, write.__name__
        self._write = write

    @functools.cached_property
    def intrinsic(self) -> Any:
        """What Numba knows of it."""
        from numba.extending import intrinsic

        return intrinsic(self._write)


@functools.cache
def _compiler() -> Any:
    """What compiles. Only this imports Numba."""
    from strategist.search.kernels.numba import translate

    translate.see_functions(Lazy)
    translate.see_intrinsics(Written)
    return translate


_by_file: dict[str, Loaded] = {}
"""What is in memory, by the name of its file."""


def _found(file: str, files: codecache.KernelFiles) -> Loaded | None:
    """The machine code of a file in memory, from the user's own cache or from the pack; None if neither has it."""
    if file not in _by_file:
        code = files.read(file)
        if code is not None:
            return _in_memory(file, code, files)
        entry = packed.find(file) if PACKED else None
        if entry is not None:
            _by_file[file] = Loaded(entry.address, entry.results, entry.single)
    return _by_file.get(file)


def _in_memory(file: str, code: Code, files: codecache.KernelFiles) -> Loaded:
    """Have machine code in memory, and before it all that it calls."""
    if file not in _by_file:
        for need in code.needs:
            _fetch(*need, files)
        _by_file[file] = linked(code)
    return _by_file[file]


def _fetch(file: str, symbol: str, needed: bytes, files: codecache.KernelFiles) -> None:
    """Have the machine code that another kernel calls in memory: from where it is kept, or compiled now, alone."""
    if _found(file, files) is None:
        second.have(needed)
    if file in _by_file and not _by_file[file].offers:
        # In the pack, kernels are linked already. This one is called from outside.
        offer(symbol, packed.address_of(symbol))
        _by_file[file].offers = symbol
    if file not in _by_file or _by_file[file].offers != symbol:
        raise KernelError(f"kernels: {symbol} was compiled by another name")
