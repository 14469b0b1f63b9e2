"""The figures of trees where a secret may stand at several leaves (``Game.several``): expected numbers, exactly.

A secret that may give several answers reaches each of some leaves with a chance, the product of the chances of the
answers on the way there. So it is found after i questions with the chances of the leaves at that depth together, and a
histogram holds the sums of these chances over all secrets. A leaf at which several secrets stand ends play for each of
them: it is known as far as answers can tell.

Behind a history, secrets that were less likely to give its answers count less. Those that are left count together as
many as they are, each in proportion to the chance of these answers; with chances of secrets, that times its weight.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from strategist.model.game import Game, Response
from strategist.model.position import chance_of
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Weighed, exact

Reach = dict[int, Fraction]
"""How likely each secret, by its index, is to be at a slot; only of those that may be there."""

_LARGE = 1 << 120
"""From that denominator on, the parts of a stand are reduced: that takes time, and below it large numbers cost little
more than small ones."""


class Stand(NamedTuple):
    """A slot of a tree: the questions asked before it, what they cost, and the secrets that may be there.

    How likely a secret is to be there is its part of ``whole``. ``parts`` are by secrets, ascending indices.
    """

    slot: int
    asked: int
    spent: int
    whole: int
    parts: dict[int, int]

    @property
    def reach(self) -> Reach:
        """How likely each secret is to be there."""
        return {secret: Fraction(part, self.whole) for secret, part in self.parts.items()}

    @property
    def number(self) -> Fraction:
        """The expected number of secrets that are there.

        >>> Stand(slot=1, asked=1, spent=1, whole=6, parts={0: 6, 4: 2}).number
        Fraction(4, 3)
        """
        return Fraction(sum(self.parts.values()), self.whole)

    def mass(self, game: Game) -> Fraction:
        """The expected weight of the secrets that are there."""
        if game.weights is None:
            return self.number
        return Fraction(sum(game.weights[secret] * part for secret, part in self.parts.items()), self.whole)


def stands(game: Game, tree: DecisionTree, reach: Reach) -> Iterator[Stand]:
    """Every slot of a tree that starts with ``reach``, in order.

    A slot that no secret reaches is left out, and so is one behind an answer for which the tree has no branch.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 3, 4], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> game = make_game("mastermind(1,2,goal=identify)")
    >>> found = stands(game, tree, dict.fromkeys((0, 1), Fraction(1)))
    >>> [(stand.slot, stand.asked, list(stand.reach)) for stand in found]
    [(0, 0, [0, 1]), (1, 1, [1]), (2, 1, [0])]
    """
    scaled = _Scaled(game)
    whole = math.lcm(*(chance.denominator for chance in reach.values()))
    there = {0: Stand(0, 0, 0, whole, {secret: int(chance * whole) for secret, chance in sorted(reach.items())})}
    # A slot stands before those that it leads to.
    for slot, guess in enumerate(tree.guesses):
        stand = there.pop(slot, None)
        if stand is None:
            continue
        yield stand
        if guess == GIVE_UP or guess >= game.question_count:
            continue
        common, told = scaled.answers(guess, stand.parts)
        cells: dict[Response, dict[int, int]] = {}
        for part, (secret, (whole, shares)) in zip(stand.parts.values(), told.items(), strict=True):
            for response, share in shares:
                cells.setdefault(response, {})[secret] = part * (common // whole) * share
        for response, parts in cells.items():
            child = tree.child(slot, response)
            if child is not None:
                spent = stand.spent + game.cost_of(guess)
                there[child] = Stand(child, stand.asked + 1, spent, *_lowest(stand.whole * common, parts))


def _lowest(whole: int, parts: dict[int, int]) -> tuple[int, dict[int, int]]:
    """The parts of a whole; large numbers are divided by what they have in common."""
    if whole < _LARGE:
        return whole, parts
    common = math.gcd(whole, *parts.values())
    return whole // common, {secret: part // common for secret, part in parts.items()}


_Shares = tuple[int, list[tuple[Response, int]]]
"""A whole number, and how much of it each answer has as its chance."""


class _Scaled:
    """The answers of secrets to questions in whole numbers, each read once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rows: dict[int, dict[int, _Shares]] = {}

    def answers(self, question: int, secrets: Iterable[int]) -> tuple[int, dict[int, _Shares]]:
        """A common multiple of the wholes of these secrets, and the answers of each."""
        row = self._rows.setdefault(question, {})
        for secret in secrets:
            if secret not in row:
                row[secret] = self._read(question, secret)
        told = {secret: row[secret] for secret in secrets}
        return math.lcm(*{whole for whole, _ in told.values()}), told

    def _read(self, question: int, secret: int) -> _Shares:
        answers = self._game.answers(self._game.guesses[question], self._game.secrets[secret])
        whole = math.lcm(*(chance.denominator for _, chance in answers))
        return whole, [(response, chance.numerator * (whole // chance.denominator)) for response, chance in answers]


def reach_after(game: Game, moves: Iterable[tuple[int, Response]], secrets: Sequence[int]) -> Reach:
    """How much each of these secrets counts after some moves, by indices; together as many as they are.

    >>> from strategist.games.catalog import make_game
    >>> reach_after(make_game("mastermind(1,3,goal=identify)"), [(0, 0)], [1, 2])
    {1: Fraction(1, 1), 2: Fraction(1, 1)}
    """
    settled = dict(moves)
    chances = {secret: chance_of(game, settled.items(), secret) for secret in secrets}
    scale = len(chances) / sum(chances.values(), Fraction(0))
    return {secret: chance * scale for secret, chance in chances.items()}


def expected_claims(
    game: Game, tree: DecisionTree, candidates: Sequence[int], moves: Iterable[tuple[int, Response]] = ()
) -> Claims:
    """The figures of a tree over ``candidates``, indices of secrets, that begins after some moves. The tree records the
    secrets that each slot solves.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 3, 4], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> expected_claims(make_game("mastermind(1,2,goal=identify)"), tree, [0, 1]).histogram
    (2,)
    """
    sums = _Sums()
    known, depth = 0, 0
    deepest: set[int] = set()
    lose: set[int] = set()
    solved_at: list[Sequence[int]] = [()] * len(tree)
    for stand in stands(game, tree, reach_after(game, moves, candidates)):
        guess = tree.guesses[stand.slot]
        if guess != GIVE_UP and guess < game.question_count:
            continue
        sums.add(game, stand, lost=guess == GIVE_UP)
        if guess == GIVE_UP:
            lose |= stand.parts.keys()
            continue
        solved_at[stand.slot] = list(stand.parts)
        if stand.asked == 0:
            known = len(stand.parts)
        if stand.asked > depth:
            depth, deepest = stand.asked, set()
        if stand.asked == depth:
            deepest |= stand.parts.keys()
    tree.note_solved(solved_at, _solved_under(tree, solved_at))
    histogram = [_total(sums.found.get(asked, Counter())) for asked in range(1, depth + 1)]
    claims = Claims.of(histogram, _total(sums.lost), known, len(deepest), len(lose))
    if not game.weighted:
        return claims
    each = (sums.solved, sums.questions, sums.expected, sums.lost_mass)
    return replace(claims, weighed=Weighed(*(exact(_total(parts)) for parts in each)))


_Parts = Counter[int]
"""A sum of fractions: by denominator, the numerators summed."""


@dataclass
class _Sums:
    """The figures of leaves. ``found[d]`` is the expected number of secrets found after d questions; the fields below
    ``lost`` are those of :class:`~strategist.model.tree.Weighed`."""

    found: dict[int, _Parts] = field(default_factory=dict)
    lost: _Parts = field(default_factory=Counter)
    solved: _Parts = field(default_factory=Counter)
    questions: _Parts = field(default_factory=Counter)
    expected: _Parts = field(default_factory=Counter)
    lost_mass: _Parts = field(default_factory=Counter)

    def add(self, game: Game, stand: Stand, *, lost: bool) -> None:
        """Add the secrets at a leaf, which are ``lost`` or found."""
        whole = stand.whole
        number = mass = sum(stand.parts.values())
        if game.weights is not None:
            mass = sum(game.weights[secret] * part for secret, part in stand.parts.items())
        if lost:
            self.lost[whole] += number
            self.lost_mass[whole] += mass
            return
        self.found.setdefault(stand.asked, Counter())[whole] += number
        self.solved[whole] += mass
        self.questions[whole] += mass * stand.asked
        self.expected[whole] += mass * stand.spent


def _total(parts: _Parts) -> Fraction:
    return sum((Fraction(numerator, whole) for whole, numerator in parts.items()), Fraction(0))


def _solved_under(tree: DecisionTree, solved_at: Sequence[Sequence[int]]) -> list[int]:
    """The number of secrets that are solved at each slot or below it, each of them counted once."""
    found = [0] * len(tree)
    # A bit for each secret; those of a slot are dropped as soon as they are those of its parent, too.
    bits: dict[int, int] = {}
    for slot in range(len(tree) - 1, -1, -1):
        together = sum(1 << secret for secret in solved_at[slot])
        for child in range(tree.first_child[slot], tree.first_child[slot + 1]):
            together |= bits.pop(child)
        bits[slot] = together
        found[slot] = together.bit_count()
    return found
