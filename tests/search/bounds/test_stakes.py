"""The least expected cost where the answer is known otherwise: Huffman's trees, and equal chances."""

from __future__ import annotations

import heapq
from random import Random

import pytest
from bothways import result, searched, table_game
from toys import weighted

from strategist import compile_strategy, make_game


def huffman(weights: list[int]) -> int:
    heap, total = sorted(weights), 0
    while len(heap) > 1:
        merged = heapq.heappop(heap) + heapq.heappop(heap)
        total += merged
        heapq.heappush(heap, merged)
    return total


@pytest.mark.parametrize("secrets", range(2, 9))
def test_with_every_question_at_hand_the_tree_is_that_of_huffman(secrets: int) -> None:
    random = Random(secrets)
    # Every way to part the secrets in two.
    rows = [[subset >> secret & 1 for secret in range(secrets)] for subset in range(1, 1 << (secrets - 1))]
    game = table_game(rows, "identify")
    for most in (2, 9, 1000):
        weights = [random.randint(1, most) for _ in range(secrets)]
        made = weighted(game, [*weights[1:], 1], None)
        data = compile_strategy(made, "optimal(expected)").data
        assert data.claims.expected == data.lower_bound == huffman([*weights[1:], 1])


@pytest.mark.parametrize("text", ["mastermind(3,4)", "bulls-and-cows(3,6)", "mastermind(3,4,goal=identify)"])
def test_equal_chances_give_the_total(text: str) -> None:
    plain = make_game(text)
    total = compile_strategy(plain, "optimal(total)").data.claims.total
    for game in (
        weighted(plain, [1] * len(plain.secrets), None),
        weighted(plain, None, [1] * plain.question_count),
    ):
        data = compile_strategy(game, "optimal(expected)").data
        assert data.claims.expected == data.lower_bound == total


@pytest.mark.parametrize("seed", [1, 3, 27, 30])
@pytest.mark.parametrize("text", ["optimal(expected)", "optimal(expected,guesses=candidates)"])
def test_a_cheaper_question_that_tells_less_is_not_taken_for_one_that_tells_all(seed: int, text: str) -> None:
    """Behind a dear question that tells all candidates apart, each cheaper candidate was taken for another such."""
    random = Random(seed)
    game = make_game("mastermind(2,3,goal=identify)")
    weights = [random.randint(1, 3) for _ in game.secrets]
    made = weighted(game, weights, [random.choice([1, 2, 5, 9]) for _ in range(game.question_count)])
    strategy = searched(text, made)
    assert result(strategy) == result(strategy, plain=True)
