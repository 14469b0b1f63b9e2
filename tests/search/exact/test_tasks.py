"""Threads that share one list of guesses: no guess is lost, in whatever order tasks are handed out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cache, partial

import numpy as np
import pytest
from bothways import crew_of, table_game

from strategist.search.exact import solve as solving
from strategist.search.exact import visit
from strategist.search.exact.look import count_guesses
from strategist.search.exact.order import list_guesses
from strategist.search.exact.solve import TOGETHER, solve
from strategist.search.kernels.numba.atomic import _plain_read, fetch_add, lower
from strategist.search.kernels.numba.jit import borrowing_kernel, plain
from strategist.search.state.options import Options
from strategist.search.state.problem import BEST, GUESS_MASK, INFEASIBLE, TASK
from strategist.search.tasks.workers import Workers

SIZE = 70

Answer = tuple[int, bool]
"""A bound, and whether it is exact."""
Call = partial[Answer]


@cache
def table_and_cost(seed: int) -> tuple[list[list[int]], int]:
    """A table whose best first guess is the last of all, and not the first one tried; and its least total.

    The last guess is the one that an index of -1 would select.
    """
    random = np.random.default_rng(seed)
    while True:
        rows = random.integers(0, 4, size=(SIZE, SIZE)).tolist()
        workers = crew_of(table_game(rows, "ask"))
        problem = workers.problem(1, 0, None)
        desk = workers.desks[0]
        stamp, level = count_guesses(problem, desk, 0, workers.everything)
        list_guesses(problem, problem.stakes, desk, 0, workers.everything, stamp, 0, level, INFEASIBLE, False)
        tried_first = int(desk.order[0, 0]) & GUESS_MASK
        cost = workers.solve(problem, (), workers.everything, 0, INFEASIBLE).bound
        best = workers.decide(problem, (), workers.everything, 0, cost + 1)
        # The questions come after the names of secrets.
        if best >= SIZE and best != tried_first:
            rows.append(rows.pop(best - SIZE))
            return rows, cost


def true_cost(seed: int) -> int:
    return table_and_cost(seed)[1]


def found_together(seed: int, run: Callable[[Workers, list[Call]], list[Answer]]) -> int:
    """The cost that two threads find."""
    workers = crew_of(table_game(table_and_cost(seed)[0], "ask"), Options(jobs=2))
    problem = workers.problem(1, 0, None)
    workers.shared[TASK], workers.shared[BEST] = 0, INFEASIBLE
    calls = [workers.call(problem, desk, (), workers.everything, 0, INFEASIBLE, TOGETHER) for desk in workers.desks]
    return min(bound for bound, exact in run(workers, calls) if exact)


def by_script(call: Call, places: Iterator[int], monkeypatch: pytest.MonkeyPatch) -> Answer:
    """The kernel of one thread, interpreted so that a test can deal its tasks; the sets below it are compiled."""
    monkeypatch.setattr(visit, "fetch_add", lambda shared, cell, amount: next(places))
    for module in (visit, solving):
        monkeypatch.setattr(module, "read", _plain_read)
    monkeypatch.setattr(solving, "next_listed", plain(visit.next_listed))
    # Compiled functions return words as Python's numbers, which would be taken for signed ones.
    name_here, name_of_images = solving.name_here, solving.name_of_images
    monkeypatch.setattr(solving, "name_here", lambda *given: np.uint64(name_here(*given)))
    monkeypatch.setattr(solving, "name_of_images", lambda *given: tuple(map(np.uint64, name_of_images(*given))))
    with np.errstate(over="ignore"):
        bound, exact = plain(solve)(*call.args)
        return int(bound), bool(exact)


# What an interpreted kernel calls is compiled for it alone: ten seconds. Continuous integration runs these, too.
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_counter_that_is_set_back_loses_no_guess(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads see a counter that a delayed third one sets back again and again: places come twice."""

    def stale() -> Iterator[int]:
        for place in range(2 * SIZE + 2):
            yield place
            yield from range(max(0, place - 3), place)

    def plainly(workers: Workers, calls: list[Call]) -> list[Answer]:
        return [by_script(calls[0], stale(), monkeypatch)]

    assert found_together(seed, plainly) == true_cost(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_guesses_shared_out_in_any_way_come_to_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread gets a random half of the places, some of them twice; the other one gets the rest."""
    random = np.random.default_rng(seed)
    owner = random.integers(0, 2, 3 * SIZE)

    def share_of(thread: int) -> Iterator[int]:
        for place in np.flatnonzero(owner == thread).tolist():
            yield place
            if random.integers(0, 3) == 0:
                yield place
        yield 10 * SIZE

    def shared_out(workers: Workers, calls: list[Call]) -> list[Answer]:
        return [by_script(call, share_of(thread), monkeypatch) for thread, call in enumerate(calls)]

    assert found_together(seed, shared_out) == true_cost(seed)


@pytest.mark.parametrize("seed", range(3))
def test_stale_stores_while_two_threads_work(seed: int) -> None:
    """The forced interleaving that once gave wrong costs: another thread keeps storing old values into the counter."""

    def stormy(workers: Workers, calls: list[Call]) -> list[Answer]:
        answers: list[Answer] = []
        threads = [threading.Thread(target=lambda call=call: answers.append(call())) for call in calls]
        for thread in threads:
            thread.start()
        highest = 0
        while any(thread.is_alive() for thread in threads):
            now = int(workers.shared[TASK])
            # Not every time: a counter that is always set back never reaches the end of the list.
            if now > highest + 5:
                highest = now
                workers.shared[TASK] = now - 4
        for thread in threads:
            thread.join()
        return answers

    assert found_together(seed, stormy) == true_cost(seed)


def test_adding_is_one_step() -> None:
    """Many threads, each of which adds many times in compiled code: no addition is lost."""

    @borrowing_kernel
    def add_often(cells: np.ndarray, times: int) -> None:
        for _ in range(times):
            fetch_add(cells, 0, 1)
            lower(cells, 1, -cells[0])

    cells = np.zeros(2, dtype=np.int64)
    add_often(cells, 0)
    threads = [threading.Thread(target=partial(add_often, cells, 200_000)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cells.tolist() == [800_000, -800_000]
