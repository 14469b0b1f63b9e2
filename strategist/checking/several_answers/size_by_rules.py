"""How many couplets the printed key of a tree has, by the rules alone."""

from __future__ import annotations

from collections.abc import Iterable

from strategist.model.game import Code, Game
from strategist.model.tree import GIVE_UP, DecisionTree


def size_by_rules(game: Game, tree: DecisionTree, secrets: Iterable[Code]) -> int:
    """The number of slots at which a question is asked while more than one of some secrets (classes) is left.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> size_by_rules(make_game("mastermind(1,3)"), tree, [(0,), (1,), (2,)])
    2
    """
    size = 0
    # A slot stands before those that it leads to.
    there = {0: list(secrets)}
    for slot, guess in enumerate(tree.guesses):
        left = there.pop(slot, [])
        if guess == GIVE_UP or guess >= game.question_count:
            continue
        kinds = {game.secrets.index(code) if game.classes is None else game.class_of(code) for code in left}
        size += len(kinds) > 1
        for code in left:
            for answer in game.answers(game.guesses[guess], code):
                child = tree.child(slot, answer.response)
                if child is not None:
                    there.setdefault(child, []).append(code)
    return size
