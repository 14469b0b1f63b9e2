"""Writing files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from strategist.errors import OutputError


def write_file(path: str | os.PathLike[str], chunks: Iterable[bytes]) -> int:
    """Write the chunks one after the other and return their size in bytes; all of them or nothing.

    Whoever opens ``path`` meanwhile finds what was there before. A device or a pipe is written to instead: a file must
    not take the place of ``/dev/null``; and a link stays, its target is written. Raises
    :class:`~strategist.errors.OutputError`.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_file(os.path.join(folder, "greeting.txt"), [b"good ", b"day"]), os.listdir(folder)
    (8, ['greeting.txt'])
    """
    temporary: str | None = None
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as stream:
                return sum(map(stream.write, chunks))
        target = Path(os.path.realpath(path))
        descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(descriptor, "wb") as stream:
            size = sum(map(stream.write, chunks))
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, target)
        temporary = None
    except OSError as error:
        raise OutputError(f"cannot write {os.fspath(path)}: {error.strerror or error}") from None
    finally:
        if temporary is not None:
            os.unlink(temporary)
    return size


def _umask() -> int:
    # The only portable way to read it is to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
