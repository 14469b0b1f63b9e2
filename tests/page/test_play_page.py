"""Whole games on the page, by mouse and keyboard, against the Python player and the Python rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jobs import ANSWER, GUESS, click_response, draw_the_middle, enter, state
from tables_of_texts import of_table

from strategist import compile_strategy, make_game
from strategist.files.player import CompiledStrategy
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.solitaire import follow

Compiled = Callable[[str, str], StrategyData]
Show = Callable[..., Any]


def play_secret(shown: Any, data: StrategyData, secret: Any) -> None:
    """One game on the page, move by move as in Python."""
    game = data.game
    assert isinstance(game, Game)
    play = CompiledStrategy(data).start()
    lefts = [len(play.candidates_left)] if data.start else []
    seen = state(shown)
    while (guess := play.guess) is not None:
        assert seen["guess"] == guess
        assert seen["left"] == len(play.candidates_left)
        assert sorted(seen["offered"]) == sorted(play.responses)
        response = game.format_response(game.respond(game.parse_code(guess), secret))
        seen = click_response(shown, response)
        play.respond(response)
        lefts.append(len(play.candidates_left))
    assert [tuple(move) for move in seen["history"]] == play.history
    assert seen["lefts"][-len(lefts) :] == lefts
    if play.solved:
        assert play.secret is not None and play.secret.replace("_", " ") in seen["outcome"]
        assert seen["outcome"].startswith("Known" if game.announces else "Solved")
    else:
        assert seen["outcome"].startswith("Lost")
    shown.evaluate("document.querySelector('#panel-0 .outcome button').click()")


ANIMALS = ",cat,dog,hen,cow\nhas fur?,yes,yes,no,yes\nbarks?,no,yes,no,no\nlegs,4,4,2,4\nmilk,no,no,no,yes\n"
PLAYED = [
    ("mastermind(4,6)", "minimax"),
    ("bulls-and-cows(4,10)", "entropy"),
    ("words", "entropy"),
    ("mastermind(3,4,turns=3,alphabet=letters)", "first"),
    ("words(feedback=jotto)", "entropy"),
    ("words(hard=true,turns=3)", "first"),
    ("grand-mastermind(2,3,3)", "minimax"),
    ("mastermind(3,4,goal=identify)", "first"),
    ("words(hard=true,turns=2,goal=identify)", "entropy"),
    ("grand-mastermind(2,3,3,goal=identify)", "minimax"),
    ("table(animals.csv)", "entropy"),
    ("table(animals.csv,goal=identify)", "entropy"),
    ("echo", "entropy"),
]


@pytest.mark.parametrize(("text", "strategy"), PLAYED)
def test_you_answer(
    show: Show, installed_echo: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, strategy: str
) -> None:
    """Some secrets of each game; ``echo`` is a game of others, which the page does not know how to hide."""
    monkeypatch.chdir(tmp_path)
    Path("animals.csv").write_text(ANIMALS)
    data = compile_strategy(text, strategy).data
    assert isinstance(data.game, Game)
    shown = show(data)
    assert text != "echo" or shown.locator("[role=tab]").count() == 1
    for secret in random.Random(11).sample(list(data.game.secrets), 4):
        play_secret(shown, data, secret)


def test_you_answer_from_a_position(show: Show) -> None:
    game = make_game("mastermind(4,6)")
    start = game.parse_history("1122:1b1w 1344:0b1w")
    data = compile_strategy(game, "minimax", start=start).data
    shown = show(data)
    for secret in game.consistent(start)[:4]:
        play_secret(shown, data, secret)
    shown.click("#tab-1")
    assert state(shown, GUESS)["left"] == len(game.consistent(start))


@pytest.mark.parametrize("stakes", ["", ",cost=minutes"])
def test_you_answer_until_the_class_is_known(show: Show, tmp_path: Path, stakes: str) -> None:
    rows = ["fault,lamp,page,path,share,who", "empty,blinks,none,open,40 %,you", "jam,blinks,none,shut,25 %,you"]
    rows += ["ink,lit,pale,open,20 %,you", "driver,lit,good,open,10 %,help desk", "fuse,dark,none,open,5 %,smith"]
    text = "\n".join([*rows, "minutes,1,2,3,,"] if stakes else rows)
    options = f"secrets=rows,goal=class,class=who,chance=share{stakes}"
    data = of_table(tmp_path, text, options, "optimal(expected,depth)")
    shown = show(data)
    assert shown.locator("[role=tab]").count() == 4
    names = shown.locator(f"{ANSWER} .names").all_inner_texts()
    assert names[0] == "By class: you 3 (85 %), help desk 1 (10 %), smith 1 (5.0 %)"
    assert names[1].startswith("Still possible: empty (you) 40 %, ")
    assert "2 left · 65 %" in shown.locator(f"{ANSWER} .responses").inner_text()
    for secret in data.game.secrets:
        play_secret(shown, data, secret)
    # Off the tree it goes on by itself, and the game ends when the class is known.
    shown.evaluate("document.querySelector('#panel-0 details.other').open = true")
    enter(shown, "page", at="own")
    assert click_response(shown, "pale")["outcome"] == "Known after 1 question: the class is you"


KINDS = ",cat,dog,cow\nbarks?,no,yes,no\nkind,pet,pet,cattle\nmilk,no,no,yes\n"


@pytest.mark.parametrize(
    ("text", "options", "question", "names", "known", "was"),
    [
        (KINDS, "goal=class,class=kind", "milk", ("cattle", "pet"), "the class is {} (", "({})"),
        (",cat,dog\nbarks?,no,yes\n", "goal=identify", "barks?", ("dog", "cat"), "{}", "{}"),
    ],
)
def test_you_ask_until_you_announce(
    show: Show, tmp_path: Path, text: str, options: str, question: str, names: tuple[str, str], known: str, was: str
) -> None:
    shown = show(of_table(tmp_path, text, options))
    shown.click("#tab-1")

    def asked() -> tuple[str, str]:
        """What it is after the question, and what it is not."""
        shown.locator(f"{GUESS} .list button", has_text=question).click()
        return names if state(shown, GUESS)["history"][0][1] == "yes" else names[::-1]

    right, _ = asked()
    shown.get_by_role("button", name="Hint").click()
    assert shown.input_value("#entry") == f"={right}"
    shown.keyboard.press("Enter")
    assert state(shown, GUESS)["outcome"].startswith(f"Known after 1 question: {known.format(right)}")
    shown.locator(f"{GUESS} .outcome button").click()
    right, wrong = asked()
    shown.locator(f"{GUESS} .list button", has_text=f"it is {wrong}").click()
    outcome = state(shown, GUESS)["outcome"]
    assert outcome.startswith(f"It is not {wrong}. It was ") and outcome.endswith(was.format(right))


def test_tiles_are_tapped(show: Show, compiled: Compiled) -> None:
    game = make_game("words")
    data = compiled("words", "entropy")
    shown = show(data)
    play = CompiledStrategy(data).start()
    secret = game.parse_secret("apple")
    while (guess := play.guess) is not None:
        response = game.respond(game.parse_code(guess), secret)
        tiles = shown.locator(f"{ANSWER} .tapping .code button")
        for place, mark in enumerate(game.marks(response)):
            for _ in range(mark):
                tiles.nth(place).click()
        shown.get_by_role("button", name="Answer", exact=True).click()
        play.respond(response)
    assert "apple" in state(shown)["outcome"]


def test_tiles_that_no_candidate_gives_cannot_be_answered(show: Show, compiled: Compiled) -> None:
    data = compiled("words", "entropy")
    shown = show(data)
    tiles = shown.locator(f"{ANSWER} .tapping .code button")
    for place in range(4):
        tiles.nth(place).click(click_count=2)
    tiles.nth(4).click()
    assert shown.get_by_role("button", name="Answer", exact=True).is_disabled()
    shown.get_by_role("button", name="All green").click()
    assert shown.get_by_role("button", name="Answer", exact=True).is_enabled()


def test_answers_are_changed_and_undone(show: Show, compiled: Compiled) -> None:
    shown = show(compiled("mastermind(4,6)", "minimax"))
    begin = state(shown)
    second = click_response(shown, "0b0w")
    third = click_response(shown, "0b3w")
    shown.locator(f"{ANSWER} .history button").first.click()
    changed = state(shown)
    assert changed == begin
    assert shown.evaluate("document.activeElement.dataset.response") == "0b0w"
    assert click_response(shown, "1b1w")["left"] == 208
    for expected in (begin, third, second, begin):
        shown.locator(f"{ANSWER} .tools button", has_text="Undo").click()
        assert state(shown) == expected
    assert shown.locator(f"{ANSWER} .tools button", has_text="Undo").is_disabled()


def check_guessing(shown: Any, game: Game, secret: str) -> int:
    """Check that the page answers as the Python rules do for that secret; returns the number of guesses."""
    seen = state(shown, GUESS)
    hidden = game.parse_secret(secret)
    history: list[tuple[Any, int]] = []
    for (guess, response), left in zip(seen["history"], seen["lefts"], strict=True):
        code = game.parse_code(guess)
        history.append((code, game.respond(code, hidden)))
        assert response == game.format_response(history[-1][1])
        assert left == len(game.consistent(tuple(history)))
    return len(history)


@pytest.mark.parametrize(
    ("text", "strategy"),
    [
        ("mastermind(4,6)", "minimax"),
        ("bulls-and-cows(4,10)", "entropy"),
        ("words", "entropy"),
        ("words(hard=true)", "first"),
    ],
)
def test_you_guess_by_typing_hints(show: Show, compiled: Compiled, text: str, strategy: str) -> None:
    data = compiled(text, strategy)
    game = data.game
    assert isinstance(game, Game)
    shown = show(data)
    shown.click("#tab-1")
    for _ in range(3):
        for _ in range(data.claims.depth):
            shown.get_by_role("button", name="Hint").click()
            shown.keyboard.press("Enter")
            if state(shown, GUESS)["outcome"]:
                break
        outcome = state(shown, GUESS)["outcome"]
        assert outcome.startswith("Solved in")
        guesses = check_guessing(shown, game, outcome.rpartition(" ")[2])
        assert guesses <= data.claims.depth
        shown.locator(f"{GUESS} .outcome button").click()


def test_you_guess_by_clicking_and_leave_the_tree(show: Show, compiled: Compiled) -> None:
    data = compiled("mastermind(4,6)", "minimax")
    assert isinstance(data.game, Game)
    shown = show(data)
    shown.click("#tab-1")
    pad = shown.locator(f"{GUESS} .pad button")
    for guess in ("3456", "6543"):
        for symbol in guess:
            pad.nth(int(symbol) - 1).click()
        pad.last.click()
        pad.nth(int(guess[-1]) - 1).click()
        shown.locator(f"{GUESS} button[type=submit]").click()
    assert [guess for guess, _ in state(shown, GUESS)["history"]] == ["3456", "6543"]
    # Off the tree, a ranking helps to the end.
    outcome = state(shown, GUESS)["outcome"]
    for made in range(3, 12):
        if outcome:
            break
        shown.get_by_role("button", name="Hint").click()
        shown.locator(f"{GUESS} .cells li").first.wait_for()
        assert "entropy would guess" in shown.locator(f"{GUESS} > .mode > .hint").inner_text()
        shown.keyboard.press("Enter")
        seen = state(shown, GUESS)
        assert len(seen["history"]) == made
        outcome = seen["outcome"]
    assert check_guessing(shown, data.game, outcome.rpartition(" ")[2]) <= 8


@pytest.mark.parametrize(
    ("text", "typed", "complaint"),
    [
        ("mastermind(4,6)", "12", "expected 4 symbols, got 2"),
        ("mastermind(4,6)", "xyz!", "expected symbols"),
        ("bulls-and-cows(3,5,leading_zero=false)", "112", "repeats a symbol"),
        ("bulls-and-cows(3,5,leading_zero=false)", "012", "starts with a zero"),
        ("words", "qqqqq", "not in the list"),
        ("words", "", "expected a word of 5 letters"),
    ],
)
def test_nonsense_is_refused(show: Show, compiled: Compiled, text: str, typed: str, complaint: str) -> None:
    shown = show(compiled(text, "first"))
    shown.click("#tab-1")
    enter(shown, typed)
    assert complaint in shown.locator("#entry-error").inner_text()
    assert state(shown, GUESS)["history"] == []


def test_turns_run_out(show: Show, compiled: Compiled) -> None:
    shown = show(compiled("mastermind(3,4,turns=3)", "first"))
    draw_the_middle(shown)
    shown.click("#tab-1")
    enter(shown, "111", "111", "111")
    assert state(shown, GUESS)["outcome"] == "The secret was 311"


@pytest.mark.parametrize("game", ["mastermind(3,4,goal=identify)", "words(goal=identify)"])
def test_announcing_codes(show: Show, compiled: Compiled, game: str) -> None:
    data = compiled(game, "entropy")
    shown = show(data)
    shown.click("#tab-1")
    while not (outcome := state(shown, GUESS)["outcome"]):
        shown.get_by_role("button", name="Hint").click()
        text = shown.input_value("#entry")
        shown.fill("#entry", text.removeprefix("="))
        shown.get_by_role("button", name="I know it" if text.startswith("=") else "Guess", exact=True).click()
    found = outcome.rpartition(" ")[2]
    made = check_guessing(shown, data.game, found)
    assert outcome == f"Known after {made} guess{'es' * (made > 1)}: {found}"
    shown.locator(f"{GUESS} .outcome button").click()
    first = data.game.format_code(data.game.guesses[0])
    enter(shown, f"={first}")
    outcome = state(shown, GUESS)["outcome"]
    assert outcome.startswith(f"It is not {first}. ") or outcome == f"Known after 0 guesses: {first}"


def test_solitaire(show: Show, compiled: Compiled) -> None:
    data = compiled("pegswap(2,2)", "optimal")
    shown = show(data)
    boards = [data.game.start, *(board for _, board in follow(data.game, data.tree.guesses))]
    board = shown.locator(f"{ANSWER} [data-position]")
    for at, expected in enumerate(boards):
        assert board.get_attribute("data-position") == expected
        if at < len(boards) - 1:
            shown.get_by_role("button", name="Next").click()
    assert "the goal is reached" in shown.locator(f"{ANSWER} h2").inner_text()
    assert shown.get_by_role("button", name="Next").is_disabled()
    shown.get_by_role("button", name="Previous").click()
    assert board.get_attribute("data-position") == boards[-2]
    shown.locator("#move").press("Home")
    assert board.get_attribute("data-position") == boards[0]
    shown.locator(".boards button").nth(3).click()
    assert board.get_attribute("data-position") == boards[3]
    # By hand: the same line, then other moves that get stuck.
    shown.click("#tab-1")
    for index in data.tree.guesses:
        source, target = data.game.guesses[index]
        shown.locator(f"{GUESS} button[aria-label$='{source + 1} to {target + 1}']").click()
    assert shown.locator(f"{GUESS} h2").inner_text() == f"The goal is reached in {len(boards) - 1} moves"
    shown.get_by_role("button", name="Start again").click()
    for move in ("2 to 3", "1 to 2"):
        shown.locator(f"{GUESS} button[aria-label$='{move}']").click()
    assert shown.locator(f"{GUESS} h2").inner_text().startswith("Stuck")


def test_a_whole_game_by_keyboard(show: Show, compiled: Compiled) -> None:
    """Only Tab, arrow keys and Enter, in both modes."""
    game = make_game("mastermind(3,4)")
    data = compiled("mastermind(3,4)", "entropy")
    shown = show(data)
    press = shown.keyboard.press

    def tab_to(test: str) -> None:
        for _ in range(60):
            if shown.evaluate(f"(() => {{ const at = document.activeElement; return {test}; }})()"):
                return
            press("Tab")
        raise AssertionError(test)

    play = CompiledStrategy(data).start()
    secret = game.parse_code("432")
    tab_to("at.closest('.responses') !== null")
    while (guess := play.guess) is not None:
        response = game.format_response(game.respond(game.parse_code(guess), secret))
        for _ in play.responses:
            if shown.evaluate("document.activeElement.dataset.response") == response:
                break
            press("ArrowRight")
        press("Enter")
        play.respond(response)
    assert state(shown)["outcome"] == f"Solved in {len(play.history)} guesses: 432"
    press("Shift+Tab")
    tab_to("at.id === 'tab-0'") if shown.evaluate("document.activeElement.id") == "tab-0" else shown.focus("#tab-0")
    press("ArrowRight")
    assert shown.locator("#panel-1").is_visible()
    for _ in range(data.claims.depth):
        if state(shown, GUESS)["outcome"]:
            break
        tab_to("at.textContent === 'Hint'")
        press("Enter")
        press("Enter")
    assert state(shown, GUESS)["outcome"].startswith("Solved")


MOVES = 40
MOVE = """(moves) => {
    for (let move = 0; move < moves; move += 1) {
        const buttons = [...document.querySelectorAll("#panel-0 .responses button, #panel-0 .outcome button")];
        buttons[(7 * move) % buttons.length].click();
        document.body.getBoundingClientRect();
    }
}"""

BUTTONS = 1000
LAYOUT = """(buttons) => {
    const all = document.createElement("p");
    all.append(...Array.from({length: buttons}, (_, number) => {
        const button = document.createElement("button");
        button.textContent = `number ${number}`;
        return button;
    }));
    document.body.append(all);
    document.body.getBoundingClientRect();
    all.remove();
    document.body.getBoundingClientRect();
}"""
"""Make, lay out and remove so many buttons: it takes two to three times as long as a move."""


def processor_milliseconds(session: Any) -> float:
    """What the page's main thread has used of the processor: a busy machine changes nothing about it."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


@pytest.mark.parametrize(("game", "strategy"), [("bulls-and-cows(4,10)", "minimax"), ("words", "entropy")])
def test_a_move_is_answered_within_a_frame(show: Show, compiled: Compiled, game: str, strategy: str) -> None:
    """Handler, drawing and layout: the least of some rounds, compared with what any browser does on this machine."""
    shown = show(compiled(game, strategy))
    session = shown.context.new_cdp_session(shown)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def taken(work: str, argument: int) -> float:
        before = processor_milliseconds(session)
        shown.evaluate(work, argument)
        return processor_milliseconds(session) - before

    moves, layouts = zip(*((taken(MOVE, MOVES) / MOVES, taken(LAYOUT, BUTTONS)) for _ in range(3)), strict=True)
    assert 0 < min(moves) < min(layouts)
