"""How the search makes each objective as small as it can be: one stage for each, in :data:`STAGES`.

Once the depth is fixed, every objective is a sum over the secrets. So a lexicographic list is a chain of stages, each a
search, or several, by :mod:`~strategist.search.exact.solve`:

* ``total``: unit 1, and ``expected``: scale 1. If ``depth`` follows, the same search is repeated with a smaller and
  smaller limit of guesses, until no tree keeps the cost.
* ``depth`` first: is there any tree within K guesses? K starts at the least number that counting and reductions
  (:mod:`~strategist.search.run.reduced`) allow, and goes up, interrupted by a search for shallower trees
  (:mod:`~strategist.search.run.descent`).
* ``worst``, after ``depth``: each secret that needs the last guess costs one, and the objectives fixed before weigh
  more than all secrets together.
* a cost for each number of guesses, alone: one search by that tariff.
* ``lexicographic``, alone: ``depth``, and then a search by the tariff under which a secret at a deeper level costs more
  than all others can save (:mod:`strategist.model.tariffs`).
* ``lost``, before all others: a secret that is not found within the turns costs one, or its weight. For the objectives
  after it, a lost secret counts one guess more than there are turns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from strategist.choosing.searched import Optimal
from strategist.common.errors import TooLargeError
from strategist.model.objective import COST, DEPTH, EXPECTED, LEXICOGRAPHIC, LOST, TOTAL, WORST, tariff_in
from strategist.model.tree import DecisionTree
from strategist.search.bounds.regime import least_of
from strategist.search.run.anytime import Anytime
from strategist.search.run.descent import LONGER, PATIENCE, Descent
from strategist.search.run.extract import cost_of
from strategist.search.run.first_trees import approach, pays
from strategist.search.run.reduced import reduced_depth
from strategist.search.run.root import Root, Run
from strategist.search.state.memory import Costs
from strategist.search.state.problem import INFEASIBLE, INFEASIBLE_AT_STAKE, NEVER, Problem


class Counts(NamedTuple):
    """What counts how much in the cost of a search: a guess, for each secret; a secret that needs the last guess
    allowed; the expected cost; a lost secret."""

    unit: int = 0
    extra: int = 0
    scale: int = 0
    lost: int = 0


class Chain:
    """What the stages so far have fixed: the tree, the limit of guesses, and the cost with what counts in it.

    ``tree`` is None before the first stage has found one, and ``limit`` if nothing limits the guesses.
    """

    def __init__(self, root: Root) -> None:
        self.root, self.workers = root, root.workers
        self.tree: DecisionTree | None = None
        self.limit = root.limit
        self.counts, self.fixed = Counts(), 0
        self.tariff: tuple[int, ...] = ()
        """What the first guess counts for each secret, the second, ..., if guesses count by a tariff."""

    def tariff_of(self, objective: str, depth: int) -> tuple[int, ...]:
        """What each guess counts by an objective in trees of up to ``depth`` levels."""
        root = self.root
        return tariff_in(root.game, objective, self.workers.count, depth, len(root.start.history))

    def problem(self, limit: int | None) -> Problem:
        """The problem of the least cost within a limit of guesses. It makes earlier problems invalid."""
        unit, extra, scale, _ = self.counts
        gone, tariff = self.gone(limit), self.tariff
        return self.workers.problem(unit, extra, limit, scale=scale, gone=gone, tariff=tariff)

    def gone(self, limit: int | None) -> tuple[int, int]:
        """What a secret costs that is not found within the limit, for each and for its weight."""
        unit, _, scale, lost = self.counts
        if not lost:
            return 0, 0
        assert self.root.limit is not None and limit is not None  # only games with turns lose secrets
        later = self.root.limit + 1 - limit
        weighed = self.root.game.weights is not None
        return unit * later + (0 if weighed else lost + scale * later), (lost + scale * later if weighed else 0)

    def most(self, counts: Counts) -> int:
        """A number that is not smaller than any cost of a tree."""
        count, mass = self.workers.count, int(self.workers.weights.sum())
        # A lost secret counts one guess more than there are turns.
        loses, limit = self.root.strategy.loses, self.limit or self.root.deepest
        deepest = (self.root.limit or 0) + 1 if loses else limit
        dearest = mass * int(self.workers.costs.max(initial=1)) * deepest
        return counts.unit * count * deepest + counts.extra * count + counts.scale * dearest + counts.lost * mass


_ENOUGH_LEVELS = 64
"""Counting mostly allows a depth below this one."""

Stage = Callable[[Chain, str, bool], bool]
"""The search for one objective, by its name, behind those of the chain; the last argument says that it is the first.

