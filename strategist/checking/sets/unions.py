"""Which guesses may be open at many sets, from how they split unions of sets that are alike.

A guess splits a part of a set into no more cells than the set. So a guess with too few cells for a union has too few
for each of the sets that are united, and one count does for dozens of them. Which sets are united proves nothing: it
makes the check faster or slower.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import NEVER, Indices
from strategist.checking.demands import Mask
from strategist.checking.ground import CheckedGame, Places, Wrapper, count_columns
from strategist.checking.jobs.processes import results

Traits = NDArray[np.float32]
"""``[sets, traits]``: numbers that are near each other for sets with many common members. That they are rounded does
not matter, because it matters only for speed which sets are united."""

_TRAITS = 512
_MOST_MOVES = 6
"""The number of times that the two halves of some sets are found anew from their means."""
_SMALLEST_PART = 64
"""A half has at least one set of this number, so that many sets are not divided one by one."""
_MOST_UNITED = 256
"""The most sets of a union."""
_LOOSEST = 2
"""A union has at most this number of times the secrets of its sets on average. Larger ones refute fewer guesses, and
smaller ones serve fewer sets."""
_FEW_LOOKS = 1 << 14
"""The number of responses of a set that are as well looked up alone."""
_MOST_KEPT = 1 << 30
"""The bytes of the guesses that are listed for unions of sets. Wordle's file takes 61 million, and a forged one may ask
for more."""
_MOST_DIVIDED = 1 << 14
"""The number of sets that are divided into unions together."""
_PARTS = 4
"""The number of parts into which a union is divided whose sets have more."""


class Spread(NamedTuple):
    """The guesses that may be open at the sets of a union, as indices, ascending, and into how many cells each splits
    the union."""

    guesses: NDArray[np.unsignedinteger]
    cells: NDArray[np.uint32]

    @property
    def nbytes(self) -> int:
        """The bytes that they take."""
        return self.guesses.nbytes + self.cells.nbytes

    def open_at(self, own: Mask, fewest: tuple[int, int]) -> Indices:
        """The guesses that may be open at one of the sets, ascending.

        ``own`` is ``bool[questions]``, those that name a member and may solve, and ``fewest`` is the fewest cells of an
        open guess that is none of them, and of one of them.

        >>> spread = Spread(np.array([0, 2, 3], dtype=np.uint16), np.array([3, 2, 2], dtype=np.uint32))
        >>> spread.open_at(np.array([False, True, False, True]), (3, 2)).tolist()
        [0, 3]
        """
        return self.guesses[_enough(self.guesses, self.cells, own, fewest)].astype(np.int64)


class _Union(NamedTuple):
    """A union of sets, some guesses, their responses, ``uint8|uint16[members, guesses]``, and into how many cells each
    splits the union, or a larger set."""

    members: Places
    guesses: Indices
    answers: NDArray[np.unsignedinteger]
    cells: NDArray[np.uint32]


class Unions:
    """Sets of which many are alike, each with the fewest cells of an open guess as :meth:`Spread.open_at` takes it."""

    def __init__(self, ground: CheckedGame, names: Sequence[bytes], fewest: Sequence[tuple[int, int]]) -> None:
        self.ground, self.names = ground, names
        self.fewest = np.array(fewest, dtype=np.int64).reshape(-1, 2)
        self.sizes = np.array(list(map(ground.size, names)), dtype=np.int64)
        guesses = ground.table.shape[1]
        self._guess_type = np.min_scalar_type(guesses)
        most = np.full(guesses, ground.count, dtype=np.uint32)
        everyone = ground.sets([ground.name(np.arange(ground.count))])[0]
        self._whole = _Union(everyone, np.arange(guesses), ground.table, most)

    def spreads(self) -> Iterator[tuple[Indices, Spread]]:
        """The numbers of the sets of each union, and its spread; each set is in one union."""
        if not self.names:
            return
        traits = self._traits()
        waiting = [(np.arange(len(self.names)), self._whole, _MOST_UNITED)]
        while waiting:
            rows, union, most = waiting.pop()
            members = self._members(rows) if len(rows) <= most else None
            if members is None or len(members) * len(rows) > _LOOSEST * self.sizes[rows].sum():
                half = nearer_half(traits[rows])
                waiting += [(rows[half], union, most), (rows[~half], union, most)]
                continue
            union = self._united(rows, members, union)
            looks = self._looks(rows, union.cells)
            if len(rows) == 1 or looks <= _FEW_LOOKS * len(rows):
                yield rows, Spread(union.guesses.astype(self._guess_type), union.cells)
            else:
                waiting.append((rows, union, max(1, len(rows) // _PARTS)))

    def _members(self, rows: Indices) -> Places:
        """The union of some sets."""
        joined = b"".join(self.names[row] for row in rows.tolist())
        return self.ground.union(self.ground.sets([joined]))

    def _traits(self) -> Traits:
        """The numbers of the members of each set that leave the same remainder."""
        members = self.ground.members(b"".join(self.names))
        places = np.repeat(_TRAITS * np.arange(len(self.names)), self.sizes) + members % _TRAITS
        return np.bincount(places, minlength=_TRAITS * len(self.names)).reshape(-1, _TRAITS).astype(np.float32)

    def _united(self, rows: Indices, members: Places, above: _Union) -> _Union:
        """The union of some sets, a part of the union ``above``, with those guesses that may be open at one of them."""
        own = self.ground.solved_by(members)
        fewest = self.fewest[rows].min(axis=0)
        before = _enough(above.guesses, above.cells, own, fewest)
        answers = above.answers[np.searchsorted(above.members, members)]
        if not before.all():
            answers = answers[:, before]
        guesses, cells = above.guesses[before], count_columns(answers)
        after = _enough(guesses, cells, own, fewest)
        return _Union(members, guesses[after], answers[:, after], cells[after])

    def _looks(self, rows: Indices, cells: NDArray[np.uint32]) -> int:
        """The number of responses that are looked up if the cells of each set are counted alone."""
        fewest = self.fewest[rows].min(axis=1)
        each = len(cells) - np.searchsorted(np.sort(cells), fewest)
        return int(each @ self.sizes[rows])


def _enough(
    guesses: NDArray[np.integer[Any]], cells: NDArray[np.uint32], own: Mask, fewest: Sequence[int] | Indices
) -> Mask:
    """``bool[guesses]``: whether each has as many cells as an open guess."""
    other, solving = fewest
    enough: Mask = cells >= other
    if solving < other:
        enough |= (cells >= solving) & own[guesses]
    return enough


def nearer_half(traits: Traits) -> Mask:
    """``bool[sets]``: two parts of two sets or more, neither of them empty, so that alike sets are in one part.

    The sets are divided by the nearer of two of them that are far apart, and then by the nearer of the means of both
    parts, some times.

    >>> nearer_half(np.array([[5, 1], [4, 0], [0, 3], [5, 0]], dtype=np.float32)).tolist()
    [True, True, False, True]
    """
    squares, total = np.einsum("ij,ij->i", traits, traits), traits.sum(axis=0)
    one = traits[(squares - 2 * _along(traits, traits[0])).argmax()]
    other = traits[(squares - 2 * _along(traits, one)).argmax()]
    half = np.arange(len(traits)) < len(traits) // 2
    for _ in range(_MOST_MOVES):
        nearer = _along(traits, other - one) > (other @ other - one @ one) / 2
        count = np.count_nonzero(nearer)
        if len(traits) > _SMALLEST_PART * min(count, len(traits) - count):
            break
        half = nearer
        summed = np.einsum("i,ij->j", half.astype(np.float32), traits)
        one, other = (total - summed) / (len(traits) - count), summed / count
    return half


def _along(traits: Traits, direction: Traits) -> Traits:
    """``float32[sets]``: how far each set goes in a direction. Unlike ``@``, this starts no threads."""
    found: Traits = np.einsum("ij,j->i", traits, direction)
    return found


class Named(NamedTuple):
    """A claim about a set, which is a cell of some response, with the fewest cells of an open guess there."""

    response: int
    claim: int
    name: bytes
    fewest: tuple[int, int]


Likely = tuple[Spread, tuple[int, int]]
"""The guesses that may be open at a set, and the fewest cells of an open one, if it names no member and if it does."""


def likely(ground: CheckedGame, named: Sequence[Named], progress: Wrapper, jobs: int = 1) -> dict[int, Likely]:
    """The guesses that may be open at each claim, as far as there is room for them.

    Sets are united that are cells of the same response, because such sets are alike more often than others.
    """
    found, room, parts = dict[int, Likely](), _MOST_KEPT, list[list[Named]]()
    for each in named:
        if each.fewest[0] >= NEVER:
            found[each.claim] = _of_members(ground, each.name), each.fewest
    others = sorted((each for each in named if each.fewest[0] < NEVER), key=attrgetter("response"))
    for _, alike in groupby(others, key=attrgetter("response")):
        while part := list(islice(alike, _MOST_DIVIDED)):
            parts.append(part)

    def spreads(at: int) -> list[tuple[Indices, Spread]]:
        names, fewest = [each.name for each in parts[at]], [each.fewest for each in parts[at]]
        united, bytes_left = list[tuple[Indices, Spread]](), _MOST_KEPT
        for rows, spread in Unions(ground, names, fewest).spreads():
            united.append((rows, spread))
            bytes_left -= spread.nbytes
            if bytes_left < 0:
                break
        return united

    for part, united in zip(parts, results(spreads, progress(range(len(parts))), jobs), strict=False):
        for rows, spread in united:
            found.update((part[row].claim, (spread, part[row].fewest)) for row in rows.tolist())
            room -= spread.nbytes
            if room < 0:
                # All guesses are looked at for the claims that are left.
                return found
    return found


def _of_members(ground: CheckedGame, name: bytes) -> Spread:
    """The guesses that name a member, which has enough cells: where no others may be open."""
    members = ground.members(name)
    guesses = np.sort(ground.guess_of[members[:0] if ground.game.announces else members])
    return Spread(guesses.astype(np.min_scalar_type(ground.table.shape[1])), np.full(len(guesses), 1 << 31, np.uint32))
