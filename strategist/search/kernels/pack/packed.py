"""The pack: machine code of all kernels that common work needs, for one system: that of the sources is for Linux on
x86-64.

``scripts/pack`` compiles the kernels for some levels of processors, links them into one library each, compresses it,
and writes ``index.json``: for which system, and which kernels these are, by the names of the files that the cache of
kernels would have for them (:mod:`~strategist.search.kernels.numba.codecache`). The names are digests of signatures and
sources, so a kernel that has changed is not found here, and compiled. What is found needs neither Numba nor llvmlite.

* A library is unpacked once into the user's cache, whole or not at all, so that processes that begin together do not
  meet. Where it cannot be kept, on a full disk for example, each process has it in memory.
* It is loaded only if its SHA-256 is that of the index, each time: the processor runs it.
* A processor that may lack what the code needs is asked first, by a small library of its own
  (:mod:`~strategist.search.kernels.pack.processor`).
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import json
import lzma
import os
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from strategist.common.errors import OutputError
from strategist.common.whole_files import write_file
from strategist.search.kernels.pack.cache_folder import find_cache_folder
from strategist.search.kernels.pack.processor import EVERYWHERE, LEVELS, PROBES, processor_by

FOLDER = Path(__file__).parent
INDEX = "index.json"
_SUFFIX = ".so"
_KEPT_SECONDS = 60 * 24 * 3600


class Row(NamedTuple):
    """A kernel of the index."""

    name: str
    """Its module and its name in it, with a colon between them."""
    types: tuple[str, ...]
    """The names of the types of its arguments."""
    file: str
    """The name of its file in the cache of kernels, and the symbol of its entry."""
    results: tuple[str, ...]
    single: bool
    needs: tuple[str, ...]
    """The files of the kernels that it calls, and is linked with."""


class Entry(NamedTuple):
    """The entry of a kernel in memory, and the types of its results, as in
    :class:`~strategist.search.kernels.numba.machine.Code`."""

    address: int
    results: tuple[str, ...]
    single: bool


def this_system() -> str:
    """The name of the system that runs this, and of its processor, as the interpreter was compiled for them.

    >>> this_system().partition("-")[0] == sys.platform
    True
    """
    # Windows runs interpreters for other processors, and tells them of the one that they are for.
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    return f"{sys.platform}-{machine.lower()}" if sys.maxsize >> 32 else f"{sys.platform}-32"


def read_index(folder: Path = FOLDER) -> tuple[dict[str, str], list[Row], dict[str, str]]:
    """What the index tells: the SHA-256 of each library, the kernels, and the tools that have made them.

    Raises :class:`OSError` and :class:`ValueError` if there is none.
    """
    return _of_index(json.loads((folder / INDEX).read_text("ascii")))


def _of_index(told: dict[str, Any]) -> tuple[dict[str, str], list[Row], dict[str, str]]:
    files = [file for _, _, file, *_ in told["kernels"]]
    rows = [
        Row(name, tuple(types), file, tuple(results), single, tuple(files[place] for place in needs))
        for name, types, file, results, single, needs in told["kernels"]
    ]
    return told["libraries"], rows, told["tools"]


def holds(file: str) -> bool:
    """Whether the pack has the kernel of a file, for this processor.

    >>> holds("strategist.search.exact.solve.solve-0.kernel")
    False
    """
    return file in _rows() and _library() is not None


def find(file: str) -> Entry | None:
    """The kernel of a file, in memory; None if the pack has none."""
    if not holds(file):
        return None
    row = _rows()[file]
    return Entry(address_of(file), row.results, row.single)


def address_of(symbol: str) -> int:
    """The address of a symbol of the library. Raises :class:`ValueError` if it has none."""
    return ctypes.addressof(ctypes.c_char.in_dll(_library(), symbol))


@functools.cache
def _index() -> tuple[dict[str, str], list[Row], dict[str, str]]:
    # Without an index, there is no pack.
    with contextlib.suppress(OSError, ValueError):
        told = json.loads((FOLDER / INDEX).read_text("ascii"))
        if told["system"] == this_system():
            return _of_index(told)
    return {}, [], {}


@functools.cache
def _rows() -> dict[str, Row]:
    return {row.file: row for row in _index()[1]}


@functools.cache
def _library() -> Any:
    """The library for this processor; None if there is none."""
    libraries = _index()[0]
    try:
        if PROBES in libraries:
            processor = processor_by(_loaded(PROBES, libraries[PROBES]))
            fitting = (level for level in LEVELS if level in libraries and processor.has(level))
        else:
            fitting = (level for level in EVERYWHERE if level in libraries)
        level = next(fitting, None)
        return None if level is None else _loaded(level, libraries[level])
    except (OSError, ValueError, lzma.LZMAError) as error:
        why = f"kernels are compiled instead of loaded from the pack: {error}"
        print(f"strategist: {why}", file=sys.stderr, flush=True)
        return None


def _loaded(level: str, digest: str) -> Any:
    """A library in memory, from where it was unpacked."""
    folder = find_cache_folder("pack", _SUFFIX)
    path = None if folder is None else folder / f"{level}-{digest[:32]}{_SUFFIX}"
    if path is not None and _is_whole(path, digest):
        with contextlib.suppress(OSError):
            os.utime(path)
            # From a file system of which nothing is executed, this fails.
            return ctypes.CDLL(str(path))
    content = lzma.decompress((FOLDER / f"{level}.xz").read_bytes())
    if hashlib.sha256(content).hexdigest() != digest:
        raise ValueError(f"expected {level}.xz as it was shipped, got another or a damaged one")
    if path is not None:
        with contextlib.suppress(OSError, OutputError):
            write_file(path, [content])
            _delete_unread(path.parent)
            return ctypes.CDLL(str(path))
    return _from_memory(content)


def _is_whole(path: Path, digest: str) -> bool:
    try:
        # Reading a device may never end.
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest
    except OSError:
        return False


def _from_memory(content: bytes) -> Any:
    """A library that no disk keeps. Raises :class:`OSError` where the system cannot load it so."""
    if not hasattr(os, "memfd_create"):
        raise OSError("there is no place to unpack it to")
    descriptor = os.memfd_create("strategist-pack")
    try:
        with open(descriptor, "wb", closefd=False) as stream:
            stream.write(content)
        return ctypes.CDLL(f"/proc/self/fd/{descriptor}")
    finally:
        os.close(descriptor)


def _delete_unread(folder: Path) -> None:
    """Delete the libraries of earlier versions."""
    before = time.time() - _KEPT_SECONDS
    for file in folder.glob(f"*{_SUFFIX}"):
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < before:
                file.unlink()
