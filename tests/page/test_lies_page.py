"""Pages of games in which answers may be false: every way of lying, played in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fixtures.shared_trees import shared
from jobs import click_response, draw_the_middle, enter, reopen, state

from strategist import compile_strategy
from strategist.files.strategy import StrategyData, encode
from strategist.model.game import Game
from strategist.model.position import kind_of
from strategist.model.tree import GIVE_UP
from strategist.page import page
from strategist.page.facts import facts_of
from strategist.page.template import json_text
from strategist.play.hidden import LyingSecret

Show = Callable[..., Any]

GAMES = [
    ("mastermind(2,3,lies=1)", "optimal(depth)"),
    ("mastermind(2,2,lies=2)", "minimax"),
    ("mastermind(2,2,goal=identify,lies=1)", "minimax"),
    ("WORDS", "minimax"),
    ("subsets(6,lies=1)", "SHARED minimax"),
]


def made(game: str, strategy: str, folder: Path) -> StrategyData:
    (folder / "words.txt").write_text("crane\nslate\ntones\nirate\nmoist\nrates\n", encoding="utf-8")
    game = game.replace("WORDS", f"words({folder / 'words.txt'},fibble=true)")
    found = compile_strategy(game, strategy.removeprefix("SHARED ")).data
    return shared(found) if strategy.startswith("SHARED") else found


@pytest.mark.parametrize(("name", "strategy"), GAMES)
def test_every_slot_is_reached_and_tells_who_is_left(show: Show, tmp_path: Path, name: str, strategy: str) -> None:
    data = made(name, strategy, tmp_path)
    game, tree = data.game, data.tree
    assert isinstance(game, Game)
    shown = show(data)
    for slot, _, history in list(tree.walk())[:: max(1, len(tree) // 12)]:
        seen = state(shown)
        for guess, response in history:
            assert seen["guess"] == game.format_code(game.guesses[guess])
            seen = click_response(shown, game.format_response(response))
        left = kind_of(game).left(history)
        assert left is not None
        guess = tree.guesses[slot]
        if GIVE_UP != guess < game.question_count:
            assert seen["left"] == len(left)
            assert seen["offered"] == list(map(game.format_response, tree.responses(slot)))
            told = [each.inner_text() for each in shown.locator("#panel-0 .names").all()]
            expected = [left.labelled(lies) for lies in range(game.lies + 1)]
            names = [{game.format_secret(game.secrets[each]) for each in secrets} for secrets in expected if secrets]
            assert [set(text.partition(": ")[2].split()) for text in told] == names
            assert (shown.locator("#panel-0 .uncovered").count() == 1) == (min(left.labels) > 0)
        else:
            assert seen["outcome"].startswith("Known after")
        if history:
            shown.evaluate("document.querySelector('#panel-0 .new').click()")


def test_it_says_which_answer_was_false(show: Show, tmp_path: Path) -> None:
    shown = show(made("mastermind(2,3,lies=1)", "optimal(depth)", tmp_path))
    click_response(shown, "0b0w")
    click_response(shown, "0b2w")
    told = shown.locator("#panel-0 .uncovered").inner_text()
    assert told == "At least one of your answers was false: it was one of the answers 1, 2."
    seen = click_response(shown, "0b0w")
    seen = click_response(shown, "2b0w")
    assert seen["outcome"] == "Solved in 4 guesses: 33"
    assert shown.locator("#panel-0 .uncovered").inner_text() == "False: answer 2 (in truth 0b0w)."


def test_answers_have_the_pegs_of_truthful_games(show: Show, tmp_path: Path) -> None:
    shown = show(made("mastermind(2,3,lies=1)", "optimal(depth)", tmp_path))
    click_response(shown, "0b0w")
    click_response(shown, "0b2w")
    pegs = "each => [each.dataset.response, ...['.key0', '.key1'].map(kind => each.querySelectorAll(kind).length)]"
    for where in (".responses button", ".history button"):
        found = shown.evaluate(f"[...document.querySelectorAll('#panel-0 {where}')].map({pegs})")
        assert found and all(text == f"{blacks}b{whites}w" for text, blacks, whites in found)


def guess_it(shown: Any, *texts: str) -> list[str]:
    """Guess against the page; all answers so far."""
    for text in texts:
        enter(shown, text)
    told = "[...document.querySelectorAll('#panel-1 .given')].map(each => each.dataset.response)"
    found: list[str] = shown.evaluate(told)
    return found


GUESSED = [
    ("mastermind(2,3,lies=1)", ["12", "23", "31", "11", "22", "33"]),
    ("mastermind(2,3,lies=2,honest=yes)", ["12", "23", "31", "11", "22", "33"]),
    ("mastermind(2,3,goal=identify,lies=1)", ["12", "23", "31", "11", "12", "33"]),
    ("WORDS", ["crane", "moist", "tones"]),
]


@pytest.mark.parametrize(("name", "texts"), GUESSED)
def test_you_guess_against_a_liar(show: Show, tmp_path: Path, name: str, texts: list[str]) -> None:
    data = made(name, "minimax", tmp_path)
    game = data.game
    assert isinstance(game, Game)
    shown = show(data)
    # The page hides the secret in the middle, and lies as the terminal does by this seed.
    draw_the_middle(shown)
    shown.click("#tab-1")
    secret = game.secrets[len(game.secrets) // 2]
    liar = LyingSecret(game, secret, 1 << 30)
    codes = list(map(game.parse_code, texts))
    answers = []
    for code in codes:
        answers.append(liar.respond(code))
        if game.solved(answers[-1]):
            break
    history = tuple(zip(codes, answers, strict=False))
    expected = list(map(game.format_response, answers))
    assert guess_it(shown, *texts[:1]) == expected[:1]
    # Whoever opens the link goes on with the same liar.
    reopen(shown)
    assert guess_it(shown, *texts[1 : len(answers)]) == expected
    left = shown.locator("#panel-1 .history .left").all()[-1].get_attribute("data-left")
    assert int(left) == len(game.consistent(history))
    if not game.solved(answers[-1]):
        shown.get_by_role("button", name="Show the secret").click()
    assert game.format_secret(secret) in shown.locator("#panel-1 .outcome h2").inner_text()
    told = shown.locator("#panel-1 .outcome .uncovered").inner_text()
    if game.fibs:
        truths = [f"{text} {game.format_response(game.respond(game.parse_code(text), secret))}" for text in texts]
        assert told == f"The true rows: {', '.join(truths)}."
        return
    false = [
        f"answer {number} (in truth {game.format_response(game.respond(code, secret))})"
        for number, (code, response) in enumerate(history, 1)
        if game.lies_told(code, secret, response)
    ]
    assert told == (f"False: {', '.join(false)}." if false else "All answers were true.")


def test_a_game_against_a_liar_is_won_or_lost(show: Show, tmp_path: Path) -> None:
    shown = show(made("mastermind(2,3,goal=identify,lies=1)", "minimax", tmp_path))
    draw_the_middle(shown)
    shown.click("#tab-1")
    shown.get_by_role("button", name="Hint").click()
    assert shown.locator("#panel-1 .mode > .hint").inner_text().startswith("The strategy would guess")
    guess_it(shown, "=11")
    assert shown.locator("#panel-1 .outcome h2").inner_text() == "It is not 11. The secret was 22"
    shown.locator("#panel-1 .outcome button").click()
    guess_it(shown, "22", "=22")
    assert shown.locator("#panel-1 .outcome h2").inner_text() == "Known after 1 guess: 22"


def test_without_rules_nobody_guesses_against_the_page(show: Show, tmp_path: Path) -> None:
    shown = show(made("subsets(4,lies=1)", "minimax", tmp_path))
    assert shown.locator("[role=tab]").all_inner_texts() == ["You answer"]


def test_a_large_tree_has_no_larger_facts(tmp_path: Path) -> None:
    small, large = (made(game, "minimax", tmp_path) for game in ("mastermind(2,2,lies=1)", "mastermind(3,4,lies=1)"))
    assert len(large.tree) > 50 * len(small.tree)
    assert len(json_text(facts_of(large))) < 2 * len(json_text(facts_of(small)))
    assert len(page(large)) - len(page(small)) < 2 * len(encode(large))


RULES = [
    (
        "mastermind(2,2,lies=1)",
        "Mastermind, 2 pegs, 2 colors, 1 lie",
        "One answer may be false, but a right guess is always admitted.",
    ),
    (
        "mastermind(2,2,lies=2,honest=yes)",
        "Mastermind, 2 pegs, 2 colors, 2 lies, the right guess may be denied",
        "Up to 2 answers may be false, also by denying a right guess.",
    ),
    ("WORDS", "Fibble", "One mark of every row but the winning one is false."),
    ("subsets(4,lies=1)", "subsets(numbers=4,lies=1)", "One answer may be false."),
    ("mastermind(2,2)", "Mastermind, 2 pegs, 2 colors", None),
]


@pytest.mark.parametrize(("name", "title", "rule"), RULES)
def test_the_rule_stands_at_the_top_and_in_the_title(tmp_path: Path, name: str, title: str, rule: str | None) -> None:
    text = page(made(name, "minimax", tmp_path))
    assert f"<title>{title} · minimax</title>" in text
    header = text.partition("<header>")[2].partition("</header>")[0]
    assert (f'<p id="rule">{rule}</p>' in header) if rule else ("rule" not in header)


def test_only_pages_of_lies_hold_their_programs(tmp_path: Path) -> None:
    data = made("mastermind(2,2,lies=2)", "minimax", tmp_path)
    assert isinstance(data.game, Game)
    assert "LiesAnswerMode" in page(data)
    assert "LiesAnswerMode" not in page(compile_strategy("mastermind(2,2)", "first").data)
