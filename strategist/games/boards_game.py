"""Several boards as one game, whose secrets are all combinations of secrets: small ones have trees and files.

A question is a code with the boards that are *open*, those whose secrets have not been guessed; only these answer. So
what is answered follows from question and secrets alone, as in every game, and the rules allow the questions with just
the boards that are open then. A response is the row of those of the boards, with ``+`` for a board that is not open;
where each open board has been solved, it is the last response, and the game has ended. A question is written as its
code, and where not all boards are open, with their numbers: ``12@2``, ``12@1.3``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import ClassVar, NamedTuple

from strategist.common.errors import CodeError, ResponseError, SpecError, TooLargeError
from strategist.common.quoting import quoted
from strategist.games.boards import NAME, PARAMETERS, SOLVED, Boards, game_in
from strategist.games.catalog import make_game, read_game, restored
from strategist.model.game import Code, Game, History, Piece, Response
from strategist.model.spec import Parameter, Value

_MOST = 1 << 16
"""The most combinations of secrets, questions, and responses."""
_MOST_PAIRS = 1 << 18
"""The most pairs of a guess and a secret of the game of each board, whose answers are worked out first."""
_ALL_SOLVED = "solved"


class Question(NamedTuple):
    """A code that is asked while some boards are open: their numbers, from 0."""

    code: Code
    open: tuple[int, ...]


class BoardsGame(Game):
    """Several secrets of one game at once; each guess is answered on every board that is not solved.

    Raises :class:`~strategist.common.errors.SpecError` for a game that cannot stand on several boards, and
    :class:`~strategist.common.errors.TooLargeError` for one that is too large.

    >>> game = make_game('boards("mastermind(2,3)",2)')
    >>> len(game.secrets), len(game.guesses)
    (81, 27)
    >>> secret = game.parse_secret("12,33")
    >>> game.format_response(game.respond(game.parse_code("12"), secret))
    '2b0w,0b0w'
    >>> game.format_response(game.respond(game.parse_code("13@2"), secret))
    '+,1b0w'
    >>> [game.format_code(code) for code in game.allowed(game.parse_history("12:2b0w,0b0w"))][:2]
    ['11@2', '12@2']
    """

    name = NAME
    parameters: ClassVar[Sequence[Parameter]] = PARAMETERS

    def __init__(self, values: dict[str, Value], inner: Game | None = None) -> None:
        inner = make_game(game_in(values)) if inner is None else inner
        self.boards = Boards(inner, int(values["number"] or 0))
        self.inner, self.number = inner, self.boards.number
        self.values = {"game": inner.spec, "number": self.number}
        # Of other games it is one for all.
        self.look = inner.look  # type: ignore[misc]
        self._keep_within(len(inner.secrets) ** self.number, "combinations of secrets")
        self._keep_within(len(inner.guesses) * (2**self.number - 1), "questions")
        self._keep_within(len(inner.guesses) * len(inner.secrets), "pairs of a guess and a secret", _MOST_PAIRS)
        self._told = {code: [inner.respond(code, secret) for secret in inner.secrets] for code in inner.guesses}
        self._place = {secret: at for at, secret in enumerate(inner.secrets)}
        # The right response is the last of them.
        given = sorted({response for row in self._told.values() for response in row})
        self._rank: dict[Response | None, int] = {None: 0, **{response: rank for rank, response in enumerate(given, 1)}}
        self._given: list[Response | None] = [None, *given]
        self.response_count = len(self._given) ** self.number
        self._keep_within(self.response_count, "responses")
        every = range(self.number)
        opened = [some for size in range(self.number, 0, -1) for some in combinations(every, size)]
        self.secrets = list(product(inner.secrets, repeat=self.number))
        self.guesses = [Question(code, some) for some in opened for code in inner.guesses]

    def _keep_within(self, count: int, what: str, most: int = _MOST) -> None:
        if count > most:
            raise TooLargeError(
                f"{self.boards.spec}: expected at most {most} {what} for a tree, got {count}: advise, assist, play "
                "and a page take more"
            )

    @classmethod
    def declared(cls) -> Sequence[Parameter]:
        """Its own parameters alone."""
        return cls.parameters

    def _all_values(self) -> Mapping[str, Value]:
        return self.values

    @classmethod
    def restore(cls, values: dict[str, Value], payload: bytes | None) -> BoardsGame:
        """See :class:`~strategist.model.game.Rules`: the payload is that of the game of each board."""
        kind, own = read_game(game_in(values))
        inner = restored(kind, own, payload, None)
        if not isinstance(inner, Game):
            raise SpecError(f"{cls.name}: expected a game in which something is hidden, got {inner.spec}")
        return cls(values, inner)

    def payload(self) -> bytes | None:
        """What the game of each board needs."""
        return self.inner.payload()

    @property
    def move_noun(self) -> str:
        """Guess: each code may be right on some board."""
        return "guess"

    @property
    def secrets_are_questions(self) -> bool:
        """False: a code is one secret of several."""
        return False

    def respond(self, guess: Code, secret: Code) -> Response:
        """The responses of the open boards as one number."""
        row = self._told[guess.code]
        return self._number([row[self._place[part]] if at in guess.open else None for at, part in enumerate(secret)])

    def _number(self, parts: Sequence[Response | None]) -> Response:
        if all(part is None or self.inner.solved(part) for part in parts):
            return self.response_count - 1
        number = 0
        for part in parts:
            number = number * len(self._given) + self._rank[part]
        return number

    def parts(self, response: Response) -> list[Response | None]:
        """The response of each board, None for one that is not open; of the last response, all are right."""
        found = []
        for _ in range(self.number):
            response, rank = divmod(response, len(self._given))
            found.append(self._given[rank])
        return found[::-1]

    def open_after(self, history: History) -> tuple[int, ...]:
        """The boards that are open after some moves."""
        solved = {
            at
            for _, response in history
            for at, part in enumerate(self.parts(response))
            if part is not None and self.inner.solved(part)
        }
        return tuple(at for at in range(self.number) if at not in solved)

    def allowed(self, history: History) -> Sequence[Code]:
        """The questions to just the boards that are open."""
        now_open = self.open_after(history)
        return [guess for guess in self.guesses if guess.open == now_open]

    def parse_code(self, text: str) -> Code:
        """The question that a text spells."""
        code, at, numbers = text.rpartition("@")
        named = numbers.split(".") if at else [str(each + 1) for each in range(self.number)]
        try:
            question = Question(self.inner.parse_code(code if at else text), tuple(int(each) - 1 for each in named))
            return self.guesses[self.guesses.index(question)]
        except CodeError:
            raise
        except ValueError:
            raise CodeError(f"{self.spec}: expected boards behind @, as in @1.2, got {quoted(text)}") from None

    def format_code(self, code: Code) -> str:
        """A question, or a secret."""
        if not isinstance(code, Question):
            return ",".join(map(self.inner.format_secret, code))
        numbers = "" if len(code.open) == self.number else f"@{'.'.join(str(at + 1) for at in code.open)}"
        return self.inner.format_code(code.code) + numbers

    def parse_secret(self, text: str) -> Code:
        """The secrets of all boards, between commas."""
        return self.boards.parse_secrets(text)

    def pieces(self, code: Code) -> Sequence[Piece]:
        """Those of the code of a question."""
        return self.inner.pieces(code.code) if isinstance(code, Question) else super().pieces(code)

    def parse_response(self, text: str) -> Response:
        """The responses of all boards."""
        closed = [part.strip() == SOLVED for part in text.split(",")]
        return self._read(text, closed if len(closed) == self.number else [False] * self.number)

    def parse_answer(self, guess: Code, text: str) -> Response:
        """The same; those of boards that are not open may be left out."""
        return self._read(text, [at not in guess.open for at in range(self.number)])

    def _read(self, text: str, closed: Sequence[bool]) -> Response:
        if text.strip().lower() == _ALL_SOLVED:
            return self.response_count - 1
        parts = self.boards.parse_responses(text, closed)
        if not set(parts) <= set(self._rank):
            raise ResponseError(f"{self.spec}: no guess gets {quoted(text)}")
        return self._number(parts)

    def format_response(self, response: Response) -> str:
        """The responses of all boards; a word where all are solved."""
        return _ALL_SOLVED if self.solved(response) else self.boards.format_responses(self.parts(response))

    def asked_after(self, guess: Code, history: History) -> Code:
        """A code that is asked of all boards is asked of those that are open."""
        return Question(guess.code, self.open_after(history)) if len(guess.open) == self.number else guess
