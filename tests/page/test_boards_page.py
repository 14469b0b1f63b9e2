"""The page of several boards: its guesses are Python's, in games played to their end and at drawn positions."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from elements import Elements
from refusals import refuses

from strategist.common.errors import SpecError, TooLargeError
from strategist.games.boards import Boards, BoardsMove, make_boards
from strategist.games.catalog import make_game
from strategist.games.pegs.pegs import Mastermind
from strategist.page.boards_page import page_of_boards
from strategist.search.compile.boards.board_desk import BoardDesk
from strategist.search.compile.boards.choosing_for_boards import Choice, Ranked
from strategist.search.compile.boards.least_for_boards import Least, bound_of
from strategist.search.compile.boards.played_boards import drawn_secrets

Engine = Callable[[str, Any], Any]
Show = Callable[..., Any]

GAMES = [
    ("words", 4),
    ("words", 2),
    ("words(feedback=jotto)", 3),
    ("words(feedback=mastermind)", 2),
    ("words(answers={folder}/answers,guesses={folder}/guesses)", 2),
    ("words(answers={folder}/digraphs,guesses={folder}/alike,letters=ng ij)", 3),
    ("mastermind(4,6)", 2),
    ("mastermind(3,4,feedback=black)", 3),
    ("bulls-and-cows(3,6)", 4),
    ("ab(3,6)", 1),
    ("grand-mastermind(2,2,3)", 2),
    ("table(file={folder}/animals.csv)", 2),
    ("table(file={folder}/rows.csv)", 3),
]

PLAY = """
    const twin = makeTwin(job.facts, job.payload);
    const field = new Field(job.facts, twin);
    const choice = new BoardChoice(field);
    const leftAfter = (moves) => boardsLeft(field, job.facts.boards, moves);
    return job.games.map((moves) => moves.map((_, made) => choice.advise(leftAfter(moves.slice(0, made)), 5)));
"""
FEW = """
    const field = new Field(job.facts, makeTwin(job.facts, job.payload));
    const least = new LeastForBoards(field, field.permitted([]));
    return job.left.map((sets) => [boardsBound(sets), least.best(sets), least.find(inOrder(sets)).value]);
