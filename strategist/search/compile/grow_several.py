"""The tree of a built-in heuristic where cells overlap (``Game.several``), by kernels: each position is grown once."""

from __future__ import annotations

from collections.abc import Callable

from strategist.choosing.heuristics import Strategy
from strategist.common.errors import TooLargeError
from strategist.model.game import Game
from strategist.model.goal import Narrow
from strategist.model.tree import Claims, DecisionTree
from strategist.search.growing.several_growth import SeveralGrower, SeveralGrown, warm_up_several_growth
from strategist.search.growing.several_tables import table_bytes
from strategist.search.growing.several_trees import several_claims, slots_of, unfolded
from strategist.search.kernels.numba.jit import control_cells, run_kernel
from strategist.search.kernels.responses.responses import MEMORY_LIMIT
from strategist.search.state.memory import room_for_tree
from strategist.search.state.start import Start

_BYTES_OF_A_POSITION = 4096
"""With its masses, its children and its place among the others; of positions of few secrets, half of it."""
_BYTES_OF_A_SLOT = 260
"""In Python's lists, in the columns of a file."""


def grow_several(
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
    at a leaf. Raises
    :class:`~strategist.common.errors.NoCandidateError` if no secret is left, and
    :class:`~strategist.common.errors.TooLargeError` if the tree does not fit in ``memory``, that of the whole process,
    or in ``budget``, that of the tree alone.
    """
    budget = room_for_tree(memory, budget, table_bytes(game), jobs)
    warm_up_several_growth(game)
    control = control_cells()

    def grow() -> SeveralGrown:
        return SeveralGrower(game, strategy, control, jobs, budget // _BYTES_OF_A_POSITION).grow(start, levels)

    found: SeveralGrown = run_kernel(grow, control, tell)
    # What follows is plain Python, which Ctrl-C ends at once.
    slots, most = slots_of(found), budget // _BYTES_OF_A_SLOT
    if slots > most:
        sooner = "" if game.narrow in (None, Narrow.SURE) else ", narrow=sure ends sooner"
        raise TooLargeError(
            f"{game.spec}: the tree of {strategy.spec} has {slots} positions, {len(found)} of them different: expected "
            f"at most {most} (turns=N gives up after N questions{sooner})"
        )
    return unfolded(game, found), several_claims(game, found)
