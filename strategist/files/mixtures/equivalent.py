"""Which secrets the symmetries of a game make equivalent, and random symmetries.

The symmetries are those that ``Game.code_symmetry`` describes, without its ``moves``: permutations of positions and of
symbols, each within its classes. All of them together are the products of exchanges of two neighbors, and a random one
is a random order of each class. Any part of the symmetries may be used: with fewer, there are more classes of secrets.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from strategist.model.game import Game
from strategist.model.symmetry import Symmetry

Permutation = tuple[tuple[int, ...], tuple[int, ...]]
"""Which position each position takes its symbol from, and which symbol stands for each symbol."""

CLASS_NOUN = "class"
"""What equivalent secrets are called together, to be counted."""


def class_of_each(game: Game) -> list[int]:
    """The class of each secret, by index. Secrets that some symmetry maps to each other are one class, and classes are
    numbered by their first members. Without symmetry, each secret is a class of its own.

    >>> from strategist.games.catalog import make_game
    >>> class_of_each(make_game("mastermind(2,3)"))
    [0, 1, 1, 1, 0, 1, 1, 1, 0]
    """
    count = len(game.secrets)
    if game.code_symmetry is None:
        return list(range(count))
    images = [images_of_secrets(game, each) for each in exchanges(game)]
    found = [-1] * count
    number = 0
    for secret in range(count):
        if found[secret] >= 0:
            continue
        found[secret] = number
        reached = [secret]
        while reached:
            one = reached.pop()
            for image in images:
                if found[image[one]] < 0:
                    found[image[one]] = number
                    reached.append(image[one])
        number += 1
    return found


def sizes_of_classes(class_of: Sequence[int]) -> list[int]:
    """The number of secrets in each class.

    >>> sizes_of_classes([0, 1, 1, 1, 0, 1, 1, 1, 0])
    [3, 6]
    """
    sizes = [0] * (max(class_of) + 1)
    for each in class_of:
        sizes[each] += 1
    return sizes


def first_of_classes(class_of: Sequence[int]) -> list[int]:
    """The first secret of each class, by index.

    >>> first_of_classes([0, 1, 1, 1, 0, 1, 1, 1, 0])
    [0, 1]
    """
    firsts: dict[int, int] = {}
    for secret, each in enumerate(class_of):
        firsts.setdefault(each, secret)
    return list(firsts.values())


def exchanges(game: Game) -> list[Permutation]:
    """The exchanges of two neighbors in each class of positions and of symbols.

    >>> from strategist.games.catalog import make_game
    >>> exchanges(make_game("mastermind(2,2)"))
    [((1, 0), (0, 1)), ((0, 1), (1, 0))]
    """
    symmetry = game.code_symmetry
    if symmetry is None:
        return []
    positions, symbols = _identity(game, symmetry)
    found: list[Permutation] = []
    for one, other in _neighbors(symmetry.positions):
        found.append((_exchanged(positions, one, other), symbols))
    for one, other in _neighbors(symmetry.symbols):
        found.append((positions, _exchanged(symbols, one, other)))
    return found


def random_symmetry(game: Game, draws: random.Random) -> Permutation | None:
    """One of the symmetries, each with the same chance; None for a game without any.

    >>> from strategist.games.catalog import make_game
    >>> random_symmetry(make_game("mastermind(3,4)"), random.Random(1))
    ((1, 2, 0), (3, 1, 0, 2))
    """
    symmetry = game.code_symmetry
    if symmetry is None:
        return None
    both = _identity(game, symmetry)
    shuffled = []
    for usual, classes in zip(both, (symmetry.positions, symmetry.symbols), strict=True):
        images = list(usual)
        for members in classes:
            drawn = list(members)
            draws.shuffle(drawn)
            for member, image in zip(members, drawn, strict=True):
                images[member] = image
        shuffled.append(tuple(images))
    return shuffled[0], shuffled[1]


def images_of_guesses(game: Game, permutation: Permutation | None) -> list[int]:
    """The index of the image of each guess under a symmetry; an announcement goes where its secret goes.

    >>> from strategist.games.catalog import make_game
    >>> images_of_guesses(make_game("mastermind(2,2)"), ((1, 0), (0, 1)))
    [0, 2, 1, 3]
    """
    if permutation is None:
        return list(range(len(game.guesses)))
    questions = game.guesses[: game.question_count]
    found = _images(permutation, questions)
    if game.announces:
        found += [game.question_count + image for image in images_of_secrets(game, permutation)]
    return found


def images_of_secrets(game: Game, permutation: Permutation | None) -> list[int]:
    """The index of the image of each secret under a symmetry.

    >>> from strategist.games.catalog import make_game
    >>> images_of_secrets(make_game("mastermind(1,3)"), ((0,), (2, 0, 1)))
    [2, 0, 1]
    """
    return list(range(len(game.secrets))) if permutation is None else _images(permutation, game.secrets)


def _images(permutation: Permutation, codes: Sequence[Sequence[int]]) -> list[int]:
    places = {tuple(code): place for place, code in enumerate(codes)}
    return [places[_sent(permutation, code)] for code in places]


def _sent(permutation: Permutation, code: Sequence[int]) -> tuple[int, ...]:
    """The image of a code."""
    positions, symbols = permutation
    return tuple(symbols[code[at]] for at in positions)


def _identity(game: Game, symmetry: Symmetry) -> Permutation:
    known = [symbol for members in symmetry.symbols for symbol in members]
    codes = (*game.secrets, *game.guesses[: game.question_count])
    most = max([*known, *(symbol for code in codes for symbol in code)])
    return tuple(range(len(game.secrets[0]))), tuple(range(most + 1))


def _neighbors(classes: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    return [pair for members in classes for pair in pairwise(members)]


def _exchanged(images: Sequence[int], one: int, other: int) -> tuple[int, ...]:
    found = list(images)
    found[one], found[other] = found[other], found[one]
    return tuple(found)
