"""Claims about parts of a set of secrets, for the fast checker and for what writes certificates.

Why they hold for the whole set, :mod:`strategist.checking.several_answers.check_several_plain` says.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from strategist.model.tree import Figure


class Parts:
    """Claims of sets of secrets, a bit for each secret, within some number of questions (None for any).

    >>> parts = Parts(100)
    >>> parts.add(0b101, 3, None)
    >>> [parts.most(secrets, None, 2) for secrets in (0b111, 0b110, 0b101)]
    [3, 2, 3]
    """

    def __init__(self, count: int) -> None:
        self._words = -(-count // 64)
        self._sets: dict[tuple[Figure, int | None], tuple[Any, int]] = {}

    def add(self, secrets: int, bound: Figure, within: int | None) -> None:
        """Note a claim."""
        rows, count = self._sets.get((bound, within)) or (np.zeros((64, self._words), dtype=np.uint64), 0)
        if count == len(rows):
            rows = np.concatenate([rows, np.zeros_like(rows)])
        rows[count] = self._in_words(secrets)
        self._sets[bound, within] = rows, count + 1

    def most(self, secrets: int, within: int | None, least: Figure) -> Figure:
        """The greatest bound that is claimed of a part of some secrets, if it is more than ``least``, else this."""
        beyond = ~self._in_words(secrets)
        best = least
        for (bound, limit), (rows, count) in self._sets.items():
            holds = limit is None or (within is not None and within <= limit)
            if bound > best and holds and not (rows[:count] & beyond).any(axis=1).all():
                best = bound
        return best

    def _in_words(self, secrets: int) -> Any:
        return np.frombuffer(secrets.to_bytes(8 * self._words, "little"), dtype="<u8")
