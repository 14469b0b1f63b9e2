"""What each secret costs in a tree, and each class of secrets in a mixture of trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from strategist.model.game import Game
from strategist.model.tree import DecisionTree
from strategist.model.trees.figures import solved_by_slot


def costs_of_secrets(game: Game, tree: DecisionTree) -> list[int]:
    """The cost of all questions on the way to each secret, by index, in whole numbers; an announcement costs nothing.

    The tree must find every secret once, as :func:`~strategist.checking.verify.verify_strategy` shows. It is asked for
    the way, and not the rules, but where it is enough to know the class.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> costs_of_secrets(make_game("mastermind(1,3)"), tree)
    [1, 2, 3]
    """
    count = len(game.secrets)
    found = [0] * count
    solved = solved_by_slot(game, tree, range(count)) if game.classes is not None else None
    places = None if game.announces else {code: place for place, code in enumerate(game.secrets)}
    spent = [0] * len(tree)
    # A slot stands before those that it leads to.
    for slot, guess in enumerate(tree.guesses):
        spent[slot] += game.cost_of(guess)
        for child in tree.children(slot):
            spent[child] = spent[slot]
        if not tree.solves(slot):
            continue
        if solved is not None:
            for secret in solved[slot]:
                found[secret] = spent[slot]
        else:
            secret = guess - game.question_count if places is None else places[game.guesses[guess]]
            found[secret] = spent[slot]
    return found


def costs_of_classes(costs: Sequence[int], class_of: Sequence[int]) -> list[int]:
    """The sum of some costs of secrets over each class.

    >>> costs_of_classes([1, 2, 3], [0, 1, 0])
    [4, 2]
    """
    found = [0] * (max(class_of) + 1)
    for each, cost in zip(class_of, costs, strict=True):
        found[each] += cost
    return found


def cost_of_mixture(
    columns: Iterable[Sequence[int]], weights: Iterable[int], sizes: Sequence[int]
) -> tuple[Fraction, list[Fraction]]:
    """What a mixture of trees costs at most, and for a secret of each class.

    ``columns`` are the sums of the costs over the classes, one for each tree; ``sizes`` the numbers of secrets. Trees
    are drawn by ``weights``, and a random symmetry makes the secrets of a class alike.

    >>> cost_of_mixture([[1, 4], [2, 2]], [1, 1], [1, 2])
    (Fraction(3, 2), [Fraction(3, 2), Fraction(3, 2)])
    """
    sums, whole = [0] * len(sizes), 0
    for column, weight in zip(columns, weights, strict=True):
        whole += weight
        sums = [before + weight * cost for before, cost in zip(sums, column, strict=True)]
    each = [Fraction(cost, whole * size) for cost, size in zip(sums, sizes, strict=True)]
    return max(each), each
