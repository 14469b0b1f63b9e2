"""Scores of questions where answers may be false: the formulas of the heuristics, in whole numbers.

The number of candidates in a cell says little, because a candidate with a lie left takes longer to find than one
without. So a candidate counts by its share of Berlekamp's weight (:mod:`strategist.model.lies.volume`): with q more
questions and R answers to each, one with k lies left weighs Σᵢ≤k C(q,i)(R−1)ⁱ, the number of ways in which the
codemaker can go on. R is the most answers that a question of the game can get from one secret or another, the solved
one included. q is one less than the least number of questions whose volume R^q suffices for the position at hand,
because one of them is being asked; and 0 where a single candidate is left. Where rows hold a falsehood each
(``Game.fibs``), no lie is counted and each candidate weighs 1.

Where it is fixed how many answers there are and how many of them are false (``Game.of``), a candidate with k lies left
has to tell all of them, and weighs C(q,k)(R−1)ᵏ, for the q questions that are left behind the one being asked.

A cell where play ends, behind the solved answer or with nobody else left, is not to be searched any more.

* ``minimax`` is the weight of the heaviest cell where play goes on; 0 if there is none. If it is at most R^q for this
  q, the volume bound does not forbid that q more questions are enough.
* ``entropy`` is what is missing on average after the answer: all ways in which the codemaker can go on are equally
  likely, so an answer is as likely as its cell is heavy, and log₂ of that weight is missing behind it, nothing where
  play ends. Without lies that is the entropy of the answer, less what is missing before. Questions may have different
  numbers of answers, and a question with few has fewer ways to go on: therefore the average, not the sum.

Two roundings keep compiled code to machine words. Weights of more than 62 bits lose their lowest bits, the same number
for all candidates of a position. For ``entropy`` the weights of cells are rounded to 30 bits of that of the position,
but never to 0, and the score is in units of 2⁻²⁰ bits: finer differences are errors of the logarithms.

A question with an answer that leaves the position as it was is not among those to compare (:func:`telling_cells`),
however well its other answers look: it could be asked for ever. Behind any other question some candidate has a lie less
to tell, or is out, whatever is answered. So the candidates and the lies left to them become fewer with every answer,
and every heuristic that keeps to these questions comes to an end. Where a guess can win there is always one of them, a
candidate itself, and elsewhere every question that tells two candidates apart is one.

Sources: as of the volume bound. Minimax by weights is how Berlekamp's and Pelc's questioners choose: the answers to a
good question weigh alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from strategist.choosing.masses import LOG_BITS, interpolated, rounded_mass
from strategist.model.game import Game, Response
from strategist.model.lies.volume import least_questions, most_answers, ways_to_answer
from strategist.model.position import Position, kind_of

WEIGHT_BITS = 62
"""The weight of a position has no more bits than this."""
MISSING_BITS = 20
"""The precision of the score of ``entropy``: it is in units of 2⁻²⁰ bits."""


class Weighing(NamedTuple):
    """How the candidates of a position weigh in the cells of the next question."""

    by_told: tuple[int, ...]
    """The weight of a candidate in a cell, by the lies told if it is the secret."""
    whole: int
    """At least the weight of every cell."""


def weighing(sizes: Sequence[int], answers: int, to_come: int | None = None) -> Weighing:
    """How candidates weigh behind the next question, of which ``sizes[k]`` have k lies left, with so many answers; if
    it is fixed how many answers are to come, the next one among them, each tells all lies that it has left.

    >>> weighing([0, 9], 5)
    Weighing(by_told=(9, 1), whole=117)
    >>> weighing([1, 0], 5), weighing([2], 5)
    (Weighing(by_told=(1, 1), whole=1), Weighing(by_told=(1,), whole=2))
    """
    return _weighing(tuple(sizes), answers, to_come)


@cache
def _weighing(sizes: tuple[int, ...], answers: int, to_come: int | None) -> Weighing:
    lies = len(sizes) - 1
    questions = least_questions(sizes, answers) if to_come is None else to_come

    def ways(left: int, asked: int) -> int:
        return ways_to_answer(asked, left, answers, 0 if to_come is None else left)

    whole = sum(size * ways(left, questions) for left, size in enumerate(sizes))
    dropped = max(0, whole.bit_length() - WEIGHT_BITS)
    after = max(0, questions - 1)
    by_told = tuple(ways(lies - told, after) >> dropped for told in range(lies + 1))
    return Weighing(by_told, whole >> dropped)


def weighing_at(game: Game, left: Position) -> Weighing:
    """How the candidates of a position weigh in the cells of the next question."""
    sizes = [left.labels.count(game.lies - lies) for lies in range(game.lies + 1)]
    return weighing(sizes, most_answers(game), None if game.of is None else game.of - left.answered)


def telling_cells(
    game: Game, left: Position, questions: Iterable[int]
) -> Iterator[tuple[int, dict[Response, Position]]]:
    """The cells of those questions, by their indices, that no answer leaves without effect: play is over after it, or
    the position is another one.

    >>> from strategist.games.catalog import make_game
    >>> game, left = make_game("mastermind(1,3,lies=1,honest=yes)"), Position((), (0, 2), (1, 0))
    >>> [question for question, _ in telling_cells(game, left, range(3))]
    [0, 2]
    """
    for question in questions:
        branches = kind_of(game).cells(left, question).items()
        cells = {response: branch.position for response, branch in branches}
        if cells and not any(cell == left and not game.solved(response) for response, cell in cells.items()):
            yield question, cells


def weighed_cells(game: Game, weights: Weighing, cells: Mapping[Response, Position]) -> list[tuple[int, bool]]:
    """The weight of each cell, and whether play goes on there.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.position import kind_of
    >>> game, left = make_game("mastermind(1,3,lies=1,honest=yes)"), Position((), (0, 1, 2), (0, 0, 0))
    >>> cells = {response: cell.position for response, cell in kind_of(game).cells(left, 0).items()}
    >>> weighed_cells(game, weighing_at(game, left), cells)
    [(9, True), (4, False)]
    """
    return [
        (
            sum(weights.by_told[told] for told in cell.labels),
            not game.solved(response) and kind_of(game).ending(cell) is None,
        )
        for response, cell in cells.items()
    ]


def heaviest(cells: Sequence[tuple[int, bool]]) -> int:
    """The weight of the heaviest cell where play goes on; 0 if there is none.

    >>> heaviest([(5, True), (9, False)]), heaviest([(9, False)])
    (5, 0)
    """
    return max((mass for mass, goes_on in cells if goes_on), default=0)


def missing_on_average(cells: Sequence[tuple[int, bool]], whole: int) -> int:
    """What is missing on average behind the answer, in units of 2⁻²⁰ bits.

    >>> missing_on_average([(4, True), (4, True)], 8) == 2 << MISSING_BITS
    True
    >>> missing_on_average([(4, True), (4, False)], 8) == 1 << MISSING_BITS
    True
    """
    masses = [(rounded_mass(mass, whole), goes_on) for mass, goes_on in cells]
    missing = sum(interpolated(mass) for mass, goes_on in masses if goes_on)
    unit = sum(mass for mass, _ in masses) << LOG_BITS - MISSING_BITS
    return (2 * missing + unit) // (2 * unit)
