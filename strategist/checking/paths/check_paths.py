"""The fast checker of certificates of version 8: costs of paths, and limits of answers.

You have to believe what :mod:`strategist.checking.proof` says of claims, and what stands here; nothing is shared with
the plain checker (:mod:`strategist.checking.paths.plain_paths_board`). Sets of secrets are bits of whole numbers.
Claims are looked up by their set and by how often each limited answer was given on the way there.

*Counting.* Let any division of the secrets into parts, one for each answer, cost what the cheapest question does. Then
n secrets cost at least the least, over all ways to divide n into parts that are smaller, of what the parts cost with
their answers, joined as costs of cells are. Where secrets have weights, the i heaviest cost together as much as any i
do: so for each i, the difference of the i-th weight and the next one times what i secrets cost is a part of the bound.
Of secrets of one class only the heaviest counts: they need not be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.checking.proof import Check, Proof
from strategist.common.errors import TooLargeError
from strategist.files.certificate import Certificate
from strategist.model.game import Game
from strategist.model.objective import DEPTH, EXPECTED, WORST_COST

Wrapper = Callable[[Any], Iterable[Any]]
Given = tuple[int, ...]
"""How often each answer with a limit was given, by ascending answers."""
_MOST_PROBLEMS = 10
_NEVER = 1 << 60
"""No strategy does it: above all costs."""
_MOST_ANSWERS = 1 << 26
_MOST_SUMS = 1 << 31


def check_paths(certificate: Certificate, progress: Wrapper = iter) -> Check:
    """Check every claim of a certificate of version 8; ``progress`` may wrap the numbers of entries.

    Raises :class:`~strategist.common.errors.TooLargeError` if that would take far too long.

    >>> from strategist.files.versions.path_columns import path_entries
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("comparisons(100,limit=yes:2)")
    >>> columns = [[[0], [0], [0], [bound]] for bound in (14, 15)]
    >>> [check_paths(Certificate.of_paths(game, DEPTH.name, path_entries(each))).problems for each in columns]
    [[], ['entry 0: of 100 secrets, at least 15 is claimed, but guess up-to-8 may need only 14']]
    """
    return _Checker(certificate).checked(progress)


class _Counting:
    """What numbers of secrets cost at least, by counting."""

    def __init__(self, game: Game, deep: bool, asked: int, answered: list[int], most: int) -> None:
        self.deep, self.asked, self.answered, self.most = deep, asked, answered, most
        self.limits = sorted(game.limits.items())
        self.announces = game.announces
        self.cost = cache(self._cost)
        states = 1
        for _, limit in self.limits:
            states *= min(limit, most) + 1
        if states * most * most * len(answered) > _MOST_SUMS:
            raise TooLargeError(f"{game.spec}: {most} secrets by limits of answers are too many to be counted")

    def _cost(self, given: Given) -> NDArray[np.int64]:
        """The costs of 0, 1, … secrets after so many answers."""
        numbers = np.arange(self.most + 1)
        # Behind each answer but the last, which ends play: the costs of all numbers, where they are known.
        parts, grows = [], []
        for answer, more in enumerate(self.answered[:-1]):
            step = (self.asked + more) * (np.minimum(numbers, 1) if self.deep else numbers)
            after = self.after(given, answer)
            if after == given:
                parts.append(np.where(numbers == 0, 0, _NEVER))
                grows.append((parts[-1], step))
            else:
                parts.append(np.minimum(step + (_NEVER * (numbers > 0) if after is None else self.cost(after)), _NEVER))
        ends = np.where(numbers == 0, 0, _NEVER)
        if self.announces:
            return self._divided(parts, grows, ends, {1: 0})
        ends[1:2] = self.asked + self.answered[-1]
        return self._divided(parts, grows, ends, {})

    def _divided(
        self, parts: list[NDArray[Any]], grows: list[Any], ends: NDArray[Any], known: dict[int, int]
    ) -> NDArray[np.int64]:
        """The costs of all numbers, one after the other, each from smaller ones."""
        found = np.where(np.arange(self.most + 1) == 0, 0, _NEVER)
        sums = [ends, *(np.where(found == 0, 0, _NEVER) for _ in parts)]
        for number in range(1, self.most + 1):
            self._sum(sums, parts, number)
            found[number] = known.get(number, sums[-1][number])
            for part, step in grows:
                part[number] = min(int(found[number] + step[number]), _NEVER)
            self._sum(sums, parts, number)
        return found

    def _sum(self, sums: list[NDArray[Any]], parts: list[NDArray[Any]], number: int) -> None:
        """What a number costs, divided among the first answer, the first two, …"""
        for place, part in enumerate(parts):
            first, last = sums[place][: number + 1], part[number::-1]
            both = np.maximum(first, last) if self.deep else first + last
            sums[place + 1][number] = min(int(both.min()), _NEVER)

    def after(self, given: Given, answer: int) -> Given | None:
        """How often answers were given with one more; None if that is too often."""
        found = tuple(count + (answer == limited) for count, (limited, _) in zip(given, self.limits, strict=True))
        return found if all(count <= most for count, (_, most) in zip(found, self.limits, strict=True)) else None


class _Checker:
    def __init__(self, certificate: Certificate) -> None:
        self.proof = Proof.of(certificate)
        self.game = game = certificate.game
        priced = certificate.objective in (EXPECTED.name, WORST_COST.name)
        self.deep = certificate.objective in (DEPTH.name, WORST_COST.name)
        everyone = range(len(game.secrets))
        weighed = certificate.objective == EXPECTED.name
        self.weights = [game.weight_of(secret) if weighed else 1 for secret in everyone]
        self.costs = [game.cost_of(question) if priced else 1 for question in range(game.question_count)]
        answered = game.answer_costs if priced and game.answer_costs is not None else [0] * game.response_count
        self.answered = list(answered)
        self.counting = _Counting(game, self.deep, min(self.costs), self.answered, len(game.secrets))
        self.row = cache(self._row)
        self.members = cache(self._members)
        self.counted = cache(self._counted)
        self.known: dict[tuple[int, Given], int] = {}

    def checked(self, progress: Wrapper) -> Check:
        """The result of the check."""
        certificate, proof = self.proof.certificate, self.proof
        found = Check(certificate.bound, len(certificate))
        start = (1 << len(self.game.secrets)) - 1, (0,) * len(self.game.limits)
        places = [start]
        for number in range(1, len(certificate)):
            claim = proof.claim(number)
            assert claim.above is not None  # it is not the first
            cells = dict(self._cells(*places[claim.above], claim.guess))
            bits, given = cells.get(claim.response, (0, None))
            if given is None:
                found.problems.append(f"{proof.name(number)}: {proof.wording.nowhere}")
                return found
            places.append((bits, given))
        for number, place in enumerate(places):
            self.known[place] = max(self.known.get(place, 0), certificate.entries.bounds[number])
        for number in progress(range(len(certificate))):
            problem = self._unproven(number, *places[number])
            if problem is not None:
                found.problems.append(f"{proof.name(number)}: {problem}")
                if len(found.problems) == _MOST_PROBLEMS:
                    break
        return found

    def _unproven(self, number: int, bits: int, given: Given) -> str | None:
        """Why a claim is not proven; None if it is."""
        bound = self.proof.certificate.entries.bounds[number]
        if bound <= self.counted(bits, given):
            return None
        if self._is_known(bits):
            return self.proof.ended(number)
        for question in range(self.game.question_count):
            cost = self._asked(bits, given, question)
            if cost < bound:
                return self.proof.cheaper(number, bits.bit_count(), self._text(question), cost)
        return None

    def _asked(self, bits: int, given: Given, question: int) -> int:
        """What a question costs at least, by counting and by claims about its cells."""
        found, right = 0, self.game.response_count - 1
        for answer, (cell, after) in self._cells(bits, given, question):
            # It is not allowed, or tells nothing: then it leaves the same secrets, and no more of a limit.
            if after is None or (cell == bits and answer != right):
                return _NEVER
            step = (self.costs[question] + self.answered[answer]) * (1 if self.deep else self._weight(cell))
            if answer != right:
                step += max(self.counted(cell, after), self.known.get((cell, after), 0))
            found = max(found, step) if self.deep else found + step
        return min(found, _NEVER)

    def _cells(self, bits: int, given: Given, question: int) -> list[tuple[int, tuple[int, Given | None]]]:
        """What each answer to a question leaves, by ascending answers."""
        return [
            (answer, (cell, self.counting.after(given, answer)))
            for answer, givers in self.row(question)
            if (cell := givers & bits)
        ]

    def _row(self, question: int) -> list[tuple[int, int]]:
        """The secrets that give each answer to a question, as bits."""
        game = self.game
        if len(game.secrets) * game.question_count > _MOST_ANSWERS:
            raise TooLargeError(f"{game.spec}: too many answers to be looked at: expected at most {_MOST_ANSWERS}")
        given: dict[int, int] = {}
        for place, secret in enumerate(game.secrets):
            answer = game.respond(game.guesses[question], secret)
            given[answer] = given.get(answer, 0) | 1 << place
        return sorted(given.items())

    def _members(self, bits: int) -> list[int]:
        return [place for place, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"]

    def _weight(self, bits: int) -> int:
        return sum(self.weights[secret] for secret in self.members(bits))

    def _is_known(self, bits: int) -> bool:
        """Whether play ends there without a question."""
        classes = self.game.classes
        kinds = {secret if classes is None else classes[secret] for secret in self.members(bits)}
        return self.game.announces and len(kinds) == 1

    def _counted(self, bits: int, given: Given) -> int:
        """What counting proves of a set: see the docstring of the module."""
        heaviest: dict[int, int] = {}
        for secret in self.members(bits):
            kind = secret if self.game.classes is None else self.game.classes[secret]
            heaviest[kind] = max(heaviest.get(kind, 0), self.weights[secret])
        costs = self.counting.cost(given)
        if self.deep:
            return int(costs[len(heaviest)])
        weights = sorted(heaviest.values(), reverse=True)
        lighter = [*weights[1:], 0]
        each = (int(costs[count]) * (weights[count - 1] - lighter[count - 1]) for count in range(1, len(weights) + 1))
        return min(sum(each), _NEVER)

    def _text(self, question: int) -> str:
        return self.game.format_code(self.game.guesses[question])
