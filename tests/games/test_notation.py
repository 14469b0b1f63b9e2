"""Responses as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses

from strategist import make_game
from strategist.common.errors import ResponseError, StrategistError
from strategist.games.pegs.notation import Notation

pytestmark = pytest.mark.early

PEGS, COWS, LETTERS = Notation("b", "w"), Notation("b", "c"), Notation("a", "b")
ALL = pytest.mark.parametrize("notation", [PEGS, COWS, LETTERS], ids=["pegs", "cows", "ab"])


TWO_AND_ONE = (
    # With an a present, b is a cow.
    *("aab", "2a1b", "aba", "1b2a", "2A1B"),
    # With a w or c present, b is a black or bull.
    *("2b1w", "bbw", "wbb", "2b1c", "1c 2b", "2b, 1w", "2 bulls 1 cow", "2 blacks, 1 white"),
    # A whole word means the same in every game, and its number may stand behind it.
    *("Bulls: 2, Cows: 1", "Black: 2, White: 1", "cows: 1, bulls: 2", "bulls=2 cows=1", "Bulls 2, Cows 1"),
    *("bulls:2cows:1", "2 bulls and 1 cow", "2bulls,1cow", "bull bull cow"),
    # A letter in front of its number needs a sign between them.
    *("b: 2, w: 1", "C=1 B=2", "A: 2, B: 1"),
    # Two numbers are blacks and whites.
    *("2 1", "2,1", "  2 ,  1 "),
)
OTHERS = [
    ("a", 1, 0),
    ("0a", 0, 0),
    ("www", 0, 3),
    ("c", 0, 1),
    ("1 bull", 1, 0),
    ("Blacks: 0", 0, 0),
    ("Cows: 3", 0, 3),
]
"""A lone number tells no whites."""


@ALL
@pytest.mark.parametrize(
    ("text", "blacks", "whites"), [*((text, 2, 1) for text in TWO_AND_ONE), *OTHERS, ("10 2", 10, 2), ("2", 2, None)]
)
def test_all_games_read(notation: Notation, text: str, blacks: int, whites: int | None) -> None:
    assert notation.read(text) == (blacks, whites)


@pytest.mark.parametrize("text", ["bb", "2b", "2 b", "0a2b"])
def test_b_alone_is_right_except_in_ab_notation(text: str) -> None:
    assert LETTERS.read(text) == (0, 2)
    if "a" not in text:
        assert PEGS.read(text) == COWS.read(text) == (2, 0)


NO_RESPONSES = (
    *(
        "",
        " ",
        "x",
        "2x1w",
        "1b1b",
        "b1b",
        "2a1w",
        "1w1c",
        "abc",
        "-1 2",
        "1.5 2",
        "1 2 3",
        "2b1",
        "1234",
        "½ 1",
        "1b1w!",
    ),
    # Whose number is it?
    *("bulls 2 cows", "1 bull cow", "1 bulls cows 2", "b 1 w 2", "b1w2", "bulls: 1, 2 cows"),
    # Twice, or in several notations.
    *("bulls: 1, bulls: 1", "1 bull 1 b", "bulls: 1, a: 2", "whites: 1, cows: 1"),
    # Half a word, half a sign.
    *("bul: 1", "bullscows", "bulls: 1, cows:", "bulls:: 1", "and 1 bull", "bulls: 1,, cows: 1"),
)


@ALL
@pytest.mark.parametrize("text", NO_RESPONSES)
def test_the_rest_is_refused_with_an_example(notation: Notation, text: str) -> None:
    refuses(notation.read, text, told="response", error=ResponseError)


@ALL
@given(blacks=st.integers(0, 20), whites=st.none() | st.integers(0, 20))
def test_the_canonical_form_is_read_back(notation: Notation, blacks: int, whites: int | None) -> None:
    text = notation.write(blacks, whites)
    assert notation.read(text) == (blacks, whites)
    assert not set(text) & set(" :")


@st.composite
def spellings(draw: st.DrawFn, blacks: int, whites: int) -> str:
    """A response in whole words, as people write it."""
    right, misplaced = draw(st.sampled_from([("bull", "cow"), ("black", "white")]))
    parts = [(right, blacks), (misplaced, whites)]
    if draw(st.booleans()):
        parts.reverse()
    ends = [draw(st.sampled_from(["", "s"])) for _ in parts]
    form = draw(st.sampled_from(["{n} {word}", "{n}{word}", "{word}: {n}", "{word}:{n}", "{word}={n}", "{word} {n}"]))
    joint = draw(st.sampled_from([" ", ", ", ",", " and ", "  "]))
    text = joint.join(form.format(word=word + end, n=n) for (word, n), end in zip(parts, ends, strict=True))
    return draw(st.sampled_from([text, text.upper(), text.title(), f"  {text} "]))


@ALL
@given(data=st.data(), blacks=st.integers(0, 20), whites=st.integers(0, 20))
def test_whole_words_are_read_in_every_form(notation: Notation, data: st.DataObject, blacks: int, whites: int) -> None:
    assert notation.read(data.draw(spellings(blacks, whites))) == (blacks, whites)


TOKENS = st.lists(st.sampled_from(["bulls", "cow", "black", "whites", "and", *"12:=, bcw"])).map("".join)


@ALL
@given(text=st.text() | st.text("abcw0123456789, :=") | TOKENS)
def test_any_text_is_a_response_or_an_error_of_ours(notation: Notation, text: str) -> None:
    try:
        blacks, whites = notation.read(text)
    except StrategistError:
        return
    assert blacks >= 0
    assert whites is None or whites >= 0


@pytest.mark.parametrize(
    ("game", "text", "canonical"),
    [
        ("mastermind", "aab", "2b1w"),
        ("mastermind", "bbw", "2b1w"),
        ("mastermind", "bb", "2b0w"),
        ("bulls-and-cows", "aab", "2b1c"),
        ("bulls-and-cows", "bb", "2b0c"),
        ("ab", "2 1", "2a1b"),
        ("ab", "bb", "0a2b"),
        ("ab", "2b1c", "2a1b"),
        ("ab", "2 bulls", "2a0b"),
        ("ab", "Bulls: 2, Cows: 1", "2a1b"),
        ("mastermind(feedback=black)", "Black: 2", "2"),
        ("words(feedback=mastermind)", "Black: 2, White: 1", "2b1w"),
        ("mastermind(feedback=black)", "2", "2"),
        ("mastermind(feedback=black)", "bb", "2"),
        ("mastermind(feedback=black)", "2b0w", "2"),
    ],
)
def test_games_print_one_form(game: str, text: str, canonical: str) -> None:
    rules = make_game(game)
    assert rules.format_response(rules.parse_response(text)) == canonical


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("mastermind", "3b1w", "cannot be: expected one of 0b0w, 0b1w, 1b0w, 0b2w"),
        ("mastermind", "5b0w", "cannot be"),
        ("mastermind", "2b3w", "cannot be"),
        ("mastermind", "2", "expected a response such as 1b2w or two numbers"),
        ("ab", "2", "such as 1a2b"),
        ("mastermind(feedback=black)", "1b1w", "whites are not told in this game"),
        ("mastermind(feedback=black)", "5", "cannot be: expected one of 0, 1, 2, 3, 4"),
    ],
)
def test_games_refuse_what_cannot_be_answered(game: str, text: str, message: str) -> None:
    refuses(make_game(game).parse_response, text, told=message, error=ResponseError)
