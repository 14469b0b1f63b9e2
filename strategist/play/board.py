"""How a guess and its response are shown: in plain text here, in color in :mod:`strategist.play.colored_board`."""

from __future__ import annotations

from typing import Protocol

from strategist.model.game import Code, Game, Response
from strategist.model.solitaire import Solitaire, State
from strategist.show.texts.names import said


class Board(Protocol):
    """Draws rows as texts of one or more lines."""

    def row(self, game: Game, label: str, guess: Code, response: Response | None = None, note: str = "") -> str:
        """The text of a guess with its response, if there is one."""
        ...

    def squares(self, game: Solitaire, label: str, position: State) -> str:
        """The text of the board of a solitaire."""
        ...


class PlainBoard:
    """A board in plain text, for screen readers, files and any width.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> PlainBoard().row(game, "guess 1", game.parse_code("1122"), game.parse_response("1b1w"), "208 candidates left")
    'guess 1: 1122 → 1b1w   (208 candidates left)'
    """

    def row(self, game: Game, label: str, guess: Code, response: Response | None = None, note: str = "") -> str:
        """See :class:`Board`."""
        answer = "" if response is None else f" → {said(game).response(response)}"
        return f"{label}: {said(game).code(guess)}{answer}" + (f"   ({note})" if note else "")

    def squares(self, game: Solitaire, label: str, position: State) -> str:
        """See :class:`Board`."""
        return f"{label}   {game.format_position(position)}"
