"""The questions of :mod:`~strategist.games.sets.hidden_numbers`, by number: none is listed."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from operator import index as as_index
from typing import Any, overload

from strategist.common.errors import TooLargeError
from strategist.games.every_game.announcements import MOST_GUESSES


@dataclass(frozen=True, slots=True)
class Subset:
    """A question: is the hidden number in this set? Bit i of ``bits`` stands for the number i + 1."""

    bits: int

    def numbers(self) -> list[int]:
        """The numbers of the set, ascending.

        >>> Subset(0b1101).numbers()
        [1, 3, 4]
        """
        return [place + 1 for place in range(self.bits.bit_length()) if self.bits >> place & 1]


@dataclass(frozen=True, slots=True)
class AtMost:
    """A question: is the hidden number at most ``number``?"""

    number: int


class SetsToAsk(Sequence[Subset]):
    """Sets of numbers in an order from which each is computed; nothing is listed."""

    numbers: int

    @abstractmethod
    def bits_at(self, index: int) -> int | None:
        """The bits of the set with that index; None if there is none."""

    @abstractmethod
    def place_of(self, bits: int) -> int:
        """The index of a set that is one of these, by its bits."""

    def numbered(self, count: int, told: str) -> int:
        """So many sets; raises :class:`~strategist.common.errors.TooLargeError` if 31 bits do not number them."""
        if count + self.numbers > MOST_GUESSES:
            raise TooLargeError(f"{told}, so that the sets can be numbered by 31 bits")
        return count

    @overload
    def __getitem__(self, index: int) -> Subset: ...
    @overload
    def __getitem__(self, index: slice) -> list[Subset]: ...
    def __getitem__(self, index: int | slice) -> Subset | list[Subset]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        # The search has indices of NumPy.
        bits = self.bits_at(as_index(index) + (len(self) if index < 0 else 0))
        if bits is None:
            raise IndexError(f"question index out of range: {index}")
        return Subset(bits)

    def index(self, code: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of ``code``; :class:`ValueError` when it is not here."""
        if code not in self:
            raise ValueError(f"{code!r} is no question")
        return self.place_of(code.bits)


class Subsets(SetsToAsk):
    """All sets of the numbers below the last one, ``numbers``, but the empty set, by their bits.

    >>> sets = Subsets(4)
    >>> len(sets), sets[4], sets.index(Subset(5)), Subset(8) in sets
    (7, Subset(bits=5), 4, False)
    >>> len(Subsets(92))
    Traceback (most recent call last):
    ...
    strategist.common.errors.TooLargeError: 92 numbers have 2^91 - 1 sets to ask for: expected at most 31 numbers, so \
that the sets can be numbered by 31 bits
    """

    def __init__(self, numbers: int) -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        told = f"2^{self.numbers - 1} - 1 sets to ask for: expected at most {MOST_GUESSES.bit_length()} numbers"
        return self.numbered((1 << self.numbers - 1) - 1, f"{self.numbers} numbers have {told}")

    def __iter__(self) -> Iterator[Subset]:
        return map(Subset, range(1, len(self) + 1))

    def __contains__(self, code: object) -> bool:
        return isinstance(code, Subset) and 0 < code.bits.bit_length() < self.numbers

    def bits_at(self, index: int) -> int | None:
        """See :class:`SetsToAsk`."""
        # The number of all sets of many numbers is not made.
        return index + 1 if index >= 0 and (index + 1).bit_length() < self.numbers else None

    def place_of(self, bits: int) -> int:
        """See :class:`SetsToAsk`."""
        return bits - 1


class SmallSets(SetsToAsk):
    """All sets of at most ``most`` of the ``numbers``, fewer than half of them, but the empty set: the smallest first,
    those of a size by their bits. The complement of none is another one.

    A set with the places p₁ < p₂ < … is behind Σ C(pᵢ, i) others of its size.

    >>> sets = SmallSets(5, 2)
    >>> len(sets), sets[4], sets[5], sets.index(Subset(0b11000)), Subset(0b111) in sets
    (15, Subset(bits=16), Subset(bits=3), 14, False)
    >>> len(SmallSets(1000, 5))
    Traceback (most recent call last):
    ...
    strategist.common.errors.TooLargeError: 1000 numbers have more than 2^31 sets of at most 5 to ask for: expected \
fewer, so that the sets can be numbered by 31 bits
    """

    def __init__(self, numbers: int, most: int) -> None:
        self.numbers, self.most = numbers, most

    @cached_property
    def firsts(self) -> list[int]:
        """How many sets are smaller than those of 1, 2 … numbers, and how many there are in all."""
        found, more = [0], f"more than 2^{MOST_GUESSES.bit_length()} sets of at most {self.most} to ask for"
        for size in range(1, self.most + 1):
            count = found[-1] + comb(self.numbers, size)
            found.append(self.numbered(count, f"{self.numbers} numbers have {more}: expected fewer"))
        return found

    @cached_property
    def ways(self) -> list[list[int]]:
        """``ways[i][p]`` is C(p, i), for all places."""
        return [[comb(place, size) for place in range(self.numbers)] for size in range(len(self.firsts))]

    def __len__(self) -> int:
        return self.firsts[-1]

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, Subset) or code.bits.bit_length() > self.numbers:
            return False
        return 0 < code.bits.bit_count() <= self.most

    def bits_at(self, index: int) -> int | None:
        """See :class:`SetsToAsk`."""
        if not 0 <= index < len(self):
            return None
        size, bits = bisect_right(self.firsts, index), 0
        rank = index - self.firsts[size - 1]
        for each in range(size, 0, -1):
            place = bisect_right(self.ways[each], rank) - 1
            rank -= self.ways[each][place]
            bits |= 1 << place
        return bits

    def place_of(self, bits: int) -> int:
        """See :class:`SetsToAsk`."""
        places = [number - 1 for number in Subset(bits).numbers()]
        return self.firsts[len(places) - 1] + sum(self.ways[size][place] for size, place in enumerate(places, 1))


class Bounds(Sequence[AtMost]):
    """The comparisons with all numbers below the last one, ``numbers``; nothing is listed.

    >>> bounds = Bounds(4)
    >>> len(bounds), bounds[2], bounds.index(AtMost(3)), AtMost(4) in bounds
    (3, AtMost(number=3), 2, False)
    """

    def __init__(self, numbers: int) -> None:
        self._asked = range(1, numbers)

    def __len__(self) -> int:
        return len(self._asked)

    def __iter__(self) -> Iterator[AtMost]:
        return map(AtMost, self._asked)

    @overload
    def __getitem__(self, index: int) -> AtMost: ...
    @overload
    def __getitem__(self, index: slice) -> list[AtMost]: ...
    def __getitem__(self, index: int | slice) -> AtMost | list[AtMost]:
        found = self._asked[index]
        return [*map(AtMost, found)] if isinstance(found, range) else AtMost(found)

    def __contains__(self, code: object) -> bool:
        return isinstance(code, AtMost) and code.number in self._asked

    def index(self, code: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of ``code``; :class:`ValueError` when it is not here."""
        if code not in self:
            raise ValueError(f"{code!r} is no question")
        return int(code.number) - 1
