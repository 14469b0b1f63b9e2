"""Each view of each kind of page fits the screen, can be read, and pleases axe-core."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jobs import click_response
from tables_of_texts import flowers, of_table

from strategist.files.strategy import StrategyData

Compiled = Callable[[str, str], StrategyData]
Show = Callable[..., Any]

PETS = ",cat,dog,hen,cow\nhas fur?,yes,yes,no,yes\nbarks?,no,yes,no,no\nmilk,no,no,no,yes\n"
SMALL = """() => [...document.querySelectorAll("button, input[type=text], input[type=range], summary")]
    .filter((each) => each.checkVisibility())
    .map((each) => [each.textContent, each.getBoundingClientRect()])
    .filter(([text, box]) => box.height < 44 || box.width < (/^\\p{L}$/u.test(text) ? 24 : 36))
    .map(([text, box]) => [text, box.width, box.height])"""

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

ASK, CANNOT_TELL = "flowers goal=narrow", "flowers goal=narrow,cannot_tell=0.1,turns=2"
BY_CLASS = "flowers goal=class,class=kind,chance=odds,narrow=alike"

VIEWS: list[tuple[str, str, str, int]] = [
    *(("mastermind(4,6)", "minimax", view, 320) for view in ("begin", "playing", "solved", "guessing", "shown")),
    ("bulls-and-cows(4,10)", "entropy", "guessing", 320),
    ("words", "entropy", "listed", 320),
    ("words", "entropy", "guessing", 320),
    ("pets", "entropy", "guessing", 320),
    ("grand-mastermind(2,3,3)", "minimax", "playing", 320),
    ("pegswap(3,3)", "optimal", "begin", 320),
    ("pegswap(3,3)", "optimal", "moving", 320),
    *(("mastermind(2,3,lies=1)", "optimal(depth)", "answers 0b0w 0b2w", width) for width in (360, 1280)),
    *((ASK, "", f"answers {given}", width) for given in ("", "4", "5 long") for width in (360, 1280)),
    *((CANNOT_TELL, "", "answers cannot_tell cannot_tell", width) for width in (360, 1280)),
    *((BY_CLASS, "", "answers 4", width) for width in (360, 1280)),
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
    elif view.startswith("answers"):
        for response in view.split()[1:]:
            click_response(shown, response)
        if advice := shown.locator("#panel-0 details.advice:not([hidden]) summary").all():
            advice[0].click()
            shown.locator("#panel-0 details.advice table").wait_for()


def data_of(game: str, strategy: str, compiled: Compiled, folder: Path) -> StrategyData:
    if game == "pets":
        return of_table(folder, PETS, "goal=identify", strategy)
    return flowers(folder, game.split()[1]) if game.startswith("flowers") else compiled(game, strategy)


@pytest.mark.parametrize(("game", "strategy", "view", "width"), VIEWS)
def test_each_view_fits_its_screen_and_pleases_axe(
    request: pytest.FixtureRequest,
    show: Show,
    compiled: Compiled,
    tmp_path: Path,
    game: str,
    strategy: str,
    view: str,
    width: int,
) -> None:
    shown = show(data_of(game, strategy, compiled, tmp_path), viewport={"width": width, "height": 640})
    go_to(shown, view)
    assert shown.evaluate("document.documentElement.scrollWidth") == width
    assert shown.evaluate(SMALL) == []
    # The fixture is requested last, so that the rest is tested without axe-core, too.
    shown.evaluate(request.getfixturevalue("axe"))
    # One check of a picture is enough, and of the rules that depend on the color scheme, one of the colors.
    where = {"include": ["body"], "exclude": [] if view == "begin" or width > 320 else [".picture"]}
    for scheme, rules in (("light", None), ("dark", ["color-contrast"])):
        shown.emulate_media(color_scheme=scheme)
        options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
        found = shown.evaluate("([where, options]) => axe.run(where, options)", [where, options])
        said = [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found["violations"]]
        assert said == [], scheme


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "game", ["mastermind(4,6)", "mastermind(3,4,turns=3)", "mastermind(2,3,lies=1)", ASK, CANNOT_TELL, BY_CLASS]
)
def test_cells_can_be_read(show: Show, compiled: Compiled, tmp_path: Path, game: str, scheme: str) -> None:
    """The style sheet writes text into the cells, which axe-core does not check."""
    contrasts = show(data_of(game, "first", compiled, tmp_path), color_scheme=scheme).evaluate(CONTRASTS)
    assert len(contrasts) > (5 if "mastermind" in game else 1)
    assert min(contrasts) >= 4.5
