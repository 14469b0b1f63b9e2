"""What the ways to decide about a number of questions have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.search.certify.certify_sets import RefutedSet, SetProof


class Proving(ABC):
    """A search for sets of a number of questions, which can say why there is none.

    Parameters
    ----------
    left : callable
        It is called at each node, and may raise an exception.
    """

    symmetries: Sequence[NDArray[np.int64]] = ()
    """The permutations of candidates up to which sets are tried."""
    count = 1
    """The products of them that are made at most."""
    steps = 50
    """The exchanges that are tried before a search, which finds good sets as well."""

    def __init__(self, left: Callable[[], object]) -> None:
        self.left = left
        self.nodes = 0
        """How many sets were looked at."""
        self.keeps = False
        """Whether nodes note why they are refuted."""

    def find(self, count: int) -> list[int] | None:
        """So many questions that tell all apart, or fewer; None if there are none."""
        self.keeps = False
        return self._start(RefutedSet(0), count)

    def refute(self, count: int) -> SetProof:
        """Why not so many questions tell all apart, which is known."""
        top, self.keeps = RefutedSet(0), True
        if count >= 0:
            found = self._start(top, count)
            assert found is None, found
        return SetProof(top, [each.tolist() for each in self.symmetries], self.count)

    @abstractmethod
    def _start(self, top: RefutedSet, count: int) -> list[int] | None:
        """:meth:`find`; ``top`` says why there are none, if there are none."""
