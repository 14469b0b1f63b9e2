"""NEXUS's blocks ASSUMPTIONS and SETS: characters that are left out or ordered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from strategist.matrices.matrix import Character, Kind
from strategist.matrices.nexus.nexus_sets import read_set
from strategist.matrices.summed_remarks import SummedRemarks

_SET = re.compile(r"\s*(?P<default>\*?)\s*(?P<name>[^\s=(*]+)\s*(?:\([^()]*\)\s*)?=(?P<members>.*)", re.DOTALL)
_DEFAULT_TYPE = re.compile(r"DEFTYPE\s*=\s*(\w+)", re.IGNORECASE)


class Statement(NamedTuple):
    """A command about sets of characters: its name in capitals, what follows it, and its line."""

    name: str
    text: str
    line: int


class Assumptions:
    """What is said of characters, as bits of their indices.

    Of the commands ``TYPESET``, ``WTSET`` and ``EXSET``, only those that a star makes the default count.
    """

    def __init__(self, characters: Sequence[Character], remarks: SummedRemarks) -> None:
        self._characters, self._remarks = characters, remarks
        self._names = {character.name.lower(): index for index, character in enumerate(characters)}
        self._sets: dict[str, int] = {}
        self._excluded = 0
        self._ordered = 0

    def take(self, statement: Statement) -> None:
        """Take a command; what is not understood is remarked."""
        name, text, line = statement
        parts = _SET.fullmatch(text)
        if name == "OPTIONS":
            if found := _DEFAULT_TYPE.search(text):
                self._ordered = self._bits("all", statement) if found[1].upper() == "ORD" else 0
        elif name == "ELIMINATE":
            self._excluded |= self._bits(text, statement)
        elif name == "CHARSET" and parts:
            self._sets[parts["name"].replace("_", " ").lower()] = self._bits(parts["members"], statement)
        elif name == "EXSET" and parts and parts["default"]:
            self._excluded |= self._bits(parts["members"], statement)
        elif name == "WTSET" and parts and parts["default"]:
            for weight, bits in self._valued(parts["members"], statement):
                if weight == "0":
                    self._excluded |= bits
                elif weight != "1":
                    self._remarks.add("weight left out", weight, line)
        elif name == "TYPESET" and parts and parts["default"]:
            for kind, bits in self._valued(parts["members"], statement):
                self._ordered = self._ordered | bits if kind == "ord" else self._ordered & ~bits
                if kind not in ("ord", "unord"):
                    self._remarks.add("type of characters read as unordered", kind, line)
        elif name not in ("TITLE", "LINK"):
            self._remarks.add("command left out", f"{name} {text}", line)

    def applied(self) -> list[Character]:
        """The characters with what was said of them."""
        return [
            replace(
                character,
                excluded=bool(self._excluded >> index & 1),
                kind=Kind.ORDERED if self._ordered >> index & 1 else Kind.UNORDERED,
            )
            for index, character in enumerate(self._characters)
        ]

    def _valued(self, text: str, statement: Statement) -> Iterator[tuple[str, int]]:
        """The values in ``value: set, value: set`` with the bits of their sets."""
        for part in filter(str.strip, text.split(",")):
            value, colon, members = part.partition(":")
            yield value.strip().lower(), self._bits(members if colon else "", statement)

    def _bits(self, text: str, statement: Statement) -> int:
        bits = read_set(text, self._names, self._sets, len(self._characters))
        if bits is None:
            self._remarks.add("set of characters not understood", f"{statement.name} {statement.text}", statement.line)
        return bits or 0
