"""A look at the candidates of a set as guesses: some of them may tell all the others apart."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.question_costs import cost_of_asking, mass_of
from strategist.search.bounds.regime import bound_of_guess, bound_of_question
from strategist.search.bounds.stakes import never
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.state.problem import Problem, Scratch


@borrowing
def count_cells_of_guess(
    answers: NDArray[Any], candidates: NDArray[np.int32], guess: int, met: NDArray[np.int64], enough: int
) -> int:
    """The number of cells of one guess, or any number up to ``enough`` if it has no more. ``met`` is scratch."""
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
def bound_by_candidates(
    problem: Problem, stakes: Any, next_left: int, candidates: NDArray[np.int32], most: int
) -> tuple[int, bool]:
    """The least cost of a set whose candidates have at most ``most`` cells, and whether it is exact; without stakes."""
    least, unit, size = problem.least, problem.steps[next_left], len(candidates)
    infeasible = never(stakes)
    if problem.announces:
        if most == size:
            cost = unit * size + size * least[next_left, 1]
            return min(cost, infeasible), cost < infeasible
        # Another question may tell all of them apart.
        bound = bound_of_question(problem, stakes, next_left, candidates, most) if problem.candidates_only else 0
        return bound, False
    if most == size:
        # No guess is better than one that can be the secret and tells all others apart.
        cost = unit * size + (size - 1) * least[next_left, 1]
        return min(cost, infeasible), cost < infeasible
    # Every candidate leaves at least one cell of two; every other guess is wrong for all secrets.
    bound = bound_of_guess(problem.even, unit, stakes, next_left, candidates, most, True)
    if not problem.candidates_only:
        bound = min(bound, bound_of_guess(problem.even, unit, stakes, next_left, candidates, size, False))
    if most == size - 1:
        # One cell holds two secrets, all others one: the cost is known. In most cases no other guess beats it.
        cost = unit * size + (size - 3) * least[next_left, 1] + least[next_left, 2]
        return bound, cost <= bound and cost < infeasible
    return bound, False


@inlined
def _count_cells(
    answers: NDArray[Any],
    codes: NDArray[np.uint64],
    question_of_secret: NDArray[np.int32],
    candidates: NDArray[np.int32],
    place: int,
    scratch: NDArray[np.uint64],
    met: NDArray[np.int64],
    enough: int,
) -> int:
    """The number of cells of the candidate in this place, or any number up to ``enough`` if it has no more.

    ``scratch`` holds the codes of all candidates (:func:`_gather`).
    """
    if len(codes):
        size = len(candidates)
        places, symbols = scratch[place], scratch[size + place]
        occupied = np.uint64(0)
        for other in range(size):
            pair = popcount(places & scratch[other]) << 3 | popcount(symbols & scratch[size + other])
            occupied |= np.uint64(1) << np.uint64(pair)
        return popcount(occupied)
    guess = int(question_of_secret[candidates[place]])
    return count_cells_of_guess(answers, candidates, guess, met, enough)


@inlined
def _gather(codes: NDArray[np.uint64], candidates: NDArray[np.int32], scratch: NDArray[np.uint64]) -> None:
    """Copy the codes of the candidates, if the game has codes."""
    if len(codes):
        for place in range(len(candidates)):
            scratch[place] = codes[candidates[place], 0]
            scratch[len(candidates) + place] = codes[candidates[place], 1]


@borrowing
def best_candidate(
    answers: NDArray[Any],
    codes: NDArray[np.uint64],
    question_of_secret: NDArray[np.int32],
    candidates: NDArray[np.int32],
    scratch: NDArray[np.uint64],
    met: NDArray[np.int64],
) -> tuple[int, int]:
    """The largest number of cells of a candidate as a guess, and the first candidate that has it."""
    size = len(candidates)
    most, best = 0, -1
    _gather(codes, candidates, scratch)
    for place in range(size):
        count = _count_cells(answers, codes, question_of_secret, candidates, place, scratch, met, most)
        if count > most:
            most, best = count, int(question_of_secret[candidates[place]])
            if count == size:
                break
    return most, best


@inlined
def _alike(
    answers: NDArray[Any],
    codes: NDArray[np.uint64],
    candidates: NDArray[np.int32],
    guess: int,
    place: int,
    other: int,
) -> bool:
    """Whether a guess gets the same response for two candidates, by their places."""
    one, two = candidates[place], candidates[other]
    if len(codes):
        places, symbols = codes[guess, 0], codes[guess, 1]
        pair = popcount(places & codes[one, 0]) << 3 | popcount(symbols & codes[one, 1])
        return pair == popcount(places & codes[two, 0]) << 3 | popcount(symbols & codes[two, 1])
    return bool(answers[guess, one] == answers[guess, two])


@inlined
def _lighter_of_pair(
    answers: NDArray[Any], codes: NDArray[np.uint64], candidates: NDArray[np.int32], guess: int
) -> int:
    """The lighter secret of the only two that a guess does not tell apart."""
    for other in range(len(candidates) - 1, 0, -1):
        for place in range(other):
            if _alike(answers, codes, candidates, guess, place, other):
                return int(candidates[other])
    return -1


@borrowing
def _stakes_of_candidates(
    answers: NDArray[Any],
    codes: NDArray[np.uint64],
    question_of_secret: NDArray[np.int32],
    least: NDArray[np.int64],
    even: NDArray[np.int64],
    unit: int,
    known_size: int,
    most_cells: int,
    stakes: Any,
    scratch: NDArray[np.uint64],
    met: NDArray[np.int64],
    candidates: NDArray[np.int32],
    next_left: int,
) -> tuple[int, bool, int, int]:
    """:func:`look_at_candidates` where secrets are guessed.

    The cost of a candidate that tells all others apart is known. If one cell holds two secrets, the heavier of them
    comes first, so its cost is known as well, unless another question is cheaper than that. Any other candidate leaves
    secrets for which one more guess is needed: the lightest of them, at best. A candidate is the best guess of all if
    its known cost is no more than the bounds of all others.

    ``least`` is the row for ``next_left``. No other guess has more than ``most_cells`` cells; 0 if only candidates may
    be guessed.
    """
    size = len(candidates)
    infeasible = never(stakes)
    one, two = least[1], least[2]
    if one >= infeasible:
        return infeasible, False, -1, size
    mass = mass_of(stakes, candidates)
    alone: int = 0
    for secret in candidates:
        alone += stakes.leaf[secret]
    lightest = stakes.worth[candidates[size - 1]]
    best, best_guess, exact, most = infeasible, -1, False, 0
    _gather(codes, candidates, scratch)
    for place in range(size):
        secret = candidates[place]
        guess = int(question_of_secret[secret])
        enough = min(most, size - 2)
        counted = _count_cells(answers, codes, question_of_secret, candidates, place, scratch, met, enough)
        cells = max(enough, counted)
        most = max(most, cells)
        cost: int = cost_of_asking(unit, stakes, guess, size, mass) + alone - stakes.leaf[secret]
        known = cells == size
        if cells == size:
            cost += (size - 1) * one
        elif cells == size - 1 and known_size >= 2:
            known = two < infeasible
            cost += stakes.worth[_lighter_of_pair(answers, codes, candidates, guess)]
            cost = min(cost + (size - 3) * one + two, infeasible)
        else:
            cost += (size - cells) * lightest
        if cost < best or (cost == best and known and not exact):
            best, best_guess, exact = cost, guess, known
            if stakes.uniform and cells == size:
                # The candidates that follow are lighter: finding them first saves no more.
                break
    bound = best
    if not exact:
        bound = max(bound, bound_of_guess(even, unit, stakes, next_left, candidates, most, True))
    if most_cells:
        other = bound_of_guess(even, unit, stakes, next_left, candidates, min(size, most_cells), False)
        exact = exact and best <= other
        bound = min(bound, other)
    return bound, exact and bound < infeasible, best_guess, most


@borrowing
def _stakes_of_questions(
    problem: Problem, stakes: Any, desk: Scratch, candidates: NDArray[np.int32], next_left: int
) -> tuple[int, bool, int, int]:
    """:func:`look_at_candidates` where secrets are announced: no question costs less than one that is the cheapest and
    tells all of them apart."""
    size = len(candidates)
    infeasible = never(stakes)
    most, best, best_guess = 0, -1, -1
    questions = problem.source.question_of_secret
    _gather(problem.codes, candidates, desk.scratch)
    for place in range(size):
        guess = int(questions[candidates[place]])
        enough = min(most, size - 1)
        counted = _count_cells(
            problem.answers, problem.codes, questions, candidates, place, desk.scratch, desk.met, enough
        )
        most = max(most, counted)
        if counted == size and (best_guess < 0 or stakes.asking[guess] < best):
            best, best_guess = stakes.asking[guess], guess
            if best == stakes.cheapest:
                break
    if best == stakes.cheapest:
        cost: int = cost_of_asking(problem.unit, stakes, best_guess, size, mass_of(stakes, candidates))
        cost += size * problem.least[next_left, 1]
        return min(cost, infeasible), cost < infeasible, best_guess, most
    bound = bound_of_question(problem, stakes, next_left, candidates, most) if problem.candidates_only else 0
    return bound, False, best_guess, most


@inlined
def look_at_candidates(
    problem: Problem, stakes: Any, desk: Scratch, candidates: NDArray[np.int32], next_left: int
) -> tuple[int, bool, int, int]:
    """Test the candidates of a set as guesses: a bound, whether it is exact, the best candidate, and the most cells
    that a candidate has."""
    if len(stakes) == 0:
        most, guess = best_candidate(
            problem.answers, problem.codes, problem.source.question_of_secret, candidates, desk.scratch, desk.met
        )
        bound, exact = bound_by_candidates(problem, stakes, next_left, candidates, most)
        return bound, exact, guess, most
    if problem.announces:
        return _stakes_of_questions(problem, stakes, desk, candidates, next_left)
    return _stakes_of_candidates(
        problem.answers,
        problem.codes,
        problem.source.question_of_secret,
        problem.least[next_left],
        problem.even,
        problem.steps[next_left],
        problem.known_size,
        0 if problem.candidates_only else problem.source.response_count,
        stakes,
        desk.scratch,
        desk.met,
        candidates,
        next_left,
    )
