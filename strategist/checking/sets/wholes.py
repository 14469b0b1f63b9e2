"""Which guesses may be open at many sets, from how they split a larger set of which all of these are parts.

A guess splits a part of a set into no more cells than the whole. So for all claims below one position, the guesses are
put into order by the number of their cells there, and for each claim only those that have enough are looked at. Their
responses there, a bit for each, fit into the cache of a processor. Of a guess that names a member, fewer cells are
enough: such guesses are few, and looked at apart. Claims that name the same symmetries are parts of the union of their
sets, and only the lowest images of guesses are looked at there.
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
_MOST_BYTES = 1 << 21
"""The bytes of the responses of a whole that are looked at together, or of those of some of its parts: few enough for
the processor's cache."""
_MOST_CELLS = 255
"""More cells than any guess has."""

Bits = NDArray[np.unsignedinteger]
Cells = NDArray[np.uint8]
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
    """A set, and how guesses split it: all of them, or some."""

    def __init__(self, ground: CheckedGame, members: Places, guesses: Indices | None = None) -> None:
        assert ground.word is not None  # or sets are no parts
        self.ground, self.members, self.word = ground, members, ground.word
        self._guesses = np.arange(ground.table.shape[1]) if guesses is None else guesses
        # The responses of all secrets need no copy, and those to a few guesses a small one.
        if guesses is not None:
            self._answers = ground.table[np.ix_(members, guesses)]
        else:
            self._answers = ground.table if len(members) == ground.count else ground.table[members]
        self._solved = self.word(1 << ground.solved_response)
        self._place = np.empty(ground.count, dtype=np.int64)
        self._place[members] = np.arange(len(members))

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
        at, begins = self._place[parts], np.cumsum(sizes) - sizes
        found = [(begins[:0], begins[:0])]
        for guesses, told in self._candidates():
            needed = np.where(told, np.minimum(fewest, _MOST_CELLS), _MOST_CELLS).astype(np.uint8)
            least = needed.min(axis=1)
            # Those that need the most come first: few guesses have enough for them.
            rows = np.lexsort((sizes, _MOST_CELLS - least))
            rows = rows[np.searchsorted(_MOST_CELLS - least[rows], 1) :]
            if len(rows):
                places = _Places(at, begins[rows], sizes[rows])
                found += [(rows[of], some) for of, some in self._open(places, needed[rows], guesses)]
        of_rows, of_guesses = (np.concatenate(each) for each in zip(*found, strict=True))
        return of_rows, of_guesses

    def _candidates(self) -> Iterator[tuple[Indices, tuple[bool, bool]]]:
        """Guesses that may be open, and whether those are told among them that name no member, and those that do."""
        if self.ground.game.announces:
            yield self._guesses, (True, False)
        elif len(self._guesses) < self.ground.table.shape[1]:
            yield self._guesses, (True, True)
        else:
            # Those that name a member are few, and have enough with fewer cells.
            yield self._guesses, (True, False)
            yield self.ground.guess_of[self.members], (False, True)

    def _open(self, places: _Places, needed: Cells, guesses: Indices) -> Iterator[Pairs]:
        """The open guesses among some: ``needed``, ``uint8[parts, 2]``, is how many cells they have at least, and the
        smaller number descends."""
        lacked = _MOST_CELLS - needed.min(axis=1)
        for start, bits in self._bits(guesses):
            lacking = _MOST_CELLS - _cells(np.bitwise_or.reduce(bits, axis=0))
            order = np.argsort(lacking, kind="stable")
            widths = np.searchsorted(lacking[order], lacked, side="right")
            row = int(np.searchsorted(widths, 1))
            if row == len(widths):
                continue
            order = order[: widths[-1]]
            bits, some = bits.take(order, axis=1), guesses[start + order]
            while row < len(widths):
                most = _MOST_BYTES // (int(widths[row] * places.sizes[row]) * bits.itemsize)
                largest = np.maximum.accumulate(places.sizes[row : row + max(1, most)])
                taken = np.arange(1, len(largest) + 1) * largest * widths[row : row + len(largest)] * bits.itemsize
                count = max(1, int(np.searchsorted(taken, _MOST_BYTES, side="right")))
                members = places.padded(slice(row, row + count), int(largest[count - 1]))
                of, guess = self._enough(bits[members, : widths[row + count - 1]], needed[row : row + count])
                yield row + of, some[guess]
                row += count

    def _enough(self, bits: Bits, needed: Cells) -> Pairs:
        """Parts, each with a guess that has enough cells there; ``bits``, ``[size, parts, guesses]``, is one of a
        response for each member."""
        joined = np.bitwise_or.reduce(bits, axis=0)
        cells = _cells(joined)
        few = np.flatnonzero(cells >= needed.min(axis=1)[:, np.newaxis])
        of, guess = np.divmod(few, joined.shape[1])
        naming = (joined.ravel()[few] >= self._solved).astype(np.intp)
        enough = cells.ravel()[few] >= needed[of, naming]
        return of[enough], guess[enough]

    def _bits(self, guesses: Indices) -> Iterator[tuple[int, Bits]]:
        """``[members, some guesses]``: a bit for each response, part by part, and where each part begins."""
        width = max(1, _MOST_BYTES // (len(self.members) * np.dtype(self.word).itemsize))
        every = guesses is self._guesses
        for start in range(0, len(guesses), width):
            part = slice(start, start + width)
            answers = self._answers[:, part] if every else self._answers.take(guesses[part], axis=1)
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


def _cells(joined: Bits) -> Cells:
    counts: Cells = np.bitwise_count(joined)
    return counts