It sets what it fixes in the chain, and ``root.lower_bound`` if it is the first. It returns whether it was closed. It
raises :class:`~strategist.common.errors.InfeasibleError` and :class:`~strategist.common.errors.TooLargeError`.
"""


def summed(counts: Counts) -> Stage:
    """The stage of an objective that is a sum over the secrets: one search of the cost in which it counts so much."""
    return lambda chain, objective, first: _least_cost(chain, objective, first, counts)


def _least_cost(chain: Chain, objective: str, first: bool, counts: Counts) -> bool:
    root, standing = chain.root, chain.workers.standing
    # The objectives fixed before must outweigh everything that the new one can add.
    weight = chain.most(counts) + 1 if any(chain.counts) else 1
    chain.counts = Counts(*(old * weight + new for old, new in zip(chain.counts, counts, strict=True)))
    problem = chain.problem(chain.limit)
    if first:
        # The bound from counting holds however soon the search is stopped, and so does what an earlier run has proven.
        counted = least_of(problem, problem.left, chain.workers.everything)
        root.lower_bound = max(counted, chain.workers.known_bound(problem, problem.left))
        chain.workers.enter_bound(problem, problem.left, root.lower_bound)
    ceiling = problem.infeasible if weight == 1 else chain.fixed * weight + weight
    below, known = 0 if weight == 1 else chain.fixed * weight, (root.lower_bound or 0) if first else 0
    standing.aim(objective, below, ceiling, bound=known)
    if first:
        least = _approach(chain, problem)
        if least is None:
            return False
        # The proof finds the tree that it would have found alone, so a tree that is known changes no byte.
        ceiling = min(ceiling, least + 1)
    if ceiling > problem.infeasible:
        raise TooLargeError(f"{root.game.spec}: costs of {root.strategy.spec} do not fit in the search")
    result = root.run(problem, problem.left, ceiling)
    if first:
        root.lower_bound = max(root.lower_bound or 0, result.lower_bound)
    if result.finished and result.opening < 0:
        if chain.tree is not None and chain.workers.journal is not None:
            raise chain.workers.journal.contradicted("its tree costs less than it allows")
        raise root.infeasible(chain.limit or root.deepest)
    if result.opening < 0:
        return result.finished
    chain.fixed = result.cost
    found = root.extract(problem, result.opening, result.cost)
    closed = result.finished and found is not None
    if found is not None and (chain.tree is None or closed or result.cost < _cost_of(chain, problem)):
        chain.tree = found
    return closed


def _by_tariff(chain: Chain, objective: str, first: bool) -> bool:
    """The stage of a cost for each number of guesses. It stands alone."""
    chain.tariff = chain.tariff_of(objective, 1)
    return _least_cost(chain, objective, first, Counts())


def _by_levels(chain: Chain, objective: str, first: bool) -> bool:
    """The stage of the least depth, then the fewest secrets at the deepest level, and so on. It stands alone."""

    def least(depth: int) -> int:
        # Such a tree has at least one secret at this level, or a deeper one.
        return sum(chain.tariff_of(objective, depth))

    closed = _least_depth(chain, objective, least)
    # A deeper tree is worse than any that keeps within this limit.
    root = chain.root
    root.within = chain.limit
    assert chain.limit is not None
    chain.tariff = chain.tariff_of(objective, chain.limit)
    if not closed:
        # An earlier run may have come further.
        problem = chain.problem(chain.limit)
        root.lower_bound = max(root.lower_bound or 0, chain.workers.known_bound(problem, problem.left))
        return False
    assert chain.tree is not None
    root.best.offer(chain.tree)
    return _least_cost(chain, objective, first, Counts())


def _approach(chain: Chain, problem: Problem) -> int | None:
    """Look for a good tree before the proof of the first objective: its cost; None if no proof is to follow.

    It is the cost of no tree, infeasible, where there is neither a search in rounds nor a tree of an earlier run.
    """
    root, workers, strategy = chain.root, chain.workers, chain.root.strategy
    width = strategy.width if isinstance(strategy, Optimal) else None
    if pays(root, problem):
        reached = approach(root, problem, alone=not root.rounds_pay)
        chain.tree, root.lower_bound = reached.tree, reached.bound
        if workers.stopped():
            return None
        if not root.rounds_pay:
            return reached.cost
    if not root.settled and (width is not None or root.rounds_pay):
        unit, extra, scale, _ = chain.counts
        costs = Costs(unit, extra, chain.limit is not None, scale, gone=chain.gone(chain.limit), tariff=chain.tariff)
        reached = Anytime(root, costs, chain.limit).run(width)
        chain.tree, root.lower_bound = reached.tree, reached.bound
        if width is not None or workers.stopped():
            return None
        workers.standing.width = 0
        return reached.cost
    if root.best.tree is None:
        return problem.infeasible
    # An earlier run has found it.
    chain.tree = root.best.tree
    cost = _cost_of(chain, problem)
    workers.standing.keep(cost)
    return cost


def _cost_of(chain: Chain, problem: Problem) -> int:
    """The cost in this search of the tree for an earlier objective."""
    assert chain.tree is not None
    return cost_of(chain.root.best.claims(chain.tree), problem)


def levels(chain: Chain, objective: str, first: bool) -> bool:
    """The stage of the least depth."""
    if chain.tree is None:
        return _least_depth(chain, objective)
    return _least_depth_of_cost(chain, objective)


def _least_depth(chain: Chain, objective: str, told: Callable[[int], int] = int) -> bool:
    """The least number of guesses that some tree guarantees; ``told`` is the bound of the objective for a depth."""
    root, workers = chain.root, chain.workers
    most = chain.limit or root.deepest
    fewest = _fewest_levels(chain, most)
    reduced = reduced_depth(workers, root.strategy, root.start)
    if reduced is not None and reduced.depth > fewest:
        root.reduced, fewest = reduced, reduced.depth
    reached = fewest
    descent = Descent(root, most)
    for depth in range(fewest, most + 1):
        problem = workers.problem(0, 0, depth)
        # What an earlier run has refuted is told at once.
        while reached < most and workers.known_bound(problem, reached):
            reached += 1
        root.lower_bound = told(max(depth, reached))
        best = INFEASIBLE_AT_STAKE if root.best.value is None else root.best.value
        workers.standing.aim(objective, below=None, best=best, bound=root.lower_bound)
        if descent.refuted >= depth or root.refutes(depth):
            workers.enter_bound(problem, depth, 1)
            continue
        if depth < reached:
            continue
        chain.limit = depth
        problem, result = _within(root, depth, descent)
        if descent.refuted >= depth:
            continue
        if not result.finished:
            return False
        if result.opening >= 0:
            chain.tree = root.extract(problem, result.opening, result.cost)
            return chain.tree is not None
    raise root.infeasible(most)


def _within(root: Root, depth: int, descent: Descent) -> tuple[Problem, Run]:
    """The search for a tree within a number of guesses, or the proof that there is none, which may be interrupted by
    the search for deeper trees, and ended by what that refutes."""
    workers = root.workers
    positions = PATIENCE // max(1, workers.source.question_count)
    while True:
        problem = workers.problem(0, 0, depth)
        with workers.for_positions(positions if descent.is_open(depth) else NEVER):
            result = root.run(problem, depth, 1)
        if result.finished or workers.stopped():
            return problem, result
        descent.pursue(depth, positions)
        if descent.refuted >= depth or workers.stopped():
            return problem, result
        positions *= LONGER


def _fewest_levels(chain: Chain, most: int) -> int:
    """The least depth up to ``most`` that counting does not rule out; ``most + 1`` if there is none."""
    workers = chain.workers
    # A game that announces its secrets may need no question at all.
    first = 1 if chain.root.forced else 0
    # The table for all depths may be large, and is needed only where guesses tell hardly anything.
    for limit in sorted({min(most, _ENOUGH_LEVELS), most}):
        enough = np.flatnonzero(workers.least(0, 0, limit)[first:, workers.leaves] < INFEASIBLE)
        if len(enough):
            return first + int(enough[0])
    return most + 1


def _least_depth_of_cost(chain: Chain, objective: str) -> bool:
    """The least depth of a tree of the same cost: try one guess less until no tree of that depth exists."""
    root, workers = chain.root, chain.workers
    unit, extra, scale, lost = chain.counts
    while True:
        assert chain.tree is not None
        depth = root.best.claims(chain.tree).depth
        # With a depth of 0 no question finds anything, in any tree of this cost: a limit of guesses would only forbid
        # those that are asked in vain.
        chain.limit = depth or chain.limit
        if depth <= 1:
            return True
        # A lower bound, by counting alone, of the levels of a tree of this cost.
        infeasible = INFEASIBLE_AT_STAKE if scale else INFEASIBLE
        least = workers.least(unit, extra, depth, infeasible)[:, workers.leaves]
        # The tables of least costs know of no lost secrets.
        known = 0 if lost else int(np.argmax(least <= chain.fixed))
        workers.standing.aim(objective, below=None, best=depth, bound=known)
        problem = chain.problem(depth - 1)
        result = root.run(problem, depth - 1, chain.fixed + 1)
        if result.opening < 0:
            return result.finished
        shallower = root.extract(problem, result.opening, result.cost)
        if shallower is None:
            return False
        chain.tree = shallower


STAGES: dict[str, Stage] = {
    TOTAL.name: summed(Counts(unit=1)),
    DEPTH.name: levels,
    WORST.name: summed(Counts(extra=1)),
    EXPECTED.name: summed(Counts(scale=1)),
    LOST.name: summed(Counts(lost=1)),
    LEXICOGRAPHIC.name: _by_levels,
    COST.name: _by_tariff,
}
"""The stage of each objective, by its name."""
