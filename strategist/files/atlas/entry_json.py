"""A record of the atlas as a JSON object: written, and read from what may be anything.

A record is refused whose fields are wrong, or whose figures contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from strategist.common.errors import SpecError, StrategyFileError, told_at
from strategist.common.quoting import listed, quoted
from strategist.files.atlas import values as told_values
from strategist.files.atlas.entry import Certified, Kept, Measured, Record
from strategist.files.atlas.listed_words import ListedWords, names_of_lists, stand_in
from strategist.files.envelope import ensure_fields, read_text, take
from strategist.model.game import Game
from strategist.model.objective import DEPTH, LOST, TOTAL, figure_of
from strategist.model.tree import Claims

_SHA = re.compile(r"[0-9a-f]{64}")


def to_json(record: Record) -> dict[str, Any]:
    """The JSON object of a record, as the register holds it."""
    claims, certificate = record.claims, record.certificate
    proven: dict[str, Any] = {
        "status": record.status,
        "values": {name: told_values.in_json(value) for name, value in record.values.items()},
        "bounds": {name: told_values.in_json(bound) for name, bound in record.bounds.items()},
        "secrets": claims.secrets,
        TOTAL.name: claims.total,
        DEPTH.name: claims.depth,
        "worst_count": claims.worst_count,
        **({LOST.name: claims.lost} if claims.lost else {}),
        "histogram": list(claims.histogram),
        "first": record.first,
        "tree": {"sha256": record.tree.sha256, "bytes": record.tree.size},
        "certificate": None,
    }
    if certificate is not None:
        proven["certificate"] = {
            "objective": certificate.objective,
            "bound": told_values.in_json(certificate.bound),
            "entries": certificate.entries,
            "sha256": certificate.file.sha256,
            "bytes": certificate.file.size,
            **({"copies": True} if certificate.copies else {}),
        }
    return {
        "name": record.name,
        "game": record.game,
        "strategy": record.strategy,
        **({"lists": {name: _listing(each) for name, each in record.lists.items()}} if record.lists else {}),
        "file": record.file,
        "proven": proven,
        "measured": None if record.measured is None else vars(record.measured),
    }


def _listing(words: ListedWords) -> dict[str, Any]:
    told = {"sha256": words.sha256, "entries": words.entries}
    return told if words.source is None else told | {"source": words.source}


def from_json(raw: Any, where: str) -> Record:
    """The record that a JSON object holds. ``where`` names the object in messages.

    Raises :class:`~strategist.common.errors.StrategyFileError`, in one line, for a field that is missing, unknown or
    wrong, and for figures that contradict each other.
    """
    if not isinstance(raw, dict):
        raise StrategyFileError(f"{where}: expected an object, got {type(raw).__name__}")
    ensure_fields(raw, where, ("name", "game", "strategy", "file", "proven", "measured"), ("lists",))
    proven = take(raw, where, "proven", dict)
    inner = f"{where}.proven"
    known = ("status", "values", "bounds", "secrets", TOTAL.name, DEPTH.name, "worst_count", "histogram", "first")
    ensure_fields(proven, inner, (*known, "tree", "certificate"), (LOST.name,))
    claims = _claims(proven, inner)
    read = _Values(read_text(raw, where, "game"), read_text(proven, inner, "first"), int(claims.secrets), where)
    record = Record(
        game=read.game,
        strategy=read_text(raw, where, "strategy"),
        values=read.numbers(proven, inner, "values", int, list),
        bounds=read.numbers(proven, inner, "bounds", int, list, type(None)),
        claims=claims,
        first=read.first,
        tree=_kept(take(proven, inner, "tree", dict), f"{inner}.tree", ()),
        certificate=_certificate(take(proven, inner, "certificate", dict, type(None)), f"{inner}.certificate", read),
        file=None if raw.get("file", "") is None else read_text(raw, where, "file"),
        measured=_measured(take(raw, where, "measured", dict, type(None)), f"{where}.measured"),
        lists=_lists(raw, where),
    )
    _check(record, where)
    expected: dict[str, object] = {
        "name": record.name,
        "proven.status": record.status,
        "proven.secrets": claims.secrets,
        "proven.total": claims.total,
        "proven.depth": claims.depth,
        "proven.worst_count": claims.worst_count,
    }
    for place, value in expected.items():
        told = proven.get(place.removeprefix("proven.")) if place.startswith("proven.") else raw.get(place)
        if told != value or isinstance(told, bool):
            raise StrategyFileError(f"{where}.{place}: expected {quoted(value)}, got {quoted(told)}")
    return record


def _check(record: Record, where: str) -> None:
    """Raise :class:`~strategist.common.errors.StrategyFileError` where a record contradicts itself."""
    with told_at(f"{where}.game", SpecError, StrategyFileError):
        game = record.rules
    if record.game != game.spec:
        raise StrategyFileError(f"{where}.game: expected {quoted(game.spec)}, got {quoted(record.game)}")
    answers = next(iter(record.lists.values()), None)
    if answers is not None and answers.entries != record.claims.secrets:
        expected = f"{answers.entries} secrets, as its list has words"
        raise StrategyFileError(f"{where}.proven.secrets: expected {expected}, got {record.claims.secrets}")
    if record.claims.lost and game.turns is None:
        raise StrategyFileError(f"{where}.proven.lost: expected none in a game without turns, got {record.claims.lost}")
    if not record.values:
        raise StrategyFileError(f"{where}.proven.values: expected at least one objective, got none")
    if list(record.bounds) != list(record.values):
        raise StrategyFileError(f"{where}.proven.bounds: expected {', '.join(record.values)}, as the values have it")
    closed = True
    for objective, value in record.values.items():
        if (figure := figure_of(objective, record.claims, game)) is None:
            raise StrategyFileError(f"{where}.proven.values: unknown objective {quoted(objective)}")
        figure = told_values.in_register(game, objective, int(record.claims.secrets), figure)
        if figure != value:
            raise StrategyFileError(f"{where}.proven.values.{objective}: expected {figure} of the tree, got {value}")
        bound = record.bounds[objective]
        if (bound is not None) > closed:
            raise StrategyFileError(f"{where}.proven.bounds.{objective}: expected null behind a gap, got {bound}")
        if bound is not None and bound > value:
            raise StrategyFileError(f"{where}.proven.bounds.{objective}: expected at most {value}, got {bound}")
        closed = closed and bound == value
    certificate = record.certificate
    first = record.objectives[0]
    if certificate is not None and (certificate.objective, certificate.bound) != (first, record.bounds[first]):
        told = f"{certificate.objective} {certificate.bound}"
        raise StrategyFileError(
            f"{where}.proven.certificate: expected the bound {record.bounds[first]} of {first}, got {told}"
        )


def _claims(proven: Mapping[str, Any], where: str) -> Claims:
    """The figures that follow from a histogram of solved secrets, and from the number of lost ones if there are any."""
    histogram = take(proven, where, "histogram", list)
    if not histogram or any(type(each) is not int or each < 0 for each in histogram) or not histogram[-1]:
        expected = "numbers of secrets, the last above 0"
        raise StrategyFileError(f"{where}.histogram: expected {expected}, got {quoted(histogram)}")
    lost = _natural(proven, where, LOST.name, 1) if LOST.name in proven else 0
    return Claims.of(histogram, lost)


@dataclass(frozen=True)
class _Values:
    """Reads values of objectives: of a game by its string, with its first guess and its number of secrets."""

    game: str
    first: str
    secrets: int
    where: str

    @cached_property
    def rules(self) -> Game:
        with told_at(f"{self.where}.game", SpecError, StrategyFileError):
            return stand_in(self.game, self.first)

    def numbers(self, raw: Mapping[str, Any], where: str, key: str, *kinds: type) -> dict[str, Any]:
        found, inner = take(raw, where, key, dict), f"{where}.{key}"
        return {name: self.number(name, take(found, inner, name, *kinds), f"{inner}.{name}") for name in found}

    def number(self, objective: str, raw: Any, where: str) -> Any:
        return told_values.from_json(lambda: self.rules, objective, self.secrets, raw, where)


def _lists(raw: Mapping[str, Any], where: str) -> dict[str, ListedWords]:
    """The lists of the game: just those that its string names."""
    with told_at(f"{where}.game", SpecError, StrategyFileError):
        names = names_of_lists(read_text(raw, where, "game"))
    if not names and "lists" not in raw:
        return {}
    found, inner = take(raw, where, "lists", dict), f"{where}.lists"
    if tuple(found) != names or not names:
        got = quoted(", ".join(found)) if found else "an empty object"
        raise StrategyFileError(f"{inner}: expected {listed(names) if names else 'no such field'}, got {got}")
    return {name: _listed_words(take(found, inner, name, dict), f"{inner}.{name}") for name in names}


def _listed_words(raw: Mapping[str, Any], where: str) -> ListedWords:
    ensure_fields(raw, where, ("sha256", "entries"), ("source",))
    source = read_text(raw, where, "source") if "source" in raw else None
    return ListedWords(_digest(raw, where), _natural(raw, where, "entries", 1), source)


def _digest(raw: Mapping[str, Any], where: str) -> str:
    digest = read_text(raw, where, "sha256")
    if not _SHA.fullmatch(digest):
        raise StrategyFileError(f"{where}.sha256: expected 64 hexadecimal digits, got {quoted(digest)}")
    return digest


def _kept(raw: Mapping[str, Any], where: str, others: tuple[str, ...], rare: tuple[str, ...] = ()) -> Kept:
    ensure_fields(raw, where, (*others, "sha256", "bytes"), rare)
    return Kept(_digest(raw, where), _natural(raw, where, "bytes"))


def _certificate(raw: Mapping[str, Any] | None, where: str, read: _Values) -> Certified | None:
    if raw is None:
        return None
    file = _kept(raw, where, ("objective", "bound", "entries"), ("copies",))
    objective = read_text(raw, where, "objective")
    bound = read.number(objective, take(raw, where, "bound", int, list), f"{where}.bound")
    copies = "copies" in raw and take(raw, where, "copies", bool)
    return Certified(objective, bound, _natural(raw, where, "entries"), file, copies)


def _measured(raw: Mapping[str, Any] | None, where: str) -> Measured | None:
    if raw is None:
        return None
    ensure_fields(raw, where, ("seconds", "positions", "memory", "version"))
    seconds = float(take(raw, where, "seconds", int, float))
    if not 0 <= seconds < float("inf"):
        raise StrategyFileError(f"{where}.seconds: expected a number from 0 on, got {seconds}")
    positions, memory = _natural(raw, where, "positions"), _natural(raw, where, "memory")
    return Measured(seconds, positions, memory, read_text(raw, where, "version"))


def _natural(raw: Mapping[str, Any], where: str, key: str, least: int = 0) -> int:
    value: int = take(raw, where, key, int)
    if value < least:
        raise StrategyFileError(f"{where}.{key}: expected a whole number from {least} on, got {value}")
    return value
