"""Machine code that is called without Numba, by ctypes, and loaded by what llvmlite documents.

A kernel's code has one entry, a function ``int32(void *nothing, void *error, void *arguments, int64 results)``: where
an error is told, the words of the arguments (:mod:`~strategist.search.kernels.numba.borrowed`), and where the words of
the results go. Its result is 0, or tells of an exception.
"""

from __future__ import annotations

import ctypes
import functools
import marshal
import pickle
import struct
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from strategist.common.errors import KernelError

_Entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
"""Python's lock is released while it runs."""
_WORD = 8
_ERROR, _RESULTS, _ARGUMENTS = 1, 2, 6
"""The words of a call: where the entry could put a result, which it does not, the address of the description of an
error, up to four results, and the arguments."""
MOST_RESULTS = _ARGUMENTS - _RESULTS
_FINE = (0, -2)
"""What the entry returns after a result, and after None."""


class Code(NamedTuple):
    """The machine code of a kernel for arguments of some types."""

    entry: str
    """The symbol of the entry."""
    offers: str
    """The symbol by which other machine code calls the kernel; empty if none does."""
    needs: tuple[tuple[str, str, bytes], ...]
    """What it calls of other kernels: the names of their files, their symbols, and how to have them compiled
    (:func:`~strategist.search.kernels.numba.second.needed`)."""
    results: tuple[str, ...]
    """The names of the types of the results."""
    single: bool
    """Whether the only result is returned as it is, not in a tuple."""
    machine: bytes

    def encoded(self) -> bytes:
        """The code as bytes, for this version of Python."""
        return marshal.dumps(tuple(self))


def decoded(body: bytes) -> Code:
    """The code of some bytes, which :meth:`Code.encoded` has made.

    >>> decoded(Code("double", "", (), ("int64",), True, b"").encoded()).results
    ('int64',)
    """
    return Code(*marshal.loads(body))


def _float(word: int) -> float:
    (number,) = struct.unpack("=d", struct.pack("=q", word))
    assert isinstance(number, float)
    return number


_READ: dict[str, Callable[[int], Any]] = {
    "int64": int,
    "uint64": lambda word: word & (1 << 64) - 1,
    "bool": bool,
    "float64": _float,
}
READABLE = frozenset(_READ)
"""The names of the types that results may have."""


class Loaded:
    """A kernel in memory; it is called with the words of its arguments."""

    def __init__(self, place: int, results: Sequence[str], single: bool, offers: str = "") -> None:
        self._run = _Entry(place)
        self._read = [_READ[each] for each in results]
        self._single = single
        self.offers = offers

    def __call__(self, words: Sequence[int]) -> Any:
        """Run the kernel. Raises what it raises."""
        block = (ctypes.c_int64 * (_ARGUMENTS + len(words)))(0, 0, 0, 0, 0, 0, *words)
        place = ctypes.addressof(block)
        status = self._run(place, place + _WORD * _ERROR, place + _WORD * _ARGUMENTS, place + _WORD * _RESULTS)
        if status not in _FINE:
            raise _error(status, block[_ERROR])
        if self._single:
            return self._read[0](block[_RESULTS])
        if not self._read:
            return None
        return tuple(read(block[_RESULTS + place]) for place, read in enumerate(self._read))


class _Described(ctypes.Structure):
    """How an error is described: the first fields of Numba's own description."""

    _fields_ = [("pickled", ctypes.c_void_p), ("size", ctypes.c_int32)]


def _error(status: int, place: int) -> BaseException:
    if status <= 0 or not place:
        return KernelError(f"kernels: status {status}")
    described = _Described.from_address(place)
    kind, arguments, *_ = pickle.loads(ctypes.string_at(described.pickled, described.size))
    error = kind(*(arguments or ()))
    assert isinstance(error, BaseException)
    return error


def linked(code: Code) -> Loaded:
    """Have machine code in memory; what it calls is there already."""
    from llvmlite import binding

    engine = _engine()
    engine.add_object_file(binding.ObjectFileRef.from_data(code.machine))
    engine.finalize_object()
    return Loaded(engine.get_function_address(code.entry), code.results, code.single, code.offers)


def offer(symbol: str, place: int) -> None:
    """Let machine code that is :func:`linked` later call what is at an address by a symbol."""
    from llvmlite import binding

    _engine()
    binding.add_symbol(symbol, place)


@functools.cache
def _engine() -> Any:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    return binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
