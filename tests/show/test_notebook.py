"""Notebooks show well-formed, escaped HTML with the figures, made without matplotlib."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from strategist import (
    CompiledStrategy,
    compile_strategy,
    explain,
    make_game,
    make_solitaire,
    make_strategy,
    open_strategy,
    rank,
    review,
    verify_strategy,
)
from strategist.checking.verify import Verification
from strategist.choosing.luck_and_skill import EXACT, review_by
from strategist.choosing.plain_values import Plainly, least
from strategist.files.strategy import StrategyData
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.model.position import Position
from strategist.model.tree import Claims
from strategist.show.moves.explanation_lines import explanation_lines
from strategist.show.moves.ranking_table import ranking_lines
from strategist.show.moves.review_table import review_sum
from strategist.show.notebook import histogram_svg

Compile = Callable[[str, str], StrategyData]

KNUTH = Path(__file__).parents[2] / "strategies" / "mastermind-4x6.minimax.msgpack"
SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    """The elements of a representation, which must be valid XML."""
    return ElementTree.fromstring(f"<div>{text}</div>")


def words(text: str) -> str:
    return " | ".join(part.strip() for part in parsed(text).itertext())


@pytest.fixture
def hostile() -> CompiledStrategy:
    names = ["", "<script>alert(1)</script>", 'a"b', "&amp;", "]]>"]
    questions = [["<b>?", "<i>", "'", "&", '"'], ["<!--", "1", "1", "0", "0"]]
    game = Table({"file": "<x>.csv"}, make_sheet(list(enumerate([names, *questions], 1))))
    return CompiledStrategy(compile_strategy(game, make_strategy("entropy", game)).data)


def test_games(compiled: Compile) -> None:
    told = words(make_game("mastermind(4,6,turns=7)")._repr_html_())
    assert "mastermind(pegs=4,colors=6,turns=7)" in told and "1296: 1111, 1112" in told and "turns | 7" in told
    told = words(make_solitaire("pegswap(2,2)")._repr_html_())
    assert "BB.RR" in told
    assert "358800: " in words(make_game("bulls-and-cows(4,26,alphabet=letters)")._repr_html_())


def test_strategies_and_what_becomes_of_them(compiled: Compile) -> None:
    strategy = open_strategy(KNUTH)
    told = words(strategy._repr_html_())
    assert "1296 secrets: total 5801, average 4.476, depth 5 (694 secrets)" in told and "694" in told
    assert strategy._repr_html_() == strategy.data._repr_html_()
    assert "1 · 12 · 107 · 564 · 694" in words(strategy.tree._repr_html_())
    assert words(verify_strategy(strategy.data)._repr_html_()).startswith("verified | total | 5801")
    assert "goal reached in 8 moves" in words(compiled("pegswap(2,2)", "optimal")._repr_html_())


def test_rankings_and_explanations() -> None:
    ranking = rank("mastermind(3,4)", "112:0b1w", top=2, guesses=["444"], seconds=0)
    told = words(ranking._repr_html_())
    assert "14 secrets left, 24 guesses compared" in told and "444" in told and "may be the secret" in told
    marked = ranking._repr_markdown_().splitlines()
    assert marked[0].startswith("**mastermind(pegs=3,colors=4): 14 secrets left") and marked[2].startswith(
        "|  | guess |"
    )
    assert len({line.count("|") for line in marked[2:]}) == 1 and len(marked) == 2 + 2 + 2 + 1
    explained = explain("mastermind(3,4)", "112:0b1w", "444")
    assert words(explained._repr_html_()).startswith(explained.sentence)
    assert explained._repr_markdown_().startswith(f"**{explained.sentence}**")
    # In a terminal they are printed as the commands print them.
    assert str(ranking).splitlines()[1:] == ranking_lines(ranking) and str(ranking).startswith("14 secrets left\n")
    assert str(explained).splitlines() == explanation_lines(explained)


def test_a_review_is_printed() -> None:
    found = review("mastermind(3,4)", "112 223 134", secret="134", by="entropy")
    lines = str(found).splitlines()
    assert lines[0] == "solved in 3 guesses: 134; values are those of entropy" and lines[-1] == review_sum(found)
    assert [line.split()[1] for line in lines[2:-2]] == ["112", "223", "134"] == [row.text for row in found.rows]
    assert words(found._repr_html_()).startswith(f"mastermind(pegs=3,colors=4): {lines[0]}")
    assert len({line.count("|") for line in found._repr_markdown_().splitlines()[2:]}) == 1


def test_a_play_from_beginning_to_end() -> None:
    play = open_strategy(KNUTH).start()
    assert "1122 | ? · 1296 candidates" in words(play._repr_html_())
    for response in ("0b0w", "0b3w", "2b2w", "4b0w"):
        play.respond(response)
    assert words(play._repr_html_()).endswith("4653 | 2b2w | 4563 | 4b0w | 4563 | the secret")


def test_a_lost_play(compiled: Compile) -> None:
    data = compiled("mastermind(3,3,turns=1)", "first")
    play = CompiledStrategy(data).start()
    play.respond("0b0w")
    assert words(play._repr_html_()).endswith("111 | 0b0w | lost | 8 candidates")
    assert f"lost {data.claims.lost}" in words(data._repr_html_())


def test_hostile_texts_are_escaped(hostile: CompiledStrategy) -> None:
    play = hostile.start()
    play.respond(play.responses[0])
    problem = Verification(Claims.of([1], 0), ["<img src=x>"])
    for text in (hostile.game._repr_html_(), hostile._repr_html_(), play._repr_html_(), problem._repr_html_()):
        kinds = {element.tag.removeprefix(SVG) for element in parsed(text).iter()}
        assert kinds <= {"div", "table", "caption", "b", "tr", "th", "td", "svg", "rect", "title", "text", "tbody"}
        assert not {element.text for element in parsed(text).iter("b")} & {"?", "alert(1)"}
    assert "<script>alert(1)</script>" in words(hostile.game._repr_html_())
    assert "problem | <img src=x>" in words(problem._repr_html_())
    assert {element.tag for element in ElementTree.fromstring(hostile._repr_svg_()).iter()} <= {
        f"{SVG}{name}" for name in ("svg", "rect", "text")
    }


def test_the_icicle_holds_every_cell_of_the_first_guess() -> None:
    svg = ElementTree.fromstring(open_strategy(KNUTH)._repr_svg_())
    cells = [element for element in svg.iter(f"{SVG}rect") if element.get("x") != "0"]
    assert len(cells) == 13
    heights = [float(cell.get("height", "")) for cell in cells]
    assert sum(heights) == pytest.approx(float(svg.get("height", "")), abs=0.1)
    assert heights[0] / heights[-1] == pytest.approx(256, rel=0.05)


def test_a_histogram_is_to_scale() -> None:
    svg = ElementTree.fromstring(histogram_svg(Claims.of([10, 0, 30], lost=20)))
    heights = [float(bar.get("height", "")) for bar in svg.iter(f"{SVG}rect")]
    assert [height / heights[2] for height in heights] == pytest.approx([1 / 3, 0, 1, 2 / 3], abs=0.01)
    assert svg.get("fill") == "currentColor"
    assert ElementTree.fromstring(histogram_svg(Claims.of([], lost=0))) is not None
    assert len(list(ElementTree.fromstring(histogram_svg(Claims.of([1] * 75, 0))).iter(f"{SVG}text"))) == 0


def test_neither_matplotlib_nor_the_search_is_needed() -> None:
    program = (
        f"import sys; from strategist import open_strategy; s = open_strategy({str(KNUTH)!r}); "
        "assert 'rich' not in sys.modules; s._repr_html_(), s._repr_svg_(), s.start()._repr_html_(); "
        "print({'matplotlib', 'numpy', 'numba', 'networkx'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


def test_the_review_of_a_game() -> None:
    game = make_game("mastermind(2,3)")
    moves = [(game.guesses.index(guess), answer) for guess, answer in game.parse_history("11:1b0w 12:1b0w 13:2b0w")]
    shown = review_by(Plainly(game, least(game)), Position((), range(9)), moves, EXACT)._repr_html_()
    assert "mastermind(pegs=2,colors=3): solved in 3 guesses: 13; values are exact" in shown
    assert shown.count("<tr>") == 5 and "<td>none exists</td>" in shown
    assert "3 guesses = 2.333 expected + 0.333 regret + 0.333 bad luck" in shown
