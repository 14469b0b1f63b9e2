"""Grand Mastermind: its rule against a slow specification, what it reads and prints, and its trees."""

from __future__ import annotations

import itertools
import random

import hypothesis.strategies as st
import pytest
from hypothesis import given
from refusals import refuses

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common import errors
from strategist.files.strategy import decode, encode


def answer(game_text: str, guess: str, secret: str) -> str:
    game = make_game(game_text)
    text: str = game.format_response(game.respond(game.parse_code(guess), game.parse_code(secret)))
    return text


@pytest.mark.parametrize(
    ("guess", "secret", "response"),
    [
        ("A1B2C3D4", "A1B2C3D4", "4b0w0h"),
        ("A1B2C3D4", "D4A1B2C3", "0b4w0h"),
        ("A1B2C3D4", "A2B3C4D5", "0b0w4h"),
        ("A1B2C3D4", "E1E2E3E4", "0b0w4h"),
        ("A1B2C3D4", "B5C1D2A3", "0b0w0h"),  # all colors and some shapes are there, but none in place
        ("A1A1A1A1", "A1A2B1B2", "1b0w2h"),
        ("A1B1C1D1", "A1C1B1E1", "1b2w1h"),
        ("A1A2C3D4", "A2B2E5E5", "0b1w0h"),  # beside the white no peg of the first two places is left
        ("A1A1B1E5", "B2A2A1D4", "0b1w1h"),  # the left A1 is the white, the right one a half
        ("B1A1A1E5", "A1A2B2D4", "0b1w0h"),  # the left A1 is the white, and its place has no half
        ("B2A2A1D4", "A1A1B1E5", "0b1w1h"),
        ("A1A1B1B1", "A2A1A1A2", "1b1w0h"),  # A1 over A2 would be a half, were that A1 not the white
        ("A1A2B1B2", "A1A1A2A2", "1b1w1h"),
        ("A1A1A1B2", "A1B2B2A1", "1b2w0h"),
    ],
)
def test_examples_of_the_rule(guess: str, secret: str, response: str) -> None:
    assert answer("grand-mastermind(4,5,5)", guess, secret) == response


def specification(guess: str, secret: str) -> str:
    """The rule in three passes over written pegs, which cross off the pegs that are used up."""
    asked = [guess[at : at + 2] for at in range(0, len(guess), 2)]
    hidden = [secret[at : at + 2] for at in range(0, len(secret), 2)]
    counts = {"b": 0, "w": 0, "h": 0}
    for place in range(len(asked)):
        if asked[place] == hidden[place]:
            counts["b"] += 1
            asked[place] = hidden[place] = "  "
    for place, peg in enumerate(asked):
        if peg != "  " and peg in hidden:
            counts["w"] += 1
            hidden[hidden.index(peg)] = asked[place] = "  "
    for one, other in zip(asked, hidden, strict=True):
        counts["h"] += "  " not in (one, other) and (one[0] == other[0] or one[1] == other[1])
    return "".join(f"{count}{letter}" for letter, count in counts.items())


@pytest.mark.parametrize("text", ["grand-mastermind", "grand-mastermind(3,2,3)", "grand-mastermind(2,3,3)"])
def test_every_pair_follows_the_specification(text: str) -> None:
    game = make_game(text)
    texts = [game.format_code(code) for code in game.secrets]
    pairs = list(itertools.product(range(len(texts)), repeat=2))
    for one, other in random.Random(4).sample(pairs, min(len(pairs), 20_000)):
        response = game.respond(game.guesses[one], game.secrets[other])
        assert game.format_response(response) == specification(texts[one], texts[other])
        assert game.solved(response) == (one == other)


@given(data=st.data())
def test_random_pairs_follow_the_specification_and_are_symmetric(data: st.DataObject) -> None:
    game = make_game("grand-mastermind(6,3,3)")
    pegs = st.tuples(*[st.integers(0, 8)] * 6)
    guess, secret = data.draw(pegs), data.draw(pegs)
    told = game.format_response(game.respond(guess, secret))
    assert told == specification(game.format_code(guess), game.format_code(secret))
    assert game.respond(guess, secret) == game.respond(secret, guess)


def test_every_response_occurs_but_no_other() -> None:
    game = make_game("grand-mastermind(3,3,3)")
    code = game.parse_code
    met = {game.respond(code(guess), secret) for guess in ("A1B2C3", "A1A1B2", "A1A1A1") for secret in game.secrets}
    assert met == set(range(game.response_count))


def test_codes_and_responses_round_trip() -> None:
    game = make_game("grand-mastermind(2,3,4)")
    assert [game.parse_code(game.format_code(code)) for code in game.secrets] == list(game.secrets)
    for response in range(game.response_count):
        text = game.format_response(response)
        numbers = [text[at] for at in (0, 2, 4)]
        for written in (text.upper(), " ".join(text), " ".join(numbers), ",".join(numbers)):
            assert game.parse_response(written) == response
    assert game.parse_code(" a1c4 ") == game.parse_code("A1C4")
    assert game.parse_response("bh") == game.parse_response("1h1b") == game.parse_response("1b0w1h")


@pytest.mark.parametrize("text", ["", "A1", "A1B2C1", "A1B", "A1Z1", "A1B9", "1A2B", "A1 B1", "A1B\u00b9"])
def test_other_texts_are_no_codes(text: str) -> None:
    refuses(make_game("grand-mastermind(2,3,4)").parse_code, text, told="expected", error=errors.CodeError)


@pytest.mark.parametrize("text", ["", "2", "1 1", "1b1b", "1x", "1b 1", "1b1w0h", "0b1w1h", "3b", "0 3 0", "b w x"])
def test_other_texts_are_no_responses(text: str) -> None:
    refuses(make_game("grand-mastermind(2,3,4)").parse_response, text, told="expected", error=errors.ResponseError)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("grand-mastermind(4,27,2)", "colors must be a whole number of at least 1 and at most 26"),
        ("grand-mastermind(4,2,10)", "shapes must be a whole number of at least 1 and at most 9"),
        ("grand-mastermind(0,2,2)", "pegs must be"),
        ("grand-mastermind(20,26,9)", "codes: expected at most"),
    ],
)
def test_sizes_out_of_range(text: str, message: str) -> None:
    refuses(make_game, text, told=message, error=errors.StrategistError)


def test_the_set_of_1974_has_its_codes() -> None:
    game = make_game("grand-mastermind(4,5,5)")
    assert (len(game.secrets), game.response_count) == (390_625, 31)


@pytest.mark.parametrize(
    ("text", "strategy", "total", "depth"),
    [
        ("grand-mastermind", "minimax", 816, 4),
        ("grand-mastermind(2,3,3)", "minimax", 285, 4),
        ("grand-mastermind(2,3,3)", "optimal(total)", 277, 5),
        ("grand-mastermind(2,3,3,turns=3)", "entropy", 110, 3),
    ],
)
def test_trees_verify(text: str, strategy: str, total: int, depth: int) -> None:
    game = make_game(text)
    data = decode(encode(compile_strategy(game, make_strategy(strategy, game)).data))
    assert verify_strategy(data).verified
    assert (data.claims.total, data.claims.depth) == (total, depth)
