"""What a look at the candidates of a set as guesses proves, and what it calls the cost."""

from __future__ import annotations

from claims import Claim, Pairs, Wanted
from inpython import in_python
from regimes import CLASSES, EVEN, REGIMES, Case, State

from strategist.search.bounds.stakes import NO_STAKES
from strategist.search.exact import candidates as looks


def _asked(made: Case, state: State) -> bool:
    """Whether the search looks at the candidates of a set."""
    return len(made.problem.source.question_of_secret) > 0 and bool(made.tried(state))


def looked_at(made: Case, state: State) -> Pairs:
    """``look_at_candidates``."""
    if _asked(made, state):
        problem, desk, next_left = made.problem, made.workers.desks[0], made.next_left(state)
        found = in_python(looks.look_at_candidates)(problem, problem.stakes, desk, state.candidates, next_left)
        bound, exact, guess, most = (int(each) for each in found)
        truth = made.cost(state)
        cells = [made.cells(state, each) for each in made.guesses(state) if made.is_candidate(state, each)]
        assert most >= max(cells), made.told(state)
        if exact:
            assert bound == truth == made.cost_of_guess(state, guess), made.told(state)
        yield bound, truth


def by_most_cells(made: Case, state: State) -> Pairs:
    """``bound_by_candidates``, for the most cells that a candidate has."""
    if _asked(made, state) and not made.problem.stakes:
        cells = [made.cells(state, guess) for guess in made.guesses(state) if made.is_candidate(state, guess)]
        bound, exact = in_python(looks.bound_by_candidates)(
            made.problem, NO_STAKES, made.next_left(state), state.candidates, max(cells)
        )
        truth = made.cost(state)
        assert not exact or bound == truth, made.told(state)
        yield int(bound), truth


NAMED = tuple(each for each in REGIMES if each not in CLASSES)
"""The regimes in which secrets can be asked."""

WANTED: dict[Claim, Wanted] = {
    looked_at: Wanted(NAMED, {"lost, chances": 0.7, "costs": 0.5, "chances": 0.85, "": 0.55}, pairs=30),
    by_most_cells: Wanted(tuple(each for each in NAMED if each in EVEN), {"costs": 0.85, "": 0.55}, pairs=25),
}
