"""Figures in the files of games of several answers: whole numbers, or texts such as ``13/5``, exactly.

A column of them is made of their texts, a line each, compressed by zlib, because no machine word holds fractions of any
size.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.common.quoting import quoted, shortened
from strategist.files.envelope import take
from strategist.model.objective import DEPTH, LOST, TOTAL
from strategist.model.tree import Claims, Figure, exact

MOST_DIGITS = 2000
"""The most digits above and below the line of a fraction."""
_WHOLE_BELOW = 1 << 64
"""Whole numbers from here on are no numbers of msgpack, and written as texts, too."""
_FIGURE = re.compile(r"([1-9][0-9]*)(?:/([1-9][0-9]*))?", re.ASCII)


def written(value: Figure) -> int | str:
    """A figure that is not negative as files hold it: a whole number below 2⁶⁴, or a text.

    Raises :class:`~strategist.common.errors.TooLargeError` for a fraction that is too long.

    >>> written(13), written(Fraction(13, 5)), written(1 << 64)
    (13, '13/5', '18446744073709551616')
    """
    if value.denominator == 1 and value < _WHOLE_BELOW:
        return value.numerator
    limit = MOST_DIGITS * 10 // 3
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > limit:
        raise TooLargeError(
            f"a figure is a fraction of more than {MOST_DIGITS} digits: expected fewer; digits=N rounds chances"
        )
    return str(value)


def read(value: Any, where: str) -> Figure:
    """The figure that a file holds under this name; raises :class:`~strategist.common.errors.StrategyFileError` for
    anything but its one form.

    >>> read("13/5", "claims.total"), read(13, "claims.total")
    (Fraction(13, 5), 13)
    >>> read("26/10", "claims.total")
    Traceback (most recent call last):
    ...
    strategist.common.errors.StrategyFileError: claims.total: expected a number such as 13 or '13/5', got '26/10'
    """
    if type(value) is int and 0 <= value < _WHOLE_BELOW:
        return value
    if isinstance(value, str) and len(value) <= 2 * MOST_DIGITS + 3 and (found := _FIGURE.fullmatch(value)):
        above, below = int(found[1]), int(found[2] or 1)
        figure = Fraction(above, below)
        if found[2] is None and above >= _WHOLE_BELOW:
            return above
        if found[2] is not None and below > 1 and figure.denominator == below:
            return figure
    got = quoted(shortened(value)) if isinstance(value, str) else shortened(str(value)) if type(value) is int else None
    raise StrategyFileError(f"{where}: expected a number such as 13 or '13/5', got {got or type(value).__name__}")


def read_claims(raw: Mapping[str, Any], secrets: int, behind: bool) -> Claims:
    """The claimed figures over ``secrets`` secrets, which are left ``behind`` a history or not, checked for consistency
    only; without those under chances and costs. Raises :class:`~strategist.common.errors.StrategyFileError`."""
    total, lost = (read(take(raw, "claims", key, int, str), f"claims.{key}") for key in (TOTAL.name, LOST.name))
    depth, worst_count, can_lose = (take(raw, "claims", key, int) for key in (DEPTH.name, "worst_count", "can_lose"))
    histogram = [read(each, "claims.histogram") for each in take(raw, "claims", "histogram", list)]
    known = 0 if histogram else exact(max(0, secrets - lost))
    found = Claims.of(histogram, lost, known, worst_count, can_lose)
    if (found.total, found.depth, len(found.histogram)) != (total, depth, len(histogram)):
        raise StrategyFileError("claims: total and depth do not follow from the histogram")
    if sum(histogram) + known + lost != secrets:
        raise StrategyFileError(f"header.secrets: expected those of the claims, got {secrets}")
    for name, expected, number in (
        ("worst_count", histogram[-1] if histogram else known, worst_count),
        ("can_lose", lost, can_lose),
    ):
        # Behind a history some secrets count more than one, and others less.
        least, most = (1 if behind else ceil(expected), secrets) if expected else (0, 0)
        if not least <= number <= most:
            raise StrategyFileError(f"claims.{name}: expected {least} to {most} beside the other claims, got {number}")
    return found


def pack_fractions(values: Iterable[Figure]) -> bytes:
    """A column as a file holds it. Raises :class:`~strategist.common.errors.TooLargeError` for fractions that are too
    long."""
    return zlib.compress("\n".join(str(written(value)) for value in values).encode(), 9)


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
    return [read(_number_in(text), f"columns.{name}: entry {at}") for at, text in enumerate(texts)]


def _number_in(text: str) -> int | str:
    """A whole number below 2⁶⁴ as a number, and any other text as it is."""
    return int(text) if text.isdecimal() and len(text) < 20 and str(int(text)) == text else text
