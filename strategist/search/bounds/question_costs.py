"""What asking a question costs by itself, exactly: the part of a cost that needs no bound."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import inlined
from strategist.search.state.problem import Problem


@inlined
def mass_of(stakes: Any, candidates: NDArray[np.int32]) -> int:
    """The summed weight of a set, for :func:`cost_of_asking`; 0 without stakes, where nothing asks for it."""
    if len(stakes) == 0:
        return 0
    mass: int = 0
    for secret in candidates:
        mass += stakes.weights[secret]
    return mass


@inlined
def cost_of_asking(unit: int, stakes: Any, guess: int, size: int, mass: int) -> int:
    """What a guess itself costs while ``size`` secrets are left, of the summed weight ``mass``."""
    if len(stakes) == 0:
        return unit * size
    cost: int = unit * size + stakes.asking[guess] * mass
    return cost


@inlined
def least_cost_of_asking(unit: int, stakes: Any, size: int, mass: int) -> int:
    """What the cheapest guess costs while ``size`` secrets are left, of the summed weight ``mass``; with stakes only.

    Every secret that is left is asked about once more, whatever the answer: no guess costs less.
    """
    cost: int = unit * size + stakes.cheapest * mass
    return cost


@inlined
def dearer_by(stakes: Any, guess: int, mass: int) -> int:
    """What a guess costs beyond the cheapest one."""
    if len(stakes) == 0:
        return 0
    more: int = (stakes.asking[guess] - stakes.cheapest) * mass
    return more


@inlined
def price_word(stakes: Any, guess: int) -> np.uint64:
    """A word that two guesses share if they cost the same: with the same cells, they are the same guess."""
    if len(stakes) == 0:
        return np.uint64(0)
    return np.uint64(stakes.asking[guess]) << np.uint64(33)


def asking(problem: Problem, guess: int, next_left: int, candidates: NDArray[np.int32]) -> int:
    """What a guess itself costs while some candidates are left: :func:`cost_of_asking`, for Python."""
    unit = int(problem.steps[next_left])
    if not problem.stakes:
        return unit * len(candidates)
    weights = problem.stakes.weights[candidates]
    return unit * len(candidates) + int(problem.stakes.asking[guess]) * int(weights.sum())
