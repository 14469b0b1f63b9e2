"""Rows with equal answers to all questions: no tree tells them apart, so they are one secret with all their masses."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from strategist.estimators.feature_columns import Codes

Masses = Counter[int]
"""The mass of each class that has any, in whole numbers."""


def whole_masses(weights: NDArray[np.float64]) -> list[int]:
    """Weights as whole numbers in exactly their proportions, without a common divisor.

    >>> whole_masses(np.array([0.5, 1.0, 1.5]))
    [1, 2, 3]
    """
    if (weights == weights[0]).all():
        return [1] * len(weights)
    exact = list(map(Fraction, weights.tolist()))
    scale = math.lcm(*(each.denominator for each in exact))
    whole = [int(each * scale) for each in exact]
    divisor = math.gcd(*whole)
    return [each // divisor for each in whole]


@dataclass(frozen=True)
class EqualRows:
    """The groups of equal rows: ``codes`` holds the answer of each group to each question, an array of groups ×
    questions in ascending order; ``masses`` the classes of each, and ``group`` the group of each row."""

    codes: Codes
    masses: list[Masses]
    group: NDArray[np.intp]

    def summed(self, groups: Iterable[int]) -> Masses:
        """The masses of some groups, together."""
        found: Masses = Counter()
        for group in groups:
            for kind, mass in self.masses[group].items():
                found[kind] += mass
        return found


def group_rows(codes: Codes, classes: Sequence[int], masses: Sequence[int]) -> EqualRows:
    """The groups of equal rows of an array of rows × questions; ``classes`` and ``masses`` are those of the rows.

    >>> found = group_rows(np.array([[1, 0], [0, 0], [1, 0]], dtype=np.int32), [0, 1, 1], [1, 1, 2])
    >>> found.codes.tolist(), found.masses, found.group.tolist()
    ([[0, 0], [1, 0]], [Counter({1: 1}), Counter({1: 2, 0: 1})], [1, 0, 1])
    """
    if codes.shape[1]:
        kept, group = np.unique(codes, axis=0, return_inverse=True)
        group = group.reshape(-1)
    else:
        kept, group = codes[:1], np.zeros(len(codes), dtype=np.intp)
    held: list[Masses] = [Counter() for _ in kept]
    for number, kind, mass in zip(group.tolist(), classes, masses, strict=True):
        held[number][kind] += mass
    return EqualRows(kept, held, group)


def heaviest(masses: Masses) -> int:
    """The class with the greatest mass; of several, the lowest.

    >>> heaviest(Counter({2: 5, 1: 5, 0: 3}))
    1
    """
    return min(masses, key=lambda kind: (-masses[kind], kind))
