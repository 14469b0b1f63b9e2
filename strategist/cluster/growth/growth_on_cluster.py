"""Grow the tree of a heuristic by others: the machines of a cluster.

A large position is scored in parts, each by somebody; when all parts have come back, its guess is known, and so are the
positions behind it. Smaller positions are grown whole. All positions that are known are under way at the same time. So
the tree depends on the scores alone, as with threads (:mod:`~strategist.search.growing.growing`).
"""

from __future__ import annotations

import itertools
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from strategist.cluster.growth.growth_task import Growing, GrowTask
from strategist.common.errors import ClusterError
from strategist.search.growing.growing import Branching, GrowthArrays, assembled, cells_after, chosen, is_divided
from strategist.search.kernels.growth.grow import Plan
from strategist.search.kernels.growth.slots import Grown
from strategist.search.kernels.numba.jit import DONE, HALT
from strategist.search.state.result_log import make_ring
from strategist.search.tasks.executor import Executor

LEAST_WORK = 1 << 31
"""Pairs of a guess and a candidate: positions with fewer are grown whole."""
_PAIRS_OF_A_PART = 1 << 32
"""Pairs of a guess and a candidate that a worker scores in about a second."""
_WAIT_SECONDS = 0.05


@dataclass(eq=False)
class _Position:
    """A position: its guess and what stands behind it once they are known, or its whole tree."""

    moves: tuple[tuple[int, int], ...]
    plan: Plan
    candidates: NDArray[np.int32]
    leaders: dict[int, tuple[tuple[int, ...], bytes]] = field(default_factory=dict)
    """The best guesses of each part, and their order."""
    tree: Branching | Future[Grown] | None = None
    behind: list[_Position] = field(default_factory=list)


def grow_by_others(
    ground: GrowthArrays,
    plan: Plan,
    candidates: NDArray[np.int32],
    executor: Executor,
    least_work: int = LEAST_WORK,
    pairs_of_a_part: int = _PAIRS_OF_A_PART,
) -> Grown:
    """The complete tree of a heuristic over ``candidates``, ascending; undefined after a stop.

    Raises :class:`~strategist.common.errors.ClusterError` if nobody is left to grow it.
    """
    return _Gardener(ground, executor, least_work, pairs_of_a_part).grow(plan, candidates)


class _Gardener:
    _numbers = itertools.count()

    def __init__(self, ground: GrowthArrays, executor: Executor, least_work: int, pairs_of_a_part: int) -> None:
        self.ground = ground
        self.executor = executor
        self.least_work = least_work
        self.pairs_of_a_part = pairs_of_a_part
        self.waiting: deque[tuple[GrowTask, _Position]] = deque()
        self.open: dict[int, tuple[GrowTask, _Position]] = {}

    def grow(self, plan: Plan, candidates: NDArray[np.int32]) -> Grown:
        executor, control = self.executor, self.ground.control
        executor.begin(1, None, 0, lambda: make_ring(0))
        top = _Position((), plan, candidates)
        self._plant(top)
        try:
            while (self.waiting or self.open) and not control[HALT]:
                while self.waiting and executor.room() > 0:
                    task, position = self.waiting.popleft()
                    self.open[task.number] = task, position
                    executor.open(task)
                for done in executor.proofs(_WAIT_SECONDS):
                    if done.number in self.open:
                        self._take(done)
                if executor.lost():
                    raise ClusterError("the cluster was lost before the tree was complete")
        finally:
            executor.end()
        if control[HALT]:
            nothing = np.empty(0, dtype=np.int32)
            return Grown(nothing, nothing, np.empty((0, 1), dtype=np.uint64))
        return assembled(_tree_of(top))

    def _plant(self, position: _Position) -> None:
        """Plan what is to be done at a position."""
        work = len(position.candidates) * self.ground.source.question_count
        if not is_divided(position.plan, len(position.candidates), work, self.least_work):
            self._wait(position, 0, 0)
        elif position.plan.opening >= 0:
            self._branch(position, position.plan.opening)
        else:
            parts = -(-work // self.pairs_of_a_part)
            for part in range(parts):
                self._wait(position, part, parts)

    def _wait(self, position: _Position, part: int, parts: int) -> None:
        self.waiting.append((GrowTask(next(self._numbers), position.moves, part, parts), position))

    def _take(self, done: Growing) -> None:
        task, position = self.open.pop(done.number)
        if not done.finished:
            # Its process was told to stop, or has begun again.
            self._wait(position, task.part, task.parts)
        elif not task.parts:
            assert done.tree is not None  # what was asked for
            guesses, depths, masks = done.tree
            place: Future[Grown] = Future()
            words = (self.ground.source.response_count + 63) // 64
            place.set_result(
                Grown(
                    np.frombuffer(guesses, dtype=np.int32),
                    np.frombuffer(depths, dtype=np.int32),
                    np.frombuffer(masks, dtype=np.uint64).reshape(-1, words),
                )
            )
            position.tree = place
            self.ground.control[DONE] += len(position.candidates)
        else:
            position.leaders[task.part] = done.order, done.guesses
            if len(position.leaders) == task.parts:
                self._branch(position, self._choose(position))

    def _choose(self, position: _Position) -> int:
        """The guess at a position whose parts are all scored."""
        least = min(order for order, _ in position.leaders.values() if order)
        parts = [guesses for _, (order, guesses) in sorted(position.leaders.items()) if order == least]
        return chosen(position.plan, int(position.plan.key), np.frombuffer(b"".join(parts), dtype=np.int32))

    def _branch(self, position: _Position, guess: int) -> None:
        """Go on behind the guess at a position."""
        mask, cells = cells_after(self.ground, position.plan, guess, position.candidates)
        position.tree = Branching(guess, mask, [])
        for response, plan, cell in cells:
            below = _Position((*position.moves, (guess, response)), plan, cell)
            position.behind.append(below)
            self._plant(below)
        position.candidates = position.candidates[:0]


def _tree_of(position: _Position) -> Branching | Future[Grown]:
    tree = position.tree
    assert tree is not None  # all of it has been grown
    return tree._replace(behind=list(map(_tree_of, position.behind))) if isinstance(tree, Branching) else tree
