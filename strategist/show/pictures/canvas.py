"""Drawing with matplotlib: always in one style, always to the same bytes, and only where it is installed."""

from __future__ import annotations

import io
import re
import unicodedata
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

from strategist.errors import MissingLibraryError, StrategistError, TooLargeError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, FAINT, LINE = "#22272e", "#6b7480", "#d5dae1"
"""The colors of text, of what matters less, and of rules."""
LOST = "#f4b8a0"
"""The color of secrets that are lost."""

_STYLE = {
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.dpi": 160,
    "savefig.dpi": 160,
    "svg.fonttype": "none",
    "svg.hashsalt": "strategist",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
}
_MOST_SQUARE_INCHES = 1500
"""As many take 150 MB while they are drawn."""
_METADATA = {"svg": {"Date": None, "Creator": "strategist"}, "png": {"Software": None}}
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
PICTURES = tuple(_METADATA)
"""The formats that :func:`draw` writes."""


def draw(paint: Callable[[Figure], object], width: float, height: float, form: str) -> bytes:
    """The picture that ``paint`` draws on a figure of this size in inches, as ``svg`` or ``png``.

    What the user's own settings of matplotlib say does not count. In SVG text stays text. Raises
    :class:`~strategist.errors.MissingLibraryError` and, for more than 1,500 square inches,
    :class:`~strategist.errors.TooLargeError`.

    >>> draw(lambda figure: figure.text(0.5, 0.5, "hello"), 2, 1, "png")[:4]
    b'\\x89PNG'
    """
    require_matplotlib()
    if width * height > _MOST_SQUARE_INCHES:
        raise TooLargeError(f"a picture of {width:.0f} by {height:.0f} inches is too large: show less of the strategy")
    from matplotlib import style
    from matplotlib.figure import Figure

    stream = io.BytesIO()
    with style.context(["default", _STYLE]), warnings.catch_warnings():
        # A text in a script that the font does not have becomes boxes in PNG, and is text in SVG.
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        figure = Figure(figsize=(width, height))
        paint(figure)
        figure.savefig(stream, format=form, metadata=_METADATA[form])
    if form == "svg":
        refuse_no_xml(stream.getvalue().decode(), "SVG")
    return stream.getvalue()


def refuse_no_xml(text: str, form: str) -> None:
    """Raise :class:`~strategist.errors.StrategistError` if no XML file can hold ``text``.

    >>> refuse_no_xml("bell \x07", "GraphML")
    Traceback (most recent call last):
    ...
    strategist.errors.StrategistError: GraphML is XML, which cannot hold the character U+0007
    """
    if found := _NO_XML.search(text):
        raise StrategistError(f"{form} is XML, which cannot hold the character U+{ord(found[0]):04X}")


def require_matplotlib() -> None:
    """Raise :class:`~strategist.errors.MissingLibraryError` if there is no matplotlib."""
    try:
        import matplotlib  # noqa: F401 (whether it can be)
    except ImportError:
        raise MissingLibraryError("pictures need matplotlib: pip install 'strategist-compiler[plots]'") from None


def columns(text: str) -> int:
    """How many columns of a fixed-width font ``text`` takes.

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
