"""Certificates of costs by tariff and of histograms: by both checkers, and as the best of all trees says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from certificates import certify, entries_of
from toys import SORTED_PETS
from verdicts import judged

from strategist import compile_strategy, make_game, table
from strategist.checking.counted_bounds import INFINITE
from strategist.checking.ground import CheckedGame, table_by_rules
from strategist.checking.measures import measure_of
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import Certificate, tariff_of
from strategist.files.columns import column
from strategist.files.versions.position_columns import Under
from strategist.model.game import Game


def test_a_claim_holds_only_after_as_many_guesses_as_it_is_about() -> None:
    """By a tariff that falls off, a set costs the less the later it is reached: other claims must not serve for it."""
    game = make_game("mastermind(2,3)")
    falls, rises = "cost=0:50:51", "cost=0:1:50"
    for objective in (falls, rises):
        certificate = certify(game, f'cost="{objective.removeprefix("cost=").replace(":", ",")}"')
        other = replace(certificate, objective=rises if objective == falls else falls)
        assert judged(certificate)
        truth = compile_strategy(game, f'optimal(cost="{other.objective[5:].replace(":", ",")}")').data.lower_bound
        assert truth is not None and (not judged(other) or other.bound <= truth)


def test_a_claim_about_a_set_that_is_reached_later_does_not_serve_before() -> None:
    """Behind a vain guess two secrets cost 30, as their entries say rightly; behind the first guess alone 12."""
    vain = [(1, guess, 0, 0, 0) for guess in range(3)], [(0, guess, 0, 30, 0) for guess in range(3)]
    under = Under(None, None, *[column([0] * 7)] * 2)
    game, rows = make_game("mastermind(1,3)"), ((3, 0, 0, 15 + 18, 0), *vain[0], *vain[1])
    assert not judged(Certificate(game, "cost=1:2:12", entries_of(*rows), under=under))
    assert judged(Certificate(game, "cost=1:2:12", entries_of((3, 0, 0, 15, 0), *rows[1:]), under=under))


def test_sums_of_more_than_64_bits_are_infinite() -> None:
    game = make_game("mastermind(1,3)")
    measure = measure_of(CheckedGame(game, range(3), table_by_rules(game, range(3))), "total", (1, 2))
    for cell, cost in ((1 << 40, 1 + (1 << 42)), (1 << 61, INFINITE)):
        assert measure._joined(np.ones(1, int), np.zeros(4, int), np.full(4, cell)).tolist() == [cost]


@pytest.mark.parametrize(
    ("objective", "left", "reason"),
    [
        ("lexicographic", None, "header.left: expected 1 to 64 beside lexicographic, got None"),
        ("lexicographic", 65, "header.left: expected 1 to 64 beside lexicographic, got 65"),
        ("lexicographic", 60, "header.left: expected fewer guesses beside lexicographic, got 60"),
        ("cost=", 3, "header.objective: expected total or"),
        ("cost=2:1", 3, "header.objective: expected total or"),
        ("cost=01:2", 3, "header.objective: expected total or"),
        ("cost=1,2", 3, "header.objective: expected total or"),
        ("lexicographic=1:2", 3, "header.objective: expected total or"),
    ],
)
def test_forms_that_say_nothing_are_refused(objective: str, left: int | None, reason: str) -> None:
    under = Under(left, None, column([0 if left is None else left + 1]), column([0]))
    with pytest.raises(StrategyFileError) as caught:
        Certificate(make_game("mastermind(2,3)"), objective, entries_of((0, 0, 0, 1, 0)), under=under)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize("objective", ["lexicographic", "cost=1:2"])
@pytest.mark.parametrize("game", [make_game("mastermind(2,4,goal=identify)"), SORTED_PETS])
def test_no_tariff_is_stated_where_it_is_enough_to_know_the_secret_or_its_class(game: Game, objective: str) -> None:
    under = Under(4, None, column([5]), column([0]))
    with pytest.raises(StrategyFileError, match=r"^header\.objective: .* needs a game that ends with the secret"):
        Certificate(game, objective, entries_of((0, 0, 0, 1, 0)), under=under)


def test_the_steps_of_a_certificate_are_those_after_its_start() -> None:
    game = make_game("mastermind(2,3)")
    certificate = certify(game, 'cost="1,2,9"', "12:0b1w")
    assert tariff_of(certificate) == (1, 7)
    assert tariff_of(certify(game, "lexicographic")) == (0, 1, 4)


def test_an_even_tree_is_not_cheapest_where_a_step_falls() -> None:
    """An even tree, from which levels are counted, costs 400 here, and the only one 303: it has no certificate."""
    game = table([[*map(str, row)] for row in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0))], goal="identify")
    with pytest.raises(StrategyFileError, match=r"header\.objective: .* needs a game that ends with the secret"):
        Certificate(game, "cost=1:100:101", entries_of((0, 0, 0, 400, 0)), under=Under(None, None, *[column([0])] * 2))
