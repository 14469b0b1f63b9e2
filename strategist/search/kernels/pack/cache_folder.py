"""The folder of a user's own for what can be made again."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


def cache_folders() -> Iterator[Path]:
    """Where the folders of this package may be: in the user's cache (``$XDG_CACHE_HOME``, else ``~/.cache``), never in
    that of the package, which may be read-only; and in the temporary folder, where the user's cannot be written.

    >>> all(folder.name.startswith("strategist") for folder in cache_folders())
    True
    """
    yield Path(os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache"), "strategist")
    with contextlib.suppress(OSError):
        yield Path(tempfile.gettempdir(), f"strategist-{_user()}")


def find_cache_folder(name: str, suffix: str) -> Path | None:
    """A folder of our own where files with such a suffix can be saved, or are saved already; None if there is none."""
    return next((parent / name for parent in cache_folders() if _serves(parent / name, suffix)), None)


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _serves(folder: Path, suffix: str) -> bool:
    """Whether files can be saved in a folder, or are saved there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Files of this folder are executed, so a folder that somebody else made in the temporary folder is refused.
        if {folder.parent.stat().st_uid, folder.stat().st_uid} != {_user()}:
            return False
        if any(folder.glob(f"*{suffix}")):
            return True
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
