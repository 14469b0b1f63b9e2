"""Bounds that rise cell by cell: what they prove, alone and with several threads, and where a stop leaves them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from bothways import crew_of

from strategist import compile_strategy, make_game
from strategist.checking.check import check_certificate
from strategist.search.kernels.symmetry.same_guesses import first_guesses
from strategist.search.run.branches import Branch, Rising
from strategist.search.state.options import Options
from strategist.search.state.problem import Problem
from strategist.search.tasks.workers import Workers

GAMES = [
    "mastermind(4,4)",
    "mastermind(3,6)",
    "bulls-and-cows(3,7)",
    "mastermind(3,5,feedback=black)",
    "mastermind(4,4,goal=identify)",
]


def least_total(text: str) -> int:
    """The least total, from a search without bounds that rise: the game is small."""
    return int(compile_strategy(text, "optimal(total)").data.claims.total)


def tries_of(workers: Workers, problem: Problem) -> list[Branch]:
    openings = first_guesses(workers.game, workers.group).tolist()
    tries = [Branch(workers, problem, (), workers.everything, each, 0) for each in openings]
    return [each for each in tries if max(map(len, each.cells)) < workers.count]


def risen(text: str, jobs: int, ceiling: int, stop_after: int | None = None) -> tuple[list[list[int]], list[Branch]]:
    """The bounds of all cells after each step, and the branches."""
    game = make_game(text)
    workers = crew_of(game, Options(jobs=jobs))
    with workers.pool:
        problem = workers.problem(1, 0, None)
        tries = tries_of(workers, problem)
        told: list[list[int]] = []

        def tell() -> None:
            told.append([bound for each in tries for bound in each.bounds])
            if len(told) == stop_after:
                workers.brake.pull()

        Rising(workers, problem, tries).raise_to(ceiling, tell)
    return told, tries


def exact_costs(text: str) -> list[list[int]]:
    """The least cost of each cell of each first guess, from a search of its own."""
    workers = crew_of(make_game(text), Options())
    with workers.pool:
        problem = workers.problem(1, 0, None)
        return [
            [workers.solve(problem, each.path, cell, 0, problem.infeasible).bound for cell in each.cells]
            for each in tries_of(workers, problem)
        ]


@pytest.mark.parametrize("jobs", [1, 2, 4])
@pytest.mark.parametrize("text", GAMES)
def test_bounds_rise_to_the_least_total(text: str, jobs: int) -> None:
    """And the best first guess is known by then; no cell is said to cost more than it does."""
    told, tries = risen(text, jobs, 1 << 30)
    least = min(each.cost for each in tries)
    assert least == least_total(text) and any(each.solved for each in tries if each.cost == least)
    for each, exact in zip(tries, exact_costs(text), strict=True):
        assert all(bound <= cost for bound, cost in zip(each.bounds, exact, strict=True))
        assert all(bound == cost for bound, cost, known in zip(each.bounds, exact, each.exact, strict=True) if known)
    for before, after in pairwise(told):
        assert all(lower <= higher for lower, higher in zip(before, after, strict=True))


@pytest.mark.parametrize("jobs", [1, 3])
def test_bounds_rise_no_further_than_asked(jobs: int) -> None:
    ceiling = least_total("mastermind(4,4)") - 40
    _, tries = risen("mastermind(4,4)", jobs, ceiling)
    assert min(each.cost for each in tries) >= ceiling
    assert not any(each.solved for each in tries)


def test_a_single_thread_takes_the_same_steps_each_time() -> None:
    assert risen("mastermind(4,4)", 1, 1 << 30)[0] == risen("mastermind(4,4)", 1, 1 << 30)[0]


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_a_stop_leaves_bounds_that_hold(jobs: int) -> None:
    exact = exact_costs("mastermind(4,4)")
    dice = random.Random(jobs)
    for _ in range(5):
        _, tries = risen("mastermind(4,4)", jobs, 1 << 30, dice.randrange(1, 120))
        for each, costs in zip(tries, exact, strict=True):
            assert all(bound <= cost for bound, cost in zip(each.bounds, costs, strict=True))


@pytest.mark.parametrize("text", ["mastermind(4,5)", "bulls-and-cows(3,8)"])
def test_the_certificate_of_a_stopped_search_asks_cells_for_what_they_have_proven(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It bounds the first cells by no more than what the search has proven of them, and is believed."""
    monkeypatch.setattr("strategist.search.run.root.PAYS_FROM", 0)
    monkeypatch.setattr("strategist.search.run.anytime._LEAST", 0)
    raise_to = Rising.raise_to
    risen = dict[tuple[int, int], int]()

    def a_few_steps(rising: Rising, ceiling: int, tell: Callable[[], object]) -> None:
        steps = itertools.count(1)

        def tell_and_stop() -> None:
            tell()
            if next(steps) == 30:
                rising._workers.brake.pull()

        raise_to(rising, ceiling, tell_and_stop)
        risen.update({(each.guess, len(each.cells)): each.cost for each in rising._tries})

    monkeypatch.setattr(Rising, "raise_to", a_few_steps)
    compiled = compile_strategy(text, "optimal(total)", options=Options(certificate=True))
    bound = compiled.data.lower_bound
    assert bound is not None and bound == min(risen.values()) < compiled.data.claims.total
    checked = check_certificate(compiled.prove())
    assert checked.proven and checked.bound == bound
