"""The best tree against weights of secrets, and what it proves of the value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from strategist.choosing.searched import Optimal
from strategist.common.errors import SpecError
from strategist.files.mixtures.secret_costs import costs_of_secrets
from strategist.files.mixtures.whole_weights import bound_on_value, hiding
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.objective import EXPECTED
from strategist.model.spec import Value
from strategist.model.tree import DecisionTree
from strategist.model.trees.figures import claims_of
from strategist.search.compile.compile import compile_strategy
from strategist.search.compile.compiled import Compiled

if TYPE_CHECKING:
    from strategist.search.state.options import Options

TREE = "best-against-chances"
"""The name of the trees of a mixture. None of them is best in the game without chances."""
_LEAST_DIGITS = 2


@dataclass(frozen=True)
class Priced:
    """A tree against whole weights of secrets, and what every tree costs against them at least.

    ``costs`` are those of each secret in the tree. ``lower`` bounds the value. ``finished`` says that the search for
    the tree was not stopped, so that it is the best one.
    """

    weights: list[int]
    tree: StrategyData
    costs: list[int]
    lower: Fraction
    finished: bool
    compiled: Compiled


def best_against(game: Game, shares: Sequence[Fraction], options: Options, **restrictions: Value) -> Priced:
    """The best tree where each secret has one of these weights, which add up to 1; some may be 0.

    Weights that are too long for a search are rounded, and the bound is that of the rounded ones. It holds for trees
    under the same ``restrictions``, those of ``optimal``: ``first``, ``width``.
    """
    weights, hidden = _hidden_by(game, shares)
    compiled = compile_strategy(hidden, Optimal(hidden, {"objectives": EXPECTED.name, **restrictions}), options=options)
    data = compiled.data
    assert isinstance(data.lower_bound, int)  # such a search always has one
    tree = plain_tree(game, data.tree)
    lower = bound_on_value(hidden, weights, data.lower_bound)
    costs = costs_of_secrets(game, tree.tree)
    return Priced(weights, tree, costs, lower, data.bound == "optimal", compiled)


def plain_tree(game: Game, tree: DecisionTree) -> StrategyData:
    """A tree of a mixture, for the game without chances."""
    return StrategyData(game, TREE, tree, claims_of(game, tree, range(len(game.secrets))))


def _hidden_by(game: Game, shares: Sequence[Fraction]) -> tuple[list[int], Game]:
    """Weights as whole numbers that a search can take, and the game with them as chances."""
    whole = math.lcm(*(share.denominator for share in shares))
    weights = [int(share * whole) for share in shares]
    digits = len(str(max(weights)))
    while True:
        common = math.gcd(*weights)
        weights = [weight // common for weight in weights]
        try:
            return weights, hiding(game, weights)
        except SpecError:
            if digits <= _LEAST_DIGITS:
                raise
        digits -= 1
        weights = rounded(shares, digits)


def rounded(shares: Sequence[Fraction], digits: int) -> list[int]:
    """Weights as whole numbers up to the power of ten with so many zeros.

    >>> rounded([Fraction(1, 3), Fraction(2, 3), Fraction(0)], 2)
    [50, 100, 0]
    """
    scale = Fraction(10**digits) / max(shares)
    return [round(share * scale) for share in shares]
