"""The specification of the search by paths: every question at every position, by the rules alone.

A position is the candidates that are left, with the answers given so far as far as limits count them. Nothing is
skipped but what tells nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from strategist.model.game import Game
from strategist.model.objective import DEPTH, EXPECTED, TOTAL, WORST_COST
from strategist.model.tree import DecisionTree

_Place = tuple[tuple[int, ...], tuple[int, ...]]
"""The candidates, and those of the answers so far that have limits, ascending."""


class PlainPaths:
    """What positions of a game cost by an objective, and a first best question of each."""

    def __init__(self, game: Game, objective: str) -> None:
        self.game, self.objective = game, objective
        self.solve = cache(self._solve)

    def place(self, candidates: Sequence[int], given: Sequence[int] = ()) -> _Place:
        """The position of some candidates, after some answers."""
        return tuple(candidates), tuple(sorted(each for each in given if each in self.game.limits))

    def cells(self, place: _Place, question: int) -> dict[int, _Place]:
        """What each answer to a question leads to."""
        game, code = self.game, self.game.guesses[question]
        found: dict[int, list[int]] = {}
        for secret in place[0]:
            found.setdefault(game.respond(code, game.secrets[secret]), []).append(secret)
        return {answer: self.place(found[answer], (*place[1], answer)) for answer in sorted(found)}

    def _solve(self, place: _Place) -> tuple[float, int | None]:
        """The least cost of a position, infinite where nothing may be asked, with the first question that has it; None
        where none is asked.

        >>> from strategist.games.catalog import make_game
        >>> plain = PlainPaths(make_game("comparisons(8,limit=yes:1)"), "depth")
        >>> plain.solve(plain.place(range(8)))
        (7, 0)
        """
        game = self.game
        if game.is_pure(place[0]):
            return 0, None
        best: tuple[float, int | None] = math.inf, None
        for question in range(game.question_count):
            cells = self.cells(place, question)
            if len(cells) == 1 and not game.solved(next(iter(cells))):
                continue
            if game.used_up(place[1]) & cells.keys():
                continue
            costs = [self._cost(question, answer, cell) for answer, cell in cells.items()]
            cost = max(costs) if self.objective in (DEPTH.name, WORST_COST.name) else sum(costs)
            if cost < best[0]:
                best = cost, question
        return best

    def _cost(self, question: int, answer: int, cell: _Place) -> float:
        """What an answer costs, with what follows."""
        game = self.game
        step = 1 if self.objective in (TOTAL.name, DEPTH.name) else game.step_cost(question, answer)
        if self.objective == TOTAL.name:
            step *= len(cell[0])
        elif self.objective == EXPECTED.name:
            step *= sum(map(game.weight_of, cell[0]))
        return step if game.solved(answer) else step + self.solve(cell)[0]

    def tree(self, place: _Place) -> DecisionTree:
        """A best tree from a position on, whose cost is not infinite."""
        game = self.game
        guesses, masks, level = list[int](), list[int](), [place]
        while level:
            below = []
            for at in level:
                question = self.solve(at)[1]
                cells = {} if question is None else self.cells(at, question)
                guesses.append(game.announcement(at[0][0]) if question is None else question)
                masks.append(sum(1 << answer for answer in cells) or 1 << game.response_count - 1)
                below += [cell for answer, cell in cells.items() if not game.solved(answer)]
            level = below
        return DecisionTree(guesses, masks, game.response_count)
