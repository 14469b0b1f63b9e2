"""The threads of this process as an executor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.problem import Problem
from strategist.search.tasks.task import AnyTask, Task, TaskProof
from strategist.search.tasks.workers import Workers


class Here:
    """The threads of this process, all at one task: it is never worth dividing for them."""

    divides = False

    def __init__(self, workers: Workers, problem: Problem) -> None:
        self._workers = workers
        self._problem = problem
        self._open: dict[int, Task] = {}

    def begin(self, turn: int, search: Any, seed: int, facts: Callable[[], NDArray[np.uint64]]) -> None:
        """Do nothing: the threads of this process know the costs and the facts."""

    def room(self, eager: bool) -> int:
        """1 if no task is open, else 0."""
        return 1 - len(self._open)

    def open(self, task: AnyTask) -> None:
        """Take a task, which :meth:`proofs` carries out."""
        assert isinstance(task, Task)  # cells are bunched for others only
        self._open[task.number] = task

    def proofs(self, seconds: float) -> Sequence[TaskProof]:
        """Carry out the task that is open with all threads, however long it takes, and return its proof."""
        number, task = self._open.popitem()
        workers = self._workers
        candidates = np.frombuffer(task.candidates, dtype=np.int32)
        # The set of all secrets is known by its identity, for progress.
        candidates = workers.everything if not task.path else candidates
        proof = workers.solve(self._problem, task.path, candidates, task.left, task.best)
        finished = proof.exact or proof.bound >= task.best
        return [TaskProof(number, proof.bound, proof.reached, proof.guess, proof.exact, finished, best=task.best)]

    def tighten(self, number: int, best: int) -> None:
        """Do nothing: no task is at work while this can be called."""

    def drop(self, number: int) -> None:
        """Give up a task if it is open."""
        self._open.pop(number, None)

    def share(self, rows: NDArray[np.uint64]) -> None:
        """Do nothing: the threads of this process share one memo."""

    def end(self) -> None:
        """Give up all tasks."""
        self._open.clear()

    def lost(self) -> bool:
        """False: the threads of this process are never lost."""
        return False

    def words(self) -> Mapping[str, Any]:
        """An empty mapping: a progress report says nothing of this executor."""
        return {}
