"""A process of a cluster that grows parts of the tree of a heuristic."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from strategist.cluster.growth.growth_task import Growing, GrowTask
from strategist.search.growing.growing import leaders, plan_after, refuse_beyond
from strategist.search.growing.plans import ground_of, warm_up_for
from strategist.search.kernels.growth.grow import Plan, build_planes, grow, list_guesses_at, score_part
from strategist.search.kernels.numba.jit import HALT, control_cells
from strategist.search.kernels.responses.responses import responses_of
from strategist.search.kernels.scores.weighed_scores import EXPECTED_LEFT
from strategist.search.state.options import Options
from strategist.search.tasks.remote.crew import Crew
from strategist.search.tasks.remote.instance import Instance, restored

_POSITIONS_KEPT = 8


class GrowingCrew(Crew):
    """The growing of the tree of an :class:`~strategist.search.tasks.remote.instance.Instance`: each thread is at a
    part of its own. What they share is read, but for the positions kept."""

    def __init__(self, instance: Instance, options: Options) -> None:
        super().__init__(instance, options.jobs)
        game, strategy, start = restored(instance)
        refuse_beyond(options, game, strategy, len(start.candidates))
        warm_up_for(game, divided=True)
        self._ground, plan, candidates = ground_of(game, strategy, start, 1, merge=bool(instance.techniques))
        self._planes = build_planes(self._ground.source, plan.rule < EXPECTED_LEFT)
        self._start = plan, candidates
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[tuple[int, int], ...], tuple[Plan, NDArray[np.int32]]] = OrderedDict()
        self._control = control_cells()

    def _turned(self, aim: None) -> None:
        self._control = control_cells()

    def _carry_out(self, task: GrowTask) -> Growing:
        begun, control = time.thread_time(), self._control
        plan, candidates = self._position(task.moves)
        done = self._grow(task, plan, candidates) if not task.parts else self._score(task, plan, candidates)
        return done._replace(
            finished=not control[HALT], nodes=len(candidates), seconds=max(1e-6, time.thread_time() - begun)
        )

    def stop(self, number: int | None = None) -> None:
        """Stop all tasks; one of them that has begun is not worth it."""
        if number is None:
            self._control[HALT] = 1
        else:
            self._dropped.add(number)

    def _grow(self, task: GrowTask, plan: Plan, candidates: NDArray[np.int32]) -> Growing:
        ground = self._ground
        grown = grow(ground.source, ground.group, plan, *self._planes, candidates, self._control)
        return Growing(task.number, tree=(grown.guesses.tobytes(), grown.depths.tobytes(), grown.masks.tobytes()))

    def _score(self, task: GrowTask, plan: Plan, candidates: NDArray[np.int32]) -> Growing:
        source = self._ground.source
        guesses, possible = list_guesses_at(source, self._ground.group, plan, candidates)
        low, high = (len(guesses) * part // task.parts for part in (task.part, task.part + 1))
        if low == high:
            return Growing(task.number)
        some = guesses[low:high]

        def scores(rule: int, costs: NDArray[np.int64]) -> NDArray[np.int64]:
            return score_part(
                source, rule, plan.weights, *self._planes, some, candidates, plan.chances, costs, self._control
            )

        announces = source.guess_of_secret[0] >= source.question_count
        likely = np.empty(0, dtype=np.bool_) if announces else possible[low:high]
        order, best = leaders(plan, some, likely, scores)
        return Growing(task.number, order, best.astype(np.int32).tobytes())

    def _position(self, moves: tuple[tuple[int, int], ...]) -> tuple[Plan, NDArray[np.int32]]:
        """The position behind some moves: those behind the moves before it are mostly known."""
        if not moves:
            return self._start
        with self._lock:
            if moves in self._kept:
                self._kept.move_to_end(moves)
                return self._kept[moves]
        plan, candidates = self._position(moves[:-1])
        guess, response = moves[-1]
        source = self._ground.source
        here = (
            plan_after(plan, source, guess, response),
            candidates[responses_of(source, guess, candidates) == response],
        )
        with self._lock:
            self._kept[moves] = here
            if len(self._kept) > _POSITIONS_KEPT:
                self._kept.popitem(last=False)
        return here
