"""The rows of a table for a search by a price: secrets that no question tells apart are one row, of several classes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import TooLargeError
from strategist.model.game import Game
from strategist.search.kernels.numba.borrowed import by_reference

_PURPOSE = 7
"""These words name sets of rows."""
_MOST_COST = 1 << 61
"""Sums of costs stay below this number."""
_MOST_LEVELS = 1 << 10
_MOST_ROOM = 1 << 25
"""The most numbers that are kept of questions, level by level, and the most counters of pairs."""


@by_reference
class Rows(NamedTuple):
    """What kernels know of a table.

    A *literal* is an answer to a question; that which most rows give is left out, because it follows from the others.
    Costs are whole numbers: ``unit`` for each unit of weight that is told a wrong class, and ``price`` a question.
    """

    answers: NDArray[np.int32]
    """``int32[questions, rows]``: the answers to each question, numbered from 0, that of most rows last."""
    counts: NDArray[np.int32]
    """``int32[questions]``: how many answers a question has."""
    first_literal: NDArray[np.int32]
    """``int32[questions + 1]``: where the literals of each question begin."""
    first_of_row: NDArray[np.int32]
    """``int32[rows + 1]``: where the literals of each row begin in the next array."""
    literals: NDArray[np.int32]
    first_class: NDArray[np.int32]
    """``int32[rows + 1]``: where the classes of each row begin in the next two arrays."""
    classes: NDArray[np.int32]
    masses: NDArray[np.int64]
    """What each class of a row costs if it is told wrong."""
    surely: NDArray[np.int64]
    """``int64[rows]``: what a row costs in any case, because it is of several classes."""
    words: NDArray[np.uint64]
    """``uint64[rows, 2]``: random words that name sets."""
    unit: int
    """What a unit of weight costs that is told wrong."""
    price: int
    class_count: int
    levels: int
    """The most questions on one way of a tree that costs less than none."""
    paired: bool
    """Whether pairs of literals are counted."""


class Table(NamedTuple):
    """Rows, and the secrets of each."""

    rows: Rows
    row_of: NDArray[np.int32]
    """``int32[secrets]``: the row of each secret among those that the search begins with; -1 for others."""
    questions: NDArray[np.int32]
    """The questions that tell some rows apart, by their numbers in the game."""
    responses: list[NDArray[Any]]
    """The response of each answer to each of them."""


def table_of(game: Game, candidates: NDArray[np.int32], told: NDArray[Any], price: Fraction) -> Table:
    """The rows of some secrets of a game with classes, of whose responses ``told`` holds a row for each question.

    Raises :class:`~strategist.common.errors.TooLargeError`.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.games.tables.sheet import make_sheet
    >>> from strategist.games.tables.table import Table as Game_
    >>> lines = [(1, ["", "a", "b", "c"]), (2, ["big", "no", "yes", "no"]), (3, ["kind", "x", "y", "y"])]
    >>> values = {"file": "t.csv", "goal": "class", "class": "kind", "twins": "keep"}
    >>> from strategist.games.tables.sources.table_files import reading_of
    >>> game = Game_(values, make_sheet(lines, reading_of(values)))
    >>> table = table_of(game, np.arange(3, dtype=np.int32), np.array([game.row(0)]), Fraction("0.1"))
    >>> table.row_of.tolist(), table.rows.price, table.rows.surely.tolist()
    ([0, 1, 0], 3, [10, 0])
    """
    assert game.classes is not None  # the objective needs them
    questions = np.flatnonzero((told != told[:, :1]).any(axis=1)).astype(np.int32)
    told = told[questions]
    # Rows stand in the order of their first secrets.
    numbers: dict[bytes, int] = {}
    told_by_row = told.T.tobytes()
    width = len(told_by_row) // len(candidates)
    keys = (told_by_row[at * width : (at + 1) * width] for at in range(len(candidates)))
    which = np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)
    row_of = np.full(len(game.secrets), -1, dtype=np.int32)
    row_of[candidates] = which
    count = len(numbers)
    first = np.full(count, len(which))
    np.minimum.at(first, which, np.arange(len(which)))
    distinct = told[:, first]
    weights = [game.weight_of(secret) for secret in candidates.tolist()]
    cost, whole = price.numerator * sum(weights), price.denominator * sum(weights)
    if whole + cost * (count + 1) >= _MOST_COST:
        raise TooLargeError(f"{game.spec}: chances beside a price of {price} are too large: expected fewer digits")
    kinds = np.unique(np.array(game.classes, dtype=np.int64)[candidates], return_inverse=True)[1].reshape(-1)
    classes = int(kinds.max(initial=0)) + 1
    pairs, place = np.unique(which * classes + kinds, return_inverse=True)
    masses = np.zeros(len(pairs), dtype=np.int64)
    np.add.at(masses, place.reshape(-1), np.array(weights, dtype=np.int64) * price.denominator)
    first_class = np.searchsorted(pairs // classes, np.arange(count + 1)).astype(np.int32)
    numbered, responses = _numbered(distinct)
    counts = np.array([len(each) for each in responses], dtype=np.int32)
    literals = int(sum(counts - 1))
    of_class = np.zeros(classes, dtype=np.int64)
    np.add.at(of_class, pairs % classes, masses)
    levels = max(1, min(count - 1, (whole - int(of_class.max())) // cost))
    if levels > _MOST_LEVELS or levels * len(questions) > _MOST_ROOM:
        raise TooLargeError(f"{game.spec}: trees by a price of {price} may be {levels} questions deep: expected more")
    first_of_row, listed = _literals(numbered, counts)
    # Words that follow from the answers cannot be foreseen by who makes a table.
    generator = np.random.default_rng([_PURPOSE, *hashlib.sha256(told_by_row).digest()])
    return Table(
        Rows(
            numbered,
            counts,
            np.concatenate([[0], np.cumsum(counts - 1)]).astype(np.int32),
            first_of_row,
            listed,
            first_class,
            (pairs % classes).astype(np.int32),
            masses,
            np.add.reduceat(masses, first_class[:-1]) - np.maximum.reduceat(masses, first_class[:-1]),
            generator.integers(2**64, size=(count, 2), dtype=np.uint64),
            price.denominator,
            cost,
            classes,
            int(levels),
            literals**2 * (classes + 1) <= _MOST_ROOM // 8,
        ),
        row_of,
        questions,
        responses,
    )


def _numbered(told: NDArray[Any]) -> tuple[NDArray[np.int32], list[NDArray[Any]]]:
    """The answers of each question, numbered by how many rows give them, the most common last; and their responses."""
    numbered = np.empty(told.shape, dtype=np.int32)
    responses = []
    for question, row in enumerate(told):
        counts = np.bincount(row)
        values = np.flatnonzero(counts)
        order = values[np.argsort(counts[values], kind="stable")]
        place = np.empty(len(counts), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        numbered[question] = place[row]
        responses.append(order)
    return numbered, responses


def _literals(numbered: NDArray[np.int32], counts: Sequence[int] | NDArray[np.int32]) -> tuple[Any, Any]:
    """The literals of each row, ascending: where they begin, and themselves."""
    first = np.concatenate([[0], np.cumsum(np.asarray(counts) - 1)])[:-1]
    given = numbered < np.asarray(counts)[:, None] - 1
    rows, questions = np.nonzero(given.T)
    begins = np.concatenate([[0], np.cumsum(given.sum(axis=0))]).astype(np.int32)
    return begins, (first[questions] + numbered.T[rows, questions]).astype(np.int32)
