"""The threads of one process of a cluster, the memo that they share, and what they were told."""

from __future__ import annotations

import threading
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.memory import Costs
from strategist.search.state.options import Options
from strategist.search.state.problem import SHARED_CELLS, Problem
from strategist.search.state.result_log import RING_COLUMNS, SEAL, recall, seals
from strategist.search.tasks.remote.instance import Instance, rebuild
from strategist.search.tasks.remote.worker_thread import Hand
from strategist.search.tasks.supervise import Brake
from strategist.search.tasks.task import AnyProof, AnyTask, CellsProof, Search, Task, TaskProof


class Crew:
    """The search of an :class:`~strategist.search.tasks.remote.instance.Instance` in a process that carries out tasks
    of it.

    A chain of searches has turns, one for each cost that is minimised: the memo holds the bounds of one turn. Tasks of
    an earlier turn come back at once, with nothing.
    """

    row_words = RING_COLUMNS

    def __init__(self, instance: Instance, options: Options) -> None:
        self.instance = instance
        brake = Brake(np.zeros(SHARED_CELLS, dtype=np.int64))
        self.workers, _, _ = rebuild(instance, options, brake)
        self.threads = options.jobs
        self.hands = [Hand(self.workers, desk) for desk in self.workers.desks]
        self._idle: SimpleQueue[Hand] = SimpleQueue()
        for hand in self.hands:
            self._idle.put(hand)
        self._turning = threading.Condition()
        self._busy = 0
        self._turn = -1
        self._costs: Costs | None = None
        self._seed = 0
        self._problems: dict[Search, Problem] = {}
        self._dropped: set[int] = set()
        self._tightened: dict[int, int] = {}

    def begin(self, turn: int, costs: Costs, seed: int) -> None:
        """Turn to a search; what is at hand of an earlier one is stopped."""
        with self._turning:
            while self._turn < turn and self._busy:
                self.stop()
                self._turning.wait(0.05)
            if self._turn >= turn:
                return
            self._turn, self._seed = turn, seed
            self._dropped.clear()
            self._tightened.clear()
            if costs != self._costs:
                self._costs = costs
                self._problems.clear()

    def start_again(self) -> None:
        """Be ready for another run of the same search: its turns are counted from the beginning."""
        with self._turning:
            while self._busy:
                self.stop()
                self._turning.wait(0.05)
            self._turn = -1

    def carry_out(self, turn: int, seed: int, task: AnyTask) -> AnyProof:
        """Carry out a task by one thread."""
        self.begin(turn, task.search.costs, seed)
        with self._turning:
            if self._turn != turn or task.number in self._dropped:
                return _nothing(task)
            task = task._replace(best=min(task.best, self._tightened.pop(task.number, task.best)))
            problem = self._problem(task.search)
            self._busy += 1
        hand = self._idle.get()
        try:
            return hand.carry_out(problem, task, self._seed)
        finally:
            self._idle.put(hand)
            with self._turning:
                self._busy -= 1
                self._turning.notify_all()

    def tell(self, turn: int, rows: NDArray[np.uint64]) -> int:
        """Put facts of others into the memo; returns how many were taken."""
        rows = rows[rows[:, SEAL] == seals(self._seed, rows)]
        with self._turning:
            if self._turn != turn or self._costs is None or not len(rows):
                return 0
            unit, extra, limited, scale, staked, gone = self._costs
            limit = 1 if limited else None
            search = next(iter(self._problems), None) or Search(unit, extra, limit, 0, scale, gone, staked)
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

    def stop(self, number: int | None = None) -> None:
        """Stop a task, now or when it is about to begin, or all that are at hand."""
        if number is not None:
            self._dropped.add(number)
        for hand in self.hands:
            hand.stop(number)

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
