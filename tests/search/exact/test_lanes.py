"""The search in lanes, held to the ordinary search of each of its lanes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest
from brute import brute_of, mask_of
from numpy.typing import NDArray

from strategist.games.catalog import make_game
from strategist.search.exact.lanes import COUNTED, DEEPER, ENDLESS, LOOKED, Bench, list_openly, make_bench
from strategist.search.exact.raised_lanes import queue_guesses, raise_bounds
from strategist.search.state.problem import SHARED_CELLS, STOP

LANES = 7


def make(name: str, random: Random) -> tuple[Bench, NDArray[np.int32]]:
    """A bench for all secrets of a game, and random weights."""
    game = make_game(name)
    count = len(game.secrets)
    answers = np.array([[game.respond(guess, code) for code in game.secrets] for guess in game.secrets], np.uint8)
    most = random.choice((2, 10, 100))
    weights = np.array([[random.randint(1, most) for _ in range(LANES)] for _ in range(count)], dtype=np.int32)
    words = np.random.default_rng(1).integers(0, 2**64, size=count, dtype=np.uint64)
    thresholds = np.sort(weights.ravel())
    own = np.arange(count, dtype=np.int32)
    return make_bench(answers, own, words, thresholds, game.response_count, count, LANES), weights


def beside(bench: Bench) -> Bench:
    given = bench.answers, bench.question_of_secret, bench.words, bench.thresholds
    return make_bench(*given, bench.solved + 1, bench.secrets.shape[1], LANES, bench)


class Laid:
    """A random set on a bench, and on those of so many threads beside it, with what its trees cost."""

    def __init__(self, name: str, seed: int, threads: int = 1) -> None:
        random = Random(f"{name} {seed}")
        self.bench, weights = make(name, random)
        self.others = [beside(self.bench) for _ in range(threads - 1)]
        count = len(weights)
        self.size = random.randint(4, min(count, 14))
        self.secrets = np.sort(np.array(random.sample(range(count), self.size), dtype=np.int32))
        self.weights = weights[self.secrets]
        brute, every = brute_of(name), mask_of(self.secrets)
        self.costs = np.array([brute.under(weights[:, lane].tolist()).cost(every, None) for lane in range(LANES)])
        self.lows = np.zeros((count, LANES), dtype=np.int32)
        self.deep = np.zeros((count, LANES), dtype=np.uint8)
        self.guesses = np.zeros(count, dtype=np.int32)
        self.most = np.zeros((count, self.bench.solved), dtype=np.uint8)
        self.shared = np.zeros(SHARED_CELLS, dtype=np.int64)
        self.lay()
        self.listed = list_openly(self.bench, self.size, LANES, self.lows, self.deep, self.guesses)

    def lay(self) -> None:
        self.bench.secrets[0, : self.size] = self.secrets
        self.bench.weights[0, : self.size] = self.weights

    def least_low(self) -> NDArray[np.int32]:
        found: NDArray[np.int32] = self.lows[: self.listed].min(axis=0)
        return found

    def to(self, depth: int, room: NDArray[np.int64]) -> NDArray[np.int32]:
        """Raise the bounds up to ``room``; returns the value found."""
        self.lay()
        self.bench.room[0] = room
        queued = queue_guesses(self.bench, LANES, depth, self.lows, self.deep, self.listed)
        arrays = self.lows, self.deep, self.guesses, self.most

        def run(bench: Bench) -> int:
            return raise_bounds(bench, self.shared, 0, self.size, LANES, depth, *arrays, queued)

        benches = [self.bench, *self.others]
        with ThreadPoolExecutor(len(benches)) as pool:
            stopped = list(pool.map(run, benches))
        assert all(stopped) if self.shared[STOP] and queued else not any(stopped)
        found: NDArray[np.int32] = np.min([bench.value[0] for bench in benches], axis=0)
        return found


GAMES = ("mastermind(2,4)", "mastermind(3,3)", "bulls-and-cows(3,5)", "bulls-and-cows(2,6)")


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_bounds_rise_to_the_cost(name: str, seed: int, threads: int) -> None:
    laid = Laid(name, seed, threads)
    before = laid.least_low()
    endless = np.full(LANES, ENDLESS, dtype=np.int64)
    for depth in (COUNTED, LOOKED, DEEPER, DEEPER + 1, DEEPER + 9):
        value = laid.to(depth, endless)
        assert (before <= value).all() and (value <= laid.costs).all(), depth
        assert (laid.least_low() <= laid.costs).all()
        before = value
    assert np.array_equal(before, laid.costs)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5, 9))
def test_bounds_rise_to_what_is_wanted(name: str, seed: int, threads: int) -> None:
    laid, random = Laid(name, seed, threads), Random(seed)
    for _ in range(4):
        room = np.array([random.randint(0, int(cost) + 5) for cost in laid.costs])
        value = laid.to(DEEPER + 9, room)
        assert np.array_equal(value, np.minimum(room, laid.costs))
        assert (laid.least_low() <= laid.costs).all()


def test_a_stop_leaves_bounds_that_hold() -> None:
    laid = Laid("mastermind(3,3)", 1)
    laid.shared[STOP] = 1
    laid.to(DEEPER, np.full(LANES, ENDLESS, dtype=np.int64))
    assert (laid.least_low() <= laid.costs).all()
