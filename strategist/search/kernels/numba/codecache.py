"""The cache of the kernels' machine code, kept from one process to the next.

* The name of the folder is a digest of Python, Numba and LLVM, of the processor, and of every setting that changes the
  code: Numba itself does not notice when the one for bounds checks changes. The name of a file is a digest of the
  kernel's signature and of all its sources (:mod:`~strategist.search.kernels.numba.sources`).
* The folder is in the user's cache folder, or in the temporary folder
  (:mod:`~strategist.search.kernels.pack.cache_folder`).
* Each file begins with a SHA-256 of the rest. The processor runs its contents, so a damaged file is not loaded: its
  kernel is compiled again and the file replaced. If a kernel cannot be saved, for example on a full disk, work goes on
  without it.
* A file that nobody has read for two months is deleted when another is saved: it is that of an earlier version.
* Several processes may begin together: workers of a cluster, tests, commands in two terminals. Each would compile the
  same kernels for minutes. So whoever compiles holds a lock on a file beside that of the kernel, and whoever finds it
  held waits. The lock is for speed alone: it ends with the process that holds it, nobody waits for longer than a kernel
  takes, and where files cannot be locked, each process compiles on its own.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from strategist.common.whole_files import write_file
from strategist.search.kernels.numba import second
from strategist.search.kernels.numba.ahead import planned
from strategist.search.kernels.numba.machine import Code, decoded
from strategist.search.kernels.numba.sources import digest_of_sources
from strategist.search.kernels.numba.switch import CONFIGURATION, RELEASE, SETTINGS
from strategist.search.kernels.pack.cache_folder import cache_folders, find_cache_folder

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]  # not on Windows: each process compiles on its own there

_PREFIX, _SUFFIX, _LOCK = "kernels-", ".kernel", ".lock"
_KEPT_SECONDS = 60 * 24 * 3600
_DIGEST_BYTES = hashlib.sha256().digest_size
_POLL_SECONDS = 0.05
_PATIENCE_SECONDS = 60
"""No kernel takes so long: a process that holds a lock for this time has been stopped."""


def digest_of_compilers() -> str:
    """A digest of all that machine code depends on beside its source: Python, compilers, processor, settings.

    >>> len(digest_of_compilers())
    16
    """
    import llvmlite
    from llvmlite import binding

    parts = [sys.version, RELEASE, llvmlite.__version__, np.__version__]
    parts.append(f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}")
    parts += [f"{name}={os.environ.get(f'NUMBA_{name}', '')}" for name in SETTINGS]
    # The same settings may stand in a file.
    parts += [CONFIGURATION.read_text(errors="replace")] if CONFIGURATION.is_file() else []
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def find_folder() -> Path | None:
    """A folder of our own where kernels can be saved, or are saved already; None if there is none."""
    return find_cache_folder(f"{_PREFIX}{digest_of_compilers()}", _SUFFIX)


class Cache:
    """The folder of the kernels of this machine. Its name is only found out when something may be there: that takes
    longer than all kernels of the pack."""

    def __init__(self, find: Callable[[], Path | None] = find_folder) -> None:
        self._find = find

    @functools.cached_property
    def folder(self) -> Path | None:
        """The folder; None if kernels cannot be saved."""
        return self._find()

    @functools.cached_property
    def _folders(self) -> list[Path]:
        return [folder for parent in cache_folders() for folder in parent.glob(f"{_PREFIX}*")]

    def path(self, file: str) -> Path | None:
        """The place of a file that may be there; None if it is not."""
        known = "folder" in vars(self) or self._find is not find_folder
        if known or any((folder / file).exists() for folder in self._folders):
            return None if self.folder is None else self.folder / file
        return None


_unknown = itertools.count()


class KernelFiles:
    """The files of the machine code of one kernel, one for each kind of arguments."""

    def __init__(self, function: Callable[..., object], cache: Cache) -> None:
        if function.__closure__:
            raise TypeError(f"{function.__qualname__}: expected a kernel without a closure, which no file name tells")
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._file = Path(inspect.getfile(function))
        # Without sources there is no way to tell whether a saved kernel is up to date.
        self._cache = cache if self._file.is_file() else Cache(lambda: None)
        self._nameless = "" if self._file.is_file() else f"unknown {next(_unknown)}"

    def file(self, types: tuple[str, ...]) -> str:
        """The name of the file for arguments of types with such names."""
        source = self._nameless or digest_of_sources(self._file)
        what = hashlib.sha256(repr((types, source)).encode())
        return f"{self._name}-{what.hexdigest()[:32]}{_SUFFIX}"

    def path(self, types: tuple[str, ...]) -> Path | None:
        """The file for arguments of such types; None if kernels are not kept."""
        folder = self._cache.folder
        return None if folder is None else folder / self.file(types)

    def read(self, file: str) -> Code | None:
        """The saved code in a file of this or another kernel; None if there is none, or if it cannot be trusted."""
        path = self._cache.path(file)
        content = _content(path)
        return None if path is None or content is None else _checked(path, content)

    def await_code(self, types: tuple[str, ...]) -> Code | None:
        """What a second process makes of the kernel for arguments of such types. Else says what is missing: None."""
        path = self.path(types)
        if path is not None and path.is_file():
            # It is damaged, which was told.
            return None
        if path is not None:
            second.start()
            content = _content(path) if second.await_code(path) else None
            if content is not None:
                return _checked(path, content)
        _tell_once("missing", planned.told)
        return None

    @contextmanager
    def turn(self, types: tuple[str, ...]) -> Iterator[bool]:
        """Within the block, no other process compiles the kernel for arguments of such types, as far as locks can tell.

        Gives whether this process had to wait, so that the code may be there now.
        """
        path, lock, waited = self.path(types), None, False
        beside = None if path is None else path.with_name(f"{path.name}{_LOCK}")
        if fcntl is not None and beside is not None and not second.serving:
            end = time.monotonic() + _PATIENCE_SECONDS
            with contextlib.suppress(OSError):
                while (lock := _locked(beside)) is None and time.monotonic() < end:
                    waited = True
                    time.sleep(_POLL_SECONDS)
        try:
            yield waited
        finally:
            if lock is not None and beside is not None:
                # Whoever has opened the file meanwhile sees that it has gone, and makes another.
                with contextlib.suppress(OSError):
                    beside.unlink()
                os.close(lock)

    def save(self, types: tuple[str, ...], code: Code) -> None:
        """Save machine code, if possible."""
        path = self.path(types)
        if path is None:
            return
        body = code.encoded()
        try:
            write_file(path, [hashlib.sha256(body).digest(), body])
            _delete_unread(path.parent)
        except OSError as error:
            why = f"kernels are not kept: {error}"
            _tell_once("not kept", lambda: why)


def _locked(path: Path) -> int | None:
    """A descriptor that holds the lock of a file; None if another process holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    held = False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Another process may have deleted it, when it was done.
        held = os.path.samestat(os.fstat(descriptor), path.stat())
    except (BlockingIOError, FileNotFoundError):
        pass
    finally:
        if not held:
            os.close(descriptor)
    return descriptor if held else None


def _checked(path: Path, content: bytes) -> Code | None:
    """The code in a file, which nobody has damaged; None otherwise."""
    with contextlib.suppress(OSError):
        os.utime(path)
    body = content[_DIGEST_BYTES:]
    if hashlib.sha256(body).digest() != content[:_DIGEST_BYTES]:
        _tell_once("damaged", lambda: "compiling kernels again: their saved code is damaged …")
        return None
    return decoded(body)


def _content(path: Path | None) -> bytes | None:
    try:
        # Reading a device may never end.
        return path.read_bytes() if path is not None and path.is_file() else None
    except OSError:
        return None


def _delete_unread(folder: Path) -> None:
    """Delete the files of earlier versions, and locks of processes that were killed."""
    before = time.time() - _KEPT_SECONDS
    for file in (*folder.glob(f"*{_SUFFIX}"), *folder.glob(f"*{_SUFFIX}{_LOCK}")):
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < before:
                file.unlink()


_told: set[str] = set()


def _tell_once(kind: str, line: Callable[[], str]) -> None:
    if kind not in _told:
        _told.add(kind)
        print(f"strategist: {line()}", file=sys.stderr, flush=True)
