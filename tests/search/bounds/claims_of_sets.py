"""What a set of secrets costs at least, by its size and its stakes."""

from __future__ import annotations

import numpy as np
from claims import Claim, Wanted, about_sets
from inpython import in_python
from regimes import EVEN, LOST, REGIMES, Case, State

from strategist.search.bounds import equal_weights, lost, regime
from strategist.search.bounds.regime import least_of


@about_sets
def of_set(made: Case, state: State) -> int:
    """``least_of``, the same function for Python."""
    return least_of(made.problem, state.left, state.candidates)


def _summed_up(made: Case, state: State) -> tuple[int, int]:
    cost, last = np.zeros((2, 1), dtype=np.int64)
    for place, secret in enumerate(state.candidates):
        in_python(regime.enter_cell)(made.problem.stakes, place, int(secret), cost, last, 0)
    return int(cost[0]), int(last[0])


def _of_cell(made: Case, state: State) -> int:
    problem = made.problem
    row = problem.least[state.left]
    return int(in_python(regime.least_of_cell)(row, problem.stakes, len(state.candidates), *_summed_up(made, state)))


@about_sets
def of_cell(made: Case, state: State) -> int:
    """``least_of_cell`` of what ``enter_cell`` has summed up."""
    return _of_cell(made, state)


@about_sets
def nearer(made: Case, state: State) -> int:
    """``nearer_of_set``, of the bound of a cell."""
    problem = made.problem
    branches = problem.source.response_count - 1
    bound = in_python(regime.nearer_of_set)(
        problem.least, problem.stakes, branches, state.left, state.candidates, made.scratch, _of_cell(made, state)
    )
    assert bound >= least_of(problem, state.left, state.candidates) or not problem.announces
    return int(bound)


@about_sets
def of_size(made: Case, state: State) -> int | None:
    """``least_of_size`` and ``leaves_of``, where sizes tell."""
    problem, stakes = made.problem, made.problem.stakes
    if not in_python(equal_weights.sizes_tell)(stakes):
        return None
    counted = in_python(equal_weights.least_of_size)(problem.least[state.left], stakes, len(state.candidates))
    return min(int(counted + in_python(equal_weights.leaves_of)(stakes, state.candidates)), problem.infeasible)


@about_sets
def certain(made: Case, state: State) -> int | None:
    """``least_of_set`` where ``is_certain`` says that it is the cost."""
    problem = made.problem
    known = in_python(regime.is_certain)(problem.stakes, state.candidates, problem.known_size)
    return least_of(problem, state.left, state.candidates) if known else None


@about_sets
def certain_cell(made: Case, state: State) -> int | None:
    """``least_of_cell`` where ``is_certain_cell`` says that it is the cost."""
    problem, size = made.problem, len(state.candidates)
    if problem.limited and problem.gone != (0, 0) and made.ends(state) and not made.game.announces:
        # Such a cell is not split off: the best last guess is known.
        return None
    last = _summed_up(made, state)[1]
    known = in_python(regime.is_certain_cell)(problem.stakes, size, last, problem.known_size)
    return _of_cell(made, state) if known else None


@about_sets
def of_last(made: Case, state: State) -> int | None:
    """``cost_of_last_guess``, with at most one guess left, where secrets may be lost."""
    problem = made.problem
    if not (made.counts.loses and len(state.candidates) > 1 and made.ends(state)):
        return None
    bound = least_of(problem, state.left, state.candidates)
    return in_python(lost.cost_of_last_guess)(problem, problem.stakes, state.left, state.candidates, bound)


WANTED: dict[Claim, Wanted] = {
    of_set: Wanted(REGIMES, {"classes": 0.8, "lost, chances": 0.55, "costs": 0.5, "": 0.7}),
    of_cell: Wanted(REGIMES, {"lost, chances": 0.4, "costs": 0.5, "": 0.7}),
    nearer: Wanted(REGIMES, {"classes": 0.8, "lost, chances": 0.4, "costs": 0.5, "": 0.7}),
    of_size: Wanted(EVEN, {"costs": 0.6, "": 0.7}),
    certain: Wanted(REGIMES, {"": 1}, pairs=30),
    certain_cell: Wanted(REGIMES, {"": 1}, pairs=15),
    of_last: Wanted(LOST, {"": 1}, pairs=8),
}
