"""What the exact search relies on, asserted in debug runs: kernels run by Python, or compiled with index checks.

``NUMBA_DISABLE_JIT=1`` and ``NUMBA_BOUNDSCHECK=1`` switch the assertions on. Otherwise they are not compiled at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from strategist.search.bounds.lost import may_lose
from strategist.search.bounds.stakes import never
from strategist.search.exact.marks import is_halted
from strategist.search.exact.results import name_of_images, name_of_set
from strategist.search.kernels.numba.jit import borrowing
from strategist.search.state.problem import Problem, Scratch


@borrowing
def assert_callable(
    problem: Problem,
    stakes: Any,
    desk: Scratch,
    row: int,
    low: int,
    high: int,
    key: np.uint64,
    check: np.uint64,
    left: int,
    budget: int,
) -> None:
    """Raise :class:`AssertionError` unless the arguments of a search of one set are as it needs them.

    The set is not empty and stands on the desk under its name, below row 0 that of its images; the guesses left are a
    row of the tables; the budget is a cost. Candidates stand heaviest first: bounds at stake wait for the lightest
    last. Where secrets may be lost, questions cost all alike or their costs do not count: the best last guess is known
    only then.
    """
    assert 0 <= row < desk.pool.shape[0] and 0 <= low < high <= desk.pool.shape[1], "the set does not stand on the desk"
    assert 0 <= left < problem.least.shape[0], "the tables have no row for the guesses left"
    assert 0 < budget <= never(stakes), "the budget is no cost"
    candidates = desk.pool[row, low:high]
    first, second = name_of_set(problem.words, candidates)
    if row > 0:
        first, second = name_of_images(problem, desk.stabilizer, candidates, first, second)
    assert first == key and second == check, "the set has another name"
    if len(stakes) > 0:
        for place in range(1, len(candidates)):
            heavier, lighter = stakes.worth[candidates[place - 1]], stakes.worth[candidates[place]]
            assert heavier >= lighter, "the candidates do not stand heaviest first"
        if may_lose(problem, stakes):
            assert stakes.uniform or stakes.scale == 0, "secrets may be lost, and questions cost differently"


@borrowing
def assert_proven(
    problem: Problem, desk: Scratch, row: int, before: int, bound: int, exact: bool, budget: int, to_the_end: bool
) -> None:
    """Raise :class:`AssertionError` unless the result of a search of one set fits what was known before it.

    ``before`` is a lower bound of its cost. A search that went ``to_the_end`` has found the cost or has reached the
    budget, unless it was stopped, or others have ended it, in this row or above.
    """
    assert not exact or bound >= before, "the cost is below a bound"
    reached = exact or bound >= budget or not to_the_end
    assert reached or is_halted(problem, desk, row), "the search has ended before the budget"


@borrowing
def assert_levels(before: int, now: int) -> None:
    """Raise :class:`AssertionError` if a guess with fewer cells may cost less, ``now``, than one with more."""
    assert now >= before, "a bound grows with the number of cells"
