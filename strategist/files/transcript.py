"""What was guessed and answered in one game, as a value of its own that can be kept and shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from strategist.common.notebook_hooks import Drawn
from strategist.model.game import Game, History
from strategist.model.position import kind_of


class Move(NamedTuple):
    """One guess of a game as it is written, its response, and the number of secrets ``left`` then."""

    guess: str
    response: str
    left: int


@dataclass(frozen=True)
class Transcript(Drawn):
    """The guesses and responses of a game up to now: ``Play.transcript``, or made of any history.

    Its text is the history as the command line reads it, and functions that take a history take that text.

    Attributes
    ----------
    game : Game
        The game.
    history : History
        The moves as the game's own codes and numbers of responses.
    secret : str or None
        The secret, or its class, if it is known.
    solved : bool
        Whether the play has ended with that.

    Examples
    --------
    >>> import strategist
    >>> play = strategist.open_strategy("mastermind-4x6.minimax").start()
    >>> play.respond("1b1w")
    >>> told = play.transcript
    >>> str(told), [move.left for move in told.moves]
    ('1122:1b1w', [208])
    """

    game: Game
    history: History
    secret: str | None = None
    solved: bool = False

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves, each with the number of secrets left behind it; computed by the rules when first asked for."""
        game, kind, found = self.game, kind_of(self.game), []
        moves = [(game.guesses.index(guess), response) for guess, response in self.history]
        candidates: Sequence[int] | None = None
        for made, (guess, response) in enumerate(self.history, 1):
            left = kind.left(moves[:made], candidates)
            candidates = () if left is None else left.candidates
            found.append(Move(game.format_code(guess), game.format_response(response), len(candidates)))
        return tuple(found)

    def __len__(self) -> int:
        return len(self.history)

    def __str__(self) -> str:
        return self.game.format_history(self.history)
