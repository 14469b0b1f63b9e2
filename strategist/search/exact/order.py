"""The order in which the exact search tries guesses: by their number of cells, or by an estimate of their cost."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.equal_weights import (
    add_costs,
    beside_cells,
    find_bends,
    least_of_size,
    leaves_of,
    sizes_tell,
)
from strategist.search.bounds.estimates import estimate_of_asking, estimate_of_size
from strategist.search.bounds.question_costs import cost_of_asking, mass_of
from strategist.search.bounds.regime import bounds_of_levels, enter_cell, is_certain_cell, least_of_cell, sum_of
from strategist.search.bounds.stakes import never
from strategist.search.exact.lazy_heap import make_heap
from strategist.search.exact.split import BOUND, FILL, respond_to
from strategist.search.kernels.cells.circuit import BLOCK_GUESSES
from strategist.search.kernels.cells.distinct import count_distinct
from strategist.search.kernels.cells.planes import (
    cell_count,
    count_cells,
    count_cells_in_order,
    guesses_at_level,
    guesses_from_level,
    most_cells_at,
    tally_sizes,
)
from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import apart, borrowing, inlined
from strategist.search.kernels.responses.responses import BLOCK, fill_row, gather
from strategist.search.kernels.symmetry.same_guesses import find_stabilizer, has_lower_image
from strategist.search.kernels.symmetry.set_symmetry import find_set_stabilizer, pair_absent_symbols
from strategist.search.state.problem import DEPTH, GUESS_BITS, STOP, SYMMETRY, WORK, Problem, Scratch

LIST, ANY, LEAST = range(3)
"""What :func:`list_guesses` is asked for: the guesses; whether there are any; what all of them cost at least."""
PREPARING, TALLYING, LISTING = 64, 4, 1200
"""What takes as long as counting the cells of so many candidates: preparing that; counting their sizes, too, for each;
listing guesses (measured on Mastermind 5×7)."""
HISTORY_TELLS = 2
"""Up to this number of guesses, a history may have symmetries that a look at its candidates does not find. Behind more,
the path may be that of another set, which is looked at in the same call."""


@borrowing
def find_symmetry(problem: Problem, desk: Scratch, row: int, candidates: NDArray[np.int32]) -> int:
    """The symmetries of this place into a row of ``desk.stabilizer``; returns how many permutations, 0 for none."""
    group, stabilizer = problem.group, desk.stabilizer
    if problem.techniques & SYMMETRY == 0 or len(group.permutations) == 0:
        return 0
    history = desk.path[: desk.own[DEPTH] + row]
    known = 0
    # With a few guesses only, the cost must depend on the set alone, whatever the history.
    if group.whole and len(history) <= HISTORY_TELLS and problem.width == 0:
        known = find_stabilizer(group, history, stabilizer, row)
    found = find_set_stabilizer(group, candidates, stabilizer, row)
    return found if found >= known else find_stabilizer(group, history, stabilizer, row)


@borrowing
def count_all(problem: Problem, desk: Scratch, row: int, candidates: NDArray[np.int32]) -> None:
    """The number of cells of every guess: bit-sliced into ``desk.levels[row]`` by planes, or into ``desk.counts[row]``.

    A guess that the rules do not allow here has no cells.
    """
    desk.own[WORK] += len(candidates) + PREPARING
    if len(problem.planes):
        planes, rows, levels, source = problem.planes, problem.plane_rows, desk.levels[row], problem.source
        pairs = 0
        if problem.techniques & SYMMETRY and len(problem.group.permutations):
            pairs = pair_absent_symbols(problem.group, candidates, desk.stabilizer)
        if pairs:
            ordered = desk.stabilizer.pairs[:pairs]
            count_cells_in_order(planes, rows, source.pegs, source.symbols, candidates, ordered, levels, desk.scratch)
        else:
            count_cells(planes, rows, source.pegs, candidates, levels)
        return
    counts = desk.counts[row]
    count_distinct(problem.rows, candidates, desk.columns, counts)
    if len(problem.source.letters):
        allowed = desk.allowed[row]
        for guess in range(len(allowed)):
            counts[guess] *= allowed[guess]


@borrowing
def most_cells_of_all(problem: Problem, desk: Scratch, row: int) -> int:
    """The largest number of cells of any guess; 1 if no guess tells any candidates apart."""
    if len(problem.planes):
        return most_cells_at(desk.levels[row], desk.scratch)
    largest = np.uint16(1)
    for count in desk.counts[row]:
        largest = max(largest, count)
    return int(largest)


@borrowing
def guesses_with(problem: Problem, desk: Scratch, row: int, cells: int) -> int:
    """Write the guesses with exactly ``cells`` cells into ``desk.found[row]``, ascending, and return their number."""
    found = desk.found[row]
    if len(problem.planes):
        return guesses_at_level(desk.levels[row], cells, problem.source.question_count, found)
    counts = desk.counts[row]
    size = 0
    for guess in range(len(counts)):
        if counts[guess] == cells:
            found[size] = guess
            size += 1
    return size


@borrowing
def _guesses_from(problem: Problem, desk: Scratch, row: int, cells: int, start: int, stop: int) -> int:
    """Write the guesses from ``start`` to ``stop`` with at least ``cells`` cells into ``desk.found[row]``, ascending,
    and return their number."""
    found = desk.found[row]
    if len(problem.planes):
        return guesses_from_level(desk.levels[row], cells, start, stop, found)
    counts = desk.counts[row]
    size = 0
    for guess in range(start, stop):
        if counts[guess] >= cells:
            found[size] = guess
            size += 1
    return size


@inlined
def counts_sizes(desk: Scratch, stakes: Any) -> bool:
    """Whether the cells of many guesses are counted at once, and their sizes say what a guess costs at least."""
    return len(desk.sizes) <= 64 and sizes_tell(stakes)


@borrowing
def _count_sizes(problem: Problem, desk: Scratch, candidates: NDArray[np.int32], start: int) -> None:
    """The sizes of all cells of the block of guesses at ``start``, into ``desk.sizes``: vector code."""
    source, narrow, sizes = problem.source, desk.narrow, desk.sizes
    if len(problem.planes):
        _tally_sizes(problem, desk, candidates, start)
        return
    count = min(BLOCK, source.question_count - start)
    cells = sizes.shape[0]
    held = len(problem.rows) > 0
    if not held:
        gather(source, desk.every, start, count, desk.block)
    sizes[:] = 0
    for first in range(0, len(candidates), 255):
        # No count exceeds 255 before it is added to the wide ones.
        narrow[:] = 0
        for secret in candidates[first : first + 255]:
            if held:
                row = problem.rows[secret, start : start + count]
            else:
                fill_row(source, secret, desk.every, start, count, desk.block, desk.answers, desk.total)
                row = desk.answers[:count]
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
def _tally_sizes(problem: Problem, desk: Scratch, candidates: NDArray[np.int32], start: int) -> None:
    """:func:`_count_sizes` where the game has planes, 512 guesses at once."""
    pegs, cells = problem.source.pegs, cell_count(problem.source)
    sizes, low, high = desk.sizes, desk.tallied[0], desk.tallied[1]
    first = start // BLOCK_GUESSES
    for block in range(first, min(first + BLOCK // BLOCK_GUESSES, len(problem.planes))):
        used = tally_sizes(desk.tally, pegs, cells, problem.planes[block], candidates, desk.tallied)
        begin = (block - first) * BLOCK_GUESSES
        for cell in range(cells):
            of_cell = sizes[cell, begin : begin + BLOCK_GUESSES]
            for j in range(BLOCK_GUESSES):
                of_cell[j] = low[cell, j]
            if used > 1:
                for j in range(BLOCK_GUESSES):
                    of_cell[j] += np.uint16(256) * high[cell, j]


@borrowing
def _cost_by_candidates(
    problem: Problem,
    stakes: Any,
    desk: Scratch,
    row: int,
    candidates: NDArray[np.int32],
    guess: int,
    next_left: int,
) -> tuple[int, int]:
    """The least cost of the cells of one guess by their sizes and stakes, and the estimate.

    For games with many responses, and with stakes: it visits only responses that candidates give.
    """
    sizes = desk.met
    sizes[:] = 0
    if len(stakes) > 0:
        return _cost_by_stakes(problem, stakes, desk, row, candidates, guess, next_left)
    answers = problem.answers
    for secret in candidates:
        sizes[answers[guess, secret]] += 1
    sizes[len(sizes) - 1] = 0
    cost, estimate = 0, 0
    for secret in candidates:
        cell = answers[guess, secret]
        cost += problem.least[next_left, sizes[cell]]
        estimate += problem.estimate[sizes[cell]]
        sizes[cell] = 0
    return cost, estimate


@borrowing
def _cost_by_stakes(
    problem: Problem,
    stakes: Any,
    desk: Scratch,
    row: int,
    candidates: NDArray[np.int32],
    guess: int,
    next_left: int,
) -> tuple[int, int]:
    sizes, cell_of = desk.met, desk.cell_of
    # Two rows of ``cells`` serve as scratch: they are free until the guess is split.
    weighed, last = desk.cells[row, BOUND], desk.cells[row, FILL]
    solved = len(sizes) - 1
    respond_to(problem.answers, problem.codes, problem.response_of_pair, candidates, guess, cell_of)
    for place in range(len(candidates)):
        cell = cell_of[place]
        enter_cell(stakes, sizes[cell], candidates[place], weighed, last, cell)
        sizes[cell] += 1
    sizes[solved] = 0
    cost: int = 0
    estimate: int = estimate_of_asking(stakes, guess)
    for place in range(len(candidates)):
        cell = cell_of[place]
        if cell != solved and not is_certain_cell(stakes, sizes[cell], last[cell], 0):
            estimate += stakes.share[candidates[place]] * problem.estimate[sizes[cell]]
    least = problem.least[next_left]
    for place in range(len(candidates)):
        cell = cell_of[place]
        if sizes[cell]:
            cost = sum_of(stakes, cost, least_of_cell(least, stakes, sizes[cell], weighed[cell], last[cell]))
            sizes[cell] = 0
    return cost, estimate


@apart
def list_guesses(
    problem: Problem,
    stakes: Any,
    desk: Scratch,
    row: int,
    candidates: NDArray[np.int32],
    stamp: int,
    next_left: int,
    most_cells: int,
    budget: int,
    asked: int,
) -> tuple[int, int]:
    """Put the guesses that may cost less than the budget into the heap ``desk.order[row]``, the most promising on top.

    Each is ``estimate << GUESS_BITS | guess``. Returns their number, and the least bound of the others. Where it is
    ``asked`` only whether there are any, the number is 1 as soon as one is found, and the bound nothing. Where it is
    asked for the least bound of all guesses, none is listed, and those that cost the budget are no longer told apart.
    """
    size, mass = len(candidates), mass_of(stakes, candidates)
    order, bounds, marks = desk.order[row], desk.bounds[row], desk.marks[row]
    permutations = 0 if asked != LIST else find_symmetry(problem, desk, row, candidates)
    left_out = never(stakes)
    least = problem.least[next_left]
    lowest = most_cells
    while lowest > 1:
        level_bound = min(bounds_of_levels(problem, stakes, next_left, candidates, lowest, lowest))
        if level_bound >= budget:
            left_out = level_bound
            break
        lowest -= 1
    listed, estimate = 0, 0
    sizes = desk.sizes
    by_sizes = counts_sizes(desk, stakes)
    bends = find_bends(least, stakes, size, desk.bends) if by_sizes else 0
    leaves = leaves_of(stakes, candidates)
    guesses = problem.source.question_count
    if asked != ANY:
        desk.own[WORK] += TALLYING * (size + 2 * PREPARING) + (LISTING if asked == LIST else 0)
    for start in range(0, guesses, BLOCK):
        if read(problem.shared, STOP):
            # In large games the list alone takes seconds. A stop ends it, and nothing is known of the guesses left out.
            left_out = 0
            break
        count = _guesses_from(problem, desk, row, lowest + 1, start, min(start + BLOCK, guesses))
        if count == 0:
            continue
        if by_sizes:
            _count_sizes(problem, desk, candidates, start)
            if bends:
                add_costs(sizes[: sizes.shape[0] - 1], desk.bends, bends, desk.costs)
        for guess in desk.found[row, :count]:
            if problem.candidates_only and marks[guess] != stamp:
                continue
            if by_sizes:
                candidate = marks[guess] == stamp
                cost = beside_cells(problem.steps[next_left], stakes, guess, candidate, size, mass, leaves)
                if bends:
                    cost += desk.costs[guess - start]
                else:
                    for cell in range(sizes.shape[0] - 1):
                        cost = sum_of(stakes, cost, least_of_size(least, stakes, sizes[cell, guess - start]))
            else:
                cost = cost_of_asking(problem.steps[next_left], stakes, guess, size, mass)
                found_cost, estimate = _cost_by_candidates(problem, stakes, desk, row, candidates, guess, next_left)
                cost = sum_of(stakes, cost, found_cost)
            if cost >= budget:
                left_out = min(left_out, cost)
            elif asked == ANY:
                return 1, 0
            elif asked == LEAST:
                budget = left_out = cost
            elif not permutations or not has_lower_image(problem.group, desk.stabilizer, row, permutations, guess):
                if by_sizes:
                    estimate = estimate_of_asking(stakes, guess)
                    for cell in range(sizes.shape[0] - 1):
                        estimate += estimate_of_size(problem.estimate, stakes, sizes[cell, guess - start])
                bounds[guess] = cost
                order[listed] = estimate << GUESS_BITS | guess
                listed += 1
    make_heap(order, listed)
    return listed, left_out
