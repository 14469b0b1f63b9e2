"""Where the secrets stand in a tree: each slot with what is left there, in the form in which a kind of answers steps
fastest from a position to its cells.

* Where each secret has one answer, what is left is a list of secrets.
* Where a secret may give several answers, it reaches each of some leaves with a chance, the product of the chances of
  the answers on the way there: :class:`Parts`. Behind a history, secrets that were less likely to give its answers
  count less. Those that are left count together as many as they are, each in proportion to the chance of these answers.
* Where answers may be false, a secret stands at every slot to which some way of lying leads: bits
  (:mod:`strategist.model.lies.answer_bits`).

:meth:`Kind.cells <strategist.model.position.Kind.cells>` is the specification of every step.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import ClassVar, Generic, NamedTuple, TypeVar

from strategist.model.game import Game, Response
from strategist.model.lies.answer_bits import AnswerBits, Sets, bits_of, members
from strategist.model.position import Moves, chance_of, kind_of
from strategist.model.tree import GIVE_UP, DecisionTree

S = TypeVar("S")

_LARGE = 1 << 120
"""From that denominator on, parts are reduced: that takes time, and below it large numbers cost little more than small
ones."""


class Stand(NamedTuple, Generic[S]):
    """A slot of a tree: the most guesses made before it, what they cost, and what is left there."""

    slot: int
    made: int
    spent: int
    left: S


class Walk(ABC, Generic[S]):
    """A walk through a tree of a game."""

    deep: ClassVar[bool] = False
    """Whether the walk goes depth-first where it can, to hold fewer positions at once; else slot by slot."""

    def __init__(self, game: Game, tree: DecisionTree) -> None:
        self.game, self.tree = game, tree
        self._questions = game.question_count

    @abstractmethod
    def begin(self, candidates: Sequence[int], moves: Moves = ()) -> S | None:
        """What is left of some secrets, by ascending indices, after some moves; None if nothing is."""

    @abstractmethod
    def cells(self, left: S, question: int) -> Iterable[tuple[Response, S]]:
        """What each answer to a question leads to: only answers after which a secret is left."""

    def cell(self, left: S, question: int, response: Response) -> S | None:
        """What one answer leads to; None if it leaves no secret."""
        return dict(self.cells(left, question)).get(response)

    @abstractmethod
    def secrets(self, left: S) -> Sequence[int]:
        """The secrets that are left, by their indices, ascending."""

    def stands(self, begin: S | None, before: int | None = None) -> Iterator[Stand[S]]:
        """Each slot of the tree that a secret reaches, once; only of the slots before that one, where one is given.
        What is behind an answer for which the tree has no branch is left out.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(1,2,goal=identify)")
        >>> walk = PlainWalk(game, DecisionTree(guesses=[0, 3, 4], masks=[0b11, 0b100, 0b100], response_count=3))
        >>> for stand in walk.stands(walk.begin([0, 1])): print(*stand)
        0 0 0 [0, 1]
        1 1 1 [1]
        2 1 1 [0]
        """
        if begin is None:
            return
        stop = len(self.tree) if before is None else before
        if self.deep and self.tree.links is None:
            stack = [Stand(0, 0, 0, begin)]
            while stack:
                stand = stack.pop()
                yield stand
                stack += (
                    self._behind(stand)
                    if before is None
                    else (each for each in self._behind(stand) if each.slot < stop)
                )
            return
        # A slot stands before those that it leads to, and all ways lead to it with the same position.
        there = {0: Stand(0, 0, 0, begin)}
        for slot in range(stop):
            if slot in there:
                stand = there.pop(slot)
                yield stand
                for after in self._behind(stand):
                    known = there.get(after.slot)
                    there[after.slot] = after if known is None or known.made < after.made else known

    def _behind(self, stand: Stand[S]) -> Iterator[Stand[S]]:
        """The slots behind the answers at a slot."""
        slot, made, spent, left = stand
        guess = self.tree.guesses[slot]
        if guess == GIVE_UP or guess >= self._questions:
            return
        made, child_of = made + 1, self.tree.child
        for response, cell in self.cells(left, guess):
            child = child_of(slot, response)
            if child is not None:
                yield Stand(child, made, spent + self._cost(guess, response), cell)

    def _cost(self, question: int, response: Response) -> int:
        return self.game.step_cost(question, response) if self.game.priced else 1

    def end(self, stand: Stand[S]) -> Stand[S] | None:
        """Who is at the end at a slot, and when: those that are lost there, or announced, or guessed; None if nobody
        is.

        >>> from strategist.games.catalog import make_game
        >>> tree = DecisionTree([0, 1, 2], [0b11, 0b11, 0b10], response_count=2)
        >>> walk = PlainWalk(make_game("mastermind(1,3)"), tree)
        >>> [walk.end(stand).left for stand in walk.stands(walk.begin(range(3)))]
        [[0], [1], [2]]
        """
        guess = self.tree.guesses[stand.slot]
        if guess == GIVE_UP or guess >= self._questions:
            return stand
        if not self.tree.solves(stand.slot):
            return None
        solved = self.tree.response_count - 1
        right = self.cell(stand.left, guess, solved)
        spent = stand.spent + self._cost(guess, solved)
        return None if right is None else Stand(stand.slot, stand.made + 1, spent, right)


class PlainWalk(Walk[Sequence[int]]):
    """Where each secret has one answer."""

    def begin(self, candidates: Sequence[int], moves: Moves = ()) -> Sequence[int]:
        """See :class:`Walk`: the candidates agree with the moves."""
        return list(candidates)

    def cells(self, left: Sequence[int], question: int) -> Iterable[tuple[Response, Sequence[int]]]:
        """See :class:`Walk`."""
        game, code = self.game, self.game.guesses[question]
        found: dict[Response, list[int]] = {}
        for secret in left:
            found.setdefault(game.respond(code, game.secrets[secret]), []).append(secret)
        return found.items()

    def secrets(self, left: Sequence[int]) -> Sequence[int]:
        """See :class:`Walk`."""
        return left


class Parts(NamedTuple):
    """How likely each secret is to be at a slot: its part, by its index, of ``whole``; only of those that may be."""

    whole: int
    parts: dict[int, int]

    @property
    def reach(self) -> dict[int, Fraction]:
        """How likely each secret is to be there.

        >>> Parts(whole=6, parts={0: 6, 4: 2}).reach
        {0: Fraction(1, 1), 4: Fraction(1, 3)}
        """
        return {secret: Fraction(part, self.whole) for secret, part in self.parts.items()}

    @property
    def number(self) -> Fraction:
        """The expected number of secrets that are there.

        >>> Parts(whole=6, parts={0: 6, 4: 2}).number
        Fraction(4, 3)
        """
        return Fraction(sum(self.parts.values()), self.whole)

    def mass(self, game: Game) -> Fraction:
        """The expected weight of the secrets that are there."""
        return Fraction(sum(game.weight_of(secret) * part for secret, part in self.parts.items()), self.whole)


_Shares = tuple[int, list[tuple[Response, int]]]
"""A whole number, and how much of it each answer has as its chance."""


class SeveralWalk(Walk[Parts]):
    """Where a secret may give one of several answers: in whole numbers, and each chance is read once."""

    def __init__(self, game: Game, tree: DecisionTree) -> None:
        super().__init__(game, tree)
        self._rows: dict[int, dict[int, _Shares]] = {}

    def begin(self, candidates: Sequence[int], moves: Moves = ()) -> Parts:
        """See :class:`Walk`."""
        reach = reach_after(self.game, moves, candidates)
        whole = math.lcm(*(chance.denominator for chance in reach.values()))
        return Parts(whole, {secret: int(chance * whole) for secret, chance in sorted(reach.items())})

    def cells(self, left: Parts, question: int) -> Iterable[tuple[Response, Parts]]:
        """See :class:`Walk`."""
        row = self._rows.setdefault(question, {})
        for secret in left.parts:
            if secret not in row:
                row[secret] = self._read(question, secret)
        told = [row[secret] for secret in left.parts]
        common = math.lcm(*{whole for whole, _ in told})
        cells: dict[Response, dict[int, int]] = {}
        for (secret, part), (whole, shares) in zip(left.parts.items(), told, strict=True):
            for response, share in shares:
                cells.setdefault(response, {})[secret] = part * (common // whole) * share
        return [(response, _reduced(left.whole * common, parts)) for response, parts in cells.items()]

    def secrets(self, left: Parts) -> Sequence[int]:
        """See :class:`Walk`."""
        return list(left.parts)

    def _read(self, question: int, secret: int) -> _Shares:
        answers = self.game.answers(self.game.guesses[question], self.game.secrets[secret])
        whole = math.lcm(*(chance.denominator for _, chance in answers))
        return whole, [(response, chance.numerator * (whole // chance.denominator)) for response, chance in answers]


def _reduced(whole: int, parts: dict[int, int]) -> Parts:
    """The parts of a whole; large numbers are divided by what they have in common."""
    if whole < _LARGE:
        return Parts(whole, parts)
    common = math.gcd(whole, *parts.values())
    return Parts(whole // common, {secret: part // common for secret, part in parts.items()})


def reach_after(game: Game, moves: Iterable[tuple[int, Response]], secrets: Sequence[int]) -> dict[int, Fraction]:
    """How much each of these secrets counts after some moves, by indices; together as many as they are.

    >>> from strategist.games.catalog import make_game
    >>> reach_after(make_game("mastermind(1,3,goal=identify)"), [(0, 0)], [1, 2])
    {1: Fraction(1, 1), 2: Fraction(1, 1)}
    """
    settled = dict(moves)
    chances = {secret: chance_of(game, settled.items(), secret) for secret in secrets}
    scale = len(chances) / sum(chances.values(), Fraction(0))
    return {secret: chance * scale for secret, chance in chances.items()}


class LiesWalk(Walk[Sets]):
    """Where answers may be false."""

    deep = True

    def __init__(self, game: Game, tree: DecisionTree) -> None:
        super().__init__(game, tree)
        self._answers = AnswerBits(game, len(tree))

    def begin(self, candidates: Sequence[int] | None, moves: Moves = ()) -> Sets | None:
        """See :class:`Walk`; None for all secrets."""
        left = kind_of(self.game).left(moves, candidates)
        return None if left is None else bits_of(left, self.game)

    def cells(self, left: Sets, question: int) -> Iterable[tuple[Response, Sets]]:
        """See :class:`Walk`."""
        return self._answers.cells(left, question)

    def cell(self, left: Sets, question: int, response: Response) -> Sets | None:
        """See :class:`Walk`."""
        found = self._answers.cell(left, question, response)
        return found if any(found) else None

    def secrets(self, left: Sets) -> Sequence[int]:
        """See :class:`Walk`."""
        return members(reduce(or_, left))
