"""What counting says of every set of a size, and the tables that the other bounds are made of."""

from __future__ import annotations

from functools import cache

import numpy as np
from bothways import crew_of
from brute import NEVER, Brute, Counts
from claims import Claim, Pairs, Wanted, about_guesses, about_sets
from inpython import in_python
from regimes import ANNOUNCED, ASKED, EVEN, REGIMES, STAKES, Case, State, case

from strategist.search.bounds import uniform
from strategist.search.bounds.counting import least_costs, least_questions
from strategist.search.bounds.lost import surely_gone
from strategist.search.bounds.regime import least_of
from strategist.search.state.problem import Problem


@about_sets
def of_any_game(made: Case, state: State) -> int | None:
    """``least_costs`` without ``room``, or ``least_questions``: the table by size alone."""
    if made.problem.stakes:
        return None
    unit, extra, limit, _, gone, tariff = made.counts
    count, branches = len(made.game.secrets), made.game.response_count - 1
    lost = gone[0] if made.counts.loses else None
    if made.game.announces:
        row = least_questions(count, branches, unit, extra, limit, gone=lost)[state.left]
    else:
        row = least_costs(count, branches, unit, extra, limit, gone=lost, tariff=tariff)[state.left]
    assert row[len(state.candidates)] <= made.problem.least[state.left, len(state.candidates)]
    return int(row[len(state.candidates)])


@about_sets
def of_even(made: Case, state: State) -> int | None:
    """``even_questions``, the convex table below the least questions."""
    even, least = (int(table[state.left, len(state.candidates)]) for table in (made.problem.even, made.problem.least))
    assert made.problem.stakes or even <= least
    return None if made.problem.stakes else even


@about_guesses
def of_even_cells(made: Case, state: State, guess: int) -> int | None:
    """``even_questions`` of the cells of a question, with ``questions_below`` for those further down."""
    problem = made.problem
    if problem.stakes:
        return None
    sizes = [cell.bit_count() for cell in made.brute.cells(state.mask, guess).values()]
    below = in_python(uniform.questions_below)(len(state.candidates), len(sizes), made.game.response_count)
    unit = 0 if made.counts.tariff else problem.unit
    bound = made.unit(state) * len(state.candidates) + unit * below
    return min(bound + sum(int(problem.even[made.next_left(state), size]) for size in sizes), problem.infeasible)


def further_steps(made: Case, state: State) -> Pairs:
    """The table with which cells are compared is convex: each step is no larger than the next one."""
    if state is made.states[0]:
        for row in made.problem.even:
            steps = np.diff(row[row < made.problem.infeasible])[1 if made.game.announces else 0 :]
            yield from zip(steps[:-1].tolist(), steps[1:].tolist(), strict=True)


def spread(made: Case, state: State) -> Pairs:
    """``room_of``: the most secrets of a set that a guess sends to its cells, so many to each at most."""
    room = made.workers._room_of_guesses
    for guess in made.guesses(state):
        cells = made.brute.cells(state.mask, guess)
        sizes = [cell.bit_count() for response, cell in cells.items() if response != made.brute.solved]
        for most in range(1, len(state.candidates) + 1):
            yield sum(min(size, most) for size in sizes), int(room[most])


def waiting(made: Case, state: State) -> Pairs:
    """``rounds``: the guesses before the one that finds the next secret of a set, however they are found."""
    if made.problem.stakes:
        for place in range(len(state.candidates)):
            needed = next((left for left in range(12) if made.brute.most_found(state.mask, left) > place), NEVER)
            yield int(made.problem.stakes.rounds[place]), needed - 1


@cache
def _questions(made_of: tuple[str, int]) -> Brute:
    """The least questions of the sets of a case, each counting one."""
    made = case(*made_of)
    return Brute(made.game, Counts(1, 0, None), made.candidates_only)


def questions(made: Case, state: State) -> Pairs:
    """``rounds`` where secrets are announced: the least total; and ``even`` below it."""
    stakes, size = made.problem.stakes, len(state.candidates)
    if stakes:
        total = _questions((made.regime, made.number)).cost(state.mask, None, state.past)
        yield int(stakes.rounds[size]), total
        yield int(stakes.even[size]), int(stakes.rounds[size])


@cache
def _without_turns(made_of: tuple[str, int]) -> Problem:
    """The problem of a case where the turns do not end."""
    made = case(*made_of)
    return crew_of(made.game).problem(made.counts.unit, 0, None, scale=made.counts.scale)


@about_sets
def going_on(made: Case, state: State) -> int | None:
    """``surely_gone`` for each secret that is lost, beside the bound of a tree that goes on until all are found.

    The bound is compared with what is beyond the questions that going on may take at most.
    """
    if not made.problem.stakes:
        return None
    weights, unit, scale = made.workers.weights, made.counts.unit, made.counts.scale
    each = surely_gone(weights, np.ones(1, dtype=np.int64), unit, scale, made.counts.gone)
    lost = made.brute.fewest_lost(state.mask, state.left, state.past)
    return least_of(_without_turns((made.regime, made.number)), 0, state.candidates) + each * lost


WANTED: dict[Claim, Wanted] = {
    of_any_game: Wanted(EVEN, {"candidates, tariff": 0.6, "": 0.7}),
    of_even: Wanted([each for each in EVEN if each in ANNOUNCED], {"": 0.25}),
    of_even_cells: Wanted([each for each in EVEN if each in ANNOUNCED], {"lost": 0.5, "": 0.7}),
    further_steps: Wanted(REGIMES, {"tariff": 0.5, "": 0.65}),
    spread: Wanted(REGIMES, {"": 0.02}),
    waiting: Wanted([each for each in STAKES if each in ASKED and "hard" not in each], {"": 0.8}),
    questions: Wanted([each for each in STAKES if each in ANNOUNCED], {"": 0.4}),
    going_on: Wanted(["asked, lost, chances", "announced, lost, chances"], {"": 0.4}),
}
