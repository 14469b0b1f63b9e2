"""Pictures beside a table: files in a folder that are called as items or answers, a column ``image`` of a table, or the
media objects of SDD."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.common.text_files import label_of, read_lines
from strategist.games.tables.layout import TEXT
from strategist.games.tables.lexicon import canonical, name_of
from strategist.games.tables.sources.csv_cells import Row, separated
from strategist.games.tables.sources.picture_names import COLUMN, PICTURE, TYPES
from strategist.games.tables.sources.table_frame import FOUND, framed
from strategist.matrices.marked_text import COLON
from strategist.matrices.readers import format_of, read_sheet
from strategist.matrices.sdd.sdd_media import pictures_of_sdd


def pictures_beside(source: str) -> Iterator[tuple[str, str]]:
    """Canonical names, each with the path or the address of its picture: of the files in a folder, of the rows of a
    table, or of the taxa and states of SDD. Raises :class:`~strategist.common.errors.SpecError`."""
    folder = Path(source)
    if folder.is_dir():
        for path in sorted(folder.iterdir()):
            if path.suffix.lower() in TYPES:
                yield canonical(path.stem), str(path)
        return
    found = format_of(source)
    if found is not None and found.name == "SDD":
        for name, place in pictures_of_sdd(folder):
            yield name_of(name).replace(":", COLON), place if "://" in place else str(folder.parent / place)
        return
    sheet = read_sheet(source)
    rows: Iterator[Row] = iter(sheet.rows) if sheet is not None else separated(read_lines(source, "table"))[1]
    header, *body = list(framed(rows, FOUND, TEXT, [])) or [(1, [])]
    columns = [place for place, cell in enumerate(header[1]) if place and COLUMN.fullmatch(cell.strip())]
    if not columns:
        raise SpecError(f"{label_of(source)}: expected a column image, got none")
    for _, cells in body:
        if columns[0] < len(cells) and (text := cells[columns[0]].strip()):
            if not PICTURE.fullmatch(text):
                ends = ", ".join(TYPES)
                raise SpecError(f"{label_of(source)}: expected an address or a name in {ends}, got {quoted(text)}")
            yield name_of(cells[0]), text if "://" in text else str(folder.parent / text)
