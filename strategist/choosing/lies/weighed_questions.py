"""What one question leaves of a position where answers may be false: its cells by candidates and by Berlekamp's
weights.

The same figures as those of :mod:`strategist.choosing.lies.berlekamp`, from positions as bits
(:mod:`strategist.model.lies.answer_bits`), so that questions of large games are looked at, too. All ways in which the
codemaker can go on are taken to be equally likely, as ``entropy`` takes them: no chance of a lie is meant.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from strategist.choosing.lies.berlekamp import weighing
from strategist.model.game import Game, Response
from strategist.model.lies.answer_bits import AnswerBits, Sets, members
from strategist.model.lies.volume import most_answers


class WeighedCell(NamedTuple):
    """The position behind an answer, the number of its candidates, its weight, and whether play goes on there."""

    sets: Sets
    size: int
    weight: int
    goes_on: bool


class WeighedQuestion(NamedTuple):
    """A question by its cells, by answer, ascending, and the ``whole`` weight of the position where it is asked."""

    cells: Mapping[Response, WeighedCell]
    whole: int

    @property
    def sizes(self) -> dict[Response, int]:
        """The candidates behind each answer."""
        return {response: cell.size for response, cell in self.cells.items()}

    @property
    def largest(self) -> int:
        """The most candidates behind an answer after which play goes on; 0 if it never does."""
        return max((cell.size for cell in self.cells.values() if cell.goes_on), default=0)

    @property
    def expected(self) -> float:
        """The candidates behind the answer on average, none where play ends; a cell counts by its weight."""
        together = sum(cell.weight for cell in self.cells.values())
        return sum(cell.weight * cell.size for cell in self.cells.values() if cell.goes_on) / together

    @property
    def heaviest(self) -> float:
        """The bits of the weight of the heaviest cell where play goes on; 0 if there is none."""
        most = max((cell.weight for cell in self.cells.values() if cell.goes_on), default=1)
        return math.log2(most)

    @property
    def bits(self) -> float:
        """What the answer tells about the secret and the lies to come: by how much less is missing behind it."""
        together = sum(cell.weight for cell in self.cells.values())
        missing = sum(cell.weight * math.log2(cell.weight) for cell in self.cells.values() if cell.goes_on) / together
        return math.log2(self.whole) - missing

    def bits_told(self, response: Response) -> float:
        """What an answer tells about the secret and the lies to come: all that is missing if play ends behind it."""
        cell = self.cells[response]
        return math.log2(self.whole) - (math.log2(cell.weight) if cell.goes_on else 0.0)


def is_over(game: Game, sets: Sets) -> bool:
    """Whether an announcement ends play at a position.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify,lies=1)")
    >>> is_over(game, (0b001, 0b100)), is_over(game, (0b000, 0b100))
    (False, True)
    """
    return game.announces and game.is_pure(members(reduce(or_, sets)))


def weighed_question(game: Game, answers: AnswerBits, sets: Sets, question: int) -> WeighedQuestion:
    """What a question, by its index, leaves of a position.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> found = weighed_question(game, AnswerBits(game), (0b111111111, 0), game.parse_question("12"))
    >>> found.sizes, found.largest, round(found.expected, 2), round(found.bits, 2)
    ({0: 8, 1: 8, 2: 8, 3: 8, 4: 1}, 8, 7.31, 2.58)
    """
    by_lies, answered = sets[: game.lies + 1], len(sets) - game.lies - 1
    to_come = None if game.of is None else game.of - answered
    by_told, whole = weighing([bits.bit_count() for bits in reversed(by_lies)], most_answers(game), to_come)
    cells = {}
    for response, cell in answers.cells(sets, question):
        sizes = [bits.bit_count() for bits in cell[: game.lies + 1]]
        weight = sum(size * each for size, each in zip(sizes, by_told, strict=True))
        cells[response] = WeighedCell(cell, sum(sizes), weight, not game.solved(response) and not is_over(game, cell))
    return WeighedQuestion(cells, whole)
