"""Which sources a kernel is compiled from: its own module, every module of the package that it imports, and so on.

Numba itself does not notice when a function that a saved kernel calls is edited in another file, nor when a constant
is that the kernel holds, wherever in the package it is defined. Sources that a kernel's modules do not reach may change
without any need to compile it again.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

_PACKAGE = __name__.partition(".")[0]
_ROOT = Path(import_module(_PACKAGE).__path__[0])
"""The folder of the package, by its name: this file may move."""
_IMPORT = re.compile(
    rf"^[ \t]*(?:from ({re.escape(_PACKAGE)}[\w.]*) import (\([^)]*\)|.*)|import ({re.escape(_PACKAGE)}[\w.]*))",
    re.MULTILINE,
)
_NAME = re.compile(r"\w+")
_PACK = "search", "kernels", "pack"
"""The room that finds machine code which is there already: it says nothing of what the code is."""


@functools.cache
def digest_of_sources(path: Path) -> str:
    """A digest of the source file of a kernel and of all that it imports from the package, directly or not.

    Raises :class:`OSError` if a file cannot be read.

    >>> len(digest_of_sources(_ROOT / "model" / "tree.py"))
    64
    """
    digest = hashlib.sha256()
    for source in (path, *sorted(_reached(path) - {path})):
        # A name and the length of what follows, so that moving the border between two parts changes the digest.
        name = source.relative_to(_ROOT).as_posix() if source.is_relative_to(_ROOT) else source.name
        content = source.read_bytes()
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _reached(path: Path) -> set[Path]:
    seen: set[Path] = set()
    waiting = [path]
    while waiting:
        source = waiting.pop()
        if source not in seen:
            seen.add(source)
            waiting += _imported(source)
    return seen


@functools.cache
def _imported(path: Path) -> tuple[Path, ...]:
    """The files of the package that a source imports, wherever in it. To parse it would take ten times as long."""
    names: set[str] = set()
    for module, members, whole in _IMPORT.findall(path.read_text(encoding="utf-8")):
        names |= {module or whole, *(f"{module}.{each}" for each in _NAME.findall(members))}
    return tuple(sorted(file for name in names for file in _file_of(name)))


def _file_of(name: str) -> Iterator[Path]:
    """The file of a module of the package, if the name is that of one."""
    if name == _PACKAGE or name.startswith(f"{_PACKAGE}."):
        below = _ROOT.joinpath(*name.removeprefix(_PACKAGE).lstrip(".").split("."))
        if not below.is_relative_to(_ROOT.joinpath(*_PACK)):
            yield from (each for each in (below.with_suffix(".py"), below / "__init__.py") if each.is_file())
