"""Kernels that other kernels call, but do not take in: their machine code is their own.

A large kernel with all its parts is one piece of work for the compiler. What is compiled apart from it can be compiled
at the same time, by another process (:mod:`~strategist.search.kernels.numba.second`). For that a caller has to know how
to call it before it is compiled: what it returns stands in its annotation, and its symbol is made of its name and the
types of its arguments alone. The code is loaded before that of a caller.

It is for functions that work long at a call: no compiler sees through the call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core import compiler, funcdesc, types
from numba.core.typing import templates

from strategist.search.kernels.numba.parts import KernelCompiler, Reference, translate_only, usual

# Numba's type annotations do not cover its flags.
_Flags: Any = compiler.Flags
_Descriptor: Any = funcdesc.FunctionDescriptor
_signature: Any = templates.signature
_template: Any = templates.make_concrete_template
_types: Any = types

_RETURNED = {
    "None": _types.none,
    "int": _types.int64,
    "tuple[int, int]": _types.UniTuple(_types.int64, 2),
    "tuple[int, bool]": _types.Tuple((_types.int64, _types.boolean)),
}
"""The types behind the annotations of what kernels compiled apart return."""

_UID = 0
"""The number in the symbols of kernels compiled apart; Numba counts other functions from 1."""


class ApartCompiler(KernelCompiler):
    """The pipeline for kernels whose symbols are known in advance."""

    def _compile_bytecode(self) -> Any:
        self.state.func_id.unique_id = _UID
        compile_bytecode: Any = super()._compile_bytecode
        return compile_bytecode()


def returned_by(function: Callable[..., Any]) -> Any:
    """The type that a kernel compiled apart returns, by its annotation."""
    return _RETURNED[function.__annotations__["return"]]


def make_declared(kernel: Any) -> Any:
    """The dispatcher that kernels find in place of the function of ``kernel``: they call it by its symbol.

    A second process is asked for the code as soon as it is known for which types.
    """
    function = kernel.py_func
    dispatcher: Any = numba.njit(**kernel.options)(function)
    returned, context = returned_by(function), dispatcher.targetctx
    entries: dict[tuple[Any, ...], Any] = {}

    def get_call_template(args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        python_signature, folded = dispatcher.fold_argument_types(args, keywords)
        arguments = tuple(map(usual, folded))
        signature = _signature(returned, *arguments)
        if arguments not in entries:
            # Numba finds the implementation of a callee by its entry point; this one has no address yet.
            entries[arguments] = object()
            described = _declared(dispatcher, signature)
            reference = Reference(kernel, arguments, described.mangled_name)
            context.insert_user_function(entries[arguments], described, [reference])
            kernel.ask(arguments)
        template = _template(function.__name__, key=function.__name__, signatures=[signature])
        return template, python_signature, arguments, {}

    dispatcher.get_call_template = get_call_template
    dispatcher.get_overload = lambda arguments: entries[tuple(arguments)]
    return dispatcher


def _declared(dispatcher: Any, signature: Any) -> Any:
    """What a caller has to know of the machine code."""
    function, options = dispatcher.py_func, dispatcher.targetdescr.options
    flags = _Flags()
    options.parse_as_flags(flags, dispatcher.targetoptions)
    translate_only(flags)
    return _Descriptor(
        native=True,
        modname=function.__module__,
        qualname=function.__qualname__,
        unique_name=function.__qualname__,
        doc="",
        typemap=None,
        restype=signature.return_type,
        calltypes=None,
        args=tuple(dispatcher._compiler.pysig.parameters),
        kws=(),
        mangler=dispatcher.targetctx.mangler,
        argtypes=signature.args,
        abi_tags=[flags.get_mangle_string()],
        uid=_UID,
    )
