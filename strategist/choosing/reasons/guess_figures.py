"""What a guess leaves, in figures, for each kind of answers: the definition, in plain Python."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from strategist.choosing.classes import ClassCell, class_cells, told_by
from strategist.choosing.lies.weighed_questions import weighed_question
from strategist.choosing.masses import several_cells, sizes_of, undivided
from strategist.choosing.ratings import cells_of
from strategist.common.notebook_hooks import Told
from strategist.model.game import Code, Game, History
from strategist.model.lies.answer_bits import AnswerBits, Sets
from strategist.model.position import Moves, Position


class AtPosition(Told):
    """What is told of guesses at a position, which JSON objects name so."""

    game: Game
    history: History
    candidates: int

    @property
    def given(self) -> str:
        """The history as text, as JSON objects name it."""
        return self.game.format_history(self.history)

    @property
    def secrets(self) -> int:
        """The number of candidates, as JSON objects name it."""
        return self.candidates


@dataclass(frozen=True)
class RankedGuess:
    """One guess at a position: what it leaves, and what it will take.

    ``left`` is the number of candidates behind each response, by ascending response, and ``candidate`` says whether the
    guess can be the secret. ``worst`` is the largest cell that is not solved, ``expected_left`` the average number of
    candidates left (0 where the guess is right), and ``bits`` the information of the answer, both under the chances of
    the secrets, if they have any. Where it is enough to know the class, a cell of one class counts as solved, and
    ``bits`` is the information about the class. Where the candidates are a sample, the figures are estimates.
    ``further`` is the average number of guesses from here on, this one included, or what they cost where questions have
    costs, and ``by`` says whose: ``exact`` for the best possible, else the name of the heuristic that continues; both
    are None where there was no time for it.

    Where answers may be false, a candidate counts behind each answer that it may give. ``expected_left`` and ``bits``
    count cells by Berlekamp's weights (:mod:`strategist.choosing.lies.weighed_questions`), ``heaviest`` is the weight
    of the heaviest cell in bits, and ``further`` is the number of guesses at worst.
    """

    code: Code
    text: str
    left: Mapping[int, int]
    candidate: bool
    worst: int
    expected_left: float
    bits: float
    further: float | None = None
    by: str | None = None
    heaviest: float | None = None

    @property
    def guess(self) -> str:
        """The guess as it is written, as JSON objects name it."""
        return self.text


def row_of(
    game: Game,
    guess: int,
    left: Mapping[int, int],
    masses: Mapping[int, int],
    candidate: bool,
    kinds: Mapping[int, ClassCell] | None = None,
) -> RankedGuess:
    """The figures of a guess, from the number of candidates behind each response and their weights, ``masses``.

    Where secrets have classes, ``kinds`` are the candidates behind each response by class.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> left = {0: 1, 1: 4, 2: 1, 3: 2, 4: 1}
    >>> row = row_of(game, 1, left, left, True)
    >>> row.text, row.worst, round(row.expected_left, 2), round(row.bits, 2)
    ('12', 4, 2.44, 2.06)
    """
    solved = game.response_count - 1
    whole = sum(masses.values())
    behind = {response: size for response, size in left.items() if response != solved}
    if kinds is not None:
        # Of a sample, the sizes in it are smaller.
        mixed = {response: left[response] for response, cell in kinds.items() if len(cell) > 1}
        expected = sum(masses[response] * size for response, size in mixed.items()) / whole
        bits = told_by(kinds.values()).bits
        return ranked(game, guess, left, candidate, max(mixed.values(), default=0), expected, bits)
    expected = sum(masses[response] * size for response, size in behind.items()) / whole
    bits = -sum(mass / whole * math.log2(mass / whole) for mass in masses.values()) + 0.0
    return ranked(game, guess, left, candidate, max(behind.values(), default=0), expected, bits)


def ranked(
    game: Game, guess: int, left: Mapping[int, int], candidate: bool, worst: int, expected: float, bits: float
) -> RankedGuess:
    code = game.guesses[guess]
    return RankedGuess(code, game.format_code(code), left, candidate, worst, expected, bits)


def true_row(game: Game, left: Position, guess: int) -> RankedGuess:
    """The figures of a guess where each secret has one answer.

    >>> from strategist.games.catalog import make_game
    >>> true_row(make_game("mastermind(2,3)"), Position((), range(9)), 1).worst
    4
    """
    cells = cells_of(game, guess, left.candidates)
    sizes = {response: len(cells[response]) for response in sorted(cells)}
    masses = {response: sum(map(game.weight_of, cells[response])) for response in sizes}
    kinds = None if game.classes is None else class_cells(game, guess, left.candidates)
    code = game.guesses[guess]
    candidate = game.secrets_are_questions and code in game.secrets and game.secrets.index(code) in left.candidates
    return row_of(game, guess, sizes, masses, candidate, kinds)


def several_row(game: Game, left: Position, guess: int, moves: Moves) -> RankedGuess:
    """The figures of a question after ``moves`` where a secret may give one of several answers: it counts behind each
    of them, and ``bits`` is the information about the secret or its class."""
    found = several_cells(game, left, guess)
    if guess in left.asked:
        found = undivided(game, left, dict(moves)[guess])
    told, sizes = told_by(found.cells.values()), sizes_of(game, found)
    behind = {response: sum(size for size, _ in cell.values()) for response, cell in found.cells.items()}
    expected = float(Fraction(sum(size * mass for size, mass in sizes), found.whole))
    return ranked(game, guess, behind, False, max(size for size, _ in sizes), expected, told.bits)


def lies_row(game: Game, answers: AnswerBits, sets: Sets, guess: int, candidate: bool) -> RankedGuess:
    """The figures of a guess where answers may be false: a candidate counts behind each answer that it may give;
    ``expected_left`` counts a cell by its weight, and ``bits`` is by how much less is missing about the secret and the
    lies to come."""
    found = weighed_question(game, answers, sets, guess)
    row = ranked(game, guess, found.sizes, candidate, found.largest, found.expected, found.bits)
    return replace(row, heaviest=found.heaviest)
