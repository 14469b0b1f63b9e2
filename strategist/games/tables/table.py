"""A game given by a table of answers: its columns are the secrets, its rows the questions.

With ``goal=ask`` the last guess must name the secret, as in Mastermind. A row that has the name of a secret *is* the
guess of that secret, and its cell in the secret's own column is the solved response, whatever the cell holds. A secret
without such a row can be named, too: the answer is the solved response, or ``no`` for any other secret. The guesses are
the secrets in their order, followed by the other questions in theirs.

Secrets that no question tells apart are refused, or with ``twins=group`` become one secret under all their names,
``boar/cheetah``, and any of these names will do where it is read. With ``goal=class`` and ``twins=majority`` they take
the class of most of them, and with ``twins=keep`` they stay, so that every tree errs in some.

With ``goal=identify`` it is enough to know the secret, as in the identification trees of diagnosis and of Twenty
Questions. All rows are questions, and an announcement ``=NAME`` ends the game (see :mod:`strategist.model.game`).

With ``goal=class`` it is enough to know the class of the secret, which the line ``class=NAME`` tells: the announcement
``=NAME`` of a class ends the game. Only secrets of different classes need a question that tells them apart.

With ``goal=narrow`` the game also ends where nothing more can be learnt, with the announcement ``=?``; ``narrow=`` adds
that to ``goal=class``, and says when it is so (:class:`~strategist.model.goal.Narrow`). Cells may hold several answers
or be unknown: see :mod:`strategist.games.tables.cells.states`. Such a game announces: ``goal=ask`` is refused.

Responses are numbered in the order in which they first occur in the rows of the guesses; the solved one is last.
"""

from __future__ import annotations

import hashlib
import os
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Self

from strategist.common.errors import ResponseError, SpecError, told_at
from strategist.common.numbers import read_number
from strategist.common.quoting import listed, quoted, shortened
from strategist.common.text_files import label_of, pack
from strategist.games.tables.as_csv import table_csv as table_csv
from strategist.games.tables.cells.states import CANNOT_TELL, EMPTY, States, states_of
from strategist.games.tables.contents import AS_CANONICAL, BY_CLASS, MARKED, Sheet, Written
from strategist.games.tables.lexicon import Lexicon
from strategist.games.tables.never_apart import first_never_apart
from strategist.games.tables.numbering import number_answers, number_states, typecode_of
from strategist.games.tables.sheet import unpack
from strategist.games.tables.sources.table_files import KEEP, read_table, reading_of
from strategist.games.tables.table_names import NamedTable
from strategist.games.tables.table_parameters import (
    DEFAULTS,
    DIGESTED,
    IN_SLUG,
    PARAMETERS,
    check_goal,
    narrow_of,
    settled,
)
from strategist.matrices.marked_text import literal, plain
from strategist.model.game import Answer
from strategist.model.goal import GOALS, Narrow
from strategist.model.spec import Value


