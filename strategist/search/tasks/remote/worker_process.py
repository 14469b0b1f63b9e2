"""The process of a cluster that carries out tasks of a proof: one memo for all its threads."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.memory import Costs
from strategist.search.state.options import Options
from strategist.search.state.problem import Problem
from strategist.search.state.result_log import recall
from strategist.search.tasks.remote.crew import Crew
from strategist.search.tasks.remote.instance import Instance, rebuild
from strategist.search.tasks.remote.worker_thread import ProofHand
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.task import AnyTask, Search


class ProofCrew(Crew[ProofHand]):
    """The proof of an :class:`~strategist.search.tasks.remote.instance.Instance`.

    A chain of searches has a turn for each cost that is minimised: the memo holds the bounds of one turn.
    """

    def __init__(self, instance: Instance, options: Options) -> None:
        self.workers, self.strategy, _ = rebuild(instance, options, StopSignal())
        super().__init__(instance, [ProofHand(self.workers, desk) for desk in self.workers.desks])
        self._costs: Costs | None = None
        self._problems: dict[Search, Problem] = {}

    def _turned(self, search: Costs) -> None:
        if search != self._costs:
            self._costs = search
            self._problems.clear()

    def _search_of(self, task: AnyTask) -> Costs:
        return task.search.costs

    def _known_for(self, task: AnyTask) -> Problem:
        return self._problem(task.search)

    def _learn(self, rows: NDArray[np.uint64]) -> None:
        assert self._costs is not None  # it has turned to a search
        unit, extra, limited, scale, staked, gone, tariff = self._costs
        limit = len(tariff) or 1 if limited else None
        search = next(iter(self._problems), None) or Search(unit, extra, limit, 0, scale, gone, tariff, staked)
        recall(self._problem(search).memo, rows)

    def _problem(self, search: Search) -> Problem:
        if search not in self._problems:
            self._problems[search] = self.workers.problem(*search[:-1])
        return self._problems[search]
