"""In which order the exact search tries guesses: by the number of their cells, or by an estimate of their cost."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.cells import bounds_of_levels, count_cells_of_guess
from strategist.search.heap import make_heap
from strategist.search.jit import borrowing
from strategist.search.planes import count_cells, guesses_from_level
from strategist.search.problem import DEPTH, INFEASIBLE, SCANS, SYMMETRY, Desk, Problem
from strategist.search.responses import BLOCK
from strategist.search.symmetry import find_stabilizer, has_lower_image

SYMMETRIC_DEPTH = 2
"""Guesses in the history beyond which symmetry is no longer looked for."""


@borrowing
def count_all(problem: Problem, desk: Desk, row: int, candidates: NDArray[np.int32]) -> None:
    """The number of cells of every guess, bit-sliced into ``desk.levels[row]``."""
    levels = desk.levels[row]
    desk.own[SCANS] += 1
    if len(problem.planes):
        count_cells(problem.planes, problem.plane_rows, problem.source.pegs, candidates, levels)
        return
    guesses = problem.answers.shape[0]
    cells = problem.source.response_count
    counts = desk.order[row]
    if cells <= 64:
        occupied = desk.scratch[:guesses]
        occupied[:] = 0
        for secret in candidates:
            answers = problem.rows[secret]
            for guess in range(guesses):
                occupied[guess] |= np.uint64(1) << np.uint64(answers[guess])
        for guess in range(guesses):
            bits = occupied[guess]
            count = 0
            while bits:
                bits &= bits - np.uint64(1)
                count += 1
            counts[guess] = count
    else:
        met = desk.met
        for guess in range(guesses):
            counts[guess] = count_cells_of_guess(problem.answers, candidates, guess, met, 0)
    levels[:] = 0
    for guess in range(guesses):
        for level in range(len(levels)):
            levels[level, guess >> 6] |= np.uint64((counts[guess] >> level) & 1) << np.uint64(guess & 63)


@borrowing
def _count_sizes(
    rows: NDArray[Any],
    candidates: NDArray[np.int32],
    start: int,
    narrow: NDArray[np.uint8],
    sizes: NDArray[np.uint16],
) -> None:
    """The sizes of all cells of the guesses from ``start`` on, ``uint16[cells, BLOCK]``: vector code. ``narrow`` is
    scratch."""
    count = min(BLOCK, rows.shape[1] - start)
    cells = sizes.shape[0]
    sizes[:] = 0
    for first in range(0, len(candidates), 255):
        # No count exceeds 255 before it is added to the wide ones.
        narrow[:] = 0
        for secret in candidates[first : first + 255]:
            row = rows[secret, start : start + count]
            for cell in range(cells):
                of_cell = narrow[cell]
                wanted = row.dtype.type(cell)
                for j in range(count):
                    of_cell[j] += row[j] == wanted
        for cell in range(cells):
            of_cell, wide = narrow[cell], sizes[cell]
            for j in range(count):
                wide[j] += of_cell[j]


@borrowing
def list_guesses(
    problem: Problem,
    desk: Desk,
    row: int,
    candidates: NDArray[np.int32],
    stamp: int,
    next_left: int,
    most_cells: int,
    budget: int,
) -> tuple[int, int]:
    """The guesses worth a try into the heap ``desk.order[row]``, the likely best on top.

    Each is ``estimate << 24 | guess``. Returns how many, and the least bound of those left out.
    """
    size = len(candidates)
    order, bounds, marks = desk.order[row], desk.bounds[row], desk.marks[row]
    history = desk.own[DEPTH] + row
    symmetric = (
        problem.techniques & SYMMETRY != 0 and len(problem.group.permutations) > 0 and history <= SYMMETRIC_DEPTH
    )
    permutations = 0
    if symmetric:
        permutations = find_stabilizer(problem.source, problem.group, desk.path[:history], desk.stabilizer)
    left_out = INFEASIBLE
    lowest = most_cells
    while lowest > 1:
        level_bound = min(bounds_of_levels(problem, next_left, size, lowest, lowest))
        if level_bound >= budget:
            left_out = level_bound
            break
        lowest -= 1
    listed = 0
    sizes = desk.sizes
    for start in range(0, problem.answers.shape[0], BLOCK):
        count = guesses_from_level(
            desk.levels[row], lowest + 1, start, min(start + BLOCK, problem.answers.shape[0]), desk.found[row]
        )
        if count == 0:
            continue
        _count_sizes(problem.rows, candidates, start, desk.narrow, sizes)
        for guess in desk.found[row, :count]:
            if problem.candidates_only and marks[guess] != stamp:
                continue
            if symmetric and has_lower_image(problem.source, problem.group, desk.stabilizer, permutations, guess):
                continue
            cost = problem.unit * size
            estimate = 0
            for cell in range(sizes.shape[0] - 1):
                of_cell = sizes[cell, guess - start]
                cost += problem.least[next_left, of_cell]
                estimate += problem.estimate[of_cell]
            if cost >= budget:
                left_out = min(left_out, cost)
            else:
                bounds[guess] = cost
                order[listed] = estimate << 24 | guess
                listed += 1
    make_heap(order, listed)
    return listed, left_out
