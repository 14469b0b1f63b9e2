"""What one question at a set of rows costs, from counts of the answers of its rows: the kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.several_answers.priced.priced_rows import Rows

ENDLESS = 1 << 62
"""More than any cost: of a question that tells nothing, or was looked at."""


@by_reference
class Counters(NamedTuple):
    """The costs of the classes of some rows, if they are told wrong, and last what the rows cost in any case."""

    whole: NDArray[np.int64]
    """``int64[classes + 1]``: of all rows of a set."""
    single: NDArray[np.int64]
    """``int64[literals, classes + 1]``: of those that have a literal."""
    pairs: NDArray[np.int64]
    """``int64[literals, literals, classes + 1]``: of those that have two, the lower one first."""
    joint: NDArray[np.int64]
    """``int64[answers, answers, classes + 1]``: of those that give an answer to each of two questions."""
    near: NDArray[np.int64]
    sums: NDArray[np.int64]
    """``int64[4, answers]``."""
    below: NDArray[np.int64]
    """``int64[2, questions, answers]``: what the rows of each answer cost with one more question, at least and at
    most."""
    bits: NDArray[np.uint64]
    """``uint64[literals, words]``: the rows of a set that have a literal, class by class, and plane by plane of their
    weights."""
    begins: NDArray[np.int64]
    """``int64[classes + 1, planes]``: where their words begin, and in the next array how many rows there are."""
    filled: NDArray[np.int64]
    most_more: int
    """The most answers of a question, without one."""


@inlined
def of_counts(counts: NDArray[np.int64], classes: int, price: int, most_more: int) -> tuple[Any, Any]:
    """What a set costs at least, and what it costs to stop there.

    To stop, all classes but the heaviest are wrong. Else each of them is wrong, or has an end of its own, of which a
    question adds ``most_more``; and one question at least is asked.
    """
    whole: Any = np.int64(0)
    heaviest: Any = np.int64(0)
    ends: Any = np.int64(0)
    each: Any = price // most_more
    for kind in range(classes):
        cost = counts[kind]
        whole += cost
        heaviest = max(heaviest, cost)
        ends += min(cost, each)
    to_stop = whole - heaviest
    return max(ends - min(heaviest, each), min(to_stop, price + counts[classes])), to_stop


@borrowing
def of_set(rows: Rows, counters: Counters, candidates: NDArray[np.int32]) -> None:
    """Count the classes of a set."""
    whole = counters.whole
    for kind in range(len(whole)):
        whole[kind] = 0
    for row in candidates:
        for place in range(rows.first_class[row], rows.first_class[row + 1]):
            whole[rows.classes[place]] += rows.masses[place]
        whole[rows.class_count] += rows.surely[row]


@borrowing
def by_singles(
    rows: Rows,
    counters: Counters,
    candidates: NDArray[np.int32],
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    last: bool,
) -> None:
    """What each question costs at least, and at most, if its answers are looked at: exactly if it is the ``last``.

    ``counters.whole`` holds the set.
    """
    single, joint, columns = counters.single, counters.joint, len(counters.whole)
    for literal in range(len(single)):
        for kind in range(columns):
            single[literal, kind] = 0
    for row in candidates:
        for at in range(rows.first_of_row[row], rows.first_of_row[row + 1]):
            counts = single[rows.literals[at]]
            for place in range(rows.first_class[row], rows.first_class[row + 1]):
                counts[rows.classes[place]] += rows.masses[place]
            counts[rows.class_count] += rows.surely[row]
    rest = joint[0, 0]
    for question in range(len(rows.counts)):
        first, behind = rows.first_literal[question], rows.first_literal[question + 1]
        for kind in range(columns):
            rest[kind] = counters.whole[kind]
        at_least, at_most, cells = np.int64(rows.price), np.int64(rows.price), 0
        for literal in range(first, behind + 1):
            counts = single[literal] if literal < behind else rest
            mass = np.int64(0)
            for kind in range(columns):
                mass += counts[kind]
                if literal < behind:
                    rest[kind] -= counts[kind]
            if mass:
                cells += 1
                least, to_stop = of_counts(counts, rows.class_count, rows.price, counters.most_more)
                at_least += to_stop if last else least
                at_most += to_stop
        low[question] = at_least if cells > 1 else ENDLESS
        high[question] = at_most if cells > 1 else ENDLESS
