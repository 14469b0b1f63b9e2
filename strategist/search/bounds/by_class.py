"""Bounds where it is enough to know the class of a secret, which is then announced.

The leaves of a tree are sets of one class. Let each class have a shallowest leaf, and let all its secrets stand there:
no sum grows. Leaves that hold nothing now are cut off, and no branch is added. So the tree costs at least that of
Huffman over the summed worths of the classes. One secret of each class alone needs as many leaves as there are classes,
so the tables by size hold for the number of classes. A set of one class costs nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.announced import huffman
from strategist.search.bounds.question_costs import least_cost_of_asking, mass_of
from strategist.search.bounds.stakes import never
from strategist.search.kernels.numba.jit import borrowing, inlined

MIXED = -1
"""Stands for the class of a set with secrets of several classes."""


@borrowing
def _sums_of_classes(stakes: Any, candidates: NDArray[np.int32], sums: NDArray[np.uint64]) -> int:
    """Write the worths of the classes of a set, summed, into ``sums``, largest first; returns their number."""
    kinds = stakes.kinds
    # The second half says which classes were met.
    sums[: 2 * kinds] = 0
    for secret in candidates:
        kind = stakes.kind[secret]
        sums[kind] += np.uint64(stakes.worth[secret])
        sums[kinds + kind] = 1
    number = 0
    for kind in range(kinds):
        if sums[kinds + kind]:
            worth, place = sums[kind], number
            while place > 0 and sums[place - 1] < worth:
                sums[place] = sums[place - 1]
                place -= 1
            sums[place] = worth
            number += 1
    return number


@borrowing
def huffman_of_classes(
    least: NDArray[np.int64],
    stakes: Any,
    branches: int,
    left: int,
    candidates: NDArray[np.int32],
    queue: NDArray[np.uint64],
) -> int:
    """The least cost of a set: :func:`~strategist.search.bounds.announced.huffman` over the sums of its classes, and
    what ``least``, ``int64[left + 1, secrets + 1]``, counts for as many secrets as there are classes. ``queue`` is
    scratch."""
    number = _sums_of_classes(stakes, candidates, queue)
    counted: int = least[left, number]
    if number == 1:
        # If no question is left, each secret counts as found at the last one.
        alone: int = len(candidates) * least[left, 1]
        return alone
    if counted >= never(stakes) or branches < 2:
        return never(stakes)
    return counted + huffman(queue, number, branches)


@inlined
def one_question(least: NDArray[np.int64], stakes: Any, size: int, worth: int, kind: int) -> int:
    """The least cost of a cell of ``size`` secrets of the summed ``worth``: one question at least, unless all are of
    one class, ``kind``, which is :data:`MIXED` for several. ``least`` is the row for the guesses left."""
    counted: int = size * least[1] if kind != MIXED else least[2] + worth
    return min(counted, never(stakes))


@inlined
def one_question_now(unit: int, stakes: Any, candidates: NDArray[np.int32]) -> int:
    """The least cost of a question, however many cells it has: that of asking it, because each cell may be of one
    class."""
    cost = least_cost_of_asking(unit, stakes, len(candidates), mass_of(stakes, candidates))
    return min(cost, never(stakes))
