"""Whether so many questions can tell all candidates apart, as integer programs for HiGHS, through SciPy.

Each question is a variable, 0 or 1. Two candidates of different classes are a constraint: one of the questions that
tell them apart is asked. Only the constraints that a solution has broken are given to the solver, so what it refutes
with them is refuted.

*Symmetry.* Let F be the questions of a set that are fixed, and take permutations that keep all answers and each
question of F. If a set with F holds another question at all, let O be the first of their orbits that it meets: some
image of the set holds F, the lowest question of O, and nothing of the orbits before. So one program for each orbit is
enough, and each is divided further while a permutation is left.

*Counting.* k questions make no more cells of a cell than the product of theirs, and tell no more pairs apart than the k
best of those that are allowed tell apart by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import MissingLibraryError
from strategist.common.extras import how_to_install
from strategist.search.static.partitions import Partitions
from strategist.search.static.permutations import orbits_under

_NEW_ROWS = 200
"""The constraints that one broken solution adds at most, those that the fewest questions meet."""
_MOST_PAIRED = 1 << 26
"""Pairs of candidates times questions up to which pairs are counted."""
_INFEASIBLE, _LIMIT = 2, 1
_DIVIDED = 8
"""Questions of a set that are fixed by symmetry at most."""


class Stopped(Exception):
    """The search was asked to end."""


class Cover:
    """The search for sets of a number of questions.

    Parameters
    ----------
    partitions : Partitions
        The answers.
    permutations : sequence of int64[questions]
        Permutations of questions that keep which sets tell all apart.
    left : callable
        The seconds that are left, None for no limit; it may raise :class:`Stopped`.
    """

    def __init__(
        self, partitions: Partitions, permutations: Sequence[NDArray[np.int64]], left: Callable[[], float | None]
    ) -> None:
        self.partitions, self.permutations, self.left = partitions, permutations, left
        self.rows = np.zeros((0, len(partitions.table)), dtype=bool)
        """The constraints so far: the questions that tell a pair apart."""
        self.nodes = 0
        """The integer programs that were solved."""
        classes, table = partitions.classes, partitions.table
        self.apart: NDArray[np.bool_] | None = None
        """For each pair of candidates of different classes, the questions that tell it apart."""
        if len(classes) ** 2 // 2 * len(table) <= _MOST_PAIRED:
            ones, others = np.triu_indices(len(classes), 1)
            different = classes[ones] != classes[others]
            self.apart = (table[:, ones[different]] != table[:, others[different]]).T.copy()
        try:
            import scipy.optimize as solver
        except ImportError:
            need = "proofs about questions asked all at once need SciPy"
            raise MissingLibraryError(f"{need}: {how_to_install('static')}") from None
        self.solver = solver

    def find(self, count: int) -> list[int] | None:
        """At most so many questions that tell all apart; None if there are none. Raises :class:`Stopped`."""
        return self._find([], np.zeros(len(self.partitions.table), dtype=bool), count, self.permutations)

    def _find(
        self, fixed: list[int], forbidden: NDArray[np.bool_], count: int, permutations: Sequence[NDArray[np.int64]]
    ) -> list[int] | None:
        if self.partitions.tells_all(fixed):
            return fixed
        self.left()
        if count == 0 or self._out_of_reach(fixed, forbidden, count):
            return None
        if not permutations or len(fixed) >= _DIVIDED or count == 1:
            return self._solve(fixed, forbidden, count)
        forbidden = forbidden.copy()
        orbits = orbits_under(permutations, len(forbidden))
        for lowest in np.unique(orbits).tolist():
            if forbidden[lowest] or lowest in fixed:
                continue
            kept = [each for each in permutations if each[lowest] == lowest]
            found = self._find([*fixed, lowest], forbidden, count - 1, kept)
            if found is not None:
                return found
            forbidden |= orbits == lowest
        return None

    def _out_of_reach(self, fixed: list[int], forbidden: NDArray[np.bool_], count: int) -> bool:
        """Whether counting proves that so many questions more are not enough."""
        if self.apart is not None:
            open_pairs = self.apart[~self.apart[:, fixed].any(axis=1)]
            told = np.where(forbidden, 0, np.count_nonzero(open_pairs, axis=0))
            if int(np.sort(told)[-count:].sum()) < len(open_pairs):
                return True
        codes = self.partitions.codes(fixed)
        pairs = np.unique(codes * (int(self.partitions.classes.max()) + 1) + self.partitions.classes)
        largest = int(np.bincount(pairs // (int(self.partitions.classes.max()) + 1)).max())
        return largest > self.partitions.most_cells**count

    def _solve(self, fixed: list[int], forbidden: NDArray[np.bool_], count: int) -> list[int] | None:
        """The same by integer programs, with one more constraint for each pair that a solution leaves together."""
        variables = len(forbidden)
        low, high = np.zeros(variables), np.where(forbidden, 0.0, 1.0)
        low[fixed] = high[fixed] = 1
        chosen = fixed
        while True:
            if self.partitions.tells_all(chosen):
                return chosen
            self._demand(chosen, forbidden)
            rows = self.rows[~self.rows[:, fixed].any(axis=1)]
            if not (rows & ~forbidden).any(axis=1).all():
                return None
            limit = self.left()
            self.nodes += 1
            constraints = [
                self.solver.LinearConstraint(rows.astype(float), lb=1),
                self.solver.LinearConstraint(np.ones((1, variables)), ub=len(fixed) + count),
            ]
            answer: Any = self.solver.milp(
                np.ones(variables),
                integrality=np.ones(variables),
                bounds=self.solver.Bounds(low, high),
                constraints=constraints,
                options={} if limit is None else {"time_limit": limit},
            )
            if answer.status == _INFEASIBLE:
                return None
            if answer.x is None or answer.status == _LIMIT:
                raise Stopped
            chosen = [int(at) for at in np.flatnonzero(answer.x > 0.5)]

    def _demand(self, chosen: list[int], forbidden: NDArray[np.bool_]) -> None:
        """Add constraints of pairs that these questions leave together."""
        codes, classes, table = self.partitions.codes(chosen), self.partitions.classes, self.partitions.table
        ones, others = np.triu_indices(len(codes), 1)
        broken = (codes[ones] == codes[others]) & (classes[ones] != classes[others])
        ones, others = ones[broken], others[broken]
        if len(ones) > 20 * _NEW_ROWS:
            every = len(ones) // (20 * _NEW_ROWS) + 1
            ones, others = ones[::every], others[::every]
        rows = (table[:, ones] != table[:, others]).T
        told = (rows & ~forbidden).sum(axis=1)
        self.rows = np.vstack([self.rows, rows[np.argsort(told, kind="stable")[:_NEW_ROWS]]])
