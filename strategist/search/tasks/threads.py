"""The threads of one exact search: each has a desk, and all of them run the same search of the same set.

What they search is described by the arrays of :class:`~strategist.search.tasks.workers.Workers`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import TooDeepError
from strategist.model.game import Game
from strategist.search.exact.decide import decide_each
from strategist.search.exact.solve import DECIDE, GLANCE, PROVE, solve
from strategist.search.kernels.numba.switch import CHECKED
from strategist.search.kernels.responses.responses import Source
from strategist.search.state.options import Options
from strategist.search.state.problem import (
    DEPTH,
    INFEASIBLE_AT_STAKE,
    NODES,
    REACHED,
    RECALLED,
    STOP,
    TOO_DEEP,
    WORK,
    Problem,
    Scratch,
)
from strategist.search.state.result_log import recall
from strategist.search.tasks.shared_run import SharedRun
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.task import Task, TaskProof, search_of

POSITION, ELSEWHERE = 8, 30
"""The work of a position beside that for which it counts its candidates, and that of one that others examine, on
average (measured on Mastermind 4×9)."""
AFAR_FROM = 1 << 20
"""Pairs of a candidate and a guess from which on others are asked: to tell them of less takes longer than its proof."""

T = TypeVar("T")
U = TypeVar("U")


class Proof(NamedTuple):
    """The result of a search for the cost of a set: a lower bound, and whether it is the exact cost.

    ``reached`` is the least cost found for any guess so far, and ``guess`` is that guess, or -1 if none was named. A
    search that is stopped keeps both.
    """

    bound: int
    exact: bool
    reached: int
    guess: int


class Threads(SharedRun):
    """The threads that search sets of a ``game``, behind the guesses of the ``past``."""

    game: Game
    past: tuple[int, ...]
    words: NDArray[np.uint64]
    """``uint64[secrets, 2]``: random words that name sets."""
    everything: NDArray[np.int32]
    """All secrets, heaviest first."""
    _place: NDArray[np.intp]
    """The place of each secret among them."""
    _even_weights: bool
    source: Source
    desks: list[Scratch]
    marks: NDArray[np.int64]

    def __init__(self, options: Options, brake: StopSignal) -> None:
        super().__init__(options, brake)
        self.pool = ThreadPoolExecutor(options.jobs)
        self.reached_elsewhere = INFEASIBLE_AT_STAKE
        self._shown = False
        self._showing_ends = threading.Lock()

    def in_order(self, candidates: NDArray[np.int32]) -> NDArray[np.int32]:
        """The candidates, heaviest first."""
        if candidates is self.everything or self._even_weights:
            return candidates
        return self.everything[np.sort(self._place[candidates])]

    def solve(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, budget: int
    ) -> Proof:
        """:func:`~strategist.search.exact.solve.solve` to the end, by all threads if there is enough work, or by all
        processes that help: each of them runs the same search (:mod:`~strategist.search.exact.marks`)."""
        # The set of all candidates is known by its identity, for progress.
        whole = candidates is self.everything
        candidates, desks = self.in_order(candidates), self.desks
        afar = self.executor is not None and len(candidates) * self.source.question_count >= AFAR_FROM
        if not afar and (len(candidates) < problem.marked_from or len(desks) == 1):
            desks = desks[:1]
        else:
            # What is known need not start threads.
            quick = self.call(problem, desks[0], path, candidates, left, budget, GLANCE)()
            if quick[1] or quick[0] >= budget or problem.shared[STOP]:
                return self._proof(problem, [quick], [])
        if afar:
            with self._showing(whole):
                told = self._prove_elsewhere(problem, path, candidates, left, budget)
            if self.options.certify is None or self.brake.stopped:
                return told
            # Facts are believed until they are checked, and results never: with the facts this comes soon to its own.
        calls = [self.call(problem, desk, path, candidates, left, budget, PROVE) for desk in desks]
        with self._showing(whole):
            answers = [calls[0]()] if len(calls) == 1 else list(self.pool.map(lambda call: call(), calls))
        if CHECKED:
            assert not self.marks.any(), "a thread has left a mark"
        return self._proof(problem, answers, [reached_on(desk) for desk in desks])

    def _prove_elsewhere(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, budget: int
    ) -> Proof:
        """The cost of a set if it is below a budget, else the proof that it is not, or what is known after a stop, by
        the processes that help."""
        task = Task(0, search_of(problem), path, candidates.astype(np.int32).tobytes(), left, budget)
        try:
            found = self.prove_elsewhere(task.aim.number, task, partial(self.learn, problem), self._heard)
        finally:
            self.reached_elsewhere = INFEASIBLE_AT_STAKE
        return Proof(found.bound, found.exact, found.reached, found.guess)

    def learn(self, problem: Problem, rows: NDArray[np.uint64]) -> None:
        """Put facts into the memo."""
        recall(problem.memo, rows)
        problem.shared[RECALLED] += len(rows)

    def _heard(self, told: TaskProof) -> None:
        """Note the least cost that others have met at the set that they search now."""
        if not told.finished:
            self.reached_elsewhere = min(self.reached_elsewhere, told.reached)

    def sweep(self, problem: Problem, left: int, budget: int) -> Proof | None:
        """The cost of all candidates, proven by all threads, or all processes that help, before the first guesses are
        gone through in their order; None for a single thread."""
        if len(problem.marks) == 0 and self.executor is None:
            return None
        return self.solve(problem, (), self.everything, left, budget)

    def _proof(
        self, problem: Problem, answers: Sequence[tuple[int, bool]], reached: Sequence[tuple[int, int]]
    ) -> Proof:
        """What several threads that have searched the same set have proven."""
        if problem.shared[TOO_DEEP]:
            raise TooDeepError(f"{self.game.spec}: the tree is too deep to be searched")
        cost, guess = min(reached, default=(INFEASIBLE_AT_STAKE, -1))
        exact = [int(bound) for bound, is_exact in answers if is_exact]
        if exact:
            # The cost of a better guess may be known from a search that was stopped, but not that guess.
            return Proof(exact[0], True, exact[0], guess if cost == exact[0] else -1)
        return Proof(max(int(bound) for bound, _ in answers), False, cost, guess)

    def glance(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, mode: int
    ) -> Proof:
        """A quick bound."""
        return self.pursue(self.desks[0], problem, path, candidates, left, problem.infeasible, mode)

    def pursue(
        self,
        desk: Scratch,
        problem: Problem,
        path: tuple[int, ...],
        candidates: NDArray[np.int32],
        left: int,
        budget: int,
        mode: int = PROVE,
    ) -> Proof:
        """What :meth:`solve` does, on one desk."""
        answer = self.call(problem, desk, path, self.in_order(candidates), left, budget, mode)()
        return self._proof(problem, [answer], [reached_on(desk)])

    def decide(
        self,
        problem: Problem,
        path: tuple[int, ...],
        candidates: NDArray[np.int32],
        left: int,
        budget: int,
        desk: Scratch | None = None,
    ) -> int:
        """The best guess, the first of equals in the order of search; -1 if the search is stopped."""
        desk = desk or self.desks[0]
        _, exact = self.call(problem, desk, path, self.in_order(candidates), left, budget, DECIDE)()
        return int(desk.choice[0]) if exact else -1

    def settle(
        self, desk: Scratch, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int
    ) -> int:
        """The best guess, found on one desk; -1 if the search is stopped."""
        candidates = self.in_order(candidates)
        # With the cost known first, most guesses that come before the best one are refuted early.
        cost, _ = self.call(problem, desk, path, candidates, left, problem.infeasible, PROVE)()
        return self.decide(problem, path, candidates, left, cost + 1, desk)

    def settle_each(
        self,
        desk: Scratch,
        problem: Problem,
        path: tuple[int, ...],
        sets: Sequence[NDArray[np.int32]],
        left: int,
    ) -> list[int]:
        """The best guess at each of several sets, -1 where the search was stopped first. The sets stand in the order of
        :meth:`in_order`, and no two share a candidate."""
        found = np.cumsum([len(each) for each in sets])
        self._lay(problem, desk, path, np.concatenate(sets))
        decide_each(problem, desk, found, left, problem.infeasible)
        return found.tolist()

    def each_on_a_desk(self, calls: Sequence[Callable[[Scratch], T]]) -> list[T]:
        """The results of calls, each of which takes a desk, by all threads."""
        return self.each_with(self.desks, calls)

    def each_with(self, tools: Sequence[U], calls: Sequence[Callable[[U], T]]) -> list[T]:
        """The results of calls, each of which takes one of the tools, by as many threads as there are tools."""
        if len(tools) == 1:
            return [call(tools[0]) for call in calls]
        free: SimpleQueue[U] = SimpleQueue()
        for tool in tools:
            free.put(tool)

        def run(call: Callable[[U], T]) -> T:
            tool = free.get()
            try:
                return call(tool)
            finally:
                free.put(tool)

        return list(self.pool.map(run, calls))

    def call(
        self,
        problem: Problem,
        desk: Scratch,
        path: Sequence[int],
        candidates: NDArray[np.int32],
        left: int,
        budget: int,
        mode: int,
    ) -> Callable[[], tuple[int, bool]]:
        """One call of the kernel, with its arguments on a desk."""
        self._lay(problem, desk, path, candidates)
        key, check = np.bitwise_xor.reduce(self.words[candidates])
        return partial(solve, problem, desk, 0, 0, len(candidates), key, check, left, budget, mode)

    def _lay(self, problem: Problem, desk: Scratch, path: Sequence[int], candidates: NDArray[np.int32]) -> None:
        """Lay candidates on a desk, with the guesses before them."""
        made = (*self.past, *path)
        desk.own[DEPTH] = len(made)
        desk.path[: len(made)] = made
        desk.pool[0, : len(candidates)] = candidates
        desk.choice[0], desk.own[REACHED] = -1, problem.infeasible

    def stopped(self) -> bool:
        """Whether the search has been stopped."""
        return self.brake.stopped

    def nodes(self) -> int:
        """The positions examined so far."""
        return self.nodes_elsewhere + sum(int(desk.own[NODES]) for desk in self.desks)

    def work(self) -> int:
        """What was done so far, in a measure that is the same on every machine and about as long as it takes, times the
        number of guesses of the game."""
        return ELSEWHERE * self.nodes_elsewhere + sum(work_on(desk) for desk in self.desks)

    def for_work(self, amount: int) -> AbstractContextManager[None]:
        """Stop kernels soon after so much more :meth:`work`, and let later ones run again."""
        end = self.work() + amount
        return self.brake.until(lambda: self.work() >= end)

    def for_positions(self, count: int) -> AbstractContextManager[None]:
        """Stop kernels soon after they have examined so many positions more, and let later ones run again."""
        end = self.nodes() + count
        return self.brake.until(lambda: self.nodes() >= end)

    @contextmanager
    def _showing(self, whole: bool) -> Iterator[None]:
        """While the threads work on the set of all candidates, report the best cost that they have reached."""
        self._shown = whole
        yield
        # Later, the costs might be taken for those of another objective.
        with self._showing_ends:
            self._shown = False


def work_on(desk: Scratch) -> int:
    """What one thread has done so far: :meth:`Threads.work`."""
    return int(desk.own[WORK]) + POSITION * int(desk.own[NODES])


def reached_on(desk: Scratch) -> tuple[int, int]:
    """The best cost of any guess that the last call on a desk has found, and that guess."""
    return int(desk.own[REACHED]), int(desk.choice[0])
