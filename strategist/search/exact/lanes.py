"""Many searches of one structure at once: the same sets and guesses, under many weights side by side.

The rules of a game have symmetries; unequal chances leave none of them. So the cells of all images of a first guess are
the same sets, but for names, and only the weights differ. Here each set is split by each guess once for all images, and
what its cells cost is summed up for all *lanes* at once, a lane for each image, in loops that the processor carries out
for sixteen lanes by one instruction. All results are lower bounds.

Here are the arrays, and what counting says of all guesses at a set: ``lows[g, lane]`` is a proven bound of guess g.
:mod:`~strategist.search.exact.raised_lanes` raises these bounds, ply by ply.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.bounds_many_weights import cost_of_three, later_in_cells, lightest_beyond
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel
from strategist.search.kernels.responses.peg_codes import popcount

MOST_RESPONSES = 32
"""Cells of a guess are marked by the bits of a word."""
COUNTED, LOOKED, DEEPER = 1, 2, 3
"""How deep the bound of a guess goes: by the most cells that any guess makes of its cells; by a look at all guesses
there; and from there on by what these leave, another ply for each number more."""
ROWS = 8
"""Levels of sets below each other that the arrays have room for."""
MASS, BEST, LATER, SCRATCH, LIGHT, TOTAL, CURRENT, VECTORS = range(8)
"""The rows of ``bench.vectors[row]``, a column for each lane."""
ENDLESS = 1 << 30
"""A cost above all others."""
_HASHES = 4096
_PACKED_BELOW = 3
"""Lanes are moved together once less than this many quarters of them are left."""


@by_reference
class Bench(NamedTuple):
    """The arrays of one search in lanes; a row for each level of recursion.

    ``answers`` is ``uint8[guesses, secrets]``, and ``columns`` the same by secret. ``words`` is ``uint64[secrets]``,
    random. ``thresholds`` are some weights, ascending. Of row r, ``secrets[r]`` are the secrets of its set,
    ``weights[r]`` their weights by lane, ``room[r]`` the bound that is wanted of it, and ``value[r]`` the bound found.
    ``lows[r]`` and ``guesses[r]`` list the bounds of guesses from row 1 on, ``deep[r]`` how deep they were looked at.
    """

    answers: NDArray[np.uint8]
    columns: NDArray[np.uint8]
    question_of_secret: NDArray[np.int32]
    words: NDArray[np.uint64]
    thresholds: NDArray[np.int32]
    solved: int
    secrets: NDArray[np.int32]
    weights: NDArray[np.int32]
    room: NDArray[np.int32]
    value: NDArray[np.int32]
    lows: NDArray[np.int32]
    deep: NDArray[np.uint8]
    guesses: NDArray[np.int32]
    vectors: NDArray[np.int32]
    lanes: NDArray[np.uint32]
    quick: NDArray[np.int32]
    order: NDArray[np.int32]
    starts: NDArray[np.int32]
    cells: NDArray[np.int32]
    counts: NDArray[np.int32]
    cell_of: NDArray[np.uint8]
    marks: NDArray[np.uint32]
    cells_of: NDArray[np.uint8]
    level: NDArray[np.int32]
    heap: NDArray[np.int64]
    seen: NDArray[np.uint64]
    own: NDArray[np.int64]
    """A stamp, and the number of sets looked at."""
    laid_secrets: NDArray[np.int32]
    laid_weights: NDArray[np.int32]
    """The set of row 0, as it lies on the first of the benches that work on it side by side."""
    queue: NDArray[np.int64]
    """How many of its guesses the threads have taken, and these guesses in their order."""
    least: NDArray[np.int32]
    """The best bound that any thread has found there, by lane."""


def make_bench(
    answers: NDArray[np.uint8],
    question_of_secret: NDArray[np.int32],
    words: NDArray[np.uint64],
    thresholds: NDArray[np.int32],
    responses: int,
    most: int,
    lanes: int,
    beside: Bench | None = None,
) -> Bench:
    """Room for sets of up to ``most`` secrets, in up to ``lanes`` lanes. A bench ``beside`` another one takes the set
    of its row 0 from there, and guesses in turn with it."""
    guesses = len(answers)
    secrets, weights = np.zeros((ROWS, most), dtype=np.int32), np.zeros((ROWS, most, lanes), dtype=np.int32)
    return Bench(
        answers=answers,
        columns=np.ascontiguousarray(answers.T),
        question_of_secret=question_of_secret,
        words=words,
        thresholds=thresholds,
        solved=responses - 1,
        secrets=secrets,
        weights=weights,
        room=np.zeros((ROWS, lanes), dtype=np.int32),
        value=np.zeros((ROWS, lanes), dtype=np.int32),
        lows=np.zeros((ROWS, guesses, lanes), dtype=np.int32),
        deep=np.zeros((ROWS, guesses, lanes), dtype=np.uint8),
        guesses=np.zeros((ROWS, guesses), dtype=np.int32),
        vectors=np.zeros((ROWS, VECTORS, lanes), dtype=np.int32),
        lanes=np.zeros((ROWS, lanes), dtype=np.uint32),
        quick=np.zeros((ROWS, responses, lanes), dtype=np.int32),
        order=np.zeros((ROWS, most), dtype=np.int32),
        starts=np.zeros((ROWS, responses + 1), dtype=np.int32),
        cells=np.zeros((ROWS, responses), dtype=np.int32),
        counts=np.zeros((ROWS, responses), dtype=np.int32),
        cell_of=np.zeros((ROWS, most), dtype=np.uint8),
        marks=np.zeros((ROWS, guesses), dtype=np.uint32),
        cells_of=np.zeros((ROWS, guesses), dtype=np.uint8),
        level=np.zeros((ROWS, guesses), dtype=np.int32),
        heap=np.zeros((ROWS, guesses), dtype=np.int64),
        seen=np.zeros((ROWS, _HASHES), dtype=np.uint64),
        own=np.zeros(2, dtype=np.int64),
        laid_secrets=beside.laid_secrets if beside else secrets[0],
        laid_weights=beside.laid_weights if beside else weights[0],
        queue=beside.queue if beside else np.zeros(1 + guesses, dtype=np.int64),
        least=beside.least if beside else np.zeros(lanes, dtype=np.int32),
    )


@borrowing
def weigh(bench: Bench, row: int, size: int, lanes: int) -> None:
    """Sum up the weights of the set of a row, and list its places in ``order``."""
    mass, weights = bench.vectors[row, MASS], bench.weights[row]
    for lane in range(lanes):
        mass[lane] = 0
    for place in range(size):
        for lane in range(lanes):
            mass[lane] += weights[place, lane]


@borrowing
def count_cells(bench: Bench, row: int, size: int) -> int:
    """The number of cells of every guess at the set of a row, in ``cells_of``, and the largest of them."""
    marks, count, columns = bench.marks[row], bench.cells_of[row], bench.columns
    guesses = len(marks)
    for guess in range(guesses):
        marks[guess] = np.uint32(0)
    for place in range(size):
        secret = bench.secrets[row, place]
        for guess in range(guesses):
            marks[guess] |= np.uint32(1) << np.uint32(columns[secret, guess])
    most = 0
    for guess in range(guesses):
        found = popcount(np.uint64(marks[guess]))
        count[guess] = found
        most = max(most, found)
    return most


@borrowing
def partition(bench: Bench, row: int, size: int, guess: int) -> int:
    """Order the places of a set by cells, without the solved one: ``order`` and ``starts``; returns their number."""
    counts, cell_of, order, starts = bench.counts[row], bench.cell_of[row], bench.order[row], bench.starts[row]
    answers, secrets = bench.answers, bench.secrets[row]
    for response in range(len(counts)):
        counts[response] = 0
    for place in range(size):
        response = answers[guess, secrets[place]]
        cell_of[place] = response
        counts[response] += 1
    used, start = 0, 0
    for response in range(len(counts)):
        members = counts[response]
        counts[response] = start
        if members > 0 and response != bench.solved:
            starts[used] = start
            used += 1
            start += members
    starts[used] = start
    for place in range(size):
        response = cell_of[place]
        if response != bench.solved:
            order[counts[response]] = place
            counts[response] += 1
    return used


@borrowing
def _met_before(bench: Bench, row: int, used: int) -> bool:
    """Whether a guess with the same cells was met at this set; remembers this one."""
    whole = np.uint64(0)
    order, starts, words = bench.order[row], bench.starts[row], bench.words
    for cell in range(used):
        word = np.uint64(0)
        for at in range(starts[cell], starts[cell + 1]):
            word ^= words[order[at]]
        whole += (word ^ (word >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
    whole ^= np.uint64(bench.own[0]) * np.uint64(0x9E3779B97F4A7C15)
    at_hash = whole >> np.uint64(52)
    met = bench.seen[row, at_hash] == whole
    bench.seen[row, at_hash] = whole
    return bool(met)


@borrowing
def _leave_out_candidates(bench: Bench, row: int, size: int) -> None:
    """Let :func:`_list_level` leave out the candidates, which are tried before."""
    count = bench.cells_of[row]
    for place in range(size):
        count[bench.question_of_secret[bench.secrets[row, place]]] = 0


@borrowing
def _list_level(bench: Bench, row: int, cells: int) -> int:
    """List the guesses with so many cells in ``level[row]``; returns their number."""
    count, level = bench.cells_of[row], bench.level[row]
    listed = 0
    for guess in range(len(count)):
        if count[guess] == cells:
            level[listed] = guess
            listed += 1
    return listed


@borrowing
def _bound_level(bench: Bench, row: int, size: int, lanes: int, cells: int) -> int:
    """Bound all guesses with so many cells that are no candidates, in ``LIGHT``; the number of lanes below the best."""
    vectors = bench.vectors[row]
    light, best, order = vectors[LIGHT], vectors[BEST], bench.order[row]
    for place in range(size):
        order[place] = place
    lightest_beyond(
        bench.weights[row], order, size, cells, lanes, vectors[MASS], bench.thresholds, 3, light, vectors[SCRATCH]
    )
    open_lanes = 0
    for lane in range(lanes):
        open_lanes += light[lane] < best[lane]
    return open_lanes


@borrowing
def _pack(bench: Bench, row: int, size: int, lanes: int) -> int:
    """Move the lanes that are still below the best together, and write the results of the others."""
    vectors, weights, names = bench.vectors[row], bench.weights[row], bench.lanes[row]
    light, best, mass, value = vectors[LIGHT], vectors[BEST], vectors[MASS], bench.value[row]
    kept, moved = 0, vectors[CURRENT]
    for lane in range(lanes):
        if light[lane] < best[lane]:
            moved[kept] = lane
            kept += 1
        else:
            value[names[lane]] = 2 * mass[lane] + best[lane]
    for at in range(kept):
        source = np.uint32(moved[at])
        best[at], mass[at], names[at] = best[source], mass[source], names[source]
    for place in range(size):
        for at in range(kept):
            weights[place, at] = weights[place, np.uint32(moved[at])]
    return kept


@borrowing
def look(bench: Bench, row: int, size: int, lanes: int) -> None:
    """Bound the set of a row by the least of the bounds of all guesses: ``value[row]``. The weights are used up."""
    if size == 3:
        cost_of_three(
            bench.answers, bench.question_of_secret, bench.secrets[row], bench.weights[row], lanes, bench.value[row]
        )
        return
    bench.own[0] += 1
    bench.own[1] += 1
    weigh(bench, row, size, lanes)
    vectors, weights, names, value = bench.vectors[row], bench.weights[row], bench.lanes[row], bench.value[row]
    mass, best, later, scratch = vectors[MASS], vectors[BEST], vectors[LATER], vectors[SCRATCH]
    for lane in range(lanes):
        best[lane] = ENDLESS
    for place in range(size):
        guess = bench.question_of_secret[bench.secrets[row, place]]
        used = partition(bench, row, size, guess)
        later_in_cells(weights, bench.order[row], bench.starts[row], used, lanes, later, scratch)
        for lane in range(lanes):
            cost = np.int32(later[lane] - weights[place, lane])
            best[lane] = cost if cost < best[lane] else best[lane]
    for lane in range(lanes):
        names[lane] = lane
    most = min(size, bench.solved + 1)
    if _bound_level(bench, row, size, lanes, most) > 0:
        most = count_cells(bench, row, size)
        _leave_out_candidates(bench, row, size)
        for cells in range(most, 1, -1):
            rest = _bound_level(bench, row, size, lanes, cells)
            if rest == 0:
                break
            if 4 * rest < _PACKED_BELOW * lanes:
                lanes = _pack(bench, row, size, lanes)
            for at in range(_list_level(bench, row, cells)):
                used = partition(bench, row, size, bench.level[row, at])
                if _met_before(bench, row, used):
                    continue
                later_in_cells(weights, bench.order[row], bench.starts[row], used, lanes, later, scratch)
                for lane in range(lanes):
                    best[lane] = later[lane] if later[lane] < best[lane] else best[lane]
    for lane in range(lanes):
        value[names[lane]] = 2 * mass[lane] + best[lane]


@borrowing
def _note_low(
    bench: Bench,
    row: int,
    lanes: int,
    guess: int,
    largest: int,
    lows: NDArray[np.int32],
    deep: NDArray[np.uint8],
    guesses: NDArray[np.int32],
    listed: int,
) -> int:
    """List a guess whose bound is below the best in some lane; one whose bound is its cost becomes the best."""
    vectors = bench.vectors[row]
    mass, best, later = vectors[MASS], vectors[BEST], vectors[LATER]
    below = 0
    for lane in range(lanes):
        below += later[lane] < best[lane]
    if below == 0:
        return listed
    if largest <= 2 and row > 0:
        for lane in range(lanes):
            best[lane] = later[lane] if later[lane] < best[lane] else best[lane]
        return listed
    for lane in range(lanes):
        lows[listed, lane] = 2 * mass[lane] + later[lane]
        deep[listed, lane] = 0
    guesses[listed] = guess
    return listed + 1


@borrowing
def list_lows(
    bench: Bench,
    row: int,
    size: int,
    lanes: int,
    lows: NDArray[np.int32],
    deep: NDArray[np.uint8],
    guesses: NDArray[np.int32],
) -> int:
    """List the guesses that may cost less than ``room[row]``, with their bounds; returns their number.

    ``room[row]`` is lowered to the cost of guesses whose bound is exact; in row 0 these are listed, too.
    """
    bench.own[0] += 1
    bench.own[1] += 1
    weigh(bench, row, size, lanes)
    vectors, weights = bench.vectors[row], bench.weights[row]
    mass, best, later, scratch = vectors[MASS], vectors[BEST], vectors[LATER], vectors[SCRATCH]
    for lane in range(lanes):
        best[lane] = bench.room[row, lane] - 2 * mass[lane]
    listed = 0
    for place in range(size):
        guess = bench.question_of_secret[bench.secrets[row, place]]
        used = partition(bench, row, size, guess)
        largest = later_in_cells(weights, bench.order[row], bench.starts[row], used, lanes, later, scratch)
        for lane in range(lanes):
            later[lane] -= weights[place, lane]
        listed = _note_low(bench, row, lanes, guess, largest, lows, deep, guesses, listed)
    most = count_cells(bench, row, size)
    _leave_out_candidates(bench, row, size)
    for cells in range(most, 1, -1):
        if _bound_level(bench, row, size, lanes, cells) == 0:
            break
        for at in range(_list_level(bench, row, cells)):
            guess = bench.level[row, at]
            used = partition(bench, row, size, guess)
            if _met_before(bench, row, used):
                continue
            largest = later_in_cells(weights, bench.order[row], bench.starts[row], used, lanes, later, scratch)
            listed = _note_low(bench, row, lanes, guess, largest, lows, deep, guesses, listed)
    for lane in range(lanes):
        bench.room[row, lane] = 2 * mass[lane] + best[lane]
    return listed


@borrowing_kernel
def list_openly(
    bench: Bench, size: int, lanes: int, lows: NDArray[np.int32], deep: NDArray[np.uint8], guesses: NDArray[np.int32]
) -> int:
    """:func:`list_lows` of row 0, and then bounded by the number of cells that guesses make of each cell."""
    for lane in range(lanes):
        bench.room[0, lane] = ENDLESS
    return list_lows(bench, 0, size, lanes, lows, deep, guesses)
