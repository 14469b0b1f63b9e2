"""Compile kernels with Numba. This is imported only when something has to be compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Protocol

import numba
from llvmlite import ir
from numba.core import event, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.types import functions
from numba.extending import intrinsic, typeof_impl

from strategist.common.errors import KernelError
from strategist.search.kernels.numba import second, stopwatch, waiting
from strategist.search.kernels.numba.apart import ApartCompiler, make_declared, returned_by
from strategist.search.kernels.numba.borrowed_types import Borrowed, field_at, name_of
from strategist.search.kernels.numba.machine import MOST_RESULTS, READABLE, Code
from strategist.search.kernels.numba.parts import (
    EntryCompiler,
    KernelCompiler,
    PartCompiler,
    make_part,
    references_of,
    usual,
)
from strategist.search.kernels.numba.switch import QUICK

# Numba's type annotations do not cover these.
_types: Any = types
_lock: Any = global_compiler_lock
_register: Any = event.register

_LIBRARY = {"memcpy", "memmove", "memset", "memcmp", "bcmp"}
"""The functions of the C library that machine code may call: each process has them."""


class _Telling(event.Listener):
    def __init__(self, started: Callable[[], object], ended: Callable[[], object]) -> None:
        self._started, self._ended = started, ended

    def on_start(self, event: Any) -> None:
        self._started()

    def on_end(self, event: Any) -> None:
        self._ended()


_register("numba:compiler_lock", _Telling(stopwatch.begin, stopwatch.end))
_register("numba:compile", _Telling(lambda: None, waiting.tell))


class Function(Protocol):
    """A function that is compiled for kernels."""

    py_func: Callable[..., Any]
    options: dict[str, Any]
    apart: bool

    @property
    def dispatcher(self) -> Any:
        """What :func:`make_dispatcher` made."""


class Kernel(Function, Protocol):
    """A function that Python calls."""

    def file(self, names: tuple[str, ...]) -> str:
        """The name of the file of the code for types with such names."""

    def ask(self, types: tuple[Any, ...]) -> None:
        """Ask a second process for the code for some types."""


def see_functions(kind: type) -> None:
    """Let kernels call the instances of a class, which have a ``dispatcher``."""
    typeof_impl.register(kind)(lambda value, context: _types.Dispatcher(value.dispatcher))


def see_intrinsics(kind: type) -> None:
    """Let kernels call the instances of a class, which have an ``intrinsic``."""

    def type_of(value: Any, context: Any) -> Any:
        typing = cpu_target.typing_context
        known, made = typing.resolve_value_type, value.intrinsic
        # What was made just now is not among what Numba knows.
        typing.refresh()
        return known(made)

    typeof_impl.register(kind)(type_of)


def types_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types for which a kernel is compiled that is called with some arguments."""
    typeof: Any = numba.typeof
    return tuple(usual(typeof(each)) for each in arguments)


def names_of(arguments: tuple[Any, ...]) -> tuple[str, ...]:
    """The names of types, as :mod:`~strategist.search.kernels.numba.borrowed` gives them."""
    return tuple(map(name_of, arguments))


def make_dispatcher(function: Function) -> Any:
    """What kernels see of a function: its code becomes a part of theirs, or is called by its symbol."""
    if not QUICK:
        return numba.njit(**function.options)(function.py_func)
    if function.apart:
        return make_declared(function)
    return make_part(function.py_func, function.options, KernelCompiler if hasattr(function, "load") else PartCompiler)


@intrinsic
def _fields(context: Any, arguments: Any) -> Any:
    """The arguments of a kernel, as a tuple."""
    made = _types.Tuple(arguments.types)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
        members = [field_at(context, builder, arguments, values[0], index) for index in range(len(arguments.types))]
        return context.make_tuple(builder, made, members)

    return made(arguments), generate


