"""The bounds of each regime by themselves, without the file that chooses among them."""

from __future__ import annotations

import pytest
from claims import Claim, Held, Pairs, Wanted, assert_held, assert_teeth, listed
from inpython import in_python
from regimes import ANNOUNCED, ASKED, CLASSES, EVEN, LOST, STAKES, Case, State

from strategist.search.bounds import announced, by_class, guessed, lost, uniform


def _tried(made: Case, state: State) -> list[tuple[int, int]]:
    """The guesses that the search tries at a set and that tell something, with their numbers of cells."""
    if len(state.candidates) < 2 or made.brute.pure(state.mask) or made.ends(state):
        return []
    told = [(guess, made.cells(state, guess)) for guess in made.guesses(state)]
    return [(guess, cells) for guess, cells in told if cells > 1]


def _counted(made: Case, state: State) -> int:
    """What the tables by size say of a set."""
    return int(made.problem.least[state.left, len(state.candidates)])


def _costs_finite(made: Case, state: State) -> bool:
    """Whether tables by size call a set at stake feasible, and secrets are found at the end."""
    ends = made.counts.loses and state.left == 0
    return bool(made.problem.stakes) and not ends and _counted(made, state) < made.problem.infeasible


def even_spread(made: Case, state: State) -> Pairs:
    """``even_spread``: a guess by its number of cells, where nothing is at stake and secrets are guessed."""
    problem, size = made.problem, len(state.candidates)
    if not problem.stakes:
        for guess, cells in _tried(made, state):
            own = made.is_candidate(state, guess)
            bound = in_python(uniform.even_spread)(
                problem.even, made.unit(state), made.next_left(state), size, cells, own, problem.infeasible
            )
            yield int(bound), made.cost_of_guess(state, guess)


def even_spread_of_question(made: Case, state: State) -> Pairs:
    """``even_spread_of_question``: a guess by its number of cells, where nothing is at stake and all are announced."""
    problem, size, responses = made.problem, len(state.candidates), made.game.response_count
    if not problem.stakes:
        for guess, cells in _tried(made, state):
            bound = in_python(uniform.even_spread_of_question)(
                problem.even, problem.unit, made.next_left(state), size, cells, responses, problem.infeasible
            )
            yield int(bound), made.cost_of_guess(state, guess)


def heaviest_first(made: Case, state: State) -> Pairs:
    """``heaviest_first``, the sum of ``cost_in_turn``: a set at stake whose secrets are guessed."""
    if _costs_finite(made, state):
        bound = in_python(guessed.heaviest_first)(made.problem.stakes, state.candidates)
        yield int(bound) + _counted(made, state), made.cost(state)


def heaviest_first_in_cells(made: Case, state: State) -> Pairs:
    """``heaviest_first_in_cells``: a guess by its number of cells, where guessed secrets are at stake."""
    problem = made.problem
    if problem.stakes:
        for guess, cells in _tried(made, state):
            own, next_left = made.is_candidate(state, guess), made.next_left(state)
            bound = in_python(guessed.heaviest_first_in_cells)(
                problem.even, made.unit(state), problem.stakes, next_left, state.candidates, cells, own
            )
            yield int(bound), made.cost_of_guess(state, guess)


def huffman_of_set(made: Case, state: State) -> Pairs:
    """``huffman_of_set``: a set at stake whose secrets are announced."""
    if _costs_finite(made, state):
        branches = made.game.response_count - 1
        bound = in_python(announced.huffman_of_set)(made.problem.stakes, branches, state.candidates, made.scratch)
        yield int(bound) + _counted(made, state), made.cost(state)


def lightest_throughout(made: Case, state: State) -> Pairs:
    """``lightest_throughout``: a set at stake by its size, its worth and the least worth in it."""
    stakes, size = made.problem.stakes, len(state.candidates)
    if size > 1 and _costs_finite(made, state):
        worths = stakes.worth[state.candidates]
        bound = in_python(announced.lightest_throughout)(stakes, size, int(worths.sum()), int(worths[-1]))
        yield int(bound) + _counted(made, state), made.cost(state)


