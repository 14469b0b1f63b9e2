"""Whether so many questions can tell all vertices of a hypercube apart: two colors, of which only blacks are told.

Write k questions as the rows of a matrix of 1 and -1, a column for each of n positions. Two secrets have the same
answers if their difference, of 1, 0 and -1, is mapped to zero. So the questions tell all apart if and only if no signed
sum of some of the columns is zero. Such columns are called dissociated, and n of them are looked for, out of 2^(k-1):
a column and its negative do the same. No pairs of secrets are needed, which soon do not fit in memory.

*Sums.* A column may join a set if it is no signed sum of some of it, and two may if, besides, neither their sum nor
their difference is one: they are neighbors in a graph, of which a clique is needed. With a column that joins, the graph
loses the pairs that make a sum with it.

*Symmetry.* Rows may be permuted, and rows and columns be negated. A set is reached from the one without the column that
is marked highest; marks are made of what symmetries keep, and where they are equal, from several. Small sets are gone
on from once up to symmetry, by a normal form.

Source of the order: B. D. McKay, "Isomorph-free exhaustive generation", Journal of Algorithms 26 (1998). Of the
columns: P. Erdős and A. Rényi, "On two problems of information theory", Publications of the Mathematical Institute of
the Hungarian Academy of Sciences 8 (1963).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby, permutations, product

import numpy as np
from numpy.typing import NDArray

from strategist.search.static.partitions import Partitions

_FORMS = 7
"""The most columns of sets that are visited once up to symmetry."""
_CLIQUE = 5
"""The most columns that are looked for as a clique before one of them joins."""
_LEAST = np.iinfo(np.int64).min

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Hypercube:
    """The search for questions that tell all vertices of a hypercube apart.

    Parameters
    ----------
    dimension : int
        The number of positions.
    left : callable
        It is called at each node, and may raise an exception.
    """

    steps = 0
    """The exchanges that are tried before: none, for the search finds good sets at once."""

    def __init__(self, dimension: int, left: Callable[[], object]) -> None:
        self.dimension, self.left = dimension, left
        self.nodes = 0
        """How many sets of columns were looked at."""

    def find(self, count: int) -> list[int] | None:
        """So many questions that tell all apart; None if there are none. Bits of a question are its positions.

        >>> cube = Hypercube(5, lambda: None)
        >>> cube.find(3), [f"{question:05b}" for question in cube.find(4)]
        (None, ['01110', '10010', '11000', '00000'])
        """
        columns = Columns(count, self.dimension, self.left)
        found = next(columns.sets(), None)
        self.nodes += columns.nodes
        if found is None:
            return None
        return [sum(1 << place for place, each in enumerate(found) if each >> row & 1) for row in range(count)]


class Columns:
    """Sets of so many dissociated columns of ``rows`` entries: of number c, entry i is -1 where bit i of c is set."""

    def __init__(self, rows: int, wanted: int, left: Callable[[], object] = lambda: None) -> None:
        self.rows, self.wanted, self.left = rows, wanted, left
        self.nodes = 0
        places = np.arange(rows)
        self.entries: Numbers = 1 - 2 * (np.arange(1 << max(rows - 1, 0))[:, None] >> places & 1)
        self.products = self.entries @ self.entries.T
        # Each entry of a sum has bits of its own, and beside it the number of the sum in a table: two bits an entry.
        bits = wanted.bit_length() + 1
        assert bits * rows < 63, (rows, wanted)
        units = np.stack([1 << bits * places, 1 << 2 * places])
        self.codes: Numbers = units @ self.entries.T
        self.three, self.middle = (3 * units.sum(axis=1)).tolist()
        self._forms: set[int] = set()
        self._formed = min(_FORMS, 62 // max(rows, 1))

    def sets(self) -> Iterator[list[int]]:
        """Dissociated sets, of each that are one up to symmetry at least one.

        >>> list(Columns(3, 3).sets()), list(Columns(3, 4).sets())
        ([[0, 1, 2], [0, 1, 3], [0, 2, 3]], [])
        """
        count = len(self.entries)
        none = np.empty((2, 0), dtype=np.int64)
        return self._grow([], np.arange(count), ~np.eye(count, dtype=np.bool_), none, none)

    def _grow(self, chosen: list[int], may: Numbers, near: Flags, odd: Numbers, even: Numbers) -> Iterator[list[int]]:
        """The sets that hold the chosen columns, in this order: ``may`` join them, those that are ``near`` together.
        ``odd`` and ``even`` are the codes of the sums of odd and even numbers of all but the last of them, one of each
        and its negative."""
        self.left()
        self.nodes += 1
        more = self.wanted - len(chosen)
        if more == 1:
            yield from ([*chosen, each] for each in may.tolist())
        elif more == 2:
            yield from ([*chosen, *pair] for pair in may[np.argwhere(np.triu(near))].tolist())
        if more <= 2:
            return
        may, near = with_neighbors(may, near, more - 1)
        if len(may) < more or (more <= _CLIQUE and not has_clique(near, more)):
            return
        marks = self.marks(np.column_stack([np.tile(np.array(chosen, dtype=np.int64), (len(may), 1)), may]))
        last = marks[:, -1] >= marks[:, :-1].max(axis=1, initial=_LEAST)
        if chosen:
            odd, even = _joined(odd, even, self.codes[:, chosen[-1:]])
        table = self._table(odd)
        for place in np.flatnonzero(last).tolist():
            below = [*chosen, int(may[place])]
            if len(below) <= self._formed and not self._new(below, marks[place]):
                continue
            beside = np.flatnonzero(near[place])
            apart = near[beside][:, beside] & ~self._summed(table, below[-1], may[beside])
            yield from self._grow(below, may[beside], apart, odd, even)

    def _table(self, odd: Numbers) -> Flags:
        """Which vectors of 1, -1, 3 and -3 are sums, by their number."""
        entries, numbers = odd
        fit = numbers[((entries + self.three) & ~(2 * self.three)) == 0]
        table = np.zeros(1 << 2 * self.rows, dtype=np.bool_)
        table[(self.middle + fit) >> 1] = table[(self.middle - fit) >> 1] = True
        return table

    def _summed(self, table: Flags, column: int, others: Numbers) -> Flags:
        """``bool[others, others]``: which two make a sum with a column."""
        size = len(others)
        signed = np.concatenate([self.codes[1, others], -self.codes[1, others]])
        held = table.take((self.middle + self.codes[1, column] + signed[:, None] + signed) >> 1)
        summed: Flags = held[:size, :size] | held[:size, size:] | held[size:, :size] | held[size:, size:]
        return summed

    def marks(self, sets: Numbers) -> Numbers:
        """A number for each column of sets, ``int64[sets, columns]``, which symmetries keep: made of scalar products,
        so that a sign of a column occurs in even powers only. Whole numbers that wrap around are the same everywhere.
        """
        inner = self.products[sets[:, :, None], sets[:, None, :]]
        square, paths = inner * inner, inner @ inner
        closed = paths * inner
        marks = (square * square * 1000003 + closed * 7919 + closed * closed).sum(axis=2)
        marks = marks * (marks + 31)
        return (
            marks
            + 17 * (square * (square + 3) @ marks[:, :, None])[:, :, 0]
            + (closed @ (marks * marks)[:, :, None])[:, :, 0]
        )

    def _new(self, columns: Sequence[int], marks: Numbers) -> bool:
        """Whether no set that is the same up to symmetry was asked for."""
        form = self.normal_form(columns, marks.tolist())
        if form in self._forms:
            return False
        self._forms.add(form)
        return True

    def normal_form(self, columns: Sequence[int], marks: Sequence[int]) -> int:
        """The same number for sets that are the same up to symmetry, and for no others: the least matrix, its columns
        in the order of their marks, its first column positive, its rows sorted."""
        marked = sorted(zip(marks, columns, strict=True))
        equal = [[column for _, column in group] for _, group in groupby(marked, key=lambda each: each[0])]
        orders = np.array([list(chain(*each)) for each in product(*map(permutations, equal))])
        negative = (self.entries[orders] < 0).astype(np.int64)
        behind = (negative[:, 1:] ^ negative[:, :1]) << np.arange(len(columns) - 1)[:, None]
        signs = np.arange(1 << (len(columns) - 1))[:, None]
        rows = np.sort(behind.sum(axis=1)[:, None] ^ signs, axis=2)
        packed = (rows << np.arange(self.rows) * (len(columns) - 1)).sum(axis=2)
        return int(packed.min()) << 3 | len(columns)


def dimension_of(partitions: Partitions) -> int | None:
    """The dimension of a hypercube whose distances the answers tell, its vertices numbered by bits; None of others.

    >>> from strategist.games.catalog import make_game
    >>> dimension_of(Partitions(make_game("mastermind(3,2,feedback=black)"), range(8)))
    3
    >>> dimension_of(Partitions(make_game("mastermind(3,2)"), range(8)))
    """
    table = partitions.table
    dimension = table.shape[1].bit_length() - 1
    if table.shape != (1 << dimension, 1 << dimension) or not partitions.plain:
        return None
    numbers = np.arange(1 << dimension)
    told = table[0, (1 << np.arange(dimension + 1)) - 1]
    answers = told[np.bitwise_count(numbers)]
    if len(np.unique(told)) <= dimension:
        return None
    return dimension if all(np.array_equal(row, answers[numbers ^ each]) for each, row in enumerate(table)) else None


def _joined(odd: Numbers, even: Numbers, code: Numbers) -> tuple[Numbers, Numbers]:
    """The sums of odd and of even numbers of columns after one has joined."""
    return (
        np.concatenate([odd, code, code + even, code - even], axis=1),
        np.concatenate([even, code + odd, code - odd], axis=1),
    )


def with_neighbors(may: Numbers, near: Flags, least: int) -> tuple[Numbers, Flags]:
    """What is left of a graph if all that have too few neighbors go, one after another."""
    while True:
        kept = near.sum(axis=1) >= least
        if kept.all():
            return may, near
        may, near = may[kept], near[kept][:, kept]


def has_clique(near: Flags, size: int) -> bool:
    """Whether so many, two at least, are neighbors of each other."""
    neighbors = [int.from_bytes(row.tobytes(), "little") for row in np.packbits(near, axis=1, bitorder="little")]

    def holds(among: int, more: int) -> bool:
        while among.bit_count() >= more:
            place = among.bit_length() - 1
            among ^= 1 << place
            beside = among & neighbors[place]
            if beside.bit_count() >= more - 1 and (more == 2 or holds(beside, more - 1)):
                return True
        return False

    return holds((1 << len(near)) - 1, size)
