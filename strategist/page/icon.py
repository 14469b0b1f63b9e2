"""The icon of the site: four pegs on a dark ground, as SVG and as PNG.

The pegs stay within the middle four fifths, so that a system may cut the icon to any shape.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache

from strategist.common.palette import PIECES

GROUND = "#1c2026"
SIZE = 512
_CENTERS, _RADIUS = (178, 334), 62
_PEGS = PIECES[:4]


def icon_svg() -> str:
    """The icon as an SVG document.

    >>> icon_svg().count("<circle")
    4
    """
    pegs = "".join(
        f'<circle cx="{_CENTERS[number % 2]}" cy="{_CENTERS[number // 2]}" r="{_RADIUS}" fill="{color}"/>'
        for number, color in enumerate(_PEGS)
    )
    ground = f'<rect width="{SIZE}" height="{SIZE}" fill="{GROUND}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{ground}{pegs}</svg>\n'


@cache
def icon_png() -> bytes:
    """The icon as a PNG file, which systems need to install a page.

    >>> icon_png()[:4]
    b'\\x89PNG'
    """
    shares = _peg_shares()
    half = SIZE // 2
    rows = []
    for y in range(SIZE):
        row = bytearray(b"\0")  # Each row begins with its filter: none.
        line = shares[y if y < half else SIZE - 1 - y]
        for x in range(SIZE):
            color = _rgb(_PEGS[2 * (y >= half) + (x >= half)])
            share = line[x if x < half else SIZE - 1 - x]
            row += bytes(
                round(own * share + under * (1 - share)) for own, under in zip(color, _rgb(GROUND), strict=True)
            )
        rows.append(bytes(row))
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _peg_shares() -> list[list[float]]:
    """For each pixel of the upper left quarter, the share that the peg covers, 0 to 1."""
    center, half = _CENTERS[0] - 0.5, SIZE // 2
    return [
        [min(1.0, max(0.0, _RADIUS + 0.5 - ((x - center) ** 2 + (y - center) ** 2) ** 0.5)) for x in range(half)]
        for y in range(half)
    ]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


@cache
def _rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[at : at + 2], 16) for at in (1, 3, 5))
