"""Every way of lying through a tree: a *path* is a secret with the answers that it gives, some of them false.

A secret has a path for each way of lying, so there may be far more of them than secrets. They are counted before one is
built: the paths behind a slot are those behind its branches and those that end there, also where slots are shared.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.lies.answer_bits import AnswerBits
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.show.slots.left_at_slots import positions_at


def ways_behind(game: Game, data: StrategyData) -> list[int]:
    """The number of paths behind each slot, by slot.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2,goal=identify,lies=1)", "first").data
    >>> ways_behind(data.game, data)
    [6, 3, 3, 1, 2, 2, 1, 1, 1, 1, 1]
    """
    tree, found = data.tree, ends_at(game, data)
    for slot in range(len(tree) - 1, -1, -1):
        found[slot] += sum(map(found.__getitem__, tree.children(slot)))
    return found


def ends_at(game: Game, data: StrategyData) -> list[int]:
    """The number of secrets that are found or lost at each slot itself, by slot.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2,goal=identify,lies=1)", "first").data
    >>> ends_at(data.game, data)
    [0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1]
    """
    tree = data.tree
    if _finds_one(game, tree):
        return [int(tree.solves(slot)) for slot in range(len(tree))]
    return _ending_at(game, data)


def _finds_one(game: Game, tree: DecisionTree) -> bool:
    """Whether one secret ends at every slot at which any does."""
    return game.classes is None and GIVE_UP not in tree.guesses


def _ending_at(game: Game, data: StrategyData) -> list[int]:
    tree = data.tree
    answers = AnswerBits(game, len(tree))
    found = [0] * len(tree)
    for slot, sets in positions_at(game, data):
        guess = tree.guesses[slot]
        if guess != GIVE_UP and guess < game.question_count:
            sets = answers.cell(sets, guess, game.response_count - 1) if tree.solves(slot) else ()
        found[slot] = reduce(or_, sets, 0).bit_count()
    return found
