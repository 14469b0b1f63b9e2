"""Bounds of a guess by the sizes of its cells alone, where all secrets weigh the same: nothing is at stake, or chances
are equal. Sizes are counted for whole blocks of guesses at once, before any guess is split."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.question_costs import cost_of_asking
from strategist.search.bounds.stakes import never
from strategist.search.kernels.numba.jit import borrowing, inlined

MOST_IN_VECTORS = 1 << 15
"""Costs below this are added up as numbers of two bytes."""


@inlined
def sizes_tell(stakes: Any) -> bool:
    """Whether what the cells of a guess cost at least follows from their sizes: all secrets weigh the same."""
    return len(stakes) == 0 or len(stakes.of_size) > 0


@inlined
def leaves_of(stakes: Any, candidates: NDArray[np.int32]) -> int:
    """What finding each secret of a set costs once no other is left; 0 without stakes, where nothing asks for it."""
    leaves: int = 0
    if len(stakes) > 0:
        for secret in candidates:
            leaves += stakes.leaf[secret]
    return leaves


@inlined
def least_of_size(least: NDArray[np.int64], stakes: Any, size: int) -> int:
    """What a cell of ``size`` secrets costs at least, without their leaves; ``least`` is one row.

    Of equal worths the rearrangement inequality and Huffman's tree know no more than counting does, so ``of_size`` is a
    multiple of the least number of questions (:class:`~strategist.search.bounds.stakes.Stakes`).
    """
    counted: int = least[size]
    if len(stakes) > 0:
        counted = min(counted + stakes.of_size[size], never(stakes))
    return counted


@inlined
def beside_cells(unit: int, stakes: Any, guess: int, candidate: bool, size: int, mass: int, leaves: int) -> int:
    """What a guess costs beside :func:`least_of_size` of its cells. ``leaves`` is what finding all candidates costs
    (:func:`leaves_of`); a guess that is a candidate finds itself."""
    cost = cost_of_asking(unit, stakes, guess, size, mass)
    if len(stakes) > 0:
        cost += leaves
        if candidate and not stakes.announces:
            # All weigh the same, so secret 0 has the weight of every other.
            cost -= stakes.worth[0] + (stakes.asking[guess] - stakes.cheapest) * stakes.weights[0]
    return cost


@borrowing
def find_bends(least: NDArray[np.int64], stakes: Any, size: int, bends: NDArray[np.uint16]) -> int:
    """Write where the slope of ``least`` grows up to ``size``, and by how much, into ``bends``; returns how often.

    ``least`` is one row, convex, and 0 of no secrets. So the least cost of n secrets is the sum of max(0, n - bend)
    times the growth there, over all bends: no table is read, and vectors of small numbers do. Returns 0 where that is
    not so: with stakes, with more bends than ``bends`` has columns, or with costs of two bytes or more.

    >>> table, bends = np.array([0, 1, 3, 5, 8, 11]), np.zeros((2, 4), dtype=np.uint16)
    >>> find_bends(table, (), 5, bends), bends[:, :3].tolist()
    (3, [[0, 1, 3], [1, 1, 1]])
    """
    if len(stakes) > 0 or least[size] >= MOST_IN_VECTORS:
        return 0
    slope, found = 0, 0
    for number in range(size):
        growth = least[number + 1] - least[number] - slope
        if growth != 0:
            if found == bends.shape[1] or growth < 0:
                return 0
            bends[0, found], bends[1, found] = number, growth
            slope += growth
            found += 1
    return found


@borrowing
def add_costs(sizes: NDArray[np.uint16], bends: NDArray[np.uint16], count: int, costs: NDArray[np.uint16]) -> None:
    """Write the least cost of the cells of each guess, ``sizes`` being ``uint16[cells, guesses]``, into ``costs``.

    >>> bends = np.array([[0, 1, 3], [1, 1, 1]], dtype=np.uint16)
    >>> costs = np.zeros(2, dtype=np.uint16)
    >>> add_costs(np.array([[5, 0], [1, 2]], dtype=np.uint16), bends, 3, costs)
    >>> costs.tolist()
    [12, 3]
    """
    costs[:] = np.uint16(0)
    for bend in range(count):
        at, growth = bends[0, bend], bends[1, bend]
        for cell in range(len(sizes)):
            of_cell = sizes[cell]
            for j in range(len(costs)):
                costs[j] += np.uint16((max(of_cell[j], at) - at) * growth)
