"""What is proven, wherever it was proven: the memo of this process, the journal, and what others have not heard yet.

Facts are rows as a journal holds them (:mod:`~strategist.search.state.result_log`): a lower bound or an exact cost
under the name of a set, or of a set with its first guess. They come in any order, and more than once. In the memo a
fact may replace a stronger one; that costs time, never truth. The journal keeps the strongest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.narrow import MANY, WIDTH_WORD
from strategist.search.exact.results import LEFT_WORD, saved_name_in_memo
from strategist.search.exact.visit import guess_word
from strategist.search.kernels.numba.jit import plain
from strategist.search.kernels.symmetry.same_guesses import make_stabilizer
from strategist.search.state.journal import Journal, identity_of, seed_of
from strategist.search.state.memo import MOST_WORTH
from strategist.search.state.memory import Costs
from strategist.search.state.problem import RECALLED, Problem
from strategist.search.state.result_log import (
    BOUND,
    CHECK,
    KEY,
    LEFT,
    SEAL,
    SIZE,
    WORTH,
    make_ring,
    recall,
    sealed_row,
    seals,
)

MOST_TOLD = 1 << 17
"""The most facts that one process is told of a search at once: those that took longest to prove."""


class Ledger:
    """The facts of one chain of searches; :meth:`begin` each of them."""

    def __init__(self, header: dict[str, str], journal: Journal | None) -> None:
        self._identity = identity_of(header)
        self._journal = journal
        self._costs: Costs | None = None
        self.turn = 0
        """The number of the search in the chain."""
        self.seed = 0
        self.refused = 0
        """The rows that came with a seal that does not fit."""
        self._told: list[NDArray[np.uint64]] = []
        self._known: dict[Costs, list[NDArray[np.uint64]]] = {}

    def begin(self, costs: Costs) -> bool:
        """Turn to the search for ``costs``; returns whether it is another one than before."""
        if costs == self._costs:
            return False
        self._costs = costs
        self.turn += 1
        self.seed = seed_of(self._identity, costs.number)
        self._told = self._known.setdefault(costs, [] if self._journal is None else list(self._journal.stored()))
        return True

    def everything(self) -> NDArray[np.uint64]:
        """The facts that a process should know when it joins; those that took longest, if there are too many."""
        return self.known(self._costs)

    def known(self, costs: Costs | None) -> NDArray[np.uint64]:
        """The facts that are known in the search for ``costs``; those that took longest, if there are too many. None
        without costs."""
        rows = np.concatenate([make_ring(0), *self._known.get(costs, ())]) if costs is not None else make_ring(0)
        return rows if len(rows) <= MOST_TOLD else rows[np.argsort(rows[:, WORTH], kind="stable")[-MOST_TOLD:]]

    def take(self, problem: Problem, rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Enter facts that a worker has told; returns those whose seal fits."""
        fit = rows[:, SEAL] == seals(self.seed, rows)
        if not fit.all():
            self.refused += int(np.count_nonzero(~fit))
            rows = rows[fit]
        if len(rows):
            self._enter(problem, rows)
        return rows

    def enter(
        self,
        problem: Problem,
        candidates: NDArray[np.int32],
        left: int,
        bound: int,
        exact: bool,
        guess: int = -1,
    ) -> NDArray[np.uint64]:
        """Enter a fact that several tasks have proven together: about a set, or about one guess at it."""
        if guess < 0:
            key, check = saved_name_in_memo(problem, make_stabilizer(problem.group, 1), candidates.copy(), left)
        else:
            key, check = name_of(problem, candidates, left)
            with np.errstate(over="ignore"):
                key ^= plain(guess_word)(guess)
        row = sealed_row(self.seed, int(key), int(check), left, len(candidates), bound, exact, guess)
        self._enter(problem, row)
        return row

    def _enter(self, problem: Problem, rows: NDArray[np.uint64]) -> None:
        recall(problem.memo, rows)
        problem.shared[RECALLED] += len(rows)
        self._told.append(rows)
        if self._journal is not None:
            self._journal.add(rows)


def enter_bounds(problem: Problem, candidates: NDArray[np.int32], left: int, bounds: NDArray[np.int64]) -> None:
    """Enter a lower bound of each guess at a set in the memo of this process; a bound of 0 says nothing."""
    key, check = name_of(problem, candidates, left)
    guesses = np.flatnonzero(bounds)
    rows = make_ring(len(guesses))
    with np.errstate(over="ignore"):
        rows[:, KEY] = key ^ (guesses + 1).astype(np.uint64) * plain(guess_word)(0)
    rows[:, CHECK], rows[:, LEFT], rows[:, SIZE] = check, left, len(candidates)
    rows[:, WORTH], rows[:, BOUND] = MOST_WORTH, np.minimum(bounds[guesses], problem.infeasible)
    recall(problem.memo, rows)
    problem.shared[RECALLED] += len(rows)


def name_of(problem: Problem, candidates: NDArray[np.int32], left: int) -> tuple[np.uint64, np.uint64]:
    """The two words that name a set without its images: the specification of what kernels compute step by step."""
    key, check = np.bitwise_xor.reduce(problem.words[candidates])
    with np.errstate(over="ignore"):
        key ^= np.uint64(left) * LEFT_WORD
        if problem.width and len(candidates) >= MANY:
            key ^= np.uint64(problem.width) * WIDTH_WORD
    return key, check
