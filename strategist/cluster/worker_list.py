"""The workers of a cluster as the coordinator sees them: who is there, what each has to do and has been told."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.cluster.worker_side import BATCH_SECONDS, Pulse
from strategist.search.state.result_log import make_ring

QUEUED = 1
"""The batches of tasks that wait at a worker beside those at hand: it needs not wait for the next one to arrive."""
_MOST_IN_BATCH = 64
_FORGETS = 0.9
"""How much the typical time of a task depends on the times of earlier ones."""
_ROWS_AT_ONCE = 1 << 13
"""The most rows that one pulse tells: some 600 kB."""


@dataclass(eq=False)
class Mate:
    """One worker process: its address, its threads, and the numbers of its tasks, the oldest first."""

    address: str
    threads: int
    tasks: list[int] = field(default_factory=list)
    batches: int = 0
    """Into how many batches its tasks are divided."""
    silent: bool = False
    """Whether it has not answered for a while: it gets no more tasks until it does."""
    ready: bool = False
    """Whether it knows which search it is now."""
    told: int = 0
    """How many of the shared rows it has been told."""
    tightened: dict[int, int] = field(default_factory=dict)
    dropped: list[int] = field(default_factory=list)

    @property
    def idle(self) -> int:
        """The number of its threads that have nothing to do."""
        return max(0, self.threads - self.batches) if self.ready and not self.silent else 0

    @property
    def room(self) -> int:
        """The number of batches of tasks that it can be given now."""
        return max(0, self.threads + QUEUED - self.batches) if self.ready and not self.silent else 0


class Mates:
    """All workers that take part, by their addresses; and the tasks that are open."""

    def __init__(self, sharing: bool) -> None:
        self.sharing = sharing
        self.all: dict[str, Mate] = {}
        self.open: dict[int, Any] = {}
        self.waiting: list[int] = []
        """The tasks that nobody has now."""
        self._rows: list[NDArray[np.uint64]] = []
        self._count = 0
        self._before = 0
        """The number of rows of earlier searches."""
        self.bytes_told = 0
        self._typical = BATCH_SECONDS
        """The seconds that a task takes."""

    def room(self, eager: bool = False) -> int:
        """The number of tasks that can be opened: as many as fill the time of a batch for each place that is free.

        Of tasks in case they are needed, one for each thread that has nothing to do.
        """
        if eager:
            return sum(mate.idle for mate in self.all.values()) - len(self.waiting)
        return self._most_in_batch * sum(mate.room for mate in self.all.values()) - len(self.waiting)

    @property
    def _most_in_batch(self) -> int:
        return min(_MOST_IN_BATCH, max(1, int(BATCH_SECONDS / (2 * max(1e-9, self._typical)))))

    def batch(self) -> tuple[Mate, list[int]] | None:
        """The next tasks that wait, and the worker to which they should go; None if there is none, or nobody has room.

        Those that wait are divided evenly, as far as none gets more than fill the time of a batch.
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

    def took(self, seconds: float) -> None:
        """A task took so many seconds."""
        self._typical = _FORGETS * self._typical + (1 - _FORGETS) * seconds

    def release(self, mate: Mate, numbers: Sequence[int] | None = None) -> None:
        """Take back tasks of a worker, all if it is lost or silent: somebody else will carry them out."""
        back = [number for number in mate.tasks if numbers is None or number in numbers]
        mate.tasks = [number for number in mate.tasks if number not in back]
        self.waiting[:0] = [number for number in back if number in self.open]

    def done(self, number: int) -> None:
        """A task is done, or given up: nobody need go on with it."""
        self.open.pop(number, None)
        if number in self.waiting:
            self.waiting.remove(number)
        for mate in self.all.values():
            if number in mate.tasks:
                mate.tasks.remove(number)

    def drop(self, number: int) -> None:
        """Give up a task, and tell who has it."""
        for mate in self.all.values():
            if number in mate.tasks:
                mate.dropped.append(number)
        self.done(number)

    def tighten(self, number: int, best: int) -> None:
        """A better cost is known for a task."""
        if number in self.open:
            # A task that has not been handed out yet.
            self.open[number] = self.open[number]._replace(best=best)
        for mate in self.all.values():
            if number in mate.tasks:
                mate.tightened[number] = best

    def forget(self) -> None:
        """Another search begins: no task and no row of the last one matters."""
        for number in list(self.open):
            self.drop(number)
        self.waiting.clear()
        self._rows.clear()
        self._before = self._count
        for mate in self.all.values():
            mate.ready = False

    def share(self, rows: NDArray[np.uint64]) -> None:
        """Rows that all should be told."""
        if self.sharing:
            self._rows.append(rows)
            self._count += len(rows)

    def welcome(self, mate: Mate) -> None:
        """The worker knows which search it is, and what was known when it was asked for it."""
        mate.told = self._count
        mate.tightened.clear()
        mate.dropped.clear()
        mate.ready = True

    def news(self, mate: Mate, turn: int) -> Pulse:
        """What to tell a worker now."""
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
        told = np.concatenate([make_ring(0), *fresh]).tobytes()
        self.bytes_told += len(told)
        news = Pulse(turn, told, tuple(mate.tightened.items()), tuple(mate.dropped))
        mate.tightened.clear()
        mate.dropped.clear()
        return news
