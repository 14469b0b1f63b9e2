"""What the search knows of a position, or proves again: a bound from a look at it, and its cost."""

from __future__ import annotations

import numpy as np

from strategist.checking.counted_bounds import INFINITE
from strategist.checking.demands import Demands
from strategist.checking.ground import CheckedGame
from strategist.model.objective import DEPTH, EXPECTED, LOST, TOTAL
from strategist.search.exact.solve import LOOK
from strategist.search.state.memo import make_memo
from strategist.search.state.problem import MEMO
from strategist.search.tasks.workers import Workers

NOT_WRITTEN = "no certificate is written"

Key = tuple[bytes, int | None, Demands]
"""A set, the guesses left there, and what the moves before demand of the next ones. By a tariff that limits no guesses,
those left are those that it tells apart, and the last one is always left."""


class Prover:
    """The search for the costs of positions of one objective, within at most ``limit`` guesses from the start on."""

    def __init__(
        self,
        workers: Workers,
        ground: CheckedGame,
        objective: str,
        bound: int,
        limit: int | None,
        tariff: tuple[int, ...] = (),
    ) -> None:
        self.workers, self.ground, self._objective = workers, ground, objective
        if objective == DEPTH.name:
            # The problem is whether one guess less is enough.
            self.problem = workers.problem(0, 0, max(1, bound - 1))
        else:
            gone = (0, 0) if objective != LOST.name else (1, 0) if workers.game.weights is None else (0, 1)
            # Truth values would be of another type, for which the kernel is compiled again.
            unit, scale = int(objective == TOTAL.name), int(objective == EXPECTED.name)
            self.problem = workers.problem(unit, 0, limit, scale=scale, gone=gone, tariff=tariff)
        # A look at one set must show what is seen there, and not what the memo knows, nor replace that.
        self.alone = self.problem._replace(memo=make_memo(1), techniques=self.problem.techniques & ~MEMO)
        self.proven: dict[bytes, int] = {}
        """What the search has found of sets: a bound, or an exact cost as a negative number."""
        self.proven_under: dict[Key, int] = {}
        """What it has found of positions with a limit or with demands."""
        self.seen: dict[Key, int] = {}
        """The bounds of positions that the numbers of cells of all guesses prove: no guess is left open."""

    def known(self, key: Key) -> int:
        """What the search has found of a position, as ``proven`` holds it; 0 if nothing is known."""
        name, left, demands = key
        return self.proven.get(name, 0) if left is None and not demands else self.proven_under.get(key, 0)

    def learn(self, key: Key, known: int) -> None:
        """Keep what the search has found of a position."""
        name, left, demands = key
        if left is None and not demands:
            self.proven[name] = known
        else:
            self.proven_under[key] = known

    def look(self, path: tuple[int, ...], key: Key, wanted: int) -> int:
        """A bound of the cost of a cell from the number of cells of every guess; the bound wanted does not matter."""
        if key not in self.seen:
            candidates = self.ground.members(key[0]).astype(np.int32)
            found = self.workers.glance(self.alone, path, candidates, key[1] or 0, LOOK).bound
            self.seen[key] = INFINITE if found >= self.problem.infeasible else found
        return self.seen[key]

    def cost(self, path: tuple[int, ...], key: Key, wanted: int) -> int:
        """The cost of a cell, or ``wanted`` if it costs so much or more, from the search."""
        name, left, _ = key
        known = self.known(key)
        if 0 <= known < wanted:
            candidates = self.ground.members(name).astype(np.int32)
            if self._objective == DEPTH.name:
                # A search under a limit proves that one guess less is not enough, or proves nothing.
                proof = self.workers.solve(self.problem, path, candidates, wanted - 1, 1)
                known = wanted if not proof.exact and proof.bound >= self.problem.infeasible else 0
            else:
                budget = min(wanted, self.problem.infeasible)
                proof = self.workers.solve(self.problem, path, candidates, left or 0, budget)
                found = INFINITE if proof.bound >= self.problem.infeasible else proof.bound
                # An exact cost is kept as a negative number, because searching again cannot improve it.
                known = -found if proof.exact else found
            self.workers.brake.heed(NOT_WRITTEN)
            self.learn(key, known)
        # What is known beyond that depends on the memo.
        return min(abs(known), wanted)
