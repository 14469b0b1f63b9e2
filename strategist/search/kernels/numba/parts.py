"""Compile functions that only kernels call, as parts of the kernels' machine code.

Numba makes a library of its own of each compiled function: optimized to the end, turned into machine code, with a
wrapper that Python could call. What a kernel calls is then linked into the kernel and optimized again, so that all this
is done as often as functions are nested, and thrown away. A part is typed and translated, and no more: the kernel that
it becomes a part of links all parts, however deeply nested, and is optimized as a whole, once. That takes half of the
time, for code that is as fast.

Tests and examples call parts from Python. A part is compiled alone for that, in each process anew: commands must not.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import binding
from numba.core import codegen, compiler, types

from strategist.search.kernels.numba.needed import Reference, references_of


class _PartLibrary(codegen.JITCodeLibrary):
    """Code that is only linked into other code, which is then optimized."""

    def _optimize_functions(self, module: Any) -> None:
        pass

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.external:
                # The function may then be linked into several kernels, and is dropped where nothing calls it.
                function.linkage = "linkonce_odr"
        self._shared_module = self._final_module
        self._finalized = True

    def all_linked(self) -> list[Any]:
        """The library itself and all libraries that its code needs, each once."""
        return list(dict.fromkeys([self, *self._linking_libraries]))


class _KernelLibrary(codegen.JITCodeLibrary):
    """Code that is optimized once. Numba does it twice, to find references that need no count: here none are counted.

    It is as fast, and a tenth of the compilation is saved.

    What is compiled apart is not linked, but loaded: as late as possible, because another process may be at it."""

    def finalize(self) -> None:
        self._references = references_of(self)
        everything = self._linking_libraries
        self._linking_libraries = [each for each in everything if not isinstance(each, Reference)]
        super().finalize()
        self._linking_libraries = everything

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        for reference in self._references:
            reference.load()
        super()._finalize_final_module()


class KernelCompiler(compiler.Compiler):
    """Numba's usual pipeline for a kernel that counts no references, whose code is optimized once."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        """Compile a kernel into a library that optimizes its code once."""
        state = self.state
        state.library = _KernelLibrary(state.targetctx.codegen(), function.__qualname__)
        # A library can be saved only with object caching.
        state.library.enable_object_caching()
        return super().compile_extra(function)


class _PartCompiler(compiler.Compiler):
    """Numba's usual pipeline, up to the translation."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        state = self.state
        state.flags.no_compile = True
        state.flags.no_cpython_wrapper = True
        state.flags.no_cfunc_wrapper = True
        state.library = _PartLibrary(state.targetctx.codegen(), function.__qualname__)

        # Numba finds the code of a callee by its entry point; this one has no address.
        entry = object()
        compiled = super().compile_extra(function)._replace(entry_point=entry)
        # Callers of a part list its own parts among theirs, at every level: the topmost caller links all of them.
        state.targetctx.insert_user_function(entry, compiled.fndesc, compiled.library.all_linked())
        return compiled


called_alone: set[str] = set()
"""The parts that Python has called."""


@functools.cache
def _alone(function: Callable[..., Any], **options: Any) -> Any:
    return numba.njit(**options)(function)


def make_part(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """The dispatcher of a function that only kernels call, with Numba's options."""
    dispatcher: Any = numba.njit(pipeline_class=_PartCompiler, **options)(function)
    overloads, template = dispatcher.overloads, dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return template(tuple(map(usual, args)), {name: usual(each) for name, each in keywords.items()})

    def add_overload(compiled: Any) -> None:
        # Numba's own would register the entry point for calls by Python.
        overloads[tuple(compiled.signature.args)] = compiled

    def compile_alone(*_: Any, **__: Any) -> Any:
        called_alone.add(f"{function.__module__}.{function.__qualname__}")
        return _alone(function, **options)

    dispatcher._compile_for_args = compile_alone
    dispatcher.get_call_template = get_call_template
    dispatcher.add_overload = add_overload
    return dispatcher


def usual(typ: Any) -> Any:
    """The type for which a callee is compiled: Numba's own choice is one more for each constant and each width."""
    plain = types.unliteral(typ)
    return types.int64 if plain == types.int32 else plain
