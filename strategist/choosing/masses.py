"""Scores of guesses under chances and costs: the formulas of the heuristics, in whole numbers.

A cell has a *size*, the number of its candidates, and a *mass*, the sum of their weights (``Game.weights``).

* ``expected-size`` counts the candidates that are left on average under the chances: Σ mass·size, over the whole mass.
* ``entropy`` is the information that an answer gives under the chances: Σ mass·log₂ mass as small as possible.
* ``minimax`` and ``most-parts`` look at the worst case and at the number of answers, which no chance changes.

Where it is enough to know the class (``Game.classes``), a *pure* cell, of one class, is as good as solved. There m_c is
the mass of one class in a cell, and without chances it is its size.

* ``entropy`` is the information about the class alone: Σ (mass·log₂ mass - Σ m_c·log₂ m_c) as small as possible.
* ``expected-size`` counts the candidates in cells that are not pure, ``minimax`` those of the largest such cell.
* ``most-parts`` is the number of cells, as in games without classes.

With ``per=cost``, what a guess *gains* is divided by what it costs: the gain is the score of a guess that tells nothing
apart less that of the guess. So it is the information in bits, the candidates excluded, and so on, for each unit of
cost. The compiled kernels compute the same integers (:mod:`strategist.search.kernels.scores.weighed_scores`).

Where a secret may give several answers, cells overlap: the cell of an answer holds every secret that may give it, with
its mass at the position (:class:`~strategist.model.position.Position`) times the chance of the answer. Chances of a
question are numerals over one *unit*, the least common denominator of all of them. The *whole* is the mass of the
position times the unit, and the masses of all cells of the question sum to it. The *share* of a mass is its quotient by
the whole in units of 2⁻³⁰, rounded half up, but never 0. Shares of different questions can be compared.

Products of chances soon have more digits than a machine word. So that compiled code can compute the same integers,
masses that add up to 2³⁰ or more are replaced by their shares in the position, and a unit is at most 2²⁸: of a question
with a larger common denominator the chances are rounded (:func:`numerals`). Then the whole is below 2⁵⁹. Positions,
trees and figures remain exact: only scores are rounded.

There a cell has the number of its secrets as its *size*, and a *mass* c. In it m_k is the mass of one secret, or where
it is enough to know the class, of one class.

* ``entropy`` is the information of the answer about the secret, I(S;A) = H(S) - H(S|A). H(S) depends on no question, so
  the score is H(S|A), what is still missing after the answer: Σ over cells (c·log₂ c - Σ m_k·log₂ m_k) over the whole,
  as small as possible. The entropy of the answer alone, which is best where cells do not overlap, is not it: a question
  that everyone answers by the toss of a coin would score a bit and tell nothing. The score is in units of 2⁻²⁰ bits,
  rounded: finer differences are errors of the logarithms, which would decide between questions that tell equally much.
* ``expected-size`` is the expected number of secrets left, Σ c·size over the whole, in units of 2⁻³⁰, rounded half up;
  with classes that of secrets in cells that are not pure.
* ``minimax`` is the size of the largest cell; with classes of the largest that is not pure, and 0 if there is none.
* ``most-parts`` is minus the number of cells.

With ``per=cost`` the gain is what :func:`~strategist.choosing.masses.per_cost` says; its ``before`` is the score of the
one cell that holds the whole position.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from strategist.choosing.classes import ClassCell, mixed
from strategist.model.game import Game, Response
from strategist.model.position import Position
from strategist.model.rules import Answer

FRACTION_BITS = 36
"""Fixed-point precision of logarithms: differences of 10⁻⁹ bits are kept, and n up to 2³¹ fits in 64 bits."""
EXACT_MASS = 1 << 16
"""Up to this mass of all secrets, equal products Π m^m have equal scores, as they have without chances."""
MASS_BITS = 30
"""Greater masses are rounded to this number of bits of the mass of all candidates, but never to 0."""
LOG_BITS = 26
"""The fixed-point precision of the logarithms of rounded masses."""
STEP_BITS = 11
"""Between two of 2048 steps, a logarithm is interpolated: it is wrong by less than 10⁻⁷."""
GAIN_BITS = 62

WORST = 2**62
"""Worse than every score: that of a guess that tells nothing apart."""
EXACT_BITS = 28
"""Chances whose common denominator is beyond this power of two are rounded to it."""
INFORMATION_BITS = 20
"""The precision of the score of ``entropy``: it is in units of 2⁻²⁰ bits."""
_DROPPED = MASS_BITS + LOG_BITS - INFORMATION_BITS


@cache
def logarithms() -> tuple[int, ...]:
    """The logarithms of 1 to 2 in equal steps, in fixed point; one more than there are steps.

    >>> logarithms()[0], logarithms()[-1] == 1 << LOG_BITS
    (0, True)
    """
    steps = 1 << STEP_BITS
    return tuple(round(math.log2(1 + step / steps) * (1 << LOG_BITS)) for step in range(steps + 1))


def weighted_log(size: int) -> int:
    """m·log₂ m in fixed point, such that equal products Π m^m have equal sums *exactly*.

    The logarithm of m is the sum of the logarithms of its prime factors, each rounded once. So two partitions with
    equal products add up the same integers. (Floating-point sums would rank {6,4,2,1,1} and {4,4,3,3} apart.)

    >>> sum(map(weighted_log, (6, 1, 1, 1, 1, 1, 1))) == sum(map(weighted_log, (3, 3, 2, 2, 2)))
    True
    >>> weighted_log(8) == 24 << FRACTION_BITS
    True
    """
    total = 0
    rest, factor = size, 2
    while rest > 1:
        if factor * factor > rest:
            factor = rest
        while rest % factor == 0:
            total += round(math.log2(factor) * (1 << FRACTION_BITS))
            rest //= factor
        factor += 1
    return size * total


def interpolated(mass: int) -> int:
    """m·log₂ m in fixed point for a mass of less than 2³¹.

    >>> interpolated(8) == 24 << LOG_BITS
    True
    >>> abs(interpolated(10**9) / 2**LOG_BITS / (10**9 * math.log2(10**9)) - 1) < 1e-8
    True
    """
    whole = mass.bit_length() - 1
    rest = (mass << MASS_BITS >> whole) - (1 << MASS_BITS)
    step, between = rest >> (MASS_BITS - STEP_BITS), rest & ((1 << (MASS_BITS - STEP_BITS)) - 1)
    table = logarithms()
    below = table[step]
    return mass * ((whole << LOG_BITS) + below + ((table[step + 1] - below) * between >> (MASS_BITS - STEP_BITS)))


def rounded_mass(mass: int, whole: int) -> int:
    """The mass of a cell to :data:`MASS_BITS` bits of ``whole``, the mass of all candidates.

    >>> rounded_mass(5, 100), rounded_mass(3 << 40, 1 << 42), rounded_mass(1, 1 << 42)
    (5, 402653184, 1)
    """
    shift = max(0, whole.bit_length() - MASS_BITS)
    return max(1, mass + (1 << shift >> 1) >> shift)


def per_cost(before: int, score: int, candidates: int, cost: int) -> int:
    """The score of a guess by what it gains for its cost; ``before`` is the score of one that tells nothing apart.

    The quotient is rounded down to a whole number, after the gain has been multiplied by a power of two that depends on
    ``before`` and the number of candidates only. So equal quotients have equal scores.

    >>> per_cost(100, 40, 10, 3) == per_cost(100, 80, 10, 1) < per_cost(100, 90, 10, 1)
    True
    """
    shift = max(0, GAIN_BITS - max(before, candidates).bit_length())
    return -((max(0, before - score) << shift) // cost)


class SeveralCells(NamedTuple):
    """The cells of a question at a position, by their answers, ascending, and the mass of all of them.

    A cell has the number of secrets and the mass of each class; where secrets have no classes, each secret is a class
    of its own, by its index.
    """

    cells: Mapping[Response, ClassCell]
    whole: int


def chance_unit(game: Game, question: int) -> int:
    """The unit of the chances of a question, over all secrets.

    >>> from strategist.games.catalog import make_game
    >>> chance_unit(make_game("mastermind(1,3,goal=identify)"), 0)
    1
    """
    known: dict[int, int] = game.__dict__.setdefault("_chance_units", {})
    if question not in known:
        code = game.guesses[question]
        answers = (answer for secret in game.secrets for answer in game.answers(code, secret))
        known[question] = min(math.lcm(*(answer.chance.denominator for answer in answers)), 1 << EXACT_BITS)
    return known[question]


def numerals(answers: Sequence[Answer], unit: int) -> list[int]:
    """The chances of the answers of one secret as numerals over a unit, to which they add up.

    Where they must be rounded, that is half up, but never to 0, and the first of the most likely answers gets the rest.

    >>> from fractions import Fraction
    >>> numerals([Answer(0, Fraction(1, 3)), Answer(1, Fraction(2, 3))], 6)
    [2, 4]
    >>> numerals([Answer(0, Fraction(1, 3)), Answer(1, Fraction(1, 3)), Answer(2, Fraction(1, 3))], 4)
    [2, 1, 1]
    """
    found = [max(1, (2 * p.numerator * unit + p.denominator) // (2 * p.denominator)) for _, p in answers]
    found[found.index(max(found))] += unit - sum(found)
    return found


def scored_masses(left: Position) -> Sequence[int]:
    """The masses of a position by which questions are scored: shares of it if they are many.

    >>> scored_masses(Position((), (0, 2), (3, 1))), scored_masses(Position((), (0, 2), (3 << 80, 1)))
    ((3, 1), [1073741824, 1])
    """
    whole = left.mass
    return left.labels if whole < 1 << MASS_BITS else [share(mass, whole) for mass in left.labels]


def several_cells(game: Game, left: Position, question: int) -> SeveralCells:
    """The cells of a question, whose index is given, at a position.

    >>> from strategist.games.catalog import make_game
    >>> several_cells(make_game("mastermind(1,3,goal=identify)"), Position((), (0, 2), (3, 1)), 0)
    SeveralCells(cells={0: {2: (1, 1)}, 1: {0: (1, 3)}}, whole=4)
    """
    code = game.guesses[question]
    unit, masses = chance_unit(game, question), scored_masses(left)
    cells: dict[Response, dict[int, tuple[int, int]]] = {}
    for secret, mass in zip(left.candidates, masses, strict=True):
        kind = secret if game.classes is None else game.classes[secret]
        answers = game.answers(code, game.secrets[secret])
        for (response, _), numeral in zip(answers, numerals(answers, unit), strict=True):
            cell = cells.setdefault(response, {})
            size, before = cell.get(kind, (0, 0))
            cell[kind] = size + 1, before + mass * numeral
    return SeveralCells({response: cells[response] for response in sorted(cells)}, sum(masses) * unit)


def undivided(game: Game, left: Position, response: Response = 0) -> SeveralCells:
    """The one cell of a question that tells nothing at a position: it holds all secrets left, under some answer.

    >>> from strategist.games.catalog import make_game
    >>> undivided(make_game("mastermind(1,3,goal=identify)"), Position((), (0, 2), (3, 1)))
    SeveralCells(cells={0: {0: (1, 3), 2: (1, 1)}}, whole=4)
    """
    masses = scored_masses(left)
    cell: dict[int, tuple[int, int]] = {}
    for secret, mass in zip(left.candidates, masses, strict=True):
        kind = secret if game.classes is None else game.classes[secret]
        size, before = cell.get(kind, (0, 0))
        cell[kind] = size + 1, before + mass
    return SeveralCells({response: cell}, sum(masses))


def share(mass: int, whole: int) -> int:
    """The quotient of a mass by the whole in units of 2⁻³⁰, rounded half up, but at least 1.

    >>> share(1, 2) == 1 << 29, share(1, 1 << 40), share(1, 3)
    (True, 1, 357913941)
    """
    return max(1, ((mass << MASS_BITS + 1) + whole) // (2 * whole))


def missing_information(found: SeveralCells) -> int:
    """What is missing about the secret, or its class, after the answer, in units of 2⁻²⁰ bits.

    >>> halves = {0: {0: (1, 1), 1: (1, 1)}, 1: {2: (1, 1), 3: (1, 1)}}
    >>> missing_information(SeveralCells(halves, 4)) == 1 << INFORMATION_BITS
    True
    >>> coin = {0: {0: (1, 1), 1: (1, 1)}, 1: {0: (1, 1), 1: (1, 1)}}
    >>> missing_information(SeveralCells(coin, 4)) == 1 << INFORMATION_BITS
    True
    """
    total = 0
    for cell in found.cells.values():
        masses = [mass for _, mass in cell.values()]
        total += interpolated(share(sum(masses), found.whole))
        total -= sum(interpolated(share(mass, found.whole)) for mass in masses)
    return (total + (1 << _DROPPED - 1)) >> _DROPPED


def sizes_of(game: Game, found: SeveralCells) -> list[tuple[int, int]]:
    """The size and the mass of each cell; with classes both are 0 for a pure cell."""
    if game.classes is not None:
        return [mixed(cell) for cell in found.cells.values()]
    return [(len(cell), sum(mass for _, mass in cell.values())) for cell in found.cells.values()]


def expected_left(sizes: Sequence[tuple[int, int]], whole: int) -> int:
    """The expected number of secrets left in cells of these sizes and masses, in units of 2⁻³⁰.

    >>> expected_left([(2, 2), (3, 2)], 4) == 5 << MASS_BITS - 1
    True
    """
    return ((sum(size * mass for size, mass in sizes) << MASS_BITS + 1) + whole) // (2 * whole)
