"""The threads of one process of a cluster, the memo that they share, and what they were told."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.memory import Costs
from strategist.search.state.options import Options
from strategist.search.state.problem import Problem
from strategist.search.state.result_log import RING_COLUMNS, SEAL, recall, seals
from strategist.search.tasks.remote.instance import Instance, rebuild
from strategist.search.tasks.remote.turns import Turns
from strategist.search.tasks.remote.worker_thread import Hand
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.task import AnyProof, AnyTask, CellsProof, Search, Task, TaskProof


class Crew(Turns[Hand]):
    """The search of an :class:`~strategist.search.tasks.remote.instance.Instance` in a process that carries out tasks
    of it.

    A chain of searches has a turn for each cost that is minimised: the memo holds the bounds of one turn.
    """

    row_words = RING_COLUMNS

    def __init__(self, instance: Instance, options: Options) -> None:
        self.instance = instance
        brake = StopSignal()
        self.workers, _, _ = rebuild(instance, options, brake)
        self.threads = options.jobs
        super().__init__([Hand(self.workers, desk) for desk in self.workers.desks])
        self._costs: Costs | None = None
        self._problems: dict[Search, Problem] = {}
        self._tightened: dict[int, int] = {}

    def _turned(self, costs: Costs) -> None:
        self._tightened.clear()
        if costs != self._costs:
            self._costs = costs
            self._problems.clear()

    def carry_out(self, turn: int, seed: int, task: AnyTask) -> AnyProof:
        """Carry out a task by one thread."""
        self.begin(turn, task.search.costs, seed)
        with self._turning:
            if not self._is_wanted(turn, task.number):
                return _nothing(task)
            task = task._replace(best=min(task.best, self._tightened.pop(task.number, task.best)))
            problem = self._problem(task.search)
            self._busy += 1
        with self._an_idle_hand() as hand:
            return hand.carry_out(problem, task, self._seed)

    def tell(self, turn: int, rows: NDArray[np.uint64]) -> int:
        """Put facts of others into the memo; returns how many were taken."""
        rows = rows[rows[:, SEAL] == seals(self._seed, rows)]
        with self._turning:
            if self._turn != turn or self._costs is None or not len(rows):
                return 0
            unit, extra, limited, scale, staked, gone, tariff = self._costs
            limit = len(tariff) or 1 if limited else None
            search = next(iter(self._problems), None) or Search(unit, extra, limit, 0, scale, gone, tariff, staked)
            recall(self._problem(search).memo, rows)
        return len(rows)

    def hear(self) -> NDArray[np.uint64]:
        """The facts that were found since the last call and took long."""
        return np.concatenate([hand.rows(self._seed) for hand in self.hands])

    def tighten(self, number: int, best: int) -> None:
        """Tell a task of a better cost, now or when it is about to begin."""
        self._tightened[number] = best
        for hand in self.hands:
            hand.tighten(number, best)

    def _problem(self, search: Search) -> Problem:
        if search not in self._problems:
            self._problems[search] = self.workers.problem(*search[:-1])
        return self._problems[search]


def _nothing(task: AnyTask) -> AnyProof:
    """What a task came to that nobody has begun."""
    if isinstance(task, Task):
        return TaskProof(task.number, bound=0, finished=False)
    return CellsProof(task.number, task.bounds, (False,) * len(task.bounds))


def rows_of(told: bytes, row_words: int) -> NDArray[np.uint64]:
    """The rows of so many words that travelled as bytes.

    >>> rows_of(bytes(72), 9).shape
    (1, 9)
    """
    return np.frombuffer(told, dtype=np.uint64).reshape(-1, row_words)
