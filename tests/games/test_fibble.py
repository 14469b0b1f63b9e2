"""Fibble: in every row but the winning one, exactly one mark is false."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import cells_at
from refusals import refused, refuses
from selection import examples

from strategist import make_game
from strategist.common.errors import ResponseError
from strategist.games.catalog import restored
from strategist.games.share_text import share_text
from strategist.games.titles import called
from strategist.games.words.fibble import Fibble
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.position import kind_of

WORDS = "ace ape bee cab bad dab ebb"


def fibble_of(answers: str = WORDS, others: str = "", **values: str | bool) -> Words:
    return Words({"fibble": True, **values}, Lists(answers.split(), others.split()))


def admitted(game: Game, guess: str, secret: str) -> list[str]:
    return [game.format_response(row) for row in game.admitted(guess, secret)]


def rows_of_the_source(guess: str, secret: str) -> list[str]:
    """What fibble.xyz may show, as its source says it, row by row: a place and an offset are drawn for each."""
    left = [hidden for asked, hidden in zip(guess, secret, strict=True) if asked != hidden]
    truth = []
    for asked, hidden in zip(guess, secret, strict=True):
        if asked == hidden:
            truth.append("correct")
        elif asked in left:
            left.remove(asked)
            truth.append("elsewhere")
        else:
            truth.append("absent")
    if guess == secret:
        return ["".join(mark[0] for mark in truth)]
    answers = ["correct", "elsewhere", "absent"]
    shown = set()
    for place, offset in product(range(len(guess)), (1, 2)):
        lie = answers[(answers.index(truth[place]) + offset) % 3]
        shown.add("".join(mark[0] for mark in [*truth[:place], lie, *truth[place + 1 :]]))
    return sorted(shown)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    letters = draw(st.integers(1, 6))
    word = st.text("abc", min_size=letters, max_size=letters)
    return draw(word), draw(word)


@given(pairs())
@settings(max_examples=examples(200))
def test_what_may_be_shown_is_what_the_source_of_the_site_shows(pair: tuple[str, str]) -> None:
    guess, secret = pair
    game = fibble_of(" ".join({guess, secret}))
    letters = str.maketrans("gy-", "cea", "~")
    assert sorted(text.translate(letters) for text in admitted(game, guess, secret)) == rows_of_the_source(*pair)


def test_five_greens_may_be_false_and_are_then_marked() -> None:
    game = fibble_of("abbey abbot", "abbes")
    assert admitted(game, "abbey", "abbey") == ["ggggg"]
    assert "ggggg~" in admitted(game, "abbes", "abbey")
    assert "ggggy" in admitted(game, "abbes", "abbey")
    false, true = (game.parse_response(text) for text in ("ggggg~", "ggggg"))
    assert (game.solved(false), game.solved(true)) == (False, True)
    assert game.marks(false) == game.marks(true) == [2] * 5
    assert [game.lies_told("abbes", "abbey", row) for row in (false, true)] == [0, None]
    assert [game.lies_told("abbey", "abbey", row) for row in (false, true)] == [None, 0]


def test_rows_are_numbers_that_are_read_and_written() -> None:
    fibble = Fibble(3)
    texts = [fibble.write(row) for row in range(fibble.response_count)]
    assert len(set(texts)) == 28
    assert texts[-3:] == ["ggy", "ggg~", "ggg"]
    assert [fibble.read(text, "words") for text in texts] == list(range(28))
    assert fibble.read("🟩🟩🟩 ~", "words") == fibble.read(" GGG~", "words") == 26


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gg", r"words: response 'gg': expected 3 of g \(green\), y \(yellow\) and - \(grey\), such as -yg"),
        ("gg~", "response 'gg~': expected 3 of g"),
        ("gg-~", "response 'gg-~': expected ~ only behind ggg, to say that one of these is false"),
        ("~", "expected 3 of g"),
    ],
)
def test_what_is_no_row_is_refused_in_one_line(text: str, message: str) -> None:
    refuses(Fibble(3).read, text, "words", told=message, error=ResponseError)


def test_after_a_row_those_are_left_whose_true_row_differs_in_one_mark() -> None:
    game = fibble_of()
    history = game.parse_history("ace:--g")
    assert game.consistent(history) == [
        secret for secret in game.secrets if "--g" in admitted(game, "ace", str(secret))
    ]
    left = kind_of(game).left([(game.guesses.index("ace"), history[0][1])])
    assert left is not None
    assert [game.secrets[secret] for secret in left.candidates] == game.consistent(history)
    assert set(left.labels) == {0}


def test_a_word_may_be_guessed_again_and_gets_a_row_of_its_own() -> None:
    game = fibble_of()
    once, twice = (game.consistent(game.parse_history(text)) for text in ("ace:--g", "ace:--g ace:-yg"))
    assert set(twice) < set(once)


def test_cells_overlap_and_the_right_guess_stands_alone_in_its_cell() -> None:
    game = fibble_of()
    cells = cells_at(game, kind_of(game).begin(), game.guesses.index("bad"))
    assert sum(len(cell) for cell in cells.values()) == 6 * (len(game.secrets) - 1) + 1
    assert cells[game.response_count - 1].candidates == (game.secrets.index("bad"),)


@pytest.mark.parametrize("goal", ["ask", "identify"])
def test_bulk_forms_say_what_the_rules_say(goal: str) -> None:
    game = fibble_of(WORDS, "dad deb eve", goal=goal)
    shown = game.shown_rows()
    assert shown is not None
    assert shown.shape == (game.response_count, 6)
    many = game.bulk()
    assert many is not None
    everyone = np.arange(len(game.secrets))
    for guess in range(game.question_count):
        word = game.guesses[guess]
        truths = [game.respond(word, secret) for secret in game.secrets]
        assert game.row(guess).tolist() == many.respond(guess, everyone).tolist() == truths
        assert game.rows_of([1, 4])(np.array([guess]))[0].tolist() == [truths[1], truths[4]]
        for secret, truth in zip(game.secrets, truths, strict=True):
            assert sorted(set(shown[truth].tolist())) == list(game.admitted(word, secret))


def test_only_fibble_has_rows_of_falsehoods() -> None:
    assert make_game("words").shown_rows() is None
    assert make_game("mastermind(2,3,lies=1)").shown_rows() is None


def test_long_words_have_rows_of_two_bytes() -> None:
    game = fibble_of("abcdefghij abcdefghia jihgfedcba")
    shown = game.shown_rows()
    assert shown is not None
    assert (game.response_count, shown.shape, shown.dtype) == (3**10 + 1, (3**10 + 1, 20), np.uint16)
    assert game.row(0).tolist() == [game.respond(game.guesses[0], secret) for secret in game.secrets]


def test_it_is_enough_to_know_the_word() -> None:
    game = fibble_of(goal="identify")
    announcement = game.guesses[game.announcement(2)]
    assert admitted(game, announcement, str(game.secrets[2])) == ["known"]
    assert admitted(game, "ace", "ace") == ["ggg"]
    assert not game.solved(game.parse_response("ggg"))


def test_the_string_names_it() -> None:
    game = make_game("fibble")
    assert game.spec == make_game(game.spec).spec == "words(length=5,fibble=true)"
    assert (game.fibs, game.doubtful, game.lies, game.honest) == (True, True, 0, None)
    assert make_game("wordle(fibble=true)").spec == game.spec
    assert (called(game), called(make_game("words"))) == ("Fibble", "Wordle")
    assert make_game("words(fibble=false)").spec == "words" == make_game("words").spec


def test_it_is_restored_from_its_payload_and_from_a_copy() -> None:
    game = fibble_of()
    for copy in (restored(Words, game.values, game.payload(), None), pickle.loads(pickle.dumps(game))):
        assert (copy.spec, copy.digest(), copy.fibs) == (game.spec, game.digest(), True)
        assert admitted(copy, "ace", "ape") == admitted(game, "ace", "ape")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("words(fibble=true,feedback=jotto)", "words: fibble=true needs feedback=wordle, got feedback=jotto"),
        (
            "words(fibble=true,hard=true)",
            "words: fibble=true cannot stand beside hard=true: what a row revealed may be",
        ),
        ("words(fibble=true,turns=9)", "words: fibble=true cannot stand beside turns: expected the strategy optimal"),
        ("fibble(lies=1)", "words: lies=1 cannot stand beside fibble=true, whose rows hold a falsehood each"),
        ("fibble(honest=yes)", "words: honest=yes says how answers may be false: expected lies=1 or more"),
    ],
)
def test_what_it_cannot_stand_beside_is_refused_in_one_line(text: str, message: str) -> None:
    refuses(make_game, text, told=message)


def test_chances_are_refused(written: Callable[..., str]) -> None:
    path = written("about,2\n*,1\n", "chances.csv")
    with refused("words: fibble=true cannot stand beside chances: an average needs a chance of"):
        make_game(f"fibble(chances={path})")


def test_a_game_is_told_by_the_marks_that_were_shown() -> None:
    game = fibble_of("abbey abbot", "abbes")
    history = game.parse_history("abbes:ggggg~ abbot:gggy- abbey:ggggg")
    assert share_text(game, history, "solved") == "Fibble: solved in 3 guesses\n🟩🟩🟩🟩🟩\n🟩🟩🟩🟨⬛\n🟩🟩🟩🟩🟩"
    assert share_text(game, history, "solved", plain=True).splitlines()[1:] == ["ggggg~", "gggy-", "ggggg"]
    assert game.format_history(history) == "abbes:ggggg~ abbot:gggy- abbey:ggggg"
