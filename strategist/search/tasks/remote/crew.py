"""Who carries out tasks in a process of a cluster: its threads, and the turns of the run.

A run has turns, one for each of its searches, and what was learnt belongs to one turn. Tasks of an earlier turn come
back at once, with nothing.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.problem import LEAST_NODES, PROCESS, PROCESSES, RECALLED, SEED, SHARED_CELLS, STOP
from strategist.search.state.record import SETS, Record
from strategist.search.state.result_log import Logging, fitting, logged, make_ring
from strategist.search.tasks.remote.instance import Instance

_WAIT_SECONDS = 0.05


class Crew(ABC):
    """The ``threads`` of one process, which carry out tasks of an ``instance``, and which search they are at."""

    def __init__(self, instance: Instance, threads: int) -> None:
        self.instance, self.threads = instance, threads
        self._turning = threading.Condition()
        self._busy = 0
        self._turn = -1
        self._seed = 0
        self._dropped: set[int] = set()

    def begin(self, turn: int, aim: Any, seed: int) -> None:
        """Turn to a search; what is at hand of an earlier one is stopped."""
        with self._turning:
            while self._turn < turn and self._busy:
                self.stop()
                self._turning.wait(_WAIT_SECONDS)
            if self._turn < turn:
                self._turn, self._seed = turn, seed
                self._dropped.clear()
                self._turned(aim)

    def start_again(self) -> None:
        """Be ready for another run of the same search: its turns are counted from the beginning."""
        with self._turning:
            while self._busy:
                self.stop()
                self._turning.wait(_WAIT_SECONDS)
            self._turn = -1

    def carry_out(self, turn: int, seed: int, task: Any) -> Any:
        """Carry out a task, and return what it comes to."""
        self.begin(turn, task.aim, seed)
        with self._turning:
            if self._turn != turn or task.number in self._dropped:
                return task.undone()
            self._busy += 1
        try:
            return self._carry_out(task)
        finally:
            with self._turning:
                self._busy -= 1
                self._turning.notify_all()

    @abstractmethod
    def _turned(self, aim: Any) -> None:
        """Forget what belongs to the turn before."""

    @abstractmethod
    def _carry_out(self, task: Any) -> Any:
        """What a task comes to."""

    @abstractmethod
    def stop(self, number: int | None = None) -> None:
        """Stop a task, now or when it is about to begin, or all that are at hand."""


class ProvingCrew(Crew):
    """All threads of a process at one task of a proof: they run the same search, with one memo, and tell of facts."""

    record: Record = SETS
    """What its facts are."""

    def __init__(self, instance: Instance, threads: int) -> None:
        super().__init__(instance, threads)
        self._at_hand: tuple[int, NDArray[np.int64]] | None = None
        """The number of the task at hand and its cells, which no other task gets: whoever has looked at the number
        may write into the cells later, when the task is done."""
        self._working, self._using = threading.Lock(), threading.Lock()
        """Held while a task is at hand, and by who takes rows from the desks, or gives the search some."""
        self._seen = self._told = 0
        """The positions of all threads when :meth:`now` was called last, and how many of them it has told."""

    @abstractmethod
    def _desks(self) -> Sequence[Logging]:
        """The desks whose logs may be told."""

    @abstractmethod
    def nodes(self) -> int:
        """The positions examined so far."""

    @abstractmethod
    def _prove(self, task: Any, cells: NDArray[np.int64]) -> Any:
        """What a task comes to, but for its rows and its positions; kernels read ``cells``."""

    @abstractmethod
    def _learn(self, rows: NDArray[np.uint64]) -> None:
        """Put facts of others where the threads find them."""

    @abstractmethod
    def _now(self, number: int) -> Any:
        """What the task at hand has reached."""

    def _carry_out(self, task: Any) -> Any:
        with self._working:
            before = self.nodes() - self._told
            cells = self.take(task)
            try:
                proof = self._prove(task, cells)
            finally:
                self._at_hand = None
            return proof._replace(nodes=self.nodes() - self._told - before, rows=self.hear().tobytes())

    def take(self, task: Any) -> NDArray[np.int64]:
        """Have a task at hand from now on: its cells, ``int64[SHARED_CELLS]``."""
        cells: NDArray[np.int64] = np.zeros(SHARED_CELLS, dtype=np.int64)
        cells[SEED] = np.uint64(self._seed).astype(np.int64)
        cells[LEAST_NODES] = task.least_nodes
        # Other processes have told of bounds that hold for one guess at a set.
        cells[RECALLED] = 1
        cells[PROCESS], cells[PROCESSES] = task.process, task.processes
        self._seen = self.nodes()
        self._at_hand = task.number, cells
        # It may have been given up since somebody has looked, when it was not yet at hand.
        cells[STOP] |= task.number in self._dropped
        return cells

    def stop(self, number: int | None = None) -> None:
        """Stop a task, now or when it is about to begin, or any that is at hand."""
        if number is not None:
            self._dropped.add(number)
        at_hand = self._at_hand
        if at_hand is not None and (number is None or at_hand[0] == number):
            at_hand[1][STOP] = 1

    def tell(self, turn: int, rows: NDArray[np.uint64]) -> int:
        """Take facts of others; returns how many were taken."""
        rows = fitting(self._seed, rows)
        with self._turning:
            if self._turn != turn or not len(rows):
                return 0
            self._learn(rows)
        return len(rows)

    def hear(self) -> NDArray[np.uint64]:
        """The facts that were found since the last call and took long."""
        with self._using:
            rows = [logged(desk, self._seed) for desk in self._desks()]
        return np.concatenate([make_ring(0, self.record.words), *rows])

    def place(self, process: int, processes: int) -> None:
        """Be another one among the processes from now on, also at the task at hand."""
        at_hand = self._at_hand
        if at_hand is not None:
            at_hand[1][PROCESS], at_hand[1][PROCESSES] = process, processes

    def now(self) -> Any:
        """What the task at hand has reached, and the positions since the last call."""
        at_hand = self._at_hand
        if at_hand is None:
            return None
        before, self._seen = self._seen, self.nodes()
        self._told += self._seen - before
        return self._now(at_hand[0])._replace(nodes=self._seen - before)
