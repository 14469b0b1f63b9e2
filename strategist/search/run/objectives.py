"""Best possible trees and their proofs: objectives composed of searches for one additive cost.

Once the depth is fixed, every objective is a sum over the secrets. So a lexicographic list is a chain of searches by
:mod:`~strategist.search.exact.solve`:

* ``total``: unit 1, and ``expected``: scale 1. If ``depth`` follows, the same search is repeated with a smaller and
  smaller limit of guesses, until no tree keeps the cost.
* ``depth`` first: is there any tree within K guesses? K starts at the least number that counting allows and goes up.
* ``worst``, after ``depth``: each secret that needs the last guess costs one, and the objectives fixed before weigh
  more than all secrets together.
* ``lost``, before all others: a secret that is not found within the turns costs one, or its weight. For the objectives
  after it, a lost secret counts one guess more than there are turns.

A search that is stopped still has the best complete tree so far and a proven bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from strategist.checking.ground import refuse_large
from strategist.choosing.heuristics import Position
from strategist.choosing.searched import Feasible, Optimal, SearchedStrategy, refuse_unknown_restrictions
from strategist.common.errors import InfeasibleError, TooLargeError
from strategist.files.core_columns import last_level
from strategist.model.figures import claims_of
from strategist.model.game import Game
from strategist.model.tree import DecisionTree
from strategist.search.adapters.registry import adapter_of, kind_of, small_game
from strategist.search.bounds.costs import least_of
from strategist.search.certify.certify import Certified, certifier
from strategist.search.certify.certify_cores import certify_by_cores
from strategist.search.exact.cores import Refuter
from strategist.search.exact.order import list_guesses
from strategist.search.exact.solve import GLANCE, LOOK, count_guesses, remember
from strategist.search.kernels.numba.jit import foresee, warm_up
from strategist.search.kernels.symmetry.same_guesses import representatives
from strategist.search.run.anytime import PAYS_FROM, Anytime
from strategist.search.run.best_tree import BestTree
from strategist.search.run.extract import cost_of, extract
from strategist.search.run.resume import resumed
from strategist.search.state.memory import Costs, desk_bytes, room_for_memo, table_bytes
from strategist.search.state.options import Options, Progress
from strategist.search.state.position import Start, position_bytes, refuse_large_position, start_of, whole_game
from strategist.search.state.problem import INFEASIBLE, INFEASIBLE_AT_STAKE, SHARED_CELLS, Problem
from strategist.search.state.result_log import recall
from strategist.search.tasks.branch import Branch
from strategist.search.tasks.division import Division
from strategist.search.tasks.remote.instance import assemble
from strategist.search.tasks.remote.with_cluster import Crowd, carried
from strategist.search.tasks.supervise import Brake, supervise
from strategist.search.tasks.workers import Workers

_MOST_LEVELS = 2
"""Limits so much above the last level of cores are refuted by them: each level is a search over all guesses."""
_MOST_OPENINGS = 64
"""Up to this number, first guesses are tried one by one, so that all threads work on the cells of one guess."""


@dataclass
class Outcome:
    """The result of a search: the best tree (None if it was stopped before the first), and the proven bound."""

    tree: DecisionTree | None
    objective: str | None
    lower_bound: int | None
    closed: bool
    nodes: int
    stopped: bool = False
    """Whether the tree depends on when the search was stopped."""
    open_bound: tuple[str, int] | None = None
    """The objective that was open when the search was stopped, if it is not the first, and what is proven of it."""
    certify: Callable[[Progress | None], Certified] | None = None
    """Writes the certificate of the lower bound, if the options ask for one; the search may have been stopped."""


@dataclass
class _Run:
    """One search of one cost: the least cost if ``finished``, else the best so far; its first guess; a proven bound."""

    finished: bool
    cost: int
    opening: int
    lower_bound: int


def search(
    game: Game, strategy: SearchedStrategy, options: Options, start: Start, crowd: Crowd | None = None
) -> Outcome:
    """The best tree for a strategy's objectives from a position on; a ``crowd`` carries out the tasks of the proof.

    Raises :class:`~strategist.common.errors.InfeasibleError` if no tree keeps within the strategy's restrictions
    (proven), and :class:`~strategist.common.errors.TooLargeError`.
    """
    refuse_unknown_restrictions(game)
    if options.certificate:
        refuse_large(game, len(start.candidates), "a certificate")
    everything = len(start.candidates) == len(game.secrets)
    if not everything:
        refuse_large_position(game, len(start.candidates))
    if options.memory is not None:
        # Refuse a cap that is too small before the tables are made.
        count, guesses = len(start.candidates), game.question_count
        desks = options.jobs * desk_bytes(count, guesses, game.response_count)
        part = adapter_of(game).source_bytes(count) + position_bytes(game, count)
        taken = table_bytes(game, count) + desks if everything else part
        room_for_memo(options.memory, taken, count)
    brake = Brake(np.zeros(SHARED_CELLS, dtype=np.int64), options.time_limit)
    workers = supervise(lambda: assemble(game, strategy, options, start, brake), brake)
    with workers.pool, resumed(workers, strategy, start), carried(workers, strategy, start, crowd):
        searched = _Search(workers, strategy, start)
        outcome = supervise(searched.outcome, brake, workers.tick)
    outcome.stopped = brake.pulled and not outcome.closed
    if options.certificate and outcome.lower_bound is not None:
        assert isinstance(strategy, Optimal)  # others prove no bound
        bound = outcome.lower_bound
        if strategy.objectives[0] == "depth" and searched.refuted == bound - 1:
            outcome.certify = partial(certify_by_cores, workers, searched.refuter, bound, start)
        else:
            outcome.certify = certifier(workers, strategy, bound, outcome.closed, start)
    return outcome


def warm_up_exact(game: Game) -> None:
    """Compile the kernels for this kind of game by searching a game of nine codes."""

    def run() -> None:
        small, source = small_game(game)
        subgame = whole_game(small)._replace(source=source)
        workers = Workers(small, subgame, Options(), Brake(np.zeros(SHARED_CELLS, dtype=np.int64)))
        with workers.pool:
            problem, desk = workers.problem(1, 0, None), workers.desks[0]
            foresee(list_guesses, problem, problem.stakes, desk, 0, workers.everything, 0, 0, 0, 0)
            foresee(count_guesses, problem, desk, 0, workers.everything)
            foresee(remember, problem, desk, workers.everything, 0, 21, 1)
            foresee(recall, problem.memo, desk.ring)
            _Search(workers, Optimal(small, {}), start_of(small)).outcome()
            problem = workers.problem(1, 0, None)
            remember(problem, desk, workers.everything, 0, 21, 1)
            recall(problem.memo, desk.ring)

    warm_up(f"exact-{kind_of(game)}", run, functions=120, aided=True)


class _Search:
    """The chain of searches that one strategy needs."""

    def __init__(self, workers: Workers, strategy: SearchedStrategy, start: Start) -> None:
        self.workers = workers
        self.start = start
        self.game = workers.game
        self.strategy = strategy
        self.limit = strategy.max_depth(len(start.history))
        self.lower_bound: int | None = None
        self.best = BestTree(workers, strategy, start)
        self.refuted: int | None = None
        """The largest limit that was refuted by cores."""

    def outcome(self) -> Outcome:
        """Run the chain of searches that the strategy needs."""
        strategy = self.strategy
        # To announce what is known takes no turn.
        known = self.game.announces and self.workers.settled(self.workers.everything)
        if self.limit == 0 and not known:
            raise self._infeasible(0)
        loses = isinstance(strategy, Optimal) and "lost" in strategy.objectives
        if self.limit is not None and not loses and not known and self._refuted(self.limit):
            raise self._infeasible(self.limit)
        if isinstance(strategy, Feasible):
            return self._feasible(strategy)
        assert isinstance(strategy, Optimal)
        tree, closed = self._optimal(strategy)
        if not closed:
            tree = self.best.better(tree)
        objective, bound = self.workers.standing.aimed_at()
        later = tree is not None and not closed and objective != strategy.objectives[0]
        # Behind lost, bounds count lost secrets, too.
        later = later and "lost" not in strategy.objectives
        return Outcome(
            tree,
            strategy.objective(len(self.start.history)),
            self.lower_bound,
            closed,
            self.workers.nodes(),
            open_bound=(objective, bound) if later else None,
        )

    def _feasible(self, strategy: Feasible) -> Outcome:
        limit = self.limit
        assert limit is not None  # Feasible insists on it
        problem = self.workers.problem(0, 0, limit)
        result = self._run(problem, limit, 1)
        if result.finished and result.opening < 0:
            raise self._infeasible(limit)
        tree = extract(self.workers, problem, result.opening, limit, result.cost) if result.opening >= 0 else None
        return Outcome(tree, None, None, False, self.workers.nodes())

    def _infeasible(self, guesses: int) -> InfeasibleError:
        return self.strategy.infeasible(guesses, len(self.start.history))

    def _optimal(self, strategy: Optimal) -> tuple[DecisionTree | None, bool]:
        """The tree, and whether every objective was closed."""
        limit = self.limit
        tree: DecisionTree | None = None
        unit, extra, scale, lost, fixed = 0, 0, 0, 0, 0
        for index, objective in enumerate(strategy.objectives):
            if objective == "depth":
                if tree is None:
                    limit, tree, closed = self._least_depth(limit)
                else:
                    depth, tree, closed = self._least_depth_of_cost(tree, (unit, extra, scale, lost), fixed)
                    # With a depth of 0 no question finds anything, in any tree of this cost: a limit of guesses would
                    # only forbid those that are asked in vain.
                    limit = depth or limit
            else:
                # The objectives fixed before must outweigh everything that the new one can add.
                weight = 1 if not unit and not extra and not scale and not lost else self._most(objective, limit) + 1
                unit, extra, scale, lost = (
                    each * weight + (objective == name)
                    for each, name in ((unit, "total"), (extra, "worst"), (scale, "expected"), (lost, "lost"))
                )
                gone = self._gone(unit, scale, lost, limit)
                problem = self.workers.problem(unit, extra, limit, scale=scale, gone=gone)
                if index == 0 and objective != "worst":
                    # The bound from counting holds however soon the search is stopped.
                    self.lower_bound = least_of(problem, limit or 0, self.workers.everything)
                ceiling = problem.infeasible if weight == 1 else fixed * weight + weight
                below, known = 0 if weight == 1 else fixed * weight, 0 if index else self.lower_bound or 0
                self.workers.standing.aim(objective, below, ceiling, bound=known)
                if index == 0 and (strategy.width is not None or self._rounds_pay()):
                    one_by_one = len(self._openings) <= _MOST_OPENINGS
                    costs = Costs(unit, extra, limit is not None, scale, gone=gone)
                    rounds = Anytime(self.workers, costs, self._openings, limit, one_by_one, self.best)
                    approach = rounds.run(strategy.width)
                    tree, self.lower_bound = approach.tree, approach.bound
                    if strategy.width is not None or self.workers.stopped():
                        return tree, False
                    self.workers.standing.width = 0
                    # The proof finds the tree that it would have found alone, so the rounds change no byte.
                    ceiling = min(ceiling, approach.cost + 1)
                elif index == 0 and self.best.tree is not None:
                    # An earlier run has found it. Its proof finds the tree that it would have found without it.
                    tree = self.best.tree
                    ceiling = min(ceiling, self._cost_of(tree, problem) + 1)
                    self.workers.standing.note(0.0, ceiling - 1)
                if ceiling > problem.infeasible:
                    raise TooLargeError(f"{self.game.spec}: costs of {strategy.spec} do not fit in the search")
                result = self._run(problem, limit or 0, ceiling)
                if index == 0:
                    self.lower_bound = max(self.lower_bound or 0, result.lower_bound)
                if result.finished and result.opening < 0:
                    if tree is not None and self.workers.journal is not None:
                        raise self.workers.journal.contradicted("its tree costs less than it allows")
                    raise self._infeasible(limit or self._deepest())
                closed = result.finished
                if result.opening >= 0:
                    fixed = result.cost
                    found = extract(self.workers, problem, result.opening, limit, result.cost)
                    closed = closed and found is not None
                    if found is not None and (tree is None or closed or result.cost < self._cost_of(tree, problem)):
                        tree = found
            if tree is not None:
                self.best.offer(tree)
            if not closed:
                return tree, False
        return tree, True

    def _cost_of(self, tree: DecisionTree, problem: Problem) -> int:
        """The cost in this search of a tree for an earlier objective."""
        return cost_of(claims_of(self.game, tree, self.start.candidates.tolist()), problem)

    def _gone(self, unit: int, scale: int, lost: int, limit: int | None) -> tuple[int, int]:
        """What a secret costs that is not found within the limit, for each and for its weight."""
        if not lost:
            return 0, 0
        assert self.limit is not None and limit is not None  # lost is an objective of games with turns
        later = self.limit + 1 - limit
        weighed = self.game.weights is not None
        return unit * later + (0 if weighed else lost + scale * later), (lost + scale * later if weighed else 0)

    def _most(self, objective: str, limit: int | None) -> int:
        """A number larger than any value of an objective."""
        count = self.workers.count
        if objective == "worst":
            return count
        # A lost secret counts one guess more than there are turns.
        deepest = (self.limit or 0) + 1 if "lost" in self.strategy.objectives else limit or self._deepest()
        if objective == "total":
            return count * deepest
        return int(self.workers.weights.sum()) * int(self.workers.costs.max(initial=1)) * deepest

    def _rounds_pay(self) -> bool:
        """Whether to begin with rounds of few guesses: only in games whose proof takes much longer than the rounds."""
        workers = self.workers
        largest = workers.count
        if self._forced():
            answers = workers.responses(self._openings[0], workers.everything)
            largest = int(np.bincount(answers).max())
        return largest * workers.source.question_count >= PAYS_FROM

    def _forced(self) -> bool:
        """Whether the strategy names the first guess."""
        return self.strategy.opening is not None and not self.start.history

    def _deepest(self) -> int:
        """A number of guesses that is always enough: each but a forced one excludes at least one secret."""
        return self.workers.count + self._forced()

    def _least_depth(self, limit: int | None) -> tuple[int, DecisionTree | None, bool]:
        """The least number of guesses that some tree guarantees."""
        most = limit or self._deepest()
        costs = self.workers.least(0, 0, most)
        # A game that announces its secrets may need no question at all.
        for depth in range(1 if self._forced() else 0, most + 1):
            if costs[depth, self.workers.leaves] >= INFEASIBLE:
                continue
            self.lower_bound = depth
            self.workers.standing.aim("depth", below=None, bound=depth)
            if self._refuted(depth):
                continue
            problem = self.workers.problem(0, 0, depth)
            result = self._run(problem, depth, 1)
            if not result.finished:
                return depth, None, False
            if result.opening >= 0:
                tree = extract(self.workers, problem, result.opening, depth, result.cost)
                return depth, tree, tree is not None
        raise self._infeasible(most)

    def _refuted(self, limit: int) -> bool:
        """Whether no tree keeps within a limit, by its cores; False where they are not looked for.

        They pay where there are many guesses without symmetries, and where the limit is near the least depth.
        """
        workers, game = self.workers, self.game
        named = game.secrets_are_questions or game.announces
        if len(self._openings) <= _MOST_OPENINGS or not len(workers.rows) or not named or game.classes is not None:
            return False
        if self._forced() or self.strategy.candidates_only or limit > last_level(game) + _MOST_LEVELS:
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

    def _least_depth_of_cost(
        self, tree: DecisionTree, counts: tuple[int, int, int, int], fixed: int
    ) -> tuple[int, DecisionTree, bool]:
        """The least depth of a tree of the same cost: try one guess less until no tree of that depth exists.

        ``counts`` says how much a guess, a last guess, the expected cost and a lost secret count in this cost.
        """
        unit, extra, scale, lost = counts
        while True:
            depth = claims_of(self.game, tree, self.workers.secrets).depth
            if depth <= 1:
                return depth, tree, True
            # A lower bound, by counting alone, of the levels of a tree of this cost.
            infeasible = INFEASIBLE_AT_STAKE if scale else INFEASIBLE
            least = self.workers.least(unit, extra, depth, infeasible)[:, self.workers.leaves]
            # The tables of least costs know of no lost secrets.
            known = 0 if lost else int(np.argmax(least <= fixed))
            self.workers.standing.aim("depth", below=None, best=depth, bound=known)
            gone = self._gone(unit, scale, lost, depth - 1)
            problem = self.workers.problem(unit, extra, depth - 1, scale=scale, gone=gone)
            result = self._run(problem, depth - 1, fixed + 1)
            if result.opening < 0:
                return depth, tree, result.finished
            shallower = extract(self.workers, problem, result.opening, depth - 1, result.cost)
            if shallower is None:
                return depth, tree, False
            tree = shallower

    def _run(self, problem: Problem, left: int, budget: int) -> _Run:
        """The least cost of the whole game, if it is below ``budget``."""
        openings = self._openings
        only = int(self.workers.source.guess_of_secret[0])
        if self.workers.settled(self.workers.everything) and (not self._forced() or openings == [only]):
            cost = least_of(problem, left, self.workers.everything)
            return _Run(True, cost, only if cost < budget else -1, cost)
        if len(openings) > _MOST_OPENINGS:
            return self._run_at_once(problem, left, budget)
        tries = sorted(
            (Branch(self.workers, problem, (), self.workers.everything, opening, left) for opening in openings),
            key=lambda each: each.rank,
        )
        # Bound all openings first, so that a search that is stopped has a bound to report.
        for mode in (GLANCE, LOOK):
            for each in tries:
                each.look(mode, budget)
                self.workers.report(0.0, budget, min(budget, *(other.cost for other in tries)))
                if self.workers.stopped():
                    break

        def tell(best: int, bound: int, share: float) -> None:
            self.workers.report(share, best, min(best, bound))

        best, opening = Division(self.workers, problem).prove_tries(tries, budget, tell)
        bound = min(best, *(each.cost for each in tries))
        return _Run(bound >= best, best, opening, bound)

    def _run_at_once(self, problem: Problem, left: int, budget: int) -> _Run:
        """The least cost of the whole game, if it is below ``budget``: one search of all secrets, for games with many
        different first guesses."""
        workers = self.workers
        workers.report(0.0, budget, least_of(problem, left, workers.everything))
        proof = Division(workers, problem).prove_set((), workers.everything, left, budget)
        if not proof.exact:
            return _Run(proof.bound >= budget, min(budget, proof.reached), proof.guess, min(budget, proof.bound))
        if proof.bound >= budget:
            return _Run(True, budget, -1, budget)
        with workers.brake.held_open():
            # The guess that was found first depends on the speed of the threads: choose one in a fixed order.
            opening = workers.decide(problem, (), workers.everything, left, proof.bound + 1)
        return _Run(True, proof.bound, opening, proof.bound)

    @cached_property
    def _openings(self) -> Sequence[int]:
        """The first guesses to try."""
        if self._forced():
            return [self.workers.guess_names.tolist().index(self.strategy.opening)]
        if self.workers.group.whole:
            nothing = np.empty(0, dtype=np.int32)
            everywhere = [int(guess) for guess in representatives(self.workers.group, nothing)]
        else:
            everywhere = list(range(self.workers.source.question_count))
        if self.game.restricts:
            # Game and subgame use the same indices here, because the subgame has all guesses.
            everywhere = list(self.strategy.permitted(Position(self.start.history, ())))
        if self.strategy.candidates_only:
            possible = set(self.workers.source.question_of_secret.tolist())
            return [guess for guess in everywhere if guess in possible]
        return everywhere
