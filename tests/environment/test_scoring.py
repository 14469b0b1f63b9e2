"""Scores of games: they are reviews, and say what each move could have known."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest

from strategist import make_game, review
from strategist.choosing.luck_and_skill import review_by
from strategist.choosing.plain_values import Plainly, least
from strategist.environment import score
from strategist.model.position import Position
from strategist.show.moves.review_table import review_record


def test_a_score_is_a_review_with_what_was_known() -> None:
    game, moves = make_game("mastermind(3,3)"), "112 223 231"
    found, same = score(game, moves, secret="231"), review(game, moves, secret="231")
    assert found.review == same and found.exact and found.at_most and found.regret == same.regret
    record = found.to_dict()
    for row, right in zip(record["guesses"], review_record(same)["guesses"], strict=True):
        assert {name: row[name] for name in right} == right
    assert math.fsum(each.bits for each in found.moves) == pytest.approx(math.log2(27))


@pytest.mark.parametrize("name", ["mastermind(2,3)", "bulls-and-cows(2,4)"])
def test_scores_are_those_of_the_plain_search(name: str) -> None:
    game = make_game(name)
    plainly = Plainly(game, least(game))
    opening = game.format_code(game.guesses[1])
    for secret in game.secrets[::2]:
        told = game.format_secret(secret)
        found = score(game, f"{opening} {told}" if opening != told else told, secret=secret, by="exact")
        pairs = [(row.code, game.respond(row.code, secret)) for row in found.review.rows]
        indices = [(game.guesses.index(guess), answer) for guess, answer in pairs]
        right = review_by(plainly, Position((), range(len(game.secrets))), indices, "exact")
        assert [(row.worth, row.regret, row.luck) for row in found.moves] == [
            (row.worth, row.regret, row.luck) for row in right.rows
        ]
        assert found.moves[0].consistent and found.moves[-1].consistent and found.moves[-1].can_win


def test_a_guess_that_contradicts_answers_cannot_win() -> None:
    found = score("mastermind(2,3)", "11:0b0w 12:0b1w")
    assert [(each.consistent, each.can_win) for each in found.moves] == [(True, True), (False, False)]


def test_importing_the_room_needs_no_numpy() -> None:
    program = (
        "import sys; sys.modules['gymnasium'] = None; import importlib.util as u; find = u.find_spec; "
        "u.find_spec = lambda name, *rest: None if name == 'gymnasium' else find(name, *rest); "
        "import strategist.environment; print('numpy' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
