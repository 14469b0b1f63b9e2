"""What the search says of a set at a glance, at a look, and once it is stopped by a budget; and what it refutes."""

from __future__ import annotations

from random import Random

import numpy as np
from brute import NEVER
from claims import Claim, Pairs, Wanted, about_sets
from inpython import in_python
from regimes import REGIMES, Case, State

from strategist.files.versions.core_columns import last_level
from strategist.search.exact import look
from strategist.search.exact.cores import Refuter
from strategist.search.exact.look import count_guesses
from strategist.search.exact.order import ANY, LEAST, LIST, list_guesses
from strategist.search.exact.solve import GLANCE, LOOK
from strategist.search.state.problem import GUESS_MASK, PERFECT, SYMMETRY


def _honest(made: Case, state: State, found: tuple[int, bool]) -> int:
    """What was found, which is the cost if it is called exact."""
    bound, exact = found
    assert not exact or bound == min(made.cost(state), made.problem.infeasible), made.told(state)
    return bound


@about_sets
def counted_on(made: Case, state: State) -> int:
    """``count_on_set``, with which ``solve`` begins."""
    problem, desk = made.problem, made.workers.desks[0]
    found = in_python(look.count_on_set)(problem, problem.stakes, desk, 1, state.candidates, state.left, False)
    return _honest(made, state, found)


@about_sets
def glanced_at(made: Case, state: State) -> int | None:
    """``glance``, which asks no memo."""
    if len(state.candidates) < 2 or made.brute.pure(state.mask):
        return None
    problem, desk = made.problem._replace(techniques=PERFECT), made.workers.desks[0]
    with np.errstate(over="ignore"):
        found = in_python(look.glance)(problem, problem.stakes, desk, state.candidates, state.left, 0)
    return _honest(made, state, found)


@about_sets
def at_a_glance(made: Case, state: State) -> int:
    """``solve`` that goes to the test of the candidates as guesses."""
    proof = made.workers.glance(made.problem, state.path, state.candidates, state.left, GLANCE)
    return _honest(made, state, (proof.bound, proof.exact))


@about_sets
def at_a_look(made: Case, state: State) -> int:
    """``solve`` that goes to two plies."""
    proof = made.workers.glance(made.problem, state.path, state.candidates, state.left, LOOK)
    return _honest(made, state, (proof.bound, proof.exact))


def to_a_budget(made: Case, state: State) -> Pairs:
    """``solve`` to the end, for a budget that may be lower than the cost."""
    truth, infeasible = min(made.cost(state), made.problem.infeasible), made.problem.infeasible
    random = Random(made.told(state))
    for budget in (max(1, truth - 1), max(1, truth), truth + 1, random.randint(1, truth + 2)):
        budget = min(budget, infeasible)
        proof = made.workers.solve(made.problem, state.path, state.candidates, state.left, budget)
        assert proof.bound >= budget or proof.exact, made.told(state)
        assert not proof.exact or proof.bound == truth, made.told(state)
        yield proof.bound, made.cost(state)


def of_list(made: Case, state: State) -> Pairs:
    """``list_guesses``: the bounds of the guesses listed, and the least bound of the others."""
    told = set(made.tried(state))
    if not told:
        return
    problem, desk, next_left = made.problem, made.workers.desks[0], made.next_left(state)
    made.workers.call(problem, desk, state.path, state.candidates, state.left, 1, LOOK)
    stamp, level = count_guesses(problem, desk, 0, state.candidates)
    cost = made.cost(state)
    for budget in (problem.infeasible, min(cost, problem.infeasible), min(cost + 1, problem.infeasible)):
        number, left_out = list_guesses(
            problem, problem.stakes, desk, 0, state.candidates, stamp, next_left, level, budget, LIST
        )
        listed_now = {int(entry) & GUESS_MASK for entry in desk.order[0, :number]}
        assert listed_now <= told
        for guess in listed_now:
            yield int(desk.bounds[0, guess]), made.cost_of_guess(state, guess)
        # A guess may be left out because another one, that symmetry maps to it, is listed.
        if not len(problem.group.permutations):
            for guess in told - listed_now:
                yield int(left_out), made.cost_of_guess(state, guess)


def of_all(made: Case, state: State) -> Pairs:
    """``list_guesses``, asked for the least bound of all guesses: the least of those that it lists and leaves out."""
    if not made.tried(state):
        return
    problem = made.problem._replace(techniques=made.problem.techniques & ~SYMMETRY)
    desk, next_left = made.workers.desks[0], made.next_left(state)
    made.workers.call(problem, desk, state.path, state.candidates, state.left, 1, LOOK)
    stamp, level = count_guesses(problem, desk, 0, state.candidates)

    def listed(budget: int, asked: int) -> tuple[int, int]:
        return list_guesses(problem, problem.stakes, desk, 0, state.candidates, stamp, next_left, level, budget, asked)

    number, least = listed(problem.infeasible, LIST)
    least = min([least, *(int(desk.bounds[0, int(entry) & GUESS_MASK]) for entry in desk.order[0, :number])])
    for budget in (problem.infeasible, min(least + 1, problem.infeasible), max(1, least), max(1, least - 1)):
        number, bound = listed(budget, LEAST)
        assert number == 0 and bound >= min(budget, least), made.told(state)
        assert bound == least or bound >= budget, made.told(state)
        assert listed(budget, ANY)[0] == (least < budget), made.told(state)
        yield bound, made.cost(state)


def refuted(made: Case, state: State) -> Pairs:
    """``Refuter``: a set that is refuted costs infinitely much, and no other set does."""
    if made.problem.limited and not made.counts.loses and len(state.candidates) > 1 and not made.game.restricts:
        refuter = Refuter(made.workers.table(), made.game.response_count - 1, last_level(made.game), lambda: False)
        members = np.sort(state.candidates).astype(np.int64)
        found = refuter.refutes(members, state.left)
        assert found == (made.cost(state) >= NEVER), made.told(state)
        yield int(not found), int(made.cost(state) < NEVER)


UNBOUND = [each for each in REGIMES if not {"hard", "lost", "candidates", "classes"} & set(each.split(", "))]
"""The regimes in which every guess is allowed and every secret must be found."""

WANTED: dict[Claim, Wanted] = {
    counted_on: Wanted(REGIMES, {"classes": 0.8, "lost, chances": 0.55, "costs": 0.5, "": 0.7}),
    glanced_at: Wanted(REGIMES, {"announced, costs": 0.4, "": 0.55}),
    at_a_glance: Wanted(REGIMES, {"lost, chances": 0.7, "costs": 0.6, "": 0.8}),
    at_a_look: Wanted(REGIMES, {"lost, chances": 0.7, "costs": 0.6, "": 0.8}),
    # What the memo knows from tests before decides how many of the bounds below the cost are exact.
    to_a_budget: Wanted(REGIMES, {"": 0.9}),
    of_all: Wanted(REGIMES, {"": 0.1}),
    of_list: Wanted(REGIMES, {"lost, chances": 0.5, "costs": 0.45, "chances": 0.55, "": 0.7}),
    refuted: Wanted(UNBOUND, {"": 1}),
}
