"""Charts of histograms: their contents, and the input that they refuse."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from preloaded import command

from strategist import read_strategy
from strategist.common.errors import SpecError
from strategist.common.palette import piece_color
from strategist.files.strategy import StrategyData
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.model.tree import Claims, DecisionTree
from strategist.show.pictures.canvas import columns, shortened
from strategist.show.pictures.histograms import MOST_STRATEGIES, histogram_plot

Compile = Callable[[str, str], StrategyData]

STRATEGIES = Path(__file__).parents[2] / "strategies"


def shipped(name: str) -> StrategyData:
    return read_strategy(STRATEGIES / f"{name}.msgpack")


def texts(contents: bytes) -> list[str]:
    svg = ElementTree.fromstring(contents)
    return ["".join(element.itertext()) for element in svg.iter("{http://www.w3.org/2000/svg}text")]


def test_several_strategies_of_one_game() -> None:
    both = [shipped("mastermind-4x6.minimax"), shipped("mastermind-4x6.entropy")]
    found = texts(histogram_plot(both, "svg"))
    assert {"Guesses needed", "mastermind(pegs=4,colors=6)", "guesses", "secrets", "minimax", "entropy"} <= set(found)
    assert {"average 4.476, depth 5", "average 4.415, depth 6"} <= set(found)
    for data in both:
        assert {str(count) for count in data.claims.histogram} <= set(found)
    assert "lost" not in found and "percent of the secrets" not in found


def test_different_numbers_of_secrets_are_compared_in_percent() -> None:
    found = texts(histogram_plot([shipped("mastermind-4x6.minimax"), shipped("bulls-and-cows-4x10.minimax")], "svg"))
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
    contents = histogram_plot([shipped("mastermind-4x6.minimax")] * MOST_STRATEGIES, "svg").decode()
    assert all(piece_color(number) in contents for number in range(MOST_STRATEGIES))


def test_refusals(compiled: Compile) -> None:
    minimax = shipped("mastermind-4x6.minimax")
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
    files = [str(STRATEGIES / f"mastermind-4x6.{name}.msgpack") for name in ("minimax", "entropy")]

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        line = [*command(), "export", "--format", "chart", *arguments]
        return subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)

    result = run(*files, "-o", "chart.png")
    contents = (tmp_path / "chart.png").read_bytes()
    assert result.returncode == 0 and result.stdout == f"chart.png: {len(contents)} bytes\n"
    assert contents == histogram_plot([read_strategy(path) for path in files], "png")
    for arguments, message in (
        ([*files, "-o", "chart.csv"], "ends in one of svg, png, pdf, got 'chart.csv'"),
        ([*files, "-o", "chart.svg", "--size", "big"], "expected a size such as a2"),
        (["-o", "chart.svg"], "expected a FILE or --library, got neither"),
        ([*files, "-o", "nowhere/chart.svg"], "there is no folder nowhere"),
        ([*files, "nothing", "-o", "chart.svg"], "nothing: cannot read"),
    ):
        result = run(*arguments)
        assert (result.returncode, result.stdout) == (2, "")
        assert message in result.stderr and result.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["chart.png"]


def test_text_is_measured_and_cut_by_columns() -> None:
    assert [columns(text) for text in ("abc", "日本", "e\u0301", "")] == [3, 4, 1, 0]
    assert shortened("日本語日本語", 7) == "日本語…" and shortened("abc", 3) == "abc"
