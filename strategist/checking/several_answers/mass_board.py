"""Positions of several answers as arrays: the cells of all questions at once, and what counting proves of each.

It is the ground of the fast checker, and of what writes certificates. Masses are whole numbers of any size. The
arguments by which counting holds, and why *spare* questions are left out, stand in
:mod:`strategist.checking.several_answers.plain_masses`, which shares no code with this module. What each secret
needs is in
:mod:`strategist.checking.several_answers.mass_bounds`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from strategist.checking.counted_bounds import huffman
from strategist.checking.several_answers.mass_bounds import Needs, needs_of
from strategist.model.game import Game
from strategist.model.goal import Narrow
from strategist.model.objective import DEPTH, EXPECTED, LOST, SIZE, price_of
from strategist.model.position import kind_of
from strategist.model.tree import Figure, exact

INFINITE = math.inf
Cost = Figure | float
_ONE = Fraction(1)
_MOST = 1 << 62
_KEPT = 1 << 18
"""The positions of which what was found is kept."""


class MassPosition(NamedTuple):
    """A position: the secrets left, a bit for each; their coprime masses, ascending by secret, or none where masses
    change nothing; and the questions asked that still matter, a bit for each."""

    secrets: int
    masses: tuple[int, ...] | None
    asked: int


class Branch(NamedTuple):
    """What an answer leads to: a position, with masses that have been divided by ``factor``."""

    response: int
    factor: Fraction
    place: MassPosition


class Board:
    """The positions of one game, for one objective."""

    def __init__(self, game: Game, objective: str) -> None:
        self.game, self.objective = game, objective
        self.count, self.questions = len(game.secrets), game.question_count
        self.price = price_of(objective)
        """What a question costs, as a share of the weight of all secrets; None unless play may end with errors."""
        self.weighs = objective not in (DEPTH.name, SIZE.name) and self.price is None
        self.counts_mass = objective in (EXPECTED.name, LOST.name)
        priced = objective == EXPECTED.name
        self.prices = [game.cost_of(question) if priced else 1 for question in range(self.questions)]
        self.naming = 0 if game.announces else 1
        """The guesses that it takes to name a secret that is known."""
        self.spares = kind_of(game).settles and game.narrow is not Narrow.ALIKE and not self.weighs
        """Whether questions to which all secrets left may give one answer are left out."""
        self._make_rows()
        self.counted = lru_cache(_KEPT)(self._counted)
        self.ended = lru_cache(_KEPT)(self._ended)
        self._look_at = lru_cache(_KEPT)(self._look)
        self._needs_at = lru_cache(_KEPT)(self._needs)

    def _make_rows(self) -> None:
        """One row for each answer of each question: the chance of each secret to give it, times that question's
        common denominator; which secrets give it, a bit for each; and which have several answers to a question."""
        game = self.game
        rows: list[list[int]] = []
        self.row_question: list[int] = []
        self.row_response: list[int] = []
        self.scale: list[int] = []
        self.many: list[int] = []
        for question in range(self.questions):
            told = [game.answers(game.guesses[question], code) for code in game.secrets]
            scale = math.lcm(*(answer.chance.denominator for answers in told for answer in answers))
            given: dict[int, list[int]] = {}
            for secret, answers in enumerate(told):
                for answer in answers:
                    row = given.setdefault(answer.response, [0] * self.count)
                    row[secret] = int(answer.chance * scale)
            for response in sorted(given):
                rows.append(given[response])
                self.row_question.append(question)
                self.row_response.append(response)
            self.scale.append(scale)
            self.many.append(sum(1 << secret for secret, answers in enumerate(told) if len(answers) > 1))
        self.most = max(map(max, rows))
        self.rows: Any = np.array(rows, dtype=np.int64 if self.most < _MOST else object)
        self.gives: Any = self.rows != 0
        packed = np.packbits(self.gives, axis=1, bitorder="little")
        self.givers = [int.from_bytes(row.tobytes(), "little") for row in packed]
        self.question_of: Any = np.array(self.row_question)
        self.first_row: Any = np.searchsorted(self.question_of, np.arange(self.questions))
        # Two secrets are parted where they may not be left together at an end.
        self.kinds = np.array(game.classes if game.classes is not None else range(self.count))
        self.parted: Any = self.kinds[:, None] != self.kinds
        if game.narrow is not None:
            never = np.zeros_like(self.parted)
            for question in range(self.questions):
                told_rows = self._rows_of(question)
                gives = self.gives[told_rows.start : told_rows.stop]
                never |= ~(gives.T @ gives)
            self.parted &= never
        self.weights: Any = np.array([game.weight_of(secret) for secret in range(self.count)], dtype=object)
        # Secrets that no question tells apart have equal columns.
        self.alike: Any = np.unique(self.gives, axis=1, return_inverse=True)[1].reshape(-1)

    def _rows_of(self, question: int) -> range:
        """The rows of the answers to a question."""
        last = int(self.first_row[question + 1]) if question + 1 < self.questions else len(self.rows)
        return range(int(self.first_row[question]), last)

    def start(self) -> MassPosition:
        """The position at the beginning of the game."""
        weights = [self.game.weight_of(secret) if self.counts_mass else 1 for secret in range(self.count)]
        divisor = math.gcd(*weights)
        masses = tuple(weight // divisor for weight in weights) if self.weighs else None
        return MassPosition((1 << self.count) - 1, masses, 0)

    def mass(self, place: MassPosition) -> int:
        """All masses summed; the number of secrets where masses change nothing."""
        return place.secrets.bit_count() if place.masses is None else sum(place.masses)

    def _secrets(self, secrets: int) -> Any:
        bits = np.frombuffer(secrets.to_bytes(-(-self.count // 8), "little"), dtype=np.uint8)
        return np.flatnonzero(np.unpackbits(bits, bitorder="little"))

    def _look(self, secrets: int) -> tuple[Any, Any, Any, Any]:
        """The secrets as indices; for each question the number of answers they may give, and whether these tell
        anything, and the question is not spare; and the rows of answers that one of them may give."""
        there = self._secrets(secrets)
        rows = self.rows[:, there]
        gives = rows != 0
        given = gives.any(axis=1)
        idle = np.logical_and.reduceat((rows == rows[:, :1]).all(axis=1), self.first_row)
        if self.spares:
            idle |= np.logical_or.reduceat(gives.all(axis=1), self.first_row)
        return there, np.add.reduceat(given.astype(np.int64), self.first_row), ~idle, given

    def telling(self, place: MassPosition) -> list[int]:
        """The questions that were not asked and tell anything, without those that are spare, ascending."""
        tell = self._look_at(place.secrets)[2]
        return [question for question in np.flatnonzero(tell).tolist() if not place.asked >> question & 1]

    def branches_at(self, place: MassPosition, question: int) -> list[Branch]:
        """What each answer to a question leads to; a right guess leads nowhere."""
        asked = place.asked | 1 << question
        found = []
        for row in self._rows_of(question):
            response, secrets = self.row_response[row], place.secrets & self.givers[row]
            if not secrets or (not self.game.announces and self.game.solved(response)):
                continue
            factor, masses = _ONE, None
            if place.masses is not None:
                shares = self.rows[row, self._look_at(place.secrets)[0]]
                here = [mass * int(share) for mass, share in zip(place.masses, shares, strict=True) if share]
                divisor = math.gcd(*here)
                masses, factor = tuple(mass // divisor for mass in here), Fraction(divisor, self.scale[question])
            found.append(Branch(response, factor, MassPosition(secrets, masses, self._matter(asked, secrets))))
        return found

    def _matter(self, asked: int, secrets: int) -> int:
        """The questions asked to which some of the secrets left have several answers; none where they are spare."""
        found, rest = 0, 0 if self.spares else asked
        while rest:
            lowest = rest & -rest
            if self.many[lowest.bit_length() - 1] & secrets:
                found |= lowest
            rest ^= lowest
        return found

    def _ended(self, place: MassPosition) -> bool:
        """Whether nothing is to be asked at a position."""
        game, there = self.game, self._look_at(place.secrets)[0]
        if len(there) == 1:
            return True
        if not game.announces:
            return False
        if game.classes is not None and (self.kinds[there] == self.kinds[there[0]]).all():
            return True
        if game.narrow is None:
            return False
        questions = self.telling(place)
        if game.narrow is Narrow.SURE:
            return not any(self._disjoint(there, question) for question in questions)
        return not questions

    def _disjoint(self, there: Any, question: int) -> bool:
        """Whether two of some secrets have no answer to a question in common."""
        rows = self._rows_of(question)
        gives = self.gives[rows.start : rows.stop, there]
        return not bool((gives.T @ gives).all())

    def _units(self, place: MassPosition) -> tuple[list[int], Any]:
        """Masses of which no two may be left together where play ends; and which of the secrets left, by their places,
        have their mass in none of them."""
        game, there = self.game, self._look_at(place.secrets)[0]
        masses = place.masses or (1,) * len(there)
        if game.narrow is None:
            sums: dict[int, int] = {}
            for secret, mass in zip(there.tolist(), masses, strict=True):
                kind = int(self.kinds[secret])
                sums[kind] = sums.get(kind, 0) + mass
            return list(sums.values()), []
        order = sorted(range(len(there)), key=lambda at: (-masses[at], at))
        parted = self.parted[np.ix_(there, there)]
        picked: list[int] = []
        apart: Any = np.ones(len(there), dtype=bool)
        for at in order:
            if apart[at]:
                picked.append(at)
                apart &= parted[at]
        return [masses[at] for at in picked], sorted(set(order) - set(picked))

    def stopped(self, place: MassPosition) -> int:
        """What it costs by a price to end play at a position: all but the heaviest class are wrong."""
        assert self.price is not None  # play may not end so otherwise
        there = self._look_at(place.secrets)[0]
        weights = self._summed(self.kinds[there], there)
        return self.price.denominator * (sum(weights) - weights[0])

    def _summed(self, kinds: Any, there: Any) -> list[int]:
        """The weights of some secrets, summed for each of their kinds, the heaviest first."""
        sums: dict[int, int] = {}
        for kind, weight in zip(kinds.tolist(), self.weights[there].tolist(), strict=True):
            sums[kind] = sums.get(kind, 0) + weight
        return sorted(sums.values(), reverse=True)

    def _counted_by_price(self, place: MassPosition, within: int | None) -> int:
        """What counting proves by a price: so many questions have so many ends, and each names one class."""
        assert self.price is not None  # the objective is one
        there, answers = self._look_at(place.secrets)[:2]
        weights, alike = self._summed(self.kinds[there], there), self.alike[there]
        surely = 0
        for one in np.unique(alike):
            some = there[alike == one]
            surely += sum(self._summed(self.kinds[some], some)[1:])
        branches, price = int(answers.max()), self.price.numerator * int(self.weights.sum())
        found = self.price.denominator * (sum(weights) - weights[0])
        for asked in range(1, len(weights) if within != 0 and branches > 1 else 1):
            wrong = max(surely, sum(weights[1 + asked * (branches - 1) :]))
            found = min(found, asked * price + self.price.denominator * wrong)
        return found

    def _counted(self, place: MassPosition, within: int | None) -> Cost:
        """What counting proves of a position."""
        if self.price is not None:
            return self._counted_by_price(place, within)
        if self.ended(place):
            return INFINITE if within is not None and within < self.naming else 0
        answers, questions = self._look_at(place.secrets)[1], self.telling(place)
        branches = max((int(answers[question]) for question in questions), default=1)
        units, others = self._units(place)
        units.sort(reverse=True)
        if self.objective == LOST.name:
            if within is None:
                return 0
            ends = branches ** min(within, len(units))
            if within == 0:
                return self.mass(place)
            # An end where something is lost finds nothing.
            return sum(units[ends - 1 :]) if len(units) > ends else 0
        if len(units) > 1 and branches == 1:
            return INFINITE
        depth = 1
        while branches**depth < len(units):
            depth += 1
        if within is not None and depth + self.naming > within:
            return INFINITE
        if self.objective == DEPTH.name:
            return depth
        if self.objective == SIZE.name:
            return max(1, -(-(len(units) - 1) // max(1, branches - 1)))
        return self._counted_mass(place, units, others, branches, questions)

    def _counted_mass(
        self, place: MassPosition, units: Sequence[int], others: Sequence[int], branches: int, questions: Sequence[int]
    ) -> Figure:
        """What counting proves of the sum of masses times prices."""
        assert place.masses is not None  # they count
        cheapest = min((self.prices[question] for question in questions), default=0)
        merged = huffman(units, branches)
        best: Figure = cheapest * (sum(place.masses) + (merged - sum(units) if len(units) > 1 else 0))
        if not questions:
            return best
        needs = self._needs_at(place.secrets, place.asked)
        every = sum(map(operator.mul, place.masses, needs.parts))
        beside = sum(place.masses[at] * needs.parts[at] for at in others)
        picked = cheapest * (merged if len(units) > 1 else units[0]) * needs.unit
        return max(best, exact(Fraction(max(every, picked + beside), needs.unit)))

    def _needs(self, secrets: int, asked: int) -> Needs:
        """What each of some secrets needs, by its place."""
        there = self._look_at(secrets)[0]
        questions = self.telling(MassPosition(secrets, None, asked))
        rows = np.concatenate([np.arange(each.start, each.stop) for each in map(self._rows_of, questions)])
        told = [len(self._rows_of(question)) for question in questions]
        return needs_of(
            self.rows[np.ix_(rows, there)],
            np.cumsum([0, *told[:-1]]),
            [self.scale[question] for question in questions],
            [self.prices[question] for question in questions],
            self.parted[np.ix_(there, there)],
        )

    def joined(self, place: MassPosition, question: int, needs: Iterator[tuple[Fraction, Cost]]) -> Cost:
        """The least cost of a question whose branches have these factors and cost at least so much."""
        if self.objective == DEPTH.name:
            return 1 + max((need for _, need in needs), default=0)
        if self.price is not None:
            return self.price.numerator * int(self.weights.sum()) + sum(need for _, need in needs)
        if self.objective == SIZE.name:
            return 1 + sum(need for _, need in needs)
        found: Cost = 0
        if self.objective != LOST.name:
            found = self.mass(place) * self.prices[question]
        for factor, need in needs:
            if need == INFINITE:
                return INFINITE
            found += factor * need
        return found
