"""What all secrets of a game tell of all questions, in arrays for the kernels, where cells overlap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from strategist.choosing.masses import chance_unit, numerals
from strategist.model.game import Game
from strategist.model.rules import Answer
from strategist.search.kernels.scores.several_scores import SeveralAnswers
from strategist.search.kernels.scores.weighed_scores import log_table

_BYTES_OF_A_CELL = 12
"""What a secret and a question take: in the table of kinds, and while it is made."""
_NOTHING = (Answer(0, Fraction(1)),)
"""What all secrets answer to a question that tells nothing."""


class Answers(NamedTuple):
    """What all secrets tell, for kernels and for exact reckoning."""

    told: SeveralAnswers
    held: list[Sequence[Answer]]
    """The answers of each kind."""


def table_bytes(game: Game) -> int:
    """About the bytes that :func:`answers_of` takes."""
    return _BYTES_OF_A_CELL * game.question_count * len(game.secrets)


def answers_of(game: Game) -> Answers:
    """What all secrets of a game tell of all questions.

    >>> from strategist.games.catalog import make_game
    >>> answers_of(make_game("mastermind(1,2,goal=identify)")).told.kinds.tolist()
    [[0, 1], [2, 3], [4, 4]]
    """
    secrets, questions = game.secrets, game.question_count
    kinds = np.empty((questions + 1, len(secrets)), dtype=np.int32)
    held: list[Sequence[Answer]] = []
    begins, cells, parts, shapes, units, sets = [0], [], [], [], [], []
    shape_of: dict[object, int] = {}
    for question in range(questions + 1):
        code = game.guesses[question] if question < questions else None
        unit = 1 if code is None else chance_unit(game, question)
        units.append(unit)
        numbers: dict[tuple[Answer, ...], int] = {}
        # Most games give one object for equal cells: to hash fractions would take longer than all the rest.
        known: dict[int, tuple[Sequence[Answer], int]] = {}
        for secret, hidden in enumerate(secrets):
            given = _NOTHING if code is None else game.answers(code, hidden)
            if id(given) not in known:
                known[id(given)] = given, numbers.setdefault(tuple(given), len(held) + len(numbers))
            kinds[question, secret] = known[id(given)][1]
        responses = sorted({answer.response for answers in numbers for answer in answers})
        number = {response: place for place, response in enumerate(responses)}
        for answers in numbers:
            held.append(answers)
            mine = numerals(answers, unit)
            cells += [number[answer.response] for answer in answers]
            parts += mine
            begins.append(len(cells))
            common = math.gcd(*mine)
            shapes.append(
                shape_of.setdefault((unit // common, *sorted(each // common for each in mine)), len(shape_of))
            )
            sets.append(sum(1 << number[answer.response] for answer in answers))
    words = max(1, -(-max(each.bit_length() for each in sets) // 64))
    told = SeveralAnswers(
        kinds=kinds,
        begins=np.array(begins, dtype=np.int32),
        cells=np.array(cells, dtype=np.int32),
        numerals=np.array(parts, dtype=np.int64),
        shapes=np.array(shapes, dtype=np.int32),
        units=np.array(units, dtype=np.int64),
        answers=np.frombuffer(b"".join(each.to_bytes(8 * words, "little") for each in sets), dtype=np.uint64)
        .reshape(len(sets), words)
        .copy(),
        classes=np.array(game.classes or [], dtype=np.int32),
        logs=log_table(),
    )
    return Answers(told, held)
