"""Which guesses may be open at many sets, from how they split unions of sets that are alike.

A guess splits a part of a set into no more cells than the set. So a guess with too few cells for a union has too few
for each of the sets that are united, and one count does for dozens of them. Which sets are united proves nothing: it
makes the check faster or slower.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.checking.demands import Mask
from strategist.checking.ground import Ground, Places, count_columns

Traits = NDArray[np.float32]
"""``[sets, traits]``: numbers that are near each other for sets with many common members."""

_TRAITS = 512
_MOST_UNITED = 256
_MOST_MOVES = 6
_FEW_LOOKS = 1 << 14
_PARTS = 4
_LOOSE = 2.0


class Spread(NamedTuple):
    """The guesses that may be open at the sets of a union, as indices, ascending, and into how many cells each splits
    the union."""

    guesses: NDArray[np.unsignedinteger]
    cells: NDArray[np.uint32]

    def open_at(self, own: Indices, fewest: tuple[int, int]) -> Indices:
        """The guesses that may be open at one of the sets, ascending.

        ``own`` are the guesses that name a member, none where secrets are announced. ``fewest`` is the fewest cells of
        an open guess that names no member, and of one that does.

        >>> spread = Spread(np.array([2, 5, 7], dtype=np.uint16), np.array([3, 2, 2], dtype=np.uint16))
        >>> spread.open_at(np.array([4, 7]), (3, 2)).tolist()
        [2, 7]
        """
        other, solving = fewest
        enough = self.cells >= other
        if solving < other and len(own):
            enough |= (self.cells >= solving) & np.isin(self.guesses, own)
        return self.guesses[enough].astype(np.int64)


class _Union(NamedTuple):
    """A union of sets, some guesses, their responses, ``uint8|uint16[members, guesses]``, and into how many cells each
    splits the union, or a larger set."""

    members: Places
    guesses: Indices
    answers: NDArray[np.unsignedinteger]
    cells: NDArray[np.unsignedinteger]


class Unions:
    """Sets of which many are alike, each with the fewest cells of an open guess as :meth:`Spread.open_at` takes it."""

    def __init__(self, ground: Ground, names: Sequence[bytes], fewest: Indices) -> None:
        self.ground, self.names, self.fewest = ground, names, fewest
        self.sizes = np.array(list(map(ground.size, names)), dtype=np.int64)
        guesses = ground.table.shape[1]
        self._guess_type = np.min_scalar_type(guesses)
        most = np.full(guesses, ground.count, dtype=np.uint32)
        self._whole = _Union(np.arange(ground.count), np.arange(guesses), ground.table, most)

    def spreads(self) -> Iterator[tuple[Indices, Spread]]:
        """The numbers of the sets of each union, and its spread; each set is in one union."""
        traits = self._traits()
        waiting = [(np.arange(len(self.names)), self._whole, _MOST_UNITED)]
        while waiting:
            rows, union, most = waiting.pop()
            members = self._members(rows) if len(rows) <= most else None
            if members is None or len(members) * len(rows) > _LOOSE * self.sizes[rows].sum():
                if len(rows):
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
        return np.unique(np.frombuffer(joined, dtype=self.ground.place_type))

    def _traits(self) -> Traits:
        """How many members of each set leave each remainder."""
        members = np.frombuffer(b"".join(self.names), dtype=self.ground.place_type)
        places = np.repeat(_TRAITS * np.arange(len(self.names)), self.sizes) + members % _TRAITS
        return np.bincount(places, minlength=_TRAITS * len(self.names)).reshape(-1, _TRAITS).astype(np.float32)

    def _united(self, rows: Indices, members: Places, above: _Union) -> _Union:
        """The union of some sets, a part of the union ``above``, with those guesses that may be open at one of them."""
        before = self._enough(rows, members, above.guesses, above.cells)
        answers = above.answers[np.searchsorted(above.members, members)]
        if not before.all():
            answers = answers[:, before]
        guesses, cells = above.guesses[before], count_columns(answers)
        enough = self._enough(rows, members, guesses, cells)
        return _Union(members, guesses[enough], answers[:, enough], cells[enough])

    def _enough(self, rows: Indices, members: Places, guesses: Indices, cells: NDArray[np.unsignedinteger]) -> Mask:
        """``bool[guesses]``: whether these are enough cells for one of the sets, with ``members`` altogether."""
        other, solving = self.fewest[rows].min(axis=0)
        enough: Mask = cells >= other
        if solving < other and not self.ground.game.announces:
            enough |= (cells >= solving) & np.isin(guesses, self.ground.guess_of[members])
        return enough

    def _looks(self, rows: Indices, cells: NDArray[np.unsignedinteger]) -> int:
        """The number of responses that are looked up if the cells of each set are counted alone."""
        fewest = self.fewest[rows].min(axis=1)
        each = len(cells) - np.searchsorted(np.sort(cells), fewest)
        return int(each @ self.sizes[rows])


def nearer_half(traits: Traits) -> Mask:
    """``bool[sets]``: two parts of some sets, neither of them empty, so that sets that are alike are in one part.

    The sets are divided by the nearer of two of them that are far apart, and then by the nearer of the means of both
    parts, some times.

    >>> nearer_half(np.array([[5, 1], [4, 0], [0, 3], [5, 0]], dtype=np.float32)).tolist()
    [True, True, False, True]
    """
    one = traits[_distances(traits, traits[0]).argmax()]
    other = traits[_distances(traits, one).argmax()]
    halves = np.arange(len(traits)) < len(traits) // 2
    for _ in range(_MOST_MOVES):
        nearer = traits @ (other - one) > (other @ other - one @ one) / 2
        if nearer.all() or not nearer.any():
            break
        halves = nearer
        one, other = traits[~halves].mean(axis=0), traits[halves].mean(axis=0)
    return halves


def _distances(traits: Traits, point: Traits) -> Traits:
    """``float32[sets]``: the squares of the distances from a point, less that of the point."""
    distances: Traits = np.einsum("ij,ij->i", traits, traits) - 2 * (traits @ point)
    return distances
