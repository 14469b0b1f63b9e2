"""The volume bound as arrays: :mod:`strategist.model.lies.volume` for the search.

A position is out of reach within k questions if the weights of its suspects add up to more than the capacity. Both
depend on the most lies that are left; a suspect that could tell more lies is no easier for telling fewer, so the bound
also holds for what is left of a position if all suspects tell at most m.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.model.lies.honest import Honest
from strategist.model.lies.volume import ways_to_answer

_MUCH = 1 << 46
_LARGE = 1 << 30
"""No weight is above it where the capacity is too large to be reached."""


def volumes(game: Game, answers: int, least_free: int, levels: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The weights and capacities, ``int64[levels + 1, lies + 1]`` each: ``weights[k, l]`` of a suspect with l lies
    left, and ``capacity[k, m]`` of a position in which none has more than m lies left, with k questions left.

    ``answers`` is the most responses that one question can get that do not end play. In a game of free answers each
    suspect gives ``least_free`` of them at least.

    >>> from strategist.games.catalog import make_game
    >>> weights, capacity = volumes(make_game("mastermind(4,6,lies=1)"), 13, 1, 3)
    >>> weights.tolist(), capacity.tolist()
    ([[1, 1], [1, 13], [1, 25], [1, 37]], [[0, 0], [1, 13], [14, 194], [183, 2559]])
    """
    weights = np.ones((levels + 1, game.lies + 1), dtype=np.int64)
    capacity = np.zeros((levels + 1, game.lies + 1), dtype=np.int64)
    for most in range(game.lies + 1):
        room = 1 if game.announces else 0
        for left in range(levels + 1):
            if left:
                room = answers * room + (0 if game.announces else _alone(game, left, most, answers, least_free))
            capacity[left, most] = min(room, _MUCH)
    for left in range(levels + 1):
        for lies in range(game.lies + 1):
            exact = least_free**left if game.fibs else ways_to_answer(left, lies, answers)
            weights[left, lies] = min(exact, _LARGE if capacity[left, -1] >= _MUCH else _MUCH)
    # Where a capacity is too large for these numbers, so is every sum that would reach it.
    capacity[capacity >= _MUCH] = np.iinfo(np.int64).max
    return weights, capacity


def _alone(game: Game, left: int, most: int, answers: int, least_free: int) -> int:
    """What the guessed suspect adds: all that it weighs, or less where the right guess may be denied."""
    if game.fibs:
        return least_free**left
    if game.honest is Honest.YES:
        return max(comb(left - 1, told) * (answers - 1) ** told for told in range(most + 1))
    return ways_to_answer(left, most, answers)
