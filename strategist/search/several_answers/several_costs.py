"""Costs as vectors: some sums, the most important first, and the depth.

A vector is a row of the arrays ``value``, ``value_r``, ``slack`` and ``depth`` of a desk. A sum is a double with a
residue (:mod:`~strategist.search.several_answers.several_words`). It is wrong by less than the part ``error`` of it,
plus its slack: sums of positive numbers keep the part, and only a budget, from which other numbers were taken, has a
slack. An objective that is not minimized has no part, and without ``deep`` all depths are 0; then a budget of depth 1
allows the cost itself.

Vectors are compared part by part. That holds for sums of vectors, too: whatever is added, the order stays. A depth is a
maximum, so it stands last: where the sums of a question are least, those of all its cells are, and then the least depth
of each cell gives the least depth.
"""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.several_answers.several_arrays import COST, COUNT, EVEN, SeveralArrays, SeveralScratch
from strategist.search.several_answers.several_words import minus, plus, times

LARGE = 1 << 40
"""A depth that no tree has; a tree that finds nothing has the depth -LARGE."""
LESS, UNKNOWN, NOT_LESS = -1, 0, 1
GARBLED = np.uint64(0x0B5E_55ED_0DD1_7E5)
"""Added to a residue that says nothing: it equals another with a chance of 2⁻⁶¹."""


@inlined
def compare(arrays: SeveralArrays, desk: SeveralScratch, one: int, other: int) -> int:
    """Whether a vector is surely less than another, or surely not; else unknown."""
    for part in range(arrays.parts):
        x, y = desk.value[one, part], desk.value[other, part]
        margin = arrays.error * min(abs(x), abs(y)) + desk.slack[one, part] + desk.slack[other, part]
        if x - y > margin:
            return NOT_LESS
        if y - x > margin:
            return LESS
        if desk.value_r[one, part] != desk.value_r[other, part]:
            return UNKNOWN
    return NOT_LESS if desk.depth[one] >= desk.depth[other] else LESS


@inlined
def copy(arrays: SeveralArrays, desk: SeveralScratch, to: int, source: int) -> None:
    """Copy a vector."""
    for part in range(arrays.parts):
        desk.value[to, part] = desk.value[source, part]
        desk.value_r[to, part] = desk.value_r[source, part]
        desk.slack[to, part] = desk.slack[source, part]
    desk.depth[to] = desk.depth[source]


@inlined
def clear(arrays: SeveralArrays, desk: SeveralScratch, to: int, depth: int) -> None:
    """Set a vector to nothing, with a depth."""
    for part in range(arrays.parts):
        desk.value[to, part] = 0.0
        desk.value_r[to, part] = 0
        desk.slack[to, part] = 0.0
    desk.depth[to] = depth


@inlined
def is_endless(arrays: SeveralArrays, desk: SeveralScratch, row: int) -> bool:
    """Whether a budget allows everything."""
    return desk.value[row, 0] == np.inf if arrays.parts > 0 else desk.depth[row] >= LARGE


@inlined
def make_endless(arrays: SeveralArrays, desk: SeveralScratch, to: int) -> None:
    """Set a budget that allows everything."""
    clear(arrays, desk, to, LARGE)
    if arrays.parts > 0:
        desk.value[to, 0] = np.inf


@borrowing
def ask(arrays: SeveralArrays, desk: SeveralScratch, to: int, level: int, question: int) -> None:
    """Set a vector to what a question costs at a level, without what follows."""
    clear(arrays, desk, to, -LARGE if arrays.deep else 0)
    for part in range(arrays.parts):
        kind = arrays.part[part]
        if kind == COUNT:
            desk.value[to, part], desk.value_r[to, part] = 1.0, 1
        elif kind == COST:
            desk.value[to, part] = arrays.cost[question] * desk.sums[level, 0]
            desk.value_r[to, part] = times(arrays.cost_r[question], desk.sums_r[level, 0])
        elif kind == EVEN:
            desk.value[to, part], desk.value_r[to, part] = desk.sums[level, 1], desk.sums_r[level, 1]
    if arrays.deep and arrays.hit[question] >= 0:
        secret = arrays.hit[question]
        if desk.left[level, secret >> 6] >> np.uint64(secret & 63) & np.uint64(1):
            desk.depth[to] = 1


@borrowing
def add(arrays: SeveralArrays, desk: SeveralScratch, to: int, cell: int, factor: float, factor_r: np.uint64) -> None:
    """Add what a cell costs, whose masses were divided by a factor."""
    for part in range(arrays.parts):
        if arrays.scaled and arrays.part[part] != COUNT:
            desk.value[to, part] += factor * desk.value[cell, part]
            desk.value_r[to, part] = plus(desk.value_r[to, part], times(factor_r, desk.value_r[cell, part]))
            desk.slack[to, part] += factor * desk.slack[cell, part]
        else:
            desk.value[to, part] += desk.value[cell, part]
            desk.value_r[to, part] = plus(desk.value_r[to, part], desk.value_r[cell, part])
            desk.slack[to, part] += desk.slack[cell, part]
    if arrays.deep:
        desk.depth[to] = max(desk.depth[to], desk.depth[cell] + 1)


@borrowing
def spend(arrays: SeveralArrays, desk: SeveralScratch, to: int, other: int, factor: float, inverse: np.uint64) -> None:
    """Turn a budget for a question into that for one of its cells: take from it a vector, the rest of the cost, and
    divide it by the factor of the cell."""
    for part in range(arrays.parts):
        known = desk.value[to, part]
        margin = arrays.error * (abs(known) + abs(desk.value[other, part]))
        if arrays.part[part] == COUNT:
            margin = 0.0
        desk.value[to, part] = known - desk.value[other, part]
        desk.value_r[to, part] = minus(desk.value_r[to, part], desk.value_r[other, part])
        desk.slack[to, part] += desk.slack[other, part] + margin
        if arrays.scaled and arrays.part[part] != COUNT:
            desk.value[to, part] /= factor
            desk.value_r[to, part] = times(desk.value_r[to, part], inverse)
            desk.slack[to, part] /= factor
    if arrays.deep:
        desk.depth[to] -= 1


@inlined
def loosen(arrays: SeveralArrays, desk: SeveralScratch, row: int) -> None:
    """Raise a budget beyond what its error may hide."""
    for part in range(arrays.parts):
        more = 4.0 * (desk.slack[row, part] + arrays.error * abs(desk.value[row, part]))
        desk.value[row, part] += more
        if more > 0.0:
            desk.value_r[row, part] = plus(desk.value_r[row, part], GARBLED)
    desk.depth[row] = LARGE


@inlined
def lower_to(arrays: SeveralArrays, desk: SeveralScratch, to: int, other: int) -> None:
    """Set a lower bound to the lesser of two; where that is unknown, to a number below both."""
    order = compare(arrays, desk, to, other)
    if order == LESS:
        return
    if order == NOT_LESS:
        copy(arrays, desk, to, other)
        return
    copy(arrays, desk, to, other)
    for part in range(arrays.parts):
        less = desk.slack[to, part] + 4.0 * arrays.error * abs(desk.value[to, part])
        if less > 0.0 and arrays.part[part] != COUNT:
            desk.value[to, part] -= less
            desk.value_r[to, part] = plus(desk.value_r[to, part], GARBLED)
            for after in range(part + 1, arrays.parts):
                desk.value[to, after], desk.value_r[to, after], desk.slack[to, after] = 0.0, 0, 0.0
            break
    desk.depth[to] = -LARGE if arrays.deep else 0
