"""Positions of pools whose tests err: how likely each set of specimens is, up to what may be exchanged.

A position is the mass of each of the 2ⁿ sets, in whole numbers without a common divisor, the set as bits. What was
asked matters only by what it has made likely, so histories with the same results, in whatever order, are one position.
Specimens of one rate may be renamed, and those whose exchange changes no mass are *alike*: of pools that differ only by
these, one is looked at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import islice, permutations, product

Masses = tuple[int, ...]
"""How likely each set is, in proportion."""
_MOST_ORDERS = 24
"""The most orders of specimens that are compared for one name of a position."""


@cache
def _image(order: tuple[int, ...]) -> tuple[int, ...]:
    """For each set under new names the set under the old ones, where specimen i is renamed from ``order[i]``."""
    sets = [0]
    for old in order:
        sets += [each | 1 << old for each in sets]
    return tuple(sets)


def _renamed(masses: Sequence[int], order: tuple[int, ...]) -> Masses:
    return tuple([masses[each] for each in _image(order)])


def _exchanged(masses: Masses, one: int, other: int) -> bool:
    """Whether the exchange of two specimens changes no mass."""
    order = list(range(len(masses).bit_length() - 1))
    order[one], order[other] = other, one
    return _renamed(masses, tuple(order)) == masses


def canonical(kinds: tuple[int, ...], masses: Sequence[int]) -> tuple[Masses, int, tuple[int, ...]]:
    """One name of a position: its masses, the factor by which they were divided, and the order in which it has the
    specimens. Those of one kind, which are of one rate, stand side by side before and after.

    Specimens are sorted by the mass of the sets that hold them; some orders of equal ones are compared.

    >>> canonical((0, 0), [8, 4, 2, 2])
    ((4, 1, 2, 1), 2, (1, 0))
    """
    common = math.gcd(*masses)
    marks = [(kind, sum(masses[each] for each in _holding(len(kinds), place))) for place, kind in enumerate(kinds)]
    groups: dict[tuple[int, int], list[int]] = {}
    for place in sorted(range(len(kinds)), key=marks.__getitem__):
        groups.setdefault(marks[place], []).append(place)
    order = tuple(place for group in groups.values() for place in group)
    best = _renamed(masses, order)
    if len(groups) < len(kinds):
        ends = [place for place in range(1, len(order)) if marks[order[place]] == marks[order[place - 1]]]
        if not all(_exchanged(best, place - 1, place) for place in ends):
            choices = (islice(permutations(group), _MOST_ORDERS) for group in groups.values())
            for some in islice(product(*choices), _MOST_ORDERS):
                found = tuple(place for group in some for place in group)
                if (renamed := _renamed(masses, found)) < best:
                    best, order = renamed, found
    return (best if common == 1 else tuple([mass // common for mass in best])), common, order


@cache
def _holding(count: int, place: int) -> tuple[int, ...]:
    """The sets of so many specimens that hold one of them."""
    return tuple(each for each in range(1 << count) if each >> place & 1)


def pools_of(kinds: tuple[int, ...], masses: Masses, most: int) -> list[int]:
    """The pools worth asking, as bits: of specimens that are alike, one choice of each number.

    >>> pools_of((0, 0, 0), (9, 1, 1, 0, 1, 0, 0, 0), 3), pools_of((0, 0), (4, 1, 2, 1), 2)
    ([1, 3, 7], [2, 1, 3])
    """
    alike: list[list[int]] = []
    for place, kind in enumerate(kinds):
        for group in alike:
            if kinds[group[0]] == kind and _exchanged(masses, group[0], place):
                group.append(place)
                break
        else:
            alike.append([place])
    found = []
    for counts in product(*(range(len(group) + 1) for group in alike)):
        if 0 < sum(counts) <= most:
            chosen = zip(alike, counts, strict=True)
            found.append(sum(1 << place for group, count in chosen for place in group[:count]))
    return found
