"""Best trees of ``pools`` whose tests err: the search with a clock, and the tree behind it.

A search that is stopped has a bound, and the tree of a heuristic is written instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from strategist.choosing.searched import SearchedStrategy
from strategist.games.sets.pools import NEGATIVE, POSITIVE, Pool, Pools
from strategist.model.game import Game
from strategist.model.position import kind_of
from strategist.model.tree import DecisionTree, exact
from strategist.model.trees.stands import reach_after
from strategist.search.run.erring.erring_positions import canonical
from strategist.search.run.erring.solve_erring import ErringSolver, Errors, Halted
from strategist.search.run.objectives import Outcome
from strategist.search.state.options import Options
from strategist.search.state.problem import STOP
from strategist.search.state.start import Start
from strategist.search.tasks.supervise import StopSignal, supervise


class _Place(NamedTuple):
    """A position on the way: the masses of all sets, and the questions asked."""

    masses: Sequence[int]
    asked: frozenset[int]


class _Run:
    def __init__(self, game: Pools, strategy: SearchedStrategy, options: Options, start: Start, brake: StopSignal):
        assert game.erring is not None  # other engines search other games
        self.game, self.strategy, self.options = game, strategy, options
        self.made = len(start.history)
        rates = sorted(set(game.rates))
        self.kinds = tuple(rates.index(rate) for rate in game.rates)
        self.solver = ErringSolver(
            tuple(sorted(self.kinds)),
            _errors_of(game),
            strategy.objectives,
            game.most,
            game.erring.sure,
            lambda: bool(brake.shared[STOP]),
        )
        candidates = start.candidates.tolist()
        begin = kind_of(game).left(start.history, candidates)
        assert begin is not None  # a start has candidates
        masses = [0] * len(game.secrets)
        for secret, mass in zip(begin.candidates, begin.labels, strict=True):
            masses[secret] = mass
        self.begin, self.tests = _Place(masses, begin.asked), game.erring.questions
        reach = reach_after(game, start.history, candidates)
        whole = sum((game.weight_of(secret) * part for secret, part in reach.items()), Fraction(0))
        self.unit = whole / begin.mass / self.solver.errors.whole ** self._left(self.begin)
        """A cost of the search times this unit is a figure of the tree."""

    def _left(self, place: _Place) -> int:
        """The tests that are left."""
        return max(0, self.tests - len(place.asked))

    def tick(self) -> None:
        """Report the progress."""
        if self.options.progress is not None:
            words = {"objective": self.strategy.objectives[0], "best": "-", "bound": "-", "nodes": self.solver.nodes}
            self.options.progress(0.0, words)

    def outcome(self) -> Outcome:
        """The best tree, or if the search was stopped, what is proven."""
        name, factor, _ = canonical(self.kinds, self.begin.masses)
        objective = self.strategy.objective(self.made)
        try:
            found = self.solver.solve(name, self._left(self.begin))
        except Halted:
            least = self.solver.bound(name, self._left(self.begin))[0] * factor * self.unit
            return Outcome(None, objective, exact(least), False, self.solver.nodes, stopped=True)
        least = found.cost[0] * factor * self.unit
        return Outcome(self._grown(), objective, exact(least), True, self.solver.nodes)

    def _grown(self) -> DecisionTree:
        game = self.game
        guesses: list[int] = []
        masks: list[int] = []
        level = [self.begin]
        while level:
            below = []
            for place in level:
                name, _, order = canonical(self.kinds, place.masses)
                pool = self.solver.solve(name, self._left(place)).pool
                if not pool:
                    guesses.append(game.announcement(place.masses.index(max(place.masses))))
                    masks.append(1 << game.response_count - 1)
                    continue
                bits = sum(1 << old for new, old in enumerate(order) if pool >> new & 1)
                guess = self._next_test(bits, place)
                cells = zip((NEGATIVE, POSITIVE), self.solver.cells(place.masses, bits), strict=True)
                found = {answer: cell for answer, cell in cells if any(cell)}
                guesses.append(guess)
                masks.append(sum(1 << answer for answer in found))
                below += [_Place(cell, place.asked | {guess}) for cell in found.values()]
            level = below
        return DecisionTree(guesses, masks, game.response_count)

    def _next_test(self, bits: int, place: _Place) -> int:
        """The first test of a pool that was not done."""
        tests = (self.game.index_of(bits, before) for before in range(self.tests))
        return next(test for test in tests if test not in place.asked)


def _errors_of(game: Pools) -> Errors:
    false = [
        next((answer.chance for answer in game.answers(Pool(1), secret) if answer.response == wrong), Fraction(0))
        for secret, wrong in ((0, POSITIVE), (1, NEGATIVE))
    ]
    whole = lcm(*(chance.denominator for chance in false))
    return Errors(whole, *(int(chance * whole) for chance in false))


def search_erring(game: Game, strategy: SearchedStrategy, options: Options, start: Start) -> Outcome:
    """The tree that names the wrong set as seldom as can be, or needs the fewest tests, from a position on; if the
    search was stopped, no tree but a bound.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("pools(2,rate=1/4,errs=positive:0.1 negative:0.1,tests=2)")
    >>> outcome = search_erring(game, make_strategy("optimal(lost)", game), Options(), start_of(game))
    >>> outcome.closed, outcome.lower_bound / sum(game.weights)
    (True, Fraction(19, 100))
    """
    assert isinstance(game, Pools)
    brake = StopSignal(time_limit=options.time_limit)
    run = _Run(game, strategy, options, start, brake)
    return supervise(run.outcome, brake, run.tick)
