"""The process of a cluster that helps with a proof of the exact search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.memory import Costs
from strategist.search.state.options import Options
from strategist.search.state.problem import INFEASIBLE_AT_STAKE, REACHED, STOP, Problem, Scratch
from strategist.search.state.result_log import recall
from strategist.search.tasks.remote.crew import ProvingCrew
from strategist.search.tasks.remote.instance import Instance, rebuild
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.task import Search, Task, TaskProof


class ProofCrew(ProvingCrew):
    """The proof of an :class:`~strategist.search.tasks.remote.instance.Instance`.

    A chain of searches has a turn for each cost that is minimised: the memo holds the bounds of one turn. What is only
    read, it may share with a crew ``beside`` it, in a simulation.
    """

    def __init__(self, instance: Instance, options: Options, beside: ProofCrew | None = None) -> None:
        super().__init__(instance, options.jobs)
        if beside is None:
            self.workers, self.strategy, _ = rebuild(instance, options, StopSignal())
        else:
            self.workers, self.strategy = beside.workers.beside(), beside.strategy
        self._costs: Costs | None = None
        self._problems: dict[Search, Problem] = {}

    def _desks(self) -> Sequence[Scratch]:
        return self.workers.desks

    def nodes(self) -> int:
        """The positions examined so far."""
        return self.workers.nodes()

    def _turned(self, aim: Costs) -> None:
        self._costs = aim
        self._problems.clear()
        # A search that begins anew must not know what somebody has told who is not believed any more.
        self.workers.forget()

    def take(self, task: Task) -> NDArray[np.int64]:
        """Have a task at hand from now on."""
        for desk in self.workers.desks:
            # What the task before has reached is no cost of this one.
            desk.own[REACHED] = INFEASIBLE_AT_STAKE
        return super().take(task)

    def _prove(self, task: Task, cells: NDArray[np.int64]) -> TaskProof:
        """Search, in the problem of the task.

        Raises :class:`~strategist.common.errors.TooDeepError` if the tree is too deep to be searched.
        """
        problem = self._problem(task.search)._replace(shared=cells)
        candidates = np.frombuffer(task.candidates, dtype=np.int32)
        found = self.workers.solve(problem, task.path, candidates, task.left, task.budget)
        if task.search.width and cells[STOP]:
            # What a round of a few guesses proves holds for the guesses that it has listed: a stop may cut the list.
            return TaskProof(task.number, reached=found.reached, guess=found.guess)
        return TaskProof(task.number, *found, finished=found.exact or found.bound >= task.budget)

    def _now(self, number: int) -> TaskProof:
        # It names no guess: the kernel may be between writing that and its cost.
        return TaskProof(number, reached=min(int(desk.own[REACHED]) for desk in self.workers.desks))

    def _learn(self, rows: NDArray[np.uint64]) -> None:
        assert self._costs is not None  # it has turned to a search
        recall(self.workers.memo_for(self._costs), rows)

    def _problem(self, search: Search) -> Problem:
        if search not in self._problems:
            self._problems[search] = self.workers.problem(*search[:-1])
        return self._problems[search]
