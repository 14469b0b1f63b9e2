"""Games that were played elsewhere, as people copy them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refuses

from strategist import make_game
from strategist.common.errors import CodeError, ResponseError, StrategistError
from strategist.games.pasted import Row, guesses_that_give, read_pasted, with_answers, with_guesses
from strategist.games.share_text import share_text
from strategist.model.game import Game

WORDS = make_game("words")
CRANE = ("crane", "-y--g")
STORE = ("store", "y--yg")


def told(game: Game, text: str) -> list[tuple[str | None, str | None]]:
    return [
        (
            None if row.guess is None else game.format_code(row.guess),
            None if row.response is None else game.format_response(row.response),
        )
        for row in read_pasted(game, text)
    ]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Wordle 1,234 2/6*\n\n⬛🟨⬛⬛🟩\n🟨⬛⬛🟨🟩", [(None, "-y--g"), (None, "y--yg")]),
        ("⬜️🟨⬜️⬜️🟩", [(None, "-y--g")]),
        ("Wordle 1,234 2/6\n⬛🟦⬛⬛🟧\n🟦⬛⬛🟦🟧", [(None, "-y--g"), (None, "y--yg")]),
        ("⬛🟨⬛⬛🟩 CRANE\n||STORE|| 🟨⬛⬛🟨🟩", [CRANE, STORE]),
        ("1. crane ⬛🟨⬛⬛🟩\nrow 2: store 🟨⬛⬛🟨🟩", [CRANE, STORE]),
        ("crane\n⬛🟨⬛⬛🟩\nstore\n🟨⬛⬛🟨🟩", [CRANE, STORE]),
        ("crane\nstore\n\n⬛🟨⬛⬛🟩\n🟨⬛⬛🟨🟩", [CRANE, STORE]),
        ("crane -y--g\nSTORE: yxxyg\n", [CRANE, STORE]),
        ("guess 1: crane → -y--g (50)\n2/6 store => 1 0 0 1 2", [CRANE, STORE]),
        ("crane\nstore", [("crane", None), ("store", None)]),
        ("I took crane first.\ncrane -y--g\nStore was a good one\nHa!", [CRANE]),
    ],
)
def test_what_people_copy(text: str, rows: list[tuple[str | None, str | None]]) -> None:
    assert told(WORDS, text) == rows


def test_codes_are_read_as_words_are() -> None:
    game = make_game("mastermind(4,6)")
    rows = told(game, "1122: 1b1w\n3 4 5 6: 2 0\n1) 1122 → bw\n🟩⬛🟨⬛")
    assert rows == [("1122", "1b1w"), ("3456", "2b0w"), ("1122", "1b1w"), (None, "1b1w")]
    nerdle = make_game("nerdle")
    assert told(nerdle, "nerdlegame 1 1/6\n⬛🟪⬛⬛⬛⬛🟩⬛ 12+34=46") == [("12+34=46", "-y----g-")]


@pytest.mark.parametrize(
    "text", ["words", "words(feedback=mastermind)", "words(feedback=jotto)", "ab(4,6)", "grand-mastermind(2,2,2)"]
)
def test_a_shared_text_is_read_again(text: str) -> None:
    """What is shared holds every answer; with the guesses, it is the game."""
    game, random = make_game(text), Random(7)
    for _ in range(20):
        secret = random.choice(game.secrets)
        history = tuple((guess, game.respond(guess, secret)) for guess in random.choices(game.guesses, k=3))
        for plain in (False, True):
            shared = share_text(game, history, None, plain=plain)
            if plain:
                shared = "\n".join(
                    f"{game.format_code(guess)} {line}"
                    for (guess, _), line in zip(history, shared.splitlines()[1:], strict=True)
                )
            rows = read_pasted(game, shared)
            if not plain:
                assert all(row.guess is None for row in rows)
                rows = with_guesses(game, rows, [guess for guess, _ in history])
            assert tuple((row.guess, row.response) for row in rows) == history


def test_answers_of_a_secret_and_guesses_of_a_row() -> None:
    rows = read_pasted(WORDS, "crane\nstore y--yg")
    secret = WORDS.parse_secret("three")
    assert [row.response for row in with_answers(WORDS, rows, secret)][1] == rows[1].response
    assert with_answers(WORDS, rows, secret)[0].response == WORDS.respond("crane", "three")
    refuses(
        with_answers,
        WORDS,
        rows,
        None,
        told="line 1: expected an answer beside 'crane': the secret is not known",
        error=ResponseError,
    )
    row = Row(None, WORDS.parse_response("-y--g"), 4)
    found = guesses_that_give(WORDS, row, secret)
    assert found == [guess for guess in WORDS.guesses if WORDS.respond(guess, secret) == row.response]
    refuses(
        guesses_that_give,
        WORDS,
        Row(None, WORDS.parse_response("yyyyy"), 4),
        secret,
        told="line 4: no guess gets yyyyy if three",
        error=CodeError,
    )
    refuses(with_guesses, WORDS, [row], [], told="expected a guess for each row that has none, 1, got 0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected rows of squares or lines such as 'about"),
        ("what a nice day", "expected rows of squares or lines"),
        ("⬛🟨⬛⬛", "line 1: words: response '⬛🟨⬛⬛': expected 5 of g"),
        ("crane\ncrane -y-", "line 2: words: response '-y-': expected 5 of g"),
        ("🟩🟩🟩🟩🟨", "line 1: .*cannot be: beside greens alone"),
        ("x" * 70_000, "expected a text of at most 65536 characters, got 70000"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(text: str, message: str) -> None:
    refuses(read_pasted, WORDS, text, told=message)


@given(st.text(alphabet="⬛🟨🟩🟧🟦crane -y:|1.→\n=gs", max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    for game in (WORDS, make_game("ab(3,5)")):
        try:
            rows = read_pasted(game, text)
        except StrategistError as error:
            assert "\n" not in str(error)
        else:
            assert rows and all(row.guess is not None or row.response is not None for row in rows)


def test_the_command_reviews_what_is_pasted(tmp_path: Path) -> None:
    share = tmp_path / "share.txt"
    share.write_text("Wordle 1,234 3/6\n\n⬛🟨⬛⬛🟩\n🟨⬛🟨🟨🟩\n🟩🟩🟩🟩🟩\n", "utf-8")

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "strategist", "review", "words", "--pasted", str(share), *arguments]
        ran = subprocess.run(command, capture_output=True, text=True)
        assert ran.returncode in (0, 2)
        return ran.stdout + ran.stderr

    told = run("--given", "crane store horse")
    assert told.startswith("solved in 3 guesses: horse; ") and "3. horse" in told
    assert run() == (
        f'strategist: error: {share}: line 3: expected a guess beside the row: --given "GUESS …" names it, or --secret '
        "the secret, for what each row can be\n"
    )
    assert run("--secret", "horse").splitlines()[-1] == "ggggg  1 guess: horse"
