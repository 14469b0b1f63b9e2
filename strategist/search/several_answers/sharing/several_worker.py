"""A process of a cluster that proves what first questions of a search for several answers cost.

Each of its threads has a memo of its own. What took long to prove is told to the coordinator, and by it to all others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.searched import SearchedStrategy
from strategist.model.game import Answer, Game
from strategist.search.several_answers.several_arrays import SeveralScratch, Words
from strategist.search.several_answers.several_desks import MOST_BYTES, What
from strategist.search.several_answers.several_game import answers_of, masses_at
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.sharing.several_record import KEYS, header_of
from strategist.search.several_answers.sharing.several_task import SeveralProof, SeveralTask
from strategist.search.state.options import Options
from strategist.search.tasks.remote.crew import Crew, Hand
from strategist.search.tasks.remote.instance import Instance, compare_facts, restored
from strategist.search.tasks.supervise import StopSignal


class SeveralHand(Hand):
    """One thread of a process, with a search of its own."""

    record = KEYS

    def __init__(
        self,
        game: Game,
        answers: Sequence[Sequence[Sequence[Answer]]],
        masses: Mapping[int, Fraction],
        asked: frozenset[int],
        memory: int,
    ) -> None:
        super().__init__()
        self.game, self.answers, self.masses, self.asked, self.memory = game, answers, masses, asked, memory
        self.stage: SeveralStage | None = None
        self._told: list[Words] = []
        self._heard = 0
        """How many of the parts of ``_told`` the memo has taken."""

    def _logs(self) -> SeveralScratch | None:
        # Once two costs were too close, nothing is told.
        return None if self.stage is None or self.stage.unsure else self.stage.desk

    def _nodes(self) -> int:
        return 0 if self.stage is None else self.stage.nodes

    def _prepare(self, task: SeveralTask, cells: NDArray[np.int64]) -> None:
        with self._using:
            self._stage_for(task.what).heed(StopSignal(cells))

    def _prove(self, task: SeveralTask, cells: NDArray[np.int64], known: list[Words]) -> SeveralProof:
        stage = self.stage
        assert stage is not None  # the task is at hand
        with self._using:
            self._hear(known, rests=True)
        root = stage.start(self.masses, self.asked, task.what.limit or 0)
        return SeveralProof(task.number, *stage.cost_of(root, task.question, task.best), stage.unsure)

    def _stage_for(self, what: What) -> SeveralStage:
        before = self.stage
        if before is not None and before.what == what:
            return before
        stage = self.stage = SeveralStage(
            self.game,
            self.answers,
            what,
            brake=StopSignal(),
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


class SeveralCrew(Crew[SeveralHand]):
    """The search for several answers of an :class:`~strategist.search.tasks.remote.instance.Instance`.

    There is a turn for each list of objectives that is minimized. Raises
    :class:`~strategist.common.errors.ClusterError` that names what differs here.
    """

    record = KEYS

    def __init__(self, instance: Instance, options: Options) -> None:
        game, strategy, start = restored(instance)
        assert isinstance(strategy, SearchedStrategy)
        answers, masses = answers_of(game), masses_at(game, start)
        compare_facts(dict(instance.facts), header_of(game, strategy, start, answers, masses))
        asked = frozenset(question for question, _ in start.history)
        memory = (MOST_BYTES if options.memory is None else options.memory // 2) // options.jobs
        hands = [SeveralHand(game, answers, masses, asked, memory) for _ in range(options.jobs)]
        super().__init__(instance, hands)
        self._told: list[Words] = []

    def _turned(self, search: None) -> None:
        self._told = []

    def _known_for(self, task: SeveralTask) -> list[Words]:
        return self._told

    def _learn(self, rows: Words) -> None:
        self._told.append(rows)
        for hand in self.hands:
            hand.listen(self._told)
