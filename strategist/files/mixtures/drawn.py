"""What the two players of a mixture do: a tree drawn and shuffled, a secret drawn by the codemaker's weights."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from strategist.files.mixtures.equivalent import Permutation, images_of_guesses, random_symmetry
from strategist.files.mixtures.mixture import Mixture
from strategist.files.strategy import StrategyData
from strategist.model.game import Code, Game
from strategist.model.tree import DecisionTree


def drawn_tree(mixture: Mixture, seed: int | None) -> StrategyData:
    """A tree drawn by its weight, and mapped by a random symmetry; equal seeds give equal trees.

    >>> from strategist.files.strategy import StrategyData
    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims
    >>> game = make_game("mastermind(1,2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> mixture = Mixture(game, (StrategyData(game, "first", tree, Claims.of([1, 1], 0)),), (1,), (1,), 1, 2)
    >>> [list(drawn_tree(mixture, seed).tree.guesses) for seed in (0, 1)]
    [[0, 1], [1, 0]]
    """
    draws = random.Random(seed)
    data = mixture.trees[_drawn(mixture.weights, draws)]
    return shuffled(data, random_symmetry(mixture.game, draws))


def shuffled(data: StrategyData, permutation: Permutation | None) -> StrategyData:
    """A tree with every guess mapped by a symmetry of the game: it answers the image of each secret as the tree
    answers the secret, so all figures stay."""
    if permutation is None:
        return data
    assert isinstance(data.game, Game)  # a solitaire has no mixture
    tree = data.tree
    images = images_of_guesses(data.game, permutation)
    guesses = [images[guess] if guess >= 0 else guess for guess in tree.guesses]
    return replace(data, tree=DecisionTree(guesses, tree.masks, tree.response_count))


def drawn_secret(mixture: Mixture, seed: int | None) -> Code:
    """A secret drawn by the codemaker's weights; equal seeds give equal secrets."""
    return mixture.game.secrets[_drawn(mixture.secret_weights, random.Random(seed))]


def _drawn(weights: Sequence[int], draws: random.Random) -> int:
    """An index, drawn by whole weights exactly."""
    place = draws.randrange(sum(weights))
    return next(index for index, before in enumerate(accumulate(weights)) if place < before)
