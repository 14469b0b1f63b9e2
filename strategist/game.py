"""The contract of a game of deduction: what can be hidden, what can be asked, what is answered.

A *code* is any hashable value of the rule set's own; players, files and searches name it by its index in
``secrets`` or ``guesses``. A *response* is an int in ``range(game.response_count)``; the last one,
``response_count - 1``, says that the guess is the secret.

In most games the last guess has to be the secret, and is answered like any other. Where it is enough to *know* the
secret (``announces``), the last ``len(secrets)`` guesses are *announcements*, one for each secret in order: such a
guess only says what is known. It is made when one candidate is left, its response is the solved one, and it is counted
in no figure: all figures count the *questions*, the guesses before. A question never gets the solved response.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from strategist.errors import CodeError, ResponseError, SpecError
from strategist.quoting import quoted
from strategist.shown import Shown
from strategist.spec import Named, Value

Code = Any
Response = int
History = tuple[tuple[Code, Response], ...]


@dataclass(frozen=True)
class Symmetry:
    """Permutations that change nothing: of positions and of symbols, each within its classes.

    Every code is a sequence over small ints. Moving the positions of one class among themselves in every code, or
    renaming the symbols of one class among themselves, maps codes to codes and keeps every response.
    """

    positions: tuple[tuple[int, ...], ...]
    symbols: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Revealed:
    """How a game restricts guesses to those that use what was revealed, in a form that compiled searches read.

    ``symbols`` holds the symbols of each guess as small ints, ``marks`` for each response a mark for each position of
    the guess: 2 if its symbol is placed, 1 if the secret holds it elsewhere, else 0. Every later guess must have the
    placed symbols in their places, and each symbol as often as it was marked in any one response.
    """

    symbols: Sequence[Sequence[int]]
    marks: Sequence[Sequence[int]]


class Piece(NamedTuple):
    """One symbol of a code as a board shows it: its text, and the number of its color, None for no color."""

    text: str
    color: int | None = None


class Rules(Named, Shown, ABC):
    """One rule set with its sizes and options fixed: what a string names and what a strategy file is written for.

    There are two kinds, a :class:`Game` of deduction and a :class:`~strategist.solitaire.Solitaire`.
    """

    rules_version: ClassVar[int] = 1
    """Raised when the rules of this class change, so that an old file is refused."""

    look: ClassVar[str] = "text"
    """How a board shows a code: as colored ``pegs``, as letters on ``tiles``, as a row of ``squares``, or as ``text``.

    The colors are those of :mod:`strategist.palette`."""

    hides: ClassVar[bool] = True
    """Whether something is hidden and answered: not in a solitaire, whose one line has neither branches nor secrets."""

    guesses: Sequence[Code]
    response_count: int

    @property
    @abstractmethod
    def move_noun(self) -> str:
        """What is counted: a guess, a question, a move."""

    @abstractmethod
    def __init__(self, values: dict[str, Value]) -> None:
        """The game with these parameters; those that are absent take their defaults."""

    @classmethod
    def restore(cls, values: dict[str, Value], payload: bytes | None) -> Self:
        """The game that a strategy file names, made from what the file holds: ``payload``, or None for nothing.

        Raises :class:`~strategist.errors.SpecError`. A game that has a :meth:`payload` overrides it.
        """
        if payload is not None:
            raise SpecError(f"{cls.name} takes no data")
        return cls(values)

    def payload(self) -> bytes | None:
        """What this game needs beyond its string and has to travel in a strategy file; None for nothing."""
        return None

    @abstractmethod
    def digest(self) -> bytes:
        """SHA-256 over what the numbers in a strategy file stand for."""

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"


class Game(Rules):
    """A game of deduction.

    Subclasses are plain Python without NumPy. ``kernel`` names a row kernel of the search that computes responses in
    bulk; without one, :meth:`respond` is called. The kernel ``rows`` serves any game with a method ``row(guess)`` that
    hands out the responses of all secrets to the guess of that index, as an array of unsigned bytes or pairs of bytes.
    """

    kernel: str | None = None
    symmetry: Symmetry | None = None
    turns: int | None = None
    """The number of guesses after which the secret is lost; None for no limit."""
    announces: bool = False
    """Whether the last guess only names the secret: it is no question, and is not counted."""

    secrets: Sequence[Code]

    @property
    def move_noun(self) -> str:
        """What is counted: a guess, or a question where the secret is only announced."""
        return "question" if self.announces else "guess"

    @property
    def question_count(self) -> int:
        """How many of ``guesses`` are questions: all of them, or all but the announcements, which stand last."""
        return len(self.guesses) - (len(self.secrets) if self.announces else 0)

    @abstractmethod
    def respond(self, guess: Code, secret: Code) -> Response:
        """What is answered to ``guess`` when ``secret`` is hidden: the rule itself."""

    @abstractmethod
    def parse_code(self, text: str) -> Code:
        """The code that ``text`` spells; :class:`~strategist.errors.CodeError` when there is none."""

    @abstractmethod
    def format_code(self, code: Code) -> str:
        """The one way in which ``code`` is written; holds no spaces."""

    def parse_question(self, text: str) -> int:
        """The index in ``guesses`` of the question that ``text`` spells.

        Raises :class:`~strategist.errors.CodeError` when there is none.

        >>> from strategist.catalog import make_game
        >>> make_game("mastermind(4,6)").parse_question("1121")
        6
        """
        index = self.guesses.index(self.parse_code(text))
        if index >= self.question_count:
            raise CodeError(f"{self.spec}: expected a question, got {quoted(text)}, which only names a secret")
        return index

    def parse_secret(self, text: str) -> Code:
        """The secret that ``text`` spells; :class:`~strategist.errors.CodeError` when there is none."""
        code = self.parse_code(text)
        if code not in self.secrets:
            raise CodeError(f"{self.spec}: {quoted(text)} is no possible secret")
        return code

    def format_secret(self, code: Code) -> str:
        """How ``code`` is written where it stands for a secret, not for a guess; holds no spaces."""
        return self.format_code(code)

    def pieces(self, code: Code) -> Sequence[Piece]:
        """What a board shows of ``code``, from left to right.

        >>> from strategist.catalog import make_game
        >>> game = make_game("mastermind(2,3)")
        >>> game.pieces(game.parse_code("13"))
        [Piece(text='1', color=0), Piece(text='3', color=2)]
        """
        return [Piece(self.format_code(code))]

    def marks(self, response: Response) -> Sequence[int] | None:
        """A mark for each piece of the guess, 2 in its place, 1 elsewhere, 0 nowhere; None if a response tells less."""
        return None

    @abstractmethod
    def parse_response(self, text: str) -> Response:
        """The response that ``text`` means; :class:`~strategist.errors.ResponseError` when there is none."""

    @abstractmethod
    def format_response(self, response: Response) -> str:
        """The one way in which ``response`` is written; holds no spaces."""

    def solved(self, response: Response) -> bool:
        """Whether ``response`` says that the guess is the secret."""
        return response == self.response_count - 1

    @property
    def restricts(self) -> bool:
        """Whether the rules restrict guesses by history: see :meth:`allowed`."""
        return type(self).allowed is not Game.allowed

    def revealed(self) -> Revealed | None:
        """The same restriction for compiled searches; None where there is none, or none of this form."""
        return None

    def allowed(self, history: History) -> Sequence[Code] | None:
        """The codes that the rules allow as the next guess, or None when all of ``guesses`` are."""
        return None

    def digest(self) -> bytes:
        """SHA-256 over the codes in their order, secrets before guesses."""
        lines = [self.format_code(code) for code in self.secrets]
        if self.guesses is not self.secrets:
            lines += ["", *(self.format_code(code) for code in self.guesses)]
        return hashlib.sha256("\n".join(lines).encode()).digest()

    def consistent(self, history: History) -> list[Code]:
        """The candidates: the secrets, in order, that give every response of ``history``."""
        return [secret for secret in self.secrets if self.agrees(secret, history)]

    def agrees(self, secret: Code, history: History) -> bool:
        """Whether ``secret`` gives every response of ``history``."""
        return all(self.respond(guess, secret) == response for guess, response in history)

    def parse_history(self, text: str) -> History:
        """The history that ``1122:1b1w 3456:0b2w`` spells."""
        history = []
        for item in text.split():
            guess, colon, response = item.partition(":")
            if not colon:
                raise ResponseError(f"history: expected GUESS:RESPONSE, got {quoted(item)}")
            history.append((self.parse_code(guess), self.parse_response(response)))
        return tuple(history)

    def format_history(self, history: History) -> str:
        """``history`` as :meth:`parse_history` reads it."""
        return " ".join(f"{self.format_code(guess)}:{self.format_response(r)}" for guess, r in history)
