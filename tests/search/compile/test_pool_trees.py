"""The search for the least expected number of tests, beside plain searches of all pools."""

from __future__ import annotations

import heapq
import random
from fractions import Fraction

import pytest
from brute import Brute, Counts

from strategist import compile_strategy, make_game, verify_strategy
from strategist.games.sets.pools import Pools
from strategist.model.game import Game
from strategist.search.run.pools.solve_pools import huffman


def expected(game: Game) -> Fraction:
    """What the search proves, behind a verified tree that comes to it."""
    compiled = compile_strategy(game, "optimal(expected)")
    assert game.weights is not None
    assert verify_strategy(compiled.data).verified and compiled.data.bound == "optimal"
    assert compiled.data.claims.expected == compiled.data.lower_bound
    return Fraction(compiled.data.claims.expected, sum(game.weights))


@pytest.mark.parametrize(("specimens", "least"), [(4, "1.504625"), (5, "1.713543125")])
def test_known_figures(specimens: int, least: str) -> None:
    assert expected(make_game(f"pools({specimens},rate=0.05)")) == Fraction(least)


@pytest.mark.parametrize("seed", range(12))
def test_the_search_is_as_good_as_trying_everything(seed: int, tmp_path: object) -> None:
    draw = random.Random(seed)
    specimens, most = draw.choice([2, 3, 3, 4]), draw.choice([1, 2, 3, 4])
    kinds = [Fraction(draw.randint(1, 19), 20) for _ in range(draw.choice([1, 2, 4]))]
    rates = [draw.choice(kinds) for _ in range(specimens)]
    path = f"{tmp_path}/rates.csv"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"s{place},{rate}\n" for place, rate in enumerate(rates))
    game = make_game(f"pools(rates={path},most={most})")
    least = Brute(game, Counts(0, 0, None, 1)).cost((1 << len(game.secrets)) - 1, None)
    assert expected(game) == Fraction(least, sum(game.weights or ()))


def test_the_search_agrees_with_that_of_sets() -> None:
    for spec in ("pools(4,rate=0.2)", "pools(5,rate=0.12,most=2)"):
        game = make_game(spec)
        assert isinstance(game, Pools)
        ordinary = compile_strategy(game, "optimal(expected,depth)")
        assert ordinary.data.claims.expected == compile_strategy(game, "optimal(expected)").data.claims.expected


@pytest.mark.parametrize("rate", ["0.382", "0.4", "0.5"])
def test_testing_one_by_one_is_best_from_the_golden_rate_on(rate: str) -> None:
    assert expected(make_game(f"pools(5,rate={rate})")) == 5


def test_below_the_golden_rate_pools_are_better() -> None:
    assert expected(make_game("pools(2,rate=0.38)")) < 2


def test_a_search_that_is_stopped_tells_its_gap() -> None:
    compiled = compile_strategy("pools(9)", "optimal(expected)", time_limit=0.01)
    assert compiled.data.stopped and compiled.data.bound == "upper"
    assert verify_strategy(compiled.data).verified
    assert compiled.data.lower_bound is not None
    assert 0.9 * compiled.data.claims.expected < compiled.data.lower_bound <= compiled.data.claims.expected


def test_huffman_is_that_of_the_textbook() -> None:
    draw = random.Random(5)
    for _ in range(200):
        weights = {weight: draw.randint(0, 6) for weight in draw.sample(range(1, 30), draw.randint(1, 6))}
        heap = [weight for weight, count in weights.items() for _ in range(count)]
        heapq.heapify(heap)
        cost = 0
        while len(heap) > 1:
            joined = heapq.heappop(heap) + heapq.heappop(heap)
            cost += joined
            heapq.heappush(heap, joined)
        assert huffman(sorted(weights.items())) == cost
