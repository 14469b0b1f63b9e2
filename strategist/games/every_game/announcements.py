"""Games of codes in which it is enough to know the secret: ``goal=identify``.

A game with pencil and paper often ends before the last guess: once one code is left, it need not be asked. All right
(all blacks, all green) is then an answer like any other, and says that the code just asked is the secret. The guesses
are the codes, which are questions now, and behind them one :class:`Announcement` for each secret. An announcement is
written ``=4563``, its response is ``known``, and it counts in no figure (see :mod:`strategist.model.game`).

A code is worth what its answers tell; that it is a candidate makes it worth no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload

from strategist.common.errors import CodeError, TooLargeError
from strategist.common.quoting import quoted
from strategist.model.game import Code, Game, Response
from strategist.model.goal import ASK, GOALS, IDENTIFY, goal_parameter

GOAL = goal_parameter(ASK, IDENTIFY)
KNOWN = "known"
"""The response to an announcement."""
MOST_GUESSES = 2**31 - 1
"""Indices of guesses are 32-bit integers wherever they are stored."""

_ANNOUNCED = re.compile(r"\s*(?:=|known\b\s*:?)\s*(\S.*)", re.IGNORECASE | re.DOTALL)


class Announcement(NamedTuple):
    """The last guess of a game that ends when the secret is known: it names the secret, and asks nothing."""

    secret: Code


class WithAnnouncements(Sequence[Code]):
    """The questions of a game, then an announcement of each secret; nothing is listed.

    >>> guesses = WithAnnouncements(["ab", "cd", "ef"], ["ab", "ef"])
    >>> len(guesses), guesses[2], guesses[3], guesses.index(Announcement("ef"))
    (5, 'ef', Announcement(secret='ab'), 4)
    """

    def __init__(self, questions: Sequence[Code], secrets: Sequence[Code]) -> None:
        self.questions = questions
        self.secrets = secrets

    def __len__(self) -> int:
        return len(self.questions) + len(self.secrets)

    def __iter__(self) -> Iterator[Code]:
        yield from self.questions
        yield from map(Announcement, self.secrets)

    @overload
    def __getitem__(self, index: int) -> Code: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Code]: ...
    def __getitem__(self, index: int | slice) -> Code | Sequence[Code]:
        if isinstance(index, slice):
            wanted = range(len(self))[index]
            if wanted == range(len(self.questions)):
                return self.questions
            return [self[each] for each in wanted]
        if index < 0:
            index += len(self)
        count = len(self.questions)
        return self.questions[index] if index < count else Announcement(self.secrets[index - count])

    def __contains__(self, code: object) -> bool:
        return code.secret in self.secrets if isinstance(code, Announcement) else code in self.questions

    def index(self, code: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of ``code``; :class:`ValueError` when it is not here."""
        if isinstance(code, Announcement):
            return len(self.questions) + self.secrets.index(code.secret)
        return self.questions.index(code)


class CodeGame(Game):
    """A game whose secrets are codes that may be asked, and which ends when one is asked or, by ``goal``, known.

    A subclass declares :data:`GOAL`. It calls :meth:`settle_goal` once its codes and its responses are there. Its own
    methods for codes and responses call the methods for announcements first.
    """

    @property
    def secrets_are_questions(self) -> bool:
        """True: each secret of a game of codes can be asked by its own code."""
        return True

    def settle_goal(self) -> None:
        """Add announcements, and the response to them, if it is enough to know the secret.
        Raises :class:`~strategist.common.errors.TooLargeError`."""
        if GOALS[str(self.values["goal"])].announces:
            self.announces = True
            self.guesses = WithAnnouncements(self.guesses, self.secrets)
            self.response_count += 1
            if len(self.guesses) > MOST_GUESSES:
                raise TooLargeError(f"{self.spec} has {len(self.guesses)} guesses: expected at most {MOST_GUESSES}")

    def named(self, guess: Code) -> Code:
        """The code itself, or the secret that an announcement names."""
        return guess.secret if isinstance(guess, Announcement) else guess

    def format_secret(self, code: Code) -> str:
        """The written form of a secret, or of the secret that an announcement names."""
        return self.format_code(self.named(code))

    def parse_secret(self, text: str) -> Code:
        """The secret that ``text`` spells; raises :class:`~strategist.common.errors.CodeError` if there is none."""
        return super().parse_secret(text) if not self.announces else self.named(self._parse_announced(text))

    def _parse_announced(self, text: str) -> Announcement:
        """The announcement of the secret that ``text`` spells, with a sign of an announcement before it or without."""
        match = _ANNOUNCED.fullmatch(text)
        name = text if match is None else match[1]
        if _ANNOUNCED.fullmatch(name):
            raise CodeError(f"{self.spec}: {quoted(name)} is no possible secret")
        return Announcement(super().parse_secret(name))

    def parse_announcement(self, text: str) -> Announcement | None:
        """The announcement that ``text`` spells, ``=4563`` or ``known: 4563``; None where it has no sign of one."""
        return self._parse_announced(text) if self.announces and _ANNOUNCED.fullmatch(text) else None

    def format_announcement(self, announcement: Announcement) -> str:
        """How an announcement is written."""
        return f"={self.format_code(announcement.secret)}"

    def means_known(self, text: str) -> bool:
        """Whether a text is the response to an announcement."""
        return self.announces and text.strip().lower() == KNOWN

    def is_known(self, response: Response) -> bool:
        """Whether a response is that to an announcement."""
        return self.announces and response == self.response_count - 1

    def respond_to_announcement(self, announcement: Announcement, secret: Code) -> Response:
        """The last response if the announcement is right, else 0; a wrong announcement is never made."""
        return self.response_count - 1 if announcement.secret == secret else 0
