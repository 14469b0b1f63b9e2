"""Branch and bound over vectors: the bounds of all guesses at a set, raised in many lanes at once.

A guess is pursued in the lanes in which it is below the best one so far, and in each of them only until its bound
reaches that: its cells are looked at, one ply deep, and then raised in turn, as deep as is asked for. The arrays are
those of :mod:`~strategist.search.exact.lanes`.

Of the guesses at the set of row 0 each thread takes the next one that nobody has taken, on a bench of its own, and
tells the others how far the best bound has come. What it hears late costs time, nothing else: a guess is left when it
reaches the best bound that its thread knows, and that of all threads is no higher.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.bounds_many_weights import cost_of_three, lightest_beyond
from strategist.search.exact.lanes import (
    BEST,
    DEEPER,
    LIGHT,
    LOOKED,
    MASS,
    ROWS,
    SCRATCH,
    TOTAL,
    Bench,
    count_cells,
    list_lows,
    look,
    partition,
    weigh,
)
from strategist.search.exact.lazy_heap import make_heap, pop
from strategist.search.kernels.numba.atomic import fetch_add, read
from strategist.search.kernels.numba.jit import apart, borrowing, borrowing_kernel
from strategist.search.state.problem import GUESS_BITS, GUESS_MASK, STOP

_MOST_HOPE = 1 << 38
_COUNTED_FROM = 6
"""Cells of at least so many secrets are bounded by the most cells that any guess makes of them."""


@borrowing
def _bound_cells(bench: Bench, row: int, used: int, lanes: int, most: NDArray[np.uint8], at_guess: int) -> None:
    """Bound the cells of the guess that :func:`partition` has split, in the lanes ``lanes[row]``: ``quick[row]``, and
    their sum with the price of the guess in ``TOTAL``."""
    vectors, weights, names = bench.vectors[row], bench.weights[row], bench.lanes[row]
    total, heaviest, order, starts = vectors[TOTAL], vectors[SCRATCH], bench.order[row], bench.starts[row]
    below, whole = bench.vectors[row + 1], names[lanes - 1] == lanes - 1
    mass, light = below[MASS], below[LIGHT]
    for lane in range(lanes):
        total[lane] = vectors[MASS, names[lane]]
    for cell in range(used):
        start, end = starts[cell], starts[cell + 1]
        size, quick = end - start, bench.quick[row, cell]
        counted = row == 0 and size >= _COUNTED_FROM
        if counted and not whole:
            _enter_cell(bench, row, start, end, lanes)
        for lane in range(lanes):
            mass[lane] = 0
            heaviest[lane] = 0
        for at in range(start, end):
            place = order[at]
            if whole:
                for lane in range(lanes):
                    weight = weights[place, lane]
                    mass[lane] += weight
                    heaviest[lane] = weight if weight > heaviest[lane] else heaviest[lane]
            else:
                for lane in range(lanes):
                    weight = weights[place, names[lane]]
                    mass[lane] += weight
                    heaviest[lane] = weight if weight > heaviest[lane] else heaviest[lane]
        for lane in range(lanes):
            quick[lane] = 2 * mass[lane] - heaviest[lane]
        if counted:
            places = bench.order[row + 1]
            for at in range(size):
                bench.secrets[row + 1, at] = bench.secrets[row, order[start + at]]
                places[at] = order[start + at] if whole else at
            if most[at_guess, cell] == 0:
                most[at_guess, cell] = count_cells(bench, row + 1, size)
            found = int(most[at_guess, cell])
            if whole:
                lightest_beyond(weights, places, size, found, lanes, mass, bench.thresholds, 3, light, below[SCRATCH])
            else:
                lightest_beyond(
                    bench.weights[row + 1], places, size, found, lanes, mass, bench.thresholds, 3, light, below[SCRATCH]
                )
            for lane in range(lanes):
                quick[lane] += light[lane]
        for lane in range(lanes):
            total[lane] += quick[lane]


@borrowing
def _enter_cell(bench: Bench, row: int, start: int, end: int, lanes: int) -> None:
    """Copy a cell and its weights in the lanes ``lanes[row]`` into the row below."""
    names, weights, order = bench.lanes[row], bench.weights[row], bench.order[row]
    below, secrets = bench.weights[row + 1], bench.secrets[row + 1]
    whole = names[lanes - 1] == lanes - 1
    for at in range(start, end):
        place = order[at]
        secrets[at - start] = bench.secrets[row, place]
        if whole:
            for lane in range(lanes):
                below[at - start, lane] = weights[place, lane]
        else:
            for lane in range(lanes):
                below[at - start, lane] = weights[place, names[lane]]


@borrowing
def _name_open(bench: Bench, row: int, lanes: int, lows: NDArray[np.int32], at: int) -> int:
    """List the lanes in which a guess may cost less than the best, in ``lanes[row]``; returns their number."""
    names, best = bench.lanes[row], bench.vectors[row, BEST]
    listed = 0
    for lane in range(lanes):
        if lows[at, lane] < best[lane]:
            names[listed] = lane
            listed += 1
    return listed


@borrowing
def _keep_open(bench: Bench, row: int, lanes: int, cell: int, used: int, lows: NDArray[np.int32], at: int) -> int:
    """Enter what a cell was found to cost, and keep the lanes in which the guess is still below the best."""
    vectors, names, quick = bench.vectors[row], bench.lanes[row], bench.quick[row]
    best, total, found = vectors[BEST], vectors[TOTAL], bench.value[row + 1]
    kept = 0
    for lane in range(lanes):
        name, more = names[lane], np.int32(found[lane] - quick[cell, lane])
        sum_now = np.int32(total[lane] + (more if more > 0 else np.int32(0)))
        if more > 0:
            quick[cell, lane] = found[lane]
        total[lane] = sum_now
        known = lows[at, name]
        known = sum_now if sum_now > known else known
        lows[at, name] = known
        kept += known < best[name]
    if kept == lanes:
        return lanes
    kept = 0
    for lane in range(lanes):
        name = names[lane]
        if lows[at, name] < best[name]:
            for other in range(used):
                quick[other, kept] = quick[other, lane]
            total[kept], names[kept] = total[lane], name
            kept += 1
    return kept


@borrowing
def _cells_by_size(bench: Bench, row: int, used: int) -> int:
    """List the cells of three secrets or more, the smallest first, in ``cells[row]``; returns their number."""
    cells, starts = bench.cells[row], bench.starts[row]
    listed = 0
    for cell in range(used):
        size = starts[cell + 1] - starts[cell]
        if size < 3:
            continue
        at = listed
        while at > 0 and starts[cells[at - 1] + 1] - starts[cells[at - 1]] > size:
            cells[at] = cells[at - 1]
            at -= 1
        cells[at] = cell
        listed += 1
    return listed


@borrowing
def _order_guesses(
    bench: Bench, row: int, lanes: int, lows: NDArray[np.int32], deep: NDArray[np.uint8], listed: int, depth: int
) -> int:
    """Put guesses that may cost less than the best into a heap, most promising first; returns their number.

    Bounds that are as deep as asked for already lower the best.
    """
    best, heap = bench.vectors[row, BEST], bench.heap[row]
    for at in range(listed):
        for lane in range(lanes):
            low = lows[at, lane]
            best[lane] = low if deep[at, lane] >= depth and low < best[lane] else best[lane]
    entered = 0
    for at in range(listed):
        below: int = 0
        for lane in range(lanes):
            if lows[at, lane] < best[lane]:
                below += best[lane] - lows[at, lane]
        if below > 0:
            heap[entered] = -(min(below, _MOST_HOPE) << GUESS_BITS) | at
            entered += 1
    make_heap(heap, entered)
    return entered


@borrowing_kernel
def queue_guesses(
    bench: Bench, lanes: int, depth: int, lows: NDArray[np.int32], deep: NDArray[np.uint8], listed: int
) -> int:
    """Put the guesses at the set of row 0 in order, for :func:`raise_bounds` by one thread or more; returns their
    number. ``room[0]`` is the bound that is wanted."""
    best, queue = bench.vectors[0, BEST], bench.queue
    for lane in range(lanes):
        best[lane] = bench.room[0, lane]
    entered = _order_guesses(bench, 0, lanes, lows, deep, listed, depth)
    queue[0] = 0
    for index in range(entered):
        queue[1 + index] = pop(bench.heap[0], entered - index) & GUESS_MASK
    for lane in range(lanes):
        bench.least[lane] = best[lane]
    return entered


@borrowing
def _take_set(bench: Bench, size: int, lanes: int) -> None:
    """Take the set of row 0 from the bench on which it lies."""
    secrets, weights = bench.secrets[0], bench.weights[0]
    for place in range(size):
        secrets[place] = bench.laid_secrets[place]
        for lane in range(lanes):
            weights[place, lane] = bench.laid_weights[place, lane]


@apart
def raise_bounds(
    bench: Bench,
    shared: NDArray[np.int64],
    row: int,
    size: int,
    lanes: int,
    depth: int,
    lows: NDArray[np.int32],
    deep: NDArray[np.uint8],
    guesses: NDArray[np.int32],
    most: NDArray[np.uint8],
    listed: int,
) -> int:
    """Raise the bounds of the guesses at the set of a row until none is below ``room[row]``, or as far as ``depth``
    plies tell; returns 1 if the search was stopped.

    ``value[row]`` is the least bound of all guesses, or ``room[row]`` if that is less; in row 0, of the guesses that
    this thread has taken, of ``listed`` that :func:`queue_guesses` has put in order. Below row 0 the guesses are listed
    here.
    """
    if row == 0:
        _take_set(bench, size, lanes)
    if size == 3:
        cost_of_three(
            bench.answers, bench.question_of_secret, bench.secrets[row], bench.weights[row], lanes, bench.value[row]
        )
        return 0
    if row > 0:
        listed = list_lows(bench, row, size, lanes, lows, deep, guesses)
    else:
        weigh(bench, row, size, lanes)
    best, names, least = bench.vectors[row, BEST], bench.lanes[row], bench.least
    entered = listed
    if row > 0:
        for lane in range(lanes):
            best[lane] = bench.room[row, lane]
        entered = _order_guesses(bench, row, lanes, lows, deep, listed, depth)
    else:
        for lane in range(lanes):
            best[lane] = least[lane]
    starts, cells, total = bench.starts[row], bench.cells[row], bench.vectors[row, TOTAL]
    while entered > 0:
        if row > 0:
            at = pop(bench.heap[row], entered) & GUESS_MASK
            entered -= 1
        else:
            taken = fetch_add(bench.queue, 0, 1)
            if taken >= entered:
                break
            at = bench.queue[1 + taken]
            for lane in range(lanes):
                best[lane] = least[lane] if least[lane] < best[lane] else best[lane]
        active = _name_open(bench, row, lanes, lows, at)
        if active == 0:
            continue
        if read(shared, STOP):
            return 1
        used = partition(bench, row, size, guesses[at])
        _bound_cells(bench, row, used, active, most, at)
        listed_cells = _cells_by_size(bench, row, used)
        for closer in range(LOOKED, (DEEPER if row + 2 < ROWS else LOOKED) + 1):
            if closer > depth:
                break
            for index in range(listed_cells):
                cell = cells[index]
                members = starts[cell + 1] - starts[cell]
                if closer == DEEPER and members == 3:
                    continue
                _enter_cell(bench, row, starts[cell], starts[cell + 1], active)
                if closer == LOOKED:
                    look(bench, row + 1, members, active)
                else:
                    for lane in range(active):
                        bench.room[row + 1, lane] = bench.quick[row, cell, lane] + best[names[lane]] - total[lane]
                    stopped = raise_bounds(
                        bench,
                        shared,
                        row + 1,
                        members,
                        active,
                        depth - 1,
                        bench.lows[row + 1],
                        bench.deep[row + 1],
                        bench.guesses[row + 1],
                        most,
                        listed,
                    )
                    if stopped:
                        return 1
                active = _keep_open(bench, row, active, cell, used, lows, at)
                if active == 0:
                    break
            if active == 0:
                break
        for lane in range(active):
            place = names[lane]
            deep[at, place] = depth
            lows[at, place] = max(lows[at, place], total[lane])
            best[place] = min(best[place], lows[at, place])
        if row == 0:
            for lane in range(lanes):
                least[lane] = best[lane] if best[lane] < least[lane] else least[lane]
    value = bench.value[row]
    for lane in range(lanes):
        value[lane] = best[lane]
    return 0
