"""The plain checker of certificates of version 4: fractions, and the positions of :mod:`strategist.model.left`.

It proves each claim as the docstring of :mod:`strategist.checking.proof` says, with the help of what counting proves of
a position. Counting looks at *units*, masses of secrets of which no two may be left together where play ends:

* where the secret must be known, every secret; where its class, the classes, each with the masses of its secrets;
* with ``narrow``, secrets of which any two have no answer in common to some question that was not asked: it has to be
  asked, if both are left. They are picked one by one, the largest mass first. With classes, they are of different
  classes.

Let K be the largest number of answers that the secrets left can give to a question, so that every question below has at
most K branches, too. Each unit ends at leaves of its own.

* ``total``, ``expected``: Let a tree be given. If of each unit only its shallowest leaf is kept, with all of its mass,
  nothing becomes dearer, and this is a tree of K branches whose leaves are the units: at least Huffman's (1952), times
  the cheapest question.
* ``depth``: d questions have at most K^d ends. ``size``: each question makes one end into K, or less.
* ``lost``: k questions have at most K^k ends, and each end finds one unit. If there are more units, something is lost,
  and the end where it is lost finds nothing: then at most K^k - 1 units are found.

Fewer secrets, and less mass, never cost more: a strategy for more does for less, and ends no later. So the bound for
the units alone holds for all. Where anything is to be asked, the first question costs the mass of all secrets, not of
the units alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from strategist.files.certificate import Certificate
from strategist.files.key_columns import Keys
from strategist.model.game import Game
from strategist.model.left import Left, cells_left, ending, left_of, tells
from strategist.model.objective import DEPTH, EXPECTED, LOST, SIZE
from strategist.model.tree import Figure

INFINITE = math.inf
Cost = Figure | float
"""An exact cost, or infinite."""


def check_keys_plainly(certificate: Certificate) -> list[str]:
    """Why a certificate of version 4 does not hold: a line for each claim that is not proven, none if it holds.

    >>> from strategist.files.key_columns import only_entry
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify)")
    >>> [check_keys_plainly(Certificate.of_keys(game, "size", only_entry(bound))) for bound in (2, 3)]
    [[], ['entry 0: of 3 secrets, at least 3 is claimed, but question 1 may need only 2']]
    """
    return list(_Plain(certificate).problems())


class _Plain:
    def __init__(self, certificate: Certificate) -> None:
        assert certificate.keys is not None  # of version 4
        self.game: Game = certificate.game
        self.objective: str = certificate.objective
        self.keys: Keys = certificate.keys
        self.cheapest = min(map(self.game.cost_of, range(self.game.question_count)), default=0)
        self.cells = cache(lambda left, question: cells_left(self.game, left, question))
        self.counted = cache(self._counted)
        self.places: list[Left] = []
        self.known: dict[Left, list[tuple[Figure, int | None]]] = {}

    def problems(self) -> Iterator[str]:
        """A line for each claim that is not proven."""
        if (problem := self._place()) is not None:
            yield problem
            return
        for number in range(len(self.keys)):
            if (problem := self._unproven(number)) is not None:
                yield f"entry {number}: {problem}"

    def _place(self) -> str | None:
        """Find the position of each claim; returns why there is none for one of them."""
        game, keys = self.game, self.keys
        weighs = self.objective in (EXPECTED.name, LOST.name)
        weights = [game.weight_of(secret) if weighs else 1 for secret in range(len(game.secrets))]
        for number, above in enumerate(keys.above()):
            if above is None:
                left = left_of(game, enumerate(weights)).left
            else:
                question, response = keys.guesses[number], keys.responses[number]
                before = self.places[above]
                cells = {} if question in before.asked else self.cells(before, question)
                if response not in cells:
                    return f"entry {number}: no secret left gives this response there"
                left = cells[response].left
            self.places.append(left)
            if number or keys.first is None:
                self.known.setdefault(self._name(left), []).append((keys.bounds[number], self.keys.left_at(number)))
        return None

    def _name(self, left: Left) -> Left:
        """A position as claims name it: where masses change nothing, without them."""
        if self.objective in (DEPTH.name, SIZE.name):
            return Left(left.secrets, (1,) * len(left.secrets), left.asked)
        return left

    def _unproven(self, number: int) -> str | None:
        left, bound, within = self.places[number], self.keys.bounds[number], self.keys.left_at(number)
        first = self.keys.first if number == 0 else None
        if first is None and bound <= self.counted(self._name(left), within):
            return None
        if self._ended(left):
            return f"nothing is to be asked there, but at least {bound} is claimed"
        if within == 0:
            if self.objective != LOST.name or bound <= left.mass:
                return None
            return "no question is left, but more is claimed to be lost"
        for question in range(self.game.question_count) if first is None else (first,):
            if first is None and not tells(self.game, left, question):
                continue
            cost = self._cost(left, question, within)
            if cost < bound:
                text = self.game.format_code(self.game.guesses[question])
                count = len(left.secrets)
                return f"of {count} secrets, at least {bound} is claimed, but question {text} may need only {cost}"
        return None

    def _cost(self, left: Left, question: int, within: int | None) -> Cost:
        """The least cost of a question, from the best known bounds of its cells."""
        after = None if within is None else within - 1
        needs = [
            (cell.factor, self._least(cell.left, after))
            for response, cell in self.cells(left, question).items()
            if self.game.announces or not self.game.solved(response)
        ]
        if self.objective == DEPTH.name:
            return 1 + max((need for _, need in needs), default=0)
        if self.objective == SIZE.name:
            return 1 + sum(need for _, need in needs)
        asked: Cost = 0
        if self.objective != LOST.name:
            asked = left.mass * (self.game.cost_of(question) if self.objective == EXPECTED.name else 1)
        for factor, need in needs:
            asked = INFINITE if INFINITE in (asked, need) else asked + factor * need
        return asked

    def _least(self, left: Left, within: int | None) -> Cost:
        """The best known lower bound of a position: by counting, or by a claim."""
        name = self._name(left)
        best = self.counted(name, within)
        for bound, limit in self.known.get(name, ()):
            if bound > best and (limit is None or (within is not None and within <= limit)):
                best = bound
        return best

    def _ended(self, left: Left) -> bool:
        """Whether nothing is to be asked at a position."""
        if self.game.announces:
            return ending(self.game, left) is not None
        return len(left.secrets) == 1

    def _counted(self, left: Left, within: int | None) -> Cost:
        """What counting proves of a position; see the docstring of the module."""
        if self._ended(left):
            return 0
        units = self._units(left)
        open_questions = (each for each in range(self.game.question_count) if each not in left.asked)
        branches = max((len(self.cells(left, question)) for question in open_questions), default=1)
        if self.objective == LOST.name:
            if within is None:
                return 0
            if within == 0:
                return left.mass
            ends = branches ** min(within, len(units))
            return sum(sorted(units, reverse=True)[ends - 1 :]) if len(units) > ends else 0
        if len(units) > 1 and branches == 1:
            return INFINITE
        depth, ends = 1, branches
        while ends < len(units):
            depth, ends = depth + 1, ends * branches
        if within is not None and depth > within:
            return INFINITE
        if self.objective == DEPTH.name:
            return depth
        if self.objective == SIZE.name:
            return -(-(len(units) - 1) // (branches - 1)) if len(units) > 1 else 1
        asked = left.mass + (_huffman(units, branches) - sum(units) if len(units) > 1 else 0)
        return asked * (self.cheapest if self.objective == EXPECTED.name else 1)

    def _units(self, left: Left) -> list[int]:
        """Masses of which no two may be left together where play ends."""
        game, classes = self.game, self.game.classes
        if game.narrow is None:
            if classes is None:
                return list(left.masses)
            sums: dict[int, int] = {}
            for secret, mass in zip(left.secrets, left.masses, strict=True):
                sums[classes[secret]] = sums.get(classes[secret], 0) + mass
            return list(sums.values())
        picked: list[int] = []
        for _, secret in sorted(zip(left.masses, left.secrets, strict=True), key=lambda each: (-each[0], each[1])):
            if all(self._apart(left, secret, other) for other in picked):
                picked.append(secret)
        mass_of = dict(zip(left.secrets, left.masses, strict=True))
        return [mass_of[secret] for secret in picked]

    def _apart(self, left: Left, one: int, other: int) -> bool:
        """Whether some question that was not asked has no answer that both secrets may give."""
        game = self.game
        if game.classes is not None and game.classes[one] == game.classes[other]:
            return False
        for question in range(game.question_count):
            if question not in left.asked:
                code = game.guesses[question]
                told = ({answer.response for answer in game.answers(code, game.secrets[each])} for each in (one, other))
                if next(told).isdisjoint(next(told)):
                    return True
        return False


def _huffman(masses: Sequence[int], branches: int) -> int:
    """The least sum, over all trees with ``branches`` branches at each question, of the masses below each question.

    >>> _huffman([4, 2, 1, 1], 2), _huffman([4, 2, 1, 1], 3)
    (14, 10)
    """
    total, left = 0, sorted(masses)
    # Leaves without a mass fill the tree.
    while len(left) > 1 and (len(left) - 1) % (branches - 1):
        left.insert(0, 0)
    while len(left) > 1:
        merged = sum(left[:branches])
        left = sorted([*left[branches:], merged])
        total += merged
    return total
