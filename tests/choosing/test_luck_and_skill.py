"""Luck and skill by the rules alone: they add up to what a game has taken, over every secret of small games."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from smallgames import GAMES, games_of, ways

from strategist import make_game, make_strategy
from strategist.choosing.luck_and_skill import EXACT, Review, luck_score_of, review_by, skill_of
from strategist.choosing.plain_values import Plainly, Value, by_heuristic, estimate, least, missing_bits
from strategist.common.errors import CodeError, TooLargeError
from strategist.model.game import Game
from strategist.model.position import Position

pytestmark = pytest.mark.early


def by_size(game: Game) -> Value:
    """The rule of estimates."""

    def rule(position: Position) -> tuple[int, Fraction]:
        return 0, estimate(game, len(position.history), *missing_bits(game, position.candidates), 1.5)

    return rule


RULES: dict[str, Callable[[Game], Value]] = {
    EXACT: least,
    "entropy": lambda game: by_heuristic(make_strategy("entropy", game)),
    "estimate": by_size,
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", GAMES)
def test_luck_and_regret_add_up_over_all_secrets(name: str, rule: str) -> None:
    game = GAMES[name]()
    plainly = Plainly(game, RULES[rule](game))
    start = Position((), range(len(game.secrets)))
    for way in ways(game):
        luck = Fraction(0)
        for secret, moves in games_of(game, way):
            found: Review = review_by(plainly, start, moves, rule, game.secrets[secret])
            assert found.actual - found.value == found.correction + found.regret - found.luck
            luck += game.weight_of(secret) * found.luck
            costs = sum((game.cost_of(guess) * game.cost_unit for guess, _ in moves), Fraction(0))
            if found.ending == "lost":
                assert game.turns is not None and found.actual == game.turns + 1
            elif found.ending is not None:
                assert found.actual == costs
            for row in found.rows:
                assert 0 <= row.skill <= 99 and 0 <= row.luck_score <= 99
                assert row.best_worth <= row.worth and (row.best == row.text) == (row.best_worth == row.worth)
                # As the columns are defined: no regret where no better guess is named, and some where one is.
                assert row.regret == row.worth - row.best_worth >= 0 and (row.best == row.text) == (row.regret == 0)
                if rule == EXACT:
                    assert row.best_worth == row.value
                    assert row.proven == (row.regret == 0)
                else:
                    assert not row.proven
        assert luck == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_heuristic_has_no_regret_by_its_own_tree(name: str) -> None:
    game = GAMES[name]()
    strategy = make_strategy("entropy", game)
    plainly = Plainly(game, by_heuristic(strategy))
    start = Position((), range(len(game.secrets)))
    for _, moves in games_of(game, strategy.guess):
        assert review_by(plainly, start, moves, "entropy").regret == 0


def test_a_lost_game_counts_one_guess_more_than_it_has_turns() -> None:
    game = make_game("mastermind(2,3,turns=2)")
    moves = [(game.guesses.index(guess), answer) for guess, answer in game.parse_history("11:0b0w 22:1b0w")]
    found = review_by(Plainly(game, least(game)), Position((), range(9)), moves, EXACT)
    assert (found.ending, found.actual, found.secret) == ("lost", 3, None)
    # Two of four are lost whatever is guessed last.
    assert found.rows[1].worth == Fraction(7, 4) and found.rows[1].proven


def test_where_it_is_enough_to_know_the_last_question_ends_the_game() -> None:
    game = make_game("mastermind(2,3,goal=identify)")
    moves = [(game.guesses.index(guess), answer) for guess, answer in game.parse_history("12:0b2w")]
    found = review_by(Plainly(game, least(game)), Position((), range(9)), moves, EXACT)
    assert (found.ending, found.actual, found.secret) == ("known", 1, "21")
    assert found.rows[0].after == 1


def test_a_game_that_goes_on_is_reviewed_so_far() -> None:
    game = make_game("mastermind(2,3)")
    moves = [(game.guesses.index(guess), answer) for guess, answer in game.parse_history("11:1b0w")]
    found = review_by(Plainly(game, least(game)), Position((), range(9)), moves, EXACT)
    assert found.ending is None and found.actual == 1 + Fraction(7, 4)
    assert found.actual - found.value == found.regret - found.luck


def test_no_guess_follows_the_last() -> None:
    game = make_game("mastermind(2,3)")
    plainly = Plainly(game, least(game))
    moves = [(0, 4), (1, 2)]
    with pytest.raises(CodeError, match="the secret is found at guess 1: expected no further guess"):
        review_by(plainly, Position((), range(9)), moves, EXACT)
    with pytest.raises(CodeError, match="no candidate answers 12 by 0b2w at guess 2"):
        review_by(plainly, Position((), range(9)), [(0, 0), (1, 3), (1, 3)], EXACT)
    short = make_game("mastermind(2,3,turns=1)")
    with pytest.raises(CodeError, match="the turns end with guess 1"):
        review_by(Plainly(short, least(short)), Position((), range(9)), [(0, 0), (1, 2)], EXACT)


def test_a_game_of_too_many_trees_is_refused() -> None:
    with pytest.raises(TooLargeError, match="expected at most 10 guesses to try"):
        least(make_game("mastermind(2,3)"), most_steps=10)(Position((), range(9)))


def test_the_scale_says_what_its_formula_says() -> None:
    assert [skill_of(Fraction(regret, 4)) for regret in range(5)] == [99, 83, 70, 59, 50]
    assert [luck_score_of(Fraction(luck)) for luck in (-1000, 0, 1000)] == [0, 50, 99]