def lightest_throughout_cells(made: Case, state: State) -> Pairs:
    """``lightest_throughout_cells``: a question by its number of cells, where announced secrets are at stake."""
    problem = made.problem
    if problem.stakes:
        for guess, cells in _tried(made, state):
            bound = in_python(announced.lightest_throughout_cells)(
                problem, problem.stakes, made.next_left(state), state.candidates, cells
            )
            yield int(bound), made.cost_of_guess(state, guess)


def huffman_of_classes(made: Case, state: State) -> Pairs:
    """``huffman_of_classes``: a set by its classes."""
    problem, branches = made.problem, made.game.response_count - 1
    bound = in_python(by_class.huffman_of_classes)(
        problem.least, problem.stakes, branches, state.left, state.candidates, made.scratch
    )
    yield int(bound), made.cost(state)


def one_question(made: Case, state: State) -> Pairs:
    """``one_question``: a cell by its size, its worth and its class."""
    stakes, size = made.problem.stakes, len(state.candidates)
    pure = in_python(by_class.is_of_one_class)(stakes, state.candidates)
    assert pure == made.brute.pure(state.mask)
    kind = int(stakes.kind[state.candidates[0]]) if pure else by_class.MIXED
    worth = int(stakes.worth[state.candidates].sum())
    yield (
        int(in_python(by_class.one_question)(made.problem.least[state.left], stakes, size, worth, kind)),
        made.cost(state),
    )


def one_question_now(made: Case, state: State) -> Pairs:
    """``one_question_now``: a question, whatever number of cells it has."""
    for guess, _ in _tried(made, state):
        bound = in_python(by_class.one_question_now)(made.problem.unit, made.problem.stakes, state.candidates)
        yield int(bound), made.cost_of_guess(state, guess)


def losing_all(made: Case, state: State) -> Pairs:
    """``cost_of_losing``: all of a set at stake that is not found."""
    found = made.game.announces and len(state.candidates) == 1
    if made.problem.stakes and made.counts.loses and state.left == 0 and not found:
        yield int(in_python(lost.cost_of_losing)(made.problem.stakes, state.candidates)), made.cost(state)


WANTED: dict[Claim, Wanted] = {
    even_spread: Wanted([each for each in EVEN if each in ASKED], {"": 0.8}),
    even_spread_of_question: Wanted([each for each in EVEN if each in ANNOUNCED], {"lost": 0.5, "": 0.7}),
    heaviest_first: Wanted([each for each in STAKES if each in ASKED], {"asked, costs": 0.35, "": 0.4}),
    heaviest_first_in_cells: Wanted([each for each in STAKES if each in ASKED], {"costs": 0.02, "": 0.45}),
    huffman_of_set: Wanted([each for each in STAKES if each in ANNOUNCED], {"costs": 0.4, "": 0.7}),
    lightest_throughout: Wanted([each for each in STAKES if each in ANNOUNCED], {"costs": 0.3, "": 0.65}),
    lightest_throughout_cells: Wanted([each for each in STAKES if each in ANNOUNCED], {"costs": 0.1, "": 0.5}),
    huffman_of_classes: Wanted(CLASSES, {"": 0.8}),
    one_question: Wanted(CLASSES, {"": 0.75}),
    one_question_now: Wanted(CLASSES, {"": 0.4}),
    losing_all: Wanted([each for each in LOST if each in STAKES], {"": 1}),
}


@pytest.mark.parametrize("held", listed(WANTED))
def test_no_bound_exceeds_the_truth(held: Held) -> None:
    assert_held(held)


@pytest.mark.parametrize("held", listed(WANTED))
def test_a_bound_that_is_one_too_large_is_noticed(held: Held) -> None:
    assert_teeth(held)
