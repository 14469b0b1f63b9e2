"""Amounts of memory, as people write them."""

from __future__ import annotations

import re

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted

_UNITS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)\s*([kmgt]?)(i?b)?", re.IGNORECASE | re.ASCII)
MEGABYTE = 1000**2


def parse_size(text: str) -> int:
    """Bytes: ``400M`` and ``400MB`` are 400·10⁶, ``400MiB`` is 400·2²⁰, a bare number is bytes.

    Raises :class:`~strategist.common.errors.SpecError`.

    >>> parse_size("1.5G"), parse_size("512MiB"), parse_size("4096")
    (1500000000, 536870912, 4096)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise SpecError(f"expected an amount of memory such as 400M, 2G or 512MiB, got {quoted(text)}")
    number, unit, suffix = found.groups()
    base = 1024 if suffix and suffix.lower() == "ib" else 1000
    return int(float(number) * base ** _UNITS[unit.lower()])


def format_size(size: int) -> str:
    """Bytes as :func:`parse_size` reads them, rounded up to whole megabytes.

    >>> format_size(189_300_000)
    '190M'
    """
    return f"{-(-size // MEGABYTE)}M"
