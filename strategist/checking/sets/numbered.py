"""Sets of candidates, each with a number, that are found again by their members.

A set is looked for by a sum of random words, one for each member, and then compared member by member: so what is found
is right, however unlucky the words are, and a file that was made for them is checked more slowly at worst.
"""

from __future__ import annotations

import random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.checking.ground import CheckedGame, Further, Places

Number = TypeVar("Number", bound=np.generic)

_SEED = 56
_FIRST_SLOTS = 1 << 10
_MOST_SETTLED = 1 << 14
"""The number of sets that get other slots together."""
_FREE = -1
_NO_TAG = 0
MISSING = -1
"""Stands for the number of a set that has none."""


def in_ranges(begins: Indices, sizes: Indices) -> Indices:
    """The numbers of all ranges, one range after the other.

    >>> in_ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(sizes)
    return np.repeat(begins - ends + sizes, sizes) + np.arange(ends[-1] if len(ends) else 0)


class NumberedSets:
    """Sets with numbers from 0 on, all different; a table with free slots finds them.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.checking.ground import table_by_rules
    >>> game = make_game("mastermind(1,6)")
    >>> sets = NumberedSets(CheckedGame(game, range(6), table_by_rules(game, range(6))))
    >>> members = np.array([1, 2, 5, 1, 2], dtype=np.uint16)
    >>> sets.add(members, np.array([2, 1, 2])).tolist(), sets.find(members[1:4], np.array([2, 1])).tolist()
    ([0, 1, 0], [-1, -1])
    >>> len(sets), sets.members(0).tolist(), sets.sizes([0, 1]).tolist()
    (2, [1, 2], [2, 1])
    """

    def __init__(self, ground: CheckedGame) -> None:
        self.ground = ground
        self._words = np.frombuffer(random.Random(_SEED).randbytes(8 * ground.count), dtype=np.uint64)
        self._count, self._used = 0, 0
        self._members: Places = np.empty(0, dtype=ground.place_type)
        self._ends = np.zeros(1, dtype=np.int64)
        self._slots = np.full(_FIRST_SLOTS, _FREE, dtype=np.int32)
        self._tags = np.zeros(_FIRST_SLOTS, dtype=np.uint16)
        """A part of the sum of the set in each slot."""

    def __len__(self) -> int:
        return self._count

    def sizes(self, numbers: Indices | list[int]) -> Indices:
        """The sizes of sets."""
        at = np.asarray(numbers)
        found: Indices = self._ends[at + 1]
        found -= self._ends[at]
        return found

    def members(self, number: int) -> Places:
        """The members of a set, ascending."""
        return self._members[self._ends[number] : self._ends[number + 1]]

    def name(self, number: int) -> bytes:
        """A set as a key of :class:`CheckedGame`."""
        return self.members(number).tobytes()

    def members_of(self, numbers: Indices, sizes: Indices) -> Places:
        """The members of some sets of these sizes, one after the other."""
        return self._members[in_ranges(self._ends[numbers], sizes)]

    def alike(self, numbers: Indices | list[int]) -> Places:
        """``[count, size]``: sets of one size."""
        at = np.asarray(numbers, dtype=np.int64)
        if not len(at):
            return self._members[:0].reshape(0, 0)
        begins = self._ends[at]
        size = int(self._ends[at[0] + 1] - begins[0])
        found: Places = self._members[begins[:, np.newaxis] + np.arange(size)]
        return found

    def add(self, members: Places, sizes: Indices) -> Indices:
        """The numbers of some sets, with new ones for those that are new. No set is empty."""
        if not len(sizes):
            return np.empty(0, dtype=np.int64)
        first, many = self._count, len(sizes)
        # All of them are new until they are found to be none.
        self._make_room(many, len(members))
        ends = self._used + np.cumsum(sizes)
        self._members[self._used : self._used + len(members)] = members
        self._ends[first + 1 : first + many + 1] = ends
        found, slots = self._settle(first + np.arange(many))
        fresh = found == first + np.arange(many)
        # The new ones move together.
        number = first - 1 + np.cumsum(fresh)
        self._slots[slots[fresh]] = number[fresh]
        kept = members[np.repeat(fresh, sizes)]
        self._members[self._used : self._used + len(kept)] = kept
        count = int(np.count_nonzero(fresh))
        self._ends[first + 1 : first + count + 1] = self._used + np.cumsum(sizes[fresh])
        self._count, self._used = first + count, self._used + len(kept)
        found[found >= first] = number[found[found >= first] - first]
        return found

    def find(self, members: Places, sizes: Indices) -> Indices:
        """The numbers of some sets, one after the other; ``MISSING`` for those that are not there."""
        return self.find_among(members, np.cumsum(sizes) - sizes, sizes)

    def find_among(self, members: Places, begins: Indices, sizes: Indices) -> Indices:
        """The numbers of some sets, each beginning somewhere in ``members``; ``MISSING`` for those that are not
        there."""
        found = np.full(len(sizes), MISSING, dtype=np.int64)
        # A sum over members is the difference of two sums from the first one on; what is beyond 64 bits does not count.
        summed = np.zeros(len(members) + 1, dtype=np.uint64)
        np.cumsum(self._words[members], out=summed[1:])
        sums = summed[begins + sizes] - summed[begins]
        left, slots, tags = np.arange(len(sizes)), self._first_slots(sums), _tags(sums)
        while len(left):
            there = self._tags[slots]
            goes = there != _NO_TAG
            at = np.flatnonzero(there == tags)
            numbers = self._slots[slots[at]].astype(np.int64)
            alike = self.sizes(numbers) == sizes[left[at]]
            at, numbers = at[alike], numbers[alike]
            equal = self._equal(numbers, members, begins[left[at]], sizes[left[at]])
            found[left[at[equal]]] = numbers[equal]
            goes[at[equal]] = False
            left, tags = left[goes], tags[goes]
            slots = self._next_slots(slots[goes], tags)
        return found

    def find_cells(self, found: Further) -> Indices:
        """The numbers of the cells of guesses; ``MISSING`` for those that are not there."""
        return self.find_among(np.frombuffer(found.text, dtype=self.ground.place_type), found.begins, found.sizes)

    def _settle(self, numbers: Indices) -> tuple[Indices, Indices]:
        """The first number of each set, and its slot, for sets that are stored already, but in no slot."""
        first, found, sizes = int(numbers[0]), numbers.copy(), self.sizes(numbers)
        words = self._words[self._members[self._ends[first] : self._ends[numbers[-1] + 1]]]
        sums = np.add.reduceat(words, np.cumsum(sizes) - sizes)
        slots, tags = self._first_slots(sums), _tags(sums)
        left = np.arange(len(numbers))
        while len(left):
            # Of those that want one free slot, one gets it.
            free = self._slots[slots[left]] == _FREE
            self._slots[slots[left[free]]] = numbers[left[free]]
            there = self._slots[slots[left]].astype(np.int64)
            own = there == numbers[left]
            self._tags[slots[left[own]]] = tags[left[own]]
            same = (self._tags[slots[left]] == tags[left]) & (self.sizes(there) == sizes[left])
            at = np.flatnonzero(same & ~own)
            equal = self._equal(there[at], self._members, self._ends[numbers[left[at]]], sizes[left[at]])
            found[left[at[equal]]] = there[at[equal]]
            done = own
            done[at] = equal
            left = left[~done]
            slots[left] = self._next_slots(slots[left], tags[left])
        # A number of several equal ones got the slot: it need not be the lowest, but it is the same for all.
        lowest = np.full(len(numbers), len(numbers))
        fresh = found >= first
        np.minimum.at(lowest, found[fresh] - first, np.flatnonzero(fresh))
        holder = found[fresh] - first
        found[fresh] = first + lowest[holder]
        slots[lowest[holder]] = slots[holder]
        return found, slots

    def _equal(self, numbers: Indices, members: Places, begins: Indices, sizes: Indices) -> NDArray[np.bool_]:
        """Whether each set equals that of as many members which begins there."""
        if not len(numbers):
            return np.zeros(0, dtype=np.bool_)
        same = self._members[in_ranges(self._ends[numbers], sizes)] == members[in_ranges(begins, sizes)]
        equal: NDArray[np.bool_] = np.logical_and.reduceat(same, np.cumsum(sizes) - sizes)
        return equal

    def _first_slots(self, sums: NDArray[np.uint64]) -> Indices:
        return (sums & np.uint64(len(self._slots) - 1)).astype(np.int64)

    def _next_slots(self, slots: Indices, tags: NDArray[np.uint16]) -> Indices:
        """The slots where sets are looked for if others have these. A tag is odd, so that no slot is left out."""
        return (slots + tags) & (len(self._slots) - 1)

    def _make_room(self, sets: int, members: int) -> None:
        count, used = self._count + sets, self._used + members
        # Room that is not used yet takes no memory.
        if count >= len(self._ends):
            self._ends = _longer(self._ends, 2 * count + 1)
        if used > len(self._members):
            self._members = _longer(self._members, 2 * used)
        if 2 * count > len(self._slots):
            self._slots = np.full(1 << (2 * count - 1).bit_length(), _FREE, dtype=np.int32)
            self._tags = np.zeros(len(self._slots), dtype=np.uint16)
            for begin in range(0, self._count, _MOST_SETTLED):
                self._settle(np.arange(begin, min(begin + _MOST_SETTLED, self._count)))


def _tags(sums: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The upper bits of some sums, never ``_NO_TAG``: the lower ones say in which slots sets are looked for."""
    return (sums >> np.uint64(48)).astype(np.uint16) | np.uint16(1)


def _longer(numbers: NDArray[Number], count: int) -> NDArray[Number]:
    found: NDArray[Number] = np.zeros(count, dtype=numbers.dtype)
    found[: len(numbers)] = numbers
    return found
