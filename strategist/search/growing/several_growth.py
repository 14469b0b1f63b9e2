"""Grow the positions of a heuristic where answers may be one of several.

Where little is known of the secrets, a tree may have 10¹⁸ slots but only some ten thousand different positions: only
proportions of masses matter, and of the questions asked before only those that would help if they were not settled.
Kernels find the questions that help with new sets of secrets; masses are whole numbers of any size, in plain Python.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.any_candidate import FirstCandidate, RandomCandidate
from strategist.choosing.dallwitz import Dallwitz
from strategist.choosing.draws import draw, history_key, mix
from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.masses import scored_masses
from strategist.common.errors import TooLargeError
from strategist.model.game import Game, Response
from strategist.model.goal import Narrow
from strategist.model.position import Position
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.search.growing.grower import Asked, Grower
from strategist.search.growing.grown import slots_of, unfolded
from strategist.search.growing.grown_claims import MassesGrown, expected_claims
from strategist.search.growing.key_rule import KeyRule
from strategist.search.growing.plans import RULES, TIES
from strategist.search.growing.several_tables import answers_of, table_bytes
from strategist.search.kernels.growth.grow import FIRST
from strategist.search.kernels.growth.several_choice import SeveralAsked, SeveralRule, choose_several, examine_sets
from strategist.search.kernels.growth.ties import LOWEST
from strategist.search.kernels.numba.jit import HALT, control_cells, warm_up
from strategist.search.kernels.scores.scores import ENTROPY
from strategist.search.kernels.scores.several_scores import Tables, make_tables
from strategist.search.state.start import Start

_WORD = (1 << 64) - 1
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
    long as they have not been asked; :func:`strategist.model.position.Several.helping` is the specification."""

    number: int
    announced: int | None
    help: int


