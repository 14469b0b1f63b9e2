"""How large a task is."""

from __future__ import annotations

import time

from strategist.search.tasks.task import AnyProof

_LEAST_GRAIN, _MOST_GRAIN = 1.0, 20.0
"""The seconds that a task may take: short ones first, so that there are enough for everybody, and later longer ones."""
_SHARE_OF_GRAIN = 0.04
"""The seconds that a task may take as a part of the time so far."""
_FIRST_POSITIONS = 1 << 13


class Grain:
    """The number of positions that a task may take: as many as one worker examines in some seconds."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._nodes, self._seconds = 0, 0.0

    def note(self, proof: AnyProof) -> None:
        """Learn from a task how fast positions are examined."""
        self._nodes += proof.nodes
        self._seconds += proof.seconds

    def positions(self) -> int:
        """The positions of the next task."""
        if self._seconds < _LEAST_GRAIN:
            return _FIRST_POSITIONS
        elapsed = time.monotonic() - self._begun
        seconds = min(_MOST_GRAIN, max(_LEAST_GRAIN, _SHARE_OF_GRAIN * elapsed))
        return max(1, int(seconds * self._nodes / self._seconds))
