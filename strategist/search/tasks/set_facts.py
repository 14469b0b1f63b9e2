"""Facts about sets of candidates: their names and their rows, and how the memo of the exact search learns them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.narrow import MANY, WIDTH_WORD
from strategist.search.exact.results import LEFT_WORD
from strategist.search.exact.visit import guess_word
from strategist.search.kernels.numba.jit import plain
from strategist.search.state.memo import MOST_WORTH
from strategist.search.state.problem import RECALLED, Problem
from strategist.search.state.result_log import BOUND, CHECK, KEY, LEFT, SIZE, WORTH, make_ring, recall


def learn(problem: Problem, rows: NDArray[np.uint64]) -> None:
    """Put facts into the memo of this process."""
    recall(problem.memo, rows)
    problem.shared[RECALLED] += len(rows)


def enter_bounds(problem: Problem, candidates: NDArray[np.int32], left: int, bounds: NDArray[np.int64]) -> None:
    """Enter a lower bound of each guess at a set in the memo of this process; a bound of 0 says nothing."""
    key, check = name_of(problem, candidates, left)
    guesses = np.flatnonzero(bounds)
    rows = make_ring(len(guesses))
    with np.errstate(over="ignore"):
        rows[:, KEY] = key ^ (guesses + 1).astype(np.uint64) * plain(guess_word)(0)
    rows[:, CHECK], rows[:, LEFT], rows[:, SIZE] = check, left, len(candidates)
    rows[:, WORTH], rows[:, BOUND] = MOST_WORTH, np.minimum(bounds[guesses], problem.infeasible)
    learn(problem, rows)


def name_of(problem: Problem, candidates: NDArray[np.int32], left: int) -> tuple[np.uint64, np.uint64]:
    """The two words that name a set without its images: the specification of what kernels compute step by step."""
    key, check = np.bitwise_xor.reduce(problem.words[candidates])
    with np.errstate(over="ignore"):
        key ^= np.uint64(left) * LEFT_WORD
        if problem.width and len(candidates) >= MANY:
            key ^= np.uint64(problem.width) * WIDTH_WORD
    return key, check
