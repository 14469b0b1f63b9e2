"""Tasks of a proof and their results as values: they travel between a search and the executor of the tasks."""

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
    """Some guesses at one set of candidates: which of them costs less than ``best``?

    The guesses that may cost less than ``budget`` are listed in the order of an estimate, wherever the task is carried
    out. The task is about those at the places ``first``, ``first + step`` and so on. With a step of 1 from place 0 it
    is about all of them. ``candidates`` are the bytes of ``int32[…]``; ``path`` holds the guesses that lead to them.
    After ``positions`` positions the task comes back unfinished (0: never). A result that took ``least_nodes``
    positions or more is worth telling.
    """

    number: int
    search: Search
    path: tuple[int, ...]
    candidates: bytes
    left: int
    budget: int
    best: int
    first: int = 0
    step: int = 1
    positions: int = 0
    least_nodes: int = 1

    def undone(self) -> TaskProof:
        """What it comes to if nobody begins it."""
        return TaskProof(self.number, bound=0, finished=False)


class CellsTask(NamedTuple):
    """Some cells of one guess: do they cost less than ``best`` together?

    ``path`` holds the guesses that lead to them, that guess included; ``cells`` the bytes of ``int32[…]`` of each, in
    the order in which they are proven, and ``bounds`` what each is known to cost at least.
    """

    number: int
    search: Search
    path: tuple[int, ...]
    cells: tuple[bytes, ...]
    bounds: tuple[int, ...]
    left: int
    best: int
    positions: int = 0
    least_nodes: int = 1

    def undone(self) -> CellsProof:
        """What it comes to if nobody begins it."""
        return CellsProof(self.number, self.bounds, (False,) * len(self.bounds))


class TaskProof(NamedTuple):
    """The result of a task. It holds whatever interrupted the task.

    None of its guesses costs less than ``bound``, and ``guess`` (-1 for none) costs ``reached``. If ``exact``, the
    bound is the cost of the set, whatever guess it takes. An unfinished task was at the guess ``doing`` (-1 if
    unknown), and the places from ``next`` on are left; those before cost no less than ``best`` or ``reached``.
    ``rows`` are the bytes of ``uint64[rows, RING_COLUMNS]``: what was proven on the way and took long.
    """

    number: int
    bound: int
    reached: int = INFEASIBLE_AT_STAKE
    guess: int = -1
    exact: bool = False
    finished: bool = True
    doing: int = -1
    next: int = 0
    best: int = 0
    nodes: int = 0
    seconds: float = 0.0
    """Of the processor."""
    rows: bytes = b""


class CellsProof(NamedTuple):
    """What a task about cells came to: the bound of each, and whether it is exact.

    If it is ``finished``, every cell is exact, or together they cost ``best`` or more.
    """

    number: int
    bounds: tuple[int, ...] = ()
    exact: tuple[bool, ...] = ()
    finished: bool = False
    nodes: int = 0
    seconds: float = 0.0
    """Of the processor."""
    rows: bytes = b""


AnyTask = Task | CellsTask
AnyProof = TaskProof | CellsProof
