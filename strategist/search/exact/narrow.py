"""Searches that try only the most promising guesses at large sets, as many as the ``width`` of the problem says."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.question_costs import price_word
from strategist.search.exact.lazy_heap import pop
from strategist.search.exact.split import met_before, split
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.state.problem import GUESS_MASK, STAMP, Problem, Scratch

MANY = 32
"""From this number of candidates on, guesses are ordered by an estimate and reduced by symmetry."""

WIDTH_WORD = np.uint64(0xA0761D6478BD642F)
"""Times the width, it is a part of the name of a set at which only some guesses are tried."""


@inlined
def is_narrow(problem: Problem, size: int) -> bool:
    """Whether only the most promising guesses are tried at a set."""
    return problem.width > 0 and size >= MANY


@inlined
def width_word(width: int) -> np.uint64:
    """The word of a width in the name of a set."""
    return np.uint64(width) * WIDTH_WORD


@inlined
def _width_at(problem: Problem, size: int) -> int:
    """The number of guesses that are tried at a set. Most of what a good guess gains is gained at small sets, where it
    costs least to try many (measured on Mastermind 4×10)."""
    if size < 2 * MANY:
        return 8 * problem.width
    return 2 * problem.width if size < 8 * MANY else problem.width


@borrowing
def shorten(
    problem: Problem, stakes: Any, desk: Scratch, row: int, candidates: NDArray[np.int32], next_left: int, listed: int
) -> int:
    """Shorten the list of guesses to the first few of different cells, and return their number."""
    order = desk.order[row]
    stamp = desk.own[STAMP] + 1
    desk.own[STAMP] = stamp
    kept = 0
    width = _width_at(problem, len(candidates))
    for rest in range(listed, 0, -1):
        entry = pop(order, rest)
        _, used = split(problem, stakes, desk, row, candidates, entry & GUESS_MASK, next_left)
        price = price_word(stakes, entry & GUESS_MASK)
        if not met_before(desk.seen[row], desk.cells[row], desk.hashes[row], used, price, np.uint64(stamp)):
            # Popping has left this place empty.
            order[listed - 1 - kept] = entry
            kept += 1
            if kept == width:
                break
    for place in range(min(kept, listed // 2)):
        order[place], order[listed - 1 - place] = order[listed - 1 - place], order[place]
    # In ascending order, a list is a heap.
    return kept
