"""The sizes of pictures: names of paper, and lengths in millimeters, centimeters or inches."""

from __future__ import annotations

import re
from typing import NamedTuple

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted

_PAPER = {
    "a2": (420, 594),
    "a3": (297, 420),
    "a4": (210, 297),
    "a5": (148, 210),
    "a6": (105, 148),
    "letter": (215.9, 279.4),
}
"""Sheets of paper, upright, in millimeters: ISO 216 (2007) and ANSI/ASME Y14.1 (1995), size A."""
_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4}
_LENGTHS = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)[x×](\d{1,6}(?:\.\d{1,6})?)(mm|cm|in)", re.ASCII)
_LEAST, _MOST = 60, 1500
"""The least and the most millimeters of a side. On less, the texts would be cut or too small to read."""


class Size(NamedTuple):
    """The width and the height of a picture in inches."""

    width: float
    height: float


def read_size(text: str, landscape: bool = False) -> Size:
    """The size that ``text`` names, turned with ``landscape`` so that the width is the longer side.

    Raises :class:`~strategist.common.errors.SpecError`.

    >>> read_size("16x9in"), read_size("254x381mm", landscape=True)
    (Size(width=16.0, height=9.0), Size(width=15.0, height=10.0))
    """
    name = text.strip().lower().replace(" ", "")
    if name in _PAPER:
        sides = _PAPER[name]
    elif found := _LENGTHS.fullmatch(name):
        sides = (float(found[1]) * _UNITS[found[3]], float(found[2]) * _UNITS[found[3]])
    else:
        raise SpecError(f"expected a size such as {', '.join(_PAPER)}, 297x210mm or 16x9in, got {quoted(text)}")
    if not _LEAST <= min(sides) <= max(sides) <= _MOST:
        raise SpecError(f"expected a size of {_LEAST} to {_MOST} mm each way, got {quoted(text)}")
    width, height = (max(sides), min(sides)) if landscape else sides
    return Size(width / 25.4, height / 25.4)
