"""The lower bound of a set: what its candidates cost at least, whatever is guessed, and what one guess costs at least.

All of these rest on ``least``, the table of :mod:`~strategist.search.proof.counting`: what any set of n secrets costs
at least. It is convex in n, so that candidates cost least when they are spread evenly over the cells of a guess.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.jit import borrowing
from strategist.search.proof.problem import INFEASIBLE, Problem


@borrowing
def bound_of_level(least: NDArray[np.int64], unit: int, next_left: int, size: int, cells: int, candidate: bool) -> int:
    """The least cost of a guess with ``cells`` cells, the solved one included. ``least`` is convex, so an even spread
    of the candidates is cheapest."""
    rest = size - candidate
    others = cells - candidate
    if others == 0:
        return unit * size if rest == 0 else INFEASIBLE
    low, larger = divmod(rest, others)
    cost = unit * size + (others - larger) * least[next_left, low]
    if larger:
        cost += larger * least[next_left, low + 1]
    return min(cost, INFEASIBLE)


@borrowing
def bounds_of_levels(problem: Problem, next_left: int, size: int, level: int, other_level: int) -> tuple[int, int]:
    """The least costs of a candidate with ``level`` cells, and of another guess with ``other_level``."""
    as_candidate = as_other = INFEASIBLE
    if not problem.announces:
        as_candidate = bound_of_level(problem.least, problem.unit, next_left, size, level, True)
    if not problem.candidates_only:
        as_other = bound_of_level(problem.least, problem.unit, next_left, size, other_level, False)
    return as_candidate, as_other


@borrowing
def bound_by_candidates(
    least: NDArray[np.int64], unit: int, next_left: int, candidates_only: bool, size: int, most: int
) -> tuple[int, bool]:
    """What a set costs at least whose candidates have ``most`` cells at most, and whether that is what it costs."""
    if most == size:
        # Nothing can be better than to tell all others apart while being right once.
        cost = unit * size + (size - 1) * least[next_left, 1]
        return min(cost, INFEASIBLE), cost < INFEASIBLE
    # Every candidate leaves one cell of two at least, every other guess is wrong for all.
    bound = bound_of_level(least, unit, next_left, size, most, True)
    if not candidates_only:
        bound = min(bound, bound_of_level(least, unit, next_left, size, size, False))
    if most == size - 1:
        # All cells but one hold one secret, and that one two: its cost is known. Mostly nothing beats it.
        cost = unit * size + (size - 3) * least[next_left, 1] + least[next_left, 2]
        return bound, cost <= bound and cost < INFEASIBLE
    return bound, False
