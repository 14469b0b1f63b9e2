"""Whether so many questions can tell all candidates apart, by branching on a pair that is together.

A set of questions that tells all apart holds one that tells this pair apart. So for a set C, the questions F that are
ruled out, and an open pair, each question that tells the pair apart is tried in turn, and ruled out for those behind.

*Symmetry.* Take the symmetries that map C to C and F to F. Of each of their orbits one question is enough, and behind
it the whole orbit is ruled out: the first orbit that a set meets can be moved so that the set holds the question tried.
The symmetries are some thousand products of exchanges; a game may have many more. Questions of one partition are one.

*Counting.* No k questions tell more open pairs apart than the sum of what the k best do; nor do they make more cells of
a cell than the product of theirs.

Source of the branching: R. Reiter, "A theory of diagnosis from first principles", Artificial Intelligence 32 (1987),
for the hitting-set tree. What is ruled out by orbits: J. Ostrowski, J. Linderoth, F. Rossi and S. Smriglio, "Orbital
branching", Mathematical Programming 126 (2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import prod

import numpy as np
from numpy.typing import NDArray

from strategist.search.certify.certify_sets import RefutedSet
from strategist.search.static.first_found import FirstFound
from strategist.search.static.partitions import Partitions, first_of_partitions, labels
from strategist.search.static.proving import Proving

PRODUCTS = 2000
"""The products of symmetries that are made at most."""
_MOST_PRODUCTS_TIMES_PARTITIONS = 1 << 22
MOST_TOLD = 1 << 31
"""Pairs of candidates times partitions, a bit each."""
_PAIRS_LOOKED_AT = 512
"""The open pairs of which one is taken."""
_COUNTED_ORBITS = 30
"""Those of them whose orbits are counted."""

Flags = NDArray[np.bool_]
Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]


class TooManyPairs(Exception):
    """The pairs of candidates do not fit in memory."""


class Branching(Proving):
    """The search for sets of a number of questions.

    Parameters
    ----------
    partitions : Partitions
        The answers.
    symmetries : sequence of int64[candidates]
        Permutations of candidates that map classes to classes, and the partition of each question to that of another.
    left : callable
        It is called at each node, and may raise an exception.
    jobs : int, default 1
        The number of threads. They change nothing but how many sets are looked at where some are found.

    Raises :class:`TooManyPairs` if there are more than :data:`MOST_TOLD` with each partition.
    """

    def __init__(
        self, partitions: Partitions, symmetries: Sequence[Numbers], left: Callable[[], object], jobs: int = 1
    ) -> None:
        super().__init__(left)
        self._jobs = jobs
        self.questions = first_of_partitions(partitions.table)
        """The first question of each partition."""
        table = partitions.table[self.questions]
        self.cells = [len(np.unique(row)) for row in table]
        self.classes = partitions.classes
        ones, others = np.triu_indices(table.shape[1], 1)
        apart = self.classes[ones] != self.classes[others]
        ones, others = ones[apart], others[apart]
        if len(table) * len(ones) > MOST_TOLD:
            raise TooManyPairs
        # Pairs that few questions tell apart come first.
        tellers = np.zeros(len(ones), dtype=np.int64)
        for row in table:
            tellers += row[ones] != row[others]
        order = np.argsort(tellers, kind="stable")
        self.ones, self.others = ones[order], others[order]
        self.bits = np.stack([_packed(row[self.ones] != row[self.others]) for row in table])
        self.table = table
        self.symmetries, moved = symmetries, []
        rows = {labels(row).tobytes(): number for number, row in enumerate(table)} if symmetries else {}
        for images in symmetries:
            row_of = np.argsort(images)
            moved.append(np.array([rows[labels(row[row_of]).tobytes()] for row in table]))
        self.count = min(PRODUCTS, max(1, _MOST_PRODUCTS_TIMES_PARTITIONS // len(table)))
        self.products = products_of(moved, len(table), self.count)

    def _start(self, top: RefutedSet, count: int) -> list[int] | None:
        together = _packed(np.ones(len(self.ones), dtype=np.bool_))
        first = FirstFound(self._jobs, count)
        with first.threads:
            self._branch(first, (), top, [], np.zeros(len(self.table), dtype=np.bool_), together, count)
        self.nodes += first.nodes
        return None if first.found is None else [self.questions[each] for each in first.found]

    def _branch(
        self,
        first: FirstFound,
        place: tuple[int, ...],
        node: RefutedSet,
        asked: list[int],
        out: Flags,
        together: Words,
        more: int,
    ) -> None:
        """Look for questions that tell all apart, with these, with none of those that are ruled out, and so many more.
        If there are none, ``node`` then says why."""
        self.left()
        if not first.enter(place):
            return None
        left = int(np.bitwise_count(together).sum(dtype=np.int64))
        if left == 0:
            return first.keep(place, asked)
        if more == 0:
            return None
        told = np.bitwise_count(self.bits & together).sum(axis=1, dtype=np.int64)
        told[out] = 0
        if told.max() == left:
            return first.keep(place, [*asked, int(told.argmax())])
        if int(np.partition(told, -more)[-more:].sum() if more < len(told) else told.sum()) < left:
            return None
        if self._too_many_cells(asked, out, more):
            return None
        orbits = self._orbits(asked, out)
        pair = self._pair(together, out, orbits)
        node.pair = int(self.ones[pair]), int(self.others[pair])
        tried = np.unique(orbits[self._tell(np.array([pair]))[:, 0] & ~out])

        def branch(number: int, each: int, out: Flags) -> None:
            below = belows[number]
            self._branch(first, (*place, number), below, [*asked, each], out, together & ~self.bits[each], more - 1)

        order = tried[np.argsort(-told[tried], kind="stable")].tolist()
        belows = [RefutedSet(self.questions[each]) for each in order]
        calls = []
        for number, each in enumerate(order):
            calls.append(partial(branch, number, each, out))
            out = out | (orbits == each)
        first.carry_out(calls)
        if self.keeps:
            node.below.extend(belows)
        return None

    def _too_many_cells(self, asked: list[int], out: Flags, more: int) -> bool:
        room = prod(sorted((cells for cells, no in zip(self.cells, out, strict=True) if not no), reverse=True)[:more])
        if room >= len(self.classes):
            return False
        codes = np.unique(self.table[asked], axis=1, return_inverse=True)[1].reshape(-1) if asked else 0 * self.classes
        held = np.unique(np.stack([codes, self.classes]), axis=1)[0]
        return int(np.bincount(held).max()) > room

    def _orbits(self, asked: list[int], out: Flags) -> Numbers:
        """For each partition the lowest to which products that keep ``asked`` and ``out`` can move it."""
        lowest = np.arange(len(self.table))
        if len(self.products) == 1:
            return lowest
        here = np.zeros(len(self.table), dtype=np.bool_)
        here[asked] = True
        kept = self.products[here[self.products[:, asked]].all(axis=1)]
        kept = kept[out[kept[:, out]].all(axis=1)]
        while True:
            lower = np.minimum(lowest, lowest[kept].min(axis=0))
            if np.array_equal(lower, lowest):
                return lowest
            lowest = lower[lower]

    def _tell(self, pairs: Numbers) -> Flags:
        """``bool[partitions, pairs]``: whether each partition tells some pairs apart."""
        words = self.bits[:, pairs >> 6] >> (pairs & 63).astype(np.uint64)
        return (words & np.uint64(1)).astype(np.bool_)

    def _pair(self, together: Words, out: Flags, orbits: Numbers) -> int:
        """The open pair to branch on: that with the fewest orbits to try."""
        flags = np.unpackbits(together.view(np.uint8), bitorder="little")
        pairs = np.flatnonzero(flags)[:_PAIRS_LOOKED_AT]
        tell = self._tell(pairs) & ~out[:, None]
        counts = tell.sum(axis=0)
        if len(self.products) == 1:
            return int(pairs[counts.argmin()])
        few = np.argsort(counts, kind="stable")[:_COUNTED_ORBITS]
        return int(pairs[min(few, key=lambda each: len(np.unique(orbits[tell[:, each]])))])


def _packed(flags: Flags) -> Words:
    whole = np.zeros(-(-len(flags) // 64) * 64, dtype=np.bool_)
    whole[: len(flags)] = flags
    return np.packbits(whole, bitorder="little").view(np.uint64)


def products_of(moved: Sequence[Numbers], size: int, most: int) -> Numbers:
    """``int64[count, size]``: products of permutations, beginning with the one that moves nothing, each followed by
    each of the list; ``most`` of them, or all.

    >>> products_of([np.array([1, 0, 2]), np.array([0, 2, 1])], 3, 4).tolist()
    [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1]]
    """
    found = [np.arange(size)]
    known = {found[0].tobytes()}
    for product in found:
        for images in moved:
            after = images[product]
            if len(found) == most:
                return np.stack(found)
            if after.tobytes() not in known:
                known.add(after.tobytes())
                found.append(after)
    return np.stack(found)
