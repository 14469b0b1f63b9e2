"""The boards of a solitaire's line, one below the other, in columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from strategist.files.strategy import StrategyData
from strategist.palette import piece_color
from strategist.show.pictures.canvas import FAINT, LINE, draw
from strategist.show.pictures.paint import Picture, Title, paint_disc, sheet_axes
from strategist.solitaire import Solitaire, follow

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# All lengths are points, of which an inch has 72.
_MARGIN, _HEAD, _FOOT = 26.0, 78.0, 22.0
_SQUARE, _STEP, _TEXT = 17.0, 25.0, 74.0
_MOST_ROWS, _MOST_SQUARES = 32, 1500
"""Rows in a column; squares in a picture, unless more are asked for."""
_COLORS = {"B": "#33383f", "R": piece_color(5)}
"""Pieces that are named after their colors."""


def line_picture(game: Solitaire, data: StrategyData, form: str, moves: int | None) -> Picture:
    """The boards of the first ``moves`` moves; without it, of as many as are legible.

    >>> from strategist.games.pegswap import PegSwap
    >>> from strategist.solitaire import line_claims, line_tree
    >>> game = PegSwap({"left": 1, "right": 1})
    >>> line = [game.guesses.index(move) for move in ((0, 1), (2, 0), (1, 2))]
    >>> line_picture(game, StrategyData(game, "optimal", line_tree(line), line_claims(3)), "svg", 2)[1:]
    (2, 3)
    """
    many = len(data.tree)
    squares = len(game.format_position(game.start))
    shown = min(many, moves or max(1, _MOST_SQUARES // squares))
    line = list(islice(follow(game, data.tree.guesses), shown))
    boards = [("start", game.format_position(game.start))]
    boards += [
        (f"{number}:  {move}", game.format_position(position)) for number, (move, position) in enumerate(line, 1)
    ]
    sheet = _Sheet(data, boards, f"the first {shown} of {many} moves" if shown < many else "")
    return Picture(draw(sheet.paint, sheet.width / 72, sheet.height / 72, form), shown, many)


class _Sheet:
    """The boards of a line, laid out."""

    def __init__(self, data: StrategyData, boards: Sequence[tuple[str, str]], note: str) -> None:
        self.boards, self.title = boards, Title(data, note)
        columns = -(-len(boards) // _MOST_ROWS)
        self.rows = -(-len(boards) // columns)
        self.column = _TEXT + _SQUARE * max(len(board) for _, board in boards) + _MARGIN
        self.width = 2 * _MARGIN + max(self.title.width, columns * self.column - _MARGIN)
        self.height = _HEAD + self.rows * _STEP + _FOOT

    def paint(self, figure: Figure) -> None:
        axes = sheet_axes(figure, self.width, self.height)
        self.title.paint(axes, _MARGIN, _MARGIN)
        for number, (text, board) in enumerate(self.boards):
            column, row = divmod(number, self.rows)
            left, middle = _MARGIN + column * self.column, _HEAD + (row + 0.5) * _STEP
            axes.text(left, middle, text, size=8.5, color=FAINT, va="center_baseline")
            self._paint_board(axes, left + _TEXT, middle, board)

    def _paint_board(self, axes: Axes, left: float, middle: float, board: str) -> None:
        from matplotlib.patches import Rectangle

        kinds = [piece for piece in dict.fromkeys(self.boards[0][1]) if piece not in _COLORS]
        for place, piece in enumerate(board):
            at = left + place * _SQUARE
            corner = (at, middle - _SQUARE / 2)
            axes.add_artist(Rectangle(corner, _SQUARE, _SQUARE, facecolor="#f6f7f9", edgecolor=LINE, linewidth=0.8))
            if piece not in "._ ":
                color = _COLORS.get(piece) or piece_color(kinds.index(piece) if piece in kinds else 0)
                paint_disc(axes, at + _SQUARE / 2, middle, 0.36 * _SQUARE, color, piece)
