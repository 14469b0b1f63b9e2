"""Scores of guesses under chances and costs: the kernels.

:mod:`strategist.choosing.masses` is their specification. A *mass* is a sum of weights of secrets, below 2⁶⁰. Masses are
added up candidate by candidate: there are no counters of single bits and bytes for them. In a game without chances they
are an empty tuple instead of an array, so that the compiler leaves out the code for them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.masses import GAIN_BITS, LOG_BITS, MASS_BITS, STEP_BITS, WORST, logarithms
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.kernels.responses.responses import TABLE, Source, fill_row, gather

EXPECTED_LEFT, MASS_ENTROPY, WIDE_ENTROPY = 4, 5, 6
"""The rules by mass: beside the four by size in :mod:`~strategist.search.kernels.scores.scores`. The entropy of large
masses has a rule of its own."""

_BETWEEN = MASS_BITS - STEP_BITS


def log_table() -> NDArray[np.int64]:
    """What ``WIDE_ENTROPY`` needs in place of the weighted logarithms."""
    return np.array(logarithms(), dtype=np.int64)


@inlined
def bit_length(number: Any) -> int:
    """The number of bits of a whole number from 0 on."""
    bits = 0
    while number >> bits:
        bits += 1
    return bits


@inlined
def mass_of(chances: Any, candidates: NDArray[np.int32]) -> Any:
    """The mass of some candidates."""
    whole = np.int64(0)
    for secret in candidates:
        whole += chances[secret]
    return whole


@inlined
def shift_of(whole: Any) -> Any:
    """By how many bits masses are rounded where all candidates together have the mass ``whole``."""
    return max(0, bit_length(whole) - MASS_BITS)


@inlined
def interpolated_log(weights: NDArray[np.int64], mass: Any, shift: int) -> Any:
    """m·log₂ m of a mass after rounding; ``weights`` is :func:`log_table`."""
    mass = max(np.int64(1), (mass + ((np.int64(1) << shift) >> 1)) >> shift)
    bits = bit_length(mass) - 1
    rest = ((mass << MASS_BITS) >> bits) - (np.int64(1) << MASS_BITS)
    step, between = rest >> _BETWEEN, rest & ((np.int64(1) << _BETWEEN) - 1)
    below = weights[step]
    return mass * ((bits << LOG_BITS) + below + (((weights[step + 1] - below) * between) >> _BETWEEN))


@inlined
def _mass_score(rule: int, weights: NDArray[np.int64], size: int, mass: int, shift: int) -> int:
    """What one cell adds to the score by a rule by mass."""
    if rule == EXPECTED_LEFT:
        return size * mass
    if rule == MASS_ENTROPY:
        return weights[mass]
    return interpolated_log(weights, mass, shift)


@borrowing
def one_cell_score(rule: int, weights: NDArray[np.int64], chances: Any, candidates: NDArray[np.int32]) -> int:
    """The score by a rule by mass of candidates that are all in one cell."""
    if len(chances) == 0:
        return 0
    size, mass = len(candidates), mass_of(chances, candidates)
    return _mass_score(rule, weights, size, mass, shift_of(mass))


@borrowing
def _score_row(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    chances: NDArray[np.int64],
    guess: int,
    candidates: NDArray[np.int32],
    whole: int,
    sizes: NDArray[np.int64],
    masses: NDArray[np.int64],
) -> int:
    """The score of one guess of a table: it visits only the cells that hold candidates."""
    shift = shift_of(whole)
    for secret in candidates:
        cell = source.columns[secret, guess]
        sizes[cell] += 1
        masses[cell] += chances[secret]
    score = 0
    for secret in candidates:
        cell = source.columns[secret, guess]
        size, mass = sizes[cell], masses[cell]
        if size:
            sizes[cell] = 0
            masses[cell] = 0
            score += _mass_score(rule, weights, size, mass, shift)
            if mass == whole:
                return WORST
    return score


@borrowing
def score_masses(
    source: Source,
    rule: int,
    weights: NDArray[np.int64],
    chances: Any,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    scores: NDArray[np.int64],
    block: NDArray[np.uint8],
    row: NDArray[Any],
    total: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    heaps: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Write the scores of at most BLOCK guesses, by a rule by mass; ``WORST`` for what tells nothing apart.

    ``sizes`` are zeros, ``int64[cells]``, and stay so; the rest is scratch: ``heaps`` and ``counts`` are
    ``int64[cells, BLOCK]``, or of one column where the game has a table.
    """
    if len(chances) == 0:
        return
    whole = mass_of(chances, candidates)
    count = len(guesses)
    if source.kind == TABLE:
        masses = heaps[:, 0]
        for j in range(count):
            scores[j] = _score_row(source, rule, weights, chances, guesses[j], candidates, whole, sizes, masses)
        return
    shift = shift_of(whole)
    gather(source, guesses, 0, count, block)
    for cell in range(source.response_count):
        for j in range(count):
            heaps[cell, j] = 0
            counts[cell, j] = 0
    for secret in candidates:
        fill_row(source, secret, guesses, 0, count, block, row, total)
        weight = chances[secret]
        for j in range(count):
            heaps[row[j], j] += weight
            counts[row[j], j] += 1
    for j in range(count):
        score = 0
        for cell in range(source.response_count):
            mass = heaps[cell, j]
            if mass:
                score += _mass_score(rule, weights, counts[cell, j], mass, shift)
                if mass == whole:
                    score = WORST
                    break
        scores[j] = score


@borrowing
def divide_by_costs(
    before: int,
    costs: NDArray[np.int64],
    guesses: NDArray[np.int32],
    candidates: int,
    scores: NDArray[np.int64],
) -> None:
    """Turn the scores of guesses into those by what they gain for their cost.

    ``before`` is the score of a guess that tells nothing apart. By a rule by mass that guess has the score ``WORST``.
    """
    span: Any = max(np.int64(before), np.int64(candidates))
    shift = max(0, GAIN_BITS - bit_length(span))
    for j in range(len(guesses)):
        if scores[j] == before or scores[j] == WORST:
            scores[j] = WORST
        else:
            gain = max(np.int64(0), before - scores[j])
            scores[j] = -((gain << shift) // costs[guesses[j]])
