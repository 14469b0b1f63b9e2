"""What a guess costs at least, by its number of cells, by their sizes, and by what they hold."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from claims import Claim, Pairs, Wanted, about_guesses, about_sets
from inpython import in_python
from regimes import EVEN, REGIMES, Case, State

from strategist.search.bounds import equal_weights, question_costs, regime
from strategist.search.exact import look, order, split
from strategist.search.run.branches import Branch


def _mass(made: Case, state: State) -> int:
    return int(in_python(question_costs.mass_of)(made.problem.stakes, state.candidates))


def _asking(made: Case, state: State, guess: int) -> int:
    problem, size = made.problem, len(state.candidates)
    unit, mass = made.unit(state), _mass(made, state)
    cost = int(in_python(question_costs.cost_of_asking)(unit, problem.stakes, guess, size, mass))
    assert cost == question_costs.asking(problem, guess, made.next_left(state), state.candidates)
    assert cost == made.brute.asking(guess, state.mask, made.left(state))
    return cost


def _levels(made: Case, state: State, level: int, other: int) -> tuple[int, int]:
    problem = made.problem
    found = in_python(regime.bounds_of_levels)(
        problem, problem.stakes, made.next_left(state), state.candidates, level, other
    )
    return int(found[0]), int(found[1])


@about_guesses
def by_number(made: Case, state: State, guess: int) -> int:
    """``bounds_of_levels`` with ``dearer_by``: the bound of a guess before it is split."""
    level = made.cells(state, guess)
    own = made.is_candidate(state, guess) and (not made.game.announces or made.candidates_only)
    dearer = int(in_python(question_costs.dearer_by)(made.problem.stakes, guess, _mass(made, state)))
    return min(_levels(made, state, level, level)[0 if own else 1] + dearer, made.problem.infeasible)


@about_sets
def two_plies(made: Case, state: State) -> int | None:
    """``two_plies``: ``bounds_of_levels`` for the most cells of any candidate and of any guess, the bound of a set."""
    problem, told = made.problem, {guess: made.cells(state, guess) for guess in made.tried(state)}
    if not told:
        return None
    own = max((level for guess, level in told.items() if made.is_candidate(state, guess)), default=max(told.values()))
    arguments = problem, problem.stakes, state.candidates, made.next_left(state), own, max(told.values())
    return in_python(look.two_plies)(*arguments)


def fewer_cells(made: Case, state: State) -> Pairs:
    """With fewer cells no guess costs less: a visit of the guesses by their number of cells ends early."""
    if made.tried(state):
        most = min(len(state.candidates), made.game.response_count)
        bounds = [min(_levels(made, state, level, level)) for level in range(2, most + 1)]
        for fewer, more in pairwise(bounds):
            yield more, fewer


@about_guesses
def of_split(made: Case, state: State, guess: int) -> int:
    """``split``: what a guess costs by the stakes of its cells."""
    problem, desk, next_left = made.problem, made.workers.desks[0], made.next_left(state)
    cost, used = in_python(split.split)(problem, problem.stakes, desk, 0, state.candidates, guess, next_left)
    assert used == made.cells(state, guess) - made.is_candidate(state, guess) * (not made.game.announces)
    return min(int(cost) + _asking(made, state, guess), problem.infeasible)


@about_guesses
def of_listed(made: Case, state: State, guess: int) -> int:
    """``_cost_by_candidates``: the same before a guess is split."""
    problem, desk = made.problem, made.workers.desks[0]
    arguments = problem, problem.stakes, desk, 0, state.candidates, guess, made.next_left(state)
    return min(
        int(in_python(order._cost_by_candidates)(*arguments)[0]) + _asking(made, state, guess), problem.infeasible
    )


@about_guesses
def by_sizes(made: Case, state: State, guess: int) -> int | None:
    """``beside_cells`` and ``least_of_size`` of the cells, where sizes tell."""
    problem, stakes, size, mass = made.problem, made.problem.stakes, len(state.candidates), _mass(made, state)
    if not in_python(equal_weights.sizes_tell)(stakes):
        return None
    leaves, candidate = in_python(equal_weights.leaves_of)(stakes, state.candidates), made.is_candidate(state, guess)
    cost = in_python(equal_weights.beside_cells)(made.unit(state), stakes, guess, candidate, size, mass, leaves)
    least = problem.least[made.next_left(state)]
    for response, cell in made.brute.cells(state.mask, guess).items():
        if response != made.brute.solved:
            counted = in_python(equal_weights.least_of_size)(least, stakes, cell.bit_count())
            cost = in_python(regime.sum_of)(stakes, cost, counted)
    return min(int(cost), problem.infeasible)


def by_bends(made: Case, state: State) -> Pairs:
    """``find_bends`` and ``add_costs``: the same, without ``least_of_size``, for all guesses at once."""
    problem = made.problem
    stakes, size = problem.stakes, len(state.candidates)
    guesses = made.tried(state)
    if not guesses:
        return
    least, bends = problem.least[made.next_left(state)], np.zeros((2, 8), dtype=np.uint16)
    count = in_python(equal_weights.find_bends)(least, stakes, size, bends)
    assert not (count and len(stakes))
    if count:
        sizes = np.zeros((made.game.response_count, len(guesses)), dtype=np.uint16)
        for column, guess in enumerate(guesses):
            for response, cell in made.brute.cells(state.mask, guess).items():
                sizes[response, column] = cell.bit_count() if response != made.brute.solved else 0
        costs = np.ones(len(guesses), dtype=np.uint16)
        in_python(equal_weights.add_costs)(sizes, bends, count, costs)
        assert costs.tolist() == least[sizes].sum(axis=0).tolist()
        for guess, cost in zip(guesses, costs.tolist(), strict=True):
            yield int(cost) + _asking(made, state, guess), made.cost_of_guess(state, guess)


def of_branch(made: Case, state: State) -> Pairs:
    """``Branch``: a first guess, at any set."""
    last = made.problem.limited and state.left == 0
    if len(state.candidates) > 1 and not made.brute.pure(state.mask) and not last:
        for guess in made.guesses(state):
            branch = Branch(made.workers, made.problem, state.path, state.candidates, guess, state.left)
            truth = made.cost_of_guess(state, guess)
            assert not branch.solved or branch.cost == min(truth, made.problem.infeasible), made.told(state)
            yield branch.cost, truth


WANTED: dict[Claim, Wanted] = {
    by_number: Wanted(REGIMES, {"classes": 0.5, "lost": 0.5, "costs": 0.5, "chances": 0.6, "": 0.7}),
    two_plies: Wanted(REGIMES, {"costs": 0.3, "": 0.6}, pairs=30),
    fewer_cells: Wanted(REGIMES, {"lost": 0.05, "": 0.1}, pairs=15),
    of_split: Wanted(REGIMES, {"lost, chances": 0.55, "costs": 0.65, "": 0.8}),
    of_listed: Wanted(REGIMES, {"lost, chances": 0.55, "costs": 0.65, "": 0.8}),
    by_sizes: Wanted(EVEN, {"costs": 0.7, "": 0.8}),
    by_bends: Wanted(EVEN, {"": 0.7}, pairs=10),
    of_branch: Wanted(REGIMES, {"lost, chances": 0.75, "costs": 0.7, "": 0.8}),
}
