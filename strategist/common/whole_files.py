"""Read no more of a file than is needed, and write files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from strategist.common.errors import OutputError, TooLargeError

MOST_BYTES = 1 << 30
"""The most bytes that one file may have: a hundred times as many as the largest search writes."""
_FIRST = 64
_CHUNK = 1 << 20


def read_file(path: str | os.PathLike[str], begins: bytes = b"") -> bytes:
    """The bytes of a file, a device or a pipe; only the first 64 if they do not start with ``begins``.

    Reading only the beginning of other files protects against endless devices. Raises :class:`OSError`, and
    :class:`~strategist.common.errors.TooLargeError` beyond :data:`MOST_BYTES`.

    >>> len(read_file(__file__, b"no such beginning"))
    64
    """
    with Path(path).open("rb") as stream:
        chunks = [stream.read(_FIRST)]
        if not chunks[0].startswith(begins):
            return chunks[0]
        size = 0
        while chunks[-1]:
            size += len(chunks[-1])
            if size > MOST_BYTES:
                raise TooLargeError(f"expected a file of at most {MOST_BYTES >> 20} MiB")
            chunks.append(stream.read(_CHUNK))
    return b"".join(chunks)


def write_file(path: str | os.PathLike[str], chunks: Iterable[bytes]) -> int:
    """Write the chunks one after the other, all of them or nothing, and return their size in bytes.

    Until the write is complete, a reader that opens ``path`` finds the old file. A device or a pipe is
    written to directly, because a file must not replace ``/dev/null``. A link stays, and its target is
    written. Raises :class:`~strategist.common.errors.OutputError`.

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
    # The only portable way to read the umask is to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
