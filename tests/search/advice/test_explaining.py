"""Explanations: the figures are those of the rules, and what is called the best is the best."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from plain_several_replay import random_games

from strategist import make_game, make_strategy
from strategist.choosing.heuristics import Heuristic
from strategist.search.advice.explaining import explain
from strategist.show.moves.explanation_lines import explanation_lines, explanation_record

POSITIONS = [
    ("mastermind(3,4)", "", None, "minimax"),
    ("mastermind(3,4)", "112:1b0w", "444", "entropy"),
    ("mastermind(4,5)", "1122:1b1w", None, "expected-size"),
    ("mastermind(3,4,goal=identify)", "112:1b0w", None, "most-parts"),
    ("words", "crane:-y--g", None, "minimax"),
]


@pytest.mark.parametrize(("text", "history", "guess", "strategy"), POSITIONS)
def test_the_best_and_the_next_best_are_those_of_the_rules(
    text: str, history: str, guess: str | None, strategy: str
) -> None:
    game = make_game(text)
    made = game.parse_history(history)
    candidates = game.consistent(made)
    heuristic = make_strategy(strategy, game)
    assert isinstance(heuristic, Heuristic)

    def score(code: object) -> int:
        return heuristic.score(Counter(game.respond(code, secret) for secret in candidates).values())

    found = explain(game, made, guess, strategy=strategy)
    scores = sorted({score(game.guesses[index]) for index in range(game.question_count)})
    mine = score(found.guess.code)
    assert found.best == (mine == scores[0]) and found.best == (guess is None)
    assert found.rival is not None and score(found.rival.code) == scores[1 if found.best else 0]
    assert found.guess.text in found.sentence and found.rival.text in found.sentence
    for name, row in found.others.items():
        other = make_strategy(name, game)
        assert isinstance(other, Heuristic)
        every = (
            other.score(Counter(game.respond(game.guesses[index], secret) for secret in candidates).values())
            for index in range(game.question_count)
        )
        assert other.score(row.left.values()) == min(every)


def test_where_all_questions_were_asked_none_tells_anything(tmp_path: Path) -> None:
    for game in random_games(20, tmp_path):
        for secret in game.secrets:
            questions = game.guesses[: game.question_count]
            history = tuple((guess, game.answers(guess, secret)[0].response) for guess in questions)
            found = explain(game, history, runners=1)
            assert found.guess.bits == 0 and list(found.guess.left.values()) == [len(game.consistent(history))]
            assert "tells" in found.sentence or "certain" in found.sentence


def test_a_strategy_without_cells_is_compared_by_entropy() -> None:
    found = explain("mastermind(4,6)", "1122:1b1w", "6666", strategy="optimal")
    assert (found.strategy, found.by, found.best) == ("optimal(total)", "entropy", False)
    assert found.sentence == "6666 tells 1.23 bits; the best by entropy, 1314, 3.36"
    lines = explanation_lines(found)
    assert max(map(len, lines)) <= 80 and any("optimal(total)" in line for line in lines)
    assert explanation_record(found)["guess"]["guess"] == "6666"


def test_what_is_certain_needs_no_comparison() -> None:
    found = explain("mastermind(4,6)", "1122:0b0w 3345:0b3w 4653:4b0w")
    assert explanation_lines(found) == ["4653 is certain"]
