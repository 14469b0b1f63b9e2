"""The best guesses at several sets, in one call: Python takes longer to call a kernel than a small set takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.results import name_of_set
from strategist.search.exact.solve import DECIDE, solve
from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.state.problem import Problem, Scratch


@borrowing_kernel
def decide_each(problem: Problem, desk: Scratch, sets: NDArray[np.int64], left: int, budget: int) -> None:
    """Find the best guess at each of several sets, which stand one after the other in ``desk.pool[0]``.

    ``sets`` holds where each of them ends, and is overwritten by the guesses, -1 for each set that was not finished.
    """
    # Constants would have other types, for which all of ``solve`` would be compiled again.
    row: Any = np.int64(0)
    mode: Any = np.int64(DECIDE)
    begin: Any = np.int64(0)
    for place in range(len(sets)):
        end = sets[place]
        key, check = name_of_set(problem.words, desk.pool[0, begin:end])
        _, exact = solve(problem, desk, row, begin, end, key, check, left, budget, mode)
        sets[place] = desk.choice[0] if exact else -1
        begin = end
