"""The look of the page: its picture, both color schemes, and what stands in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from jobs import click_response, enter, reopen

from strategist.files.strategy import StrategyData

Compiled = Callable[[str, str], StrategyData]
Show = Callable[..., Any]

CELLS = """() => [...document.querySelectorAll('.cell')].map((cell) => ({
    level: Number(cell.getAttribute('aria-level')) - 1,
    width: cell.getBoundingClientRect().width,
    label: cell.getAttribute('aria-label'),
    path: cell.classList.contains('on-path'),
}))"""


def crumbs(shown: Any) -> list[str]:
    texts: list[str] = shown.locator(".picture nav button").all_inner_texts()
    return texts


def test_cells_are_as_wide_as_they_have_secrets(show: Show, compiled: Compiled) -> None:
    data = compiled("mastermind(4,6)", "minimax")
    cells = show(data).evaluate(CELLS)
    whole = cells[0]["width"]
    first = [cell for cell in cells if cell["level"] == 1]
    assert sum(cell["width"] for cell in first) == pytest.approx(whole, abs=1)
    sizes = {"0 blacks, 0 whites": 256, "0 blacks, 1 white": 256, "1 black, 1 white": 208}
    for words, size in sizes.items():
        [cell] = [cell for cell in first if cell["label"].startswith(words)]
        assert f"{size} secrets" in cell["label"]
        assert cell["width"] == pytest.approx(whole * size / 1296, abs=1)
    assert len(cells) < 600


def test_path_of_the_game_is_followed(show: Show, compiled: Compiled) -> None:
    shown = show(compiled("mastermind(4,6)", "minimax"))
    click_response(shown, "0b0w")
    path = [cell["label"] for cell in shown.evaluate(CELLS) if cell["path"]]
    assert len(path) == 2 and path[1].startswith("0 blacks, 0 whites: 256 secrets, guess 3345")
    click_response(shown, "0b3w")
    assert crumbs(shown) == ["1122", "0b0w 3345"]


def test_walking_by_mouse(show: Show, compiled: Compiled) -> None:
    shown = show(compiled("mastermind(4,6)", "minimax"))
    shown.locator(".cell[aria-level='2'][aria-label^='1 black, 1 white:']").click()
    assert crumbs(shown) == ["1122", "1b1w 1134"]
    shown.locator(".cell[aria-label*='small cells together']").last.click()
    assert len(crumbs(shown)) > 2 and crumbs(shown)[-1].endswith("cells")
    shown.locator(".picture nav button").nth(1).click()
    shown.get_by_role("button", name="Play from here").click()
    assert shown.locator("#panel-0 .history .code").get_attribute("data-name") == "1122"
    assert shown.locator("#panel-0 .step > .line [data-left]").get_attribute("data-left") == "208"


def test_walking_by_keyboard(show: Show, compiled: Compiled) -> None:
    shown = show(compiled("mastermind(4,6)", "minimax"))
    press = shown.keyboard.press
    label = "document.activeElement.getAttribute('aria-label')"
    shown.locator(".cell.root").focus()
    press("ArrowDown")
    assert shown.evaluate(label).startswith("0 blacks, 0 whites: 256 secrets")
    press("ArrowRight")
    assert shown.evaluate(label).startswith("0 blacks, 1 white: 256 secrets")
    press("End")
    press("Home")
    press("ArrowRight")
    press("Enter")
    assert crumbs(shown) == ["1122", "0b1w 2344"]
    assert shown.evaluate(label).startswith("256 secrets, guess 2344")
    press("ArrowDown")
    press("ArrowUp")
    press("Escape")
    assert crumbs(shown) == ["1122"]
    assert "1,296 secrets" in shown.locator("#live").inner_text()


def test_color_scheme_follows_the_system_or_the_button(show: Show, compiled: Compiled) -> None:
    shown = show(compiled("mastermind(3,4)", "first"), color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = shown.evaluate(paper)
    shown.click("#theme")
    light = shown.evaluate(paper)
    assert light != dark
    reopen(shown)
    assert shown.evaluate(paper) == light
    shown.click("#theme")
    assert shown.evaluate(paper) == dark
    shown.click("#theme")
    shown.emulate_media(color_scheme="light")
    assert shown.evaluate(paper) == light


def test_pieces_show_their_symbols_in_the_colors_of_the_palette(show: Show, compiled: Compiled) -> None:
    shown = show(compiled("mastermind(4,6)", "minimax"))
    pegs = shown.locator("#panel-0 .step > .big .piece")
    assert pegs.all_inner_texts() == ["1", "1", "2", "2"]
    assert pegs.first.evaluate("(peg) => getComputedStyle(peg).backgroundColor") == "rgb(230, 159, 0)"


@pytest.mark.parametrize("width", [360, 500, 1000])
def test_eight_pegs_stand_in_one_line(show: Show, compiled: Compiled, width: int) -> None:
    shown = show(compiled("mastermind(8,2)", "first"), viewport={"width": width, "height": 740})
    shown.click("#tab-1")
    enter(shown, "11122112")
    places = shown.locator("#panel-1 .history .piece").evaluate_all(
        "(pieces) => pieces.map((piece) => piece.getBoundingClientRect()).map(({ y, width }) => [y, width])"
    )
    assert len({y for y, _ in places}) == 1 and min(wide for _, wide in places) >= 20
    # Nothing is wider than the game, and the answer stands beside the code.
    code, answer, tabs, card = (
        shown.locator(each).first.bounding_box()
        for each in ("#panel-1 .history .code", "#panel-1 .history .given", "#tab-3", ".play")
    )
    assert code["x"] + code["width"] <= answer["x"]
    assert max(box["x"] + box["width"] for box in (answer, tabs)) <= card["x"] + card["width"]
