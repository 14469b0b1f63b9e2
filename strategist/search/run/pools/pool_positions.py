"""Positions of group testing, by their structure.

What is known after some pools: which specimens are cleared (a pool of theirs was negative), which are positive, and
*hits*, sets of the others of which one at least is positive. A superset of a hit tells nothing and is left out. What is
cleared or positive is independent of the rest and left out, too. So a position is the rates of the specimens that are
open, and the hits among them. Two that differ by a renaming of specimens of equal rates are one position, and have as
a rule one name (:func:`canonical`); where they have two, both are searched, which costs time only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice, permutations, product
from typing import NamedTuple

_MOST_ORDERS = 48
"""The orders of specimens that look alike that are compared."""


class Open(NamedTuple):
    """A position: the kind of each open specimen, ascending, and the hits, as bits of specimens, ascending."""

    kinds: tuple[int, ...]
    hits: tuple[int, ...]


class Reached(NamedTuple):
    """What an answer leads to: a position, which of the specimens before it stands at each place, and those that have
    become negative and positive, as bits."""

    position: Open
    places: tuple[int, ...]
    negative: int
    positive: int


def minimal(hits: Iterable[int]) -> list[int]:
    """The hits that hold no other one.

    >>> minimal([0b111, 0b011, 0b110, 0b011])
    [3, 6]
    """
    found: list[int] = []
    for hit in sorted(set(hits), key=int.bit_count):
        if not any(hit & each == each for each in found):
            found.append(hit)
    return found


def after(position: Open, pool: int, positive: bool) -> Reached:
    """What the answer to a pool of open specimens leads to.

    >>> after(Open((0, 0, 0), ()), 0b011, True).position
    Open(kinds=(0, 0, 0), hits=(6,))
    >>> after(Open((0, 0, 0), (0b110,)), 0b010, False)
    Reached(position=Open(kinds=(0,), hits=()), places=(0,), negative=2, positive=4)
    """
    cleared = 0 if positive else pool
    hits = minimal([*position.hits, pool] if positive else [hit & ~pool for hit in position.hits])
    sure = 0
    for hit in hits:
        if hit.bit_count() == 1:
            sure |= hit
    left = [place for place in range(len(position.kinds)) if not (cleared | sure) >> place & 1]
    found, order = canonical(position.kinds, [hit for hit in hits if not hit & sure], left)
    return Reached(found, order, cleared, sure)


def canonical(kinds: Sequence[int], hits: Sequence[int], left: Sequence[int]) -> tuple[Open, tuple[int, ...]]:
    """One name of the specimens that are ``left`` with these hits, and the order in which it has them.

    Specimens are sorted by their kinds and by the sizes of their hits and of those that their neighbours are in; some
    orders of those that look alike are compared. Specimens in the same hits need no comparing.
    """
    colors = {place: (kinds[place], *sorted(hit.bit_count() for hit in hits if hit >> place & 1)) for place in left}
    ranks = _ranked(colors)
    for _ in range(2):
        seen = {hit: tuple(sorted(ranks[place] for place in left if hit >> place & 1)) for hit in hits}
        refined = {
            place: (
                ranks[place],
                *(rank for each in sorted(seen[hit] for hit in hits if hit >> place & 1) for rank in each),
            )
            for place in left
        }
        ranks = _ranked(refined)
    # Twins stand side by side; only the orders of what looks alike and is no twin matter.
    groups: dict[int, dict[tuple[int, ...], list[int]]] = {}
    for place in left:
        member = tuple(number for number, hit in enumerate(hits) if hit >> place & 1)
        groups.setdefault(ranks[place], {}).setdefault(member, []).append(place)
    choices = [list(islice(permutations(groups[rank].values()), _MOST_ORDERS)) for rank in sorted(groups)]
    best: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    for choice in islice(product(*choices), _MOST_ORDERS):
        order = tuple(place for twins in choice for some in twins for place in some)
        names = {place: 1 << name for name, place in enumerate(order)}
        renamed = tuple(sorted(sum(names[place] for place in left if hit >> place & 1) for hit in hits))
        if best is None or renamed < best[0]:
            best = renamed, order
    assert best is not None  # there is one order at least
    return Open(tuple(kinds[place] for place in best[1]), best[0]), best[1]


def _ranked(colors: dict[int, tuple[int, ...]]) -> dict[int, int]:
    ranks = {color: rank for rank, color in enumerate(sorted(set(colors.values())))}
    return {place: ranks[color] for place, color in colors.items()}


def pools_of(position: Open, most: int) -> list[int]:
    """The pools worth asking, as bits: one for each number of specimens of each sort, where a sort is a kind with the
    hits that it is in. No pool holds a whole hit, whose answer would be known.

    >>> pools_of(Open((0, 0, 0), (0b110,)), 3)
    [2, 1, 3]
    """
    sorts: dict[tuple[int, ...], list[int]] = {}
    for place, kind in enumerate(position.kinds):
        member = (kind, *(number for number, hit in enumerate(position.hits) if hit >> place & 1))
        sorts.setdefault(member, []).append(1 << place)
    found = []
    for counts in product(*(range(len(sort) + 1) for sort in sorts.values())):
        if not 0 < sum(counts) <= most:
            continue
        pool = sum(sum(sort[:count]) for sort, count in zip(sorts.values(), counts, strict=True))
        if not any(pool & hit == hit for hit in position.hits):
            found.append(pool)
    return found


@cache
def missing(count: int, pool: int) -> int:
    """Which of the sets of so many specimens hold none of a pool: a bit for each set.

    >>> bin(missing(2, 0b01))
    '0b101'
    """
    free, sets = [1 << place for place in range(count) if not pool >> place & 1], [0]
    for one in free:
        sets += [each | one for each in sets]
    return sum(1 << each for each in sets)