"""


def held(text: str) -> dict[str, Any]:
    """What a page holds: its facts, and what travels beside them."""
    elements = Elements(text)
    [facts], [packed] = elements.texts("script", id="facts"), elements.texts("script", id="file")
    payload = zlib.decompress(base64.b64decode(packed)).decode() if packed else None
    return {"facts": json.loads(facts), "payload": payload}


@pytest.mark.parametrize(("text", "number"), GAMES)
def test_guesses_are_those_of_python(engine: Engine, folder: Path, text: str, number: int) -> None:
    """Games with secrets drawn by a seed: the same next guess, ranking, bits and hits at each position."""
    boards = Boards(make_game(text.format(folder=folder)), number)
    choice = Choice(BoardDesk(boards))
    games, expected = [], []
    for each in range(6):
        secrets, told = drawn_secrets(choice, 5, each), []
        moves: list[BoardsMove] = []
        left = choice.desk.left(moves)
        while any(map(len, left)):
            told.append((choice.next_guess(left, len(moves)), choice.rank(left, 5)))
            moves.append(boards.respond(boards.game.guesses[told[-1][0]], secrets, moves))
            left = choice.desk.left(moves)
        games.append([(guess, move.responses) for (guess, _), move in zip(told, moves, strict=True)])
        expected.append(told)
    found = engine(PLAY, held(page_of_boards(boards)) | {"games": games})
    for there, here in zip(found, expected, strict=True):
        assert [each["next"] for each in there] == [guess for guess, _ in here]
        for ranked, (_, best) in zip(there, here, strict=True):
            assert [Ranked(**each) for each in ranked["ranked"]] == best


@pytest.mark.parametrize("text", ["words", "mastermind(3,4)", "table(file={folder}/animals.csv)"])
def test_least_totals_and_their_guesses_are_those_of_python(engine: Engine, folder: Path, text: str) -> None:
    """Also in another order: what was looked at before changes no guess."""
    boards = Boards(make_game(text.format(folder=folder)), 3)
    desk, draw, secrets = BoardDesk(boards), Random(3), range(len(boards.game.secrets))
    drawn = [
        [
            sorted(draw.sample(secrets[:60], size))
            for size in draw.choice([(2, 2), (2, 3), (3, 4), (2, 2, 2), (2, 2, 3), (4,)])
        ]
        for _ in range(40)
    ]
    expected = []
    for sets in drawn:
        ordered = tuple(sorted(map(tuple, sets)))
        least = Least(desk)
        best = least.best([np.array(each, dtype=np.int32) for each in sets])
        expected.append([bound_of(ordered), best, least.value(ordered)])
    job = held(page_of_boards(boards))
    for order in (1, -1):
        assert engine(FEW, job | {"left": drawn[::order]}) == expected[::order]


@pytest.mark.parametrize(
    ("text", "told", "error"),
    [
        ('boards("subsets(4)",2)', "ends when the secret is known", SpecError),
        ('boards("mastermind(3,4,limit=1b0w:2)",2)', "restricts guesses", SpecError),
        ('boards("mastermind(3,4,answer_costs=1b0w:2)",2)', "has chances or costs", SpecError),
        ('boards("words(hard=true)",2)', "restricts guesses", SpecError),
        ('boards("mastermind(3,4,lies=1)",2)', "may be false", SpecError),
        ('boards("mastermind(5,8)",2)', "at most 268435456 pairs of a guess and a secret", TooLargeError),
    ],
)
def test_what_has_no_page_is_refused(text: str, told: str, error: type[Exception]) -> None:
    refuses(lambda: page_of_boards(make_boards(text)), told=told, error=error)


class OtherRules(Mastermind):
    """A game of another package, whose rules the page has not."""


def test_rules_of_other_packages_are_refused() -> None:
    boards = Boards(OtherRules({"pegs": 2, "colors": 3}), 2)
    refuses(page_of_boards, boards, told="expected a game whose rules pages know")


def test_the_page_is_small_asks_for_nothing_and_is_always_the_same() -> None:
    boards = make_boards("boards(wordle,4)")
    text = page_of_boards(boards, "Four <b>words</b>")
    assert len(text.encode()) < 212_000 and text == page_of_boards(boards, "Four <b>words</b>")
    elements = Elements(text)
    elements.check_programs()
    assert elements.links == [] and not re.search(r"url\(|@import", elements.texts("style")[0])
    assert elements.texts("title") == ["Four <b>words</b>"] and "b" not in elements.tags
    [policy] = [found["content"] or "" for tag, found, _ in elements.found if "http-equiv" in found]
    own = [
        *elements.texts("style"),
        *("".join(each) for tag, found, each in elements.found if tag == "script" and not found),
    ]
    hashes = {base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in own}
    assert set(re.findall(r"'sha256-([^']+)'", policy)) == hashes and "unsafe" not in policy


def next_guess(shown: Any) -> str:
    """The guess that the page advises, once it has found one."""
    shown.wait_for_selector(".next button:visible")
    told: str = shown.locator(".next button:visible").inner_text()
    return told


def test_advice_for_a_game_of_words_that_is_played_elsewhere(show: Show) -> None:
    """Marks are tapped on each board; what no candidate gives is not taken; a step is undone."""
    boards = make_boards("boards(words,2)")
    choice = Choice(BoardDesk(boards))
    game, secrets = boards.game, ("about", "three")
    moves: list[BoardsMove] = []
    shown = show(page_of_boards(boards))
    while not all(boards.solved(moves)):
        left = choice.desk.left(moves)
        assert next_guess(shown) == game.format_code(game.guesses[choice.next_guess(left, len(moves))])
        shown.locator(".next button:visible").click()
        shown.keyboard.press("Enter")
        moves.append(boards.respond(game.parse_code(next_guess_field(shown)), secrets, moves))
        for at, response in enumerate(moves[-1].responses, 1):
            board = shown.locator(f".board[aria-label='board {at}']")
            assert board.locator(".answering").count() == (response is not None)
            for place, mark in enumerate([] if response is None else game.marks(response) or ()):
                for _ in range(mark):
                    board.locator(".answering .piece").nth(place).click()
        shown.get_by_role("button", name="Answer", exact=True).click()
        after = choice.desk.left(moves)
        told = [
            int(each)
            for each in shown.locator(".grid [data-left]").evaluate_all("all => all.map((at) => at.dataset.left)")
        ]
        assert told == [len(each) for each in after if len(each)]
    assert shown.locator("#panel-0 h2").inner_text() == f"All 2 boards solved in {len(moves)} guesses"
    shown.get_by_role("button", name="Undo").click()
    assert shown.locator("#panel-0 h2").inner_text() == f"Guess {len(moves)}"
    shown.get_by_role("button", name="New game").click()
    shown.fill("#own", "crane")
    shown.keyboard.press("Enter")
    shown.get_by_role("button", name="all green").first.click()
    assert shown.locator(".answering .hint").all_inner_texts()[0] == "found"
    shown.get_by_role("button", name="Another guess").click()
    shown.fill("#own", "xxxxx")
    shown.keyboard.press("Enter")
    assert "not in the list" in shown.locator("#own-error").inner_text()


def next_guess_field(shown: Any) -> str:
    """The guess that waits for answers."""
    told: str = shown.locator(".answering .code").first.get_attribute("data-name")
    return told


def test_play_against_hidden_secrets(show: Show) -> None:
    """The secrets in the middle are hidden; hints lead to the end."""
    boards = make_boards('boards("mastermind(3,4)",3)')
    shown = show(page_of_boards(boards))
    shown.evaluate("Math.random = () => 0.5")
    shown.click("#tab-1")
    shown.locator("#panel-1 summary").click()
    choice = Choice(BoardDesk(boards))
    moves: list[BoardsMove] = []
    secrets = (boards.game.secrets[32],) * 3
    while not all(boards.solved(moves)):
        guess = boards.game.guesses[choice.next_guess(choice.desk.left(moves), len(moves))]
        assert next_guess(shown) == boards.game.format_code(guess)
        shown.locator(".next button:visible").click()
        shown.keyboard.press("Enter")
        moves.append(boards.respond(guess, secrets, moves))
        told = shown.locator("#panel-1 .board .history li:last-child [data-response]").evaluate_all(
            "all => all.map((at) => at.dataset.response)"
        )
        assert told == boards.format_responses(moves[-1].responses).split(",")
    assert shown.locator("#panel-1 h2").inner_text() == f"All 3 boards solved in {len(moves)} guesses"
    assert "All 3 boards" in shown.locator("#live").inner_text()
    shown.get_by_role("button", name="New secrets").click()
    shown.fill("#entry", "111")
    shown.keyboard.press("Enter")
    shown.fill("#entry", "111")
    shown.keyboard.press("Enter")
    assert shown.locator("#entry-error").inner_text() == "111 was guessed before"
    shown.get_by_role("button", name="Show the secrets").click()
    assert shown.locator("#panel-1 .names").all_inner_texts() == [f"It was: {boards.game.format_code(secrets[0])}"] * 3


def test_answers_that_are_no_marks_are_chosen_from_those_that_are_possible(show: Show) -> None:
    shown = show(page_of_boards(make_boards('boards("mastermind(2,3)",2)')))
    shown.fill("#own", "11")
    shown.keyboard.press("Enter")
    lists = shown.locator(".answering select")
    assert lists.first.locator("option").all_inner_texts() == ["What is the answer?", "0b0w", "1b0w", "2b0w"]
    answer = shown.get_by_role("button", name="Answer", exact=True)
    lists.first.select_option(label="1b0w")
    assert answer.is_disabled() and shown.locator(".answering .hint").first.inner_text() == "4 left then"
    lists.last.select_option(label="2b0w")
    answer.click()
    assert shown.locator(".board.found").get_attribute("aria-label") == "board 2"
    assert shown.locator(".names").all_inner_texts() == ["Still possible: 12  13  21  31"]


@pytest.mark.parametrize("width", [320, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("text", ["boards(words,4)", 'boards("mastermind(4,6)",2)'])
def test_the_page_fits_its_screen_and_pleases_axe(
    show: Show, request: pytest.FixtureRequest, text: str, width: int, scheme: Any
) -> None:
    shown = show(page_of_boards(make_boards(text)), {"width": width, "height": 800}, scheme)
    guess = "crane" if "words" in text else "1122"
    shown.fill("#own", guess)
    shown.keyboard.press("Enter")
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert shown.evaluate(fits)
    shown.click("#tab-1")
    shown.fill("#entry", guess)
    shown.keyboard.press("Enter")
    shown.locator("#panel-1 summary").click()
    next_guess(shown)
    assert shown.evaluate(fits)
    # The fixture is requested last, so that the rest is tested without axe-core, too.
    shown.evaluate(request.getfixturevalue("axe"))
    for tab in ("#tab-1", "#tab-0"):
        shown.click(tab)
        found = shown.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == []
