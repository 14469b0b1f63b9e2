"""What works on one exact search: the arrays that describe the game, the threads, and the clock.

:mod:`~strategist.search.exact` says what is to be found, :mod:`~strategist.search.branch` finds it for one set of
candidates; here sets are handed to threads, which Ctrl-C and the time limit stop.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.errors import JournalError, StrategistError, TooLargeError
from strategist.game import Game
from strategist.search.branch import DECIDE, GLANCE, LOOK, PROVE, RANK, TOGETHER, remember, solve
from strategist.search.counting import least_costs, least_questions
from strategist.search.journal import Journal
from strategist.search.log import LOG_ROWS
from strategist.search.memory import Costs, MemoRoom, desk_bytes
from strategist.search.naming import word_generator
from strategist.search.options import Options
from strategist.search.pegcodes import make_codes
from strategist.search.problem import (
    BEST,
    DEPTH,
    INFEASIBLE,
    LEAST_NODES,
    NEVER,
    NODES,
    SHARED_CELLS,
    STOP,
    SYMMETRY,
    TASK,
    TOO_DEEP,
    Desk,
    Problem,
    all_planes,
    make_desk,
)
from strategist.search.responses import MEMORY_LIMIT, TABLE, response_table
from strategist.search.subgame import Subgame
from strategist.search.symmetry import make_group

TOGETHER_FROM = 64
"""Sets of at least so many candidates are worked off by all threads together."""
_POLL_SECONDS = 0.05


class Crew:
    """The threads that search one game or a position of it, and what they share.

    Secrets and guesses are those of the subgame, by their indices there; ``guess_names`` are their indices in the game.
    ``past`` holds the guesses made before, where they restrict the others.
    """

    def __init__(
        self, game: Game, subgame: Subgame, options: Options, candidates_only: bool, past: tuple[int, ...] = ()
    ) -> None:
        self.game = game
        self.past = past
        self.guess_names = subgame.guesses
        self.options = options
        self.candidates_only = candidates_only
        self.deadline = math.inf if options.time_limit is None else time.monotonic() + options.time_limit
        self.source = subgame.source
        count, guesses = len(subgame.secrets), len(subgame.guesses)
        self.count = count
        _refuse_beyond_memory(game, count * guesses * 2 * (2 if game.response_count > 256 else 1))
        self.group = make_group(game, self.source, merge=bool(options.techniques & SYMMETRY))
        self.planes, self.plane_rows = all_planes(self.source)
        self.codes, self.response_of_pair = make_codes(self.source)
        if self.source.kind == TABLE:
            self.rows = self.source.columns
            self.answers = np.ascontiguousarray(self.rows.T)
        else:
            # Secrets of peg games are their guesses in the same order, and no response tells which was which.
            self.rows = self.answers = response_table(self.source, False)
        self.words = word_generator(game, 0).integers(0, 2**64, size=(count, 2), dtype=np.uint64)
        self.shared: NDArray[np.int64] = np.zeros(SHARED_CELLS, dtype=np.int64)
        words = self.planes.shape[1]
        self.shared[LEAST_NODES] = NEVER
        self.journal: Journal | None = None
        log_rows = LOG_ROWS if options.journal else 0
        self.desks = [make_desk(self.group, self.source, count, guesses, words, log_rows) for _ in range(options.jobs)]
        self.everything: NDArray[np.int32] = np.arange(count, dtype=np.int32)
        self.pool = ThreadPoolExecutor(options.jobs)
        self._share = 0.0
        self._words: dict[str, Any] = {}
        self._room = MemoRoom(
            count, guesses, options.jobs * desk_bytes(count, guesses, game.response_count), options.memory
        )

    def least(self, unit: int, extra: int, limit: int | None) -> NDArray[np.int64]:
        """What so many secrets cost at least (:mod:`~strategist.search.counting`)."""
        counting = least_questions if self.game.announces else least_costs
        return counting(self.count, self.game.response_count - 1, unit, extra, limit)

    def problem(self, unit: int, extra: int, limit: int | None) -> Problem:
        """What the kernel is to minimise. Problems made before are void: there is one memo."""
        sizes = np.arange(1, self.count + 1)
        estimate = np.zeros(self.count + 1, dtype=np.int64)
        # Measured on Mastermind: a cell of m secrets takes some m·(1 + log m / log 6) guesses in a good tree.
        estimate[1:] = 1024 * sizes * (1 + np.log2(sizes) / 2.6)
        return Problem(
            source=self.source,
            group=self.group,
            answers=self.answers,
            rows=self.rows,
            planes=self.planes,
            plane_rows=self.plane_rows,
            codes=self.codes,
            response_of_pair=self.response_of_pair,
            words=self.words,
            least=self.least(unit, extra, limit),
            estimate=estimate,
            memo=self._memo((unit, extra, limit is not None)),
            shared=self.shared,
            unit=unit,
            extra=extra,
            limited=limit is not None,
            candidates_only=self.candidates_only,
            announces=self.game.announces,
            techniques=self.options.techniques,
        )

    def _memo(self, costs: Costs) -> NDArray[np.uint64]:
        memo, emptied = self._room.memo(costs)
        if emptied and self.journal is not None:
            self.journal.keep(self.desks, self.shared, self.nodes())
            self.journal.begin(costs, memo, self.shared)
        return memo

    def solve(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, budget: int
    ) -> int:
        """:func:`~strategist.search.branch.solve` to the end, by all threads if there is enough to do."""
        if len(candidates) < TOGETHER_FROM:
            return self._call(problem, self.desks[0], path, candidates, left, budget, PROVE)()
        if len(self.desks) == 1:
            return self._wait([self._call(problem, self.desks[0], path, candidates, left, budget, PROVE)])[0]
        # With the first guess done, most others are soon refuted: to try those meanwhile would be wasted work.
        answer = self._call(problem, self.desks[0], path, candidates, left, budget, RANK)()
        if answer > 0 or -answer > budget or self.stopped():
            return answer
        first = Branch(self, problem, path, candidates, int(self.desks[0].choice[0]), left)
        for mode in (GLANCE, LOOK, PROVE):
            first.look(mode, budget)
        known = budget
        if first.solved:
            known = min(budget, first.cost)
        self.shared[TASK], self.shared[BEST] = 0, known
        answers = self._wait(
            [self._call(problem, desk, path, candidates, left, known, TOGETHER) for desk in self.desks]
        )
        exact = [answer for answer in answers if answer > 0]
        if known < budget:
            exact.append(known + 1)
        if exact and not self.stopped():
            self._remember(problem, candidates, left, min(exact) - 1, True)
            return min(exact)
        # The tasks are shared out, so what holds for all of them is the least of the bounds, or of the costs so far.
        bound = min(abs(answer) for answer in answers) - 1
        if not self.stopped():
            self._remember(problem, candidates, left, bound, False)
        return -bound - 1

    def _remember(self, problem: Problem, candidates: NDArray[np.int32], left: int, bound: int, exact: bool) -> None:
        # Where guesses are restricted, a set has other names behind other guesses.
        if not self.game.restricts:
            remember(problem, self.desks[0], candidates, left, bound, exact)

    def glance(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, mode: int
    ) -> int:
        """A quick bound, by this thread."""
        return self._call(problem, self.desks[0], path, candidates, left, INFEASIBLE, mode)()

    def decide(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, budget: int
    ) -> int:
        """The best guess, the first of equals in the order of search; -1 if the search is stopped."""
        call = self._call(problem, self.desks[0], path, candidates, left, budget, DECIDE)
        answer = call() if len(candidates) < TOGETHER_FROM else self._wait([call])[0]
        return int(self.desks[0].choice[0]) if answer > 0 else -1

    def _call(
        self,
        problem: Problem,
        desk: Desk,
        path: Sequence[int],
        candidates: NDArray[np.int32],
        left: int,
        budget: int,
        mode: int,
    ) -> Callable[[], int]:
        """One call of the kernel, its arguments laid out on a desk."""
        made = (*self.past, *path)
        desk.own[DEPTH] = len(made)
        desk.path[: len(made)] = made
        desk.pool[0, : len(candidates)] = candidates
        key, check = np.bitwise_xor.reduce(self.words[candidates])
        return partial(solve, problem, desk, 0, 0, len(candidates), key, check, left, budget, mode)

    def _wait(self, calls: Sequence[Callable[[], int]]) -> list[int]:
        """Run kernels in threads; Ctrl-C and the time limit stop them, and they return what they know."""
        futures: list[Future[int]] = [self.pool.submit(call) for call in calls]
        pending = set(futures)
        while pending:
            try:
                pending = wait(pending, timeout=_POLL_SECONDS).not_done
                if time.monotonic() > self.deadline:
                    self.shared[STOP] = 1
                self.report()
                if self.journal is not None:
                    self.journal.keep(self.desks, self.shared, self.nodes())
            except JournalError:
                self.shared[STOP] = 1
                wait(pending)
                raise
            except KeyboardInterrupt:
                # The first one ends the search with what it has found, the second one ends everything.
                second = bool(self.shared[STOP])
                self.shared[STOP] = 1
                if second:
                    raise
        if self.shared[TOO_DEEP]:
            raise StrategistError(f"{self.game.spec}: the tree is too deep to be searched")
        return [int(future.result()) for future in futures]

    def stopped(self) -> bool:
        return bool(self.shared[STOP])

    def nodes(self) -> int:
        """The positions examined so far."""
        return sum(int(desk.own[NODES]) for desk in self.desks)

    def report(self, share: float | None = None, best: int = INFEASIBLE, bound: int = 0) -> None:
        """Tell how far the search is: what is new, or what was told last with the nodes of now."""
        if share is not None:
            self._share = share
            self._words = {"best": best if best < INFEASIBLE else "-", "bound": bound}
        if self.options.progress is not None:
            read = {} if self.journal is None else {"from journal": self.journal.rows_read}
            self.options.progress(self._share, {**self._words, **read, "nodes": self.nodes()})


class Branch:
    """One guess at one position: its cells, what is proven of each, and the sum."""

    def __init__(
        self,
        crew: Crew,
        problem: Problem,
        path: tuple[int, ...],
        candidates: NDArray[np.int32],
        guess: int,
        left: int,
    ) -> None:
        self.crew = crew
        self.problem = problem
        self.path = (*path, guess)
        self.guess = guess
        self.size = len(candidates)
        self.next_left = left - 1 if problem.limited else 0
        answers = self.crew.answers[guess, candidates]
        cells = [candidates[answers == response] for response in range(crew.game.response_count - 1)]
        self.cells = sorted((cell for cell in cells if len(cell)), key=len)
        self.bounds = [int(problem.least[self.next_left, len(cell)]) for cell in self.cells]
        # Of two secrets one is guessed, and tells the other.
        self.exact = [len(cell) <= (1 if problem.announces else 2) for cell in self.cells]
        self.rank = sum(int(problem.estimate[len(cell)]) for cell in self.cells)

    @property
    def cost(self) -> int:
        """The proven lower bound; exact once :attr:`solved`."""
        return min(INFEASIBLE, self.problem.unit * self.size + sum(self.bounds))

    @property
    def solved(self) -> bool:
        """Whether the cost of every cell is exact."""
        return all(self.exact)

    def look(self, mode: int, best: int) -> None:
        """Bound each cell by one more look, until the cost reaches ``best``."""
        for index, cell in enumerate(self.cells):
            if self.cost >= best or self.crew.stopped():
                return
            if self.exact[index]:
                continue
            if mode == PROVE:
                budget = best - (self.cost - self.bounds[index])
                answer = self.crew.solve(self.problem, self.path, cell, self.next_left, budget)
            else:
                answer = self.crew.glance(self.problem, self.path, cell, self.next_left, mode)
            self.exact[index] = answer > 0
            self.bounds[index] = max(self.bounds[index], answer - 1 if answer > 0 else -answer - 1)


def _refuse_beyond_memory(game: Game, needed: int) -> None:
    if needed > MEMORY_LIMIT - (512 << 20):
        raise TooLargeError(f"{game.spec}: the responses of an optimal search need {needed / 2**30:.1f} GiB")
