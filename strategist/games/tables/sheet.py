"""Tables of answers as rows of text: those of files (:mod:`strategist.games.tables.sources.table_files`), and packed
ones.

In a CSV file the first line holds a corner cell (ignored) and the names of the secrets. Every further line holds the
name of a question and its answer for each secret. Names and answers are any text. Blanks around them are ignored, and
blanks inside are written ``_`` in strings and histories, where blanks separate words. What people wrote is kept to be
shown: all rows hold marked text (:mod:`strategist.matrices.marked_text`).

Where the first line of a file names questions and every further line a secret (``secrets=rows``), it is turned first:
see :mod:`strategist.games.tables.layout`. A line or a column may hold the chances of secrets, or the costs of
questions, as positive numbers (:mod:`strategist.common.numbers`), or the classes of secrets.

A *packed* table holds the rows of a CSV file, tab-separated, as a packed text (see
:mod:`strategist.common.text_files`). Names and answers hold no tabs, so no quotes are needed. Its corner cell is
:data:`~strategist.games.tables.contents.MARKED` if its texts hold commands; else no text in it is a command.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from strategist.common.errors import SpecError
from strategist.common.numbers import read_number
from strategist.common.quoting import quoted, shortened, unprintable
from strategist.common.text_files import MOST_NAMES, split_lines, unpack_text
from strategist.games.tables.cells.states import EMPTY, MOST_ANSWERS, MOST_STATES, Shares, States
from strategist.games.tables.contents import BY_CLASS, JOINT, MARKED, PLAIN, Written
from strategist.games.tables.contents import Reading as Reading
from strategist.games.tables.contents import Sheet as Sheet
from strategist.games.tables.layout import Places
from strategist.games.tables.lexicon import name_of
from strategist.games.tables.sources.csv_cells import Row
from strategist.games.tables.twins import grouped, kinds_of, numbered_repeats, without_twins
from strategist.matrices.marked_text import literal, tidy

_MOST_SPELLINGS = 4 * MOST_ANSWERS
"""The most spellings of answers that are remembered."""

_SECRETS_OF_ANY_PACK = 1 << 16
"""The most secrets of a packed table, or its size in bytes if that is larger: each name takes at least a byte."""


class FormError(SpecError):
    """An error that may mean that the table has the other form."""


def make_sheet(rows: Iterable[Row], reading: Reading = PLAIN, places: Places | None = None) -> Sheet:
    r"""The table of these rows of marked text; the first names the secrets. Raises
    :class:`~strategist.common.errors.SpecError`.

    ``places`` says where the rows stand, where they were turned.

    >>> make_sheet([(1, ["", "cat", "dog"]), (2, ["barks?", "no", "yes"])]).answers
    ['no', 'yes']
    >>> rows = [(1, ["", "cat", "dog", "price"]), (2, ["barks?", "no", "yes", "2.5"]), (3, ["odds", "10 %", "1", ""])]
    >>> sheet = make_sheet(rows, Reading(chance="odds", cost="price"))
    >>> sheet.secrets, sheet.questions, sheet.chances, sheet.costs
    (['cat', 'dog'], ['barks?'], ['10 %', '1'], ['2.5'])
    >>> sheet = make_sheet([(1, ["", r"\i{}Poa\i0{} annua", "Aira"]), (2, ["dark red?", "no", "yes"])])
    >>> sheet.secrets, sheet.written.secrets, sheet.written.questions
    (['Poa_annua', 'Aira'], {'Poa_annua': '\\i{}Poa\\i0{} annua'}, {'dark_red?': 'dark red?'})
    """
    lines = iter(rows)
    first = next(lines, None)
    if first is None:
        raise SpecError("the table is empty: expected a line of secrets, then a line for each question")
    number, header = first
    if places is None:
        places = Places(number, range(2, len(header) + 1))
    price = _column_of_costs(header, reading, places)
    if price is not None:
        places = places.without(price - 1)
    names = _without(header, price)
    secrets = _read_secrets(names, reading, places)
    written = Written(_otherwise(secrets, names[1:]))
    if reading.majority or reading.keeping:
        secrets, written = numbered_repeats(secrets, written)
    asked: dict[str, str] = {}
    answers = _Answers(reading.states)
    found: dict[str, array[int]] = {}
    chances: list[str] | None = None
    kinds: list[str] | None = None
    costs: list[str] = []
    for number, cells in lines:
        where = places.question(number)
        question = _name(cells[0], "question", where)
        twice = (question == reading.chance and chances is not None) or (question == reading.kind and kinds is not None)
        if question in found or twice:
            raise FormError(f"{where}: the question {shortened(question)} stands there twice")
        if question in (reading.chance, reading.kind):
            of_classes = question == reading.kind
            if len(cells) != len(header):
                got = len(cells) - (1 if price is None else 2)
                what = "classes" if of_classes else "chances"
                raise SpecError(f"{where}: expected {len(secrets)} {what}, got {got}")
            if of_classes:
                kinds = _read_classes(_without(cells, price), number, secrets, places)
                written = replace(written, classes=_otherwise(kinds, _without(cells, price)[1:]))
            else:
                chances = _read_chances(_without(cells, price), number, secrets, places)
            continue
        if len(found) == MOST_NAMES:
            raise SpecError(f"{where}: expected at most {MOST_NAMES} questions, got more")
        if price == len(cells) == len(header) - 1:
            raise SpecError(f"{where}: expected the cost of {shortened(question)} behind its answers, got nothing")
        if price is not None and len(cells) == len(header):
            # Of any other row that is too short or too long the number of its answers is told.
            costs.append(_read_cost(cells[price], question, number, price, places))
        if (marked := tidy(cells[0])) != question:
            asked[question] = marked
        found[question] = answers.read_row(number, question, secrets, _without(cells, price)[1:], places)
    if reading.chance is not None and chances is None:
        raise _no_such("chance", reading.chance, "column" if places.turned else "line", reading.chance in secrets)
    if reading.kind is not None:
        if kinds is None:
            raise _no_such(BY_CLASS, reading.kind, "column" if places.turned else "line", reading.kind in secrets)
        if len(set(kinds)) < 2:
            raise SpecError(
                f"class={shortened(reading.kind)}: expected at least 2 classes, got {quoted(kinds[0])} alone"
            )
    if not found:
        alone = "column for each question, got a column" if places.turned else "line for each question, got a line"
        raise SpecError(f"expected a {alone} of secrets alone")
    costs_of = None if price is None else costs
    shares = None if reading.states is None else answers.shares
    written = replace(written, questions=asked, answers=answers.written)
    sheet = Sheet(secrets, list(found), answers.texts, list(found.values()), chances, costs_of, kinds, shares, written)
    if reading.grouping:
        return grouped(sheet, reading.states, reading.alike)
    if reading.alike or reading.majority or reading.keeping:
        return sheet
    return without_twins(sheet, kinds_of(sheet, reading.states), reading.states)


def _otherwise(names: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """The marked texts of names that are not written in their canonical form."""
    found: dict[str, str] = {}
    for name, cell in zip(names, cells, strict=True):
        if cell != name and (marked := tidy(cell)) != name:
            found.setdefault(name, marked)
    return found


def _without(cells: Sequence[str], place: int | None) -> Sequence[str]:
    """The cells of a row without that of its cost."""
    return cells if place is None else [*cells[:place], *cells[place + 1 :]]


def _column_of_costs(header: Sequence[str], reading: Reading, places: Places) -> int | None:
    """The column of the costs; None if no costs are asked for."""
    if reading.cost is None:
        return None
    found = [place for place, cell in enumerate(header) if place and name_of(cell) == reading.cost]
    if len(found) > 1:
        raise SpecError(f"{places.secret(found[1] - 1)}: {shortened(reading.cost)} stands there twice")
    if not found:
        raise _no_such("cost", reading.cost, "line" if places.turned else "column", None)
    return found[0]


def _no_such(key: str, name: str, what: str, other: bool | None) -> SpecError:
    """The error of a name that stands in no line or column."""
    kind = FormError if other or other is None else SpecError
    return kind(f"{key}={shortened(name)}: expected the name of a {what}, got one that no {what} has")


def _read_secrets(cells: Sequence[str], reading: Reading, places: Places) -> list[str]:
    """The names of the secrets. A name may stand there twice where twins are more than refused: it gets a number."""
    if len(cells) - 1 > MOST_NAMES:
        raise SpecError(f"{places.header}: expected at most {MOST_NAMES} secrets, got {len(cells) - 1}")
    names = [_name(cell, "secret", places.secret(place)) for place, cell in enumerate(cells[1:])]
    if len(names) < 2:
        raise SpecError(places.too_few(len(names)))
    seen: dict[str, int] = {}
    for place, name in enumerate(names):
        if reading.grouping:
            if JOINT in name:
                told = f"{places.secret(place)}: expected a name without {JOINT!r}, which joins the names of twins"
                raise SpecError(f"{told}, got {quoted(name)}")
        elif name in seen and not (reading.majority or reading.keeping):
            before = f"the secret {shortened(name)} stands there twice, first in {places.secret(seen[name])}"
            told = f"{places.secret(place)}: {before}; twins=group numbers such names"
            unnamed = "names=none says that rows have no names, and that the first column is a question, too"
            raise SpecError(f"{told}; {unnamed}") if places.turned else FormError(told)
        seen.setdefault(name, place)
    return names


def _read_chances(cells: Sequence[str], number: int, secrets: Sequence[str], places: Places) -> list[str]:
    """The chances of the secrets, as they are written."""
    return [
        _number(cell, f"{places.answer(number, place)}: the chance of {shortened(secrets[place])}")
        for place, cell in enumerate(cells[1:])
    ]


def _read_classes(cells: Sequence[str], number: int, secrets: Sequence[str], places: Places) -> list[str]:
    """The classes of the secrets."""
    return [
        _name(cell, BY_CLASS, f"{places.answer(number, place)}: the class of {shortened(secrets[place])}")
        for place, cell in enumerate(cells[1:])
    ]


def _read_cost(cell: str, question: str, number: int, price: int, places: Places) -> str:
    """The cost of a question, as it is written."""
    return _number(cell, f"{places.cost(number, price)}: the cost of {shortened(question)}")


def _number(cell: str, where: str) -> str:
    """A number as it is written, after it has been read."""
    try:
        read_number(cell)
    except SpecError as error:
        raise SpecError(f"{where}: {error}") from None
    return " ".join(cell.split())


def _name(cell: str, kind: str, where: str) -> str:
    """The canonical name of a secret or a question."""
    name = name_of(cell)
    if not name:
        raise SpecError(f"{where}: expected the name of a {kind}, got an empty cell")
    if ":" in name or name.startswith("=") or unprintable(name):
        expected = "a name without ':', control characters and a leading '='"
        raise SpecError(f"{where}: expected {expected}, got {quoted(name)}")
    return name


class _Answers(dict[str, int]):
    """The number of each answer as spelled in the table; different spellings of one text share a number."""

    def __init__(self, states: States | None = None) -> None:
        self.texts: list[str] = []
        self.shares: list[Shares | None] = []
        """What each answer says by itself, where cells may hold several states; else empty."""
        self.written: dict[str, str] = {}
        """The marked texts of cells and states that are not written in their canonical form."""
        self._states = states
        self._room = MOST_STATES

    def read_row(
        self, number: int, question: str, secrets: Sequence[str], cells: Sequence[str], places: Places
    ) -> array[int]:
        """The answers of one line."""
        where = f"{places.question(number)}: question {shortened(question)}"
        if len(cells) != len(secrets):
            raise SpecError(f"{where}: expected {len(secrets)} answers, got {len(cells)}")
        try:
            return array("H", map(self.__getitem__, cells))
        except _NoAnswerError:
            empty = [place for place, cell in enumerate(cells) if not cell.strip()]
            more = f" and {len(empty) - 1} more" if len(empty) > 1 else ""
            raise SpecError(
                f"{places.answer(number, empty[0])}: question {shortened(question)} has no answer for secret "
                f"{shortened(secrets[empty[0]])}{more}; unknown={EMPTY} reads empty cells as unknown, "
                f"inapplicable={EMPTY} as inapplicable"
            ) from None
        except SpecError as error:
            # The cells before the missing one were read, so they are known.
            place = next(place for place, cell in enumerate(cells) if cell not in self)
            raise SpecError(f"{places.answer(number, place)}: question {shortened(question)}: {error}") from None

    def __missing__(self, cell: str) -> int:
        text = name_of(cell)
        if not text and not (self._states is not None and self._states.reads_empty):
            raise _NoAnswerError
        if unprintable(text):
            raise SpecError(f"expected an answer without control characters, got {quoted(text)}")
        answer = self.get(text)
        if answer is None:
            answer = len(self.texts)
            if answer == MOST_ANSWERS:
                raise SpecError(f"expected at most {MOST_ANSWERS} different answers in a table")
            if self._states is not None:
                self._read_states(self._states, text)
            self.texts.append(text)
            self[text] = answer
        if cell != text and (marked := tidy(cell)) != text:
            self._write(marked, text, answer)
        # There is no limit to the number of spellings of one text.
        if len(self) < _MOST_SPELLINGS:
            self[cell] = answer
        return answer

    def _read_states(self, states: States, text: str) -> None:
        share = states.read(text)
        self._room -= len(share or ())
        if self._room < 0:
            raise SpecError(f"expected at most {MOST_STATES} states in all different cells, got more")
        self.shares.append(share)

    def _write(self, marked: str, text: str, answer: int) -> None:
        """Keep a spelling of an answer that is not canonical, and those of the states that it holds."""
        self.written.setdefault(text, marked)
        if self._states is not None and (shares := self.shares[answer]) is not None:
            for state, spelled in self._states.written(marked, shares):
                self.written.setdefault(state, spelled)


class _NoAnswerError(Exception):
    """A cell is empty."""


def unpack(packed: bytes, reading: Reading = PLAIN) -> Sheet:
    """The table in packed bytes; raises :class:`~strategist.common.errors.SpecError` if there is none.

    The table is not turned or grouped here, and no class is changed, because all that is done before packing.

    >>> from strategist.common.text_files import pack
    >>> unpack(pack(["\\tcat\\tdog", "barks?\\tno\\tyes"])).secrets
    ['cat', 'dog']
    """
    text = unpack_text(packed, "table")
    plain = replace(reading, turned=False, grouping=False, majority=False)
    return make_sheet(_packed_rows(text, max(len(packed), _SECRETS_OF_ANY_PACK)), plain)


def _packed_rows(text: str, most_secrets: int) -> Iterator[Row]:
    """The lines of a packed table. Cells are counted before they are split, because splitting takes far more memory."""
    secrets = None
    marked = text.startswith(f"{MARKED}\t")
    for number, line in enumerate(split_lines(text), 1):
        count = line.count("\t")
        if secrets is None:
            if count > most_secrets:
                raise SpecError(f"line 1: expected at most {most_secrets} secrets, got {count}")
            secrets = count
        elif count != secrets:
            raise SpecError(f"line {number}: expected {secrets} answers, got {count}")
        if not marked and "\\" in line:
            yield number, list(map(literal, line.removesuffix("\n").split("\t")))
        else:
            yield number, line.removesuffix("\n").split("\t")
