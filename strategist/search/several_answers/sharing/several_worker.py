"""A process of a cluster that proves what first questions of a search for several answers cost.

Each of its threads has a memo of its own. What took long to prove is told to the coordinator, and by it to all others.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.searched import SearchedStrategy
from strategist.model.game import Answer, Game
from strategist.search.several_answers.several_arrays import ROW_WORDS, Words, make_ring
from strategist.search.several_answers.several_desks import MOST_BYTES, Found, What
from strategist.search.several_answers.several_game import answers_of, masses_at
from strategist.search.several_answers.several_questions import STOPPED
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.sharing.several_journal import header_of
from strategist.search.state.memory import Costs
from strategist.search.state.options import Options
from strategist.search.state.problem import LEAST_NODES, LOGGED, READ, SEED, SHARED_CELLS, STOP
from strategist.search.state.result_log import seals, unread
from strategist.search.tasks.remote.instance import Instance, compare_facts, restored
from strategist.search.tasks.remote.turns import Turns
from strategist.search.tasks.supervise import StopSignal


class SeveralTask(NamedTuple):
    """What does a tree cost that begins with a question, if that is less than ``best``?

    What took ``least_nodes`` positions or more is worth telling.
    """

    number: int
    what: What
    question: int
    best: Found
    least_nodes: int


class SeveralProof(NamedTuple):
    """The result of a task: its kind, and the cost or its lower bound.

    ``unsure`` says that two costs were closer than the error of doubles. ``rows`` are the bytes of
    ``uint64[rows, ROW_WORDS]`` (:mod:`~strategist.search.several_answers.several_arrays`): what was proven and
    took long.
    """

    number: int
    kind: int = STOPPED
    found: Found | None = None
    unsure: bool = False
    nodes: int = 0
    seconds: float = 0.0
    """Of the processor."""
    rows: bytes = b""

    @property
    def finished(self) -> bool:
        """Whether the question is decided."""
        return self.kind >= 0


class SeveralCrew(Turns["_Hand"]):
    """The search for several answers of an :class:`~strategist.search.tasks.remote.instance.Instance` in a process
    that carries out tasks of it.

    There is a turn for each list of objectives that is minimized. Raises
    :class:`~strategist.common.errors.ClusterError` that names what differs here.
    """

    row_words = ROW_WORDS

    def __init__(self, instance: Instance, options: Options) -> None:
        self.instance = instance
        self.threads = options.jobs
        game, strategy, start = restored(instance)
        assert isinstance(strategy, SearchedStrategy)
        answers, masses = answers_of(game), masses_at(game, start)
        compare_facts(dict(instance.facts), header_of(game, strategy, start, answers, masses))
        asked = frozenset(question for question, _ in start.history)
        memory = (MOST_BYTES if options.memory is None else options.memory // 2) // options.jobs
        super().__init__([_Hand(game, answers, masses, asked, memory) for _ in range(options.jobs)])
        self._told: list[Words] = []

    def _turned(self, costs: Costs) -> None:
        self._told = []

    def carry_out(self, turn: int, seed: int, task: SeveralTask) -> SeveralProof:
        """Carry out a task by one thread.

        Raises :class:`~strategist.common.errors.TooLargeError`.
        """
        self.begin(turn, Costs(0, 0, False), seed)
        with self._turning:
            if not self._is_wanted(turn, task.number):
                return SeveralProof(task.number)
            self._busy += 1
            told = self._told
        with self._an_idle_hand() as hand:
            return hand.carry_out(task, seed, told, self._dropped)

    def tell(self, turn: int, rows: Words) -> int:
        """Put facts of others into the memos; returns how many were taken."""
        rows = rows[rows[:, -1] == seals(self._seed, rows)]
        with self._turning:
            if self._turn != turn or not len(rows):
                return 0
            told = self._told
            told.append(rows)
        for hand in self.hands:
            hand.listen(told)
        return len(rows)

    def hear(self) -> Words:
        """The facts that were found since the last call and took long."""
        return np.concatenate([hand.rows(self._seed) for hand in self.hands])

    def tighten(self, number: int, best: int) -> None:
        """Do nothing: a question is given anew when there is a better tree."""


class _Hand:
    """One thread of a process, with a search of its own."""

    def __init__(
        self,
        game: Game,
        answers: Sequence[Sequence[Sequence[Answer]]],
        masses: Mapping[int, Fraction],
        asked: frozenset[int],
        memory: int,
    ) -> None:
        self.game, self.answers, self.masses, self.asked, self.memory = game, answers, masses, asked, memory
        self.cells: NDArray[np.int64] = np.zeros(SHARED_CELLS, dtype=np.int64)
        self.stage: SeveralStage | None = None
        self._at_hand: int | None = None
        self._stopping = threading.Lock()
        self._using = threading.Lock()
        """Held by who takes rows from the search, or gives it some: another thread may, beside its kernel."""
        self._told: list[Words] = []
        self._heard = 0
        """How many of the parts of ``_told`` the memo has taken."""

    def carry_out(self, task: SeveralTask, seed: int, told: list[Words], dropped: set[int]) -> SeveralProof:
        """Carry out a task; ``dropped`` are the numbers of those that were given up."""
        begun = time.thread_time()
        with self._using:
            stage = self._stage_for(task.what)
            self._hear(told, rests=True)
            self.cells[SEED] = np.uint64(seed).astype(np.int64)
            self.cells[LEAST_NODES] = task.least_nodes
        with self._stopping:
            self._at_hand = task.number
            self.cells[STOP] = task.number in dropped
        before = stage.nodes
        try:
            root = stage.start(self.masses, self.asked, task.what.limit or 0)
            kind, found = stage.cost_of(root, task.question, task.best)
        finally:
            with self._stopping:
                self._at_hand = None
        rows = self.rows(seed)
        nodes, seconds = stage.nodes - before, time.thread_time() - begun
        return SeveralProof(task.number, kind, found, stage.unsure, nodes, seconds, rows.tobytes())

    def _stage_for(self, what: What) -> SeveralStage:
        before = self.stage
        if before is not None and before.what == what:
            return before
        stage = self.stage = SeveralStage(
            self.game,
            self.answers,
            what,
            brake=StopSignal(self.cells),
            memory=self.memory,
            recorded=lambda stage: nullcontext(),
        )
        if before is not None and stage.part is not None and before.what == stage.part.what:
            stage.learn(before)
        self._heard = 0
        return stage

    def listen(self, told: list[Words]) -> None:
        """Take what others have told, as far as there is room, perhaps beside a kernel."""
        with self._using:
            if told is self._told:
                self._hear(told, rests=False)

    def _hear(self, told: list[Words], rests: bool) -> None:
        stage = self.stage
        assert stage is not None  # a task has begun
        if told is not self._told:
            self._told, self._heard = told, 0
        while self._heard < len(told) and (rests or stage.has_room(len(told[self._heard]))):
            stage.take(told[self._heard])
            self._heard += 1

    def rows(self, seed: int) -> Words:
        """The rows logged since the last call, ``uint64[rows, ROW_WORDS]``; none once two costs were too close."""
        with self._using:
            if self.stage is None:
                return make_ring(0)
            desk = self.stage.desk
            read = int(desk.own[READ])
            rows = unread(desk.ring, int(desk.own[LOGGED]), read, seed)
            desk.own[READ] = read + len(rows)
            return make_ring(0) if self.stage.unsure else rows

    def stop(self, number: int | None) -> None:
        """Stop the task of this number, or any, if it is at hand."""
        with self._stopping:
            if self._at_hand is not None and number in (None, self._at_hand):
                self.cells[STOP] = 1
