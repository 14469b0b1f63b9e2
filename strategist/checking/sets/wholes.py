"""Which guesses may be open at many sets, from how they split a larger set of which all of these are parts.

A guess splits a part of a set into no more cells than the whole. So for all claims below one position, the guesses are
put into order by the number of their cells there, and for each claim only those that have enough are looked at. Their
responses there, a bit for each, fit into the cache of a processor. Of a guess that names a member, fewer cells are
enough: such guesses are few, and looked at apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.checking.ground import CheckedGame, Places

_FEWEST_CLAIMS = 32
"""The number of claims from which on a position is worth the counting of its own cells."""
_MOST_BYTES = 1 << 20
"""The bytes of the responses of a whole that are looked at together, or of those of some of its parts: few enough for
the processor's cache."""
_MOST_AHEAD = 1 << 10
"""The most parts that are looked at together."""
_MOST_CELLS = 255
"""More cells than any guess has."""

Pairs = tuple[Indices, Indices]
"""Numbers of sets, each with a guess."""


def holders(above: Indices, listed: Indices) -> Indices:
    """The claim that is the whole of each of the claims ``listed``: the nearest above it that has many of them below.

    ``above`` is the claim above each claim, 0 above the first; it ascends.

    >>> above = np.concatenate(([0, 0, 0], np.repeat(1, 40), [2, 2]))
    >>> [each.tolist() for each in np.unique(holders(above, np.arange(45)), return_counts=True)]
    [[0, 1], [5, 40]]
    """
    found, levels = above[listed], [0, 1]
    while levels[-1] < len(above):
        levels.append(int(np.searchsorted(above, levels[-1])))
    for first, last in zip(levels[-2:0:-1], levels[:1:-1], strict=True):
        at = np.flatnonzero((found >= first) & (found < last))
        few = np.bincount(found[at] - first, minlength=last - first) < _FEWEST_CLAIMS
        at = at[few[found[at] - first]]
        found[at] = above[found[at]]
    return found


class Whole:
    """A set, and how guesses split it."""

    def __init__(self, ground: CheckedGame, members: Places) -> None:
        assert ground.word is not None  # or sets are no parts
        self.ground, self.members, self.word = ground, members, ground.word
        self._answers = ground.table[members]
        self._solved = self.word(1 << ground.solved_response)
        self._every = np.arange(ground.table.shape[1])
        self._cells = np.concatenate(
            [_cells(np.bitwise_or.reduce(bits, axis=0)) for _, bits in self._bits(self._every)]
        )

    def open_pairs(self, parts: Places, sizes: Indices, fewest: Indices) -> Pairs:
        """The open guesses of some parts: the numbers of the parts, each with a guess, in no order.

        ``parts`` holds the members of the first one, then those of the next, and so on. A row of ``fewest``,
        ``int64[parts, 2]``, says how many cells an open guess has at least, if it names no member, and if it does.

        >>> from strategist.checking.ground import table_by_rules
        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(1,4)")
        >>> whole = Whole(CheckedGame(game, range(4), table_by_rules(game, range(4))), np.arange(3, dtype=np.uint16))
        >>> fewest = np.array([[2, 3], [1, 2]])
        >>> rows, guesses = whole.open_pairs(np.array([0, 1, 2, 1, 2]), np.array([3, 2]), fewest)
        >>> sorted(zip(rows.tolist(), guesses.tolist()))
        [(1, 0), (1, 1), (1, 2), (1, 3)]
        """
        at, begins = np.searchsorted(self.members, parts), np.cumsum(sizes) - sizes
        candidates = [self._every]
        if not self.ground.game.announces:
            candidates.append(self.ground.guess_of[self.members])
        found = [(begins[:0], begins[:0])]
        for naming, guesses in enumerate(candidates):
            needed = np.minimum(fewest[:, naming], _MOST_CELLS)
            rows = np.flatnonzero(needed <= self._cells[guesses].max())
            # Those that need the most come first: few guesses have enough for them.
            rows = rows[np.lexsort((sizes[rows], -needed[rows]))]
            if len(rows):
                places = _Places(at, begins[rows], sizes[rows])
                found += [(rows[of], some) for of, some in self._open(places, needed[rows], guesses, bool(naming))]
        of_rows, of_guesses = (np.concatenate(each) for each in zip(*found, strict=True))
        return of_rows, of_guesses

    def _open(self, places: _Places, needed: Indices, guesses: Indices, naming: bool) -> Iterator[Pairs]:
        """The open guesses among some, of those that name a member or of those that do not; ``needed`` descends."""
        order = np.argsort(self._cells[guesses], kind="stable")[::-1]
        guesses = guesses[order]
        widths = np.searchsorted(-self._cells[guesses].astype(np.int64), -needed, side="right")
        first, least = 0, needed[:, np.newaxis].astype(np.uint8)
        for start, bits in self._bits(guesses[: widths[-1]]):
            first += int(np.searchsorted(widths[first:], start, side="right"))
            row, wide = first, np.minimum(widths - start, bits.shape[1])
            while row < len(wide):
                ahead = slice(row, row + _MOST_AHEAD)
                largest = np.maximum.accumulate(places.sizes[ahead])
                taken = np.arange(1, len(largest) + 1) * largest * wide[ahead] * bits.itemsize
                count = max(1, int(np.searchsorted(taken, _MOST_BYTES, side="right")))
                width = int(wide[row + count - 1])
                members = places.padded(slice(row, row + count), int(largest[count - 1]))
                joined = np.bitwise_or.reduce(bits[members, :width], axis=0)
                few = np.flatnonzero(_cells(joined) >= least[row : row + count])
                few = few[(joined.ravel()[few] >= self._solved) == naming]
                of, guess = np.divmod(few, width)
                yield row + of, guesses[start + guess]
                row += count

    def _bits(self, guesses: Indices) -> Iterator[tuple[int, NDArray[np.unsignedinteger]]]:
        """``[members, some guesses]``: a bit for each response, part by part, and where each part begins."""
        width = max(1, _MOST_BYTES // (len(self.members) * np.dtype(self.word).itemsize))
        for start in range(0, len(guesses), width):
            answers = self._answers.take(guesses[start : start + width], axis=1)
            yield start, np.left_shift(self.word(1), answers, dtype=self.word)


class _Places(NamedTuple):
    """Sets as places of their members: where each begins in ``at``, and its size."""

    at: Indices
    begins: Indices
    sizes: Indices

    def padded(self, part: slice, size: int) -> Indices:
        """``[size, sets]``: some of the sets; the last member of a smaller one stands there again."""
        places = np.minimum(np.arange(size)[:, np.newaxis], self.sizes[part] - 1)
        found: Indices = self.at[self.begins[part] + places]
        return found


def _cells(joined: NDArray[np.unsignedinteger]) -> NDArray[np.uint8]:
    # Words of 16 bits are counted faster as those of 32.
    counts: NDArray[np.uint8] = np.bitwise_count(joined, signature="Q->B" if joined.itemsize == 8 else "I->B")
    return counts
