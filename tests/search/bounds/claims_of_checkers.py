"""What the checkers of certificates count by themselves: the same kinds of bounds, written a second time."""

from __future__ import annotations

from functools import cache

import numpy as np
from brute import NEVER, Brute, Counts
from claims import Claim, Pairs, Wanted
from regimes import REGIMES, Case, State, case

from strategist.checking.counted_bounds import INFINITE
from strategist.checking.ground import CheckedGame
from strategist.checking.measure import Measure
from strategist.checking.measures import measure_of


@cache
def _grounds(made_of: tuple[str, int]) -> list[tuple[Measure, Brute]]:
    """A checker's view of a case for each objective that is certified, with the least costs."""
    made = case(*made_of)
    game, turns = made.game, made.game.turns
    if made.counts.tariff:
        ground = CheckedGame(game, range(len(game.secrets)), made.workers.table())
        return [(measure_of(ground, "cost=", made.counts.tariff), made.brute)]
    counts = {"total": Counts(1, 0, made.counts.limit), "depth": Counts(0, 0, 9)}
    if game.uneven:
        counts["expected"] = Counts(0, 0, made.counts.limit, 1)
    if made.counts.loses:
        counts = {"lost": Counts(0, 0, turns, 0, (1, 0) if game.weights is None else (0, 1))}
    ground = CheckedGame(game, range(len(game.secrets)), made.workers.table())
    return [
        (measure_of(ground, objective), Brute(game, each, made.candidates_only)) for objective, each in counts.items()
    ]


def _cost(measure: Measure, brute: Brute, state: State, left: int | None) -> int:
    if measure.objective != "depth":
        return brute.cost(state.mask, left, state.past)
    return brute.least_depth(9 if left is None else left, state.mask, state.past)


def _cost_of_guess(measure: Measure, brute: Brute, state: State, guess: int, left: int | None) -> int:
    if measure.objective != "depth":
        return brute.cost_of_guess(guess, state.mask, left, state.past)
    return brute.least_depth(9 if left is None else left, state.mask, state.past, guess)


def counted(made: Case, state: State) -> Pairs:
    """``Measure.counted``: the cost of a set that counting proves."""
    for measure, brute in _grounds((made.regime, made.number)):
        left = made.left(state)
        here, limit = measure.at(len(made.counts.tariff) - state.left), None if made.counts.endless else left
        bound = here.counted(measure.ground.name(np.sort(state.candidates).astype(np.int64)), limit)
        yield (made.problem.infeasible if bound >= INFINITE else bound), _cost(measure, brute, state, left)


def counted_of_guess(made: Case, state: State) -> Pairs:
    """``Measure.open``: the guesses that are not open cost as much as is claimed."""
    members, left = np.sort(state.candidates).astype(np.int64), made.left(state)
    if (left == 0 and not made.counts.endless) or made.brute.pure(state.mask) or sum(members) % 2:
        # To count the cells of all guesses takes long: every other set is enough.
        return
    for measure, brute in _grounds((made.regime, made.number)):
        here, limit = measure.at(len(made.counts.tariff) - state.left), None if made.counts.endless else left
        is_open = cache(lambda bound, here=here, limit=limit: set(here.open(members, bound, limit).tolist()))
        for guess in made.guesses(state):
            truth = _cost_of_guess(measure, brute, state, guess, left)
            claimed = [truth + 1, truth, 1] if truth < NEVER else [INFINITE - 1]
            closed = [each for each in claimed if guess not in is_open(each)]
            yield min(closed[0] if closed else 0, made.problem.infeasible), truth


WANTED: dict[Claim, Wanted] = {
    counted: Wanted(REGIMES, {"": 0.5}),
    counted_of_guess: Wanted(REGIMES, {"": 0.5}),
}
