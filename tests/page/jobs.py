"""The data from which the programs of the page make a game, outside of a page, and hands that play on one."""

from __future__ import annotations

import zlib
from typing import Any

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.tree import Claims, DecisionTree
from strategist.page.facts import facts_of


def job_of(game: Game, **more: Any) -> dict[str, Any]:
    """The data that a twin is made from, for a game without a strategy."""
    tree = DecisionTree([0], [1 << game.response_count - 1], game.response_count)
    data = StrategyData(game, "none", tree, Claims.of([1], 0))
    payload = game.payload()
    text = None if payload is None else zlib.decompress(payload).decode()
    return {"facts": facts_of(data), "payload": text, **more}


def numbered(game: Game, history: str) -> list[tuple[int, int]]:
    """A history as the page has it: the index of each guess, and the response."""
    return [(game.guesses.index(code), response) for code, response in game.parse_history(history)]


def draw_the_middle(shown: Any) -> None:
    """Have the page hide the secret in the middle of all, instead of a random one; before its mode is opened."""
    shown.evaluate("Math.random = () => 0.5")


ANSWER, GUESS, DUEL, REFEREE = "#panel-0", "#panel-1", "#panel-2", "#panel-3"

# The contents of a panel, after a click on the response of that text if one is given.
STATE = """([panel, response]) => {
    const all = (selector) => [...document.querySelectorAll(`${panel} ${selector}`)];
    // Folded away or not.
    if (response) all(".responses button").find((button) => button.dataset.response === response).click();
    return {
        guess: all(".step:not(.outcome) .code[data-name]").map((code) => code.dataset.name)[0] ?? null,
        left: all(".step > .line [data-left], .heading [data-left]").map((at) => Number(at.dataset.left))[0] ?? null,
        offered: all(".responses button").map((button) => button.dataset.response),
        history: all(".history li").map((row) => [
            row.querySelector(".code").dataset.name,
            row.querySelector("[data-response]").dataset.response,
        ]),
        lefts: all(".history [data-left]").map((left) => Number(left.dataset.left)),
        outcome: all(".outcome h2").map((heading) => heading.textContent)[0] ?? null,
    };
}"""


def state(shown: Any, panel: str = ANSWER) -> Any:
    return shown.evaluate(STATE, [panel, None])


def click_response(shown: Any, text: str) -> Any:
    """Click the button of a response; returns what is shown then."""
    return shown.evaluate(STATE, [ANSWER, text])


def enter(shown: Any, *texts: str, at: str = "entry") -> None:
    """Type texts into a field, each with Enter."""
    for text in texts:
        shown.fill(f"#{at}", text)
        shown.keyboard.press("Enter")


def reopen(shown: Any) -> None:
    """Load the page again, from the address that it has come to."""
    shown.reload()
    shown.wait_for_selector("html[data-ready]")
