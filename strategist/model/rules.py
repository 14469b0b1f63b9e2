"""What every rule set has, of a game of deduction or of a solitaire, and the words in which rule sets speak."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from strategist.common.errors import SpecError
from strategist.common.notebook_hooks import Shown
from strategist.model.spec import Named, Parameter, Value

Code = Any
Response = int
History = tuple[tuple[Code, Response], ...]


@dataclass(frozen=True)
class Revealed:
    """A restriction to guesses that use what earlier responses revealed, in a form that compiled searches read.

    ``symbols`` holds the symbols of each guess as small ints. ``marks`` holds, for each response, a mark for each
    position of the guess: 2 if its symbol is placed, 1 if the secret holds it elsewhere, else 0. Every later guess must
    have the placed symbols in their places, and each symbol at least as often as any one response marked it.
    """

    symbols: Sequence[Sequence[int]]
    marks: Sequence[Sequence[int]]


class Bulk(Protocol):
    """The rule of :meth:`Game.respond` for many codes at once, by NumPy: see :meth:`Game.bulk`."""

    def respond(self, guesses: Any, secrets: Any) -> Any:
        """The responses to questions, of which there may be one, by secrets that are hidden.

        ``guesses`` are indices of questions, one or as many as there are ``secrets``, which are indices of secrets.
        """


class Answer(NamedTuple):
    """An answer that a secret may give to a question, and the chance that it gives this one: see ``Game.answers``."""

    response: Response
    chance: Fraction


class Piece(NamedTuple):
    """One symbol of a code as a board shows it: its text, and the number of its color (None for no color)."""

    text: str
    color: int | None = None


class _NameOfClass:
    """The name of a rule set that declares none: that of its class.

    >>> class HigherLower(Rules):
    ...     pass
    >>> HigherLower.name
    'higher-lower'
    """

    def __get__(self, rules: Rules | None, kind: type[Rules]) -> str:
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_+", "-", kind.__name__).strip("-").lower()


class Rules(Named, Shown, ABC):
    """One rule set with its sizes and options fixed. A string names it, and a strategy file is written for it.

    There are two kinds, a :class:`Game` of deduction and a :class:`~strategist.model.solitaire.Solitaire`. A class that
    no package offers needs neither a name nor parameters.
    """

    name = _NameOfClass()
    parameters: ClassVar[Sequence[Parameter]] = ()

    rules_version: ClassVar[int] = 1
    """The version of the rules of this class. It is raised when they change, so that old files are refused."""

    look: ClassVar[str] = "text"
    """The way in which a board shows a code: colored ``pegs``, letters on ``tiles``, a row of ``squares``, or ``text``.

    The colors are those of :mod:`strategist.common.palette`."""

    lists: ClassVar[tuple[str, ...]] = ()
    """The parameters that name files with lists of codes, that of the secrets first: a game that is named by none of
    them, or has none, needs no such file."""

    hides: ClassVar[bool] = True
    """Whether the game has secrets and responses; False for a solitaire, whose one line has neither."""

    guesses: Sequence[Code]
    response_count: int

    def __new__(cls, *_: Any, **__: Any) -> Self:
        """A game without values of parameters, which its class may set."""
        made = super().__new__(cls)
        made.values = {}
        return made

    @property
    @abstractmethod
    def move_noun(self) -> str:
        """The noun for what is counted: guess, question or move."""

    @abstractmethod
    def __init__(self, values: dict[str, Value]) -> None:
        """The game with these parameters; absent ones take their defaults."""

    @classmethod
    def restore(cls, values: dict[str, Value], payload: bytes | None) -> Self:
        """The game that a strategy file names, made from what the file holds: ``payload``, or None for nothing.

        Raises :class:`~strategist.common.errors.SpecError`. A game that has a :meth:`payload` overrides it.
        """
        if payload is not None:
            raise SpecError(f"{cls.name} takes no data")
        return cls(values)

    def payload(self) -> bytes | None:
        """The data that this game needs beyond its string, stored in its strategy files; None if it needs nothing."""
        return None

    @abstractmethod
    def digest(self) -> bytes:
        """SHA-256 over the meaning of the numbers in a strategy file."""

    def fingerprint(self) -> bytes:
        """SHA-256 over everything that the figures of a strategy depend on: equal for two games only if these
        are equal."""
        return self.digest()

    @classmethod
    def declared(cls) -> Sequence[Parameter]:
        """All parameters of the game, its own and those that every game of its kind takes."""
        return cls.parameters

    @classmethod
    def summary(cls) -> str:
        """What kind of game it is: the first line of the docstring of its class, empty if there is none.

        >>> from strategist.games.pegs.pegs import Mastermind
        >>> Mastermind.summary()
        'Codes of colored pegs; a color may stand more than once.'
        """
        return next(iter((cls.__doc__ or "").strip().splitlines()), "")

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"
