"""NEXUS's command MATRIX: rows of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.matrices.matrix import Cell
from strategist.matrices.matrix_limits import check_size
from strategist.matrices.nexus.nexus_format import Format, together
from strategist.matrices.nexus.nexus_pieces import Kind, Piece
from strategist.matrices.summed_remarks import SummedRemarks

_ENDS = {"(": ")", "{": "}"}


@dataclass
class Row:
    """A row of a matrix: the name of its taxon, the line where it begins, and its cells."""

    name: str
    line: int
    cells: list[Cell] = field(default_factory=list)


class RowReader:
    """Reads rows from the pieces of a matrix.

    Cells that say the same are one object, so a cell takes eight bytes.
    """

    def __init__(self, layout: Format, width: int, remarks: SummedRemarks) -> None:
        self._layout, self._width, self._remarks = layout, width, remarks
        self._signs = layout.signs()
        self._sets: dict[str, Cell] = {}
        self._rows: dict[str, Row] = {}
        self._row: Row | None = None
        self._name = ""
        self._end = ""
        """The bracket that ends a set of states that is open."""
        self._set: list[str] = []
        self._line = 0

    def read(self, body: Iterator[Piece]) -> list[Row]:
        """The rows of a matrix, each of the same width, in the order of their first lines.

        Raises :class:`~strategist.common.errors.SpecError`; the message names the line, but not the file.
        """
        for piece in body:
            self._line = piece.line
            if piece.kind is Kind.SPACE:
                self._pause("\n" in piece.text)
            elif self._row is None:
                self._take_name(piece)
            elif piece.kind is Kind.QUOTED:
                raise self._error("signs of states", quoted(piece.text))
            else:
                for sign in piece.text:
                    self._take_sign(self._row, sign)
        self._pause(True)
        if self._row is not None or self._end:
            raise self._error(f"{self._width} cells in the row of {quoted(self._row and self._row.name)}", "fewer")
        for row in self._rows.values():
            if len(row.cells) < self._width:
                self._line = row.line
                raise self._error(f"{self._width} cells in the row of {quoted(row.name)}", str(len(row.cells)))
        return list(self._rows.values())

    def _error(self, expected: str, got: str) -> SpecError:
        return SpecError(f"line {self._line}: expected {expected}, got {got}")

    def _take_name(self, piece: Piece) -> None:
        if piece.kind is Kind.QUOTED:
            self._begin(piece.text)
        else:
            self._name += piece.text

    def _begin(self, name: str) -> None:
        self._name = ""
        if name not in self._rows:
            check_size(len(self._rows) + 1, self._width)
            self._rows[name] = Row(name, self._line)
        elif not self._layout.interleaved:
            raise self._error("a row for each taxon", f"{quoted(name)} twice")
        self._row = self._rows[name]

    def _pause(self, ends_line: bool) -> None:
        if self._end:
            return
        if self._row is None:
            if self._name:
                self._begin(self._name.replace("_", " "))
        elif ends_line if self._layout.interleaved else len(self._row.cells) == self._width:
            self._row = None

    def _take_sign(self, row: Row, sign: str) -> None:
        if self._end:
            if sign == self._end:
                self._end = ""
                self._append(row, self._cell_of("".join(self._set)))
            elif sign in _ENDS:
                raise self._error(f"{self._end} after a set of states", repr(sign))
            elif sign != ",":
                self._set.append(sign)
        elif sign in _ENDS:
            self._end, self._set = _ENDS[sign], []
            if sign == "{":
                self._remarks.add("uncertain states {…} are read like (…)", line=self._line)
        elif sign == self._layout.match:
            first = next(iter(self._rows.values()))
            if first is row or len(row.cells) >= len(first.cells):
                raise self._error("a cell of the first taxon to repeat", repr(sign))
            self._append(row, first.cells[len(row.cells)])
        else:
            self._append(row, self._one(sign))

    def _append(self, row: Row, cell: Cell) -> None:
        if len(row.cells) == self._width:
            raise self._error(f"{self._width} cells in the row of {quoted(row.name)}", "more")
        row.cells.append(cell)

    def _one(self, sign: str) -> Cell:
        cell = self._signs.get(sign)
        if cell is None and sign == "-":
            self._remarks.add("- is no sign of the file, and is read as inapplicable", line=self._line)
            return Cell(inapplicable=True)
        if cell is None:
            raise self._error(f"a state among {quoted(self._layout.symbols)}", repr(sign))
        return cell

    def _cell_of(self, signs: str) -> Cell:
        """The cell of a set of states."""
        if signs not in self._sets:
            if not signs:
                raise self._error("a state in brackets", "none")
            self._sets[signs] = together(map(self._one, signs))
        return self._sets[signs]
