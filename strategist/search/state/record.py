"""Facts as rows of words: what is proven of a position, on its way from thread to thread, to other machines, to disk.

A row begins with the two words that name a position and ends with its seal
(:mod:`~strategist.search.state.result_log`). A :class:`Record` says what stands in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.memo import MOST_WORTH
from strategist.search.state.problem import INFEASIBLE, INFEASIBLE_AT_STAKE
from strategist.search.state.result_log import BOUND, IS_EXACT, SIZE, WORTH


class Record(NamedTuple):
    """The rows of one kind of search, and the table of a journal that keeps them.

    ``table`` is its name, ``version`` that of journals that have it, and ``columns`` the names of the words; the table
    has a first column more, ``search``. ``worth`` is the column that says how long a row took to prove. ``more`` says
    in SQL when a row takes the place of another of the same position. ``sound`` tells of each row of a search, over so
    many secrets, whether its figures can be.

    >>> SETS.columns[:2], SETS.read
    (('name', 'second_name'), 'SELECT name, second_name, left, size, worth, bound, exact, guess, seal FROM proven')
    """

    table: str
    version: int
    columns: tuple[str, ...]
    worth: int
    more: str
    sound: Callable[[NDArray[np.uint64], int, int], NDArray[np.bool_]]

    @property
    def words(self) -> int:
        """The words of a row."""
        return len(self.columns)

    @property
    def make(self) -> str:
        """The statement that makes the table."""
        return (
            f"CREATE TABLE {self.table} (search INTEGER, {' INTEGER, '.join(self.columns)} INTEGER, "
            "PRIMARY KEY (search, name, second_name)) WITHOUT ROWID"
        )

    @property
    def keep(self) -> str:
        """The statement that keeps a row, which never replaces what says more."""
        places = ", ".join("?" * (self.words + 1))
        all_else = ", ".join(f"{each} = excluded.{each}" for each in self.columns[2:])
        return f"INSERT INTO {self.table} VALUES ({places}) ON CONFLICT DO UPDATE SET {all_else} WHERE {self.more}"

    @property
    def read(self) -> str:
        """The statement that reads rows, without the column ``search``."""
        return f"SELECT {', '.join(self.columns)} FROM {self.table}"

    def rows(self, told: bytes = b"") -> NDArray[np.uint64]:
        """Rows that travelled as bytes.

        >>> SETS.rows(bytes(72)).shape
        (1, 9)
        """
        # Of a copy: kernels for arrays that cannot be written would have to be compiled.
        return np.frombuffer(bytearray(told), dtype=np.uint64).reshape(-1, self.words)


def _sound(rows: NDArray[np.uint64], search: int, secrets: int) -> NDArray[np.bool_]:
    """Whether the figures of rows of the exact search can be."""
    return (
        (rows[:, SIZE] <= secrets)
        & (rows[:, WORTH] <= MOST_WORTH)
        & (rows[:, BOUND] <= (INFEASIBLE_AT_STAKE if search >> 62 else INFEASIBLE))
        & (rows[:, IS_EXACT] <= 1)
    )


SETS = Record(
    "proven",
    2,
    ("name", "second_name", "left", "size", "worth", "bound", "exact", "guess", "seal"),
    WORTH,
    "excluded.exact > exact OR (excluded.exact = exact AND excluded.bound > bound)",
    _sound,
)
"""What the exact search proves of sets of candidates."""
