"""Lower bounds of the exact search, all in one place: of the cost of a set of secrets, of a guess whose number of cells
is known, and of a guess whose cells are known.

Each is a function of the number of secrets, and of their *stakes* where secrets have chances or questions have costs
(:mod:`~strategist.search.bounds.stakes`). A function with both kinds asks ``len(stakes)``, which the compiler knows:
the branch of the other kind is not compiled at all.

*Without stakes* all bounds rest on the tables of :mod:`~strategist.search.bounds.counting`: ``least``, the least cost
of any set of n secrets, and ``even``, which is convex in n, so candidates cost least when they are spread evenly over
the cells of a guess. Where guesses find secrets the two are one. Where secrets are announced, ``even`` leaves out the
questions that it takes to tell n secrets apart, and the questions below the cells of a guess are counted beside it.

*With stakes* the tables count only the last guess (``extra``) and say what is impossible. The rest is proven for
secrets in the order of their ``worth``, heaviest first; candidates always stand in this order.

* *Guessed secrets.* At most r(k) secrets of a set are found within k guesses, whatever they weigh. Each that is not
  found by then pays one more question, at least its ``worth``. So the cost is at least that of finding the heaviest
  first: the i-th heaviest waits ``rounds[i]`` questions, and then pays its ``leaf``. With K cells, at most K·r(k)
  secrets are found within k guesses more, so the i-th heaviest waits ``rounds[i // K]``.
* *Announced secrets* are the leaves of a tree in which a question costs at least the worths of all leaves below it. The
  least sum over all trees with at most R branches is that of Huffman (1952), padded with leaves of no worth where n
  does not fill the tree. For a bound by the number of secrets: let each leaf first pay only the least worth v of all.
  That is v times the least total of n secrets. What it is worth beyond v, it pays once at least, because two secrets
  need a question.
* *Lost secrets.* A tree may give up where no guess is left. Let it go on instead until all are found: the bounds above
  hold for that tree. To go on takes no more than a question for each secret at most, and being lost costs more than
  that. What it costs beyond that is counted for as many secrets as must be lost, and comes on top
  (:func:`~strategist.search.bounds.stakes.surely_gone`).
* *Announced classes.* The leaves of a tree are sets of one class. Let each class have a shallowest leaf, and let all
  its secrets stand there: no sum grows. Leaves that hold nothing now are cut off, and no branch is added. So the tree
  costs at least Huffman's over the sums of the worths of the classes. A set of one class costs nothing. One secret of
  each class alone needs as many leaves as there are classes, so the tables by size hold for the number of classes.

The two parts are bounds of two sums over the same tree, so their sum is a bound of the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.stakes import SHARES, never
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, inlined, plain
from strategist.search.state.problem import Problem


@inlined
def mass_of(stakes: Any, candidates: NDArray[np.int32]) -> int:
    """The mass of a set, for :func:`cost_of_asking`; 0 without stakes, where nothing asks for it."""
    if len(stakes) == 0:
        return 0
    mass: int = 0
    for secret in candidates:
        mass += stakes.weights[secret]
    return mass


@inlined
def cost_of_asking(unit: int, stakes: Any, guess: int, size: int, mass: int) -> int:
    """What a guess itself costs while ``size`` secrets are left, of the summed weight ``mass``."""
    if len(stakes) == 0:
        return unit * size
    cost: int = unit * size + stakes.asking[guess] * mass
    return cost


@inlined
def dearer_by(stakes: Any, guess: int, mass: int) -> int:
    """What a guess costs beyond the cheapest one."""
    if len(stakes) == 0:
        return 0
    more: int = (stakes.asking[guess] - stakes.cheapest) * mass
    return more


@inlined
def sort_of(stakes: Any, guess: int) -> np.uint64:
    """A word that two guesses share if they cost the same: with the same cells, they are the same guess."""
    if len(stakes) == 0:
        return np.uint64(0)
    return np.uint64(stakes.asking[guess]) << np.uint64(33)


@inlined
def is_certain_cell(stakes: Any, size: int, last: int, known_size: int) -> bool:
    """Whether the cost of a cell is known: of at most ``known_size`` secrets, or of one class (``by_class``). ``last``
    is that of :func:`enter_cell`."""
    if len(stakes) == 0:
        return size <= known_size
    if stakes.by_class:
        return last >= 0
    return size <= known_size


@inlined
def is_certain(stakes: Any, candidates: NDArray[np.int32], known_size: int) -> bool:
    """Whether the cost of a set is known: of at most ``known_size`` secrets, or of one class (``by_class``)."""
    if len(stakes) == 0:
        return len(candidates) <= known_size
    if stakes.by_class:
        first = stakes.kind[candidates[0]]
        for secret in candidates:  # noqa: SIM110 (kernels know no generators)
            if stakes.kind[secret] != first:
                return False
        return True
    return len(candidates) <= known_size


@borrowing
def _sums_of_classes(stakes: Any, candidates: NDArray[np.int32], sums: NDArray[np.uint64]) -> int:
    """Write the worths of the classes of a set, summed, into ``sums``, largest first; returns their number."""
    kinds = stakes.kinds
    sums[: 2 * kinds] = 0
    for secret in candidates:
        kind = stakes.kind[secret]
        sums[kind] += np.uint64(stakes.worth[secret])
        sums[kinds + kind] = 1
    number = 0
    for kind in range(kinds):
        if sums[kinds + kind]:
            worth, place = sums[kind], number
            while place > 0 and sums[place - 1] < worth:
                sums[place] = sums[place - 1]
                place -= 1
            sums[place] = worth
            number += 1
    return number


@borrowing
def _cost_of_classes(
    least: NDArray[np.int64],
    stakes: Any,
    branches: int,
    left: int,
    candidates: NDArray[np.int32],
    queue: NDArray[np.uint64],
) -> int:
    """The least cost of a set by its classes: :func:`cost_of_huffman` over their sums."""
    number = _sums_of_classes(stakes, candidates, queue)
    counted: int = least[left, number]
    if number == 1:
        # If no question is left, each secret counts as found at the last one.
        alone: int = len(candidates) * least[left, 1]
        return alone
    if counted >= never(stakes) or branches < 2:
        return never(stakes)
    leaf, head, tail = number - 1, number, number
    taken = 2 + (number - 2) % (branches - 1)
    while number > 1:
        merged = np.uint64(0)
        for _ in range(taken):
            if head < tail and (leaf < 0 or queue[head] <= queue[leaf]):
                merged += queue[head]
                head += 1
            else:
                merged += queue[leaf]
                leaf -= 1
        queue[tail] = merged
        tail += 1
        counted += int(merged)
        number -= taken - 1
        taken = branches
    return counted


@borrowing
def cost_of_huffman(
    worth: NDArray[np.int64], candidates: NDArray[np.int32], branches: int, queue: NDArray[np.uint64]
) -> int:
    """The least sum, over all trees with at most ``branches`` branches, of the worths below each question. ``queue`` is
    scratch memory.

    Candidates stand heaviest first. The first merge takes as many as leave a multiple of ``branches - 1`` merges, which
    is Huffman's padding.
    """
    left = len(candidates)
    cost: int = 0
    if left < 2:
        return cost
    if branches < 2:
        # No question divides the candidates: the other tables say that the set is infeasible.
        return cost
    leaf, head, tail = left - 1, 0, 0
    taken = 2 + (left - 2) % (branches - 1)
    while left > 1:
        merged: Any = np.int64(0)
        for _ in range(taken):
            if head < tail and (leaf < 0 or np.int64(queue[head]) <= worth[candidates[leaf]]):
                merged += np.int64(queue[head])
                head += 1
            else:
                merged += worth[candidates[leaf]]
                leaf -= 1
        queue[tail] = np.uint64(merged)
        tail += 1
        cost += merged
        left -= taken - 1
        taken = branches
    return cost


@borrowing
def _sum_of_gone(stakes: Any, candidates: NDArray[np.int32]) -> int:
    """What it costs to lose all of a set."""
    cost: int = 0
    for secret in candidates:
        cost += stakes.gone[secret]
    return cost


@inlined
def may_lose(problem: Problem, stakes: Any) -> bool:
    """Whether secrets may be lost: then the cost of two without a guess is finite. There must be two."""
    return problem.limited and problem.least[0, 2] < never(stakes)


@borrowing
def cost_of_last(problem: Problem, stakes: Any, left: int, candidates: NDArray[np.int32], bound: int) -> int:
    """The cost of several secrets with at most one guess left, where secrets may be lost and ``bound`` is that of
    :func:`least_of_set`. All are lost, or all but one, and the guess that finds the one with the largest loss is best.
    """
    if len(stakes) == 0 or left == 0:
        return bound
    # Candidates stand heaviest first.
    first = candidates[0]
    guess = int(problem.source.question_of_secret[first])
    size, mass = len(candidates), mass_of(stakes, candidates)
    cost: int = cost_of_asking(problem.unit, stakes, guess, size, mass) + problem.extra
    cost += _sum_of_gone(stakes, candidates) - stakes.gone[first]
    return cost


@borrowing
def _stakes_of_set(
    least: NDArray[np.int64],
    stakes: Any,
    branches: int,
    left: int,
    candidates: NDArray[np.int32],
    queue: NDArray[np.uint64],
) -> int:
    if stakes.by_class:
        return _cost_of_classes(least, stakes, branches, left, candidates, queue)
    if left == 0 and len(stakes.gone) and not (stakes.announces and len(candidates) == 1):
        return _sum_of_gone(stakes, candidates)
    counted: int = least[left, len(candidates)]
    if counted >= never(stakes):
        return never(stakes)
    if stakes.announces:
        return counted + cost_of_huffman(stakes.worth, candidates, branches, queue)
    for place in range(len(candidates)):
        secret = candidates[place]
        counted += stakes.leaf[secret] + stakes.worth[secret] * stakes.rounds[place]
    return counted


_saved_stakes_of_set = borrowing_kernel(plain(_stakes_of_set))
""":func:`_stakes_of_set` as a kernel that Python calls: a helper would be compiled anew in each process."""


@inlined
def least_of_set(
    least: NDArray[np.int64],
    stakes: Any,
    branches: int,
    left: int,
    candidates: NDArray[np.int32],
    queue: NDArray[np.uint64],
) -> int:
    """The least cost of a set with ``left`` guesses left, in a game of ``branches`` branches. ``queue`` is scratch."""
    if len(stakes) == 0:
        counted: int = least[left, len(candidates)]
        return counted
    return _stakes_of_set(least, stakes, branches, left, candidates, queue)


@inlined
def nearer_of_set(
    least: NDArray[np.int64],
    stakes: Any,
    branches: int,
    left: int,
    candidates: NDArray[np.int32],
    queue: NDArray[np.uint64],
    bound: int,
) -> int:
    """The larger of two lower bounds of the cost of a cell: ``bound``, that of :func:`least_of_cell`, and the bound
    that :func:`least_of_set` gives."""
    if len(stakes) == 0:
        return bound
    if not stakes.announces:
        # A cell is summed up like a set.
        return bound
    return max(bound, _stakes_of_set(least, stakes, branches, left, candidates, queue))


@inlined
def enter_cell(
    stakes: Any, place: int, secret: int, cost: NDArray[np.int64], last: NDArray[np.int64], cell: int
) -> None:
    """Add a secret to a cell that holds ``place`` heavier ones: to its ``cost[cell]``, with ``last[cell]`` as scratch.

    Without stakes the number of secrets is enough. With classes ``last[cell]`` is the class of the cell, -1 for many.
    """
    if len(stakes) > 0:
        if place == 0:
            cost[cell] = 0
        if stakes.by_class:
            cost[cell] += stakes.worth[secret]
            if place == 0:
                last[cell] = stakes.kind[secret]
            elif last[cell] != stakes.kind[secret]:
                last[cell] = -1
        elif stakes.announces:
            cost[cell] += stakes.worth[secret]
            last[cell] = stakes.worth[secret]
        else:
            cost[cell] += stakes.leaf[secret] + stakes.worth[secret] * stakes.rounds[place]


@inlined
def least_of_cell(least: NDArray[np.int64], stakes: Any, size: int, cost: int, last: int) -> int:
    """The least cost of a cell of ``size`` secrets that :func:`enter_cell` has summed up; ``least`` is one row."""
    if len(stakes) == 0:
        counted: int = least[size]
        return counted
    if stakes.by_class:
        # One question at least, unless all are of one class.
        counted = size * least[1] if last >= 0 else least[2] + cost
        return min(counted, never(stakes))
    counted = least[size]
    if stakes.announces:
        if size < 2:
            return counted
        # The lightest came last. All pay its worth for each question, and the rest of theirs once.
        return min(counted + cost - size * last + last * stakes.rounds[size], never(stakes))
    return min(counted + cost, never(stakes))


@inlined
def sizes_tell(stakes: Any) -> bool:
    """Whether what the cells of a guess cost at least follows from their sizes: all secrets weigh the same."""
    return len(stakes) == 0 or len(stakes.of_size) > 0


@inlined
def beside_cells(unit: int, stakes: Any, guess: int, candidate: bool, size: int, mass: int, leaves: int) -> int:
    """What a guess costs beside :func:`least_of_size` of its cells, where sizes tell. ``leaves`` is what finding all
    candidates costs (:func:`leaves_of`); a guess that is a candidate finds itself."""
    cost = cost_of_asking(unit, stakes, guess, size, mass)
    if len(stakes) > 0:
        cost += leaves
        if candidate and not stakes.announces:
            # All weigh the same, so secret 0 has the weight of every other.
            cost -= stakes.worth[0] + (stakes.asking[guess] - stakes.cheapest) * stakes.weights[0]
    return cost


@inlined
def leaves_of(stakes: Any, candidates: NDArray[np.int32]) -> int:
    """What finding each secret of a set costs once no other is left; 0 without stakes, where nothing asks for it."""
    leaves: int = 0
    if len(stakes) > 0:
        for secret in candidates:
            leaves += stakes.leaf[secret]
    return leaves


@inlined
def least_of_size(least: NDArray[np.int64], stakes: Any, size: int) -> int:
    """What a cell of ``size`` secrets costs at least, without their leaves; ``least`` is one row."""
    counted: int = least[size]
    if len(stakes) > 0:
        counted = min(counted + stakes.of_size[size], never(stakes))
    return counted


@inlined
def estimate_of_size(estimate: NDArray[np.int64], stakes: Any, size: int) -> int:
    """What a cell of ``size`` secrets adds to the estimate of a guess, where the size is enough for an estimate."""
    estimated: int = estimate[size]
    if len(stakes) > 0:
        estimated *= stakes.share[0] * size
    return estimated


@inlined
def estimate_of_asking(stakes: Any, guess: int) -> int:
    """What asking a question adds to its estimate."""
    if len(stakes) == 0:
        return 0
    estimated: int = SHARES * stakes.dear[guess]
    return estimated


@inlined
def sum_of(stakes: Any, cost: int, more: int) -> int:
    """The sum of two costs, kept from running over."""
    if len(stakes) == 0:
        return cost + more
    return min(cost + more, never(stakes))


@borrowing
def bound_of_level(
    even: NDArray[np.int64], unit: int, next_left: int, size: int, cells: int, candidate: bool, most: int
) -> int:
    """The least cost of a guess with ``cells`` cells, including the solved one; at most ``most``. ``even`` is convex,
    so an even spread of the candidates is cheapest."""
    rest = size - candidate
    others = cells - candidate
    if others == 0:
        return unit * size if rest == 0 else most
    low, larger = divmod(rest, others)
    if even[next_left, low + (larger > 0)] >= most:
        return most
    cost = unit * size + (others - larger) * even[next_left, low]
    if larger:
        cost += larger * even[next_left, low + 1]
    return min(cost, most)


@borrowing
def _stakes_of_guess(
    even: NDArray[np.int64],
    unit: int,
    stakes: Any,
    next_left: int,
    candidates: NDArray[np.int32],
    cells: int,
    candidate: bool,
) -> int:
    """The least cost of a guess with ``cells`` cells where secrets are guessed, whatever guess and candidate it is."""
    size = len(candidates)
    counted = bound_of_level(even, 0, next_left, size, cells, candidate, never(stakes))
    if counted >= never(stakes):
        return counted
    others = cells - candidate
    mass: int = 0
    most_saved: int = 0
    entered, row = 0, 0
    for place in range(size):
        secret = candidates[place]
        mass += stakes.weights[secret]
        counted += stakes.leaf[secret]
        most_saved = max(most_saved, stakes.leaf[secret])
        if place >= candidate and others > 0:
            # The cells take one secret each, then another one each.
            if entered == others:
                entered, row = 0, row + 1
            entered += 1
            counted += stakes.worth[secret] * stakes.rounds[row]
    if candidate:
        counted -= most_saved
    return min(counted + unit * size + stakes.cheapest * mass, never(stakes))


@borrowing
def _stakes_of_question(
    problem: Problem, stakes: Any, next_left: int, candidates: NDArray[np.int32], cells: int
) -> int:
    """The least cost of a question with ``cells`` cells where secrets are announced.

    Of more secrets than cells, at most K - 1 stand in a cell of their own: all others pay for one question more. Where
    secrets have classes, each cell may be of one class.
    """
    size = len(candidates)
    if stakes.by_class:
        return min(problem.unit * size + stakes.cheapest * mass_of(stakes, candidates), never(stakes))
    counted = bound_of_level(problem.even, 0, next_left, size, cells, False, never(stakes))
    if counted >= never(stakes):
        return counted
    lightest = stakes.worth[candidates[size - 1]]
    mass: int = 0
    for place in range(size):
        worth = stakes.worth[candidates[place]]
        mass += stakes.weights[candidates[place]]
        if size > cells and place >= cells - 1:
            counted += worth - lightest
    low, larger = divmod(size, cells)
    # Each question below splits one of the cells into no more than this number of others.
    most = max(1, problem.source.response_count - 2)
    below = (cells - larger) * stakes.even[low] + (size - cells + most - 1) // most
    if larger:
        below += larger * stakes.even[low + 1]
    return min(counted + lightest * below + problem.unit * size + stakes.cheapest * mass, never(stakes))


@borrowing
def bound_of_question(problem: Problem, stakes: Any, next_left: int, candidates: NDArray[np.int32], cells: int) -> int:
    """The least cost of a question with ``cells`` cells where secrets are announced."""
    if len(stakes) == 0:
        size = len(candidates)
        # Each question below splits one of the cells into no more than this number of others.
        most = max(1, problem.source.response_count - 2)
        below = (size - cells + most - 1) // most
        cost = bound_of_level(problem.even, problem.unit, next_left, size, cells, False, never(stakes))
        return min(cost + problem.unit * below, never(stakes))
    return _stakes_of_question(problem, stakes, next_left, candidates, cells)


@inlined
def bound_of_guess(
    even: NDArray[np.int64],
    unit: int,
    stakes: Any,
    next_left: int,
    candidates: NDArray[np.int32],
    cells: int,
    candidate: bool,
) -> int:
    """The least cost of a guess with ``cells`` cells where secrets are guessed."""
    if len(stakes) == 0:
        return bound_of_level(even, unit, next_left, len(candidates), cells, candidate, never(stakes))
    return _stakes_of_guess(even, unit, stakes, next_left, candidates, cells, candidate)


@borrowing
def bounds_of_levels(
    problem: Problem, stakes: Any, next_left: int, candidates: NDArray[np.int32], level: int, other_level: int
) -> tuple[int, int]:
    """The least costs of a candidate with ``level`` cells, and of another guess with ``other_level``."""
    as_candidate = as_other = never(stakes)
    if problem.announces:
        # A candidate is a question like the others.
        if problem.candidates_only:
            as_candidate = bound_of_question(problem, stakes, next_left, candidates, level)
        else:
            as_other = bound_of_question(problem, stakes, next_left, candidates, other_level)
        return as_candidate, as_other
    even, unit = problem.even, problem.unit
    as_candidate = bound_of_guess(even, unit, stakes, next_left, candidates, level, True)
    if not problem.candidates_only:
        as_other = bound_of_guess(even, unit, stakes, next_left, candidates, other_level, False)
    return as_candidate, as_other


def least_of(problem: Problem, left: int, candidates: NDArray[np.int32]) -> int:
    """:func:`least_of_set`, for Python."""
    if not problem.stakes:
        return int(problem.least[left, len(candidates)])
    queue = np.empty(2 * len(problem.words), dtype=np.uint64)
    branches = problem.source.response_count - 1
    return int(_saved_stakes_of_set(problem.least, problem.stakes, branches, left, candidates, queue))


def asking(problem: Problem, guess: int, candidates: NDArray[np.int32]) -> int:
    """:func:`cost_of_asking`, for Python."""
    if not problem.stakes:
        return problem.unit * len(candidates)
    weights = problem.stakes.weights[candidates]
    return problem.unit * len(candidates) + int(problem.stakes.asking[guess]) * int(weights.sum())


def rank_of(problem: Problem, guess: int, cells: Sequence[NDArray[np.int32]]) -> int:
    """The estimate of a guess with the given cells, to be compared with that of others."""
    if not problem.stakes:
        return sum(int(problem.estimate[len(cell)]) for cell in cells)
    if problem.stakes.by_class:
        cells = [cell for cell in cells if not plain(is_certain)(problem.stakes, cell, 0)]
    shares = (int(problem.stakes.share[cell].sum()) * int(problem.estimate[len(cell)]) for cell in cells)
    return SHARES * int(problem.stakes.dear[guess]) + sum(shares)
