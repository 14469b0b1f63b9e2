"""Who carries out tasks in a process of a cluster: a crew of threads, each a hand, and the turns of the run.

A run has turns, one for each of its searches, and what was learnt belongs to one turn. Tasks of an earlier turn come
back at once, with nothing.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.problem import LEAST_NODES, SEED, SHARED_CELLS, STOP
from strategist.search.state.record import SETS, Record
from strategist.search.state.result_log import Logging, fitting, logged, make_ring
from strategist.search.tasks.remote.instance import Instance

_WAIT_SECONDS = 0.05


class AnyHand(Protocol):
    """A thread that carries out tasks one by one. Others may stop its task at any time, and read what it has logged."""

    def carry_out(self, task: Any, seed: int, known: Any, dropped: set[int]) -> Any:
        """Carry out a task; ``known`` is what the crew has for it, ``dropped`` are the numbers of those given up."""

    def stop(self, number: int | None) -> None:
        """Stop the task of this number, or any, if it is at hand."""

    def rows(self, seed: int) -> NDArray[np.uint64]:
        """The rows of facts logged since the last call."""


H = TypeVar("H", bound=AnyHand)


class Crew(ABC, Generic[H]):
    """The threads of one process, ``hands``, that carry out tasks of an ``instance``, and which search they are at.

    ``record`` says what its facts are.
    """

    record: Record = SETS

    def __init__(self, instance: Instance, hands: Sequence[H]) -> None:
        self.instance, self.hands, self.threads = instance, hands, len(hands)
        self._idle: SimpleQueue[H] = SimpleQueue()
        for hand in hands:
            self._idle.put(hand)
        self._turning = threading.Condition()
        self._busy = 0
        self._turn = -1
        self._seed = 0
        self._dropped: set[int] = set()

    def begin(self, turn: int, search: Any, seed: int) -> None:
        """Turn to a search; what is at hand of an earlier one is stopped."""
        with self._turning:
            while self._turn < turn and self._busy:
                self.stop()
                self._turning.wait(_WAIT_SECONDS)
            if self._turn < turn:
                self._turn, self._seed = turn, seed
                self._dropped.clear()
                self._turned(search)

    def start_again(self) -> None:
        """Be ready for another run of the same search: its turns are counted from the beginning."""
        with self._turning:
            while self._busy:
                self.stop()
                self._turning.wait(_WAIT_SECONDS)
            self._turn = -1

    @abstractmethod
    def _turned(self, search: Any) -> None:
        """Forget what belongs to the turn before."""

    def _search_of(self, task: Any) -> Any:
        """What :meth:`begin` is told of the search of a task."""
        return None

    def _known_for(self, task: Any) -> Any:
        """What a hand needs for a task."""
        return None

    def _learn(self, rows: NDArray[np.uint64]) -> None:
        """Put facts of others where the hands find them."""

    def carry_out(self, turn: int, seed: int, task: Any) -> Any:
        """Carry out a task by one thread, and return what it comes to."""
        self.begin(turn, self._search_of(task), seed)
        with self._turning:
            if self._turn != turn or task.number in self._dropped:
                return task.undone()
            known = self._known_for(task)
            self._busy += 1
        hand = self._idle.get()
        try:
            return hand.carry_out(task, seed, known, self._dropped)
        finally:
            self._idle.put(hand)
            with self._turning:
                self._busy -= 1
                self._turning.notify_all()

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
        return np.concatenate([hand.rows(self._seed) for hand in self.hands])

    def place(self, process: int, processes: int) -> None:
        """Note which of so many processes this one is now: it matters where all of them are at the same task."""

    def now(self) -> Any:
        """What is to be told of the task at hand before it is done, without rows; None for nothing."""
        return None

    def stop(self, number: int | None = None) -> None:
        """Stop a task, now or when it is about to begin, or all that are at hand."""
        if number is not None:
            self._dropped.add(number)
        for hand in self.hands:
            hand.stop(number)


class Hand(ABC):
    """One thread of a process that carries out tasks of a search, each with cells of its own that kernels read."""

    record: Record = SETS

    def __init__(self) -> None:
        self._at_hand: tuple[int, NDArray[np.int64]] | None = None
        """The number of the task at hand and its cells, which no other task gets: whoever has looked at the number
        may write into the cells later, when the task is done."""
        self._using = threading.Lock()
        """Held by who takes rows from the search, or gives it some: another thread may, beside its kernel."""

    @abstractmethod
    def _logs(self) -> Logging | None:
        """The desk whose kernel logs, if what it logs may be told."""

    @abstractmethod
    def _nodes(self) -> int:
        """The positions examined so far."""

    @abstractmethod
    def _prove(self, task: Any, cells: NDArray[np.int64], known: Any) -> Any:
        """What a task comes to, but for its rows, its positions and its time."""

    def carry_out(self, task: Any, seed: int, known: Any = None, dropped: set[int] | None = None) -> Any:
        """Carry out a task, and return what it comes to."""
        begun, cells = time.thread_time(), self.take(task, seed)
        before = self._nodes()
        if task.number in (dropped or ()):
            # It was given up after the crew has looked, and before it was at hand.
            cells[STOP] = 1
        try:
            proof = self._prove(task, cells, known)
        finally:
            self._at_hand = None
        nodes, seconds = self._nodes() - before, time.thread_time() - begun
        return proof._replace(nodes=nodes, seconds=seconds, rows=self.rows(seed).tobytes())

    def take(self, task: Any, seed: int) -> NDArray[np.int64]:
        """Have a task at hand from now on: its cells, ``int64[SHARED_CELLS]``."""
        cells: NDArray[np.int64] = np.zeros(SHARED_CELLS, dtype=np.int64)
        cells[SEED] = np.uint64(seed).astype(np.int64)
        cells[LEAST_NODES] = task.least_nodes
        self._prepare(task, cells)
        self._at_hand = task.number, cells
        return cells

    @abstractmethod
    def _prepare(self, task: Any, cells: NDArray[np.int64]) -> None:
        """Set what else kernels read."""

    def stop(self, number: int | None = None) -> None:
        """Stop the task of this number, or any, if it is at hand."""
        at_hand = self._at_hand
        if at_hand is not None and (number is None or at_hand[0] == number):
            at_hand[1][STOP] = 1

    def rows(self, seed: int) -> NDArray[np.uint64]:
        """The rows logged since the last call."""
        with self._using:
            desk = self._logs()
            return make_ring(0, self.record.words) if desk is None else logged(desk, seed)
