"""A column of fractions: their texts, a line each, compressed by zlib.

Figures of games in which answers may be one of several are fractions of any size, which no machine word holds.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from strategist.common.errors import StrategyFileError
from strategist.files.exact_figures import read, written
from strategist.model.tree import Figure


def pack_fractions(values: Iterable[Figure]) -> bytes:
    """A column as a file holds it. Raises :class:`~strategist.common.errors.TooLargeError` for fractions that are too
    long."""
    return zlib.compress("\n".join(str(written(value)) for value in values).encode(), 9)


def unpack_fractions(name: str, data: bytes, count: int) -> list[Figure]:
    """Decompress and decode one column of ``count`` fractions; no byte beyond those they may take is unpacked.

    Raises :class:`~strategist.common.errors.StrategyFileError`, which says the ``name`` of the column.

    >>> from fractions import Fraction
    >>> unpack_fractions("bounds", pack_fractions([Fraction(13, 5), 2]), 2)
    [Fraction(13, 5), 2]
    """
    most = max(1 << 16, 64 * len(data))
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(data, most)
    except zlib.error as error:
        raise StrategyFileError(f"columns.{name}: cannot be unpacked: {error}") from None
    if not unpacker.eof or unpacker.unused_data:
        raise StrategyFileError(f"columns.{name}: expected at most {most} bytes of fractions in {len(data)} bytes")
    texts = raw.decode("ascii", "replace").split("\n")
    if len(texts) != count:
        raise StrategyFileError(f"columns.{name}: expected {count} fractions, got {len(texts)}")
    return [read(_number_in(text), f"columns.{name}: entry {at}") for at, text in enumerate(texts)]


def _number_in(text: str) -> int | str:
    """A whole number below 2⁶⁴ as a number, and any other text as it is."""
    return int(text) if text.isdecimal() and len(text) < 20 and str(int(text)) == text else text
