"""Lower bounds of the cost of a set of candidates, for any guess and for one guess.

All of them rest on the tables of :mod:`~strategist.search.proof.counting`: ``least``, the least cost of any set of n
secrets, and ``even``, which is convex in n, so candidates cost least when they are spread evenly over the cells of a
guess. Where guesses find secrets the two are one. Where secrets are announced, ``even`` leaves out the questions that
it takes to tell n secrets apart, and the questions below the cells of a guess are counted beside it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.jit import borrowing
from strategist.search.proof.problem import INFEASIBLE, Problem


@borrowing
def bound_of_level(even: NDArray[np.int64], unit: int, next_left: int, size: int, cells: int, candidate: bool) -> int:
    """The least cost of a guess with ``cells`` cells, including the solved one. ``even`` is convex, so an even spread
    of the candidates is cheapest."""
    rest = size - candidate
    others = cells - candidate
    if others == 0:
        return unit * size if rest == 0 else INFEASIBLE
    low, larger = divmod(rest, others)
    cost = unit * size + (others - larger) * even[next_left, low]
    if larger:
        cost += larger * even[next_left, low + 1]
    return min(cost, INFEASIBLE)


@borrowing
def _bound_of_question(problem: Problem, next_left: int, size: int, cells: int) -> int:
    """The least cost of a question with ``cells`` cells where secrets are announced."""
    # Each question below splits one of the cells into no more than this number of others.
    most = max(1, problem.source.response_count - 2)
    below = (size - cells + most - 1) // most
    cost = bound_of_level(problem.even, problem.unit, next_left, size, cells, False) + problem.unit * below
    return min(cost, INFEASIBLE)


@borrowing
def bounds_of_levels(problem: Problem, next_left: int, size: int, level: int, other_level: int) -> tuple[int, int]:
    """The least costs of a candidate with ``level`` cells, and of another guess with ``other_level``."""
    as_candidate = as_other = INFEASIBLE
    if problem.announces:
        # A candidate is a question like the others.
        if problem.candidates_only:
            as_candidate = _bound_of_question(problem, next_left, size, level)
        else:
            as_other = _bound_of_question(problem, next_left, size, other_level)
        return as_candidate, as_other
    as_candidate = bound_of_level(problem.even, problem.unit, next_left, size, level, True)
    if not problem.candidates_only:
        as_other = bound_of_level(problem.even, problem.unit, next_left, size, other_level, False)
    return as_candidate, as_other


@borrowing
def bound_by_candidates(problem: Problem, next_left: int, size: int, most: int) -> tuple[int, bool]:
    """The least cost of a set whose candidates have at most ``most`` cells, and whether it is the exact cost."""
    least, unit = problem.least, problem.unit
    if problem.announces:
        if most == size:
            cost = unit * size + size * least[next_left, 1]
            return min(cost, INFEASIBLE), cost < INFEASIBLE
        # Another question may tell all of them apart.
        return _bound_of_question(problem, next_left, size, most) if problem.candidates_only else 0, False
    if most == size:
        # No guess is better than one that can be the secret and tells all others apart.
        cost = unit * size + (size - 1) * least[next_left, 1]
        return min(cost, INFEASIBLE), cost < INFEASIBLE
    # Every candidate leaves at least one cell of two; every other guess is wrong for all secrets.
    bound = bound_of_level(problem.even, unit, next_left, size, most, True)
    if not problem.candidates_only:
        bound = min(bound, bound_of_level(problem.even, unit, next_left, size, size, False))
    if most == size - 1:
        # One cell holds two secrets, all others one: the cost is known. In most cases no other guess beats it.
        cost = unit * size + (size - 3) * least[next_left, 1] + least[next_left, 2]
        return bound, cost <= bound and cost < INFEASIBLE
    return bound, False
