"""Permutations of codes that keep every answer, each tested with every question and every candidate.

With them, sets of questions need to be looked at only up to symmetry. They may be more than the symmetries that a game
names: where only blacks are told, the symbols of each position can be renamed by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game

_MOST_TESTED = 1 << 28
"""The answers that may be looked at to test permutations."""


class Moves(NamedTuple):
    """A permutation of the questions, ``int64[questions]``, and of the secrets, ``int64[secrets]``, that together keep
    every answer."""

    questions: NDArray[np.int64]
    secrets: NDArray[np.int64]


def permutations_of(game: Game, table: NDArray[Any]) -> list[Moves]:
    """Permutations that keep the answers ``[questions, secrets]`` of all secrets of a game: exchanges of two positions,
    of two symbols, and of two symbols at one position. There are none of a game with classes, or where codes are no
    sequences of small whole numbers.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.static.partitions import Partitions
    >>> game = make_game("mastermind(2,2)")
    >>> [each.questions.tolist() for each in permutations_of(game, Partitions(game, range(4)).table)]
    [[0, 2, 1, 3], [3, 2, 1, 0]]
    """
    if game.code_symmetry is None or game.classes is not None:
        return []
    questions: list[tuple[int, ...]] = [tuple(code) for code in game.guesses[: game.question_count]]
    secrets: list[tuple[int, ...]] = [tuple(code) for code in game.secrets]
    asked = {code: index for index, code in enumerate(questions)}
    hidden = {code: index for index, code in enumerate(secrets)}
    found: list[Moves] = []
    tests = _MOST_TESTED // table.size
    for exchange in _exchanges(questions):
        if tests <= 0:
            break
        tests -= 1
        of_questions = [asked.get(_image(code, exchange), -1) for code in questions]
        of_secrets = [hidden.get(_image(code, exchange), -1) for code in secrets]
        if min(of_questions) >= 0 and min(of_secrets) >= 0:
            moved = np.array(of_questions)
            if np.array_equal(table[moved][:, of_secrets], table):
                found.append(Moves(moved, np.array(of_secrets)))
    return found


Exchange = tuple[str, int, int, int]
"""What is exchanged: ``positions``, or ``symbols`` (at one position, or at all where it is -1), and the two."""


def _exchanges(codes: Sequence[tuple[int, ...]]) -> Iterator[Exchange]:
    for one, other in combinations(range(len(codes[0])), 2):
        yield ("positions", -1, one, other)
    symbols = sorted({symbol for code in codes for symbol in code})
    for one, other in combinations(symbols, 2):
        yield ("symbols", -1, one, other)
    for position in range(len(codes[0])):
        for one, other in combinations(symbols, 2):
            yield ("symbols", position, one, other)


def _image(code: tuple[int, ...], exchange: Exchange) -> tuple[int, ...]:
    kind, where, one, other = exchange
    swapped = {one: other, other: one}
    if kind == "positions":
        return tuple(code[swapped.get(at, at)] for at in range(len(code)))
    return tuple(swapped.get(each, each) if where in (-1, at) else each for at, each in enumerate(code))
