"""The desks and the memos of one search, from Python's side: positions are put there, and vectors read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from strategist.common.errors import TooLargeError
from strategist.model.game import Answer, Game, Response
from strategist.search.kernels.numba.switch import CHECKED
from strategist.search.several_answers.several_arrays import (
    BRIEF,
    BUDGET,
    COUNT,
    FIRST,
    FULL,
    LOGS,
    MAY_GROW,
    ROW_WORDS,
    TOO_DEEP,
    UNSURE,
    WIDTH,
    SeveralMemo,
    SeveralScratch,
    Words,
    bits_of,
    make_desk,
    make_memo,
)
from strategist.search.several_answers.several_costs import LARGE
from strategist.search.several_answers.several_game import arrays_of
from strategist.search.several_answers.several_memo import move, put_back
from strategist.search.several_answers.several_words import residue
from strategist.search.several_answers.solve_several import GREEDY, PROVE, search
from strategist.search.state.result_log import RING_ROWS, make_ring
from strategist.search.state.thread_marks import MARKS
from strategist.search.tasks.supervise import StopSignal

_FIRST_BITS = 14
MOST_BYTES = 2 << 30
"""The most that a memo takes if nothing else is said."""


class Found(NamedTuple):
    """The cost of a tree, or a bound: its sums as doubles with their residues, and the depth."""

    sums: tuple[float, ...]
    residues: tuple[int, ...]
    depth: int


class What(NamedTuple):
    """What a search minimizes, and how questions are limited: the least ``sums``, in their order, and then, if
    ``deep``, the least depth.

    ``limit`` is the number of questions allowed, None for any; no secret is found where fewer than ``late`` of them are
    left.
    """

    sums: tuple[str, ...]
    deep: bool = False
    limit: int | None = None
    late: int = 0


class StagePosition(NamedTuple):
    """A position: the mass of each secret, the lowest first, the word of the chances in it, the questions asked, and
    how many are left."""

    masses: Mapping[int, Fraction]
    words: Mapping[int, int]
    asked: frozenset[int]
    left: int


class SeveralDesks:
    """What the kernels of one search work on: a desk for each of ``jobs`` threads, and the memo that these share.

    ``memory`` is the bytes that the memo may take. Desks keep a log of what is proven where it is ``logged``. Threads
    mark where they are if there are several, or if other processes are ``beside`` them.
    """

    def __init__(
        self,
        game: Game,
        answers: Sequence[Sequence[Sequence[Answer]]],
        what: What,
        *,
        brake: StopSignal,
        memory: int,
        jobs: int,
        logged: bool,
        beside: bool,
    ) -> None:
        self.game, self.answers, self.what, self.brake, self.logged = game, answers, what, brake, logged
        sums = what.sums
        self.arrays = arrays_of(game, answers, sums, what.limit is not None, what.deep, what.late)
        ring = RING_ROWS if logged else 0
        self.marks = np.zeros(MARKS if jobs > 1 or beside else 0, dtype=np.int64)
        self.desks = [make_desk(self.arrays, brake.shared, make_ring(ring, ROW_WORDS), self.marks) for _ in range(jobs)]
        self.desk = self.desks[0]
        entry = 8 * (FIRST + 3 * max(1, len(sums)))
        self.most_bits = max(_FIRST_BITS, (memory // entry // 3).bit_length())
        self._most_rough = max(_FIRST_BITS, self.most_bits - 2)
        self.memo = make_memo(len(sums), _FIRST_BITS)
        self.rough = make_memo(len(sums), _FIRST_BITS)
        """The costs of the trees that ``GREEDY`` has found."""
        self.recalls = False
        """Whether the memo was told what others have proven, who tell only what took long."""

    def heed(self, brake: StopSignal) -> None:
        """Have kernels heed another brake, and read its cells."""
        self.brake = brake
        self.desks = [desk._replace(shared=brake.shared) for desk in self.desks]
        self.desk = self.desks[0]

    def interrupt(self) -> None:
        """Have kernels come back, as if the memo were full."""
        for desk in self.desks:
            desk.own[FULL] = 1

    def start(self, masses: Mapping[int, Fraction], asked: frozenset[int], left: int) -> StagePosition:
        """A position whose masses follow from no questions that the search knows of."""
        return StagePosition(masses, dict.fromkeys(masses, 0), asked, left)

    def below(self, place: StagePosition, question: int) -> dict[Response, StagePosition]:
        """What each answer to a question leads to, by answer, ascending; without that which names a secret."""
        arrays = self.arrays
        first, after = (int(arrays.first_cell[question + more]) for more in (0, 1))
        cell_of = {int(arrays.response[cell]): cell for cell in range(first, after)}
        found: dict[Response, tuple[dict[int, Fraction], dict[int, int]]] = {}
        told = self.answers[question]
        for secret, mass in place.masses.items():
            for answer in told[secret]:
                cell = cell_of.get(answer.response)
                if cell is None:
                    continue
                masses, words = found.setdefault(answer.response, ({}, {}))
                masses[secret] = mass * answer.chance
                word = int(arrays.chance_h[cell, secret]) if len(arrays.chance_h) else 0
                words[secret] = place.words[secret] + word
        asked = place.asked | {question} if arrays.asked_words else place.asked
        return {response: StagePosition(*found[response], asked, place.left - 1) for response in sorted(found)}

    def sit(self, place: StagePosition, desk: SeveralScratch | None = None) -> None:
        """Put a position on a desk, the first unless another is given."""
        desk, arrays, secrets = desk or self.desk, self.arrays, list(place.masses)
        desk.left[0] = bits_of(secrets, arrays.words)
        desk.asked[0, : arrays.asked_words] = bits_of(place.asked, arrays.asked_words)
        if not arrays.massed:
            return
        unit, word = self.unit(place.masses), place.words[secrets[0]] if arrays.scaled else 0
        desk.masses[0] = len(secrets)
        total = even = Fraction(0)
        for at, secret in enumerate(secrets):
            mass = place.masses[secret] / unit
            total += mass
            even += mass / self.game.weight_of(secret)
            desk.members[0, at] = secret
            desk.mass[0, at], desk.mass_r[0, at] = float(mass), residue(mass)
            desk.mass_h[0, at] = (place.words[secret] - word) % (1 << 64)
        desk.sums[0], desk.sums_r[0] = (float(total), float(even)), (residue(total), residue(even))

    def unit(self, masses: Mapping[int, Fraction]) -> Fraction:
        """The mass that the search takes for 1."""
        return next(iter(masses.values())) if self.arrays.scaled else Fraction(1)

    def allow(self, best: Found | None, desk: SeveralScratch | None = None) -> None:
        """Set the budget of a desk; None for any."""
        desk = desk or self.desk
        desk.value[BUDGET], desk.value_r[BUDGET], desk.slack[BUDGET] = 0.0, 0, 0.0
        if best is None:
            desk.depth[BUDGET] = LARGE
            if self.arrays.parts:
                desk.value[BUDGET, 0] = np.inf
            return
        for part, (value, value_r) in enumerate(zip(best.sums, best.residues, strict=True)):
            desk.value[BUDGET, part], desk.value_r[BUDGET, part] = value, value_r
        desk.depth[BUDGET] = best.depth

    def read(self, row: int, desk: SeveralScratch | None = None) -> Found:
        """A vector of a desk."""
        desk, parts = desk or self.desk, self.arrays.parts
        sums, residues = desk.value[row, :parts].tolist(), desk.value_r[row, :parts].tolist()
        return Found(tuple(sums), tuple(residues), int(desk.depth[row]))

    def rounded(self, found: Found, at: int = 0) -> float:
        """One part of a bound, rounded down by the error of doubles; the depth stands behind the sums."""
        if at == self.arrays.parts:
            return float(found.depth)
        least = found.sums[at]
        return least if self.arrays.part[at] == COUNT else least * (1.0 - 8.0 * self.arrays.error)

    def memo_for(self, mode: int, desk: SeveralScratch | None = None) -> SeveralMemo:
        """The memo of a mode, which knows from the start whether it may grow."""
        memo, most = (self.rough, self._most_rough) if mode == GREEDY else (self.memo, self.most_bits)
        own = (desk or self.desk).own
        own[BRIEF] = mode == GREEDY and own[WIDTH] == 1
        own[MAY_GROW], own[LOGS] = len(memo.words) < 1 << most, self.logged and mode != GREEDY
        return memo

    def search_on(self, desks: Sequence[SeveralScratch], left: int, only: int) -> list[int]:
        """What each of the threads has found that run the same search, of the position on their desks; the first that
        has come to its end ends that of all."""

        def run(desk: SeveralScratch) -> int:
            kind = search(self.arrays, desk, self.memo_for(PROVE, desk), left, only, PROVE)
            if kind >= 0:
                self.interrupt()
            return kind

        if len(desks) == 1:
            kinds = [run(desks[0])]
        else:
            with ThreadPoolExecutor(len(desks)) as pool:
                kinds = list(pool.map(run, desks))
        if CHECKED:
            assert not self.marks.any(), "a thread has left a mark"
            assert len({kind for kind in kinds if kind >= 0}) < 2, "threads contradict each other"
        if max(kinds) >= 0:
            # If the memo is full, the next kernel will say so again.
            for desk in self.desks:
                desk.own[FULL] = 0
        return kinds

    def grown(self, mode: int = PROVE) -> bool:
        """Whether the search stopped because the memo of its mode was full, which is now larger."""
        if any(desk.own[TOO_DEEP] for desk in self.desks):
            raise TooLargeError(f"{self.game.spec}: a search beyond {self.desk.levels - 4} questions in a row")
        if not any(desk.own[FULL] for desk in self.desks):
            return False
        for desk in self.desks:
            desk.own[FULL] = 0
        memo = self.memo_for(mode)
        if mode == GREEDY:
            self.rough = self._enlarged(memo, self._most_rough)
        else:
            self.memo = self._enlarged(memo, self.most_bits)
        return not self.brake.stopped

    def _enlarged(self, memo: SeveralMemo, most_bits: int) -> SeveralMemo:
        """A larger memo with the entries of another one."""
        bits = len(memo.words).bit_length() - 1
        larger = make_memo(self.arrays.parts, min(most_bits, bits + 2))
        move(memo, larger)
        return larger

    def recalled(self, batches: Iterable[Words], count: int) -> int:
        """Put rows of a journal into the memo, which is empty, ``count`` of them in all; returns how many have found
        room."""
        bits = min(self.most_bits, max(_FIRST_BITS, (4 * count).bit_length()))
        self.memo = make_memo(self.arrays.parts, bits)
        return sum(self._put(rows) for rows in batches)

    def _put(self, rows: Words) -> int:
        self.recalls |= len(rows) > 0
        entry = np.zeros(self.memo.words.shape[1], dtype=np.uint64)
        return int(put_back(self.memo, rows, entry, self.arrays.parts))

    def has_room(self, count: int) -> bool:
        """Whether so many rows find room in the memo, or it may not grow any more."""
        slots = len(self.memo.words)
        return 2 * (int(self.memo.used[0]) + count) <= slots or slots >= 1 << self.most_bits

    def take(self, rows: Words) -> None:
        """Put rows into the memo that others have proven meanwhile. A kernel may use it only if it has room for
        them."""
        while not self.has_room(len(rows)):
            self.memo = self._enlarged(self.memo, self.most_bits)
        self._put(rows)

    @property
    def unsure(self) -> bool:
        """Whether two costs were closer than the error of doubles, and not equal."""
        return any(desk.own[UNSURE] for desk in self.desks)
