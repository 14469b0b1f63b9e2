"""A price for each question of a tree that names classes, beside what the tree gets wrong.

What is least is the weight of the secrets whose class is told wrong, as a share of that of all, and so much for each
question of the tree. This is the cost-complexity of Breiman, Friedman, Olshen, Stone: Classification and Regression
Trees (1984), of all trees instead of the prunings of one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from strategist.common.errors import SpecError
from strategist.common.numbers import read_number, write_number
from strategist.model.tree import Claims, Figure

NAME_OF_PRICE = "price="
"""The name of the objective, before the price."""


def named_price(price: Fraction) -> str:
    """The name of the objective of a price, in files and reports.

    >>> named_price(Fraction("0.010"))
    'price=0.01'
    """
    return f"{NAME_OF_PRICE}{write_number(price)}"


def price_of(objective: str) -> Fraction | None:
    """What a question of the tree costs by an objective, as a share of the weight of all secrets; None if it is no
    objective of a price.

    >>> price_of("price=0.01"), price_of("size"), price_of("price=1.0")
    (Fraction(1, 100), None, None)
    """
    number = objective.removeprefix(NAME_OF_PRICE)
    if number == objective:
        return None
    try:
        price = read_number(number)
    except SpecError:
        return None
    return price if price <= 1 and write_number(price) == number else None


def figure_by_price(number: str) -> Callable[[Claims], int] | None:
    """The figure of a tree by a price, as its name writes it, in parts of the weight of all secrets; None for no price.

    >>> from dataclasses import replace
    >>> figure = figure_by_price("0.1")
    >>> figure(replace(Claims.of([1, 4], lost=1), size=2))
    22
    """
    price = price_of(f"{NAME_OF_PRICE}{number}")
    if price is None:
        return None

    def figure(claims: Claims) -> int:
        whole = claims.secrets if claims.weighed is None else claims.weighed.mass + claims.weighed.lost
        return int(price.denominator * claims.lost_weight + price.numerator * whole * (claims.size or 0))

    return figure


def share_of(objective: str, value: Figure, mass: Figure) -> Fraction:
    """A figure or bound of an objective of a price, as a share of the weight of all secrets.

    >>> share_of("price=0.01", 250, 10)
    Fraction(1, 4)
    """
    price = price_of(objective)
    assert price is not None  # others are no shares
    return Fraction(value) / (price.denominator * max(1, mass))
