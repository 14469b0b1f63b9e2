"""Better and better trees, and higher and higher bounds, for a search that may never be closed.

Two kinds of work take turns.

*Trees.* A round of width w tries only the best few guesses by estimate at large sets and all guesses at small ones
(:mod:`~strategist.search.exact.solve` says how many at which size): a beam search whose beam is w wide at the largest
sets. The next round is twice as wide. It tries the same guesses and others, so its tree is never worse, and it looks
only for better ones. The cost that a round finds is decided by the game and the width alone.

*Bounds.* Where first guesses are tried one by one, the bounds of their cells rise
(:mod:`~strategist.search.run.branches`). Otherwise, and where other processes help, all guesses are refuted up to a
target below the cost of the best tree, then up to a higher one. What was proven for one target stays in the memo for
the next.

A proof within reach needs no more of a tree than its cost, and rounds would take longer than the proof. So as long as
it may be within reach, nearly all of the work is for bounds; whether it may be is told by how fast the gap between the
bound and the best cost was closed last. Otherwise a third of the work is for trees, and less with each round in turn
that finds no better one: the proof of Wordle's lists goes on for half an hour below a tree of the first seconds. Work
is counted, not timed (:meth:`~strategist.search.tasks.threads.Threads.work`), so this does not depend on the speed of
the machine.

The rounds end once the bound is close to the best cost. What is left is the proof itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from strategist.model.tree import DecisionTree
from strategist.search.bounds.regime import least_of
from strategist.search.exact.solve import GLANCE, LOOK
from strategist.search.run.branches import Branch, Rising, prove_in_order
from strategist.search.run.extract import cost_of, extract
from strategist.search.run.root import Root
from strategist.search.state.memory import Costs
from strategist.search.state.problem import Problem

_STEPS = 4
"""The next target of the bound is this part of the gap above it."""
_CLOSE = 500
"""A gap below this part of the bound is left to the proof."""
_REACH = 5_000_000_000_000
"""With a larger gap it may be within reach if, as fast as it was closed last, all of it is closed by so much work times
guesses: a minute of one thread. Mastermind 4×9 keeps below that, 5×7 does not."""
_BOUNDS_FIRST = 16
"""The work for bounds, as a multiple of that for trees, as long as the proof may be within reach."""
_BOUNDS_LATER = 2
"""The same where it is not. It is doubled, up to the other, for each round since the last better tree."""
_LARGER = 2
"""A round takes at least so many times as much work as the one before."""
_LEAST = 6_000_000_000
"""Work times guesses that bounds get at least, before it is asked again what is within reach."""
_LONGER = 3
"""Later on, they get so many times the work that they had before: threads that stop lose what they were at."""


class Approach:
    """The best tree so far, its cost in the search for a ``problem``, and the proven ``bound``, at most that cost."""

    def __init__(self, root: Root, problem: Problem, bound: int) -> None:
        self._root, self._problem = root, problem
        self.tree, self.cost = root.best.tree, problem.infeasible
        if self.tree is not None:
            self.cost = self._cost_of(self.tree)
            root.workers.standing.keep(self.cost)
        self.bound = min(bound, self.cost)

    def take(self, tree: DecisionTree | None) -> None:
        """Keep a tree if it costs less."""
        if tree is not None and (cost := self._cost_of(tree)) < self.cost:
            self.tree, self.cost = tree, cost
            self._root.best.offer(tree)
            self._root.workers.standing.keep(cost)

    def _cost_of(self, tree: DecisionTree) -> int:
        return cost_of(self._root.best.claims(tree), self._problem)


class Anytime:
    """The search for the least total or expected cost of all secrets, from the first tree to the start of the proof,
    within ``limit`` guesses. Where the first guesses are too many to be tried one by one, the set of all secrets is
    searched like any other."""

    def __init__(self, root: Root, costs: Costs, limit: int | None) -> None:
        self.root, self.workers = root, root.workers
        self.limit, self.costs = limit, costs
        self.problem = self._problem()
        self.left = self.problem.left
        self.tries = self._tries(self.problem) if root.one_by_one else []
        least = least_of(self.problem, self.left, self.workers.everything)
        # This bound depends on the game alone. Later ones depend on what the memo holds.
        known = self.workers.known_bound(self.problem, self.left)
        bound = max([least, known, *([self._bound()] if root.one_by_one else [])])
        self.reached = Approach(root, self.problem, bound)
        self._rising = None
        if self.tries and self.workers.executor is None:
            self._rising = Rising(self.workers, self.problem, self.tries)
            # Whoever writes a certificate of the bound needs that of each cell.
            self.workers.risen = self.tries

    def run(self, width: int | None = None) -> Approach:
        """Search until the bound is close to the cost, or until a round of ``width``; a stop ends it earlier.

        With a width the bound is the one that needs no search, so that it depends on nothing else.
        """
        reached, workers = self.reached, self.workers
        guesses, on_bounds, begun = workers.source.question_count, 0, workers.work()
        least, in_reach, later = _LEAST // guesses, True, _BOUNDS_LATER
        for now in _widths(width, guesses):
            before, cost = workers.work(), reached.cost
            self._round(now)
            later = _BOUNDS_LATER if reached.cost < cost else min(2 * later, _BOUNDS_FIRST)
            if width is not None:
                if workers.stopped():
                    break
                continue
            on_trees = workers.work() - begun - on_bounds
            enough = _BOUNDS_FIRST * (on_trees + _LARGER * (workers.work() - before))
            while not workers.stopped():
                bound, gap = reached.bound, reached.cost - reached.bound
                # A tree that costs nothing, as one that loses no secret, has no bound to be close to.
                if gap == 0 or gap * _CLOSE < bound:
                    return reached
                allowed = (enough if in_reach else later * on_trees) - on_bounds
                if allowed < least:
                    break
                before = workers.work()
                with workers.for_work(min(allowed, max(_LONGER * on_bounds, least))):
                    self._raise()
                took = workers.work() - before
                on_bounds += took
                in_reach = (reached.cost - reached.bound) * took * guesses <= _REACH * (reached.bound - bound)
            if workers.stopped():
                break
        return reached

    def _problem(self, width: int = 0) -> Problem:
        return self.workers.problem(
            self.costs.unit, 0, self.limit, width, self.costs.scale, self.costs.gone, self.costs.tariff
        )

    def _tries(self, problem: Problem) -> list[Branch]:
        workers = self.workers
        tries = [Branch(workers, problem, (), workers.everything, each, self.left) for each in self.root.openings]
        return sorted(tries, key=lambda each: each.rank)

    def _bound(self) -> int:
        return min((each.cost for each in self.tries), default=self.problem.infeasible)

    def _round(self, width: int) -> None:
        """Look for a better tree than the best one so far, with ``width`` guesses at the largest sets."""
        problem = self._problem(width)
        tries = self._tries(problem)[:width] if self.root.one_by_one else []
        self._search(problem, tries, self.reached.cost)

    def _raise(self) -> None:
        """Raise the bound until the search is stopped, or by a step."""
        reached = self.reached
        if self._rising is None:
            # Without a tree yet, the limit of guesses may be too low for any.
            gap = min(reached.cost - reached.bound, reached.bound)
            self._search(self.problem, self.tries, reached.bound + max(1, gap // _STEPS))
            return
        self._rising.raise_to(reached.cost, lambda: self._tell(reached.cost))
        if reached.bound < reached.cost and not self.workers.stopped():
            # The cost of the best first guess is known: find which it is, and its tree.
            self._search(self.problem, self.tries, reached.cost)

    def _search(self, problem: Problem, tries: Sequence[Branch], below: int) -> None:
        """Look for a tree that costs less than ``below``, and begins with one of the guesses to try one by one."""
        workers, reached = self.workers, self.reached

        def tell(cost: int, opening: int, *told: object) -> None:
            self._tell(cost if opening >= 0 else reached.cost)

        if self.root.one_by_one:
            for mode in (GLANCE, LOOK):
                for each in tries:
                    each.look(mode, below)
                    self._tell(reached.cost)
            swept = None if problem.width else self.root.sweep(problem, self.left, below, tries)
            if swept is not None:
                reached.bound = max(reached.bound, min(swept.bound, reached.cost))
            cost, opening = below, -1
            if swept is None or (swept.bound < below and not workers.stopped()):
                cost, opening = prove_in_order(tries, below, tell)
        else:
            proof = workers.solve(problem, (), workers.everything, self.left, below)
            cost, opening = proof.bound, -1
            if proof.exact and cost < below and not workers.stopped():
                opening = workers.decide(problem, (), workers.everything, self.left, cost + 1)
            if not problem.width:
                reached.bound = max(reached.bound, min(cost, reached.cost))
        if opening >= 0:
            # At once, while the memo still holds what it takes.
            reached.take(extract(workers, problem, opening, cost))
        self._tell(reached.cost)

    def _tell(self, cost: int) -> None:
        reached = self.reached
        if self.root.one_by_one:
            # If the cost of a first guess is exact and below the target, it may be the best tree.
            reached.bound = max(reached.bound, min(self._bound(), reached.cost))
        self.workers.report(self.problem, self.left, 0.0, cost, reached.bound)


def _widths(most: int | None, guesses: int) -> list[int]:
    """The widths of the rounds: powers of two, and the last one.

    >>> _widths(6, 100), _widths(None, 100)
    ([1, 2, 4, 6], [1, 2, 4, 8, 16, 32, 64])
    """
    last = guesses if most is None else min(most, guesses)
    powers = [1 << bits for bits in range(last.bit_length())]
    return powers if most is None or powers[-1] == last else [*powers, last]
