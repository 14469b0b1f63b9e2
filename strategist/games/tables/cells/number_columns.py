"""Questions of a table whose cells are numbers: see :mod:`strategist.games.tables.cells.number_parameters`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted, shortened
from strategist.common.wording import counted
from strategist.games.tables.cells.cell_signs import Answers, Signs, free_separator
from strategist.games.tables.cells.number_parameters import ALL, Measured, Measures, answers_to, questions_of
from strategist.games.tables.cells.states import EMPTY, States, separator_pattern
from strategist.games.tables.contents import Reading
from strategist.games.tables.layout import Places
from strategist.games.tables.lexicon import canonical, name_of
from strategist.games.tables.sources.csv_cells import Row
from strategist.matrices.spans import read_loose_span
from strategist.matrices.thresholds import pieces_of
from strategist.model.spec import Value


@dataclass(frozen=True)
class Columns:
    """The rows of a table, with questions in place of numbers."""

    rows: Sequence[Row]
    values: Mapping[str, Value]
    """The parameters that the questions need, and that are not given."""
    made: Collection[str]
    """The canonical names of the questions that were made of numbers."""
    remarks: Sequence[str]
    commas: bool = False
    """Whether decimals stand behind a comma somewhere."""


def with_number_questions(
    rows: Sequence[Row], reading: Reading, measures: Measures, places: Places | None, comma: bool
) -> Columns:
    """The rows of a table, a secret in each column, with questions in place of the rows of numbers.

    ``places`` says where rows stand, where they were turned; with ``comma`` decimals may stand behind a comma. Raises
    :class:`~strategist.common.errors.SpecError`.

    >>> rows = [(1, ["", "rose", "lily"]), (2, ["height", "40-90", "60-150"]), (3, ["petals", "5", "6"])]
    >>> found = with_number_questions(rows, Reading(), Measures(["petals"]), None, False)
    >>> found.rows[1:], found.made
    ([(2, ['height', '40-90', '60-150']), (3, ['petals < 6', 'yes', 'no'])], {'petals_<_6'})
    """
    if not rows:
        return Columns(rows, {}, set(), [])
    if not (measures.every or measures.names or measures.bins):
        raise SpecError("expected numbers or key_states beside thresholds and extremes")
    number, header = rows[0]
    where = places or Places(number, range(2, len(header) + 1))
    price = next((place for place, cell in enumerate(header) if place and name_of(cell) == reading.cost), None)
    others: list[Row] = []
    numeric: dict[int, Sequence[Measured | None]] = {}
    found = set()
    mixed: list[str] = []
    for place, (number, cells) in enumerate(rows[1:], 1):
        name = name_of(cells[0])
        if name not in (reading.chance, reading.kind) and measures.takes(name):
            answers = [cell for column, cell in enumerate(cells) if column not in (0, price)]
            named = name in measures.names or name in measures.bins
            if (read := _read(answers, reading.states, measures, comma, number, where, named)) is not None:
                numeric[place] = read
                found.add(name)
                continue
            if (odd := _odd(answers, reading.states, measures, comma)) is not None:
                cell = quoted(answers[odd])
                mixed.append(f"{shortened(name)} holds numbers, but also {cell} ({where.answer(number, odd)})")
        others.append((number, cells))
    kind = "column" if where.turned else "line"
    measures.check_names(found, f"{kind}s of numbers, or {ALL}")

    made: dict[int, list[tuple[str, list[Answers | None]]]] = {}
    remarks: list[str] = []
    if mixed:
        more = f", and {counted(len(mixed) - 1, f'other {kind}')} alike" if mixed[1:] else ""
        remarks.append(f"{kind} {mixed[0]}, so its cells are read as states{more}")
    taken = {name_of(cells[0]) for _, cells in others} | {name_of(cell) for cell in header}
    for place, cells_of in numeric.items():
        made[place] = list(_questions(rows[place][1][0], cells_of, measures, reading, taken, remarks))
    states = reading.states
    filled: dict[str, Value] = {}
    separator = None if states is None else states.separator
    if separator is None and any(each and len(each.states) + each.inapplicable > 1 for each in _cells(made)):
        separator = filled["several"] = free_separator({cell for _, cells in others for cell in cells[1:]})
    signs = Signs(separator)
    if states is not None:
        signs = Signs(separator, states.unknown, states.inapplicable, states.applies_not)
    texts = {each: signs.write(each) for each in dict.fromkeys(_cells(made)) if each is not None}
    whole: list[Row] = [rows[0]]
    for place, (number, cells) in enumerate(rows[1:], 1):
        if place not in made:
            whole.append((number, cells))
            continue
        for question, answers_of in made[place]:
            row = [question, *("" if each is None else texts[each] for each in answers_of)]
            if price is not None:
                row.insert(price, cells[price])
            whole.append((number, row))
    names = {name_of(question) for some in made.values() for question, _ in some}
    commas = comma and any("," in cell for place in numeric for cell in rows[place][1][1:])
    return Columns(whole, filled, names, remarks, commas)


def _cells(made: Mapping[int, Sequence[tuple[str, Sequence[Answers | None]]]]) -> Iterator[Answers | None]:
    for some in made.values():
        for _, answers in some:
            yield from answers


def _questions(
    name: str,
    cells: Sequence[Measured | None],
    measures: Measures,
    reading: Reading,
    taken: set[str],
    remarks: list[str],
) -> Iterator[tuple[str, list[Answers | None]]]:
    """The questions of one row; a cell that is empty and stays so is None."""
    bins = measures.bins.get(name_of(name), ())
    known = [each or Measured() for each in cells]
    made, possible = questions_of(" ".join(name.split()), "", known, bins, measures.thresholds)
    if not made:
        remarks.append(f"{shortened(name_of(name))}: no threshold tells its numbers apart, so it is no question")
    elif possible > len(made):
        remarks.append(f"{shortened(name_of(name))}: {len(made)} of {possible} thresholds are questions")
    for question in made:
        if name_of(question.name) in taken:
            raise SpecError(f"expected no question of the name {shortened(name_of(question.name))}, got one")
        outside = sum(bool(cell.pieces and not held) for cell, held in zip(known, question.answers, strict=True))
        if outside and (reading.states is None or reading.states.unknown is None):
            raise SpecError(
                f"{shortened(name_of(name))}: expected numbers within the key states, got {counted(outside, 'cell')} "
                f"outside of them; with unknown=TEXT, or unknown={EMPTY}, these are read as unknown"
            )
        if outside:
            remarks.append(f"{shortened(name_of(name))}: {counted(outside, 'cell')} outside of all key states: unknown")
        asked = answers_to(question, known)
        yield question.name, [None if cell is None else found for cell, found in zip(cells, asked, strict=True)]


def _read(
    cells: Sequence[str],
    states: States | None,
    measures: Measures,
    comma: bool,
    number: int,
    places: Places,
    named: bool,
) -> list[Measured | None] | None:
    """The cells of a row of numbers, None for those that are empty; None altogether for a row that holds other texts,
    unless it is ``named``, or no number."""
    found: dict[str, Measured | None] = {}
    for place, cell in enumerate(cells):
        if cell not in found:
            try:
                found[cell] = _measured(cell, states, measures, comma)
            except SpecError as error:
                if not named:
                    return None
                raise SpecError(f"{places.answer(number, place)}: {error}{_advice(cell, states)}") from None
    if not named and not any(each and each.pieces for each in found.values()):
        return None
    return [found[cell] for cell in cells]


def _odd(cells: Sequence[str], states: States | None, measures: Measures, comma: bool) -> int | None:
    """The place of the first cell that holds no number, in a row of which most cells are numbers."""
    odd, numbers = [], 0
    for place, cell in enumerate(cells):
        try:
            read = _measured(cell, states, measures, comma)
        except SpecError:
            odd.append(place)
        else:
            numbers += read is not None and bool(read.pieces)
    return odd[0] if odd and numbers > len(odd) else None


def _measured(cell: str, states: States | None, measures: Measures, comma: bool) -> Measured | None:
    text = canonical(cell)
    if states is not None and text == states.unknown:
        return Measured()
    if states is not None and text == states.inapplicable:
        return Measured(inapplicable=True)
    if not text:
        return None
    parts = [text]
    if states is not None and states.separator is not None:
        parts = [part.strip("_") for part in separator_pattern(states.separator).split(text)]
    inapplicable = any(states is not None and part == states.inapplicable for part in parts)
    spans = [
        read_loose_span(part.replace("_", " "), comma)
        for part in parts
        if states is None or part != states.inapplicable
    ]
    return Measured(pieces_of(spans, measures.extremes is not False), inapplicable)


def _advice(cell: str, states: States | None) -> str:
    """What may read a cell that holds no number."""
    if any(mark.isdigit() for mark in cell):
        divided = "/" in cell and (states is None or not states.separator)
        return "; several=/ reads 3/5 as several numbers" if divided else ""
    return "; unknown=TEXT reads a text as unknown, inapplicable=TEXT as inapplicable"
