"""Rows of a table from a matrix of taxa and characters, and the parameters that say how they are read.

Taxa are secrets, characters are questions. Excluded characters and texts are left out. A character of numbers makes
questions (:mod:`strategist.games.tables.cells.number_parameters`). States that a key puts together are one answer,
under all their names.

A character of reliability r costs 1.4 ** (5 - r) to ask, and a taxon of abundance a has a chance in proportion to
2 ** (a - 5), as in the program KEY of DELTA, whose defaults are 1.4, 2, and 5 for what has no number.

All texts are marked (:mod:`strategist.matrices.marked_text`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from strategist.common.errors import SpecError
from strategist.common.numbers import write_number
from strategist.common.quoting import shortened, unprintable
from strategist.common.wording import counted
from strategist.games.tables.cells.cell_signs import Answers, signs_of
from strategist.games.tables.cells.number_parameters import Measured, Measures, answers_to, questions_of
from strategist.games.tables.contents import BY_CLASS
from strategist.games.tables.layout import TurnedPlaces, Writing
from strategist.games.tables.lexicon import canonical, name_of
from strategist.games.tables.sources.csv_cells import Row
from strategist.matrices.marked_text import COLON, plain
from strategist.matrices.matrix import Bin, Cell, Character, Kind, Matrix
from strategist.matrices.thresholds import pieces_of
from strategist.model.spec import Value

_RELIABILITY_BASE = Fraction(7, 5)
_ABUNDANCE_BASE = Fraction(2)
_MIDDLE = 5
_MOST_CELLS = 1 << 26


@dataclass(frozen=True)
class Filled:
    """The rows of a table with a secret in each column, and the parameters that their format determines."""

    rows: Sequence[Row]
    places: TurnedPlaces
    values: Mapping[str, Value]
    remarks: Sequence[str] = ()


class _MatrixWriting(Writing):
    """As matrices count: a line is a taxon, a column a character."""

    def line(self, number: int) -> str:
        return f"taxon {number}"

    def column(self, number: int) -> str:
        return f"character {number}"

    def cell(self, line: int, column: int) -> str:
        return f"{self.column(column)}, {self.line(line)}"


class MatrixPlaces(TurnedPlaces):
    """Where names and answers stand in a matrix: by the numbers of characters and of taxa."""

    _too_few = "expected at least 2 taxa, got {secrets}"


@dataclass
class _Left:
    """How many characters are no questions, by the reason, and other remarks."""

    counts: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)

    def remarks(self, of: int) -> Iterator[str]:
        if self.counts:
            reasons = ", ".join(f"{count} {reason}" for reason, count in self.counts.items())
            count = sum(self.counts.values())
            verb = "is no question" if count == 1 else "are no questions"
            yield f"{count} of {counted(of, 'character')} {verb}: {reasons}"
        yield from self.told


@dataclass(frozen=True)
class _Question:
    number: int
    name: str
    cells: Sequence[Answers]
    cost: Fraction


def from_matrix(matrix: Matrix, values: Mapping[str, Value], measures: Measures | None) -> Filled:
    """The rows of the table that a matrix makes; ``values`` are the parameters of the game as they are given.

    Raises :class:`~strategist.common.errors.SpecError`.
    """
    measures = Measures() if measures is None else measures
    if not measures.names:
        # The format says which characters are numbers.
        measures = replace(measures, every=True)
    left = _Left()
    taxa = _unlike([_name(taxon.name, f"taxon {number}") for number, taxon in enumerate(matrix.taxa, 1)], set())
    taken = {name_of(name) for name in taxa}
    names = _unlike(
        [_name(each.name, f"character {number}") for number, each in enumerate(matrix.characters, 1)], taken
    )
    measures.check_names({name_of(name) for name in names}, "characters as numbers and key_states")
    of_classes = None if values.get(BY_CLASS) is None else canonical(str(values[BY_CLASS]))
    questions: list[_Question] = []
    classes: Row | None = None
    for place, (name, character) in enumerate(zip(names, matrix.characters, strict=True)):
        cells = [taxon.cells[place] for taxon in matrix.taxa]
        if name_of(name) == of_classes:
            classes = place + 1, [name, *(_class_of(cell, character) for cell in cells)]
        elif character.excluded:
            left.counts["excluded"] += 1
        elif character.kind is Kind.TEXT:
            left.counts["of text"] += 1
        else:
            for made in _questions(place + 1, name, character, cells, measures, left):
                questions.append(replace(made, name=_fresh(made.name, taken)))
            if len(questions) * len(taxa) > _MOST_CELLS:
                raise SpecError(f"expected at most {_MOST_CELLS} cells, got more; thresholds=N makes fewer questions")
    remarks = tuple(left.remarks(len(names)))
    if not questions:
        raise SpecError(f"expected a character that is a question, got none; {'; '.join(remarks)}")
    return _laid_out(matrix, taxa, questions, classes, values, remarks)


def _fresh(name: str, taken: set[str]) -> str:
    """The name, changed if it is taken; it is taken then."""
    while (short := name_of(name)) in taken:
        name += "'"
    taken.add(short)
    return name


def _laid_out(
    matrix: Matrix,
    taxa: Sequence[str],
    questions: Sequence[_Question],
    classes: Row | None,
    values: Mapping[str, Value],
    remarks: Sequence[str],
) -> Filled:
    """The rows, with signs, chances and costs."""
    different = {cell for each in questions for cell in each.cells}
    signs, filled = signs_of(values, different, {plain(state) for cell in different for state in cell.states})
    texts = {cell: signs.write(cell) for cell in different}
    filled["secrets"] = "rows"
    taken = {name_of(name) for name in (*taxa, *(each.name for each in questions))}
    costs = None
    if len({each.cost for each in questions}) > 1:
        costs = filled["cost"] = str(values.get("cost") or _free("cost", taken))
    elif values.get("cost") is not None:
        raise SpecError("expected no cost beside a matrix whose characters are equally reliable")
    rows: list[Row] = [(0, ["", *taxa, *([] if costs is None else [costs])])]
    for each in questions:
        cost = [] if costs is None else [write_number(each.cost)]
        rows.append((each.number, [each.name, *map(texts.__getitem__, each.cells), *cost]))
    abundances = [
        _power(_ABUNDANCE_BASE, (_MIDDLE if a.abundance is None else a.abundance) - _MIDDLE) for a in matrix.taxa
    ]
    if len(set(abundances)) > 1:
        filled["chance"] = str(values.get("chance") or _free("chance", taken | {str(costs)}))
        rows.append((0, [str(filled["chance"]), *map(write_number, abundances), *([] if costs is None else [""])]))
    elif values.get("chance") is not None:
        raise SpecError("expected no chance beside a matrix whose taxa are equally abundant")
    if classes is not None:
        rows.append((classes[0], [*classes[1], *([] if costs is None else [""])]))
    return Filled(rows, MatrixPlaces(0, range(1, len(taxa) + 1), _MatrixWriting()), filled, remarks)


def _questions(
    number: int, name: str, character: Character, cells: Sequence[Cell], measures: Measures, left: _Left
) -> Iterator[_Question]:
    """The questions that a character makes."""
    exponent = _MIDDLE - (_MIDDLE if character.reliability is None else character.reliability)
    cost = _power(_RELIABILITY_BASE, exponent)
    if character.kind.categorical:
        yield _Question(number, name, _categorical(character, cells), cost)
        return
    short = name_of(name)
    if not measures.takes(short):
        left.counts["of numbers, not named by numbers="] += 1
        return
    bins = measures.bins.get(short) or [each for each in character.key_states if isinstance(each, Bin)]
    extremes = not character.normal if measures.extremes is None else measures.extremes
    measured = [Measured(pieces_of(cell.spans, extremes), cell.inapplicable) for cell in cells]
    made, possible = questions_of(name, _name(character.unit, ""), measured, bins, measures.thresholds)
    if not made:
        reason = "of numbers that no threshold tells apart" if measures.thresholds else "of numbers without key states"
        left.counts[reason] += 1
    elif possible > len(made):
        left.told.append(f"{shortened(plain(name))}: {len(made)} of {possible} thresholds are questions")
    for question in made:
        outside = sum(bool(cell.pieces and not held) for cell, held in zip(measured, question.answers, strict=True))
        if outside:
            left.told.append(
                f"{shortened(plain(name))}: {counted(outside, 'cell')} outside of all key states: read as unknown"
            )
        yield _Question(number, question.name, answers_to(question, measured), cost)


def _categorical(character: Character, cells: Sequence[Cell]) -> list[Answers]:
    """What the cells of a character with states say, with the states of a key."""
    names = _unlike([_name(state, str(place)) for place, state in enumerate(character.states, 1)], set())
    groups = [each for each in character.key_states if not isinstance(each, Bin)]
    if not groups:
        groups = [(state,) for state in range(len(names))]
    labels = _unlike([" or ".join(names[state] for state in group) for group in groups], set())
    found: dict[Cell, Answers] = {}
    for cell in cells:
        if cell not in found:
            share = dict(zip(cell.states, cell.shares, strict=True)) if cell.shares else {}
            held = [place for place, group in enumerate(groups) if not set(group).isdisjoint(cell.states)]
            shares = (sum((share.get(state, Fraction(0)) for state in groups[place]), Fraction(0)) for place in held)
            states = tuple(labels[place] for place in held)
            found[cell] = Answers(states, tuple(shares) if share else (), cell.inapplicable)
    return [found[cell] for cell in cells]


def _class_of(cell: Cell, character: Character) -> str:
    """The class that a cell names."""
    if cell.text:
        return _name(cell.text, "unknown")
    return " or ".join(_name(character.states[state], str(state + 1)) for state in cell.states) or "unknown"


def _name(text: str, otherwise: str) -> str:
    """A name as it may stand in a table; ``otherwise`` if it is empty."""
    text = text.replace(":", COLON)
    if unprintable(text):
        text = "".join(mark for mark in text if mark in "\t\r\n" or not unprintable(mark))
    return text if plain(text) else otherwise


def _unlike(names: Sequence[str], taken: set[str]) -> list[str]:
    """The names, those that stand there twice, or are taken, with their number.

    >>> _unlike(["leaf", "stem", "leaf"], {"stem"})
    ['leaf (1)', 'stem (2)', 'leaf (3)']
    """
    short = [name_of(name) for name in names]
    count = Counter(short)
    found, seen = [], {*taken, *(name for name, times in count.items() if times == 1)}
    for number, (name, text) in enumerate(zip(names, short, strict=True), 1):
        if count[text] > 1 or text in taken:
            name = f"{name} ({number})"
            name = _fresh(name, seen)
        found.append(name)
    return found


def _free(name: str, taken: Collection[str]) -> str:
    """The name, with a number if it is taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    return free


def _power(base: Fraction, exponent: Fraction | int) -> Fraction:
    """A power; of an exponent that is no whole number, the nearest fraction below a thousand."""
    if exponent == int(exponent):
        return base ** int(exponent)
    return Fraction(float(base) ** float(exponent)).limit_denominator(1000)
