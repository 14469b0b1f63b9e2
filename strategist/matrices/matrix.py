"""A matrix of taxa and characters: what every format is read into, and written from.

Names stand as people write them, with blanks and with the commands for italics that DELTA takes from RTF
(:mod:`strategist.matrices.marked_text`). States are numbered from 0. Everything compares by value, so a matrix that
goes out in a format and comes back can be compared with ``==``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction


class Kind(Enum):
    """What the cells of a character hold."""

    UNORDERED = "unordered states"
    ORDERED = "ordered states"
    WHOLE = "whole numbers"
    REAL = "real numbers"
    TEXT = "text"

    @property
    def numeric(self) -> bool:
        """Whether cells hold numbers."""
        return self in (Kind.WHOLE, Kind.REAL)

    @property
    def categorical(self) -> bool:
        """Whether cells hold states."""
        return self in (Kind.UNORDERED, Kind.ORDERED)


@dataclass(frozen=True)
class Span:
    """Numbers from ``low`` to ``high``, the usual ones, both included; ``(2-)3-5(-7)`` has extremes outside of them.

    ``least`` and ``most`` are equal to ``low`` and ``high`` where no extremes are told.
    """

    low: Fraction
    high: Fraction
    least: Fraction
    most: Fraction


@dataclass(frozen=True)
class Bin:
    """A state of a key made of numbers (DELTA's key states): from ``low`` to ``high``; None where there is no end."""

    low: Fraction | None
    high: Fraction | None


@dataclass(frozen=True)
class Control:
    """A character rules others: where all states of a taxon in it are among ``states``, ``dependents`` do not apply."""

    states: frozenset[int]
    dependents: tuple[int, ...]
    """Indices of characters."""


@dataclass(frozen=True)
class Character:
    """A character, and what is known of it for keys."""

    name: str
    kind: Kind
    states: tuple[str, ...] = ()
    unit: str = ""
    implicit: int | None = None
    """The state of taxa that are not coded; None if they are unknown."""
    controls: tuple[Control, ...] = ()
    excluded: bool = False
    """Whether a key leaves it out."""
    reliability: Fraction | None = None
    """From 0 to 10 (DELTA: 5 if nothing is said); None if nothing is said."""
    key_states: tuple[tuple[int, ...] | Bin, ...] = ()
    """The states of a key, made of states or of numbers; empty if nothing is said."""
    normal: bool = False
    """Whether a key leaves out the extremes of its spans."""


@dataclass(frozen=True)
class Cell:
    """What is known of a character in a taxon. Nothing at all is unknown.

    ``states`` are indices, each once; where ``shares`` is not empty, it holds a positive share of each of them, of
    which only the proportions matter. ``inapplicable`` may stand beside states where only part of a taxon has what the
    character is about.
    """

    states: tuple[int, ...] = ()
    shares: tuple[Fraction, ...] = ()
    spans: tuple[Span, ...] = ()
    text: str = ""
    inapplicable: bool = False
    implicit: bool = False
    """Whether it was not coded, and holds the implicit state of its character."""

    @property
    def unknown(self) -> bool:
        """Whether nothing is said."""
        return not (self.states or self.spans or self.text or self.inapplicable)


UNKNOWN = Cell()


@dataclass(frozen=True)
class Taxon:
    """A taxon: its name and its cells, one for each character."""

    name: str
    cells: tuple[Cell, ...]
    abundance: Fraction | None = None
    """From 0 to 10 (DELTA: 5 if nothing is said); None if nothing is said."""


@dataclass(frozen=True)
class Matrix:
    """Taxa and characters."""

    title: str
    characters: tuple[Character, ...]
    taxa: tuple[Taxon, ...]


@dataclass(frozen=True)
class Read:
    """A matrix that was read, and what was left out or not understood, a line each, with the file and its line."""

    matrix: Matrix
    remarks: Sequence[str] = ()
