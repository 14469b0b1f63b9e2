"""The formats of matrices: how a file of each is told, what reads it, and what writes it.

Everybody else asks here, so a format is one entry. A package adds its own through the entry point group
``strategist.matrices``: each entry is a subclass of :class:`MatrixFormat` or :class:`RowFormat`. Formats are told by
what files hold, never by their names; a file of none of them is a CSV text, or nothing.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from strategist.common.errors import SpecError
from strategist.common.plugins import load, offered
from strategist.common.quoting import quoted
from strategist.common.text_files import label_of
from strategist.matrices.matrix import Matrix, Read

if TYPE_CHECKING:
    from strategist.matrices.workbook import Sheet

CSV = "CSV"
"""What a file is called that has none of the formats."""
_GROUP = "strategist.matrices"
_START = 1 << 16
"""The bytes at the beginning of a file that tell its format."""
_UTF_8_MARK = b"\xef\xbb\xbf"


class Format(ABC):
    """A format, told by what a file, or a folder, holds."""

    name: ClassVar[str]
    """What people, errors and remarks call it."""
    files: ClassVar[Sequence[str]] = ()
    """A folder that holds one of these files, in any capitals, with or without ``.txt``, has the format."""

    @abstractmethod
    def begins(self, start: bytes) -> bool:
        """Whether a file with this beginning, without the mark of UTF-8, has the format. Other formats are not asked
        then, so a beginning that a CSV text may have is not enough."""


class MatrixFormat(Format):
    """A format of matrices of taxa and characters."""

    endings: ClassVar[Sequence[str]] = ()
    """A matrix is written in the format to files whose names end so, the usual ending first; a format with the ending
    ``""`` is written to folders."""

    @abstractmethod
    def read(self, path: Path) -> Read:
        """The matrix in a file or folder. What is not understood is a remark; what cannot be read is a
        :class:`~strategist.common.errors.SpecError`, with the label of the file and the line."""

    def write(self, matrix: Matrix, path: str) -> Sequence[str]:
        """Write a matrix; returns remarks on what the format does not hold. Only of a format with ``endings``."""
        raise NotImplementedError


class RowFormat(Format):
    """A format of rows of cells in sheets, of which one is a table."""

    @abstractmethod
    def read(self, path: Path, sheet: str | None = None) -> Sheet:
        """The rows of the sheet with that name, or of the first one; raises as :meth:`MatrixFormat.read`."""


class _Delta(MatrixFormat):
    name = "DELTA"
    files = ("chars", "items", "specs")
    endings = ("",)
    _directive = re.compile(
        rb"\s*\*\s*(?:ABSOLUTE|ACCEPT|ADD|ALTERNATE|CHARACTERS?|COMMENT|DATA BUFFER|DEPENDENT|EXCLUDE|HEADING|IMPLICIT"
        rb"|INCLUDE|INPUT|ITEMS?|KEY|LISTING|MANDATORY|MAXIMUM|NUMBERS?|OMIT|PRINT|REPLACE|SHOW|TRANSLATE|TREAT|USE)\b"
        rb"[^,;\t]*(?:[\r\n]|$)"
    )

    def begins(self, start: bytes) -> bool:
        return self._directive.match(start) is not None

    def read(self, path: Path) -> Read:
        from strategist.matrices.delta.delta import read_delta

        return read_delta(path)

    def write(self, matrix: Matrix, path: str) -> Sequence[str]:
        from strategist.matrices.delta.delta_writing import write_delta

        write_delta(matrix, path)
        return ()


class _Nexus(MatrixFormat):
    name = "NEXUS"
    endings = (".nex", ".nexus", ".nxs")

    def begins(self, start: bytes) -> bool:
        return start.lstrip()[:6].upper() == b"#NEXUS"

    def read(self, path: Path) -> Read:
        from strategist.matrices.nexus.nexus_reader import read_nexus

        return read_nexus(path)

    def write(self, matrix: Matrix, path: str) -> Sequence[str]:
        from strategist.matrices.nexus.nexus_writer import write_nexus

        return write_nexus(matrix, Path(path))


class _Sdd(MatrixFormat):
    name = "SDD"
    _xml = re.compile(rb"\s*<(?:!--|(?:\?xml|!DOCTYPE|(?:\w+:)?Datasets)\b)", re.IGNORECASE)
    """Any XML: the reader says what it expected instead of another one."""

    def begins(self, start: bytes) -> bool:
        return self._xml.match(start) is not None

    def read(self, path: Path) -> Read:
        from strategist.matrices.sdd.sdd_reader import read_sdd

        return read_sdd(path)


class _Workbook(RowFormat):
    name = "workbook"

    def begins(self, start: bytes) -> bool:
        # Any archive: the reader says what it expected instead of another one.
        return start.startswith(b"PK\x03\x04")

    def read(self, path: Path, sheet: str | None = None) -> Sheet:
        from strategist.matrices.workbook import workbook_rows

        return workbook_rows(path, sheet)


_BUILT_IN: Sequence[Format] = (_Delta(), _Nexus(), _Sdd(), _Workbook())
MATRICES = tuple(each.name for each in _BUILT_IN if isinstance(each, MatrixFormat))
"""The names of our formats of matrices."""


def formats() -> Sequence[Format]:
    """Every format, in the order in which they are asked: those of other packages first, for ours take any XML and any
    archive. Raises :class:`~strategist.common.errors.SpecError` if one of another package is broken.

    >>> [each.name for each in formats()]
    ['DELTA', 'NEXUS', 'SDD', 'workbook']
    """
    foreign = {name: load(entry, "format", MatrixFormat, RowFormat)() for name, entry in offered(_GROUP).items()}
    # The name of a format of ours always means ours.
    return list((foreign | {each.name: each for each in _BUILT_IN}).values())


def format_of(path: str) -> Format | None:
    """The format of a file or folder; None for a text, and for what cannot be opened: whoever reads it tells so.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    ...     _ = file.write(b"#nexus begin data;")
    ...     file.flush()
    ...     format_of(file.name).name
    'NEXUS'
    """
    try:
        if Path(path).is_dir():
            held = {each.name.lower().removesuffix(".txt") for each in Path(path).iterdir()}
            return next((each for each in formats() if not held.isdisjoint(each.files)), None)
        # A pipe can be read once only.
        if not Path(path).is_file():
            return None
        with Path(path).open("rb") as stream:
            start = stream.read(_START).removeprefix(_UTF_8_MARK)
    except (OSError, ValueError):
        return None
    return next((each for each in formats() if each.begins(start)), None)


def read_matrix(path: str, sheet: str | None = None) -> Read | None:
    """The matrix in a file or folder; None for what is no matrix, such as CSV and workbooks.

    Raises :class:`~strategist.common.errors.SpecError` for a bad one, and for a ``sheet`` beside a matrix; raises
    :class:`~strategist.common.errors.MissingLibraryError`.
    """
    found = format_of(path)
    if not isinstance(found, MatrixFormat):
        return None
    if sheet is not None:
        raise SpecError(f"{label_of(path)}: expected a workbook beside sheet=, got {found.name}")
    return found.read(Path(path))


def read_sheet(path: str, sheet: str | None = None) -> Sheet | None:
    """The rows of a sheet, of a workbook or the like; None for what holds no sheets. Raises as :func:`read_matrix`."""
    found = format_of(path)
    return found.read(Path(path), sheet) if isinstance(found, RowFormat) else None


def write_matrix(matrix: Matrix, path: str) -> Sequence[str]:
    """Write a matrix in the format that the end of the name says: as NEXUS if it is ``.nex``, as a folder of DELTA if
    there is none.

    Returns remarks on what the format does not hold, a line each. Raises
    :class:`~strategist.common.errors.SpecError` for another ending, and
    :class:`~strategist.common.errors.OutputError` if nothing can be written.

    >>> write_matrix(Matrix("", (), ()), "frogs.xlsx")
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: expected a name that ends in .nex, or a folder for DELTA, got 'frogs.xlsx'
    """
    writers = [each for each in formats() if isinstance(each, MatrixFormat) and each.endings]
    ending = Path(path).suffix.lower()
    found = next((each for each in writers if ending in each.endings), None)
    if found is None and Path(path).is_dir():
        found = next(each for each in writers if "" in each.endings)
    if found is None:
        endings = " or ".join(each.endings[0] for each in writers if each.endings[0])
        folders = " or ".join(each.name for each in writers if not each.endings[0])
        raise SpecError(f"expected a name that ends in {endings}, or a folder for {folders}, got {quoted(path)}")
    return found.write(matrix, path)
