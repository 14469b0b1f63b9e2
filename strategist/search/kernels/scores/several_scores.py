"""Scores of questions where cells overlap: the kernels.

:mod:`strategist.choosing.masses` is their specification. Of each question the secrets are of *kinds*:
secrets of one kind have the same answers with the same chances. Masses are added up by kind before they are divided
among answers, so that a secret of which little is known, and which may give many answers, costs no more than others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.masses import GAIN_BITS, INFORMATION_BITS, LOG_BITS, MASS_BITS
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.kernels.scores.scores import ENTROPY, EXPECTED_SIZE, MINIMAX
from strategist.search.kernels.scores.weighed_scores import bit_length, interpolated_log

_DROPPED = MASS_BITS + LOG_BITS - INFORMATION_BITS
_MOST_KEPT = 1 << 20
"""The most values of secrets that a room remembers."""


@by_reference
class SeveralAnswers(NamedTuple):
    """What all secrets tell of all questions."""

    kinds: NDArray[np.int32]
    """``int32[questions + 1, secrets]``: the kind of each secret. No two questions have a kind in common; those of one
    follow each other. The last stands for a question that tells nothing."""
    begins: NDArray[np.int32]
    """``int32[kinds + 1]``: where the answers of a kind begin in the next two arrays."""
    cells: NDArray[np.int32]
    """The number of an answer among those of its question."""
    numerals: NDArray[np.int64]
    """The chance of the answer, over the unit of the question."""
    shapes: NDArray[np.int32]
    """``int32[kinds]``: kinds of equal shape have equal chances, of whatever answers."""
    units: NDArray[np.int64]
    """``int64[questions]``, below 2²⁹."""
    answers: NDArray[np.uint64]
    """``uint64[kinds, words]``: bit c of word c // 64 for the answer of number c."""
    classes: NDArray[np.int32]
    """``int32[secrets]``; empty where secrets have no classes."""
    logs: NDArray[np.int64]
    """:func:`~strategist.search.kernels.scores.weighed_scores.log_table`."""


@by_reference
class Tables(NamedTuple):
    """Scratch of one thread. ``sizes`` and ``masses`` of kinds and cells are zeros between two questions, and so are
    ``class_masses`` and ``class_counts``."""

    kind_sizes: NDArray[np.int64]
    kind_masses: NDArray[np.int64]
    used_kinds: NDArray[np.int32]
    cell_sizes: NDArray[np.int64]
    cell_masses: NDArray[np.int64]
    used_cells: NDArray[np.int32]
    class_masses: NDArray[np.int64]
    class_counts: NDArray[np.int64]
    class_cells: NDArray[np.int32]
    values: NDArray[np.int64]
    """``int64[secrets, shapes]``: what a secret of a shape is worth at a position, or -1; no columns if too many."""


def make_tables(told: SeveralAnswers, most: int) -> Tables:
    """Scratch for positions of at most ``most`` secrets."""
    kinds, secrets = len(told.shapes), told.kinds.shape[1]
    cells = 1 + (int(told.cells.max()) if len(told.cells) else 0)
    shapes = 1 + int(told.shapes.max())
    return Tables(
        np.zeros(kinds, dtype=np.int64),
        np.zeros(kinds, dtype=np.int64),
        np.empty(secrets, dtype=np.int32),
        np.zeros(cells, dtype=np.int64),
        np.zeros(cells, dtype=np.int64),
        np.empty(cells, dtype=np.int32),
        np.zeros(cells, dtype=np.int64),
        np.zeros(cells, dtype=np.int64),
        np.empty(cells, dtype=np.int32),
        np.empty((most, shapes if most * shapes <= _MOST_KEPT else 0), dtype=np.int64),
    )


@inlined
def _quotient(mass: Any, about: float, whole: Any) -> Any:
    """A mass, which is about ``about``, over the whole in units of 2⁻³⁰, rounded half up.

    The mass, of which the lowest 64 bits count, is below 2²⁰ times the whole, which is below 2⁵⁹. So the estimate is
    wrong by 1 at most, and the remainder, whatever overflows before, is right.
    """
    found = np.int64(about / whole * (1 << MASS_BITS) + 0.5)
    twice = np.int64(2) * whole
    rest = (mass << np.int64(MASS_BITS + 1)) + whole - found * twice
    while rest < 0:
        rest += twice
        found -= 1
    while rest >= twice:
        rest -= twice
        found += 1
    return found


@inlined
def _weighted(logs: NDArray[np.int64], mass: Any, whole: Any) -> Any:
    """m·log₂ m of the share of a mass."""
    return interpolated_log(logs, max(np.int64(1), _quotient(mass, np.float64(mass), whole)), 0)


@inlined
def _add_to_cell(tables: Tables, used: int, cell: Any, size: Any, mass: Any) -> int:
    """Put secrets into a cell; returns the number of cells that are used now."""
    if tables.cell_sizes[cell] == 0:
        tables.used_cells[used] = cell
        used += 1
    tables.cell_sizes[cell] += size
    tables.cell_masses[cell] += mass
    return used


