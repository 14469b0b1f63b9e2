"""The bounds under many weights at once, held to the least cost over all trees by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from brute import brute_of, mask_of
from inpython import in_python
from numpy.typing import NDArray

from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.search.bounds import bounds_many_weights

LANES = 5
GAMES = ("mastermind(2,4)", "mastermind(3,3)", "bulls-and-cows(2,5)")


class Sample(NamedTuple):
    """A set of a game, its weights by lane, and all responses."""

    game: Game
    secrets: NDArray[np.int32]
    weights: NDArray[np.int32]
    answers: NDArray[np.uint8]

    def cost(self, lane: int) -> int:
        """The least cost of the set over all trees."""
        weights = dict(zip(self.secrets.tolist(), self.weights[:, lane].tolist(), strict=True))
        return brute_of(self.game.spec).under(weights).cost(mask_of(self.secrets), None)

    def cells(self, guess: int) -> list[list[int]]:
        """The places of the set by cells, without the solved one."""
        found: dict[int, list[int]] = {}
        for place, secret in enumerate(self.secrets.tolist()):
            if secret != guess:
                found.setdefault(int(self.answers[guess, secret]), []).append(place)
        return list(found.values())


def samples(sizes: tuple[int, ...], count: int) -> Iterator[Sample]:
    """Random sets of small games, some of their weights equal."""
    for name in GAMES:
        game, random = make_game(name), Random(name)
        every = range(len(game.secrets))
        answers = np.array([[game.respond(guess, code) for code in game.secrets] for guess in game.secrets], np.uint8)
        for size in sizes:
            for _ in range(count):
                secrets = np.array(random.sample(every, size), dtype=np.int32)
                most = random.choice((2, 9, 100))
                weights = [[random.randint(1, most) for _ in range(LANES)] for _ in range(size)]
                yield Sample(game, secrets, np.array(weights, dtype=np.int32), answers)


def later(sample: Sample, guess: int) -> tuple[NDArray[np.int32], int]:
    """``later_in_cells`` of a guess, and the size of the largest cell."""
    cells = sample.cells(guess)
    order = np.array([place for cell in cells for place in cell], dtype=np.int32)
    starts = np.cumsum([0, *map(len, cells)]).astype(np.int32)
    found, scratch = np.full((2, LANES), -1, dtype=np.int32)
    largest = in_python(bounds_many_weights.later_in_cells)(
        sample.weights, order, starts, len(cells), LANES, found, scratch
    )
    return found, int(largest)


def test_what_is_found_later_in_cells() -> None:
    """``later_in_cells`` is what all but the heaviest of each cell weigh; with it no guess costs more than it does, and
    some sets cost as much as the best of these bounds."""
    met = 0
    for sample in samples((2, 4, 6, 9), 3):
        bounds = []
        for guess in range(len(sample.answers)):
            found, largest = later(sample, guess)
            cells = sample.cells(guess)
            assert largest == max(map(len, cells), default=0)
            plain = sum((sample.weights[cell].sum(axis=0) - sample.weights[cell].max(axis=0)) for cell in cells)
            assert np.array_equal(found, np.broadcast_to(plain, LANES))
            own = sample.weights[sample.secrets == guess].sum(axis=0)
            if largest < len(sample.secrets):
                bounds.append(2 * sample.weights.sum(axis=0) + found - own)
        least = np.min(bounds, axis=0)
        costs = [sample.cost(lane) for lane in range(LANES)]
        assert all(least <= costs), (sample.game.spec, sample.secrets)
        met += int(np.count_nonzero(least == costs))
    assert met > 100


def test_the_lightest_beyond_the_heaviest() -> None:
    """``lightest_beyond`` never exceeds what the rest of the secrets weigh, and meets it where a threshold fits."""
    met = missed = 0
    for sample in samples((3, 6, 9), 8):
        size = len(sample.secrets)
        order, mass = np.arange(size, dtype=np.int32), sample.weights.sum(axis=0, dtype=np.int32)
        thresholds = np.sort(sample.weights.ravel())
        for most in range(1, size + 2):
            for attempts in (1, 3):
                found, scratch = np.full((2, LANES), -1, dtype=np.int32)
                in_python(bounds_many_weights.lightest_beyond)(
                    sample.weights, order, size, most, LANES, mass, thresholds, attempts, found, scratch
                )
                truth = np.sort(sample.weights, axis=0)[: max(0, size - most)].sum(axis=0)
                assert (found >= 0).all() and (found <= truth).all(), (sample.weights, most)
                met += int(np.count_nonzero(found == truth))
                missed += int(np.count_nonzero(found < truth))
    assert met > missed > 0


@pytest.mark.parametrize("seed", range(3))
def test_the_cost_of_three(seed: int) -> None:
    """``cost_of_three`` is the least cost over all trees."""
    for sample in samples((3,), 12 + seed):
        found = np.zeros(LANES, dtype=np.int32)
        in_python(bounds_many_weights.cost_of_three)(
            sample.answers,
            np.arange(len(sample.answers), dtype=np.int32),
            sample.secrets,
            sample.weights,
            LANES,
            found,
        )
        assert found.tolist() == [sample.cost(lane) for lane in range(LANES)]
