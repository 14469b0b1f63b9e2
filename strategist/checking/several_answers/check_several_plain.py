"""The plain checker of certificates of version 4: fractions, and the positions of :mod:`strategist.model.position`.

It proves each claim as the docstring of :mod:`strategist.checking.proof` says, with the help of what counting proves of
a position. Counting looks at *units*, masses of secrets of which no two may be left together where play ends:

* where the secret must be known, every secret; where its class, the classes, each with the masses of its secrets;
* with ``narrow``, secrets of which any two have no answer in common to some question that was not asked: it has to be
  asked, if both are left. They are picked one by one, the largest mass first. With classes, they are of different
  classes.

Let K be the largest number of answers that the secrets left can give to a question that tells anything, so that every
question below has at most K branches, too. Each unit ends at leaves of its own.

* ``total``, ``expected``: Let a tree be given. If of each unit only its shallowest leaf is kept, with all of its mass,
  nothing becomes dearer, and this is a tree of K branches whose leaves are the units: at least Huffman's (1952), times
  the cheapest question that tells anything.
* ``depth``: d questions have at most K^d ends. ``size``: each question makes one end into K, or less. Where the secret
  must be guessed, of k guesses the last can only name the one secret that is left: k - 1 have told all apart, where
  that one of them is right is an end as well.
* ``lost``: k questions have at most K^k ends, and each end finds one unit. If there are more units, something is lost,
  and the end where it is lost finds nothing: then at most K^k - 1 units are found.

Fewer secrets, and less mass, never cost more: a strategy for more does for less, and ends no later. So the bound for
the units alone holds for all. Where anything is to be asked, the first question costs the mass of all secrets, not of
the units alone.

Counting looks at what a secret *needs*, too, for ``total`` and ``expected``. Where it ends, all *others* have been
excluded, those that may not be left together with it: of n others,

* one question excludes all with some chance at most. Where the first question does not, a second one follows. So what
  the secret needs is at least, for some question, its price, and the price of the cheapest question times the chance
  that it leaves some of the others.
* Let r be the least price of a question, divided by the number of others that it excludes on the average, over what
  the secret may answer. What it answers to one question is drawn whatever it has answered to others, and of fewer
  others none excludes more. So the questions on the way to its end, which exclude all n, cost n·r at least on the
  average.

All secrets together cost the sum of mass times what each needs. They cost at least, too, Huffman's tree over the units,
times the cheapest question, and what the secrets beside the units need: the cost of a tree is a sum over secrets, and
it is a tree for the units alone, too. Where there is one unit, it needs a question.

For ``depth`` and ``size`` a question is *spare* if all secrets left may give one answer to it. They are all left behind
that answer, and where play ends does not depend on what was asked, unless it goes on until nothing more can be told
(``narrow=alike``). So what follows that answer could be asked at once, with the same ends and one question less, and no
best strategy asks a spare question. It stays spare where fewer secrets are left. A question that was asked is spare, so
what was asked does not matter. Then a position is a set of secrets, and costs at least what each part of it does: a
strategy for the set, without what no longer tells anything, does for the part. So a claim holds of all sets that its
own is a part of. Each branch of a question that is not spare has fewer secrets, so no claim rests on itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache

from strategist.files.certificate import Certificate
from strategist.files.versions.mass_columns import MassClaims
from strategist.model.game import Game, Response
from strategist.model.goal import Narrow
from strategist.model.objective import DEPTH, EXPECTED, LOST, SIZE
from strategist.model.position import Position, Several, kind_of
from strategist.model.tree import Figure, exact

INFINITE = math.inf
Cost = Figure | float
"""An exact cost, or infinite."""


def check_several_plainly(certificate: Certificate) -> list[str]:
    """Why a certificate of version 4 does not hold: a line for each claim that is not proven, none if it holds.

    >>> from strategist.files.versions.mass_columns import only_entry
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify)")
    >>> [check_several_plainly(Certificate.of_masses(game, "size", only_entry(bound))) for bound in (2, 3)]
    [[], ['entry 0: of 3 secrets, at least 3 is claimed, but question 1 may need only 2']]
    """
    return list(_Plain(certificate).problems())


class _Plain:
    def __init__(self, certificate: Certificate) -> None:
        assert certificate.masses is not None  # of version 4
        self.game: Game = certificate.game
        self.objective: str = certificate.objective
        self.claims: MassClaims = certificate.masses
        counts = self.objective in (DEPTH.name, SIZE.name)
        self.spares = kind_of(self.game).settles and self.game.narrow is not Narrow.ALIKE and counts
        self.givers = [self._givers(question) for question in range(self.game.question_count)]
        """The secrets that may give each answer to each question, a bit for each."""
        self.apart = [self._apart(secret) for secret in range(len(self.game.secrets))]
        """The secrets that may not be left together with each, a bit for each."""
        self.cells = cache(lambda left, question: Several(self.game).cells(left, question))
        self.counted = cache(self._counted)
        self.open = cache(self._open)
        self.needed = cache(self._needed)
        self.ended = cache(self._ended)
        self.places: list[Position] = []
        self.known: dict[Position, list[tuple[Figure, int | None]]] = {}
        self.least = cache(self._least)

    def problems(self) -> Iterator[str]:
        """A line for each claim that is not proven."""
        if (problem := self._place()) is not None:
            yield problem
            return
        for number in range(len(self.claims)):
            if (problem := self._unproven(number)) is not None:
                yield f"entry {number}: {problem}"

    def _place(self) -> str | None:
        """Find the position of each claim; returns why there is none for one of them."""
        game, claims = self.game, self.claims
        weighs = self.objective in (EXPECTED.name, LOST.name)
        weights = [game.weight_of(secret) if weighs else 1 for secret in range(len(game.secrets))]
        for number, above in enumerate(claims.above()):
            if above is None:
                left = Several(game).normal(enumerate(weights)).position
            else:
                question, response = claims.guesses[number], claims.responses[number]
                before = self.places[above]
                cells = {} if question in before.asked else self.cells(before, question)
                if response not in cells:
                    return f"entry {number}: no secret left gives this response there"
                left = cells[response].position
            left = self._name(left)
            self.places.append(left)
            if number or claims.first is None:
                self.known.setdefault(left, []).append((claims.bounds[number], self.claims.left_at(number)))
        return None

    def _name(self, left: Position) -> Position:
        """A position as claims name it: where masses change nothing, without them, and where questions that were asked
        are spare, without these."""
        if self.objective in (DEPTH.name, SIZE.name):
            return Position((), left.candidates, (1,) * len(left), frozenset() if self.spares else left.asked)
        return left

    def _unproven(self, number: int) -> str | None:
        left, bound, within = self.places[number], self.claims.bounds[number], self.claims.left_at(number)
        first = self.claims.first if number == 0 else None
        if first is None and bound <= self.counted(left, within):
            return None
        if self.ended(left):
            return f"nothing is to be asked there, but at least {bound} is claimed"
        if within == 0:
            if self.objective != LOST.name or bound <= left.mass:
                return None
            return "no question is left, but more is claimed to be lost"
        for question in self.open(left.candidates, left.asked) if first is None else (first,):
            cost = self._cost(left, question, within)
            if cost < bound:
                text = self.game.format_code(self.game.guesses[question])
                count = len(left.candidates)
                return f"of {count} secrets, at least {bound} is claimed, but question {text} may need only {cost}"
        return None

    def _cost(self, left: Position, question: int, within: int | None) -> Cost:
        """The least cost of a question, from the best known bounds of its cells."""
        after = None if within is None else within - 1
        needs = [
            (cell.factor, self.least(self._name(cell.position), after))
            for response, cell in self.cells(left, question).items()
            if self.game.announces or not self.game.solved(response)
        ]
        if self.objective == DEPTH.name:
            return 1 + max((need for _, need in needs), default=0)
        if self.objective == SIZE.name:
            return 1 + sum(need for _, need in needs)
        asked: Cost = 0
        if self.objective != LOST.name:
            asked = left.mass * self._price(question)
        for factor, need in needs:
            asked = INFINITE if INFINITE in (asked, need) else asked + factor * need
        return asked

    def _least(self, left: Position, within: int | None) -> Cost:
        """The best known lower bound of a position: by counting, or by a claim."""
        best = self.counted(left, within)
        claims: Iterable[tuple[Figure, int | None]] = self.known.get(left, ())
        if self.spares:
            here = frozenset(left.candidates)
            claims = (each for part, told in self.known.items() if here.issuperset(part.candidates) for each in told)
        for bound, limit in claims:
            if bound > best and (limit is None or (within is not None and within <= limit)):
                best = bound
        return best

    def _ended(self, left: Position) -> bool:
        """Whether nothing is to be asked at a position."""
        if self.game.announces:
            return Several(self.game).ending(left) is not None
        return len(left.candidates) == 1

    def _counted(self, left: Position, within: int | None) -> Cost:
        """What counting proves of a position; see the docstring of the module."""
        # Where the secret has to be guessed, the last guess names it.
        naming = 0 if self.game.announces else 1
        if self.ended(left):
            return INFINITE if within is not None and within < naming else 0
        questions = self.open(left.candidates, left.asked)
        units, others = self._units(left)
        here = _bits(left.candidates)
        branches = max(
            (sum(each & here > 0 for each in self.givers[question].values()) for question in questions), default=1
        )
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
        if within is not None and depth + naming > within:
            return INFINITE
        if self.objective == DEPTH.name:
            return depth
        if self.objective == SIZE.name:
            return -(-(len(units) - 1) // (branches - 1)) if len(units) > 1 else 1
        cheapest = min(map(self._price, questions), default=0)
        apart = _huffman(units, branches) if len(units) > 1 else 0
        costs: list[Figure] = [cheapest * (left.mass + (apart - sum(units) if len(units) > 1 else 0))]
        if questions:
            needed = self.needed(left.candidates, left.asked)
            needs = {secret: mass * needed[secret] for secret, mass in zip(left.candidates, left.labels, strict=True)}
            costs.append(sum(needs.values()))
            costs.append(cheapest * (apart or units[0]) + sum(needs[secret] for secret in others))
        return exact(max(costs))

    def _units(self, left: Position) -> tuple[list[int], list[int]]:
        """Masses of which no two may be left together where play ends; and the secrets whose mass is in none."""
        game, classes = self.game, self.game.classes
        if game.narrow is None:
            if classes is None:
                return list(left.labels), []
            sums: dict[int, int] = {}
            for secret, mass in zip(left.candidates, left.labels, strict=True):
                sums[classes[secret]] = sums.get(classes[secret], 0) + mass
            return list(sums.values()), []
        picked: list[int] = []
        for _, secret in sorted(zip(left.labels, left.candidates, strict=True), key=lambda each: (-each[0], each[1])):
            if all(self.apart[secret] >> other & 1 for other in picked):
                picked.append(secret)
        mass_of = dict(zip(left.candidates, left.labels, strict=True))
        return [mass_of[secret] for secret in picked], [secret for secret in left.candidates if secret not in picked]

    def _needed(self, secrets: tuple[int, ...], asked: frozenset[int]) -> dict[int, Fraction]:
        """What each of some secrets needs; see the docstring of the module."""
        game, here, questions = self.game, _bits(secrets), self.open(secrets, asked)
        cheapest = Fraction(min(map(self._price, questions)))
        found = {}
        for secret in secrets:
            others = here & self.apart[secret]
            first: Cost = INFINITE
            rate = Fraction(0)
            for question in questions:
                price = self._price(question)
                excluded = alone = Fraction(0)
                for answer in game.answers(game.guesses[question], game.secrets[secret]):
                    out = others & ~self.givers[question][answer.response]
                    excluded += answer.chance * out.bit_count()
                    alone += answer.chance if out == others else 0
                first = min(first, price + (1 - alone) * cheapest)
                if excluded:
                    rate = min(rate or price / excluded, price / excluded)
            found[secret] = cheapest
            if others:
                found[secret] = Fraction(max(first, others.bit_count() * rate))
        return found

    def _open(self, secrets: tuple[int, ...], asked: frozenset[int]) -> list[int]:
        """The questions that were not asked and tell anything, without those that are spare, ascending."""
        here, left = _bits(secrets), Position((), secrets, (1,) * len(secrets), asked)
        return [
            question
            for question, givers in enumerate(self.givers)
            if not (self.spares and any(here & ~each == 0 for each in givers.values()))
            and Several(self.game).tells(left, question)
        ]

    def _price(self, question: int) -> int:
        return self.game.cost_of(question) if self.objective == EXPECTED.name else 1

    def _givers(self, question: int) -> dict[Response, int]:
        found: dict[Response, int] = {}
        for secret, code in enumerate(self.game.secrets):
            for answer in self.game.answers(self.game.guesses[question], code):
                found[answer.response] = found.get(answer.response, 0) | 1 << secret
        return found

    def _apart(self, secret: int) -> int:
        game, everyone = self.game, range(len(self.game.secrets))
        others = _bits(each for each in everyone if game.classes is None or game.classes[each] != game.classes[secret])
        if game.narrow is None:
            return others & ~(1 << secret)
        never = 0
        for question in range(game.question_count):
            together = 0
            for answer in game.answers(game.guesses[question], game.secrets[secret]):
                together |= self.givers[question][answer.response]
            never |= ~together
        return others & never


def _bits(secrets: Iterable[int]) -> int:
    """A set of secrets, a bit for each."""
    return sum(1 << secret for secret in secrets)


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
