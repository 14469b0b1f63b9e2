"""Positions: what is left after some answers, as a value, whatever kind of answers a game has.

A game's answers are of one of three *kinds*, and each says what a position is, in one label for each candidate:

* ``one``: each secret has one answer to each question. A candidate needs no label.
* ``several``: a secret s may give any of a non-empty set of answers to a question q, answer a with the chance p(a|q,s)
  (:meth:`Game.answers <strategist.model.game.Game.answers>`). The cells of a question overlap: that of an answer holds
  every secret that may give it. A label is a *mass*: the weight of the secret times the chances of its answers. Only
  proportions matter, so masses are divided by their greatest common divisor, the *factor*; what a position costs is
  then its cost times that factor: cost(m) = cost of the question · |m| + Σ factor(a) · cost(cell(a)). That a question
  was asked matters only while a secret is left that has several answers to it: of any other question all secrets left
  give the answer that was given.
* ``lies``: a secret that did not give an answer itself may still be the one, if that answer was a lie. A label is the
  number of lies *told* if this secret is hidden. An answer leaves every candidate that gives it, and one lie more on
  each other, which goes when that is one too many (Rényi 1961, Ulam 1976; how many candidates there are by lies told is
  Berlekamp's state, 1968). A lie is another answer that the question can get, from whatever secret: an answer that it
  never gets would be known as a lie at once. Where it is fixed how many of all answers are false (``of``), a secret
  goes as well when it has told one truth too many, and how many answers were given is part of the position. In a game
  with rows that hold a falsehood each (``fibs``), no lie is counted: each of several answers is given freely.

:func:`kind_of` gives the kind of a game's answers. It alone says what an answer leaves (:meth:`Kind.cells`), by which
name a position is remembered (its normal form: :class:`Position` compares by it), how the costs of cells are joined
(:attr:`Kind.joins`), and where play ends (:meth:`Kind.ending`). Whoever asks a position needs not ask which kind it is.

Everything here is plain Python in numbers of any size, by the rules of the game alone: the specification of all
searches, and what trees are verified by.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import ClassVar, TypeVar

from strategist.common.errors import NoCandidateError
from strategist.model.game import Game, Response
from strategist.model.goal import Narrow

Moves = Sequence[tuple[int, Response]]
"""A history in numbers: (index into ``guesses``, response), oldest first."""


class Joins(Enum):
    """How the costs of the cells of a question are joined into the cost of asking it."""

    SUM = "sum"
    EXPECTATION = "expectation"
    MAXIMUM = "maximum"


@dataclass(frozen=True)
class Position:
    """What is left after some answers. Two positions are equal if the same is left, whatever was answered.

    ``candidates`` are ascending indices into ``secrets``. ``labels`` holds one number for each of them: a mass, whole
    numbers without a common divisor, or the lies told; where each secret has one answer, and where nobody has worked
    them out yet (:meth:`Kind.at`), there are none. ``asked`` are the questions, by their indices, to which some
    candidates have several answers.
    """

    history: Moves = field(compare=False)
    """(index into ``guesses``, response), oldest first: () unless whoever made the position has told it."""
    candidates: Sequence[int]
    labels: tuple[int, ...] = ()
    asked: frozenset[int] = frozenset()
    answered: int = 0
    """How many answers were given, where it is fixed how many there are in all; else 0."""

    def __len__(self) -> int:
        return len(self.candidates)

    def behind(self, before: Position, question: int, response: Response) -> Position:
        """The same, with the history of the position before it and the move that led here.

        >>> Position((), (1, 2)).behind(Position(((5, 1),), (0, 1, 2)), 7, 0).history
        ((5, 1), (7, 0))
        """
        return replace(self, history=(*before.history, (question, response)))

    @property
    def mass(self) -> int:
        """All labels summed, which are masses.

        >>> Position((), (0, 2), (3, 2)).mass
        5
        """
        return sum(self.labels)

    def labelled(self, label: int) -> tuple[int, ...]:
        """The candidates with that label.

        >>> Position((), (0, 2, 5), (1, 0, 1)).labelled(1)
        (0, 5)
        """
        return tuple(secret for secret, found in zip(self.candidates, self.labels, strict=True) if found == label)


@dataclass(frozen=True)
class Branch:
    """What an answer leads to: its position, of which every mass has been divided by ``factor``."""

    factor: Fraction
    position: Position


_WHOLE = Fraction(1)
_T = TypeVar("_T")


class Kind(ABC):
    """A kind of answers, of one game."""

    name: ClassVar[str]
    joins: ClassVar[Joins]
    settles: ClassVar[bool] = False
    """Whether a question that is asked again gets the same answer by a rule of its own, and so must not be asked."""
    in_vain: ClassVar[str] = "guesses in a row exclude no secret"
    """What is wrong with a strategy whose answers leave a position as it was."""
    repeats: ClassVar[bool] = False
    """Whether a question that is asked again may tell something."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def left(self, moves: Moves, candidates: Iterable[int] | None = None) -> Position | None:
        """The position after some moves; None if no secret is left. ``candidates`` are those that may be hidden,
        ascending; None for all."""

    @abstractmethod
    def after(self, position: Position, question: int, response: Response) -> Position | None:
        """What an answer to a question leads to; None if it leaves no secret."""

    @abstractmethod
    def cells(self, position: Position, question: int) -> dict[Response, Branch]:
        """What each answer to a question leads to, by answer, ascending: every answer that leaves a secret.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(1,3,lies=1,honest=yes)")
        >>> cells = kind_of(game).cells(kind_of(game).begin(), 0)
        >>> for answer, cell in cells.items(): print(game.format_response(answer), *cell.position.candidates)
        0b0w 0 1 2
        1b0w 0
        """

    @abstractmethod
    def helping(self, position: Position) -> list[int]:
        """The questions among which heuristics choose, ascending: those from which anything can be learnt."""

    def begin(self, candidates: Iterable[int] | None = None) -> Position:
        """The position before any answer, of all secrets or of some, by their ascending indices."""
        position = self.left((), candidates)
        assert position is not None  # no answer has excluded a secret
        return position

    def at(self, position: Position) -> Position:
        """A position with its labels. Raises :class:`~strategist.common.errors.NoCandidateError` if no candidate agrees
        with its history.

        >>> from strategist.games.catalog import make_game
        >>> kind_of(make_game("mastermind(1,3,lies=1,honest=yes)")).at(Position(((0, 0),), range(3))).labels
        (1, 0, 0)
        """
        if position.labels or self.joins is Joins.SUM:
            return position
        found = self.left(position.history, position.candidates)
        if found is None:
            raise NoCandidateError(f"{self.game.spec}: no candidate agrees with the history")
        return found

    def ending(self, position: Position) -> int | None:
        """The announcement that ends play at a position, as an index into ``guesses``; None if a question is to be
        asked.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(1,3,goal=identify,lies=1)")
        >>> [kind_of(game).ending(each) for each in (Position((), (0, 2), (1, 0)), Position((), (2,), (1,)))]
        [None, 5]
        """
        pure = self.game.is_pure(position.candidates)
        return self.game.announcement(position.candidates[0]) if pure else None

    def tells(self, position: Position, question: int) -> bool:
        """Whether anything can be learnt from a question: some answer to it leaves another position."""
        cells = self.cells(position, question)
        return any(cell.position != position for cell in cells.values())

    def telling(self, position: Position) -> list[int]:
        """The questions from which anything can be learnt, ascending."""
        return [question for question in range(self.game.question_count) if self.tells(position, question)]

    def weight_after(self, secret: int, moves: Moves) -> int | Fraction:
        """How likely a secret is after some moves that it agrees with, in proportion to others. True answers that no
        chance has a part in do not change that, and no lie has a chance.

        >>> from strategist.games.catalog import make_game
        >>> kind_of(make_game("mastermind(1,3,lies=1)")).weight_after(2, [(0, 0)])
        1
        """
        return self.game.weight_of(secret)


