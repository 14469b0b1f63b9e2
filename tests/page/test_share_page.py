"""Games that the page gives away as text: as Python does, by buttons that copy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jobs import draw_the_middle, enter, job_of

from strategist import make_game
from strategist.files.strategy import StrategyData
from strategist.games.share_text import share_text
from strategist.games.titles import called

Engine = Callable[[str, Any], Any]
PETS = Path(__file__).parents[1] / "fixtures" / "animals.csv"
SHARE = """
    const book = new Book(job.facts, makeTwin(job.facts, job.payload));
    return job.games.map(([moves, ending, plainly]) => shareText(book, moves, ending, plainly));
"""


@pytest.mark.parametrize(
    "text",
    [
        "mastermind(4,6,turns=6)",
        "mastermind(3,4,feedback=black)",
        "ab(3,5)",
        "grand-mastermind(2,2,2)",
        "words(goal=identify)",
        "words(feedback=jotto)",
        "words(feedback=mastermind)",
        f"table(file={PETS},goal=identify)",
    ],
)
def test_page_shares_as_python_does(engine: Engine, text: str) -> None:
    game = make_game(text)
    guesses = list(range(0, game.question_count, max(1, game.question_count // 3)))[:3]
    games = []
    for secret in range(0, len(game.secrets), max(1, len(game.secrets) // 7)):
        # The last guess is right, where a secret can be asked.
        last = [game.guesses.index(game.secrets[secret])] if game.secrets_are_questions else []
        games.append([[guess, game.respond(game.guesses[guess], game.secrets[secret])] for guess in guesses + last])
    asked = [
        (moves, ending, plain) for moves in games for ending in ("solved", "lost", None) for plain in (False, True)
    ]
    asked += [([games[0][0]], "known", False)]
    job = job_of(game, games=asked)
    job["facts"]["title"] = called(game)
    for (moves, ending, plain), found in zip(asked, engine(SHARE, job), strict=True):
        history = tuple((game.guesses[guess], response) for guess, response in moves)
        assert found == share_text(game, history, ending, plain=plain)


def test_buttons_copy_it(show: Callable[..., Any], compiled: Callable[[str, str], StrategyData]) -> None:
    shown = show(compiled("mastermind(3,4)", "first"))
    draw_the_middle(shown)
    shown.click("#tab-1")
    assert shown.locator("#panel-1 .share").count() == 0
    for guess in ("113", "311"):
        enter(shown, guess)
    shown.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }")
    shown.get_by_role("button", name="Copy as squares").click()
    shown.locator("#panel-1 .share [role=status]", has_text="Copied.").wait_for()
    assert shown.evaluate("copied") == "Mastermind, 3 pegs, 4 colors: solved in 2 guesses\n🟩🟨🟨\n🟩🟩🟩"
    shown.get_by_role("button", name="Copy as text").click()
    shown.wait_for_function("copied.endsWith('b2w\\n3b0w')")
    heard = shown.locator("#panel-1 .squared").get_attribute("aria-label")
    assert heard.endswith(": solved in 2 guesses; 1 black, 2 whites; 3 blacks, 0 whites")
    # Where a page may not write to the clipboard, it goes by way of a selection.
    shown.evaluate(
        """() => {
            navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
            document.execCommand = () => { globalThis.copied = String(document.activeElement.value); return true; };
        }"""
    )
    shown.get_by_role("button", name="Copy as squares").click()
    shown.wait_for_function("copied.endsWith('🟩🟩🟩')")
    assert shown.evaluate("document.activeElement.textContent") == "Copy as squares"


def test_a_strategys_game_is_shared_too(show: Callable[..., Any], compiled: Callable[[str, str], StrategyData]) -> None:
    shown = show(compiled("words", "first"))
    shown.evaluate("document.querySelector('#panel-0 .responses .right').click()")
    assert shown.locator("#panel-0 .squared").inner_text() == "Wordle: solved in 1 guess\n🟩🟩🟩🟩🟩"
