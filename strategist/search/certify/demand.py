"""What a proof that is written down needs of a position, and what restricts the strategies that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Limits(NamedTuple):
    """What restricts the strategies that a bound is about: the most guesses, and the first of them, as the search
    numbers guesses; None for neither. A certificate without such needs no more than version 1 of the format."""

    left: int | None
    first: int | None


@dataclass(slots=True)
class Demand:
    """A bound that the proof needs of a position, and the guesses, the last response and the demand that lead to it;
    and the number of the group of symmetries that fix those guesses. Or the demand of the position of which this one is
    the image, which is proven for both, and the symmetry ``by`` which it is."""

    bound: int
    path: tuple[int, ...]
    response: int
    above: Demand | None
    group: int = 0
    original: Demand | None = None
    by: bytes = b""
