"""Grow the positions of a heuristic where answers may be false, each once however often its tree
has it.

Many histories leave the same candidates with the same lies told. They are grown level by level, some thousand at a
time. Kernels choose their questions, and find what is behind the answers. LiesGrown are told apart by 128 bits: the
sums of two random words for each candidate and the lies that it has told.

:mod:`strategist.search.compile.grow_plainly` grows the same tree slot by slot in plain Python: the specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.draws import history_key
from strategist.choosing.heuristics import Minimax, Strategy
from strategist.common.errors import NoCandidateError, TooLargeError
from strategist.model.game import Game
from strategist.model.position import Position, kind_of
from strategist.model.tree import GIVE_UP
from strategist.search.growing.lies_tables import RULES, lies_tables
from strategist.search.kernels.growth.grow import CELLS, DRAWN, HIGHEST, LOWEST
from strategist.search.kernels.growth.lies_choice import (
    Cells,
    LiesAsked,
    LiesRule,
    choose_under_lies,
    count_branches,
    fill_branches,
)
from strategist.search.kernels.numba.jit import DONE, HALT, control_cells, warm_up
from strategist.search.kernels.scores.lies_scores import LiesAnswers, LiesRoom, make_scratch
from strategist.search.state.random_words import word_generator
from strategist.search.state.start import Start, start_of

_TIES = {"lowest": LOWEST, "highest": HIGHEST, "random": DRAWN, "cells": CELLS}
_TOGETHER = 1 << 20
"""About the most candidates of positions whose questions are chosen together."""
_LEAST_WORK = 1 << 20
"""Pairs of a question and a candidate: with fewer, positions are not divided among threads."""
_WORDS = 3
"""The purpose of the random words: see :func:`~strategist.search.state.random_words.word_generator`."""


class Level(NamedTuple):
    """LiesGrown on the way, and their numbers."""

    numbers: NDArray[np.int32]
    asked: LiesAsked

    def parts(self) -> Iterator[Level]:
        """The positions, some at a time."""
        begins = self.asked.begins
        low = 0
        while low < len(self.numbers):
            high = max(low + 1, int(np.searchsorted(begins, begins[low] + _TOGETHER, side="right")) - 1)
            yield self._part(low, high)
            low = high

    def _part(self, low: int, high: int) -> Level:
        begins, secrets, lied, keys = self.asked
        first, last = begins[low], begins[high]
        some = LiesAsked(begins[low : high + 1] - first, secrets[first:last], lied[first:last], keys[low:high])
        return Level(self.numbers[low:high], some)

    def chosen(self, which: NDArray[np.intp]) -> Level:
        """Some of the positions, by their places, ascending."""
        begins, secrets, lied, keys = self.asked
        sizes = np.diff(begins)[which]
        ends = np.cumsum(sizes)
        members = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(begins[which] - (ends - sizes), sizes)
        keys = keys[which] if len(keys) else keys
        some = LiesAsked(np.concatenate([[0], ends]).astype(np.int64), secrets[members], lied[members], keys)
        return Level(self.numbers[which], some)


class LiesGrown(NamedTuple):
    """Different positions, the first of which is the start, and how they lead to each other."""

    guesses: NDArray[np.int32]
    """The guess, an announcement or ``GIVE_UP``."""
    sizes: NDArray[np.int32]
    """The candidates of each position."""
    solves: NDArray[np.int32]
    """The secret that the guess solves if it is the one, or -1."""
    begins: NDArray[np.int64]
    """Where the answers after which play goes on begin in the next two arrays; one more than there are positions."""
    answers: NDArray[np.int32]
    """Ascending within a position."""
    children: NDArray[np.int32]
    """The positions that they lead to."""

    def __len__(self) -> int:
        return len(self.guesses)


def warm_up_lies_growth(game: Game) -> None:
    """Compile the kernels, which are the same for all games whose responses are as wide."""
    from strategist.games.catalog import make_game

    wide = game.response_count > 256

    def run() -> None:
        small = make_game("mastermind(2,2,lies=1)")
        told = lies_tables(small)
        if wide:
            told = told._replace(truths=told.truths.astype(np.uint16), columns=told.columns.astype(np.uint16))
        LiesGrower(small, Minimax(small, {}), control_cells(), 1, 1 << 20, told).grow(start_of(small))

    warm_up(f"grow-candidates-{wide}", run, 30)


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


class LiesGrower:
    """Grows the positions of one strategy. ``most`` is the largest number of different ones."""

    def __init__(
        self,
        game: Game,
        strategy: Strategy,
        control: NDArray[np.int64],
        jobs: int,
        most: int,
        told: LiesAnswers | None = None,
    ) -> None:
        self.game, self.strategy, self.control, self.jobs, self.most = game, strategy, control, jobs, most
        self.told = told = lies_tables(game) if told is None else told
        self._rule = _rule_of(game, strategy)
        self._scratch: list[LiesRoom] = [make_scratch(told) for _ in range(jobs)]
        self._places = np.zeros(game.response_count, dtype=np.int64)
        generator = word_generator(game, _WORDS)
        shape = (game.lies + 1, len(game.secrets), 2)
        self._words = generator.integers(0, 1 << 64, shape, dtype=np.uint64)
        self._names = _Names()
        self._count = 1
        self._met: list[tuple[NDArray[np.int32], ...]] = []
        """Of the positions that were asked, in their order: guesses, sizes, branches; answers, children."""
        self._resolved = np.zeros(len(game.secrets), dtype=np.bool_)

    def grow(self, start: Start, begin: Position | None = None, opening: int | None = None) -> LiesGrown:
        """All positions from a start on, or from a position ``begin`` of whatever history; incomplete after a stop. The
        first question may be given.

        Raises :class:`~strategist.common.errors.NoCandidateError` if no secret is left, and
        :class:`~strategist.common.errors.TooLargeError`.
        """
        game, strategy = self.game, self.strategy
        if begin is None:
            begin = kind_of(game).left(start.history, start.candidates.tolist())
        if begin is None:
            raise NoCandidateError(f"{game.spec}: no secret agrees with the history")
        level = self._first(begin, start)
        if opening is None and not start.history:
            opening = strategy.opening
        made = 0
        with ThreadPoolExecutor(self.jobs, thread_name_prefix="strategist-grow") as pool:
            while len(level.numbers) and not self.control[HALT]:
                found = [self._ask(part, opening, pool, made) for part in level.parts()]
                level, opening, made = _together(found), None, made + 1
        return self._positions()

    def first_guess(self, begin: Position, start: Start) -> int:
        """The question that the strategy chooses at a position; ``GIVE_UP`` where none tells anything."""
        chosen = np.full(1, GIVE_UP, dtype=np.int32)
        with ThreadPoolExecutor(self.jobs, thread_name_prefix="strategist-grow") as pool:
            self._choose(self._first(begin, start).asked, chosen, pool)
        return int(chosen[0])

    def _forget_names(self) -> None:
        """Take the positions that are met from now on for others than those that have been met."""
        self._names = _Names()

    def _first(self, begin: Position, start: Start) -> Level:
        keys = np.zeros(0, dtype=np.uint64)
        if self._rule.ties == DRAWN:
            seed = int(self.strategy.values.get("seed") or 0)
            keys = np.array([history_key(seed, start.history, self.game.response_count)], dtype=np.uint64)
        asked = LiesAsked(
            np.array([0, len(begin)], dtype=np.int64),
            np.array(begin.candidates, dtype=np.int32),
            np.array(begin.labels, dtype=np.uint8),
            keys,
        )
        return Level(np.zeros(1, dtype=np.int32), asked)

    def _ask(self, level: Level, opening: int | None, pool: ThreadPoolExecutor, made: int) -> Level:
        """Ask the questions of some positions, and return the positions behind them that are new."""
        asked = level.asked
        sizes = np.diff(asked.begins)
        guesses = np.full(len(sizes), GIVE_UP, dtype=np.int32)
        ends = (sizes == 1) & self.game.announces
        on = np.flatnonzero(~ends)
        if opening is not None and len(on):
            guesses[on] = opening
        elif len(on) == len(sizes):
            self._choose(asked, guesses, pool)
        elif len(on):
            some = level.chosen(on).asked
            best = np.empty(len(on), dtype=np.int32)
            self._choose(some, best, pool)
            guesses[on] = best
        branches, members = np.zeros(len(sizes), dtype=np.int64), np.zeros(len(sizes), dtype=np.int64)
        wins = np.zeros(len(sizes), dtype=np.uint8)
        count_branches(self.told, asked, guesses, branches, members, wins, self._places, self.control)
        cells = Cells(
            np.zeros(int(branches.sum()) + 1, dtype=np.int64),
            np.empty(int(members.sum()), dtype=np.int32),
            np.empty(int(members.sum()), dtype=np.uint8),
            np.empty(int(branches.sum()), dtype=np.int32),
            np.zeros((int(branches.sum()), 2), dtype=np.uint64),
            np.zeros(int(branches.sum()) if len(asked.keys) else 0, dtype=np.uint64),
        )
        if not self.control[HALT]:
            fill_branches(self.told, asked, guesses, self._words, self._places, cells, self.control)
        if self.control[HALT]:
            return Level(level.numbers[:0], asked)
        known = asked.secrets[asked.begins[:-1]]
        guesses[ends] = self.game.question_count + known[ends]
        solves = np.where(ends, known, np.where(wins, self._secret_of(guesses), -1)).astype(np.int32)
        children, new = self._number(cells, made)
        self._met.append((guesses, sizes.astype(np.int32), solves, branches.astype(np.int32), cells.answers, children))
        self._resolved[solves[solves >= 0]] = True
        self.control[DONE] = np.count_nonzero(self._resolved)
        return Level(children, LiesAsked(cells.begins, cells.secrets, cells.lied, cells.keys)).chosen(new)

    def _secret_of(self, guesses: NDArray[np.int32]) -> NDArray[np.int32]:
        """The secrets that questions are the code of, undefined for others."""
        questions = self._rule.question_of_secret
        if not len(questions):
            return guesses
        return np.minimum(np.searchsorted(questions, guesses), len(questions) - 1).astype(np.int32)

    def _number(self, cells: Cells, made: int) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        """The number of each cell, and the places of those that have not been met, in the order of their numbers."""
        names = cells.names
        if len(cells.keys):
            names = names + cells.keys[:, np.newaxis]
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
            given[turn] = self._count + np.arange(len(firsts), dtype=np.int32)
            numbers[order] = given[np.cumsum(opens) - 1]
            self._names.add(names[firsts], given)
            self._count += len(firsts)
            rest = firsts[turn]
        if self._count > self.most:
            raise TooLargeError(
                f"{self.game.spec}: the tree of {self.strategy.spec} has more than {self.most} different positions "
                f"after {made + 1} questions: expected fewer"
            )
        return numbers, rest

    def _choose(self, asked: LiesAsked, chosen: NDArray[np.int32], pool: ThreadPoolExecutor) -> None:
        """Write the best question of each position by the kernel."""
        work = np.cumsum(np.diff(asked.begins) + 8) * len(self.told.truths)
        parts = self.jobs if work[-1] >= _LEAST_WORK else 1
        # LiesGrown that come later are smaller: many shares even out.
        shares = parts if parts == 1 else 8 * parts
        cuts = np.searchsorted(work, [work[-1] * part // shares for part in range(1, shares)])
        bounds = [0, *cuts.tolist(), len(chosen)]

        def choose(part: int) -> None:
            for share in range(part, shares, parts):
                low, high = bounds[share], bounds[share + 1]
                choose_under_lies(self.told, self._rule, asked, low, high, self._scratch[part], chosen, self.control)

        if parts == 1:
            choose(0)
        else:
            list(pool.map(choose, range(parts)))

    def _positions(self) -> LiesGrown:
        if self.control[HALT]:
            none = np.zeros(0, dtype=np.int32)
            return LiesGrown(none, none, none, np.zeros(1, dtype=np.int64), none, none)
        guesses, sizes, solves, branches, answers, children = (
            np.concatenate(each) for each in zip(*self._met, strict=True)
        )
        begins = np.concatenate([[0], np.cumsum(branches, dtype=np.int64)])
        return LiesGrown(guesses, sizes, solves, begins, answers, children)


def _rule_of(game: Game, strategy: Strategy) -> LiesRule:
    """A heuristic for the kernels."""
    questions: list[int] = []
    if game.secrets_are_questions:
        questions = [game.guesses.index(code) for code in game.secrets]
    return LiesRule(
        RULES[type(strategy)],
        _TIES[str(strategy.values["ties"])],
        strategy.values["guesses"] == "candidates",
        np.array(questions, dtype=np.int32),
    )


def _together(found: list[Level]) -> Level:
    """LiesGrown that stand in some parts, as one."""
    sizes = [np.diff(each.asked.begins) for each in found]
    asked = LiesAsked(
        np.concatenate([[0], np.cumsum(np.concatenate(sizes), dtype=np.int64)]),
        *(np.concatenate([each.asked[at] for each in found]) for at in (1, 2, 3)),
    )
    return Level(np.concatenate([each.numbers for each in found]), asked)
