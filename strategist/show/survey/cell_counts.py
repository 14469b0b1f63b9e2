"""How many cells of a matrix or a table hold one state, several, or nothing that is known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from strategist.games.tables.cells.states import states_of
from strategist.games.tables.table import Table
from strategist.matrices.matrix import Cell, Matrix


@dataclass(frozen=True)
class CellCounts:
    """Numbers of cells. Each cell is counted once, except that ``implicit`` ones are also counted as what they hold."""

    one: int = 0
    """With one state."""
    several: int = 0
    """With several states, or with one where part of a taxon has not what the character is about."""
    unknown: int = 0
    inapplicable: int = 0
    numbers: int = 0
    """With a single number."""
    ranges: int = 0
    """With numbers from one to another."""
    texts: int = 0
    implicit: int = 0
    """Not coded, so that the implicit state of the character is taken."""


def cells_of_matrix(matrix: Matrix) -> CellCounts:
    """The counts of all cells of a matrix, also of characters that a key leaves out.

    >>> from strategist.matrices.matrix import UNKNOWN, Character, Kind, Taxon
    >>> petals = Character("petals", Kind.UNORDERED, ("4", "5"))
    >>> taxa = tuple(Taxon(name, (cell,)) for name, cell in (("a", Cell((0, 1))), ("b", UNKNOWN)))
    >>> cells_of_matrix(Matrix("", (petals,), taxa))
    CellCounts(one=0, several=1, unknown=1, inapplicable=0, numbers=0, ranges=0, texts=0, implicit=0)
    """
    found = Counter(_kind_of(cell) for taxon in matrix.taxa for cell in taxon.cells)
    return CellCounts(**found, implicit=sum(cell.implicit for taxon in matrix.taxa for cell in taxon.cells))


def _kind_of(cell: Cell) -> str:
    if cell.unknown:
        return "unknown"
    if cell.spans:
        (first, *more) = cell.spans
        return "numbers" if not more and first.least == first.most else "ranges"
    if cell.states:
        return "several" if len(cell.states) + cell.inapplicable > 1 else "one"
    return "inapplicable" if cell.inapplicable else "texts"


def cells_of_table(table: Table) -> CellCounts:
    """The counts of all cells of a table: of columns of numbers, those of the questions that are made of them."""
    states = states_of(table.values)
    found: Counter[str] = Counter()
    for question in range(table.question_count):
        for cell, times in Counter(table.cells_of(question)).items():
            kind = "one"
            if states is not None:
                if cell == states.unknown:
                    kind = "unknown"
                elif cell == states.inapplicable:
                    kind = "inapplicable"
                elif len(states.read(cell) or ()) > 1:
                    kind = "several"
            found[kind] += times
    return CellCounts(**found)
