"""The positions that the name of a set puts in order."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.model.symmetry import Symmetry


def classes_of_places(
    symmetry: Symmetry, elements: Sequence[tuple[tuple[int, ...], tuple[int, ...]]], places: int, count: int
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """``int16[places]``, the class of each position, and ``int16[count]``, from which symbol on those of each class of
    symbols are counted. Positions of one class may be permuted at will; one of no class is a class of its own.

    Symbols are counted from zero, so ``bases`` are zeros, unless all ``elements`` of the symmetry together permute the
    positions at will and take to each place the class of symbols that stands at the old one. Then all positions are of
    one class, and symbols are counted within their own.

    >>> classes_of_places(Symmetry(((0, 1),), ((0, 1, 2),)), [((0, 1), (0,)), ((1, 0), (0,))], 2, 1)
    (array([0, 0], dtype=int16), array([0], dtype=int16))
    >>> by_place = Symmetry((), ((0, 1, 2), (3, 4, 5)), (((1, 0), (1, 0)),))
    >>> classes_of_places(by_place, [((0, 1), (0, 1)), ((1, 0), (1, 0))], 2, 2)
    (array([0, 0], dtype=int16), array([0, 3], dtype=int16))

    A symbol of no class is one more:

    >>> classes_of_places(Symmetry(((0, 1),), ((0, 1),)), [((0, 1), (0,)), ((1, 0), (0,))], 2, 2)
    (array([0, 0], dtype=int16), array([0, 0], dtype=int16))
    """
    classes, bases = np.arange(places, dtype=np.int16), np.zeros(count, dtype=np.int16)
    for members in symmetry.positions:
        classes[list(members)] = min(members, default=0)
    all_at_will = len(symmetry.symbols) == count == places and len(elements) == math.factorial(places)
    if all_at_will and all(named[old] == new for permuted, named in elements for new, old in enumerate(permuted)):
        classes[:] = 0
        bases[:] = [members[0] for members in symmetry.symbols]
    return classes, bases
