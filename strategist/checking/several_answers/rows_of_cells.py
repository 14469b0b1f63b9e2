"""What each secret may answer to each question, read from the rules once, in whole numbers.

Equal cells of a question have equal numbers, so that whether answers differ is a comparison of small ints.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from strategist.model.game import Answer, Game, Response


class RowCell(NamedTuple):
    """The answers that a secret may give to a question. ``number`` is that of all equal cells of the question.

    The chance of a response is its part of ``whole``. Nothing here says that the parts add up to the whole.
    """

    number: int
    whole: int
    parts: tuple[tuple[Response, int], ...]

    @property
    def sum(self) -> Fraction:
        """All chances added up: 1 by the rules."""
        return Fraction(sum(part for _, part in self.parts), self.whole)


class Rows:
    """The cells of all secrets by question; a row is read where it is first wanted.

    >>> from strategist.games.catalog import make_game
    >>> [cell.number for cell in Rows(make_game("mastermind(1,3,goal=identify)"))[1]]
    [0, 1, 0]
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rows: dict[int, list[RowCell]] = {}

    def __getitem__(self, question: int) -> list[RowCell]:
        """The cells of all secrets, in their order."""
        row = self._rows.get(question)
        if row is None:
            row = self._rows[question] = self._read(question)
        return row

    def _read(self, question: int) -> list[RowCell]:
        code = self._game.guesses[question]
        # A game may return one object for many secrets. What is kept here keeps its identity for itself.
        met: dict[int, tuple[Sequence[Answer], RowCell]] = {}
        equal: dict[tuple[tuple[Response, int, int], ...], RowCell] = {}
        row = []
        for secret in self._game.secrets:
            answers = self._game.answers(code, secret)
            if id(answers) not in met:
                told = ((each.response, each.chance.numerator, each.chance.denominator) for each in answers)
                key = tuple(sorted(told))
                if key not in equal:
                    equal[key] = _cell(len(equal), answers)
                met[id(answers)] = answers, equal[key]
            row.append(met[id(answers)][1])
        return row


def _cell(number: int, answers: Sequence[Answer]) -> RowCell:
    whole = math.lcm(*(chance.denominator for _, chance in answers))
    return RowCell(number, whole, tuple((response, int(chance * whole)) for response, chance in answers))
