"""The register of the atlas: all records, and what was published before, in one JSON file that ships.

It has one line for each record, so that a change shows what has changed. Records stand in the order of games, by
family, pegs and colors, then of strategies. A *publication* states the values of some games, with its source, the
earliest first; the sources stand in the file, too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from strategist.common.errors import StrategyFileError, UnknownNameError
from strategist.common.quoting import did_you_mean, quoted
from strategist.common.whole_files import write_file
from strategist.files.atlas import publications
from strategist.files.atlas.entry import Record
from strategist.files.atlas.entry_json import from_json, to_json
from strategist.files.atlas.listed_words import SOURCES
from strategist.files.atlas.publications import Publication, credited
from strategist.files.envelope import read_named, read_text, take
from strategist.files.shipped import shipped_file

FILE = "atlas.json"
VERSION = 2
"""Raised by a change that an existing reader would not survive."""
_FORMAT = "strategist atlas"


@dataclass(frozen=True)
class Register:
    """The records, the publications, and the sources of these and of lists of words, by the keys that they name."""

    records: Sequence[Record]
    publications: Sequence[Publication] = ()
    sources: Mapping[str, str] | None = None

    def find(self, name: str) -> Record:
        """The record of a name, or of ``GAME STRATEGY``. Raises
        :class:`~strategist.common.errors.UnknownNameError`.

        >>> register().find("mastermind-4x6.optimal-total-depth").values
        {'total': 5625, 'depth': 6}
        """
        names = {each.name: each for each in self.records}
        if name in names:
            return names[name]
        raise UnknownNameError(f"no record is named {quoted(name)}{did_you_mean(name, names)}; see strategist atlas")

    def first_to_publish(self, record: Record) -> str | None:
        """Who has published the value of the first objective of a record; None if no earlier source was found."""
        return self.publishers(record.game, record.objectives[0], record.values[record.objectives[0]])

    def publishers(self, game: str, figure: str, value: int) -> str | None:
        """Who has published a value of a game, the first one first, as
        :func:`~strategist.files.atlas.publications.credited` tells it; None if no earlier source was found."""
        return credited(self.publications, self.sources or {}, game, figure, value) or None

    def with_record(self, record: Record) -> Register:
        """This register with a record added, or put in the place of that of its name, and with the sources of its
        lists."""
        others = [each for each in self.records if each.name != record.name]
        named = {each.source: SOURCES[each.source] for each in record.lists.values() if each.source in SOURCES}
        # Those that stand there keep their place, and their words.
        sources = {**(self.sources or {}), **named, **(self.sources or {})} if named else self.sources
        return Register(sorted([*others, record], key=order), self.publications, sources)


def order(record: Record) -> tuple[Any, ...]:
    """The key by which records are sorted."""
    return record.family, record.pegs or 0, record.colors or 0, len(record.game), record.game, record.strategy


def register() -> Register:
    """The register that ships, read once in a process; without any record where none does."""
    path = shipped_file(FILE)
    return Register([]) if path is None else _read_once(path)


@lru_cache(maxsize=1)
def _read_once(path: Path) -> Register:
    return read_register(path)


def read_register(path: str | os.PathLike[str]) -> Register:
    """Read a register. Raises :class:`~strategist.common.errors.StrategyFileError`, in one line, which names the file,
    the record and the field."""
    contents = read_named(path, b"{")
    try:
        raw = json.loads(contents.decode("utf-8"))
        if not isinstance(raw, dict):
            raise StrategyFileError(f"expected a JSON object, got {type(raw).__name__}")
        return _register_of(raw)
    except (ValueError, RecursionError) as error:
        # Errors of files are values that are wrong, too.
        told = error if isinstance(error, StrategyFileError) else f"expected JSON in UTF-8: {error}"
        raise StrategyFileError(f"{path}: {told}") from None


def _register_of(raw: Mapping[str, Any]) -> Register:
    if unknown := [key for key in raw if key not in ("format", "version", "sources", "published", "records")]:
        raise StrategyFileError(f"unknown field {quoted(unknown[0])}")
    if (told := raw.get("format")) != _FORMAT:
        raise StrategyFileError(f"format: expected {quoted(_FORMAT)}, got {quoted(told)}")
    if (version := take(raw, "register", "version", int)) not in range(1, VERSION + 1):
        raise StrategyFileError(f"version: expected 1 to {VERSION}, got {version}")
    listed = take(raw, "register", "sources", dict)
    sources = {key: read_text(listed, "sources", key) for key in listed}
    records = [from_json(each, _where(each, at)) for at, each in enumerate(take(raw, "register", "records", list))]
    names: set[str] = set()
    for at, record in enumerate(records):
        if record.name in names:
            raise StrategyFileError(f"records[{at}].name: {record.name} stands there twice")
        names.add(record.name)
        for name, words in record.lists.items():
            if words.source is not None and words.source not in sources:
                raise StrategyFileError(f"records[{at}].lists.{name}: {quoted(words.source)} is none of the sources")
    published = take(raw, "register", "published", list)
    if version == 1:
        published = [_in_version_2(each) for each in published]
    return Register(records, _publications(published, sources), sources)


def _in_version_2(raw: Any) -> Any:
    """A publication of version 1, which stated one value of one game; what is none is left to be refused."""
    if not isinstance(raw, dict) or not isinstance(raw.get("game"), str):
        return raw
    others = {key: value for key, value in raw.items() if key not in ("game", "value")}
    return others | {"values": {raw["game"]: raw.get("value")}}


def _where(raw: Any, at: int) -> str:
    """How messages name a record: by its name, if it can be printed."""
    name = raw.get("name") if isinstance(raw, dict) else None
    return f"records[{at}]" + (f" {name}" if isinstance(name, str) and name.isprintable() and len(name) < 100 else "")


def _publications(raw: Iterable[Any], sources: Mapping[str, str]) -> list[Publication]:
    found = [publications.from_json(each, f"published[{at}]") for at, each in enumerate(raw)]
    for at, each in enumerate(found):
        if each.source not in sources:
            raise StrategyFileError(f"published[{at}].source: {quoted(each.source)} is none of the sources")
    return found


def encode(told: Register) -> bytes:
    """The bytes of a register: one line for each record and each publication.

    >>> encode(Register([])).decode().splitlines()[:3]
    ['{"format": "strategist atlas", "version": 2,', ' "sources": {},', ' "published": [],']
    """
    published = map(publications.to_json, told.publications)
    parts = [
        f'{{"format": "{_FORMAT}", "version": {VERSION},',
        f' "sources": {json.dumps(told.sources or {}, ensure_ascii=False, indent=2)},',
        f' "published": {_lines(published)},',
        f' "records": {_lines(map(to_json, sorted(told.records, key=order)))}}}',
    ]
    return "\n".join([*parts, ""]).encode()


def _lines(things: Iterable[Any]) -> str:
    lines = ",\n  ".join(json.dumps(each, ensure_ascii=False) for each in things)
    return f"[\n  {lines}\n ]" if lines else "[]"


def write_register(path: str | os.PathLike[str], told: Register) -> int:
    """Write a register, all of it or nothing, and return its size in bytes. Raises
    :class:`~strategist.common.errors.OutputError`."""
    return write_file(Path(path), [encode(told)])
