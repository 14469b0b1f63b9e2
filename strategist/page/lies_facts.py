"""The facts of a game in which answers may be false: who is left at each slot of the tree, by the number of lies.

The page follows the tree and needs no rules of its own for such games.
"""

from __future__ import annotations

from typing import Any

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.lies.answer_bits import members
from strategist.show.lies.left_at_slots import positions_at
from strategist.show.lies.ways_of_lying import ways_behind

MOST_NAMED = 1 << 20
"""The most names of secrets over all slots; where there are more, slots with many secrets have none."""
FEW_NAMED = 30
"""So many secrets have names at every slot."""


def lies_facts(game: Game, data: StrategyData) -> dict[str, Any]:
    """The facts of a strategy for a game of false answers, beside those that every game has.

    ``counts`` tells how many secrets are left at each slot, and ``suspects`` which, by the lies told, as indices into
    ``secretNames``, or null where they are too many. Cells of the picture are as wide as they have ``ways``, a secret
    with a way of lying each.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
    >>> facts = lies_facts(game, StrategyData(game, "first", tree, Claims.of([0, 0, 2], 0)))
    >>> facts["counts"][:3], facts["suspects"][:3], facts["secretNames"]
    ([2, 2, 2], [[[0, 1], []], [[1], [0]], [[0], [1]]], ['1', '2'])
    """
    tree = data.tree
    counts = [0] * len(tree)
    suspects: list[list[list[int]] | None] = [None] * len(tree)
    left = MOST_NAMED
    for slot, sets in positions_at(game, data):
        counts[slot] = sum(bits.bit_count() for bits in sets)
        if counts[slot] <= FEW_NAMED or counts[slot] <= left:
            left -= counts[slot]
            suspects[slot] = list(map(members, sets))
    return {
        "lies": game.lies,
        "fibs": game.fibs,
        "counts": counts,
        "suspects": suspects,
        "secretNames": list(map(game.format_secret, game.secrets)),
        "ways": ways_behind(game, data),
    }
