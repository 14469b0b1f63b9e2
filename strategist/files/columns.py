"""The columns of a certificate: integers, little-endian and unsigned, compressed by zlib."""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

from strategist.errors import StrategyFileError

Column = NDArray[np.int64]


def pack(column: Column, width: int) -> bytes:
    """A column as a file holds it, ``width`` bytes for each integer."""
    return zlib.compress(column.astype(f"<u{width}").tobytes(), 9)


def unpack(name: str, data: bytes, count: int, width: int) -> Column:
    """Decompress and decode one column of ``count`` integers; nothing more than these is ever unpacked.

    Raises :class:`~strategist.errors.StrategyFileError`, which says the ``name`` of the column.
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
    values = np.frombuffer(raw, dtype=f"<u{width}")
    if width == 8 and values.max() >= 1 << 62:
        raise StrategyFileError(f"columns.{name}: expected numbers below 2**62, got {int(values.max())}")
    return values.astype(np.int64)
