"""Branch and bound over decision trees, in compiled code, recursion included.

The search minimises a cost summed over the secrets: a secret that is found at the k-th guess costs ``k·unit``, and
``extra`` more if no further guess was allowed. With ``unit=1`` the cost is the total; ``extra`` counts secrets that
need the full depth; with neither, the question is only whether the guesses allowed are enough. The objectives are
composed in :mod:`~strategist.search.run.objectives`. This module knows no game, except for the optional description of
its symmetries.

:func:`solve` finds the least cost of one set of candidates if that is below a budget, or proves that it is not. Its
steps are numbered in the code:

1. *Counting.* ``least[left, n]`` is the cost of n secrets in the fullest tree that the number of responses allows, and
   that fills its cells no more evenly than some guess of the game does, or two guesses in turn. Where secrets have
   chances or questions have costs, the heaviest secrets stand highest in it (:mod:`~strategist.search.bounds.regime`).
2. *Memory.* A memo keeps the results for each set.
3. *The candidates as guesses.* Does a candidate tell all others apart? If so, the cost is known; if not, it is at least
   one more (Ville 2013 and others test the candidates first, too).
4. *Two plies.* A guess with K cells costs at least as much as one that spreads the candidates evenly over K cells.
   Planes count the cells of all guesses at once. At large sets the sizes of the cells tell more.
5. *The cost that half the width reached,* where only the most promising guesses are tried.
6. *The order of the guesses.* They are visited from the most cells downwards, and the visit ends when the bound of the
   next level reaches the best cost found. In positions with many candidates, guesses that symmetry maps to lower ones
   are skipped, and the rest are tried in the order of an estimate of their cost, the best first, so that the bound is
   close when the bad ones come.
7. *Each guess.* Once it is split, the sizes of its cells bound it. Two guesses that cost the same, with the same
   partition, without the solved cell, count as one guess: a hash finds them. Then all its cells are looked at, closer
   and closer: step 3 for small ones, before they are named for step 2; steps 1 to 3, steps 1 to 4, and to the end.
   Step 4, for a cell, is what gives two plies their name. The smallest come first, but where any rise refutes the
   guess, as where only the guesses left count, the largest: they are the likeliest to rise. Where other threads search
   the same tree, guesses and cells that they are at are put off (:mod:`~strategist.search.exact.marks`).
8. *The result.* It is kept in the memo, and in the log if it took long.
"""

from __future__ import annotations

import numpy as np

from strategist.search.bounds.question_costs import cost_of_asking, mass_of, price_word
from strategist.search.bounds.stakes import never
from strategist.search.exact.candidates import look_at_candidates
from strategist.search.exact.look import (
    are_tested,
    count_guesses,
    count_on_set,
    glance,
    is_glanced_first,
    reach,
    recall,
    two_plies,
)
from strategist.search.exact.marks import (
    FIRST_BELOW,
    REFUTED,
    SETTLED,
    UPPER_WORD,
    WORTH_KEEPING,
    are_shared,
    is_halted,
    look_up,
    rise_of_busy,
    spread_out,
)
from strategist.search.exact.narrow import MANY, is_narrow, shorten, width_word
from strategist.search.exact.order import ANY, LEAST, LIST, counts_sizes, list_guesses
from strategist.search.exact.preconditions import assert_callable, assert_proven
from strategist.search.exact.results import (
    keep,
    known_of,
    merges_images,
    name_here,
    name_of_images,
    name_of_set,
    name_with,
)
from strategist.search.exact.split import (
    BOUND,
    EXACT,
    ORDER,
    SIZE,
    START,
    distribute,
    met_before,
    secrets_of_open,
    share_of,
    split,
)
from strategist.search.exact.visit import (
    begin_levels,
    guess_word,
    least_of_rest,
    next_by_level,
    next_listed,
    next_put_off,
)
from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import apart
from strategist.search.kernels.numba.switch import CHECKED
from strategist.search.state.memo import store, worth_of
from strategist.search.state.problem import (
    ALONE_CHECK,
    BY_ESTIMATE,
    CHECK,
    COST,
    DEDUPLICATION,
    DEPTH,
    FOUND,
    LEAST_NODES,
    LIMIT,
    MARKED,
    NAME,
    NEVER,
    NODES,
    NOWHERE,
    OF_GUESS,
    PERFECT,
    SPLITS,
    STOP,
    TOO_DEEP,
    TWO_PLIES,
    UNWIND,
    WHY,
    Problem,
    Scratch,
    after_guess,
)
from strategist.search.state.thread_marks import is_busy, is_left_to_others, mark

