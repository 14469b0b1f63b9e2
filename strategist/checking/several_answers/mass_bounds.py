"""Bounds of positions with masses, for the fast checker and for what writes certificates: claims about parts of the
secrets, and what each secret left needs before all are excluded that may not be left with it.

Why they hold, :mod:`strategist.checking.several_answers.plain_masses` says, which shares no code with this
module.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from strategist.model.tree import Figure

_MOST = 1 << 62


class Parts:
    """Claims of sets of secrets, a bit for each secret, within some number of questions (None for any).

    >>> parts = Parts(100)
    >>> parts.add(0b101, 3, None)
    >>> [parts.most(secrets, None, 2) for secrets in (0b111, 0b110, 0b101)]
    [3, 2, 3]
    """

    def __init__(self, count: int) -> None:
        self._words = -(-count // 64)
        self._sets: dict[tuple[Figure, int | None], tuple[Any, int]] = {}

    def add(self, secrets: int, bound: Figure, within: int | None) -> None:
        """Note a claim."""
        rows, count = self._sets.get((bound, within)) or (np.zeros((64, self._words), dtype=np.uint64), 0)
        if count == len(rows):
            rows = np.concatenate([rows, np.zeros_like(rows)])
        rows[count] = self._in_words(secrets)
        self._sets[bound, within] = rows, count + 1

    def most(self, secrets: int, within: int | None, least: Figure) -> Figure:
        """The greatest bound that is claimed of a part of some secrets, if it is more than ``least``, else this."""
        beyond = ~self._in_words(secrets)
        best = least
        for (bound, limit), (rows, count) in self._sets.items():
            holds = limit is None or (within is not None and within <= limit)
            if bound > best and holds and not (rows[:count] & beyond).any(axis=1).all():
                best = bound
        return best

    def _in_words(self, secrets: int) -> Any:
        return np.frombuffer(secrets.to_bytes(8 * self._words, "little"), dtype="<u8")


class Needs(NamedTuple):
    """What secrets need, each as a whole number of parts of which ``unit`` make one."""

    unit: int
    parts: tuple[int, ...]


def needs_of(chances: Any, first_row: Any, scale: Sequence[int], prices: Sequence[int], parted: Any) -> Needs:
    """What each of some secrets needs, by its place.

    ``chances`` has a row for each answer of the questions that tell anything, and a column for each secret: the chance
    of the secret to give the answer, times the number in ``scale`` for the question. ``first_row`` says where the rows
    of each question begin, and ``parted`` which two secrets may not be left together.

    >>> chances = np.array([[1, 1, 0], [0, 0, 1], [2, 0, 1], [0, 2, 1]])
    >>> needs_of(chances, np.array([0, 2]), [1, 2], [1, 1], ~np.eye(3, dtype=bool))
    Needs(unit=1, parts=(2, 2, 1))
    """
    out = (chances == 0).astype(np.float64) @ parted.T  # as doubles, which tell small whole numbers exactly
    others = parted.sum(axis=1)
    price, scales = np.array(prices, dtype=object)[:, None], np.array(scale, dtype=object)[:, None]
    if max(prices) * max(scale) ** 2 * (2 * len(parted) + 2) < _MOST:
        price, scales = price.astype(np.int64), scales.astype(np.int64)
    chances = chances.astype(price.dtype)
    excluded = np.add.reduceat(chances * out.astype(price.dtype), first_row)
    alone = np.add.reduceat(np.where(out == others, chances, 0), first_row)
    begun = price * scales + min(prices) * (scales - alone)
    first = _least(begun, np.broadcast_to(scales, begun.shape))
    rates = _least(np.broadcast_to(price * scales, excluded.shape), excluded)
    needs = [
        max(one, rate * int(count)) if count else Fraction(min(prices))
        for one, rate, count in zip(first, rates, others, strict=True)
    ]
    unit = math.lcm(*(each.denominator for each in needs))
    return Needs(unit, tuple(each.numerator * (unit // each.denominator) for each in needs))


def _least(above: Any, below: Any) -> list[Fraction]:
    """The least of the fractions in each column, of positive numbers above and others, not negative, below; 0 where
    each has 0 below."""
    with np.errstate(divide="ignore"):
        best = np.argmin(np.where(below == 0, np.inf, above.astype(np.float64) / below.astype(np.float64)), axis=0)
    columns = np.arange(above.shape[1])
    while True:
        # Doubles find it almost always. Whole numbers say whether they did.
        less = above * below[best, columns] < above[best, columns] * below
        if not less.any():
            break
        best = np.where(less.any(axis=0), less.argmax(axis=0), best)
    found = zip(above[best, columns].tolist(), below[best, columns].tolist(), strict=True)
    return [Fraction(one, other) if other else Fraction(0) for one, other in found]
