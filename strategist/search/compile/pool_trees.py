"""Best trees of ``pools``: the search with a clock, and the tree behind it.

The budget of the search rises step by step. Each step that fails has proven that no tree costs less, and the first one
that does not fail has found a best tree. A search that is stopped has the better one of two trees that take no search,
the greedy one and the best nested procedure, and the bound of the last step.
"""

from __future__ import annotations

from collections.abc import Callable

from strategist.choosing.procedures.pooling import Nested
from strategist.choosing.searched import Optimal, SearchedStrategy
from strategist.games.sets.pools import POSITIVE, Pools
from strategist.model.game import Game
from strategist.model.objective import EXPECTED
from strategist.model.position import Position
from strategist.model.tree import DecisionTree
from strategist.search.run.objectives import Outcome
from strategist.search.run.pools.pool_positions import Reached, after, canonical
from strategist.search.run.pools.solve_pools import Halted, PoolSolver
from strategist.search.state.options import Options
from strategist.search.state.problem import STOP
from strategist.search.tasks.supervise import StopSignal, supervise

Moves = tuple[tuple[int, int], ...]
"""Indices of pools with their answers."""
_STEPS = 200
"""A step of the budget is that part of the first bound."""


class _Run:
    def __init__(self, game: Pools, strategy: Optimal, options: Options, brake: StopSignal) -> None:
        self.game, self.strategy, self.options = game, strategy, options
        rates = sorted(set(game.rates))
        self.kinds = [rates.index(rate) for rate in game.rates]
        shares = [(rate.denominator - rate.numerator, rate.numerator) for rate in rates]
        self.solver = PoolSolver(shares, game.most, lambda: bool(brake.shared[STOP]))
        self.begin = Reached(*canonical(self.kinds, [], range(len(self.kinds))), 0, 0)
        assert game.weights is not None  # sets have chances
        self.mass = sum(game.weights)
        self.best: int | None = None
        self.bound = 0

    def tick(self) -> None:
        """Report the progress."""
        if self.options.progress is not None:
            best = "-" if self.best is None else self.best
            words = {"objective": EXPECTED.name, "best": best, "bound": self.bound}
            self.options.progress(0.0, words | {"nodes": self.solver.nodes})

    def outcome(self) -> Outcome:
        """The best tree, or if the search was stopped, a good one with what is proven."""
        solver, position = self.solver, self.begin.position
        nested, greedy = Nested(self.game, {}), None
        try:
            self.bound = solver.look(position).least
            greedy = solver.greedy(position)
            self.best = min(greedy, int(nested.cost * self.mass))
            step = max(1, self.bound // _STEPS)
            while not solver.look(position).pool:
                self.bound = solver.look(position).least
                solver.solve(position, min(self.bound + step, self.best + 1))
        except Halted:
            self.bound = solver.look(position).least
            by_nested = greedy is None or self.best != greedy

            def chosen(history: Moves, reached: Reached) -> int:
                if by_nested:
                    asked = self.game.guesses[nested.choose(Position(history, ()))].bits
                    return sum(1 << name for name, place in enumerate(reached.places) if asked >> place & 1)
                return solver.ranked(reached.position)[0][1]

            return self._told(grow_pools(self.game, self.begin, chosen), closed=False)
        self.best = self.bound = solver.look(position).least
        tree = grow_pools(self.game, self.begin, lambda _, reached: solver.look(reached.position).pool)
        return self._told(tree, closed=True)

    def _told(self, tree: DecisionTree, closed: bool) -> Outcome:
        return Outcome(tree, self.strategy.objective(), self.bound, closed, self.solver.nodes, stopped=not closed)


def grow_pools(game: Pools, begin: Reached, choose: Callable[[Moves, Reached], int]) -> DecisionTree:
    """The tree of pools that ``choose`` names, as bits of the places of a position, from the beginning on."""
    guesses: list[int] = []
    masks: list[int] = []
    level: list[tuple[Moves, Reached]] = [((), begin)]
    while level:
        below = []
        for history, reached in level:
            if not reached.position.kinds:
                guesses.append(game.announcement(reached.positive))
                masks.append(1 << game.response_count - 1)
                continue
            pool = choose(history, reached)
            guess = game.index_of(_spread(pool, reached.places))
            guesses.append(guess)
            masks.append((1 << POSITIVE) | 1)
            for positive in (False, True):
                child = after(reached.position, pool, positive)
                places = tuple(reached.places[place] for place in child.places)
                known = reached.positive | _spread(child.positive, reached.places)
                told = Reached(child.position, places, reached.negative, known)
                below.append(((*history, (guess, int(positive))), told))
        level = below
    return DecisionTree(guesses, masks, game.response_count)


def _spread(bits: int, places: tuple[int, ...]) -> int:
    """The specimens that bits of the places of a position stand for."""
    return sum(1 << place for name, place in enumerate(places) if bits >> name & 1)


def search_pools(game: Game, strategy: SearchedStrategy, options: Options) -> Outcome:
    """The tree with the least expected number of tests from the beginning on, or a good one with a bound if the search
    was stopped.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("pools(5)")
    >>> outcome = search_pools(game, make_strategy("optimal(expected)", game), Options())
    >>> outcome.closed, outcome.lower_bound / 20**5
    (True, 1.713543125)
    """
    assert isinstance(game, Pools) and isinstance(strategy, Optimal)
    brake = StopSignal(time_limit=options.time_limit)
    run = _Run(game, strategy, options, brake)
    return supervise(run.outcome, brake, run.tick)
