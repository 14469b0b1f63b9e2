"""The look of the page: its picture, both color schemes, small screens, and the findings of axe-core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from strategist import make_game, make_strategy
from strategist.files.strategy import StrategyData
from strategist.search.compile.compile import compile_strategy

Compiled = Callable[[str, str], StrategyData]
Show = Callable[..., Any]

CELLS = """() => [...document.querySelectorAll('.cell')].map((cell) => ({
    level: Number(cell.getAttribute('aria-level')) - 1,
    width: cell.getBoundingClientRect().width,
    label: cell.getAttribute('aria-label'),
    path: cell.classList.contains('on-path'),
}))"""


def answer(shown: Any, *responses: str) -> None:
    for response in responses:
        shown.locator(f"#panel-0 .responses button[data-response='{response}']").click()


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
    answer(shown, "0b0w")
    path = [cell["label"] for cell in shown.evaluate(CELLS) if cell["path"]]
    assert len(path) == 2 and path[1].startswith("0 blacks, 0 whites: 256 secrets, guess 3345")
    answer(shown, "0b3w")
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


VIEWS: list[tuple[str, str, str]] = [
    ("mastermind(4,6)", "minimax", "begin"),
    ("mastermind(4,6)", "minimax", "playing"),
    ("mastermind(4,6)", "minimax", "solved"),
    ("mastermind(4,6)", "minimax", "guessing"),
    ("mastermind(4,6)", "minimax", "shown"),
    ("bulls-and-cows(4,10)", "entropy", "guessing"),
    ("words", "entropy", "listed"),
    ("words", "entropy", "guessing"),
    ("table", "entropy", "guessing"),
    ("grand-mastermind(2,3,3)", "minimax", "playing"),
    ("pegswap(3,3)", "optimal", "begin"),
    ("pegswap(3,3)", "optimal", "moving"),
]


def go_to(shown: Any, view: str) -> None:
    """Switch a page to one of its views."""
    if view in ("playing", "solved"):
        for _ in range(2 if view == "playing" else 1):
            shown.locator("#panel-0 .responses button").nth(-1 if view == "solved" else 3).click()
    elif view == "listed":
        shown.locator("#panel-0 .tapping .code button").nth(1).click()
        shown.locator("#panel-0 summary", has_text="possible answers").click()
    elif view in ("guessing", "shown", "moving"):
        shown.click("#tab-1")
    if view == "guessing":
        shown.get_by_role("button", name="Hint").click()
        shown.keyboard.press("Enter")
    elif view == "shown":
        shown.get_by_role("button", name="Show the secret").click()


@pytest.fixture
def strategy_of(compiled: Compiled, tmp_path: Any) -> Callable[[str, str], StrategyData]:
    def find(game: str, strategy: str) -> StrategyData:
        if game != "table":
            return compiled(game, strategy)
        path = tmp_path / "animals.csv"
        path.write_text(",cat,dog,hen,cow\nhas fur?,yes,yes,no,yes\nbarks?,no,yes,no,no\nmilk,no,no,no,yes\n")
        table = make_game(f'table(file="{path}",goal=identify)')
        return compile_strategy(table, make_strategy(strategy, table)).data

    return find


SMALL = """() => [...document.querySelectorAll("button, input[type=text], input[type=range], summary")]
    .filter((each) => each.checkVisibility())
    .map((each) => [each.textContent, each.getBoundingClientRect()])
    .filter(([text, box]) => box.height < 44 || box.width < (/^\\p{L}$/u.test(text) ? 24 : 36))
    .map(([text, box]) => [text, box.width, box.height])"""


@pytest.mark.parametrize(("game", "strategy", "view"), VIEWS)
def test_each_view_fits_a_narrow_screen_and_pleases_axe(
    request: pytest.FixtureRequest, show: Show, strategy_of: Any, game: str, strategy: str, view: str
) -> None:
    shown = show(strategy_of(game, strategy), viewport={"width": 320, "height": 640})
    go_to(shown, view)
    assert shown.evaluate("document.documentElement.scrollWidth") == 320
    assert shown.evaluate(SMALL) == []
    # The fixture is requested last, so that the rest is tested without axe-core, too.
    shown.evaluate(request.getfixturevalue("axe"))
    # One check of the picture is enough, and of the rules that depend on the color scheme, one of the colors.
    where = {"include": ["body"], "exclude": [] if view == "begin" else [".picture"]}
    for scheme, rules in (("light", None), ("dark", ["color-contrast"])):
        shown.emulate_media(color_scheme=scheme)
        options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
        found = shown.evaluate("([where, options]) => axe.run(where, options)", [where, options])
        said = [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found["violations"]]
        assert said == [], scheme


CONTRASTS = """() => {
    const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = (color) => {
        pixel.fillStyle = color;
        pixel.fillRect(0, 0, 1, 1);
        const linear = [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3).map((byte) => {
            const share = byte / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    };
    return [...document.querySelectorAll(".cell[data-first]")].map((cell) => {
        const { color, backgroundColor } = getComputedStyle(cell);
        const [low, high] = [luminance(color), luminance(backgroundColor)].sort((one, other) => one - other);
        return (high + 0.05) / (low + 0.05);
    });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["mastermind(4,6)", "mastermind(3,4,turns=3)"])
def test_cells_can_be_read(show: Show, compiled: Compiled, game: str, scheme: str) -> None:
    """The style sheet writes text into the cells, which axe-core does not check."""
    shown = show(compiled(game, "first"), color_scheme=scheme)
    contrasts = shown.evaluate(CONTRASTS)
    assert len(contrasts) > 5
    assert min(contrasts) >= 4.5


def test_color_scheme_follows_the_system_or_the_button(show: Show, compiled: Compiled) -> None:
    shown = show(compiled("mastermind(3,4)", "first"), color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = shown.evaluate(paper)
    shown.click("#theme")
    light = shown.evaluate(paper)
    assert light != dark
    shown.reload()
    shown.wait_for_selector("html[data-ready]")
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
    shown.fill("#entry", "11122112")
    shown.keyboard.press("Enter")
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
