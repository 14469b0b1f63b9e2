"""The value of a game by column generation.

A codemaker who knows the strategy does not hide all codes equally often, and the codebreaker draws among several trees.
What the codebreaker then needs on average, however the codemaker hides, and the codemaker can make necessary, however
the codebreaker plays, is the *value* (von Neumann 1928). By symmetry the codemaker chooses a weight for each class of
equivalent secrets, and the codebreaker maps each tree by a random symmetry.

There are far too many trees to list. So the matrix game of a few of them is solved, and its weights of secrets are
given to the search, which finds the best of all trees against them. If that tree is no better than those that are
known, none is, and the value is found. Else it is one column more. At any time the best tree against any weights proves
a lower bound, and the mixture of those that are known an upper one.

The weights of a few trees are extreme, and no codemaker's: the bounds against them are low, and the searches long. So
the search goes half of the way there from the weights that have proven most so far, as long as that finds trees which
the matrix game lacks.

With many classes, as in lists of words, the parts of trees behind their first guesses are exchanged
(:mod:`~strategist.search.compile.value.exchanged_parts`), and there are bounds only.

References
----------
J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100 (1928); P. C. Gilmore and R. E. Gomory,
"A linear programming approach to the cutting-stock problem", Operations Research 9 (1961), for the generation of
columns; W. Ben-Ameur and J. Neto, "Acceleration of cutting-plane and column generation algorithms: applications to
network design", Networks 49 (2007), for half of the way; M. Wiener, on the newsgroup sci.math (1995), for the value of
Mastermind with four pegs and six colors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING

from strategist.common.errors import OutOfTimeError, SpecError
from strategist.files.mixtures.equivalent import class_of_each, first_of_classes, sizes_of_classes
from strategist.files.mixtures.mixture import Mixture
from strategist.files.mixtures.secret_costs import cost_of_mixture, costs_of_classes
from strategist.files.shipped import library
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.refusals import UNMIXABLE, first_refusal, traits_of
from strategist.model.tree import exact
from strategist.search.compile.value.best_responses import Priced, best_against, plain_tree, rounded
from strategist.search.compile.value.exchanged_parts import Drawn, ExchangedParts, assembled
from strategist.search.compile.value.matrix_game import MatrixGame
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.state.options import Options, Progress

if TYPE_CHECKING:
    from strategist.files.certificate import Certificate
    from strategist.files.strategy import StrategyData

MOST_EXACT = 60
"""The most classes for which the matrix game is solved in fractions; beyond, bounds are found."""
_CLOSE = 2000
"""With a gap below this part of the bound, the search takes the weights of the matrix game at once."""
MOST_SEARCHES = 500
"""The searches for trees whose parts are exchanged, where no time limit ends them before."""
_WIDTH = 4
"""The guesses that are tried at the largest sets where no search for the best tree ends in time."""
_DIGITS = 2
"""The digits of weights half of the way: searches end sooner where few numbers differ."""
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
        The number of searches for a best tree.
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
    if known is not None:
        return known
    class_of = class_of_each(made)
    generation = _Generation if max(class_of) < MOST_EXACT else _Exchange
    return generation(made, class_of, options, told or _tell_nobody).run()


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

    def __init__(self, game: Game, class_of: Sequence[int], options: Options, told: TellValue) -> None:
        self._game, self._class_of, self._options, self._told = game, class_of, options, told
        self._watch = Stopwatch()
        self._sizes = sizes_of_classes(class_of)
        self._trees: list[StrategyData] = []
        self._columns: list[list[int]] = []
        self._mixture: list[Fraction] = []
        self._upper = Fraction(0)
        self._best: Priced | None = None
        self._rounds = 0

    def run(self) -> FoundValue:
        """Searches and matrix games in turns, until they agree or the time is over."""
        shares = aim = [Fraction(1, len(self._game.secrets))] * len(self._sizes)
        matrix = MatrixGame(self._sizes)
        while True:
            before = aim
            try:
                priced, is_new = self._search(shares)
                if is_new:
                    aim = self._mix(matrix)
            except (OutOfTimeError, KeyboardInterrupt):
                if self._best is None:
                    raise
                break
            assert self._best is not None  # the search has found one
            self._told(self._rounds, self._best.lower, self._upper)
            # Where nothing is new, weights were rounded or a search was stopped, and no other comes to more.
            stuck = not is_new and shares == before
            if self._best.lower == self._upper or stuck or not priced.finished:
                break
            shares = aim if aim == before else self._half_way(self._best, aim)
        return self._found(self._watch.seconds)

    @property
    def _left(self) -> float:
        """The seconds that are left."""
        limit = self._options.time_limit
        return math.inf if limit is None else limit - self._watch.seconds

    def _half_way(self, best: Priced, aim: list[Fraction]) -> list[Fraction]:
        """The weights of classes between those that have proven most and those of the matrix game; close to the value
        the latter."""
        if (self._upper - best.lower) * _CLOSE < best.lower:
            return aim
        whole = sum(best.weights)
        proven = [Fraction(best.weights[first], whole) for first in first_of_classes(self._class_of)]
        found = rounded([one + other for one, other in zip(proven, aim, strict=True)], _DIGITS)
        whole = sum(weight * size for weight, size in zip(found, self._sizes, strict=True))
        return [Fraction(weight, whole) for weight in found]

    def _limited(self, part: int = 1) -> Options:
        """The options of a search that may take this part of the time that is left."""
        limit = None if self._options.time_limit is None else max(0.0, self._left) / part
        return replace(self._options, time_limit=limit)

    def _search(self, shares: Sequence[Fraction]) -> tuple[Priced, bool]:
        """The best tree against these weights of classes, and whether it is a new one."""
        priced = best_against(self._game, [shares[each] for each in self._class_of], self._limited())
        self._rounds += 1
        if self._best is None or priced.lower > self._best.lower:
            self._best = priced
        column = costs_of_classes(priced.costs, self._class_of)
        if column in self._columns:
            return priced, False
        self._columns.append(column)
        self._trees.append(priced.tree)
        return priced, True

    def _mix(self, matrix: MatrixGame) -> list[Fraction]:
        """Solve the matrix game of all trees that are known; returns the weights of the classes."""
        if not any(self._columns[-1]):
            # Nothing needs to be asked.
            self._mixture = [*[Fraction(0)] * (len(self._columns) - 1), Fraction(1)]
            return [Fraction(1, len(self._game.secrets))] * len(self._sizes)
        matrix.add(self._columns[-1])
        solution = matrix.solve()
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


class _Exchange(_Generation):
    """The exchange of parts of trees for one game of many classes."""

    def run(self) -> FoundValue:
        """Searches and linear programs in turns, until they agree or the time is over. The search against equal
        chances may take half of the time."""
        count, weights = len(self._game.secrets), [1] * len(self._sizes)
        parts, drawn = ExchangedParts(self._game, self._class_of, self._sizes), list[Drawn]()
        first = best_against(self._game, [Fraction(1, count)] * count, self._limited(2))
        searched, self._best, self._rounds = [first], first, 1
        self._trees, self._mixture = [first.tree], [Fraction(1)]
        self._upper = self._cost([Drawn(1, 0, costs_of_classes(first.costs, self._class_of), [])])
        try:
            while self._rounds < MOST_SEARCHES:
                # The first guess of a tree without a question announces.
                new = [parts.add(each.tree.tree, each.costs) for each in searched if any(each.costs)]
                columns = [costs_of_classes(each.costs, self._class_of) for each in searched]
                least = min(sum(map(mul, weights, column)) for column in columns)
                if not (parts.met(weights, least / sum(map(mul, weights, self._sizes))) or any(new)):
                    break
                mixed = parts.solve()
                if (upper := self._cost(mixed)) <= self._upper:
                    self._upper, drawn = upper, mixed
                self._told(self._rounds, self._best.lower, self._upper)
                if (self._upper - self._best.lower) * _CLOSE < self._best.lower or self._left <= 0:
                    break
                weights = parts.weights()
                searched = self._search_each(weights, None if first.finished else _WIDTH, parts.used)
        except (OutOfTimeError, KeyboardInterrupt):
            # Trees without their share in the mixture do not count.
            pass
        if drawn:
            self._trees = [plain_tree(self._game, assembled(each)) for each in drawn]
            self._mixture = [Fraction(each.weight) for each in drawn]
        return self._found(self._watch.seconds)

    def _cost(self, drawn: Sequence[Drawn]) -> Fraction:
        """What a mixture costs at most."""
        return cost_of_mixture([each.column for each in drawn], [each.weight for each in drawn], self._sizes)[0]

    def _search_each(self, weights: Sequence[int], width: int | None, guesses: Sequence[int]) -> list[Priced]:
        """The best tree against these weights of classes, and the best ones that begin with some guesses."""
        game, whole = self._game, sum(map(mul, weights, self._sizes))
        shares = [Fraction(weights[each], whole) for each in self._class_of]
        found = [best_against(game, shares, self._limited(), width=width)]
        assert self._best is not None  # the first tree was searched for
        if width is None and found[0].lower > self._best.lower:
            self._best = found[0]
        for guess in guesses:
            if guess != found[0].tree.tree.guesses[0]:
                options = replace(self._limited(), certificate=False)
                found.append(best_against(game, shares, options, first=game.format_code(game.guesses[guess])))
        self._rounds += len(found)
        return found
