"""Reviews by a search: the figures are those of the rules alone, and nonsense is refused."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest
from smallgames import GAMES, games_of, ways

from strategist import compile_strategy, make_game, make_strategy, review
from strategist.choosing.luck_and_skill import ESTIMATE, EXACT, Review, review_by
from strategist.choosing.plain_values import Plainly, by_heuristic, least
from strategist.common.errors import NoCandidateError, StrategistError, TooLargeError
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.search.advice import review as module
from strategist.show.moves.review_table import cells_of_review, review_record, review_sum


@pytest.mark.parametrize("rule", [EXACT, "entropy", "minimax", ESTIMATE])
@pytest.mark.parametrize("name", GAMES)
def test_a_review_is_that_of_the_rules(name: str, rule: str) -> None:
    game = GAMES[name]()
    plainly = None
    if rule != ESTIMATE:
        plainly = Plainly(game, least(game) if rule == EXACT else by_heuristic(make_strategy(rule, game)))
    luck = Fraction(0)
    *_, way, _ = ways(game)
    seen = {}
    for secret, moves in games_of(game, way):
        if moves not in seen:
            history = tuple((game.guesses[guess], answer) for guess, answer in moves)
            seen[moves] = review(game, history, by=rule, seconds=math.inf)
        found = seen[moves]
        assert found.by == rule and found.actual - found.value == found.correction + found.regret - found.luck
        luck += game.weight_of(secret) * found.luck
        if plainly is None:
            continue
        plain = review_by(plainly, Position((), range(len(game.secrets))), moves, rule)
        assert (found.value, found.actual, found.ending) == (plain.value, plain.actual, plain.ending)
        for row, right in zip(found.rows, plain.rows, strict=True):
            assert (row.text, row.answer, row.before, row.after) == (
                right.text,
                right.answer,
                right.before,
                right.after,
            )
            assert (row.value, row.worth, row.expected_left) == (right.value, right.worth, right.expected_left)
            assert (row.luck, row.proven) == (right.luck, right.proven)
            # A ranking may know a better guess than the heuristic.
            assert row.best_worth == right.best_worth if rule == EXACT else row.best_worth <= right.best_worth
            assert row.regret == row.worth - row.best_worth >= 0 and (row.best == row.text) == (row.regret == 0)
    assert luck == 0


def reviewed(game: Game, by: str | StrategyData) -> list[Review]:
    """The reviews of one game for each secret, played by chance."""
    *_, way, _ = ways(game)
    found = []
    for _, moves in games_of(game, way):
        history = tuple((game.guesses[guess], answer) for guess, answer in moves)
        found.append(review(game, history, by=by, seconds=math.inf))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_by_the_file_of_a_heuristic_values_are_those_of_the_heuristic(name: str) -> None:
    game = GAMES[name]()
    data = compile_strategy(game, make_strategy("minimax", game)).data
    for told, right in zip(reviewed(game, data), reviewed(game, "minimax"), strict=True):
        assert told.by == "minimax" and not any(row.proven for row in told.rows)
        assert (told.value, told.actual, told.ending) == (right.value, right.actual, right.ending)
        for row, other in zip(told.rows, right.rows, strict=True):
            assert (row.value, row.worth, row.regret, row.luck) == (other.value, other.worth, other.regret, other.luck)
            assert row.best_worth <= row.worth


@pytest.mark.parametrize("name", [name for name in GAMES if "turns" not in name])
def test_by_the_file_of_an_optimal_tree_values_are_exact(name: str) -> None:
    game = GAMES[name]()
    data = compile_strategy(game, make_strategy("optimal(expected)", game)).data
    for told, right in zip(reviewed(game, data), reviewed(game, EXACT), strict=True):
        assert told.by == "optimal(expected), off its tree exact"
        assert (told.value, told.regret, told.luck) == (right.value, right.regret, right.luck)


def test_a_tree_that_loses_secrets_values_what_it_does() -> None:
    game = make_game("mastermind(2,3,turns=2)")
    data = compile_strategy(game, make_strategy("blind", game)).data
    luck = Fraction(0)
    for secret in game.secrets:
        found = review(game, "11" if secret == (0, 0) else "11 12", secret=secret, by=data)
        assert found.by == "blind, off its tree exact"
        # It finds one secret at each guess, and loses seven.
        assert found.value == Fraction(8, 3)
        assert found.actual - found.value == found.correction + found.regret - found.luck
        luck += found.luck
    assert luck == 0


def test_threads_change_no_figure() -> None:
    game = make_game("bulls-and-cows(4,9)")
    alone, together = (review(game, "1234:1b1c 1356:0b2c", by="entropy", jobs=jobs) for jobs in (1, 3))
    assert alone == together


def test_a_file_of_another_game_is_refused() -> None:
    data = compile_strategy("mastermind(2,3)", "minimax").data
    with pytest.raises(StrategistError, match="got one for mastermind"):
        review("mastermind(2,4)", "11:1b0w", by=data)


def test_what_can_be_solved_in_time_is_exact_and_all_else_by_one_other_rule() -> None:
    assert review("mastermind(3,4)", "112:1b0w", seconds=math.inf).by == EXACT
    hurried = review("mastermind(3,4)", "112:1b0w", seconds=0)
    assert hurried.by == "entropy" and not any(row.proven for row in hurried.rows)
    # With turns a tree that loses some secrets may be the best.
    assert review("mastermind(3,4,turns=9)", "112:1b0w", seconds=60).by == "entropy"


def test_very_large_games_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS", 1 << 10)
    found = review("mastermind(4,6)", "1122 3456 1345", secret="1346", seconds=0)
    assert found.by == ESTIMATE and found.actual - found.value == found.correction + found.regret - found.luck
    assert found.rows[0].before == 1296 and abs(found.value - Fraction("4.4")) < Fraction("0.1")


def test_answers_may_be_left_out_where_the_secret_is_known() -> None:
    game = make_game("mastermind(2,3)")
    told = review(game, "11:1b0w 12:1b0w 13:2b0w")
    assert review(game, "11 12:1b0w 13", secret="13") == told
    assert (told.secret, told.ending) == ("13", "solved")
    assert review("mastermind(2,3,turns=2)", "11 22", secret="13").secret == "13"


def test_a_review_may_begin_at_a_position() -> None:
    game = make_game("mastermind(2,3)")
    whole, rest = review(game, "11 12 13", secret="13"), review(game, "11 12 13", secret="13", begin=1)
    assert rest.rows == whole.rows[1:] and rest.value == whole.rows[1].value and rest.actual == 2


def test_a_record_holds_the_same_figures() -> None:
    found = review("mastermind(2,3)", "11 12 13", secret="13")
    record = json.loads(json.dumps(review_record(found)))
    assert (record["by"], record["ending"], record["secret"], record["actual"]) == (EXACT, "solved", "13", 3)
    assert [row["guess"] for row in record["guesses"]] == ["11", "12", "13"]
    for name in ("regret", "luck"):
        assert record[name] == pytest.approx(sum(row[name] for row in record["guesses"]))
    assert record["correction"] == 0
    assert record["actual"] - record["value"] == pytest.approx(record["regret"] - record["luck"])


def test_a_better_guess_is_named_beside_the_regret_of_it() -> None:
    given = "1122:0b0w 3345:0b3w 1346:0b3w 4563:4b0w"
    found = review("mastermind(4,6)", given, by="minimax")
    second = cells_of_review(found)[1]
    assert (second[5], second[6], second[7]) == ("3.590", "3435 3.586", "0.004")
    assert review_sum(found).endswith("= 4.476 expected - 0.004 correction + 0.504 regret - 0.976 luck")


def test_nothing_guessed_is_nothing_to_review() -> None:
    found = review("mastermind(2,3)", "")
    assert (found.rows, found.actual, found.skill, found.luck_score) == ([], found.value, 99, 50)


@pytest.mark.parametrize(
    ("game", "given", "more", "kind", "message"),
    [
        ("mastermind(2,3)", "11", {}, StrategistError, "expected GUESS:RESPONSE, got '11'"),
        ("mastermind(2,3)", "11:0b0w", {"secret": "13"}, StrategistError, "the secret 13, which answers 1b0w"),
        ("mastermind(2,3)", "11:0b0w 22:0b0w 33:0b0w", {}, NoCandidateError, "no secret"),
        ("mastermind(2,3)", "13 11", {"secret": "13"}, StrategistError, "the secret is found at guess 1"),
        ("mastermind(2,3,turns=1)", "11:0b0w 22:1b0w", {}, StrategistError, "the turns end with guess 1"),
        ("mastermind(2,3)", "11:0b0w", {"by": "random"}, StrategistError, "expected exact, estimate or a strategy"),
        ("mastermind(2,3)", "11:0b0w", {"by": "bogus"}, StrategistError, "unknown strategy"),
        ("mastermind(3,6,turns=9)", "112:0b0w", {"by": EXACT}, TooLargeError, "with turns=9 exact values"),
        ("mastermind(5,6)", "11223:0b0w", {"by": EXACT, "seconds": 0}, TooLargeError, "exact values take more"),
        ("words(hard=true)", "crane:-y--g about:-----", {}, StrategistError, "not allowed"),
    ],
)  # fmt: skip
def test_nonsense_is_refused(
    game: str, given: str, more: dict[str, object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        review(game, given, **more)  # type: ignore[arg-type]
