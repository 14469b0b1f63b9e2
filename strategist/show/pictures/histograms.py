"""Histograms of several strategies side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from strategist.errors import SpecError, TooLargeError
from strategist.files.strategy import StrategyData
from strategist.palette import piece_color
from strategist.show.pictures.canvas import FAINT, LINE, columns, draw, shortened
from strategist.wording import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_STRATEGIES = 8
"""The number of colors that people with any color vision can distinguish."""
_ORDER = (4, 0, 2, 5, 1, 6, 7, 3)
"""Their order: neighbors contrast, and the pale yellow comes last."""
_MOST_FIGURES = 36
_MOST_BARS = 4000
"""More could not be told apart, and take seconds to draw."""
_KEY_REST, _KEY_LETTER = 3.7, 0.073
"""Inches of a line of the legend: what its name leaves, and a letter of its name."""


def histogram_plot(strategies: Sequence[StrategyData], form: str) -> bytes:
    """The chart of how many secrets are solved at which guess, as ``svg`` or ``png``.

    Strategies of different numbers of secrets are compared in percent. Raises
    :class:`~strategist.errors.SpecError` for strategies that have no common histogram,
    :class:`~strategist.errors.TooLargeError` and :class:`~strategist.errors.MissingLibraryError`.

    >>> from strategist.catalog import make_game
    >>> from strategist.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> histogram_plot([StrategyData(game, "first", tree, Claims.of([1, 1], 0))], "png")[:4]
    b'\\x89PNG'
    """
    nouns = [_noun(data) for data in strategies]
    if len(set(nouns)) > 1:
        first, other = strategies[0], next(d for d, noun in zip(strategies, nouns, strict=True) if noun != nouns[0])
        raise SpecError(f"{first.game.spec} counts {plural(nouns[0])}, {other.game.spec} {plural(_noun(other))}")
    if not 1 <= len(strategies) <= MOST_STRATEGIES:
        raise SpecError(f"expected 1 to {MOST_STRATEGIES} strategies in one chart, got {len(strategies)}")
    chart = _Chart(strategies, nouns[0])
    return draw(chart.paint, chart.width, chart.height, form)


def _noun(data: StrategyData) -> str:
    """What the histogram of a strategy counts."""
    if not data.game.hides:
        raise SpecError(f"{data.game.spec} is a solitaire: its line of moves has no histogram")
    return data.game.move_noun


class _Chart:
    """Groups of bars, one group for each number of guesses and one for lost secrets; measured in inches."""

    def __init__(self, strategies: Sequence[StrategyData], noun: str) -> None:
        self.strategies, self.noun = strategies, noun
        self.depth = max(1, *(data.claims.depth for data in strategies))
        self.loses = any(data.claims.lost for data in strategies)
        self.first = 0 if any(data.claims.known for data in strategies) else 1
        self.percent = len({data.claims.secrets for data in strategies}) > 1
        self.one_game = len({_game_text(data) for data in strategies}) == 1
        self.colors = [piece_color(_ORDER[number]) for number in range(len(strategies))]
        self.groups = self.depth + (1 + self.loses) * self.loses
        bars = (self.groups + 1 - self.first) * len(strategies)
        if bars > _MOST_BARS:
            raise TooLargeError(f"a chart of {bars} bars is too large: expected at most {_MOST_BARS}")
        self.figures = bars <= _MOST_FIGURES
        self.names = [d.strategy if self.one_game else f"{_game_text(d)}  {d.strategy}" for d in strategies]
        longest = max(map(columns, self.names))
        self.width = min(12.0, max(7.0, 0.28 * bars + 2, _KEY_REST + _KEY_LETTER * longest))
        self.height = 4.2 + 0.22 * len(strategies)
        self.turned = 0.84 * (self.width - 1.3) / bars < (0.4 if self.percent else 0.3)

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
        figure.text(left, 1 - 0.3 / self.height, title, size=14, weight="bold", va="center")
        if self.one_game:
            game = shortened(_game_text(self.strategies[0]), 90)
            figure.text(left, 1 - 0.54 / self.height, game, size=9, color=FAINT, va="center")
        for number, data in enumerate(self.strategies):
            self._paint_key(figure, number, data, left, (below - 0.32 - 0.22 * number) / self.height)

    def _heights(self, data: StrategyData) -> list[tuple[int, float]]:
        """The places and heights of the bars of one strategy; the bar of lost secrets comes after a gap."""
        claims = data.claims
        unit = 100 / claims.secrets if self.percent and claims.secrets else 1.0
        found = [(0, claims.known * unit)] if claims.known else []
        found += [(guess, count * unit) for guess, count in enumerate(claims.histogram, 1)]
        return found + ([(self.depth + 2, claims.lost * unit)] if claims.lost else [])

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
                        f"{height:.1f}" if self.percent else f"{height:.0f}",
                        (place, height), (0, 3), textcoords="offset points", size=7, color=FAINT,
                        ha="center", va="bottom", rotation=90 if self.turned else 0,
                        bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
                    )  # fmt: skip

    def _paint_averages(self, axes: Axes) -> None:
        """A line and a triangle at the average of each strategy."""
        for data, color in zip(self.strategies, self.colors, strict=True):
            average = data.claims.average
            if average is not None:
                axes.axvline(average, color=color, linewidth=1.0, linestyle=(0, (4, 3)), alpha=0.7, zorder=0.5)
                axes.plot(
                    average, 1.0, marker="v", markersize=7, color=color, markeredgecolor="white", clip_on=False,
                    transform=axes.get_xaxis_transform(),
                )  # fmt: skip

    def _paint_axes(self, axes: Axes) -> None:
        from matplotlib.ticker import MaxNLocator

        step = -(-self.depth // 20)
        ticks = {at: str(at) for at in range(self.first, self.depth + 1) if at % step == 0 or step == 1}
        if self.loses:
            ticks[self.depth + 2] = "lost"
        axes.set_xticks(list(ticks), list(ticks.values()))
        axes.set_xlim(self.first - 0.6, self.groups + 0.6)
        axes.set_ylim(0, 1.13 * max([height for data in self.strategies for _, height in self._heights(data)] or [1]))
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=not self.percent))
        axes.set_axisbelow(True)
        axes.grid(axis="y", color=LINE, linewidth=0.6)
        axes.tick_params(length=0)
        axes.set_xlabel(plural(self.noun))
        axes.set_ylabel("percent of the secrets" if self.percent else "secrets")

    def _paint_key(self, figure: Figure, number: int, data: StrategyData, left: float, bottom: float) -> None:
        """One line of the legend: color, strategy and its figures."""
        from matplotlib.patches import Rectangle

        claims, color, inch = data.claims, self.colors[number], 1 / self.width
        name = shortened(self.names[number], int((self.width - _KEY_REST) / _KEY_LETTER))
        average = "none solved" if claims.average is None else f"average {claims.average:.3f}, depth {claims.depth}"
        lost = f", lost {claims.lost}" if claims.lost else ""
        figure.add_artist(Rectangle((left, bottom), 0.16 * inch, 0.13 / self.height, facecolor=color))
        figure.text(left + 0.22 * inch, bottom, "▼", size=8, color=color)
        figure.text(left + 0.42 * inch, bottom, name, size=9)
        figure.text(0.96, bottom, f"{average}{lost}", size=9, color=FAINT, ha="right")


def _game_text(data: StrategyData) -> str:
    start = data.game.format_history(data.start)
    return f"{data.game.spec} from {start}" if start else data.game.spec
