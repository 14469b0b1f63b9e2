"""Kernels run by Python, together with all that they call: nothing is compiled, and any global can be exchanged."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

from strategist.search.kernels.numba.jit import plain
from strategist.search.kernels.responses import peg_codes

Function = TypeVar("Function", bound=Callable[..., Any])

_made: dict[Any, Any] = {}
_SPELLED_OUT: dict[Any, Any] = {peg_codes.popcount: peg_codes._count_bits}
"""Python for what is written in the compiler's language."""


def in_python(function: Function) -> Function:
    """The Python function behind a kernel; where it calls other kernels, it calls these by Python, too.

    Other code in the compiler's language (``machine_code``) than that of a count of bits cannot be called so.
    """
    source: Any = plain(function)
    if not isinstance(source, FunctionType):
        return function
    if source not in _made:
        names: dict[str, Any] = dict(source.__globals__)
        made = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
        # Before its callees, because a kernel may call itself.
        _made[source] = made
        for name in source.__code__.co_names:
            if hasattr(names.get(name), "py_func"):
                names[name] = in_python(names[name])
            elif name in names:
                names[name] = next((made for each, made in _SPELLED_OUT.items() if each is names[name]), names[name])
    return cast(Function, _made[source])
