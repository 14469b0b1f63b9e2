"""The data of the exact search: the problem, shared by all threads, and the desk of each thread."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.cells.circuit import BLOCK_GUESSES
from strategist.search.kernels.cells.distinct import make_columns, rounded_up
from strategist.search.kernels.cells.planes import Tally, level_count, make_plane_rows, make_planes, make_tally
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import inlined, plain
from strategist.search.kernels.responses.responses import BLOCK, TABLE, Source, block_rows
from strategist.search.kernels.symmetry.same_guesses import Group, Stabilizer, make_stabilizer
from strategist.search.state.result_log import LOGGED as LOGGED
from strategist.search.state.result_log import READ as READ
from strategist.search.state.result_log import make_ring

INFEASIBLE = 1 << 30
"""A cost above every other: the guesses allowed are not enough."""
INFEASIBLE_AT_STAKE = 1 << 61
"""A cost above every other where secrets have chances or questions have costs. A memo keeps values of 62 bits, and the
sum of two costs still fits in 63."""

SYMMETRY, DEDUPLICATION, MEMO, PERFECT, BY_ESTIMATE, TWO_PLIES = 1, 2, 4, 8, 16, 32
ALL_TECHNIQUES = 63

STOP, TOO_DEEP, LEAST_NODES, SEED, RECALLED, PROCESS, PROCESSES, SHARED_CELLS = 0, 1, 2, 3, 4, 5, 6, 8
"""Cells that all threads share (:mod:`~strategist.search.kernels.numba.atomic` says how): the stop cell; whether the
tree is too deep; the least number of positions behind a result that is logged; the seed of the seals; the number of
rows read from a journal, or told by others; and the number of this process among those that search the same, which are
so many, 0 where there is but this one."""
NODES, WORK, SPLITS, STAMP, DEPTH = range(5)
REACHED, UNWIND, WHY, FOUND, LOOKED_AT = range(7, 12)
OWN_CELLS = 32
"""Cells of one thread beside ``LOGGED`` and ``READ``, on lines of the cache of their own: counters, among them that of
the candidates whose cells were counted for all guesses (:mod:`~strategist.search.exact.order`), a stamp that is new for
every position, the number of guesses made before row 0, and the cost found for the guess in ``choice[0]``; and where
others have ended its work: the row to go back to, else ``NOWHERE``, why and what they have found
(:mod:`~strategist.search.exact.marks`), and its positions when it last looked for that."""
NOWHERE = 1 << 30

LEVEL, LISTED, PLACE, CANDIDATES_NOW, AS_CANDIDATE, AS_OTHER, TRIED, PERMUTATIONS = range(8)
"""Cells of ``desk.cursor[row]``, the progress of a visit of the guesses by their number of cells: that number, how many
guesses have it, the place in their list, whether candidates are visited now, the least cost of a candidate and of
another guess with this number of cells, the number of guesses visited, and the number of symmetries of this place."""
MARKED, NAME, CHECK, LIMIT, COST, OF_GUESS, ALONE_CHECK = range(8, 15)
CURSOR_CELLS = 16
"""Cells of ``desk.cursor[row]`` of a set that is marked, for those below: whether it is, the words that name it, the
best cost, and of the guess that is looked at now the bound and the words that name it with the set, 0 for none."""

NEVER = 1 << 62
"""More positions than any proof examines: nothing is logged."""

GUESS_BITS = 24
"""An entry of ``desk.order`` is an estimate above this number of bits, which hold a guess."""
GUESS_MASK = (1 << GUESS_BITS) - 1

HASHES = 4096
"""Entries of the table that finds guesses with the same cells."""

NAMES = 1 << 14
"""Names of cells that a thread remembers, a power of two. With as many as there are cells, a tenth more are found."""

MOST_BENDS = 8
"""Up to this number of bends, a table of least costs is added up by them."""


@by_reference
class Problem(NamedTuple):
    """The problem to search; the same for all threads.

    ``answers`` is ``uint8|uint16[guesses, secrets]``, the responses, and ``rows`` the same by secret; both are empty in
    large peg games, whose responses are computed from ``codes``. ``codes`` and ``response_of_pair`` are those of
    :func:`~strategist.search.kernels.responses.peg_codes.make_codes`; ``words`` is ``uint64[secrets, 2]``, random.
    ``least`` and ``even`` are ``int64[left + 1, secrets + 1]``, see :mod:`~strategist.search.bounds.regime`; without a
    limit they have one row. Of ``known_size`` secrets or fewer, ``least`` is the exact cost. ``estimate`` is
    ``int64[secrets + 1]``, the likely cost of a cell of this size. ``stakes`` are those of
    :mod:`~strategist.search.bounds.stakes`; with some, ``least`` and ``even`` count ``extra`` only, unless guesses
    count by a tariff, ``estimate`` is that of one secret in a cell, and candidates stand in the order of their worth,
    heaviest first. ``width`` is the number of guesses that are tried at the largest sets
    (:mod:`~strategist.search.exact.narrow`), 0 for all.

    ``steps[k]`` is what a guess counts for each secret behind which k guesses are left, always ``unit`` unless they
    count by a tariff. Then ``unit`` is 0, and where the guesses are not limited, the number left is that of those which
    the tariff tells apart: row 1 of the tables is row 0, behind which the last number of the tariff goes on.
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
    even: NDArray[np.int64]
    estimate: NDArray[np.int64]
    stakes: Any
    memo: NDArray[np.uint64]
    shared: NDArray[np.int64]
    marks: NDArray[np.int64]
    """Where threads are that search the same tree (:mod:`~strategist.search.exact.marks`); empty for a single one."""
    steps: NDArray[np.int64]
    unit: int
    extra: int
    limited: bool
    candidates_only: bool
    announces: bool
    known_size: int
    techniques: int
    width: int
    marked_from: int
    """Sets of so many candidates are marked, where several threads search."""
    look_every: int
    """After so many positions a thread looks for what others have found."""
    divided_from: int
    """Of the sets of so many candidates, each process begins with those that the others do not."""

    @property
    def left(self) -> int:
        """The number of guesses left where the search begins."""
        return len(self.least) - 1

    @property
    def tariff(self) -> tuple[int, ...]:
        """What the first guess counts for each secret, the second, ...; nothing where all count the unit."""
        return tuple(self.steps[::-1].tolist()) if not self.unit and self.steps.any() else ()

    @property
    def infeasible(self) -> int:
        """The cost that stands for *impossible* in this search."""
        return INFEASIBLE_AT_STAKE if self.stakes else INFEASIBLE

    @property
    def gone(self) -> tuple[int, int]:
        """What a secret costs that is not found within the limit, beyond the guesses made: so much for each, and so
        much times its weight. Zeros where no secret may be lost."""
        if self.stakes:
            return self.stakes.gone_each, self.stakes.gone_weight
        if not self.limited or self.least.shape[1] < 3 or self.least[0, 2] >= self.infeasible:
            return 0, 0
        # Two that are left are lost, whether one of them alone would be known or not.
        return int(self.least[0, 2]) // 2, 0


