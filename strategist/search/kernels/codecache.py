"""Where the machine code of kernels is kept from one process to the next.

* The folder is named by a digest of all sources of the search, of Python, Numba and LLVM, of the processor, and of
  every setting that changes the code: Numba itself does not notice when a function that a cached kernel calls is edited
  in another file, nor when bounds are to be checked.
* It stands in the user's cache folder (``$XDG_CACHE_HOME``, else ``~/.cache``), never in the package's own, which
  may be read-only; where that cannot be written either, in the temporary folder.
* Each file begins with a SHA-256 of the rest. The processor runs what stands there, so a damaged file is not loaded,
  but compiled again and replaced. What cannot be kept, on a full disk above all, is not, and the work goes on.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from numba.core import compiler, serialize

from strategist.files.writing import write_file

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
"""Those settings of Numba that change machine code. Variables of the environment set them: ``NUMBA_OPT`` and so on."""

# Numba's own types say less than it does.
_config: Any = numba.config
_rebuild: Any = compiler.CompileResult._rebuild
_dumps: Any = serialize.dumps

_SUFFIX = ".kernel"
_DIGEST_BYTES = hashlib.sha256().digest_size


def digest_of_sources(folder: Path) -> str:
    """A name for all that machine code depends on: the sources below ``folder``, compilers, processor, settings.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     before = digest_of_sources(Path(folder))
    ...     _ = Path(folder, "kernel.py").write_text("# edited")
    ...     before == digest_of_sources(Path(folder))
    False
    """
    digest = hashlib.sha256()

    def add(part: bytes) -> None:
        # With its length: where a part ends is a part of the name.
        digest.update(len(part).to_bytes(8, "little") + part)

    binding = llvmlite.binding
    for version in (sys.version, numba.__version__, llvmlite.__version__, np.__version__):
        add(version.encode())
    add(f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}".encode())
    for name in _SETTINGS:
        add(f"{name}={getattr(_config, name, None)!r}".encode())
    for name, source in sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*.py")):
        add(name.encode())
        add(source.read_bytes())
    return digest.hexdigest()[:16]


def find_folder() -> Path | None:
    """A folder of our own where kernels can be kept, or are kept already; None if there is none."""
    name = f"kernels-{digest_of_sources(Path(__file__).parents[1])}"
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    user = os.getuid() if hasattr(os, "getuid") else 0
    parents = [Path(home) / "strategist"]
    with contextlib.suppress(OSError):
        parents.append(Path(tempfile.gettempdir()) / f"strategist-{user}")
    return next((parent / name for parent in parents if _serves(parent / name, user)), None)


def _serves(folder: Path, user: int) -> bool:
    """Whether kernels can be kept in a folder, or are kept there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # What stands there is run: a folder that somebody else has put in the temporary folder will not do.
        if {folder.parent.stat().st_uid, folder.stat().st_uid} != {user}:
            return False
        if any(folder.glob(f"*{_SUFFIX}")):
            return True
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


class KernelCache:
    """What is kept of one kernel, a file for each signature; stands in for Numba's own cache."""

    def __init__(self, function: Callable[..., Any], folder: Path | None) -> None:
        if function.__closure__:
            raise TypeError(f"{function.__qualname__}: expected a kernel without a closure, which no file name tells")
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._folder = folder
        self._source = ""
        try:
            # Kernels need not stand below this folder: those of tests do not.
            self._source = hashlib.sha256(Path(inspect.getfile(function)).read_bytes()).hexdigest()
        except OSError:
            # Without sources nothing tells whether what is kept is still the same.
            self._folder = None

    @property
    def cache_path(self) -> str | None:
        """The folder, for Numba's statistics."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled function of a signature; None if there is none, or none that can be trusted."""
        target.refresh()
        body = self._read(signature, target.codegen())
        return None if body is None else _rebuild(target, *pickle.loads(body))

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled function, if that can be done."""
        path = self._path(signature, compiled.codegen)
        if path is None or compiled.library.has_dynamic_globals:
            return
        body = _dumps(compiled._reduce())
        try:
            write_file(path, [hashlib.sha256(body).digest(), body])
        except OSError as error:
            _tell_once("not kept", f"kernels are not kept: {error}")

    def flush(self) -> None:
        """Nothing: what is compiled anew takes the place of what is kept."""

    def _read(self, signature: Any, codegen: Any) -> bytes | None:
        path = self._path(signature, codegen)
        try:
            # A device may go on for ever.
            content = path.read_bytes() if path is not None and path.is_file() else None
        except OSError:
            content = None
        if content is None:
            _tell_once("missing", "compiling kernels for their first use (some ten seconds) …")
            return None
        body = content[_DIGEST_BYTES:]
        if hashlib.sha256(body).digest() != content[:_DIGEST_BYTES]:
            _tell_once("damaged", "compiling kernels again: what was kept of them is damaged …")
            return None
        return body

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        if self._folder is None:
            return None
        # Types print what tells them apart; the compiler knows for which processor it was asked to work.
        what = hashlib.sha256(repr((signature, codegen.magic_tuple(), self._source)).encode())
        return self._folder / f"{self._name}-{what.hexdigest()[:32]}{_SUFFIX}"


_told: set[str] = set()


def _tell_once(kind: str, line: str) -> None:
    if kind not in _told:
        _told.add(kind)
        print(f"strategist: {line}", file=sys.stderr, flush=True)
