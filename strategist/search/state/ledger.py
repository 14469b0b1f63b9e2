"""What is proven, wherever it was proven: the journal, and what others have not heard yet.

Facts are rows as a journal holds them (:mod:`~strategist.search.state.record`): a lower bound or an exact cost under
the name of a position. They come in any order, and more than once. In a memo a fact may replace a stronger one; that
costs time, never truth. The journal keeps the strongest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.journal import Journal, identity_of, seed_of
from strategist.search.state.record import Record
from strategist.search.state.result_log import fitting, make_ring

MOST_TOLD = 1 << 17
"""The most facts that one process is told of a search at once: those that took longest to prove."""


class Ledger:
    """The facts of the searches of one run; :meth:`begin` each of them."""

    def __init__(self, record: Record, header: Mapping[str, str], journal: Journal | None = None) -> None:
        self._record = record
        self._identity = identity_of(header)
        self._journal = journal
        self._search: int | None = None
        self.turn = 0
        """The number of the search in the run."""
        self.seed = 0
        self.refused = 0
        """The rows that came with a seal that does not fit."""
        self._known: dict[int | None, list[NDArray[np.uint64]]] = {None: []}
        self.told: list[tuple[str, NDArray[np.uint64]]] = []
        """The facts that others have told of this search, in the order in which they came, and who has told each."""
        self._distrusted: set[str] = set()

    def begin(self, search: int) -> bool:
        """Turn to a search; returns whether it is another one than before."""
        if search == self._search:
            return False
        self._search = search
        self.told = []
        self.turn += 1
        self.seed = seed_of(self._identity, search)
        if search not in self._known:
            self._known[search] = [] if self._journal is None else list(self._journal.stored(search))
        return True

    def everything(self) -> NDArray[np.uint64]:
        """The facts that a process should know when it joins; those that took longest, if there are too many."""
        return self.known(self._search)

    def known(self, search: int | None) -> NDArray[np.uint64]:
        """The facts that are known in a search; those that took longest, if there are too many."""
        rows = np.concatenate([make_ring(0, self._record.words), *self._known.get(search, ())])
        longest = np.argsort(rows[:, self._record.worth], kind="stable")[-MOST_TOLD:]
        return rows if len(rows) <= MOST_TOLD else rows[longest]

    def distrust(self, names: Iterable[str]) -> None:
        """Forget all that was told, and believe these no more. The next search is another one than before."""
        self._distrusted.update(names)
        self._search = None
        self._known = {None: []}

    def believes(self, name: str) -> bool:
        """Whether what somebody tells is taken."""
        return name not in self._distrusted

    def take(self, rows: NDArray[np.uint64], name: str = "") -> NDArray[np.uint64]:
        """Enter facts that somebody has told; returns those whose seal fits."""
        fresh = fitting(self.seed, rows)
        if len(fresh):
            self.told.append((name, fresh))
        self.refused += len(rows) - len(fresh)
        self.enter(fresh)
        return fresh

    def enter(self, rows: NDArray[np.uint64]) -> None:
        """Enter facts under the seal of this search."""
        if len(rows):
            self._known[self._search].append(rows)
            if self._journal is not None:
                self._journal.add(rows)
