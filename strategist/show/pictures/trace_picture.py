"""Pictures of the progress of searches: the best tree and the bound over time, or the gaps of several searches."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from strategist.common.errors import SpecError
from strategist.common.palette import piece_color
from strategist.common.text_files import label_of
from strategist.files.trace import Row, read_trace
from strategist.show.pictures.canvas import FAINT, INK, LINE, draw, fitted, text_width
from strategist.show.pictures.histograms import MOST_STRATEGIES
from strategist.show.pictures.histograms import ORDER as COLORS
from strategist.show.pictures.paper_sizes import Size

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH, _HEIGHT, _KEY_HEIGHT = 7.4, 4.2, 0.22
"""The size of a picture in inches without its legend, and the height of a line of the legend."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 0.9, 1.25, 0.78, 0.62
"""The margins around the axes in inches; on the right stand the last figures."""
_TICK, _KEY = 10.0, 9.0
_LINE_OF_TEXT = 12.0
"""The sizes of the letters at the axes and elsewhere, and the height of a line of the latter, in points."""
_UNITS = ((3 * 3600, 3600, "hours"), (600, 60, "minutes"), (0, 1, "seconds"))
"""For each unit of time: the seconds from which it is used, its length in seconds, its name."""


class NamedTrace(NamedTuple):
    """A trace and the name under which a picture shows it."""

    name: str
    rows: Sequence[Row]


def read_named_trace(path: str) -> NamedTrace:
    """The trace in a file, named like the file. Raises :class:`~strategist.common.errors.SpecError`."""
    return NamedTrace(os.path.splitext(label_of(path))[0], read_trace(path))


def trace_plot(traces: Sequence[NamedTrace], form: str, size: Size | None = None) -> bytes:
    """The picture of one or more searches, as ``svg``, ``png`` or ``pdf``.

    Of one search it shows the best tree and the bound, the gap between them shaded. Several are compared by their gaps
    in percent of the bound. Raises :class:`~strategist.common.errors.SpecError` and
    :class:`~strategist.common.errors.MissingLibraryError`.

    >>> rows = [Row(0.0, 0.0, None, 19, 1, 1), Row(0.5, 0.5, 21, 20, 8, 2), Row(1.0, 1.0, 21, 21, 9, None)]
    >>> trace_plot([NamedTrace("small", rows)], "png")[:4]
    b'\\x89PNG'
    """
    _check(traces)
    chart = _Lines(traces, size)
    width, height = size or (chart.width, chart.height)
    return draw(chart.paint, width, height, form)


