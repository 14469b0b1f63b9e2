"""The process of a cluster that helps with a search for several answers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.searched import SearchedStrategy
from strategist.search.several_answers.several_arrays import SeveralScratch, Words
from strategist.search.several_answers.several_desks import MOST_BYTES, What
from strategist.search.several_answers.several_game import answers_of, masses_at
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.sharing.several_record import KEYS, header_of
from strategist.search.several_answers.sharing.several_task import SeveralProof, SeveralTask
from strategist.search.state.options import Options
from strategist.search.tasks.remote.crew import ProvingCrew
from strategist.search.tasks.remote.instance import Instance, compare_facts, restored
from strategist.search.tasks.supervise import StopSignal


class SeveralCrew(ProvingCrew):
    """The search for several answers of an :class:`~strategist.search.tasks.remote.instance.Instance`.

    There is a turn for each list of objectives that is minimized. Raises
    :class:`~strategist.common.errors.ClusterError` that names what differs here.
    """

    record = KEYS

    def __init__(self, instance: Instance, options: Options) -> None:
        super().__init__(instance, options.jobs)
        self._game, strategy, start = restored(instance)
        assert isinstance(strategy, SearchedStrategy)
        self._answers, self._masses = answers_of(self._game), masses_at(self._game, start)
        compare_facts(dict(instance.facts), header_of(self._game, strategy, start, self._answers, self._masses))
        self._asked = frozenset(question for question, _ in start.history)
        self._memory = MOST_BYTES if options.memory is None else options.memory // 2
        self._stage: SeveralStage | None = None
        self._before: SeveralStage | None = None
        """The search of the turn before."""
        self._heard: list[Words] = []
        """What others have told that the memo has not taken."""

    def _turned(self, aim: What) -> None:
        # What was learnt in a run that begins anew must not be known.
        self._before, self._stage = self._stage, None
        self._heard = []

    def _desks(self) -> Sequence[SeveralScratch]:
        # Once two costs were too close, nothing is told.
        return [] if self._stage is None or self._stage.unsure else self._stage.desks

    def nodes(self) -> int:
        """The positions examined so far."""
        return 0 if self._stage is None else self._stage.nodes

    def _prove(self, task: SeveralTask, cells: NDArray[np.int64]) -> SeveralProof:
        with self._using:
            stage = self._stage = self._stage or self._stage_for(task.what)
            stage.heed(StopSignal(cells))
            self._hear(stage, rests=True)
        root = stage.start(self._masses, self._asked, task.what.limit or 0)
        kind = stage.search_for(root, task.only, task.budget)
        return SeveralProof(task.number, kind, stage.best, stage.opening, stage.unsure)

    def _stage_for(self, what: What) -> SeveralStage:
        stage = SeveralStage(
            self._game,
            self._answers,
            what,
            brake=StopSignal(),
            memory=self._memory,
            jobs=self.threads,
            beside=True,
            recorded=lambda stage: nullcontext(),
        )
        before, self._before = self._before, None
        if before is not None and stage.part is not None and before.what == stage.part.what:
            stage.learn(before)
        return stage

    def _now(self, number: int) -> SeveralProof:
        return SeveralProof(number)

    def _learn(self, rows: Words) -> None:
        with self._using:
            self._heard.append(rows)
            if self._stage is not None:
                self._hear(self._stage, rests=False)

    def _hear(self, stage: SeveralStage, rests: bool) -> None:
        """Take what others have told. Unless the search ``rests``, kernels use the memo meanwhile: it takes what it has
        room for, and else is asked to grow."""
        while self._heard and (rests or stage.has_room(len(self._heard[0]))):
            stage.take(self._heard.pop(0))
        if self._heard:
            stage.interrupt()
