"""The answers of a table by number: responses, in the order in which they first occur in the rows of the guesses.

The solved response is last. It gets a text that no other response has.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from strategist.common.errors import SpecError, told_at
from strategist.common.quoting import shortened
from strategist.games.tables.cells.states import CANNOT_TELL, MOST_ANSWERS, MOST_STATES, Chances, Shares, States
from strategist.model.rules import Answer

_MOST_POSSIBLE = 1 << 26
"""The most answers that secrets may give to questions: pairs of a secret and a question count once for each."""

Row: TypeAlias = "array[int] | None"
"""What stands in the row of a guess for each secret; None for a guess that only names a secret, or a class."""


@dataclass(frozen=True)
class Numbered:
    """The responses of a table.

    ``texts`` are the responses by number. ``rows`` hold for each guess the response of each secret, or, where there are
    ``cells``, the number of its cell, which holds the answers that the secret may give, ascending. ``wrong`` is the
    response to a guess without a row that names another secret; any value for announcements, which are never wrong.
    """

    texts: Sequence[str]
    rows: Sequence[Row]
    wrong: int = 0
    cells: Sequence[Sequence[Answer]] | None = None


def typecode_of(responses: int) -> str:
    """The type of an array of that many different responses: unsigned bytes, or pairs of bytes."""
    return "B" if responses <= 1 << 8 else "H"


def number_answers(answers: Sequence[str], rows: Sequence[Row], secrets: range, announces: bool) -> Numbered:
    """The responses where each cell holds one answer, an index into ``answers``.

    ``secrets`` are the codes of the secrets. A guess with the code of a secret and a row *is* the guess of that secret:
    its own cell is the solved response. Raises :class:`~strategist.common.errors.SpecError` for too many answers.

    >>> numbered = number_answers(["no", "yes"], [None, None, array("H", [0, 1])], range(2), False)
    >>> numbered.texts, numbered.rows[2], numbered.wrong
    (['no', 'yes', 'solved'], array('B', [0, 1]), 0)
    """
    seen: dict[int, None] = {}
    own_cells = set()
    for guess, row in enumerate(rows):
        if row is not None and guess in secrets:
            own_cells.add(row[guess])
            row = row[:guess] + row[guess + 1 :]
        seen |= dict.fromkeys(row or ())
    texts = [answers[answer] for answer in seen]
    naming = None in rows and not announces
    no = next((response for response, text in enumerate(texts) if text.casefold() == "no"), None)
    if naming and no is None:
        texts.append("no")
    wrong = (len(texts) - 1 if no is None else no) if naming else 0
    lone = own_cells.pop() if len(own_cells) == 1 else None
    texts = _with_solved(texts, "solved" if lone is None or lone in seen else answers[lone])

    solved = len(texts) - 1
    number = [solved] * len(answers)
    for response, answer in enumerate(seen):
        number[answer] = response
    numbered: list[Row] = []
    for guess, row in enumerate(rows):
        if row is not None:
            row = array(typecode_of(len(texts)), map(number.__getitem__, row))
            if guess in secrets:
                row[guess] = solved
        numbered.append(row)
    return Numbered(texts, numbered, wrong)


def _with_solved(texts: Sequence[str], solved: str) -> list[str]:
    while solved in texts:
        solved += "!"
    if len(texts) > MOST_ANSWERS:
        raise SpecError(f"expected at most {MOST_ANSWERS} different answers, got {len(texts)}")
    return [*texts, solved]


def number_states(
    states: States, shares: Sequence[Shares | None], named_rows: Sequence[tuple[str, Row]], secrets: range
) -> Numbered:
    """The responses where cells, indices into ``shares``, may hold several states.

    Where none does, it is a table like others. Raises :class:`~strategist.common.errors.SpecError` for too many
    answers, and for chances with too many digits.

    >>> states = States("/")
    >>> rows = [("legs", array("H", [0, 1])), ("=cat", None), ("=dog", None)]
    >>> numbered = number_states(states, [states.read("4"), states.read("2/4")], rows, range(1, 3))
    >>> numbered.texts, [[(each.response, str(each.chance)) for each in cell] for cell in numbered.cells]
    (['4', '2', 'solved'], [[(0, '1')], [(0, '1/2'), (1, '1/2')]])
    """
    told: list[Mapping[int, Chances]] = []
    possible = 0
    for name, row in named_rows:
        times = Counter(row or ())
        with told_at(f"question {shortened(name)}"):
            told.append(states.question(times, shares))
        possible += sum(len(held) * times[cell] for cell, held in told[-1].items())
        if possible > _MOST_POSSIBLE:
            raise SpecError(f"question {shortened(name)}: expected at most {_MOST_POSSIBLE} possible answers, got more")
    texts = dict.fromkeys(text for held in told for cell in held.values() for text in cell if text != CANNOT_TELL)
    if any(CANNOT_TELL in cell for held in told for cell in held.values()):
        texts[CANNOT_TELL] = None
    number = {text: response for response, text in enumerate(texts)}
    if all(len(cell) == 1 for held in told for cell in held.values()):
        plain: list[Row] = []
        for held, (_, row) in zip(told, named_rows, strict=True):
            lone = {cell: number[next(iter(chances))] for cell, chances in held.items()}
            plain.append(None if row is None else array("H", map(lone.__getitem__, row)))
        return number_answers(list(texts), plain, secrets, announces=True)

    cells: dict[tuple[Answer, ...], int] = {}
    numbered: list[Row] = []
    room = MOST_STATES
    for held, (_, row) in zip(told, named_rows, strict=True):
        place: dict[int, int] = {}
        for cell, chances in held.items():
            answers = tuple(sorted(Answer(number[text], chance) for text, chance in chances.items()))
            if answers not in cells:
                room -= len(answers)
                if room < 0:
                    raise SpecError(f"expected at most {MOST_STATES} answers in all different cells, got more")
            place[cell] = cells.setdefault(answers, len(cells))
        numbered.append(None if row is None else array("I", map(place.__getitem__, row)))
    return Numbered(_with_solved(list(texts), "solved"), numbered, cells=list(cells))
