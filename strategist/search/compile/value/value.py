"""The value of a game by column generation.

A codemaker who knows the strategy does not hide all codes equally often, and the codebreaker draws among several trees.
What the codebreaker then needs on average, however the codemaker hides, and the codemaker can make necessary, however
the codebreaker plays, is the *value* (von Neumann 1928). By symmetry the codemaker chooses a weight for each class of
equivalent secrets, and the codebreaker maps each tree by a random symmetry.

There are far too many trees to list. So the matrix game of a few of them is solved, and its weights of secrets are
given to the search, which finds the best of all trees against them. If that tree is no better than those that are
known, none is, and the value is found. Else it is one column more. At any time the best tree against any weights proves
a lower bound, and the mixture of those that are known an upper one.

With many classes, as in lists of words, there are bounds only: the best tree against equal chances proves the lower
one, and a heuristic grows the trees against weights that grow with their costs
(:mod:`~strategist.search.compile.value.many_classes`).

References
----------
J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100 (1928); P. C. Gilmore and R. E. Gomory,
"A linear programming approach to the cutting-stock problem", Operations Research 9 (1961), for the generation of
columns; M. Wiener, on the newsgroup sci.math (1995), for the value of Mastermind with four pegs and six colors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from strategist.common.errors import OutOfTimeError, SpecError
from strategist.files.mixtures.equivalent import class_of_each, first_of_classes, sizes_of_classes
from strategist.files.mixtures.mixture import Mixture
from strategist.files.mixtures.secret_costs import costs_of_classes
from strategist.files.shipped import library
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.refusals import UNMIXABLE, first_refusal, traits_of
from strategist.model.tree import exact
from strategist.search.compile.value.best_responses import Priced, best_against, good_against
from strategist.search.compile.value.many_classes import MOST_TREES, GrowingWeights
from strategist.search.compile.value.matrix_game import MatrixGame
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.state.options import Options, Progress

if TYPE_CHECKING:
    from strategist.files.certificate import Certificate
    from strategist.files.strategy import StrategyData

MOST_EXACT = 60
"""The most classes for which the matrix game is solved in fractions; beyond, bounds are found."""
TellValue = Callable[[int, Fraction, Fraction], object]
"""What is called with the number of rounds so far, and the lower and the upper bound of the value."""


@dataclass(frozen=True)
class FoundValue:
    """The value of a game, or bounds of it, with what shows them.

    Attributes
    ----------
    mixture : Mixture
        The trees with their weights, the codemaker's weights, and the bounds.
    rounds : int
        The number of searches for a best tree, with a matrix game behind each.
    seconds : float
        The seconds for all searches and matrix games, without those in which kernels were compiled.
    """

    mixture: Mixture
    rounds: int
    seconds: float
    best: Priced | None
    """The search that has proven the lower bound; None where that was known from the library."""

    def prove(self, progress: Progress | None = None, *, checked: bool = False) -> Certificate:
        """The certificate of the lower bound, if the options asked for one: see
        :meth:`~strategist.search.compile.compiled.Compiled.prove`."""
        if self.best is None:
            raise SpecError("expected a search with certificate=True, got a value that was known without one")
        return self.best.compiled.prove(progress, checked=checked)


def find_value(game: Game | str, options: Options | None = None, told: TellValue | None = None) -> FoundValue:
    """The value of a game: the least expected cost of its questions against the worst mixture of secrets.

    ``options`` are those of each search; the time limit is that of all together. Raises
    :class:`~strategist.common.errors.SpecError` for a game with turns, chances of its own, or answers that may be
    several or false.

    >>> found = find_value("mastermind(2,3)")
    >>> found.mixture.lower, found.mixture.upper, found.mixture.hidden
    (Fraction(29, 12), Fraction(29, 12), (2, 1))
    """
    made = make_game(game) if isinstance(game, str) else game
    if reason := first_refusal(UNMIXABLE, traits_of(made)):
        raise SpecError(f"the value: expected {reason}, got {made.spec}")
    options = options or Options()
    known = None if options.certificate else _least_average(made)
    return known or _Generation(made, options, told or _tell_nobody).run()


def _least_average(game: Game) -> FoundValue | None:
    """The value where one class holds all secrets: the least average, if the library has a tree for which that is
    proven. None for any other game."""
    if len(set(class_of_each(game))) > 1:
        return None
    for each in library():
        if not each.name.startswith(f"{game.slug}.optimal-total"):
            continue
        data = each.data
        same = data.game.spec == game.spec and data.game.fingerprint() == game.fingerprint()
        if same and not data.start and data.lower_bound == data.claims.total:
            value = exact(Fraction(data.claims.total, len(game.secrets)))
            return FoundValue(Mixture(game, (data,), (1,), (1,), value, value), 0, 0.0, None)
    return None


def _tell_nobody(rounds: int, lower: Fraction, upper: Fraction) -> None:
    """What is told if nobody listens."""


class _Generation:
    """The generation of columns for one game."""

    def __init__(self, game: Game, options: Options, told: TellValue) -> None:
        self._game, self._options, self._told = game, options, told
        self._watch = Stopwatch()
        self._class_of = class_of_each(game)
        self._sizes = sizes_of_classes(self._class_of)
        self._many = len(self._sizes) > MOST_EXACT
        least = min(game.costs or [1])
        self._matrix = GrowingWeights(self._sizes, least) if self._many else MatrixGame(self._sizes)
        self._trees: list[StrategyData] = []
        self._columns: list[list[int]] = []
        self._mixture: list[Fraction] = []
        self._upper = Fraction(0)
        self._best: Priced | None = None
        self._rounds = 0

    def run(self) -> FoundValue:
        """Searches and matrix games in turns, until they agree or the time is over."""
        shares = [Fraction(1, len(self._game.secrets))] * len(self._sizes)
        while True:
            try:
                priced, is_new = self._search(shares)
                if is_new:
                    shares = self._mix()
            except (OutOfTimeError, KeyboardInterrupt):
                if self._best is None:
                    raise
                break
            assert self._best is not None  # the search has found one
            self._told(self._rounds, self._best.lower, self._upper)
            # Where nothing is new, weights were rounded or a search was stopped, and no other comes to more.
            if self._best.lower == self._upper or not is_new or not (priced.finished or self._many):
                break
            if self._many:
                self._grow_weights(shares)
                break
        return self._found(self._watch.seconds)

    @property
    def _left(self) -> float:
        """The seconds that are left."""
        limit = self._options.time_limit
        return math.inf if limit is None else limit - self._watch.seconds

    def _grow_weights(self, shares: Sequence[Fraction]) -> None:
        """Trees of a heuristic against weights that grow, until the time is over or there are many."""
        assert self._best is not None  # the first tree was searched for
        try:
            while len(self._trees) < MOST_TREES and self._left > 0:
                shares_of_secrets = [shares[each] for each in self._class_of]
                tree, costs = good_against(self._game, shares_of_secrets, self._options.jobs)
                self._trees.append(tree)
                self._columns.append(costs_of_classes(costs, self._class_of))
                self._rounds += 1
                shares = self._mix()
                self._told(self._rounds, self._best.lower, self._upper)
        except KeyboardInterrupt:
            # A tree without its share in the mixture does not count.
            return

    def _search(self, shares: Sequence[Fraction]) -> tuple[Priced, bool]:
        """The best tree against these weights of classes, and whether it is a new one."""
        options = self._options
        if options.time_limit is not None:
            left = max(0.0, self._left)
            options = replace(options, time_limit=left / 2 if self._many else left)
        priced = best_against(self._game, [shares[each] for each in self._class_of], options)
        self._rounds += 1
        if self._best is None or priced.lower > self._best.lower:
            self._best = priced
        column = costs_of_classes(priced.costs, self._class_of)
        if column in self._columns:
            return priced, False
        self._columns.append(column)
        self._trees.append(priced.tree)
        return priced, True

    def _mix(self) -> list[Fraction]:
        """Solve the matrix game of all trees that are known; returns the weights of the classes."""
        if not any(self._columns[-1]):
            # Nothing needs to be asked.
            self._mixture = [*[Fraction(0)] * (len(self._columns) - 1), Fraction(1)]
            return [Fraction(1, len(self._game.secrets))] * len(self._sizes)
        self._matrix.add(self._columns[-1])
        solution = self._matrix.solve()
        self._upper, self._mixture = solution.value, solution.mixture
        return solution.weights

    def _found(self, seconds: float) -> FoundValue:
        best = self._best
        assert best is not None  # there was a search
        whole = math.lcm(*(share.denominator for share in self._mixture))
        drawn = [(tree, int(share * whole)) for tree, share in zip(self._trees, self._mixture, strict=False) if share]
        common = math.gcd(*(weight for _, weight in drawn))
        mixture = Mixture(
            self._game,
            tuple(tree for tree, _ in drawn),
            tuple(weight // common for _, weight in drawn),
            tuple(best.weights[first] for first in first_of_classes(self._class_of)),
            exact(best.lower),
            exact(self._upper),
        )
        return FoundValue(mixture, self._rounds, seconds, best)
