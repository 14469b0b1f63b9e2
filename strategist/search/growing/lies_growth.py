"""Grow the positions of a heuristic where answers may be false.

Many histories leave the same candidates with the same lies told. Kernels choose the questions of some thousand
positions at a time, and find what is behind the answers. Positions are told apart by 128 bits: the sums of two random
words for each candidate and the lies that it has told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.draws import history_key
from strategist.choosing.heuristics import Minimax, Strategy
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.model.trees.figures import claims_of
from strategist.search.adapters.registry import kind_of_source
from strategist.search.growing.grower import Asked, Grower
from strategist.search.growing.grown import Grown, shared, slots_of, unfolded
from strategist.search.growing.grown_claims import latest_claims
from strategist.search.growing.lies_tables import lies_bytes, lies_tables, refuse_large_table, tiny_game
from strategist.search.growing.plans import RULES, TIES
from strategist.search.kernels.growth.lies_choice import (
    Cells,
    LiesAsked,
    LiesRule,
    choose_under_lies,
    count_branches,
    fill_branches,
)
from strategist.search.kernels.growth.ties import DRAWN
from strategist.search.kernels.numba.jit import HALT, control_cells, warm_up
from strategist.search.kernels.scores.lies_scores import LiesAnswers, LiesRoom, make_scratch
from strategist.search.state.random_words import word_generator
from strategist.search.state.start import Start, start_of

_TOGETHER = 1 << 20
"""About the most candidates of positions whose questions are chosen together."""
_WORDS = 3
"""The purpose of the random words: see :func:`~strategist.search.state.random_words.word_generator`."""
_MOST_SLOTS = 1 << 21
"""A tree of more slots than that shares them."""


class _Names:
    """The names of the positions that have been met, and their numbers."""

    def __init__(self) -> None:
        self._parts = [(np.zeros((0, 2), dtype=np.uint64), np.zeros(0, dtype=np.int32))]

    def numbers_of(self, names: NDArray[np.uint64]) -> NDArray[np.int32]:
        """The numbers of positions; -1 for those that have not been met."""
        numbers = np.full(len(names), -1, dtype=np.int32)
        for known, given in self._parts:
            if len(known):
                at = np.minimum(np.searchsorted(known[:, 0], names[:, 0]), len(known) - 1)
                same = (known[at] == names).all(axis=1)
                numbers[same] = given[at[same]]
        return numbers

    def add(self, names: NDArray[np.uint64], numbers: NDArray[np.int32]) -> None:
        """Add positions that have not been met."""
        order = np.argsort(names[:, 0], kind="stable")
        self._parts.append((names[order], numbers[order]))
        # Few parts to look through, and each name moved a few times only.
        while len(self._parts) > 1 and 2 * len(self._parts[-1][0]) > len(self._parts[-2][0]):
            (more, fresh), (known, given) = self._parts.pop(), self._parts.pop()
            both, named = np.concatenate((known, more)), np.concatenate((given, fresh))
            order = np.argsort(both[:, 0], kind="stable")
            self._parts.append((both[order], named[order]))


class LiesGrower(Grower[LiesAsked]):
    """Grows the positions of one strategy. ``most`` is the largest number of different ones."""

    position_bytes = 256
    slot_bytes = 100
    least_work = 1 << 20
    """Pairs of a question and a candidate."""

    def __init__(
        self,
        game: Game,
        strategy: Strategy,
        control: NDArray[np.int64],
        jobs: int,
        most: int,
        told: LiesAnswers | None = None,
    ) -> None:
        super().__init__(game, strategy, control, jobs, most)
        self.told = told = lies_tables(game) if told is None else told
        self._rule = _rule_of(game, strategy)
        self._scratch: list[LiesRoom] = [make_scratch(told) for _ in range(jobs)]
        self._places = np.zeros(game.response_count, dtype=np.int64)
        generator = word_generator(game, _WORDS)
        shape = (game.lies + 1, len(game.secrets), 2)
        self._words = generator.integers(0, 1 << 64, shape, dtype=np.uint64)
        self._names = _Names()

    @classmethod
    def table_bytes(cls, game: Game, budget: int) -> int:
        """See :class:`Grower`."""
        refuse_large_table(game, budget)
        return lies_bytes(game)

    @classmethod
    def warm_up(cls, game: Game) -> None:
        """See :class:`Grower`: they are the same for all games whose responses are as wide, and come as these do."""
        wide = game.response_count > 256

        def run() -> None:
            small = tiny_game(game)
            told = lies_tables(small)
            if wide:
                told = told._replace(truths=told.truths.astype(np.uint16), columns=told.columns.astype(np.uint16))
            cls(small, Minimax(small, {}), control_cells(), 1, 1 << 20, told).grow(start_of(small))

        warm_up(f"grow-candidates-{kind_of_source(game)}", run)

    def tree(self, start: Start, found: Grown, budget: int) -> tuple[DecisionTree, Claims]:
        """See :class:`Grower`. A tree of many slots shares them: then it has one for each position."""
        tree = self.unfolded(found, min(_MOST_SLOTS, budget // self.slot_bytes))
        if (found.guesses == GIVE_UP).any():
            return tree, claims_of(self.game, tree, start.candidates, start.history)
        return tree, latest_claims(self.game, found)

    def unfolded(self, found: Grown, most: int) -> DecisionTree:
        """The tree of all positions, which shares slots if it would have more than so many."""
        return (shared if slots_of(found) > most else unfolded)(self.game, found)

    def first_guess(self, begin: Position, start: Start) -> int:
        """The question that the strategy chooses at a position; ``GIVE_UP`` where none tells anything."""
        with self._threads():
            return int(self._choose(self._first(begin, start))[0])

    def _forget_names(self) -> None:
        """Take the positions that are met from now on for others than those that have been met."""
        self._names = _Names()

    def _first(self, begin: Position, start: Start) -> LiesAsked:
        keys = np.zeros(0, dtype=np.uint64)
        if self._rule.ties == DRAWN:
            seed = int(self.strategy.values.get("seed") or 0)
            keys = np.array([history_key(seed, start.history, self.game.response_count)], dtype=np.uint64)
        begins = np.array([0, len(begin)], dtype=np.int64)
        secrets, lied = np.array(begin.candidates, dtype=np.int32), np.array(begin.labels, dtype=np.uint8)
        return LiesAsked(begins, secrets, lied, keys)

    def _parts(self, level: LiesAsked) -> Iterator[LiesAsked]:
        begins, secrets, lied, keys = level
        low = 0
        while low + 1 < len(begins):
            high = max(low + 1, int(np.searchsorted(begins, begins[low] + _TOGETHER, side="right")) - 1)
            first, last = begins[low], begins[high]
            yield LiesAsked(begins[low : high + 1] - first, secrets[first:last], lied[first:last], keys[low:high])
            low = high

    def _chosen(self, level: LiesAsked | Cells, which: NDArray[np.intp]) -> LiesAsked:
        begins = level.begins
        sizes = np.diff(begins)[which]
        ends = np.cumsum(sizes)
        members = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(begins[which] - (ends - sizes), sizes)
        keys = level.keys[which] if len(level.keys) else level.keys
        begins = np.concatenate([[0], ends]).astype(np.int64)
        return LiesAsked(begins, level.secrets[members], level.lied[members], keys)

    def _joined(self, levels: list[LiesAsked]) -> LiesAsked:
        sizes = np.concatenate([np.diff(each.begins) for each in levels])
        rest = (np.concatenate([each[at] for each in levels]) for at in (1, 2, 3))
        return LiesAsked(np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]), *rest)

    def _ends(self, level: LiesAsked) -> NDArray[np.int32]:
        known = (np.diff(level.begins) == 1) & self.game.announces
        ends = np.where(known, self.game.question_count + level.secrets[level.begins[:-1]], GIVE_UP)
        return ends.astype(np.int32)

    def _choose(self, level: LiesAsked) -> NDArray[np.int32]:
        chosen = np.empty(len(level.begins) - 1, dtype=np.int32)

        def choose(thread: int, low: int, high: int) -> None:
            choose_under_lies(self.told, self._rule, level, low, high, self._scratch[thread], chosen, self.control)

        self._divide(np.cumsum(np.diff(level.begins) + 8) * len(self.told.truths), choose)
        return chosen

    def _follow(self, level: LiesAsked, guesses: NDArray[np.int32]) -> tuple[Asked, Cells]:
        sizes = np.diff(level.begins)
        announces = guesses >= self.game.question_count
        asked = np.where(announces, GIVE_UP, guesses).astype(np.int32)
        branches, members = np.zeros(len(sizes), dtype=np.int64), np.zeros(len(sizes), dtype=np.int64)
        wins = np.zeros(len(sizes), dtype=np.uint8)
        count_branches(self.told, level, asked, branches, members, wins, self._places, self.control)
        cells = Cells(
            np.zeros(int(branches.sum()) + 1, dtype=np.int64),
            np.empty(int(members.sum()), dtype=np.int32),
            np.empty(int(members.sum()), dtype=np.uint8),
            np.empty(int(branches.sum()), dtype=np.int32),
            np.zeros((int(branches.sum()), 2), dtype=np.uint64),
            np.zeros(int(branches.sum()) if len(level.keys) else 0, dtype=np.uint64),
        )
        if not self.control[HALT]:
            fill_branches(self.told, level, asked, self._words, self._places, cells, self.control)
        solves = np.where(announces, guesses - self.game.question_count, -1)
        solves = np.where(wins, self._secret_of(guesses), solves).astype(np.int32)
        self._resolved[solves[solves >= 0]] = True
        return Asked(guesses, sizes.astype(np.int32), solves, branches, cells.answers), cells

    def _secret_of(self, guesses: NDArray[np.int32]) -> NDArray[np.int32]:
        """The secrets that questions are the code of, undefined for others."""
        questions = self._rule.question_of_secret
        if not len(questions):
            return guesses
        return np.minimum(np.searchsorted(questions, guesses), len(questions) - 1).astype(np.int32)

    def _number(self, behind: Cells) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        names = behind.names
        if len(behind.keys):
            names = names + behind.keys[:, np.newaxis]
        numbers = self._names.numbers_of(names)
        rest = np.flatnonzero(numbers < 0)
        if len(rest):
            order = rest[np.lexsort((rest, names[rest, 1], names[rest, 0]))]
            sorted_names = names[order]
            opens = np.concatenate([[True], (sorted_names[1:] != sorted_names[:-1]).any(axis=1)])
            firsts = order[opens]
            # They are numbered in the order in which they are met.
            turn = np.argsort(firsts)
            given = np.empty(len(firsts), dtype=np.int32)
            given[turn] = self.count + np.arange(len(firsts), dtype=np.int32)
            numbers[order] = given[np.cumsum(opens) - 1]
            self._names.add(names[firsts], given)
            rest = firsts[turn]
        return numbers, rest

    def _grown(self, columns: dict[str, Any]) -> Grown:
        return Grown(**columns, solvers=[*((secret,) for secret in range(len(self.game.secrets))), ()])


def _rule_of(game: Game, strategy: Strategy) -> LiesRule:
    """A heuristic for the kernels."""
    questions: list[int] = []
    if game.secrets_are_questions:
        questions = [game.guesses.index(code) for code in game.secrets]
    return LiesRule(
        RULES[type(strategy)],
        TIES[str(strategy.values["ties"])],
        strategy.values["guesses"] == "candidates",
        np.array(questions, dtype=np.int32),
    )
