"""The processes that carry out tasks: the machines of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.options import Options


class Executor(Protocol):
    """Processes that carry out tasks one each, or all the same. Their results may come in any order, late, or twice."""

    def begin(self, turn: int, aim: Any, seed: int, facts: Callable[[], NDArray[np.uint64]]) -> None:
        """Turn to the next search of a run; ``facts`` returns the known facts, for those that join."""

    def room(self) -> int:
        """The number of tasks for one process each that can be opened now."""

    def open(self, task: Any) -> None:
        """Take a task, for one process."""

    def open_to_all(self, task: Any) -> None:
        """Take a task for every process, also for those that come later; it takes the place of the one before."""

    def proofs(self, seconds: float) -> Sequence[Any]:
        """What has come in, after waiting for some seconds at most."""

    def drop(self, number: int) -> None:
        """Give up a task, because its result no longer matters."""

    def share(self, rows: NDArray[np.uint64]) -> None:
        """Tell everybody of new facts."""

    def dismiss(self, worker: str) -> None:
        """Give nothing to somebody any more, and tell nothing."""

    def awaits(self, number: int) -> bool:
        """Whether some process is still at that task, and answers."""

    def end(self) -> None:
        """Give up all tasks."""

    def lost(self) -> bool:
        """Whether nobody will carry out a task any more: the search ends as if it had been stopped."""

    def words(self) -> Mapping[str, Any]:
        """What a progress report says of it."""


Crowd = Callable[[Any, Options], AbstractContextManager[Executor]]
"""Gathers those who will carry out tasks of an instance (:mod:`~strategist.search.tasks.remote.instance`), and sends
them away at the end."""
