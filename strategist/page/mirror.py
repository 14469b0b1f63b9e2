"""Write a site into a folder: a new one, an empty one, or one that holds a site of ours already.

The file :data:`LIST` in the folder marks the site as ours, and names each file that we wrote with its SHA-256. Other
files stay.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from strategist.common.errors import OutputError
from strategist.common.whole_files import write_file

LIST = "site.json"
_MAKER = "strategist export --library"


def own_folder(folder: str | os.PathLike[str]) -> Path:
    """The folder, if we may write a site into it: it is new, empty, or holds a site of ours.

    Raises :class:`~strategist.common.errors.OutputError` for a file, and for a folder with anything else.

    >>> own_folder(__file__)
    Traceback (most recent call last):
    ...
    strategist.common.errors.OutputError: cannot write ...mirror.py: expected a folder, got a file
    """
    root = Path(folder)
    if not os.path.lexists(root):
        if not root.absolute().parent.is_dir():
            raise OutputError(f"cannot write {root}: there is no folder {root.parent}")
        return root
    if not root.is_dir():
        raise OutputError(f"cannot write {root}: expected a folder, got a file")
    try:
        names = sorted(os.listdir(root))
    except OSError as error:
        raise OutputError(f"cannot write {root}: {error.strerror or error}") from None
    if names and _written(root) is None:
        raise OutputError(
            f"cannot write {root}: expected a new or empty folder, or one with a {LIST} of ours, "
            f"got a folder with {names[0]}"
        )
    return root


def write_site(folder: str | os.PathLike[str], files: Mapping[str, bytes]) -> int:
    """Write the files of a site, each atomically, and return their size in bytes.

    Files of an earlier site that the new one does not have are removed if they are unchanged since we wrote them.
    Raises :class:`~strategist.common.errors.OutputError` if the folder cannot be written.
    """
    root = own_folder(folder)
    before = _written(root) or {}
    after = {path: hashlib.sha256(contents).hexdigest() for path, contents in files.items()}
    try:
        for path in (root, *sorted({(root / name).parent for name in files})):
            path.mkdir(exist_ok=True)
        # From here on the folder is marked as ours: if writing is interrupted, writing again repairs it.
        _write_list(root, before | after)
        size = sum(write_file(root / name, [contents]) for name, contents in files.items())
        for name in before.keys() - after.keys():
            _remove(root, name, before[name])
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(f"cannot write {root}: {error.strerror or error}") from None
    _write_list(root, after)
    return size


def _write_list(root: Path, digests: Mapping[str, str]) -> None:
    told = {"made by": _MAKER, "files": digests}
    write_file(root / LIST, [json.dumps(told, indent=1, sort_keys=True).encode() + b"\n"])


def _written(root: Path) -> dict[str, str] | None:
    """The files of our earlier site in a folder, each with its digest; None if the folder holds no site of ours."""
    try:
        told: Any = json.loads((root / LIST).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or told.get("made by") != _MAKER or not isinstance(told.get("files"), dict):
        return None
    return {str(name): str(digest) for name, digest in told["files"].items()}


def _remove(root: Path, name: str, digest: str) -> None:
    """Remove a file within the folder if it is unchanged since we wrote it. The list may have been edited."""
    path = root / name
    inside = path.resolve().is_relative_to(root.resolve())
    if inside and path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest:
        path.unlink()
