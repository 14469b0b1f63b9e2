"""Bounds of a guess by the sizes of its cells alone, where all secrets weigh the same: nothing is at stake, or chances
are equal. Sizes are counted for whole blocks of guesses at once, before any guess is split."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.question_costs import cost_of_asking
from strategist.search.bounds.stakes import never
from strategist.search.kernels.numba.jit import inlined


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
