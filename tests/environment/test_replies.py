"""What is read as the guess, and what is not, however a model writes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategist import make_game
from strategist.common.errors import CodeError
from strategist.environment import TextEnvironment
from strategist.environment.replies import read_guess
from strategist.model.game import Game

WORDLE = make_game("wordle")
GAMES = (
    WORDLE,
    make_game("mastermind(4,6)"),
    make_game("mastermind(4,6,alphabet=letters)"),
    make_game("bulls-and-cows(4,10)"),
    make_game("mastermind(3,40)"),
    make_game("mastermind(3,4,goal=identify)"),
)

DRESSES = ("{}", " {} ", "**{}**", "`{}`", '"{}"', "“{}”", "({})", "{}.", "$ {} $", "__{}__", "\n{}\n")
MARKS = (
    "<guess>{}</guess>",
    "< Guess >{}</ guess >",
    "<answer>{}</answer>",
    "<final_answer>{}</final_answer>",
    "<action>{}</action>",
    "<move>{}</move>",
    "<word>{}</word>",
    "[guess]{}[/guess]",
    "[{}]",
    "\\boxed{{{}}}",
    "$\\boxed{{\\text{{{}}}}}$",
    "\\boxed{{\\mathrm{{\\textbf{{{}}}}}}}",
    "\\text{{{}}}",
    "\\[ {} \\]",
)
SURE = [mark for mark in MARKS if "guess" in mark or "answer" in mark or "box" in mark]
PHRASES = (
    "My guess is {} because 3 is not there",
    "my guess is: {}, which keeps most open",
    "My next guess is {} since 3 is not there.",
    "I guess {} as no other fits. Wait for the answer",
    "I'll guess {}",
    "Guess: {}",
    "**Guess:** {}\n",
    '{{"guess": "{}"}}',
    "Final guess is still {}",
    "**{}**",
    "So I say:\n{}\n(to see more)",
    "After some thought: {}",
)
BEFORE = ("", "Let me see. ", "<think>[12] or <guess>x</guess></think>\n", "So:\n\n")


def reads(game: Game, reply: str) -> str | None:
    """The guess in a reply, as the game writes it; None for an error, which is one line."""
    try:
        return game.format_code(game.guesses[read_guess(game, reply)])
    except CodeError as error:
        assert "\n" not in str(error)
        return None


@st.composite
def told(draw: st.DrawFn, count: int = 1) -> tuple[Game, list[str]]:
    """A game, and some different guesses of it."""
    game = draw(st.sampled_from(GAMES))
    places = draw(st.lists(st.integers(0, game.question_count - 1), min_size=count, max_size=count, unique=True))
    return game, [game.format_code(game.guesses[place]) for place in places]


def cased(draw: st.DrawFn, guess: str) -> str:
    return draw(st.sampled_from((guess, guess.upper(), guess.lower())))


@given(told(), st.data())
def test_a_marked_guess_is_read_whatever_adorns_it(told: tuple[Game, list[str]], data: st.DataObject) -> None:
    game, (guess,) = told
    text = cased(data.draw, guess)
    for form in data.draw(st.lists(st.sampled_from((*DRESSES, *MARKS)), max_size=2)):
        text = form.format(text)
    reply = data.draw(st.sampled_from(BEFORE)) + data.draw(st.sampled_from(MARKS)).format(text)
    assert reads(game, reply) == guess


@given(told(), st.sampled_from([mark for mark in MARKS[:12] if "[/" not in mark]), st.data())
def test_a_reply_that_is_cut_behind_the_guess_is_read(
    told: tuple[Game, list[str]], mark: str, data: st.DataObject
) -> None:
    game, (guess,) = told
    begin, end = mark.format("\n").split("\n")
    assert reads(game, f"I choose {begin}{guess}{end[: data.draw(st.integers(0, len(end)))]}") == guess


@given(told(), st.sampled_from(PHRASES), st.sampled_from(DRESSES[:6]), st.data())
def test_a_phrase_names_a_guess(told: tuple[Game, list[str]], phrase: str, dress: str, data: st.DataObject) -> None:
    game, (guess,) = told
    assert reads(game, phrase.format(dress.format(cased(data.draw, guess)))) == guess


@given(told(2), st.sampled_from((" or ", " and ", ", or ", " / ", " vs ", " or maybe ")), st.sampled_from(SURE))
def test_of_two_guesses_in_one_mark_none_is_read(told: tuple[Game, list[str]], between: str, mark: str) -> None:
    game, guesses = told
    for text in (between.join(guesses), between.join(map(str.upper, guesses)), "\n".join(guesses)):
        assert reads(game, mark.format(text)) is None
    for text in (between.join(guesses), between.join(map(str.upper, guesses))):
        assert reads(game, f"My guess is {text}") is None


@given(told(2), st.sampled_from(MARKS[:8]), st.sampled_from(("", "no: ")))
def test_of_several_marks_of_one_form_the_last_counts(told: tuple[Game, list[str]], mark: str, between: str) -> None:
    game, (first, second) = told
    assert reads(game, f"{mark.format(first)} {between}{mark.format(second)}") == second


@given(told(2))
def test_the_tag_that_was_asked_for_counts_before_all_others(told: tuple[Game, list[str]]) -> None:
    game, (guess, other) = told
    for more in ("<answer>{}</answer>", "[{}]", "\\boxed{{{}}}", "Guess: {}", "My guess is {}", "**{}**", "{}"):
        assert reads(game, f"<guess>{guess}</guess> {more.format(other)}") == guess
        assert reads(game, f"{more.format(other)} <guess>{guess}") == guess


@pytest.mark.parametrize(
    "reply",
    [
        "My guess is based on the letters that are left",
        "My guess is CRANES because it tests many",
        "my guess is crane or slate",
        "My guess is CRANE/SLATE",
        "If my guess is wrong, then slate",
        "<guess>CRANES</guess> crane",
        "<answer>CRANES</answer> because crane was wrong",
        "[cranes] since crane was wrong",
        "\\boxed{\\text{cranes}} crane",
        "<guess>cranes",
    ],
)
def test_no_guess_is_read_from_a_sentence_by_luck(reply: str) -> None:
    assert reads(WORDLE, reply) is None


@pytest.mark.parametrize(
    ("reply", "guess"),
    [
        ("My previous guess is out. I try crane", "crane"),
        ("I guess about two of them fit. So: crane", "crane"),
        ("In <guess> tags, as you wish, I would say crane", "crane"),
        ("<response>All right!</response> Guess: crane", "crane"),
        ("crane</guess>", "crane"),
        ("<guess>crane<guess>", "crane"),
        ("<guess>crane (5 letters)</guess>", "crane"),
        ("<answer>\nThe word is: crane\n</answer>", "crane"),
        ("I think **CRANE** is a great start", "crane"),
        ("CRANE\n\nThis tests three vowels.", "crane"),
        ("My guess is CRANE, not SLATE", "crane"),
    ],
)
def test_what_models_write_of_words(reply: str, guess: str) -> None:
    assert reads(WORDLE, reply) == guess


def test_such_replies_cost_no_turn() -> None:
    environment = TextEnvironment("words", turns=6)
    environment.begin(secret="apple")
    replies = ["<answer>crane</answer>", "<guess>[bread]</guess>", "<guess>alert", "My guess is ABOUT because of the A"]
    for reply in replies:
        assert environment.reply(reply).step is not None
    assert environment.reply("\\boxed{\\text{apple}}").text == "apple: ggggg. Solved in 5 guesses."
