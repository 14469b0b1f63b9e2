"""A tree may ask thousands of questions that tell nothing: the time to play it grows linearly with their number."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from strategist import make_game, make_strategy
from strategist.files.player import CompiledStrategy
from strategist.files.strategy import StrategyData, decode, encode
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.play.board import PlainBoard
from strategist.play.history import Record
from strategist.play.modes import answer
from strategist.play.modes.answer import Answering, play_against_secret
from strategist.play.prompt import Talk

LENGTH = 100
"""The shortest tree. One call more for each earlier question is seen where a question takes fewer than 1,300 calls."""
EXPLAINED = 50
"""The most guesses that are explained here, fewer than there are in any of these trees."""


def chain(length: int) -> CompiledStrategy:
    """A table of two secrets: ``length`` times a question that tells nothing, and then the guesses of both."""
    game = Table({"file": "made.csv"}, make_sheet([(1, ["", "a", "b"]), (2, ["q", "y", "y"]), (3, ["r", "n", "y"])]))
    question, solved = game.guesses.index(game.parse_code("q")), 1 << (game.response_count - 1)
    told, wrong = 1 << game.parse_response("y"), 1 << game.parse_response("no")
    tree = DecisionTree([question] * length + [0, 1], [told] * length + [wrong | solved, solved], game.response_count)
    return read_again(StrategyData(game, "made", tree, Claims.of_tree(tree, 2, False)))


def losing_chain(length: int, strategy: str = "made") -> CompiledStrategy:
    """A game of 36 secrets: ``length`` times a guess that excludes eleven of them, and then it gives up."""
    game = make_game("mastermind(2,6)")
    told = 1 << game.parse_response("0b0w")
    tree = DecisionTree([0] * length + [GIVE_UP], [told] * length + [0], game.response_count)
    return read_again(StrategyData(game, strategy, tree, Claims.of([], 36)))


def read_again(data: StrategyData) -> CompiledStrategy:
    """The data as read from a file: the reader can handle this number of levels."""
    return CompiledStrategy(decode(encode(data)))


def calls(play: Callable[[], object]) -> int:
    """The number of function calls, including those of Python's own functions."""
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        play()
    finally:
        sys.setprofile(before)
    return count


def answers(strategy: CompiledStrategy, lines: Iterator[str]) -> list[str]:
    """The output while a person answers with these lines."""
    said: list[str] = []
    talk = Talk(said.append, lambda prompt: next(lines), said.append)
    Answering(strategy, talk, PlainBoard()).play_to(None)
    return said


def watch_against_secret(length: int) -> list[str]:
    said: list[str] = []
    play_against_secret(chain(length), 1, said.append)
    assert said[-3:] == [
        f"guess {length + 1}: a → no   (1 candidate left)",
        f"guess {length + 2}: b → solved",
        f"solved in {length + 2} guesses: b",
    ]
    return said


def watch_until_lost(length: int) -> list[str]:
    said: list[str] = []
    play_against_secret(losing_chain(length), (1, 1), said.append)
    assert said[:2] == ["guess 1: 11 → 0b0w   (25 candidates left)", "guess 2: 11 → 0b0w   (25 candidates left)"]
    assert said[-1].startswith(f"lost after {length} guesses: the secret is one of 25 left: 22, 23,")
    return said


def watch_explained(length: int) -> list[str]:
    strategy, said = losing_chain(length, "state-machine"), list[str]()
    explain = make_strategy("state-machine", strategy.game).explain
    play_against_secret(strategy, (1, 1), said.append, explain)
    assert said[1].startswith("    GuessOne: ")
    assert said.count(f"    no more than {EXPLAINED} guesses are explained") == 1
    return said


def answer_as_a_person(length: int) -> list[str]:
    said = answers(chain(length), iter(["y"] * length + ["no", "solved"]))
    assert said[-1] == f"guess {length + 2}: b   (1 candidate left)"
    return said


def change_the_first_answer(length: int) -> list[str]:
    """All later answers still hold: every question has two answers, and the other one also leads to a chain."""
    game = Table({"file": "made.csv"}, make_sheet([(1, ["", "a", "b"]), (2, ["q", "y", "y"]), (3, ["r", "n", "y"])]))
    told, other, solved = (1 << game.parse_response(text) for text in ("y", "n", "solved"))
    # Both branches of the root continue in the same way, level by level.
    ends = [3, *[2] * (2 * length), 0, 1]
    tree = DecisionTree(ends, [told | other] + [told] * (2 * length) + [solved] * 2, game.response_count)
    strategy = read_again(StrategyData(game, "made", tree, Claims.of_tree(tree, 2, False)))
    said = answers(strategy, iter(["y"] * (length + 1) + ["change 1 n", "solved"]))
    assert f"answer 1 is now n; answers 2 to {length + 1} still hold" in said
    return said


@pytest.mark.parametrize(
    "play",
    [watch_against_secret, watch_until_lost, watch_explained, answer_as_a_person, change_the_first_answer],
    ids=lambda play: play.__name__,
)
def test_twice_as_many_questions_take_twice_as_long(
    play: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "_MOST_EXPLAINED", EXPLAINED)
    one, two, four = (calls(lambda: play(length)) for length in (LENGTH, 2 * LENGTH, 4 * LENGTH))  # noqa: B023
    assert four - two < 2.2 * (two - one)


def test_the_count_of_candidates_is_their_number(compiled: Callable[[str, str], StrategyData]) -> None:
    for game, text in (("mastermind(3,4)", "minimax"), ("mastermind(3,4,turns=3)", "entropy"), ("words", "first")):
        strategy = CompiledStrategy(compiled(game, text))
        for seed in range(30):
            play, secret = strategy.start(), strategy.game.secrets[7 * seed % len(strategy.game.secrets)]
            assert play.candidate_count == len(play.candidates_left) == len(strategy.game.secrets)
            while play.guess is not None:
                play.respond(strategy.game.respond(strategy.game.parse_code(play.guess), secret))
                # Read them in either order, and sometimes not at all in between.
                if seed % 3:
                    assert play.candidate_count == len(play.candidates_left)
            assert play.made == len(play.history)
            assert play.candidate_count == len(play.candidates_left) == len(candidates(strategy.game, play.history))


def candidates(game: Game, history: list[tuple[str, str]]) -> list[Any]:
    return game.consistent(tuple((game.parse_code(guess), game.parse_response(answer)) for guess, answer in history))


def test_guesses_that_tell_nothing_take_no_memory() -> None:
    game = make_game("mastermind(2,6)")
    record = Record(game)
    for _ in range(5):
        record.add(game.parse_code("11"), game.parse_response("0b0w"))
    assert len(record.candidates()) == 25
    assert len({id(record.candidates(moves)) for moves in range(6)}) == 2