@by_reference
class Scratch(NamedTuple):
    """The scratch arrays of one thread, with a row for each level of recursion."""

    pool: NDArray[np.int32]
    """The candidates: row r + 1 holds the cells of the guess under examination in row r."""
    found: NDArray[np.int32]
    order: NDArray[np.int64]
    bounds: NDArray[np.int64]
    counts: NDArray[np.uint16]
    """The number of cells of every guess, in whole vectors, if there are no planes; otherwise ``levels`` holds it."""
    allowed: NDArray[np.uint8]
    """1 for each guess that the rules allow, where they restrict guesses."""
    columns: NDArray[Any]
    """Scratch of :func:`~strategist.search.kernels.cells.distinct.count_distinct`; empty if there are planes."""
    levels: NDArray[np.uint64]
    sizes: NDArray[np.uint16]
    bends: NDArray[np.uint16]
    """``uint16[2, MOST_BENDS]``, of :func:`~strategist.search.bounds.equal_weights.find_bends`."""
    costs: NDArray[np.uint16]
    """What the cells of each guess of a block cost at least, by the bends."""
    narrow: NDArray[np.uint8]
    tally: Tally
    tallied: NDArray[np.uint8]
    """Scratch of :func:`~strategist.search.kernels.cells.planes.tally_sizes`, and its result."""
    every: NDArray[np.int32]
    """The indices of all guesses, and scratch for the responses of a block of them, if they are computed."""
    block: NDArray[np.uint8]
    answers: NDArray[Any]
    total: NDArray[np.uint8]
    cells: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    seen: NDArray[np.uint64]
    marks: NDArray[np.int64]
    path: NDArray[np.int32]
    choice: NDArray[np.int64]
    cursor: NDArray[np.int64]
    used: NDArray[np.int64]
    """The number of cells of the last guess that was split, for each row."""
    cell_of: NDArray[np.int64]
    met: NDArray[np.int64]
    scratch: NDArray[np.uint64]
    ring: NDArray[np.uint64]
    own: NDArray[np.int64]
    stabilizer: Stabilizer
    named: NDArray[np.uint64]
    """``uint64[names, 4]``: the name of a set alone, and the one that it shares with its images."""


