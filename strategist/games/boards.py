"""Several boards at once: n secrets of one game, and each guess is answered on every board, as in Dordle and Quordle.

The secrets are drawn apart from each other, so two may be alike. The game ends when every secret has been guessed. A
board that is solved answers no more: its place in a row of responses holds ``+``. A history is written
``crane:-y--g,g----,---y-,+ store:…``, a response for each board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from strategist.common.errors import CodeError, ResponseError, SpecError, TooLargeError
from strategist.common.quoting import quoted
from strategist.games.catalog import make_game
from strategist.model.game import Code, Game, Response
from strategist.model.refusals import refuse
from strategist.model.spec import Parameter, Value, bind, parse, write

NAME = "boards"
SOLVED = "+"
"""What stands for a board that is solved."""
MOST_BOARDS = 64
_MOST_PAIRS = 1 << 28
"""The most pairs of a guess and a secret for advice: an answer is kept or worked out for each."""
PARAMETERS = (
    Parameter("game", str, None, "the game of each board", size=True),
    Parameter("number", int, 2, "how many boards there are", low=1, high=MOST_BOARDS, size=True),
)


class BoardsMove(NamedTuple):
    """A guess and the response of each board; None for a board that was solved before."""

    guess: Code
    responses: tuple[Response | None, ...]


class Boards:
    """Several boards of one game.

    Raises :class:`~strategist.common.errors.SpecError` for a game in which more counts than the set of its candidates.

    >>> from strategist.games.catalog import make_game
    >>> boards = Boards(make_game("mastermind(2,3)"), 2)
    >>> boards.spec
    'boards(game="mastermind(pegs=2,colors=3)",number=2)'
    >>> moves = boards.parse_history("11:1b0w,2b0w 12:2b0w")
    >>> boards.format_history(moves), boards.solved(moves)
    ('11:1b0w,2b0w 12:2b0w,+', [True, True])
    """

    def __init__(self, game: Game, number: int) -> None:
        self.game, self.number = game, number
        refuse(game, "several boards")

    @property
    def spec(self) -> str:
        """The canonical string."""
        return write(NAME, PARAMETERS, {"game": self.game.spec, "number": self.number})

    def check_size(self) -> None:
        """Raise :class:`~strategist.common.errors.TooLargeError` for a game that is too large for advice."""
        pairs = len(self.game.secrets) * len(self.game.guesses)
        if pairs > _MOST_PAIRS:
            raise TooLargeError(
                f"{self.spec}: expected at most {_MOST_PAIRS} pairs of a guess and a secret, got {pairs}"
            )

    def parse_responses(self, text: str, solved: Sequence[bool]) -> tuple[Response | None, ...]:
        """The responses in a text, between commas; those of boards that are ``solved`` may be left out. Raises
        :class:`~strategist.common.errors.ResponseError`."""
        told = [part.strip() for part in text.split(",")]
        waiting = [at for at, done in enumerate(solved) if not done]
        if len(told) == len(waiting):
            told = [told[waiting.index(at)] if at in waiting else SOLVED for at in range(self.number)]
        if len(told) != self.number:
            expected = " or ".join(map(str, dict.fromkeys((self.number, len(waiting)))))
            raise ResponseError(f"{NAME}: expected {expected} responses between commas, got {quoted(text)}")
        return tuple(None if done else self.game.parse_response(each) for each, done in zip(told, solved, strict=True))

    def parse_history(self, text: str) -> tuple[BoardsMove, ...]:
        """The moves that a text spells; raises :class:`~strategist.common.errors.ResponseError` or
        :class:`~strategist.common.errors.CodeError`."""
        moves: list[BoardsMove] = []
        for item in text.split():
            guess, colon, told = item.partition(":")
            if not colon:
                raise ResponseError(f"history: expected GUESS:RESPONSE,…,RESPONSE, got {quoted(item)}")
            moves.append(BoardsMove(self.game.parse_code(guess), self.parse_responses(told, self.solved(moves))))
        return tuple(moves)

    def format_responses(self, responses: Sequence[Response | None]) -> str:
        """The responses of all boards, as :meth:`parse_responses` reads them."""
        return ",".join(SOLVED if each is None else self.game.format_response(each) for each in responses)

    def format_history(self, moves: Sequence[BoardsMove]) -> str:
        """The moves as :meth:`parse_history` reads them."""
        return " ".join(
            f"{self.game.format_code(each.guess)}:{self.format_responses(each.responses)}" for each in moves
        )

    def solved(self, moves: Sequence[BoardsMove]) -> list[bool]:
        """Whether each board is solved."""
        return [
            any(move.responses[at] is not None and self.game.solved(move.responses[at] or 0) for move in moves)
            for at in range(self.number)
        ]

    def respond(self, guess: Code, secrets: Sequence[Code], moves: Sequence[BoardsMove]) -> BoardsMove:
        """A guess, with the responses of the boards that are not solved by the moves before."""
        done = self.solved(moves)
        return BoardsMove(
            guess,
            tuple(
                None if over else self.game.respond(guess, secret) for secret, over in zip(secrets, done, strict=True)
            ),
        )

    def parse_secrets(self, text: str) -> tuple[Code, ...]:
        """The secrets in a text, between commas or blanks; raises :class:`~strategist.common.errors.CodeError`."""
        secrets = tuple(self.game.parse_secret(word) for word in text.replace(",", " ").split())
        if len(secrets) != self.number:
            raise CodeError(f"{NAME}: expected {self.number} secrets, got {len(secrets)}")
        return secrets


def make_boards(text: str) -> Boards:
    """The boards that a string names: ``boards(wordle,4)``, ``boards("mastermind(4,6)",2)``. Raises
    :class:`~strategist.common.errors.SpecError`."""
    values = bind(parse(text, (NAME,)), PARAMETERS)
    return Boards(make_game(game_in(values)), int(values["number"] or 0))


def game_in(values: Mapping[str, Value]) -> str:
    """The string of the game of each board; raises :class:`~strategist.common.errors.SpecError` for none."""
    if values["game"] is None:
        raise SpecError(f"{NAME}: expected a game and a number of boards, as in boards(wordle,4)")
    return str(values["game"])