class One(Kind):
    """Each secret has one answer to each question."""

    name = "one"
    joins = Joins.SUM

    def left(self, moves: Moves, candidates: Iterable[int] | None = None) -> Position | None:
        """See :class:`Kind`."""
        game = self.game
        kept: Sequence[int] = range(len(game.secrets)) if candidates is None else list(candidates)
        for question, response in moves:
            code = game.guesses[question]
            kept = [secret for secret in kept if game.respond(code, game.secrets[secret]) == response]
        return Position(tuple(moves), kept) if kept else None

    def after(self, position: Position, question: int, response: Response) -> Position | None:
        """See :class:`Kind`."""
        cell = self.cells(position, question).get(response)
        return None if cell is None else cell.position

    def cells(self, position: Position, question: int) -> dict[Response, Branch]:
        """See :class:`Kind`."""
        game, code = self.game, self.game.guesses[question]
        found: dict[Response, list[int]] = {}
        for secret in position.candidates:
            found.setdefault(game.respond(code, game.secrets[secret]), []).append(secret)
        return {response: Branch(_WHOLE, Position((), found[response])) for response in sorted(found)}

    def tells(self, position: Position, question: int) -> bool:
        """See :class:`Kind`: some candidates differ in their answers."""
        game, code = self.game, self.game.guesses[question]
        answers = (game.respond(code, game.secrets[secret]) for secret in position.candidates)
        first = next(answers)
        return any(answer != first for answer in answers)

    def helping(self, position: Position) -> list[int]:
        """See :class:`Kind`."""
        return self.telling(position)


