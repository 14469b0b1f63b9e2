"""Playing a compiled tree."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from refusals import refused, refuses
from toys import Echo, Erratic

from strategist import CompiledStrategy, compile_strategy, make_game, open_strategy, write_strategy
from strategist.common.errors import ResponseError, StrategyFileError
from strategist.files.player import Play
from strategist.files.strategy import StrategyData
from strategist.model.game import Code, Game
from strategist.model.tree import Claims, DecisionTree

Compile = Callable[[str, str], StrategyData]


def follow(play: Play, secret: Code) -> list[tuple[Code, int]]:
    """Play to the end against one secret, with all checks on the way; returns the history."""
    game = play.game
    history: list[tuple[Code, int]] = []
    while (text := play.guess) is not None:
        consistent = game.consistent(tuple(history))
        assert play.candidates_left == [game.format_code(code) for code in consistent]
        guess = game.parse_code(text)
        possible = {game.format_response(game.respond(guess, code)) for code in consistent}
        assert set(play.responses) == possible
        response = game.respond(guess, secret)
        play.respond(game.format_response(response))
        history.append((guess, response))
        assert play.history == [(game.format_code(code), game.format_response(answer)) for code, answer in history]
    assert play.solved != play.given_up
    return history


def assert_keeps_its_claims(data: StrategyData) -> None:
    """Every secret is found at the guess at which the histogram counts it, or lost as the claims say."""
    solved_at: list[int] = []
    lost = 0
    for secret in data.game.secrets:
        play = CompiledStrategy(data).start()
        guesses = follow(play, secret)
        if play.solved:
            solved_at.append(len(guesses))
            assert play.secret == data.game.format_secret(secret)
            assert play.candidates_left == [play.secret]
        else:
            lost += 1
            assert play.secret is None
            assert data.game.format_secret(secret) in play.candidates_left
    histogram = [solved_at.count(number) for number in range(1, max(solved_at, default=0) + 1)]
    assert Claims.of(histogram, lost) == data.claims


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("mastermind(3,4)", "minimax"),
        ("mastermind(3,4)", "random(seed=2)"),
        ("bulls-and-cows(3,6)", "entropy(guesses=candidates)"),
        ("mastermind(3,4,feedback=black)", "most-parts"),
        ("mastermind(3,4,turns=3)", "first"),
        ("mastermind(3,4,turns=1)", "expected-size"),
        ("ab(2,5)", "optimal(total)"),
    ],
)
def test_every_secret_is_found_when_the_file_says_so(compiled: Compile, game: str, strategy: str) -> None:
    assert_keeps_its_claims(compiled(game, strategy))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("patience", [0, 2, 4])
def test_a_strategy_may_give_up(seed: int, patience: int) -> None:
    game = make_game("mastermind(2,4)")
    assert_keeps_its_claims(compile_strategy(game, Erratic(game, {"seed": seed, "patience": patience})).data)


def test_whatever_holds_a_strategy_is_played(tmp_path: Path) -> None:
    made = compile_strategy("mastermind(2,3)", "minimax")
    path = tmp_path / "small.msgpack"
    write_strategy(path, made.data)
    strategy = CompiledStrategy(made)
    for each in (made, strategy, open_strategy(made), open_strategy(made.data), open_strategy(strategy)):
        assert each.start().guess == open_strategy(path).start().guess == "11"
    with pytest.raises(TypeError, match="expected a compiled strategy or the path of a strategy file, got float"):
        open_strategy(1.5)  # type: ignore[arg-type]


def test_a_file_of_a_game_of_ones_own_opens_with_it(tmp_path: Path) -> None:
    game = Echo({"numbers": 5, "responses": 6})
    path = tmp_path / "echo.msgpack"
    write_strategy(path, compile_strategy(game, "first").data)
    with refused(r"unknown game 'echo'.*; open_strategy\(…, game=…\) takes a game of you", StrategyFileError):
        open_strategy(path)
    play = open_strategy(path, game=game).start()
    assert play.game is game
    while not play.solved:
        play.respond(game.respond(game.parse_code(play.guess or ""), game.secrets[-1]))
    assert play.secret == game.format_secret(game.secrets[-1])
    for other in (Echo({"numbers": 6, "responses": 6}), make_game("mastermind(2,3)")):
        with refused(r"header\.game: expected '.*', got 'echo", StrategyFileError):
            open_strategy(path, game=other)


def test_an_answer_that_the_question_never_has_lists_those_that_it_has(tmp_path: Path) -> None:
    table = tmp_path / "animals.csv"
    table.write_text(",cat,dog,hen\nbarks?,no,yes,no\nlegs,4,4,2\n")
    game = make_game(f"table(file={table},goal=identify)")
    play = compile_strategy(game, "first").start()
    assert play.guess == "barks?"
    for text in ("4", "maybe"):
        with refused(rf"response '{text}' to barks\?: expected one of no, yes$", ResponseError):
            play.respond(text)
    for history in ("legs:yes", "legs:known"):
        refuses(game.parse_history, history, told="to legs: expected one of 4, 2", error=ResponseError)


def state(play: Play) -> tuple[object, ...]:
    return play.guess, play.history, play.solved, play.given_up, play.responses, play.candidates_left


@pytest.mark.parametrize("response", ["0b0w", "3b", 0, -1, 13 + 1, 10**30, False])
def test_an_impossible_response_names_the_possible_ones_and_changes_nothing(
    compiled: Compile, response: str | int
) -> None:
    play = CompiledStrategy(compiled("mastermind(4,6)", "minimax")).start()
    play.respond("0b4w")
    before = state(play)
    with refused(f"response {response} to 2211 contradicts the history: possible .* 4b0w$", ResponseError):
        play.respond(response)
    assert state(play) == before
    play.respond("4b0w")
    assert play.secret == "2211"


@pytest.mark.parametrize("response", ["", "3b1w", "5 0", "hello", "1"])
def test_what_is_no_response_changes_nothing(compiled: Compile, response: str) -> None:
    play = CompiledStrategy(compiled("mastermind(4,6)", "minimax")).start()
    before = state(play)
    with pytest.raises(ResponseError):
        play.respond(response)
    assert state(play) == before


def test_responses_are_read_as_people_write_them(compiled: Compile) -> None:
    guesses = []
    for response in ("1b1w", "bw", "1 1", "1,1", "1a1b", 4):
        play = CompiledStrategy(compiled("mastermind(4,6)", "minimax")).start()
        play.respond(response)
        guesses.append((play.guess, play.history))
    assert guesses == [("1134", [("1122", "1b1w")])] * 6


def test_nothing_is_expected_after_the_end(compiled: Compile) -> None:
    play = CompiledStrategy(compiled("mastermind(4,6)", "minimax")).start()
    for response in ("0 0", "0b3w", "2b2w", "4b"):
        play.respond(response)
    assert play.solved
    assert play.guess is None
    assert play.responses == []
    assert play.secret == "4563"
    refuses(play.respond, "4b", told="the secret is found", error=ResponseError)


def test_nothing_is_expected_after_giving_up(compiled: Compile) -> None:
    play = CompiledStrategy(compiled("mastermind(3,4,turns=1)", "first")).start()
    play.respond("0b0w")
    assert play.given_up
    assert not play.solved
    assert play.guess is None
    assert play.responses == []
    assert len(play.candidates_left) == 27
    refuses(play.respond, "0b0w", told="the strategy has given up", error=ResponseError)


def test_plays_do_not_disturb_each_other(compiled: Compile) -> None:
    strategy = CompiledStrategy(compiled("mastermind(4,6)", "minimax"))
    one, other = strategy.start(), strategy.start()
    one.respond("0b0w")
    assert (other.guess, other.history) == ("1122", [])
    assert len(one.candidates_left) == 256
    assert len(other.candidates_left) == 1296


def position_data(game: Game) -> StrategyData:
    """A tree that begins after 12 was answered by 1b0w: 11 or 22."""
    tree = DecisionTree([0, 3], [0b10001, 0b10000], 5)
    return StrategyData(game, "some", tree, Claims.of([1, 1], 0), start=game.parse_history("12:1b0w"))


def test_the_history_includes_what_came_before_the_start() -> None:
    play = CompiledStrategy(position_data(make_game("mastermind(2,2)"))).start()
    assert play.history == [("12", "1b0w")]
    assert play.candidates_left == ["11", "22"]
    play.respond("0b0w")
    assert play.history == [("12", "1b0w"), ("11", "0b0w")]
    assert (play.guess, play.candidates_left) == ("22", ["22"])


def test_a_position_is_kept_in_a_file(tmp_path: Path) -> None:
    write_strategy(tmp_path / "position", position_data(make_game("mastermind(2,2)")))
    assert open_strategy(tmp_path / "position").start().history == [("12", "1b0w")]


def test_a_file_is_opened_and_played(compiled: Compile, tmp_path: Path) -> None:
    write_strategy(tmp_path / "tree", compiled("mastermind(3,4)", "entropy"))
    strategy = open_strategy(tmp_path / "tree")
    assert repr(strategy) == "<CompiledStrategy entropy of mastermind(pegs=3,colors=4)>"
    play = strategy.start()
    follow(play, strategy.game.parse_code("412"))
    assert play.secret == "412"


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(StrategyFileError):
        open_strategy(tmp_path / "missing")


def test_playing_imports_nothing_heavy(compiled: Compile, tmp_path: Path) -> None:
    write_strategy(tmp_path / "tree", compiled("mastermind(3,4)", "entropy"))
    program = """
import sys
from strategist import open_strategy
play = open_strategy(sys.argv[1]).start()
while not play.solved:
    play.respond(play.game.respond(play.game.parse_code(play.guess), (3, 0, 1)))
print(play.secret, *({"numpy", "numba", "networkx", "click", "rich", "tqdm"} & set(sys.modules)))
"""
    command = [sys.executable, "-c", program, str(tmp_path / "tree")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "412\n"
