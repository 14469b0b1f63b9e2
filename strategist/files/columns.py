"""The columns of a certificate: integers, little-endian and unsigned, compressed by zlib; and the columns of strategy
files that are compressed, too, because slots are shared and most links repeat others.

In memory a column is an array of the standard library, so that reading a file needs no NumPy, and NumPy can look at it
without a copy: of 64-bit integers, or of unsigned ones of the width that they have in the file they were read from.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable
from itertools import accumulate

from strategist.common.errors import StrategyFileError

_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""The type codes of the array module for unsigned integers, by their width in bytes."""

Column = array  # of "q", or of a code of _CODES

_MOST = 64
"""How many times as long as in the file a column of a strategy file may be, so that nobody has to make room for more
than the size of a file justifies."""


def column(numbers: Iterable[int]) -> Column[int]:
    """A column of these numbers.

    >>> column([1, 2])
    array('q', [1, 2])
    """
    return array("q", numbers)


def pack(numbers: Column[int], width: int) -> bytes:
    """A column as a file holds it, ``width`` bytes for each integer."""
    narrow = array(_CODES[width], numbers)
    if sys.byteorder == "big":
        narrow.byteswap()
    return zlib.compress(narrow.tobytes(), 9)


def check_children(children: Column[int]) -> None:
    """Raise :class:`~strategist.common.errors.StrategyFileError` if entries with these numbers of children, listed
    breadth-first, form no tree."""
    total = 1 + sum(children)
    if total != len(children):
        raise StrategyFileError(f"columns.children: they add up to {total} entries, the file has {len(children)}")
    # In breadth-first order each entry has one parent before it exactly if the entries before it list it as a child.
    for entry, reached in enumerate(accumulate(children, initial=1)):
        if reached <= entry < len(children):
            raise StrategyFileError(f"columns.children: entry {entry} stands before its parent")


def unpack(name: str, data: bytes, count: int, width: int) -> Column[int]:
    """Decompress and decode one column of ``count`` integers; no byte beyond them is unpacked.

    Raises :class:`~strategist.common.errors.StrategyFileError`, which says the ``name`` of the column.
    """
    size = count * width
    unpacker = zlib.decompressobj()
    try:
        # To zlib, a limit of 0 is none.
        raw = unpacker.decompress(data, max(1, size))
        whole = unpacker.eof or (not unpacker.decompress(unpacker.unconsumed_tail, 1) and unpacker.eof)
    except zlib.error as error:
        raise StrategyFileError(f"columns.{name}: cannot be unpacked: {error}") from None
    if len(raw) != size or not whole or unpacker.unused_data:
        raise StrategyFileError(f"columns.{name}: expected {count} integers of {width} bytes")
    values = array(_CODES[width])
    values.frombytes(raw)
    if sys.byteorder == "big":
        values.byteswap()
    if width < 8:
        return values
    if max(values, default=0) >= 1 << 62:
        raise StrategyFileError(f"columns.{name}: expected numbers below 2**62, got {max(values)}")
    return column(values)


def compressed(column: bytes) -> bytes:
    """A column as a file holds it.

    >>> len(compressed(bytes(10))), len(compressed(bytes(1 << 20))) > (1 << 20) // _MOST
    (11, True)
    """
    packed = zlib.compress(column, 6)
    # What would be too short is stored as it is, which is a form of zlib's, too.
    return packed if len(column) <= _MOST * len(packed) else zlib.compress(column, 0)


def restored(name: str, data: bytes, size: int | None = None) -> bytes:
    """A column of ``size`` bytes, or of any number, from what a file holds; no byte beyond them is unpacked.

    Raises :class:`~strategist.common.errors.StrategyFileError`, which says the ``name`` of the column.

    >>> restored("links", compressed(b"abc"), 3)
    b'abc'
    """
    most = _MOST * len(data)
    if size is not None and size > most:
        raise StrategyFileError(f"columns.{name}: expected {size} bytes, too many for {len(data)} in the file")
    unpacker = zlib.decompressobj()
    try:
        column = unpacker.decompress(data, (most if size is None else size) + 1)
    except zlib.error as error:
        raise StrategyFileError(f"columns.{name}: cannot be unpacked: {error}") from None
    if not unpacker.eof or unpacker.unused_data or (size is not None and len(column) != size):
        expected = f"{size} bytes" if size is not None else f"at most {most} bytes"
        raise StrategyFileError(f"columns.{name}: expected {expected}, compressed by zlib")
    return column
