"""The tree of a built-in heuristic where many histories lead to one position, by kernels: each position is grown once.

That is so where answers may be one of several, and where they may be false. The tree has a slot for each way to a
position. One of lies that would have too many shares them: then it has one slot for each position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from strategist.choosing.heuristics import Strategy
from strategist.common.errors import TooLargeError
from strategist.model.game import Game
from strategist.model.goal import Narrow
from strategist.model.position import by_kind
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.model.trees.figures import claims_of
from strategist.search.growing.lies_growth import LiesGrower, LiesGrown, warm_up_lies_growth
from strategist.search.growing.lies_tables import lies_bytes, refuse_large_table
from strategist.search.growing.lies_trees import lies_claims, lies_slots, shared_lies, unfolded_lies
from strategist.search.growing.several_growth import SeveralGrower, SeveralGrown, warm_up_several_growth
from strategist.search.growing.several_tables import table_bytes
from strategist.search.growing.several_trees import several_claims, slots_of, unfolded
from strategist.search.kernels.numba.jit import control_cells, run_kernel
from strategist.search.kernels.responses.responses import MEMORY_LIMIT
from strategist.search.state.memory import room_for_tree
from strategist.search.state.start import Start


def grow_once(
    game: Game,
    strategy: Strategy,
    start: Start,
    *,
    jobs: int = 1,
    memory: int | None = None,
    tell: Callable[[int], object] | None = None,
    levels: int | None = None,
    budget: int = MEMORY_LIMIT,
) -> tuple[DecisionTree, Claims]:
    """The tree of a strategy from a position on, and its figures.

    With ``levels`` the tree gives up after so many questions, where answers may be one of several. ``tell`` is called
    with the number of secrets that stand at a leaf. Raises
    :class:`~strategist.common.errors.NoCandidateError` if no secret is left, and
    :class:`~strategist.common.errors.TooLargeError` if the tree does not fit in ``memory``, that of the whole process,
    or in ``budget``, that of the tree alone.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> tree, claims = grow_once(game, make_strategy("minimax", game), start_of(game))
    >>> len(tree), claims.depth
    (44, 6)
    """
    # Where each question has one answer, no position is met twice.
    growth = by_kind(game, one=_UnderSeveral, several=_UnderSeveral, lies=_UnderLies)(game, strategy, start)
    budget = room_for_tree(memory, growth.checked(budget), growth.table_bytes(), jobs)
    growth.warm_up()
    control = control_cells()
    found = run_kernel(lambda: growth.grow(control, jobs, budget, levels), control, tell)
    # What follows is plain Python, which Ctrl-C ends at once.
    return growth.tree(found, budget)


class _Growth(ABC):
    """How the positions of one strategy are grown under one kind of answers."""

    def __init__(self, game: Game, strategy: Strategy, start: Start) -> None:
        self.game, self.strategy, self.start = game, strategy, start

    @abstractmethod
    def table_bytes(self) -> int:
        """The bytes of the answers, as arrays."""

    @abstractmethod
    def warm_up(self) -> None:
        """Compile the kernels."""

    @abstractmethod
    def grow(self, control: Any, jobs: int, budget: int, levels: int | None) -> Any:
        """The positions, within so many bytes."""

    @abstractmethod
    def tree(self, found: Any, budget: int) -> tuple[DecisionTree, Claims]:
        """The tree of the positions, within so many bytes, and its figures."""

    def checked(self, budget: int) -> int:
        """A budget in which all answers fit."""
        return budget


class _UnderSeveral(_Growth):
    position_bytes = 4096
    """Of a position, with its masses, its children and its place among the others; of few secrets, half of it."""
    slot_bytes = 260
    """Of a slot, in Python's lists, in the columns of a file."""

    def table_bytes(self) -> int:
        return table_bytes(self.game)

    def warm_up(self) -> None:
        warm_up_several_growth(self.game)

    def grow(self, control: Any, jobs: int, budget: int, levels: int | None) -> SeveralGrown:
        grower = SeveralGrower(self.game, self.strategy, control, jobs, budget // self.position_bytes)
        return grower.grow(self.start, levels)

    def tree(self, found: SeveralGrown, budget: int) -> tuple[DecisionTree, Claims]:
        game = self.game
        slots, most = slots_of(found), budget // self.slot_bytes
        if slots > most:
            sooner = "" if game.narrow in (None, Narrow.SURE) else ", narrow=sure ends sooner"
            raise TooLargeError(
                f"{game.spec}: the tree of {self.strategy.spec} has {slots} positions, {len(found)} of them different: "
                f"expected at most {most} (turns=N gives up after N questions{sooner})"
            )
        return unfolded(game, found), several_claims(game, found)


class _UnderLies(_Growth):
    position_bytes = 256
    """Of a position, with its candidates, its children and its name."""
    slot_bytes = 100
    """Of a slot, in Python's lists, in the columns of a file."""
    most_slots = 1 << 21
    """A tree of more slots than that shares them."""

    def checked(self, budget: int) -> int:
        refuse_large_table(self.game, budget)
        return budget

    def table_bytes(self) -> int:
        return lies_bytes(self.game)

    def warm_up(self) -> None:
        warm_up_lies_growth(self.game)

    def grow(self, control: Any, jobs: int, budget: int, levels: int | None) -> LiesGrown:
        assert levels is None  # nobody asks for part of it
        return LiesGrower(self.game, self.strategy, control, jobs, budget // self.position_bytes).grow(self.start)

    def tree(self, found: LiesGrown, budget: int) -> tuple[DecisionTree, Claims]:
        game = self.game
        most = min(self.most_slots, budget // self.slot_bytes)
        tree = (shared_lies if lies_slots(found) > most else unfolded_lies)(game, found)
        if (found.guesses == GIVE_UP).any():
            return tree, claims_of(game, tree, self.start.candidates, self.start.history)
        return tree, lies_claims(game, found)
