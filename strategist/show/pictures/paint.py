"""What all pictures of a strategy have in common: their measure, their title, their pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from strategist.files.strategy import StrategyData
from strategist.palette import ink_on
from strategist.show.pictures.canvas import FAINT, INK, columns, shortened
from strategist.show.report import headline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Picture(NamedTuple):
    """A picture, and how many of how many levels (or moves of a line) it shows."""

    contents: bytes
    shown: int
    levels: int


def sheet_axes(figure: Figure, width: float, height: float) -> Axes:
    """Axes over the whole figure, measured in points from the upper left corner."""
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    return axes


class Title:
    """Game and strategy in large letters, the figures and a note in small ones below."""

    def __init__(self, data: StrategyData, note: str) -> None:
        start = data.game.format_history(data.start)
        self.lines = [
            (shortened(data.strategy + (f" from {start}" if start else ""), 70), 15.0, INK),
            (shortened(data.game.spec, 90), 9.5, INK),
            (headline(data) + (f"   ·   {note}" if note else ""), 8.0, FAINT),
        ]
        self.width = max(0.62 * size * columns(text) for text, size, _ in self.lines)

    def paint(self, axes: Axes, left: float, top: float) -> None:
        for (text, size, color), below in zip(self.lines, (0, 18, 32), strict=True):
            weight = "bold" if below == 0 else "normal"
            axes.text(left, top + below, text, size=size, color=color, weight=weight, va="center")


def paint_disc(axes: Axes, x: float, y: float, radius: float, color: str, text: str) -> None:
    """A disc with a letter in it."""
    from matplotlib.patches import Circle

    axes.add_artist(Circle((x, y), radius, facecolor=color, edgecolor="white", linewidth=0.06 * radius))
    axes.text(
        x,
        y,
        text,
        size=(1.25 if len(text) == 1 else 1.0) * radius,
        color=ink_on(color),
        ha="center",
        va="center_baseline",
    )
