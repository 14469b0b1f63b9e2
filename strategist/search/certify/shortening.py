"""List the guesses that the number of their cells leaves open, of many sets in one call of a kernel: for certificates.

It is what :meth:`strategist.checking.measure.Uniform.open_pairs` finds, by the circuits of the search. The checker,
which shares nothing with the search, goes its own way to the same list.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.adapters.registry import kind_of
from strategist.search.kernels.cells.planes import count_cells, guesses_from_level
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, warm_up
from strategist.search.state.problem import Problem, Scratch
from strategist.search.tasks.workers import Workers

_ROOM = 1 << 18
"""The guesses that are listed in one call, at least."""


@borrowing
def _cells_of(levels: NDArray[np.uint64], guess: int) -> int:
    """The number of cells of one guess."""
    cells = 0
    for level in range(len(levels)):
        cells |= int(levels[level, guess >> 6] >> np.uint64(guess & 63) & np.uint64(1)) << level
    return cells


@borrowing_kernel
def list_open(
    problem: Problem,
    desk: Scratch,
    sets: NDArray[np.int32],
    fewest: NDArray[np.int64],
    first: int,
    rows: NDArray[np.int64],
    guesses: NDArray[np.int64],
) -> tuple[int, int]:
    """Write the rows of ``sets`` from ``first`` on, and with each a guess that has at least ``fewest[row, 0]`` cells,
    or ``fewest[row, 1]`` if it is a candidate; both ascending.

    Returns the first row for which there is no room, and how many are written. ``sets`` is ``int32[count, size]``, with
    the candidates of each row in the order of the guesses that name them.
    """
    levels, found, source = desk.levels[0], desk.found[0], problem.source
    questions, size = source.question_count, sets.shape[1]
    row, written = first, 0
    while row < len(sets) and len(rows) - written >= questions:
        candidates = sets[row]
        count_cells(problem.planes, problem.plane_rows, source.pegs, candidates, levels)
        listed = guesses_from_level(levels, fewest[row, 0], 0, questions, found)
        own = size if problem.announces else 0
        for place in range(listed + 1):
            guess = int(found[place]) if place < listed else questions
            is_candidate = False
            # Candidates have a level of their own, below that of the list or above it.
            while own < size and not is_candidate and source.question_of_secret[candidates[own]] <= guess:
                candidate = int(source.question_of_secret[candidates[own]])
                is_candidate = candidate == guess
                if _cells_of(levels, candidate) >= fewest[row, 1]:
                    rows[written], guesses[written] = row, candidate
                    written += 1
                own += 1
            if place < listed and not is_candidate:
                rows[written], guesses[written] = row, guess
                written += 1
        row += 1
    return row, written


def open_pairs(
    workers: Workers, problem: Problem, sets: NDArray[np.int32], fewest: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows of the sets, ascending, and with each a guess, as :func:`list_open` finds them; for games with planes.

    ``sets`` is ``int32[count, size]``, the candidates of each row ascending, and ``fewest`` is ``int64[count, 2]``.
    """
    desk = workers.desks[0]
    # The levels can count more cells than any guess has.
    fewest = np.minimum(fewest, (1 << desk.levels.shape[1]) - 1)
    room = max(_ROOM, problem.source.question_count)
    rows, guesses = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    warm_up(
        f"open guesses-{kind_of(workers.game)}",
        lambda: list_open(problem, desk, sets[:0], fewest[:0], 0, rows, guesses),
    )
    parts = []
    first = 0
    while first < len(sets):
        first, written = list_open(problem, desk, sets, fewest, first, rows, guesses)
        parts.append((rows[:written].copy(), guesses[:written].copy()))
    of_rows, of_guesses = zip(*parts, strict=True)
    return np.concatenate(of_rows), np.concatenate(of_guesses)
