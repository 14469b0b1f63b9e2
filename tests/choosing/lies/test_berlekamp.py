"""Heuristics where answers may be false: what they compare, that they come to an end, and what they refuse."""

from pathlib import Path

import pytest
from all_lies import doubtful_games
from positions import cells_at

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.lies.berlekamp import (
    MISSING_BITS,
    missing_on_average,
    most_answers,
    telling_cells,
    weighed_cells,
    weighing,
    weighing_at,
)
from strategist.choosing.registry import make_strategy
from strategist.common.errors import EndlessError
from strategist.games.catalog import make_game
from strategist.model.lies.volume import least_questions, ways_to_answer
from strategist.model.position import Position, kind_of
from strategist.search.compile.compile import compile_from, compile_strategy
from strategist.search.state.start import start_of

STRATEGIES = (
    "minimax",
    "entropy",
    "minimax(ties=highest)",
    "entropy(ties=random,seed=3)",
    "minimax(ties=cells)",
    "first",
    "first(order=shuffle,seed=5)",
    "random(seed=2)",
)


@pytest.mark.parametrize("spec", STRATEGIES)
def test_every_secret_is_found_however_it_lies(spec: str, tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, 6):
        claims = compile_from(game, make_strategy(spec, game), start_of(game), plain=True).data.claims
        assert claims.lost == 0, game.spec
        assert sum(claims.histogram) + claims.known == len(game.secrets)


def test_only_candidates_are_asked() -> None:
    for text in ("mastermind(2,3,lies=1)", "mastermind(2,3,goal=identify,lies=1)"):
        game = make_game(text)
        strategy = make_strategy("entropy(guesses=candidates)", game)
        asked = []

        def choose(position: Position, strategy: Strategy = strategy, asked: list[bool] = asked) -> int | None:
            guess = Heuristic.choose(strategy, position)  # type: ignore[arg-type]
            asked.append(guess in kind_of(strategy.game).at(position).candidates)
            return guess

        strategy.choose = choose  # type: ignore[method-assign]
        assert compile_from(game, strategy, start_of(game), plain=True).data.claims.lost == 0
        assert asked
        assert all(asked)


def test_weights_are_those_of_the_volume_bound() -> None:
    game = make_game("mastermind(2,3,lies=2)")
    left = Position((), (0, 1, 4, 7), (0, 2, 1, 1))
    weights, answers = weighing_at(game, left), most_answers(game)
    questions = least_questions([1, 2, 1], answers)
    assert weights.by_told == tuple(ways_to_answer(questions - 1, lies, answers) for lies in (2, 1, 0))
    # The answers share the weight of the position; only the guess itself, which ends play if it is right, lies less.
    cells = cells_at(game, left, 3)
    assert len(cells) == answers - 1
    assert sum(mass for mass, _ in weighed_cells(game, weights, cells)) <= weights.whole


def test_weights_of_many_lies_are_rounded_to_62_bits() -> None:
    weights = weighing([0] * 7 + [10**7], 243)
    assert weights.whole.bit_length() == 62
    assert weights.by_told[0] > weights.by_told[1] > 0
    assert weights.by_told[0] * 10**7 <= weights.whole


def test_an_answer_that_may_be_false_tells_less() -> None:
    # Two suspects without a lie left are told apart; with a lie left to both, each answer leaves one with a lie.
    assert missing_on_average([(1, False), (1, False)], 2) == 0
    assert missing_on_average([(4, True), (4, True)], 8) == 2 << MISSING_BITS


def test_a_question_may_be_asked_again_but_not_in_vain() -> None:
    game = make_game("mastermind(2,3,goal=identify,lies=1)")
    again = [question for question, _ in telling_cells(game, kind_of(game).begin(), range(9))]
    assert again == list(range(9))
    alone = make_game("mastermind(2,3,lies=1,honest=yes)")
    assert [question for question, _ in telling_cells(alone, Position((), (4,), (0,)), range(9))] == [4]


def test_openings_and_histories() -> None:
    compiled = compile_strategy("mastermind(2,3,lies=1)", "minimax(first=11)")
    assert compiled.data.tree.guesses[0] == 0
    behind = compile_strategy("mastermind(2,3,lies=1)", "minimax", start="11:0b0w 11:0b0w")
    assert sum(behind.data.claims.histogram) == 4
    assert behind.data.claims.lost == 0


class Stubborn(Strategy):
    name = "stubborn"
    parameters = ()

    def choose(self, position: Position) -> int | None:
        return 0


def test_a_strategy_that_never_ends_is_an_error() -> None:
    game = make_game("mastermind(2,3,lies=1)")
    with pytest.raises(EndlessError, match=r"stubborn: 101 answers in a row tell nothing, after 11:0b0w .* …"):
        compile_from(game, Stubborn(game, {}), start_of(game))
