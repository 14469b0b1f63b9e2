"""Masses of secrets for the plain checker (version 4), upon the positions of :mod:`strategist.model.position`.

Counting looks at *units*, masses of secrets of which no two may be left together where play ends:

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

* A price: q questions have at most 1 + q (K - 1) ends, and each names one class. So all but that many of the heaviest
  classes are wrong. Of secrets that no question tells apart, all but the heaviest class are wrong in any case. The
  least, over all q, of what is wrong by either with the price of q questions is a bound.

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

For ``depth``, ``size`` and a price a question is *spare* if all secrets left may give one answer to it. They are all
left behind that answer, and where play ends does not depend on what was asked, unless it goes on until nothing more can
be told (``narrow=alike``). So what follows that answer could be asked at once, with the same ends and one question
less, and no best strategy asks a spare question. It stays spare where fewer secrets are left. A question that was asked
is spare, so what was asked does not matter. Then a position is a set of secrets, and costs at least what each part of
it does: a strategy for the set, without what no longer tells anything, does for the part. So a claim holds of all sets
that its own is a part of. Each branch of a question that is not spare has fewer secrets, so no claim rests on itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from strategist.checking.plain_board import INFINITE, Cost, PlainBoard, huffman
from strategist.checking.proof import Proof
from strategist.model.game import Response
from strategist.model.goal import Narrow
from strategist.model.objective import DEPTH, EXPECTED, LOST, SIZE, price_of
from strategist.model.position import Position, Several, kind_of
from strategist.model.tree import Figure, exact

Cells = dict[Response, tuple[Figure, Position]]
"""What each answer to a question leads to, with its factor."""


class PlainMasses(PlainBoard):
    """A mass for each secret that is left, and the questions that were asked and matter."""

    counts_first = False

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        game, self.answers = self.game, Several(proof.game)
        self.price = price_of(self.objective)
        """What a question costs, as a share of the weight of all secrets; None unless play may end with errors."""
        self.deep, self.loses = self.objective == DEPTH.name, self.objective == LOST.name or self.price is not None
        self.counts = self.objective in (DEPTH.name, SIZE.name) or self.price is not None
        """Whether questions are counted, and masses change nothing."""
        self.by_parts = kind_of(game).settles and game.narrow is not Narrow.ALIKE and self.counts
        """Whether no spare question is asked, so that what was asked does not matter."""
        self.givers = [self._givers(question) for question in range(game.question_count)]
        """The secrets that may give each answer to each question, a bit for each."""
        self.apart = [self._apart(secret) for secret in range(len(game.secrets))]
        """The secrets that may not be left together with each, a bit for each."""
        self.split = cache(self._split)
        self.counted = cache(self._counted)
        self.open_at = cache(self._open)
        self.open = lambda place: self.open_at(place.candidates, place.asked)
        self.needed = cache(self._needed)
        self._told = cache(self._all_told)
        self.ended = cache(self._ended)

    def problem(self) -> str | None:
        """None: what answers may be given is the game's own."""
        return None

    def start(self) -> Position:
        """The masses at the beginning."""
        weighs = self.objective in (EXPECTED.name, LOST.name)
        return self._name(self.answers.normal(enumerate(self.chance if weighs else [1] * len(self.chance))).position)

    def after(self, place: Position, question: int, response: Response) -> Position | None:
        """The masses behind an answer to a question that was not asked; a right guess ends play."""
        cells = () if question in place.asked else self.cells(place, question)
        return next((cell for answer, _, cell in cells if answer == response), None)

    def cells(self, place: Position, question: int) -> Iterable[tuple[Response, Figure, Position]]:
        """What each answer leads to; a right guess leads nowhere."""
        for response, (factor, cell) in self.split(place, question).items():
            if self.game.announces or not self.game.solved(response):
                yield response, factor, cell

    def _split(self, place: Position, question: int) -> Cells:
        return {
            response: (1 if self.counts else exact(cell.factor), self._name(cell.position))
            for response, cell in self.answers.cells(place, question).items()
        }

    def _name(self, left: Position) -> Position:
        """A position as claims name it: where masses change nothing, without them, and where questions that were asked
        are spare, without these."""
        if self.counts:
            return Position((), left.candidates, (1,) * len(left), frozenset() if self.by_parts else left.asked)
        return left

    def asked(self, place: Position, question: int, made: int) -> Cost:
        """A price for all of the mass, or one question."""
        if self.price is not None:
            return self.price.numerator * sum(self.chance)
        if self.loses:
            return 0
        return 1 if self.counts else place.mass * self._price(question)

    def secrets(self, place: Position) -> tuple[int, ...]:
        """Those that have a mass."""
        return tuple(place.candidates)

    def _ended(self, left: Position) -> bool:
        """Whether nothing is to be asked at a position."""
        if self.game.announces:
            return self.answers.ending(left) is not None
        return len(left.candidates) == 1

    def stopped(self, place: Position) -> Cost:
        """By a price: all secrets left but those of the heaviest class are wrong."""
        if self.price is None:
            return INFINITE
        weights = self._weights_of_classes(place.candidates)
        return self.price.denominator * (sum(weights) - weights[0])

    def _weights_of_classes(self, secrets: Iterable[int]) -> list[int]:
        """The weights of the classes of some secrets, the heaviest first."""
        assert self.game.classes is not None  # a price needs classes
        sums: dict[int, int] = {}
        for secret in secrets:
            sums[self.game.classes[secret]] = sums.get(self.game.classes[secret], 0) + self.chance[secret]
        return sorted(sums.values(), reverse=True)

    def _counted_by_price(self, left: Position, within: int | None) -> Cost:
        assert self.price is not None  # the objective is one
        weights = self._weights_of_classes(left.candidates)
        alike: dict[tuple[frozenset[Response], ...], list[int]] = {}
        for secret in left.candidates:
            alike.setdefault(self._told(secret), []).append(secret)
        surely = sum(sum(each[1:]) for each in map(self._weights_of_classes, alike.values()))
        here, found = _bits(left.candidates), self.stopped(left)
        branches = max(
            sum(each & here > 0 for each in self.givers[question].values())
            for question in range(self.game.question_count)
        )
        for asked in range(1, len(weights) if within != 0 and branches > 1 else 1):
            wrong = max(surely, sum(weights[1 + asked * (branches - 1) :]))
            price = self.price.numerator * sum(self.chance)
            found = min(found, asked * price + self.price.denominator * wrong)
        return found

    def _all_told(self, secret: int) -> tuple[frozenset[Response], ...]:
        """The answers of a secret to all questions."""
        return tuple(
            frozenset(response for response, givers in each.items() if givers >> secret & 1) for each in self.givers
        )

    def _counted(self, left: Position, within: int | None, made: int) -> Cost:
        """What counting proves of a position; see the docstring of the module."""
        if self.price is not None:
            return self._counted_by_price(left, within)
        # Where the secret has to be guessed, the last guess names it.
        naming = 0 if self.game.announces else 1
        if self.ended(left):
            return INFINITE if within is not None and within < naming else 0
        questions = self.open(left)
        units, others = self._units(left)
        here = _bits(left.candidates)
        branches = max(
            (sum(each & here > 0 for each in self.givers[question].values()) for question in questions), default=1
        )
        if self.loses:
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
        if self.deep:
            return depth
        if self.objective == SIZE.name:
            return -(-(len(units) - 1) // (branches - 1)) if len(units) > 1 else 1
        cheapest = min(map(self._price, questions), default=0)
        apart = huffman(units, branches) if len(units) > 1 else 0
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
        game, here, questions = self.game, _bits(secrets), self.open_at(secrets, asked)
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
            if not (self.by_parts and any(here & ~each == 0 for each in givers.values()))
            and self.answers.tells(left, question)
        ]

    def _price(self, question: int) -> int:
        return self.cost[question] if self.objective == EXPECTED.name else 1

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
