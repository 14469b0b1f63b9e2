"""A set that other processes search: all of them the same, each with all its threads and a memory of its own.

Nobody is given a part of the work, so nothing is lost with whoever dies, and whoever joins late only has to hear what
is known. What took long to prove, each tells the others by way of this process, as rows of a journal. Where nothing is
known yet, their number decides with which guesses and cells each begins (:mod:`~strategist.search.exact.marks`). The
first that has settled the set ends the work of all.
"""

from __future__ import annotations

import itertools
import time

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.journal import least_nodes
from strategist.search.state.problem import INFEASIBLE_AT_STAKE, Problem
from strategist.search.state.record import SETS
from strategist.search.tasks.branch import Proof
from strategist.search.tasks.set_facts import learn
from strategist.search.tasks.shared_run import SharedRun
from strategist.search.tasks.task import Task, TaskProof, search_of

AFAR_FROM = 1 << 20
"""Pairs of a candidate and a guess from which on others are asked: to tell them of less takes longer than its proof."""
_WAIT_SECONDS = 0.05
_SECONDS_TO_END = 3.0
"""The time that others have, after a stop, to say what they have found."""


_numbers = itertools.count()


def prove_afar(
    run: SharedRun, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, budget: int
) -> Proof:
    """The cost of a set if it is below a budget, else the proof that it is not, or what is known after a stop."""
    executor, ledger = run.executor, run.ledger
    assert executor is not None and ledger is not None  # others help
    search, number = search_of(problem), next(_numbers)
    if ledger.begin(search.costs.number):
        executor.begin(ledger.turn, search.costs, ledger.seed, ledger.everything)
    told = candidates.astype(np.int32).tobytes()
    found = TaskProof(number)
    executor.open_to_all(Task(number, search, path, told, left, budget, least_nodes(run.nodes())))
    try:
        while not found.finished and not run.brake.stopped:
            found = _heard(run, problem, found)
            if executor.lost():
                run.brake.pull()
        executor.drop(number)
        deadline = time.monotonic() + _SECONDS_TO_END
        while not found.finished and executor.awaits(number) and time.monotonic() < deadline:
            found = _heard(run, problem, found)
    finally:
        executor.end()
        run.reached_elsewhere = INFEASIBLE_AT_STAKE
    return Proof(found.bound, found.exact, found.reached, found.guess)


def _heard(run: SharedRun, problem: Problem, found: TaskProof) -> TaskProof:
    """What is known of a task after hearing what others say."""
    executor, ledger = run.executor, run.ledger
    assert executor is not None and ledger is not None  # others help
    for told in executor.proofs(_WAIT_SECONDS):
        run.nodes_elsewhere += told.nodes
        if not ledger.believes(told.worker):
            continue
        if told.rows:
            fresh = ledger.take(SETS.rows(told.rows), told.worker)
            if len(fresh):
                learn(problem, fresh)
                executor.share(fresh)
        if told.number != found.number or found.finished:
            continue
        if told.finished:
            # What is exact may be known without its guess: then no guess of another process may take its place.
            found = told
            continue
        run.reached_elsewhere = min(run.reached_elsewhere, told.reached)
        # What is told on the way names no guess: it is for progress.
        best = told if told.guess >= 0 and told.reached < found.reached else found
        found = best._replace(bound=max(found.bound, told.bound))
    return found
