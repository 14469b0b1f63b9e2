"""The symmetries of a game that is a table of answers, for the kernels: they are found, and listed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.search.kernels.responses.responses import TABLE, Source
from strategist.search.kernels.symmetry.same_guesses import Group, no_group
from strategist.search.state.automorphisms import (
    TableMoves,
    automorphisms,
    listed,
    may_be_looked_at,
)

_MOST_LISTED = 1024
_MOST_IMAGES = 1 << 24
"""The most symmetries that are listed, and the most images of questions, 64 MiB. A part of the symmetries is correct,
too; it only merges fewer guesses."""


def group_of_table(
    game: Game,
    source: Source,
    secrets: NDArray[np.int32],
    questions: NDArray[np.int32] | None = None,
    *,
    whole: bool,
) -> Group:
    """The symmetries of some secrets of a game and of some questions, all if none are given, by their answers alone;
    ``source`` is the table of these. There are none where it is too large to look for them, or where the rules restrict
    guesses."""
    table = source.columns
    if source.kind != TABLE or game.restricts or not may_be_looked_at(table):
        return no_group()
    chances = np.array([game.weight_of(secret) for secret in secrets.tolist()], dtype=object)
    asked = range(table.shape[1]) if questions is None else questions.tolist()
    costs = np.array([game.cost_of(question) for question in asked], dtype=object)
    classes = None if game.classes is None else np.array(game.classes, dtype=np.int64)[secrets]
    moves = TableMoves(table, _numbered(chances), _numbered(costs), classes, source.question_of_secret)
    generators, order = automorphisms(moves)
    most = min(_MOST_LISTED, _MOST_IMAGES // max(1, table.shape[1]))
    found, every = listed(generators, order, most)
    if not found:
        return no_group()
    return no_group()._replace(
        # The identity stands for all of them where symmetries of codes are asked for.
        permutations=np.zeros((1, 1), dtype=np.int8),
        moved=np.array([each.secrets for each in found]),
        images=np.ascontiguousarray(np.array([each.questions for each in found]).T),
        whole=whole,
        moves=every,
    )


def _numbered(figures: NDArray[np.object_]) -> NDArray[np.int64]:
    """Equal figures by one number: they may be beyond the words of the machine."""
    return np.unique(figures, return_inverse=True)[1].astype(np.int64)
