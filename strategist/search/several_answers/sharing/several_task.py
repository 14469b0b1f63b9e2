"""A first question as a task, and what came of it, as values: they travel between a search and an executor."""

from __future__ import annotations

from typing import NamedTuple

from strategist.search.several_answers.several_desks import Found, What
from strategist.search.several_answers.several_questions import STOPPED


class SeveralTask(NamedTuple):
    """What does a tree cost that begins with a question, if that is less than ``best``?

    What took ``least_nodes`` positions or more is worth telling.
    """

    number: int
    what: What
    question: int
    best: Found
    least_nodes: int

    def undone(self) -> SeveralProof:
        """What it comes to if nobody begins it."""
        return SeveralProof(self.number)


class SeveralProof(NamedTuple):
    """The result of a task: its kind, and the cost or its lower bound.

    ``unsure`` says that two costs were closer than the error of doubles. ``rows`` are the bytes of rows of
    :data:`~strategist.search.several_answers.sharing.several_record.KEYS`: what was proven and took long.
    """

    number: int
    kind: int = STOPPED
    found: Found | None = None
    unsure: bool = False
    nodes: int = 0
    seconds: float = 0.0
    """Of the processor."""
    rows: bytes = b""

    @property
    def finished(self) -> bool:
        """Whether the question is decided."""
        return self.kind >= 0
