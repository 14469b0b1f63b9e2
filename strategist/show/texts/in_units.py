"""Figures and bounds of objectives in the units of these: as text, and in JSON objects.

Trees are compared by whole numbers. What such a number stands for, the objective says: guesses, chances, costs, a
price for each secret, or the numbers of secrets at all levels in one.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from strategist.common.numbers import shown
from strategist.common.wording import percent_above
from strategist.model.game import Game
from strategist.model.objective import COST, Unit, objective_in, objectives_in
from strategist.model.solitaire import AnyGame
from strategist.model.tariffs.by_levels import levels_of, text_of_levels
from strategist.model.tariffs.price import share_of
from strategist.model.tree import Claims, Figure
from strategist.model.trees.figures import mass_of_plays
from strategist.show.texts.weighed import amount, cost_text, in_json, path_text, per_cent

if TYPE_CHECKING:
    from strategist.files.strategy import StrategyData


def unit_of(game: AnyGame, objective: str | None) -> Unit:
    """The unit of an objective by its name; that of counts for none that is known.

    >>> from strategist.games.catalog import make_game
    >>> unit_of(make_game("mastermind(2,3)"), "cost=1:2:10").name
    'PRICE'
    """
    known = objective_in(game, objective or "")
    return Unit.COUNT if known is None else known.unit


def first_objective(data: StrategyData) -> str:
    """The name of what a search minimized first; empty for the tree of a heuristic."""
    return objectives_in(data.objective)[0]


def objective_text(data: StrategyData, name: str, value: Figure) -> str:
    """The text of a figure or bound of an objective; ``expected`` is a cost per secret, in the unit of the costs.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.strategy import StrategyData
    >>> from strategist.model.tree import DecisionTree, Weighed
    >>> game = make_game("mastermind(1,2)")
    >>> game.weigh(costs=[Fraction("0.5"), Fraction("1.5")])
    >>> claims = Claims(3, 2, 1, 0, (1, 1), 0, Weighed(2, 3, 5))
    >>> data = StrategyData(game, "first", DecisionTree([0, 1], [3, 2], 2), claims)
    >>> objective_text(data, "total", 3), objective_text(data, "expected", 5)
    ('3', '1.250')
    """
    weighed, game = data.claims.weighed, data.game
    unit = unit_of(game, name)
    if unit is Unit.PATH and isinstance(game, Game):
        return path_text(game, int(value))
    if unit is Unit.SHARE:
        return amount(share_of(name, value, data.claims.secrets if weighed is None else weighed.mass + weighed.lost))
    if unit is Unit.CHANCE and weighed is not None:
        return per_cent(Fraction(value, max(1, weighed.mass + weighed.lost)))
    if unit is Unit.COST and weighed is not None and isinstance(game, Game) and weighed.mass:
        return cost_text(game, value, mass_of_plays(game, weighed))
    return text_in_unit(game, unit, int(data.claims.secrets), value)


def text_in_unit(game: AnyGame, unit: Unit, secrets: int, value: Figure) -> str:
    """The text of a figure or bound for a number of secrets, if it is no cost and no chance.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> text_in_unit(game, Unit.PRICE, 9, 49), text_in_unit(game, Unit.LEVELS, 9, 20)
    ('49, 5.444 on average', '4 at guess 3, 0 at guess 2')
    """
    if unit is Unit.LEVELS and isinstance(game, Game):
        return text_of_levels(levels_of(game, secrets, int(value)))
    average = f", {amount(Fraction(value) / secrets)} on average" if unit is Unit.PRICE else ""
    return f"{shown(value)}{average}"


def bound_text(data: StrategyData) -> str:
    """The text of the lower bound of the first objective; empty if nothing is claimed."""
    return "" if data.lower_bound is None else objective_text(data, first_objective(data), data.lower_bound)


def value_in_json(game: AnyGame, objective: str | None, secrets: Figure, value: Figure | None) -> Any:
    """A figure or bound of an objective in a JSON object: a number, a text such as ``13/5``, or of numbers of secrets
    at all levels their list, from the deepest level to the second guess.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> value_in_json(game, "lexicographic", 9, 20), value_in_json(game, "total", 9, 21)
    ([4, 0], 21)
    """
    if value is None or unit_of(game, objective) is not Unit.LEVELS or not isinstance(game, Game):
        return in_json(value)
    return list(levels_of(game, int(secrets), int(value)))


def bound_in_json(data: StrategyData) -> Any:
    """The lower bound of the first objective in a JSON object: see :func:`value_in_json`."""
    return value_in_json(data.game, first_objective(data), data.claims.secrets, data.lower_bound)


def gap_in_json(data: StrategyData) -> Any:
    """How far a tree is above its bound, in a JSON object. Of levels it is a list, how many more secrets the tree has
    at each than the bound: its first number that is not 0 is above 0.

    >>> import strategist
    >>> compiled = strategist.compile_strategy("mastermind(2,3)", "optimal(lexicographic)")
    >>> bound_in_json(compiled.data), gap_in_json(compiled.data)
    ([4, 4], [0, 0])
    """
    figure, bound = data.bounded_figure, data.lower_bound
    if figure is None or bound is None or unit_of(data.game, first_objective(data)) is not Unit.LEVELS:
        return in_json(data.gap)
    assert isinstance(data.game, Game)
    pair = [levels_of(data.game, int(data.claims.secrets), int(each))[::-1] for each in (figure, bound)]
    return [above - below for above, below in zip_longest(*pair, fillvalue=0)][::-1]


def _price(data: StrategyData, claims: Claims) -> Figure | None:
    """What all secrets cost by the prices that a search minimized; None if it minimized something else."""
    known = objective_in(data.game, first_objective(data), len(data.start))
    return known.figure(claims) if known is not None and known.unit is Unit.PRICE else None


def price_text(data: StrategyData, claims: Claims) -> str:
    """What all secrets cost by the prices that a search minimized, to be appended to a line of figures; empty for
    another search."""
    price = _price(data, claims)
    return "" if price is None else f"; cost {text_in_unit(data.game, Unit.PRICE, int(claims.secrets), price)}"


def price_record(data: StrategyData, claims: Claims) -> dict[str, Any]:
    """What a JSON object tells of prices: ``cost``, their sum, and ``average_cost``; empty where there are none.

    >>> import strategist
    >>> data = strategist.compile_strategy("mastermind(2,3)", 'optimal(cost="1,2,10")').data
    >>> price_record(data, data.claims)
    {'cost': 49, 'average_cost': 5.444444444444445}
    """
    price = _price(data, claims)
    if price is None:
        return {}
    name = COST.name.rstrip("=")
    return {name: in_json(price), f"average_{name}": float(Fraction(price) / max(1, int(claims.secrets)))}


def gap_text(gap: Figure, bound: Figure) -> str:
    """The gap between a figure and a lower bound, as a number and in per cent.

    >>> gap_text(4123, 51598)
    '4123 (8.0 %)'
    """
    percent = percent_above(bound + gap, bound)
    return shown(gap) if percent is None else f"{shown(gap)} ({percent:.1f} %)"
