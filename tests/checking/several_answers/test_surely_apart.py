"""Which question could still be asked of secrets left: numbers of cells and bits say what the answers say."""

from __future__ import annotations

import random
from collections.abc import Collection
from pathlib import Path

from plain_several_replay import random_games

from strategist.checking.replays.rows_of_cells import Rows, SurelyApart
from strategist.model.game import Game
from strategist.model.goal import Narrow


def helpful(game: Game, left: Collection[int], asked: Collection[int]) -> int | None:
    """The first question that helps, from the sets of answers themselves."""
    for question in range(game.question_count):
        told = {frozenset(game.answers(game.guesses[question], game.secrets[secret])) for secret in left}
        helps = len(told) > 1
        if game.narrow is Narrow.SURE:
            given = {frozenset(answer.response for answer in answers) for answers in told}
            helps = any(not one & other for one in given for other in given)
        if helps and question not in asked:
            return question
    return None


def test_the_question_is_that_of_the_rules(tmp_path: Path) -> None:
    draws = random.Random(2)
    ends = dict.fromkeys(Narrow, 0)
    for game in random_games(150, tmp_path):
        told = SurelyApart(game, Rows(game))
        for _ in range(20):
            hidden = draws.choice(game.secrets)
            asked = draws.sample(range(game.question_count), draws.randint(0, game.question_count))
            left = list(range(len(game.secrets)))
            for question in asked:
                code = game.guesses[question]
                response = draws.choice(game.answers(code, hidden)).response
                left = [secret for secret in left if game.gives(code, game.secrets[secret], response)]
            found = told.helpful(left, sum(1 << question for question in asked))
            assert found == helpful(game, left, asked)
            if game.narrow is not None and len(left) > 1:
                ends[game.narrow] += found is None
    assert min(ends.values()) > 50


def test_equal_cells_have_equal_numbers(tmp_path: Path) -> None:
    for game in random_games(60, tmp_path):
        rows = Rows(game)
        for question in range(game.question_count):
            told = [sorted(game.answers(game.guesses[question], secret)) for secret in game.secrets]
            numbers = [cell.number for cell in rows[question]]
            assert numbers == [list(dict.fromkeys(map(tuple, told))).index(tuple(each)) for each in told]
            assert all(cell.sum == 1 for cell in rows[question])
