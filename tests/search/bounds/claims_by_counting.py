"""What counting says of every set of a size, and the tables that the other bounds are made of."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
from bothways import crew_of
from brute import NEVER, Brute, Counts
from claims import Claim, Pairs, Wanted, about_guesses, about_sets
from inpython import in_python
from numpy.typing import NDArray
from regimes import ANNOUNCED, ASKED, EVEN, REGIMES, STAKES, Case, State, case

from strategist.search.bounds import uniform
from strategist.search.bounds.counting import least_costs, least_questions
from strategist.search.bounds.lost import surely_gone
from strategist.search.bounds.regime import least_of
from strategist.search.bounds.spread_twice import room_of_two
from strategist.search.state.problem import Problem
from strategist.search.tasks.workers import Workers


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


def room_of_all_pairs(workers: Workers) -> NDArray[np.int64]:
    """``room_of_two`` of all pairs of questions, whatever the symmetries."""
    every = range(workers.source.question_count)
    respond = partial(workers.responses, candidates=workers.everything)
    return room_of_two(respond, workers.game.response_count, [(question, every) for question in every])


@cache
def _counted_by_two(made_of: tuple[str, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """``room_of_two`` of a case, and the table of its least costs by that."""
    made = case(*made_of)
    workers, (unit, extra, limit, _, gone, tariff) = made.workers, made.counts
    room, once = room_of_all_pairs(workers), workers._room_of_guesses
    branches, lost = made.game.response_count - 1, gone[0] if any(gone) else None
    least = least_costs(workers.count, branches, unit, extra, limit, once, made.problem.infeasible, lost, tariff, room)
    return room, least


def spread_twice(made: Case, state: State) -> Pairs:
    """``room_of_two``: the most secrets of a set that are found by second guesses or sent to their cells, so many to
    each at most."""
    room, _ = _counted_by_two((made.regime, made.number))
    brute = made.brute
    for first in made.guesses(state):
        for most in range(len(state.candidates) + 1):
            held = 0
            for cell, past in brute.below(first, state.mask, state.past):
                of_each = [0]
                for second in brute.guesses(cell, past):
                    sizes = {each: below.bit_count() for each, below in brute.cells(cell, second).items()}
                    found = sizes.pop(brute.solved, 0)
                    of_each.append(found + sum(min(size, most) for size in sizes.values()))
                held += max(of_each)
            yield held, int(room[most])


@about_sets
def of_two(made: Case, state: State) -> int | None:
    """``least_costs`` with ``room_of_two``."""
    if made.problem.stakes:
        return None
    _, table = _counted_by_two((made.regime, made.number))
    assert (table >= made.problem.least).all()
    return int(table[state.left, len(state.candidates)])


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
    spread_twice: Wanted([each for each in ASKED if "hard" not in each], {"": 0.02}),
    of_two: Wanted([each for each in EVEN if each in ASKED], {"": 0.7}),
    waiting: Wanted([each for each in STAKES if each in ASKED and "hard" not in each], {"": 0.8}),
    questions: Wanted([each for each in STAKES if each in ANNOUNCED], {"": 0.4}),
    going_on: Wanted(["asked, lost, chances", "announced, lost, chances"], {"": 0.4}),
}
