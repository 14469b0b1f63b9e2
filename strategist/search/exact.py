"""Best possible trees and their proofs: objectives put together from searches of one additive cost.

Every objective is a sum over the secrets once the depth is fixed, so a lexicographic list is a chain of searches by
:mod:`~strategist.search.branch`:

* ``total``: unit 1. Where ``depth`` follows, the same search is repeated under an ever smaller limit of guesses,
  until the total cannot be kept.
* ``depth`` first: is there any tree within K guesses, for K = the least that counting allows, and so on upwards.
* ``worst``, behind ``depth``: what is fixed before weighs more than all that can come, and each secret that needs the
  last guess costs one.

A search that is stopped knows the best complete tree so far and a bound that is proven all the same.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.catalog import make_game
from strategist.errors import InfeasibleError, SpecError, StrategistError, TooLargeError
from strategist.game import Game
from strategist.search.branch import DECIDE, GLANCE, LOOK, PROVE, RANK, TOGETHER, remember, solve
from strategist.search.counting import least_costs, least_questions
from strategist.search.jit import warm_up
from strategist.search.memo import make_memo
from strategist.search.objectives import Feasible, Optimal, SearchedStrategy
from strategist.search.pegcodes import make_codes
from strategist.search.problem import (
    ALL_TECHNIQUES,
    BEST,
    DEPTH,
    INFEASIBLE,
    NODES,
    SHARED_CELLS,
    STOP,
    SYMMETRY,
    TASK,
    TOO_DEEP,
    Desk,
    Problem,
    all_planes,
    make_desk,
)
from strategist.search.responses import MEMORY_LIMIT, TABLE, Source, make_source, response_table
from strategist.search.symmetry import make_group, representatives
from strategist.tree import Claims, DecisionTree

_TOGETHER = 64
"""Sets of at least so many candidates are worked off by all threads together."""
_MOST_OPENINGS = 64
"""Up to so many first guesses are tried one by one, so that the cells of each are worked off together."""
_MOST_MEMO_BITS = 26
"""Entries of 16 bytes: one GiB."""
_POLL_SECONDS = 0.05


@dataclass
class Options:
    """How a result is reached; none of these changes it, but for a search that is stopped.

    ``jobs`` is the number of threads, ``time_limit`` in seconds of wall time, ``techniques`` a set of bits of
    :mod:`~strategist.search.problem`; ``progress`` is called with the share of the root's work that is done, and a
    dict of what there is to say.
    """

    jobs: int = 1
    time_limit: float | None = None
    techniques: int = ALL_TECHNIQUES
    progress: Callable[[float, dict[str, Any]], object] | None = None


@dataclass
class Outcome:
    """What a search found: the best tree (None if it was stopped before the first), and what it proved."""

    tree: DecisionTree | None
    objective: str | None
    lower_bound: int | None
    closed: bool
    nodes: int


@dataclass
class _Run:
    """One search of one cost: the least cost if ``finished``, else the best so far; its first guess; a proven bound."""

    finished: bool
    cost: int
    opening: int
    lower_bound: int


def search(game: Game, strategy: SearchedStrategy, options: Options) -> Outcome:
    """The best tree for a strategy's objectives.

    Raises :class:`~strategist.errors.InfeasibleError` if no tree keeps within the strategy's restrictions (proven), and
    :class:`~strategist.errors.TooLargeError`.
    """
    if type(game).allowed is not Game.allowed:
        raise SpecError(f"{game.spec}: optimal trees of games that restrict guesses are not supported")
    task = _Search(game, strategy, options)
    with task.pool:
        return task.outcome()


def warm_up_exact(game: Game) -> None:
    """See that the kernels for this kind of game are compiled, by searching a game of four codes."""
    wide = game.kernel != "pegs" and game.response_count > 256

    def run() -> None:
        small = make_game("mastermind(pegs=2,colors=2)")
        task = _Search(small, Optimal(small, {}), Options(), wide=wide)
        with task.pool:
            task.outcome()
            remember(task.problem(1, 0, None), task.everything, 0, 3)

    warm_up("exact-16" if wide else "exact", run)


@dataclass
class _Search:
    """One game and strategy, the arrays that all its runs share, and the clock."""

    game: Game
    strategy: SearchedStrategy
    options: Options
    wide: bool = False
    """Whether responses are held in 16 bits, whatever the game needs: for compiling kernels."""
    source: Source = field(init=False)
    shared: NDArray[np.int64] = field(init=False)
    desks: list[Desk] = field(init=False)

    def __post_init__(self) -> None:
        game = self.game
        self.deadline = math.inf if self.options.time_limit is None else time.monotonic() + self.options.time_limit
        count, guesses = len(game.secrets), len(game.guesses)
        _refuse_beyond_memory(game, count * guesses * 2 * (2 if game.response_count > 256 else 1))
        source = make_source(game)
        self.source = source._replace(columns=source.columns.astype(np.uint16)) if self.wide else source
        self.group = make_group(game, self.source, merge=bool(self.options.techniques & SYMMETRY))
        self.planes, self.plane_rows = all_planes(self.source)
        self.codes, self.response_of_pair = make_codes(self.source)
        if self.source.kind == TABLE:
            self.rows = self.source.columns
            self.answers = np.ascontiguousarray(self.rows.T)
        else:
            # Secrets of peg games are their guesses in the same order, and no response tells which was which.
            self.rows = self.answers = response_table(self.source, False)
        self.words = np.random.default_rng(0).integers(0, 2**64, size=(count, 2), dtype=np.uint64)
        self.shared = np.zeros(SHARED_CELLS, dtype=np.int64)
        words = self.planes.shape[1] if len(self.planes) else -(-game.question_count // 64)
        self.desks = [make_desk(self.group, count, guesses, game.response_count, words) for _ in range(self.options.jobs)]
        self.everything = np.arange(count, dtype=np.int32)
        self.lower_bound: int | None = None
        self.pool = ThreadPoolExecutor(self.options.jobs)
        self._share = 0.0
        self._words: dict[str, Any] = {}

    def outcome(self) -> Outcome:
        """Run the chain of searches that the strategy asks for."""
        strategy = self.strategy
        if isinstance(strategy, Feasible):
            return self._feasible(strategy)
        assert isinstance(strategy, Optimal)
        under = f" under {strategy.restrictions}" if strategy.restrictions else ""
        objective = ",".join(strategy.objectives) + under
        tree, closed = self._optimal(strategy)
        return Outcome(tree, objective, self.lower_bound, closed, self._count(NODES))

    def _feasible(self, strategy: Feasible) -> Outcome:
        limit = strategy.max_depth
        assert limit is not None  # Feasible insists on it
        problem = self.problem(0, 0, limit)
        result = self._run(problem, limit, 1)
        if result.finished and result.opening < 0:
            raise InfeasibleError(f"{self.game.spec}: no strategy{self._under()} guarantees {_guesses(limit)} (proven)")
        tree = self._extract(problem, result, limit) if result.opening >= 0 else None
        return Outcome(tree, None, None, False, self._count(NODES))

    def _under(self) -> str:
        parts = [part for part in self.strategy.restrictions.split(",") if part and not part.startswith("max_depth")]
        return f" under {','.join(parts)}" if parts else ""

    def _optimal(self, strategy: Optimal) -> tuple[DecisionTree | None, bool]:
        """The tree, and whether every objective was closed."""
        limit = strategy.max_depth
        tree: DecisionTree | None = None
        unit, extra, fixed = 0, 0, 0
        for index, objective in enumerate(strategy.objectives):
            if objective == "depth":
                if tree is None:
                    limit, tree, closed = self._least_depth(limit)
                else:
                    limit, tree, closed = self._least_depth_of_cost(tree, unit, extra, fixed)
            else:
                # What was fixed before outweighs everything that the new objective can add.
                weight = 1 if not unit and not extra else self._most(objective, limit) + 1
                unit, extra = unit * weight, extra * weight
                if objective == "total":
                    unit += 1
                else:
                    extra += 1
                problem = self.problem(unit, extra, limit)
                ceiling = INFEASIBLE if weight == 1 else fixed * weight + weight
                if ceiling > INFEASIBLE:
                    raise TooLargeError(f"{self.game.spec}: costs of {strategy.spec} do not fit in the search")
                result = self._run(problem, limit or 0, ceiling)
                if index == 0:
                    self.lower_bound = result.lower_bound
                if result.finished and result.opening < 0:
                    raise InfeasibleError(
                        f"{self.game.spec}: no strategy{self._under()} guarantees {_guesses(limit or 0)} (proven)"
                    )
                closed = result.finished
                if result.opening >= 0:
                    fixed = result.cost
                    found = self._extract(problem, result, limit)
                    tree = found or tree
                    closed = closed and found is not None
            if not closed:
                return tree, False
        return tree, True

    def _most(self, objective: str, limit: int | None) -> int:
        """More than an objective can come to."""
        count = len(self.game.secrets)
        return count if objective == "worst" else count * (limit or count)

    def _least_depth(self, limit: int | None) -> tuple[int, DecisionTree | None, bool]:
        """The least number of guesses that some tree guarantees."""
        count = len(self.game.secrets)
        most = limit or count
        costs = self._least(0, 0, most)
        for depth in range(1, most + 1):
            if costs[depth, count] >= INFEASIBLE:
                continue
            self.lower_bound = depth
            problem = self.problem(0, 0, depth)
            result = self._run(problem, depth, 1)
            if not result.finished:
                return depth, None, False
            if result.opening >= 0:
                tree = self._extract(problem, result, depth)
                return depth, tree, tree is not None
        raise InfeasibleError(f"{self.game.spec}: no strategy{self._under()} guarantees {_guesses(most)} (proven)")

    def _least_depth_of_cost(
        self, tree: DecisionTree, unit: int, extra: int, fixed: int
    ) -> tuple[int, DecisionTree, bool]:
        """The least depth of a tree of the same cost: try one guess less until it cannot be done."""
        while True:
            depth = Claims.of_tree(tree, len(self.game.secrets), self.game.announces).depth
            if depth == 1:
                return depth, tree, True
            problem = self.problem(unit, extra, depth - 1)
            result = self._run(problem, depth - 1, fixed + 1)
            shallower = self._extract(problem, result, depth - 1) if result.finished and result.opening >= 0 else None
            if shallower is None:
                return depth, tree, result.finished and result.opening < 0
            tree = shallower

    def _least(self, unit: int, extra: int, limit: int | None) -> NDArray[np.int64]:
        counting = least_questions if self.game.announces else least_costs
        return counting(len(self.game.secrets), self.game.response_count - 1, unit, extra, limit)

    def problem(self, unit: int, extra: int, limit: int | None) -> Problem:
        count = len(self.game.secrets)
        sizes = np.arange(1, count + 1)
        estimate = np.zeros(count + 1, dtype=np.int64)
        # Measured on Mastermind: a cell of m secrets takes some m·(1 + log m / log 6) guesses in a good tree.
        estimate[1:] = 1024 * sizes * (1 + np.log2(sizes) / 2.6)
        return Problem(
            source=self.source,
            group=self.group,
            answers=self.answers,
            rows=self.rows,
            planes=self.planes,
            plane_rows=self.plane_rows,
            codes=self.codes,
            response_of_pair=self.response_of_pair,
            words=self.words,
            least=self._least(unit, extra, limit),
            estimate=estimate,
            memo=make_memo(self._memo_bits(limit is not None)),
            shared=self.shared,
            unit=unit,
            extra=extra,
            limited=limit is not None,
            candidates_only=self.strategy.candidates_only,
            announces=self.game.announces,
            techniques=self.options.techniques,
        )

    def _memo_bits(self, limited: bool) -> int:
        """Room for what is proven, measured on Bulls and Cows 4×10; with a limit, for each number of guesses left."""
        positions = len(self.game.secrets) * len(self.game.guesses) / 2
        return min(_MOST_MEMO_BITS, max(12, math.ceil(math.log2(positions + 1))) + (2 if limited else 0))

    def _run(self, problem: Problem, left: int, budget: int) -> _Run:
        """The least cost of the whole game, if it is below ``budget``."""
        openings = self._openings()
        count = len(self.everything)
        if count == 1:
            cost = int(problem.least[left, 1])
            return _Run(True, cost, int(self.source.guess_of_secret[0]) if cost < budget else -1, cost)
        if len(openings) > _MOST_OPENINGS:
            return self._run_at_once(problem, left, budget)
        tries = sorted((_Branch(self, problem, (), self.everything, opening, left) for opening in openings), key=lambda each: each.rank)
        best, opening = budget, -1
        # Bounds of all openings first, so that a search that is stopped has something to say.
        for mode in (GLANCE, LOOK, PROVE):
            for index, each in enumerate(tries):
                each.look(mode, best)
                if mode == PROVE and each.solved and each.cost < best:
                    best, opening = each.cost, each.guess
                done = (index + 1) / len(tries) if mode == PROVE else 0.0
                self._report(done, best, min(best, *(other.cost for other in tries)))
                if self.stopped():
                    break
        bound = min(best, *(each.cost for each in tries))
        return _Run(not self.stopped(), best, opening, bound)

    def _run_at_once(self, problem: Problem, left: int, budget: int) -> _Run:
        """The same for a game of many different first guesses: the whole game is one set."""
        answer = self.solve(problem, (), self.everything, left, budget)
        cost = answer - 1 if answer > 0 else -answer - 1
        opening = self.decide(problem, (), self.everything, left, cost + 1) if 0 < answer <= budget else -1
        return _Run(not self.stopped(), cost, opening, cost)

    def _openings(self) -> Sequence[int]:
        if self.strategy.opening is not None:
            return [self.strategy.opening]
        if len(self.group.permutations):
            nothing = np.empty(0, dtype=np.int32)
            everywhere = [int(guess) for guess in representatives(self.source, self.group, nothing)]
        else:
            everywhere = list(range(self.game.question_count))
        if self.strategy.candidates_only:
            possible = set(self.source.guess_of_secret.tolist())
            return [guess for guess in everywhere if guess in possible]
        return everywhere

    def solve(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, budget: int
    ) -> int:
        """:func:`~strategist.search.branch.solve` to the end, by all threads if there is enough to do."""
        if len(candidates) < _TOGETHER:
            return self._call(problem, self.desks[0], path, candidates, left, budget, PROVE)()
        if len(self.desks) == 1:
            return self._wait([self._call(problem, self.desks[0], path, candidates, left, budget, PROVE)])[0]
        # With the first guess done, most others are soon refuted: to try those meanwhile would be wasted work.
        answer = self._call(problem, self.desks[0], path, candidates, left, budget, RANK)()
        if answer > 0 or -answer > budget or self.stopped():
            return answer
        first = _Branch(self, problem, path, candidates, int(self.desks[0].choice[0]), left)
        for mode in (GLANCE, LOOK, PROVE):
            first.look(mode, budget)
        known = budget
        if first.solved:
            known = min(budget, first.cost)
        self.shared[TASK], self.shared[BEST] = 0, known
        answers = self._wait(
            [self._call(problem, desk, path, candidates, left, known, TOGETHER) for desk in self.desks]
        )
        exact = [answer for answer in answers if answer > 0]
        if known < budget:
            exact.append(known + 1)
        if exact and not self.stopped():
            remember(problem, candidates, left, min(exact) - 1)
            return min(exact)
        # The tasks are shared out, so what holds for all of them is the least of the bounds, or of the costs so far.
        return -min(abs(answer) for answer in answers)

    def glance(self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, mode: int) -> int:
        """A quick bound, by this thread."""
        return self._call(problem, self.desks[0], path, candidates, left, INFEASIBLE, mode)()

    def decide(
        self, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int, budget: int
    ) -> int:
        """The best guess, the first of equals in the order of search; -1 if the search is stopped."""
        call = self._call(problem, self.desks[0], path, candidates, left, budget, DECIDE)
        answer = call() if len(candidates) < _TOGETHER else self._wait([call])[0]
        return int(self.desks[0].choice[0]) if answer > 0 else -1

    def _call(
        self,
        problem: Problem,
        desk: Desk,
        path: Sequence[int],
        candidates: NDArray[np.int32],
        left: int,
        budget: int,
        mode: int,
    ) -> Callable[[], int]:
        """One call of the kernel, its arguments laid out on a desk."""
        desk.own[DEPTH] = len(path)
        desk.path[: len(path)] = path
        desk.pool[0, : len(candidates)] = candidates
        key, check = np.bitwise_xor.reduce(self.words[candidates])
        return partial(solve, problem, desk, 0, 0, len(candidates), key, check, left, budget, mode)

    def _wait(self, calls: Sequence[Callable[[], int]]) -> list[int]:
        """Run kernels in threads; Ctrl-C and the time limit stop them, and they return what they know."""
        futures: list[Future[int]] = [self.pool.submit(call) for call in calls]
        pending = set(futures)
        while pending:
            try:
                pending = wait(pending, timeout=_POLL_SECONDS).not_done
                if time.monotonic() > self.deadline:
                    self.shared[STOP] = 1
                self._report()
            except KeyboardInterrupt:
                # The first one ends the search with what it has found, the second one ends everything.
                second = bool(self.shared[STOP])
                self.shared[STOP] = 1
                if second:
                    raise
        if self.shared[TOO_DEEP]:
            raise StrategistError(f"{self.game.spec}: the tree is too deep to be searched")
        return [int(future.result()) for future in futures]

    def stopped(self) -> bool:
        return bool(self.shared[STOP])

    def _count(self, cell: int) -> int:
        return sum(int(desk.own[cell]) for desk in self.desks)

    def _report(self, share: float | None = None, best: int = INFEASIBLE, bound: int = 0) -> None:
        """Tell how far the search is: what is new, or what was told last with the nodes of now."""
        if share is not None:
            self._share = share
            self._words = {"best": best if best < INFEASIBLE else "-", "bound": bound}
        if self.options.progress is not None:
            self.options.progress(self._share, {**self._words, "nodes": self._count(NODES)})

    def _extract(self, problem: Problem, result: _Run, limit: int | None) -> DecisionTree | None:
        """The tree of a run, every guess the first of equals in the order of search; None if even that was interrupted.

        It depends on exact costs only: what the memo happens to hold changes how long it takes.
        """
        # A stop has ended the search; the tree that it found is still to be written down.
        self.shared[STOP] = 0
        deadline, self.deadline = self.deadline, math.inf
        guesses: list[int] = []
        masks: list[int] = []
        level: list[tuple[tuple[int, ...], NDArray[np.int32]]] = [((), self.everything)]
        while level and not self.stopped():
            below = []
            for path, candidates in level:
                guess = self._best_guess(problem, result, path, candidates, (limit or 0) - len(path))
                guesses.append(guess)
                masks.append(0)
                if len(candidates) == 1 and path:
                    masks[-1] = 1 << (self.game.response_count - 1)
                    continue
                answers = self.answers[guess, candidates]
                for response in np.unique(answers).tolist():
                    masks[-1] |= 1 << response
                    if not self.game.solved(response):
                        below.append(((*path, guess), candidates[answers == response]))
            level = below
        stopped = self.stopped()
        self.deadline = deadline
        self.shared[STOP] = int(stopped or not result.finished)
        if stopped:
            return None
        tree = DecisionTree(guesses, masks, self.game.response_count)
        claims = Claims.of_tree(tree, len(self.everything), self.game.announces)
        last = claims.histogram[limit - 1] if limit is not None and claims.depth == limit else 0
        cost = problem.unit * claims.total + problem.extra * last
        if cost != result.cost:
            raise RuntimeError(f"the tree costs {cost}, the search said {result.cost}: this is a bug, please report it")
        return tree

    def _best_guess(
        self, problem: Problem, result: _Run, path: tuple[int, ...], candidates: NDArray[np.int32], left: int
    ) -> int:
        if not path:
            return result.opening
        if len(candidates) == 1 or (len(candidates) == 2 and not self.game.announces):
            return int(self.source.guess_of_secret[candidates[0]])
        left = left if problem.limited else 0
        budget = INFEASIBLE
        if len(candidates) >= _TOGETHER:
            # To know the cost first spares most of the guesses that come before the best one.
            budget = self.solve(problem, path, candidates, left, INFEASIBLE)
        return self.decide(problem, path, candidates, left, budget)


class _Branch:
    """One guess at one position: its cells, what is proven of each, and the sum."""

    def __init__(
        self,
        search: _Search,
        problem: Problem,
        path: tuple[int, ...],
        candidates: NDArray[np.int32],
        guess: int,
        left: int,
    ) -> None:
        self.search = search
        self.problem = problem
        self.path = (*path, guess)
        self.guess = guess
        self.size = len(candidates)
        self.next_left = left - 1 if problem.limited else 0
        answers = self.search.answers[guess, candidates]
        cells = [candidates[answers == response] for response in range(search.game.response_count - 1)]
        self.cells = sorted((cell for cell in cells if len(cell)), key=len)
        self.bounds = [int(problem.least[self.next_left, len(cell)]) for cell in self.cells]
        # Of two secrets one is guessed, and tells the other.
        self.exact = [len(cell) <= (1 if problem.announces else 2) for cell in self.cells]
        self.rank = sum(int(problem.estimate[len(cell)]) for cell in self.cells)

    @property
    def cost(self) -> int:
        """The proven lower bound; exact once :attr:`solved`."""
        return min(INFEASIBLE, self.problem.unit * self.size + sum(self.bounds))

    @property
    def solved(self) -> bool:
        """Whether the cost of every cell is exact."""
        return all(self.exact)

    def look(self, mode: int, best: int) -> None:
        """Bound each cell by one more look, until the cost reaches ``best``."""
        for index, cell in enumerate(self.cells):
            if self.cost >= best or self.search.stopped():
                return
            if self.exact[index]:
                continue
            if mode == PROVE:
                budget = best - (self.cost - self.bounds[index])
                answer = self.search.solve(self.problem, self.path, cell, self.next_left, budget)
            else:
                answer = self.search.glance(self.problem, self.path, cell, self.next_left, mode)
            self.exact[index] = answer > 0
            self.bounds[index] = max(self.bounds[index], answer - 1 if answer > 0 else -answer - 1)


def _guesses(number: int) -> str:
    return f"{number} guess{'' if number == 1 else 'es'}"


def _refuse_beyond_memory(game: Game, needed: int) -> None:
    if needed > MEMORY_LIMIT - (512 << 20):
        raise TooLargeError(f"{game.spec}: the responses of an optimal search need {needed / 2**30:.1f} GiB")