@intrinsic
def _store(context: Any, place: Any, value: Any) -> Any:
    """Write the words of a result to an address."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
        word = ir.IntType(64)
        start = builder.inttoptr(values[0], word.as_pointer())
        several = isinstance(value, types.BaseTuple)
        for index, typ in enumerate(_members(value)):
            if str(typ) not in READABLE:
                # The kernel is refused as soon as it is compiled.
                continue
            item = builder.extract_value(values[1], index) if several else values[1]
            if isinstance(typ, types.Float):
                item = builder.bitcast(item, word)
            elif item.type != word:
                item = builder.zext(item, word)
            builder.store(item, builder.gep(start, [ir.Constant(word, index)]))
        return context.get_dummy_value()

    return _types.void(place, value), generate


def _members(typ: Any) -> tuple[Any, ...]:
    """The types of the results of which one is made."""
    if typ == _types.none:
        return ()
    every: Any = typ
    return tuple(every.types) if isinstance(typ, types.BaseTuple) else (typ,)


@contextmanager
def _remembered_calls() -> Iterator[None]:
    """Within the block, Numba's functions keep the signatures that they resolve.

    A kernel asks thousands of times what the sum of two numbers is or an element of an array. Numba tries all that it
    knows about sums each time. The answers never change: a tenth of the time that compiling takes. Numba's lock is
    held, so nobody else compiles meanwhile.
    """
    kind: Any = functions.BaseFunction
    resolve = kind.get_call_type
    known: dict[Any, Any] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        call = (self, context, tuple(args), tuple(kws.items()))
        if call not in known:
            # A call that has no answer raises.
            known[call] = resolve(self, context, args, kws)
        return known[call]

    kind.get_call_type = get_call_type
    try:
        yield
    finally:
        kind.get_call_type = resolve


class _Arguments(tuple[Any, ...]):
    """The class of the arguments of a kernel for Numba, which asks for the names of fields."""

    _fields = ()


def compile_kernel(kernel: Kernel, arguments: tuple[Any, ...]) -> Code:
    """The machine code of a kernel for arguments of some types.

    Raises :class:`~strategist.common.errors.KernelError` for a kernel whose code would need Numba when it runs: one
    that allocates an array, for example, or returns one.
    """
    seen, name = kernel.dispatcher, kernel.file(names_of(arguments))
    part = make_part(kernel.py_func, kernel.options, ApartCompiler) if kernel.apart else seen

    store: Any = _store
    fields: Any = _fields

    def run(arguments: Any, results: Any) -> None:
        store(results, part(*fields(arguments)))

    run.__name__ = run.__qualname__ = f"{kernel.py_func.__qualname__}_entry"
    # Where a kernel that is compiled apart calls itself, this is recursion.
    with _lock, _remembered_calls(), seen._compiling_counter if kernel.apart else nullcontext():
        entry = make_part(run, kernel.options, EntryCompiler)
        entry.compile((Borrowed(arguments, _Arguments), _types.int64))
        (compiled,) = entry.overloads.values()
        (inner,) = part.overloads.values() if kernel.apart else (part.overloads[arguments],)
        library, returned = compiled.library, inner.signature.return_type
        offered = inner.fndesc.mangled_name if kernel.apart else ""
        assert not kernel.apart or returned == returned_by(kernel.py_func), f"{kernel.py_func.__qualname__}: {returned}"
        library.make(compiled.fndesc.mangled_name, offered, name)
    references = references_of(library)
    results = tuple(map(str, _members(returned)))
    beyond = library.called() - _LIBRARY - {each.symbol for each in references}
    if beyond or not READABLE.issuperset(results) or len(results) > MOST_RESULTS or library.has_dynamic_globals:
        raise KernelError(
            f"{kernel.py_func.__qualname__}: expected a kernel that needs no Numba when it runs, got one that calls "
            f"{', '.join(sorted(beyond)) or 'nothing'} and returns {returned}"
        )
    needs = tuple(
        (each.kernel.file(names_of(each.arguments)), each.symbol, second.needed(each.kernel.py_func, each.arguments))
        for each in references
    )
    single = bool(results) and not isinstance(returned, types.BaseTuple)
    return Code(name, offered, needs, results, single, library.machine)
