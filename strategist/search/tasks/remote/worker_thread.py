"""One thread that carries out tasks of a proof: it has a desk of its own, and shares the memo of its process."""

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
    NODES,
    REACHED,
    RECALLED,
    STEP,
    STOP,
    TASK,
    TOO_DEEP,
    Problem,
    Scratch,
)
from strategist.search.tasks.remote.crew import Hand
from strategist.search.tasks.task import AnyProof, AnyTask, CellsProof, CellsTask, Task, TaskProof
from strategist.search.tasks.workers import Workers

_WATCH_SECONDS = 0.01
_SECONDS_A_TASK = 60.0
"""A task comes back after this time, however few positions it has examined."""


class ProofHand(Hand):
    """One thread of a process that carries out tasks of a proof."""

    def __init__(self, workers: Workers, desk: Scratch) -> None:
        super().__init__()
        self.workers = workers
        self.desk = desk

    def _logs(self) -> Scratch:
        return self.desk

    def _nodes(self) -> int:
        return int(self.desk.own[NODES])

    def _prepare(self, task: AnyTask, cells: NDArray[np.int64]) -> None:
        # Other processes have told of bounds that hold for one guess at a set.
        cells[RECALLED] = 1
        cells[BEST] = task.best

    def _prove(self, task: AnyTask, cells: NDArray[np.int64], known: Problem) -> AnyProof:
        """Search, in the problem of the task.

        Raises :class:`~strategist.common.errors.TooDeepError` if the tree is too deep to be searched.
        """
        mine = known._replace(shared=cells)
        with self._watched(cells, task.positions):
            proof = self._guesses(mine, task) if isinstance(task, Task) else self._cells(mine, task)
        if cells[TOO_DEEP]:
            raise TooDeepError(f"{self.workers.game.spec}: the tree is too deep to be searched")
        return proof

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
