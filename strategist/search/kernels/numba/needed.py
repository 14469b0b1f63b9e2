"""Which other machine code that of a kernel calls, without having taken it in."""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

from llvmlite import binding


class Needed(NamedTuple):
    """A kernel that the machine code of another calls."""

    module: str
    name: str
    arguments: tuple[Any, ...]
    """Their types."""

    def load(self) -> None:
        """Have its machine code in memory, from a file or compiled now."""
        getattr(importlib.import_module(self.module), self.name).compile(self.arguments)


def needed_of(dispatcher: Any, arguments: tuple[Any, ...]) -> Needed:
    """The kernel of a dispatcher for arguments of some types."""
    function = dispatcher.py_func
    return Needed(function.__module__, function.__qualname__, arguments)


class Reference:
    """What a caller links in place of the code: nothing, but the code is loaded before the caller's is made."""

    def __init__(self, dispatcher: Any, arguments: tuple[Any, ...]) -> None:
        self.needed = needed_of(dispatcher, arguments)
        self._reload_init: set[Any] = set()
        self._dispatcher = dispatcher

    def load(self) -> None:
        """Load the machine code of the kernel, or compile it."""
        self._dispatcher.compile(self.needed.arguments)

    def _ensure_finalized(self) -> None:
        pass

    def _get_module_for_linking(self) -> Any:
        # A caller of Numba's usual kind: its machine code is made as soon as all is linked.
        self.load()
        return binding.parse_assembly("")


def references_of(library: Any) -> list[Reference]:
    """What the code of a library calls, each once."""
    return list(dict.fromkeys(each for each in library._linking_libraries if isinstance(each, Reference)))
