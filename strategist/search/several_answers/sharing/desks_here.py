"""The threads of this process as an executor: a desk for each, and one memo for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from strategist.search.several_answers.several_arrays import FULL, OPENING, RESULT, SeveralScratch, Words
from strategist.search.several_answers.several_desks import StagePosition
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.sharing.several_task import SeveralProof, SeveralTask
from strategist.search.several_answers.solve_several import PROVE, search


class DesksHere:
    """The desks of a search, each with a thread that proves what a question at ``root`` costs.

    A kernel comes back when the memo is full. When all have come to that or to their ends, the memo grows.
    """

    def __init__(self, stage: SeveralStage, root: StagePosition) -> None:
        self._stage, self._root = stage, root
        self._pool = ThreadPoolExecutor(len(stage.desks))
        self._idle = list(stage.desks)
        self._at_work: dict[int, SeveralScratch] = {}
        self._waiting: list[SeveralTask] = []
        """Those for which the memo has no room."""
        self._done: SimpleQueue[tuple[SeveralTask, SeveralScratch, Future[int]]] = SimpleQueue()

    def begin(self, turn: int, search: Any, seed: int, facts: Callable[[], Words]) -> None:
        """Do nothing: the desks share what they know."""

    def room(self) -> int:
        """The number of idle desks; none while others wait for a larger memo."""
        return 0 if self._waiting else len(self._idle)

    def open(self, task: SeveralTask) -> None:
        """Begin a task on an idle desk."""
        stage, desk = self._stage, self._idle.pop()
        stage.sit(self._root, desk)
        stage.allow(task.best, desk)
        desk.own[OPENING], desk.own[FULL] = -1, 0
        self._at_work[task.number] = desk
        given = stage.arrays, desk, stage.memo_for(PROVE, desk), self._root.left, task.question, PROVE
        self._pool.submit(search, *given).add_done_callback(partial(self._note, task, desk))

    def _note(self, task: SeveralTask, desk: SeveralScratch, done: Future[int]) -> None:
        self._done.put((task, desk, done))

    def proofs(self, seconds: float) -> Sequence[SeveralProof]:
        """What has come in, after waiting for some seconds at most."""
        found = []
        with suppress(Empty):
            task, desk, done = self._done.get(timeout=seconds)
            while True:
                kind = done.result()
                self._idle.append(desk)
                if self._at_work.pop(task.number, None) is None:
                    # It was given up: what it has proven is in the memo.
                    desk.own[FULL] = 0
                elif kind >= 0 or self._stage.brake.stopped:
                    found.append(SeveralProof(task.number, kind, self._stage.read(RESULT, desk)))
                else:
                    self._waiting.append(task)
                task, desk, done = self._done.get_nowait()
        if self._waiting and len(self._idle) == len(self._stage.desks) and self._stage.grown():
            again, self._waiting = self._waiting, []
            for each in again:
                self.open(each)
        return found

    def drop(self, number: int) -> None:
        """Give up a task: its kernel comes back as if the memo were full."""
        desk = self._at_work.pop(number, None)
        if desk is not None:
            desk.own[FULL] = 1
        self._waiting = [task for task in self._waiting if task.number != number]

    def share(self, rows: Words) -> None:
        """Do nothing: there is one memo."""

    def end(self) -> None:
        """Give up all tasks, and wait for their kernels."""
        for desk in self._at_work.values():
            desk.own[FULL] = 1
        self._pool.shutdown()
        for desk in self._stage.desks:
            # If the memo is full, the next kernel will say so again.
            desk.own[FULL] = 0

    def lost(self) -> bool:
        """False: the threads of this process are never lost."""
        return False

    def words(self) -> Mapping[str, Any]:
        """An empty mapping: a progress report says nothing of this executor."""
        return {}
