"""One thread that carries out tasks: a desk and cells of its own, beside the memo that all threads of a process share.

Another thread may stop the task, or tell it of a better cost, at any time: both are cells that the kernel reads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import TooDeepError
from strategist.search.exact.solve import PROVE, TOGETHER
from strategist.search.state.problem import (
    BEST,
    DEPTH,
    LEAST_NODES,
    LOGGED,
    NODES,
    REACHED,
    READ,
    RECALLED,
    SEED,
    SHARED_CELLS,
    STEP,
    STOP,
    TASK,
    TOO_DEEP,
    Problem,
    Scratch,
)
from strategist.search.state.result_log import unread
from strategist.search.tasks.task import AnyProof, AnyTask, CellsProof, CellsTask, Task, TaskProof
from strategist.search.tasks.workers import Workers

_WATCH_SECONDS = 0.01
_SECONDS_A_TASK = 60.0
"""A task comes back after this time, however few positions it has examined."""


class Hand:
    """One thread of a process that carries out tasks."""

    def __init__(self, workers: Workers, desk: Scratch) -> None:
        self.workers = workers
        self.desk = desk
        self._at_hand: tuple[int, NDArray[np.int64]] | None = None
        """The number of the task at hand and its cells, which no other task gets: whoever has looked at the number
        may write into the cells later, when the task is done."""
        self._rows_lock = threading.Lock()

    def carry_out(self, problem: Problem, task: AnyTask, seed: int) -> AnyProof:
        """Carry out a task and return its proof. ``problem`` is that of its search; ``seed`` is that of the seals.

        Raises :class:`~strategist.common.errors.TooDeepError` if the tree is too deep to be searched.
        """
        begun, before = time.thread_time(), int(self.desk.own[NODES])
        cells = self.take(task, seed)
        mine = problem._replace(shared=cells)
        try:
            with self._watched(cells, task.positions):
                proof = self._guesses(mine, task) if isinstance(task, Task) else self._cells(mine, task)
        finally:
            self._at_hand = None
        if cells[TOO_DEEP]:
            raise TooDeepError(f"{self.workers.game.spec}: the tree is too deep to be searched")
        return proof._replace(
            nodes=int(self.desk.own[NODES]) - before,
            seconds=time.thread_time() - begun,
            rows=self.rows(seed).tobytes(),
        )

    def take(self, task: AnyTask, seed: int) -> NDArray[np.int64]:
        """Have a task at hand from now on: its cells, ``int64[SHARED_CELLS]``."""
        cells: NDArray[np.int64] = np.zeros(SHARED_CELLS, dtype=np.int64)
        cells[SEED] = np.uint64(seed).astype(np.int64)
        cells[LEAST_NODES] = task.least_nodes
        # Other processes have told of bounds that hold for one guess at a set.
        cells[RECALLED] = 1
        cells[BEST] = task.best
        self._at_hand = task.number, cells
        return cells

    def _guesses(self, problem: Problem, task: Task) -> TaskProof:
        """Search some of the guesses at a set."""
        desk, cells = self.desk, problem.shared
        cells[TASK], cells[STEP] = task.first, task.step
        candidates = self.workers.in_order(np.frombuffer(task.candidates, dtype=np.int32))
        call = self.workers.call(problem, desk, task.path, candidates, task.left, task.budget, TOGETHER)
        depth = int(desk.own[DEPTH])
        desk.path[depth] = -1
        bound, exact = call()
        finished = not cells[STOP]
        guess = int(desk.choice[0])
        reached = int(desk.own[REACHED])
        if exact and guess < 0:
            # The memo knew the cost: some guess reaches it.
            reached = int(bound)
        return TaskProof(
            number=task.number,
            bound=int(bound),
            reached=reached,
            guess=guess,
            exact=bool(exact) and guess < 0 and not problem.width,
            finished=finished,
            doing=-1 if finished else int(desk.path[depth]),
            next=int(cells[TASK]),
            best=int(cells[BEST]),
        )

    def _cells(self, problem: Problem, task: CellsTask) -> CellsProof:
        """Search some cells of a guess, one after the other."""
        cells, bounds, exact = problem.shared, list(task.bounds), [False] * len(task.cells)
        for index, cell in enumerate(task.cells):
            room = int(cells[BEST]) - (sum(bounds) - bounds[index])
            if bounds[index] >= room or cells[STOP]:
                break
            candidates = self.workers.in_order(np.frombuffer(cell, dtype=np.int32))
            call = self.workers.call(problem, self.desk, task.path, candidates, task.left, room, PROVE)
            bound, proven = call()
            bounds[index], exact[index] = max(bounds[index], int(bound)), bool(proven)
        finished = all(exact) or sum(bounds) >= cells[BEST]
        return CellsProof(task.number, tuple(bounds), tuple(exact), bool(finished))

    def tighten(self, number: int, best: int) -> None:
        """Tell the task of this number, if it is at hand, that only guesses below ``best`` are wanted."""
        at_hand = self._at_hand
        if at_hand is not None and at_hand[0] == number:
            at_hand[1][BEST] = min(int(at_hand[1][BEST]), best)

    def stop(self, number: int | None = None) -> None:
        """Stop the task of this number, or any, if it is at hand."""
        at_hand = self._at_hand
        if at_hand is not None and (number is None or at_hand[0] == number):
            at_hand[1][STOP] = 1

    def rows(self, seed: int) -> NDArray[np.uint64]:
        """The rows logged since the last call, ``uint64[rows, RING_COLUMNS]``."""
        own = self.desk.own
        with self._rows_lock:
            read = int(own[READ])
            rows = unread(self.desk.ring, int(own[LOGGED]), read, seed)
            own[READ] = read + len(rows)
        return rows

    @contextmanager
    def _watched(self, cells: NDArray[np.int64], positions: int) -> Iterator[None]:
        """Within the block, stop the task when it has used up its positions or its time."""
        if not positions:
            yield
            return
        last, deadline = int(self.desk.own[NODES]) + positions, time.monotonic() + _SECONDS_A_TASK
        done = threading.Event()

        def watch() -> None:
            while not done.wait(_WATCH_SECONDS):
                if self.desk.own[NODES] >= last or time.monotonic() > deadline:
                    cells[STOP] = 1

        watcher = threading.Thread(target=watch, name="strategist-watch", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()
