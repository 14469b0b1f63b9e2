"""Tables of answers as text: read from CSV files, and packed for strategy files.

In a CSV file the first line holds a corner cell (ignored) and the names of the secrets. Every further line holds the
name of a question and its answer for each secret. Names and answers are any text. Blanks around them are ignored, and
blanks inside are written ``_``, because blanks separate words in strings, histories and packed tables.

A *packed* table is the same, tab-separated, as a packed text (see :mod:`strategist.games.texts`). Names and answers
hold no blanks, so no quotes are needed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from strategist.errors import SpecError
from strategist.games.cells import Row, csv_rows
from strategist.games.texts import MOST_NAMES, read_lines, split_lines, unpack_text
from strategist.quoting import quoted, shortened, unprintable

MOST_ANSWERS = (1 << 16) - 1
"""The most different answers of one table: responses are pairs of bytes, and one says that the secret is found."""

_MOST_SPELLINGS = 4 * MOST_ANSWERS
"""The most spellings of answers that are remembered."""

_SECRETS_OF_ANY_PACK = 1 << 16
"""The most secrets of a packed table, or its size in bytes if that is larger: each name takes at least a byte."""


@dataclass(frozen=True)
class Sheet:
    """A checked table: no cell is empty, no name occurs twice, and for any two secrets a question tells them apart.

    ``rows[q][s]`` is the answer to question q for secret s, an index into ``answers``.
    """

    secrets: Sequence[str]
    questions: Sequence[str]
    answers: Sequence[str]
    rows: Sequence[array[int]]


def canonical(text: str) -> str:
    """A name or an answer in its one written form.

    >>> canonical(" has   hair? ")
    'has_hair?'
    """
    return "_".join(text.split())


def read_csv(path: str) -> Sheet:
    """The table in a CSV file; raises :class:`~strategist.errors.SpecError` if there is none."""
    try:
        return make_sheet(csv_rows(read_lines(path, "table")))
    except SpecError as error:
        raise SpecError(f"{path}: {error}") from None


def make_sheet(rows: Iterable[Row]) -> Sheet:
    """The table of these rows; the first names the secrets. Raises :class:`~strategist.errors.SpecError`.

    >>> make_sheet([(1, ["", "cat", "dog"]), (2, ["barks?", "no", "yes"])]).answers
    ['no', 'yes']
    """
    lines = iter(rows)
    first = next(lines, None)
    if first is None:
        raise SpecError("the table is empty: expected a line of secrets, then a line for each question")
    secrets = _read_secrets(*first)
    answers = _Answers()
    found: dict[str, array[int]] = {}
    for number, cells in lines:
        question = _name(cells[0], "question", f"line {number}")
        if question in found:
            raise SpecError(f"line {number}: the question {shortened(question)} stands there twice")
        if len(found) == MOST_NAMES:
            raise SpecError(f"line {number}: expected at most {MOST_NAMES} questions, got more")
        found[question] = answers.read_row(number, question, secrets, cells[1:])
    if not found:
        raise SpecError("expected a line for each question, got a line of secrets alone")
    twins = _twins(secrets, found.values())
    if twins:
        raise SpecError(f"no question tells {shortened(twins[0])} and {shortened(twins[1])} apart")
    return Sheet(secrets, list(found), answers.texts, list(found.values()))


def _read_secrets(number: int, cells: Sequence[str]) -> list[str]:
    if len(cells) - 1 > MOST_NAMES:
        raise SpecError(f"line {number}: expected at most {MOST_NAMES} secrets, got {len(cells) - 1}")
    names = [_name(cell, "secret", f"line {number}, column {column}") for column, cell in enumerate(cells[1:], 2)]
    if len(names) < 2:
        raise SpecError(
            f"line {number}: expected a corner cell and at least 2 secrets between commas, got {len(names)}"
        )
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise SpecError(f"line {number}: the secret {shortened(name)} stands there twice")
        seen.add(name)
    return names


def _name(cell: str, kind: str, where: str) -> str:
    """The canonical name of a secret or a question."""
    name = canonical(cell)
    if not name:
        raise SpecError(f"{where}: expected the name of a {kind}, got an empty cell")
    if ":" in name or name.startswith("=") or unprintable(name):
        expected = "a name without ':', control characters and a leading '='"
        raise SpecError(f"{where}: expected {expected}, got {quoted(name)}")
    return name


class _Answers(dict[str, int]):
    """The number of each answer as spelled in the table; different spellings of one text share a number."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def read_row(self, number: int, question: str, secrets: Sequence[str], cells: Sequence[str]) -> array[int]:
        """The answers of one line."""
        where = f"line {number}: question {shortened(question)}"
        if len(cells) != len(secrets):
            raise SpecError(f"{where}: expected {len(secrets)} answers, got {len(cells)}")
        try:
            return array("H", map(self.__getitem__, cells))
        except _NoAnswerError:
            secret = next(secret for secret, cell in zip(secrets, cells, strict=True) if not cell.strip())
            raise SpecError(f"{where} has no answer for secret {shortened(secret)}") from None
        except SpecError as error:
            # The cells before the missing one were read, so they are known.
            column = next(column for column, cell in enumerate(cells, 2) if cell not in self)
            raise SpecError(f"line {number}, column {column}: question {shortened(question)}: {error}") from None

    def __missing__(self, cell: str) -> int:
        text = canonical(cell)
        if not text:
            raise _NoAnswerError
        if unprintable(text):
            raise SpecError(f"expected an answer without control characters, got {quoted(text)}")
        answer = self.get(text)
        if answer is None:
            answer = len(self.texts)
            if answer == MOST_ANSWERS:
                raise SpecError(f"expected at most {MOST_ANSWERS} different answers in a table")
            self.texts.append(text)
            self[text] = answer
        # There is no limit to the number of spellings of one text.
        if len(self) < _MOST_SPELLINGS:
            self[cell] = answer
        return answer


class _NoAnswerError(Exception):
    """A cell is empty."""


def _twins(secrets: Sequence[str], rows: Iterable[array[int]]) -> tuple[str, str] | None:
    """Two secrets that have the same answer in each row; None if there are none."""
    kinds = [0] * len(secrets)
    for row in rows:
        numbers: dict[tuple[int, int], int] = {}
        kinds = [numbers.setdefault(pair, len(numbers)) for pair in zip(kinds, row, strict=True)]
        if len(numbers) == len(secrets):
            return None
    first: dict[int, str] = {}
    for kind, name in zip(kinds, secrets, strict=True):
        if kind in first:
            return first[kind], name
        first[kind] = name
    return None


def unpack(packed: bytes) -> Sheet:
    """The table in packed bytes; raises :class:`~strategist.errors.SpecError` if there is none.

    >>> from strategist.games.texts import pack
    >>> unpack(pack(["\\tcat\\tdog", "barks?\\tno\\tyes"])).secrets
    ['cat', 'dog']
    """
    text = unpack_text(packed, "table")
    return make_sheet(_packed_rows(text, max(len(packed), _SECRETS_OF_ANY_PACK)))


def _packed_rows(text: str, most_secrets: int) -> Iterator[Row]:
    """The lines of a packed table. Cells are counted before they are split, because splitting takes far more memory."""
    secrets = None
    for number, line in enumerate(split_lines(text), 1):
        count = line.count("\t")
        if secrets is None:
            if count > most_secrets:
                raise SpecError(f"line 1: expected at most {most_secrets} secrets, got {count}")
            secrets = count
        elif count != secrets:
            raise SpecError(f"line {number}: expected {secrets} answers, got {count}")
        yield number, line.removesuffix("\n").split("\t")
