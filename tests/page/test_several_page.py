"""Pages of games in which a secret may give one of several answers, against the plain theory of such games."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fixtures.several_tables import several_table
from jobs import click_response, enter, reopen, state
from tables_of_texts import flowers, of_table

from strategist import compile_strategy
from strategist.files.strategy import StrategyData, decode, encode
from strategist.model.game import Game
from strategist.model.position import Position, Several
from strategist.model.position import chance_of as chance_of_answers
from strategist.model.tree import GIVE_UP
from strategist.page import page
from strategist.page.facts import facts_of
from strategist.page.index import Download, Entry, index
from strategist.show.slots.who_stands import stands_of

Engine = Callable[[str, Any], Any]
Show = Callable[..., Any]


def drawn(number: int) -> StrategyData | None:
    """The strategy of a random table; None where each of its secrets gives one answer after all."""
    game = several_table(number)
    return compile_strategy(game, "entropy").data if game.several else None


DRAWN = [number for number in range(60) if several_table(number).several][:24]

LOOK = """
    const field = new StatesField(job.facts, new StatesTwin(job.facts));
    return job.histories.map((history) => {
        const left = field.consistent(history);
        if (!left.length) return null;
        return {
            left: left.map((secret, at) => [secret, left.masses[at]]),
            ending: field.ending(history, left),
            telling: field.telling(history, left),
            rows: rankStates(field, { history }).best,
        };
    });