class Several(Kind):
    """A secret may give one of several answers to a question; which of them is settled once it is asked."""

    name = "several"
    joins = Joins.EXPECTATION
    settles = True

    def normal(self, masses: Iterable[tuple[int, Fraction | int]], asked: Iterable[int] = ()) -> Branch:
        """The position of some secrets with these masses, which are positive, after these questions.

        >>> from strategist.games.catalog import make_game
        >>> several = Several(make_game("mastermind(1,3,goal=identify)"))
        >>> found = several.normal([(0, Fraction(1, 2)), (2, Fraction(1, 3))])
        >>> found.factor, found.position.candidates, found.position.labels
        (Fraction(1, 6), (0, 2), (3, 2))
        """
        secrets, given = zip(*masses, strict=True)
        return self._branch((), secrets, given, asked)

    def _branch(
        self, history: Moves, secrets: tuple[int, ...], given: Iterable[Fraction | int], asked: Iterable[int]
    ) -> Branch:
        game = self.game
        each = [Fraction(mass) for mass in given]
        factor = Fraction(math.gcd(*(mass.numerator for mass in each)), math.lcm(*(mass.denominator for mass in each)))
        codes = [game.secrets[secret] for secret in secrets]
        matter = frozenset(
            question for question in asked if any(len(game.answers(game.guesses[question], code)) > 1 for code in codes)
        )
        return Branch(factor, Position(history, secrets, tuple(int(mass / factor) for mass in each), matter))

    def left(self, moves: Moves, candidates: Iterable[int] | None = None) -> Position | None:
        """See :class:`Kind`. The mass of each secret is its weight times the chances of its answers. A question that
        was asked again has the answer that is settled, which counts once.

        >>> from strategist.games.catalog import make_game
        >>> several = Several(make_game("mastermind(1,3,goal=identify)"))
        >>> several.left([(0, 0), (0, 0)]).labels, several.left([(0, 0), (0, 1)])
        ((1, 1), None)
        """
        settled: dict[int, Response] = {}
        for question, response in moves:
            if settled.setdefault(question, response) != response:
                return None
        secrets, masses = [], []
        for secret in range(len(self.game.secrets)) if candidates is None else candidates:
            mass = Fraction(self.game.weight_of(secret)) * chance_of(self.game, settled.items(), secret)
            if mass:
                secrets.append(secret)
                masses.append(mass)
        return self._branch(tuple(moves), tuple(secrets), masses, settled).position if masses else None

    def after(self, position: Position, question: int, response: Response) -> Position | None:
        """See :class:`Kind`."""
        cell = self.cells(position, question).get(response)
        return None if cell is None else cell.position

    def cells(self, position: Position, question: int) -> dict[Response, Branch]:
        """See :class:`Kind`.

        >>> from strategist.games.catalog import make_game
        >>> several = Several(make_game("mastermind(1,3,goal=identify)"))
        >>> {answer: cell.position.candidates for answer, cell in several.cells(several.begin(), 0).items()}
        {0: (1, 2), 1: (0,)}
        """
        code = self.game.guesses[question]
        found: dict[Response, tuple[list[int], list[Fraction]]] = {}
        for secret, mass in zip(position.candidates, position.labels, strict=True):
            for answer in self.game.answers(code, self.game.secrets[secret]):
                secrets, masses = found.setdefault(answer.response, ([], []))
                secrets.append(secret)
                masses.append(mass * answer.chance)
        asked = {*position.asked, question}
        return {
            response: self._branch((), tuple(found[response][0]), found[response][1], asked)
            for response in sorted(found)
        }

    def tells(self, position: Position, question: int) -> bool:
        """See :class:`Kind`: it was not asked, and candidates differ in their answers, or in the chances of these."""
        if question in position.asked:
            return False
        game, code = self.game, self.game.guesses[question]
        alike = game.answers(code, game.secrets[position.candidates[0]])
        return any(game.answers(code, game.secrets[secret]) != alike for secret in position.candidates[1:])

    def excludes(self, position: Position, question: int) -> bool:
        """Whether two of the candidates have no answer to a question in common, and it was not asked."""
        if question in position.asked:
            return False
        game, code = self.game, self.game.guesses[question]
        sets = {
            frozenset(answer.response for answer in game.answers(code, game.secrets[secret]))
            for secret in position.candidates
        }
        return any(one.isdisjoint(other) for one in sets for other in sets)

    def helping(self, position: Position) -> list[int]:
        """See :class:`Kind`.

        With ``narrow=sure`` play ends where no question is sure to tell two secrets apart, so only those that are
        count: another one shifts what is likely, with most secrets left behind each of its answers. To ask those, too,
        made trees of 10⁹ slots of ones of 10⁴. Where play has not ended, there is one at least.
        """
        if self.game.narrow is Narrow.SURE:
            return [question for question in range(self.game.question_count) if self.excludes(position, question)]
        return self.telling(position)

    def weight_after(self, secret: int, moves: Moves) -> int | Fraction:
        """See :class:`Kind`. An answer to a question that was asked again is settled, and counts once."""
        return self.game.weight_of(secret) * chance_of(self.game, dict(moves).items(), secret)

    def ending(self, position: Position) -> int | None:
        """See :class:`Kind`. Where play may end with several candidates, it ends where no question helps, or where
        answers err, as :class:`~strategist.model.lies.erring.Erring` says."""
        game = self.game
        if game.is_pure(position.candidates):
            return game.announcement(position.candidates[0])
        if game.erring is not None:
            # Some secret left has several answers to each question, so all that were asked are among those that matter.
            place = game.erring.named(position.labels, len(position.asked))
            return None if place is None else game.announcement(position.candidates[place])
        if game.narrow is None:
            return None
        helps = self.excludes if game.narrow is Narrow.SURE else self.tells
        return None if any(helps(position, question) for question in range(game.question_count)) else game.undecided


