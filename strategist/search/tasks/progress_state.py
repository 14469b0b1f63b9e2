"""Where a search stands: the best figure and the proven bound of the objective that it minimizes now."""

from __future__ import annotations

import threading
from typing import Any

from strategist.search.state.problem import INFEASIBLE, INFEASIBLE_AT_STAKE


class SearchProgress:
    """What progress reports say of a search.

    Costs are noted as the search meets them, in any order and by two threads: the best figure only falls, and the bound
    only rises, until the search turns to another objective.

    >>> standing = SearchProgress()
    >>> standing.aim("total")
    >>> standing.note(0.0, INFEASIBLE, 5000), standing.note(0.0, 5801, 4000), standing.words()
    (None, None, {'objective': 'total', 'best': 5801, 'bound': 5000})

    Where there is a journal, it tells no cost whose tree is not there: ``kept_only``.

    >>> standing = SearchProgress(kept_only=True)
    >>> standing.aim("total")
    >>> standing.note(0.0, 5801, 4000), standing.words()["best"], standing.keep(5802), standing.words()["best"]
    (None, '-', None, 5802)
    """

    def __init__(self, kept_only: bool = False) -> None:
        self.share = 0.0
        self.kept_only = kept_only
        self._kept = INFEASIBLE_AT_STAKE
        self.width = 0
        """The number of guesses that the round tries at the largest sets; 0 for all."""
        self._objective: str | None = None
        self._below: int | None = None
        self._ceiling = INFEASIBLE
        self._best, self._bound = INFEASIBLE_AT_STAKE, 0
        self._lock = threading.Lock()

    def aim(
        self,
        objective: str,
        below: int | None = 0,
        ceiling: int = INFEASIBLE,
        *,
        best: int = INFEASIBLE_AT_STAKE,
        bound: int = 0,
    ) -> None:
        """Turn to another objective, of which the tree so far has the figure ``best``, and with this proven ``bound``.

        Costs count from ``below``, which the objectives before it cost, and from ``ceiling`` on they are no tree's.
        ``below`` is None if costs say nothing about this objective.
        """
        with self._lock:
            self._objective, self._below, self._ceiling, self.width = objective, below, ceiling, 0
            self._best, self._bound = best, bound
            self._kept = INFEASIBLE_AT_STAKE

    def note(self, share: float, best: int, bound: int = 0) -> None:
        """Note the share of the work done, the least cost met and the bound of the cost."""
        with self._lock:
            self.share = share
            if self._below is None or self._objective is None:
                return
            if self.kept_only:
                best = max(best, self._kept)
            if best < self._ceiling:
                self._best = min(self._best, best - self._below)
            self._bound = min(self._best, max(self._bound, bound - self._below))

    def keep(self, cost: int) -> None:
        """Note the cost of a tree that is where it stays, in the journal if there is one."""
        with self._lock:
            self._kept = min(self._kept, cost)
        self.note(self.share, cost)

    @property
    def kept(self) -> int:
        """The least cost of such a tree, for this objective."""
        return self._kept

    @property
    def counts(self) -> bool:
        """Whether costs say something about this objective."""
        return self._below is not None

    def found(self, best: int) -> None:
        """Note the figure of a tree, where costs say nothing about it."""
        with self._lock:
            self._best = min(self._best, best)

    def advance(self, share: float) -> None:
        """Note the share of the work done alone."""
        self.share = share

    def aimed_at(self) -> tuple[str, int]:
        """The objective aimed at last, and its proven lower bound."""
        with self._lock:
            return self._objective or "", self._bound

    def words(self) -> dict[str, Any]:
        """The words of a report, without those that say nothing."""
        with self._lock:
            objective = {} if self._objective is None else {"objective": self._objective}
            best = self._best if self._best < INFEASIBLE_AT_STAKE else "-"
            width = {"width": self.width} if self.width else {}
            return {**objective, "best": best, "bound": self._bound, **width}
