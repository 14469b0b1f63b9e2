"""Positions where answers may be false as bits: for each number of lies told, one int with a bit for each secret.

A step from a position to its cells costs a few operations on such ints, however many secrets are left. The plain twin
is :func:`~strategist.model.position.Lies.cells`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from strategist.common.lazy_numpy import MANY, numpy_for
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game, Response
from strategist.model.lies.honest import Honest
from strategist.model.position import Position

Sets = tuple[int, ...]
"""A position: the bits of the secrets under which 0, 1, 2 … lies have been told, in a tuple of ``game.lies + 1``. Where
it is fixed how many answers there are, as many empty sets stand behind these as answers were given."""


class Givers(NamedTuple):
    """The secrets that give a response, as bits: those that give it ``freely``, and those by a ``lie``."""

    response: Response
    freely: int
    lie: int


def bits_of(left: Position | None, game: Game) -> Sets:
    """A position as bits.

    >>> from strategist.games.catalog import make_game
    >>> [f"{bits:b}" for bits in bits_of(Position((), (0, 2), (1, 0)), make_game("mastermind(1,3,lies=1)"))]
    ['100', '1']
    """
    sets = [0] * (game.lies + 1)
    for secret, told in zip(left.candidates, left.labels, strict=True) if left is not None else ():
        sets[told] |= 1 << secret
    return (*sets, *(0,) * (0 if left is None else left.answered))


def lies_in_bits(sets: Sets, game: Game) -> Position:
    """The candidates of a position as bits, of whom there is one at least.

    >>> from strategist.games.catalog import make_game
    >>> lies_in_bits((0b100, 0b001), make_game("mastermind(1,3,lies=1)"))
    Position(history=(), candidates=(0, 2), labels=(1, 0), asked=frozenset(), answered=0)
    """
    found = sorted((secret, told) for told, bits in enumerate(sets) for secret in members(bits))
    secrets, lies = zip(*found, strict=True)
    return Position((), secrets, lies, answered=len(sets) - game.lies - 1)


def members(bits: int) -> list[int]:
    """The places of the ones, ascending.

    >>> members(0b1101)
    [0, 2, 3]
    """
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


class AnswerBits:
    """The givers of every response to a question, each question read from the rules where it is first wanted.

    ``questions`` is about how often questions will be read: whether that repays the import of NumPy.
    """

    def __init__(self, game: Game, questions: int = 0) -> None:
        self._game = game
        self._all = (1 << len(game.secrets)) - 1
        self._rows: dict[int, list[Givers]] = {}
        many = questions * len(game.secrets)
        self._np: Any = numpy_for(many)
        self._shown: Any = game.shown_rows() if game.fibs and self._np else None
        known = self._np is not None and (self._shown is not None or not game.fibs)
        self._rules: Any = bulk_rules(game, max(many, MANY)) if known else None

    def cells(self, sets: Sets, question: int) -> Iterator[tuple[Response, Sets]]:
        """What each answer to a question leads to, by answer, ascending: only answers after which a secret is left.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(1,3,lies=1,honest=yes)")
        >>> list(AnswerBits(game).cells((0b111, 0b000), 0))
        [(0, (6, 1)), (1, (1, 0))]
        """
        for response, freely, lie in self.givers(question):
            cell = self._cell(sets, freely, lie)
            if any(cell):
                yield response, cell

    def cell(self, sets: Sets, question: int, response: Response) -> Sets:
        """What one answer leads to; all empty if no secret is left."""
        for each, freely, lie in self.givers(question):
            if each == response:
                return self._cell(sets, freely, lie)
        return (0,) * len(sets)

    def _cell(self, sets: Sets, freely: int, lie: int) -> Sets:
        game = self._game
        cell = [there & freely for there in sets]
        if lie:
            for told, there in enumerate(sets[: game.lies], 1):
                cell[told] |= there & lie
        if game.of is None:
            return tuple(cell)
        answered = len(sets) - game.lies
        kept = (bits if game.may_tell(told, answered) else 0 for told, bits in enumerate(cell[: game.lies + 1]))
        return (*kept, *(0,) * answered)

    def givers(self, question: int) -> list[Givers]:
        """Who gives each response that a question can get, by response, ascending."""
        found = self._rows.get(question)
        if found is None:
            found = self._rows[question] = self._with_lies(question, self._read(question))
        return found

    def _read(self, question: int) -> dict[Response, int]:
        """Who gives each response without a lie."""
        game, size = self._game, len(self._game.secrets)
        if self._rules is not None:
            np = self._np
            row = self._rules.respond(question, np.arange(size, dtype=np.int32))
            true = {
                response: int.from_bytes(np.packbits(row == response, bitorder="little").tobytes(), "little")
                for response in np.unique(row).tolist()
            }
            return true if self._shown is None else self._shown_for(true)
        code = game.guesses[question]
        rows: dict[Response, bytearray] = {}
        for secret, hidden in enumerate(game.secrets):
            for response in game.admitted(code, hidden):
                rows.setdefault(response, bytearray(size // 8 + 1))[secret >> 3] |= 1 << (secret & 7)
        return {response: int.from_bytes(rows[response], "little") for response in sorted(rows)}

    def _shown_for(self, true: dict[Response, int]) -> dict[Response, int]:
        """Who gives each response, from the secrets whose true response each is, where rows hold a falsehood."""
        found: dict[Response, int] = {}
        for response, bits in true.items():
            for shown in set(self._shown[response].tolist()):
                found[shown] = found.get(shown, 0) | bits
        return {response: found[response] for response in sorted(found)}

    def _with_lies(self, question: int, freely: dict[Response, int]) -> list[Givers]:
        game = self._game
        if not game.lies:
            return [Givers(response, bits, 0) for response, bits in freely.items()]
        # Who must be admitted tells no lie; and no lie calls a guess right.
        admitting = 0 if game.honest is Honest.YES else freely.get(game.response_count - 1, 0)
        liars = self._all & ~admitting
        return [
            Givers(response, bits, 0 if game.solved(response) else liars & ~bits) for response, bits in freely.items()
        ]
