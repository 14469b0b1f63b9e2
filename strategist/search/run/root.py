"""The root of a search: the first guesses to try, and the least cost of all secrets of the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import InfeasibleError
from strategist.files.versions.core_columns import last_level
from strategist.model.position import Position
from strategist.model.tree import DecisionTree
from strategist.search.bounds.regime import least_of
from strategist.search.exact.cores import Refuter
from strategist.search.exact.solve import GLANCE, LOOK
from strategist.search.kernels.symmetry.same_guesses import first_guesses
from strategist.search.run.best_tree import BestTree
from strategist.search.run.branches import Branch, prove_in_order
from strategist.search.run.extract import extract
from strategist.search.run.opening_bounds import OpeningBounds, lanes_pay
from strategist.search.run.reduced import Reduced
from strategist.search.state.problem import Problem
from strategist.search.state.start import Start
from strategist.search.tasks.threads import Proof
from strategist.search.tasks.workers import Workers

PAYS_FROM = 40_000_000
"""Pairs of a secret and a guess from which on it pays to begin with rounds: a smaller game is proven in the time that
they take. Mastermind 4×8 has 17 million, Bulls and Cows 4×10 has 25 million, Mastermind 4×9 has 43 million."""
_MOST_OPENINGS = 64
"""Up to this number, first guesses are tried one by one, so that all threads work on the cells of one guess."""
_COUNTED_LEVELS = 3
"""Up to so many guesses, of which the last finds one secret in each cell, counting cells tells who is found in time."""
_MOST_LEVELS = 2
"""Limits so much above the last level of cores are refuted by them: each level is a search over all guesses."""


@dataclass
class Run:
    """One search of one cost: the least cost if ``finished``, else the best so far; its first guess; a proven bound."""

    finished: bool
    cost: int
    opening: int
    lower_bound: int


class Root:
    """All candidates of the position that a strategy's tree starts from, and what is known of them.

    ``limit`` is the number of guesses that the strategy and the game allow from there on; None for no limit.
    """

    def __init__(self, workers: Workers, strategy: SearchedStrategy, start: Start) -> None:
        self.workers, self.strategy, self.start = workers, strategy, start
        self.game = workers.game
        self.limit = strategy.max_depth(len(start.history))
        self.best = BestTree(workers, strategy, start)
        self.lower_bound: int | None = None
        """What is proven of the first objective."""
        self.within = self.limit
        """The most guesses of the strategies of which that is proven; None for any number."""
        self.reduced: Reduced | None = None
        """What reductions prove of the depth, where counting proves less."""
        self.refuted: int | None = None
        """The largest limit that was refuted by cores."""
        self._known_openings: dict[bytes, OpeningBounds] = {}
        """The bounds of all first guesses, by what secrets are worth in a search."""
        self._extracted: tuple[Problem, int, int, DecisionTree | None] | None = None

    def forget(self) -> None:
        """Forget what the search has found, but not the best tree, whose figures are true."""
        self.lower_bound, self.within, self._extracted = None, self.limit, None
        self._known_openings.clear()

    def proven_here(self, depth: int) -> bool:
        """Whether cores or reductions prove this bound of the depth: no search of sets, and nobody else."""
        return self.refuted == depth - 1 or (self.reduced is not None and self.reduced.depth == depth)

    def infeasible(self, guesses: int) -> InfeasibleError:
        """The error to raise if it is proven that no tree finds every secret within ``guesses`` guesses."""
        return self.strategy.infeasible(guesses, len(self.start.history))

    def run(self, problem: Problem, left: int, budget: int) -> Run:
        """The least cost of the whole game, if it is below ``budget``."""
        known = self.workers.known_bound(problem, left)
        found = self._run(problem, left, budget, known)
        found.lower_bound = max(found.lower_bound, min(found.cost, known))
        self.workers.enter_bound(problem, left, found.lower_bound)
        return found

    def extract(self, problem: Problem, opening: int, cost: int) -> DecisionTree | None:
        """The tree of least cost that begins with a first guess, with what ``run`` has found; None if the extraction
        was interrupted. It is the best tree so far from now on, if it is, and told only then."""
        known = self._extracted
        if known is None or known[0] is not problem or known[1:3] != (opening, cost):
            known = self._extracted = problem, opening, cost, extract(self.workers, problem, opening, cost)
            if known[3] is not None:
                self.best.offer(known[3])
                self.workers.standing.keep(cost)
        return known[3]

    def _run(self, problem: Problem, left: int, budget: int, known: int) -> Run:
        if self.settled:
            cost = least_of(problem, left, self.workers.everything)
            return Run(True, cost, self._only if cost < budget else -1, cost)
        if not self.one_by_one:
            return self._run_at_once(problem, left, budget, known)
        tries = sorted(
            (Branch(self.workers, problem, (), self.workers.everything, opening, left) for opening in self.openings),
            key=lambda each: each.rank,
        )
        # Bound all openings first, so that a search that is stopped has a bound to report.
        for mode in (GLANCE, LOOK):
            for each in tries:
                each.look(mode, budget)
                bound = min(other.cost for other in tries)
                self.workers.report(problem, left, 0.0, budget, min(budget, max(known, bound)))
                if self.workers.stopped():
                    break

        swept = self.sweep(problem, left, budget, tries)
        if swept is not None:
            known = max(known, swept.bound, min(each.cost for each in tries))
            if self.workers.stopped():
                best = min(budget, swept.reached)
                return Run(False, best, swept.guess if best < budget else -1, min(best, known))
        standing = self.workers.standing

        def tell(best: int, opening: int, bound: int, share: float) -> None:
            if opening >= 0 and standing.kept_only and standing.counts and best < standing.kept:
                # With a journal, its tree is there before the cost is told.
                self.extract(problem, opening, best)
            self.workers.report(problem, left, share, best, min(best, max(known, bound)))

        best, opening = prove_in_order(tries, budget, tell)
        bound = min(best, *(each.cost for each in tries))
        return Run(bound >= best, best, opening, bound)

    def sweep(self, problem: Problem, left: int, budget: int, tries: Sequence[Branch]) -> Proof | None:
        """The cost of all candidates below ``budget``, by all threads, or all processes that help, before the first
        guesses to try are gone through in their order. None for a single thread, for a forced guess, and where none
        of the guesses may cost less."""
        is_open = any(each.cost < budget and not each.solved for each in tries)
        return self.workers.sweep(problem, left, budget) if is_open and not self.forced else None

    def _run_at_once(self, problem: Problem, left: int, budget: int, least_known: int) -> Run:
        """The least cost of the whole game, if it is below ``budget``: one search of all secrets, for games with many
        different first guesses."""
        workers = self.workers
        counted = least_of(problem, left, workers.everything)
        workers.report(problem, left, 0.0, budget, min(budget, max(least_known, counted)))
        known = self._bounds_of_openings(problem, left, budget)
        best, opening, least = budget, -1, 0
        if known is not None:
            least = int(known.bounds.min())
            if known.problem is problem and known.best < budget:
                best, opening = known.best, known.opening
        # A tree of the best cost is found once more, so that it is the one that would be found without the bounds.
        proof = workers.solve(problem, (), workers.everything, left, min(budget, best + 1))
        if not proof.exact:
            if proof.reached < best:
                best, opening = proof.reached, proof.guess
            bound = max(proof.bound, least)
            return Run(opening < 0 and bound >= budget, min(budget, best), opening, min(budget, best, bound))
        if proof.bound >= budget:
            return Run(True, budget, -1, budget)
        with workers.brake.held_open():
            # The guess that was found first depends on the speed of the threads: choose one in a fixed order.
            opening = workers.decide(problem, (), workers.everything, left, proof.bound + 1)
        return Run(True, proof.bound, opening, proof.bound)

    def _bounds_of_openings(self, problem: Problem, left: int, budget: int) -> OpeningBounds | None:
        """The bounds of all first guesses, entered in the memo, where a search in lanes pays; else None."""
        if self.start.history or not lanes_pay(self.workers, problem):
            return None
        worth = problem.stakes.worth.tobytes()
        known = self._known_openings.get(worth)
        if known is None:
            known = self._known_openings[worth] = OpeningBounds(self.workers, problem, left, self.best)
            known.prove(budget)
        self.workers.enter_bounds(problem, left, known.bounds)
        return known

    def refutes(self, limit: int) -> bool:
        """Whether no tree keeps within a limit, by its cores; False where they are not looked for.

        They pay where there are many guesses without symmetries, and where the limit is near the least depth.
        """
        workers, game = self.workers, self.game
        named = game.secrets_are_questions or game.announces
        if self.settled or self.one_by_one or not len(workers.rows) or not named or game.classes is not None:
            return False
        if self.forced or self.strategy.candidates_only or limit > last_level(game) + _MOST_LEVELS:
            return False
        if not self.refuter.refutes(np.arange(workers.count), limit, workers.standing.advance):
            return False
        self.refuted = limit
        return True

    @cached_property
    def refuter(self) -> Refuter:
        """What is known of the cores, of all guesses: what they refute, a few of the guesses do not reach either."""
        workers, game = self.workers, self.game
        return Refuter(workers.table(), game.response_count - 1, last_level(game), workers.stopped)

    @property
    def settled(self) -> bool:
        """Whether nothing is left but the guess that ends the game."""
        return self.workers.settled(self.workers.everything) and (not self.forced or self.openings == [self._only])

    @property
    def _only(self) -> int:
        return int(self.workers.source.guess_of_secret[0])

    @property
    def rounds_pay(self) -> bool:
        """Whether to begin with rounds of few guesses: only in games whose proof takes much longer than the rounds.

        Where secrets may be lost, three guesses leave one level to choose below the first guess, and there the numbers
        of cells decide: no round is faster than the proof.
        """
        workers = self.workers
        if self.strategy.loses and self.limit is not None and self.limit <= _COUNTED_LEVELS:
            return False
        largest = workers.count
        if self.forced:
            answers = workers.responses(self.openings[0], workers.everything)
            largest = int(np.bincount(answers).max())
        return largest * workers.source.question_count >= PAYS_FROM

    @property
    def forced(self) -> bool:
        """Whether the strategy names the first guess."""
        return self.strategy.opening is not None and not self.start.history

    @property
    def deepest(self) -> int:
        """A number of guesses that is always enough: each but a forced one excludes at least one secret."""
        return self.workers.count + self.forced

    @property
    def one_by_one(self) -> bool:
        """Whether the first guesses are tried one by one."""
        return len(self.openings) <= _MOST_OPENINGS

    @cached_property
    def openings(self) -> Sequence[int]:
        """The first guesses to try."""
        if self.forced:
            return [self.workers.guess_names.tolist().index(self.strategy.opening)]
        if self.workers.group.whole:
            everywhere = [int(guess) for guess in first_guesses(self.game, self.workers.group)]
        else:
            everywhere = list(range(self.workers.source.question_count))
        if self.game.restricts:
            # Game and subgame use the same indices here, because the subgame has all guesses.
            everywhere = list(self.strategy.permitted(Position(self.start.history, ())))
        if self.strategy.candidates_only:
            possible = set(self.workers.source.question_of_secret.tolist())
            return [guess for guess in everywhere if guess in possible]
        return everywhere
