"""Kernels that other kernels call, but do not take in: their machine code is their own.

A large kernel with all its parts is one piece of work for the compiler. What is compiled apart from it can be compiled
at the same time, by another process (:mod:`~strategist.search.kernels.numba.second`). For that a caller has to know how
to call it before it is compiled: what it returns stands in its annotation, and its symbol is made of its name and the
types of its arguments alone. The code is loaded before that of a caller is linked.

It is for functions that work long at a call: no compiler sees through the call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import compiler, funcdesc, types
from numba.core.typing import templates

from strategist.search.kernels.numba import second
from strategist.search.kernels.numba.needed import Reference
from strategist.search.kernels.numba.parts import KernelCompiler, usual

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


def keep_apart(dispatcher: Any) -> None:
    """Let kernels call the function of a dispatcher by its symbol."""
    function: Callable[..., Any] = dispatcher.py_func
    returned = _RETURNED[function.__annotations__["return"]]
    compile_any, context = dispatcher.compile, dispatcher.targetctx
    entries: dict[tuple[Any, ...], Any] = {}

    def compile_one(arguments: tuple[Any, ...]) -> Any:
        return compile_any(_signature(returned, *arguments))

    def get_call_template(args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        python_signature, folded = dispatcher.fold_argument_types(args, keywords)
        arguments = tuple(map(usual, folded))
        signature = _signature(returned, *arguments)
        if arguments not in entries:
            # Numba finds the implementation of a callee by its entry point; this one has no address yet.
            entries[arguments] = object()
            reference = Reference(dispatcher, arguments)
            context.insert_user_function(entries[arguments], _declared(dispatcher, signature), [reference])
            second.ask(dispatcher._cache.path(arguments, context.codegen()), reference.needed)
        template = _template(function.__name__, key=function.__name__, signatures=[signature])
        return template, python_signature, arguments, {}

    dispatcher.compile = compile_one
    dispatcher.get_call_template = get_call_template
    dispatcher.get_overload = lambda arguments: entries[tuple(arguments)]


def _declared(dispatcher: Any, signature: Any) -> Any:
    """What a caller has to know of the machine code."""
    function, options = dispatcher.py_func, dispatcher.targetdescr.options
    flags = _Flags()
    options.parse_as_flags(flags, dispatcher.targetoptions)
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
