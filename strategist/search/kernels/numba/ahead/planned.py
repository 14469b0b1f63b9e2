"""What is left to compile, told once and in numbers before it begins.

A kernel is compiled when it is first called, and only then it is known for which types. So ``plans.json`` holds which
kernels common work needs, and how long each takes to compile on some machine; ``scripts/build_kernel_plans`` makes it.
A command says which plans it will carry out. When the first kernel is missing, those of the plans that no file holds
are counted, and the seconds are scaled by what importing Numba takes here and took there, and by how busy the machine
is.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

PLANS = Path(__file__).with_name("plans.json")
_ROUGHLY = 5
"""Many seconds are told as a multiple of this."""


_MOST_SLOWER = 4.0


class Missing(NamedTuple):
    """A kernel to compile: where its file will be, None where none is kept, and the seconds that it took elsewhere."""

    path: Path | None
    seconds: float


Named = tuple[str, tuple[str, ...]]
"""A kernel: its module and name, with a colon between them, and the names of the types of its arguments."""

_planned: list[str] = []
_counted: list[Missing] = []
"""What was missing when it was told, with the seconds that it takes here."""


@functools.cache
def _known() -> dict[str, Any]:
    return dict(json.loads(PLANS.read_text("ascii")))


@contextmanager
def planned(plans: Sequence[str]) -> Iterator[None]:
    """Within the block, work of some kinds is done. Plans within others change nothing, nor do those of which some are
    not known."""
    if _planned or not all(name in _known()["plans"] for name in plans):
        yield
        return
    _planned.extend(plans)
    try:
        yield
    finally:
        _planned.clear()


def kernels(plans: Sequence[str]) -> dict[Named, float]:
    """The kernels of some plans, each once, and the seconds that each took elsewhere."""
    every = _known()["kernels"]
    rows = [every[place] for place in dict.fromkeys(place for plan in plans for place in _known()["plans"][plan])]
    return {(name, tuple(types)): seconds for name, types, seconds in rows}


def path_of(name: str, types: tuple[str, ...]) -> Path | None:
    """The file of a kernel; None if kernels are not kept."""
    path: Path | None = _kernel(name).path(types)
    return path


def _kept(name: str, types: tuple[str, ...]) -> bool:
    return bool(_kernel(name).kept(types))


def file_of(name: str, types: tuple[str, ...]) -> str:
    """The name of the file of a kernel."""
    return str(_kernel(name).file(types))


def _kernel(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


def missing(plans: Sequence[str]) -> list[Missing]:
    """The kernels of some plans that are not kept."""
    every = kernels(plans).items()
    return [Missing(path_of(name, types), seconds) for (name, types), seconds in every if not _kept(name, types)]


def told() -> str:
    """A line on what is left to compile, now that something is missing.

    >>> told()
    'compiling kernels for their first use; a stop keeps what is done; --time-limit and reported seconds begin behind \
it …'
    """
    found = missing(_planned)
    slower = _slower() if found else 1.0
    _counted[:] = [each._replace(seconds=each.seconds * slower) for each in found]
    number = f": {len(found)}, some {_rounded(sum(each.seconds for each in _counted))} s" if found else ""
    beside = "a stop keeps what is done; --time-limit and reported seconds begin behind it"
    return f"compiling kernels for their first use{number}; {beside} …"


def counted() -> tuple[list[float], list[float]]:
    """The seconds of each kernel that was told, and of those that no file holds yet.

    >>> counted()
    ([], [])
    """
    left = [each.seconds for each in _counted if each.path is None or not each.path.exists()]
    return [each.seconds for each in _counted], left


def _slower() -> float:
    """How much longer compiling takes on this machine, as it is now, than where plans were made."""
    # Work that is short has its turn at once on a machine with much to do, and work that is long has not.
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    busy = max(1.0, load / (os.cpu_count() or 1))
    if "numba" in sys.modules:
        return busy
    begin = time.process_time()
    importlib.import_module("numba")
    # The first import of all may compile Python's own files.
    return busy * min(_MOST_SLOWER, (time.process_time() - begin) / _known()["importing"])


def _rounded(seconds: float) -> int:
    """A number of seconds to be read as an estimate.

    >>> _rounded(0.2), _rounded(7.3), _rounded(21.8)
    (1, 7, 20)
    """
    return max(1, round(seconds)) if seconds < 2 * _ROUGHLY else _ROUGHLY * round(seconds / _ROUGHLY)