class Lies(Kind):
    """Answers may be false."""

    name = "lies"
    joins = Joins.MAXIMUM
    in_vain = "answers in a row tell nothing"
    repeats = True

    def left(self, moves: Moves, candidates: Iterable[int] | None = None) -> Position | None:
        """See :class:`Kind`.

        >>> from strategist.games.catalog import make_game
        >>> Lies(make_game("mastermind(1,3,goal=identify,lies=1)")).left([(0, 0), (0, 0)]).candidates
        (1, 2)
        """
        secrets = tuple(range(len(self.game.secrets)) if candidates is None else candidates)
        found: Position | None = Position((), secrets, (0,) * len(secrets))
        for question, response in moves:
            found = self.after(found, question, response) if found is not None else None
        return None if found is None else replace(found, history=tuple(moves))

    def after(self, position: Position, question: int, response: Response) -> Position | None:
        """See :class:`Kind`.

        >>> from strategist.games.catalog import make_game
        >>> lies = Lies(make_game("mastermind(1,3,goal=identify,lies=1)"))
        >>> once = lies.after(lies.begin(), 0, 0)
        >>> once.candidates, once.labels
        ((0, 1, 2), (1, 0, 0))
        """
        game, guess = self.game, self.game.guesses[question]
        secrets, labels, answered = [], [], position.answered + (game.of is not None)
        for secret, told in zip(position.candidates, position.labels, strict=True):
            more = game.lies_told(guess, game.secrets[secret], response)
            if more is not None and game.may_tell(told + more, answered):
                secrets.append(secret)
                labels.append(told + more)
        return Position((), tuple(secrets), tuple(labels), answered=answered) if secrets else None

    def cells(self, position: Position, question: int) -> dict[Response, Branch]:
        """See :class:`Kind`: every answer that the question can get, from whatever secret, after which one is left."""
        found = {}
        for response in sorted(self.game.can_get(self.game.guesses[question])):
            cell = self.after(position, question, response)
            if cell is not None:
                found[response] = Branch(_WHOLE, cell)
        return found

    def helping(self, position: Position) -> list[int]:
        """See :class:`Kind`: those after any answer to which play is over, or the position is another one."""
        found = []
        for question in range(self.game.question_count):
            cells = self.cells(position, question).items()
            # Where no answer is one that the rules allow, the codemaker could not go on.
            if cells and all(cell.position != position or self.game.solved(answer) for answer, cell in cells):
                found.append(question)
        return found


