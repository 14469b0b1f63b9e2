"""Reviews by a search: the figures are those of the rules alone, and nonsense is refused."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from plain_several_replay import random_game, random_games
from smallgames import GAMES, games_with_chances, ways

from strategist import compile_strategy, make_game, make_strategy, review
from strategist.choosing.luck_and_skill import ESTIMATE, EXACT, Review, review_by
from strategist.choosing.plain_values import Plainly, by_heuristic, least
from strategist.common.errors import CodeError, NoCandidateError, ResponseError, StrategistError, TooLargeError
from strategist.model.game import Game, History
from strategist.model.objective import EXPECTED
from strategist.model.position import Moves, Position
from strategist.search.advice import review as module
from strategist.show.moves.review_table import cells_of_review, review_record, review_sum

SEVERAL = [f"several {number}" for number in range(8)]


def game_named(name: str, folder: Path) -> Game:
    """A small game, or one of those in which answers may be one of several."""
    return list(random_games(SEVERAL.index(name) + 1, folder))[-1] if name in SEVERAL else GAMES[name]()


def in_codes(game: Game, moves: Moves) -> History:
    return tuple((game.guesses[guess], answer) for guess, answer in moves)


def adds_up(found: Review) -> bool:
    return found.actual - found.value == found.correction + found.regret - found.luck


@pytest.mark.parametrize("rule", [EXACT, "entropy", "minimax", ESTIMATE])
@pytest.mark.parametrize("name", [*GAMES, *SEVERAL])
def test_a_review_is_that_of_the_rules(name: str, rule: str, tmp_path: Path) -> None:
    game = game_named(name, tmp_path)
    plainly = None
    if rule != ESTIMATE:
        plainly = Plainly(game, least(game) if rule == EXACT else by_heuristic(make_strategy(rule, game)))
    luck, seen = Fraction(0), dict[Moves, Review]()
    *_, way, _ = ways(game)
    for chance, _, moves in games_with_chances(game, way):
        if moves not in seen:
            seen[moves] = review(game, in_codes(game, moves), by=rule, seconds=math.inf)
        found = seen[moves]
        assert found.by == rule and adds_up(found)
        luck += chance * found.luck
        if plainly is None:
            continue
        plain = review_by(plainly, Position((), range(len(game.secrets))), moves, rule)
        for part in ("value", "actual", "ending", "secret", "kind", "among"):
            assert getattr(found, part) == getattr(plain, part), part
        for row, right in zip(found.rows, plain.rows, strict=True):
            for part in ("text", "answer", "before", "after", "value", "worth", "expected_left", "luck", "can_win"):
                assert getattr(row, part) == getattr(right, part), part
            # A ranking may know a better guess than the heuristic.
            assert row.best_worth == right.best_worth if rule == EXACT else row.best_worth <= right.best_worth
            assert row.regret == row.worth - row.best_worth >= 0 and (row.best == row.text) == (row.regret == 0)
            assert row.proven == (rule == EXACT and row.regret == 0)
    assert luck == 0


@pytest.mark.parametrize("strategy", ["minimax", "optimal(expected)"])
@pytest.mark.parametrize("name", [*GAMES, *SEVERAL])
def test_by_a_file_values_are_those_of_its_tree_and_off_it_those_of_another_rule(
    name: str, strategy: str, tmp_path: Path
) -> None:
    game = game_named(name, tmp_path)
    if game.turns is not None and (strategy != "minimax" or game.several):
        pytest.skip("such trees lose secrets")
    data, exact = compile_strategy(game, strategy).data, strategy != "minimax"
    *_, way, _ = ways(game)
    for moves in dict.fromkeys(moves for *_, moves in games_with_chances(game, way)):
        told = review(game, in_codes(game, moves), by=data, seconds=math.inf)
        right = review(game, in_codes(game, moves), by=EXACT if exact else strategy, seconds=math.inf)
        assert told.by == (f"{strategy}, off its tree exact" if exact else strategy) and adds_up(told)
        for part in ("value", "actual", "ending", "luck", "among"):
            assert getattr(told, part) == getattr(right, part), part
        assert told.regret == right.regret
        for row, other in zip(told.rows, right.rows, strict=True):
            assert (row.value, row.worth, row.regret, row.luck) == (other.value, other.worth, other.regret, other.luck)
            assert row.best_worth <= row.worth and not row.proven


def test_a_tree_that_loses_secrets_values_what_it_does() -> None:
    game = make_game("mastermind(2,3,turns=2)")
    data = compile_strategy(game, make_strategy("blind", game)).data
    luck = Fraction(0)
    for secret in game.secrets:
        found = review(game, "11" if secret == (0, 0) else "11 12", secret=secret, by=data)
        assert found.by == "blind, off its tree exact"
        # It finds one secret at each guess, and loses seven.
        assert found.value == Fraction(8, 3)
        assert adds_up(found)
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
    assert found.by == ESTIMATE and adds_up(found)
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


# Answers that may be one of several


def pets(folder: Path, options: str = "goal=narrow,several=/,unknown=?") -> Game:
    file = folder / "pets.csv"
    file.write_text(",cat,dog,hen,fish\nfur,yes,yes,no,no\nlegs,4,4/3,2,?\nbarks,no,yes/no,no,no\n")
    return make_game(f"table({file},{options})")


def test_where_nothing_more_can_be_known_the_review_names_those_left(tmp_path: Path) -> None:
    game = pets(tmp_path)
    found = review(game, "fur:no legs:2")
    assert (found.by, found.ending, found.among) == (EXACT, "known", "hen or fish")
    assert found.secret is None and found.kind is None
    assert found.rows[-1].after == 2 and adds_up(found)
    told = review(game, "fur legs:2", secret="hen")
    assert (told.secret, told.among, told.rows) == ("hen", "hen or fish", found.rows)
    more = review(game, "fur:no legs:2 barks:no")
    assert more.rows[-1].best == "=?" and more.rows[-1].regret == 1


def test_a_question_that_was_asked_has_the_answer_that_is_settled(tmp_path: Path) -> None:
    once, twice = (review(pets(tmp_path), f"legs:4 {more}barks:no") for more in ("", "legs:4 "))
    assert twice.rows[1].regret == 1 and twice.rows[1].luck == 0
    assert twice.rows[2].value == once.rows[1].value and twice.actual == once.actual + 1


def test_an_answer_may_be_left_out_where_the_secret_has_one(tmp_path: Path) -> None:
    game = pets(tmp_path)
    assert review(game, "fur legs:3", secret="dog").rows == review(game, "fur:yes legs:3").rows
    with pytest.raises(ResponseError, match="legs"):
        review(game, "legs", secret="dog")
    with pytest.raises(CodeError, match="contradicts the secret dog, which answers 4 or 3"):
        review(game, "legs:2", secret="dog")


def test_a_game_that_is_too_large_for_a_tree_is_estimated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise TooLargeError("too many positions")

    monkeypatch.setattr(module, "_ON_AVERAGE", module._ON_AVERAGE._replace(heuristically=refuse))
    found = review(pets(tmp_path), "fur:no legs:2", seconds=0)
    assert found.by == ESTIMATE and adds_up(found) and found.inexact is not None


def test_with_turns_values_are_exact_where_no_way_takes_more_questions(tmp_path: Path) -> None:
    free, limited = (pets(tmp_path, f"goal=narrow,several=/,unknown=?{more}") for more in ("", ",turns=3"))
    assert review(free, "fur:no legs:2").rows == review(limited, "fur:no legs:2").rows
    lost = review(pets(tmp_path, "goal=narrow,several=/,unknown=?,turns=1"), "barks:no")
    assert (lost.ending, lost.actual) == ("lost", 2) and adds_up(lost)


def test_costs_and_lost_secrets_are_valued_by_the_rules(tmp_path: Path) -> None:
    """The figures of a tree do not count what was spent on secrets that are lost."""
    seen = 0
    for number in range(400):
        game = random_game(number, tmp_path)
        if not game.several or game.costs is None or game.turns is None:
            continue
        strategy = make_strategy("entropy", game)
        seen += compile_strategy(game, strategy).data.claims.lost > 0
        right = Plainly(game, by_heuristic(strategy)).value(Position((), range(len(game.secrets))))
        assert review(game, "", by="entropy").value == right
    assert seen > 5


def test_exact_values_are_those_of_the_best_tree(tmp_path: Path) -> None:
    for game in random_games(len(SEVERAL), tmp_path):
        if game.turns is None:
            claims = compile_strategy(game, f"optimal({EXPECTED.name})").data.claims
            mass = claims.secrets if claims.weighed is None else claims.weighed.mass
            cost = claims.total if claims.weighed is None else claims.weighed.expected * game.cost_unit
            assert review(game, "", by=EXACT, seconds=math.inf).value == Fraction(cost) / mass
