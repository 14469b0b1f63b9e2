"""Open guesses of many sets in one call, against the list of the checker."""

from __future__ import annotations

import numpy as np
import pytest
from bothways import crew_of

from strategist import make_game
from strategist.checking.ground import CheckedGame
from strategist.checking.measure import Uniform
from strategist.search.certify import shortening
from strategist.search.certify.shortening import open_pairs

GAMES = [
    "mastermind(3,5)",
    "bulls-and-cows(3,7)",
    "mastermind(5,3)",
    "mastermind(7,2)",
    "mastermind(3,4,goal=identify)",
]


@pytest.mark.parametrize("room", [1, 1 << 18])
@pytest.mark.parametrize("text", GAMES)
def test_guesses_that_stay_open(monkeypatch: pytest.MonkeyPatch, text: str, room: int) -> None:
    monkeypatch.setattr(shortening, "_ROOM", room)
    game = make_game(text)
    workers = crew_of(game)
    problem = workers.problem(1, 0, None)
    ground = CheckedGame(game, range(len(game.secrets)), workers.table(), workers.source.guess_of_secret)
    measure = Uniform(ground, "total")
    generator = np.random.default_rng(1)
    for size in (2, 3, 7, 20, len(game.secrets) // 2):
        sets = np.array([np.sort(generator.choice(len(game.secrets), size, replace=False)) for _ in range(12)])
        # From a bound that counting proves to one that no number of cells proves.
        bounds = measure.least[size] + np.arange(12)
        expected = measure.open_pairs(sets, bounds, [None] * len(sets))
        fewest = np.array([measure.fewest(size, bound) for bound in bounds.tolist()], dtype=np.int64)
        rows, guesses = open_pairs(workers, problem, sets.astype(np.int32), fewest)
        assert rows.tolist() == expected[0].tolist() and guesses.tolist() == expected[1].tolist()
        assert len(rows) > 0
