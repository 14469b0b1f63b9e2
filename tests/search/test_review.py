"""Reviews by a search: the figures are those of the rules alone, and nonsense is refused."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest
from smallgames import GAMES, games_of, ways

from strategist import make_game, make_strategy, review
from strategist.choosing.heuristics import Position
from strategist.choosing.reviewing import ESTIMATE, EXACT, review_by
from strategist.choosing.valuing import Plainly, by_heuristic, least
from strategist.errors import NoCandidateError, StrategistError, TooLargeError
from strategist.search import review as module
from strategist.show.review import review_record

pytestmark = pytest.mark.long


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
        assert found.by == rule and found.actual - found.value == found.regret - found.luck
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
            assert (row.regret, row.luck, row.proven) == (right.regret, right.luck, right.proven)
            # A ranking may know a better guess than the heuristic.
            assert row.best_worth == right.best_worth if rule == EXACT else row.best_worth <= right.best_worth
    assert luck == 0


def test_what_can_be_solved_in_time_is_exact_and_all_else_by_one_other_rule() -> None:
    assert review("mastermind(3,4)", "112:1b0w", seconds=math.inf).by == EXACT
    hurried = review("mastermind(3,4)", "112:1b0w", seconds=0)
    assert hurried.by == "entropy" and not any(row.proven for row in hurried.rows)
    # With turns a tree that loses some secrets may be the best.
    assert review("mastermind(3,4,turns=9)", "112:1b0w", seconds=60).by == "entropy"


def test_very_large_games_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS", 1 << 10)
    found = review("mastermind(4,6)", "1122 3456 1345", secret="1346", seconds=0)
    assert found.by == ESTIMATE and found.actual - found.value == found.regret - found.luck
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
    assert record["actual"] - record["value"] == pytest.approx(record["regret"] - record["luck"])


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
        ("mastermind(3,6,turns=9)", "112:0b0w", {"by": EXACT}, TooLargeError, "with turns=9 only very small games"),
        ("mastermind(5,6)", "11223:0b0w", {"by": EXACT, "seconds": 0}, TooLargeError, "more time is needed"),
        ("words(hard=true)", "crane:-y--g about:-----", {}, StrategistError, "not allowed"),
    ],
)  # fmt: skip
def test_nonsense_is_refused(
    game: str, given: str, more: dict[str, object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        review(game, given, **more)  # type: ignore[arg-type]
