"""Values in the directives of DELTA: lists of numbers such as ``1-3 7``, pairs such as ``2-6,7``, key states.

Characters, items and states count from 1 in files, and from 0 here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from strategist.common.quoting import quoted
from strategist.matrices.delta.directive_files import Directive
from strategist.matrices.matrix import Bin
from strategist.matrices.matrix_limits import MOST_CELLS

NUMBER = r"-?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})"
"""A number; its digits are few, so that no number takes long to read."""
_ROOM_OF_A_RULE = 64
"""What a rule takes of the memory of dependent characters, beside its own."""
_PLAIN = re.compile(NUMBER)
_NATURAL = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_WORD = re.compile(r"[^\s]+", re.ASCII)
_BIN = re.compile(rf"(?P<below>~)?(?P<low>{NUMBER})(?:(?P<above>~)|-(?P<high>{NUMBER}))?")


class Pair(NamedTuple):
    """A number, what is said of it, and where."""

    number: int
    """From 0."""
    value: str
    place: int


def words_of(directive: Directive) -> Iterator[tuple[str, int]]:
    """The words of a directive and their places."""
    for found in _WORD.finditer(directive.text):
        yield found[0], found.start()


def whole_number(directive: Directive) -> int:
    """The only number of a directive."""
    text = directive.text.strip()
    if not _NATURAL.fullmatch(text):
        raise directive.wrong(f"expected a whole number, got {quoted(text)}")
    return int(text)


def numbers_in(directive: Directive, text: str, most: int, what: str, place: int) -> Iterator[range]:
    """The ranges of a text such as ``1-3:7``, none of them beyond ``most``."""
    for part in text.split(":"):
        found = _RANGE.fullmatch(part)
        if found is None:
            raise directive.wrong(f"expected numbers of {what}s such as 3 or 3-5, got {quoted(part)}", place)
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= most:
            raise directive.wrong(f"expected {what}s from 1 to {most}, got {quoted(part)}", place)
        yield range(first - 1, last)


def listed_numbers(directive: Directive, most: int, what: str) -> list[int]:
    """The numbers of a directive, each once."""
    seen: dict[int, None] = {}
    for word, place in words_of(directive):
        for numbers in numbers_in(directive, word, most, what, place):
            for index in numbers:
                if index in seen:
                    raise directive.wrong(f"expected each {what} once, got {index + 1} again", place)
                seen[index] = None
    return list(seen)


def pairs_of(directive: Directive, most: int, what: str) -> Iterator[Pair]:
    """What a directive says of each number, such as ``2-6,7``."""
    seen: set[int] = set()
    for word, place in words_of(directive):
        before, comma, value = word.partition(",")
        if not comma or not value:
            raise directive.wrong(f"expected the number of a {what}, a comma and a value, got {quoted(word)}", place)
        for numbers in numbers_in(directive, before, most, what, place):
            for index in numbers:
                if index in seen:
                    raise directive.wrong(f"expected each {what} once, got {index + 1} again", place)
                seen.add(index)
                yield Pair(index, value, place)


def number_of(directive: Directive, pair: Pair, least: Fraction, most: Fraction) -> Fraction:
    """The number that a pair gives."""
    value = Fraction(pair.value) if _PLAIN.fullmatch(pair.value) else None
    if value is None or not least <= value <= most:
        raise directive.wrong(f"expected a number from {least} to {most}, got {quoted(pair.value)}", pair.place)
    return value


def states_in(directive: Directive, text: str, most: int, place: int, signs: str) -> list[int]:
    """The states of a text such as ``1/2`` or ``1-3``, each once; ``signs`` may stand between them."""
    states: dict[int, None] = {}
    for part in re.split(f"[{signs}]", text):
        for numbers in numbers_in(directive, part, most, "state", place):
            states |= dict.fromkeys(numbers)
    return list(states)


class Rule(NamedTuple):
    """A character, states of it, and the characters that depend on them."""

    controller: int
    states: list[int]
    dependents: tuple[int, ...]


def rules_of(directive: Directive, counts: list[int]) -> Iterator[Rule]:
    """The rules of ``*DEPENDENT CHARACTERS``, such as ``10,2:11-13:15``; ``counts`` are the numbers of states."""
    room = MOST_CELLS
    for word, place in words_of(directive):
        before, comma, rest = word.partition(",")
        states, colon, dependents = rest.partition(":")
        if not comma or not colon:
            raise directive.wrong(f"expected a rule such as 10,2:11-13, got {quoted(word)}", place)
        (controllers,) = [*numbers_in(directive, before.replace(":", ","), len(counts), "character", place)]
        if len(controllers) > 1 or not counts[controllers[0]]:
            raise directive.wrong(f"expected one character that has states, got {quoted(before)}", place)
        held: dict[int, None] = {}
        room -= _ROOM_OF_A_RULE
        for numbers in numbers_in(directive, dependents, len(counts), "character", place):
            room -= len(numbers)
            if room < 0:
                raise directive.wrong(f"expected at most {MOST_CELLS} dependent characters, got more", place)
            held |= dict.fromkeys(numbers)
        controller = controllers[0]
        yield Rule(controller, states_in(directive, states, counts[controller], place, "/"), tuple(held))


def key_states_of(directive: Directive, pair: Pair, count: int) -> tuple[tuple[int, ...] | Bin, ...]:
    """The states of a key, such as ``1-3/4&6`` for a character of ``count`` states, or ``~2/2-5/5~`` for numbers.

    ``count`` is 0 for a character of numbers.
    """
    texts = pair.value.split("/")
    if count:
        return tuple(tuple(states_in(directive, text, count, pair.place, "&")) for text in texts)
    return tuple(_bin(directive, text, pair.place) for text in texts)


def _bin(directive: Directive, text: str, place: int) -> Bin:
    if text == "~":
        return Bin(None, None)
    found = _BIN.fullmatch(text)
    if found is None or (found["below"] and (found["above"] or found["high"])):
        raise directive.wrong(f"expected numbers such as ~2, 2-5 or 5~, got {quoted(text)}", place)
    low = Fraction(found["low"])
    high = Fraction(found["high"]) if found["high"] else low
    if high < low:
        raise directive.wrong(f"expected ascending numbers, got {quoted(text)}", place)
    return Bin(None if found["below"] else low, None if found["above"] else high)
