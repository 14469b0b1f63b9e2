"""The tree of a built-in heuristic where answers may be false (``Game.doubtful``), by kernels: each position is grown
once."""

from __future__ import annotations

from collections.abc import Callable

from strategist.choosing.heuristics import Strategy
from strategist.model.figures import claims_of
from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.search.growing.lies_growth import LiesGrower, LiesGrown, warm_up_lies_growth
from strategist.search.growing.lies_tables import lies_bytes, refuse_large_table
from strategist.search.growing.lies_trees import lies_claims, lies_slots, shared_lies, unfolded_lies
from strategist.search.kernels.numba.jit import control_cells, run_kernel
from strategist.search.kernels.responses.responses import MEMORY_LIMIT
from strategist.search.state.memory import room_for_tree
from strategist.search.state.start import Start

_BYTES_OF_A_POSITION = 256
"""With its suspects, its children and its name."""
_BYTES_OF_A_SLOT = 100
"""In Python's lists, in the columns of a file."""
_MOST_SLOTS = 1 << 21
"""A tree of more slots than that shares them: then it has one for each position."""


def grow_lies(
    game: Game,
    strategy: Strategy,
    start: Start,
    *,
    jobs: int = 1,
    memory: int | None = None,
    tell: Callable[[int], object] | None = None,
    budget: int = MEMORY_LIMIT,
) -> tuple[DecisionTree, Claims]:
    """The tree of a strategy from a position on, and its figures.

    ``tell`` is called with the number of secrets that stand at a leaf. Raises
    :class:`~strategist.common.errors.NoCandidateError` if no secret is left, and
    :class:`~strategist.common.errors.TooLargeError` if the tree does not fit in ``memory``, that of the whole process,
    or in ``budget``, that of the tree alone.
    """
    refuse_large_table(game, budget)
    budget = room_for_tree(memory, budget, lies_bytes(game), jobs)
    warm_up_lies_growth(game)
    control = control_cells()

    def grow() -> LiesGrown:
        return LiesGrower(game, strategy, control, jobs, budget // _BYTES_OF_A_POSITION).grow(start)

    found: LiesGrown = run_kernel(grow, control, tell)
    most = min(_MOST_SLOTS, budget // _BYTES_OF_A_SLOT)
    tree = (shared_lies if lies_slots(found) > most else unfolded_lies)(game, found)
    if (found.guesses == GIVE_UP).any():
        return tree, claims_of(game, tree, start.candidates, start.history)
    return tree, lies_claims(game, found)
