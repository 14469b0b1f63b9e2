"""Which format a file has, told by what it holds, and its matrix."""

from __future__ import annotations

import re
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.text_files import label_of
from strategist.matrices.matrix import Read

_START = 1 << 16
"""The bytes at the beginning of a file that tell its format."""
_DELTA_FILES = frozenset(("chars", "items", "specs"))
_DIRECTIVE = re.compile(
    rb"\s*\*\s*(?:ABSOLUTE|ACCEPT|ADD|ALTERNATE|CHARACTERS?|COMMENT|DATA BUFFER|DEPENDENT|EXCLUDE|HEADING|IMPLICIT"
    rb"|INCLUDE|INPUT|ITEMS?|KEY|LISTING|MANDATORY|MAXIMUM|NUMBERS?|OMIT|PRINT|REPLACE|SHOW|TRANSLATE|TREAT|USE)\b"
    rb"[^,;\t]*(?:[\r\n]|$)"
)
_XML = re.compile(rb"\s*<(?:!--|(?:\?xml|!DOCTYPE|(?:\w+:)?Datasets)\b)", re.IGNORECASE)
_ARCHIVE = b"PK\x03\x04"
_UTF_8_MARK = b"\xef\xbb\xbf"


def read_matrix(path: str, sheet: str | None = None) -> Read | None:
    """The matrix in a file, or in a folder of DELTA; None for what is no matrix, such as CSV and workbooks.

    Raises :class:`~strategist.common.errors.SpecError` for a bad one, with the label of the file and the line, and for
    a ``sheet`` of what is no workbook; raises :class:`~strategist.common.errors.MissingLibraryError`. What cannot be
    opened is no matrix: whoever reads it as something else tells so.
    """
    found = format_of(path)
    if found is not None and sheet is not None:
        raise SpecError(f"{label_of(path)}: expected a workbook beside sheet=, got {found}")
    match found:
        case "DELTA":
            from strategist.matrices.delta.delta import read_delta

            return read_delta(Path(path))
        case "NEXUS":
            from strategist.matrices.nexus.nexus_reader import read_nexus

            return read_nexus(Path(path))
        case "SDD":
            from strategist.matrices.sdd.sdd_reader import read_sdd

            return read_sdd(Path(path))
    return None


def is_workbook(path: str) -> bool:
    """Whether a file is a workbook of Excel (.xlsx), or another archive."""
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as stream:
            return stream.read(len(_ARCHIVE)) == _ARCHIVE
    except (OSError, ValueError):
        return False


def format_of(path: str) -> str | None:
    """``DELTA``, ``NEXUS`` or ``SDD``; None for anything else.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".nex") as file:
    ...     _ = file.write(b"#nexus begin data;")
    ...     file.flush()
    ...     format_of(file.name)
    'NEXUS'
    """
    try:
        if Path(path).is_dir():
            held = {each.name.lower().removesuffix(".txt") for each in Path(path).iterdir()}
            return None if held.isdisjoint(_DELTA_FILES) else "DELTA"
        # A pipe can be read once only.
        if not Path(path).is_file():
            return None
        with Path(path).open("rb") as stream:
            start = stream.read(_START).removeprefix(_UTF_8_MARK)
    except (OSError, ValueError):
        return None
    if start.lstrip()[:6].upper() == b"#NEXUS":
        return "NEXUS"
    if _XML.match(start):
        return "SDD"
    return "DELTA" if _DIRECTIVE.match(start) else None
