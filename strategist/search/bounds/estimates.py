"""Estimates of guesses: they say what to try first, and prove nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.regime import is_certain
from strategist.search.bounds.stakes import SHARES
from strategist.search.kernels.numba.jit import inlined, plain
from strategist.search.state.problem import Problem


@inlined
def estimate_of_size(estimate: NDArray[np.int64], stakes: Any, size: int) -> int:
    """What a cell of ``size`` secrets adds to the estimate of a guess, where the size is enough for an estimate."""
    estimated: int = estimate[size]
    if len(stakes) > 0:
        estimated *= stakes.share[0] * size
    return estimated


@inlined
def estimate_of_asking(stakes: Any, guess: int) -> int:
    """What asking a question adds to its estimate."""
    if len(stakes) == 0:
        return 0
    estimated: int = SHARES * stakes.dear[guess]
    return estimated


def rank_of(problem: Problem, guess: int, cells: Sequence[NDArray[np.int32]]) -> int:
    """The estimate of a guess with the given cells, to be compared with that of others."""
    if not problem.stakes:
        return sum(int(problem.estimate[len(cell)]) for cell in cells)
    if problem.stakes.by_class:
        cells = [cell for cell in cells if not plain(is_certain)(problem.stakes, cell, 0)]
    shares = (int(problem.stakes.share[cell].sum()) * int(problem.estimate[len(cell)]) for cell in cells)
    return SHARES * int(problem.stakes.dear[guess]) + sum(shares)
