"""The regime of a search is chosen here: which bound holds for a set, for a cell, and for a guess.

==================  ==============================  ===================================================
file                regime                          how it is told
==================  ==============================  ===================================================
``uniform``         nothing is at stake             ``len(stakes) == 0``
``guessed``         chances or costs; guessed       neither ``stakes.announces`` nor ``stakes.by_class``
``announced``       chances or costs; announced     ``stakes.announces``
``by_class``        a class is announced            ``stakes.by_class``
``lost``            secrets may be lost as well     ``stakes.gone``, or a finite cost without a guess
``equal_weights``   all secrets weigh the same      ``stakes.of_size``, or nothing is at stake
==================  ==============================  ===================================================

``len(stakes)`` is known to the compiler: the branch of the other kind is not compiled at all. The others are asked in
each call.

*Without stakes* all bounds rest on the tables of :mod:`~strategist.search.bounds.counting`: ``least``, the least cost
of any set of n secrets, and ``even``, which is convex in n. Where guesses find secrets the two are one. *With stakes*
the tables count only the last guess (``extra``), lost secrets, and what is impossible; the rest is proven for secrets
in the order of their ``worth``, heaviest first, in which candidates always stand. The two parts are bounds of two sums
over the same tree, so their sum is a bound of the sum.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.announced import huffman_of_set, lightest_throughout, lightest_throughout_cells
from strategist.search.bounds.by_class import MIXED, huffman_of_classes, one_question, one_question_now
from strategist.search.bounds.guessed import cost_in_turn, heaviest_first, heaviest_first_in_cells
from strategist.search.bounds.lost import cost_of_losing
from strategist.search.bounds.stakes import never
from strategist.search.bounds.uniform import even_spread, even_spread_of_question
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, inlined, plain
from strategist.search.state.problem import Problem


@inlined
def is_certain(stakes: Any, candidates: NDArray[np.int32], known_size: int) -> bool:
    """Whether :func:`least_of_set` is the cost of a set: of at most ``known_size`` secrets, or of one class."""
    if len(stakes) == 0:
        return len(candidates) <= known_size
    if stakes.by_class:
        for secret in candidates:  # noqa: SIM110 (kernels know no generators)
            if stakes.kind[secret] != stakes.kind[candidates[0]]:
                return False
        return True
    return len(candidates) <= known_size


@inlined
def is_certain_cell(stakes: Any, size: int, last: int, known_size: int) -> bool:
    """Whether :func:`least_of_cell` is the cost of a cell. ``last`` is that of :func:`enter_cell`."""
    if len(stakes) == 0:
        return size <= known_size
    if stakes.by_class:
        return last != MIXED
    return size <= known_size


@borrowing
def _least_at_stake(
    least: NDArray[np.int64],
    stakes: Any,
    branches: int,
    left: int,
    candidates: NDArray[np.int32],
    queue: NDArray[np.uint64],
) -> int:
    """:func:`least_of_set` with stakes."""
    if stakes.by_class:
        return huffman_of_classes(least, stakes, branches, left, candidates, queue)
    if left == 0 and len(stakes.gone) and not (stakes.announces and len(candidates) == 1):
        return cost_of_losing(stakes, candidates)
    counted: int = least[left, len(candidates)]
    if counted >= never(stakes):
        return never(stakes)
    if stakes.announces:
        return counted + huffman_of_set(stakes, branches, candidates, queue)
    return counted + heaviest_first(stakes, candidates)


_saved_least_at_stake = borrowing_kernel(plain(_least_at_stake))
""":func:`_least_at_stake` as a kernel that Python calls: a helper would be compiled anew in each process."""


@inlined
def least_of_set(
    least: NDArray[np.int64],
    stakes: Any,
    branches: int,
    left: int,
    candidates: NDArray[np.int32],
    queue: NDArray[np.uint64],
) -> int:
    """The least cost of a set with ``left`` guesses left, in a game of ``branches`` branches. ``queue`` is scratch for
    twice as many words as there are candidates."""
    if len(stakes) == 0:
        counted: int = least[left, len(candidates)]
        return counted
    return _least_at_stake(least, stakes, branches, left, candidates, queue)


def least_of(problem: Problem, left: int, candidates: NDArray[np.int32]) -> int:
    """The least cost of a set with ``left`` guesses left: :func:`least_of_set`, for Python."""
    if not problem.stakes:
        return int(problem.least[left, len(candidates)])
    queue = np.empty(2 * len(problem.words), dtype=np.uint64)
    branches = problem.source.response_count - 1
    return int(_saved_least_at_stake(problem.least, problem.stakes, branches, left, candidates, queue))


@inlined
def nearer_of_set(
    least: NDArray[np.int64],
    stakes: Any,
    branches: int,
    left: int,
    candidates: NDArray[np.int32],
    queue: NDArray[np.uint64],
    bound: int,
) -> int:
    """The larger of two lower bounds of the cost of a cell: ``bound``, that of :func:`least_of_cell`, and the bound
    that :func:`least_of_set` gives."""
    if len(stakes) == 0:
        return bound
    if not stakes.announces:
        # A cell is summed up like a set.
        return bound
    return max(bound, _least_at_stake(least, stakes, branches, left, candidates, queue))


@inlined
def enter_cell(
    stakes: Any, place: int, secret: int, cost: NDArray[np.int64], last: NDArray[np.int64], cell: int
) -> None:
    """Add a secret to a cell that holds ``place`` heavier ones: to its ``cost[cell]``, with ``last[cell]`` as scratch.

    Without stakes the number of secrets is enough. With classes ``last[cell]`` is the class of the cell, or
    :data:`~strategist.search.bounds.by_class.MIXED`.
    """
    if len(stakes) > 0:
        if place == 0:
            cost[cell] = 0
        if stakes.by_class:
            cost[cell] += stakes.worth[secret]
            if place == 0:
                last[cell] = stakes.kind[secret]
            elif last[cell] != stakes.kind[secret]:
                last[cell] = MIXED
        elif stakes.announces:
            cost[cell] += stakes.worth[secret]
            last[cell] = stakes.worth[secret]
        else:
            cost[cell] += cost_in_turn(stakes, secret, place)


@inlined
def least_of_cell(least: NDArray[np.int64], stakes: Any, size: int, cost: int, last: int) -> int:
    """The least cost of a cell of ``size`` secrets that :func:`enter_cell` has summed up; ``least`` is one row."""
    if len(stakes) == 0:
        counted: int = least[size]
        return counted
    if stakes.by_class:
        return one_question(least, stakes, size, cost, last)
    counted = least[size]
    if stakes.announces:
        if size < 2:
            return counted
        # The lightest came last.
        return min(counted + lightest_throughout(stakes, size, cost, last), never(stakes))
    return min(counted + cost, never(stakes))


@inlined
def sum_of(stakes: Any, cost: int, more: int) -> int:
    """The sum of two costs, kept from running over."""
    if len(stakes) == 0:
        return cost + more
    return min(cost + more, never(stakes))


@borrowing
def bound_of_question(problem: Problem, stakes: Any, next_left: int, candidates: NDArray[np.int32], cells: int) -> int:
    """The least cost of a question with ``cells`` cells where secrets are announced."""
    if len(stakes) == 0:
        size, responses = len(candidates), problem.source.response_count
        return even_spread_of_question(problem.even, problem.unit, next_left, size, cells, responses, never(stakes))
    if stakes.by_class:
        return one_question_now(problem.unit, stakes, candidates)
    return lightest_throughout_cells(problem, stakes, next_left, candidates, cells)


@inlined
def bound_of_guess(
    even: NDArray[np.int64],
    unit: int,
    stakes: Any,
    next_left: int,
    candidates: NDArray[np.int32],
    cells: int,
    candidate: bool,
) -> int:
    """The least cost of a guess with ``cells`` cells where secrets are guessed."""
    if len(stakes) == 0:
        return even_spread(even, unit, next_left, len(candidates), cells, candidate, never(stakes))
    return heaviest_first_in_cells(even, unit, stakes, next_left, candidates, cells, candidate)


@borrowing
def bounds_of_levels(
    problem: Problem, stakes: Any, next_left: int, candidates: NDArray[np.int32], level: int, other_level: int
) -> tuple[int, int]:
    """The least costs of a candidate with ``level`` cells, and of another guess with ``other_level``.

    The lesser of the two does not grow with more cells, so a visit of the guesses by their number of cells, most first,
    may end where it reaches the best cost found.
    """
    as_candidate = as_other = never(stakes)
    if problem.announces:
        # A candidate is a question like the others.
        if problem.candidates_only:
            as_candidate = bound_of_question(problem, stakes, next_left, candidates, level)
        else:
            as_other = bound_of_question(problem, stakes, next_left, candidates, other_level)
        return as_candidate, as_other
    even, unit = problem.even, problem.steps[next_left]
    as_candidate = bound_of_guess(even, unit, stakes, next_left, candidates, level, True)
    if not problem.candidates_only:
        as_other = bound_of_guess(even, unit, stakes, next_left, candidates, other_level, False)
    return as_candidate, as_other
