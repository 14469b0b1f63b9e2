"""The bounds of each regime by themselves, without the file that chooses among them."""

from __future__ import annotations

from claims import Claim, Wanted, about_guesses, about_sets
from inpython import in_python
from regimes import ANNOUNCED, ASKED, CLASSES, EVEN, LOST, STAKES, Case, State

from strategist.search.bounds import announced, by_class, guessed, lost, regime, uniform


def _beyond_counted(made: Case, state: State, bound: int) -> int:
    """A bound, and what the tables by size say of a set."""
    return bound + int(made.problem.least[state.left, len(state.candidates)])


def _costs_finite(made: Case, state: State) -> bool:
    """Whether tables by size call a set at stake feasible, and secrets are found at the end."""
    ends = made.counts.loses and state.left == 0
    return bool(made.problem.stakes) and not ends and _beyond_counted(made, state, 0) < made.problem.infeasible


@about_guesses
def even_spread(made: Case, state: State, guess: int) -> int | None:
    """``even_spread``: a guess by its number of cells, where nothing is at stake and secrets are guessed."""
    problem, size, cells = made.problem, len(state.candidates), made.cells(state, guess)
    own, next_left = made.is_candidate(state, guess), made.next_left(state)
    bound = in_python(uniform.even_spread)
    return (
        None
        if problem.stakes
        else bound(problem.even, made.unit(state), next_left, size, cells, own, problem.infeasible)
    )


@about_guesses
def even_spread_of_question(made: Case, state: State, guess: int) -> int | None:
    """``even_spread_of_question``: a guess by its number of cells, where nothing is at stake and all are announced."""
    problem, size, cells = made.problem, len(state.candidates), made.cells(state, guess)
    responses, next_left = made.game.response_count, made.next_left(state)
    bound = in_python(uniform.even_spread_of_question)
    return (
        None
        if problem.stakes
        else bound(problem.even, problem.unit, next_left, size, cells, responses, problem.infeasible)
    )


@about_sets
def heaviest_first(made: Case, state: State) -> int | None:
    """``heaviest_first``, the sum of ``cost_in_turn``: a set at stake whose secrets are guessed."""
    if not _costs_finite(made, state):
        return None
    return _beyond_counted(made, state, int(in_python(guessed.heaviest_first)(made.problem.stakes, state.candidates)))


@about_guesses
def heaviest_first_in_cells(made: Case, state: State, guess: int) -> int | None:
    """``heaviest_first_in_cells``: a guess by its number of cells, where guessed secrets are at stake."""
    problem, own, cells = made.problem, made.is_candidate(state, guess), made.cells(state, guess)
    bound = in_python(guessed.heaviest_first_in_cells)
    arguments = problem.even, made.unit(state), problem.stakes, made.next_left(state), state.candidates, cells, own
    return bound(*arguments) if problem.stakes else None


@about_sets
def huffman_of_set(made: Case, state: State) -> int | None:
    """``huffman_of_set``: a set at stake whose secrets are announced."""
    branches = made.game.response_count - 1
    arguments = made.problem.stakes, branches, state.candidates, made.scratch
    if not _costs_finite(made, state):
        return None
    return _beyond_counted(made, state, int(in_python(announced.huffman_of_set)(*arguments)))


@about_sets
def lightest_throughout(made: Case, state: State) -> int | None:
    """``lightest_throughout``: a set at stake by its size, its worth and the least worth in it."""
    stakes, size = made.problem.stakes, len(state.candidates)
    if size < 2 or not _costs_finite(made, state):
        return None
    worths = stakes.worth[state.candidates]
    bound = in_python(announced.lightest_throughout)(stakes, size, int(worths.sum()), int(worths[-1]))
    return _beyond_counted(made, state, int(bound))


@about_guesses
def lightest_throughout_cells(made: Case, state: State, guess: int) -> int | None:
    """``lightest_throughout_cells``: a question by its number of cells, where announced secrets are at stake."""
    problem, cells = made.problem, made.cells(state, guess)
    bound = in_python(announced.lightest_throughout_cells)
    arguments = problem, problem.stakes, made.next_left(state), state.candidates, cells
    return bound(*arguments) if problem.stakes else None


@about_sets
def huffman_of_classes(made: Case, state: State) -> int:
    """``huffman_of_classes``: a set by its classes."""
    problem, branches = made.problem, made.game.response_count - 1
    bound = in_python(by_class.huffman_of_classes)
    return bound(problem.least, problem.stakes, branches, state.left, state.candidates, made.scratch)


@about_sets
def one_question(made: Case, state: State) -> int:
    """``one_question``: a cell by its size, its worth and its class."""
    stakes, size = made.problem.stakes, len(state.candidates)
    pure = in_python(regime.is_certain)(stakes, state.candidates, 0)
    assert pure == made.brute.pure(state.mask)
    kind = int(stakes.kind[state.candidates[0]]) if pure else by_class.MIXED
    worth = int(stakes.worth[state.candidates].sum())
    return in_python(by_class.one_question)(made.problem.least[state.left], stakes, size, worth, kind)


@about_guesses
def one_question_now(made: Case, state: State, guess: int) -> int:
    """``one_question_now``: a question, whatever number of cells it has."""
    return in_python(by_class.one_question_now)(made.problem.unit, made.problem.stakes, state.candidates)


@about_sets
def losing_all(made: Case, state: State) -> int | None:
    """``cost_of_losing``: all of a set at stake that is not found."""
    found = made.game.announces and len(state.candidates) == 1
    if made.problem.stakes and made.counts.loses and state.left == 0 and not found:
        return in_python(lost.cost_of_losing)(made.problem.stakes, state.candidates)
    return None


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
