"""What counting says of every set of a size, and the tables that the other bounds are made of."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest
from brute import NEVER, Brute, Counts
from claims import Claim, Held, Pairs, Wanted, assert_held, assert_teeth, listed
from inpython import in_python
from regimes import ANNOUNCED, ASKED, EVEN, REGIMES, STAKES, Case, State, case

from strategist.search.bounds import uniform
from strategist.search.bounds.announced import huffman
from strategist.search.bounds.counting import even_questions, least_costs, least_questions
from strategist.search.bounds.lost import surely_gone
from strategist.search.bounds.regime import least_of
from strategist.search.state.options import Options
from strategist.search.state.problem import SHARED_CELLS, Problem
from strategist.search.state.start import whole_game
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.workers import Workers


def of_any_game(made: Case, state: State) -> Pairs:
    """``least_costs`` without ``room``, or ``least_questions``: the table by size alone."""
    problem = made.problem
    if not problem.stakes:
        unit, extra, limit, _, gone, tariff = made.counts
        count, branches = len(made.game.secrets), made.game.response_count - 1
        lost = gone[0] if made.counts.loses else None
        if made.game.announces:
            row = least_questions(count, branches, unit, extra, limit, gone=lost)[state.left]
        else:
            row = least_costs(count, branches, unit, extra, limit, gone=lost, tariff=tariff)[state.left]
        assert row[len(state.candidates)] <= problem.least[state.left, len(state.candidates)]
        yield int(row[len(state.candidates)]), made.cost(state)


def of_even(made: Case, state: State) -> Pairs:
    """``even_questions``, the convex table below the least questions."""
    if not made.problem.stakes:
        even = int(made.problem.even[state.left, len(state.candidates)])
        assert even <= made.problem.least[state.left, len(state.candidates)]
        yield even, made.cost(state)


def of_even_cells(made: Case, state: State) -> Pairs:
    """``even_questions`` of the cells of a question, with ``questions_below`` for those further down."""
    problem = made.problem
    if problem.stakes or len(state.candidates) < 2 or made.ends(state):
        return
    for guess in made.guesses(state):
        sizes = [cell.bit_count() for cell in made.brute.cells(state.mask, guess).values()]
        below = in_python(uniform.questions_below)(len(state.candidates), len(sizes), made.game.response_count)
        unit = 0 if made.counts.tariff else problem.unit
        bound = made.unit(state) * len(state.candidates) + unit * below
        bound += sum(int(problem.even[made.next_left(state), size]) for size in sizes)
        yield min(bound, problem.infeasible), made.cost_of_guess(state, guess)


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
    workers = Workers(made.game, whole_game(made.game), Options(), StopSignal(np.zeros(SHARED_CELLS, dtype=np.int64)))
    return workers.problem(made.counts.unit, 0, None, scale=made.counts.scale)


def going_on(made: Case, state: State) -> Pairs:
    """``surely_gone`` for each secret that is lost, beside the bound of a tree that goes on until all are found.

    The bound is compared with what is beyond the questions that going on may take at most.
    """
    if made.problem.stakes:
        weights, unit, scale = made.workers.weights, made.counts.unit, made.counts.scale
        each = surely_gone(weights, np.ones(1, dtype=np.int64), unit, scale, made.counts.gone)
        lost = made.brute.fewest_lost(state.mask, state.left, state.past)
        bound = least_of(_without_turns((made.regime, made.number)), 0, state.candidates) + each * lost
        yield bound, made.cost(state)


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


@pytest.mark.parametrize("held", listed(WANTED))
def test_no_bound_exceeds_the_truth(held: Held) -> None:
    assert_held(held)


@pytest.mark.parametrize("held", listed(WANTED))
def test_a_bound_that_is_one_too_large_is_noticed(held: Held) -> None:
    assert_teeth(held)


@pytest.mark.parametrize("branches", [2, 3, 4])
def test_no_tree_of_leaves_costs_less_than_that_of_huffman(branches: int) -> None:
    """``huffman`` is exact."""

    @cache
    def best(worths: tuple[int, ...]) -> int:
        return 0 if len(worths) < 2 else sum(worths) + parted(worths, branches)

    @cache
    def parted(worths: tuple[int, ...], cells: int) -> int:
        """The least cost of some leaves in so many cells at most, not all in the first."""
        if cells == 1 or len(worths) < 2:
            return best(worths) if len(worths) < 2 or cells < branches else NEVER
        found = NEVER
        first, rest = worths[0], worths[1:]
        for chosen in range(1 << len(rest)):
            own = (first, *(each for place, each in enumerate(rest) if chosen >> place & 1))
            others = tuple(each for place, each in enumerate(rest) if not chosen >> place & 1)
            if others or cells < branches:
                found = min(found, best(own) + (parted(others, cells - 1) if others else 0))
        return found

    random = Random(branches)
    for _ in range(40):
        worths = sorted((random.randint(1, 9) for _ in range(random.randint(1, 7))), reverse=True)
        queue = np.array(worths + [0] * len(worths), dtype=np.uint64)
        assert in_python(huffman)(queue, len(worths), branches) == best(tuple(worths))


@pytest.mark.parametrize("branches", [2, 3])
def test_no_table_of_questions_is_below_its_convex_one(branches: int) -> None:
    for unit, extra, limit in ((1, 0, None), (1, 0, 3), (0, 1, 3), (7, 1, 4)):
        even = even_questions(20, branches, unit, extra, limit)
        assert np.all(even <= least_questions(20, branches, unit, extra, limit))
