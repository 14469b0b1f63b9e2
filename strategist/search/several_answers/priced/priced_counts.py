"""What one or two questions at a set of rows cost, from counts of the answers of its rows: the kernels."""

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


@borrowing
def by_pairs(
    rows: Rows,
    counters: Counters,
    candidates: NDArray[np.int32],
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    last: bool,
) -> None:
    """What each question costs at least, and at most, if one more is asked behind its answers: exactly if that is the
    ``last``. :func:`by_singles` has been here before."""
    pairs, single, columns = counters.pairs, counters.single, len(counters.whole)
    for literal in range(len(single)):
        for other in range(literal + 1, len(single)):
            for kind in range(columns):
                pairs[literal, other, kind] = 0
    for row in candidates:
        begin, end = rows.first_of_row[row], rows.first_of_row[row + 1]
        for place in range(rows.first_class[row], rows.first_class[row + 1]):
            kind, mass = rows.classes[place], rows.masses[place]
            for at in range(begin, end):
                beside = pairs[rows.literals[at]]
                for other in range(at + 1, end):
                    beside[rows.literals[other], kind] += mass
        if rows.surely[row]:
            for at in range(begin, end):
                beside = pairs[rows.literals[at]]
                for other in range(at + 1, end):
                    beside[rows.literals[other], rows.class_count] += rows.surely[row]
    below = counters.below
    for question in range(len(rows.counts)):
        for answer in range(rows.counts[question]):
            below[0, question, answer] = below[1, question, answer] = ENDLESS
    for one in range(len(rows.counts)):
        if low[one] == ENDLESS:
            continue
        for other in range(one + 1, len(rows.counts)):
            if low[other] < ENDLESS:
                _join(rows, counters, one, other)
                _note(rows, counters, one, other, last)
    _take(rows, counters, low, high)


@borrowing
def _join(rows: Rows, counters: Counters, one: int, other: int) -> None:
    """Count the rows for each answer to each of two questions."""
    joint, single, columns = counters.joint, counters.single, len(counters.whole)
    first, second = rows.first_literal[one], rows.first_literal[other]
    last, final = rows.counts[one] - 1, rows.counts[other] - 1
    for kind in range(columns):
        corner = counters.whole[kind]
        for answer in range(final):
            joint[last, answer, kind] = single[second + answer, kind]
        for answer in range(last):
            rest = single[first + answer, kind]
            corner -= rest
            for further in range(final):
                both = counters.pairs[first + answer, second + further, kind]
                joint[answer, further, kind] = both
                joint[last, further, kind] -= both
                rest -= both
            joint[answer, final, kind] = rest
        for answer in range(final):
            corner -= joint[last, answer, kind]
        joint[last, final, kind] = corner


@borrowing
def _note(rows: Rows, counters: Counters, one: int, other: int, last: bool) -> None:
    """Note what the answers to either of two questions cost if the other is asked behind them."""
    sums, below = counters.sums, counters.below
    answers, further = rows.counts[one], rows.counts[other]
    for answer in range(further):
        sums[2, answer] = sums[3, answer] = rows.price
    for answer in range(answers):
        sums[0, answer] = sums[1, answer] = rows.price
        for behind in range(further):
            least, to_stop = of_counts(counters.joint[answer, behind], rows.class_count, rows.price, counters.most_more)
            least = to_stop if last else least
            sums[0, answer] += least
            sums[1, answer] += to_stop
            sums[2, behind] += least
            sums[3, behind] += to_stop
        below[0, one, answer] = min(below[0, one, answer], sums[0, answer])
        below[1, one, answer] = min(below[1, one, answer], sums[1, answer])
    for answer in range(further):
        below[0, other, answer] = min(below[0, other, answer], sums[2, answer])
        below[1, other, answer] = min(below[1, other, answer], sums[3, answer])


@borrowing
def _take(rows: Rows, counters: Counters, low: NDArray[np.int64], high: NDArray[np.int64]) -> None:
    """Sum up what the answers to each question cost: to stop there, or with one more question."""
    rest, columns = counters.joint[0, 0], len(counters.whole)
    for question in range(len(rows.counts)):
        if low[question] == ENDLESS:
            continue
        first, behind = rows.first_literal[question], rows.first_literal[question + 1]
        for kind in range(columns):
            rest[kind] = counters.whole[kind]
        at_least, at_most = np.int64(rows.price), np.int64(rows.price)
        for literal in range(first, behind + 1):
            counts = counters.single[literal] if literal < behind else rest
            if literal < behind:
                for kind in range(columns):
                    rest[kind] -= counts[kind]
            to_stop = of_counts(counts, rows.class_count, rows.price, counters.most_more)[1]
            at_least += min(to_stop, counters.below[0, question, literal - first])
            at_most += min(to_stop, counters.below[1, question, literal - first])
        low[question] = max(low[question], at_least)
        high[question] = at_most
