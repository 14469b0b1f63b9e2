"""One search by a price, from Python's side: its desk and memo, what sets cost, and the tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game, Response
from strategist.model.tree import DecisionTree
from strategist.search.several_answers.priced.priced_counts import ENDLESS, Counters
from strategist.search.several_answers.priced.priced_rows import Table
from strategist.search.several_answers.priced.solve_priced import (
    EXAMINED,
    HALTED,
    MOST_EXAMINED,
    NOTHING,
    Desk,
    Memo,
    known_of,
    least_cost,
)
from strategist.search.state.problem import STOP
from strategist.search.tasks.supervise import StopSignal

_MEMO = 1 << 19
"""The sets that are remembered: 18 MB, of which the operating system gives what is used."""

_MOST_WEIGHT = 1 << 12
"""Rows of that weight are not counted by bits."""

Held = NDArray[np.int32]
"""The rows of a set, ascending."""


class PricedSearch:
    """What sets of rows cost, and the best questions at them."""

    def __init__(self, game: Game, table: Table, brake: StopSignal, sets: int = _MEMO) -> None:
        self.game, self.table, self.brake = game, table, brake
        rows = self.rows = table.rows
        count, questions = len(rows.surely), len(rows.counts)
        literals, columns = int(rows.first_literal[-1]), rows.class_count + 1
        answers = int(rows.counts.max(initial=2))
        pairs = (literals, literals, columns) if rows.paired else (0, 0, columns)
        both = answers if rows.paired else 1
        heaviest = max(int(rows.masses.max(initial=0)), int(rows.surely.max(initial=0))) // rows.unit
        planes = heaviest.bit_length() if heaviest < _MOST_WEIGHT else 1
        listed = len(rows.masses) + count
        words = (listed // 64 + columns) * planes if rows.paired and heaviest < _MOST_WEIGHT else 0
        self._desk = Desk(
            np.empty(count * (rows.levels + 2), dtype=np.int32),
            Counters(
                np.zeros(columns, dtype=np.int64),
                np.zeros((literals, columns), dtype=np.int64),
                np.zeros(pairs, dtype=np.int64),
                np.zeros((both, both, columns), dtype=np.int64),
                np.zeros(literals, dtype=np.int64),
                np.zeros((4, answers), dtype=np.int64),
                np.zeros((2, questions, answers), dtype=np.int64),
                np.empty((literals, words), dtype=np.uint64),
                np.zeros((columns, planes), dtype=np.int64),
                np.zeros((columns, planes), dtype=np.int64),
                answers - 1,
            ),
            np.empty((rows.levels + 1, questions), dtype=np.int64),
            np.empty((rows.levels + 1, questions), dtype=np.int64),
            np.array([0, ENDLESS, 0], dtype=np.int64),
        )
        self._memo = Memo(
            np.empty((sets, 2), dtype=np.uint64),
            np.zeros(sets, dtype=np.int32),
            np.empty(sets, dtype=np.int64),
            np.empty(sets, dtype=np.bool_),
            np.empty(sets, dtype=np.int32),
        )
        self._chosen = np.zeros(1, dtype=np.int64)
        self.everything: Held = np.arange(count, dtype=np.int32)

    @property
    def examined(self) -> int:
        """The sets examined so far."""
        return int(self._desk.state[EXAMINED])

    @property
    def halted(self) -> bool:
        """Whether the last call was cut short."""
        return bool(self._desk.state[HALTED])

    def up_to(self, most: int | None) -> None:
        """Halt at that number of sets; None for no limit."""
        self._desk.state[MOST_EXAMINED] = ENDLESS if most is None else most

    def cost(self, held: Held, left: int | None, budget: int = ENDLESS) -> int:
        """What a set costs with so many questions left, if it is less than a budget; else a bound that is not."""
        self._desk.state[HALTED] = 0
        self._desk.pool[: len(held)] = held
        stop = self.brake.shared[STOP : STOP + 1]
        return least_cost(self.rows, self._memo, self._desk, stop, 0, len(held), len(held), 0, self._left(left), budget)

    def at_hand(self, held: Held, left: int | None) -> int:
        """What is known at once of what a set costs at least."""
        self._desk.pool[: len(held)] = held
        return known_of(self.rows, self._memo, self._desk, len(held), self._left(left), self._chosen)

    def question(self, held: Held, left: int | None) -> int:
        """The best question at a set; :data:`NOTHING` where to stop is best."""
        self.at_hand(held, left)
        if self._chosen[0] < NOTHING:
            self.cost(held, left)
            self.at_hand(held, left)
        return int(self._chosen[0])

    def _left(self, left: int | None) -> int:
        return self.rows.levels if left is None else min(left, self.rows.levels)

    def cells(self, held: Held, question: int) -> dict[Response, Held]:
        """The rows of each answer to a question, by the response in the game."""
        answers, responses = self.rows.answers[question, held], self.table.responses[question]
        return {int(responses[answer]): held[answers == answer] for answer in np.unique(answers).tolist()}

    def first_cost(self, question: int, left: int | None) -> int:
        """What the whole costs if a question is asked first; a bound if it is halted."""
        after = None if left is None else left - 1
        return self.rows.price + sum(self.cost(cell, after) for cell in self.cells(self.everything, question).values())

    def tree(self, left: int | None, first: int | None = None) -> DecisionTree:
        """The best tree, level by level; with a first question, by its place, where one is given."""
        game, guesses, masks = self.game, list[int](), list[int]()
        level: list[Held] = [self.everything]
        while level:
            below: list[Held] = []
            for held in level:
                question = self.question(held, left) if first is None else first
                first = None
                if question == NOTHING:
                    guesses.append(game.question_count + self._class_of(held))
                    masks.append(1 << game.response_count - 1)
                    continue
                cells = dict(sorted(self.cells(held, question).items()))
                guesses.append(int(self.table.questions[question]))
                masks.append(sum(1 << response for response in cells))
                below += cells.values()
            level, left = below, None if left is None else left - 1
        return DecisionTree(guesses, masks, game.response_count)

    def _class_of(self, held: Held) -> int:
        """The heaviest class of a set, the first of equals."""
        assert self.game.classes is not None  # the objective needs them
        sums: dict[int, int] = {}
        there = np.zeros(len(self.rows.surely) + 1, dtype=np.bool_)
        there[held] = True
        for secret in np.flatnonzero(there[self.table.row_of]).tolist():
            kind = self.game.classes[secret]
            sums[kind] = sums.get(kind, 0) + self.game.weight_of(secret)
        return min(sums, key=lambda kind: (-sums[kind], kind))


class PricedWorth:
    """What positions cost at least, for what writes certificates: see
    :class:`~strategist.search.certify.certify_several.Worth`. A position is its rows, and the questions left."""

    def __init__(self, search: PricedSearch, left: int | None) -> None:
        self._search, self._left = search, left
        self._place = {int(question): place for place, question in enumerate(search.table.questions)}

    def start(self) -> tuple[Held, int | None]:
        """See there."""
        return self._search.everything, self._left

    def below(self, position: tuple[Held, int | None], question: int) -> Mapping[Response, Any]:
        """See there."""
        held, left = position
        after = None if left is None else left - 1
        return {each: (cell, after) for each, cell in self._search.cells(held, self._place[question]).items()}

    def at_hand(self, position: tuple[Held, int | None], place: Any) -> int:
        """See there."""
        return self._search.at_hand(*position)

    def refute(self, position: Any, place: Any, question: int, needed: Any) -> None:
        """See there: what is needed of cells is asked of each of them."""

    def cost(self, position: tuple[Held, int | None], place: Any) -> int:
        """See there."""
        found = self._search.cost(*position)
        if self._search.halted:
            self._search.brake.heed("the certificate was not written")
        return found
