"""What the secrets, questions and classes of a table are called: how names are read, printed, and shown as people wrote
them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from strategist.common.errors import CodeError, SpecError
from strategist.common.quoting import quoted
from strategist.games.tables.contents import AS_CANONICAL, JOINT, Sheet, Written
from strategist.games.tables.lexicon import Lexicon
from strategist.matrices.marked_text import literal, plain
from strategist.model.game import Game, Piece

UNDECIDED = "=?"
"""The announcement that those left are all that can be known."""


class NamedTable(Game):
    """The names of a table. A code is its index in ``guesses``; where classes are announced, the codes of secrets stand
    behind those of guesses."""

    secrets: range
    guesses: range
    written: Written = AS_CANONICAL
    """How people wrote the texts that are not shown in their canonical form."""

    def take_names(self, sheet: Sheet) -> None:
        """Put secrets and guesses in order."""
        self.written = sheet.written
        count = len(sheet.secrets)
        if sheet.classes is not None:
            self.class_names = list(dict.fromkeys(sheet.classes))
            number = {name: place for place, name in enumerate(self.class_names)}
            self.classes = [number[name] for name in sheet.classes]
        if self.announces:
            ends = sheet.secrets if self.classes is None else self.class_names
            names = [*sheet.questions, *(f"={name}" for name in ends)]
            if self.narrow is not None:
                if UNDECIDED in names:
                    raise SpecError(f"{self.spec}: expected no secret or class of the name {UNDECIDED[1:]}, got one")
                names.append(UNDECIDED)
        else:
            named = set(sheet.secrets)
            names = [*sheet.secrets, *(name for name in sheet.questions if name not in named)]
        self.guesses = range(len(names))
        self.secrets = range(len(sheet.questions), len(sheet.questions) + count) if self.announces else range(count)
        if self.classes is not None:
            # The codes of secrets are no guesses.
            self.secrets = range(len(names), len(names) + count)
        self._guess_names = Lexicon(names)
        self._secret_names = Lexicon(sheet.secrets)

    def parse_code(self, text: str) -> int:
        """The guess that ``text`` names; raises :class:`~strategist.common.errors.CodeError` if there is none."""
        code = self._guess_names.find(text)
        if code is None and not self.announces and (secret := self._twin(text)) is not None:
            code = self.secrets[secret]
        if code is None:
            raise CodeError(f"{self.spec}: code {quoted(text)}: expected {self._guess_names.listing()}")
        return code

    def format_code(self, code: int) -> str:
        """The name of a guess."""
        return self._guess_names.texts[code]

    def parse_secret(self, text: str) -> int:
        """The secret that ``text`` names; raises :class:`~strategist.common.errors.CodeError` if there is none."""
        name = text.removeprefix("=") if self.announces else text
        index = self._secret_names.find(name)
        if index is None:
            index = self._twin(name)
        if index is None:
            expected = self._secret_names.listing()
            raise CodeError(f"{self.spec}: {quoted(text)} is no possible secret: expected {expected}")
        return self.secrets[index]

    def format_secret(self, code: int) -> str:
        """The name of a secret, or what an announcement of none says."""
        if code not in self.secrets:
            # A class, or that it was not decided.
            return self.format_code(code).removeprefix("=")
        return self._secret_names.texts[code - self.secrets[0]]

    def names(self, code: int) -> Sequence[str]:
        """All names of a secret: several where ``twins=group`` has made one secret of several."""
        name = self.format_secret(code)
        if code not in self.secrets:
            return (name,)
        return name.split(JOINT) if self.values["twins"] == "group" else (name,)

    def shown_code(self, code: int) -> str:
        """The name of a guess as people wrote it, a marked text."""
        name = self._guess_names.texts[code]
        written = self.written
        if code < self.question_count:
            kind = written.secrets if code in self.secrets else written.questions
            return kind.get(name) or literal(name)
        if self.narrow is not None and code == self.undecided:
            return name
        ends = written.secrets if self.classes is None else written.classes
        return "=" + (ends.get(name[1:]) or literal(name[1:]))

    def pieces(self, code: int) -> Sequence[Piece]:
        """The name of a code as one piece, in plain text."""
        return [Piece(plain(self.shown_code(code)))]

    def shown_secret(self, code: int) -> str:
        """The name of a secret, or of the class that an announcement names, as people wrote it, a marked text."""
        if code < self.secrets[0]:
            return self.shown_code(code).removeprefix("=")
        name = self._secret_names.texts[code - self.secrets[0]]
        return self.written.secrets.get(name) or literal(name)

    def shown_class(self, kind: int) -> str:
        """The name of a class, by its number, as people wrote it, a marked text."""
        name = self.class_names[kind]
        return self.written.classes.get(name) or literal(name)

    def shown_names(self, code: int) -> Sequence[str]:
        """All names of a secret, as people wrote them."""
        name = self.shown_secret(code)
        return name.split(JOINT) if len(self.names(code)) > 1 else (name,)

    def _twin(self, name: str) -> int | None:
        """The number of the secret that has this name among others; None for none, or several."""
        number = self._twin_names.find(name)
        return None if number is None else self._secret_of_twin[number]

    @cached_property
    def _twin_names(self) -> Lexicon:
        return Lexicon([name for code in self.secrets for name in self.names(code)])

    @cached_property
    def _secret_of_twin(self) -> list[int]:
        """The number of the secret that each of the names belongs to."""
        return [place for place, code in enumerate(self.secrets) for _ in self.names(code)]
