"""What each secret may answer to each question, read from the rules once, in whole numbers; and whether any question
can still help to tell secrets from each other, which ends play with several left.

Equal cells of a question have equal numbers, so that whether answers differ is a comparison of small ints. Sets of
secrets and of questions are bits of ints. For each secret there is one such int, so a position costs a few operations
for each secret left, however many questions there are.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from operator import and_, or_
from typing import NamedTuple

from strategist.model.game import Answer, Game, Response
from strategist.model.goal import Narrow


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


class SurelyApart:
    """Tells for secrets left which question could be asked before they are announced as all that can be known.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify)")
    >>> told = SurelyApart(game, Rows(game))
    >>> told.helpful([0, 1], asked=0b000), told.helpful([0, 1], asked=0b001), told.helpful([0, 1], asked=0b011)
    (0, 1, None)
    """

    def __init__(self, game: Game, rows: Rows) -> None:
        self._game, self._rows = game, rows
        self._near: dict[int, int] = {}
        self._together: dict[tuple[int, int], int] = {}
        self._givers: dict[int, dict[Response, int]] = {}
        self._words: list[int] = []
        self._begins: list[int] = []

    def helpful(self, left: Collection[int], asked: int) -> int | None:
        """The first question, not one of the bits of ``asked``, by which ``left``, indices of secrets, could be told
        from each other as ``Game.narrow`` asks for; None if there is none."""
        return self._excluding(left, asked) if self._game.narrow is Narrow.SURE else self._telling(left, asked)

    def _telling(self, left: Collection[int], asked: int) -> int | None:
        """The first question to which two of the secrets have different cells.

        The word of a secret holds the numbers of its cells side by side: where all of these words have the same bits,
        all cells are equal.
        """
        if not self._begins:
            self._write_words()
        words = [self._words[secret] for secret in left]
        differ = reduce(or_, words) ^ reduce(and_, words)
        while differ:
            question = bisect_right(self._begins, (differ & -differ).bit_length() - 1) - 1
            if not asked >> question & 1:
                return question
            differ = differ >> self._begins[question + 1] << self._begins[question + 1]
        return None

    def _write_words(self) -> None:
        rows = [self._rows[question] for question in range(self._game.question_count)]
        # One bit at least, so that no two questions begin at the same.
        widths = (max(cell.number for cell in row).bit_length() or 1 for row in rows)
        self._begins = list(accumulate(widths, initial=0))
        places = self._begins[:-1]
        self._words = [
            sum(cell.number << place for cell, place in zip(cells, places, strict=True) if cell.number)
            for cells in zip(*rows, strict=True)
        ]

    def _excluding(self, left: Collection[int], asked: int) -> int | None:
        """The first question to which two of the secrets have no answer in common.

        All secrets left have given the same answer to each question that was asked. So where each of them has an answer
        in common with all others in every question, asked or not, none helps; else one that was not asked does.
        """
        here = sum(1 << secret for secret in left)
        if all(here & self._near_to(secret) == here for secret in left):
            return None
        for question in range(self._game.question_count):
            if not asked >> question & 1 and any(here & ~self._sharing(question, secret) for secret in left):
                return question
        return None

    def _near_to(self, secret: int) -> int:
        """The secrets that have an answer in common with one in every question."""
        near = self._near.get(secret)
        if near is None:
            near = (1 << len(self._game.secrets)) - 1
            for question in range(self._game.question_count):
                near &= self._sharing(question, secret)
            self._near[secret] = near
        return near

    def _sharing(self, question: int, secret: int) -> int:
        """The secrets that have an answer in common with one in one question."""
        cell = self._rows[question][secret]
        found = self._together.get((question, cell.number))
        if found is None:
            givers = self._givers.get(question)
            if givers is None:
                givers = self._givers[question] = self._givers_of(question)
            found = reduce(or_, (givers[response] for response, _ in cell.parts), 0)
            self._together[question, cell.number] = found
        return found

    def _givers_of(self, question: int) -> dict[Response, int]:
        """The secrets that may give each response."""
        given: dict[Response, int] = {}
        for secret, cell in enumerate(self._rows[question]):
            for response, _ in cell.parts:
                given[response] = given.get(response, 0) | 1 << secret
        return given
