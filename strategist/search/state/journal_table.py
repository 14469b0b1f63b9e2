"""The tables of proven results in journals, each the statements that make it, keep a row, and read rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.memo import MOST_WORTH
from strategist.search.state.problem import INFEASIBLE, INFEASIBLE_AT_STAKE
from strategist.search.state.result_log import BOUND, IS_EXACT, SIZE, WORTH

VERSION = 2
_PROVEN = (
    "CREATE TABLE proven (search INTEGER, name INTEGER, second_name INTEGER, left INTEGER, size INTEGER, "
    "worth INTEGER, bound INTEGER, exact INTEGER, guess INTEGER, seal INTEGER, "
    "PRIMARY KEY (search, name, second_name)) WITHOUT ROWID"
)
_KEEP = (
    "INSERT INTO proven VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET left = excluded.left, "
    "size = excluded.size, worth = excluded.worth, bound = excluded.bound, exact = excluded.exact, "
    "guess = excluded.guess, seal = excluded.seal "
    # A stronger result is never replaced by a weaker one.
    "WHERE excluded.exact > exact OR (excluded.exact = exact AND excluded.bound > bound)"
)
_READ = "SELECT name, second_name, left, size, worth, bound, exact, guess, seal FROM proven WHERE search = ?"


class Table(NamedTuple):
    """A table of proven results: its name, the version of journals that have it, and the statements that make it, keep
    a row, and read the rows of a search without the column ``search``, which is the first. A row begins with the two
    words of a name and ends with the seal. ``sound`` tells of each row of a search, over so many secrets, whether its
    figures can be."""

    name: str
    version: int
    make: str
    keep: str
    read: str
    sound: Callable[[NDArray[np.uint64], int, int], NDArray[np.bool_]]


def _sound(rows: NDArray[np.uint64], search: int, secrets: int) -> NDArray[np.bool_]:
    """Whether the figures of rows of the exact search can be."""
    return (
        (rows[:, SIZE] <= secrets)
        & (rows[:, WORTH] <= MOST_WORTH)
        & (rows[:, BOUND] <= (INFEASIBLE_AT_STAKE if search >> 62 else INFEASIBLE))
        & (rows[:, IS_EXACT] <= 1)
    )


SETS = Table("proven", VERSION, _PROVEN, _KEEP, _READ, _sound)
"""The table of the exact search, of sets of candidates."""
