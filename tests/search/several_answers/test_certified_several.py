"""Keys that a search has found are the best, and their certificates are believed."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest
from fixtures.several_tables import least_cost, several_table
from sampling import CampaignNumbers

from strategist import compile_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.verify import verify_strategy
from strategist.common.errors import InfeasibleError, SpecError
from strategist.games.catalog import make_game
from strategist.model.position import Several
from strategist.show.reports.report import headline

CASES = 40


@pytest.fixture
def cases(campaign_numbers: CampaignNumbers) -> range:
    return campaign_numbers(CASES)


def test_the_least_cost_is_found_and_certified(cases: range) -> None:
    certified = 0
    for number in cases:
        draw, game = Random(f"certified {number}"), several_table(number, 7, 6)
        loses = game.turns is not None and game.several
        objectives = ["total", "depth", "size", "expected", *(["lost"] if loses else [])]
        objective = draw.choice(objectives if game.several else ["size"])
        over = Several(game).ending(Several(game).normal(enumerate([1] * len(game.secrets))).position) is not None
        first = draw.randrange(game.question_count) if draw.random() < 0.2 and not over else None
        limit = draw.randint(1, 4) if draw.random() < 0.3 and objective != "lost" else None
        named = [objective]
        named += [] if first is None else [f"first={game.format_code(game.guesses[first])}"]
        named += [] if limit is None else [f"max_depth={limit}"]
        strategy = f"optimal({','.join(named)})"
        least = least_cost(game, objective, first, limit)
        try:
            compiled = compile_strategy(game, strategy, certificate=True)
        except InfeasibleError:
            assert least == math.inf, (number, strategy)
            continue
        data = compiled.data
        assert data.bound == "optimal", (number, strategy)
        assert data.lower_bound == least, (number, game.spec, strategy)
        assert verify_strategy(data).verified, (number, strategy)
        certificate = compiled.prove()
        assert certificate.bound == data.lower_bound
        assert check_certificate(certificate).problems == check_plainly(certificate) == [], (number, strategy)
        certified += 1
    assert certified > len(cases) / 2


def test_the_size_of_games_that_are_guessed_is_certified() -> None:
    for text in ("mastermind(2,4)", "bulls-and-cows(2,4)", "mastermind(2,3,goal=identify)"):
        game = make_game(text)
        compiled = compile_strategy(game, "optimal(size)", certificate=True)
        assert compiled.data.lower_bound == least_cost(game, "size")
        assert check_certificate(compiled.prove()).proven


def test_a_certificate_begins_at_the_beginning() -> None:
    game = make_game("mastermind(2,4)")
    with pytest.raises(SpecError, match="begins at the beginning"):
        compile_strategy(game, "optimal(size)", start=game.parse_history("12:0b1w"), certificate=True)


def test_a_wrong_size_is_found_by_verifying() -> None:
    data = compile_strategy("mastermind(2,3)", "optimal(size)").data
    assert verify_strategy(data).verified and data.claims.size is not None
    assert f", size {data.claims.size}" in headline(data)
    claims = replace(data.claims, size=data.claims.size - 1)
    assert verify_strategy(replace(data, claims=claims)).problems == [
        f"size: claimed {data.claims.size - 1}, found {data.claims.size}"
    ]
