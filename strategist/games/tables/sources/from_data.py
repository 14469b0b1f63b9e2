"""A table from data in memory: frames of pandas or polars, dicts, arrays, lists, or the path of a file.

Nothing is written to a file in between.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any, cast

from strategist.common.errors import SpecError, told_at
from strategist.common.quoting import did_you_mean, quoted, shortened
from strategist.common.text_files import label_of
from strategist.games.every_game.lying import let_lie
from strategist.games.tables.cells.number_parameters import measures_of
from strategist.games.tables.contents import BY_CLASS
from strategist.games.tables.layout import FRAME, TurnedPlaces
from strategist.games.tables.lexicon import name_of
from strategist.games.tables.sources.data_columns import DataColumns, columns_of, holds_states, is_grid, text_of
from strategist.games.tables.sources.table_files import read_rows, reading_of
from strategist.games.tables.table import Table
from strategist.matrices.marked_text import told_by_ends
from strategist.model.game import Game
from strategist.model.goal import ASK, CLASS, IDENTIFY
from strategist.model.lies.honest import HONEST, LIES
from strategist.model.spec import Value

_KNOWN = {parameter.name: parameter for parameter in Table.declared()}
_HEADER = 1
"""The line of the names of the questions, in messages; the rows follow."""


def table(
    data: Any,
    *,
    name: str = "table",
    names: str | Sequence[Any] | None = None,
    questions: Iterable[str] | None = None,
    classes: str | Sequence[Any] | None = None,
    chances: str | Sequence[Any] | None = None,
    costs: str | Mapping[Any, Any] | None = None,
    goal: str | None = None,
    cells: str | None = None,
    several: str | None = None,
    unknown: str | None = None,
    unknown_as: str | None = None,
    inapplicable: str | None = None,
    inapplicable_as: str | None = None,
    cannot_tell: float | str | None = None,
    twins: str | None = None,
    narrow: str | None = None,
    turns: int | None = None,
    numbers: str | Iterable[str] | None = None,
    thresholds: int | None = None,
    key_states: str | Mapping[str, str] | None = None,
    extremes: str | None = None,
    digits: int | None = None,
    secrets: str | None = None,
    sheet: str | None = None,
    lies: int | None = None,
    honest: str | None = None,
) -> Table:
    """A game from a table: a row stands for a secret, a column for a question, a cell for the answer.

    Parameters
    ----------
    data : DataFrame, mapping, array, path or Game
        A frame of pandas or polars; a mapping of names of columns to sequences; a list of mappings, one a row; a NumPy
        array or a list of lists, of shape (secrets, questions); or the path of a file (CSV, Excel, DELTA, NEXUS, SDD).
        Cells are read as their text, as in a CSV file. A cell of None or NaN is empty, and a list, a tuple or a set in
        a cell holds several states. A game of another class becomes the table of its responses, whose strategy file is
        opened without the class.
    name : str, default "table"
        What the table is called in the string of the game and in names of files.
    names : str or sequence, optional
        The column that names the secrets, or a name for each row. By default the index of a frame of pandas, and
        numbers from 0 elsewhere.
    questions : iterable of str, optional
        The columns that may be asked; by default all that stand for nothing else. For an array, the names of all its
        columns; by default numbers from 0.
    classes : str or sequence, optional
        The column of the classes, or the class of each row. Then it is enough to know the class.
    chances : str or sequence, optional
        The column of the chances of the secrets, or the chance of each row: positive numbers in any unit, exact as they
        are written.
    costs : mapping or str, optional
        The cost of each question, a positive number; 1 where it is left out. For a file, the line or column of costs.
    goal : str, optional
        ``"class"`` if classes are given, else ``"identify"``; or ``"ask"`` or ``"narrow"``.
    cells : str, optional
        How cells are read that do not hold one answer each, all in one text: ``"several:/ unknown:?"``, or by the
        next six alone.
    several, unknown, unknown_as, inapplicable, inapplicable_as, cannot_tell : str, optional
        What separates the states of a cell; the text of cells that are not known, or to which a question does not
        apply (``"empty"`` for empty cells); what such cells mean; and the chance that nobody can tell.
    twins : str, optional
        What becomes of secrets that no question tells apart: ``"refuse"``, ``"group"`` or ``"majority"``.
    narrow : str, optional
        Where the game ends while several secrets are left: ``"alike"`` or ``"sure"``.
    turns : int, optional
        The questions after which the secret is lost.
    numbers, thresholds, key_states, extremes : optional
        The columns whose cells are numbers (or ``"all"``), the most questions that come of one, their spans
        (``{"height": "~2/2-5/5~"}``), and whether extremes count. A text may give all: ``"all thresholds:9"``.
    digits : int, optional
        Decimal places to which chances are rounded, as parts of their sum, and costs, as parts of the greatest.
    secrets, sheet : str, optional
        For files alone: whether secrets are ``"rows"`` or ``"columns"`` (the default), and the sheet of a workbook. A
        text of the latter may also say where the table stands: ``"adults header:3 rows:4-20"``, or ``"names:none"``.
    lies : int, optional
        How many answers may be false, at most; by default those of a game, and none of other data.
    honest : str, optional
        Which answers may not be: ``"solved"``, ``"yes"`` or ``"none"``. Where it is enough to know the secret, any may.

    Returns
    -------
    Table
        The game. A strategy file of it holds the table, so it is opened without the data.

    Raises
    ------
    SpecError
        For data that are no such table. Rows and columns are counted from 0, as by ``iloc``.
    TypeError
        For data of another kind.

    See Also
    --------
    make_game : The game that a string such as ``table(file=animals.csv,secrets=rows)`` names.

    References
    ----------
    B. M. E. Moret, "Decision trees and diagrams", Computing Surveys 14 (1982), is a survey of identification by tables.

    Examples
    --------
    >>> pets = {"barks?": ["no", "yes", "no"], "flies?": ["no", "no", "yes"], "kind": ["mammal", "mammal", "bird"]}
    >>> game = table(pets, names=["cat", "dog", "parrot"], questions=["barks?", "flies?"])
    >>> game.spec, len(game.secrets), game.question_count
    ('table(file=table,goal=identify,secrets=rows)', 3, 2)
    >>> table(pets, classes="kind", costs={"flies?": 3}).spec
    'table(file=table,goal=class,class=kind,secrets=rows,cost=cost)'
    >>> table({"barks?": ["no", "yes"]}, names=["cat", "dog"], lies=1).spec
    'table(file=table,goal=identify,secrets=rows,lies=1)'
    """
    if isinstance(data, Game) and data.lies:
        lies = data.lies if lies is None else lies
        honest = data.honest.value if honest is None and data.honest is not None and lies else honest
    may_lie = LIES.read(str(lies or 0), Table.name), None if honest is None else HONEST.read(honest, Table.name)
    given: dict[str, Any] = {
        "goal": goal or (IDENTIFY if classes is None else CLASS).name,
        "several": several,
        "unknown": unknown,
        "unknown_as": unknown_as,
        "inapplicable": inapplicable,
        "inapplicable_as": inapplicable_as,
        "cannot_tell": None if cannot_tell is None else text_of(cannot_tell),
        "twins": twins,
        "narrow": narrow,
        "turns": turns,
        "numbers": numbers if numbers is None or isinstance(numbers, str) else ";".join(map(str, numbers)),
        "thresholds": thresholds,
        "key_states": (
            ";".join(f"{column}:{spans}" for column, spans in key_states.items())
            if isinstance(key_states, Mapping)
            else key_states
        ),
        "extremes": extremes,
    }
    _take_parts(given, {"cells": cells} | ({"numbers": numbers} if isinstance(numbers, str) else {}))
    if isinstance(data, (str, os.PathLike)):
        rest = {"names": names, "questions": questions}
        rest |= {
            key: value
            for key, value in {"classes": classes, "chances": chances, "costs": costs}.items()
            if not isinstance(value, str)
        }
        if others := [key for key, value in rest.items() if value is not None]:
            raise TypeError(f"table: {others[0]}: a file names its own: expected a text that names a line or a column")
        given |= {BY_CLASS: classes, "chance": chances, "cost": costs, "secrets": secrets, "sheet": sheet}
        given |= dict.fromkeys(_KNOWN["sheet"].parts)
        _take_parts(given, {"sheet": sheet})
        return _lying(Table(_values({**given, "file": os.fspath(data)}, digits)), *may_lie)
    if isinstance(data, Game):
        if any(each is not None for each in (names, questions, classes, chances, costs)):
            raise TypeError("table: names, questions, classes, chances and costs are those of the game")
        given["goal"] = goal or (ASK if not data.announces else data.goal).name
        return _lying(_of_game(data, given, digits, name), *may_lie)
    if secrets is not None or sheet is not None:
        raise TypeError("table: secrets and sheet are for files: in data a row is a secret")
    columns = columns_of(data, None if questions is None or not is_grid(data) else list(map(str, questions)))
    made = _from_columns(columns, given, digits, label_of(name), names, questions, classes, chances, costs)
    return _lying(made, *may_lie)


def _take_parts(given: dict[str, Any], texts: Mapping[str, str | None]) -> None:
    """Take the parameters that the texts of others give. A list of names gives none."""
    for key, text in texts.items():
        if text is None:
            continue
        own, parts = _KNOWN[key].divided(text, Table.name)
        if twice := [part for part in parts if given[part] is not None]:
            raise SpecError(f"{Table.name}: {twice[0]} is given twice, once in {key}")
        given |= parts | ({} if _KNOWN[key].bundle else {key: own or None})


def _lying(game: Table, lies: Value, honest: Value) -> Table:
    let_lie(game, cast(int, lies), cast("str | None", honest))
    return game


def _of_game(game: Game, given: dict[str, Any], digits: int | None, name: str) -> Table:
    """The table of the responses of a game, with its chances, costs and classes."""
    if game.restricts or game.several or game.fibs or game.turns is not None:
        raise SpecError(f"{game.spec}: expected one answer to each question, any guess at any time, and no turns")
    asked = game.guesses[: game.question_count]
    cells = {
        game.format_code(guess): [game.format_response(game.respond(guess, secret)) for secret in game.secrets]
        for guess in asked
    }
    names = list(map(game.format_secret, game.secrets))
    kinds = None if game.classes is None else [game.class_names[each] for each in game.classes]
    chances = None if game.weights is None else [game.format_chance(place) for place in range(len(names))]
    costs = None if game.costs is None else {text: game.format_cost(place) for place, text in enumerate(cells)}
    label = label_of(name)
    return _from_columns(DataColumns(names, cells), given, digits, label, None, None, kinds, chances, costs)


def _values(given: Mapping[str, Any], digits: int | None) -> dict[str, Value]:
    """The parameters that are given, read as if they stood in a string."""
    whole = dict(given) | {"digits": digits}
    return {key: _KNOWN[key].read(str(value), Table.name) for key, value in whole.items() if value is not None}


def _from_columns(
    columns: DataColumns,
    given: dict[str, Any],
    digits: int | None,
    label: str,
    names: str | Sequence[Any] | None,
    questions: Iterable[str] | None,
    classes: str | Sequence[Any] | None,
    chances: str | Sequence[Any] | None,
    costs: str | Mapping[Any, Any] | None,
) -> Table:
    cells = dict(columns.cells)
    rows = max(map(len, cells.values()), default=0)
    if uneven := [name for name, column in cells.items() if len(column) != rows]:
        got = f"{len(cells[uneven[0]])} in {shortened(uneven[0])}"
        raise SpecError(f"{label}: expected {rows} cells in each column, got {got}")
    if isinstance(costs, str):
        raise TypeError("table: costs: expected a mapping of questions to costs beside data, got a text")
    kept = {}
    for key, kind, value in ((BY_CLASS, "classes", classes), ("chance", "chances", chances)):
        if value is not None:
            column, found = _beside(cells, label, kind, value, key, rows)
            given[key], kept[column] = column, found
    secrets = columns.names if names is None else _beside(cells, label, "names", names, "names", rows)[1]
    asked = list(cells) if questions is None else list(map(str, questions))
    for name in asked:
        if name not in cells:
            raise SpecError(f"{label}: there is no column {quoted(name)}{did_you_mean(name, cells)}")
    given["several"] = _sign_between(label, [cells[name] for name in asked], given["several"])
    head = ["", *(text_of(each) for each in (range(rows) if secrets is None else secrets))]
    lines = [[name, *(text_of(cell, given["several"]) for cell in column)] for name, column in kept.items()]
    lines += [[name, *(text_of(cell, given["several"]) for cell in cells[name])] for name in asked]
    if costs is not None:
        given["cost"] = _add_costs(label, head, lines, len(kept), costs)
    values = _values({**given, "file": label, "secrets": "rows"}, digits)
    order = {name: place for place, name in enumerate(columns.cells, _HEADER + 1)}
    marked = (
        (order.get(name, len(order) + _HEADER + 1), [told_by_ends(cell) if "\\" in cell else cell for cell in line])
        for name, line in zip((*kept, *asked), lines, strict=False)
    )
    places = TurnedPlaces(_HEADER, range(_HEADER + 1, _HEADER + 1 + rows), FRAME)
    with told_at(label):
        reading, measures = reading_of(values), measures_of(values)
        found_sheet, filled = read_rows(label, [(_HEADER, head), *marked], places, False, reading, measures, [])
    return Table(values | dict(filled), found_sheet)


def _beside(
    cells: dict[str, list[Any]], label: str, kind: str, value: str | Sequence[Any], key: str, rows: int
) -> tuple[str, list[Any]]:
    """The name and the cells of a column that is no question: taken out of the columns, or given besides."""
    if isinstance(value, str):
        if value not in cells:
            raise SpecError(f"{label}: {kind}: there is no column {quoted(value)}{did_you_mean(value, cells)}")
        return value, cells.pop(value)
    found = list(value)
    if len(found) != rows:
        raise SpecError(f"{label}: {kind}: expected one for each of {rows} rows, got {len(found)}")
    return _free(key, set(map(name_of, cells))), found


def _add_costs(label: str, head: list[str], lines: list[list[str]], beside: int, costs: Mapping[Any, Any]) -> str:
    """Add the costs of questions to the lines, as a last cell; returns the name of the costs."""
    asked = {line[0] for line in lines[beside:]}
    if unknown := [str(name) for name in costs if str(name) not in asked]:
        raise SpecError(f"{label}: costs: there is no question {quoted(unknown[0])}{did_you_mean(unknown[0], asked)}")
    by_name = {str(name): cost for name, cost in costs.items()}
    column = _free("cost", set(map(name_of, head)))
    head.append(column)
    for place, line in enumerate(lines):
        # The line of classes or of chances has nothing there.
        line.append("" if place < beside else text_of(by_name.get(line[0], 1)))
    return column


def _free(name: str, taken: Collection[str]) -> str:
    """A name that is not taken."""
    return next(each for each in chain([name], (f"{name}{number}" for number in count(2))) if each not in taken)


def _sign_between(label: str, columns: Iterable[Sequence[Any]], several: str | None) -> str | None:
    """What separates states: a sign of ours where cells are lists of states and none is given."""
    lists = [cell for column in columns for cell in column if holds_states(cell)]
    if not lists:
        return several
    sign = several or "/"
    if bad := [text for cell in lists for text in map(text_of, cell) if sign in text]:
        raise SpecError(f"{label}: expected states without the sign {sign} between them, got {quoted(bad[0])}")
    return sign
