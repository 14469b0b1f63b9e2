"""Bounds where secrets have chances or questions have costs, and a guess finds a secret.

At most r(k) secrets of a set are found within k guesses, whatever they weigh. Each that is not found by then pays one
more question, at least its ``worth``. A sum of products of a fixed set of waits and a fixed set of worths is least
where the heaviest waits least: the rearrangement inequality (Hardy, Littlewood, Pólya, "Inequalities", 1934). So the
i-th heaviest waits ``rounds[i]`` questions and then pays its ``leaf``
(:class:`~strategist.search.bounds.stakes.Stakes`). Candidates stand heaviest first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.question_costs import least_cost_of_asking
from strategist.search.bounds.stakes import never
from strategist.search.bounds.uniform import even_spread
from strategist.search.kernels.numba.jit import borrowing, inlined


@inlined
def cost_in_turn(stakes: Any, secret: int, place: int) -> int:
    """What a secret pays at least that is found after ``place`` heavier ones of its set."""
    cost: int = stakes.leaf[secret] + stakes.worth[secret] * stakes.rounds[place]
    return cost


@inlined
def heaviest_first(stakes: Any, candidates: NDArray[np.int32]) -> int:
    """The least cost of a set at stake: each secret is found in turn, heaviest first, in the fullest tree."""
    cost: int = 0
    for place in range(len(candidates)):
        cost += cost_in_turn(stakes, candidates[place], place)
    return cost


@borrowing
def heaviest_first_in_cells(
    even: NDArray[np.int64],
    unit: int,
    stakes: Any,
    next_left: int,
    candidates: NDArray[np.int32],
    cells: int,
    candidate: bool,
) -> int:
    """The least cost of a guess with K = ``cells`` cells, the solved one included.

    Of all cells together, at most K·r(k) secrets are found within k guesses more, so the i-th heaviest waits
    ``rounds[i // K]``. A guess that is a ``candidate`` finds the heaviest and saves the dearest leaf, at best. Whatever
    guess it is, it costs no less than the cheapest.
    """
    size = len(candidates)
    counted = even_spread(even, 0, next_left, size, cells, candidate, never(stakes))
    if counted >= never(stakes):
        return counted
    others = cells - candidate
    mass: int = 0
    most_saved: int = 0
    entered, row = 0, 0
    for place in range(size):
        secret = candidates[place]
        mass += stakes.weights[secret]
        counted += stakes.leaf[secret]
        most_saved = max(most_saved, stakes.leaf[secret])
        if place >= candidate and others > 0:
            # The cells take one secret each, then another one each.
            if entered == others:
                entered, row = 0, row + 1
            entered += 1
            counted += stakes.worth[secret] * stakes.rounds[row]
    if candidate:
        counted -= most_saved
    return min(counted + least_cost_of_asking(unit, stakes, size, mass), never(stakes))
