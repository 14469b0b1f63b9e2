"""Version 4 of the certificate: positions where a secret may give one of several answers, and the objective ``size``.

The bounds of other objectives may be stated so as well where each question has one answer, if the game announces:
earlier searches for lists of objectives with ``size`` behind others wrote them.

A position is a mass for each secret that is left, coprime whole numbers, and the questions that were asked before
(:mod:`strategist.model.position`). What its bounds say, the docstring of :mod:`strategist.checking.proof` says. The
file is that of :mod:`strategist.files.certificate`, with this header:

==============  ========================================================================================
``game``        these are as in version 1; a game that announces, or any game beside ``size``
``rules``
``codes``
``start``       empty: a certificate of version 4 begins at the beginning of the game
``objective``   ``total``, ``depth``, ``expected``, ``lost``, ``size`` or ``price=P``
``left``        the number of questions that are allowed; nil for any number
``first``       the question that is asked first, as text; nil if any may be asked
``entries``     number of positions listed (int)
``generator``   as in version 1
``data``
==============  ========================================================================================

There are five columns, a number for each entry. Entries form a tree, listed breadth-first, as in version 1.

1. *children* (4 bytes), 2. *guesses* and 3. *responses* are those of version 1.
4. *bounds*: fractions (:mod:`strategist.files.exact_figures`), for the position with its coprime masses.
5. *left* (4 bytes): 0 if the bound holds for any number of questions, else the number of questions left, plus one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

from strategist.common.errors import SpecError, StrategyFileError, told_at
from strategist.files.columns import Column, check_children, column, pack, unpack
from strategist.files.envelope import Kind, width_of
from strategist.files.exact_figures import pack_fractions, unpack_fractions
from strategist.model.game import Game
from strategist.model.objective import LOST, price_of
from strategist.model.refusals import refuse
from strategist.model.tree import Figure

KIND_MASSES = Kind("certificate", 4, "a certificate", columns=5)
_MOST_LEFT = 1 << 31
_WIDTH = 4


@dataclass(frozen=True)
class MassClaims:
    """The entries of a certificate of version 4; see the docstring of the module."""

    left: int | None
    """The number of questions allowed from the first position on; None for any number."""
    first: int | None
    """The question that is asked at the first position, as an index; None if any may be asked."""
    children: Column[int]
    guesses: Column[int]
    responses: Column[int]
    bounds: Sequence[Figure]
    lefts: Column[int]

    def __len__(self) -> int:
        return len(self.bounds)

    def left_at(self, number: int) -> int | None:
        """The number of questions left at an entry; None for any number."""
        if number == 0:
            return self.left
        return self.lefts[number] - 1 if self.lefts[number] else None

    def above(self) -> list[int | None]:
        """The entry above each; None for the first."""
        found: list[int | None] = [None]
        for number, children in enumerate(self.children):
            found += repeat(number, children)
        return found


def pack_masses(game: Game, masses: MassClaims) -> list[bytes]:
    """The columns of a file."""
    widths = _widths(game)
    numbers = (masses.children, masses.guesses, masses.responses, masses.lefts)
    columns = [pack(*each) for each in zip(numbers, widths, strict=True)]
    return [*columns[:3], pack_fractions(masses.bounds), columns[3]]


def read_masses(columns: list[bytes], count: int, game: Game, left: int | None, first: int | None) -> MassClaims:
    """The ``count`` entries of a file; call :func:`check_masses_form` with the result.
    Raises :class:`~strategist.common.errors.StrategyFileError`."""
    names = ("children", "guesses", "responses", "left")
    packed = [*columns[:3], columns[4]]
    children, guesses, responses, lefts = (
        unpack(name, data, count, width) for name, data, width in zip(names, packed, _widths(game), strict=True)
    )
    return MassClaims(left, first, children, guesses, responses, unpack_fractions("bounds", columns[3], count), lefts)


def _widths(game: Game) -> tuple[int, ...]:
    return _WIDTH, width_of(len(game.guesses)), width_of(game.response_count), _WIDTH


def check_masses_form(game: Game, objective: str, masses: MassClaims) -> None:
    """Raise :class:`~strategist.common.errors.StrategyFileError` if the entries do not have the form that this module
    describes."""
    count = len(masses)
    columns = (masses.children, masses.guesses, masses.responses, masses.lefts)
    if not count or {len(numbers) for numbers in columns} != {count}:
        raise StrategyFileError("columns: expected one number for each entry in each of them")
    ranges = (
        ("children", masses.children, count),
        ("guesses", masses.guesses, game.question_count),
        ("responses", masses.responses, game.response_count),
        ("left", masses.lefts, _MOST_LEFT + 1),
    )
    for name, numbers, most in ranges:
        if not 0 <= min(numbers) <= max(numbers) < most:
            at = next(at for at, number in enumerate(numbers) if not 0 <= number < most)
            raise StrategyFileError(f"columns.{name}: entry {at}: expected 0 to {most - 1}, got {numbers[at]}")
    check_children(masses.children)
    if masses.left is not None and not 0 <= masses.left < _MOST_LEFT:
        raise StrategyFileError(f"header.left: expected 0 to {_MOST_LEFT - 1}, got {masses.left}")
    if game.turns is not None and (masses.left is None or masses.left > game.turns):
        raise StrategyFileError(f"header.left: expected no more than the turns of {game.spec}, got {masses.left}")
    if objective == LOST.name and (game.turns is None or masses.left != game.turns):
        raise StrategyFileError(f"header.left: expected all turns of {game.spec} beside lost, got {masses.left}")
    if price_of(objective) is not None:
        if game.classes is None:
            raise StrategyFileError(f"header.game: expected a game with classes beside a price, got {game.spec}")
        with told_at("header.game", SpecError, StrategyFileError):
            refuse(game, "a price")
    if masses.left is not None and game.restricts:
        raise StrategyFileError(f"header.game: expected a game that allows all guesses, got {game.spec}")


def only_entry(bound: Figure, left: int | None = None, first: int | None = None) -> MassClaims:
    """The entries of a certificate that needs the first position alone, which is one of many questions.

    >>> only_entry(3).bounds
    [3]
    """
    nothing = column([0])
    return MassClaims(left, first, nothing, nothing, nothing, [bound], column([0 if left is None else left + 1]))
