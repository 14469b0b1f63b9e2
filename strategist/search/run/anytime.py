"""Better and better trees, and higher and higher bounds, for a search that may never be closed.

Two kinds of work take turns.

*Trees.* A round of width w tries only the best few guesses by estimate at large sets and all guesses at small ones
(:mod:`~strategist.search.exact.solve` says how many at which size): a beam search whose beam is w wide at the largest
sets. The next round is twice as wide. It tries the same guesses and others, so its tree is never worse, and it looks
only for better ones. The cost that a round finds is decided by the game and the width alone.

*Bounds.* All guesses are refuted up to a target below the cost of the best tree, then up to a higher one. Low targets
are refuted by the sizes of a few cells. What was proven for one target stays in the memo for the next.

A proof within reach needs no more of a tree than its cost, and rounds would take longer than the proof. So as long as
it may be within reach, nearly all of the work is for bounds; whether it may be is told by how fast the gap between the
bound and the best cost has been closed so far. Otherwise a third of the work is for trees. All of this is counted in
positions, so it does not depend on the speed of the machine.

Several threads search the set of all secrets under a target as they do in the proof: its first guesses and their cells
at the same time. Each goes down to where there is work left by itself, so the targets are further apart where the way
to one was short.

The rounds end once the bound is close to the best cost. What is left is the proof itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from strategist.model.tree import DecisionTree
from strategist.search.bounds.regime import least_of
from strategist.search.exact.solve import GLANCE, LOOK
from strategist.search.run.extract import cost_of, extract
from strategist.search.run.root import Root
from strategist.search.state.memory import Costs
from strategist.search.state.problem import Problem
from strategist.search.tasks.branch import Branch, prove_in_order

_STEPS = 16
"""The next target of the bound is this part of the gap above it, or a multiple of that."""
_SHORT, _LONG, _FURTHEST = 64, 16, 8
"""A step that took less than one part in ``_SHORT`` of all positions so far, times the threads, doubles the next one,
up to ``_FURTHEST`` parts of the gap; one that took more than one in ``_LONG`` halves it. More threads have done with
the positions of a step sooner, but not with the way to where they are."""
_NEAR = 33
"""With a gap of this part of the bound, the proof may be within reach, however long it takes, and a better tree is
worth less than a higher bound."""
_NEARER = 4
"""Then this part of the positions within reach goes to bounds before the next round."""
_CLOSE = 500
"""A gap below this part of the bound is left to the proof."""
_REACH = 600_000_000_000
"""With a larger gap it may be if, as fast as the gap was closed so far, all of it is closed by so many positions times
guesses for bounds. To close half of it takes Mastermind 4×9 13,000,000,000, and 4×10, which is proven in two minutes by
one thread, 223,000,000,000; 4×11, 5×7 and 6×5 do not come so far."""
_GRACE = 64
"""This part of the gap counts as closed from the beginning."""
_BOUNDS_FIRST = 64
"""The positions for bounds, as a multiple of those for trees, as long as the proof may be within reach."""
_BOUNDS_LATER = 2
"""The same where it is not: a position takes a round several times as long."""
_LARGER = 2
"""A round takes at least so many times as many positions as the one before."""
_LEAST = 400_000_000
"""Positions times guesses that a step of the bound gets at least."""


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

    def run(self, width: int | None = None) -> Approach:
        """Search until the bound is close to the cost, or until a round of ``width``; a stop ends it earlier.

        With a width the bound is the one that needs no search, so that it depends on nothing else.
        """
        reached, workers = self.reached, self.workers
        guesses, on_bounds, begun = workers.source.question_count, 0, workers.nodes()
        apart, step = 0, 1
        for now in _widths(width, guesses):
            before = workers.nodes()
            self._round(now)
            if width is not None:
                if workers.stopped():
                    break
                continue
            on_trees = workers.nodes() - begun - on_bounds
            enough = _BOUNDS_FIRST * (on_trees + _LARGER * (workers.nodes() - before))
            while not workers.stopped():
                gap = reached.cost - reached.bound
                # A tree that costs nothing, as one that loses no secret, has no bound to be close to.
                if gap == 0 or gap * _CLOSE < reached.bound:
                    return reached
                apart = apart or gap
                in_reach = _REACH * (apart - gap + apart // _GRACE) // (apart * guesses)
                if gap * _NEAR <= reached.bound:
                    due = max(enough, in_reach // _NEARER)
                else:
                    due = max(min(enough, in_reach), _BOUNDS_LATER * on_trees)
                allowed = due - on_bounds
                if allowed * guesses < _LEAST:
                    break
                before = workers.nodes()
                # One more step may take longer than all rounds before. What it has proven by then, the memo keeps.
                with workers.for_positions(allowed):
                    # Without a tree yet, the limit of guesses may be too low for any.
                    self._raise(reached.bound + max(1, min(gap, min(gap, reached.bound) * step // _STEPS)))
                took, so_far = workers.nodes() - before, (workers.nodes() - begun) * len(workers.desks)
                on_bounds += took
                if took * _SHORT < so_far:
                    step = min(2 * step, _FURTHEST)
                elif took * _LONG > so_far:
                    step = max(1, step // 2)
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

    def _raise(self, target: int) -> None:
        """Prove that no tree costs less than ``target``, which is at most the best cost known, or find the best one."""
        self._search(self.problem, self.tries, target)

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
