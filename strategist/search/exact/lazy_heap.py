"""A heap in an array: a list that is sorted only as far as it is read. Numba's ``heapq`` and ``sort`` allocate arrays,
which :func:`~strategist.search.kernels.numba.jit.borrowing` functions must not do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing


@borrowing
def _sift_down(heap: NDArray[np.int64], at: int, size: int) -> None:
    """Move the entry at ``at`` down until no child is less."""
    entry = heap[at]
    child = 2 * at + 1
    while child < size:
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= entry:
            break
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = entry


@borrowing
def make_heap(heap: NDArray[np.int64], size: int) -> None:
    """Order the first ``size`` entries as a heap."""
    for at in range(size // 2 - 1, -1, -1):
        _sift_down(heap, at, size)


@borrowing
def pop(heap: NDArray[np.int64], size: int) -> int:
    """Remove and return the least of the first ``size`` entries; the heap then has one entry less."""
    least = heap[0]
    heap[0] = heap[size - 1]
    _sift_down(heap, 0, size - 1)
    return least
