"""One search for the least cost of a position: desk, memo and budget, from Python's side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from strategist.common.errors import TooLargeError
from strategist.model.game import Answer, Game, Response
from strategist.search.keys.ground_of_keys import (
    ANY_NODES,
    BEGUN,
    BEST,
    BUDGET,
    COUNT,
    FIXED,
    FULL,
    LAST_NODE,
    LISTED,
    MAY_GROW,
    NODES,
    OPENING,
    RESULT,
    TOO_DEEP,
    UNSURE,
    KeyMemo,
    bits_of,
    ground_of,
    levels_of,
    make_desk,
    make_memo,
)
from strategist.search.keys.key_costs import LARGE
from strategist.search.keys.key_memo import EXACT, LOWER, NEVER, move
from strategist.search.keys.residues import residue
from strategist.search.keys.solve_key import GREEDY, PROVE, begin, choose, search
from strategist.search.tasks.supervise import Brake

_FIRST_BITS = 14
MOST_BYTES = 2 << 30
"""The most that a memo takes if nothing else is said."""


class Found(NamedTuple):
    """The cost of a tree, or a bound: its sums as doubles with their residues, and the depth."""

    sums: tuple[float, ...]
    residues: tuple[int, ...]
    depth: int


class Place(NamedTuple):
    """A position: the mass of each secret, the lowest first, the word of the chances in it, the questions asked, and
    how many are left."""

    masses: Mapping[int, Fraction]
    words: Mapping[int, int]
    asked: frozenset[int]
    left: int


class KeyStage:
    """A search for the least sums, in their order, and then, if ``deep``, the least depth.

    ``limit`` is the number of questions allowed, None for any; no secret is found where fewer
    than ``late`` of them are left.
    ``memory`` is the bytes that the memo may take. ``nodes`` is the number of positions that a proof may examine once
    there is a first tree; None for any.
    """

    def __init__(
        self,
        game: Game,
        answers: Sequence[Sequence[Sequence[Answer]]],
        sums: Sequence[str],
        *,
        deep: bool,
        limit: int | None,
        late: int,
        brake: Brake,
        memory: int,
        nodes: int | None = None,
    ) -> None:
        self.game, self.answers, self.brake = game, answers, brake
        self.ground = ground_of(game, answers, sums, limit is not None, deep, late)
        self.desk = make_desk(self.ground, levels_of(game), brake.shared)
        entry = 32 + 24 * max(1, len(sums))
        self.most_bits = max(_FIRST_BITS, (memory // entry // 3).bit_length())
        self._most_rough = max(_FIRST_BITS, self.most_bits - 2)
        self.memo = make_memo(len(sums), _FIRST_BITS)
        self.rough = make_memo(len(sums), _FIRST_BITS)
        """The costs of the trees that ``GREEDY`` has found."""
        self.best: Found | None = None
        self.bound = Found((0.0,) * len(sums), (0,) * len(sums), 0)
        self.opening = -1
        self._at_root = True
        self._most_nodes = nodes

    def start(self, masses: Mapping[int, Fraction], asked: frozenset[int], left: int) -> Place:
        """A position whose masses follow from no questions that the search knows of."""
        return Place(masses, dict.fromkeys(masses, 0), asked, left)

    def below(self, place: Place, question: int) -> dict[Response, Place]:
        """What each answer to a question leads to, by answer, ascending; without that which names a secret."""
        ground = self.ground
        first, after = (int(ground.first_cell[question + more]) for more in (0, 1))
        cell_of = {int(ground.response[cell]): cell for cell in range(first, after)}
        found: dict[Response, tuple[dict[int, Fraction], dict[int, int]]] = {}
        told = self.answers[question]
        for secret, mass in place.masses.items():
            for answer in told[secret]:
                cell = cell_of.get(answer.response)
                if cell is None:
                    continue
                masses, words = found.setdefault(answer.response, ({}, {}))
                masses[secret] = mass * answer.chance
                word = int(ground.chance_h[cell, secret]) if len(ground.chance_h) else 0
                words[secret] = place.words[secret] + word
        asked = place.asked | {question} if ground.several else place.asked
        return {response: Place(*found[response], asked, place.left - 1) for response in sorted(found)}

    def sit(self, place: Place) -> None:
        """Put a position on the desk."""
        desk, ground, secrets = self.desk, self.ground, list(place.masses)
        desk.left[0] = bits_of(secrets, ground.words)
        desk.asked[0] = bits_of(place.asked, ground.asked_words) if ground.several else 0
        if not ground.massed:
            return
        unit, word = place.masses[secrets[0]], place.words[secrets[0]]
        if not ground.several:
            unit, word = Fraction(1), 0
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

    def choose(self, place: Place, mode: int = PROVE) -> int:
        """The question that a tree asks at a position: see :func:`~strategist.search.keys.solve_key.choose`."""
        while True:
            self.sit(place)
            chosen = choose(self.ground, self.desk, self._memo(mode), place.left, mode)
            if not self._grown(mode):
                return chosen

    def run(self, root: Place, only: int = -1) -> int:
        """Find the least cost of a position, with ``only`` one question to begin with, or -1 for all: the kind of
        what is known of it in the end. ``best`` is the cost of the best tree, and ``opening`` its question, -1 for
        what ``GREEDY`` chooses."""
        kind = self._known(root)
        if kind != LOWER and (only < 0 or not self.ground.asks):
            return kind
        for mode in (GREEDY, PROVE):
            if mode == PROVE and self._most_nodes is not None:
                self.desk.own[LAST_NODE] = self.nodes + self._most_nodes
            while True:
                self.sit(root)
                self._allow(self.best)
                self.desk.own[OPENING] = -1
                kind = search(self.ground, self.desk, self._memo(mode), root.left, only, mode)
                self._at_root = mode == GREEDY
                if kind == EXACT or (kind < 0 and self.desk.own[OPENING] >= 0 and mode == PROVE):
                    self.best = self._read(RESULT if kind == EXACT else BEST)
                    self.opening = int(self.desk.own[OPENING]) if mode == PROVE else -1
                if kind >= 0 or not self._grown(mode):
                    break
            # What is asked later, for the tree and for a certificate, is not counted.
            self.desk.own[LAST_NODE] = ANY_NODES
            if kind != EXACT:
                return kind
        return kind

    def refute(self, place: Place, question: int, budget: Fraction) -> None:
        """Let the memo learn that no tree which begins with a question costs less than a budget, if that is so.

        The budget is one of the first sum, or of the depth if there is none. Where a secret may give several answers,
        it is relative to the mass of the lowest secret.
        """
        desk = self.desk
        while True:
            self.sit(place)
            desk.value[BUDGET], desk.value_r[BUDGET], desk.slack[BUDGET] = 0.0, 0, 0.0
            desk.depth[BUDGET] = -LARGE
            if self.ground.parts:
                desk.value[BUDGET, 0], desk.value_r[BUDGET, 0] = float(budget), residue(budget)
            else:
                desk.depth[BUDGET] = int(budget)
            desk.own[OPENING] = -1
            kind = search(self.ground, desk, self._memo(PROVE), place.left, question, PROVE)
            if kind >= 0 or not self._grown():
                return

    def at_least(self, place: Place) -> tuple[int, float]:
        """What is known of a position without a search: its kind, and a lower bound, as a budget of :meth:`refute`."""
        self.sit(place)
        kind = begin(self.ground, self.desk, self.memo, place.left)
        if kind == NEVER:
            return kind, 0.0
        found = self._read(RESULT)
        return kind, self._rounded(found)

    def _rounded(self, found: Found) -> float:
        """The first part of a bound, rounded down by the error of doubles."""
        if not self.ground.parts:
            return float(found.depth)
        least = found.sums[0]
        return least if self.ground.part[0] == COUNT else least * (1.0 - 8.0 * self.ground.error)

    def _known(self, root: Place) -> int:
        self.sit(root)
        kind = begin(self.ground, self.desk, self.memo, root.left)
        if kind != NEVER:
            found = self._read(RESULT)
            self.bound = found
            if kind == EXACT:
                self.best = found
        return kind

    def _allow(self, best: Found | None) -> None:
        desk = self.desk
        desk.value[BUDGET], desk.value_r[BUDGET], desk.slack[BUDGET] = 0.0, 0, 0.0
        if best is None:
            desk.depth[BUDGET] = LARGE
            if self.ground.parts:
                desk.value[BUDGET, 0] = np.inf
            return
        for part, (value, value_r) in enumerate(zip(best.sums, best.residues, strict=True)):
            desk.value[BUDGET, part], desk.value_r[BUDGET, part] = value, value_r
        # A tree of the same cost is allowed.
        desk.depth[BUDGET] = best.depth + 1

    def _read(self, row: int) -> Found:
        parts = self.ground.parts
        sums, residues = self.desk.value[row, :parts].tolist(), self.desk.value_r[row, :parts].tolist()
        return Found(tuple(sums), tuple(residues), int(self.desk.depth[row]))

    def _memo(self, mode: int) -> KeyMemo:
        """The memo of a mode, which knows from the start whether it may grow."""
        memo, most = (self.rough, self._most_rough) if mode == GREEDY else (self.memo, self.most_bits)
        self.desk.own[MAY_GROW] = len(memo.told) < 1 << most
        return memo

    def _grown(self, mode: int = PROVE) -> bool:
        """Whether the search stopped because the memo of its mode was full, which is now larger."""
        desk = self.desk
        if desk.own[TOO_DEEP]:
            raise TooLargeError(f"{self.game.spec}: a search beyond {self.desk.levels - 4} questions in a row")
        if not desk.own[FULL]:
            return False
        desk.own[FULL] = 0
        memo = self._memo(mode)
        bits = len(memo.told).bit_length() - 1
        most = self._most_rough if mode == GREEDY else self.most_bits
        larger = make_memo(self.ground.parts, min(most, bits + 2))
        move(memo, larger)
        if mode == GREEDY:
            self.rough = larger
        else:
            self.memo = larger
        return not self.brake.stopped

    def least_open(self) -> float:
        """What the first sum of the root is at least, or the depth if there is none, after a search was stopped."""
        desk = self.desk
        rows = [FIXED + at for at in range(int(desk.own[BEGUN]), int(desk.own[LISTED]))]
        if self._at_root or not rows:
            found = [self.bound]
        else:
            found = [self._read(row) for row in rows] + ([] if self.best is None else [self.best])
        # What counting says of the root holds in any case.
        return max(self._rounded(self.bound), min(map(self._rounded, found)))

    @property
    def nodes(self) -> int:
        """The positions searched."""
        return int(self.desk.own[NODES])

    @property
    def unsure(self) -> bool:
        """Whether two costs were closer than the error of doubles, and not equal."""
        return bool(self.desk.own[UNSURE])
