"""The decision tree of questions asked in a fixed order, with the secret named behind them."""

from __future__ import annotations

from collections.abc import Sequence

from strategist.choosing.ratings import cells_of
from strategist.model.game import Game
from strategist.model.tree import DecisionTree


def tree_in_order(game: Game, questions: Sequence[int], candidates: Sequence[int]) -> DecisionTree:
    """The tree that asks all questions, whatever is answered, and then names the secret.

    A game that announces what is known ends where it is known, and any game where a question is the secret.

    >>> from strategist.games.catalog import make_game
    >>> tree_in_order(make_game("mastermind(1,3)"), [0, 1], range(3)).histogram()
    [1, 1, 1]
    """
    place = {} if game.announces else {code: index for index, code in enumerate(game.guesses)}
    solved = 1 << (game.response_count - 1)
    guesses: list[int] = []
    masks: list[int] = []
    level = [list(candidates)]
    depth = 0
    while level:
        below = []
        for cell in level:
            if game.announces and game.is_pure(cell):
                guesses.append(game.announcement(cell[0]))
                masks.append(solved)
                continue
            guess = questions[depth] if depth < len(questions) else place[game.secrets[cell[0]]]
            mask = 0
            for response, part in sorted(cells_of(game, guess, cell).items()):
                mask |= 1 << response
                if not game.solved(response):
                    below.append(part)
            guesses.append(guess)
            masks.append(mask)
        level = below
        depth += 1
    return DecisionTree(guesses, masks, game.response_count)
