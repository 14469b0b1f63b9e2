"""The league: exact figures of players that draw beside plain ones, and what is told of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from strategist import make_game
from strategist.environment.league.playing_out import split
from strategist.environment.league.standings import any_candidate, make_league
from strategist.environment.league.told import league_table
from strategist.model.game import Game
from strategist.show.texts.tabulated import print_table

MASTERMIND_3_4 = """\
player                   mean  worst   regret
any guess             64.0000      -  60.7812
first                  3.9062      6   0.6875
minimax                3.3750      4   0.1562
any candidate          3.3670      6   0.1482
most-parts             3.2500      4   0.0312
expected-size          3.2500      4   0.0312
entropy                3.2500      4   0.0312
optimal(total,depth)   3.2188      4   0.0000"""


def plain_candidate(game: Game) -> tuple[Fraction, int]:
    """The expected total of a player that guesses any candidate, and its worst case, by the rules alone."""

    @cache
    def of(left: tuple[int, ...]) -> tuple[Fraction, int]:
        total, worst = Fraction(0), 0
        for guess in left:
            for response, cell in split(game, game.secrets[guess], left).items():
                if not game.solved(response):
                    found, most = of(tuple(cell))
                    total, worst = total + found, max(worst, most)
        return len(left) + total / len(left), 1 + worst

    return of(tuple(range(len(game.secrets))))


@pytest.mark.parametrize("name", ["mastermind(2,4)", "mastermind(3,4)", "bulls-and-cows(3,5)"])
def test_any_candidate_takes_what_a_plain_recursion_says(name: str) -> None:
    game = make_game(name)
    found = any_candidate(game)
    assert (found.total, found.worst) == plain_candidate(game)


def test_the_table_of_the_guide(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(league_table(make_league(make_game("mastermind(3,4)"))))
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == MASTERMIND_3_4.splitlines()
