"""Bounds of all first guesses under unequal chances change no tree, and no figure but the number of positions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from strategist import compile_strategy, make_game
from strategist.games.every_game.chances import with_chances
from strategist.model.game import Game
from strategist.search.run import opening_bounds
from strategist.search.run.best_tree import BestTree
from strategist.search.run.opening_bounds import OpeningBounds
from strategist.search.state.problem import Problem
from strategist.search.tasks.workers import Workers


def uneven(name: str, seed: int, most: int) -> Game:
    """A game with random chances, whole numbers up to ``most``."""
    game, random = make_game(name), Random(f"{name} {seed}")
    chances = {game.format_secret(code): Fraction(random.randint(1, most)) for code in game.secrets}
    return with_chances(game, chances)


def written(game: Game, strategy: str, jobs: int = 1) -> tuple[object, ...]:
    """All that a file says of the best tree."""
    data = compile_strategy(game, f"optimal({strategy})", jobs=jobs).data
    return data.claims, data.lower_bound, data.gap, data.tree.guesses, data.tree.masks


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> list[OpeningBounds]:
    """Lanes in all games in which they can be used; the bounds that they found."""
    made: list[OpeningBounds] = []

    class Noted(OpeningBounds):
        def __init__(self, workers: Workers, problem: Problem, left: int, kept: BestTree) -> None:
            super().__init__(workers, problem, left, kept)
            made.append(self)

    monkeypatch.setattr("strategist.search.run.root.OpeningBounds", Noted)
    monkeypatch.setattr("strategist.search.run.root._MOST_OPENINGS", 1)
    monkeypatch.setattr(opening_bounds, "PAYS_FROM", 1)
    monkeypatch.setattr(opening_bounds, "_LEAST_LANES", 1)
    return made


CASES = [("mastermind(2,4)", 100), ("mastermind(3,3)", 100), ("mastermind(3,3)", 2), ("bulls-and-cows(3,5)", 100)]
STRATEGIES = ["expected", "expected,depth", "expected,total", "expected,max_depth=5", "expected,guesses=candidates"]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("name", "most"), CASES)
def test_trees_and_figures_stay(
    name: str, most: int, strategy: str, always: list[OpeningBounds], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(3):
        game = uneven(name, seed, most)
        with_lanes = written(game, strategy)
        assert always
        monkeypatch.setattr("strategist.search.run.root.lanes_pay", lambda workers, problem: False)
        without = written(game, strategy)
        monkeypatch.setattr("strategist.search.run.root.lanes_pay", opening_bounds.lanes_pay)
        assert with_lanes == without


@pytest.mark.parametrize(("name", "most"), CASES)
def test_no_bound_exceeds_the_cost_of_a_first_guess(name: str, most: int, always: list[OpeningBounds]) -> None:
    game = uneven(name, 7, most)
    best = compile_strategy(game, "optimal(expected)").data.claims.weighed
    (found,) = always
    assert best is not None and found.best == best.expected
    refuted = 0
    for guess, bound in enumerate(found.bounds.tolist()):
        forced = compile_strategy(game, f"optimal(expected,first={game.format_code(game.guesses[guess])})").data
        assert forced.claims.weighed is not None
        assert bound <= forced.claims.weighed.expected
        refuted += bound > best.expected
    assert refuted >= len(found.bounds) // 2


def test_a_good_tree_comes_first_in_large_games(always: list[OpeningBounds], monkeypatch: pytest.MonkeyPatch) -> None:
    game = uneven("mastermind(3,3)", 5, 100)
    exact = written(game, "expected,depth")
    monkeypatch.setattr(opening_bounds, "_NARROW_FROM", 1)
    assert written(game, "expected,depth") == exact


def test_heavy_chances_are_rounded_down(always: list[OpeningBounds], monkeypatch: pytest.MonkeyPatch) -> None:
    game = uneven("mastermind(3,3)", 3, 100)
    exact = written(game, "expected")
    monkeypatch.setattr(opening_bounds, "_MOST_MASS", 200)
    assert written(game, "expected") == exact
    assert always[1]._unit > 1


def test_threads_change_nothing(always: list[OpeningBounds]) -> None:
    game = uneven("bulls-and-cows(3,5)", 4, 100)
    assert written(game, "expected", jobs=1) == written(game, "expected", jobs=2)
    assert len(always) == 2


@pytest.mark.parametrize("name", ["mastermind(2,4,turns=3)", "mastermind(2,4)"])
def test_other_searches_go_their_own_way(name: str, always: list[OpeningBounds]) -> None:
    """Where secrets may be lost, or all chances are alike, bounds would not hold or are not needed."""
    game = uneven(name, 1, 9 if "turns" in name else 1)
    compile_strategy(game, "optimal(lost,expected)" if "turns" in name else "optimal(expected)")
    assert not always
