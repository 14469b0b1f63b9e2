"""Boards in color, for a terminal: pegs, tiles and squares.

Each piece shows its letter or digit, and each response its text, so nothing depends on color alone. If the terminal is
too narrow for one row, its parts are stacked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from strategist.common.palette import MARKS, ink_on, piece_color
from strategist.model.solitaire import Solitaire, State
from strategist.show.texts.names import rich

if TYPE_CHECKING:
    from strategist.model.game import Code, Game, Response

_KEYS = {"b": "●", "w": "○", "h": "◐"}
_KEY_COLORS = {"b": "#000000", "w": "#ffffff", "h": "#000000"}
_KEY_GROUND = "#9a9a9a"
"""Key pegs stand on a ground of their own: without one, a black would look white on a dark terminal."""
_SQUARE_COLORS = {"B": "#3a3a3a", "R": "#d55e00"}
"""Black and red pieces are what they are called; others take the colors of pieces."""


class PaintedBoard:
    """Draws with the colors of ``terminal``, in its current width.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> board = PaintedBoard(Console(width=40, color_system=None))
    >>> board.row(game, "guess 1", game.parse_code("1122"), game.parse_response("1b1w"))
    'guess 1  1  1  2  2  1b1w'
    >>> board = PaintedBoard(Console(width=10, color_system=None))
    >>> board.row(game, "guess 1", game.parse_code("1122"), game.parse_response("1b1w")).splitlines()
    ['guess 1', '1122', '1b1w']
    """

    def __init__(self, terminal: Console) -> None:
        self._terminal = terminal

    def row(self, game: Game, label: str, guess: Code, response: Response | None = None, note: str = "") -> str:
        """See :class:`~strategist.play.board.Board`."""
        parts = [[Text(label, style="bold")], self._pieces(game, guess, response)]
        if response is not None:
            keys = self._keys(game, response)
            parts += [keys] * bool(keys)
            parts.append([rich(game.shown_response(response))])
        if note:
            parts.append([Text(f"({note})", style="dim")])
        return self._lay_out(parts)

    def squares(self, game: Solitaire, label: str, position: State) -> str:
        """See :class:`~strategist.play.board.Board`; with the number of each square below it."""
        squares = game.format_position(position)
        order = list(dict.fromkeys(game.format_position(game.start)))
        colors = [_SQUARE_COLORS.get(square, piece_color(order.index(square))) for square in squares]
        row = [_chip(square, None if square == "." else color) for square, color in zip(squares, colors, strict=True)]
        numbers = [Text(f"{number:^3}", style="dim") for number in range(1, len(squares) + 1)]
        lines = [self._write(Text(label, style="bold"))]
        fit = max(self._terminal.width // 3, 1)
        for begin in range(0, len(row), fit):
            for line in (row, numbers):
                lines.append(self._write(Text().join(line[begin : begin + fit])))
        return "\n".join(lines)

    def _pieces(self, game: Game, guess: Code, response: Response | None) -> list[Text]:
        """The texts that show a code, one for each piece."""
        pieces = game.pieces(guess)
        if game.look == "tiles":
            marks = None if response is None else game.marks(response)
            colors = [None] * len(pieces) if marks is None else [MARKS[mark] for mark in marks]
            capitals = (game.in_capitals(piece.text) for piece in pieces)
            return [_chip(text, color) for text, color in zip(capitals, colors, strict=True)]
        if game.look == "pegs":
            return [_chip(piece.text, None if piece.color is None else piece_color(piece.color)) for piece in pieces]
        return [rich(game.shown_code(guess), "bold")]

    def _keys(self, game: Game, response: Response) -> list[Text]:
        """The key pegs of a response: blacks, whites and halves; empty for other responses, or if they cannot be shown.

        Without colors a black would look white on a dark terminal: the text of the response is enough then.
        """
        text = game.format_response(response)
        shown = self._terminal.color_system is not None and _can_show("".join(_KEYS.values()), self._terminal)
        if game.look != "pegs" or not shown:
            return []
        return [
            Text(_KEYS[kind] * int(number), style=f"{_KEY_COLORS[kind]} on {_KEY_GROUND}")
            for number, letter in re.findall(r"(\d+)([bwh]?)", text)
            if int(number)
            for kind in (letter or "b",)
        ]

    def _lay_out(self, parts: Sequence[list[Text]]) -> str:
        """All parts in one row if they fit, else each in a row of its own, the pieces without their edges."""
        whole = Text(" ").join(Text().join(part) for part in parts)
        width = self._terminal.width
        if whole.cell_len <= width:
            return self._write(whole)
        lines = []
        for part in parts:
            joined = Text().join(part)
            lines.append(self._write(joined if joined.cell_len <= width else Text().join(map(_narrow, part))))
        return "\n".join(lines)

    def _write(self, text: Text) -> str:
        """The text with its colors, folded if it is too long."""
        with self._terminal.capture() as capture:
            self._terminal.print(text, overflow="fold", end="")
        return capture.get().rstrip()


def _chip(text: str, color: str | None) -> Text:
    """One piece on its color."""
    return Text(f" {text} ", style="bold" if color is None else f"bold {ink_on(color)} on {color}")


def _narrow(piece: Text) -> Text:
    """A piece without the blanks at its sides."""
    return Text(piece.plain.strip(), style=piece.style)


def _can_show(text: str, terminal: Console) -> bool:
    try:
        text.encode(terminal.encoding)
    except UnicodeEncodeError:
        return False
    return True
