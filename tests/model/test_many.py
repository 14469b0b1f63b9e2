"""Rules in bulk answer as ``respond`` does, and what is found by them is what is found code by code."""

from __future__ import annotations

import itertools
from array import array
from random import Random

import numpy as np
import pytest

from strategist import make_game
from strategist.checking.ground import table_by_rules
from strategist.games.pegs.pegs import Mastermind
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.bulk import SomeCodes, agreeing, bulk_rules, cells, false_together
from strategist.model.game import Bulk, Code, Game
from strategist.model.lies.accused import uncertain_answers

pytestmark = pytest.mark.early

GAMES = [
    "mastermind(3,4)",
    "mastermind(2,3,feedback=black)",
    "mastermind(3,4,goal=identify)",
    "bulls-and-cows(3,6)",
    "bulls-and-cows(3,5,leading_zero=false)",
    "ab(2,60)",
    "mastermind(1,200)",
    "mastermind(3,30)",
    "mastermind(2,90,feedback=black)",
    "mastermind(10,2)",
]
"""The last but two need several words a code."""


@pytest.fixture
def in_bulk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategist.common.lazy_numpy.MANY", 0)
    monkeypatch.setattr("strategist.model.bulk.BLOCK", 100)


def bulk_of(game: Game) -> Bulk:
    rules = game.bulk()
    assert rules is not None
    return rules


@pytest.mark.parametrize("text", GAMES)
def test_the_rule_is_the_same(text: str) -> None:
    game, drawn = make_game(text), Random(text)
    rules, count = bulk_of(game), len(game.secrets)
    for guess in drawn.sample(range(count), min(count, 12)):
        secrets = sorted(drawn.sample(range(count), min(count, 500)))
        expected = [game.respond(game.guesses[guess], game.secrets[secret]) for secret in secrets]
        assert rules.respond(guess, np.array(secrets)).tolist() == expected
        assert rules.respond(np.full(len(secrets), guess), np.array(secrets)).tolist() == expected


@pytest.mark.parametrize("text", ["mastermind(8,8)", "bulls-and-cows(6,10)", "mastermind(5,12)"])
def test_the_rule_is_the_same_in_large_games(text: str) -> None:
    game, drawn = make_game(text), np.random.default_rng(1)
    guesses, secrets = drawn.integers(0, len(game.secrets), size=(2, 2000))
    pairs = zip(guesses.tolist(), secrets.tolist(), strict=True)
    expected = [game.respond(game.guesses[guess], game.secrets[secret]) for guess, secret in pairs]
    assert bulk_of(game).respond(guesses, secrets).tolist() == expected


@pytest.mark.parametrize("feedback", ["wordle", "mastermind", "jotto"])
@pytest.mark.parametrize("letters", [1, 2, 5, 7])
def test_the_rule_is_the_same_for_words(feedback: str, letters: int) -> None:
    drawn = Random(f"{feedback} {letters}")
    words = sorted({"".join(drawn.choices("abc", k=letters)) for _ in range(150)})
    secrets = drawn.sample(words, max(1, len(words) // 2))
    game = Words({"feedback": feedback}, Lists(secrets, words))
    assert len(words) > 2
    pairs = list(itertools.product(range(game.question_count), range(len(game.secrets))))
    expected = [game.respond(game.guesses[guess], game.secrets[secret]) for guess, secret in pairs]
    guesses, hidden = np.array(pairs).T
    rules = bulk_of(game)
    assert rules.respond(guesses, hidden).tolist() == expected
    assert rules.respond(0, np.arange(len(game.secrets))).tolist() == expected[: len(game.secrets)]


def test_too_many_symbols_are_answered_one_by_one() -> None:
    assert make_game("mastermind(2,200)").bulk() is None


@pytest.mark.parametrize("text", ["mastermind(3,4)", "words", "bulls-and-cows(3,5,leading_zero=false)"])
def test_a_table_of_responses_is_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(text)
    places = range(1, len(game.secrets), 1 + len(game.secrets) // 20)
    plain = [[game.respond(guess, game.secrets[place]) for guess in game.guesses] for place in places]
    monkeypatch.setattr("strategist.common.lazy_numpy.MANY", 0)
    assert bulk_rules(game) is not None
    assert (table_by_rules(game, places) == plain).all()


class Mirrored(Mastermind):
    """A game with a rule of its own, and no bulk form of it."""

    def respond(self, guess: Code, secret: Code) -> int:
        return super().respond(guess, secret[::-1])


@pytest.mark.usefixtures("in_bulk")
def test_another_rule_is_not_answered_by_that_of_its_parent() -> None:
    sizes = {"pegs": 2, "colors": 3}
    assert bulk_rules(Mastermind(sizes)) is not None
    assert bulk_rules(Mirrored(sizes)) is None
    assert agreeing(Mirrored(sizes), ()) is None


def test_a_small_game_is_not_worth_it() -> None:
    assert bulk_rules(make_game("mastermind(4,6)")) is None


@pytest.mark.usefixtures("in_bulk")
@pytest.mark.parametrize("history", ["", "1122:1b1w", "1122:1b1w 3456:0b2w", "1111:4b0w 2222:4b0w"])
def test_the_candidates_are_the_same(history: str) -> None:
    game = make_game("mastermind(4,6)")
    moves = game.parse_history(history)
    found = agreeing(game, moves)
    assert found is not None
    assert [game.secrets[index] for index in found] == game.consistent(moves)
    assert agreeing(game, moves[1:], agreeing(game, moves[:1])) == found
    guess = game.parse_code("1234")
    sizes = cells(game, guess, found)
    assert sizes is not None
    assert sizes == {r: len(left) for r in range(14) if (left := game.consistent((*moves, (guess, r))))}


@pytest.mark.parametrize(
    "history", ["1111:2b0w 2222:2b0w 3333:1b0w", "1111:4b0w 2222:4b0w", "1122:4b0w", "1234:0b4w 1111:3b0w 2222:3b0w"]
)
def test_the_doubts_are_the_same(history: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(4,6)")
    moves = game.parse_history(history)
    plain = uncertain_answers(game, moves)
    monkeypatch.setattr("strategist.common.lazy_numpy.MANY", 0)
    monkeypatch.setattr("strategist.model.bulk.BLOCK", 100)
    assert false_together(game, moves) is not None
    assert uncertain_answers(game, moves) == plain


def test_some_codes_are_a_sequence() -> None:
    space = make_game("mastermind(2,3)").secrets
    some = SomeCodes(space, array("i", [1, 4, 5]))
    codes = [space[1], space[4], space[5]]
    assert (list(some), len(some), some[-1], list(some[1:])) == (codes, 3, codes[-1], codes[1:])
    assert [some.index(code) for code in codes] == [0, 1, 2]
    assert space[2] not in some and "no code" not in some
    assert some.index_bytes() == bytes([0, 1, 1, 1, 1, 2])
    with pytest.raises(ValueError, match="none of these codes"):
        some.index(space[0])
