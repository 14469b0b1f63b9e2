"""The coordinator's list of workers: which are connected, which tasks each holds, which facts each was sent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.cluster.worker_side import BATCH_SECONDS, Pulse

QUEUED = 1
"""Batches queued at a worker beyond one per thread, so that no thread idles until the next batch arrives."""
_MOST_IN_BATCH = 64
_FORGETS = 0.9
"""The weight of the previous average in the moving average of task times."""
_ROWS_AT_ONCE = 1 << 13
"""The most rows that one pulse sends: some 600 kB, of keys 1.1 MB."""


@dataclass(eq=False)
class Mate:
    """One worker process: its address, its threads, and the numbers of its tasks, the oldest first."""

    address: str
    threads: int
    tasks: list[int] = field(default_factory=list)
    batches: int = 0
    """The number of batches into which its tasks are divided."""
    silent: bool = False
    """Whether it has missed a pulse: it gets no tasks until it answers again."""
    ready: bool = False
    """Whether it has been told of the current search."""
    told: int = 0
    """The number of shared rows that it has been sent."""
    shared: int = -1
    """The number of the task of all that it was given last; -1 for none."""
    at_it: bool = False
    """Whether it has not come back from that."""
    dropped: list[int] = field(default_factory=list)

    @property
    def able(self) -> bool:
        """Whether it knows the current search, and answers."""
        return self.ready and not self.silent

    @property
    def room(self) -> int:
        """The number of batches of tasks that it can accept now."""
        return max(0, self.threads + QUEUED - self.batches) if self.able else 0


class Mates:
    """All admitted workers by address, and the open tasks."""

    def __init__(self, sharing: bool) -> None:
        self.sharing = sharing
        self.all: dict[str, Mate] = {}
        self.open: dict[int, Any] = {}
        self.waiting: list[int] = []
        """The numbers of open tasks that no worker holds."""
        self.shared: Any = None
        """The task that all workers are at, if there is one."""
        self._rows: list[NDArray[np.uint64]] = []
        self._count = 0
        self._before = 0
        """The number of rows shared in earlier searches."""
        self.bytes_told = 0
        self._typical = BATCH_SECONDS
        """The moving average of the seconds that a task takes."""

    def room(self) -> int:
        """The number of tasks that can be opened: enough to fill one batch for each free place."""
        return self._most_in_batch * sum(mate.room for mate in self.all.values()) - len(self.waiting)

    @property
    def _most_in_batch(self) -> int:
        return min(_MOST_IN_BATCH, max(1, int(BATCH_SECONDS / (2 * max(1e-9, self._typical)))))

    def batch(self) -> tuple[Mate, list[int]] | None:
        """The next waiting tasks and the worker to send them to; None if no task waits or no worker has room.

        Waiting tasks are divided evenly among the free places, up to the size that fills the time of a batch.
        """
        able = [mate for mate in self.all.values() if mate.room > 0]
        if not able or not self.waiting:
            return None
        mate = min(able, key=lambda mate: mate.batches / mate.threads)
        count = min(self._most_in_batch, math.ceil(len(self.waiting) / sum(each.room for each in able)))
        numbers, self.waiting = self.waiting[:count], self.waiting[count:]
        mate.tasks += numbers
        mate.batches += 1
        return mate, numbers

    def take(self, mate: Mate, tasks: Sequence[Any], proofs: Sequence[Any] | None) -> None:
        """Note what a worker has found of a batch of tasks; others carry out what it has not begun. None if it was lost
        at them: it is told of the search again."""
        numbers = [task.number for task in tasks]
        mate.batches -= 1
        if proofs is None:
            mate.ready = mate.ready and not any(number in mate.tasks for number in numbers)
        for proof in proofs or ():
            if proof.nodes:
                self.took(proof.seconds)
            self.done(proof.number)
        self.release(mate, numbers)

    def come_back(self, mate: Mate, tasks: Sequence[Any], proofs: Sequence[Any] | None) -> None:
        """The same of a task of all. The worker may be at the next one already."""
        if mate.at_it and mate.shared == tasks[0].number:
            mate.at_it = False
            if proofs is None:
                mate.ready, mate.shared = False, -1

    def took(self, seconds: float) -> None:
        """Note that a task took ``seconds``, in the moving average."""
        self._typical = _FORGETS * self._typical + (1 - _FORGETS) * seconds

    def release(self, mate: Mate, numbers: Sequence[int] | None = None) -> None:
        """Take back tasks of a worker, all of them by default: other workers will carry them out."""
        back = [number for number in mate.tasks if numbers is None or number in numbers]
        mate.tasks = [number for number in mate.tasks if number not in back]
        self.waiting[:0] = [number for number in back if number in self.open]

    def done(self, number: int) -> None:
        """Note that a task is done or given up: remove it from all lists."""
        self.open.pop(number, None)
        if number in self.waiting:
            self.waiting.remove(number)
        for mate in self.all.values():
            if number in mate.tasks:
                mate.tasks.remove(number)

    def begun(self, mate: Mate) -> Any:
        """The task that all workers are at, as it is given to this one now; None if it has it, or must wait.

        The places of the others change with that: they hear of it with their next pulse.
        """
        if self.shared is None or not mate.able or mate.shared == self.shared.number:
            return None
        mate.shared, mate.at_it = self.shared.number, True
        process, processes = self.place(mate)
        return self.shared._replace(process=process, processes=processes)

    def place(self, mate: Mate) -> tuple[int, int]:
        """Which of the workers one is, and how many there are: of those that are at the task of all."""
        number = None if self.shared is None else self.shared.number
        at_it = [each for each in self.all.values() if each.able and each.shared == number]
        return (at_it.index(mate), len(at_it)) if mate in at_it else (0, 1)

    def drop(self, number: int) -> None:
        """Give up a task, and notify the workers that hold it."""
        for mate in self.all.values():
            if number in mate.tasks or number == mate.shared:
                mate.dropped.append(number)
        if self.shared is not None and self.shared.number == number:
            self.shared = None
        self.done(number)

    def end(self) -> None:
        """Give up all tasks."""
        for number in [*self.open, *([] if self.shared is None else [self.shared.number])]:
            self.drop(number)

    def forget(self) -> None:
        """Drop all tasks and rows of the last search, because another one begins."""
        self.end()
        self.waiting.clear()
        self._rows.clear()
        self._before = self._count
        for mate in self.all.values():
            mate.ready = False

    def share(self, rows: NDArray[np.uint64]) -> None:
        """Queue rows of facts for all workers."""
        if self.sharing:
            self._rows.append(rows)
            self._count += len(rows)

    def welcome(self, mate: Mate) -> None:
        """Note that a worker has been told of the current search and of all rows so far."""
        mate.told = self._count
        mate.dropped.clear()
        mate.ready = True

    def news(self, mate: Mate, turn: int) -> Pulse:
        """The next pulse for a worker; its contents count as sent."""
        skipped = mate.told - self._before
        fresh: list[NDArray[np.uint64]] = []
        taken = 0
        for rows in self._rows:
            if skipped >= len(rows):
                skipped -= len(rows)
                continue
            some = rows[skipped : skipped + _ROWS_AT_ONCE - taken]
            skipped = 0
            fresh.append(some)
            taken += len(some)
            if taken >= _ROWS_AT_ONCE:
                break
        mate.told += taken
        told = b"".join(rows.tobytes() for rows in fresh)
        self.bytes_told += len(told)
        news = Pulse(turn, told, tuple(mate.dropped), *self.place(mate))
        mate.dropped.clear()
        return news
