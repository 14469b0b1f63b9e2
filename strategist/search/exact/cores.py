"""Refute a limit of guesses by cores: small sets of secrets that cannot all be found in time.

If a set cannot be solved within k guesses, no larger set can. A reason why one set is too hard holds for many sets. In
a word game it is mostly a few words that differ in one letter, HATCH, MATCH, WATCH and so on, a *core*. A guess that
gives all words of a core the same response has not touched it. So a set cannot be solved within k + 1 guesses if each
guess leaves in one cell some core that cannot be solved within k. The search for a tree meets the same cores again and
again, within millions of sets that differ in other words. Here each is found once, and kept as the bits of the guesses
that leave it whole: to refute a set is to find the cores that it contains, and to join their bits. This is how solvers
of satisfiability learn from conflicts (Marques-Silva and Sakallah 1999). The last level is different: a set is solved
by the guess that gives all of its members different responses, and the next.

That no strategy solves Wordle, with its first lists of 2,315 answers and 12,972 guesses, within four guesses is proven
in this way with some 10,000 cores, where the search was not finished after a hundred million positions.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel

_SAMPLE = 48
"""Members of a large set among which a core is sought first."""
_STRIDE = 37
"""One guess in 37 is looked at to see which secrets are alike."""

Members = NDArray[np.int64]
Marks = NDArray[np.bool_]
"""``bool[guesses]``."""
Bits = NDArray[np.uint64]
"""``uint64[cores, guesses / 64]``: a bit for each guess that leaves a core whole."""


@borrowing
def _most_alike(table: NDArray[np.unsignedinteger]) -> int:
    """The row that agrees with most others, as far as some of the columns show."""
    best, most = 0, -1
    for row in range(len(table)):
        alike = 0
        for other in range(len(table)):
            for column in range(0, table.shape[1], _STRIDE):
                alike += table[row, column] == table[other, column]
        if alike > most:
            best, most = row, alike
    return best


@borrowing
def _mark_equal(one: NDArray[np.unsignedinteger], other: NDArray[np.unsignedinteger], marks: Marks) -> int:
    """Mark where two rows are equal; returns how many places are marked, before or now."""
    count = 0
    for column in range(len(marks)):
        marks[column] |= one[column] == other[column]
        count += marks[column]
    return count


@borrowing
def _is_core(rows: NDArray[np.unsignedinteger], members: Members, without: int, marks: Marks) -> bool:
    """Whether each guess gives two members the same response, the one at place ``without`` left out."""
    marks[:] = False
    for place in range(len(members)):
        for other in range(place):
            if without not in (place, other):
                marked = _mark_equal(rows[members[place]], rows[members[other]], marks)
                if marked == len(marks):
                    return True
    return False


def find_core(rows: NDArray[np.unsignedinteger], members: Members) -> Members:
    """A few of the members such that each guess gives two of them the same response; none if some guess tells all
    members apart.

    ``rows`` is ``uint8|uint16[secrets, guesses]``. Members are taken one by one, each time the one that makes most
    guesses fail; then those that are not needed are left out.
    """
    core = np.empty(len(members), dtype=np.int64)
    taken, marks = np.zeros(len(members), dtype=np.bool_), np.empty(rows.shape[1], dtype=np.bool_)
    fails = np.zeros((len(members), rows.shape[1]), dtype=np.bool_)
    # What is looked at again and again are the guesses alone that do not fail yet.
    return core[: list_core(rows, members, rows[members], core, taken, fails, marks)]


@borrowing_kernel
def list_core(
    rows: NDArray[np.unsignedinteger],
    members: Members,
    table: NDArray[np.unsignedinteger],
    core: Members,
    taken: Marks,
    fails: NDArray[np.bool_],
    marks: Marks,
) -> int:
    """Write the members of :func:`find_core` into ``core``, and return their number.

    ``table`` holds the rows of the members, ``taken`` is ``bool[members]`` and ``fails`` ``bool[members, guesses]``,
    both without marks, and ``marks`` is scratch.
    """
    count, alive = len(members), rows.shape[1]
    newest, size = _most_alike(table), 0
    while True:
        core[size] = members[newest]
        taken[newest] = True
        size += 1
        if alive == 0 or size == count:
            break
        # Where no member agrees with one that is taken, two others may agree.
        best, most = -1, -1
        for place in range(count):
            if not taken[place]:
                more = _mark_equal(table[place, :alive], table[newest, :alive], fails[place, :alive])
                if more > most:
                    best, most = place, more
        kept = 0
        for guess in range(alive):
            if not fails[best, guess]:
                for place in range(count):
                    table[place, kept] = table[place, guess]
                    fails[place, kept] = fails[place, guess]
                kept += 1
        alive, newest = kept, best
    if alive:
        return 0
    place = 0
    while place < size:
        if _is_core(rows, core[:size], place, marks):
            for after in range(place + 1, size):
                core[after - 1] = core[after]
            size -= 1
        else:
            place += 1
    return size


def left_whole_by(rows: NDArray[np.unsignedinteger], members: Members) -> Marks:
    """The guesses that give all members the same response."""
    found: Marks = (rows[members] == rows[members[0]]).all(axis=0)
    return found


@borrowing
def is_inside(ends: NDArray[np.int64], members: Members, inside: Marks, core: int) -> bool:
    """Whether all members of a core are ``inside``, ``bool[secrets]``; ``ends`` says where those of each core end."""
    for place in range(ends[core - 1] if core else 0, ends[core]):  # noqa: SIM110 (kernels know no generators)
        if not inside[members[place]]:
            return False
    return True


@borrowing_kernel
def join_bits(bits: Bits, ends: NDArray[np.int64], members: Members, inside: Marks, joined: NDArray[np.uint64]) -> None:
    """Join the bits of all cores whose members are all ``inside``."""
    for core in range(len(ends)):
        if is_inside(ends, members, inside, core):
            for word in range(len(joined)):
                joined[word] |= bits[core, word]


class Pool:
    """The cores that are known not to be solved within some number of guesses."""

    def __init__(self, rows: NDArray[np.unsignedinteger]) -> None:
        self.rows = rows
        self._count = 0
        self._words = (rows.shape[1] + 63) // 64
        self._bits: Bits = np.zeros((64, self._words), dtype=np.uint64)
        self._ends = np.zeros(64, dtype=np.int64)
        self._members = np.zeros(1024, dtype=np.int64)

    def __len__(self) -> int:
        return self._count

    @property
    def bits(self) -> Bits:
        """The guesses that leave each core whole."""
        return self._bits[: self._count]

    @property
    def ends(self) -> NDArray[np.int64]:
        """Where the members of each core end in :attr:`members`."""
        return self._ends[: self._count]

    @property
    def members(self) -> Members:
        """The members of all cores, one core after the other."""
        return self._members

    def core(self, number: int) -> Members:
        """The members of a core."""
        return self._members[self._ends[number - 1] if number else 0 : self._ends[number]]

    def add(self, core: Members) -> Marks:
        """Take up a core; returns the guesses that leave it whole."""
        begin = int(self._ends[self._count - 1]) if self._count else 0
        end = begin + len(core)
        while end > len(self._members):
            self._members = np.concatenate((self._members, np.zeros_like(self._members)))
        if self._count == len(self._ends):
            self._ends = np.concatenate((self._ends, np.zeros_like(self._ends)))
            self._bits = np.concatenate((self._bits, np.zeros_like(self._bits)))
        marks = left_whole_by(self.rows, core)
        self._members[begin:end] = core
        self._ends[self._count], self._bits[self._count] = end, self.packed(marks)
        self._count += 1
        return marks

    def left_whole(self, members: Members) -> Marks:
        """The guesses that leave some core among the members whole."""
        joined = np.zeros(self._words, dtype=np.uint64)
        join_bits(self.bits, self.ends, self.members, self.marked(members), joined)
        return self.unpacked(joined)

    def marked(self, members: Members) -> Marks:
        """``bool[secrets]``: the members."""
        inside = np.zeros(len(self.rows), dtype=np.bool_)
        inside[members] = True
        return inside

    def packed(self, marks: Marks) -> NDArray[np.uint64]:
        """Marks of guesses as bits."""
        packed = np.zeros(8 * self._words, dtype=np.uint8)
        found = np.packbits(marks)
        packed[: len(found)] = found
        return packed.view(np.uint64)

    def unpacked(self, bits: NDArray[np.uint64]) -> Marks:
        """Bits as marks of guesses."""
        return np.unpackbits(bits.view(np.uint8), count=self.rows.shape[1]).astype(np.bool_)


class Refuter:
    """Tells whether sets of secrets can be solved within a number of guesses, where all guesses are always allowed.

    ``rows`` is ``uint8|uint16[secrets, guesses]``, the responses, of which ``solved`` ends the game, and ``last`` is
    :func:`~strategist.files.versions.core_columns.last_level`. Once ``stopped`` says so, nothing is refuted any more.
    """

    def __init__(self, rows: NDArray[np.unsignedinteger], solved: int, last: int, stopped: Callable[[], bool]) -> None:
        self.rows, self.solved, self.last, self.stopped = rows, solved, last, stopped
        self._columns = np.ascontiguousarray(rows.T)
        cells = [len(np.unique(column)) for column in self._columns]
        self._order = np.argsort(-np.array(cells), kind="stable")
        """The guesses with most cells are tried first: a set that can be solved is seen to be so soon."""
        self.pools: dict[int, Pool] = {}
        """The cores found so far, by the number of guesses that are not enough for them."""

    def refutes(self, members: Members, within: int, tell: Callable[[float], object] | None = None) -> bool:
        """Whether the members, two or more of them, cannot be solved within ``within`` guesses.

        ``tell`` hears of the share of the guesses that are refuted so far.

        >>> rows = np.array([[2, 0, 1], [0, 2, 1], [0, 1, 2]], dtype=np.uint8)
        >>> refuter = Refuter(rows, 2, 2, lambda: False)
        >>> [refuter.refutes(np.arange(3), within) for within in (1, 2)]
        [True, False]
        """
        if within > self.last:
            return self._all_fail(members, within, tell)
        return within < self.last or self._core(members, within) is not None

    def _core(self, members: Members, within: int) -> Members | None:
        """Some of the members that cannot be solved within ``within`` guesses; None if all can."""
        if self.stopped():
            return None
        if within == self.last:
            found = find_core(self.rows, members[:_SAMPLE])
            if not len(found) and len(members) > _SAMPLE:
                found = find_core(self.rows, members)
            return found if len(found) else None
        return members if self._all_fail(members, within) else None

    def _all_fail(self, members: Members, within: int, tell: Callable[[float], object] | None = None) -> bool:
        """Whether each guess leaves some core whole that cannot be solved within one guess less."""
        pool = self.pools.setdefault(within - 1, Pool(self.rows))
        fails = pool.left_whole(members)
        while not fails.all():
            guess = int(self._order[np.argmin(fails[self._order])])
            core = None if self.stopped() else self._core_in_cell(guess, members, within - 1)
            if core is None:
                return False
            fails |= pool.add(core)
            if tell is not None:
                tell(float(fails.mean()))
        return True

    def _core_in_cell(self, guess: int, members: Members, within: int) -> Members | None:
        """A core in one of the cells of a guess."""
        for cell in self._cells(guess, members):
            if (core := self._core(cell, within)) is not None:
                return core
        return None

    def _cells(self, guess: int, members: Members) -> list[Members]:
        """The cells that a guess makes, the largest first, without those that need no guess to be told apart."""
        answers = self._columns[guess, members]
        order = np.argsort(answers, kind="stable")
        cells = np.split(members[order], 1 + np.flatnonzero(np.diff(answers[order])))
        cells = [cell for cell in cells if len(cell) > 1 and self._columns[guess, cell[0]] != self.solved]
        return sorted(cells, key=len, reverse=True)
