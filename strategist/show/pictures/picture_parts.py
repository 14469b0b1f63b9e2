"""Parts of all pictures of a strategy: units, title, pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from strategist.common.palette import ink_on
from strategist.files.strategy import StrategyData
from strategist.show.pictures.canvas import FAINT, INK, columns, fitted, shortened, text_width
from strategist.show.reports.report import headline

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Picture(NamedTuple):
    """A picture, the number of levels (or moves of a line) that it shows, and the total number of them."""

    contents: bytes
    shown: int
    levels: int


class Plane:
    """The whole figure as a plane, measured from the upper left corner in units of ``zoom`` points."""

    def __init__(self, figure: Figure, width: float, height: float, zoom: float) -> None:
        self.zoom = zoom
        self.axes = figure.add_axes((0, 0, 1, 1))
        self.axes.set_axis_off()
        self.axes.set_xlim(0, width)
        self.axes.set_ylim(height, 0)

    def text(self, x: float, y: float, text: str, size: float, va: str = "center_baseline", **style: Any) -> None:
        """Write ``text``; ``size`` is in units of the plane, as all lengths are."""
        self.axes.text(x, y, text, size=size * self.zoom, va=va, **style)


class Title:
    """Game and strategy in large letters, the figures and a note in small ones below."""

    def __init__(self, data: StrategyData, note: str) -> None:
        start = data.game.format_history(data.start)
        self.lines = [
            (shortened(data.strategy + (f" from {start}" if start else ""), 70), 15.0, INK, True),
            (shortened(data.game.spec, 90), 9.5, INK, False),
            (headline(data) + (f"   ·   {note}" if note else ""), 8.0, FAINT, False),
        ]
        # The estimate by columns is generous for most titles; only wide letters need more.
        self.width = max(
            max(0.62 * size * columns(text), text_width(text, size, bold)) for text, size, _, bold in self.lines
        )

    def paint(self, plane: Plane, left: float, top: float, room: float) -> None:
        """Write the lines from the corner at ``left`` and ``top``, cut to the width ``room``."""
        for (text, size, color, bold), below in zip(self.lines, (0, 18, 32), strict=True):
            weight = "bold" if bold else "normal"
            plane.text(
                left, top + below, fitted(text, room, size, bold), size=size, color=color, weight=weight, va="center"
            )


def paint_disc(plane: Plane, x: float, y: float, radius: float, color: str, text: str) -> None:
    """A disc with a letter in it."""
    from matplotlib.patches import Circle

    edge = 0.06 * radius * plane.zoom
    plane.axes.add_artist(Circle((x, y), radius, facecolor=color, edgecolor="white", linewidth=edge))
    size = (1.25 if len(text) == 1 else 1.0) * radius
    plane.text(x, y, text, size=size, color=ink_on(color), ha="center")
