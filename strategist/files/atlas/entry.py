"""A record of the atlas: what is proven of one game for one list of objectives, and what it took.

What is *proven* is the same whoever repeats the search: the values and their bounds, the tree that comes to them, and
the certificate of the bound. What was *measured* depends on the machine and the day. A search that was stopped has
proven its bounds, too; but another run may stop at others, and with another tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from strategist.files.atlas import values as told_values
from strategist.files.atlas.listed_words import ListedWords, stand_in
from strategist.games.catalog import read_game
from strategist.model.game import Game
from strategist.model.solitaire import AnyGame
from strategist.model.spec import Value, slug
from strategist.model.tree import Claims

PROVEN, BOUNDED, OPEN = "proven", "bounded", "open"
STATUSES = (PROVEN, BOUNDED, OPEN)
"""All values of a record are proven; some have a gap; nothing is recorded."""
SIZES = ("colors", "symbols")
"""What games call the number of symbols of which codes are made."""


@dataclass(frozen=True)
class Kept:
    """A file that somebody can make again: its SHA-256 in hexadecimal, and its size in bytes."""

    sha256: str
    size: int


@dataclass(frozen=True)
class Certified:
    """The certificate of a record: the objective whose bound it states, that bound, its entries, its file, and whether
    it may have copies (version 7 of the format)."""

    objective: str
    bound: int
    entries: int
    file: Kept
    copies: bool = False


@dataclass(frozen=True)
class Measured:
    """What a search took: processor seconds, the positions that it examined, the peak memory of its process in bytes,
    and the version of the program."""

    seconds: float
    positions: int
    memory: int
    version: str


@dataclass(frozen=True)
class Record:
    """A record of the atlas.

    Attributes
    ----------
    game, strategy : str
        The canonical strings.
    values : dict of str to int
        What the tree comes to, for each objective in their order: see :mod:`~strategist.files.atlas.values`.
    bounds : dict of str to int or None
        What every tree needs at least, for each objective among the trees that are best by those before it; None where
        nothing is known because one before it has a gap.
    claims : Claims
        The figures of the tree.
    first : str
        Its first guess.
    tree : Kept
        The strategy file.
    certificate : Certified or None
        The certificate of the bound of the first objective, if one was written, and checked.
    file : str or None
        The name in the library under which the tree ships.
    measured : Measured or None
        What the search took; None where the record was taken from a file that ships.
    lists : dict of str to ListedWords
        The lists of words that the game is read from, by the names of their files; none of most games.
    """

    game: str
    strategy: str
    values: Mapping[str, int]
    bounds: Mapping[str, int | None]
    claims: Claims
    first: str
    tree: Kept
    certificate: Certified | None
    file: str | None
    measured: Measured | None
    lists: Mapping[str, ListedWords] = field(default_factory=dict)

    @property
    def status(self) -> str:
        """``proven`` if every value has come down to its bound, else ``bounded``."""
        return PROVEN if self.values == self.bounds else BOUNDED

    @cached_property
    def _read(self) -> tuple[Any, dict[str, Value]]:
        return read_game(self.game)

    @cached_property
    def rules(self) -> Game:
        """The game; of one that is read from lists, a game by the same rules with the first guess alone. Raises
        :class:`~strategist.common.errors.SpecError`."""
        return stand_in(self.game, self.first)

    @property
    def family(self) -> str:
        """The name of the game without its parameters."""
        kind, _ = self._read
        return str(kind.name)

    @property
    def parameters(self) -> dict[str, Value]:
        """The parameters of the game."""
        return self._read[1]

    @property
    def pegs(self) -> int | None:
        """The length of a code; None in games without one."""
        found = self.parameters.get("pegs")
        return found if isinstance(found, int) else None

    @property
    def colors(self) -> int | None:
        """The number of symbols of which codes are made; None in games without one."""
        return colors_of(self.parameters)

    @property
    def objectives(self) -> tuple[str, ...]:
        """What is minimized, in the order of weight."""
        return tuple(self.values)

    @cached_property
    def name(self) -> str:
        """The name of the record, which is that of a file of the library: ``mastermind-4x6.optimal-total-depth``."""
        return _name_of(*self._read, self.strategy)


def told_status(values: Mapping[str, Any], bounds: Mapping[str, Any]) -> str:
    """The status of a record in words: ``proven``, or the bound of the first objective that has a gap. Values and
    bounds are those of the record, or of its JSON object.

    >>> told_status({"total": 905, "depth": 4}, {"total": 900, "depth": None})
    'total at least 900'
    >>> told_status({"lost": 5, "total": 90}, {"lost": 5, "total": None})
    'total open'
    """
    gap = next((name for name, value in values.items() if bounds[name] != value), None)
    if gap is None:
        return PROVEN
    return f"{gap} open" if bounds[gap] is None else f"{gap} at least {told_values.told(bounds[gap])}"


def colors_of(parameters: Mapping[str, Value]) -> int | None:
    """The number of symbols of which codes are made; None in games without one.

    >>> colors_of({"pegs": 4, "symbols": 10})
    10
    """
    found = next((parameters[name] for name in SIZES if name in parameters), None)
    return found if isinstance(found, int) else None


def record_name(game: str, strategy: str) -> str:
    """The name of the record of a game and a strategy.

    >>> record_name("mastermind(4,6)", "optimal(total,depth)")
    'mastermind-4x6.optimal-total-depth'
    """
    return _name_of(*read_game(game), strategy)


def _name_of(kind: type[AnyGame], parameters: Mapping[str, Value], strategy: str) -> str:
    words = re.sub(r"[^0-9A-Za-z]+", "-", strategy).strip("-")
    return f"{slug(kind.name, kind.declared(), parameters)}.{words}"
