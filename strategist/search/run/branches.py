"""First guesses: the cells of each, the bound that is proven for each cell, and their sum.

They are gone through in their order (:func:`prove_in_order`), or their bounds rise cell by cell (:class:`Rising`),
where a position brings most. How much of a bound that is missing each cell proves is free: the first per cent of a cell
is refuted by the sizes of a few cells of it, the last is its whole proof. So the target of one cell rises by a small
part at a time: of the first guess that may still cost least, that of the cell where a step brings most for the work
that its last one took.

Each thread raises a cell of its own, or where there are none left, helps another one with its cell: both run the same
search (:mod:`~strategist.search.exact.marks`). What is chosen depends on counted work alone, so a single thread proves
the same bounds on every machine. What a step has proven stays in the memo for the next one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.estimates import rank_of
from strategist.search.bounds.question_costs import asking
from strategist.search.bounds.regime import is_certain, least_of
from strategist.search.exact.solve import PROVE, SHARE
from strategist.search.exact.split import share_of
from strategist.search.kernels.numba.jit import plain
from strategist.search.kernels.numba.switch import CHECKED
from strategist.search.state.problem import Problem, Scratch, left_after
from strategist.search.tasks.threads import work_on
from strategist.search.tasks.workers import Workers

_STEPS = 256
"""The target of a cell rises by this part of its bound."""


class Branch:
    """One guess at one position: its cells, the bound that is proven for each, and their sum."""

    def __init__(
        self,
        workers: Workers,
        problem: Problem,
        path: tuple[int, ...],
        candidates: NDArray[np.int32],
        guess: int,
        left: int,
    ) -> None:
        self._workers = workers
        self.problem = problem
        self.path = (*path, guess)
        self.guess = guess
        self.next_left = left_after(left)
        answers = workers.responses(guess, candidates)
        cells = [candidates[answers == response] for response in range(workers.game.response_count - 1)]
        self.cells = sorted((cell for cell in cells if len(cell)), key=len)
        self.bounds = [least_of(problem, self.next_left, cell) for cell in self.cells]
        self.exact = [plain(is_certain)(problem.stakes, cell, problem.known_size) for cell in self.cells]
        self.asking = asking(problem, guess, self.next_left, candidates)
        if problem.limited and left == 1 and sum(map(len, cells)) < len(candidates):
            # The secret that is guessed is found at the last guess, and the others are lost.
            self.asking += problem.extra
        self.rank = rank_of(problem, guess, self.cells)

    @property
    def cost(self) -> int:
        """The proven lower bound; exact once :attr:`solved`."""
        return min(self.problem.infeasible, self.asking + sum(self.bounds))

    @property
    def solved(self) -> bool:
        """Whether the cost of every cell is exact."""
        return all(self.exact)

    def look(self, mode: int, best: int, tell: Callable[[], object] = lambda: None) -> None:
        """Bound each cell once more, by the method ``mode``, until the cost reaches ``best``; ``tell`` is called after
        each. Of what is lacking without limit, there are no shares. The smallest come first, but where any rise refutes
        the guess, the largest."""
        if mode == SHARE and best >= self.problem.infeasible:
            return
        secrets = sum(len(cell) for cell, exact in zip(self.cells, self.exact, strict=True) if not exact)
        places = range(len(self.cells))
        for index in reversed(places) if best == 1 else places:
            if self.cost >= best or self._workers.stopped():
                return
            if self.exact[index]:
                continue
            cell = self.cells[index]
            if mode in (PROVE, SHARE):
                budget = best - (self.cost - self.bounds[index])
                if mode == SHARE:
                    budget = min(budget, self.bounds[index] + plain(share_of)(best - self.cost, len(cell), secrets))
                    secrets -= len(cell)
                proof = self._workers.solve(self.problem, self.path, cell, self.next_left, budget)
            else:
                proof = self._workers.glance(self.problem, self.path, cell, self.next_left, mode)
            self.exact[index] = proof.exact
            self.bounds[index] = max(self.bounds[index], proof.bound)
            tell()


def prove_in_order(
    branches: Sequence[Branch], ceiling: int, tell: Callable[[int, int, int, float], object]
) -> tuple[int, int]:
    """The least cost of any of the guesses at a set if it is below ``ceiling``, and the first guess in their order that
    has it; else ``ceiling`` and -1.

    The bounds of the guesses that cost more hold up to that. After each cell ``tell`` is called with the least cost so
    far and its guess, -1 if there is none, the bound, and the share of the guesses that are settled.
    """

    def ranked() -> tuple[int, int]:
        solved = ((each.cost, place) for place, each in enumerate(branches) if each.solved)
        return min((found for found in solved if found[0] < ceiling), default=(ceiling, -1))

    def report() -> None:
        best, found = ranked()
        settled = sum(each.solved or each.cost >= best + (place < found) for place, each in enumerate(branches))
        bound = min((each.cost for each in branches), default=best)
        tell(best, branches[found].guess if found >= 0 else -1, bound, settled / max(1, len(branches)))

    report()
    for place, each in enumerate(branches):
        best, found = ranked()
        # Guesses before the best one count if they cost as much, those behind it if they cost less.
        for mode in (SHARE, PROVE):
            each.look(mode, best + (place < found), report)
    best, found = ranked()
    return best, branches[found].guess if found >= 0 else -1


class _Cell:
    """A cell of a first guess, by its place in a branch."""

    def __init__(self, branch: Branch, place: int) -> None:
        self.branch, self._place = branch, place
        self.secrets = branch.cells[place]
        self.target = 0
        self.threads = 0
        """The threads that are at it."""
        self.took = 0
        """The work that its last step took, with that of steps that were stopped before it."""

    @property
    def bound(self) -> int:
        return self.branch.bounds[self._place]

    @property
    def is_exact(self) -> bool:
        return self.branch.exact[self._place]

    @property
    def step(self) -> int:
        return max(1, self.bound // _STEPS)

    @property
    def ahead(self) -> int:
        """By how much the bound rises if the threads that are at it prove their target."""
        return max(0, self.target - self.bound) if self.threads else 0

    def enter(self, ceiling: int) -> None:
        """Begin with the next step, or help with the one that is being made."""
        if not self.ahead:
            self.target = self.bound + min(self.step, ceiling - self.branch.cost)
        self.threads += 1

    def leave(self, target: int, bound: int, exact: bool, took: int) -> None:
        """Note what a thread has proven, and the work that it ``took``."""
        if self.bound < target and not self.is_exact:
            done = exact or bound >= target
            self.took = took * self.threads if done else self.took + took
        self.threads -= 1
        self.branch.bounds[self._place] = max(self.bound, bound)
        self.branch.exact[self._place] |= exact


class Rising:
    """The bounds of the first guesses ``tries`` for a problem, raised by all threads; the branches hold them."""

    def __init__(self, workers: Workers, problem: Problem, tries: Sequence[Branch]) -> None:
        self._workers, self._problem = workers, problem
        self._tries = {each: [_Cell(each, place) for place in range(len(each.cells))] for each in tries}
        self._choosing = threading.Lock()

    def raise_to(self, ceiling: int, tell: Callable[[], object]) -> None:
        """Raise bounds until no first guess may cost less than ``ceiling``, until the best one is known, or until the
        search is stopped; ``tell`` is called after each step."""

        def work(desk: Scratch) -> None:
            self._work(desk, ceiling, tell)

        self._workers.each_on_a_desk([work] * len(self._workers.desks))
        if CHECKED:
            assert not self._workers.marks.any(), "a thread has left a mark"

    def _work(self, desk: Scratch, ceiling: int, tell: Callable[[], object]) -> None:
        while not self._workers.stopped():
            with self._choosing:
                ceiling = min([ceiling, *(each.cost for each in self._tries if each.solved)])
                cell = self._choose(ceiling)
                if cell is None:
                    return
                cell.enter(ceiling)
                target = cell.target
            before, branch = work_on(desk), cell.branch
            proof = self._workers.pursue(desk, self._problem, branch.path, cell.secrets, branch.next_left, target)
            with self._choosing:
                cell.leave(target, proof.bound, proof.exact, work_on(desk) - before)
                tell()

    def _choose(self, ceiling: int) -> _Cell | None:
        """The cell to raise next; None if no first guess may cost less than the ceiling."""
        open_tries = {each: cells for each, cells in self._tries.items() if each.cost < ceiling}
        ahead = {each: each.cost + sum(cell.ahead for cell in cells) for each, cells in open_tries.items()}
        for each in sorted(ahead, key=ahead.__getitem__):
            free = [cell for cell in open_tries[each] if not cell.is_exact and not cell.threads]
            if free and ahead[each] < ceiling:
                return max(free, key=lambda cell: cell.step / (1 + cell.took))
        busy = [cell for cells in open_tries.values() for cell in cells if cell.threads]
        return max(busy, key=lambda cell: cell.took / cell.threads, default=None)
