"""The turns of a run in a process of a cluster, and the threads that carry out its tasks."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Generic, Protocol, TypeVar

from strategist.search.state.memory import Costs

_WAIT_SECONDS = 0.05


class Stoppable(Protocol):
    """A thread that carries out tasks one by one."""

    def stop(self, number: int | None) -> None:
        """Stop the task of this number, or any, if it is at hand."""


H = TypeVar("H", bound=Stoppable)


class Turns(ABC, Generic[H]):
    """The threads of one process, ``hands``, and which search they are at.

    A run has turns, one for each of its searches, and what was learnt belongs to one turn. Tasks of an earlier turn
    come back at once, with nothing.
    """

    def __init__(self, hands: Sequence[H]) -> None:
        self.hands = hands
        self._idle: SimpleQueue[H] = SimpleQueue()
        for hand in hands:
            self._idle.put(hand)
        self._turning = threading.Condition()
        self._busy = 0
        self._turn = -1
        self._seed = 0
        self._dropped: set[int] = set()

    def begin(self, turn: int, costs: Costs, seed: int) -> None:
        """Turn to a search; what is at hand of an earlier one is stopped."""
        with self._turning:
            while self._turn < turn and self._busy:
                self.stop()
                self._turning.wait(_WAIT_SECONDS)
            if self._turn < turn:
                self._turn, self._seed = turn, seed
                self._dropped.clear()
                self._turned(costs)

    @abstractmethod
    def _turned(self, costs: Costs) -> None:
        """Forget what belongs to the turn before."""

    def start_again(self) -> None:
        """Be ready for another run of the same search: its turns are counted from the beginning."""
        with self._turning:
            while self._busy:
                self.stop()
                self._turning.wait(_WAIT_SECONDS)
            self._turn = -1

    def _is_wanted(self, turn: int, number: int) -> bool:
        """Whether a task still belongs to the search at hand."""
        return self._turn == turn and number not in self._dropped

    @contextmanager
    def _an_idle_hand(self) -> Iterator[H]:
        """A thread for one task, which ``_busy`` counts already."""
        hand = self._idle.get()
        try:
            yield hand
        finally:
            self._idle.put(hand)
            with self._turning:
                self._busy -= 1
                self._turning.notify_all()

    def stop(self, number: int | None = None) -> None:
        """Stop a task, now or when it is about to begin, or all that are at hand."""
        if number is not None:
            self._dropped.add(number)
        for hand in self.hands:
            hand.stop(number)
