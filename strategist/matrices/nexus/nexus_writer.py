"""Writes a matrix of discrete characters as a NEXUS file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from strategist.common.errors import OutputError
from strategist.matrices.marked_text import plain
from strategist.matrices.matrix import Cell, Character, Kind, Matrix
from strategist.matrices.summed_remarks import SummedRemarks

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CASELESS = 36
"""The first symbols, which are different in capitals."""
_BARE = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.")


def write_nexus(matrix: Matrix, path: Path) -> Sequence[str]:
    """Write a matrix as a NEXUS file, and return remarks on what such a file does not hold.

    Raises :class:`~strategist.common.errors.OutputError` if the file cannot be written.
    """
    remarks = SummedRemarks(path.name)
    text = nexus_text(matrix, remarks)
    try:
        path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise OutputError(f"cannot write {path.name}: {error.strerror or error}") from None
    return remarks.lines()


def nexus_text(matrix: Matrix, remarks: SummedRemarks) -> str:
    """The text of a NEXUS file; what it does not hold is remarked.

    >>> from strategist.matrices.matrix import Taxon
    >>> leaf = Character("leaf shape", Kind.UNORDERED, ("round", "long"))
    >>> taxa = Taxon("Poa annua", (Cell(states=(1,)),)), Taxon("Poa alpina", (Cell(),))
    >>> print(nexus_text(Matrix("", (leaf,), taxa), SummedRemarks("x.nex")))
    #NEXUS
    BEGIN TAXA;
      DIMENSIONS NTAX=2;
      TAXLABELS
        'Poa annua'
        'Poa alpina';
    END;
    BEGIN CHARACTERS;
      DIMENSIONS NCHAR=1;
      FORMAT DATATYPE=STANDARD MISSING=? GAP=- SYMBOLS="01";
      CHARSTATELABELS
        1 'leaf shape' / round long;
      MATRIX
        'Poa annua' 1
        'Poa alpina' ?;
    END;
    <BLANKLINE>
    """
    kept = [index for index, character in enumerate(matrix.characters) if _is_held(character, remarks)]
    characters = [matrix.characters[index] for index in kept]
    _remark(matrix, characters, remarks)
    return "\n".join(_lines(matrix, kept, characters, remarks)) + "\n"


def _is_held(character: Character, remarks: SummedRemarks) -> bool:
    """Whether NEXUS has room for a character; remarks it if not."""
    if not character.kind.categorical:
        remarks.add(f"character of {character.kind.value} left out", plain(character.name))
    elif len(character.states) > len(SYMBOLS):
        remarks.add(f"character of more than {len(SYMBOLS)} states left out", plain(character.name))
    else:
        return True
    return False


def _remark(matrix: Matrix, characters: Sequence[Character], remarks: SummedRemarks) -> None:
    """Remark what is said of the characters and taxa that are written and NEXUS does not hold."""
    for character in characters:
        lost = {
            "unit": character.unit, "implicit state": character.implicit is not None,
            "dependent characters": character.controls, "reliability": character.reliability is not None,
            "key states": character.key_states, "use of normal values": character.normal,
        }  # fmt: skip
        for what, is_there in lost.items():
            if is_there:
                remarks.add(f"{what} left out, of the character", plain(character.name))
    for taxon in matrix.taxa:
        if taxon.abundance is not None:
            remarks.add("abundance left out, of the taxon", plain(taxon.name))
    names = [taxon.name for taxon in matrix.taxa] + [name for each in characters for name in (each.name, *each.states)]
    for name in names:
        if plain(name) != " ".join(name.split()):
            remarks.add("commands for italics or signs, which other programs show as they are", name)


def _lines(
    matrix: Matrix, kept: Sequence[int], characters: Sequence[Character], remarks: SummedRemarks
) -> Iterator[str]:
    names = [_word(taxon.name) for taxon in matrix.taxa]
    symbols = SYMBOLS[: max([2, *(len(character.states) for character in characters)])]
    case = " RESPECTCASE" if len(symbols) > _CASELESS else ""
    yield "#NEXUS"
    yield from ("BEGIN TAXA;", f"  DIMENSIONS NTAX={len(names)};", "  TAXLABELS")
    yield from _ended((f"    {name}" for name in names), "", ";")
    yield from ("END;", "BEGIN CHARACTERS;")
    if matrix.title:
        yield f"  TITLE {_word(matrix.title)};"
    yield f"  DIMENSIONS NCHAR={len(characters)};"
    yield f'  FORMAT DATATYPE=STANDARD{case} MISSING=? GAP=- SYMBOLS="{symbols}";'
    yield "  CHARSTATELABELS"
    labels = (
        " ".join(("   ", str(number), _word(character.name), "/", *map(_word, character.states)))
        for number, character in enumerate(characters, 1)
    )
    yield from _ended(labels, ",", ";")
    yield "  MATRIX"
    rows = (
        f"    {name} {''.join(_entry(taxon.cells[index], remarks, taxon.name) for index in kept)}"
        for name, taxon in zip(names, matrix.taxa, strict=True)
    )
    yield from _ended(rows, "", ";")
    yield "END;"
    ordered = [number for number, each in enumerate(characters, 1) if each.kind is Kind.ORDERED]
    excluded = [number for number, each in enumerate(characters, 1) if each.excluded]
    if ordered or excluded:
        yield "BEGIN ASSUMPTIONS;"
        if ordered:
            yield f"  TYPESET * kinds = ord: {' '.join(map(str, ordered))};"
        if excluded:
            yield f"  EXSET * excluded = {' '.join(map(str, excluded))};"
        yield "END;"


def _ended(lines: Iterable[str], between: str, end: str) -> Iterator[str]:
    """Lines, each but the last with ``between`` behind it, and the last one with ``end``."""
    held: str | None = None
    for line in lines:
        if held is not None:
            yield held + between
        held = line
    yield (held or "") + end


def _entry(cell: Cell, remarks: SummedRemarks, taxon: str) -> str:
    if cell.shares:
        remarks.add("shares of states left out", plain(taxon))
    if cell.implicit:
        remarks.add("implicit state written like others", plain(taxon))
    if cell.text or cell.spans:
        remarks.add("text or numbers beside states left out", plain(taxon))
    signs = "".join(SYMBOLS[state] for state in cell.states) + "-" * cell.inapplicable
    return f"({signs})" if len(signs) > 1 else signs or "?"


def _word(text: str) -> str:
    """A text as one word, in quotes where it needs them.

    >>> _word("Poa"), _word("St. John's"), _word("a_b")
    ('Poa', "'St. John''s'", "'a_b'")
    """
    return text if text and _BARE.issuperset(text) else "'" + text.replace("'", "''") + "'"
