"""The cells that a guess leaves: their number, their secrets, and whether another guess leaves the same."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.regime import enter_cell, is_certain_cell, least_of_cell, sum_of
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.state.problem import HASHES, Problem, Scratch

SIZE, START, BOUND, EXACT, ORDER, FILL = range(6)
"""The rows of ``desk.cells[row]``, a column for each response. ``ORDER`` lists the cells by ascending size."""


@inlined
def respond_to(
    answers: NDArray[Any],
    codes: NDArray[np.uint64],
    response_of_pair: NDArray[np.int64],
    candidates: NDArray[np.int32],
    guess: int,
    cell_of: NDArray[np.int64],
) -> None:
    """Write the response of each candidate to a guess into ``cell_of``."""
    if len(codes):
        places, symbols = codes[guess, 0], codes[guess, 1]
        for i in range(len(candidates)):
            secret = candidates[i]
            pair = popcount(places & codes[secret, 0]) << 3 | popcount(symbols & codes[secret, 1])
            cell_of[i] = response_of_pair[pair]
    else:
        for i in range(len(candidates)):
            cell_of[i] = answers[guess, candidates[i]]


@borrowing
def split(
    problem: Problem, stakes: Any, desk: Scratch, row: int, candidates: NDArray[np.int32], guess: int, next_left: int
) -> tuple[int, int]:
    """Partition by a guess without moving the candidates: sizes, hashes, bounds and the order of the cells.

    Returns the least cost of the cells by their sizes and stakes, and their number. ``desk.cell_of`` holds the cell of
    each candidate.
    """
    cells, hashes, cell_of = desk.cells[row], desk.hashes[row], desk.cell_of
    words, least = problem.words, problem.least[next_left]
    solved = cells.shape[1] - 1
    # Only the cells that the previous guess used must be emptied.
    for place in range(desk.used[row]):
        cell = cells[ORDER, place]
        cells[SIZE, cell] = 0
        hashes[0, cell] = 0
        hashes[1, cell] = 0
    size = len(candidates)
    respond_to(problem.answers, problem.codes, problem.response_of_pair, candidates, guess, cell_of)
    used = 0
    for i in range(size):
        cell = cell_of[i]
        if cell == solved:
            continue
        if cells[SIZE, cell] == 0:
            cells[ORDER, used] = cell
            used += 1
        enter_cell(stakes, cells[SIZE, cell], candidates[i], cells[BOUND], cells[FILL], cell)
        cells[SIZE, cell] += 1
        hashes[0, cell] ^= words[candidates[i], 0]
        hashes[1, cell] ^= words[candidates[i], 1]
    desk.used[row] = used
    for at in range(1, used):
        cell = cells[ORDER, at]
        members = cells[SIZE, cell]
        place = at
        while place > 0 and cells[SIZE, cells[ORDER, place - 1]] > members:
            cells[ORDER, place] = cells[ORDER, place - 1]
            place -= 1
        cells[ORDER, place] = cell
    cost: int = 0
    start = 0
    for place in range(used):
        cell = cells[ORDER, place]
        members = cells[SIZE, cell]
        bound = least_of_cell(least, stakes, members, cells[BOUND, cell], cells[FILL, cell])
        cost = sum_of(stakes, cost, bound)
        cells[BOUND, cell] = bound
        cells[EXACT, cell] = is_certain_cell(stakes, members, cells[FILL, cell], problem.known_size)
        cells[START, cell] = start
        cells[FILL, cell] = start
        start += members
    return cost, used


@borrowing
def met_before(
    seen: NDArray[np.uint64],
    cells: NDArray[np.int64],
    hashes: NDArray[np.uint64],
    used: int,
    price: np.uint64,
    stamp: np.uint64,
) -> bool:
    """Whether a guess with the same cells and the same ``price`` was split before at this position; remembers this
    guess.

    A guess may be forgotten, because another one takes its place. Which ones do depends on the guesses alone, so that
    a search of a few different guesses always tries the same ones.
    """
    whole = price
    for place in range(used):
        word = hashes[0, cells[ORDER, place]]
        whole += (word ^ (word >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
    # The stamp is new for every position, so entries of earlier positions match nothing. Two places that are the same
    # under one stamp are the same under all.
    whole ^= stamp * np.uint64(0x9E3779B97F4A7C15)
    at = (whole >> np.uint64(40)) & np.uint64(HASHES - 1)
    met = seen[at] == whole
    seen[at] = whole
    return met


@inlined
def secrets_of_open(cells: NDArray[np.int64], used: int) -> int:
    """The number of secrets in the cells of which the cost is not known."""
    found: int = 0
    for place in range(used):
        cell = cells[ORDER, place]
        if not cells[EXACT, cell]:
            found += cells[SIZE, cell]
    return found


@inlined
def share_of(lacking: int, size: int, secrets: int) -> int:
    """By how much the bound of a cell of ``size`` secrets has to rise, at least 1, where cells of so many ``secrets``
    bring what is ``lacking`` together. What it does not bring falls to those behind it: the last one has all the rest.

    >>> share_of(10, 1, 4), share_of(10, 3, 3)
    (3, 11)
    """
    # The product of what is lacking and of a size may be too large.
    return lacking // secrets * size + lacking % secrets * size // secrets + 1


@borrowing
def distribute(
    cells: NDArray[np.int64], cell_of: NDArray[np.int64], candidates: NDArray[np.int32], below: NDArray[np.int32]
) -> None:
    """Move the candidates, cell by cell, into the row below, without the solved one."""
    solved = cells.shape[1] - 1
    for i in range(len(candidates)):
        cell = cell_of[i]
        if cell != solved:
            below[cells[FILL, cell]] = candidates[i]
            cells[FILL, cell] += 1
