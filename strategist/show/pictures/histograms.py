"""Histograms of several strategies side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from strategist.common.errors import SpecError, TooLargeError
from strategist.common.numbers import in_short, shown
from strategist.common.palette import piece_color
from strategist.common.wording import plural
from strategist.files.strategy import StrategyData
from strategist.model import endings
from strategist.show.pictures.canvas import FAINT, LINE, columns, draw, fitted, shortened, text_width
from strategist.show.pictures.paper_sizes import Size
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.weighed import amount, expected_cost, expected_questions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_STRATEGIES = 8
"""The most strategies in one chart: the number of colors that people with any color vision can distinguish."""
ORDER = (4, 0, 2, 5, 1, 6, 7, 3)
"""The order of the colors: neighbors contrast, and the pale yellow comes last."""
_MOST_FIGURES = 36
_MOST_BARS = 4000
"""More bars could not be told apart, and would take seconds to draw."""
_KEY_REST, _KEY_LETTER = 3.7, 0.073
"""The width in inches of a line of the legend without its name, and of one letter of the name."""

_TICK, _FIGURE, _FIGURE_HEIGHT = 10.0, 7.0, 0.12
"""The sizes of the letters at the axes and at the bars, in points; the height of the latter, in inches."""
_LEAST_WIDTH, _LEAST_ZOOM = 4.6, 0.65
"""The least width of a chart in inches; the zoom below which names are rather shortened than made smaller."""


def histogram_plot(strategies: Sequence[StrategyData], form: str, size: Size | None = None) -> bytes:
    """The chart of the number of secrets solved at each guess, as ``svg``, ``png`` or ``pdf``.

    Strategies for different numbers of secrets are compared in percent. In a picture of a given size, texts that do not
    fit are made smaller or shortened. Raises :class:`~strategist.common.errors.SpecError` for strategies that have no
    common histogram, :class:`~strategist.common.errors.TooLargeError` and
    :class:`~strategist.common.errors.MissingLibraryError`.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> histogram_plot([data], "png")[:4]
    b'\\x89PNG'
    """
    nouns = [_noun(data) for data in strategies]
    if len(set(nouns)) > 1:
        first, other = strategies[0], next(d for d, noun in zip(strategies, nouns, strict=True) if noun != nouns[0])
        raise SpecError(f"{first.game.spec} counts {plural(nouns[0])}, {other.game.spec} {plural(_noun(other))}")
    if not 1 <= len(strategies) <= MOST_STRATEGIES:
        raise SpecError(f"expected 1 to {MOST_STRATEGIES} strategies in one chart, got {len(strategies)}")
    chart = _Chart(strategies, nouns[0], size)
    width, height = size or (chart.width, chart.height)
    return draw(chart.paint, width, height, form)


def _noun(data: StrategyData) -> str:
    """The noun for what the histogram of a strategy counts."""
    if not data.game.hides:
        raise SpecError(f"{data.game.spec} is a solitaire: its line of moves has no histogram")
    return data.game.move_noun


class _Chart:
    """Groups of bars, one group for each number of guesses and one for lost secrets.

    All lengths are in units of ``zoom`` inches.
    """

    def __init__(self, strategies: Sequence[StrategyData], noun: str, size: Size | None) -> None:
        self.strategies, self.noun = strategies, noun
        self.depth = max(1, *(data.claims.depth for data in strategies))
        self.loses = any(data.claims.lost for data in strategies)
        self.first = 0 if any(data.claims.known for data in strategies) else 1
        self.percent = len({data.claims.secrets for data in strategies}) > 1
        self.one_game = len({_game_text(data) for data in strategies}) == 1
        self.colors = [piece_color(ORDER[number]) for number in range(len(strategies))]
        self.groups = self.depth + (1 + self.loses) * self.loses
        bars = (self.groups + 1 - self.first) * len(strategies)
        if bars > _MOST_BARS:
            raise TooLargeError(f"a chart of {bars} bars is too large: expected at most {_MOST_BARS}")
        self.names = [d.strategy if self.one_game else f"{_game_text(d)}  {d.strategy}" for d in strategies]
        longest = max(map(columns, self.names))
        self.width = min(12.0, max(7.0, 0.28 * bars + 2, _KEY_REST + _KEY_LETTER * longest))
        self.height = 4.2 + 0.22 * len(strategies)
        self.zoom = 1.0
        if size is not None:
            self._fill(size)
        self.axes_height = self.height - (1.53 if self.one_game else 1.35) - 0.22 * len(strategies)
        share = 0.84 * (self.width - 1.3) / bars
        longest_figure = max(
            text_width(self._figure(height), _FIGURE) for data in strategies for _, height in self._heights(data)
        )
        self.turned = share < max(0.4 if self.percent else 0.3, longest_figure / 72 + 0.03)
        # Above the highest bar there is room for its figure.
        self.headroom = 0.13 / 1.13
        if self.turned:
            self.headroom = max(self.headroom, (longest_figure / 72 + 0.07) / self.axes_height)
        self.figures = bars <= _MOST_FIGURES and share > _FIGURE_HEIGHT and self.headroom < 0.5

    def _figure(self, height: float) -> str:
        return f"{height:.1f}" if self.percent else in_short(Fraction(height))

    def _fill(self, size: Size) -> None:
        """Fill a picture of the given size: scale the chart, then shorten the texts that do not fit."""
        least_width, least_height = _LEAST_WIDTH, 2.9 + 0.22 * len(self.strategies)
        zoom = min(size.width / self.width, size.height / self.height)
        enough = min(_LEAST_ZOOM, size.width / least_width, size.height / least_height)
        self.zoom = max(zoom, enough)
        self.width, self.height = size.width / self.zoom, size.height / self.zoom

    def paint(self, figure: Figure) -> None:
        below = 0.4 + 0.22 * len(self.strategies)
        left, top = 0.8 / self.width, (0.78 if self.one_game else 0.6) / self.height
        axes = figure.add_axes(
            (left, (below + 0.35) / self.height, 0.96 - left, 1 - top - (below + 0.35) / self.height)
        )
        self._paint_bars(axes)
        self._paint_averages(axes)
        self._paint_axes(axes)
        title = f"{plural(self.noun).capitalize()} needed"
        figure.text(left, 1 - 0.3 / self.height, title, size=14 * self.zoom, weight="bold", va="center")
        if self.one_game:
            game = fitted(shortened(_game_text(self.strategies[0]), 90), 72 * (0.99 * self.width - 0.8), 9)
            figure.text(left, 1 - 0.54 / self.height, game, size=9 * self.zoom, color=FAINT, va="center")
        for number, data in enumerate(self.strategies):
            self._paint_key(figure, number, data, left, (below - 0.32 - 0.22 * number) / self.height)

    def _heights(self, data: StrategyData) -> list[tuple[int, float]]:
        """The places and heights of the bars of one strategy; the bar of lost secrets comes after a gap."""
        claims = data.claims
        unit = 100 / claims.secrets if self.percent and claims.secrets else 1.0
        return [(self.depth + 2 if guesses is None else guesses, count * unit) for guesses, count in claims.bars]

    def _paint_bars(self, axes: Axes) -> None:
        share = 0.84 / len(self.strategies)
        for number, (data, color) in enumerate(zip(self.strategies, self.colors, strict=True)):
            shift = (number - (len(self.strategies) - 1) / 2) * share
            bars = self._heights(data)
            hatches = ["////" if at > self.depth else "" for at, _ in bars]
            places, heights = [at + shift for at, _ in bars], [height for _, height in bars]
            axes.bar(places, heights, 0.94 * share, color=color, hatch=hatches, edgecolor="white", linewidth=0)
            for place, height in zip(places, heights, strict=True) if self.figures else ():
                if height:
                    axes.annotate(
                        self._figure(height), (place, height), (0, 3 * self.zoom), textcoords="offset points",
                        size=_FIGURE * self.zoom, color=FAINT, ha="center", va="bottom",
                        rotation=90 if self.turned else 0,
                        bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6 * self.zoom},
                    )  # fmt: skip

    def _paint_averages(self, axes: Axes) -> None:
        """A line and a triangle at the average of each strategy."""
        for data, color in zip(self.strategies, self.colors, strict=True):
            average = data.claims.average
            if average is not None:
                axes.axvline(average, color=color, linewidth=self.zoom, linestyle=(0, (4, 3)), alpha=0.7, zorder=0.5)
                axes.plot(
                    average, 1.0, marker="v", markersize=7 * self.zoom, color=color, markeredgecolor="white",
                    markeredgewidth=self.zoom, clip_on=False,
                    transform=axes.get_xaxis_transform(),
                )  # fmt: skip

    def _paint_axes(self, axes: Axes) -> None:
        from matplotlib.ticker import MaxNLocator

        # At most 20 tick labels, spaced so that they do not overlap.
        group = (0.96 * self.width - 0.8) / (self.groups + 1.2 - self.first)
        room = text_width(f"{self.depth} ", _TICK) / 72
        step = max(-(-self.depth // 20), math.ceil(room / group))
        ticks = {at: str(at) for at in range(self.first, self.depth + 1) if at % step == 0 or step == 1}
        if self.loses:
            lost = text_width(endings.LOST, _TICK) / 72 / group
            ticks = {at: text for at, text in ticks.items() if at + lost / 2 + room / group / 2 < self.depth + 2}
            ticks[self.depth + 2] = endings.LOST
        axes.set_xticks(list(ticks), list(ticks.values()))
        axes.set_xlim(self.first - 0.6, self.groups + 0.6)
        highest = max([height for data in self.strategies for _, height in self._heights(data)] or [1])
        axes.set_ylim(0, highest / (1 - self.headroom) if self.figures else 1.13 * highest)
        millions = 1.13 * highest >= 1e6
        if millions:
            axes.yaxis.set_major_formatter(lambda count, _: f"{count / 1e6:g}")
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=not self.percent))
        axes.set_axisbelow(True)
        axes.grid(axis="y", color=LINE, linewidth=0.6 * self.zoom)
        axes.tick_params(length=0, labelsize=_TICK * self.zoom, pad=3.5 * self.zoom)
        axes.set_xlabel(plural(self.noun), size=_TICK * self.zoom, labelpad=4 * self.zoom)
        expected = any(wording_of(data.game).scatters for data in self.strategies)
        counted = "percent of the secrets" if self.percent else "million secrets" if millions else "secrets"
        counted = f"{counted}, expected" if expected else counted
        axes.set_ylabel(counted, size=_TICK * self.zoom, labelpad=4 * self.zoom)

    def _paint_key(self, figure: Figure, number: int, data: StrategyData, left: float, bottom: float) -> None:
        """One line of the legend: color, strategy and its figures."""
        from matplotlib.patches import Rectangle

        claims, color, inch = data.claims, self.colors[number], 1 / self.width
        average = "none solved" if claims.average is None else f"average {claims.average:.3f}, depth {claims.depth}"
        questions, cost = expected_questions(data.game, claims), expected_cost(data.game, claims)
        average += "" if questions is None else f", expected {amount(questions)}"
        average += "" if cost is None else f", cost {amount(cost)}"
        told = average + (f", lost {shown(claims.lost)}" if claims.lost else "")
        room = 72 * (0.96 * self.width - 0.8 - 0.42) - text_width(f" {told}", 9)
        name = fitted(shortened(self.names[number], int((self.width - _KEY_REST) / _KEY_LETTER)), room, 9)
        figure.add_artist(Rectangle((left, bottom), 0.16 * inch, 0.13 / self.height, facecolor=color))
        figure.text(left + 0.22 * inch, bottom, "▼", size=8 * self.zoom, color=color)
        figure.text(left + 0.42 * inch, bottom, name, size=9 * self.zoom)
        figure.text(0.96, bottom, told, size=9 * self.zoom, color=FAINT, ha="right")


def _game_text(data: StrategyData) -> str:
    start = data.game.format_history(data.start)
    return f"{data.game.spec} from {start}" if start else data.game.spec
