"""The process of a cluster that helps with a proof: all its threads are at the same task, with one memo."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.memory import Costs
from strategist.search.state.options import Options
from strategist.search.state.problem import INFEASIBLE_AT_STAKE, PROCESS, PROCESSES, REACHED, RECALLED, STOP, Problem
from strategist.search.state.result_log import logged, recall
from strategist.search.tasks.remote.crew import Crew, Hand
from strategist.search.tasks.remote.instance import Instance, rebuild
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.task import Search, Task, TaskProof
from strategist.search.tasks.workers import Workers


class ProofHand(Hand):
    """All threads of a process, at one task of a proof."""

    def __init__(self, workers: Workers) -> None:
        super().__init__()
        self.workers = workers
        self._seen = self._told = 0
        """The positions of all threads when :meth:`now` was called last, and how many of them it has told."""

    def _logs(self) -> None:
        """None: :meth:`rows` looks at all desks."""

    def rows(self, seed: int) -> NDArray[np.uint64]:
        """The rows logged since the last call, by any thread."""
        with self._using:
            return np.concatenate([logged(desk, seed) for desk in self.workers.desks])

    def _nodes(self) -> int:
        return self.workers.nodes() - self._told

    def _prepare(self, task: Task, cells: NDArray[np.int64]) -> None:
        # Other processes have told of bounds that hold for one guess at a set.
        cells[RECALLED] = 1
        cells[PROCESS], cells[PROCESSES] = task.process, task.processes
        self._seen = self.workers.nodes()
        for desk in self.workers.desks:
            # What the task before has reached is no cost of this one.
            desk.own[REACHED] = INFEASIBLE_AT_STAKE

    def place(self, process: int, processes: int) -> None:
        """Be another one among the processes from now on, also at the task at hand."""
        at_hand = self._at_hand
        if at_hand is not None:
            at_hand[1][PROCESS], at_hand[1][PROCESSES] = process, processes

    def now(self) -> TaskProof | None:
        """What the task at hand has reached, and the positions since the last call.

        It names no guess: the kernel may be between writing that and its cost.
        """
        at_hand = self._at_hand
        if at_hand is None:
            return None
        before, self._seen = self._seen, self.workers.nodes()
        self._told += self._seen - before
        reached = min(int(desk.own[REACHED]) for desk in self.workers.desks)
        return TaskProof(at_hand[0], reached=reached, nodes=self._seen - before)

    def _prove(self, task: Task, cells: NDArray[np.int64], known: Problem) -> TaskProof:
        """Search, in the problem of the task.

        Raises :class:`~strategist.common.errors.TooDeepError` if the tree is too deep to be searched.
        """
        candidates = np.frombuffer(task.candidates, dtype=np.int32)
        found = self.workers.solve(known._replace(shared=cells), task.path, candidates, task.left, task.budget)
        if task.search.width and cells[STOP]:
            # What a round of a few guesses proves holds for the guesses that it has listed: a stop may cut the list.
            return TaskProof(task.number, reached=found.reached, guess=found.guess)
        return TaskProof(task.number, *found, finished=found.exact or found.bound >= task.budget)


class ProofCrew(Crew[ProofHand]):
    """The proof of an :class:`~strategist.search.tasks.remote.instance.Instance`.

    A chain of searches has a turn for each cost that is minimised: the memo holds the bounds of one turn. What is only
    read, it may share with a crew ``beside`` it, in a simulation.
    """

    def __init__(self, instance: Instance, options: Options, beside: ProofCrew | None = None) -> None:
        if beside is None:
            self.workers, self.strategy, _ = rebuild(instance, options, StopSignal())
        else:
            self.workers, self.strategy = beside.workers.beside(), beside.strategy
        super().__init__(instance, [ProofHand(self.workers)])
        self.threads = options.jobs
        self._costs: Costs | None = None
        self._problems: dict[Search, Problem] = {}

    def place(self, process: int, processes: int) -> None:
        """Note which of so many processes this one is now."""
        self.hands[0].place(process, processes)

    def now(self) -> TaskProof | None:
        """What is known of the task at hand before it is done."""
        return self.hands[0].now()

    def _turned(self, search: Costs) -> None:
        self._costs = search
        self._problems.clear()
        # A search that begins anew must not know what somebody has told who is not believed any more.
        self.workers.forget()

    def _search_of(self, task: Task) -> Costs:
        return task.search.costs

    def _known_for(self, task: Task) -> Problem:
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
