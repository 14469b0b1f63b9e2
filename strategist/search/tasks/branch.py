"""One guess at one position: its cells, the bound that is proven for each, and their sum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.search.bounds.estimates import rank_of
from strategist.search.bounds.question_costs import asking
from strategist.search.bounds.regime import is_certain, least_of
from strategist.search.exact.solve import PROVE
from strategist.search.kernels.numba.jit import plain
from strategist.search.state.problem import Problem, left_after


class Proof(NamedTuple):
    """The result of a search for the cost of a set: a lower bound, and whether it is the exact cost.

    ``reached`` is the least cost found for any guess so far, and ``guess`` is that guess, or -1 if none was named. A
    search that is stopped keeps both.
    """

    bound: int
    exact: bool
    reached: int
    guess: int


class Solver(Protocol):
    """An object that finds the cost of a set."""

    game: Game

    def responses(self, guess: int, candidates: NDArray[np.int32]) -> NDArray[Any]:
        """The responses to a guess."""

    def solve(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, budget: int
    ) -> Proof:
        """The cost of a set if it is below a budget, else the proof that it is not."""

    def glance(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, mode: int
    ) -> Proof:
        """A quick bound."""

    def stopped(self) -> bool:
        """Whether the search should end now."""


class Branch:
    """One guess at one position: its cells, the bound that is proven for each, and their sum."""

    def __init__(
        self,
        solver: Solver,
        problem: Problem,
        path: tuple[int, ...],
        candidates: NDArray[np.int32],
        guess: int,
        left: int,
    ) -> None:
        self.solver = solver
        self.problem = problem
        self.path = (*path, guess)
        self.guess = guess
        self.next_left = left_after(left)
        answers = self.solver.responses(guess, candidates)
        cells = [candidates[answers == response] for response in range(solver.game.response_count - 1)]
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
        each."""
        for index, cell in enumerate(self.cells):
            if self.cost >= best or self.solver.stopped():
                return
            if self.exact[index]:
                continue
            if mode == PROVE:
                budget = best - (self.cost - self.bounds[index])
                proof = self.solver.solve(self.problem, self.path, cell, self.next_left, budget)
            else:
                proof = self.solver.glance(self.problem, self.path, cell, self.next_left, mode)
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
        each.look(PROVE, best + (place < found), report)
    best, found = ranked()
    return best, branches[found].guess if found >= 0 else -1
