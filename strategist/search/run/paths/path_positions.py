"""The positions of a search by paths: sets of secrets as bits, with how often limited answers may still be given; what
they cost at least by counting, and what each question leads to.

Bit i of a set is the i-th candidate at the start. Of questions that divide a set alike, answer by answer, the cheapest
is looked at, and of those the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from strategist.model.game import Game
from strategist.search.run.paths.path_costs import PathCosts
from strategist.search.run.paths.path_counts import INFINITE, Left, PathCounts

MOST_SECRETS = 500
"""The recursion goes no deeper than there are secrets."""
MOST_ANSWERS = 1 << 22


class Place(NamedTuple):
    """A position: the candidates that are left, and how often each limited answer may still be given."""

    bits: int
    left: Left


class Cell(NamedTuple):
    """What an answer leads to, and what it costs together with its question; None where the guess was right."""

    answer: int
    cost: int
    place: Place | None


class Move(NamedTuple):
    """A question, and its cells by answer."""

    question: int
    cells: tuple[Cell, ...]


class PathGround:
    """The positions of a game from some candidates on, by one objective, after some answers were ``given``."""

    def __init__(self, game: Game, objective: str, candidates: Sequence[int], given: Sequence[int] = ()) -> None:
        self.game, self.candidates = game, candidates
        self.costs = PathCosts.of(game, objective)
        self.deep = self.costs.deep
        self.counts = PathCounts(game, self.costs, len(candidates), given)
        self.begin = Place((1 << len(candidates)) - 1, self.counts.begin)
        self.solved = game.response_count - 1
        self._weights = [1 if self.costs.weights is None else self.costs.weights[each] for each in candidates]
        self._kinds = None if game.classes is None else [game.classes[each] for each in candidates]
        self._rows = [self._row(question) for question in range(game.question_count)]
        self.mass = cache(self._mass)
        self.counted = cache(self._counted)

    def _row(self, question: int) -> list[tuple[int, int]]:
        """The candidates that give each answer, as bits."""
        game, code = self.game, self.game.guesses[question]
        found: dict[int, int] = {}
        for place, secret in enumerate(self.candidates):
            answer = game.respond(code, game.secrets[secret])
            found[answer] = found.get(answer, 0) | 1 << place
        return sorted(found.items())

    def members(self, bits: int) -> list[int]:
        """The places of some candidates, ascending."""
        return [place for place in range(bits.bit_length()) if bits >> place & 1]

    def announced(self, bits: int) -> int | None:
        """The announcement that ends play, as an index of guesses; None if a question is to be asked."""
        secrets = [self.candidates[place] for place in self.members(bits)]
        return self.game.announcement(secrets[0]) if self.game.is_pure(secrets) else None

    def _mass(self, bits: int) -> int:
        """What the secrets of a set weigh together; 1 where the greatest cost counts."""
        return 1 if self.deep else sum(self._weights[place] for place in self.members(bits))

    def _counted(self, place: Place) -> int:
        """What a position costs at least by counting: that of its heaviest secrets, of which no two have one class.

        The i heaviest cost as much as any i secrets do, together. So of sorted weights, the cost of the first i counts
        as often as the i-th weighs more than the next one.
        """
        heaviest: dict[int, int] = {}
        for each in self.members(place.bits):
            kind = each if self._kinds is None else self._kinds[each]
            heaviest[kind] = max(heaviest.get(kind, 0), self._weights[each])
        least = self.counts.least
        if self.deep:
            return least(len(heaviest), place.left)
        weights = sorted(heaviest.values(), reverse=True)
        steps = ((above - below, count) for count, (above, below) in enumerate(pairwise([*weights, 0]), 1))
        return min(sum(more * least(count, place.left) for more, count in steps if more), INFINITE)

    def moves(self, place: Place) -> list[Move]:
        """The questions that are allowed at a position and tell anything, each with its cells."""
        found: dict[tuple[tuple[int, int], ...], tuple[int, int]] = {}
        for question, row in enumerate(self._rows):
            cells = tuple((answer, cell) for answer, givers in row if (cell := givers & place.bits))
            if len(cells) == 1 and cells[0][0] != self.solved:
                continue
            cost = self.costs.of_question(question)
            if cells not in found or cost < found[cells][0]:
                found[cells] = cost, question
        moves = (Move(question, self._cells(place, question, cells)) for cells, (_, question) in found.items())
        return [move for move in moves if all(each.place or each.answer == self.solved for each in move.cells)]

    def cells(self, place: Place, question: int) -> tuple[Cell, ...]:
        """What each answer to a question leads to; no position where an answer is given too often."""
        row = self._rows[question]
        return self._cells(place, question, [(answer, givers & place.bits) for answer, givers in row])

    def _cells(self, place: Place, question: int, cells: Iterable[tuple[int, int]]) -> tuple[Cell, ...]:
        asked, answered = self.costs.of_question(question), self.costs.answered
        lefts = [self.counts.after(place.left, answer) for answer in range(self.solved)]
        return tuple(
            Cell(
                answer,
                (asked + answered[answer]) * self.mass(bits),
                None if answer == self.solved or (left := lefts[answer]) is None else Place(bits, left),
            )
            for answer, bits in cells
            if bits
        )
