"""What the exact search works on: the problem, shared by all threads, and the desk of each thread."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.circuit import LEVEL_BITS
from strategist.search.kernels.jit import kernel, plain
from strategist.search.kernels.planes import make_plane_rows, make_planes
from strategist.search.kernels.responses import BLOCK, Source
from strategist.search.kernels.symmetry import Group, Stabilizer, make_stabilizer
from strategist.search.proof.ring import make_ring

INFEASIBLE = 1 << 30
"""A cost beyond every other: the guesses allowed are not enough."""

SYMMETRY, DEDUPLICATION, MEMO, PERFECT, BY_ESTIMATE, TWO_PLIES = 1, 2, 4, 8, 16, 32
ALL_TECHNIQUES = 63

STOP, TASK, BEST, TOO_DEEP, LEAST_NODES, SEED, RECALLED, SHARED_CELLS = 0, 1, 2, 3, 4, 5, 6, 7
"""Cells that all threads share (:mod:`~strategist.search.kernels.atomic` says how): stop; the next guess of a list that
they work off together, and the best cost in it; the positions that it must have taken to prove what is logged, the seed
of its seals, and how many rows were read from a journal."""
NODES, SCANS, SPLITS, STAMP, DEPTH, LOGGED, READ, REACHED, OWN_CELLS = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""Cells of one thread: counters, a stamp that is new for every position, the guesses made before row 0, how many rows
of its log were written, and read, and the cost that the guess in ``choice[0]`` was found to have."""

LEVEL, LISTED, PLACE, CANDIDATES_NOW, AS_CANDIDATE, AS_OTHER, CURSOR_CELLS = 0, 1, 2, 3, 4, 5, 6
"""Cells of ``desk.cursor[row]``, how far the guesses have been visited by the number of their cells: that number, how
many guesses have it, the place in their list, whether candidates are visited now, and what a candidate and another
guess with this number of cells cost at least."""

NEVER = 1 << 62
"""More positions than any proof examines: nothing is logged."""

GUESS_BITS = 24
"""An entry of ``desk.order`` is an estimate above this number of bits, which hold a guess."""
GUESS_MASK = (1 << GUESS_BITS) - 1

HASHES = 4096
"""Entries of the table in which guesses of the same cells find each other."""


class Problem(NamedTuple):
    """What is searched; the same for all threads.

    ``answers`` is ``uint8|uint16[guesses, secrets]``, the responses; ``rows`` the same by secret for games without
    planes; ``codes`` and ``response_of_pair`` are those of :func:`~strategist.search.kernels.pegcodes.make_codes`;
    ``words`` is ``uint64[secrets, 2]``, random. ``least`` is ``int64[left + 1, secrets + 1]``; without a limit it has
    one row. ``estimate`` is ``int64[secrets + 1]``, what a cell of this size is likely to cost.
    """

    source: Source
    group: Group
    answers: NDArray[Any]
    rows: NDArray[Any]
    planes: NDArray[np.uint64]
    plane_rows: NDArray[np.int32]
    codes: NDArray[np.uint64]
    response_of_pair: NDArray[np.int64]
    words: NDArray[np.uint64]
    least: NDArray[np.int64]
    estimate: NDArray[np.int64]
    memo: NDArray[np.uint64]
    shared: NDArray[np.int64]
    unit: int
    extra: int
    limited: bool
    candidates_only: bool
    announces: bool
    techniques: int


class Desk(NamedTuple):
    """The scratch arrays of one thread, a row for each level of recursion."""

    pool: NDArray[np.int32]
    """The candidates: row r + 1 holds the cells of the guess under examination in row r."""
    found: NDArray[np.int32]
    order: NDArray[np.int64]
    bounds: NDArray[np.int64]
    counts: NDArray[np.uint16]
    """The number of cells of every guess, where there are no planes; else ``levels`` holds it."""
    allowed: NDArray[np.uint8]
    """1 for each guess that the rules allow, where they restrict guesses."""
    occupied: NDArray[np.uint64]
    levels: NDArray[np.uint64]
    sizes: NDArray[np.uint16]
    narrow: NDArray[np.uint8]
    cells: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    seen: NDArray[np.uint64]
    marks: NDArray[np.int64]
    path: NDArray[np.int32]
    choice: NDArray[np.int64]
    cursor: NDArray[np.int64]
    used: NDArray[np.int64]
    """How many cells the last guess that was split has in each row."""
    cell_of: NDArray[np.int64]
    met: NDArray[np.int64]
    scratch: NDArray[np.uint64]
    ring: NDArray[np.uint64]
    own: NDArray[np.int64]
    stabilizer: Stabilizer


def make_desk(
    group: Group, source: Source, secrets: int, guesses: int, words: int, ring_rows: int, past: int = 0
) -> Desk:
    """Scratch for one thread; ``past`` is the number of guesses that every path begins with."""
    # Each guess that is pursued splits its set, and a tree deeper than this is far from any best one.
    rows = min(secrets, 200) + 2
    cells = source.response_count
    restricted = len(source.letters) > 0
    return Desk(
        pool=np.empty((rows, secrets), dtype=np.int32),
        found=np.empty((rows, guesses), dtype=np.int32),
        order=np.empty((rows, guesses), dtype=np.int64),
        bounds=np.empty((rows, guesses), dtype=np.int64),
        counts=np.zeros((rows, 0 if words else source.question_count), dtype=np.uint16),
        allowed=np.zeros((rows, source.question_count if restricted else 0), dtype=np.uint8),
        occupied=np.zeros((-(-cells // 64), BLOCK), dtype=np.uint64),
        levels=np.zeros((rows, LEVEL_BITS, words), dtype=np.uint64),
        sizes=np.zeros((cells, BLOCK), dtype=np.uint16),
        narrow=np.zeros((cells, BLOCK), dtype=np.uint8),
        cells=np.zeros((rows, 6, cells), dtype=np.int64),
        hashes=np.zeros((rows, 2, cells), dtype=np.uint64),
        seen=np.zeros((rows, HASHES), dtype=np.uint64),
        marks=np.zeros((rows, guesses), dtype=np.int64),
        path=np.zeros(past + rows + secrets, dtype=np.int32),
        choice=np.zeros(rows, dtype=np.int64),
        cursor=np.zeros((rows, CURSOR_CELLS), dtype=np.int64),
        used=np.zeros(rows, dtype=np.int64),
        cell_of=np.zeros(secrets, dtype=np.int64),
        met=np.zeros(cells, dtype=np.int64),
        scratch=np.zeros(2 * secrets, dtype=np.uint64),
        ring=make_ring(ring_rows),
        own=np.zeros(OWN_CELLS, dtype=np.int64),
        stabilizer=plain(make_stabilizer)(group),
    )


@kernel
def all_planes(source: Source) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """The arrays ``planes`` and ``plane_rows`` of a :class:`Problem`, without rows for a game that has none."""
    planes = make_planes(source)
    return planes, make_plane_rows(source, planes)
