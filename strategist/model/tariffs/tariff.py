"""What a secret costs by the number of the guess that finds it: the objectives ``cost`` and ``lexicographic``.

A tariff never falls from one guess to the next. So of any two trees the one that finds more secrets within k guesses,
for every k, costs no more, and counting by levels bounds every tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted, shortened
from strategist.model.tree import Claims

_MOST = 10**9
_MOST_LISTED = 100


@dataclass(frozen=True)
class Tariff:
    """What a secret costs that the first, the second, ... guess finds; behind the last number the last difference goes
    on.

    >>> tariff = Tariff((1, 2, 3, 20))
    >>> tariff.of(4), tariff.of(6), tariff.steps(2)
    (20, 54, (1, 17))
    """

    listed: tuple[int, ...]

    def of(self, guess: int) -> int:
        """What a secret costs that the guess of this number finds, from 1; 0 for no guess."""
        if guess < 1:
            return 0
        if guess <= len(self.listed):
            return self.listed[guess - 1]
        return self.listed[-1] + (guess - len(self.listed)) * self.step(len(self.listed))

    def step(self, guess: int) -> int:
        """What the guess of this number costs for each secret that is not found before."""
        return self.of(guess) - self.of(guess - 1) if guess <= len(self.listed) else self.step(len(self.listed))

    def steps(self, made: int) -> tuple[int, ...]:
        """What each guess costs after ``made`` others, as :meth:`step` says; the last number goes on."""
        return tuple(self.step(guess) for guess in range(made + 1, max(made + 1, len(self.listed)) + 1))

    def sum_over(self, claims: Claims, made: int) -> int:
        """What all solved secrets of a tree cost that begins after ``made`` guesses, without these guesses.

        >>> Tariff((1, 2, 3, 20)).sum_over(Claims.of([1, 4, 2], lost=0), made=1)
        47
        """
        before = self.of(made)
        return sum(int(count) * (self.of(made + at) - before) for at, count in enumerate(claims.histogram, 1))


def read_tariff(text: str) -> Tariff:
    """The tariff of ``cost=``: whole numbers that rise. Raises :class:`~strategist.common.errors.SpecError`.

    >>> read_tariff("1,2,3,4,5,20").listed
    (1, 2, 3, 4, 5, 20)
    >>> read_tariff("1,2,2")
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: cost: expected numbers that rise, got 2 behind 2
    """
    words = text.split(",")
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise SpecError(f'cost: expected whole numbers, as in cost="1,2,3,4,5,20", got {quoted(shortened(word))}')
    if not 2 <= len(words) <= _MOST_LISTED:
        raise SpecError(f"cost: expected 2 to {_MOST_LISTED} numbers, got {len(words)}")
    numbers = [int(word[:20]) for word in words]
    for before, number in pairwise(numbers):
        if number <= before:
            raise SpecError(f"cost: expected numbers that rise, got {number} behind {before}")
    if numbers[-1] > _MOST:
        raise SpecError(f"cost: expected numbers of up to {_MOST}, got {numbers[-1]}")
    return Tariff(tuple(numbers))
