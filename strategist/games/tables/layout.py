"""Tables with a secret in each line, as pandas, R, spreadsheets and Orange write them: turned, so that it is a column.

The first line names the questions, and the first cell of every further line the secret. The header of R's
``write.table`` has no corner cell. Orange's ``.tab`` has three lines of header: names, types, and roles. Its names are
those in the first meta column of strings. Classes, other meta columns and ignored ones are no questions.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from strategist.common.errors import SpecError
from strategist.games.tables.lexicon import name_of
from strategist.games.tables.sources.csv_cells import Row
from strategist.games.tables.sources.picture_names import holds_pictures

_TYPES = frozenset(("d", "discrete", "c", "continuous", "s", "string", "t", "time", "basket"))
_ROLES = frozenset(("class", "meta", "ignore", "weight", "i", "m", "w"))
"""The roles of columns that are no questions; a column without a role is a question."""
_NUMBER = re.compile(r"-?\d+(\.\d+)?|yes|no|true|false", re.IGNORECASE)
"""What is more often an answer than the name of a secret."""
_ROWS_IN_ORDER = re.compile(r"\W*|id|no\.?|nr\.?|num(ber)?|index|row|\w+[ _]?(id|no|nr|number)", re.IGNORECASE)
"""What a column of numbers is called that counts or names the rows."""


class Writing:
    """How messages write where a cell stands: here by lines and columns, as in a text."""

    def line(self, number: int) -> str:
        """A line of the table."""
        return f"line {number}"

    def column(self, number: int) -> str:
        """A column of the table, from 1."""
        return f"column {number}"

    def cell(self, line: int, column: int) -> str:
        """One cell."""
        return f"{self.line(line)}, {self.column(column)}"


class SpreadsheetWriting(Writing):
    """As spreadsheets do.

    >>> written = SpreadsheetWriting()
    >>> written.cell(6, 5), written.column(28), written.line(6)
    ('cell E6', 'column AB', 'row 6')
    """

    def line(self, number: int) -> str:
        """A row of the sheet."""
        return f"row {number}"

    def column(self, number: int) -> str:
        """A column of the sheet, from 1, by its letters."""
        return f"column {_letters(number)}"

    def cell(self, line: int, column: int) -> str:
        """One cell, by its letters and its number."""
        return f"cell {_letters(column)}{line}"


class FrameWriting(Writing):
    """As pandas counts: rows and columns of data from 0. What is line 2 and column 2 of a table is the first one."""

    def line(self, number: int) -> str:
        """A row of the data."""
        return "the names of the columns" if number == 1 else f"row {number - 2}"

    def column(self, number: int) -> str:
        """A column of the data; the first column of a table holds the names of the secrets."""
        return "the names of the rows" if number == 1 else f"column {number - 2}"


def _letters(number: int) -> str:
    """The letters of a column of a spreadsheet, from 1."""
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


TEXT, SPREADSHEET, FRAME = Writing(), SpreadsheetWriting(), FrameWriting()


class Places:
    """Where the names and the answers of a table stand, for messages: secrets are columns of one line.

    >>> Places(1, [2, 3]).answer(4, 1), TurnedPlaces(1, [2, 3], SPREADSHEET).answer(4, 1)
    ('line 4, column 3', 'cell D3')
    """

    turned = False
    _too_few = "{first}: expected a corner cell and at least 2 secrets between commas, got {secrets}"

    def __init__(self, first: int, numbers: Sequence[int], writing: Writing = TEXT) -> None:
        """``first`` is the number of the line of secrets, ``numbers`` the columns in which they stand."""
        self.first = first
        self.numbers = numbers
        self.writing = writing

    def without(self, place: int) -> Places:
        """A copy of the places without the column of one secret."""
        return type(self)(self.first, [*self.numbers[:place], *self.numbers[place + 1 :]], self.writing)

    @property
    def header(self) -> str:
        """Where the first names stand."""
        return self.writing.line(self.first)

    def too_few(self, secrets: int) -> str:
        """What is wrong with a table of so few secrets."""
        return self._too_few.format(first=self.header, secrets=secrets)

    def secret(self, place: int) -> str:
        """Where the name of a secret stands."""
        return self.writing.cell(self.first, self.numbers[place])

    def question(self, number: int) -> str:
        """Where a question stands."""
        return self.writing.line(number)

    def answer(self, number: int, place: int) -> str:
        """Where the answer to a question stands."""
        return self.writing.cell(number, self.numbers[place])

    def cost(self, number: int, price: int) -> str:
        """Where the cost of a question stands."""
        return self.writing.cell(number, price + 1)


class TurnedPlaces(Places):
    """Where the names and the answers stand in a table with a secret in each line."""

    turned = True
    _too_few = "{first}: expected lines of at least 2 secrets below it, got {secrets}"

    def secret(self, place: int) -> str:
        """Where the name of a secret stands."""
        return self.writing.line(self.numbers[place])

    def question(self, number: int) -> str:
        """Where a question stands."""
        return self.writing.column(number)

    def answer(self, number: int, place: int) -> str:
        """Where the answer to a question stands."""
        return self.writing.cell(self.numbers[place], number)

    def cost(self, number: int, price: int) -> str:
        """Where the cost of a question stands."""
        return self.question(number)


def is_orange(rows: Sequence[Row]) -> bool:
    """Whether the second line of a table holds types, as Orange writes them.

    >>> is_orange([(1, ["name", "milk"]), (2, ["string", "d"]), (3, ["meta", ""]), (4, ["bear", "1"])])
    True
    """
    return len(rows) > 2 and all(cell.strip().lower() in _TYPES for cell in rows[1][1])


def turn(
    rows: Iterable[Row], kept: Container[str | None] = (), writing: Writing = TEXT, named: bool = True
) -> tuple[Iterator[Row], TurnedPlaces, Sequence[str]]:
    """The rows of a table with a secret in each line, turned; where things stand in it, and remarks.

    A column whose name is one of ``kept`` is kept, whatever its role. Unless the rows are ``named``, they are numbered
    from 1, and the first column is one like all others. A column without a name is called by its place, and left out if
    it is empty. Raises :class:`~strategist.common.errors.SpecError` for bad rows.

    >>> turned, places, _ = turn([(1, ["", "barks?"]), (2, ["cat", "no"]), (3, ["dog", "yes"])])
    >>> list(turned), places.secret(1)
    ([(1, ['', 'cat', 'dog']), (2, ['barks?', 'no', 'yes'])], 'line 3')
    """
    table = list(rows)
    if not table:
        raise SpecError("the table is empty: expected a line of questions, then a line for each secret")
    first, header = table[0][0], list(table[0][1])
    body: Sequence[Row] = table[1:]
    if named and body and all(len(cells) == len(header) + 1 for _, cells in body):
        header.insert(0, "")
    for number, cells in body:
        if len(cells) != len(header):
            expected = f"expected {len(header)} cells as in {writing.line(first)}, got {len(cells)}"
            raise SpecError(f"{writing.line(number)}: {expected}")
    names: int | None = 0 if named else None
    questions = [*range(int(named), len(header))]
    if is_orange(table):
        types = [cell.strip().lower() for cell in body[0][1]]
        roles, body = _roles(body, len(header), writing)
        names = _names_of(types, roles) if named else None
        questions = [
            column
            for column, role in enumerate(roles)
            if column != names and (not role or name_of(header[column]) in kept)
        ]
    remarks = []
    corner = header[0].strip()
    numbered = body and all(_NUMBER.fullmatch(cells[0].strip()) for _, cells in body)
    if names == 0 and numbered and corner and not _ROWS_IN_ORDER.fullmatch(corner):
        advice = "names=none says that rows have no names, and makes it a question"
        remarks.append(f"{writing.column(1)}, {corner}, holds the names of the secrets: {advice}")
    for column in [column for column in questions if name_of(header[column]) not in kept]:
        if holds_pictures(header[column], [cells[column] for _, cells in body]):
            questions.remove(column)
            remarks.append(
                f"{writing.column(column + 1)} holds pictures and is no question: export --pictures shows them"
            )
    for column in [column for column in questions if not header[column].strip()]:
        where = writing.column(column + 1)
        if any(cells[column].strip() for _, cells in body):
            header[column] = where
            remarks.append(f"{where} has no name: it is the question {where!r}")
        else:
            questions.remove(column)
            remarks.append(f"{where} is empty: it is left out")

    def columns() -> Iterator[Row]:
        numbered = (str(place) for place in range(1, len(body) + 1))
        yield first, ["", *(numbered if names is None else (cells[names] for _, cells in body))]
        for column in questions:
            yield column + 1, [header[column], *(cells[column] for _, cells in body)]

    return columns(), TurnedPlaces(first, [number for number, _ in body], writing), remarks


def _roles(body: Sequence[Row], width: int, writing: Writing) -> tuple[list[str], Sequence[Row]]:
    """The role of each column of Orange's, empty for a question, and the lines behind the header."""
    number, cells = body[1]
    # A third line without any role is blank, and blank lines are skipped.
    if number != body[0][0] + 1:
        return [""] * width, body[1:]
    roles = []
    for column, cell in enumerate(cells, 1):
        words = [word for word in cell.lower().split() if "=" not in word]
        if len(words) > 1 or not _ROLES.issuperset(words):
            where = writing.cell(number, column)
            raise SpecError(
                f"{where}: expected a role such as class or meta, as Orange writes it, got {cell.strip()!r}"
            )
        roles.append(words[0] if words else "")
    return roles, body[2:]


def _names_of(types: Sequence[str], roles: Sequence[str]) -> int:
    """The column that holds the names of the secrets."""
    for wanted in (("meta", "m"), ("",)):
        for column, (kind, role) in enumerate(zip(types, roles, strict=True)):
            if kind in ("s", "string") and role in wanted:
                return column
    raise SpecError("expected a meta column of strings, which names the secrets of a table of Orange")
