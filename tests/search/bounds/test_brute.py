"""The least costs of these tests are those of the search through all trees, and the problems those of the search."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from bothways import searched
from brute import NEVER, Counts
from regimes import LOST, MAKERS, REGIMES, case, counts_of, strategy_of

from strategist import compile_strategy
from strategist.common.errors import InfeasibleError
from strategist.model.position import Position
from strategist.model.tree import Claims, Weighed
from strategist.search.run.alltrees import all_trees
from strategist.search.run.extract import cost_of
from strategist.search.tasks.workers import Workers


@pytest.mark.parametrize("regime", REGIMES)
def test_the_least_cost_is_that_of_the_best_of_all_trees(regime: str) -> None:
    compared = 0
    for number in range(6):
        made = case(regime, number)
        game, counts = made.game, made.counts
        if len(game.secrets) > 6:
            continue
        text = "lost" if counts.loses else "total"
        strategy = searched(f"optimal({text}{',guesses=candidates' * made.candidates_only})", game)
        for state in made.states[:4]:
            history = tuple((guess, response) for guess, response in state.past)
            position = Position(history, [int(secret) for secret in sorted(state.candidates)])
            left = made.left(state)
            found = NEVER
            for (expected, histogram, masses), _ in all_trees(strategy, position).items():
                lost = lost_mass = 0
                in_time = None if left is None or counts.endless else left + game.announces
                if counts.loses:
                    assert in_time is not None
                    lost, lost_mass = sum(histogram[in_time:]), sum(masses[in_time:])
                    histogram, masses = histogram[:in_time], masses[:in_time]
                    expected = sum(mass * (at - game.announces) for at, mass in enumerate(masses, 1))
                claims = Claims.of_moves(histogram, lost, game.announces)
                if game.weighted:
                    mass = sum(game.weight_of(int(secret)) for secret in state.candidates)
                    claims = replace(claims, weighed=Weighed(mass - lost_mass, 0, expected, lost_mass))
                if in_time is None or len(histogram) <= in_time:
                    last = made.problem
                    if left is not None:
                        last = last._replace(least=last.least[: left + 1], steps=last.steps[: max(1, left)])
                    found = min(found, cost_of(claims, last))
            assert made.brute.cost(state.mask, left, state.past) == found, made.told(state)
            compared += 1
    assert compared > 3


@pytest.mark.parametrize("regime", REGIMES)
def test_the_search_makes_these_problems(regime: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Counts] = []
    usual = Workers.problem

    def problem(self: Workers, unit: int, extra: int, limit: int | None, *more: Any, **named: Any) -> Any:
        if self.game is game:
            # Others are searched to compile kernels.
            asked.append(Counts(unit, extra, limit, named.get("scale", 0), named.get("gone", (0, 0))))
        return usual(self, unit, extra, limit, *more, **named)

    monkeypatch.setattr(Workers, "problem", problem)
    compared = 0
    for number in range(4):
        random = Random(f"search {regime} {number}")
        game = MAKERS[regime](random)
        strategy = searched(strategy_of(regime, random), game)
        asked.clear()
        try:
            compile_strategy(game, strategy)
        except InfeasibleError:
            assert regime not in LOST
        turns = strategy.max_depth()
        depths = range(1, 1 + (turns or len(game.secrets)))
        made = {counts for depth in depths for counts in counts_of(game, strategy.objectives, turns, depth)}
        assert made.issuperset(asked), (asked, made)
        compared += len(asked)
    assert compared > 3
