"""The colors that boards, pages and pictures share.

The first eight are those of Okabe and Ito (2008), which people with any color vision can tell apart, with black
replaced by a grey. Color is never the only sign: every piece also shows its letter or digit.
"""

from __future__ import annotations

PIECES = (
    "#e69f00",
    "#56b4e9",
    "#009e73",
    "#f0e442",
    "#0072b2",
    "#d55e00",
    "#cc79a7",
    "#8c8c8c",
    "#7a4fbf",
    "#8f5d2c",
    "#b5d334",
    "#b22046",
)
"""The colors of pieces, by :attr:`strategist.model.game.Piece.color`; after the last, the first follows again."""

MARKS = ("#787c7e", "#b59f3b", "#538d4e")
"""The colors of the marks 0 (nowhere), 1 (elsewhere) and 2 (in its place)."""


def piece_color(number: int) -> str:
    """The color with this number, as ``#rrggbb``.

    >>> piece_color(0), piece_color(12)
    ('#e69f00', '#e69f00')
    """
    return PIECES[number % len(PIECES)]


def ink_on(color: str) -> str:
    """Black or white, whichever is easier to read on ``color``: by the contrast of WCAG 2.

    >>> ink_on("#f0e442"), ink_on("#0072b2")
    ('#000000', '#ffffff')
    """
    # The luminance at which black and white have the same contrast: (L + 0.05)² = 1.05 · 0.05.
    return "#000000" if _luminance(color) > (1.05 * 0.05) ** 0.5 - 0.05 else "#ffffff"


def _luminance(color: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2)."""
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
