"""Pictures: their size, what they say, and that every text lies within the picture and within its cell or column."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from said import told
from toys import Erratic

from strategist import compile_strategy, make_game, make_rules, make_strategy, read_strategy
from strategist.common.errors import SpecError
from strategist.common.palette import piece_color
from strategist.files.strategy import StrategyData
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.model.tree import Claims, DecisionTree
from strategist.show.pictures.canvas import columns, shortened
from strategist.show.pictures.histograms import MOST_STRATEGIES, histogram_plot
from strategist.show.pictures.paper_sizes import Size, read_size
from strategist.show.pictures.tree_picture import tree_picture

pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from matplotlib.text import Text
from matplotlib.transforms import Bbox

Compile = Callable[[str, str], StrategyData]

STRATEGIES = Path(__file__).parents[2] / "strategies"
SLACK = 1.0
"""Pixels of 1/160 inch: the renderer rounds the place of each letter."""


def _named(game_text: str, strategy: str) -> StrategyData:
    game = make_rules(game_text)
    return compile_strategy(game, make_strategy(strategy, game)).data


def _wide() -> StrategyData:
    """Long names everywhere: the widest letters, and letters that take two columns."""
    names = ["MMMM WWWW " * 6, "日本語の名前" * 5, "i" * 90, "x", *(f"animal {number} " * 3 for number in range(14))]
    rows = [
        ["", *names],
        *(["W" * 60 + f" {bit}?", *(f"{'@' * 40}{at >> bit & 1}" for at in range(18))] for bit in range(5)),
    ]
    game = Table({"file": "M" * 80 + ".csv", "goal": "identify"}, make_sheet(list(enumerate(rows, 1))))
    data = compile_strategy(game, make_strategy("entropy", game)).data
    return replace(data, strategy="WMWMWM@" * 20)


def _erratic() -> StrategyData:
    game = make_game("mastermind(3,3)")
    return compile_strategy(game, Erratic(game, {"patience": 3})).data


def _shipped(name: str) -> StrategyData:
    return read_strategy(STRATEGIES / f"{name}.msgpack")


def _made_up(data: StrategyData, histogram: list[int], lost: int) -> StrategyData:
    return replace(data, claims=Claims.of(histogram, lost))


TREES: dict[str, Callable[[], StrategyData]] = {
    "knuth": lambda: _shipped("mastermind-4x6.minimax"),
    "bulls": lambda: _shipped("bulls-and-cows-4x10.minimax"),
    "words": lambda: _named("words", "entropy"),
    "grand": lambda: _named("grand-mastermind(pegs=2,colors=3,shapes=3)", "entropy"),
    "many pegs": lambda: _named("mastermind(7,2)", "first"),
    "many levels": lambda: _named("mastermind(1,150)", "first"),
    "two secrets": lambda: _named("mastermind(1,2)", "first"),
    "lost": lambda: _named("mastermind(3,4,turns=3)", "minimax"),
    "gives up": _erratic,
    "long names": _wide,
    "line": lambda: _named("pegswap(3,2)", "optimal"),
    "long line": lambda: _named("pegswap(6,6)", "optimal"),
}
SIZES = (
    "60x60mm",
    "60x300mm",
    "300x60mm",
    "70x100mm",
    "105x148mm",
    "5x5in",
    "a4",
    "297x210mm",
    "16x9in",
    "4x20in",
    "30x4in",
)

EVERY_LEVEL = ("60x60mm", "a4", "30x4in")


class Seen:
    """What :func:`draw` would have written: the mistakes found in each figure."""

    def __init__(self) -> None:
        self.size = (0.0, 0.0)
        self.mistakes: list[str] = []
        self.texts: list[str] = []

    def look(self, figure: Figure) -> None:
        renderer = FigureCanvasAgg(figure).get_renderer()
        figure.draw_without_rendering()
        # Matplotlib does not draw the numbers at an axis that lie beyond its ends.
        beyond = {
            tick.label1
            for axes in figure.axes
            for axis in (axes.xaxis, axes.yaxis)
            for tick in axis.get_major_ticks()
            if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
        }
        found = [
            (text.get_text(), text.get_window_extent(renderer))
            for text in figure.findobj(Text)
            if isinstance(text, Text) and text.get_text().strip() and text not in beyond
        ]
        self.size = tuple(figure.get_size_inches())
        self.texts = [text for text, _ in found]
        self.mistakes = [f"{text!r} leaves the picture" for text, box in found if not _within(box, figure.bbox)]
        found.sort(key=lambda each: float(each[1].y0))
        for at, (one, box) in enumerate(found):
            above = takewhile(lambda each: each[1].y0 < box.y1, islice(found, at + 1, None))  # noqa: B023
            self.mistakes += [f"{one!r} lies on {other!r}" for other, there in above if _meet(box, there)]
        for axes in figure.axes:
            self._look_at_cells(axes, found)
        assert found

    def _look_at_cells(self, axes: Any, found: list[tuple[str, Bbox]]) -> None:
        collections = [each for each in axes.collections if isinstance(each, PolyCollection)]
        if not collections:
            return
        cells = [axes.transData.transform_bbox(path.get_extents()) for path in collections[0].get_paths()]
        top = max(cell.y1 for cell in cells)
        columns = {(cell.x0, cell.x1) for cell in cells}
        for text, box in found:
            x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
            cell = next((cell for cell in cells if cell.x0 <= x <= cell.x1 and cell.y0 <= y <= cell.y1), None)
            if cell is not None and not _within(box, cell):
                self.mistakes.append(f"{text!r} leaves its cell")
            if top < y < top + 14 and re.fullmatch(r"\w+ \d+|known|\d+", text):
                assert any(left <= box.x0 and box.x1 <= right for left, right in columns), f"{text!r} leaves its column"
        for disc in axes.patches:
            if isinstance(disc, Circle):
                around = disc.get_window_extent()
                for text, box in found:
                    if around.contains((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2):
                        assert box.width <= around.width + SLACK, f"{text!r} leaves its disc"


def _within(inner: Bbox, outer: Bbox) -> bool:
    return bool(
        inner.x0 >= outer.x0 - SLACK
        and inner.x1 <= outer.x1 + SLACK
        and inner.y0 >= outer.y0 - SLACK
        and inner.y1 <= outer.y1 + SLACK
    )


def _meet(one: Bbox, other: Bbox) -> bool:
    return bool(
        min(one.x1, other.x1) - max(one.x0, other.x0) > SLACK and min(one.y1, other.y1) - max(one.y0, other.y0) > SLACK
    )


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Seen]:
    """Look at each figure instead of writing it."""
    looking = Seen()

    def look(figure: Figure, *_: object, **__: object) -> None:
        looking.look(figure)

    monkeypatch.setattr(Figure, "savefig", look)
    yield looking


Sizes = Callable[[int], Sequence[str]]


@pytest.fixture
def sizes(request: pytest.FixtureRequest) -> Sizes:
    """The sizes to draw the picture of this number at: every one with --slow, else two, so that each has its turn."""
    if request.config.getoption("--slow"):
        return lambda number: SIZES
    return lambda number: [SIZES[(number + step) % len(SIZES)] for step in (0, 4)]


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=pytest.mark.slow) if each in ("many pegs", "long line") else each for each in TREES],
)
def test_no_text_of_a_tree_is_clipped(seen: Seen, name: str, sizes: Sizes) -> None:
    data = TREES[name]()
    wrong = {}
    for text in sizes(list(TREES).index(name)):
        for depth in (None, 1000) if text in EVERY_LEVEL else (None,):
            size = read_size(text)
            tree_picture(data, "png", depth, size)
            assert seen.size == pytest.approx(size)
            wrong |= {(text, depth): seen.mistakes[:3]} if seen.mistakes else {}
    tree_picture(data, "png")
    wrong |= {("", None): seen.mistakes[:3]} if seen.mistakes else {}
    assert not wrong


CHARTS: dict[str, Callable[[], list[StrategyData]]] = {
    "one": lambda: [_shipped("mastermind-4x6.minimax")],
    "eight": lambda: [_shipped("mastermind-4x6.minimax")] * 8,
    "percent": lambda: [_shipped("mastermind-4x6.minimax"), _shipped("bulls-and-cows-4x10.minimax")],
    "many guesses": lambda: [_made_up(_shipped("mastermind-4x6.minimax"), [3] * 240, 0)],
    "large numbers": lambda: [_made_up(_shipped("mastermind-4x6.minimax"), [1, 12345678, 98765432], 7654321)] * 3,
    "nothing solved": lambda: [_made_up(_shipped("mastermind-4x6.minimax"), [], 1296)],
    "long names": lambda: [_wide()] * 3,
    "lost": lambda: [_named("mastermind(4,6,turns=4)", "minimax")] * 2,
}


@pytest.mark.parametrize("name", CHARTS)
def test_no_text_of_a_chart_is_clipped(seen: Seen, name: str, sizes: Sizes) -> None:
    strategies = CHARTS[name]()
    wrong = {}
    for text in ("", *sizes(list(CHARTS).index(name))):
        size = read_size(text) if text else None
        histogram_plot(strategies, "png", size)
        assert size is None or seen.size == pytest.approx(size)
        wrong |= {text: seen.mistakes[:3]} if seen.mistakes else {}
    assert not wrong


def test_a_clipped_text_is_found(seen: Seen) -> None:
    figure = Figure(figsize=(2, 1))
    figure.text(0.9, 0.5, "beyond the edge")
    figure.text(0.1, 0.5, "one")
    figure.text(0.12, 0.5, "other")
    seen.look(figure)
    assert seen.mistakes == ["'beyond the edge' leaves the picture", "'one' lies on 'other'"]
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
    axes.set_autoscale_on(False)
    axes.add_collection(PolyCollection([[(0.1, 0.1), (0.2, 0.1), (0.2, 0.9), (0.1, 0.9)]]))
    axes.text(0.15, 0.3, "too wide for its cell", ha="center")
    seen.look(figure)
    assert "'too wide for its cell' leaves its cell" in seen.mistakes


def test_what_a_small_picture_leaves_out(seen: Seen) -> None:
    """A sheet of more room shows more levels, and the names of a small one end in an ellipsis."""
    knuth, long = _shipped("mastermind-4x6.minimax"), _wide()
    shown = [tree_picture(knuth, "svg", None, read_size(text)).shown for text in ("60x60mm", "a4", "420x594mm")]
    assert shown == sorted(shown) and shown[0] < shown[-1]
    tree_picture(long, "svg", None, read_size("60x60mm"))
    assert any(text.startswith("WMWM") and text.endswith("…") for text in seen.texts)
    histogram_plot([long], "svg", read_size("60x60mm"))
    assert any(text.startswith("WMWM") and text.endswith("…") for text in seen.texts)


@pytest.mark.parametrize(
    ("text", "landscape", "size"),
    [
        ("a4", False, Size(210 / 25.4, 297 / 25.4)),
        (" A4", True, Size(297 / 25.4, 210 / 25.4)),
        ("16x9in", True, Size(16, 9)),
        ("9 x 16 in", True, Size(16, 9)),
        ("9×16in", False, Size(9, 16)),
        ("25.4x50.8cm", False, Size(10, 20)),
    ],
)
def test_a_size_is_read(text: str, landscape: bool, size: Size) -> None:
    assert read_size(text, landscape) == pytest.approx(size)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a99",
        "210",
        "210x297",
        "210x297px",
        "-1x5in",
        "nanx5in",
        "1e3x5in",
        "٣x٣in",
        "5x5x5in",
        "9" * 9999 + "x1in",
    ],
)
def test_no_size(text: str) -> None:
    with pytest.raises(SpecError, match=r"expected a size such as a2, .* got '") as caught:
        read_size(text)
    assert len(str(caught.value)) < 250
    for beyond in ("0x0mm", "59x100mm", "1x1in", "100x1501mm"):
        with pytest.raises(SpecError, match=f"expected a size of 60 to 1500 mm each way, got '{beyond}'"):
            read_size(beyond)


# What charts say


def texts(contents: bytes) -> list[str]:
    svg = ElementTree.fromstring(contents)
    return ["".join(element.itertext()) for element in svg.iter("{http://www.w3.org/2000/svg}text")]


def test_several_strategies_of_one_game() -> None:
    both = [_shipped("mastermind-4x6.minimax"), _shipped("mastermind-4x6.entropy")]
    found = texts(histogram_plot(both, "svg"))
    assert {"Guesses needed", "mastermind(pegs=4,colors=6)", "guesses", "secrets", "minimax", "entropy"} <= set(found)
    assert {"average 4.476, depth 5", "average 4.415, depth 6"} <= set(found)
    for data in both:
        assert {str(count) for count in data.claims.histogram} <= set(found)
    assert "lost" not in found and "percent of the secrets" not in found


def test_different_numbers_of_secrets_are_compared_in_percent() -> None:
    found = texts(histogram_plot([_shipped("mastermind-4x6.minimax"), _shipped("bulls-and-cows-4x10.minimax")], "svg"))
    assert "percent of the secrets" in found and "secrets" not in found
    assert {"53.5", "42.1"} <= set(found)
    assert "bulls-and-cows(pegs=4,symbols=10)  minimax" in found


def test_lost_secrets_are_shown(compiled: Compile) -> None:
    data = compiled("mastermind(4,6,turns=4)", "minimax")
    found = texts(histogram_plot([data], "svg"))
    assert "lost" in found and found.count("694") == 1
    assert "average 3.872, depth 4, lost 694" in found


def test_nothing_solved_is_a_chart_as_well(compiled: Compile) -> None:
    game = compiled("mastermind(1,2)", "first").game
    data = StrategyData(game, "none", DecisionTree([-1], [0], 2), Claims.of([], 2))
    assert "none solved, lost 2" in texts(histogram_plot([data], "svg"))


def test_many_guesses_and_long_names_stay_on_the_sheet(compiled: Compile) -> None:
    deep = compiled("mastermind(4,6)", "hill-climb")
    contents = histogram_plot([deep] * 3, "png")
    width, height = struct.unpack(">II", contents[16:24])
    assert 1000 < width <= 12 * 160 and 700 < height < 1100
    named = StrategyData(deep.game, "x" * 500, deep.tree, deep.claims)
    assert max(map(len, texts(histogram_plot([named], "svg")))) < 120


def test_every_strategy_has_its_color() -> None:
    contents = histogram_plot([_shipped("mastermind-4x6.minimax")] * MOST_STRATEGIES, "svg").decode()
    assert all(piece_color(number) in contents for number in range(MOST_STRATEGIES))


def test_refusals(compiled: Compile) -> None:
    minimax = _shipped("mastermind-4x6.minimax")
    sheet = make_sheet([(1, ["", "cat", "dog"]), (2, ["barks?", "no", "yes"])])
    game = Table({"file": "pets.csv", "goal": "identify"}, sheet)
    pets = StrategyData(game, "first", DecisionTree([0, 1, 2], [0b11, 0b100, 0b100], 3), Claims.of([2], 0))
    with pytest.raises(SpecError, match=r"mastermind.* counts guesses, table.* questions"):
        histogram_plot([minimax, pets], "svg")
    assert "Questions needed" in texts(histogram_plot([pets], "svg"))
    with pytest.raises(SpecError, match="solitaire"):
        histogram_plot([minimax, compiled("pegswap(2,2)", "optimal")], "svg")
    with pytest.raises(SpecError, match="expected 1 to 8 strategies in one chart, got 9"):
        histogram_plot([minimax] * 9, "svg")


def test_the_command(tmp_path: Path) -> None:
    files = [STRATEGIES / f"mastermind-4x6.{name}.msgpack" for name in ("minimax", "entropy")]
    out = tmp_path / "chart.png"
    printed = told("export", "--format", "chart", *files, "-o", out)
    assert printed == f"{out}: {out.stat().st_size} bytes\n"
    assert out.read_bytes() == histogram_plot([read_strategy(path) for path in files], "png")


def test_text_is_measured_and_cut_by_columns() -> None:
    assert [columns(text) for text in ("abc", "日本", "e\u0301", "")] == [3, 4, 1, 0]
    assert shortened("日本語日本語", 7) == "日本語…" and shortened("abc", 3) == "abc"
