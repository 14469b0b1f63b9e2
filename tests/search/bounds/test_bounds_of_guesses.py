"""What a guess costs at least, by its number of cells, by their sizes, and by what they hold."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from claims import Claim, Held, Pairs, Wanted, assert_held, assert_teeth, listed
from inpython import in_python
from regimes import EVEN, REGIMES, Case, State

from strategist.search.bounds import equal_weights, question_costs, regime
from strategist.search.exact import look, order, split
from strategist.search.tasks.branch import Branch


def _mass(made: Case, state: State) -> int:
    return int(in_python(question_costs.mass_of)(made.problem.stakes, state.candidates))


def _asking(made: Case, state: State, guess: int) -> int:
    problem, size = made.problem, len(state.candidates)
    unit, mass = made.unit(state), _mass(made, state)
    cost = int(in_python(question_costs.cost_of_asking)(unit, problem.stakes, guess, size, mass))
    assert cost == question_costs.asking(problem, guess, made.next_left(state), state.candidates)
    assert cost == made.brute.asking(guess, state.mask, made.left(state))
    return cost


def _guessed(made: Case, state: State) -> bool:
    """Whether the search tries guesses at a set."""
    return len(state.candidates) > 1 and not made.brute.pure(state.mask) and not made.ends(state)


def _levels(made: Case, state: State, level: int, other: int) -> tuple[int, int]:
    problem = made.problem
    found = in_python(regime.bounds_of_levels)(
        problem, problem.stakes, made.next_left(state), state.candidates, level, other
    )
    return int(found[0]), int(found[1])


def by_number(made: Case, state: State) -> Pairs:
    """``bounds_of_levels`` with ``dearer_by``: the bound of a guess before it is split."""
    if _guessed(made, state):
        for guess in made.guesses(state):
            level = made.cells(state, guess)
            if level > 1:
                bounds = _levels(made, state, level, level)
                own = made.is_candidate(state, guess) and (not made.game.announces or made.candidates_only)
                dearer = int(in_python(question_costs.dearer_by)(made.problem.stakes, guess, _mass(made, state)))
                bound = min(bounds[0 if own else 1] + dearer, made.problem.infeasible)
                yield bound, made.cost_of_guess(state, guess)


def two_plies(made: Case, state: State) -> Pairs:
    """``two_plies``: ``bounds_of_levels`` for the most cells of any candidate and of any guess, the bound of a set."""
    if _guessed(made, state):
        told = [(made.cells(state, guess), made.is_candidate(state, guess)) for guess in made.guesses(state)]
        level = max((count for count, _ in told), default=1)
        level_of_candidates = max((count for count, own in told if own), default=level)
        if level > 1:
            problem = made.problem
            bound = in_python(look.two_plies)(
                problem, problem.stakes, state.candidates, made.next_left(state), level_of_candidates, level
            )
            yield int(bound), made.cost(state)


def fewer_cells(made: Case, state: State) -> Pairs:
    """With fewer cells no guess costs less: a visit of the guesses by their number of cells ends early."""
    if _guessed(made, state):
        most = min(len(state.candidates), made.game.response_count)
        bounds = [min(_levels(made, state, level, level)) for level in range(2, most + 1)]
        for fewer, more in pairwise(bounds):
            yield more, fewer


def of_split(made: Case, state: State) -> Pairs:
    """``split``: what a guess costs by the stakes of its cells."""
    if not _guessed(made, state):
        return
    problem, desk, next_left = made.problem, made.workers.desks[0], made.next_left(state)
    for guess in made.guesses(state):
        cost, used = in_python(split.split)(problem, problem.stakes, desk, 0, state.candidates, guess, next_left)
        assert used == made.cells(state, guess) - made.is_candidate(state, guess) * (not made.game.announces)
        bound = min(int(cost) + _asking(made, state, guess), problem.infeasible)
        yield bound, made.cost_of_guess(state, guess)


def of_listed(made: Case, state: State) -> Pairs:
    """``_cost_by_candidates``: the same before a guess is split."""
    if _guessed(made, state):
        problem, desk, next_left = made.problem, made.workers.desks[0], made.next_left(state)
        for guess in made.guesses(state):
            found = in_python(order._cost_by_candidates)(
                problem, problem.stakes, desk, 0, state.candidates, guess, next_left
            )
            bound = min(int(found[0]) + _asking(made, state, guess), problem.infeasible)
            yield bound, made.cost_of_guess(state, guess)


def by_sizes(made: Case, state: State) -> Pairs:
    """``beside_cells`` and ``least_of_size`` of the cells, where sizes tell."""
    problem = made.problem
    stakes, size, mass = problem.stakes, len(state.candidates), _mass(made, state)
    if _guessed(made, state) and in_python(equal_weights.sizes_tell)(stakes):
        leaves = in_python(equal_weights.leaves_of)(stakes, state.candidates)
        for guess in made.guesses(state):
            candidate = made.is_candidate(state, guess)
            cost = in_python(equal_weights.beside_cells)(made.unit(state), stakes, guess, candidate, size, mass, leaves)
            for response, cell in made.brute.cells(state.mask, guess).items():
                if response != made.brute.solved:
                    least = problem.least[made.next_left(state)]
                    counted = in_python(equal_weights.least_of_size)(least, stakes, cell.bit_count())
                    cost = in_python(regime.sum_of)(stakes, cost, counted)
            yield min(int(cost), problem.infeasible), made.cost_of_guess(state, guess)


def by_bends(made: Case, state: State) -> Pairs:
    """``find_bends`` and ``add_costs``: the same, without ``least_of_size``, for all guesses at once."""
    problem = made.problem
    stakes, size = problem.stakes, len(state.candidates)
    if not _guessed(made, state):
        return
    least, bends = problem.least[made.next_left(state)], np.zeros((2, 8), dtype=np.uint16)
    count = in_python(equal_weights.find_bends)(least, stakes, size, bends)
    assert not (count and len(stakes))
    if count:
        guesses = list(made.guesses(state))
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


@pytest.mark.parametrize("held", listed(WANTED))
def test_no_bound_exceeds_the_truth(held: Held) -> None:
    assert_held(held)


@pytest.mark.parametrize("held", listed(WANTED))
def test_a_bound_that_is_one_too_large_is_noticed(held: Held) -> None:
    assert_teeth(held)