WEIGHED_FROM = 4 * MANY
"""From this number of candidates on, a look tells what all guesses cost at least by the sizes of their cells."""
SHARED_OUT_FROM = WEIGHED_FROM
"""From this number of candidates on, what a guess still lacks is shared out among its cells."""
PROVE, GLANCE, LOOK, DECIDE, HELP, RECALL, SHARE = 0, 1, 2, 3, 4, 5, 6
"""How far :func:`solve` goes: to the end; to step 3; to step 4; to the end, with the best guess found again in an order
that depends on the set alone. The last three are for cells only: those that other threads are in are helped, the memo
is asked about small ones when they have been glanced at, and each goes to the end of its share."""


# Note for whoever changes ``solve``: Numba compiles a recursive function only if
# * every recursive call passes the same types of arguments as the first call: other types are another signature, and
#   all of it is compiled twice (a test counts the signatures);
# * a return without recursion comes before the first recursive call: Numba infers the type of the result from it;
# * each local variable has one type from its first line to its last.
# Two functions that call each other cannot be cached (Numba 0.68 crashes when they are loaded). So all recursive code
# stays in this function, and each step that needs no recursion is a function of another file.
@apart
def solve(
    problem: Problem,
    desk: Scratch,
    row: int,
    low: int,
    high: int,
    key: np.uint64,
    check: np.uint64,
    left: int,
    budget: int,
    mode: int,
) -> tuple[int, bool]:
    """A proven lower bound of the least cost of the candidates ``desk.pool[row, low:high]``, and whether it is exact.

    Unless the search is stopped, a mode that goes to the end finds the cost or a bound of ``budget`` or more. ``key``
    and ``check`` name the set, and below row 0 its images, too; ``left`` is the number of guesses allowed, 0 without a
    limit. Candidates stand heaviest first. Debug runs assert what is asked of the arguments
    (:mod:`~strategist.search.exact.preconditions`).

    The call with ``row`` 0 also leaves the best guess so far in ``desk.choice[0]`` and its cost in
    ``desk.own[REACHED]``, also if the search is stopped. Where it tries no guess it changes neither. With
    ``DECIDE`` the guess is the same whatever the techniques and whatever the memo holds, and nothing of it is kept.
    """
    stakes = problem.stakes
    infeasible = never(stakes)
    deciding = mode == DECIDE
    if CHECKED:
        assert_callable(problem, stakes, desk, row, low, high, key, check, left, budget)

    # 1. What is known by counting?
    size, candidates = high - low, desk.pool[row, low:high]
    bound, exact = count_on_set(problem, stakes, desk, row, candidates, left, deciding)
    if exact or bound >= infeasible:
        return bound, exact

    # 2. What does the memo know?
    next_left = after_guess(left)
    if row == 0:
        # A stop may have come while the call before was on its way back to a row: nothing has ended in this one.
        desk.own[UNWIND] = NOWHERE
        key, check = name_of_images(problem, desk.stabilizer, candidates, key, check)
    name = name_here(problem, desk, row, key, left, size, candidates[0])
    known, exact = known_of(problem, name, check)
    if exact and not deciding:
        return known, exact
    if exact:
        # The first guess of this cost is wanted: what costs more is refuted early.
        budget = min(budget, known + 1)
    bound = max(bound, known)
    if bound >= budget:
        return bound, False
    examined_before = desk.own[NODES]
    desk.own[NODES] += 1

    # 3. Is a candidate the best guess, because it tells all others apart?
    most_of_candidates = 0
    if are_tested(problem, size):
        found, exact, guess, most_of_candidates = look_at_candidates(problem, stakes, desk, candidates, next_left)
        if problem.techniques & PERFECT or deciding:
            bound = max(bound, found)
            if exact:
                reach(desk, row, guess, bound)
                if not deciding:
                    store(problem.memo, name, check, bound, 1, 1)
                return bound, exact
    if bound >= budget or mode == GLANCE:
        store(problem.memo, name, check, bound, 0, 1)
        return bound, False

    # 4. What do the numbers of cells of all guesses say?
    stamp, level = count_guesses(problem, desk, row, candidates)
    bound = max(bound, two_plies(problem, stakes, candidates, next_left, most_of_candidates, level))
    if bound < budget and mode == LOOK and size >= MANY and problem.techniques & TWO_PLIES:
        closely = size >= WEIGHED_FROM and budget < infeasible and counts_sizes(desk, stakes)
        asked = LEAST if closely else ANY
        listed, refuted = list_guesses(problem, stakes, desk, row, candidates, stamp, next_left, level, budget, asked)
        if listed == 0:
            bound = max(bound, refuted)
    if bound >= budget or mode == LOOK:
        store(problem.memo, name, check, bound, 0, 1)
        return bound, False

    # 5. The cost that half as many guesses reached is reached again: only lower costs are looked for.
    best, best_guess = budget, -1
    found_before = infeasible
    narrow = is_narrow(problem, size)
    if narrow and not deciding and problem.width > 1:
        half = name ^ width_word(problem.width) ^ width_word(problem.width // 2)
        known, exact = known_of(problem, half, check)
        if exact and known < best:
            best = found_before = known
            if best <= bound:
                store(problem.memo, name, check, best, 1, 1)
                return best, exact

    # 6. Order the guesses: by an estimate of each, or by their number of cells.
    refuted = infeasible
    listed, popped = 0, 0
    by_estimate = narrow
    if size >= MANY and (problem.techniques & BY_ESTIMATE or deciding):
        by_estimate = True
    alone, alone_check = name, check
    if by_estimate:
        if merges_images(problem, size):
            # Its guesses are not those of its images.
            alone, alone_check = name_of_set(problem.words, candidates)
            alone = name_with(problem, size, alone, left)
        # The guesses to try at a narrow set must not depend on the budget: nothing is left out, unless a stop cuts the
        # list. Then nothing is refuted.
        enough = infeasible if narrow else budget
        listed, refuted = list_guesses(problem, stakes, desk, row, candidates, stamp, next_left, level, enough, LIST)
        if narrow:
            listed = shorten(problem, stakes, desk, row, candidates, next_left, listed)
    else:
        begin_levels(desk, row, level, infeasible)

    # 7. Try the guesses, until none can be better than the best.
    mass = mass_of(stakes, candidates)
    cells, hashes = desk.cells[row], desk.hashes[row]
    # If the rules restrict guesses, guesses with the same cells may allow different guesses later.
    deduplicated = problem.techniques & DEDUPLICATION != 0 and len(problem.source.letters) == 0
    journaled = by_estimate and problem.shared[LEAST_NODES] < NEVER
    cursor = desk.cursor[row]
    cursor[MARKED] = 0
    shared = by_estimate and not deciding and are_shared(problem, size)
    if shared:
        cursor[MARKED], cursor[NAME], cursor[CHECK] = 1, np.int64(name), np.int64(check)
        cursor[OF_GUESS], cursor[ALONE_CHECK] = 0, np.int64(alone_check)
        mark(problem, name, 1)
    put_off, again = 0, 0
    settled, settled_exactly = -1, False
    while not is_halted(problem, desk, row):
        if by_estimate and len(problem.marks) > 0 and look_up(problem, desk, row):
            break
        if shared:
            # Others may have found what the set costs, or a better guess.
            known, exact = known_of(problem, name, check)
            if exact or known >= best:
                settled, settled_exactly = known, exact
                break
            known, exact = known_of(problem, name ^ UPPER_WORD, check)
            if exact and known < best:
                best = found_before = known
                best_guess = -1
                if best <= bound:
                    break
            cursor[LIMIT] = best
        if again > 0:
            guess, again, passed = next_put_off(problem, desk, row, listed, put_off, again, best, alone, alone_check)
        elif by_estimate:
            guess, popped, passed = next_listed(problem, desk, row, listed, popped, best, shared, alone, alone_check)
        else:
            guess, passed = next_by_level(problem, stakes, desk, row, candidates, mass, next_left, stamp, best)
        refuted = min(refuted, passed)
        if guess < 0:
            if again == 0 and put_off > 0:
                again = 1
                spread_out(problem, desk.order[row, listed - put_off : listed])
                continue
            break
        of_guess = alone ^ guess_word(guess)
        puts_off = shared and again == 0 and (popped > 1 or size < FIRST_BELOW) and is_busy(problem, of_guess)
        if puts_off or (shared and again == 0 and popped > 1 and is_left_to_others(problem, of_guess, size, 0)):
            # Popping has left this place empty.
            desk.order[row, listed - 1 - put_off] = guess
            put_off += 1
            continue
        cost, used = split(problem, stakes, desk, row, candidates, guess, next_left)
        cost += cost_of_asking(problem.steps[next_left], stakes, guess, size, mass)
        if cost >= best:
            refuted = min(refuted, cost)
            continue
        price = price_word(stakes, guess)
        if deduplicated and met_before(desk.seen[row], cells, hashes, used, price, np.uint64(stamp)):
            continue
        desk.own[SPLITS] += 1
        begun_at = desk.own[NODES]
        if row + 2 >= len(desk.pool):
            problem.shared[TOO_DEEP] = 1
            problem.shared[STOP] = 1
            if shared:
                mark(problem, name, -1)
            return bound, False
        below = desk.pool[row + 1]
        distribute(cells, desk.cell_of, candidates, below)
        desk.path[desk.own[DEPTH] + row] = guess
        if shared:
            cursor[OF_GUESS], cursor[COST] = np.int64(of_guess), cost
            mark(problem, of_guess, 1)
        # Look at all cells, closer and closer, before any is pursued to the end, and help others last.
        for closer in (GLANCE, RECALL, LOOK, SHARE, PROVE, HELP):
            if closer == HELP and not shared:
                break
            if closer == SHARE and (size < SHARED_OUT_FROM or best >= infeasible):
                continue
            secrets = secrets_of_open(cells, used) if closer == SHARE else 0
            rise = rise_of_busy(problem, cells, hashes, used, next_left, of_guess) if shared and closer == PROVE else 0
            if closer == HELP and popped == 1 and again == 0 and size >= problem.divided_from:
                spread_out(problem, cells[ORDER, :used])
            for index in range(used):
                cell = cells[ORDER, used - 1 - index if best == 1 else index]
                if cells[EXACT, cell]:
                    continue
                before = cells[BOUND, cell]
                room = best - (cost - before) - rise
                if closer == SHARE:
                    room = min(room, before + share_of(best - cost, cells[SIZE, cell], secrets))
                    secrets -= cells[SIZE, cell]
                if room <= before:
                    # Where others are, cells will rise, and refute this guess.
                    continue
                start, end = cells[START, cell], cells[START, cell] + cells[SIZE, cell]
                of_cell, check_of_cell = hashes[0, cell], hashes[1, cell]
                if closer == GLANCE:
                    if not is_glanced_first(problem, end - start):
                        continue
                    after, exact = glance(problem, stakes, desk, below[start:end], next_left, before)
                elif closer == RECALL:
                    after, exact, hashes[0, cell], hashes[1, cell] = recall(
                        problem, stakes, desk, below[start:end], of_cell, check_of_cell, next_left, before
                    )
                else:
                    if shared and closer == PROVE:
                        whole = end - start
                        if is_left_to_others(problem, of_guess, whole, index):
                            continue
                    if shared and closer != HELP and are_shared(problem, end - start):
                        marked = name_with(problem, end - start, of_cell, next_left)
                        if is_busy(problem, marked):
                            continue
                    way = LOOK if closer == LOOK else PROVE
                    after, exact = solve(
                        problem, desk, row + 1, start, end, of_cell, check_of_cell, next_left, room, way
                    )
                if CHECKED:
                    assert_proven(problem, desk, row, before, after, exact, room, closer in (SHARE, PROVE, HELP))
                after = max(before, after)
                cells[EXACT, cell] = exact
                cells[BOUND, cell] = after
                cost += after - before
                cursor[COST] = cost
                if cost >= best or is_halted(problem, desk, row):
                    break
            if cost >= best or is_halted(problem, desk, row):
                break
        if shared:
            mark(problem, of_guess, -1)
            cursor[OF_GUESS] = 0
        ended = desk.own[UNWIND] == row
        if ended and desk.own[WHY] == REFUTED:
            cost = max(cost, desk.own[FOUND])
        refuted = min(refuted, cost)
        if read(problem.shared, STOP) or desk.own[UNWIND] < row:
            break
        if ended:
            # Others have ended the work on this guess, or on the set.
            desk.own[UNWIND] = NOWHERE
            if desk.own[WHY] == SETTLED:
                settled, settled_exactly = desk.own[FOUND] >> 1, desk.own[FOUND] & 1 != 0
                break
            if desk.own[WHY] != REFUTED and desk.own[FOUND] < best:
                best = found_before = desk.own[FOUND]
                best_guess = -1
                if best <= bound:
                    break
            continue
        if journaled and cost >= best and desk.own[NODES] - begun_at >= problem.shared[LEAST_NODES]:
            # A large set may take long although every set below it is too small to be logged.
            nodes = desk.own[NODES] - begun_at
            keep(problem, desk, of_guess, alone_check, left, size, min(cost, infeasible), 0, guess, nodes)
        elif shared and cost >= best and desk.own[NODES] - begun_at >= WORTH_KEEPING:
            store(problem.memo, of_guess, alone_check, min(cost, infeasible), 0, worth_of(desk.own[NODES] - begun_at))
        if cost < best:
            best, best_guess = cost, guess
            if shared:
                nodes = desk.own[NODES] - begun_at
                keep(problem, desk, name ^ UPPER_WORD, check, left, size, cost, 1, guess, nodes)
            reach(desk, row, guess, cost)
            if best <= bound:
                break

    # 8. The result.
    if shared:
        mark(problem, name, -1)
    if settled_exactly:
        return settled, True
    if settled < 0 and is_halted(problem, desk, row):
        # A guess that was not tried may be better, but not better than the least bound of all untried guesses.
        if by_estimate:
            first, end = listed - put_off, listed - max(0, again - 1)
            rest = least_of_rest(problem, desk, row, 0, listed - popped, shared, alone, alone_check)
            rest = min(rest, least_of_rest(problem, desk, row, first, end, shared, alone, alone_check))
            bound = max(bound, min(best, refuted, rest))
        return bound, False
    if settled >= 0:
        # Others have proven that no guess costs less than the best.
        refuted = settled
    exact = best_guess >= 0 or found_before < infeasible
    if best_guess >= 0:
        bound = best
    elif exact:
        bound = found_before
    else:
        # Every guess was refuted, so the least of their bounds holds for the set.
        bound = max(bound, min(refuted, infeasible))
    if not deciding:
        keep(problem, desk, name, check, left, size, bound, int(exact), best_guess, desk.own[NODES] - examined_before)
    return bound, exact
