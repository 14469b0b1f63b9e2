"""The task of a proof and its result as values: they travel between a search and the processes that help it."""

from __future__ import annotations

from typing import NamedTuple

from strategist.search.state.memory import Costs
from strategist.search.state.problem import INFEASIBLE_AT_STAKE, Problem


class Search(NamedTuple):
    """The cost that is minimised: the arguments of :meth:`~strategist.search.tasks.workers.Workers.problem`, and
    whether secrets have stakes."""

    unit: int
    extra: int
    limit: int | None
    width: int
    scale: int = 0
    gone: tuple[int, int] = (0, 0)
    tariff: tuple[int, ...] = ()
    staked: bool = False

    @property
    def costs(self) -> Costs:
        """What the bounds in a memo depend on."""
        return Costs(self.unit, self.extra, self.limit is not None, self.scale, self.staked, self.gone, self.tariff)


def search_of(problem: Problem) -> Search:
    """The search that a problem belongs to: there may be several problems at a time, of different widths."""
    limit = problem.left if problem.limited else None
    scale = problem.stakes.scale if problem.stakes else 0
    staked = bool(problem.stakes)
    return Search(problem.unit, problem.extra, limit, problem.width, scale, problem.gone, problem.tariff, staked)


class Task(NamedTuple):
    """One set of candidates, which all processes search: does it cost less than ``budget``?

    ``candidates`` are the bytes of ``int32[…]``; ``path`` holds the guesses that lead to them. A result that took
    ``least_nodes`` positions or more is worth telling. Whoever gets the task is the ``process`` of that number among so
    many ``processes``: it decides with which sets and guesses to begin
    (:func:`~strategist.search.state.thread_marks.is_left_to_others`).
    """

    number: int
    search: Search
    path: tuple[int, ...]
    candidates: bytes
    left: int
    budget: int
    least_nodes: int = 1
    process: int = 0
    processes: int = 1

    @property
    def aim(self) -> Costs:
        """What the facts depend on that are found on the way."""
        return self.search.costs

    def undone(self) -> TaskProof:
        """What it comes to if nobody begins it."""
        return TaskProof(self.number)


class TaskProof(NamedTuple):
    """What a process has found of a task. It holds whatever has interrupted it.

    The set costs no less than ``bound``, and just that if ``exact``; ``guess`` (-1 for none) costs ``reached``. If it
    is ``finished``, the task is done. ``rows`` are the bytes of ``uint64[rows, RING_COLUMNS]``: what was proven on the
    way and took long. Before the end a process tells of rows, of what it has reached, without the guess, and of its
    positions since it has told last.
    """

    number: int
    bound: int = 0
    exact: bool = False
    reached: int = INFEASIBLE_AT_STAKE
    guess: int = -1
    finished: bool = False
    nodes: int = 0
    rows: bytes = b""
    worker: str = ""
    """Who has told it; whoever hears it sets that."""

    def joined(self, told: TaskProof) -> TaskProof:
        """What is known with what somebody else has found of the same task."""
        if told.finished:
            # What is exact may be known without its guess: then no guess of another process may take its place.
            return told
        # What is told on the way names no guess: it is for progress.
        best = told if told.guess >= 0 and told.reached < self.reached else self
        return best._replace(bound=max(self.bound, told.bound))
