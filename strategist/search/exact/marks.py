"""Threads that search the same tree: where each of them is, and what one finds that ends the work of another.

All threads run the same search of the same set. Nothing is assigned and nobody waits: what one has proven, the others
find in the memo. So that they do not prove the same at the same time, a thread marks the large sets that it is in, and
the guesses at them. Others put these off: they look at other guesses and other cells first, and come back to help in
the end. Nothing depends on a mark but the order of the work: two sets that share a mark are put off for each other.

The idea is that of ABDADA (J.-C. Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal 19, 1996).
There a search examines moves; here the cells of a guess add up under a budget, so cells are put off as well:

* *The smallest first.* Of the cells of a guess that others are in, the smallest is helped first. The largest first
  would send threads into cells of guesses that small cells would have refuted.
* *Room.* What is proven of busy cells will rise. So a cell gets the room that is left when each of them has risen by a
  part of its bound, ``RISE``. Where nothing is left, the guess will probably be refuted.
* *Facts.* Beside what a search by one thread keeps, the memo keeps of a large set the cost of the best guess so far,
  under the name with ``UPPER_WORD``, and of a refuted guess its bound, under the name of the set with the guess.
* *Other processes* search the same, too, and their marks are not seen here: what they find is told late. So each begins
  with other guesses and other cells of large sets, by their names
  (:func:`~strategist.search.state.thread_marks.is_left_to_others`), and helps with the rest when it has come to an
  end with its own: in an order of its own (:func:`spread_out`), for those that go through one
  list, only from other places on, soon meet at the first guess in it that is open.
* *Unwinding.* Every ``LOOK_EVERY`` positions a thread asks the memo about the sets that it is in, from the top: one
  that is settled, or whose guess is refuted, ends all work below.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.results import name_with
from strategist.search.exact.split import BOUND, EXACT, ORDER, SIZE
from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.state.memo import MISS, probe
from strategist.search.state.problem import (
    ALONE_CHECK,
    CHECK,
    COST,
    FOUND,
    LIMIT,
    LOOKED_AT,
    MARKED,
    MEMO,
    NAME,
    NODES,
    OF_GUESS,
    PROCESS,
    PROCESSES,
    STOP,
    UNWIND,
    WHY,
    Problem,
    Scratch,
)
from strategist.search.state.thread_marks import is_busy, is_left_to_others

MARKED_FROM = 64
"""Sets of so many candidates are marked: what is smaller takes less time than to look who is there."""
FIRST_BELOW = 128
"""In sets of so many candidates the first guess is never put off: most others are refuted by its cost."""
RISE = 16
"""Bounds of cells that others are in will rise by one part in so many."""
LOOK_EVERY = 64
DIVIDED_PAIRS = 1 << 18
"""Pairs of a candidate and a guess from which on processes begin with different ones of the guesses at a set, and of
its cells: what takes less time is proven before others can tell of it."""
WORTH_KEEPING = 8
"""The bound of a refuted guess is kept for others if it took so many positions."""
UPPER_WORD = np.uint64(0xA3B195354A39B70D)
"""Part of the name under which the memo keeps the cost of some guess at a set."""
SETTLED, REFUTED, REACHED_BETTER = 0, 1, 2
"""Why the work on a set is ended by others: what it costs is known, or enough of it; the guess that is looked at is
refuted; or another guess costs no more than that one does at least."""


@inlined
def are_shared(problem: Problem, size: int) -> bool:
    """Whether other threads may be in sets of this size, and find there what this one has proven."""
    return size >= problem.marked_from and len(problem.marks) > 0 and problem.techniques & MEMO != 0


@borrowing
def spread_out(problem: Problem, listed: NDArray[np.int64]) -> None:
    """Have each process go through a list in an order of its own, where several search."""
    if problem.shared[PROCESSES] < 2:
        return
    word = np.uint64(problem.shared[PROCESS] + 1) * np.uint64(0xD6E8FEB86659FD93)
    for rest in range(len(listed), 1, -1):
        word = (word ^ (word >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
        last, chosen = rest - 1, np.int64((word >> np.uint64(33)) % np.uint64(rest))
        listed[last], listed[chosen] = listed[chosen], listed[last]


@inlined
def is_halted(problem: Problem, desk: Scratch, row: int) -> bool:
    """Whether the work in a row has ended: the search was stopped, or others have ended the work in it or above."""
    return read(problem.shared, STOP) != 0 or desk.own[UNWIND] <= row


@borrowing
def rise_of_busy(
    problem: Problem, cells: NDArray[np.int64], hashes: NDArray[np.uint64], used: int, left: int, of_guess: np.uint64
) -> int:
    """By how much the bounds of those cells of a guess will rise, probably, that others are in."""
    rise = 0
    for index in range(used):
        cell = cells[ORDER, index]
        size = cells[SIZE, cell]
        if cells[EXACT, cell] or not are_shared(problem, size):
            continue
        name = name_with(problem, size, hashes[0, cell], left)
        if is_busy(problem, name) or is_left_to_others(problem, of_guess, size, index):
            rise += cells[BOUND, cell] // RISE
    return rise


@borrowing
def look_up(problem: Problem, desk: Scratch, row: int) -> bool:
    """Whether what others have found ends the work in the rows above this one, and so in it."""
    own = desk.own
    if own[NODES] - own[LOOKED_AT] < problem.look_every:
        return False
    own[LOOKED_AT] = own[NODES]
    for above in range(row):
        cursor = desk.cursor[above]
        if cursor[MARKED] == 0:
            continue
        name, check = np.uint64(cursor[NAME]), np.uint64(cursor[CHECK])
        known = probe(problem.memo, name, check)
        if known != MISS and (known & 1 != 0 or known >> 1 >= cursor[LIMIT]):
            own[UNWIND], own[WHY], own[FOUND] = above, SETTLED, known
            return True
        if cursor[OF_GUESS] == 0:
            continue
        known = probe(problem.memo, np.uint64(cursor[OF_GUESS]), np.uint64(cursor[ALONE_CHECK]))
        if known != MISS and known >> 1 >= cursor[LIMIT]:
            own[UNWIND], own[WHY], own[FOUND] = above, REFUTED, known >> 1
            return True
        known = probe(problem.memo, name ^ UPPER_WORD, check)
        if known != MISS and known >> 1 < cursor[LIMIT] and cursor[COST] >= known >> 1:
            own[UNWIND], own[WHY], own[FOUND] = above, REACHED_BETTER, known >> 1
            return True
    return False