def _check(traces: Sequence[NamedTrace]) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` for too many traces, and for some of which nothing can be
    drawn."""
    if not 1 <= len(traces) <= MOST_STRATEGIES:
        raise SpecError(f"expected 1 to {MOST_STRATEGIES} traces in one picture, got {len(traces)}")
    if len(traces) == 1:
        if all(row.best is None and row.bound is None for row in traces[0].rows):
            raise SpecError(f"{traces[0].name}: the search ended with neither a tree nor a bound: nothing to plot")
    elif all(row.gap_percent is None for trace in traces for row in trace.rows):
        raise SpecError("none of the searches has both a tree and a bound: no gaps to plot")


class _Lines:
    """Lines in steps over time. All lengths are in units of ``zoom`` inches."""

    def __init__(self, traces: Sequence[NamedTrace], size: Size | None) -> None:
        self.traces = traces
        self.keys = len(traces) if len(traces) > 1 else 0
        self.width, self.height = _WIDTH, _HEIGHT + _KEY_HEIGHT * self.keys
        self.zoom = 1.0
        if size is not None:
            self.zoom = min(size.width / self.width, size.height / self.height)
            self.width, self.height = size.width / self.zoom, size.height / self.zoom
        self.axes_height = self.height - _TOP - _BOTTOM - (_KEY_HEIGHT * self.keys + 0.1) * bool(self.keys)
        self.end = max(trace.rows[-1].seconds for trace in traces)
        self.second, self.unit = next((one, name) for least, one, name in _UNITS if self.end >= least)

    def paint(self, figure: Figure) -> None:
        below = self.height - _TOP - self.axes_height
        right = _RIGHT if not self.keys else 0.3
        room = (self.width - _LEFT - right) / self.width
        axes = figure.add_axes((_LEFT / self.width, below / self.height, room, self.axes_height / self.height))
        if self.keys:
            title, note = "Gaps over time", "how far the best tree is above the proven lower bound"
            self._paint_gaps(axes)
        else:
            title, note = self.traces[0].name, "the best tree and the proven lower bound over time"
            self._paint_bounds(axes, self.traces[0].rows)
        self._paint_axes(axes)
        left, points = _LEFT / self.width, 72 * (self.width - _LEFT - 0.2)
        title = fitted(title, points, 14, bold=True)
        figure.text(left, 1 - 0.3 / self.height, title, size=14 * self.zoom, weight="bold", va="center")
        figure.text(left, 1 - 0.54 / self.height, note, size=_KEY * self.zoom, color=FAINT, va="center")
        for number, trace in enumerate(self.traces if self.keys else ()):
            self._paint_key(figure, number, trace, (0.12 + _KEY_HEIGHT * (self.keys - 1 - number)) / self.height)

    def _paint_bounds(self, axes: Axes, rows: Sequence[Row]) -> None:
        """The best tree above, the bound below, and the gap between them."""
        best = [(row.seconds / self.second, row.best) for row in rows if row.best is not None]
        bound = [(row.seconds / self.second, row.bound) for row in rows if row.bound is not None]
        both = [row for row in rows if row.best is not None and row.bound is not None]
        upper, lower = piece_color(COLORS[0]), piece_color(COLORS[3])
        times = [row.seconds / self.second for row in both]
        lows, highs = [row.bound or 0 for row in both], [row.best or 0 for row in both]
        axes.fill_between(times, lows, highs, step="post", color=LINE, alpha=0.5, linewidth=0)
        for points, color in ((bound, lower), (best, upper)):
            if points:
                self._paint_steps(axes, points, color)
        # A bound found before the first tree may be far below.
        values = lows + highs or [value for _, value in best + bound]
        low, high = min(values, default=0), max(values, default=1)
        margin = 0.08 * (high - low) or 0.06 * high or 1
        bottom, top = max(0, low - margin), high + margin
        axes.set_ylim(bottom, top)
        axes.set_ylabel("guesses", size=_TICK * self.zoom, labelpad=4 * self.zoom)
        points_of_one = 72 * self.axes_height / (top - bottom)
        for text, at, up, color in _last_figures(rows[-1], points_of_one, upper, lower):
            axes.annotate(
                text, (1.0, at), (6 * self.zoom, up * self.zoom), xycoords=axes.get_yaxis_transform(),
                textcoords="offset points", size=_KEY * self.zoom, color=color, va="center", annotation_clip=False,
            )  # fmt: skip

    def _paint_steps(self, axes: Axes, points: Sequence[tuple[float, float]], color: str) -> None:
        """A line in steps; a single point, which no line shows, as a dot."""
        (line,) = axes.step(*zip(*points, strict=True), where="post", color=color, linewidth=1.6 * self.zoom)
        if len(points) == 1:
            line.set(marker="o", markersize=5 * self.zoom, clip_on=False)

    def _paint_gaps(self, axes: Axes) -> None:
        most = 0.0
        for number, trace in enumerate(self.traces):
            points = [(row.seconds / self.second, row.gap_percent) for row in trace.rows if row.gap_percent is not None]
            if points:
                self._paint_steps(axes, points, piece_color(COLORS[number]))
                most = max(most, *(gap for _, gap in points), 0.0)
        axes.set_ylim(0, 1.08 * most or 1)
        axes.set_ylabel("gap in percent of the bound", size=_TICK * self.zoom, labelpad=4 * self.zoom)

    def _paint_axes(self, axes: Axes) -> None:
        from matplotlib.ticker import FuncFormatter, MaxNLocator

        axes.set_xlim(0, self.end / self.second or 1)
        if not self.keys:
            axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
            axes.yaxis.set_major_formatter(FuncFormatter(lambda guesses, _: f"{guesses:.0f}"))
        axes.set_axisbelow(True)
        axes.grid(axis="y", color=LINE, linewidth=0.6 * self.zoom)
        axes.tick_params(length=0, labelsize=_TICK * self.zoom, pad=3.5 * self.zoom)
        axes.set_xlabel(self.unit, size=_TICK * self.zoom, labelpad=4 * self.zoom)

    def _paint_key(self, figure: Figure, number: int, trace: NamedTrace, bottom: float) -> None:
        """One line of the legend: color, name and last figures."""
        from matplotlib.patches import Rectangle

        left, inch = _LEFT / self.width, 1 / self.width
        told = _told(trace.rows[-1])
        room = 72 * (self.width - _LEFT - 0.22 - 0.3) - text_width(f"  {told}", _KEY)
        color = piece_color(COLORS[number])
        figure.add_artist(Rectangle((left, bottom), 0.16 * inch, 0.13 / self.height, facecolor=color))
        figure.text(left + 0.22 * inch, bottom, fitted(trace.name, room, _KEY), size=_KEY * self.zoom)
        figure.text(1 - 0.3 * inch, bottom, told, size=_KEY * self.zoom, color=FAINT, ha="right")


def _last_figures(last: Row, points_of_one: float, upper: str, lower: str) -> Sequence[tuple[str, float, float, str]]:
    """The labels at the ends of the lines: text, height, offset in points above that height, color."""
    if last.best is None or last.bound is None:
        known = [("best", last.best, upper), ("bound", last.bound, lower)]
        return [(f"{name} {value}", value, 0.0, color) for name, value, color in known if value is not None]
    if last.best == last.bound:
        return [(f"proven {last.best}", last.best, 0.0, INK)]
    # Labels of lines that end close to each other are moved apart, with the gap between them.
    apart = max(0.0, _LINE_OF_TEXT - (last.best - last.bound) / 2 * points_of_one)
    figures: list[tuple[str, float, float, str]] = [
        (f"best {last.best}", last.best, apart, upper),
        (f"bound {last.bound}", last.bound, -apart, lower),
    ]
    if last.gap_percent is not None:
        figures.append((f"gap {last.gap_percent:.1f} %", (last.best + last.bound) / 2, 0.0, INK))
    return figures


def _told(last: Row) -> str:
    if last.gap_percent is None:
        return "no tree yet" if last.best is None else f"best {last.best}"
    return f"best {last.best}, bound {last.bound}, gap {last.gap_percent:.1f} %"
