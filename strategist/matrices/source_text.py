"""The text of a file in UTF-8, or in Windows' code page 1252 where it is no UTF-8."""

from __future__ import annotations

from pathlib import Path

from strategist.common.errors import SpecError
from strategist.matrices.summed_remarks import SummedRemarks


def read_source(path: Path, most: int, kind: str, remarks: SummedRemarks) -> str:
    r"""The text of a file, its lines ended by ``\n`` whatever ended them; a byte order mark is left out.

    Raises :class:`~strategist.common.errors.SpecError`, with the file's label, for a file of more than ``most`` bytes
    or that cannot be read.
    """
    contents = read_bytes(path, most, kind, remarks.label)
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + contents.count(b"\n", 0, error.start)
        remarks.add("no UTF-8 text: read in code page 1252", f"byte {contents[error.start]:#04x}", line)
        text = contents.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_bytes(path: Path, most: int, kind: str, label: str) -> bytes:
    """The bytes of a file; raises :class:`~strategist.common.errors.SpecError` if it is larger or cannot be read."""
    try:
        with path.open("rb") as stream:
            contents = stream.read(most + 1)
    except (OSError, ValueError) as error:
        raise SpecError(f"{label}: cannot read: {getattr(error, 'strerror', None) or error}") from None
    if len(contents) > most:
        raise SpecError(f"{label}: expected a {kind} of at most {most >> 20} MiB, got more")
    return contents