def kind_of(game: Game) -> Kind:
    """The kind of a game's answers.

    >>> from strategist.games.catalog import make_game
    >>> [kind_of(make_game(text)).name for text in ("mastermind(4,6)", "mastermind(4,6,lies=1)")]
    ['one', 'lies']
    """
    found: Kind | None = game.__dict__.get("_kind")
    # A copy of a game has all that was remembered of it, too.
    if found is None or found.game is not game:
        found = game.__dict__["_kind"] = (Lies if game.doubtful else Several if game.several else One)(game)
    return found


def by_kind(game: Game, *, one: _T, several: _T, lies: _T) -> _T:
    """Whichever is meant for the kind of a game's answers: where a room does something else for each, it says so once.

    >>> from strategist.games.catalog import make_game
    >>> by_kind(make_game("mastermind(4,6,lies=1)"), one="on average", several="expected", lies="at worst")
    'at worst'
    """
    return {One.name: one, Several.name: several, Lies.name: lies}[kind_of(game).name]


def chance_of(game: Game, moves: Iterable[tuple[int, Response]], secret: int) -> Fraction:
    """The chance that a secret gives these answers to these questions, none of which was asked twice.

    >>> from strategist.games.catalog import make_game
    >>> chance_of(make_game("mastermind(1,3,goal=identify)"), [(0, 0), (1, 1)], 1)
    Fraction(1, 1)
    """
    chance = _WHOLE
    for question, response in moves:
        answers = game.answers(game.guesses[question], game.secrets[secret])
        chance *= next((each.chance for each in answers if each.response == response), 0)
        if not chance:
            break
    return chance
