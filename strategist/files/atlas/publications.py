"""What others have published: a source, and the values that it states of some games, by a table, by formulas, or both.

Whoever asks for a value gets the sources that state it for its game, the earliest first: they stand in this order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from strategist.common.errors import SpecError, StrategyFileError, told_at
from strategist.common.quoting import quoted
from strategist.files.atlas.listed_words import canonical
from strategist.files.atlas.values import canonical_objectives
from strategist.files.envelope import ensure_fields, read_text, take

SEARCHED = "papers, arXiv, OEIS, GitHub, pages of solvers; 2026"
"""Where earlier sources were looked for, and when."""
NONE_FOUND = f"no earlier source found (searched: {SEARCHED})"

_PLACE = re.compile(r"=n(?=[,)])")
_VALUE = re.compile(r"(?:n|\(n([+-]\d{1,9})\)//([1-9]\d{0,8}))([+-]\d{1,9})?")


@dataclass(frozen=True)
class Formula:
    """The values of games that differ in one number n, from ``first`` on: ``games`` is their canonical string with
    ``=n``, and ``value`` is such as ``n+2`` or ``(n-1)//3+4``, where ``//`` rounds down.

    >>> Formula("mastermind(pegs=3,colors=n)", 5, "(n-1)//3+4").value_of("mastermind(pegs=3,colors=12)")
    7
    """

    games: str
    first: int
    value: str

    def value_of(self, game: str) -> int | None:
        """The value of a game by its canonical string; None if the formula says nothing of it."""
        before, behind = _PLACE.split(self.games)
        found = re.fullmatch(rf"{re.escape(before)}=([1-9]\d*){re.escape(behind)}", game)
        return None if found is None or (n := int(found[1])) < self.first else self.at(n)

    def at(self, n: int) -> int:
        """The value for n."""
        found = _VALUE.fullmatch(self.value)
        assert found is not None, self.value
        shift, step, more = found.groups()
        return (n + int(shift or 0)) // int(step or 1) + int(more or 0)

    def game(self, n: int) -> str:
        """The game for n."""
        return _PLACE.sub(f"={n}", self.games)


@dataclass(frozen=True)
class Publication:
    """The least values of some games by the objective ``figure``, or by the last of several with commas between them,
    the least among trees that are best by those before it, as one source states them. Without ``proof`` it has trees
    alone that come to them."""

    source: str
    figure: str
    values: Mapping[str, int] = field(default_factory=dict)
    formulas: tuple[Formula, ...] = ()
    proof: bool = True

    def value_of(self, game: str) -> int | None:
        """The value of a game by its canonical string; None if the source says nothing of it."""
        if game in self.values:
            return self.values[game]
        return next((value for each in self.formulas if (value := each.value_of(game)) is not None), None)

    def states(self, game: str, figure: str, value: int) -> bool:
        """Whether it states this value of a game."""
        return self.figure == figure and self.value_of(game) == value


def credited(
    publications: Iterable[Publication], sources: Mapping[str, str], game: str, figure: str, value: int
) -> str:
    """Who has published a value of a game, the first one first; nothing if nobody has.

    >>> book = Publication("book", "total", {"mastermind(pegs=2,colors=3)": 20}, proof=False)
    >>> credited([book], {"book": "A book"}, "mastermind(pegs=2,colors=3)", "total", 20)
    'A book (a tree, no proof)'
    """
    found = [each for each in publications if each.states(game, figure, value)]
    return "; also by ".join(sources[each.source] + ("" if each.proof else " (a tree, no proof)") for each in found)


def to_json(publication: Publication) -> dict[str, Any]:
    """The JSON object of a publication."""
    formulas = [{"games": each.games, "from": each.first, "value": each.value} for each in publication.formulas]
    return {
        "source": publication.source,
        "figure": publication.figure,
        **({"values": dict(publication.values)} if publication.values else {}),
        **({"formulas": formulas} if formulas else {}),
        **({} if publication.proof else {"proof": False}),
    }


def from_json(raw: Any, where: str) -> Publication:
    """The publication that a JSON object holds. Raises :class:`~strategist.common.errors.StrategyFileError`, in one
    line, which begins with ``where``."""
    if not isinstance(raw, dict):
        raise StrategyFileError(f"{where}: expected an object, got {type(raw).__name__}")
    ensure_fields(raw, where, ("source", "figure"), ("values", "formulas", "proof"))
    figure = read_text(raw, where, "figure")
    with told_at(f"{where}.figure", SpecError, StrategyFileError):
        canonical_objectives(figure)
    values = take(raw, where, "values", dict) if "values" in raw else {}
    for game in values:
        _ensure_canonical(game, f"{where}.values")
        take(values, f"{where}.values", game, int)
    listed = take(raw, where, "formulas", list) if "formulas" in raw else []
    formulas = tuple(_formula(each, f"{where}.formulas[{at}]") for at, each in enumerate(listed))
    proof = take(raw, where, "proof", bool) if "proof" in raw else True
    return Publication(read_text(raw, where, "source"), figure, values, formulas, proof)


def _formula(raw: Any, where: str) -> Formula:
    if not isinstance(raw, dict):
        raise StrategyFileError(f"{where}: expected an object, got {type(raw).__name__}")
    ensure_fields(raw, where, ("games", "from", "value"))
    found = Formula(read_text(raw, where, "games"), take(raw, where, "from", int), read_text(raw, where, "value"))
    if len(_PLACE.findall(found.games)) != 1:
        raise StrategyFileError(f"{where}.games: expected one =n, got {quoted(found.games)}")
    if not _VALUE.fullmatch(found.value):
        raise StrategyFileError(f"{where}.value: expected such as n+2 or (n-1)//3+4, got {quoted(found.value)}")
    _ensure_canonical(found.game(found.first), f"{where}.games")
    return found


def _ensure_canonical(game: str, where: str) -> None:
    with told_at(where, SpecError, StrategyFileError):
        expected = canonical(game)
    if game != expected:
        raise StrategyFileError(f"{where}: expected {quoted(expected)}, got {quoted(game)}")
