"""Cells and scores of guesses over a set of candidates: the kernels.

``heuristics.py`` is their specification: a score is an int, and smaller is better.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.masses import FRACTION_BITS
from strategist.search.kernels.cells.circuit import BLOCK_GUESSES
from strategist.search.kernels.cells.planes import (
    Tally,
    cell_count,
    gather_planes,
    make_plane_rows,
    make_planes,
    make_tally,
    no_planes,
    tally_sizes,
)
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import HALT, apart, borrowing, borrowing_kernel, inlined, plain
from strategist.search.kernels.responses.responses import (
    BLOCK,
    TABLE,
    Source,
    block_rows,
    fill_row,
    gather,
    respond_one,
)
from strategist.search.kernels.scores.weighed_scores import EXPECTED_LEFT, divide_by_costs, one_cell_score, score_masses

MINIMAX, EXPECTED_SIZE, ENTROPY, MOST_PARTS = 0, 1, 2, 3

_MANY_RESPONSES = 64
"""With more responses than this, most cells are empty: visiting all cells takes longer than counting candidates."""


@by_reference
class Room(NamedTuple):
    """Scratch arrays of the scoring kernels."""

    block: NDArray[np.uint8]
    row: NDArray[Any]
    total: NDArray[np.uint8]
    narrow: NDArray[np.uint8]
    wide: NDArray[np.uint32]
    scores: NDArray[np.int64]
    sizes: NDArray[np.int64]
    control: NDArray[np.int64]
    """As in :mod:`~strategist.search.kernels.numba.jit`. One guess list can take minutes, so it is polled between
    blocks."""
    planes: NDArray[np.uint64]
    """The bit planes of all guesses; without blocks if the game has no planes."""
    tally: Tally
    tallied: NDArray[np.uint8]
    chances: Any
    """The weight of each secret, for the rules by mass; empty for the others, and so are the arrays below. An empty
    tuple in a game without chances."""
    heaps: NDArray[np.int64]
    counts: NDArray[np.int64]


def make_room(
    source: Source,
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    control: NDArray[np.int64],
    chances: Any,
) -> Room:
    """Scratch for one thread, and its control cells. ``scores`` holds one score for each guess of a list.

    ``planes`` and ``plane_rows`` are those of :mod:`~strategist.search.kernels.cells.planes`, both empty or neither.
    """
    rows = plain(block_rows)(source)
    cells = source.response_count
    heaps = cells if len(chances) else 0
    wide = 1 if source.kind == TABLE else BLOCK
    return Room(
        np.empty((rows, BLOCK), dtype=np.uint8),
        np.empty(BLOCK, dtype=source.columns.dtype),
        np.empty(BLOCK, dtype=np.uint8),
        np.empty((cells, BLOCK), dtype=np.uint8),
        np.empty((cells, BLOCK), dtype=np.uint32),
        np.empty(source.columns.shape[1], dtype=np.int64),
        np.zeros(cells, dtype=np.int64),
        control,
        planes,
        make_tally(source, plane_rows),
        np.empty((3, plain(cell_count)(source) if len(planes) else 0, BLOCK_GUESSES), dtype=np.uint8),
        chances,
        np.zeros((heaps, wide), dtype=np.int64),
        np.zeros((heaps, wide), dtype=np.int64),
    )


def weighted_logs(most: int) -> NDArray[np.int64]:
    """``weighted_log(m)`` for m up to ``most``, from the logarithms of the primes.

    >>> from strategist.choosing.masses import weighted_log
    >>> weighted_logs(100).tolist() == [0] + [weighted_log(m) for m in range(1, 101)]
    True
    """
    factor = np.zeros(most + 1, dtype=np.int64)
    for number in range(2, math.isqrt(most) + 1):
        if not factor[number]:
            multiples = factor[number * number :: number]
            multiples[multiples == 0] = number
    smallest = factor.tolist()
    logs = [0] * (most + 1)
    for number in range(2, most + 1):
        prime = smallest[number]
        if prime:
            logs[number] = logs[prime] + logs[number // prime]
        else:
            logs[number] = round(math.log2(number) * (1 << FRACTION_BITS))
    return np.arange(most + 1, dtype=np.int64) * np.array(logs, dtype=np.int64)


@borrowing
def even_score(rule: int, weights: NDArray[np.int64], size: int, cells: int) -> int:
    """The best score that ``size`` candidates in ``cells`` cells can have: all cells as equal as they can be."""
    low, larger = divmod(size, cells)
    if rule == MINIMAX:
        return low + (larger > 0)
    if rule == EXPECTED_SIZE:
        return larger * (low + 1) * (low + 1) + (cells - larger) * low * low
    if rule == ENTROPY:
        # Without a remainder, do not read the next weight: it may not exist.
        return (larger * weights[low + 1] if larger else 0) + (cells - larger) * weights[low]
    return -cells


@inlined
def with_cell(rule: int, weights: NDArray[np.int64], score: int, size: int) -> int:
    """The score after one more cell, which is not empty."""
    if rule == MINIMAX:
        return max(score, size)
    if rule == EXPECTED_SIZE:
        return score + size * size
    if rule == ENTROPY:
        return score + weights[size]
    return score - 1


@inlined
def score_one(
    source: Source, rule: int, weights: NDArray[np.int64], guess: int, candidates: NDArray[np.int32], room: Room
) -> int:
    """The score of one guess: the scalar kernel, for few candidates."""
    sizes = room.sizes
    for secret in candidates:
        sizes[respond_one(source, guess, secret)] += 1
    score = 0
    for cell in range(source.response_count):
        size = sizes[cell]
        if size:
            sizes[cell] = 0
            score = with_cell(rule, weights, score, size)
    return score


@borrowing
def _score_by_candidates(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    guess: int,
    candidates: NDArray[np.int32],
    sizes: NDArray[np.int64],
) -> int:
    """The score of one guess of a table with many responses: it visits only the cells that hold candidates."""
    for secret in candidates:
        sizes[source.columns[secret, guess]] += 1
    score = 0
    for secret in candidates:
        cell = source.columns[secret, guess]
        size = sizes[cell]
        if size:
            sizes[cell] = 0
            score = with_cell(rule, weights, score, size)
    return score


@borrowing
def _count_block(
    source: Source, guesses: NDArray[np.int32], start: int, count: int, candidates: NDArray[np.int32], room: Room
) -> bool:
    """Count the cells of one block of guesses; returns whether the counts are in ``wide`` instead of ``narrow``."""
    cells = source.response_count
    many = len(candidates) > 255
    gather(source, guesses, start, count, room.block)
    if many:
        for cell in range(cells):
            wide = room.wide[cell]
            for j in range(count):
                wide[j] = 0
    for first in range(0, len(candidates), 255):
        for cell in range(cells):
            narrow = room.narrow[cell]
            for j in range(count):
                narrow[j] = 0
        # No count exceeds 255 before it is added to the wide ones.
        for secret in candidates[first : first + 255]:
            fill_row(source, secret, guesses, start, count, room.block, room.row, room.total)
            row = room.row
            for cell in range(cells):
                narrow = room.narrow[cell]
                wanted = row.dtype.type(cell)
                for j in range(count):
                    narrow[j] += row[j] == wanted
        if many:
            for cell in range(cells):
                narrow = room.narrow[cell]
                wide = room.wide[cell]
                for j in range(count):
                    wide[j] += narrow[j]
    return many


@borrowing
def _add_scores(
    rule: int, weights: NDArray[np.int64], sizes: NDArray[Any], count: int, scores: NDArray[np.int64]
) -> None:
    """Add one cell of every guess to its score."""
    if rule == MINIMAX:
        for j in range(count):
            scores[j] = max(scores[j], np.int64(sizes[j]))
    elif rule == EXPECTED_SIZE:
        for j in range(count):
            size = np.int64(sizes[j])
            scores[j] += size * size
    elif rule == ENTROPY:
        for j in range(count):
            scores[j] += weights[sizes[j]]
    else:
        for j in range(count):
            scores[j] -= sizes[j] != 0


@borrowing
def _score_by_planes(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    room: Room,
    scores: NDArray[np.int64],
) -> None:
    """The scores of at most 512 guesses, ascending, by adding up planes."""
    count = len(guesses)
    first = guesses[0]
    if first % BLOCK_GUESSES == 0 and guesses[count - 1] - first == count - 1:
        planes = room.planes[first // BLOCK_GUESSES]
    else:
        gather_planes(room.tally, source.pegs, guesses)
        planes = room.tally.gathered
    cells = cell_count(source)
    used = tally_sizes(room.tally, source.pegs, cells, planes, candidates, room.tallied)
    for j in range(count):
        scores[j] = 0
    low, middle, high = room.tallied[0], room.tallied[1], room.tallied[2]
    wide = room.wide[0]
    for cell in range(cells):
        if used == 1:
            _add_scores(rule, weights, low[cell], count, scores)
            continue
        for j in range(count):
            wide[j] = low[cell, j] + np.uint32(256) * middle[cell, j]
        if used == 3:
            for j in range(count):
                wide[j] += np.uint32(65536) * high[cell, j]
        _add_scores(rule, weights, wide, count, scores)


@apart
def score_list(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    room: Room,
) -> None:
    """Write the scores of a list of guesses, ascending, into ``room.scores``: the vector kernel.

    A stop leaves them undefined.
    """
    if rule >= EXPECTED_LEFT:
        for start in range(0, len(guesses), BLOCK):
            if room.control[HALT]:
                break
            part = guesses[start : min(start + BLOCK, len(guesses))]
            scores = room.scores[start : start + len(part)]
            score_masses(
                source,
                rule,
                weights,
                room.chances,
                part,
                candidates,
                scores,
                room.block,
                room.row,
                room.total,
                room.sizes,
                room.heaps,
                room.counts,
            )
        return
    if len(room.planes):
        for start in range(0, len(guesses), BLOCK_GUESSES):
            if room.control[HALT]:
                break
            stop = min(start + BLOCK_GUESSES, len(guesses))
            scores = room.scores[start:stop]
            _score_by_planes(source, rule, weights, guesses[start:stop], candidates, room, scores)
        return
    for start in range(0, len(guesses), BLOCK):
        if room.control[HALT]:
            break
        if source.kind == TABLE and source.response_count > _MANY_RESPONSES:
            for j in range(start, min(start + BLOCK, len(guesses))):
                room.scores[j] = _score_by_candidates(source, rule, weights, guesses[j], candidates, room.sizes)
            continue
        count = min(BLOCK, len(guesses) - start)
        many = _count_block(source, guesses, start, count, candidates, room)
        scores = room.scores[start : start + count]
        for j in range(count):
            scores[j] = 0
        for cell in range(source.response_count):
            if many:
                _add_scores(rule, weights, room.wide[cell], count, scores)
            else:
                _add_scores(rule, weights, room.narrow[cell], count, scores)


@borrowing
def score_for_cost(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    costs: NDArray[np.int64],
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    room: Room,
) -> None:
    """Score the guesses into ``room.scores`` by what each one gains for its cost. ``costs`` are those of all questions;
    if they are empty, the scores of :func:`score_list` stay as they are."""
    score_list(source, rule, weights, guesses, candidates, room)
    if len(costs) == 0:
        return
    size = len(candidates)
    if rule >= EXPECTED_LEFT:
        before = one_cell_score(rule, weights, room.chances, candidates)
    else:
        before = even_score(rule, weights, size, 1)
    divide_by_costs(before, costs, guesses, size, room.scores)


score_guesses = borrowing_kernel(plain(score_for_cost))
""":func:`score_for_cost` as a kernel that Python calls."""


def cell_table(source: Source, guesses: NDArray[np.int32], candidates: NDArray[np.int32]) -> NDArray[np.int64]:
    """The number of candidates left after each response to each guess: ``int64[len(guesses), response_count]``."""
    table = np.empty((len(guesses), source.response_count), dtype=np.int64)
    room = make_room(source, *no_planes(), np.zeros(2, dtype=np.int64), ())
    fill_cell_table(source, guesses, candidates, room, table)
    return table


@borrowing_kernel
def fill_cell_table(
    source: Source,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    room: Room,
    table: NDArray[np.int64],
) -> None:
    """Write the number of candidates left after each response to each guess into ``table``; ``room`` is scratch."""
    for start in range(0, len(guesses), BLOCK):
        count = min(BLOCK, len(guesses) - start)
        many = _count_block(source, guesses, start, count, candidates, room)
        for j in range(count):
            for cell in range(source.response_count):
                table[start + j, cell] = room.wide[cell, j] if many else room.narrow[cell, j]


SCALAR, BYTES, PLANES = 0, 1, 2
"""Three ways to score a list: one by one, by rows of bytes, and by planes where a game has them."""


def score_table(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    way: int,
    chances: Any,
    costs: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The scores of a list of guesses, ascending, in one of the three ways; for tests that compare the ways.

    ``chances`` are the weights of all secrets for a rule by mass, and ``costs`` those of all questions if what guesses
    gain is divided by them; else they are empty. Rules by mass, and costs, have one way only.
    """
    planes = (make_planes(source), make_plane_rows(source)) if way == PLANES else no_planes()
    room = make_room(source, *planes, np.zeros(2, dtype=np.int64), chances)
    if way == SCALAR and rule < EXPECTED_LEFT and len(costs) == 0:
        score_one_by_one(source, rule, weights, guesses, candidates, room)
    else:
        score_guesses(source, rule, weights, costs, guesses, candidates, room)
    return room.scores[: len(guesses)]


@borrowing_kernel
def score_one_by_one(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    room: Room,
) -> None:
    """The scores of a list of guesses into ``room.scores``: the scalar kernel."""
    for j in range(len(guesses)):
        room.scores[j] = score_one(source, rule, weights, guesses[j], candidates, room)
