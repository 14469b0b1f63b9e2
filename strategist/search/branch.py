"""Branch and bound over decision trees, in compiled code, recursion included.

What is minimised is a cost summed over the secrets: a secret that is found at the k-th guess costs ``k·unit``, and
``extra`` more if no further guess was allowed. With ``unit=1`` that is the total; ``extra`` counts secrets that need
the full depth; with neither, the question is only whether the guesses allowed are enough.
:mod:`~strategist.search.exact` puts objectives together from these. Nothing here knows a game, but for the optional
description of its symmetries.

:func:`solve` finds the least cost of one set of candidates if that is below a budget, or proves that it is not. It
tries guesses by their lower bounds, and the bounds come from ever closer looks:

1. *By size.* ``least[left, n]`` is the cost of n secrets in the fullest tree that the number of responses allows.
2. *By the number of cells.* A guess with K cells costs at least as much as one that spreads the candidates evenly
   over K. Planes count the cells of all guesses at once; guesses are visited from the most cells downwards, and the
   visit ends when the bound of the next level reaches the best cost found.
3. *By the sizes of the cells,* once a guess is partitioned.
4. *By a look at each cell:* is there a candidate that tells all others apart? If so its cost is known, if not it is one
   more than the least (Ville 2013 and others test the candidates first, too). Then the cells of all guesses, counted
   for that cell, bound it again (two plies).

Two guesses with the same partition, the solved cell left out, are one guess: a hash finds them. In positions
of many candidates guesses that symmetry maps to lower ones are passed over, and the rest are tried by an estimate of
their cost, the best first, so that the bound is close when the bad ones come. A memo keeps what was proven of each set.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.heap import make_heap, pop
from strategist.search.jit import borrowing, borrowing_kernel, kernel
from strategist.search.memo import MISS, probe, store
from strategist.search.planes import count_cells, guesses_at_level, guesses_from_level
from strategist.search.problem import (
    BEST,
    DEDUPLICATION,
    DEPTH,
    HASHES,
    INFEASIBLE,
    MEMO,
    NODES,
    ORDER,
    PERFECT,
    SCANS,
    SPLITS,
    STAMP,
    STOP,
    SYMMETRY,
    TASK,
    TOO_DEEP,
    TWO_PLIES,
    Desk,
    Problem,
)
from strategist.search.responses import BLOCK
from strategist.search.symmetry import find_stabilizer, has_lower_image

MANY = 32
"""From so many candidates on, guesses are ordered by an estimate, and asked for symmetry."""
FEW = 24
"""Up to so many candidates, they are tested first as guesses."""
SYMMETRIC_DEPTH = 2
"""Guesses in the history beyond which symmetry is no longer looked for."""

PROVE, GLANCE, LOOK, DECIDE, TOGETHER = 0, 1, 2, 3, 4
"""How far :func:`solve` goes: to the end; to the candidates as guesses; to two plies; to the end, naming a guess;
to the end, where other threads solve the same set, and each takes the next guess of their common list."""

_SIZE, _START, _BOUND, _EXACT, _ORDER, _FILL = range(6)
_LEFT_WORD = np.uint64(0xD6E8FEB86659FD93)


@borrowing
def _name(words: NDArray[np.uint64], candidates: NDArray[np.int32]) -> tuple[np.uint64, np.uint64]:
    """The two words that name a set."""
    key, check = np.uint64(0), np.uint64(0)
    for secret in candidates:
        key ^= words[secret, 0]
        check ^= words[secret, 1]
    return key, check


@borrowing
def _count_all(problem: Problem, desk: Desk, row: int, candidates: NDArray[np.int32]) -> None:
    """The number of cells of every guess, bit-sliced into ``desk.levels[row]``."""
    levels = desk.levels[row]
    desk.own[SCANS] += 1
    if len(problem.planes):
        count_cells(problem.planes, problem.plane_rows, candidates, desk.scratch, levels)
        return
    guesses = problem.answers.shape[0]
    cells = problem.source.response_count
    counts = desk.order[row]
    if cells <= 64:
        occupied = desk.scratch[:guesses]
        occupied[:] = 0
        for secret in candidates:
            answers = problem.rows[secret]
            for guess in range(guesses):
                occupied[guess] |= np.uint64(1) << np.uint64(answers[guess])
        for guess in range(guesses):
            bits = occupied[guess]
            count = 0
            while bits:
                bits &= bits - np.uint64(1)
                count += 1
            counts[guess] = count
    else:
        met = desk.cells[row, _FILL]
        for guess in range(guesses):
            counts[guess] = _cells_of_guess(problem.answers, candidates, guess, met, 0)
    levels[:] = 0
    for guess in range(guesses):
        for level in range(len(levels)):
            levels[level, guess >> 6] |= np.uint64((counts[guess] >> level) & 1) << np.uint64(guess & 63)


@borrowing
def _cells_of_guess(
    answers: NDArray[Any], candidates: NDArray[np.int32], guess: int, met: NDArray[np.int64], enough: int
) -> int:
    """The number of cells of one guess; once it cannot be more than ``enough``, any number that is not. ``met`` is
    scratch."""
    count = 0
    repeated = len(candidates) - enough
    if len(met) <= 64:
        bits = np.uint64(0)
        for secret in candidates:
            bit = np.uint64(1) << np.uint64(answers[guess, secret])
            if bits & bit:
                repeated -= 1
                if repeated <= 0:
                    break
            else:
                bits |= bit
                count += 1
        return count
    met[:] = 0
    for secret in candidates:
        answer = answers[guess, secret]
        count += met[answer] == 0
        met[answer] = 1
    return count


@borrowing
def _bound_of_level(least: NDArray[np.int64], unit: int, next_left: int, size: int, cells: int, candidate: bool) -> int:
    """The least cost of a guess with so many cells, the solved one included: ``least`` is convex, so the candidates
    are spread as evenly as can be."""
    rest = size - candidate
    others = cells - candidate
    if others == 0:
        return unit * size if rest == 0 else INFEASIBLE
    low, larger = divmod(rest, others)
    cost = unit * size + (others - larger) * least[next_left, low]
    if larger:
        cost += larger * least[next_left, low + 1]
    return min(cost, INFEASIBLE)


@borrowing
def _bounds_of_levels(problem: Problem, next_left: int, size: int, level: int, other_level: int) -> tuple[int, int]:
    """The least costs of a candidate with ``level`` cells, and of another guess with ``other_level``."""
    as_candidate = as_other = INFEASIBLE
    if not problem.announces:
        as_candidate = _bound_of_level(problem.least, problem.unit, next_left, size, level, True)
    if not problem.candidates_only:
        as_other = _bound_of_level(problem.least, problem.unit, next_left, size, other_level, False)
    return as_candidate, as_other


@borrowing
def _split(
    answers: NDArray[Any],
    words: NDArray[np.uint64],
    least: NDArray[np.int64],
    cells: NDArray[np.int64],
    hashes: NDArray[np.uint64],
    candidates: NDArray[np.int32],
    known_size: int,
) -> tuple[int, int]:
    """Partition by a guess, without moving anything: sizes, hashes, bounds and the order of the cells.

    ``answers`` is the row of the guess, ``least`` the row of the guesses that are left after it. Returns what the cells
    cost at least by their sizes, and how many there are; they stand in ``_ORDER`` by ascending size. Up to
    ``known_size`` secrets that is their cost.
    """
    count = cells.shape[1]
    for cell in range(count):
        cells[_SIZE, cell] = 0
        hashes[0, cell] = 0
        hashes[1, cell] = 0
    for secret in candidates:
        cell = answers[secret]
        cells[_SIZE, cell] += 1
        hashes[0, cell] ^= words[secret, 0]
        hashes[1, cell] ^= words[secret, 1]
    cost: int = 0
    start = 0
    used = 0
    for cell in range(count - 1):
        size = cells[_SIZE, cell]
        if size:
            bound = least[size]
            cost += bound
            cells[_BOUND, cell] = bound
            cells[_EXACT, cell] = size <= known_size
            cells[_START, cell] = start
            cells[_FILL, cell] = start
            start += size
            place = used
            while place > 0 and cells[_SIZE, cells[_ORDER, place - 1]] > size:
                cells[_ORDER, place] = cells[_ORDER, place - 1]
                place -= 1
            cells[_ORDER, place] = cell
            used += 1
    return cost, used


@borrowing
def _met_before(
    seen: NDArray[np.uint64], cells: NDArray[np.int64], hashes: NDArray[np.uint64], used: int, stamp: int
) -> bool:
    """Whether a guess with the same cells was split at this position before; remembers this one."""
    whole = np.uint64(0)
    for place in range(used):
        word = hashes[0, cells[_ORDER, place]]
        whole += (word ^ (word >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
    # The stamp makes what earlier positions left there fit nothing.
    whole ^= np.uint64(stamp) * np.uint64(0x9E3779B97F4A7C15)
    at = (whole >> np.uint64(40)) & np.uint64(HASHES - 1)
    met = seen[at] == whole
    seen[at] = whole
    return met


@borrowing
def _count_sizes(rows: NDArray[Any], candidates: NDArray[np.int32], start: int, sizes: NDArray[np.uint16]) -> None:
    """The sizes of all cells of the guesses from ``start`` on, ``uint16[cells, BLOCK]``: vector code."""
    count = min(BLOCK, rows.shape[1] - start)
    for cell in range(sizes.shape[0]):
        sizes[cell] = 0
    for secret in candidates:
        row = rows[secret, start : start + count]
        for cell in range(sizes.shape[0]):
            of_cell = sizes[cell]
            wanted = row.dtype.type(cell)
            for j in range(count):
                of_cell[j] += row[j] == wanted


@borrowing
def _list_guesses(
    problem: Problem,
    desk: Desk,
    row: int,
    candidates: NDArray[np.int32],
    stamp: int,
    next_left: int,
    most_cells: int,
    budget: int,
) -> tuple[int, int]:
    """The guesses worth a try into the heap ``desk.order[row]``, the likely best on top, each ``estimate << 24 | guess``.

    Returns how many, and the least bound of those left out.
    """
    size = len(candidates)
    order, bounds, marks = desk.order[row], desk.bounds[row], desk.marks[row]
    history = desk.own[DEPTH] + row
    symmetric = (
        problem.techniques & SYMMETRY != 0 and len(problem.group.permutations) > 0 and history <= SYMMETRIC_DEPTH
    )
    permutations = 0
    if symmetric:
        permutations = find_stabilizer(problem.source, problem.group, desk.path[:history], desk.stabilizer)
    left_out = INFEASIBLE
    lowest = most_cells
    while lowest > 1:
        level_bound = min(_bounds_of_levels(problem, next_left, size, lowest, lowest))
        if level_bound >= budget:
            left_out = level_bound
            break
        lowest -= 1
    listed = 0
    sizes = desk.sizes
    for start in range(0, problem.answers.shape[0], BLOCK):
        count = guesses_from_level(desk.levels[row], lowest + 1, start, min(start + BLOCK, problem.answers.shape[0]), desk.found[row])
        if count == 0:
            continue
        _count_sizes(problem.rows, candidates, start, sizes)
        for guess in desk.found[row, :count]:
            if problem.candidates_only and marks[guess] != stamp:
                continue
            if symmetric and has_lower_image(problem.source, problem.group, desk.stabilizer, permutations, guess):
                continue
            cost = problem.unit * size
            estimate = 0
            for cell in range(sizes.shape[0] - 1):
                of_cell = sizes[cell, guess - start]
                cost += problem.least[next_left, of_cell]
                estimate += problem.estimate[of_cell]
            if cost >= budget:
                left_out = min(left_out, cost)
            else:
                bounds[guess] = cost
                order[listed] = estimate << 24 | guess
                listed += 1
    make_heap(order, listed)
    return listed, left_out


@borrowing_kernel
def solve(
    problem: Problem,
    desk: Desk,
    row: int,
    low: int,
    high: int,
    key: np.uint64,
    check: np.uint64,
    left: int,
    budget: int,
    mode: int,
) -> int:
    """The least cost of the candidates ``desk.pool[row, low:high]``: the exact cost c as c + 1; or a proven lower
    bound b as -b - 1, which is at least ``budget`` if ``mode`` goes to the end.

    ``key`` and ``check`` name the set; ``left`` is the number of guesses allowed (0 without a limit). ``DECIDE`` leaves
    the best guess in ``desk.choice[row]``, found afresh in an order that nothing but the set decides.
    """
    size = high - low
    together = mode == TOGETHER
    least, unit = problem.least, problem.unit
    if size == 1:
        return least[left, 1] + 1
    if problem.limited and left == 0:
        return -INFEASIBLE - 1
    next_left = left - 1 if problem.limited else 0
    candidates = desk.pool[row, low:high]
    bound = least[left, size]
    # Of two secrets one is guessed, and tells the other.
    known_size = 1 if problem.announces else 2
    if size <= known_size and mode != DECIDE and bound < INFEASIBLE:
        return bound + 1
    # The number of guesses left is part of the name of a set.
    key ^= np.uint64(left) * _LEFT_WORD
    if mode != DECIDE and problem.techniques & MEMO:
        known = probe(problem.memo, key, check)
        if known != MISS:
            if known & 1:
                return (known >> 1) + 1
            bound = max(bound, known >> 1)
    if bound >= budget or (mode == GLANCE and size > FEW):
        return -bound - 1
    desk.own[NODES] += 1

    # The candidates as guesses.
    questions_of_candidates = (size <= FEW or problem.candidates_only) and not problem.announces
    most_of_candidates, most_guess = 0, -1
    if questions_of_candidates:
        for i in range(size):
            guess = problem.source.guess_of_secret[candidates[i]]
            count = _cells_of_guess(problem.answers, candidates, guess, desk.cells[row, _FILL], most_of_candidates)
            if count > most_of_candidates:
                most_of_candidates, most_guess = count, guess
                if count == size and problem.techniques & PERFECT:
                    # Nothing can be better than to tell all others apart while being right once.
                    cost = unit * size + (size - 1) * least[next_left, 1]
                    if cost < INFEASIBLE:
                        desk.choice[row] = guess
                        if mode != DECIDE:
                            store(problem.memo, key, check, cost, 1)
                        return cost + 1
        if problem.techniques & PERFECT and most_of_candidates < size:
            # Every candidate leaves one cell of two at least, every other guess is wrong for all.
            bound = max(bound, min(_bounds_of_levels(problem, next_left, size, most_of_candidates, size)))
            if most_of_candidates == size - 1:
                # All cells but one hold one secret, and that one two: its cost is known. Mostly nothing beats it.
                cost = unit * size + (size - 3) * least[next_left, 1] + least[next_left, 2]
                if cost <= bound and cost < INFEASIBLE:
                    desk.choice[row] = most_guess
                    if mode != DECIDE:
                        store(problem.memo, key, check, cost, 1)
                    return cost + 1
        if bound >= budget or mode == GLANCE:
            store(problem.memo, key, check, bound, 0)
            return -bound - 1

    # All guesses by the number of their cells.
    _count_all(problem, desk, row, candidates)
    stamp = desk.own[STAMP] + 1
    desk.own[STAMP] = stamp
    marks, found = desk.marks[row], desk.found[row]
    for secret in candidates:
        marks[problem.source.guess_of_secret[secret]] = stamp
    level = min(size, problem.source.response_count)
    guesses = problem.answers.shape[0]
    while level > 1 and guesses_at_level(desk.levels[row], level, guesses, found) == 0:
        level -= 1
    if problem.techniques & TWO_PLIES:
        known_candidates = most_of_candidates if questions_of_candidates else level
        bound = max(bound, min(_bounds_of_levels(problem, next_left, size, known_candidates, level)))
    if bound >= budget or mode == LOOK:
        store(problem.memo, key, check, bound, 0)
        return -bound - 1

    best, best_guess = budget, -1
    refuted = INFEASIBLE
    cells, hashes = desk.cells[row], desk.hashes[row]
    by_estimate = (size >= MANY and problem.techniques & ORDER != 0) or together
    listed, popped, place, candidates_now, level_bound = 0, 0, 0, False, 0
    as_candidate, as_other = INFEASIBLE, INFEASIBLE
    level += 1
    if by_estimate:
        listed, refuted = _list_guesses(problem, desk, row, candidates, stamp, next_left, level - 1, budget)
    while not problem.shared[STOP]:
        # The next guess: of the list, or by level, candidates before others.
        if by_estimate:
            if together:
                place = problem.shared[TASK]
                # Two threads may take the same task; none is passed over.
                problem.shared[TASK] = place + 1
                best = min(best, int(problem.shared[BEST]))
            guess = -1
            while popped <= place and popped < listed:
                guess = pop(desk.order[row], listed - popped) & 0xFFFFFF
                popped += 1
            if popped <= place:
                break
            place += 1
            if desk.bounds[row, guess] >= best:
                refuted = min(refuted, desk.bounds[row, guess])
                continue
        else:
            if level_bound >= best:
                refuted = min(refuted, level_bound)
                place = listed
            while place < listed and (marks[found[place]] == stamp) != candidates_now:
                place += 1
            if place >= listed:
                candidates_now = not candidates_now
                if candidates_now:
                    level -= 1
                    if level < 2:
                        # One cell is no news: such a guess is never the best.
                        break
                    as_candidate, as_other = _bounds_of_levels(problem, next_left, size, level, level)
                    if min(as_candidate, as_other) >= best:
                        refuted = min(refuted, as_candidate, as_other)
                        break
                    listed = guesses_at_level(desk.levels[row], level, problem.answers.shape[0], found)
                level_bound = as_candidate if candidates_now else as_other
                place = listed if problem.candidates_only and not candidates_now else 0
                continue
            guess = int(found[place])
            place += 1

        cost, used = _split(
            problem.answers[guess], problem.words, least[next_left], cells, hashes, candidates, known_size
        )
        cost += unit * size
        if cost >= best:
            refuted = min(refuted, cost)
            continue
        if problem.techniques & DEDUPLICATION and _met_before(desk.seen[row], cells, hashes, used, stamp):
            continue
        desk.own[SPLITS] += 1
        if row + 2 >= len(desk.pool):
            problem.shared[TOO_DEEP] = 1
            problem.shared[STOP] = 1
            return -bound - 1
        below = desk.pool[row + 1]
        for secret in candidates:
            cell = problem.answers[guess, secret]
            if cell != len(cells[0]) - 1:
                below[cells[_FILL, cell]] = secret
                cells[_FILL, cell] += 1
        desk.path[desk.own[DEPTH] + row] = guess
        # Ever closer looks at all cells, before any is pursued to the end.
        for closer in (GLANCE, LOOK, PROVE):
            for index in range(used):
                cell = cells[_ORDER, index]
                if cells[_EXACT, cell]:
                    continue
                before = cells[_BOUND, cell]
                start = cells[_START, cell]
                if closer == GLANCE and problem.techniques & MEMO:
                    # Ask the memo here: a call costs more than the answer.
                    named = hashes[0, cell] ^ (np.uint64(next_left) * _LEFT_WORD)
                    known = probe(problem.memo, named, hashes[1, cell])
                    if known != MISS:
                        cells[_EXACT, cell] = known & 1
                        cells[_BOUND, cell] = max(before, known >> 1)
                        cost += cells[_BOUND, cell] - before
                        if cost >= best:
                            break
                        continue
                answer = solve(
                    problem,
                    desk,
                    row + 1,
                    start,
                    start + cells[_SIZE, cell],
                    hashes[0, cell],
                    hashes[1, cell],
                    next_left,
                    best - (cost - before),
                    closer,
                )
                if answer > 0:
                    cells[_EXACT, cell] = 1
                    after = answer - 1
                else:
                    after = max(before, -answer - 1)
                cells[_BOUND, cell] = after
                cost += after - before
                if cost >= best or problem.shared[STOP]:
                    break
            if cost >= best or problem.shared[STOP]:
                break
        if problem.shared[STOP]:
            break
        refuted = min(refuted, cost)
        if cost < best:
            best, best_guess = cost, guess
            if together and cost < problem.shared[BEST]:
                problem.shared[BEST] = cost
    if problem.shared[STOP]:
        # What was not looked at may be better: nothing is known but the bound.
        return -bound - 1
    desk.choice[row] = best_guess
    if best_guess >= 0:
        if mode != DECIDE and not together:
            store(problem.memo, key, check, best, 1)
        return best + 1
    # Every guess was refuted: the least of their bounds holds for the set.
    bound = max(bound, min(refuted, INFEASIBLE))
    if mode != DECIDE and not together:
        store(problem.memo, key, check, bound, 0)
    return -bound - 1


@kernel
def remember(problem: Problem, candidates: NDArray[np.int32], left: int, cost: int) -> None:
    """Keep the exact cost of a set that several threads found together."""
    key, check = _name(problem.words, candidates)
    store(problem.memo, key ^ (np.uint64(left) * _LEFT_WORD), check, cost, 1)
