"""The least cost of a set of rows by a price: the recursion, compiled.

A tree for a set stops and names the heaviest class, or asks a question and goes on with the rows of each answer. So the
best costs are a recursion over sets, with the questions that are left. It is pruned by budgets, by what is known of
sets that came before, and by three bounds:

* One or two questions are looked at in one sweep, and what stands below them costs at least what classes tell
  (:mod:`~strategist.search.several_answers.priced.priced_counts`).
* A way of k questions costs k prices at least: one that is not less than to stop is not gone.
* Two questions that differ in few rows cost nearly the same: the best tree behind the one does for the other, but for
  these rows. So the cost of a question bounds that of its neighbours. Where a number has many thresholds, most of
  them are never asked.

Sources: E. Demirović et al., "MurTree: optimal decision trees via dynamic programming and search", Journal of Machine
Learning Research 23 (2022); J. G. M. van der Linden, M. M. de Weerdt, E. Demirović, "Necessary and sufficient
conditions for optimal decision trees using dynamic programming", NeurIPS 36 (2023); C. E. Brița, J. G. M. van der
Linden, E. Demirović, "Optimal classification trees for continuous feature data using dynamic programming with
branch-and-bound", AAAI 39 (2025).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel
from strategist.search.several_answers.priced.priced_counts import (
    ENDLESS,
    Counters,
    by_singles,
    of_counts,
    of_set,
)
from strategist.search.several_answers.priced.priced_pairs import by_pairs
from strategist.search.several_answers.priced.priced_rows import Rows

EXAMINED, MOST_EXAMINED, HALTED = 0, 1, 2
"""The sets examined, the most, and whether the search was cut short."""
NOTHING = -1
"""The question of a set where to stop is best."""
_PROBES = 16


@by_reference
class Memo(NamedTuple):
    """What is known of sets, by their names and the questions left: what they cost at least, whether that is what they
    cost, and then the best question. Nothing is known where no question is left."""

    names: NDArray[np.uint64]
    lefts: NDArray[np.int32]
    lows: NDArray[np.int64]
    exact: NDArray[np.bool_]
    questions: NDArray[np.int32]


@by_reference
class Desk(NamedTuple):
    """Room to work in: the sets on the way, counters, and for each level what questions cost at least and at most."""

    pool: NDArray[np.int32]
    counters: Counters
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    state: NDArray[np.int64]


@borrowing
def _place_of(memo: Memo, key: np.uint64, check: np.uint64, left: Any) -> Any:
    """Where a set is remembered, or may be."""
    size = len(memo.lefts)
    home: Any = np.int64((key ^ (np.uint64(left) * np.uint64(0x9E3779B97F4A7C15))) >> np.uint64(8)) % size
    for probe in range(_PROBES):
        place = (home + probe) % size
        same = memo.lefts[place] == left and memo.names[place, 0] == key and memo.names[place, 1] == check
        if memo.lefts[place] == 0 or same:
            return place
    return home


@borrowing
def _holds(memo: Memo, place: Any, key: np.uint64, check: np.uint64, left: Any) -> Any:
    return memo.lefts[place] == left and memo.names[place, 0] == key and memo.names[place, 1] == check


@borrowing
def _remember(memo: Memo, key: np.uint64, check: np.uint64, left: Any, low: Any, exact: bool, question: Any) -> None:
    place = _place_of(memo, key, check, left)
    if _holds(memo, place, key, check, left) and (memo.exact[place] or memo.lows[place] > low):
        return
    memo.names[place, 0], memo.names[place, 1], memo.lefts[place] = key, check, left
    memo.lows[place], memo.exact[place], memo.questions[place] = low, exact, question


@borrowing
def _gather(rows: Rows, pool: NDArray[np.int32], low: int, size: int, free: int, question: Any, answer: Any) -> int:
    """Write the rows of a set that give an answer to ``pool[free:]``; returns where they end."""
    row = rows.answers[question]
    end = free
    for at in range(low, low + size):
        if row[pool[at]] == answer:
            pool[end] = pool[at]
            end += 1
    return end


@borrowing
def _tell_neighbours(rows: Rows, desk: Desk, level: int, candidates: NDArray[np.int32], question: Any) -> None:
    """Bound what other questions of two answers cost by what one of them does."""
    if rows.counts[question] != 2:
        return
    near, literals = desk.counters.near, len(desk.counters.near)
    for literal in range(literals):
        near[literal] = 0
    row, whole, own = rows.answers[question], np.int64(0), np.int64(0)
    for one in candidates:
        mass = np.int64(0)
        for place in range(rows.first_class[one], rows.first_class[one + 1]):
            mass += rows.masses[place]
        whole += mass
        # The rows of only one of two answers: those of both are counted twice, and taken away.
        if row[one] == 0:
            own += mass
            mass = -mass
        for place in range(rows.first_of_row[one], rows.first_of_row[one + 1]):
            near[rows.literals[place]] += mass
    cost = desk.low[level, question]
    for other in range(len(rows.counts)):
        if rows.counts[other] == 2 and desk.high[level, other] < ENDLESS:
            moved = own + near[rows.first_literal[other]]
            desk.low[level, other] = max(desk.low[level, other], cost - min(moved, whole - moved))


@borrowing
def _next(rows: Rows, desk: Desk, level: int, bound: Any) -> Any:
    """The question to look at next: of those that may cost less than the bound, the one of the best known tree."""
    best, found = np.int64(ENDLESS), np.int64(NOTHING)
    for question in range(len(rows.counts)):
        if desk.low[level, question] < bound and desk.high[level, question] < best:
            best, found = desk.high[level, question], np.int64(question)
    return found


@borrowing_kernel
def least_cost(
    rows: Rows,
    memo: Memo,
    desk: Desk,
    stop: NDArray[np.int64],
    low: int,
    size: int,
    free: int,
    level: int,
    left: int,
    budget: int,
) -> int:
    """What the set ``desk.pool[low : low + size]`` costs with so many questions left, if that is less than ``budget``;
    else a bound that is not less. If the search is cut short, a bound. ``desk.pool[free:]`` is free."""
    pool, counters, state = desk.pool, desk.counters, desk.state
    candidates = pool[low : low + size]
    key, check = np.uint64(0), np.uint64(0)
    for row in candidates:
        key ^= rows.words[row, 0]
        check ^= rows.words[row, 1]
    of_set(rows, counters, candidates)
    quick, to_stop = of_counts(counters.whole, rows.class_count, rows.price, counters.most_more)
    gain = to_stop - counters.whole[rows.class_count]
    left = min(left, size - 1, (gain - 1) // rows.price if gain > 0 else 0)
    if left <= 0:
        return to_stop
    place = _place_of(memo, key, check, left)
    if _holds(memo, place, key, check, left):
        if memo.exact[place]:
            return memo.lows[place]
        quick = max(quick, memo.lows[place])
    if quick >= budget:
        return quick
    if state[HALTED] or state[EXAMINED] >= state[MOST_EXAMINED] or read(stop, 0):
        state[HALTED] = 1
        return quick
    state[EXAMINED] += 1
    by_singles(rows, counters, candidates, desk.low[level], desk.high[level], left == 1)
    if left >= 2 and rows.paired:
        by_pairs(rows, counters, candidates, desk.low[level], desk.high[level], left == 2)
    best: Any = to_stop
    chosen: Any = np.int64(NOTHING)
    for question in range(len(rows.counts)):
        if desk.high[level, question] < best:
            best, chosen = desk.high[level, question], np.int64(question)
    if left == 1 or (left == 2 and rows.paired):
        _remember(memo, key, check, left, best, True, chosen)
        return best
    while True:
        bound = min(best, budget)
        question = _next(rows, desk, level, bound)
        if question < 0:
            break
        desk.high[level, question] = ENDLESS
        cost = np.int64(rows.price)
        end = free
        # What each cell costs at least is known before any of them is searched.
        for answer in range(rows.counts[question]):
            start, end = end, _gather(rows, pool, low, size, end, question, answer)
            of_set(rows, counters, pool[start:end])
            cost += of_counts(counters.whole, rows.class_count, rows.price, counters.most_more)[0]
        start = free
        while start < end and cost < bound and not state[HALTED]:
            behind = start + 1
            while behind < end and rows.answers[question, pool[behind]] == rows.answers[question, pool[start]]:
                behind += 1
            of_set(rows, counters, pool[start:behind])
            cost -= of_counts(counters.whole, rows.class_count, rows.price, counters.most_more)[0]
            cost += least_cost(rows, memo, desk, stop, start, behind - start, end, level + 1, left - 1, bound - cost)
            start = behind
        desk.low[level, question] = max(desk.low[level, question], cost)
        if state[HALTED]:
            break
        if cost < bound:
            best, chosen = cost, question
        _tell_neighbours(rows, desk, level, candidates, question)
    least = best
    for question in range(len(rows.counts)):
        least = min(least, desk.low[level, question])
    least = max(least, quick)
    _remember(memo, key, check, left, least, least == best, chosen)
    return least


@borrowing_kernel
def known_of(rows: Rows, memo: Memo, desk: Desk, size: int, left: int, questions: NDArray[np.int64]) -> int:
    """What is known of the cost of the set ``desk.pool[:size]``, without a search: it is at least that. The best
    question is written to ``questions[0]``: :data:`NOTHING` where to stop is best, or less if it is not known."""
    candidates, counters = desk.pool[:size], desk.counters
    key, check = np.uint64(0), np.uint64(0)
    for row in candidates:
        key ^= rows.words[row, 0]
        check ^= rows.words[row, 1]
    of_set(rows, counters, candidates)
    quick, to_stop = of_counts(counters.whole, rows.class_count, rows.price, counters.most_more)
    gain = to_stop - counters.whole[rows.class_count]
    left = min(left, size - 1, (gain - 1) // rows.price if gain > 0 else 0)
    questions[0] = NOTHING
    if left <= 0:
        return to_stop
    place = _place_of(memo, key, check, left)
    if not _holds(memo, place, key, check, left):
        questions[0] = NOTHING - 1
        return quick
    questions[0] = memo.questions[place] if memo.exact[place] else NOTHING - 1
    return max(quick, memo.lows[place])
