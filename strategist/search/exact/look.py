"""What is told of a set without pursuing any guess: by counting, by its candidates as guesses, by the cells of all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.lost import cost_of_last_guess, may_lose
from strategist.search.bounds.regime import bounds_of_levels, is_certain, least_of_set, nearer_of_set
from strategist.search.bounds.stakes import never
from strategist.search.exact.candidates import look_at_candidates
from strategist.search.exact.order import count_all, most_cells_of_all
from strategist.search.exact.results import merges_images, name_of_cell, name_with
from strategist.search.kernels.growth.restrict import allow
from strategist.search.kernels.numba.jit import apart, borrowing, inlined
from strategist.search.state.memo import MISS, probe, store
from strategist.search.state.problem import (
    DEPTH,
    MEMO,
    NODES,
    PERFECT,
    REACHED,
    STAMP,
    TWO_PLIES,
    Problem,
    Scratch,
    after_guess,
)

TESTED_FIRST = 24
"""Up to this number of candidates, the candidates are the first guesses that are tested."""
TINY = 4
"""Up to this number of candidates, testing them is faster than asking the memo."""
NAMED_LATE = 12
"""The same where the memo is asked by a name of images, which takes longer."""


@inlined
def reach(desk: Scratch, row: int, guess: int, cost: int) -> None:
    """Note the best guess so far, -1 for none, and its cost, if this is the set that the search was called for."""
    if row == 0:
        desk.choice[0], desk.own[REACHED] = guess, cost


@borrowing
def are_tested(problem: Problem, size: int) -> bool:
    """Whether the candidates are the first guesses that are tested."""
    return len(problem.source.question_of_secret) > 0 and (size <= TESTED_FIRST or problem.candidates_only)


@inlined
def _ends(problem: Problem, stakes: Any, left: int) -> bool:
    """Whether the cost of any set is known with so few guesses left, because secrets may be lost."""
    return may_lose(problem, stakes) and (left == 0 or (left == 1 and not problem.announces))


@borrowing
def count_on_set(
    problem: Problem, stakes: Any, desk: Scratch, row: int, candidates: NDArray[np.int32], left: int, named: bool
) -> tuple[int, bool]:
    """The bound of a set by counting, and whether it is exact. It is infeasible where no guess is left.

    If the best guess must be ``named``, a cost that is known without it is not called exact.
    """
    branches = problem.source.response_count - 1
    bound = least_of_set(problem.least, stakes, branches, left, candidates, desk.scratch)
    if is_certain(stakes, candidates, 1):
        return bound, True
    if _ends(problem, stakes, left):
        bound = cost_of_last_guess(problem, stakes, left, candidates, bound)
        reach(desk, row, problem.source.question_of_secret[candidates[0]] if left else -1, bound)
        return bound, True
    if problem.limited and left == 0:
        return never(stakes), False
    # With two secrets left, guess one of them: the response tells whether it is the other.
    return bound, len(candidates) <= problem.known_size and not named and bound < never(stakes)


@inlined
def _are_glanced_at(problem: Problem, size: int) -> bool:
    return problem.techniques & PERFECT != 0 and are_tested(problem, size)


@borrowing
def is_glanced_first(problem: Problem, size: int) -> bool:
    """Whether testing the candidates of a cell is faster than asking the memo about it."""
    if size <= TINY or size > NAMED_LATE:
        return size <= TINY
    return _are_glanced_at(problem, size) and merges_images(problem, size)


@inlined
def glance(
    problem: Problem, stakes: Any, desk: Scratch, candidates: NDArray[np.int32], left: int, bound: int
) -> tuple[int, bool]:
    """A better bound for a cell that costs at least ``bound``, from a test of its candidates as guesses, and whether it
    is exact. A search of the cell would begin so, but calling it costs more than this."""
    branches = problem.source.response_count - 1
    if _ends(problem, stakes, left):
        bound = least_of_set(problem.least, stakes, branches, left, candidates, desk.scratch)
        return cost_of_last_guess(problem, stakes, left, candidates, bound), True
    bound = nearer_of_set(problem.least, stakes, branches, left, candidates, desk.scratch, bound)
    if not _are_glanced_at(problem, len(candidates)):
        return bound, False
    if problem.limited and left == 0:
        return never(stakes), False
    # Larger sets count as positions when the memo is asked.
    desk.own[NODES] += len(candidates) <= TINY
    found, exact, _, _ = look_at_candidates(problem, stakes, desk, candidates, after_guess(left))
    return max(bound, found), exact


@inlined
def recall(
    problem: Problem,
    stakes: Any,
    desk: Scratch,
    candidates: NDArray[np.int32],
    key: np.uint64,
    check: np.uint64,
    left: int,
    bound: int,
) -> tuple[int, bool, np.uint64, np.uint64]:
    """A better bound for a cell that costs at least ``bound``, from the memo, and whether it is exact.

    Where the memo knows nothing, it keeps the bound, after a :func:`glance` unless there was one. ``key`` and ``check``
    name the set alone; also returns the words that name it together with its images.
    """
    size = len(candidates)
    key, check = name_of_cell(problem, desk, candidates, key, check)
    name = name_with(problem, size, key, left)
    # If the rules restrict guesses, the name of a set depends on the guesses before it, and this is not the whole name.
    memo = problem.techniques & MEMO != 0 and len(problem.source.letters) == 0 and not _ends(problem, stakes, left)
    if memo:
        known = probe(problem.memo, name, check)
        if known != MISS:
            return max(bound, known >> 1), known & 1 != 0, key, check
    exact = False
    if not is_glanced_first(problem, size):
        bound, exact = glance(problem, stakes, desk, candidates, left, bound)
    if size > TINY and _are_glanced_at(problem, size):
        desk.own[NODES] += 1
        if memo:
            store(problem.memo, name, check, bound, exact, 1)
    return bound, exact, key, check


@apart
def count_guesses(problem: Problem, desk: Scratch, row: int, candidates: NDArray[np.int32]) -> tuple[int, int]:
    """Count the cells of all guesses, and mark the candidates among them; returns the mark, and the largest count.

    Where the rules restrict guesses, as in Wordle's hard mode, one that they do not allow here has no cells.
    """
    if len(problem.source.letters):
        source, path = problem.source, desk.path
        allow(source.letters, source.marks, problem.answers, path, desk.own[DEPTH], candidates[0], desk.allowed, row)
    count_all(problem, desk, row, candidates)
    stamp = desk.own[STAMP] + 1
    desk.own[STAMP] = stamp
    marks = desk.marks[row]
    if not problem.announces or problem.candidates_only:
        for secret in candidates:
            marks[problem.source.question_of_secret[secret]] = stamp
    return stamp, most_cells_of_all(problem, desk, row)


@inlined
def two_plies(
    problem: Problem,
    stakes: Any,
    candidates: NDArray[np.int32],
    next_left: int,
    most_of_candidates: int,
    most: int,
) -> int:
    """The least cost of a set none of whose guesses has more than ``most`` cells, and none of whose candidates more
    than ``most_of_candidates``, 0 if that is not known."""
    if problem.techniques & TWO_PLIES == 0:
        return 0
    return min(bounds_of_levels(problem, stakes, next_left, candidates, most_of_candidates or most, most))
