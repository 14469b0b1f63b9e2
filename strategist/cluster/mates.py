"""The workers of a cluster as the coordinator sees them: who is there, what each has to do and has been told."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from strategist.cluster.station import Pulse
from strategist.search.proof.ring import make_ring
from strategist.search.proof.task import Task

QUEUED = 1
"""The tasks that wait at a worker beside those at hand: it needs not wait for the next one to arrive."""
_ROWS_AT_ONCE = 1 << 13
"""The most rows that one pulse tells: some 600 kB."""


@dataclass(eq=False)
class Mate:
    """One worker process: its address, its threads, and the numbers of its tasks, the oldest first."""

    address: str
    threads: int
    tasks: list[int] = field(default_factory=list)
    silent: bool = False
    """Whether it has not answered for a while: it gets no more tasks until it does."""
    ready: bool = False
    """Whether it knows which search it is now."""
    told: int = 0
    """How many of the shared rows it has been told."""
    tightened: dict[int, int] = field(default_factory=dict)
    dropped: list[int] = field(default_factory=list)

    @property
    def room(self) -> int:
        """The number of tasks that it can be given now."""
        return max(0, self.threads + QUEUED - len(self.tasks)) if self.ready and not self.silent else 0


class Mates:
    """All workers that take part, by their addresses; and the tasks that are open."""

    def __init__(self, sharing: bool) -> None:
        self.sharing = sharing
        self.all: dict[str, Mate] = {}
        self.open: dict[int, Task] = {}
        self.waiting: list[int] = []
        """The tasks that nobody has now."""
        self._rows: list[NDArray[np.uint64]] = []
        self._count = 0
        self._before = 0
        """The number of rows of earlier searches."""
        self.bytes_told = 0

    def room(self) -> int:
        """The number of tasks that can be opened."""
        return sum(mate.room for mate in self.all.values()) - len(self.waiting)

    def least_busy(self) -> Mate | None:
        """The worker that should get the next task; None if nobody has room."""
        able = [mate for mate in self.all.values() if mate.room > 0]
        return min(able, key=lambda mate: len(mate.tasks) / mate.threads, default=None)

    def release(self, mate: Mate) -> None:
        """Take back the tasks of a worker that is lost or silent: somebody else will carry them out."""
        self.waiting[:0] = [number for number in mate.tasks if number in self.open]
        mate.tasks.clear()

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
