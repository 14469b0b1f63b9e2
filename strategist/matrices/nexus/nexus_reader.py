"""Reads a matrix of discrete characters from a NEXUS file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.common.text_files import label_of
from strategist.matrices.matrix import Character, Kind, Matrix, Read, Taxon
from strategist.matrices.matrix_limits import check_size
from strategist.matrices.nexus.nexus_assumptions import Assumptions, Statement
from strategist.matrices.nexus.nexus_block import STANDARD, Block, BlockReader, sizes_in
from strategist.matrices.nexus.nexus_pieces import Command, commands, pieces, plain_text, words
from strategist.matrices.nexus.nexus_rows import Row
from strategist.matrices.source_text import read_source
from strategist.matrices.summed_remarks import SummedRemarks

_MOST_BYTES = 1 << 22
"""Some hundred taxa with some hundred characters take a tenth of it."""
_START = "#NEXUS"


def read_nexus(path: Path) -> Read:
    """The first matrix of discrete characters (DATATYPE=STANDARD) in a NEXUS file.

    Raises :class:`~strategist.common.errors.SpecError`, one line with the file's label, for a file that is none, and
    :class:`~strategist.common.errors.MissingLibraryError` without commonnexus.
    """
    label = label_of(str(path))
    remarks = SummedRemarks(label)
    text = read_source(path, _MOST_BYTES, "NEXUS file", remarks)
    lead = len(text) - len(text.lstrip())
    if text[lead : lead + len(_START)].upper() != _START:
        raise SpecError(f"{label}: line 1: expected {_START}, got {quoted(text[lead : lead + 20])}")
    # The lines before it count.
    reader = _Reader(label, remarks)
    reader.read(commands(pieces(text[:lead] + text[lead + len(_START) :], label), label))
    return Read(reader.matrix(), remarks.lines())


class _Reader:
    def __init__(self, label: str, remarks: SummedRemarks) -> None:
        self._label, self._remarks = label, remarks
        self._labels: list[str] = []
        """The names of the block TAXA."""
        self._block: Block | None = None
        self._refused = f"{label}: expected a block DATA or CHARACTERS, got none"
        self._statements: list[Statement] = []

    def read(self, found: Iterator[Command]) -> None:
        """Read the blocks of a file."""
        for command in found:
            if command.name != "BEGIN":
                raise self._error(command.line, "BEGIN and the name of a block", quoted(command.name))
            name = "".join(word.text for word in words(command, self._label)[:1]).upper()
            if name in ("DATA", "CHARACTERS"):
                block = Block(name, command.line)
                reader = BlockReader(block, self._label, self._remarks)
                for inner in self._inner(found, name, command.line):
                    reader.read(inner)
                self._choose(block)
            elif name == "TAXA":
                for inner in self._inner(found, name, command.line):
                    self._read_taxa(inner)
            elif name in ("ASSUMPTIONS", "SETS"):
                for inner in self._inner(found, name, command.line):
                    self._statements.append(Statement(inner.name, plain_text(inner, self._label), inner.line))
            else:
                self._remarks.add("block left out", name, command.line)
                for _ in self._inner(found, name, command.line):
                    pass

    def matrix(self) -> Matrix:
        """The matrix of the block that was chosen."""
        block = self._block
        if block is None or block.rows is None:
            raise SpecError(self._refused)
        assumptions = Assumptions(_characters(block, block.rows), self._remarks)
        if block.eliminated:
            assumptions.take(Statement("ELIMINATE", *block.eliminated))
        for statement in self._statements:
            assumptions.take(statement)
        names = self._names(block.labels or self._labels, block.rows)
        taxa = tuple(Taxon(name, tuple(row.cells)) for name, row in zip(names, block.rows, strict=True))
        return Matrix(block.title, tuple(assumptions.applied()), taxa)

    def _error(self, line: int, expected: str, got: str) -> SpecError:
        return SpecError(f"{self._label}: line {line}: expected {expected}, got {got}")

    def _inner(self, found: Iterator[Command], name: str, line: int) -> Iterator[Command]:
        """The commands of a block to its END."""
        for command in found:
            if command.name in ("END", "ENDBLOCK"):
                return
            if command.name == "BEGIN":
                raise self._error(command.line, f"END of the block {quoted(name)} that begins in line {line}", "BEGIN")
            yield command
        raise self._error(line, f"END of the block {quoted(name)} that begins here", "the end of the file")

    def _read_taxa(self, command: Command) -> None:
        try:
            if command.name == "DIMENSIONS":
                check_size(sizes_in(plain_text(command, self._label)).get("NTAX", 1), 1)
            elif command.name == "TAXLABELS":
                labels = [word.text for word in words(command, self._label)]
                check_size(len(labels), 1)
                self._labels = self._labels or labels
            elif command.name not in ("TITLE", "LINK"):
                self._remarks.add("command left out", f"{command.name} in TAXA", command.line)
        except SpecError as error:
            text = str(error)
            raise SpecError(
                text if text.startswith(f"{self._label}: ") else f"{self._label}: line {command.line}: {text}"
            ) from None

    def _choose(self, block: Block) -> None:
        """Keep a block of characters if it is the first with discrete ones."""
        if block.layout.datatype != STANDARD:
            datatype = quoted(block.layout.datatype)
            expected = f"DATATYPE={STANDARD}, which is characters with states"
            self._refused = f"{self._label}: line {block.line}: expected {expected}, got {datatype}"
            self._remarks.add("matrix left out, of the type", block.layout.datatype, block.line)
        elif block.rows is None:
            raise self._error(block.line, f"a MATRIX in the block {block.name}", "none")
        elif self._block:
            self._remarks.add("further matrix left out", block.title or block.name, block.line)
        elif block.taxa not in (None, len(block.rows)) and not self._labels:
            raise self._error(block.line, f"{block.taxa} rows, which NTAX says", str(len(block.rows)))
        else:
            self._block = block

    def _names(self, labels: list[str], rows: list[Row]) -> list[str]:
        """The names of the taxa of rows, as TAXLABELS writes them. A row may give a number instead."""
        exact = set(labels)
        known = {label.lower(): label for label in labels}
        numbered = {str(number): label for number, label in enumerate(labels, 1)}
        named: dict[str, Row] = {}
        for row in rows:
            name = row.name if row.name in exact else known.get(row.name.lower()) or numbered.get(row.name) or row.name
            if name in named:
                raise self._error(row.line, "a row for each taxon", f"a second one of {quoted(name)}")
            if labels and name not in exact:
                self._remarks.add("taxon that TAXLABELS does not name", name, row.line)
            named[name] = row
        for label in labels:
            if label not in named:
                self._remarks.add("taxon without a row left out", label)
        return list(named)


def _characters(block: Block, rows: list[Row]) -> list[Character]:
    """The characters of a block. States without a name are called by their symbols."""
    width, symbols = block.width or 0, block.layout.symbols
    highest = [-1] * width
    for row in rows:
        for index, cell in enumerate(row.cells):
            if cell.states and max(cell.states) > highest[index]:
                highest[index] = max(cell.states)
    characters = []
    for index in range(width):
        labels = block.states.get(index, [])
        further = symbols[len(labels) : highest[index] + 1]
        states = [
            label if label.strip() or state >= len(symbols) else symbols[state] for state, label in enumerate(labels)
        ]
        name = block.names.get(index, "")
        name = name if name.strip() else f"character {index + 1}"
        characters.append(Character(name, Kind.UNORDERED, (*states, *further)))
    return characters