@inlined
def after_guess(left: int) -> int:
    """The number of guesses left after one more."""
    return left - 1 if left > 0 else 0


left_after = plain(after_guess)
""":func:`after_guess`, for Python."""


def _own_cells() -> NDArray[np.int64]:
    cells = np.zeros(OWN_CELLS, dtype=np.int64)
    cells[UNWIND] = NOWHERE
    return cells


def make_desk(
    group: Group,
    source: Source,
    plane_rows: NDArray[np.int32],
    secrets: int,
    guesses: int,
    words: int,
    ring_rows: int,
    past: int = 0,
) -> Scratch:
    """Scratch for one thread; ``past`` is the number of guesses that every path begins with."""
    # Each guess that is pursued splits its set, and a tree deeper than this is far from optimal.
    rows = min(secrets, 200) + 2
    cells = source.response_count
    restricted = len(source.letters) > 0
    return Scratch(
        pool=np.empty((rows, secrets), dtype=np.int32),
        found=np.empty((rows, guesses), dtype=np.int32),
        order=np.empty((rows, guesses), dtype=np.int64),
        bounds=np.empty((rows, guesses), dtype=np.int64),
        counts=np.zeros((rows, 0 if words else rounded_up(source.question_count)), dtype=np.uint16),
        allowed=np.zeros((rows, source.question_count if restricted else 0), dtype=np.uint8),
        columns=make_columns(0 if words else secrets, source.columns.dtype),
        levels=np.zeros((rows, plain(level_count)(source), words), dtype=np.uint64),
        sizes=np.zeros((cells, BLOCK), dtype=np.uint16),
        bends=np.zeros((2, MOST_BENDS), dtype=np.uint16),
        costs=np.zeros(BLOCK, dtype=np.uint16),
        narrow=np.zeros((cells, BLOCK), dtype=np.uint8),
        tally=make_tally(source, plane_rows),
        tallied=np.zeros((3, cells, BLOCK_GUESSES if words else 0), dtype=np.uint8),
        every=np.arange(0 if source.kind == TABLE else source.question_count, dtype=np.int32),
        block=np.empty((plain(block_rows)(source), BLOCK), dtype=np.uint8),
        answers=np.empty(BLOCK, dtype=source.columns.dtype),
        total=np.empty(BLOCK, dtype=np.uint8),
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
        scratch=np.zeros(max(2 * secrets, words), dtype=np.uint64),
        ring=make_ring(ring_rows),
        own=_own_cells(),
        stabilizer=make_stabilizer(group, rows),
        named=np.zeros((NAMES if group.moves else 1, 4), dtype=np.uint64),
    )


def all_planes(source: Source) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """The arrays ``planes`` and ``plane_rows`` of a :class:`Problem`, without blocks for a game that has none."""
    return make_planes(source), make_plane_rows(source)
