"""Responses by population counts, cells counted by the circuit, and the heap, each against its specification."""

from __future__ import annotations

import random

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from strategist import make_game
from strategist.search.adapters.registry import make_source
from strategist.search.exact.candidates import best_candidate
from strategist.search.exact.lazy_heap import make_heap, pop
from strategist.search.kernels.cells.circuit import count_planes, occupied_cells
from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.kernels.responses.peg_codes import make_codes, popcount
from strategist.search.kernels.responses.responses import Source, response_table

GAMES = [
    "mastermind(2,3)",
    "mastermind(4,3)",
    "mastermind(5,3)",
    "bulls-and-cows(4,6)",
    "bulls-and-cows(3,7,feedback=black)",
    "mastermind(4,5,feedback=black)",
    "mastermind(2,32,feedback=black)",
    "mastermind(7,2)",
    "mastermind(4,3,goal=identify)",
]


@borrowing_kernel
def respond_by_codes(codes: NDArray[np.uint64], response_of_pair: NDArray[np.int64], guess: int, secret: int) -> int:
    """The response to one guess, as the search computes it."""
    blacks = popcount(codes[guess, 0] & codes[secret, 0])
    shared = popcount(codes[guess, 1] & codes[secret, 1])
    return response_of_pair[blacks << 3 | shared]


@pytest.mark.parametrize("text", GAMES)
def test_codes_respond_as_the_rules(text: str) -> None:
    game = make_game(text)
    codes, response_of_pair = make_codes(make_source(game))
    for guess, secret in random.Random(1).choices(
        [(g, s) for g in range(game.question_count) for s in range(len(game.secrets))], k=500
    ):
        expected = game.respond(game.guesses[guess], game.secrets[secret])
        assert respond_by_codes(codes, response_of_pair, guess, secret) == expected


@pytest.mark.parametrize("text", ["mastermind(8,2)", "mastermind(3,22)", "mastermind(3,22,feedback=black)"])
def test_codes_that_do_not_fit(text: str) -> None:
    assert len(make_codes(make_source(make_game(text)))[0]) == 0


@borrowing_kernel
def most_cells(
    answers: NDArray[np.uint8],
    codes: NDArray[np.uint64],
    source: Source,
    candidates: NDArray[np.int32],
    scratch: NDArray[np.uint64],
    met: NDArray[np.int64],
) -> tuple[int, int]:
    """The largest number of cells of a candidate, and the first candidate that has it."""
    return best_candidate(answers, codes, source.question_of_secret, candidates, scratch, met)


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("size", [1, 2, 5, 20])
def test_the_candidate_with_most_cells(text: str, size: int) -> None:
    source = make_source(make_game(text))
    answers = response_table(source, False)
    codes, _ = make_codes(source)
    count = len(source.guess_of_secret)
    candidates = np.array(sorted(random.Random(size).sample(range(count), min(size, count))), dtype=np.int32)
    cells = [len(set(answers[guess, candidates].tolist())) for guess in candidates]
    expected = (max(cells), int(candidates[cells.index(max(cells))]))
    for known in (codes, codes[:0]):
        scratch = np.zeros(2 * len(candidates), dtype=np.uint64)
        met = np.zeros(source.response_count, dtype=np.int64)
        assert most_cells(answers, known, source, candidates, scratch, met) == expected


@pytest.mark.parametrize("pegs", [4, 5])
def test_the_circuit_tells_responses_apart(pegs: int) -> None:
    for blacks in range(pegs + 1):
        for shared in range(blacks, pegs + 1):
            if (blacks, shared) != (pegs - 1, pegs):
                planes = occupied_cells(
                    [-(p < blacks) for p in range(pegs)], [-(p >= pegs - shared) for p in range(pegs)]
                )
                pairs = [(s, b) for s in range(pegs + 1) for b in range(s + 1) if (s, b) != (pegs, pegs - 1)]
                assert [pair for pair, plane in zip(pairs, planes, strict=True) if plane] == [(shared, blacks)]


@given(st.lists(st.integers(0, 2**16 - 1), min_size=1, max_size=31))
def test_counting_planes(planes: list[int]) -> None:
    digits = count_planes(planes)
    for bit in range(16):
        total = sum((digit >> bit & 1) << place for place, digit in enumerate(digits))
        assert total == sum(plane >> bit & 1 for plane in planes)


@borrowing_kernel
def heap_sort(entries: NDArray[np.int64], heap: NDArray[np.int64]) -> None:
    """Put the entries, of which ``heap`` is a copy, in ascending order, by popping all."""
    make_heap(heap, len(heap))
    for size in range(len(heap), 0, -1):
        entries[len(heap) - size] = pop(heap, size)


@given(st.lists(st.integers(-(2**62), 2**62)))
def test_the_heap_sorts(entries: list[int]) -> None:
    found = np.array(entries, dtype=np.int64)
    heap_sort(found, found.copy())
    assert found.tolist() == sorted(entries)
