"""The cache of the kernels' machine code, kept from one process to the next.

* The name of the folder is a digest of Python, Numba and LLVM, of the processor, and of every setting that changes the
  code: Numba itself does not notice when the one for bounds checks changes. The name of a file is a digest of the
  kernel's signature and of all its sources (:mod:`~strategist.search.kernels.numba.sources`).
* The folder is in the user's cache folder (``$XDG_CACHE_HOME``, else ``~/.cache``), never in that of the package, which
  may be read-only. If the user's cannot be written either, it is in the temporary folder.
* Each file begins with a SHA-256 of the rest. The processor runs its contents, so a damaged file is not loaded: its
  kernel is compiled again and the file replaced. If a kernel cannot be saved, for example on a full disk, work goes on
  without it.
* A file that nobody has read for two months is deleted when another is saved: it is that of an earlier version.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from numba.core import compiler, serialize

from strategist.common.whole_files import write_file
from strategist.search.kernels.numba import second
from strategist.search.kernels.numba.needed import references_of
from strategist.search.kernels.numba.sources import digest_of_sources

_SETTINGS = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUGINFO_DEFAULT",
    "DEBUG_NRT",
    "DISABLE_INTEL_SVML",
    "ENABLE_AVX",
    "ENABLE_PROFILING",
    "EXTEND_VARIABLE_LIFETIMES",
    "FULL_TRACEBACKS",
    "LLVM_REFPRUNE_FLAGS",
    "LLVM_REFPRUNE_PASS",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
    "USING_SVML",
)
"""The settings of Numba that change machine code. Environment variables set them: ``NUMBA_OPT`` and so on."""

# Numba's type annotations do not cover the attributes of its configuration.
_config: Any = numba.config
_rebuild: Any = compiler.CompileResult._rebuild
_dumps: Any = serialize.dumps

_SUFFIX = ".kernel"
_KEPT_SECONDS = 60 * 24 * 3600
_DIGEST_BYTES = hashlib.sha256().digest_size


def digest_of_compilers() -> str:
    """A digest of all that machine code depends on beside its source: Python, compilers, processor, settings.

    >>> len(digest_of_compilers())
    16
    """
    binding = llvmlite.binding
    parts = [sys.version, numba.__version__, llvmlite.__version__, np.__version__]
    parts.append(f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}")
    parts += [f"{name}={getattr(_config, name, None)!r}" for name in _SETTINGS]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def find_folder() -> Path | None:
    """A folder of our own where kernels can be saved, or are saved already; None if there is none."""
    name = f"kernels-{digest_of_compilers()}"
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    user = os.getuid() if hasattr(os, "getuid") else 0
    parents = [Path(home) / "strategist"]
    with contextlib.suppress(OSError):
        parents.append(Path(tempfile.gettempdir()) / f"strategist-{user}")
    return next((parent / name for parent in parents if _serves(parent / name, user)), None)


def _serves(folder: Path, user: int) -> bool:
    """Whether kernels can be saved in a folder, or are saved there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Files of this folder are executed, so a folder that somebody else made in the temporary folder is refused.
        if {folder.parent.stat().st_uid, folder.stat().st_uid} != {user}:
            return False
        if any(folder.glob(f"*{_SUFFIX}")):
            return True
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


class KernelCache:
    """The saved machine code of one kernel, a file for each signature; replaces Numba's own cache."""

    def __init__(self, function: Callable[..., Any], folder: Path | None) -> None:
        if function.__closure__:
            raise TypeError(f"{function.__qualname__}: expected a kernel without a closure, which no file name tells")
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._file = Path(inspect.getfile(function))
        # Without sources there is no way to tell whether a saved kernel is up to date.
        self._folder = folder if self._file.is_file() else None

    @property
    def cache_path(self) -> str | None:
        """The folder, for Numba's statistics."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled function of a signature; None if there is none, or if it cannot be trusted."""
        target.refresh()
        body = self._read(signature, target.codegen())
        if body is None:
            return None
        needed, compiled = pickle.loads(body)
        for each in needed:
            each.load()
        return _rebuild(target, *compiled)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Save a compiled function, if possible."""
        path = self.path(signature, compiled.codegen)
        if path is None or compiled.library.has_dynamic_globals:
            return
        needed = [each.needed for each in references_of(compiled.library)]
        body = _dumps((needed, compiled._reduce()))
        try:
            write_file(path, [hashlib.sha256(body).digest(), body])
            _delete_unread(path.parent)
        except OSError as error:
            _tell_once("not kept", f"kernels are not kept: {error}")

    def flush(self) -> None:
        """Do nothing: a kernel that is compiled again replaces its saved file."""

    def _read(self, signature: Any, codegen: Any) -> bytes | None:
        path = self.path(signature, codegen)
        content = _content(path)
        if content is None and path is not None:
            second.start()
            content = _content(path) if second.await_code(path) else None
        if content is None:
            _tell_once("missing", "compiling kernels for their first use (some ten seconds) …")
            return None
        assert path is not None  # something was read from it
        with contextlib.suppress(OSError):
            os.utime(path)
        body = content[_DIGEST_BYTES:]
        if hashlib.sha256(body).digest() != content[:_DIGEST_BYTES]:
            _tell_once("damaged", "compiling kernels again: their saved code is damaged …")
            return None
        return body

    def path(self, signature: Any, codegen: Any) -> Path | None:
        """The file of a signature; None if kernels are not kept."""
        if self._folder is None:
            return None
        # The printed form of types tells them apart, and the compiler's magic tuple names the target processor.
        source = digest_of_sources(self._file)
        arguments = getattr(signature, "args", signature)
        what = hashlib.sha256(repr((arguments, codegen.magic_tuple(), source)).encode())
        return self._folder / f"{self._name}-{what.hexdigest()[:32]}{_SUFFIX}"


def _content(path: Path | None) -> bytes | None:
    try:
        # Reading a device may never end.
        return path.read_bytes() if path is not None and path.is_file() else None
    except OSError:
        return None


def _delete_unread(folder: Path) -> None:
    """Delete the files of earlier versions."""
    before = time.time() - _KEPT_SECONDS
    for file in folder.glob(f"*{_SUFFIX}"):
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < before:
                file.unlink()


_told: set[str] = set()


def _tell_once(kind: str, line: str) -> None:
    if kind not in _told:
        _told.add(kind)
        print(f"strategist: {line}", file=sys.stderr, flush=True)
