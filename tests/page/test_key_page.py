"""The page of a key, on a phone: its words, costs, why others are out, and which answer to doubt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jobs import click_response, state

from strategist import compile_strategy
from strategist.files.strategy import StrategyData
from strategist.model.game import Game

Show = Callable[..., Any]

FLOWERS = """flower,petals,leaves,margin of the leaf
rosa,5,round,with teeth that point to the tip of the leaf
viola,5,long,without any
salix,4,long/round,with teeth that point to the tip of the leaf
iris,3,long,-
aster,3,round,without any
effort,2,0.5,7
"""


@pytest.fixture(params=["", "several=/,"], ids=["one", "several"])
def key(request: Any, tmp_path: Path) -> StrategyData:
    """A table of one answer each, and a key, where some have several."""
    states = f"{request.param}inapplicable=-" if request.param else ""
    text = FLOWERS if states else FLOWERS.replace("long/round", "long")
    path = tmp_path / "flowers.csv"
    path.write_text(text)
    spec = f"table(file={path},goal=identify,secrets=rows,cost=effort{states and ','}{states})"
    return compile_strategy(spec, "entropy").data


def game_of(key: StrategyData) -> Game:
    assert isinstance(key.game, Game)
    return key.game


def test_words_are_those_of_a_key(show: Show, key: StrategyData) -> None:
    shown = show(key)
    assert shown.locator("[role=tab]").all_inner_texts()[:2] == ["Identify", "Quiz"]
    text = shown.locator("body").inner_text()
    several = game_of(key).several
    assert ("Taxa still possible" if several else "Still possible") in text
    assert ("New specimen" if several else "Start again") in text
    for word in ("secret", "candidate", "New game", "Play again", "Play from here"):
        assert word not in shown.locator("main").inner_text(), word
    assert "table(" not in shown.locator("header").inner_text() and "table(" in shown.locator("#bound").inner_text()


def test_a_question_tells_its_cost(show: Show, key: StrategyData) -> None:
    shown = show(key)
    asked = state(shown)["guess"]
    costs = {"petals": "2", "leaves": "0.5", "margin_of_the_leaf": "7"}
    assert shown.locator("#panel-0 .cost").inner_text() == f"costs {costs[asked]}"


def test_it_says_why_others_are_out(show: Show, key: StrategyData) -> None:
    """What the page says of each that is out, beside the table."""
    game = game_of(key)
    shown = show(key)
    assert shown.locator("#panel-0 .why-not").count() == 0
    told = state(shown)
    click_response(shown, told["offered"][0])
    guess, response = game.parse_code(told["guess"]), game.parse_response(told["offered"][0])
    out = [
        game.format_secret(secret)
        for secret in game.secrets
        if response not in {each.response for each in game.answers(guess, secret)}
    ]
    lines = shown.locator("#panel-0 .why-not li").evaluate_all("all => all.map((each) => each.textContent)")
    assert [line.split()[0] for line in lines] == out and out
    assert all(line.partition(":")[0].endswith(told["guess"].replace("_", " ")) for line in lines)
    one, more = ("taxon", "taxa") if game.several else ("item", "items")
    noun = one if len(out) == 1 else more
    assert shown.locator("#panel-0 .why-not summary").inner_text() == f"Why not? {len(out)} {noun} out"


def test_one_answer_may_be_wrong(show: Show, key: StrategyData) -> None:
    """Behind each answer stand those that only it excludes, and it can be given anew."""
    game = game_of(key)
    shown = show(key)
    moves = []
    while (told := state(shown))["outcome"] is None:
        moves.append((told["guess"], told["offered"][-1]))
        click_response(shown, told["offered"][-1])
    expected: dict[int, list[str]] = {}
    for secret in game.secrets:
        against = [
            at
            for at, (name, answer) in enumerate(moves)
            if game.parse_response(answer)
            not in {each.response for each in game.answers(game.parse_code(name), secret)}
        ]
        if len(against) == 1:
            expected.setdefault(against[0], []).append(game.format_secret(secret))
    lines = shown.locator("#panel-0 .doubts li").evaluate_all("all => all.map((each) => each.textContent)")
    assert [line.partition(" is wrong: ")[2].split(", ") for line in lines] == [expected[at] for at in sorted(expected)]
    shown.locator("#panel-0 .doubts summary").click()
    doubted = [game.parse_secret(name) for names in expected.values() for name in names]
    assert_surest(shown.locator("#panel-0 .surely"), game, moves, doubted)
    shown.locator("#panel-0 .doubt").first.click()
    at = min(expected)
    assert state(shown)["guess"] == moves[at][0] and len(state(shown)["history"]) == at


def assert_surest(line: Any, game: Game, moves: list[tuple[str, str]], doubted: list[Any]) -> None:
    """The question that is proposed tells the most of those in doubt from all that stand, by the rules of the game."""

    def answers(question: Any, secret: Any) -> set[int]:
        return {each.response for each in game.answers(question, secret)}

    given = [(game.parse_code(name), game.parse_response(answer)) for name, answer in moves]
    standing = [
        secret for secret in game.secrets if all(answer in answers(question, secret) for question, answer in given)
    ]
    told = {}
    for place in range(game.question_count):
        question = game.guesses[place]
        if question in [each for each, _ in given]:
            continue
        own = set[int]().union(*(answers(question, secret) for secret in standing))
        if apart := sum(own.isdisjoint(answers(question, secret)) for secret in doubted):
            told[place] = apart
    if not told:
        assert line.count() == 0
        return
    line.wait_for()
    best = min(told, key=lambda place: (-told[place], game.cost_of(place), place))
    out = "all of these" if told[best] == len(doubted) else f"{told[best]} of these {len(doubted)}"
    name = game.format_code(game.guesses[best]).replace("_", " ")
    text = line.inner_text()
    assert text.startswith(f"To make sure, look at {name}: ") and text.endswith(f" speaks against {out}."), (text, told)


def test_long_answers_have_the_whole_width_of_a_phone(show: Show, key: StrategyData) -> None:
    shown = show(key)
    shown.set_viewport_size({"width": 360, "height": 740})
    try:
        shown.locator("#panel-0 summary", has_text="Another question").click()
        shown.locator("#panel-0 .other .list button", has_text="margin").click()
        widths = shown.locator("#panel-0 .responses button").evaluate_all("all => all.map((each) => each.offsetWidth)")
        whole = shown.locator("#panel-0 .responses").evaluate("(each) => each.clientWidth")
        assert len(widths) >= 2 and set(widths) == {whole}
        sentence = "with_teeth_that_point_to_the_tip_of_the_leaf"
        click_response(shown, sentence)
        # A line for every few words, not for every few letters. The page may draw it anew at any time.
        height = f"""() => {{
            const each = document.querySelector("#panel-0 .history [data-response={sentence}] .answer");
            return each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize);
        }}"""
        assert shown.evaluate(height) <= 5
        assert shown.evaluate("document.documentElement.scrollWidth") == 360
    finally:
        shown.set_viewport_size({"width": 1280, "height": 720})


def test_what_does_not_apply_is_said_in_words(show: Show, key: StrategyData) -> None:
    if game_of(key).inapplicable is None:
        pytest.skip("a page of one answer each")
    shown = show(key)
    shown.locator("#panel-0 summary", has_text="Another question").click()
    shown.locator("#panel-0 .other .list button", has_text="margin").click()
    assert "does not apply" in shown.locator("#panel-0 .responses").inner_text()
