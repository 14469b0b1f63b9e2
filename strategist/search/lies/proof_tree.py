"""The positions of a tree that is proven to exist, grown level by level, each of a level once.

Where rows hold a falsehood each, one position is reached in so many ways that a tree with a slot for each of them would
be far too large. :mod:`strategist.search.growing.lies_growth` grows such positions for heuristics; here the
search chooses the questions. A position that stands on several levels is another one on each, because fewer questions
are left there.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import Minimax
from strategist.model.spec import Value
from strategist.model.tree import Claims, DecisionTree
from strategist.search.growing.lies_growth import Level, LiesGrower
from strategist.search.growing.lies_trees import lies_claims, lies_slots, shared_lies, unfolded_lies
from strategist.search.kernels.growth.lies_choice import Cells, LiesAsked
from strategist.search.kernels.numba.jit import control_cells
from strategist.search.lies.depth_prover import MOST_SLOTS, Prover
from strategist.search.state.start import Start

_MOST_UNFOLDED = 1 << 21
"""A tree of more slots than that shares them."""


class _Grower(LiesGrower):
    """Grows the positions of a tree that resolves the start within so many questions."""

    def __init__(self, prover: Prover, questions: int, opening: int) -> None:
        game = prover.game
        first: dict[str, Value] = {"first": game.format_code(game.guesses[opening])}
        super().__init__(game, Minimax(game, first), control_cells(), 1, MOST_SLOTS)
        self._prover, self._questions, self._left, self._named = prover, questions, questions, -1

    def _ask(self, level: Level, opening: int | None, pool: ThreadPoolExecutor, made: int) -> Level:
        self._left = self._questions - made
        return super()._ask(level, opening, pool, made)

    def _choose(self, asked: LiesAsked, chosen: NDArray[np.int32], pool: ThreadPoolExecutor) -> None:
        self._prover.choose_each(self._left, asked, chosen)

    def _number(self, cells: Cells, made: int) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        if made != self._named:
            self._forget_names()
            self._named = made
        return super()._number(cells, made)


def proven_tree(prover: Prover, questions: int, opening: int, start: Start) -> tuple[DecisionTree, Claims]:
    """A tree that resolves a start within so many questions, beginning with a question of which that is proven, and its
    figures.

    Raises :class:`~strategist.search.lies.depth_prover.Stopped`, and
    :class:`~strategist.common.errors.TooLargeError` for too many positions.
    """
    game = prover.game
    found = _Grower(prover, questions, opening).grow(start)
    tree = (shared_lies if lies_slots(found) > _MOST_UNFOLDED else unfolded_lies)(game, found)
    return tree, lies_claims(game, found)
