"""Shallower and shallower trees, for a search whose proof that no tree keeps within fewer guesses may never end.

A proof that goes upwards from the least depth that counting allows has no tree before it ends. So it is interrupted now
and then, for trees that are known to be deeper: each try allows one guess less than the best tree needs, and rounds of
more and more guesses at large sets, like those of :mod:`~strategist.search.run.anytime`, look for a tree. A round of
all guesses that finds none is a proof, and raises the bound.

How long either goes on is counted in positions. What a search that is closed ends with does not depend on it: trees are
extracted from exact values alone.
"""

from __future__ import annotations

from strategist.search.run.root import Root

PATIENCE = 4_000_000_000
"""Positions times guesses after which a proof is interrupted for the first time: some seconds, in which most proofs
have ended. An interruption costs a sixth of a second of one that would end soon after it."""
LONGER = 4
"""Each time, the proof goes on so many times as long, because it has to find the way to where it was."""
_SHARE = 2
"""The positions for trees are this part of those for the proof."""


class Descent:
    """The search for trees less deep than the best one, of at most ``most`` guesses.

    The best tree is that of the root, and ``refuted`` the largest limit of guesses that no tree keeps, as far as that
    is proven here.
    """

    def __init__(self, root: Root, most: int) -> None:
        self.root, self.most = root, most
        self.refuted = -1
        self._width = 1
        self._wide = 2
        """How many times as many guesses as are needed at least a first tree may have: more are found sooner."""

    def is_open(self, least: int) -> bool:
        """Whether there is anything to look for: a tree that is less deep than the best one, and deeper than
        ``least``, which the proof is about."""
        return self._limit(least) > max(least, self.refuted)

    def pursue(self, least: int, positions: int) -> None:
        """Look for trees deeper than ``least`` for part of so many positions; a stop ends it earlier."""
        workers = self.root.workers
        end = workers.nodes() + positions // _SHARE
        while self.is_open(least) and (rest := end - workers.nodes()) > 0 and not workers.stopped():
            self._try(self._limit(least), rest)

    def _limit(self, least: int) -> int:
        """The number of guesses to allow next."""
        depth = self.root.best.depth
        return min(self.most, self._wide * (least + 1)) if depth is None else depth - 1

    def _try(self, limit: int, positions: int) -> None:
        """One round: look for a tree within a limit with as many guesses at large sets as it is the turn of."""
        root, workers = self.root, self.root.workers
        known = root.best.depth is not None
        problem = workers.problem(0, 0, limit, self._width)
        with workers.for_positions(positions):
            result = root.run(problem, limit, 1)
        if result.opening >= 0:
            # At once, while the memo still holds what it takes.
            if root.extract(problem, result.opening, result.cost) is not None and root.best.value is not None:
                workers.standing.found(root.best.value)
        elif result.finished and not self._width:
            self.refuted = limit
        elif result.finished and not known and limit < self.most:
            self._wide *= 2
        elif result.finished:
            wider = 2 * self._width
            self._width = wider if wider < workers.source.question_count else 0
