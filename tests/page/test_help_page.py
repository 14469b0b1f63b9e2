"""Help on the page: off the tree, after my own opener, with chances; games of two; a game in the address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from jobs import ANSWER, DUEL, GUESS, REFEREE, draw_the_middle, enter, job_of, numbered, reopen
from tables_of_texts import of_table

from strategist.files.strategy import StrategyData
from strategist.model.game import Game

Compiled = Callable[[str, str], StrategyData]
Show = Callable[..., Any]
Shipped = Callable[[str], StrategyData]


def give(shown: Any, panel: str, text: str) -> None:
    shown.locator(f"{panel} .responses button[data-response='{text}']").click()


def play_two(shown: Any, *moves: str) -> None:
    """Moves of two persons: who guesses, what, and the answer."""
    shown.click("#tab-3")
    for player, guess, response in map(str.split, moves):
        enter(shown, guess, at=f"{player}-entry")
        give(shown, REFEREE, response)


def left(shown: Any, panel: str) -> list[int]:
    found: list[int] = shown.eval_on_selector_all(
        f"{panel} .history [data-left]", "(all) => all.map((each) => Number(each.dataset.left))"
    )
    return found


def test_the_strategy_goes_on_after_a_guess_of_my_own(show: Show, shipped: Shipped) -> None:
    data = shipped("mastermind-4x6.minimax")
    game = data.game
    assert isinstance(game, Game)
    shown = show(data)
    shown.locator(f"{ANSWER} .other summary").click()
    enter(shown, "1234", at="own")
    secret, history = game.parse_secret("4563"), []
    while True:
        # Off the tree, the guess comes from a worker.
        shown.locator(f"{ANSWER} .responses button").first.wait_for()
        guess = game.parse_code(shown.locator(f"{ANSWER} .step > .big .code").get_attribute("data-name"))
        response = game.respond(guess, secret)
        history.append((guess, response))
        give(shown, ANSWER, game.format_response(response))
        if game.solved(response):
            break
        assert left(shown, ANSWER)[-1] == len(game.consistent(tuple(history)))
    assert game.format_code(history[0][0]) == "1234" and len(history) < 8
    assert shown.locator(f"{ANSWER} .outcome h2").inner_text() == f"Solved in {len(history)} guesses: 4563"
    assert len(shown.workers) == 1
    shown.locator(f"{ANSWER} .review summary").click()
    shown.locator(f"{ANSWER} .review [data-done]").wait_for()
    assert shown.locator(f"{ANSWER} .reviewed li").count() == len(history)
    # The address holds the game: it comes back with the page, and without its last answer by going back.
    reopen(shown)
    assert shown.locator(f"{ANSWER} .outcome h2").inner_text() == f"Solved in {len(history)} guesses: 4563"


def test_a_position_is_ranked_and_guesses_are_taken_from_it(show: Show, shipped: Shipped) -> None:
    shown = show(shipped("mastermind-4x6.minimax"))
    give(shown, ANSWER, "1b1w")
    shown.locator(f"{ANSWER} .advice summary").click()
    shown.locator(f"{ANSWER} .advice tbody tr").first.wait_for()
    names = shown.locator(f"{ANSWER} .advice th button").all_inner_texts()
    assert len(names) == 10 and "bits" in shown.locator(f"{ANSWER} .advice .why").inner_text()
    shown.locator(f"{ANSWER} .advice th button").nth(2).click()
    chosen = shown.locator(f"{ANSWER} .step > .big .code").get_attribute("data-name")
    assert len(chosen) == 4 and shown.get_by_role("button", name="Back to the strategy").is_visible()


def test_a_table_is_played_by_buttons_with_chances(show: Show, tmp_path: Any) -> None:
    text = ",cat,dog,hen,cow\nfur?,yes,yes,no,yes\nbarks?,no,yes,no,no\nmilk,no,no,no,yes\nodds,4,3,2,1\n"
    shown = show(of_table(tmp_path, text, "chance=odds,goal=identify"))
    assert shown.locator(f"{ANSWER} .names").inner_text() == "Still possible: cat 40 %,  dog 30 %,  hen 20 %,  cow 10 %"
    answers = shown.locator(f"{ANSWER} .responses small").all_inner_texts()
    assert sorted(answers) == ["1 left · 20 %", "3 left · 80 %"]
    assert "80 %" in shown.locator(".cell[aria-level='2']").nth(0).get_attribute("aria-label")
    give(shown, ANSWER, "yes")
    assert shown.locator(f"{ANSWER} .names").inner_text() == "Still possible: cat 50 %,  dog 38 %,  cow 13 %"


def test_a_duel_alternates_until_one_has_found_the_secret(show: Show, shipped: Shipped) -> None:
    data = shipped("mastermind-4x6.minimax")
    shown = show(data)
    draw_the_middle(shown)
    shown.click("#tab-2")
    heading = shown.locator(f"{DUEL} .heading h2").first
    for number in (1, 2):
        assert heading.inner_text() == f"Round {number}: you guess my secret"
        assert not shown.locator(f"{DUEL} .responses").is_visible()
        enter(shown, "1111", at="duel-entry")
        give(shown, DUEL, "0b1w" if number == 1 else "4b0w")
    assert heading.inner_text() == "The game is over"
    assert shown.locator(f"{DUEL} .outcome h2").first.inner_text() == "The strategy wins"
    shown.locator(f"{DUEL} .outcome button").first.click()
    assert heading.inner_text() == "Round 1: you guess my secret"


def test_two_persons_play_and_the_page_watches(show: Show, shipped: Shipped) -> None:
    shown = show(shipped("mastermind-4x6.minimax"))
    play_two(shown, "one 1122 0b1w", "two 1234 0b0w", "one 3314 4b0w", "two 5566 2b2w")
    assert shown.locator(f"{REFEREE} .outcome h2").first.inner_text() == "player 1 wins"


def test_a_link_holds_a_game_of_two(show: Show, shipped: Shipped) -> None:
    shown = show(shipped("mastermind-4x6.minimax"))
    play_two(shown, "one 1122 0b1w", "two 1234 0b0w", "one 3314 1b1w")
    assert shown.evaluate("location.hash") == "#referee=1122:0b1w,3314:1b1w;1234:0b0w"
    heading = f"{REFEREE} .heading h2"
    before = shown.locator(heading).first.inner_text()
    reopen(shown)
    assert shown.locator(heading).first.inner_text() == before == "Round 2: player 2 guesses, player 1 answers"
    assert shown.locator(f"{REFEREE} .history li").count() == 3
    # The same of a duel, whose secret goes with it.
    draw_the_middle(shown)
    shown.click("#tab-2")
    enter(shown, "1111", at="duel-entry")
    answer = shown.locator(f"{DUEL} .given").first.get_attribute("data-response")
    assert answer == "3b0w"
    give(shown, DUEL, "1b1w")
    fragment = shown.evaluate("location.hash")
    assert fragment.startswith(f"#duel=1111:{answer};1122:1b1w&secret=")
    reopen(shown)
    assert shown.locator(f"{DUEL} .heading h2").first.inner_text() == "Round 2: you guess my secret"
    assert shown.locator(f"{DUEL} .given").first.get_attribute("data-response") == answer
    assert shown.evaluate("location.hash") == fragment


@pytest.mark.parametrize(
    "fragment",
    [
        "#answer=1122:9b9w",
        "#referee=1122:1b1w",
        "#referee=;1122:1b1w",
        "#duel=;;",
        "#answer=zz:1b1w",
        "#guess=1111:4b0w,1112:0b0w",
        "#guess=%",
    ],
)
def test_an_address_that_does_not_fit_starts_a_new_game(show: Show, shipped: Shipped, fragment: str) -> None:
    shown = show(shipped("mastermind-4x6.minimax"))
    shown.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    shown.locator("#panels", has_text="does not fit").wait_for()
    assert shown.locator(f"{ANSWER} .history").count() == 0


def test_letters_stand_as_on_a_keyboard(show: Show, compiled: Compiled) -> None:
    shown = show(compiled("words", "entropy"), viewport={"width": 360, "height": 740})
    shown.click("#tab-1")
    rows = shown.locator(f"{GUESS} .keyboard .row").all_inner_texts()
    assert rows[0].replace("\n", "").lower() == "qwertyuiop"
    for letter in "adult":
        shown.locator(f"{GUESS} .keyboard button", has_text=letter).first.click()
    assert shown.input_value("#entry") == "adult"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_black_is_black(show: Show, shipped: Shipped, scheme: str) -> None:
    shown = show(shipped("mastermind-4x6.minimax"), color_scheme=scheme)
    color = "(key) => getComputedStyle(key).backgroundColor"
    assert shown.locator(".key0").first.evaluate(color) == "rgb(0, 0, 0)"
    assert shown.locator(".key1").first.evaluate(color) == "rgb(255, 255, 255)"


def test_a_ranking_off_the_tree_is_there_at_once(engine: Callable[[str, Any], Any], shipped: Shipped) -> None:
    """Bulls and Cows 4×10: how many pairs a first ranking looks at, about which a busy machine changes nothing."""
    data = shipped("bulls-and-cows-4x10.minimax")
    game = data.game
    assert isinstance(game, Game)
    code = """
        const field = new Field(job.facts, makeTwin(job.facts, job.payload));
        let pairs = 0;
        const fill = field.rows.fill.bind(field.rows);
        field.rows.fill = (guess, secrets, out) => { pairs += secrets.length; fill(guess, secrets, out); };
        rankings(field, job.history, {}).next();
        return pairs;
    """
    for history in ("1234:1b1c", "1234:0b1c 5678:1b1c", "0123:0b2c 4567:0b1c 1089:1b1c"):
        assert engine(code, job_of(game, history=numbered(game, history))) < 200_000