class SeveralGrower(Grower[list[GrownPosition]]):
    """Grows the positions of one strategy. ``most`` is the largest number of different ones."""

    position_bytes = 4096
    """With its masses; of few secrets, half of it."""
    slot_bytes = 260
    least_work = 1 << 17
    """Pairs of a question and a secret."""

    def __init__(self, game: Game, strategy: Strategy, control: NDArray[np.int64], jobs: int, most: int) -> None:
        self._scores = RULES.get(type(strategy), FIRST) < FIRST
        super().__init__(game, strategy, control, jobs if self._scores else 1, most)
        self.answers = answers = answers_of(game)
        self._exact = [_over_common(held) for held in answers.held]
        self._sets: dict[tuple[int, ...], Learning] = {}
        self._numbers: dict[Key, int] = {}
        self._bytes = -(-game.question_count // 8)
        values = strategy.values
        self._sample = int(values.get("sample") or 0)
        self._draws = self._sample > 0 or values.get("ties") == "random" or isinstance(strategy, RandomCandidate)
        self._ranks = strategy.ranks() if isinstance(strategy, FirstCandidate) else ()
        self._key_rule = KeyRule(strategy, answers) if isinstance(strategy, Dallwitz) else None
        self._secrets: list[tuple[int, ...]] = []
        self._masses: list[tuple[int, ...]] = []
        self._factors: list[tuple[int, int]] = []
        self._tables: list[Tables] = []
        self._begin = -1
        """The word for draws before the first question; -1 behind a history."""

    @classmethod
    def table_bytes(cls, game: Game, budget: int) -> int:
        """See :class:`Grower`: none is refused."""
        return table_bytes(game)

    @classmethod
    def warm_up(cls, game: Game) -> None:
        """See :class:`Grower`: they are the same for all games of several answers."""

        def run() -> None:
            control, answers = control_cells(), answers_of(game)
            tables, none = make_tables(answers.told, 1), np.zeros(0, dtype=np.int32)
            begins, marks = np.zeros(1, dtype=np.int64), np.zeros((0, 0), dtype=np.uint8)
            examine_sets(answers.told, begins, none, tables, False, marks, control)
            asked = SeveralAsked(begins, none, begins[:0], begins, none, np.zeros(0, dtype=np.uint64))
            rule = SeveralRule(ENTROPY, LOWEST, begins[:0])
            choose_several(answers.told, rule, asked, 0, 0, tables, begins, none, none, control)

        warm_up("grow-several", run)

    def tree(self, start: Start, found: MassesGrown, budget: int) -> tuple[DecisionTree, Claims]:
        """See :class:`Grower`."""
        game = self.game
        slots, most = slots_of(found), budget // self.slot_bytes
        if slots > most:
            sooner = "" if game.narrow in (None, Narrow.SURE) else ", narrow=sure ends sooner"
            raise TooLargeError(
                f"{game.spec}: the tree of {self.strategy.spec} has {slots} positions, {len(found)} of them different: "
                f"expected at most {most} (turns=N gives up after N questions{sooner})"
            )
        return unfolded(game, found), expected_claims(game, found)

    def _first(self, begin: Position, start: Start) -> list[GrownPosition]:
        history, seed = start.history, int(self.strategy.values.get("seed") or 0)
        key = history_key(seed, history, self.game.response_count)
        asked = sum(1 << question for question in begin.asked)
        first = GrownPosition(tuple(begin.candidates), begin.labels, asked, key)
        self.before = len(history)
        self._begin = -1 if history else key
        self._tables = [make_tables(self.answers.told, len(begin)) for _ in range(self.jobs)]
        self._examine([first])
        if self._key_rule is not None and self.strategy.opening is not None and not history:
            self._key_rule.note_used(self.strategy.opening)
        return [first]

    def _parts(self, level: list[GrownPosition]) -> Iterator[list[GrownPosition]]:
        return (level[low : low + _TOGETHER] for low in range(0, len(level), _TOGETHER))

    def _chosen(self, level: list[GrownPosition], which: NDArray[np.intp]) -> list[GrownPosition]:
        return [level[at] for at in which.tolist()]

    def _joined(self, levels: list[list[GrownPosition]]) -> list[GrownPosition]:
        return list(chain.from_iterable(levels))

    def _ends(self, level: list[GrownPosition]) -> NDArray[np.int32]:
        ends = map(self._end, level)
        return np.array([GIVE_UP if end is None else end for end in ends], dtype=np.int32)

    def _end(self, place: GrownPosition) -> int | None:
        """The announcement that ends play; :func:`strategist.model.position.Several.ending` is the specification."""
        game, learning = self.game, self._sets[place.secrets]
        if learning.announced is None and game.erring is not None:
            named = game.erring.named(place.masses, place.asked.bit_count())
            return None if named is None else game.announcement(place.secrets[named])
        if learning.announced is not None or game.narrow is None:
            return learning.announced
        return None if learning.help & ~place.asked else game.undecided

    def _number(self, behind: list[GrownPosition]) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        self._examine(behind)
        children: list[int] = []
        new: list[int] = []
        for at, place in enumerate(behind):
            number = self._numbers.setdefault(self._key_of(place), self.count + len(new))
            if number == self.count + len(new):
                new.append(at)
            children.append(number)
        return np.array(children, dtype=np.int32), np.array(new, dtype=np.intp)

    def _key_of(self, place: GrownPosition) -> Key:
        """By what a position behind the level is known again."""
        learning = self._sets[place.secrets]
        limited = (self.game.turns is not None or self.game.erring is not None) and self._end(place) is None
        asked, key = place.asked & learning.help, place.key if self._draws else 0
        return learning.number, place.masses, asked, self.made if limited else -1, key

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

    def _choose(self, level: list[GrownPosition]) -> NDArray[np.int32]:
        choices = [self._sets[place.secrets].help & ~place.asked for place in level]
        chosen = np.full(len(level), GIVE_UP, dtype=np.int32)
        able = [at for at, bits in enumerate(choices) if bits]
        rows = self._options([choices[at] for at in able])
        some = [level[at] for at in able]
        if not self._scores:
            for at, options, place in zip(able, rows, some, strict=True):
                if self._key_rule is not None:
                    chosen[at] = self._key_rule.choose(place.secrets, options)
                else:
                    chosen[at] = self._simply(options.tolist(), place.key)
            return chosen
        if self._sample:
            rows = [self._sampled(row, place) for row, place in zip(rows, some, strict=True)]
        if some:
            chosen[able] = self._best(some, rows)
        return chosen

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

    def _best(self, places: Sequence[GrownPosition], rows: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
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
        costs = (game.costs or [1] * game.question_count) if self.strategy.values.get("per") == "cost" else []
        ties = TIES[str(self.strategy.values["ties"])]
        rule = SeveralRule(RULES[type(self.strategy)], ties, np.array(costs, dtype=np.int64))

        def choose(thread: int, low: int, high: int) -> None:
            scores = np.empty(game.question_count, dtype=np.int64)
            cells = np.empty(game.question_count, dtype=np.int32)
            tables = self._tables[thread]
            choose_several(self.answers.told, rule, asked, low, high, tables, scores, cells, chosen, self.control)

        self._divide(np.cumsum(np.diff(begins) * np.diff(first)), choose)
        return chosen

    def _follow(self, level: list[GrownPosition], guesses: NDArray[np.int32]) -> tuple[Asked, list[GrownPosition]]:
        first = len(self._secrets)
        self._secrets += [place.secrets for place in level]
        self._masses += [place.masses for place in level]
        behind: list[GrownPosition] = []
        responses: list[Response] = []
        branches = np.zeros(len(level), dtype=np.int64)
        announces = guesses >= self.game.question_count
        for at, (place, guess, ends) in enumerate(zip(level, guesses.tolist(), announces.tolist(), strict=True)):
            if ends:
                self._resolved[list(place.secrets)] = True
            elif guess != GIVE_UP and not self.control[HALT]:
                cells = self._cells(place, guess)
                branches[at] = len(cells)
                responses += cells
                behind += cells.values()
        asked = Asked(
            guesses,
            np.array([len(place.secrets) for place in level], dtype=np.int32),
            np.where(announces, first + np.arange(len(level)), -1).astype(np.int32),
            branches,
            np.array(responses, dtype=np.int32),
        )
        return asked, behind

    def _cells(self, place: GrownPosition, guess: int) -> dict[Response, GrownPosition]:
        """What each answer to a question leads to, by answer; :func:`~strategist.model.position.Several.cells` is the
        specification."""
        kinds = self.answers.told.kinds[guess, place.secrets].tolist()
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
        found = {}
        asked = place.asked | 1 << guess
        for response in sorted(cells):
            secrets, masses = cells[response]
            common = math.gcd(*masses)
            self._factors.append((common, unit))
            key = 0
            if self._draws:
                key = (place.key + mix(guess * self.game.response_count + response)) & _WORD
            found[response] = GrownPosition(tuple(secrets), tuple(mass // common for mass in masses), asked, key)
        return found

    def _grown(self, columns: dict[str, Any]) -> MassesGrown:
        solvers = [*self._secrets, ()]
        return MassesGrown(
            **columns, solvers=solvers, secrets=self._secrets, masses=self._masses, factors=self._factors
        )


def _over_common(held: Sequence[tuple[Response, Fraction]]) -> tuple[int, list[tuple[Response, int]]]:
    """The least common denominator of the chances of some answers, and each answer with its numerator over it."""
    unit = math.lcm(*(chance.denominator for _, chance in held))
    return unit, [(response, chance.numerator * (unit // chance.denominator)) for response, chance in held]


def _in_rows(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Rows one after the other, and where each begins."""
    begins = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=begins[1:])
    return begins, np.fromiter(chain.from_iterable(rows), dtype=np.int32, count=int(begins[-1]))
