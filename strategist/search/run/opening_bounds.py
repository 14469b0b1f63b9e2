"""Bounds of all first guesses where only unequal chances keep apart what the rules hold alike.

The first guesses that the symmetries of the rules map to each other are searched as one, in lanes
(:mod:`~strategist.search.exact.lanes`): a lane for each of them, under chances of its own. That goes deeper and deeper,
as long as some first guess may still cost less than the best tree. The ordinary search then has few of them left.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.search.exact.lanes import (
    COUNTED,
    DEEPER,
    ENDLESS,
    LOOKED,
    MOST_RESPONSES,
    Bench,
    list_openly,
    make_bench,
)
from strategist.search.exact.raised_lanes import queue_guesses, raise_bounds
from strategist.search.exact.solve import GLANCE, LOOK, PROVE
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.kernels.symmetry.guess_images import Orbit, orbits
from strategist.search.run.best_tree import BestTree
from strategist.search.run.branches import Branch
from strategist.search.run.extract import cost_of, extract
from strategist.search.state.problem import SHARED_CELLS, Problem
from strategist.search.tasks.workers import Workers

PAYS_FROM = 200
"""Games of fewer secrets are proven before the lanes are laid out."""
_LEAST_LANES = 12
"""First guesses for each of those that the rules tell apart: with fewer, lanes do not pay."""
_MOST_BYTES = 500_000_000
"""More memory than this is not spent on the bounds of guesses."""
_MOST_MASS = 1 << 27
"""All secrets together weigh less than this in 32 bits: heavier ones are rounded down."""
_NARROW_FROM = 4_000_000
"""Pairs of a secret and a guess from which on the cost of a first guess takes long, and a good tree comes first.
Mastermind 4×6 has 1.7 million, 4×7 has 5.8 million."""
_WIDTH = 8
"""The guesses that are tried for it at the largest sets."""
_PAIRS_OF_A_THREAD = 1 << 20
"""Guesses times secrets times lanes at a cell that pay for one more thread."""
_ENOUGH = 3
"""First guesses that are left to the search."""
_PASSES = (
    (LOOKED, True),
    (LOOKED, False),
    (DEEPER, False),
    (DEEPER + 1, False),
    (DEEPER + 2, False),
)
"""How the bounds are raised, one after the other: how deep, and whether each cell has only its share of what is left to
prove."""
_SHARE, _POWER = 1.4, 1.5
"""The share of a cell of n secrets is in proportion to this power of n, and a bit more."""


def warm_up_lanes() -> None:
    """Compile the search in lanes, or load it."""

    def run() -> None:
        answers = np.array([[2, 0, 1, 1], [0, 2, 0, 1], [1, 0, 2, 0], [1, 1, 0, 2]], dtype=np.uint8)
        own, weights = np.arange(4, dtype=np.int32), np.ones(4, dtype=np.int32)
        bench = make_bench(answers, own, np.arange(4, dtype=np.uint64), weights, 3, 4, 1)
        bench.secrets[0], bench.weights[0] = own, 1
        lows, deep, most = bench.lows[0].copy(), bench.deep[0].copy(), np.zeros((4, 2), dtype=np.uint8)
        listed = list_openly(bench, 4, 1, lows, deep, own)
        queued = queue_guesses(bench, 1, LOOKED, lows, deep, listed)
        raise_bounds(bench, np.zeros(SHARED_CELLS, dtype=np.int64), 0, 4, 1, LOOKED, lows, deep, own, most, queued)

    warm_up("lanes", run)


def may_pay(game: Game) -> bool:
    """Whether the chances of a game may be such that its first guesses are bounded in lanes."""
    return game.weights is not None and game.rules_symmetry is not None and len(game.secrets) >= PAYS_FROM


@dataclass
class _Cell:
    """A cell of a first guess: its secrets, the bounds of the guesses there by lane, and the least of these."""

    secrets: NDArray[np.int32]
    lows: NDArray[np.int32]
    deep: NDArray[np.uint8]
    guesses: NDArray[np.int32]
    most: NDArray[np.uint8]
    listed: int
    bound: NDArray[np.int64]


@dataclass
class _Kind:
    """First guesses that the rules hold alike: their bounds by lane, and the cells that are not settled."""

    orbit: Orbit
    bound: NDArray[np.int64]
    cells: list[_Cell] = field(default_factory=list)


def lanes_pay(workers: Workers, problem: Problem) -> bool:
    """Whether the first guesses of a whole game are bounded in lanes: where guesses cost alike and find secrets, whose
    chances differ, and where the rules have symmetries that the chances do not have."""
    stakes, game, count = problem.stakes, workers.game, workers.count
    if not stakes or problem.announces or problem.extra or problem.width or any(problem.gone):
        return False
    if stakes.by_class or not stakes.uniform or len(stakes.of_size) or workers.executor is not None:
        return False
    if not may_pay(game) or game.restricts or workers.options.memory is not None:
        return False
    codes, rows = len(workers.source.digits), workers.rows
    if codes != count or rows.shape[0] != count or rows.dtype != np.uint8:
        return False
    alike = workers.source.question_count == count == len(game.secrets)
    return alike and count * count * game.response_count * 5 < _MOST_BYTES and game.response_count <= MOST_RESPONSES


class OpeningBounds:
    """What is proven of the first guesses of a game: ``bounds`` by first guess.

    ``best`` is the least cost found of any, and ``opening`` that first guess, -1 if there is none.
    """

    def __init__(self, workers: Workers, problem: Problem, left: int, kept: BestTree) -> None:
        self.workers, self.problem, self.left, self._kept = workers, problem, left, kept
        self._large = workers.count * workers.count >= _NARROW_FROM
        self.bounds = np.zeros(workers.count, dtype=np.int64)
        self.best, self.opening = problem.infeasible, -1
        worth = problem.stakes.worth
        self._unit = int(worth.sum()) // _MOST_MASS + 1
        self._worth = (worth // self._unit).astype(np.int32)
        self._settled = np.zeros(workers.count, dtype=bool)

    def prove(self, ceiling: int) -> None:
        """Raise the bounds until few first guesses are left that may cost less than ``ceiling``, or as much as the best
        one found."""
        workers, symmetry = self.workers, self.workers.game.rules_symmetry
        assert symmetry is not None  # lanes pay
        found = sorted(orbits(symmetry, workers.source.digits), key=lambda each: -len(each.images))
        if len(found) * _LEAST_LANES > workers.count:
            return
        self._ceiling = ceiling
        answers = np.ascontiguousarray(workers.table().T)
        sizes = [np.bincount(answers[each.images[0]], minlength=workers.game.response_count) for each in found]
        make = partial(
            make_bench,
            answers,
            workers.source.question_of_secret,
            workers.words[:, 0].copy(),
            np.sort(self._worth),
            workers.game.response_count,
            int(max(each[:-1].max() for each in sizes)),
            max(len(each.images) for each in found),
        )
        first = make()
        self._benches = [first, *(make(first) for _ in workers.desks[1:])]
        kinds = []
        for orbit in found:
            kind = self._enter(orbit)
            kinds.append(kind)
            self._raise(kind, COUNTED, self._ceiling < self.problem.infeasible)
            if self.opening < 0:
                self._try(kinds, self._large)
            if workers.stopped():
                break
        self._tell()
        for depth, shared in _PASSES:
            for kind in kinds:
                self._raise(kind, depth, shared)
                self._tell()
            if workers.stopped() or sum(len(self._open(kind)) for kind in kinds) <= _ENOUGH:
                break
            if not shared:
                self._try(kinds, self._large and depth < DEEPER)
        workers.nodes_elsewhere += sum(int(bench.own[1]) for bench in self._benches)
        del self._benches

    @property
    def _target(self) -> int:
        """The bound that shows that a first guess is not wanted."""
        return -(-min(self._ceiling, self.best + 1) // self._unit)

    def _open(self, kind: _Kind) -> NDArray[np.intp]:
        """The lanes of the first guesses that may still be wanted."""
        return np.flatnonzero((kind.bound < self._target) & ~self._settled[kind.orbit.images])

    def _enter(self, orbit: Orbit) -> _Kind:
        """Split all secrets by a first guess, and list all guesses at its cells."""
        bench, lanes = self._benches[0], len(orbit.images)
        weights = np.ascontiguousarray(self._worth[orbit.maps].T)
        kind = _Kind(orbit, weights.sum(axis=0, dtype=np.int64))
        answers, large = bench.answers[orbit.images[0]], []
        for response in range(bench.solved):
            secrets = np.flatnonzero(answers == response).astype(np.int32)
            if len(secrets) > 3:
                large.append(secrets)
            elif len(secrets) == 3:
                _lay(bench, secrets, weights)
                below = bench.lows[0], bench.deep[0], bench.guesses[0], np.zeros((1, 1), dtype=np.uint8), 0
                raise_bounds(bench, self.workers.shared, 0, 3, lanes, DEEPER, *below)
                kind.bound += bench.value[0, :lanes]
            elif len(secrets):
                kind.bound += 2 * weights[secrets].sum(axis=0) - weights[secrets].max(axis=0)
        # The largest first, so that in the end no thread waits long for another.
        large.sort(key=len, reverse=True)
        kind.cells = self.workers.each_with(self._benches, [partial(_listed, each, weights) for each in large])
        kind.cells.reverse()
        for cell in kind.cells:
            kind.bound += cell.bound
        self._note(kind)
        return kind

    def _raise(self, kind: _Kind, depth: int, shared: bool) -> None:
        """Raise the bounds of the cells in turn, the smallest first, until all first guesses of a kind are refuted."""
        weights = np.ascontiguousarray(self._worth[kind.orbit.maps].T)
        lanes = len(kind.bound)
        for place, cell in enumerate(kind.cells):
            wanted = self._open(kind)
            if not len(wanted) or self.workers.stopped():
                break
            missing = np.minimum(self._target - kind.bound[wanted], ENDLESS)
            if shared:
                parts = [len(each.secrets) ** _POWER for each in kind.cells[place:]]
                missing = np.minimum(missing, (missing * (_SHARE * parts[0] / sum(parts))).astype(np.int64) + 1)
            room = np.zeros(lanes, dtype=np.int64)
            room[wanted] = np.minimum(cell.bound[wanted] + missing, ENDLESS)
            value = self._pursue(cell, weights, room, depth)
            if value is None:
                break
            raised = np.maximum(cell.bound, value)[wanted]
            kind.bound[wanted] += raised - cell.bound[wanted]
            cell.bound[wanted] = raised
        self._note(kind)
        if not len(self._open(kind)):
            kind.cells.clear()

    def _pursue(
        self, cell: _Cell, weights: NDArray[np.int32], room: NDArray[np.int64], depth: int
    ) -> NDArray[np.int32] | None:
        """The least bound of the guesses at a cell, raised by all threads as far as ``room``; None after a stop."""
        first, size, lanes = self._benches[0], len(cell.secrets), len(room)
        _lay(first, cell.secrets, weights)
        first.room[0, :lanes] = room
        queued = queue_guesses(first, lanes, depth, cell.lows, cell.deep, cell.listed)
        below = cell.lows, cell.deep, cell.guesses, cell.most, queued
        # A cell that takes less time than to start a thread is left to one.
        benches = self._benches[: max(1, queued * size * lanes // _PAIRS_OF_A_THREAD)]

        def raised(bench: Bench) -> int:
            return raise_bounds(bench, self.workers.shared, 0, size, lanes, depth, *below)

        if any(self.workers.each_with(benches, [raised] * len(benches))):
            return None
        least: NDArray[np.int32] = np.min([bench.value[0, :lanes] for bench in benches], axis=0)
        return least

    def _note(self, kind: _Kind) -> None:
        images = kind.orbit.images
        self.bounds[images] = np.maximum(self.bounds[images], kind.bound * self._unit)

    def _try(self, kinds: list[_Kind], narrow: bool) -> None:
        """Find the cost of the most promising first guess, if it is less than the ceiling; a ``narrow`` try looks for a
        good tree from there on."""
        lanes = [(int(kind.bound[lane]), int(kind.orbit.images[lane])) for kind in kinds for lane in self._open(kind)]
        if not lanes or self.workers.stopped():
            return
        _, opening = min(lanes)
        if narrow:
            self._try_narrow(opening)
            return
        ceiling = min(self._ceiling, self.best + 1)
        branch = self._pursued(self.problem, opening, ceiling)
        self.bounds[opening] = max(self.bounds[opening], min(branch.cost, self.problem.infeasible))
        if branch.solved or branch.cost >= ceiling:
            self._settled[opening] = True
        if branch.solved and branch.cost < min(self.best, ceiling):
            self.best, self.opening = branch.cost, opening

    def _try_narrow(self, opening: int) -> None:
        """Look for a tree that begins with a first guess, with few guesses at large sets."""
        problem, workers = self.problem, self.workers
        limit = self.left if problem.limited else None
        few = workers.problem(problem.unit, problem.extra, limit, _WIDTH, problem.stakes.scale)
        branch = self._pursued(few, opening, self._ceiling)
        if branch.solved and branch.cost < self._ceiling:
            # At once, while the memo still holds what it takes.
            tree = extract(workers, few, opening, branch.cost)
            if tree is not None:
                self._kept.offer(tree)
                cost = cost_of(self._kept.claims(tree), few)
                workers.standing.keep(cost)
                # First guesses that reach this cost are still wanted.
                self._ceiling = min(self._ceiling, cost + 1)
        workers.standing.width = 0

    def _pursued(self, problem: Problem, opening: int, ceiling: int) -> Branch:
        """A first guess, its cells proven to the end, or until it is refuted."""
        branch = Branch(self.workers, problem, (), self.workers.everything, opening, self.left)
        for mode in (GLANCE, LOOK, PROVE):
            branch.look(mode, ceiling)
        return branch

    def _tell(self) -> None:
        """Report the best cost and what is proven of all first guesses."""
        best = min(self.best, self._ceiling)
        self.workers.report(self.problem, self.left, 0.0, best, min(best, int(self.bounds.min())))


def _listed(secrets: NDArray[np.int32], weights: NDArray[np.int32], bench: Bench) -> _Cell:
    """A cell with the guesses that are listed there."""
    count, lanes = len(bench.answers), weights.shape[1]
    _lay(bench, secrets, weights)
    lows, deep = np.empty((count, lanes), dtype=np.int32), np.empty((count, lanes), dtype=np.uint8)
    guesses = np.empty(count, dtype=np.int32)
    most = np.zeros((count, bench.solved), dtype=np.uint8)
    listed = list_openly(bench, len(secrets), lanes, lows, deep, guesses)
    return _Cell(secrets, lows, deep, guesses, most, listed, lows[:listed].min(axis=0).astype(np.int64))


def _lay(bench: Bench, secrets: NDArray[np.int32], weights: NDArray[np.int32]) -> None:
    """Lay a set on a bench, with the weights of all secrets in each lane."""
    size, lanes = len(secrets), weights.shape[1]
    bench.secrets[0, :size] = secrets
    bench.weights[0, :size, :lanes] = weights[secrets]
