"""Compile functions that only kernels call, as parts of the kernels' machine code, and kernels of such parts.

Numba makes a library of its own of each compiled function: optimized to the end, turned into machine code, with a
wrapper that Python could call. What a kernel calls is then linked into the kernel and optimized again, so that all this
is done as often as functions are nested, and thrown away. A part is typed and translated, and no more: the kernel that
it becomes a part of links all parts, however deeply nested, and is optimized as a whole, once. That takes half of the
time, for code that is as fast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import binding
from numba.core import codegen, compiler, types


class Reference:
    """What a caller links in place of the code: nothing."""

    def __init__(self, kernel: Any, arguments: tuple[Any, ...], symbol: str) -> None:
        self.kernel, self.arguments, self.symbol = kernel, arguments, symbol
        self._reload_init: set[Any] = set()

    def _ensure_finalized(self) -> None:
        pass


def references_of(library: Any) -> list[Reference]:
    """What the code of a library calls, each once."""
    return list(dict.fromkeys(each for each in library._linking_libraries if isinstance(each, Reference)))


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


class _EntryLibrary(codegen.JITCodeLibrary):
    """The code of a kernel with all its parts. What is compiled apart is not linked.

    It is optimized once. Numba does it twice, to find references that need no count: here none are counted.
    """

    machine = b""

    def make(self, entry: str, offered: str, name: str) -> None:
        """Make machine code, in which only two symbols can be seen: an entry, by another name, and ``offered``."""
        everything = self._linking_libraries
        self._linking_libraries = [each for each in everything if not isinstance(each, Reference)]
        self._offered = offered
        self.finalize()
        self._linking_libraries = everything
        self.machine = self.emit(entry, offered, name)

    def emit(self, entry: str, offered: str, name: str) -> bytes:
        """The machine code of what is optimized."""
        module = self._final_module
        for each in (*module.functions, *module.global_variables):
            if not each.is_declaration and each.name not in (entry, offered):
                each.linkage = "internal"
        module.get_function(entry).name = name
        machine: bytes = self._codegen._tm.emit_object(module)
        return machine

    def _optimize_final_module(self) -> None:
        if self._offered:
            self._final_module.get_function(self._offered).linkage = "external"
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def called(self) -> set[str]:
        """The symbols of other code that is called, those of LLVM's own functions left out."""
        declared = (each.name for each in self._final_module.functions if each.is_declaration)
        return {name for name in declared if not name.startswith("llvm.")}


def translate_only(flags: Any) -> None:
    """Say that Numba makes no machine code, and no wrappers of it. The symbols of functions tell of it."""
    flags.no_compile = True
    flags.no_cpython_wrapper = True
    flags.no_cfunc_wrapper = True


class PartCompiler(compiler.Compiler):
    """Numba's usual pipeline, up to the translation."""

    library_class: type[Any] = _PartLibrary

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        """Compile a function without making machine code of it."""
        state = self.state
        translate_only(state.flags)
        state.library = self.library_class(state.targetctx.codegen(), function.__qualname__)

        # Numba finds the code of a callee by its entry point; this one has no address.
        entry = object()
        compiled = super().compile_extra(function)._replace(entry_point=entry)
        if isinstance(compiled.library, _PartLibrary):
            # Callers of a part list its own parts among theirs, at every level: the topmost caller links all of them.
            state.targetctx.insert_user_function(entry, compiled.fndesc, compiled.library.all_linked())
        return compiled


class _BodyLibrary(_PartLibrary):
    """The body of a kernel, whose function is optimized before all is linked, as Numba does it."""

    def _optimize_functions(self, module: Any) -> None:
        codegen.JITCodeLibrary._optimize_functions(self, module)


class KernelCompiler(PartCompiler):
    """The pipeline for the body of a kernel."""

    library_class = _BodyLibrary


class EntryCompiler(PartCompiler):
    """The pipeline for the entry of a kernel: its library is finished when the caller says so."""

    library_class = _EntryLibrary


def make_part(function: Callable[..., Any], options: dict[str, Any], pipeline: type[Any] = PartCompiler) -> Any:
    """The dispatcher of a function that only kernels call, with Numba's options."""
    dispatcher: Any = numba.njit(pipeline_class=pipeline, **options)(function)
    overloads, template = dispatcher.overloads, dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return template(tuple(map(usual, args)), {name: usual(each) for name, each in keywords.items()})

    def add_overload(compiled: Any) -> None:
        # Numba's own would register the entry point for calls by Python.
        overloads[tuple(compiled.signature.args)] = compiled

    dispatcher.get_call_template = get_call_template
    dispatcher.add_overload = add_overload
    return dispatcher


def usual(typ: Any) -> Any:
    """The type for which a callee is compiled: Numba's own choice is one more for each constant and each width."""
    plain = types.unliteral(typ)
    return types.int64 if plain == types.int32 else plain
