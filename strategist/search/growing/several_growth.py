"""Grow the positions of a heuristic where answers may be one of several, each once however often its tree has it.

Where little is known of the secrets, a tree may have 10¹⁸ slots but only some ten thousand different positions: only
proportions of masses matter, and of the questions asked before only those that would help if they were not settled.
SeveralGrown are grown level by level. Kernels choose the questions of a level, and find the questions that help with
new sets of secrets; masses are whole numbers of any size, in plain Python.

:mod:`strategist.search.compile.grow_plainly` grows the same tree slot by slot in plain Python: the
specification.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.any_candidate import FirstCandidate, RandomCandidate
from strategist.choosing.dallwitz import Dallwitz
from strategist.choosing.draws import draw, history_key, mix
from strategist.choosing.heuristics import Entropy, ExpectedSize, Heuristic, Minimax, MostParts, Strategy
from strategist.choosing.masses import scored_masses
from strategist.common.errors import NoCandidateError, TooLargeError
from strategist.model.game import Game, Response
from strategist.model.goal import Narrow
from strategist.model.position import Position, kind_of
from strategist.model.tree import GIVE_UP
from strategist.search.growing.key_rule import KeyRule
from strategist.search.growing.several_tables import answers_of
from strategist.search.kernels.growth.grow import CELLS, DRAWN, HIGHEST, LOWEST
from strategist.search.kernels.growth.several_choice import SeveralAsked, SeveralRule, choose_several, examine_sets
from strategist.search.kernels.numba.jit import DONE, HALT, control_cells, warm_up
from strategist.search.kernels.scores.scores import ENTROPY, EXPECTED_SIZE, MINIMAX, MOST_PARTS
from strategist.search.kernels.scores.several_scores import Tables, make_tables
from strategist.search.state.start import Start

_RULES: dict[type[Strategy], int] = {
    Minimax: MINIMAX,
    ExpectedSize: EXPECTED_SIZE,
    Entropy: ENTROPY,
    MostParts: MOST_PARTS,
}
_TIES = {"lowest": LOWEST, "highest": HIGHEST, "random": DRAWN, "cells": CELLS}
_WORD = (1 << 64) - 1
_LEAST_WORK = 1 << 17
"""Pairs of a question and a secret: with fewer, the positions of a level are not divided among threads."""
_TOGETHER = 1024
"""The number of positions of a level of which the questions are chosen together."""

Key = tuple[int, tuple[int, ...], int, int, int]
"""A position: the number of its set of secrets, the masses, the questions asked that matter; and what else the strategy
or the rules depend on: the number of questions asked, and the word for draws."""


class GrownPosition(NamedTuple):
    """A position on the way: as :class:`~strategist.model.position.Position`, but with the questions asked as bits."""

    secrets: tuple[int, ...]
    masses: tuple[int, ...]
    asked: int
    key: int
    """The word for draws; 0 behind the first question if nothing is drawn."""


class Learning(NamedTuple):
    """A set of secrets: its number, the announcement if it needs no question, and as bits the questions that help as
    long as they have not been asked."""

    number: int
    announced: int | None
    help: int


@dataclass
class SeveralGrown:
    """Different positions, the first of which is the start, and how they lead to each other."""

    secrets: list[tuple[int, ...]] = field(default_factory=list)
    masses: list[tuple[int, ...]] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    """The questions that help, as bits; :func:`strategist.model.position.Several.helping` is the specification."""
    guesses: list[int] = field(default_factory=list)
    """The guess, an announcement or ``GIVE_UP``."""
    responses: list[int] = field(default_factory=list)
    """The responses with a branch, as bits; none at an end."""
    children: list[list[int]] = field(default_factory=list)
    """What each response leads to, ascending by response."""
    factors: list[list[tuple[int, int]]] = field(default_factory=list)
    """By how much the masses of each child have been divided: numerator and denominator."""

    def __len__(self) -> int:
        return len(self.guesses)


def rule_of(game: Game, strategy: Strategy) -> SeveralRule:
    """A heuristic for the kernels."""
    costs = (game.costs or [1] * game.question_count) if strategy.values.get("per") == "cost" else []
    return SeveralRule(_RULES[type(strategy)], _TIES[str(strategy.values["ties"])], np.array(costs, dtype=np.int64))


def warm_up_several_growth(game: Game) -> None:
    """Compile the kernels, which are the same for all games of several answers."""

    def run() -> None:
        control, answers = control_cells(), answers_of(game)
        tables, none = make_tables(answers.told, 1), np.zeros(0, dtype=np.int32)
        begins, marks = np.zeros(1, dtype=np.int64), np.zeros((0, 0), dtype=np.uint8)
        examine_sets(answers.told, begins, none, tables, False, marks, control)
        asked = SeveralAsked(begins, none, begins[:0], begins, none, np.zeros(0, dtype=np.uint64))
        rule = SeveralRule(ENTROPY, LOWEST, begins[:0])
        choose_several(answers.told, rule, asked, 0, 0, tables, begins, none, none, control)

    warm_up("grow-several", run, 20)


class SeveralGrower:
    """Grows the positions of one strategy. ``most`` is the largest number of different ones."""

    def __init__(self, game: Game, strategy: Strategy, control: NDArray[np.int64], jobs: int, most: int) -> None:
        self.game, self.strategy, self.control, self.jobs, self.most = game, strategy, control, jobs, most
        self.answers = answers = answers_of(game)
        self.found = SeveralGrown()
        self._exact = [_over_common(held) for held in answers.held]
        self._sets: dict[tuple[int, ...], Learning] = {}
        self._numbers: dict[Key, int] = {}
        self._bytes = -(-game.question_count // 8)
        values = strategy.values
        self._sample = int(values.get("sample") or 0)
        self._draws = self._sample > 0 or values.get("ties") == "random" or isinstance(strategy, RandomCandidate)
        self._ranks = strategy.ranks() if isinstance(strategy, FirstCandidate) else ()
        self._key_rule = KeyRule(strategy, answers) if isinstance(strategy, Dallwitz) else None
        self._known: set[int] = set()
        self._tables: list[Tables] = []
        self._begin = -1
        """The word for draws before the first question; -1 behind a history."""

    def grow(self, start: Start, levels: int | None = None) -> SeveralGrown:
        """All positions from a start on, or those behind at most so many questions; incomplete after a stop.

        Raises :class:`~strategist.common.errors.NoCandidateError` if no secret is left, and
        :class:`~strategist.common.errors.TooLargeError`.
        """
        game, strategy = self.game, self.strategy
        history = start.history
        begin = kind_of(game).left(history, start.candidates.tolist())
        if begin is None:
            raise NoCandidateError(f"{game.spec}: no secret agrees with the history")
        left, seed = begin, int(strategy.values.get("seed") or 0)
        asked = sum(1 << question for question in left.asked)
        first = GrownPosition(
            tuple(left.candidates), left.labels, asked, history_key(seed, history, game.response_count)
        )
        self._begin = -1 if history else first.key
        jobs = self.jobs if type(strategy) in _RULES else 1
        self._tables = [make_tables(self.answers.told, len(left)) for _ in range(jobs)]
        self._examine([first])
        opens = strategy.opening is not None and not history and self._end(first) is None
        level = [(self._number(first, len(history), opens), first)]
        made = len(history)
        stop = math.inf if game.turns is None else game.turns
        stop = stop if levels is None else min(stop, made + levels)
        with ThreadPoolExecutor(jobs, thread_name_prefix="strategist-grow") as pool:
            while level and not self.control[HALT]:
                level = [each for each in level if self.found.guesses[each[0]] == GIVE_UP]
                if made >= stop:
                    break
                made += 1
                behind = []
                for low in range(0, len(level), _TOGETHER):
                    some = level[low : low + _TOGETHER]
                    guesses = [strategy.opening or 0] if opens else self._choose(some, pool)
                    if opens and self._key_rule is not None:
                        self._key_rule.note_used(guesses[0])
                    behind += self._expand(some, guesses, made)
                level, opens = behind, False
        return self.found

    def _end(self, place: GrownPosition) -> int | None:
        """The announcement that ends play; :func:`strategist.model.position.Several.ending` is the specification."""
        game, learning = self.game, self._sets[place.secrets]
        if learning.announced is not None or game.narrow is None:
            return learning.announced
        return None if learning.help & ~place.asked else game.undecided

    def _number(self, place: GrownPosition, made: int, apart: bool = False) -> int:
        """The number of a position after ``made`` questions; a new one if it has not been met, or stands ``apart``."""
        learning, end, found = self._sets[place.secrets], self._end(place), self.found
        asked = place.asked & learning.help
        limited = end is None and self.game.turns is not None
        key = (learning.number, place.masses, asked, made if limited else -1, place.key if self._draws else 0)
        number = None if apart else self._numbers.get(key)
        if number is None:
            number = len(found)
            if number >= self.most:
                raise TooLargeError(
                    f"{self.game.spec}: the tree of {self.strategy.spec} has more than {self.most} different positions"
                    f" after {made} questions: expected fewer"
                )
            if not apart:
                self._numbers[key] = number
            found.secrets.append(place.secrets)
            found.masses.append(place.masses)
            found.open.append(learning.help & ~asked)
            found.guesses.append(GIVE_UP if end is None else end)
            found.responses.append(0)
            found.children.append([])
            found.factors.append([])
            if end is not None:
                self._known.update(place.secrets)
                self.control[DONE] = len(self._known)
        return number

    def _examine(self, places: Sequence[GrownPosition]) -> None:
        """Find the questions that help, of the sets of secrets that have not been met."""
        game, told = self.game, self.answers.told
        new = [secrets for secrets in dict.fromkeys(place.secrets for place in places) if secrets not in self._sets]
        rest = []
        for secrets in new:
            if game.is_pure(secrets):
                self._sets[secrets] = Learning(len(self._sets), game.announcement(secrets[0]), 0)
            else:
                rest.append(secrets)
        step = max(1, (1 << 24) // game.question_count)
        for low in range(0, len(rest), step):
            some = rest[low : low + step]
            marks = np.zeros((len(some), game.question_count), dtype=np.uint8)
            examine_sets(told, *_in_rows(some), self._tables[0], game.narrow is Narrow.SURE, marks, self.control)
            for secrets, helps in zip(some, np.packbits(marks, axis=1, bitorder="little"), strict=True):
                self._sets[secrets] = Learning(len(self._sets), None, int.from_bytes(helps.tobytes(), "little"))

    def _choose(self, level: Sequence[tuple[int, GrownPosition]], pool: ThreadPoolExecutor) -> list[int]:
        """The question of each position, -1 where none tells anything."""
        choices = [self.found.open[number] for number, _ in level]
        chosen = np.full(len(level), -1, dtype=np.int32)
        able = [at for at, bits in enumerate(choices) if bits]
        rows = self._options([choices[at] for at in able])
        if type(self.strategy) not in _RULES:
            for at, options in zip(able, rows, strict=True):
                place = level[at][1]
                if self._key_rule is not None:
                    chosen[at] = self._key_rule.choose(place.secrets, options)
                else:
                    chosen[at] = self._simply(options.tolist(), place.key)
            return chosen.tolist()
        some = [level[at][1] for at in able]
        if self._sample:
            rows = [self._sampled(row, place) for row, place in zip(rows, some, strict=True)]
        if some:
            chosen[able] = self._best(some, rows, pool)
        return chosen.tolist()

    def _options(self, choices: Sequence[int]) -> list[NDArray[np.int32]]:
        """The questions of each position, ascending."""
        told = b"".join(bits.to_bytes(self._bytes, "little") for bits in choices)
        marks = np.unpackbits(np.frombuffer(told, dtype=np.uint8).reshape(-1, self._bytes), axis=1, bitorder="little")
        rows, questions = np.nonzero(marks)
        cuts = np.searchsorted(rows, np.arange(1, len(choices)))
        return np.split(questions.astype(np.int32), cuts) if choices else []

    def _simply(self, options: Sequence[int], key: int) -> int:
        if isinstance(self.strategy, RandomCandidate):
            return options[draw(key, 0) % len(options)]
        return min(options, key=self._ranks.__getitem__)

    def _sampled(self, options: NDArray[np.int32], place: GrownPosition) -> NDArray[np.int32]:
        """``Heuristic._sampled`` is the specification: no question is a candidate."""
        strategy, count = self.strategy, self._sample
        assert isinstance(strategy, Heuristic)  # no other strategy scores a sample
        first = place.key == self._begin and strategy.scores_all_first(len(place.secrets))
        if len(options) <= count or first:
            return options
        key = draw(place.key, count)
        return np.unique(options[[draw(key, number) % len(options) for number in range(count)]])

    def _best(
        self, places: Sequence[GrownPosition], rows: Sequence[NDArray[np.int32]], pool: ThreadPoolExecutor
    ) -> NDArray[np.int32]:
        """The best question of each position by the kernel."""
        game = self.game
        order = None if game.classes is None else game.classes
        secrets, masses = [], []
        for place in places:
            scored = scored_masses(Position((), place.secrets, place.masses))
            listed = list(zip(place.secrets, scored, strict=True))
            if order is not None:
                listed.sort(key=lambda each: (order[each[0]], each[0]))
            secrets.append([secret for secret, _ in listed])
            masses.append([mass for _, mass in listed])
        begins, flat = _in_rows(secrets)
        first = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=first[1:])
        asked = SeveralAsked(
            begins,
            flat,
            np.fromiter(chain.from_iterable(masses), dtype=np.int64, count=len(flat)),
            first,
            np.concatenate(rows),
            np.array([place.key for place in places], dtype=np.uint64),
        )
        chosen = np.empty(len(places), dtype=np.int32)
        rule = rule_of(game, self.strategy)
        work = np.cumsum(np.diff(begins) * np.diff(first))
        parts = len(self._tables) if work[-1] >= _LEAST_WORK else 1
        cuts = [0, *np.searchsorted(work, [work[-1] * part // parts for part in range(1, parts)]).tolist(), len(places)]

        def choose(part: int) -> None:
            scores = np.empty(game.question_count, dtype=np.int64)
            cells = np.empty(game.question_count, dtype=np.int32)
            low, high, tables = cuts[part], cuts[part + 1], self._tables[part]
            choose_several(self.answers.told, rule, asked, low, high, tables, scores, cells, chosen, self.control)

        if parts == 1:
            choose(0)
        else:
            list(pool.map(choose, range(parts)))
        return chosen

    def _expand(
        self, level: Sequence[tuple[int, GrownPosition]], guesses: Sequence[int], made: int
    ) -> list[tuple[int, GrownPosition]]:
        """Ask the questions of a level, and return the positions behind them that are new."""
        found, behind = self.found, []
        for (number, place), guess in zip(level, guesses, strict=True):
            if self.control[HALT]:
                return []
            if guess >= 0:
                found.guesses[number] = guess
                behind.append((number, self._cells(number, place, guess)))
        self._examine([place for _, places in behind for place in places])
        new = []
        for number, places in behind:
            if self.control[HALT]:
                return []
            for place in places:
                before = len(found)
                child = self._number(place, made)
                found.children[number].append(child)
                if child == before:
                    new.append((child, place))
        return new

    def _cells(self, number: int, place: GrownPosition, guess: int) -> list[GrownPosition]:
        """What each answer to a question leads to, by answer; :func:`~strategist.model.position.Several.cells` is the
        specification."""
        kinds = self.answers.kinds[guess, place.secrets].tolist()
        unit = math.lcm(*(self._exact[kind][0] for kind in set(kinds)))
        cells: dict[Response, tuple[list[int], list[int]]] = {}
        for secret, mass, kind in zip(place.secrets, place.masses, kinds, strict=True):
            own, answers = self._exact[kind]
            scaled = mass if own == unit else mass * (unit // own)
            for response, numeral in answers:
                cell = cells.get(response)
                if cell is None:
                    cell = cells[response] = [], []
                cell[0].append(secret)
                cell[1].append(scaled if numeral == 1 else scaled * numeral)
        found = []
        asked = place.asked | 1 << guess
        for response in sorted(cells):
            secrets, masses = cells[response]
            common = math.gcd(*masses)
            self.found.responses[number] |= 1 << response
            self.found.factors[number].append((common, unit))
            key = 0
            if self._draws:
                key = (place.key + mix(guess * self.game.response_count + response)) & _WORD
            found.append(GrownPosition(tuple(secrets), tuple(mass // common for mass in masses), asked, key))
        return found


def _over_common(held: Sequence[tuple[Response, Fraction]]) -> tuple[int, list[tuple[Response, int]]]:
    """The least common denominator of the chances of some answers, and each answer with its numerator over it."""
    unit = math.lcm(*(chance.denominator for _, chance in held))
    return unit, [(response, chance.numerator * (unit // chance.denominator)) for response, chance in held]


def _in_rows(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Rows one after the other, and where each begins."""
    begins = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=begins[1:])
    return begins, np.fromiter(chain.from_iterable(rows), dtype=np.int32, count=int(begins[-1]))
