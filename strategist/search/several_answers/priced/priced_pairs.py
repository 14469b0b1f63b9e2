"""What one more question costs behind the answers to another, from counts of pairs of answers: the kernels.

The rows of a set that have two literals are counted by bits: a row is a bit in a word of its class, once for each bit
of its weight, so that one instruction counts up to 64 rows. Where weights have many bits, they are counted one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.several_answers.priced.priced_counts import ENDLESS, Counters, of_counts
from strategist.search.several_answers.priced.priced_rows import Rows

_ONE = np.uint64(1)
_WORD = 64


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
    if not _count_by_bits(rows, counters, candidates, low):
        _count_one_by_one(rows, counters, candidates)
    below = counters.below
    for question in range(len(rows.counts)):
        for answer in range(rows.counts[question]):
            below[0, question, answer] = below[1, question, answer] = ENDLESS
    for one in range(len(rows.counts)):
        if low[one] == ENDLESS:
            continue
        for other in range(one + 1, len(rows.counts)):
            if low[other] < ENDLESS:
                if rows.counts[one] == 2 and rows.counts[other] == 2:
                    _note_two(rows, counters, one, other, last)
                else:
                    _join(rows, counters, one, other)
                    _note(rows, counters, one, other, last)
    _take(rows, counters, low, high)


@borrowing
def _count_one_by_one(rows: Rows, counters: Counters, candidates: NDArray[np.int32]) -> None:
    """Count the rows of each pair of literals."""
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


@borrowing
def _count_by_bits(rows: Rows, counters: Counters, candidates: NDArray[np.int32], low: NDArray[np.int64]) -> bool:
    """Count the rows of each pair of literals of questions that tell something, by bits; False if that takes longer."""
    begins, bits, filled = counters.begins, counters.bits, counters.filled
    planes, columns, given = begins.shape[1], len(counters.whole), np.int64(0)
    for kind in range(columns):
        for plane in range(planes):
            filled[kind, plane] = 0
    for row in candidates:
        given += rows.first_of_row[row + 1] - rows.first_of_row[row]
        for place in range(rows.first_class[row], rows.first_class[row + 1]):
            weight = rows.masses[place] // rows.unit
            for plane in range(planes):
                filled[rows.classes[place], plane] += weight >> plane & 1
        for plane in range(planes):
            filled[rows.class_count, plane] += (rows.surely[row] // rows.unit) >> plane & 1
    words = np.int64(0)
    for kind in range(columns):
        for plane in range(planes):
            begins[kind, plane] = words
            words += (filled[kind, plane] + _WORD - 1) // _WORD
            filled[kind, plane] = 0
    literals = len(bits)
    if words > bits.shape[1] or words * literals * literals * len(candidates) > 4 * given * given:
        return False
    for literal in range(literals):
        for word in range(words):
            bits[literal, word] = 0
    for row in candidates:
        begin, end = rows.first_class[row], rows.first_class[row + 1]
        for place in range(begin, end + 1):
            own: Any = rows.classes[place] if place < end else np.int32(rows.class_count)
            weight = (rows.masses[place] if place < end else rows.surely[row]) // rows.unit
            for plane in range(planes):
                if weight >> plane & 1:
                    at = filled[own, plane]
                    filled[own, plane] += 1
                    word, bit = begins[own, plane] + at // _WORD, _ONE << np.uint64(at % _WORD)
                    for literal in range(rows.first_of_row[row], rows.first_of_row[row + 1]):
                        bits[rows.literals[literal], word] |= bit
    for one in range(len(rows.counts)):
        if low[one] == ENDLESS:
            continue
        for literal in range(rows.first_literal[one], rows.first_literal[one + 1]):
            for other in range(one + 1, len(rows.counts)):
                if low[other] < ENDLESS:
                    for further in range(rows.first_literal[other], rows.first_literal[other + 1]):
                        _count_pair(rows, counters, literal, further)
    return True


@borrowing
def _count_pair(rows: Rows, counters: Counters, literal: int, other: int) -> None:
    """Count the rows of one pair of literals by their bits."""
    begins, planes = counters.begins, counters.begins.shape[1]
    one, two, found = counters.bits[literal], counters.bits[other], counters.pairs[literal, other]
    for kind in range(len(counters.whole)):
        mass = np.int64(0)
        for plane in range(planes):
            begin = begins[kind, plane]
            count = np.int64(0)
            for word in range(begin, begin + (counters.filled[kind, plane] + _WORD - 1) // _WORD):
                count += np.int64(popcount(one[word] & two[word]))
            mass += count << plane
        found[kind] = mass * rows.unit


@borrowing
def _note_two(rows: Rows, counters: Counters, one: int, other: int, last: bool) -> None:
    """What :func:`_join` and :func:`_note` do, for two questions of two answers."""
    first, second = counters.single[rows.first_literal[one]], counters.single[rows.first_literal[other]]
    pair, each = counters.pairs[rows.first_literal[one], rows.first_literal[other]], rows.price // counters.most_more
    both: Any = np.int64(0)
    only: Any = np.int64(0)
    not_one: Any = np.int64(0)
    neither: Any = np.int64(0)
    most_both: Any = np.int64(0)
    most_only: Any = np.int64(0)
    most_not: Any = np.int64(0)
    most_neither: Any = np.int64(0)
    ends_both: Any = np.int64(0)
    ends_only: Any = np.int64(0)
    ends_not: Any = np.int64(0)
    ends_neither: Any = np.int64(0)
    for kind in range(rows.class_count):
        here = pair[kind]
        with_one, with_other = first[kind] - here, second[kind] - here
        beside = counters.whole[kind] - first[kind] - with_other
        both, only, not_one, neither = both + here, only + with_one, not_one + with_other, neither + beside
        most_both, most_only = max(most_both, here), max(most_only, with_one)
        most_not, most_neither = max(most_not, with_other), max(most_neither, beside)
        if not last:
            ends_both, ends_only = ends_both + min(here, each), ends_only + min(with_one, each)
            ends_not, ends_neither = ends_not + min(with_other, each), ends_neither + min(beside, each)
    both, only, not_one, neither = both - most_both, only - most_only, not_one - most_not, neither - most_neither
    below, price = counters.below, rows.price
    below[1, one, 0] = min(below[1, one, 0], price + both + only)
    below[1, one, 1] = min(below[1, one, 1], price + not_one + neither)
    below[1, other, 0] = min(below[1, other, 0], price + both + not_one)
    below[1, other, 1] = min(below[1, other, 1], price + only + neither)
    if not last:
        here, surely = pair[rows.class_count], rows.class_count
        with_one, with_other = first[surely] - here, second[surely] - here
        beside = counters.whole[surely] - first[surely] - with_other
        both = max(ends_both - min(most_both, each), min(both, price + here))
        only = max(ends_only - min(most_only, each), min(only, price + with_one))
        not_one = max(ends_not - min(most_not, each), min(not_one, price + with_other))
        neither = max(ends_neither - min(most_neither, each), min(neither, price + beside))
    below[0, one, 0] = min(below[0, one, 0], price + both + only)
    below[0, one, 1] = min(below[0, one, 1], price + not_one + neither)
    below[0, other, 0] = min(below[0, other, 0], price + both + not_one)
    below[0, other, 1] = min(below[0, other, 1], price + only + neither)


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
