"""Reviews where answers may be one of several: the figures are those of the rules alone."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from plain_several_replay import random_game, random_games, worlds

from strategist import compile_strategy, make_game, make_strategy, review
from strategist.choosing.luck_and_skill import ESTIMATE, EXACT, Review, review_by
from strategist.choosing.plain_values import Plainly, behind, by_heuristic, least
from strategist.common.errors import CodeError, ResponseError, TooLargeError
from strategist.model.game import Game, History
from strategist.model.objective import EXPECTED
from strategist.model.position import Position, Several
from strategist.search.advice import review as module

GAMES = 8
Way = tuple[tuple[int, int], ...]


def played(game: Game, order: list[int]) -> dict[Way, Fraction]:
    """The ways through a game in which questions are asked in some order, with their chances."""
    found: dict[Way, Fraction] = {}
    for secret in range(len(game.secrets)):
        for chance, told in worlds(game, game.secrets[secret]):
            now = Position((), range(len(game.secrets)))
            for question in order[: game.turns]:
                if Several(game).ending(Several(game).at(now)) is not None:
                    break
                now = behind(game, now, question)[told[question]]
            found[now.history] = found.get(now.history, Fraction(0)) + chance * game.weight_of(secret)
    return found


def in_codes(game: Game, moves: Way) -> History:
    return tuple((game.guesses[guess], answer) for guess, answer in moves)


def sums(found: Review) -> bool:
    return found.actual - found.value == found.correction + found.regret - found.luck


@pytest.mark.parametrize("rule", [EXACT, "entropy", "minimax", ESTIMATE])
def test_a_review_is_that_of_the_rules(rule: str, tmp_path: Path) -> None:
    for number, game in enumerate(random_games(GAMES, tmp_path)):
        order = list(range(game.question_count))
        Random(number).shuffle(order)
        plainly = None
        if rule != ESTIMATE:
            plainly = Plainly(game, least(game) if rule == EXACT else by_heuristic(make_strategy(rule, game)))
        luck = Fraction(0)
        ways = played(game, order)
        for moves, chance in ways.items():
            found = review(game, in_codes(game, moves), by=rule, seconds=math.inf)
            assert found.by == rule and sums(found)
            luck += chance * found.luck
            if plainly is None:
                continue
            plain = review_by(plainly, Position((), range(len(game.secrets))), moves, rule)
            assert (found.value, found.actual, found.ending) == (plain.value, plain.actual, plain.ending)
            assert (found.secret, found.kind, found.among) == (plain.secret, plain.kind, plain.among)
            for row, right in zip(found.rows, plain.rows, strict=True):
                assert (row.value, row.worth, row.luck) == (right.value, right.worth, right.luck)
                assert (row.before, row.after, row.expected_left) == (right.before, right.after, right.expected_left)
                assert row.best_worth == right.best_worth if rule == EXACT else row.best_worth <= right.best_worth
                assert row.regret == row.worth - row.best_worth >= 0
        assert luck == 0


@pytest.mark.parametrize("strategy", ["minimax", "optimal(expected)"])
def test_by_a_file_values_are_those_of_its_tree_and_off_it_those_of_another_rule(strategy: str, tmp_path: Path) -> None:
    for game in random_games(GAMES, tmp_path):
        if game.turns is not None:
            continue
        data = compile_strategy(game, strategy).data
        by = EXACT if strategy != "minimax" else strategy
        for moves in list(played(game, list(range(game.question_count))))[:6]:
            history = in_codes(game, moves)
            told = review(game, history, by=data, seconds=math.inf)
            right = review(game, history, by=by, seconds=math.inf)
            assert told.by == (strategy if by != EXACT else f"{strategy}, off its tree exact")
            assert (told.value, told.luck, told.among) == (right.value, right.luck, right.among)
            assert sums(told)


def pets(folder: Path, options: str = "goal=narrow,several=/,unknown=?") -> Game:
    file = folder / "pets.csv"
    file.write_text(",cat,dog,hen,fish\nfur,yes,yes,no,no\nlegs,4,4/3,2,?\nbarks,no,yes/no,no,no\n")
    return make_game(f"table({file},{options})")


def test_where_nothing_more_can_be_known_the_review_names_those_left(tmp_path: Path) -> None:
    game = pets(tmp_path)
    found = review(game, "fur:no legs:2")
    assert (found.by, found.ending, found.among) == (EXACT, "known", "hen or fish")
    assert found.secret is None and found.kind is None
    assert found.rows[-1].after == 2 and sums(found)
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
    assert found.by == ESTIMATE and sums(found) and found.inexact is not None


def test_with_turns_values_are_exact_where_no_way_takes_more_questions(tmp_path: Path) -> None:
    free, limited = (pets(tmp_path, f"goal=narrow,several=/,unknown=?{more}") for more in ("", ",turns=3"))
    assert review(free, "fur:no legs:2").rows == review(limited, "fur:no legs:2").rows
    lost = review(pets(tmp_path, "goal=narrow,several=/,unknown=?,turns=1"), "barks:no")
    assert (lost.ending, lost.actual) == ("lost", 2) and sums(lost)


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
    for game in random_games(GAMES, tmp_path):
        if game.turns is None:
            claims = compile_strategy(game, f"optimal({EXPECTED.name})").data.claims
            mass = claims.secrets if claims.weighed is None else claims.weighed.mass
            cost = claims.total if claims.weighed is None else claims.weighed.expected * game.cost_unit
            assert review(game, "", by=EXACT, seconds=math.inf).value == Fraction(cost) / mass
