"""A column of fractions: their texts, a line each, compressed by zlib.

Figures of games in which answers may be one of several are fractions of any size, which no machine word holds.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from fractions import Fraction

from strategist.common.errors import StrategyFileError
from strategist.model.tree import Figure

MOST_DIGITS = 2000
"""The most digits of a numerator or a denominator."""
_TEXT = re.compile(rf"(0|[1-9][0-9]{{0,{MOST_DIGITS - 1}}})(?:/([1-9][0-9]{{0,{MOST_DIGITS - 1}}}))?", re.ASCII)


def read_fraction(text: str) -> Figure:
    """A fraction in its one written form, ``13/5`` in lowest terms, or a whole number; it is not negative.

    Raises :class:`~strategist.common.errors.StrategyFileError`.

    >>> read_fraction("13/5"), read_fraction("7")
    (Fraction(13, 5), 7)
    """
    if (found := _TEXT.fullmatch(text)) is None:
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        raise StrategyFileError(f"expected a number such as 7 or 13/5, got {shown!r}")
    if found[2] is None:
        return int(found[1])
    value = Fraction(int(found[1]), int(found[2]))
    if value.denominator == 1 or str(value) != text:
        raise StrategyFileError(f"expected a fraction in lowest terms, got {text[:40]!r}")
    return value


def whole(value: Figure) -> Figure:
    """A figure, as an int if it is whole.

    >>> whole(Fraction(4, 2)), whole(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return value.numerator if value.denominator == 1 else value


def pack_fractions(values: Iterable[Figure]) -> bytes:
    """A column as a file holds it."""
    return zlib.compress("\n".join(map(str, values)).encode(), 9)


def unpack_fractions(name: str, data: bytes, count: int) -> list[Figure]:
    """Decompress and decode one column of ``count`` fractions; no byte beyond those they may take is unpacked.

    Raises :class:`~strategist.common.errors.StrategyFileError`, which says the ``name`` of the column.

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
    found = []
    for at, text in enumerate(texts):
        try:
            found.append(read_fraction(text))
        except StrategyFileError as error:
            raise StrategyFileError(f"columns.{name}: entry {at}: {error}") from None
    return found
