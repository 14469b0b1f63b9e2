"""Pictures of a strategy: the icicle of a decision tree, the boards of a solitaire's line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from strategist.files.strategy import StrategyData
from strategist.game import Game, Piece
from strategist.palette import MARKS, piece_color
from strategist.show.pictures.canvas import FAINT, LOST, columns, draw, require_matplotlib, shortened
from strategist.show.pictures.icicle import Cell, icicle, legible_depth
from strategist.show.pictures.line import line_picture
from strategist.show.pictures.paint import Picture, Title, paint_disc, sheet_axes
from strategist.solitaire import Solitaire
from strategist.tree import GIVE_UP

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# All lengths are points, of which an inch has 72.
_MARGIN, _HEAD, _FOOT = 26.0, 84.0, 40.0
_ROW, _MOST_HEIGHT = 15.0, 760.0
_SMALLEST, _LARGEST = 6.5, 11.0
_LEAST_ROW = 1.35 * _SMALLEST
"""The least height of a cell with a text in it."""
_EM = 0.602
"""How wide a character of the fixed-width font is, by its size."""
_MOST_COLUMNS, _MOST_LEVELS = 24, 12
_PALE, _DEEP = (0.995, 0.965, 0.88), (0.60, 0.72, 0.82)
_SOLVED, _TICK, _SMALL_INK = "#cfe9cd", "#2a6f2d", "#4a5360"


def tree_picture(data: StrategyData, form: str, depth: int | None = None) -> Picture:
    """The icicle of the first ``depth`` levels of a decision tree, as ``svg`` or ``png``; of a solitaire, its boards.

    Without ``depth``, as many levels as are legible. Raises :class:`~strategist.errors.MissingLibraryError` and
    :class:`~strategist.errors.TooLargeError`.

    >>> from strategist.catalog import make_game
    >>> from strategist.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> data = StrategyData(game, "first", tree, Claims.of([1, 1], 0))
    >>> picture = tree_picture(data, "svg")
    >>> picture.shown, picture.levels, picture.contents[:5]
    (2, 2, b'<?xml')
    """
    require_matplotlib()
    game = data.game
    if isinstance(game, Solitaire):
        return line_picture(game, data, form, depth)
    whole = icicle(game, data)
    height = min(_MOST_HEIGHT, max(4 * _ROW, whole[0][0].size * _ROW))
    scale = height / max(1, whole[0][0].size)
    shown = min(len(whole), depth or min(_MOST_LEVELS, legible_depth(whole, _LEAST_ROW / scale)))
    sheet = _Sheet(game, data, whole[:shown], len(whole), scale)
    return Picture(draw(sheet.paint, sheet.width / 72, sheet.height / 72, form), shown, len(whole))


class _Sheet:
    """The icicle of one tree, laid out: the guess in the middle of its cell, what led there before it."""

    def __init__(
        self, game: Game, data: StrategyData, cells: Sequence[Sequence[Cell]], levels: int, scale: float
    ) -> None:
        self.game, self.data, self.cells, self.scale = game, data, cells, scale
        self.title = Title(data, f"the first {len(cells)} of {levels} levels" if len(cells) < levels else "")
        needed = [max(map(self._label_width, column)) for column in cells]
        inner = max(380.0, self.title.width, sum(needed))
        self.width = inner + 2 * _MARGIN
        self.widths = [width * inner / sum(needed) for width in needed]
        self.lefts = [_MARGIN + sum(self.widths[:level]) for level in range(len(cells))]
        self.height = _HEAD + cells[0][0].size * scale + _FOOT
        # The shades are for the cells that can be seen; slivers, mostly solved early, take the palest.
        seen = [cell for column in cells for cell in column if cell.size * scale >= _LEAST_ROW]
        averages = [cell.average for cell in seen if cell.slot is not None and cell.average is not None]
        self.early, self.late = min(averages, default=0.0), max(averages, default=0.0)
        self.loses = any(cell.average is None for column in cells for cell in column)

    def paint(self, figure: Figure) -> None:
        from matplotlib.collections import PolyCollection

        axes = sheet_axes(figure, self.width, self.height)
        self.title.paint(axes, _MARGIN, _MARGIN)
        cells = [cell for column in self.cells for cell in column]
        axes.add_collection(
            PolyCollection(
                [self._corners(cell) for cell in cells],
                facecolors=[self._color(cell) for cell in cells],
                edgecolors="white",
                linewidths=[min(0.9, 0.15 * cell.size * self.scale) for cell in cells],
            )
        )
        for level, left in enumerate(self.lefts):
            axes.text(left + 6, _HEAD - 8, self._column_name(level), size=8, color=FAINT, va="center")
        for cell in cells:
            if cell.size * self.scale >= _LEAST_ROW:
                self._paint_label(axes, cell)
        self._paint_legend(axes)

    def _column_name(self, level: int) -> str:
        guesses = [self.data.tree.guesses[cell.slot] for cell in self.cells[level] if cell.slot is not None]
        announced = all(guess >= self.game.question_count for guess in guesses)
        return "known" if announced and guesses else f"{self.game.move_noun} {level + 1}"

    def _corners(self, cell: Cell) -> list[tuple[float, float]]:
        left, top = self.lefts[cell.level], _HEAD + cell.top * self.scale
        right, bottom = left + self.widths[cell.level], top + cell.size * self.scale
        return [(left, top), (right, top), (right, bottom), (left, bottom)]

    def _color(self, cell: Cell) -> str | tuple[float, ...]:
        if cell.slot is None:
            return _SOLVED
        return LOST if cell.average is None else self._shade(cell.average)

    def _shade(self, average: float) -> tuple[float, ...]:
        """The later, the deeper."""
        share = (average - self.early) / (self.late - self.early) if self.late > self.early else 0.0
        share = min(1.0, max(0.0, share))
        return tuple(pale + (deep - pale) * share for pale, deep in zip(_PALE, _DEEP, strict=True))

    def _font(self, cell: Cell) -> float:
        return max(_SMALLEST, min(_LARGEST + 3 * (cell.level == 0), cell.size * self.scale / 1.5))

    def _texts(self, cell: Cell) -> tuple[str, Sequence[Piece], str]:
        """What led here, the guess piece by piece, how many candidates there are."""
        game, tree = self.game, self.data.tree
        led = "" if cell.response is None else shortened(game.format_response(cell.response), _MOST_COLUMNS)
        if cell.slot is None:
            return led, (), "✓"
        guess = tree.guesses[cell.slot]
        count = "✓" if cell.size == 1 and tree.solves(cell.slot) else str(cell.size)
        if guess == GIVE_UP:
            return led, [Piece("gives up")], count
        code = game.guesses[guess]
        if guess >= game.question_count:
            return led, [Piece(shortened(game.format_secret(code), _MOST_COLUMNS))], count
        if game.look == "pegs":
            return led, game.pieces(code), count
        return led, [Piece(shortened(game.format_code(code), _MOST_COLUMNS))], count

    def _label_width(self, cell: Cell) -> float:
        if cell.size * self.scale < _LEAST_ROW:
            return 44.0
        led, pieces, count = self._texts(cell)
        texts = columns(led) + columns(count) + 5
        size = self._font(cell)
        return texts * _EM * min(size, 9.0) + sum(_piece_width(piece, size) for piece in pieces)

    def _paint_label(self, axes: Axes, cell: Cell) -> None:
        led, pieces, count = self._texts(cell)
        (left, top), _, (right, bottom), _ = self._corners(cell)
        middle, size = (top + bottom) / 2, self._font(cell)
        small = min(size, 9.0)
        at = left + 6
        marks = self.game.marks(cell.response) if self.game.look == "tiles" and cell.response is not None else None
        if marks:
            for place, mark in enumerate(marks):
                _paint_tile(axes, at + place * _EM * small, middle, _EM * small, MARKS[mark], led[place].strip("-"))
        elif led:
            axes.text(at, middle, led, size=small, color=_SMALL_INK, family="monospace", va="center_baseline")
        if led:
            at += (columns(led) + 1.5) * _EM * small
        for piece in pieces:
            _paint_piece(axes, piece, at, middle, size)
            at += _piece_width(piece, size)
        color = _TICK if count == "✓" else _SMALL_INK
        axes.text(
            right - 6, middle, count, size=small, color=color, family="monospace", ha="right", va="center_baseline"
        )

    def _paint_legend(self, axes: Axes) -> None:
        """Paint the legend: the shade of each guess. The announcement of a secret is not a guess."""
        announces, noun = self.game.announces, self.game.move_noun
        middle, left, steps = self.height - _FOOT / 2, _MARGIN, 40
        words = "known on average after question" if announces else f"solved on average at {noun}"

        def swatch(at: float, wide: float, color: str | tuple[float, ...]) -> None:
            axes.fill(
                [at, at + wide, at + wide, at], [middle - 5, middle - 5, middle + 5, middle + 5], color=color, lw=0
            )

        def word(at: float, text: str) -> None:
            axes.text(at, middle, text, size=8, color=FAINT, va="center")

        word(left, f"{words} {self.early - announces:.1f}")
        left += 4.3 * len(words) + 24
        for step in range(steps):
            swatch(left + 3 * step, 3.2, self._shade(self.early + (self.late - self.early) * step / (steps - 1)))
        word(left + 3 * steps + 6, f"{self.late - announces:.1f}")
        if self.loses:
            swatch(left + 3 * steps + 40, 16, LOST)
            word(left + 3 * steps + 62, "lost")


def _piece_width(piece: Piece, size: float) -> float:
    return 1.45 * size if piece.color is not None else _EM * size * columns(piece.text)


def _paint_piece(axes: Axes, piece: Piece, left: float, middle: float, size: float) -> None:
    """A colored disc with its letter, or the text alone."""
    if piece.color is None:
        axes.text(left, middle, piece.text, size=size, weight="bold", family="monospace", va="center_baseline")
        return
    color = piece_color(piece.color)
    paint_disc(axes, left + 0.7 * size, middle, 0.66 * size, color, piece.text)


def _paint_tile(axes: Axes, left: float, middle: float, size: float, color: str, text: str) -> None:
    """A mark of a response with its letter, so that color is never the only sign."""
    from matplotlib.patches import Rectangle

    axes.add_artist(Rectangle((left, middle - 0.65 * size), 0.9 * size, 1.3 * size, facecolor=color, edgecolor="none"))
    axes.text(
        left + 0.45 * size, middle, text, size=size, color="white", weight="bold", ha="center", va="center_baseline"
    )
