"""Cells and scores at the limits: of blocks of guesses, of counts in bytes, and of the scores that are possible."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from toys import Echo, partitions

from strategist import make_game, make_strategy
from strategist.choosing.heuristics import Heuristic
from strategist.model.game import Game
from strategist.search.adapters.registry import make_source
from strategist.search.kernels.responses.responses import BLOCK, response_table
from strategist.search.kernels.scores.scores import (
    ENTROPY,
    EXPECTED_SIZE,
    MINIMAX,
    MOST_PARTS,
    cell_table,
    even_score,
    score_table,
    weighted_logs,
)

RULES = {"minimax": MINIMAX, "expected-size": EXPECTED_SIZE, "entropy": ENTROPY, "most-parts": MOST_PARTS}
MASTERMIND = make_game("mastermind(4,6)")
ECHO = Echo({"numbers": BLOCK + 1, "responses": 300})

NO_WEIGHTS = np.empty(0, dtype=np.int64)


def heuristic(name: str, game: Game = MASTERMIND) -> Heuristic:
    """The specification of one rule."""
    strategy = make_strategy(name, game)
    assert isinstance(strategy, Heuristic)
    return strategy


# Cells are counted in bytes, 255 candidates at a time.
@pytest.mark.parametrize("count", [1, 2, 254, 255, 256, 257, 510, 511, 1296])
def test_cells_and_scores_of_any_number_of_candidates(count: int) -> None:
    source = make_source(MASTERMIND)
    table = response_table(source, False)
    candidates = np.sort(np.random.default_rng(count).permutation(1296)[:count]).astype(np.int32)
    guesses = np.array([0, 7, 51, 300, BLOCK - 1, BLOCK, 1295], dtype=np.int32)
    cells = [np.bincount(table[candidates, guess], minlength=14).tolist() for guess in guesses]
    assert cell_table(source, guesses, candidates).tolist() == cells
    for name, rule in RULES.items():
        plain = [heuristic(name).score([size for size in sizes if size]) for sizes in cells]
        for scalar in (True, False):
            found = score_table(source, rule, weighted_logs(count), guesses, candidates, scalar, NO_WEIGHTS, NO_WEIGHTS)
            assert found.tolist() == plain, (name, scalar)


@pytest.mark.parametrize("count", [3, 256, 500])
def test_cells_of_a_game_with_more_responses_than_a_byte_holds(count: int) -> None:
    source = make_source(ECHO)
    candidates = np.arange(0, len(ECHO.secrets), len(ECHO.secrets) // count, dtype=np.int32)[:count]
    guesses = np.array([0, 1, BLOCK - 1, BLOCK], dtype=np.int32)
    for guess, sizes in zip(guesses, cell_table(source, guesses, candidates), strict=True):
        plain = Counter(ECHO.respond(int(guess), ECHO.secrets[secret]) for secret in candidates.tolist())
        assert {response: size for response, size in enumerate(sizes.tolist()) if size} == plain
        assert sizes.sum() == count


@pytest.mark.parametrize("name", RULES)
def test_no_partition_scores_better_than_an_even_one(name: str) -> None:
    weights = weighted_logs(15)
    for total in range(1, 16):
        scores: dict[int, int] = {}
        for parts in partitions(total, total):
            scores[len(parts)] = min(scores.get(len(parts), 2**62), heuristic(name).score(parts))
        for cells, best in scores.items():
            assert even_score(RULES[name], weights, total, cells) == best


@pytest.mark.parametrize("name", [name for name in RULES if name != "entropy"])
def test_only_entropy_needs_weights(name: str) -> None:
    source = make_source(make_game("mastermind(2,3)"))
    everything = np.arange(9, dtype=np.int32)
    none = NO_WEIGHTS
    found = score_table(source, RULES[name], none, everything, everything, False, none, none)
    assert (
        found.tolist()
        == score_table(source, RULES[name], weighted_logs(9), everything, everything, True, none, none).tolist()
    )
