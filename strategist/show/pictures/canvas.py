"""Drawing with matplotlib, if it is installed, in one style and with deterministic bytes."""

from __future__ import annotations

import io
import re
import unicodedata
import warnings
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from strategist.common.errors import OutputError, TooLargeError
from strategist.common.extras import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, FAINT, LINE = "#22272e", "#6b7480", "#d5dae1"
"""The colors of text, of secondary text, and of rules."""
LOST = "#f4b8a0"
"""The color of secrets that are lost."""

_STYLE = {
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.dpi": 160,
    "pdf.fonttype": 42,
    "savefig.dpi": 160,
    "svg.fonttype": "none",
    "svg.hashsalt": "strategist",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
}
_MOST_SQUARE_INCHES = 1500
"""A picture of this size takes 150 MB while it is drawn."""
_METADATA = {
    "svg": {"Date": None, "Creator": "strategist"},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": "strategist", "Producer": None},
}
"""Metadata that depends on the date or the version of matplotlib is left out."""
_ROUNDING = 1.03
"""A text in PNG is up to this much wider than in its font: the place of each letter is rounded."""
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
PICTURES = tuple(_METADATA)
"""The formats that :func:`draw` writes."""


def draw(paint: Callable[[Figure], object], width: float, height: float, form: str) -> bytes:
    """The picture that ``paint`` draws on a figure of this size in inches, as ``svg``, ``png`` or ``pdf``.

    The user's own settings of matplotlib are ignored. In SVG and PDF, text stays text. Raises
    :class:`~strategist.common.errors.MissingLibraryError` and, for more than 1,500 square inches,
    :class:`~strategist.common.errors.TooLargeError`.

    >>> draw(lambda figure: figure.text(0.5, 0.5, "hello"), 2, 1, "png")[:4]
    b'\\x89PNG'
    """
    require("matplotlib")
    if width * height > _MOST_SQUARE_INCHES:
        raise TooLargeError(f"a picture of {width:.0f} by {height:.0f} inches is too large: show less of the strategy")
    from matplotlib import style
    from matplotlib.figure import Figure

    stream = io.BytesIO()
    with style.context(["default", _STYLE]), warnings.catch_warnings():
        # A text in a script that the font does not have is drawn as boxes in PNG, and is text in SVG.
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        figure = Figure(figsize=(width, height))
        paint(figure)
        figure.savefig(stream, format=form, metadata=_METADATA[form])
    if form == "svg":
        checked_xml(stream.getvalue().decode(), "SVG")
    return stream.getvalue()


def checked_xml(text: str, form: str) -> str:
    """The text itself. Raises :class:`~strategist.common.errors.OutputError` if no XML file can hold it.

    >>> checked_xml("bell \x07", "GraphML")
    Traceback (most recent call last):
    ...
    strategist.common.errors.OutputError: GraphML is XML, which cannot hold the character U+0007
    """
    if found := _NO_XML.search(text):
        raise OutputError(f"{form} is XML, which cannot hold the character U+{ord(found[0]):04X}")
    return text


def columns(text: str) -> int:
    """The number of columns that ``text`` takes in a fixed-width font.

    >>> columns("code"), columns("日本")
    (4, 4)
    """
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def shortened(text: str, most: int) -> str:
    """``text`` if it fits in ``most`` columns, else its beginning and an ellipsis.

    >>> shortened("caterpillar", 6)
    'cater…'
    """
    if columns(text) <= most:
        return text
    while columns(text) >= most:
        text = text[:-1]
    return f"{text}…"


def text_width(text: str, size: float, bold: bool = False, fixed: bool = False) -> float:
    """The width of ``text`` in letters of ``size``, in the same unit, in the font of the pictures.

    ``fixed`` is the fixed-width font. The width is a little large, so that rounding to pixels does no harm.

    >>> round(text_width("iiii", 10), 1), round(text_width("MMMM", 10), 1), round(text_width("MMMM", 10, fixed=True), 1)
    (11.4, 35.5, 24.8)
    """
    return _ROUNDING * size * sum(_advance(character, bold, fixed) for character in text)


@cache
def _advance(character: str, bold: bool, fixed: bool) -> float:
    """The width of a character as a fraction of the size of its font."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    # Matplotlib ships both fonts, and its default settings, which draw() uses, name them.
    family = "DejaVu Sans Mono" if fixed else "DejaVu Sans"
    font = get_font(findfont(FontProperties(family=[family], weight="bold" if bold else "normal")))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        font.set_size(100, 72)
        advance = font.load_char(ord(character)).linearHoriAdvance / 65536 / 100
    # The font has no wide characters. A viewer of the SVG draws them in another font, one em wide.
    return max(1.0, advance) if _width(character) == 2 else advance


def fitted(text: str, room: float, size: float, bold: bool = False, fixed: bool = False) -> str:
    """``text`` if it is no wider than ``room``, else its beginning and an ellipsis; nothing if no letter fits.

    >>> fitted("caterpillar", 60, 10), fitted("caterpillar", 40, 10), fitted("caterpillar", 3, 10)
    ('caterpillar', 'cater…', '')
    """
    if text_width(text, size, bold, fixed) <= room:
        return text
    room -= text_width("…", size, bold, fixed)
    kept = 0
    while (room := room - text_width(text[kept], size, bold, fixed)) >= 0:
        kept += 1
    return f"{text[:kept].rstrip()}…" if kept else ""
