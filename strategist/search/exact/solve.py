"""Branch and bound over decision trees, in compiled code, recursion included.

The search minimises a cost summed over the secrets: a secret that is found at the k-th guess costs ``k·unit``, and
``extra`` more if no further guess was allowed. With ``unit=1`` the cost is the total; ``extra`` counts secrets that
need the full depth; with neither, the question is only whether the guesses allowed are enough. The objectives are
composed in :mod:`~strategist.search.run.objectives`. This module knows no game, except for the optional description of
its symmetries.

:func:`solve` finds the least cost of one set of candidates if that is below a budget, or proves that it is not. It
tries guesses in the order of their lower bounds. The bounds come from closer and closer looks:

1. *By size.* ``least[left, n]`` is the cost of n secrets in the fullest tree that the number of responses allows, and
   that fills its cells no more evenly than some guess of the game does. Where secrets have chances or questions have
   costs, the heaviest secrets stand highest in it (:mod:`~strategist.search.bounds.costs`).
2. *By the number of cells.* A guess with K cells costs at least as much as one that spreads the candidates evenly over
   K cells. Planes count the cells of all guesses at once. Guesses are visited from the most cells downwards, and the
   visit ends when the bound of the next level reaches the best cost found.
3. *By the sizes of the cells,* once a guess is partitioned.
4. *By a look at each cell.* Does a candidate tell all others apart? If so, the cost of the cell is known; if not, it is
   at least one more (Ville 2013 and others test the candidates first, too). Then the cells of all guesses, counted for
   that cell, bound it again (two plies).

Two guesses that cost the same, with the same partition, without the solved cell, count as one guess: a hash finds them.
In positions with many candidates, guesses that symmetry maps to lower ones are skipped, and the rest are tried in the
order of an estimate of their cost, the best first, so that the bound is close when the bad ones come. A memo keeps the
results for each set.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.costs import (
    bounds_of_levels,
    cost_of_asking,
    cost_of_last,
    is_certain,
    least_of_set,
    mass_of,
    may_lose,
    nearer_of_set,
    sort_of,
)
from strategist.search.bounds.stakes import never
from strategist.search.exact.candidates import look_at_candidates
from strategist.search.exact.lazy_heap import pop
from strategist.search.exact.order import count_all, list_guesses, most_cells_of_all
from strategist.search.exact.split import BOUND, EXACT, ORDER, SIZE, START, distribute, met_before, split
from strategist.search.exact.visit import guess_word, least_of_rest, next_by_level, next_listed
from strategist.search.kernels.growth.restrict import allow, name_restriction
from strategist.search.kernels.numba.atomic import lower, read
from strategist.search.kernels.numba.jit import apart, borrowing, borrowing_kernel, inlined
from strategist.search.state.memo import MISS, probe, store, worth_of
from strategist.search.state.problem import (
    AS_CANDIDATE,
    AS_OTHER,
    BEST,
    BY_ESTIMATE,
    CANDIDATES_NOW,
    DEDUPLICATION,
    DEPTH,
    GUESS_MASK,
    LEAST_NODES,
    LEVEL,
    LISTED,
    LOGGED,
    MEMO,
    NEVER,
    NODES,
    PERFECT,
    PERMUTATIONS,
    PLACE,
    REACHED,
    READ,
    SEED,
    SPLITS,
    STAMP,
    STOP,
    TOO_DEEP,
    TRIED,
    TWO_PLIES,
    Desk,
    Problem,
)
from strategist.search.state.result_log import note

MANY = 32
"""From this number of candidates on, guesses are ordered by an estimate and reduced by symmetry."""
TESTED_FIRST = 24
"""Up to this number of candidates, the candidates are the first guesses that are tested."""
TINY = 4
"""Up to this number of candidates, testing them is faster than asking the memo."""

PROVE, GLANCE, LOOK, RANK, DECIDE, TOGETHER, DECIDE_EACH = 0, 1, 2, 3, 4, 5, 6
"""How far :func:`solve` goes: to the end; to the test of the candidates as guesses; to two plies; to the likely best
guess; to the end, with the best guess named; to the end, together with other threads that solve the same set, where
each takes the next guess of their common list; to the end of several sets, one after the other, with the best guess of
each named."""

_LEFT_WORD = np.uint64(0xD6E8FEB86659FD93)
_WIDTH_WORD = np.uint64(0xA0761D6478BD642F)


@borrowing
def name_of_set(words: NDArray[np.uint64], candidates: NDArray[np.int32]) -> tuple[np.uint64, np.uint64]:
    """The two words that name a set."""
    key, check = np.uint64(0), np.uint64(0)
    for secret in candidates:
        key ^= words[secret, 0]
        check ^= words[secret, 1]
    return key, check


@borrowing
def _keep(
    problem: Problem,
    desk: Desk,
    key: np.uint64,
    check: np.uint64,
    left: int,
    size: int,
    bound: int,
    exact: int,
    guess: int,
    nodes: int,
) -> None:
    """Store a result that took ``nodes`` positions in the memo, and log it if that number is large."""
    worth = worth_of(nodes)
    store(problem.memo, key, check, bound, exact, worth)
    if nodes >= problem.shared[LEAST_NODES]:
        seed = np.uint64(problem.shared[SEED])
        written, read = desk.own[LOGGED], desk.own[READ]
        desk.own[LOGGED] = note(
            desk.ring,
            written,
            read,
            seed,
            key=key,
            check=check,
            left=left,
            size=size,
            worth=worth,
            bound=bound,
            exact=exact,
            guess=guess,
        )


@borrowing
def _worth_testing(problem: Problem, size: int) -> bool:
    """Whether the candidates are the first guesses that are tested."""
    return len(problem.source.question_of_secret) > 0 and (size <= TESTED_FIRST or problem.candidates_only)


@inlined
def _ends(problem: Problem, stakes: Any, left: int) -> bool:
    """Whether the cost of any set is known with so few guesses left, because secrets may be lost."""
    return may_lose(problem, stakes) and (left == 0 or not problem.announces)


@inlined
def _glance(
    problem: Problem,
    stakes: Any,
    desk: Desk,
    candidates: NDArray[np.int32],
    key: np.uint64,
    check: np.uint64,
    left: int,
    bound: int,
) -> tuple[int, bool]:
    """A better bound for a cell that costs at least ``bound``, from the memo or from a test of the candidates as
    guesses, and whether it is exact. :func:`solve` would find the same, but calling it costs more than this."""
    size = len(candidates)
    if problem.limited and left <= 1 and _ends(problem, stakes, left):
        branches = problem.source.response_count - 1
        bound = least_of_set(problem.least, stakes, branches, left, candidates, desk.scratch)
        return cost_of_last(problem, stakes, left, candidates, bound), True
    key = _name_within(problem, size, key ^ np.uint64(left) * _LEFT_WORD)
    # If the rules restrict guesses, the name of a set depends on the guesses before it, so only solve probes the memo.
    memo = problem.techniques & MEMO != 0 and len(problem.source.letters) == 0
    if size > TINY and memo:
        known = probe(problem.memo, key, check)
        if known != MISS:
            return max(bound, known >> 1), known & 1 != 0
    exact = False
    branches = problem.source.response_count - 1
    bound = nearer_of_set(problem.least, stakes, branches, left, candidates, desk.scratch, bound)
    if problem.techniques & PERFECT and _worth_testing(problem, size):
        if problem.limited and left == 0:
            return never(stakes), False
        next_left = left - 1 if problem.limited else 0
        desk.own[NODES] += 1
        found, exact, _, _ = look_at_candidates(problem, stakes, desk, candidates, next_left)
        bound = max(bound, found)
        if size > TINY and memo:
            store(problem.memo, key, check, bound, exact, 1)
    if size <= TINY and not exact and memo:
        known = probe(problem.memo, key, check)
        if known != MISS:
            return max(bound, known >> 1), known & 1 != 0
    return bound, exact


@inlined
def _narrow(problem: Problem, size: int) -> bool:
    """Whether only the most promising guesses are tried at a set."""
    return problem.width > 0 and size >= MANY


@inlined
def _width_at(problem: Problem, size: int) -> int:
    """The number of guesses that are tried at a set. Most of what a good guess gains is gained at small sets, where it
    costs least to try many (measured on Mastermind 4×10)."""
    if size < 2 * MANY:
        return 8 * problem.width
    return 2 * problem.width if size < 8 * MANY else problem.width


@inlined
def _width_word(width: int) -> np.uint64:
    return np.uint64(width) * _WIDTH_WORD


@inlined
def _name_within(problem: Problem, size: int, key: np.uint64) -> np.uint64:
    """The name of a set when only a few guesses are tried: a result with few guesses does not hold with all guesses."""
    return key ^ _width_word(problem.width) if _narrow(problem, size) else key


@borrowing
def _name_here(problem: Problem, desk: Desk, row: int, key: np.uint64, left: int, size: int, secret: int) -> np.uint64:
    """The name of a set in this row: it includes the number of guesses left, and what guesses have to use."""
    key = _name_within(problem, size, key ^ np.uint64(left) * _LEFT_WORD)
    if len(problem.source.letters):
        path = desk.path[: desk.own[DEPTH] + row]
        source = problem.source
        key ^= name_restriction(source.letters, source.marks, problem.answers, path, secret, problem.words[0, 0])
    return key


@apart
def count_guesses(problem: Problem, desk: Desk, row: int, candidates: NDArray[np.int32]) -> tuple[int, int]:
    """Count the cells of all guesses, and mark the candidates among them; returns the mark, and the largest count."""
    if len(problem.source.letters):
        source, path = problem.source, desk.path
        allow(source.letters, source.marks, problem.answers, path, desk.own[DEPTH], candidates[0], desk.allowed, row)
    count_all(problem, desk, row, candidates)
    stamp = desk.own[STAMP] + 1
    desk.own[STAMP] = stamp
    marks = desk.marks[row]
    if not problem.announces or problem.candidates_only:
        for secret in candidates:
            marks[problem.source.question_of_secret[secret]] = stamp
    return stamp, most_cells_of_all(problem, desk, row, min(len(candidates), problem.source.response_count))


@borrowing
def _keep_best(
    problem: Problem,
    stakes: Any,
    desk: Desk,
    row: int,
    candidates: NDArray[np.int32],
    next_left: int,
    listed: int,
) -> int:
    """Shorten the list of guesses to the first few of different cells, and return their number."""
    order = desk.order[row]
    stamp = desk.own[STAMP] + 1
    desk.own[STAMP] = stamp
    kept = 0
    width = _width_at(problem, len(candidates))
    for rest in range(listed, 0, -1):
        entry = pop(order, rest)
        _, used = split(
            problem.answers,
            problem.codes,
            problem.response_of_pair,
            problem.words,
            problem.least[next_left],
            stakes,
            desk,
            row,
            candidates,
            entry & GUESS_MASK,
            problem.known_size,
        )
        sort = np.uint64(stamp) ^ sort_of(stakes, entry & GUESS_MASK)
        if not met_before(desk.seen[row], desk.cells[row], desk.hashes[row], used, sort):
            # Popping has left this place empty.
            order[listed - 1 - kept] = entry
            kept += 1
            if kept == width:
                break
    for place in range(min(kept, listed // 2)):
        order[place], order[listed - 1 - place] = order[listed - 1 - place], order[place]
    # In ascending order, a list is a heap.
    return kept


# Note for whoever changes ``solve``: Numba compiles a recursive function only if
# * every recursive call passes the same types of arguments as the first call: other types are another signature, and
#   all of it is compiled twice (a test counts the signatures);
# * a return without recursion comes before the first recursive call: Numba infers the type of the result from it;
# * each local variable has one type from its first line to its last.
# Two functions that call each other cannot be cached (Numba 0.68 crashes when they are loaded). So all recursive code
# stays in this function, and the rest is above.
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
    """The least cost of the candidates ``desk.pool[row, low:high]``: an exact cost c as c + 1, or a proven lower bound
    b as -b - 1. If ``mode`` goes to the end, b is at least ``budget``.

    ``key`` and ``check`` name the set; ``left`` is the number of guesses allowed (0 without a limit). ``DECIDE`` leaves
    the best guess in ``desk.choice[row]``, found again in an order that depends on the set alone, whatever the
    techniques. ``DECIDE_EACH`` replaces the ends of several sets in ``desk.ends`` by their best guesses, -1 for each
    set that was not finished. ``RANK`` leaves the guess to try first, if its bound is below ``budget``. The best guess
    so far of row 0 is in ``desk.choice[0]`` and its cost in ``desk.own[REACHED]``, also if the search is stopped.
    """
    size = high - low
    together = mode == TOGETHER
    stakes = problem.stakes
    least, infeasible = problem.least, never(stakes)
    candidates = desk.pool[row, low:high]
    branches = problem.source.response_count - 1
    if is_certain(stakes, candidates, 1):
        return least_of_set(least, stakes, branches, left, candidates, desk.scratch) + 1
    if mode == DECIDE_EACH:
        begin, place = low, 0
        while begin < high:
            finish = desk.ends[place]
            key_of_set, check_of_set = name_of_set(problem.words, desk.pool[row, begin:finish])
            answer = solve(problem, desk, row, begin, finish, key_of_set, check_of_set, left, budget, int(DECIDE))
            desk.ends[place] = desk.choice[row] if answer > 0 else -1
            begin = finish
            place += 1
        return place
    bound = least_of_set(least, stakes, branches, left, candidates, desk.scratch)
    if problem.limited and left <= 1 and _ends(problem, stakes, left):
        bound = cost_of_last(problem, stakes, left, candidates, bound)
        if left:
            desk.choice[row] = problem.source.question_of_secret[candidates[0]]
        if row == 0:
            desk.own[REACHED] = bound
        return bound + 1
    if problem.limited and left == 0:
        return -infeasible - 1
    next_left = left - 1 if problem.limited else 0
    # With two secrets left, guess one of them: the response tells whether it is the other.
    if size <= problem.known_size and mode != DECIDE and bound < infeasible:
        return bound + 1
    key = _name_here(problem, desk, row, key, left, size, candidates[0])
    if problem.techniques & MEMO:
        known = probe(problem.memo, key, check)
        if known != MISS:
            if known & 1 and mode != DECIDE:
                return (known >> 1) + 1
            if known & 1:
                # The first guess of this cost is wanted: what costs more is refuted early.
                budget = min(budget, (known >> 1) + 1)
            bound = max(bound, known >> 1)
    if bound >= budget:
        return -bound - 1
    desk.own[NODES] += 1
    examined_before = desk.own[NODES] - 1

    # First test the candidates as guesses.
    most_of_candidates = 0
    if _worth_testing(problem, size):
        found, exact, guess, most_of_candidates = look_at_candidates(problem, stakes, desk, candidates, next_left)
        if problem.techniques & PERFECT or mode == DECIDE:
            bound = max(bound, found)
            if exact:
                desk.choice[row] = guess
                if row == 0:
                    desk.own[REACHED] = bound
                if mode != DECIDE:
                    store(problem.memo, key, check, bound, 1, 1)
                return bound + 1
    if bound >= budget or mode == GLANCE:
        store(problem.memo, key, check, bound, 0, 1)
        return -bound - 1

    # Then bound all guesses by their number of cells.
    stamp, level = count_guesses(problem, desk, row, candidates)
    if problem.techniques & TWO_PLIES:
        known_candidates = most_of_candidates or level
        bound = max(bound, min(bounds_of_levels(problem, stakes, next_left, candidates, known_candidates, level)))
    if bound >= budget or mode == LOOK:
        store(problem.memo, key, check, bound, 0, 1)
        return -bound - 1

    best, best_guess = budget, -1
    refuted = infeasible
    mass = mass_of(stakes, candidates)
    narrow = _narrow(problem, size)
    found_before = infeasible
    if narrow and mode != DECIDE and problem.width > 1:
        # The cost that half as many guesses reached is reached again: only lower costs are looked for.
        known = probe(problem.memo, key ^ _width_word(problem.width) ^ _width_word(problem.width // 2), check)
        if known != MISS and known & 1 and known >> 1 < best:
            best = found_before = known >> 1
            if best <= bound:
                store(problem.memo, key, check, best, 1, 1)
                return best + 1
    cells, hashes = desk.cells[row], desk.hashes[row]
    ordered = problem.techniques & BY_ESTIMATE != 0 or mode == DECIDE
    by_estimate = (size >= MANY and ordered) or together or mode == RANK or narrow
    journaled = problem.shared[LEAST_NODES] < NEVER
    listed, popped = 0, 0
    if by_estimate:
        # The guesses to try at a narrow set must not depend on the budget.
        enough = infeasible if narrow else budget
        listed, refuted = list_guesses(problem, stakes, desk, row, candidates, stamp, next_left, level, enough)
        if narrow:
            listed = _keep_best(problem, stakes, desk, row, candidates, next_left, listed)
            refuted = infeasible
        if mode == RANK and listed:
            desk.choice[row] = desk.order[row, 0] & GUESS_MASK
            return -bound - 1
    else:
        # Before the first level: the next step is the candidates with the most cells.
        cursor = desk.cursor[row]
        cursor[LEVEL], cursor[LISTED], cursor[PLACE], cursor[CANDIDATES_NOW] = level + 1, 0, 0, 0
        cursor[AS_CANDIDATE], cursor[AS_OTHER] = infeasible, 0
        cursor[TRIED], cursor[PERMUTATIONS] = 0, 0
    while not read(problem.shared, STOP):
        if by_estimate:
            guess, popped, best, passed = next_listed(problem, desk, row, listed, popped, best, together, key, check)
        else:
            guess, passed = next_by_level(problem, stakes, desk, row, candidates, mass, next_left, stamp, best)
        refuted = min(refuted, passed)
        if guess < 0:
            break
        cost, used = split(
            problem.answers,
            problem.codes,
            problem.response_of_pair,
            problem.words,
            least[next_left],
            stakes,
            desk,
            row,
            candidates,
            guess,
            problem.known_size,
        )
        cost += cost_of_asking(problem.unit, stakes, guess, size, mass)
        if cost >= best:
            refuted = min(refuted, cost)
            continue
        # If the rules restrict guesses, guesses with the same cells may allow different guesses later.
        if (
            problem.techniques & DEDUPLICATION
            and not len(problem.source.letters)
            and met_before(desk.seen[row], cells, hashes, used, np.uint64(stamp) ^ sort_of(stakes, guess))
        ):
            continue
        desk.own[SPLITS] += 1
        begun_at = desk.own[NODES]
        if row + 2 >= len(desk.pool):
            problem.shared[TOO_DEEP] = 1
            problem.shared[STOP] = 1
            return -bound - 1
        below = desk.pool[row + 1]
        distribute(cells, desk.cell_of, candidates, below)
        desk.path[desk.own[DEPTH] + row] = guess
        # Look at all cells, closer and closer, before any is pursued to the end.
        for closer in (GLANCE, LOOK, PROVE):
            for index in range(used):
                cell = cells[ORDER, index]
                if cells[EXACT, cell]:
                    continue
                before = cells[BOUND, cell]
                start, end = cells[START, cell], cells[START, cell] + cells[SIZE, cell]
                key_of_cell, check_of_cell = hashes[0, cell], hashes[1, cell]
                if closer == GLANCE:
                    after, exact = _glance(
                        problem, stakes, desk, below[start:end], key_of_cell, check_of_cell, next_left, before
                    )
                else:
                    room = best - (cost - before)
                    answer = solve(
                        problem, desk, row + 1, start, end, key_of_cell, check_of_cell, next_left, room, closer
                    )
                    exact = answer > 0
                    after = answer - 1 if exact else max(before, -answer - 1)
                cells[EXACT, cell] = exact
                cells[BOUND, cell] = after
                cost += after - before
                if cost >= best or read(problem.shared, STOP):
                    break
            if cost >= best or read(problem.shared, STOP):
                break
        refuted = min(refuted, cost)
        if read(problem.shared, STOP):
            break
        if journaled and by_estimate and cost >= best and desk.own[NODES] - begun_at >= problem.shared[LEAST_NODES]:
            # A large set may take long although every set below it is too small to be logged.
            name = key ^ guess_word(guess)
            bound_of_guess = min(cost, infeasible)
            _keep(problem, desk, name, check, left, size, bound_of_guess, 0, guess, desk.own[NODES] - begun_at)
        if cost < best:
            best, best_guess = cost, guess
            if together:
                lower(problem.shared, BEST, cost)
            if row == 0:
                desk.choice[0], desk.own[REACHED] = guess, cost
            if best <= bound:
                break
    if read(problem.shared, STOP):
        # A guess that was not tried may be better, but not better than the least bound of all untried guesses.
        if by_estimate:
            rest = least_of_rest(problem, desk, row, listed - popped, key, check)
            bound = max(bound, min(best, refuted, rest))
        return -bound - 1
    desk.choice[row] = best_guess
    if best_guess >= 0:
        if mode != DECIDE and not together:
            _keep(problem, desk, key, check, left, size, best, 1, best_guess, desk.own[NODES] - examined_before)
        return best + 1
    if found_before < infeasible:
        if not together:
            _keep(problem, desk, key, check, left, size, found_before, 1, -1, desk.own[NODES] - examined_before)
        return found_before + 1
    # Every guess was refuted, so the least of their bounds holds for the set.
    bound = max(bound, min(refuted, infeasible))
    if mode != DECIDE and not together:
        _keep(problem, desk, key, check, left, size, bound, 0, -1, desk.own[NODES] - examined_before)
    return -bound - 1


@borrowing_kernel
def remember(problem: Problem, desk: Desk, candidates: NDArray[np.int32], left: int, bound: int, exact: int) -> None:
    """Store the result that several threads have proven together for a set: its cost, or a lower bound."""
    key, check = name_of_set(problem.words, candidates)
    key = _name_within(problem, len(candidates), key ^ np.uint64(left) * _LEFT_WORD)
    _keep(problem, desk, key, check, left, len(candidates), bound, exact, -1, NEVER)
