"""The boards of a solitaire's line, one below the other, in columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from strategist.common.palette import piece_color
from strategist.files.strategy import StrategyData
from strategist.model.solitaire import Solitaire, follow
from strategist.show.pictures.canvas import FAINT, LINE, draw, text_width
from strategist.show.pictures.paper_sizes import Size
from strategist.show.pictures.picture_parts import Picture, Plane, Title, paint_disc

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# All lengths are in points, 72 to an inch.
_MARGIN, _HEAD, _FOOT = 26.0, 78.0, 22.0
_SQUARE, _STEP, _TEXT, _LETTER = 17.0, 25.0, 74.0, 8.5
_TITLE, _LEAST_ZOOM = 220.0, 0.6
"""The least width of a title in a picture of a given size; the zoom below which fewer moves are shown."""
_MOST_ROWS, _MOST_SQUARES = 32, 1500
"""Rows in a column; squares in a picture, unless the caller asks for more."""
_COLORS = {"B": "#33383f", "R": piece_color(5)}
"""Pieces that are named after their colors."""


def line_picture(
    game: Solitaire, data: StrategyData, form: str, moves: int | None = None, size: Size | None = None
) -> Picture:
    """The boards of the first ``moves`` moves, or as many as are legible if ``moves`` is None.

    >>> from strategist.games.solitaires import PegSwap
    >>> from strategist.model.solitaire import line_claims, line_tree
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

    def sheet(shown: int) -> _Sheet:
        note = f"the first {shown} of {many} moves" if shown < many else ""
        return _Sheet(data, boards[: shown + 1], note, size)

    laid = sheet(shown)
    while moves is None and laid.zoom < _LEAST_ZOOM and shown > 1:
        shown = shown * 9 // 10
        laid = sheet(shown)
    width, height = size or (laid.width / 72, laid.height / 72)
    return Picture(draw(laid.paint, width, height, form), shown, many)


class _Sheet:
    """The boards of a line, laid out."""

    def __init__(self, data: StrategyData, boards: Sequence[tuple[str, str]], note: str, size: Size | None) -> None:
        self.boards, self.title = boards, Title(data, note)
        self.text = max(_TEXT, *(text_width(text, _LETTER) + 8 for text, _ in boards))
        self.column = self.text + _SQUARE * max(len(board) for _, board in boards) + _MARGIN
        if size is None:
            self.zoom = 1.0
            columns = -(-len(boards) // _MOST_ROWS)
            self._break(columns)
            self.width = 2 * _MARGIN + max(self.title.width, columns * self.column - _MARGIN)
        else:
            self.zoom, columns = max((self._zoom(size, columns), -columns) for columns in range(1, len(boards) + 1))
            self._break(-columns)
            self.width, self.height = size.width * 72 / self.zoom, size.height * 72 / self.zoom

    def _break(self, columns: int) -> None:
        self.rows = -(-len(self.boards) // columns)
        self.height = _HEAD + self.rows * _STEP + _FOOT

    def _zoom(self, size: Size, columns: int) -> float:
        """The largest zoom at which the boards, in ``columns`` columns, fit into a picture of the given size."""
        self._break(columns)
        width = _MARGIN + max(columns * self.column, _TITLE)
        return min(size.width * 72 / width, size.height * 72 / self.height)

    def paint(self, figure: Figure) -> None:
        plane = Plane(figure, self.width, self.height, self.zoom)
        self.title.paint(plane, _MARGIN, _MARGIN, self.width - 2 * _MARGIN)
        for number, (text, board) in enumerate(self.boards):
            column, row = divmod(number, self.rows)
            left, middle = _MARGIN + column * self.column, _HEAD + (row + 0.5) * _STEP
            plane.text(left, middle, text, size=_LETTER, color=FAINT)
            self._paint_board(plane, left + self.text, middle, board)

    def _paint_board(self, plane: Plane, left: float, middle: float, board: str) -> None:
        from matplotlib.patches import Rectangle

        kinds = [piece for piece in dict.fromkeys(self.boards[0][1]) if piece not in _COLORS]
        for place, piece in enumerate(board):
            at = left + place * _SQUARE
            square = Rectangle((at, middle - _SQUARE / 2), _SQUARE, _SQUARE, facecolor="#f6f7f9", edgecolor=LINE)
            square.set_linewidth(0.8 * plane.zoom)
            plane.axes.add_artist(square)
            if piece not in "._ ":
                color = _COLORS.get(piece) or piece_color(kinds.index(piece) if piece in kinds else 0)
                paint_disc(plane, at + _SQUARE / 2, middle, 0.36 * _SQUARE, color, piece)
