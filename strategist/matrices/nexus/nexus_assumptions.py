"""NEXUS's blocks ASSUMPTIONS and SETS: characters that are left out or ordered, in sets such as ``1 4-7 LEAF all``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from strategist.matrices.matrix import Character, Kind
from strategist.matrices.summed_remarks import SummedRemarks

_SET = re.compile(r"\s*(?P<default>\*?)\s*(?P<name>[^\s=(*]+)\s*(?:\([^()]*\)\s*)?=(?P<members>.*)", re.DOTALL)
_DEFAULT_TYPE = re.compile(r"DEFTYPE\s*=\s*(\w+)", re.IGNORECASE)
_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}|\.)(?:\\([0-9]{1,9}))?)?")
_LOOSE = re.compile(r"\s*([-\\])\s*")


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


def read_set(text: str, names: Mapping[str, int], sets: Mapping[str, int], count: int) -> int | None:
    r"""The characters of a set, the bit of the index of each; None if it is not understood.

    ``names`` holds the indices of characters, ``sets`` the bits of sets, both by names in small letters, and ``count``
    is the number of all characters.

    >>> bin(read_set("1 3 - 7\\2 LEAF", {"leaf": 8}, {}, 10))
    '0b101010101'
    >>> read_set("1-99", {}, {}, 10) is None, bin(read_set("8-.", {}, {}, 10))
    (True, '0b1110000000')
    """
    found = 0
    for word in dict.fromkeys(_LOOSE.sub(r"\1", text).lower().split()):
        key = word.replace("_", " ")
        if match := _RANGE.fullmatch(word):
            first = int(match[1])
            last = count if match[2] == "." else int(match[2] or first)
            step = int(match[3] or 1)
            if not (1 <= first <= last <= count and step):
                return None
            found |= _every(step, len(range(first, last + 1, step))) << (first - 1)
        elif key == "all":
            found |= _every(1, count)
        elif key in sets:
            found |= sets[key]
        elif key in names:
            found |= 1 << names[key]
        else:
            return None
    return found


def _every(step: int, number: int) -> int:
    """Some bits, one every so many places."""
    return ((1 << step * number) - 1) // ((1 << step) - 1)
