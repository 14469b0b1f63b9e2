"""The top of a search tree while it is proven by many: sets, the guesses at them, and what is known of each.

A set is proven as a whole, or divided: into its first guess and slices of the others, and when a slice has taken too
long, further. A guess costs the sum over its cells, which are sets again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.problem import INFEASIBLE_AT_STAKE
from strategist.search.tasks.branch import Branch


@dataclass(eq=False)
class Slice:
    """Some of the guesses at a set: those at the places ``first``, ``first + step`` and so on of its list.

    ``number`` is that of its task while it is open, and ``asked`` the cost below which the task looks for guesses.
    """

    at: TaskPosition
    first: int
    step: int
    bound: int
    done: bool = False
    number: int = -1
    asked: int = INFEASIBLE_AT_STAKE
    reached: int = INFEASIBLE_AT_STAKE
    guess: int = -1


@dataclass(eq=False)
class Bunch:
    """Some cells of a guess that are proven together, the smallest first: those of ``places`` in its branch."""

    of: Try
    places: list[int]
    done: bool = False
    number: int = -1
    asked: int = INFEASIBLE_AT_STAKE

    @property
    def unknown(self) -> list[int]:
        """The cells of the bunch whose cost is not known."""
        return [place for place in self.places if not self.of.branch.exact[place]]

    def room(self, budget: int) -> int:
        """What the unknown cells may cost if the guess is to cost less than the budget."""
        branch = self.of.branch
        return budget - (branch.cost - sum(branch.bounds[place] for place in self.unknown))


class Try:
    """One guess at a set, whose cells are proven in bunches, and the large ones one by one."""

    def __init__(self, branch: Branch, first: bool = False) -> None:
        self.branch = branch
        self.first = first
        """Whether it is the first guess of the list: the others wait for it."""
        self.noted = False
        self.bunches: list[Bunch] | None = None
        """None before anybody looked at its cells."""
        self._places: dict[int, TaskPosition] = {}

    @property
    def bound(self) -> int:
        """The proven lower bound of the cost of the guess."""
        return self.branch.cost

    @property
    def reached(self) -> int:
        """The cost of the guess if it is solved, else :data:`INFEASIBLE_AT_STAKE`."""
        return self.branch.cost if self.branch.solved else INFEASIBLE_AT_STAKE

    @property
    def guess(self) -> int:
        """The guess, an index."""
        return self.branch.guess

    def cell(self, index: int) -> TaskPosition:
        """The place of the cell ``index`` of the guess."""
        if index not in self._places:
            branch = self.branch
            self._places[index] = TaskPosition(
                branch.path, branch.cells[index], branch.next_left, branch.bounds[index], branch.exact[index]
            )
        return self._places[index]

    def gather(self, note: Callable[[TaskPosition], object]) -> None:
        """Take over what is known of the cells; ``note`` is called with each of them that was divided."""
        branch = self.branch
        for index, place in list(self._places.items()):
            place.gather(note)
            branch.bounds[index] = max(branch.bounds[index], place.bound)
            branch.exact[index] = branch.exact[index] or place.exact
            if place.exact:
                del self._places[index]


@dataclass(eq=False)
class TaskPosition:
    """A set of candidates behind some guesses: the bound that is proven for it, and the best guess so far."""

    path: tuple[int, ...]
    candidates: NDArray[np.int32]
    left: int
    bound: int = 0
    exact: bool = False
    reached: int = INFEASIBLE_AT_STAKE
    guess: int = -1
    budget: int = INFEASIBLE_AT_STAKE
    """Under which the guesses are listed."""
    wanted: int = INFEASIBLE_AT_STAKE
    """The cost below which it matters now; it only falls."""
    pieces: list[Slice | Try] | None = field(default=None)
    """None before anybody looked at it."""

    @property
    def settled(self) -> bool:
        """Whether it is known, or costs too much to matter."""
        return self.exact or self.bound >= self.wanted

    def want(self, budget: int) -> bool:
        """Whether it matters what it costs, if that is below ``budget``."""
        self.wanted = min(self.wanted, budget)
        return not self.settled

    def gather(self, note: Callable[[TaskPosition], object]) -> None:
        """Take over what is known of the pieces."""
        if not self.pieces:
            return
        for piece in self.pieces:
            if isinstance(piece, Try):
                piece.gather(note)
            if piece.reached < self.reached:
                self.reached, self.guess = piece.reached, piece.guess
        # A slice that found a guess costs what that guess costs, or what the others do.
        least = min(min(piece.bound, piece.reached) for piece in self.pieces)
        self.bound = max(self.bound, min(least, self.reached))
        if self.reached <= self.bound:
            self.settle(self.reached)
        note(self)

    def settle(self, cost: int) -> None:
        """Its exact cost is known."""
        self.bound, self.exact = cost, True
