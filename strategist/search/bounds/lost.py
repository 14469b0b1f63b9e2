"""What lost secrets cost, where a tree may give up because no guess is left.

Let the tree go on instead until all are found: the bounds without a limit hold for that tree. To go on takes no more
than a question for each secret, and being lost costs more than that. What it costs beyond that is counted for as many
secrets as must be lost, and comes on top (:func:`surely_gone`). Questions cost all alike here, or their costs do not
count.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.question_costs import cost_of_asking, mass_of
from strategist.search.bounds.stakes import never
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.state.problem import Problem


@inlined
def may_lose(problem: Problem, stakes: Any) -> bool:
    """Whether secrets may be lost: then the cost of two without a guess is finite. There must be two."""
    return problem.limited and problem.least[0, 2] < never(stakes)


@borrowing
def cost_of_losing(stakes: Any, candidates: NDArray[np.int32]) -> int:
    """What it costs to lose all of a set at stake."""
    cost: int = 0
    for secret in candidates:
        cost += stakes.gone[secret]
    return cost


@borrowing
def cost_of_last_guess(problem: Problem, stakes: Any, left: int, candidates: NDArray[np.int32], bound: int) -> int:
    """The cost of several secrets with at most one guess left, where ``bound`` is the least cost of the set by its
    size and stakes; exact.

    All are lost, or all but one, and the guess that finds the one with the largest loss is best: it is the heaviest,
    and questions cost all alike. Without stakes counting knows the cost.
    """
    if len(stakes) == 0 or left == 0:
        return bound
    # Candidates stand heaviest first.
    first = candidates[0]
    guess = int(problem.source.question_of_secret[first])
    size, mass = len(candidates), mass_of(stakes, candidates)
    cost: int = cost_of_asking(problem.unit, stakes, guess, size, mass) + problem.extra
    cost += cost_of_losing(stakes, candidates) - stakes.gone[first]
    return cost


def surely_gone(
    weights: NDArray[np.int64], costs: NDArray[np.int64], unit: int, scale: int, gone: tuple[int, int]
) -> int:
    """What counting may take for each lost secret, besides what the bounds without a limit say of it.

    Those bounds hold for a tree that goes on beyond the limit until all are found. To go on so takes no more than a
    question for each secret, and what is left of ``gone`` then comes on top.

    >>> surely_gone(np.array([2, 3]), np.array([1]), 1, 0, (10, 4))
    15
    """
    questions, dearest = len(weights) + 1, int(costs.max(initial=1))
    by_weight = gone[1] - questions * scale * dearest
    if by_weight < 0:
        return 0
    return max(0, gone[0] - questions * unit + by_weight * int(weights.min()))
