"""The guess that the exact search tries next: from a list in the order of estimates, or by the number of cells."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.question_costs import dearer_by
from strategist.search.bounds.regime import bounds_of_levels
from strategist.search.bounds.stakes import never
from strategist.search.exact.lazy_heap import pop
from strategist.search.exact.order import find_symmetry, guesses_with
from strategist.search.exact.preconditions import assert_levels
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.kernels.numba.switch import CHECKED
from strategist.search.kernels.symmetry.same_guesses import has_lower_image
from strategist.search.state.memo import MISS, probe
from strategist.search.state.problem import (
    AS_CANDIDATE,
    AS_OTHER,
    CANDIDATES_NOW,
    GUESS_MASK,
    LEVEL,
    LISTED,
    PERMUTATIONS,
    PLACE,
    RECALLED,
    TRIED,
    Problem,
    Scratch,
)

SYMMETRY_PAYS = 8
"""At the guess of this number, small sets of a whole game are asked for their symmetries: mostly the visit has ended
before. In a position they are asked at the second guess, for there often all sets are symmetric."""


@inlined
def guess_word(guess: int) -> np.uint64:
    """The word that names a set together with its first guess: a bound under that name holds for that guess only."""
    return np.uint64(guess + 1) * np.uint64(0xC2B2AE3D27D4EB4F)


@borrowing
def next_listed(
    problem: Problem,
    desk: Scratch,
    row: int,
    listed: int,
    popped: int,
    best: int,
    shared: bool,
    key: np.uint64,
    check: np.uint64,
) -> tuple[int, int, int]:
    """The next guess of the list that may cost less than ``best``, or -1.

    Also returns the number of guesses popped so far, and the least bound of the guesses that were skipped.
    """
    refuted = never(problem.stakes)
    while popped < listed:
        guess = pop(desk.order[row], listed - popped) & GUESS_MASK
        popped += 1
        bound = _bound_of(problem, desk, row, guess, shared, key, check)
        if bound < best:
            return guess, popped, refuted
        refuted = min(refuted, bound)
    return -1, popped, refuted


@inlined
def _bound_of(
    problem: Problem, desk: Scratch, row: int, guess: int, shared: bool, key: np.uint64, check: np.uint64
) -> int:
    """The bound of a guess by its cells, or what is known of it: by a journal, or by other threads."""
    bound = desk.bounds[row, guess]
    if shared or problem.shared[RECALLED] > 0:
        known = probe(problem.memo, key ^ guess_word(guess), check)
        if known != MISS:
            bound = max(bound, known >> 1)
    return bound


@borrowing
def next_put_off(
    problem: Problem,
    desk: Scratch,
    row: int,
    listed: int,
    put_off: int,
    again: int,
    best: int,
    key: np.uint64,
    check: np.uint64,
) -> tuple[int, int, int]:
    """The next of the guesses that were put off, or -1. They stand at the end of the list, the first one last, and
    ``again`` is the number of the next of them, from 1.

    Also returns that number behind it, and the least bound of the guesses that were skipped.
    """
    refuted = never(problem.stakes)
    while again <= put_off:
        guess = desk.order[row, listed - again] & GUESS_MASK
        again += 1
        bound = _bound_of(problem, desk, row, guess, True, key, check)
        if bound < best:
            return guess, again, refuted
        refuted = min(refuted, bound)
    return -1, again, refuted


@inlined
def begin_levels(desk: Scratch, row: int, level: int, infeasible: int) -> None:
    """Begin a visit of the guesses by their number of cells, of which ``level`` is the largest."""
    cursor = desk.cursor[row]
    # Before the first level: the next step is the candidates with the most cells.
    cursor[LEVEL], cursor[LISTED], cursor[PLACE], cursor[CANDIDATES_NOW] = level + 1, 0, 0, 0
    cursor[AS_CANDIDATE], cursor[AS_OTHER] = infeasible, 0
    cursor[TRIED], cursor[PERMUTATIONS] = 0, 0


@borrowing
def next_by_level(
    problem: Problem,
    stakes: Any,
    desk: Scratch,
    row: int,
    candidates: NDArray[np.int32],
    mass: int,
    next_left: int,
    stamp: int,
    best: int,
) -> tuple[int, int]:
    """The next guess by the number of cells, most cells first, candidates before others; or -1.

    ``desk.cursor[row]`` holds the progress of the visit, and ``mass`` is that of the candidates. Also returns the least
    bound of the guesses that were skipped.
    """
    cursor, marks, found = desk.cursor[row], desk.marks[row], desk.found[row]
    refuted = never(problem.stakes)
    while True:
        candidates_now = cursor[CANDIDATES_NOW] != 0
        level_bound = cursor[AS_CANDIDATE] if candidates_now else cursor[AS_OTHER]
        place, listed = cursor[PLACE], cursor[LISTED]
        if level_bound >= best:
            refuted = min(refuted, level_bound)
            place = listed
        while place < listed and (marks[found[place]] == stamp) != candidates_now:
            place += 1
        if place < listed:
            cursor[PLACE] = place + 1
            guess = int(found[place])
            cursor[TRIED] += 1
            if cursor[TRIED] == (SYMMETRY_PAYS if problem.group.whole else 2):
                cursor[PERMUTATIONS] = find_symmetry(problem, desk, row, candidates)
            # The lower image has as many cells, so it was visited before.
            if cursor[PERMUTATIONS] and has_lower_image(
                problem.group, desk.stabilizer, row, cursor[PERMUTATIONS], guess
            ):
                continue
            bound = level_bound + dearer_by(stakes, guess, mass)
            if bound >= best:
                refuted = min(refuted, bound)
                continue
            return guess, refuted
        candidates_now = not candidates_now
        if candidates_now:
            cursor[LEVEL] -= 1
            level = cursor[LEVEL]
            if level < 2:
                # A guess with one cell tells nothing and is never the best.
                return -1, refuted
            as_candidate, as_other = bounds_of_levels(problem, stakes, next_left, candidates, level, level)
            if CHECKED:
                assert_levels(min(cursor[AS_CANDIDATE], cursor[AS_OTHER]), min(as_candidate, as_other))
            cursor[AS_CANDIDATE], cursor[AS_OTHER] = as_candidate, as_other
            if min(as_candidate, as_other) >= best:
                return -1, min(refuted, as_candidate, as_other)
            cursor[LISTED] = guesses_with(problem, desk, row, level)
        cursor[CANDIDATES_NOW] = candidates_now
        cursor[PLACE] = cursor[LISTED] if problem.candidates_only and not candidates_now else 0


@borrowing
def least_of_rest(
    problem: Problem, desk: Scratch, row: int, first: int, end: int, shared: bool, key: np.uint64, check: np.uint64
) -> int:
    """The least bound of the guesses that stand in a part of the list ``desk.order[row]``, and were not tried."""
    least = never(problem.stakes)
    for place in range(first, end):
        least = min(least, _bound_of(problem, desk, row, desk.order[row, place] & GUESS_MASK, shared, key, check))
    return least
