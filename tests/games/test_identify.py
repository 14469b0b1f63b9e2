"""Codes and words that need only be known: the rules, what is typed and printed, files, and what is refused."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from preloaded import command
from refusals import refused, refuses

from strategist import CompiledStrategy, compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common.errors import CodeError, ResponseError, StrategyFileError, TooLargeError
from strategist.files.envelope import game_of, identity
from strategist.files.strategy import StrategyData, decode, encode
from strategist.games.every_game.announcements import Announcement
from strategist.model.game import Game
from strategist.model.tree import Claims, DecisionTree

Compile = Callable[[str, str], StrategyData]

GAMES = [
    "mastermind(2,3",
    "mastermind(3,4,feedback=black",
    "mastermind(2,40",
    "bulls-and-cows(3,5,leading_zero=false",
    "ab(2,4",
    "grand-mastermind(2,2,2",
    "words(hard=true",
    "words(feedback=mastermind",
    "words(feedback=jotto",
]


def both(text: str) -> tuple[Game, Game]:
    """A game in which the secret must be guessed, and the same where it is enough to know it."""
    return make_game(f"{text})"), make_game(f"{text},goal=identify)")


@pytest.mark.parametrize("text", GAMES)
def test_all_right_is_an_answer_like_any_other(text: str) -> None:
    asked, known = both(text)
    assert known.spec == f"{asked.spec[:-1]},goal=identify)" and make_game(known.spec).spec == known.spec
    assert make_game(f"{text},goal=ask)").spec == asked.spec
    assert known.response_count == asked.response_count + 1
    assert list(known.secrets) == list(asked.secrets)
    assert list(known.guesses[: known.question_count]) == list(asked.guesses)
    count = len(known.secrets)
    for secret in [known.secrets[0], known.secrets[count // 2], known.secrets[-1]]:
        assert [known.respond(guess, secret) for guess in asked.guesses] == [
            asked.respond(guess, secret) for guess in asked.guesses
        ]
        right = known.respond(secret, secret)
        assert not known.solved(right) and asked.solved(right) and known.is_right(secret, right)
        assert known.format_response(right) == asked.format_response(right)
    assert known.format_response(known.response_count - 1) == "known"
    assert known.parse_response(" Known ") == known.response_count - 1
    with pytest.raises(ResponseError):
        asked.parse_response("known")


@pytest.mark.parametrize("text", GAMES)
def test_announcements_stand_behind_the_questions(text: str) -> None:
    _, known = both(text)
    assert known.announces and known.secrets_are_questions and known.move_noun == "guess"
    assert len(known.guesses) == known.question_count + len(known.secrets) == len(list(known.guesses))
    assert known.guesses[-1] == list(known.guesses)[-1] == Announcement(known.secrets[-1])
    for place in (0, len(known.secrets) // 2, len(known.secrets) - 1):
        secret, guess = known.secrets[place], known.guesses[known.announcement(place)]
        assert known.named(guess) == secret == known.named(secret)
        assert known.is_announcement(guess) and not known.is_announcement(secret)
        assert guess in known.guesses and known.guesses.index(guess) == known.announcement(place)
        assert known.pieces(guess) == known.pieces(secret)
        name = known.format_secret(secret)
        assert known.format_code(guess) == f"={name}" and known.format_secret(guess) == name
        for written in (f"={name}", f" = {name.upper()} ", f"known: {name}", f"known:{name}", f"KNOWN {name}"):
            assert known.parse_code(written) == guess
            assert known.parse_secret(written) == known.parse_secret(name) == secret
        assert known.solved(known.respond(guess, secret))
        assert not known.solved(known.respond(guess, known.secrets[place - 1]))


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("mastermind(4,6,goal=identify)", "=1127", "expected symbols 123456, got '7'"),
        ("mastermind(4,6,goal=identify)", "=", "expected symbols 123456, got '='"),
        ("mastermind(4,6,goal=identify)", "known 112", "expected 4 symbols, got 3"),
        ("mastermind(4,6)", "=1122", "expected symbols 123456, got '='"),
        ("mastermind(4,6,goal=identify)", "==1122", "'=1122' is no possible secret"),
        ("mastermind(4,6,goal=identify)", "=" * 100_000, "is no possible secret"),
        ("words(goal=identify)", "=zzzzz", "'zzzzz' is not in the list"),
    ],
)
def test_what_announces_nothing(game: str, text: str, message: str) -> None:
    refuses(make_game(game).parse_code, text, told=message, error=CodeError)


def test_a_code_may_look_like_the_word_for_an_announcement() -> None:
    words, letters = make_game("words(goal=identify)"), make_game("bulls-and-cows(4,26,alphabet=letters,goal=identify)")
    assert words.parse_code("known") == "known"
    assert words.parse_code("known known") == Announcement("known")
    assert letters.format_code(letters.parse_code("know")) == "KNOW"


def test_a_word_that_is_no_answer_cannot_be_announced(tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("ape bee")
    (tmp_path / "guesses").write_text("cat")
    game = make_game(f"words(answers={tmp_path}/answers,guesses={tmp_path}/guesses,goal=identify)")
    assert [game.format_code(code) for code in game.guesses] == ["ape", "bee", "cat", "=ape", "=bee"]
    refuses(game.parse_code, "=cat", told="'cat' is no possible secret", error=CodeError)


def test_what_is_refused() -> None:
    refuses(make_game, "mastermind(4,6,goal=know)", told="goal must be one of ask, identify, got 'know'")
    game = make_game("mastermind(4,6,goal=identify)")
    with refused("expected a question, got '=1122', which only names a secret", CodeError):
        game.parse_history("=1122:known")
    refuses(make_strategy, 'minimax(first="=1122")', game, told="expected a question, got '=1122'", error=CodeError)
    # Indices of codes and of announcements are 32-bit integers.
    assert len(make_game("mastermind(10,8)").guesses) == 2**30
    with refused("has 2147483648 guesses: expected at most 2147483647", TooLargeError):
        make_game("mastermind(10,8,goal=identify)")


@pytest.mark.parametrize("text", ["mastermind(3,4", "bulls-and-cows(3,6", "words(hard=true"])
@pytest.mark.parametrize("strategy", ["first", "first(order=shuffle,seed=2)", "minimax(guesses=candidates)"])
def test_asking_candidates_alone_ends_one_guess_sooner(compiled: Compile, text: str, strategy: str) -> None:
    """The tree is the same, but that a secret which is the last candidate is not asked."""
    asked, known = (compiled(game.spec, strategy) for game in both(text))
    assert asked.claims.secrets == known.claims.secrets
    lines = {}
    for data in (asked, known):
        game, play = data.game, CompiledStrategy(data)
        assert isinstance(game, Game)
        lines[data] = []
        for secret in game.secrets[::7]:
            one = play.start()
            while (guess := one.guess) is not None:
                one.respond(game.format_response(game.respond(game.parse_code(guess), secret)))
            assert one.secret == game.format_secret(secret) and one.candidates_left == [one.secret]
            lines[data].append([guess for guess, _ in one.history])
    for longer, shorter in zip(lines[asked], lines[known], strict=True):
        assert longer == shorter if len(longer) == len(shorter) else longer[:-1] == shorter


def test_announcing_takes_no_turn(compiled: Compile) -> None:
    free = compiled("mastermind(3,4,goal=identify)", "entropy").claims
    for turns in range(1, free.depth + 2):
        data = compiled(f"mastermind(3,4,turns={turns},goal=identify)", "entropy")
        assert data.claims.histogram == free.histogram[:turns]
        assert data.claims.lost == sum(free.histogram[turns:])
        assert verify_strategy(data).verified


def test_a_tree_that_announces_too_soon_or_wrongly_does_not_verify() -> None:
    game = make_game("mastermind(1,3,goal=identify)")
    good = compile_strategy(game, make_strategy("optimal", game)).data
    assert (good.claims.histogram, good.claims.total) == ((1, 2), 5)
    at = [slot for slot, guess in enumerate(good.tree.guesses) if guess >= game.question_count]
    guesses = list(good.tree.guesses)
    guesses[at[0]], guesses[at[1]] = guesses[at[1]], guesses[at[0]]
    tree = DecisionTree(guesses, good.tree.masks, good.tree.response_count)
    problems = verify_strategy(StrategyData(game, "bad", tree, good.claims)).problems
    assert any("announced as" in problem for problem in problems)
    # A question never gets the solved response.
    claims = Claims.of([1, 1, 1], 0)
    asked = DecisionTree([0, 1, 2], [0b101, 0b101, 0b100], 3)
    with refused("slot 0: expected an announcement, got a question", StrategyFileError):
        decode(encode(StrategyData(game, "bad", asked, claims)))


@pytest.mark.parametrize("text", GAMES)
def test_files_tell_the_goals_apart(text: str) -> None:
    for game in both(text):
        header = identity(game) | ({"data": payload} if (payload := game.payload()) else {})
        assert game_of(header, 10**6).announces == game.announces


def test_commands(run: Callable[..., str]) -> None:
    game = "mastermind(3,4,goal=identify)"
    said = run("compile", game, "optimal(total,depth)", "-o", "known.msgpack", "--certificate", "known.certificate")
    assert "64 secrets: total 162, average 2.531, depth 3 (35 secrets)" in said
    assert run("check", "known.msgpack", "known.certificate").startswith("optimal in total: every strategy for ")
    assert "verified" in run("verify", "known.msgpack", "--max-depth", "3")
    run("verify", "known.msgpack", "--max-depth", "2", status=1)
    assert "known after 3 guesses: 341" in run("play", "known.msgpack", "--secret", "341")
    told = json.loads(run("advise", game, "minimax", "--given", "123:3b0w", "--json"))
    assert (told["candidates"], told["guess"], told["left"]) == (["123"], "=123", {"known": 1})
    said = run("advise", game, "minimax", "--given", "123:3b0w")
    assert "no guess is needed: the secret is 123" in said
    said = run("advise", game, "minimax", "--given", "123:0b2w")
    assert re.search(r"^next guess: (?!.*may be the secret)", said, re.MULTILINE)
    run("export", "known.msgpack", "--format", "csv", "-o", "known.csv")
    rows = Path("known.csv").read_text().splitlines()
    assert rows[0] == "secret,outcome,guesses,guess 1,guess 2,guess 3"
    assert all("=" not in row for row in rows)
    for form in ("html", "dot", "json", "svg", "png", "graphml"):
        run("export", "known.msgpack", "--format", form, "-o", f"out.{form}")
    run("export", "--format", "chart", "known.msgpack", "-o", "plot.svg")


@pytest.mark.parametrize(
    "arguments",
    [
        ("compile", "mastermind(4,6,goal=know)", "minimax"),
        ("advise", "mastermind(4,6,goal=identify)", "minimax", "--given", "=1122:known"),
        ("advise", "mastermind(4,6,goal=identify)", "minimax", "--given", "1122:known"),
        ("show", "mastermind(4,6,goal=identify)", "=1122"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...]) -> None:
    done = subprocess.run([*command(), *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert done.stderr.startswith("strategist: ")