class Table(NamedTable):
    """Any game, from a table of answers: columns are secrets, rows are questions.

    A code is its index in ``guesses``.

    >>> from strategist.games.tables.sheet import make_sheet
    >>> sheet = make_sheet([(1, ["", "cat", "dog"]), (2, ["barks?", "no", "yes"])])
    >>> game = Table({"file": "pets.csv"}, sheet)
    >>> game.spec, [game.format_code(code) for code in game.guesses]
    ('table(file=pets.csv)', ['cat', 'dog', 'barks?'])
    >>> game.format_response(game.respond(game.parse_code("dog"), game.parse_secret("cat")))
    'no'
    >>> game = Table({"file": "pets.csv", "goal": "identify"}, sheet)
    >>> [game.format_code(code) for code in game.guesses]
    ['barks?', '=cat', '=dog']
    """

    name = "table"
    parameters = PARAMETERS
    kernel = "rows"
    _rows: Sequence[array[int] | None]
    """For each guess the response of each secret, or the number of its cell; None if it only names a secret."""
    _cells: Sequence[Sequence[Answer]] | None = None
    """What each cell holds; None where each holds one answer."""
    _spelled: Sequence[Sequence[str]] = ()
    """The cells of each question as they are written, where they may hold several states; else empty."""
    _own_responses: dict[int, list[int]]

    def __init__(self, values: dict[str, Value], sheet: Sheet | None = None) -> None:
        """The game of ``sheet``, or of the table in the file. Only the name of the file is kept, as a label."""
        path = values.get("file")
        if path is None:
            raise SpecError("table: expected the file of a table, as in table(file=animals.csv)")
        self.values = settled({**values, "file": label_of(os.path.normpath(str(path)))})
        self.announces = GOALS[str(self.values["goal"])].announces
        self.narrow = narrow_of(self.values)
        self.turns = None if self.values["turns"] is None else int(self.values["turns"])
        if sheet is None:
            sheet, filled = read_table(str(path), self.values)
            self.values |= filled
            check_goal(self.values)
        states = states_of(self.values)
        if self.narrow is Narrow.SURE and states is not None and states.cannot_tell:
            raise SpecError(
                f"table: narrow=sure beside {CANNOT_TELL}={self.values[CANNOT_TELL]}: no question is sure to exclude "
                "anybody, so none would be asked; expected narrow=alike"
            )
        self.take_names(sheet)
        self._take_answers(sheet, states)
        self._take_numbers(sheet)
        self._check_apart(states)

    @classmethod
    def restore(cls, values: dict[str, Value], payload: bytes | None) -> Self:
        """The game of a packed table; raises :class:`~strategist.common.errors.SpecError` if there is none."""
        if payload is None:
            raise SpecError(f"{cls.name}: expected a table, got nothing")
        return cls(values, unpack(payload, reading_of(values)))

    def _check_apart(self, states: States | None) -> None:
        """Raise :class:`~strategist.common.errors.SpecError` if not every secret can be told from all others, but for
        games that end with some left, or lose some."""
        # Where each cell holds one answer, secrets that no question tells apart could never be known, in any turn. Even
        # then an unknown cell may hold the only answer of its question.
        loses = self._cells is not None and self.turns is not None
        kept = states is None and self.values["twins"] == KEEP
        if self.narrow is not None or loses or kept or (states is None and self.turns is None):
            return
        wanted = "goal=narrow" if self.classes is None else "narrow=alike"
        if states is not None and states.cannot_tell:
            raise SpecError(f"{self.spec}: any question may be answered cannot_tell: expected {wanted} or turns=")
        pairs, count = first_never_apart(self, 3)
        if pairs:
            shown = [" and ".join(shortened(self._secret_names.texts[each]) for each in pair) for pair in pairs]
            more = f", … ({count} pairs in all)" if count > len(pairs) else ""
            raise SpecError(
                f"{self.spec}: no question is sure to tell {', '.join(shown)}{more} apart: their answers overlap in "
                f"every question; {wanted} ends where nothing more can be learnt"
            )

    def _take_numbers(self, sheet: Sheet) -> None:
        """Take the chances and the costs of the table. To name a secret that has no line costs 1."""
        for found, key, what in (
            (sheet.chances, "chance", "line of chances"),
            (sheet.costs, "cost", "column of costs"),
            (sheet.classes, BY_CLASS, "line of classes"),
        ):
            if (found is None) != (self.values[key] is None):
                raise SpecError(f"{self.spec}: expected a {what} exactly where {key}= names one")
        chances = costs = None
        if sheet.chances is not None:
            self.chance_texts = sheet.chances
            chances = list(map(read_number, sheet.chances))
        if sheet.costs is not None:
            cost_of = dict(zip(sheet.questions, sheet.costs, strict=True))
            asked = self._guess_names.texts[: self.question_count]
            self.cost_texts = [cost_of.get(name, "1") for name in asked]
            costs = list(map(read_number, self.cost_texts))
        if chances is not None or costs is not None:
            digits = self.values.get("digits")
            self.weigh(chances, costs, None if digits is None else int(digits))

    def _take_answers(self, sheet: Sheet, states: States | None) -> None:
        """Number the responses and keep the rows of guesses; None stands for a guess that only names a secret."""
        row_of = dict(zip(sheet.questions, sheet.rows, strict=True))
        rows = [row_of.get(name) for name in self._guess_names.texts]
        with told_at(self.spec):
            if states is None:
                numbered = number_answers(sheet.answers, rows, self.secrets, self.announces)
            else:
                shares = sheet.shares
                if shares is None:
                    shares = list(map(states.read, sheet.answers))
                named = list(zip(self._guess_names.texts, rows, strict=True))
                numbered = number_states(states, shares, named, self.secrets)
                self._spelled = [[sheet.answers[cell] for cell in row or ()] for row in rows]
        self._rows, self._cells, self._wrong = numbered.rows, numbered.cells, numbered.wrong
        self._responses = Lexicon(numbered.texts)
        self.response_count = len(numbered.texts)
        self._solved = self.response_count - 1
        if states is not None and states.applies_not and states.inapplicable is not None:
            self.inapplicable = self._responses.find(states.inapplicable or EMPTY)
        self._own_responses = {}
        self.several = self._cells is not None or self.narrow is not None

    @property
    def slug(self) -> str:
        """The name of the game, of its file and of its options, joined by dashes, as part of a file name."""
        label = os.path.splitext(str(self.values["file"]))[0]
        odds = None if self.chances is None else os.path.splitext(self.chances)[0]
        numbers = [f"{key}-{name}" for key in ("chance", "cost") if (name := self.values[key])]
        goal = [str(self.values["goal"]), str(self.values[BY_CLASS] or "")] if self.announces else []
        more = [f"{key}-{value}" for key in IN_SLUG if (value := self.values[key]) != DEFAULTS[key]]
        words = [self.name, label, *goal, *more, *numbers, odds or ""]
        return "-".join(filter(None, (re.sub(r"[^0-9A-Za-z]+", "-", word).strip("-") for word in words)))

    def respond(self, guess: int, secret: int) -> int:
        """The answer in the table; for a guess without a row, whether it names the secret."""
        row = self._rows[guess]
        if row is not None:
            cell = row[secret - self.secrets[0]]
            if self._cells is None:
                return cell
            held = self._cells[cell]
            if len(held) > 1:
                possible = listed([self.format_response(answer.response) for answer in held])
                raise ResponseError(
                    f"{self.spec}: {self.format_code(guess)} has one of several answers for "
                    f"{self.format_secret(secret)}: {possible}"
                )
            return held[0].response
        return self._solved if self._is_right(guess, secret) else self._wrong

    def answers(self, guess: int, secret: int) -> Sequence[Answer]:
        """The answers of the cell in the table; for an announcement, whether it is right."""
        row = self._rows[guess]
        if row is None or self._cells is None:
            return super().answers(guess, secret)
        return self._cells[row[secret - self.secrets[0]]]

    def _is_right(self, guess: int, secret: int) -> bool:
        """Whether a guess that only names a secret, or a class, names this one. That those left are all that can be
        known names all of them."""
        if self.narrow is not None and guess == self.undecided:
            return True
        if self.classes is None:
            return guess == secret
        return guess == self.announcement(secret - self.secrets[0])

    def row(self, guess: int) -> array[int]:
        """The responses of all secrets to one guess, in the order of the secrets: for the row kernel."""
        row = self._rows[guess]
        if row is None:
            row = array(typecode_of(self.response_count), (self.respond(guess, secret) for secret in self.secrets))
        return row

    def cells_of(self, question: int) -> Sequence[str]:
        """The cells of a question, one for each secret, canonical: as they are written where they may hold several
        states, else the answers."""
        if self._spelled:
            return self._spelled[question]
        return [self.format_response(self.respond(question, secret)) for secret in self.secrets]

    def shown_response(self, response: int) -> str:
        """The text of an answer as people wrote it, a marked text."""
        text = self._responses.texts[response]
        return self.written.answers.get(text) or literal(text)

    def parse_response(self, text: str) -> int:
        """The response that ``text`` means; raises :class:`~strategist.common.errors.ResponseError` if there
        is none."""
        response = self._responses.find(text)
        if response is None:
            raise ResponseError(f"{self.spec}: response {quoted(text)}: expected {self._responses.listing()}")
        return response

    def parse_answer(self, guess: int, text: str) -> int:
        """The response to a question; raises :class:`~strategist.common.errors.ResponseError` for an answer that only
        other questions have.

        >>> from strategist.games.tables.sheet import make_sheet
        >>> rows = [(1, ["", "cat", "dog"]), (2, ["barks?", "no", "yes"]), (3, ["eats", "mice", "bones"])]
        >>> game = Table({"file": "pets.csv"}, make_sheet(rows))
        >>> game.parse_answer(game.parse_code("barks?"), "mice")
        Traceback (most recent call last):
        ...
        strategist.common.errors.ResponseError: table(file=pets.csv): response 'mice' to barks?: expected one of no, yes
        """
        response = self._responses.find(text)
        own = self._responses_to(guess)
        if response is None or response not in own:
            # Only guesses of secrets get the solved response, so it is not listed for questions.
            shown = own if guess in self.secrets or self._rows[guess] is None else own[:-1]
            expected = f"one of {listed([self._responses.texts[each] for each in shown])}"
            asked = f"response {quoted(text)} to {self.format_code(guess)}"
            raise ResponseError(f"{self.spec}: {asked}: expected {expected}")
        return response

    def _responses_to(self, guess: int) -> list[int]:
        """The responses that a guess may get, ascending; a player asks at each move, so the row is read once."""
        if guess not in self._own_responses:
            row = self._rows[guess]
            told: Iterable[int] = (self._wrong,) if row is None else row
            if row is not None and self._cells is not None:
                told = (answer.response for cell in set(row) for answer in self._cells[cell])
            self._own_responses[guess] = sorted({self._solved, *told})
        return self._own_responses[guess]

    def format_response(self, response: int) -> str:
        """The text of an answer."""
        return self._responses.texts[response]

    def _lines(self, written: Written = AS_CANONICAL, corner: str = "") -> Iterator[str]:
        """The tab-separated lines of the table. Guesses that only name a secret are implied.

        Costs are the last column, and chances and classes the last lines. Texts that ``written`` does not hold are in
        their canonical form.
        """

        def named(texts: Iterable[str], written: Mapping[str, str]) -> Iterable[str]:
            if not written and not corner:
                return texts
            return [written.get(text) or (literal(text) if corner else text) for text in texts]

        chance, cost = self.values["chance"], self.values["cost"]
        names = named(self._secret_names.texts, written.secrets)
        yield "\t".join([corner, *names, *([] if cost is None else named([str(cost)], {}))])
        texts = self._responses.texts
        for guess, (name, row) in enumerate(zip(self._guess_names.texts, self._rows, strict=True)):
            if row is not None:
                costs = [] if cost is None or self.cost_texts is None else [self.cost_texts[guess]]
                asked = named([name], written.secrets if guess in self.secrets else written.questions)
                cells = self._spelled[guess] if self._spelled else map(texts.__getitem__, row)
                yield "\t".join([*asked, *named(cells, written.answers), *costs])
        if chance is not None and self.chance_texts is not None:
            yield "\t".join([*named([str(chance)], {}), *self.chance_texts, *([] if cost is None else [""])])
        if self.classes is not None:
            kinds = named(map(self.class_names.__getitem__, self.classes), written.classes)
            of = named([str(self.values[BY_CLASS])], {})
            yield "\t".join([*of, *kinds, *([] if cost is None else [""])])

    def payload(self) -> bytes:
        """The table, packed: see :mod:`strategist.games.tables.sheet`."""
        if all(literal(plain(marked)) == marked for each in _kinds(self.written) for marked in each.values()):
            return pack(self._lines(_mapped(plain, self.written)))
        return pack(self._lines(self.written, MARKED))

    def digest(self) -> bytes:
        """SHA-256 over the goal and the whole table."""
        digest = hashlib.sha256(f"{self.values['goal']}\n".encode())
        digits = ("digits",) if self._cells is not None else ()
        for key in (*DIGESTED, *digits):
            if (value := self.values.get(key)) != DEFAULTS.get(key):
                digest.update(f"{key}={value}\n".encode())
        for line in self._lines():
            digest.update(f"{line}\n".encode())
        return digest.digest()


def _kinds(written: Written) -> Sequence[Mapping[str, str]]:
    return [getattr(written, each.name) for each in fields(written)]


def _mapped(change: Callable[[str], str], written: Written) -> Written:
    return Written(*({name: change(marked) for name, marked in each.items()} for each in _kinds(written)))
