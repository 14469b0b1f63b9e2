"""NEXUS's blocks DATA and CHARACTERS: their commands, one after another."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.matrices.matrix_limits import MOST_STATES, check_size
from strategist.matrices.nexus.nexus_format import Format, read_format
from strategist.matrices.nexus.nexus_pieces import Command, Word, parted, plain_text, words
from strategist.matrices.nexus.nexus_rows import Row, RowReader
from strategist.matrices.summed_remarks import SummedRemarks

STANDARD = "STANDARD"
_SIZE = re.compile(r"\b(NTAX|NCHAR)\s*=\s*([0-9]{1,9})\b", re.IGNORECASE)


@dataclass
class Block:
    """A block of characters, as far as it was read. Characters have indices from 0."""

    name: str
    line: int
    title: str = ""
    taxa: int | None = None
    width: int | None = None
    """The number of characters."""
    layout: Format = field(default_factory=Format)
    labels: list[str] = field(default_factory=list)
    """The names of taxa, if the block has them."""
    names: dict[int, str] = field(default_factory=dict)
    states: dict[int, list[str]] = field(default_factory=dict)
    eliminated: tuple[str, int] | None = None
    """A set of characters to leave out, and its line."""
    rows: list[Row] | None = None


class BlockReader:
    """Reads the commands of a block of characters.

    Raises :class:`~strategist.common.errors.SpecError`, one line with the file's label and the line.
    """

    def __init__(self, block: Block, label: str, remarks: SummedRemarks) -> None:
        self._block, self._label, self._remarks = block, label, remarks

    def read(self, command: Command) -> None:
        """Read the next command."""
        block, name, line = self._block, command.name, command.line
        try:
            if name == "DIMENSIONS":
                sizes = sizes_in(plain_text(command, self._label))
                block.taxa, block.width = sizes.get("NTAX"), sizes.get("NCHAR")
                check_size(block.taxa or 1, block.width or 1)
            elif name == "FORMAT":
                block.layout = read_format(plain_text(command, self._label), self._remarks, line)
            elif name == "TITLE":
                block.title = " ".join(word.text for word in words(command, self._label))
            elif name == "ELIMINATE":
                block.eliminated = plain_text(command, self._label), line
            elif name == "TAXLABELS":
                block.labels = [word.text for word in words(command, self._label)]
            elif block.layout.datatype == STANDARD:
                self._read_of_characters(command)
        except SpecError as error:
            text = str(error)
            if text.startswith(f"{self._label}: "):
                raise
            where = "" if text.startswith("line ") else f"line {line}: "
            raise SpecError(f"{self._label}: {where}{text}") from None

    def _read_of_characters(self, command: Command) -> None:
        """Read a command that has a meaning for discrete characters only."""
        block, name = self._block, command.name
        if name == "CHARLABELS":
            for index, word in enumerate(words(command, self._label)):
                block.names[self._index(str(index + 1), word.line)] = word.text
        elif name in ("STATELABELS", "CHARSTATELABELS"):
            for part in parted(words(command, self._label, ",/")):
                index = self._index(part[0].text, part[0].line)
                rest = part[1:] if name == "STATELABELS" else self._take_name(index, part[1:])
                block.states[index] = self._states(rest, part[0].line)
        elif name == "MATRIX":
            block.rows = RowReader(block.layout, self._width(command.line), self._remarks).read(command.body)
            if not block.rows:
                raise SpecError("expected rows in MATRIX, got none")
        elif name != "LINK":
            self._remarks.add("command left out", f"{name} in {block.name}", command.line)

    def _width(self, line: int) -> int:
        if not self._block.width:
            raise SpecError(f"line {line}: expected NCHAR=… in DIMENSIONS before this command, got none")
        return self._block.width

    def _index(self, number: str, line: int) -> int:
        """The index of a character from its number."""
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:10]) <= self._width(line)):
            got = quoted(number)
            raise SpecError(f"line {line}: expected the number of a character, 1 to {self._block.width}, got {got}")
        return int(number) - 1

    def _take_name(self, index: int, found: list[Word]) -> list[Word]:
        """Take the name of a character from the words to the slash; return those behind it, the names of states."""
        slash = next((place for place, word in enumerate(found) if word.is_mark), len(found))
        if slash > 1:
            expected = "a comma or a slash after the name of a character"
            raise SpecError(f"line {found[1].line}: expected {expected}, got {quoted(found[1].text)}")
        if slash:
            self._block.names[index] = found[0].text
        return found[slash + 1 :]

    def _states(self, found: list[Word], line: int) -> list[str]:
        if len(found) > MOST_STATES:
            raise SpecError(f"line {line}: expected at most {MOST_STATES} states of a character, got {len(found)}")
        if any(word.is_mark for word in found):
            raise SpecError(f"line {line}: expected names of states, got a slash")
        return [word.text for word in found]


def sizes_in(text: str) -> dict[str, int]:
    """The numbers in a command DIMENSIONS.

    >>> sizes_in("NewTaxa ntax = 3 NCHAR=17")
    {'NTAX': 3, 'NCHAR': 17}
    """
    return {match[1].upper(): int(match[2]) for match in _SIZE.finditer(text)}