"""


def random_histories(game: Game, draw: Random) -> list[list[tuple[int, int]]]:
    found = []
    for _ in range(12):
        questions = [draw.randrange(game.question_count) for _ in range(draw.randrange(4))]
        secret = draw.choice(list(game.secrets))
        moves = [(each, draw.choice(game.answers(game.guesses[each], secret)).response) for each in questions]
        found.append(moves)
    return found


@pytest.mark.parametrize("number", DRAWN)
def test_positions_are_those_of_the_rules(engine: Engine, number: int) -> None:
    data = drawn(number)
    assert data is not None and isinstance(data.game, Game)
    game = data.game
    histories = random_histories(game, Random(number))
    for history, seen in zip(histories, engine(LOOK, {"facts": facts_of(data), "histories": histories}), strict=True):
        left = Several(game).left(history)
        assert (left is None) == (seen is None)
        if left is None:
            continue
        asked = {question for question, _ in history}
        assert [secret for secret, _ in seen["left"]] == list(left.candidates)
        settled = dict(history).items()
        masses = [float(game.weight_of(each) * chance_of_answers(game, settled, each)) for each in left.candidates]
        assert [mass for _, mass in seen["left"]] == pytest.approx(masses)
        assert seen["ending"] == Several(game).ending(left)
        # A question asked before tells nothing, whether or not that matters still.
        assert seen["telling"] == [question for question in Several(game).telling(left) if question not in asked]
        for row in seen["rows"]:
            assert_row_is_right(game, left, row)


def assert_row_is_right(game: Game, left: Position, row: dict[str, Any]) -> None:
    cells = Several(game).cells(left, row["guess"])
    assert [(response, size) for response, size, _ in row["left"]] == [
        (response, len(cell.position.candidates)) for response, cell in cells.items()
    ]
    assert row["bits"] == pytest.approx(
        missing(game, left) - sum(missing(game, c.position) * chance_of(c, left) for c in cells.values()), abs=1e-9
    )


def chance_of(cell: Any, left: Position) -> float:
    return float(cell.factor * cell.position.mass / left.mass)


def missing(game: Game, left: Position) -> float:
    """The entropy of what is to be known, in bits."""
    parts: dict[int, int] = {}
    for secret, mass in zip(left.candidates, left.labels, strict=True):
        kind = secret if game.classes is None else game.classes[secret]
        parts[kind] = parts.get(kind, 0) + mass
    return -sum(mass / left.mass * math.log2(mass / left.mass) for mass in parts.values())


NAMES = "#panel-0 .names:not(.kinds)"


@pytest.mark.parametrize("number", DRAWN[:8])
def test_every_leaf_is_reached_as_in_the_tree(show: Show, number: int) -> None:
    data = drawn(number)
    assert data is not None and isinstance(data.game, Game)
    game, tree = data.game, data.tree
    stands = {stand.slot: stand for stand in stands_of(game, data)}
    shown = show(decode(encode(data), game=game))
    for slot, _, history in list(tree.walk())[:60]:
        seen = state(shown)
        for guess, response in history:
            assert seen["guess"] == game.format_code(game.guesses[guess])
            seen = click_response(shown, game.format_response(response))
        reach = stands[slot].left.reach
        weights = {secret: float(chance * game.weight_of(secret)) for secret, chance in reach.items()}
        guess = tree.guesses[slot]
        if GIVE_UP != guess < game.question_count:
            assert seen["left"] == len(reach)
            assert seen["offered"] == list(map(game.format_response, tree.responses(slot)))
        else:
            said = (
                "Lost" if guess == GIVE_UP
                else "Undecided" if game.narrow is not None and guess == game.undecided
                else "Known"
            )  # fmt: skip
            assert seen["outcome"].startswith(f"{said} after {len(history)} ")
            assert said != "Known" or game.format_secret(game.guesses[guess]) in seen["outcome"]
        if len(reach) > 1:
            told = shown.locator(NAMES).inner_text()
            for secret, weight in weights.items():
                percent = 100 * weight / sum(weights.values())
                digits = 1 if percent < 10 else 0
                name = game.format_secret(game.secrets[secret])
                assert any(
                    f"{name}{kind}\u00a0{percent + off:.{digits}f}\u00a0%" in told.replace(" ", "\u00a0")
                    for off in (0, 1e-9, -1e-9)
                    for kind in ("", f"\u00a0({game.class_of(game.secrets[secret])})")
                )
        if history:
            shown.evaluate("document.querySelector('#panel-0 .new').click()")


def test_another_question_undo_and_the_link(show: Show, tmp_path: Path) -> None:
    shown = show(flowers(tmp_path, "goal=narrow,cannot_tell=0.1"))
    click_response(shown, "cannot_tell")
    shown.locator("#panel-0 summary", has_text="Another question").click()
    shown.locator("#panel-0 .other .list button", has_text="petals").click()
    assert "was asked" in shown.locator("#own-error").inner_text()
    asked = state(shown)["guess"]
    other = next(name for name in ("leaves", "fruit") if name != asked)
    shown.fill("#own", "")
    shown.locator("#panel-0 .other .list button", has_text=other).click()
    assert state(shown)["guess"] == other
    click_response(shown, "cannot_tell")
    # Off the tree, the page goes on by itself, until nothing is left to ask.
    shown.locator(f"#panel-0 .step .big .code[data-name={asked}]").wait_for()
    seen = click_response(shown, "cannot_tell")
    assert seen["outcome"] == "Undecided after 3 questions: 5 taxa left"
    assert "iris regis" in shown.locator(NAMES).inner_text()
    reopen(shown)
    assert state(shown)["outcome"] == seen["outcome"]
    shown.locator("#panel-0 .history .change").first.click()
    assert state(shown)["guess"] == "petals"
    shown.get_by_role("button", name="Undo").first.click()
    assert state(shown)["outcome"] == seen["outcome"]


def test_a_game_that_goes_on_from_a_position(show: Show, tmp_path: Path) -> None:
    data = flowers(tmp_path, "goal=narrow")
    assert isinstance(data.game, Game)
    start = data.game.parse_history("leaves:long")
    shown = show(compile_strategy(data.game, "entropy", start=start).data)
    assert state(shown)["left"] == 4 and state(shown)["lefts"] == [4]
    # Of a rose, leaves are long with a chance of one half.
    assert shown.locator(NAMES).inner_text().endswith("rosa 14\u00a0%")
    assert click_response(shown, "5")["outcome"] == "Undecided after 2 questions: 2 taxa left"


def test_you_guess_and_the_page_draws_answers(show: Show, tmp_path: Path) -> None:
    shown = show(flowers(tmp_path, "goal=narrow"))
    # The first secret is hidden, and gives the first of its answers.
    shown.evaluate("Math.random = () => 0")
    shown.click("#tab-1")
    shown.locator("#panel-1").get_by_role("button", name="Hint").click()
    assert "The strategy would ask petals" in shown.locator("#panel-1 .mode > .hint").inner_text()
    shown.keyboard.press("Enter")
    enter(shown, "petals")
    assert "was asked" in shown.locator("#entry-error").inner_text()
    enter(shown, "leaves")
    assert state(shown, "#panel-1")["outcome"] == (
        "Undecided after 2 questions: rosa or salix. It was rosa"
        if "round" in shown.locator("#panel-1 .history").inner_text()
        else "Known after 2 questions: rosa"
    )


def test_an_undecided_end_within_the_turns_is_not_lost(show: Show, tmp_path: Path) -> None:
    shown = show(flowers(tmp_path, "goal=narrow,turns=2"))
    shown.evaluate("Math.random = () => 0")
    shown.click("#tab-1")
    for question in ("petals", "leaves"):
        enter(shown, question)
    outcome = state(shown, "#panel-1")["outcome"]
    assert outcome.startswith(("Undecided after 2 questions: rosa or salix.", "Known"))
    assert shown.locator("#panel-1 .share").count() == 0


def test_where_nothing_is_left_to_ask_the_secret_is_lost(show: Show, tmp_path: Path) -> None:
    text, options = ",cat,dog\none,a,b\ntwo,c,d\n", "goal=identify,cannot_tell=0.1,turns=5"
    shown = show(of_table(tmp_path, text, options, "entropy(first=one)"))
    shown.locator("#panel-0 summary", has_text="Another question").click()
    shown.locator("#panel-0 .other .list button", has_text="two").click()
    click_response(shown, "cannot_tell")
    shown.locator("#panel-0 .step .big .code[data-name=one]").wait_for()
    seen = click_response(shown, "cannot_tell")
    assert seen["outcome"] == "Lost after 2 questions: nothing is left to ask, with 2 taxa left"


def test_figures_are_fractions_with_decimals(tmp_path: Path) -> None:
    data = flowers(tmp_path, "goal=narrow,cannot_tell=0.1,turns=2")
    figures = dict(facts_of(data)["figures"])
    assert figures["total"] == "189/25 (7.560)" and figures["average"] == "21/13 (1.615)"
    assert figures["lost"] == "8/25 (0.320)" and figures["can be lost"] == "5"
    assert facts_of(data)["histogram"] == pytest.approx([1.8, 2.88])


def test_the_list_of_strategies_holds_such_a_one(tmp_path: Path) -> None:
    data = flowers(tmp_path, "goal=narrow,cannot_tell=0.1,turns=2")
    text = index([Entry("flowers", data, "flowers.html", Download("flowers.msgpack", 10), None)])
    assert "189/25 (7.560)" in text and "1 question: 9/5 (1.800)" in text


def test_only_such_pages_hold_the_programs_for_them(tmp_path: Path) -> None:
    plain = compile_strategy("mastermind(2,3)", "first").data
    assert "StatesTwin" in page(flowers(tmp_path, "goal=narrow")) and "StatesTwin" not in page(plain)
    assert "undecided {" not in page(plain)
