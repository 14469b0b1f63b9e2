"""Tables with a secret in each line, as pandas, R, spreadsheets and Orange write them: turned, so that it is a column.

The first line names the questions, and the first cell of every further line the secret. The header of R's
``write.table`` has no corner cell. Orange's ``.tab`` has three lines of header: names, types, and roles. Its names are
those in the first meta column of strings. Classes, other meta columns and ignored ones are no questions.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from strategist.common.errors import SpecError
from strategist.games.tables.lexicon import name_of
from strategist.games.tables.sources.csv_cells import Row

_TYPES = frozenset(("d", "discrete", "c", "continuous", "s", "string", "t", "time", "basket"))
_ROLES = frozenset(("class", "meta", "ignore", "weight", "i", "m", "w"))
"""The roles of columns that are no questions; a column without a role is a question."""


class Places:
    """Where the names and the answers of a table stand, for messages: secrets are columns of one line.

    >>> Places(1, [2, 3]).answer(4, 1), TurnedPlaces(1, [2, 3]).answer(4, 1)
    ('line 4, column 3', 'line 3, column 4')
    """

    turned = False
    _too_few = "line {first}: expected a corner cell and at least 2 secrets between commas, got {secrets}"
    _secret = "line {first}, column {place}"
    _question = "line {number}"
    _answer = "line {number}, column {place}"

    def __init__(self, first: int, numbers: Sequence[int]) -> None:
        """``first`` is the number of the line of secrets, ``numbers`` the columns in which they stand."""
        self.first = first
        self.numbers = numbers

    def without(self, place: int) -> Places:
        """A copy of the places without the column of one secret."""
        return type(self)(self.first, [*self.numbers[:place], *self.numbers[place + 1 :]])

    def too_few(self, secrets: int) -> str:
        """What is wrong with a table of so few secrets."""
        return self._too_few.format(first=self.first, secrets=secrets)

    def secret(self, place: int) -> str:
        """Where the name of a secret stands."""
        return self._secret.format(first=self.first, place=self.numbers[place])

    def question(self, number: int) -> str:
        """Where a question stands."""
        return self._question.format(number=number)

    def answer(self, number: int, place: int) -> str:
        """Where the answer to a question stands."""
        return self._answer.format(number=number, place=self.numbers[place])


class TurnedPlaces(Places):
    """Where the names and the answers stand in a table with a secret in each line."""

    turned = True
    _too_few = "line {first}: expected lines of at least 2 secrets below it, got {secrets}"
    _secret = "line {place}"
    _question = "column {number}"
    _answer = "line {place}, column {number}"


def is_orange(rows: Sequence[Row]) -> bool:
    """Whether the second line of a table holds types, as Orange writes them.

    >>> is_orange([(1, ["name", "milk"]), (2, ["string", "d"]), (3, ["meta", ""]), (4, ["bear", "1"])])
    True
    """
    return len(rows) > 2 and all(cell.strip().lower() in _TYPES for cell in rows[1][1])


def turn(rows: Iterable[Row], kept: Container[str | None] = ()) -> tuple[Iterator[Row], TurnedPlaces]:
    """The rows of a table with a secret in each line, turned, and where things stand in it.

    A column whose name is one of ``kept`` is kept, whatever its role. Raises
    :class:`~strategist.common.errors.SpecError` for bad rows.

    >>> turned, places = turn([(1, ["", "barks?"]), (2, ["cat", "no"]), (3, ["dog", "yes"])])
    >>> list(turned), places.secret(1)
    ([(1, ['', 'cat', 'dog']), (2, ['barks?', 'no', 'yes'])], 'line 3')
    """
    table = list(rows)
    if not table:
        raise SpecError("the table is empty: expected a line of questions, then a line for each secret")
    first, header = table[0][0], list(table[0][1])
    body: Sequence[Row] = table[1:]
    if body and all(len(cells) == len(header) + 1 for _, cells in body):
        header.insert(0, "")
    for number, cells in body:
        if len(cells) != len(header):
            raise SpecError(f"line {number}: expected {len(header)} cells as in line {first}, got {len(cells)}")
    names, questions = 0, [*range(1, len(header))]
    if is_orange(table):
        types = [cell.strip().lower() for cell in body[0][1]]
        roles, body = _roles(body, len(header))
        names = _names_of(types, roles)
        questions = [
            column
            for column, role in enumerate(roles)
            if column != names and (not role or name_of(header[column]) in kept)
        ]

    def columns() -> Iterator[Row]:
        yield first, ["", *(cells[names] for _, cells in body)]
        for column in questions:
            yield column + 1, [header[column], *(cells[column] for _, cells in body)]

    return columns(), TurnedPlaces(first, [number for number, _ in body])


def _roles(body: Sequence[Row], width: int) -> tuple[list[str], Sequence[Row]]:
    """The role of each column of Orange's, empty for a question, and the lines behind the header."""
    number, cells = body[1]
    # A third line without any role is blank, and blank lines are skipped.
    if number != body[0][0] + 1:
        return [""] * width, body[1:]
    roles = []
    for column, cell in enumerate(cells, 1):
        words = [word for word in cell.lower().split() if "=" not in word]
        if len(words) > 1 or not _ROLES.issuperset(words):
            where = f"line {number}, column {column}"
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
