"""Scores of guesses under chances and costs: the formulas of the heuristics, in whole numbers.

A cell has a *size*, the number of its candidates, and a *mass*, the sum of their weights (``Game.weights``).

* ``expected-size`` counts the candidates that are left on average under the chances: Σ mass·size, over the whole mass.
* ``entropy`` is the information that an answer gives under the chances: Σ mass·log₂ mass as small as possible.
* ``minimax`` and ``most-parts`` look at the worst case and at the number of answers, which no chance changes.

Where it is enough to know the class (``Game.classes``), a *pure* cell, of one class, is as good as solved. There m_c is
the mass of one class in a cell, and without chances it is its size.

* ``entropy`` is the information about the class alone: Σ (mass·log₂ mass - Σ m_c·log₂ m_c) as small as possible.
* ``expected-size`` counts the candidates in cells that are not pure, ``minimax`` those of the largest such cell.
* ``most-parts`` is the number of cells, as in games without classes.

With ``per=cost``, what a guess *gains* is divided by what it costs: the gain is the score of a guess that tells nothing
apart less that of the guess. So it is the information in bits, the candidates excluded, and so on, for each unit of
cost. The compiled kernels compute the same integers (:mod:`strategist.search.kernels.scores.weighed_scores`).
"""

from __future__ import annotations

import math
from functools import cache

FRACTION_BITS = 36
"""Fixed-point precision of logarithms: differences of 10⁻⁹ bits are kept, and n up to 2³¹ fits in 64 bits."""
EXACT_MASS = 1 << 16
"""Up to this mass of all secrets, equal products Π m^m have equal scores, as they have without chances."""
MASS_BITS = 30
"""Greater masses are rounded to this number of bits of the mass of all candidates, but never to 0."""
LOG_BITS = 26
"""The fixed-point precision of the logarithms of rounded masses."""
STEP_BITS = 11
"""Between two of 2048 steps, a logarithm is interpolated: it is wrong by less than 10⁻⁷."""
GAIN_BITS = 62

WORST = 2**62
"""Worse than every score: that of a guess that tells nothing apart."""


@cache
def logarithms() -> tuple[int, ...]:
    """The logarithms of 1 to 2 in equal steps, in fixed point; one more than there are steps.

    >>> logarithms()[0], logarithms()[-1] == 1 << LOG_BITS
    (0, True)
    """
    steps = 1 << STEP_BITS
    return tuple(round(math.log2(1 + step / steps) * (1 << LOG_BITS)) for step in range(steps + 1))


def weighted_log(size: int) -> int:
    """m·log₂ m in fixed point, such that equal products Π m^m have equal sums *exactly*.

    The logarithm of m is the sum of the logarithms of its prime factors, each rounded once. So two partitions with
    equal products add up the same integers. (Floating-point sums would rank {6,4,2,1,1} and {4,4,3,3} apart.)

    >>> sum(map(weighted_log, (6, 1, 1, 1, 1, 1, 1))) == sum(map(weighted_log, (3, 3, 2, 2, 2)))
    True
    >>> weighted_log(8) == 24 << FRACTION_BITS
    True
    """
    total = 0
    rest, factor = size, 2
    while rest > 1:
        if factor * factor > rest:
            factor = rest
        while rest % factor == 0:
            total += round(math.log2(factor) * (1 << FRACTION_BITS))
            rest //= factor
        factor += 1
    return size * total


def interpolated(mass: int) -> int:
    """m·log₂ m in fixed point for a mass of less than 2³¹.

    >>> interpolated(8) == 24 << LOG_BITS
    True
    >>> abs(interpolated(10**9) / 2**LOG_BITS / (10**9 * math.log2(10**9)) - 1) < 1e-8
    True
    """
    whole = mass.bit_length() - 1
    rest = (mass << MASS_BITS >> whole) - (1 << MASS_BITS)
    step, between = rest >> (MASS_BITS - STEP_BITS), rest & ((1 << (MASS_BITS - STEP_BITS)) - 1)
    table = logarithms()
    below = table[step]
    return mass * ((whole << LOG_BITS) + below + ((table[step + 1] - below) * between >> (MASS_BITS - STEP_BITS)))


def rounded_mass(mass: int, whole: int) -> int:
    """The mass of a cell to :data:`MASS_BITS` bits of ``whole``, the mass of all candidates.

    >>> rounded_mass(5, 100), rounded_mass(3 << 40, 1 << 42), rounded_mass(1, 1 << 42)
    (5, 402653184, 1)
    """
    shift = max(0, whole.bit_length() - MASS_BITS)
    return max(1, mass + (1 << shift >> 1) >> shift)


def per_cost(before: int, score: int, candidates: int, cost: int) -> int:
    """The score of a guess by what it gains for its cost; ``before`` is the score of one that tells nothing apart.

    The quotient is rounded down to a whole number, after the gain has been multiplied by a power of two that depends on
    ``before`` and the number of candidates only. So equal quotients have equal scores.

    >>> per_cost(100, 40, 10, 3) == per_cost(100, 80, 10, 1) < per_cost(100, 90, 10, 1)
    True
    """
    shift = max(0, GAIN_BITS - max(before, candidates).bit_length())
    return -((max(0, before - score) << shift) // cost)
