"""Conversations with a model: prompts, what is read from replies, and what bad ones cost."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategist import make_game, table
from strategist.common.errors import CodeError
from strategist.environment import TextEnvironment
from strategist.environment.replies import read_guess
from strategist.environment.rules_in_words import rules_in_words

pytestmark = pytest.mark.early

MASTERMIND = make_game("mastermind(4,6)")
WORDLE = make_game("wordle")


@pytest.mark.parametrize(
    "reply",
    [
        "1122",
        " **1122** ",
        "<GUESS> 1 1 2 2 </GUESS>",
        "First 3456? No. <guess>3456</guess> is out, so <guess>1122</guess>",
        "$\\boxed{1,1,2,2}$",
        "my guess is: 1-1-2-2",
        "<think>maybe <guess>3456</guess></think>1122",
        "After 3456 was answered 0b2w, I try 1122.",
        "It is 1 1 2 2",
    ],
)
def test_ways_of_writing_a_guess(reply: str) -> None:
    assert read_guess(MASTERMIND, reply) == MASTERMIND.parse_question("1122")


@pytest.mark.parametrize("reply", ["[SALET]", "Guess: salet", "S A L E T", 'I say "salet"!', "\\boxed{\\text{salet}}"])
def test_ways_of_writing_a_word(reply: str) -> None:
    assert WORDLE.guesses[read_guess(WORDLE, reply)] == "salet"


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("", "expected a guess such as <guess>1111</guess>, got ''"),
        ("no idea", "expected a guess such as <guess>1111</guess>, got 'no idea'"),
        ("<guess>1177</guess>", "mastermind(pegs=4,colors=6): code '1177': expected symbols 123456, got '7'"),
        ("<guess>112</guess>", "mastermind(pegs=4,colors=6): code '112': expected 4 symbols, got 3"),
    ],
)
def test_replies_without_a_guess_say_why(reply: str, told: str) -> None:
    with pytest.raises(CodeError) as caught:
        read_guess(MASTERMIND, reply)
    assert str(caught.value) == told


@given(st.text(alphabet=string.printable + "<>{}[]\\", max_size=300))
def test_nonsense_is_a_guess_or_an_error_in_one_line(reply: str) -> None:
    try:
        assert 0 <= read_guess(MASTERMIND, reply) < MASTERMIND.question_count
    except CodeError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    "part",
    [
        "<guess>",
        "[",
        "[[a]",
        "\\boxed{",
        "\\text{",
        "a ",
        "<think>",
        "guess is ",
        "guess is a, ",
        "(",
        "**",
        "<   ",
        "guess ",
    ],
)
def test_long_nonsense_is_read_at_once(part: str) -> None:
    with pytest.raises(CodeError):
        read_guess(MASTERMIND, part * 200_000)


def test_a_bad_reply_costs_a_guess_unless_it_is_forgiven() -> None:
    strict = TextEnvironment("mastermind(2,3)", turns=2)
    strict.begin(secret="11")
    assert [strict.reply("?").reward, strict.reply("?").reward] == [-1.0, -2.0]
    assert strict.episode is not None and strict.episode.ending == "cut off"
    with pytest.raises(ValueError, match="the game is over: cut off"):
        strict.reply("11")
    mild = TextEnvironment("mastermind(2,3)", turns=2, forgive=1)
    mild.begin(secret="11")
    told = [mild.reply(text) for text in ("?", "?", "11")]
    assert [each.reward for each in told] == [0.0, -1.0, -1.0]
    assert mild.history.splitlines()[-1] == "11: 2b0w. Solved in 2 guesses."


def test_a_game_that_is_lost_tells_its_secret() -> None:
    environment = TextEnvironment("mastermind(2,3,turns=1)")
    environment.begin(secret="11")
    assert environment.reply("12").text == "12: 1b0w. Lost after 1 guess: the secret was 11."


@pytest.mark.parametrize(("spec", "guesses"), [("mastermind(4,6)", ["1122"]), ("mastermind(2,3,lies=1)", ["12", "12"])])
def test_equal_seeds_give_equal_games_and_lies(spec: str, guesses: list[str]) -> None:
    told = []
    for _ in range(2):
        text = TextEnvironment(spec, seed=4)
        rules = text.begin()
        assert ("One answer may be false, but a right guess is always admitted." in rules) == ("lies" in spec)
        told.append([text.reply(f"<guess>{guess}</guess>").text for guess in guesses])
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "spec",
    [
        "mastermind(1,2)",
        "mastermind(4,6,feedback=black)",
        "mastermind(3,4,goal=identify)",
        "ab",
        "grand-mastermind(2,3,3)",
        "wordle(hard=true)",
        "words(length=4,feedback=mastermind)",
        "words(length=4,feedback=jotto)",
    ],
)
def test_the_rules_of_every_game_are_told(spec: str) -> None:
    game = make_game(spec)
    lines = rules_in_words(game).splitlines()
    assert len(lines) >= 3 and all(line.endswith(".") for line in lines)
    assert game.format_code(game.guesses[0]) in "\n".join(lines)


def test_the_rules_of_a_table() -> None:
    pets = {"barks?": ["no", "yes", "no"], "flies?": ["no", "no", "yes"]}
    assert rules_in_words(table(pets, names=["cat", "dog", "parrot"])) == (
        "table: find out the secret by questions.\n"
        "The questions are: barks?, flies?. 3 secrets are possible.\n"
        "The secrets are: cat, dog, parrot.\n"
        "Answers are: no, yes.\n"
        "The game ends when you know the secret and announce it, such as =cat. A wrong announcement loses."
    )


def test_each_episode_may_have_a_seed_of_its_own() -> None:
    def secrets(environment: TextEnvironment, seed: int | None) -> list[str]:
        found = []
        for each in (seed, None):
            environment.begin(seed=each)
            assert environment.episode is not None
            found.append(environment.episode.hidden.tell())
        return found

    one = TextEnvironment("mastermind(4,6)", seed=1)
    assert secrets(one, 8) == secrets(TextEnvironment("mastermind(4,6)", seed=8), None) == secrets(one, 8)
    assert secrets(one, 8) != secrets(one, 9)
