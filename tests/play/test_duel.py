"""Duels: answers can be taken back and changed at every prompt."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from strategist.files.player import CompiledStrategy
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.play.board import PlainBoard
from strategist.play.hidden import FixedSecret
from strategist.play.hints import Adviser
from strategist.play.modes.answer import Answering
from strategist.play.modes.duel import play_duel
from strategist.play.modes.guess import Guessing
from strategist.play.prompt import Leave, Talk

Compiled = Callable[[str, str], StrategyData]


def duel(data: StrategyData, lines: list[str]) -> tuple[list[str], list[str]]:
    """What is said, and what is complained about; a prompt stands before each line that is entered."""
    said: list[str] = []
    complaints: list[str] = []
    waiting = iter(lines)

    def ask(prompt: str) -> str | None:
        said.append(prompt + "_")
        return next(waiting, None)

    game = data.game
    assert isinstance(game, Game)
    talk = Talk(said.append, ask, complaints.append)
    guessing = Guessing(game, FixedSecret(game, (0, 1, 2)), Adviser(game), talk, PlainBoard(), (), "your")
    with pytest.raises(Leave):
        play_duel(guessing, Answering(CompiledStrategy(data), talk, PlainBoard(), None, "my"))
    return said, complaints


def test_an_answer_is_taken_back_where_the_person_guesses(compiled: Compiled) -> None:
    data = compiled("mastermind(3,4)", "minimax")
    said, complaints = duel(data, ["444", "0b1w", "undo", "1b0w", "333"])
    at = said.index("answer 1 is taken back: 123 was 0b1w")
    # It is asked again at once, and only then the person guesses.
    assert said[at - 1] == "your guess: _" and said[at + 1].startswith("my guess 1: 123")
    assert said[at + 2 : at + 4] == ["response: _", "your guess: _"] and not complaints


def test_an_answer_is_changed_where_the_person_guesses(compiled: Compiled) -> None:
    data = compiled("mastermind(3,4)", "minimax")
    said, complaints = duel(data, ["444", "0b1w", "change 1 1b0w", "333"])
    at = said.index("answer 1 is now 1b0w")
    assert said[at + 1] == "your guess: _" and not complaints
    play = CompiledStrategy(data).start()
    play.respond("1b0w")
    assert any(line.startswith(f"my guess 2: {play.guess}") for line in said[at:])


def test_nothing_is_taken_back_where_nothing_is_answered(compiled: Compiled) -> None:
    _, complaints = duel(compiled("mastermind(3,4)", "minimax"), ["undo", "change 1"])
    assert complaints[0] == "undo: there is no answer to take back" and "there is none yet" in complaints[1]
