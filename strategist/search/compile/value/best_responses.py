"""The best tree against weights of secrets, and what it proves of the value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from strategist.common.errors import SpecError
from strategist.files.mixtures.secret_costs import costs_of_secrets
from strategist.files.mixtures.whole_weights import bound_on_value, hiding
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.trees.figures import claims_of
from strategist.search.compile.compile import compile_strategy
from strategist.search.compile.compiled import Compiled

if TYPE_CHECKING:
    from strategist.search.state.options import Options

STRATEGY = "optimal(expected)"
HEURISTIC = "entropy"
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


def good_against(game: Game, shares: Sequence[Fraction], jobs: int) -> tuple[StrategyData, list[int]]:
    """A tree that a heuristic grows by ``jobs`` threads where each secret has one of these positive weights, and the
    cost of each secret. It proves no lower bound."""
    tree = plain_tree(game, compile_strategy(_hidden_by(game, shares)[1], HEURISTIC, jobs=jobs).data)
    return tree, costs_of_secrets(game, tree.tree)


def best_against(game: Game, shares: Sequence[Fraction], options: Options) -> Priced:
    """The best tree where each secret has one of these weights, which add up to 1; some may be 0.

    Weights that are too long for a search are rounded, and the bound is that of the rounded ones.
    """
    weights, hidden = _hidden_by(game, shares)
    compiled = compile_strategy(hidden, STRATEGY, options=options)
    data = compiled.data
    assert isinstance(data.lower_bound, int)  # such a search always has one
    tree = plain_tree(game, data)
    lower = bound_on_value(hidden, weights, data.lower_bound)
    costs = costs_of_secrets(game, tree.tree)
    return Priced(weights, tree, costs, lower, data.bound == "optimal", compiled)


def plain_tree(game: Game, data: StrategyData) -> StrategyData:
    """A tree of a game with chances as one of the game without them."""
    claims = claims_of(game, data.tree, range(len(game.secrets)))
    return StrategyData(game, TREE, data.tree, claims, generator=data.generator)


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
        scale = Fraction(10**digits) / max(shares)
        weights = [round(share * scale) for share in shares]
