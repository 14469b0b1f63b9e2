"""A budget as a task for other processes, and what came of it, as values: they travel between a search and its
helpers."""

from __future__ import annotations

from typing import NamedTuple

from strategist.search.several_answers.several_desks import Found, What
from strategist.search.several_answers.several_questions import STOPPED


class SeveralTask(NamedTuple):
    """The position at the beginning, which all processes search: does a tree cost less than ``budget`` that begins with
    ``only`` one question, -1 for any?

    What took ``least_nodes`` positions or more is worth telling. Whoever gets the task is the ``process`` of that
    number among so many ``processes``.
    """

    number: int
    what: What
    budget: Found
    only: int = -1
    least_nodes: int = 1
    process: int = 0
    processes: int = 1

    @property
    def aim(self) -> What:
        """What the facts depend on that are found on the way."""
        return self.what

    def undone(self) -> SeveralProof:
        """What it comes to if nobody begins it."""
        return SeveralProof(self.number)


class SeveralProof(NamedTuple):
    """What a process has found of a task: the kind of what is known in the end, and the cost of a tree that was found,
    also if it was stopped, with the question that it begins with, -1 for none.

    ``unsure`` says that two costs were closer than the error of doubles. ``rows`` are the bytes of rows of
    :data:`~strategist.search.several_answers.sharing.several_record.KEYS`: what was proven and took long. Before the
    end a process tells of rows, and of its positions since it has told last.
    """

    number: int
    kind: int = STOPPED
    found: Found | None = None
    opening: int = -1
    unsure: bool = False
    nodes: int = 0
    rows: bytes = b""
    worker: str = ""
    """Who has told it; whoever hears it sets that."""

    @property
    def finished(self) -> bool:
        """Whether the task is done."""
        return self.kind >= 0

    def joined(self, told: SeveralProof) -> SeveralProof:
        """What is known with what somebody else has found of the same task."""
        return told if told.finished else self
