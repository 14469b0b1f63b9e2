"""Grow the positions of a heuristic level by level, each once however often its tree has it.

That pays where many histories leave the same of a game: where answers may be one of several, or false. Kernels choose
the questions of a level, some of its positions at a time. What a position is, by what it is known again, where play
ends and what is behind an answer is said once for each kind of answers, by a grower of its own.

:mod:`strategist.search.compile.grow_plainly` grows the same tree slot by slot in plain Python: the specification.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import Strategy
from strategist.common.errors import NoCandidateError, TooLargeError
from strategist.model.game import Game
from strategist.model.position import Position, kind_of
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.search.growing.grown import Grown
from strategist.search.kernels.numba.jit import DONE, HALT
from strategist.search.state.start import Start

Level = TypeVar("Level")
"""Positions on the way, in the order of their numbers."""


class Asked(NamedTuple):
    """Positions that were asked, in the order of their numbers."""

    guesses: NDArray[np.int32]
    """The guess, an announcement or ``GIVE_UP``."""
    sizes: NDArray[np.int32]
    solves: NDArray[np.int32]
    """As in :class:`~strategist.search.growing.grown.Grown`."""
    branches: NDArray[np.int64]
    """The number of answers after which play goes on."""
    answers: NDArray[np.int32]
    """These answers, ascending within a position."""


_NOBODY = np.zeros(0, dtype=np.int32)
_STOPPED = Asked(_NOBODY, _NOBODY, _NOBODY, np.zeros(0, dtype=np.int64), _NOBODY), _NOBODY


class Grower(ABC, Generic[Level]):
    """Grows the positions of one strategy. ``most`` is the largest number of different ones."""

    position_bytes: ClassVar[int]
    """Of a position, with its candidates, its children and its place among the others."""
    slot_bytes: ClassVar[int]
    """Of a slot, in Python's lists, in the columns of a file."""
    least_work: ClassVar[int]
    """With less to do, the positions of a level are not divided among threads."""

    def __init__(self, game: Game, strategy: Strategy, control: NDArray[np.int64], jobs: int, most: int) -> None:
        self.game, self.strategy, self.control, self.jobs, self.most = game, strategy, control, jobs, most
        self.before, self.made = 0, 0
        """The questions before the start, if they count, and from there to the level that is asked."""
        self.count = 1
        """The positions that have been numbered."""
        self._met: list[tuple[Asked, NDArray[np.int32]]] = []
        self._resolved = np.zeros(len(game.secrets), dtype=np.bool_)
        """The secrets that stand at an end."""

    @classmethod
    @abstractmethod
    def table_bytes(cls, game: Game, budget: int) -> int:
        """The bytes of the answers, as arrays. Raises :class:`~strategist.common.errors.TooLargeError` where they are
        refused."""

    @classmethod
    @abstractmethod
    def warm_up(cls, game: Game) -> None:
        """Compile the kernels."""

    @abstractmethod
    def tree(self, start: Start, found: Any, budget: int) -> tuple[DecisionTree, Claims]:
        """The tree of all positions from a start on, within so many bytes, and its figures.

        Raises :class:`~strategist.common.errors.TooLargeError` if it takes more.
        """

    def grow(
        self, start: Start, begin: Position | None = None, opening: int | None = None, levels: int | None = None
    ) -> Grown:
        """All positions from a start on, or from a position ``begin`` of whatever history; no position after a stop.
        The first question may be given. With ``levels`` the tree gives up after so many questions.

        Raises :class:`~strategist.common.errors.NoCandidateError` if no secret is left, and
        :class:`~strategist.common.errors.TooLargeError`.
        """
        game, made = self.game, len(start.history)
        if begin is None:
            begin = kind_of(game).left(start.history, start.candidates.tolist())
        if begin is None:
            raise NoCandidateError(f"{game.spec}: no secret agrees with the history")
        if opening is None and not made:
            opening = self.strategy.opening
        turns = math.inf if game.turns is None else game.turns - made
        turns = turns if levels is None else min(turns, levels)
        level, new = self._first(begin, start), 1
        self._hold_to_most(0)
        with self._threads():
            while new and not self.control[HALT]:
                asks = self.made < turns
                parts = [self._ask(part, opening, asks) for part in self._parts(level)]
                level, new = self._joined([behind for behind, _ in parts]), sum(more for _, more in parts)
                self.made, opening = self.made + 1, None
        met, children = zip(*([_STOPPED] if self.control[HALT] else self._met), strict=True)
        columns = dict(zip(Asked._fields, map(np.concatenate, zip(*met, strict=True)), strict=True))
        columns["begins"] = np.concatenate([[0], np.cumsum(columns.pop("branches"), dtype=np.int64)])
        return self._grown(columns | {"children": np.concatenate(children)})

    def _ask(self, level: Level, opening: int | None, asks: bool) -> tuple[Level, int]:
        """Ask the questions of some positions; returns the positions behind them that are new, and their number."""
        guesses = self._ends(level)
        on = np.flatnonzero(guesses == GIVE_UP)
        if asks and len(on):
            whole = len(on) == len(guesses)
            guesses[on] = self._choose(level if whole else self._chosen(level, on)) if opening is None else opening
        if self.control[HALT]:
            return level, 0
        asked, behind = self._follow(level, guesses)
        if self.control[HALT]:
            return level, 0
        self.control[DONE] = np.count_nonzero(self._resolved)
        children, new = self._number(behind)
        self.count += len(new)
        self._hold_to_most(self.made + 1)
        self._met.append((asked, children))
        return self._chosen(behind, new), len(new)

    def _hold_to_most(self, made: int) -> None:
        if self.count > self.most:
            raise TooLargeError(
                f"{self.game.spec}: the tree of {self.strategy.spec} has more than {self.most} different positions "
                f"after {self.before + made} questions: expected fewer"
            )

    @contextmanager
    def _threads(self) -> Iterator[None]:
        with ThreadPoolExecutor(self.jobs, thread_name_prefix="strategist-grow") as self._pool:
            yield

    def _divide(self, work: NDArray[np.int64], run: Callable[[int, int, int], object]) -> None:
        """Let the threads run over positions, of which ``work`` says what they take, added up. ``run`` is called with
        the number of a thread and a range of positions."""
        parts = self.jobs if work[-1] >= self.least_work else 1
        # Positions that come later are smaller: many shares even out.
        shares = parts if parts == 1 else 8 * parts
        cuts = np.searchsorted(work, [work[-1] * part // shares for part in range(1, shares)])
        bounds = [0, *cuts.tolist(), len(work)]

        def run_part(part: int) -> None:
            for share in range(part, shares, parts):
                run(part, bounds[share], bounds[share + 1])

        if parts == 1:
            run_part(0)
        else:
            list(self._pool.map(run_part, range(parts)))

    @abstractmethod
    def _first(self, begin: Position, start: Start) -> Level:
        """The start."""

    @abstractmethod
    def _parts(self, level: Level) -> Iterator[Level]:
        """The positions, some at a time."""

    @abstractmethod
    def _chosen(self, level: Level, which: NDArray[np.intp]) -> Level:
        """Some of the positions, by their places, ascending."""

    @abstractmethod
    def _joined(self, levels: list[Level]) -> Level:
        """Positions that stand in some parts, as one."""

    @abstractmethod
    def _ends(self, level: Level) -> NDArray[np.int32]:
        """The announcement that ends play at each position; ``GIVE_UP`` where it goes on."""

    @abstractmethod
    def _choose(self, level: Level) -> NDArray[np.int32]:
        """The question of each position, ``GIVE_UP`` where none tells anything."""

    @abstractmethod
    def _follow(self, level: Level, guesses: NDArray[np.int32]) -> tuple[Asked, Any]:
        """Make the guesses of some positions; returns what is behind the answers as well."""

    @abstractmethod
    def _number(self, behind: Any) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        """The number of each position behind an answer, and the places of those that have not been met, in the order
        of their numbers: from ``count`` on."""

    @abstractmethod
    def _grown(self, columns: dict[str, Any]) -> Grown:
        """All positions, by the columns of :class:`~strategist.search.growing.grown.Grown` but the last."""