@borrowing
def _fill_by_kinds(
    told: SeveralAnswers,
    rule: int,
    question: int,
    secrets: NDArray[np.int32],
    masses: NDArray[np.int64],
    whole: Any,
    tables: Tables,
) -> tuple[int, Any]:
    """Fill the cells of a question; returns their number, and for ``ENTROPY`` what m·log₂ m of the secrets in them come
    to, each of which is a class of its own."""
    kinds, used, within = 0, 0, np.int64(0)
    for i in range(len(secrets)):
        kind = told.kinds[question, secrets[i]]
        if tables.kind_sizes[kind] == 0:
            tables.used_kinds[kinds] = kind
            kinds += 1
        tables.kind_sizes[kind] += 1
        tables.kind_masses[kind] += masses[i]
        if rule == ENTROPY:
            shape = told.shapes[kind]
            kept = tables.values.shape[1] > 0
            value = tables.values[i, shape] if kept else np.int64(-1)
            if value < 0:
                value = np.int64(0)
                for at in range(told.begins[kind], told.begins[kind + 1]):
                    value += _weighted(told.logs, masses[i] * told.numerals[at], whole)
                if kept:
                    tables.values[i, shape] = value
            within += value
    for i in range(kinds):
        kind = tables.used_kinds[i]
        size, mass = tables.kind_sizes[kind], tables.kind_masses[kind]
        tables.kind_sizes[kind] = 0
        tables.kind_masses[kind] = 0
        for at in range(told.begins[kind], told.begins[kind + 1]):
            used = _add_to_cell(tables, used, told.cells[at], size, mass * told.numerals[at])
    return used, within


@borrowing
def _fill_by_classes(
    told: SeveralAnswers,
    rule: int,
    question: int,
    secrets: NDArray[np.int32],
    masses: NDArray[np.int64],
    whole: Any,
    tables: Tables,
) -> tuple[int, Any]:
    """Fill the cells of a question, and count the classes in each; returns the number of cells, and for ``ENTROPY``
    what m·log₂ m of the classes in them come to. The secrets of a class follow each other."""
    used, within = 0, np.int64(0)
    low = 0
    while low < len(secrets):
        mine = told.classes[secrets[low]]
        high, reached = low, 0
        while high < len(secrets) and told.classes[secrets[high]] == mine:
            kind = told.kinds[question, secrets[high]]
            for at in range(told.begins[kind], told.begins[kind + 1]):
                cell, mass = told.cells[at], masses[high] * told.numerals[at]
                used = _add_to_cell(tables, used, cell, np.int64(1), mass)
                if tables.class_masses[cell] == 0:
                    tables.class_cells[reached] = cell
                    reached += 1
                tables.class_masses[cell] += mass
            high += 1
        for i in range(reached):
            cell = tables.class_cells[i]
            if rule == ENTROPY:
                within += _weighted(told.logs, tables.class_masses[cell], whole)
            tables.class_masses[cell] = 0
            tables.class_counts[cell] += 1
        low = high
    return used, within


@inlined
def _rounded(total: Any) -> Any:
    """Missing information in units of 2⁻²⁰ bits."""
    return (total + (np.int64(1) << (_DROPPED - 1))) >> _DROPPED


@borrowing
def score_several_cells(
    told: SeveralAnswers,
    rule: int,
    question: int,
    secrets: NDArray[np.int32],
    masses: NDArray[np.int64],
    everything: Any,
    tables: Tables,
) -> tuple[Any, int]:
    """The score of a question at a position, smaller is better, and the number of its cells.

    The masses, ``int64[…]``, are those of
    :func:`~strategist.choosing.masses.scored_masses`, and ``everything`` is their sum. For ``ENTROPY``,
    ``tables.values`` belongs to this position. Where secrets have classes, those of a class follow each other.
    """
    whole = everything * told.units[question]
    by_class = len(told.classes) > 0
    if by_class:
        used, within = _fill_by_classes(told, rule, question, secrets, masses, whole, tables)
    else:
        used, within = _fill_by_kinds(told, rule, question, secrets, masses, whole, tables)
    largest, between = np.int64(0), np.int64(0)
    left, about = np.int64(0), 0.0
    for i in range(used):
        cell = tables.used_cells[i]
        size, mass = tables.cell_sizes[cell], tables.cell_masses[cell]
        if by_class:
            if tables.class_counts[cell] == 1 and rule != ENTROPY:
                size = np.int64(0)
            tables.class_counts[cell] = 0
        tables.cell_sizes[cell] = 0
        tables.cell_masses[cell] = 0
        if rule == ENTROPY:
            between += _weighted(told.logs, mass, whole)
        elif rule == EXPECTED_SIZE:
            left += size * mass
            about += np.float64(size) * np.float64(mass)
        elif rule == MINIMAX:
            largest = max(largest, size)
    if rule == ENTROPY:
        return _rounded(between - within), used
    if rule == EXPECTED_SIZE:
        return _quotient(left, about, whole), used
    if rule == MINIMAX:
        return largest, used
    return np.int64(-used), used


@inlined
def score_per_cost(before: Any, score: Any, secrets: int, cost: Any) -> Any:
    """:func:`~strategist.choosing.masses.per_cost`."""
    span: Any = max(np.int64(before), np.int64(secrets))
    shift = max(0, GAIN_BITS - bit_length(span))
    return -((max(np.int64(0), before - score) << shift) // cost)
