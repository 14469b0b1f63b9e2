"""Different responses, counted by sorting networks, against their specification."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from strategist.search.kernels.cells import distinct
from strategist.search.kernels.cells.distinct import (
    CHUNK,
    cleaning_network,
    count_distinct,
    make_columns,
    rounded_up,
    sorting_network,
)
from strategist.search.kernels.numba.jit import borrowing_kernel

SIZES = [1, 2, 15, 16, 17, 32, 33, 48, 64, 65, 81, 112, 129, 255, 300]
"""Around each chunk, and around each run of chunks that is merged with a shorter one."""


@borrowing_kernel
def counted(
    rows: NDArray[Any], candidates: NDArray[np.int32], columns: NDArray[Any], counts: NDArray[np.uint16]
) -> None:
    """The function of the kernels, for Python."""
    count_distinct(rows, candidates, columns, counts)


def applied(network: distinct.Pairs, lanes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``lanes`` after the comparators."""
    for low, high in network:
        lanes[[low, high]] = np.minimum(lanes[low], lanes[high]), np.maximum(lanes[low], lanes[high])
    return lanes


@pytest.mark.parametrize("size", [1, 2, 4, 8, CHUNK])
def test_a_network_sorts_all_zeros_and_ones_and_so_everything(size: int) -> None:
    """The principle of zeros and ones (Knuth, The Art of Computer Programming 3, 5.3.4)."""
    lanes = np.array(list(product((0, 1), repeat=size)), dtype=np.uint8).T
    assert (np.diff(applied(sorting_network(size), lanes).astype(int), axis=0) >= 0).all()


@pytest.mark.parametrize("size", [2, 4, CHUNK])
def test_a_network_cleans_what_rises_and_falls(size: int) -> None:
    places = np.arange(size)
    turned = [(places + first) % size < ones for ones in range(size + 1) for first in range(size)]
    lanes = np.array(turned, dtype=np.uint8).T
    assert (np.diff(applied(cleaning_network(size), lanes).astype(int), axis=0) >= 0).all()


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("size", SIZES)
def test_different_responses_are_counted(kind: Any, size: int) -> None:
    generator = np.random.default_rng(size)
    for guesses in (1, 31, 32, 64, 130, 1100):
        # From guesses with one response to guesses with all.
        most = generator.integers(1, np.iinfo(kind).max + 1, size=guesses)
        rows = (generator.integers(0, 1 << 20, size=(310, guesses)) % most).astype(kind)
        candidates = np.sort(generator.choice(310, size, replace=False)).astype(np.int32)
        counts = np.full(rounded_up(guesses), 7, dtype=np.uint16)
        counted(rows, candidates, make_columns(310, kind), counts)
        assert counts[:guesses].tolist() == [len(np.unique(column)) for column in rows[candidates].T]
        assert set(counts[guesses:].tolist()) <= {1, 7}


def test_all_256_responses_of_a_byte_are_counted() -> None:
    rows = np.repeat(np.arange(256, dtype=np.uint8)[:, np.newaxis], 70, axis=1)
    counts = np.zeros(rounded_up(70), dtype=np.uint16)
    counted(rows, np.arange(256, dtype=np.int32), make_columns(256, np.uint8), counts)
    assert (counts[:70] == 256).all()


def test_large_sets_are_read_in_narrow_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distinct, "_ROOM", 64)
    generator = np.random.default_rng(1)
    rows = generator.integers(0, 200, size=(100, 700), dtype=np.uint8)
    for size in (20, 60, 100):
        candidates, columns = np.arange(size, dtype=np.int32), make_columns(100, np.uint8)
        assert len(columns) == 112
        counts = np.zeros(rounded_up(700), dtype=np.uint16)
        counted(rows, candidates, columns, counts)
        assert counts[:700].tolist() == [len(np.unique(column)) for column in rows[:size].T]
