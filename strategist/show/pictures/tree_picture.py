"""Pictures of a strategy: the icicle of a decision tree, the boards of a solitaire's line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from strategist.common.extras import require
from strategist.common.palette import MARKS, piece_color
from strategist.files.strategy import StrategyData
from strategist.model import endings
from strategist.model.game import Game, Piece
from strategist.model.solitaire import Solitaire
from strategist.model.tree import GIVE_UP
from strategist.show.pictures.canvas import FAINT, LOST, columns, draw, shortened, text_width
from strategist.show.pictures.icicle import IcicleCell, icicle, legible_depth, rows_of
from strategist.show.pictures.line_picture import line_picture
from strategist.show.pictures.paper_sizes import Size
from strategist.show.pictures.picture_parts import Picture, Plane, Title, paint_disc
from strategist.show.slots.who_stands import undecided_ends
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import plain, runs, said

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# All lengths are in points, 72 to an inch.
_MARGIN, _HEAD, _FOOT = 26.0, 84.0, 40.0
_ROW, _MOST_HEIGHT = 15.0, 760.0
_SMALLEST, _LARGEST = 6.5, 11.0
_LEAST_ROW = 1.35 * _SMALLEST
"""The least height of a cell with a text in it."""
_EM = 0.602
"""The width of a character of the fixed-width font, as a fraction of the font size."""
_GAP = 0.4
"""The least gap before the number of candidates, in characters."""
_MOST_COLUMNS, _MOST_LEVELS = 24, 12
_LEAST_ZOOM, _ENOUGH_HEIGHT = 0.65, 300.0
"""The zoom at which the smallest text is 4 points high; a height of the icicle for which the texts need not shrink."""
_PALE, _DEEP = (0.995, 0.965, 0.88), (0.60, 0.72, 0.82)
_SOLVED, _TICK, _SMALL_INK = "#cfe9cd", "#2a6f2d", "#4a5360"


def tree_picture(data: StrategyData, form: str, depth: int | None = None, size: Size | None = None) -> Picture:
    """The icicle of the first ``depth`` levels of a decision tree, or the boards of a solitaire.

    ``form`` is ``svg``, ``png`` or ``pdf``. Without ``depth``, it shows as many levels as are legible. Without
    ``size``, it is as large as its texts need. In a picture of a given size, texts that do not fit are made smaller,
    shortened or left out. Raises :class:`~strategist.common.errors.MissingLibraryError` and
    :class:`~strategist.common.errors.TooLargeError`.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> picture = tree_picture(data, "svg")
    >>> picture.shown, picture.levels, picture.contents[:5]
    (2, 2, b'<?xml')
    """
    require("matplotlib")
    game = data.game
    if isinstance(game, Solitaire):
        return line_picture(game, data, form, depth, size)
    sheet = _Sheet(game, data, icicle(game, data), depth, size)
    width, height = size or (sheet.width / 72, sheet.height / 72)
    return Picture(draw(sheet.paint, width, height, form), len(sheet.cells), sheet.levels)


class _Sheet:
    """The icicle of one tree, laid out: the guess in the middle of its cell, after the response that led there."""

    def __init__(
        self,
        game: Game,
        data: StrategyData,
        whole: Sequence[Sequence[IcicleCell]],
        depth: int | None,
        size: Size | None,
    ) -> None:
        self.game, self.data, self.whole = game, data, whole
        # Of a tree that shares slots, the cells of all levels may be too many.
        self.levels = sum(1 for _ in data.tree.levels())
        self.ends = undecided_ends(game, data)
        if size is None:
            self._lay_out_freely(depth)
        else:
            self._lay_out(depth, size)
        # The shades are scaled to the visible cells; slivers, mostly solved early, get the palest.
        seen = [cell for column in self.cells for cell in column if cell.size * self.scale >= _LEAST_ROW]
        averages = [cell.average for cell in seen if cell.slot is not None and cell.average is not None]
        self.early, self.late = min(averages, default=0.0), max(averages, default=0.0)
        self.loses = any(cell.average is None for column in self.cells for cell in column)

    def _lay_out_freely(self, depth: int | None) -> None:
        """Make the columns as wide as their texts need, and the rows high enough to read, up to a limit."""
        self.zoom = 1.0
        height = min(_MOST_HEIGHT, max(4 * _ROW, rows_of(self.whole) * _ROW))
        self._show(height, depth)
        needed = self._needed()
        self._divide(max(380.0, self.title.width, sum(needed)), needed)
        self.height = _HEAD + self.whole[0][0].size * self.scale + _FOOT

    def _lay_out(self, depth: int | None, size: Size) -> None:
        """Fill a picture of the given size with texts as large as possible; small texts are preferred to cut ones."""
        wide, high = 72 * size.width, 72 * size.height
        least_high = _HEAD + _FOOT + min(rows_of(self.whole) * _ROW, _ENOUGH_HEIGHT)
        self.zoom = max(_LEAST_ZOOM, min(wide / (380 + 2 * _MARGIN), high / least_high))
        # Texts no larger than in a picture without a given size leave room for more levels.
        self._show(high - _HEAD - _FOOT, depth)
        wanted = len(self.cells)
        while True:
            inner, self.height = wide / self.zoom - 2 * _MARGIN, high / self.zoom
            self._show(self.height - _HEAD - _FOOT, depth)
            needed = self._needed()
            if (sum(needed) <= inner and len(needed) >= wanted) or self.zoom == _LEAST_ZOOM:
                break
            self.zoom = max(_LEAST_ZOOM, 0.93 * self.zoom)
        while depth is None and len(self.cells) > 1 and sum(needed) > inner:
            needed.pop()
            self._cut(len(needed))
        self._divide(inner, needed)

    def _show(self, height: float, depth: int | None) -> None:
        """Choose the columns to show where all secrets together are ``height`` high."""
        self.scale = height / max(1, self.whole[0][0].size)
        self._cut(depth or min(_MOST_LEVELS, legible_depth(self.whole, _LEAST_ROW / self.scale)))

    def _cut(self, depth: int) -> None:
        self.cells = self.whole[:depth]
        shown = len(self.cells)
        self.title = Title(self.data, f"the first {shown} of {self.levels} levels" if shown < self.levels else "")

    def _needed(self) -> list[float]:
        """The width of each column that its texts need."""
        return [max(map(self._label_width, column)) for column in self.cells]

    def _divide(self, inner: float, needed: Sequence[float]) -> None:
        """Divide the width within the margins among the columns."""
        self.width: float = inner + 2 * _MARGIN
        self.widths = [width * inner / sum(needed) for width in needed]
        self.lefts = [_MARGIN + sum(self.widths[:level]) for level in range(len(needed))]

    def paint(self, figure: Figure) -> None:
        from matplotlib.collections import PolyCollection

        plane = Plane(figure, self.width, self.height, self.zoom)
        self.title.paint(plane, _MARGIN, _MARGIN, self.width - 2 * _MARGIN)
        cells = [cell for column in self.cells for cell in column]
        plane.axes.add_collection(
            PolyCollection(
                [self._corners(cell) for cell in cells],
                facecolors=[self._color(cell) for cell in cells],
                edgecolors="white",
                linewidths=[self.zoom * min(0.9, 0.15 * cell.size * self.scale) for cell in cells],
            )
        )
        for level, left in enumerate(self.lefts):
            plane.text(left + 6, _HEAD - 8, self._column_name(level), size=8, color=FAINT, va="center")
        for cell in cells:
            if cell.size * self.scale >= _LEAST_ROW:
                self._paint_label(plane, cell)
        self._paint_legend(plane)

    def _column_name(self, level: int) -> str:
        guesses = [self.data.tree.guesses[cell.slot] for cell in self.cells[level] if cell.slot is not None]
        announced = all(guess >= self.game.question_count for guess in guesses)
        names = ["known"] if announced and guesses else [f"{self.game.move_noun} {level + 1}", str(level + 1)]
        return _first_that_fits(names, self.widths[level] - 8)

    def _corners(self, cell: IcicleCell) -> list[tuple[float, float]]:
        left, top = self.lefts[cell.level], _HEAD + cell.top * self.scale
        right, bottom = left + self.widths[cell.level], top + cell.size * self.scale
        return [(left, top), (right, top), (right, bottom), (left, bottom)]

    def _color(self, cell: IcicleCell) -> str | tuple[float, ...]:
        if cell.slot is None:
            return _SOLVED
        return LOST if cell.average is None else self._shade(cell.average)

    def _shade(self, average: float) -> tuple[float, ...]:
        """The shade of a cell: the later its secrets are solved, the darker."""
        share = (average - self.early) / (self.late - self.early) if self.late > self.early else 0.0
        share = min(1.0, max(0.0, share))
        return tuple(pale + (deep - pale) * share for pale, deep in zip(_PALE, _DEEP, strict=True))

    def _font(self, cell: IcicleCell) -> float:
        return max(_SMALLEST, min(_LARGEST + 3 * (cell.level == 0), cell.size * self.scale / 1.5))

    def _texts(self, cell: IcicleCell) -> tuple[str, Sequence[Piece], str]:
        """The texts of a cell: the response before it, the guess piece by piece, the number of candidates."""
        game, tree = self.game, self.data.tree
        led = "" if cell.response is None else shortened(said(game).response(cell.response), _MOST_COLUMNS)
        if cell.slot is None:
            return led, (), "✓"
        guess = tree.guesses[cell.slot]
        found = cell.secrets == 1 and tree.masks[cell.slot] == tree.solved_bit
        count = "✓" if found else cell.text
        if guess == GIVE_UP:
            return led, [Piece("gives up")], count
        if game.look == "pegs":
            return led, game.pieces(game.guesses[guess]), count
        return led, [Piece(shortened(plain(self._marked(cell)), _MOST_COLUMNS))], count

    def _marked(self, cell: IcicleCell) -> str:
        """The guess of a cell as one marked text, empty for none."""
        game = self.game
        guess = GIVE_UP if cell.slot is None else self.data.tree.guesses[cell.slot]
        if cell.slot is None or guess == GIVE_UP:
            return ""
        code = game.guesses[guess]
        if guess >= game.question_count:
            return self.ends.get(cell.slot) or game.shown_secret(code)
        return game.shown_code(code)

    def _label_width(self, cell: IcicleCell) -> float:
        if cell.size * self.scale < _LEAST_ROW:
            return 44.0
        led, pieces, count = self._texts(cell)
        texts = columns(led) + columns(count) + 5
        size = self._font(cell)
        return texts * _EM * min(size, 9.0) + sum(_piece_width(piece, size) for piece in pieces)

    def _label(self, cell: IcicleCell, size: float, room: float) -> tuple[str, Sequence[Piece], str]:
        """The texts of a cell that fit in ``room``; the guess is preferred to the response and the number."""
        led, pieces, count = self._texts(cell)
        small = min(size, 9.0) * _EM

        def width(led: str, pieces: Sequence[Piece], count: str) -> float:
            letters = columns(led) + 1.5 if led else 0.0
            if count:
                letters += columns(count) + (_GAP if led or pieces else 0)
            return letters * small + sum(_piece_width(piece, size) for piece in pieces)

        choices = [(led, pieces, count), (led, pieces, ""), ("", pieces, "")]
        if not pieces:
            choices = [(led, pieces, count), (led, pieces, ""), ("", pieces, count)]
        for choice in choices:
            if width(*choice) <= room:
                return choice
        return "", _first_pieces(pieces, room, size), ""

    def _paint_label(self, plane: Plane, cell: IcicleCell) -> None:
        (left, top), _, (right, bottom), _ = self._corners(cell)
        middle, size = (top + bottom) / 2, self._font(cell)
        led, pieces, count = self._label(cell, size, right - left - 12)
        small = min(size, 9.0)
        at = left + 6
        marks = self.game.marks(cell.response) if self.game.look == "tiles" and cell.response is not None else None
        if marks and led:
            for place, mark in enumerate(marks):
                _paint_tile(plane, at + place * _EM * small, middle, _EM * small, MARKS[mark], led[place].strip("-"))
        elif led:
            plane.text(at, middle, led, size=small, color=_SMALL_INK, family="monospace")
        if led:
            at += (columns(led) + 1.5) * _EM * small
        for piece in pieces:
            _paint_piece(plane, piece, at, middle, size, self._marked(cell))
            at += _piece_width(piece, size)
        if count:
            color = _TICK if count == "✓" else _SMALL_INK
            plane.text(right - 6, middle, count, size=small, color=color, family="monospace", ha="right")

    def _paint_legend(self, plane: Plane) -> None:
        """Paint the legend: the shade of each guess. The announcement of a secret is not a guess."""
        announces, noun = self.game.announces, self.game.move_noun
        middle, left, steps = self.height - _FOOT / 2, _MARGIN, 40
        wording = wording_of(self.game)
        when = wording.solved_at
        words = f"known {when} after {noun} " if announces else f"solved {when} at {noun} "
        early, late = wording.figure(self.early - announces, 1), wording.figure(self.late - announces, 1)

        def swatch(at: float, wide: float, color: str | tuple[float, ...]) -> None:
            plane.axes.fill(
                [at, at + wide, at + wide, at], [middle - 5, middle - 5, middle + 5, middle + 5], color=color, lw=0
            )

        def word(at: float, text: str) -> None:
            plane.text(at, middle, text, size=8, color=FAINT, va="center")

        # The colors and numbers, up to 200 units wide, take precedence over the words.
        words = _first_that_fits([words, f"{noun} ", ""], self.width - 2 * _MARGIN - 200)
        word(left, words + early)
        left += max(4.3 * (len(words) - 1) + 24, text_width(words + early, 8) + 4)
        for step in range(steps):
            swatch(left + 3 * step, 3.2, self._shade(self.early + (self.late - self.early) * step / (steps - 1)))
        word(left + 3 * steps + 6, late)
        if self.loses:
            swatch(left + 3 * steps + 40, 16, LOST)
            word(left + 3 * steps + 62, endings.LOST)


def _first_that_fits(texts: Sequence[str], room: float) -> str:
    """The first of the texts that is no wider than ``room`` in letters of size 8; empty if none is."""
    return next((text for text in texts if text_width(text, 8) <= room), "")


def _first_pieces(pieces: Sequence[Piece], room: float, size: float) -> Sequence[Piece]:
    """The first pieces, or the beginning of a single text, and an ellipsis; empty if no piece fits."""
    if len(pieces) == 1 and pieces[0].color is None:
        most = int(room / (_EM * size))
        return [Piece(shortened(pieces[0].text, most))] if most > 1 else []
    room -= _EM * size
    kept = 0
    while kept < len(pieces) and (room := room - _piece_width(pieces[kept], size)) >= 0:
        kept += 1
    return [*pieces[:kept], Piece("…")] if kept else []


def _piece_width(piece: Piece, size: float) -> float:
    return 1.45 * size if piece.color is not None else _EM * size * columns(piece.text)


def _paint_piece(plane: Plane, piece: Piece, left: float, middle: float, size: float, marked: str) -> None:
    """A colored disc with its letter, or the text alone, which is the beginning of a marked text."""
    if piece.color is None:
        for text, italic in _parts(piece.text, marked):
            style = "italic" if italic else "normal"
            plane.text(left, middle, text, size=size, weight="bold", family="monospace", style=style)
            left += _EM * size * columns(text)
        return
    color = piece_color(piece.color)
    paint_disc(plane, left + 0.7 * size, middle, 0.66 * size, color, piece.text)


def _parts(text: str, marked: str) -> Iterator[tuple[str, bool]]:
    r"""A text in parts, slanted or not as the marked text is that it is the beginning of; an ellipsis may end it.

    >>> list(_parts("Poa an…", r"\i{}Poa\i0{} annua"))
    [('Poa', True), (' an…', False)]
    """
    for run in runs(marked):
        if part := text[: len(run.text)]:
            yield part, run.italic
        text = text[len(run.text) :]
    if text:
        yield text, False


def _paint_tile(plane: Plane, left: float, middle: float, size: float, color: str, text: str) -> None:
    """A mark of a response with its letter, so that color is never the only sign."""
    from matplotlib.patches import Rectangle

    corner = (left, middle - 0.65 * size)
    plane.axes.add_artist(Rectangle(corner, 0.9 * size, 1.3 * size, facecolor=color, edgecolor="none"))
    plane.text(left + 0.45 * size, middle, text, size=size, color="white", weight="bold", ha="center")
