"""The tree of a built-in heuristic where many histories lead to one position, by kernels: each position is grown once.

That is so where answers may be one of several, and where they may be false. The tree has a slot for each way to a
position. One of lies that would have too many shares them: then it has one slot for each position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from strategist.choosing.heuristics import Strategy
from strategist.model.game import Game
from strategist.model.position import by_kind
from strategist.model.tree import Claims, DecisionTree
from strategist.search.growing.grower import Grower
from strategist.search.growing.grown import Grown
from strategist.search.growing.lies_growth import LiesGrower
from strategist.search.growing.several_growth import SeveralGrower
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

    With ``levels`` the tree gives up after so many questions. ``tell`` is called with the number of secrets that stand
    at a leaf. Raises :class:`~strategist.common.errors.NoCandidateError` if no secret is left, and
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
    several: type[Grower[Any]] = SeveralGrower
    lies: type[Grower[Any]] = LiesGrower
    # Where each question has one answer, no position is met twice.
    grower = by_kind(game, one=several, several=several, lies=lies)
    budget = room_for_tree(memory, budget, grower.table_bytes(game, budget), jobs)
    grower.warm_up(game)
    control = control_cells()

    def grow() -> tuple[Grower[Any], Grown]:
        growing = grower(game, strategy, control, jobs, budget // grower.position_bytes)
        return growing, growing.grow(start, levels=levels)

    growing, found = run_kernel(grow, control, tell)
    # What follows is plain Python, which Ctrl-C ends at once.
    tree: tuple[DecisionTree, Claims] = growing.tree(start, found, budget)
    return tree
