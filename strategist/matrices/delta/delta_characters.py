"""The characters of a DELTA matrix: their names and states, and what specifications and directives for keys say."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted, unprintable
from strategist.matrices.delta.delta_text import names_of, phrase_end
from strategist.matrices.delta.directive_files import Directive, Remarks
from strategist.matrices.delta.directive_values import (
    key_states_of,
    listed_numbers,
    number_of,
    pairs_of,
    rules_of,
    whole_number,
)  # fmt: skip
from strategist.matrices.matrix import Character, Control, Kind
from strategist.matrices.matrix_limits import MOST_CELLS, MOST_STATES, check_size

_KINDS = {"UM": Kind.UNORDERED, "OM": Kind.ORDERED, "IN": Kind.WHOLE, "RN": Kind.REAL, "TE": Kind.TEXT}
_CHARACTER = re.compile(r"\s*#\s*([0-9]{1,9})\s*\.(?=\s)", re.ASCII)
_STATE = re.compile(r"\s*([0-9]{1,9})\s*\.(?=\s|/\s|/\Z)", re.ASCII)
_BLANK_TO_END = re.compile(r"\s*\Z", re.ASCII)
_NEXT = re.compile(r"\s*(#|\Z)", re.ASCII)
_USUAL_STATES = 2
_MIDDLE = 5


def characters_of(found: Mapping[str, Directive], remarks: Remarks) -> list[Character]:
    """The characters; raises :class:`~strategist.common.errors.SpecError`."""
    number = found["NUMBER OF CHARACTERS"]
    count = whole_number(number)
    try:
        check_size(0, count)
    except SpecError as error:
        raise number.wrong(str(error)) from None
    kinds = [Kind.UNORDERED] * count
    if types := found.get("CHARACTER TYPES"):
        for pair in pairs_of(types, count, "character"):
            if (kind := _KINDS.get(pair.value.upper())) is None:
                raise types.wrong(f"expected one of {', '.join(_KINDS)}, got {quoted(pair.value)}", pair.place)
            kinds[pair.number] = kind
    counts = [_USUAL_STATES if kind.categorical else 0 for kind in kinds]
    if states := found.get("NUMBERS OF STATES"):
        for pair in pairs_of(states, count, "character"):
            value = int(number_of(states, pair, Fraction(1), Fraction(MOST_STATES)))
            if kinds[pair.number].categorical:
                counts[pair.number] = value
    characters = _described(found["CHARACTER LIST"], kinds, counts)
    for name, change in _CHANGES.items():
        if directive := found.get(name):
            change(directive, characters, remarks)
    return characters


def _described(directive: Directive, kinds: list[Kind], counts: list[int]) -> list[Character]:
    """The characters with their names, states and units."""
    text, place = directive.text, 0
    names = [""] * len(kinds)
    states: list[list[str]] = [[] for _ in kinds]
    units = [""] * len(kinds)
    seen: set[int] = set()

    def phrase(start: int) -> tuple[str, int]:
        end = phrase_end(text, start)
        if end is None:
            raise directive.wrong("expected a text that ends with / at the end of a line, got none", start)
        return text[start:end], end + 1

    while not _BLANK_TO_END.match(text, place):
        found = _CHARACTER.match(text, place)
        if found is None:
            start = place + len(text[place : place + 999]) - len(text[place : place + 999].lstrip())
            got = quoted(text[start : start + 40].partition("\n")[0])
            raise directive.wrong(f"expected a character such as #1. color/, got {got}", start)
        index = int(found[1]) - 1
        if not 0 <= index < len(kinds) or index in seen:
            expected = f"each character from 1 to {len(kinds)} once"
            raise directive.wrong(f"expected {expected}, got #{index + 1}", found.start(1))
        seen.add(index)
        names[index], place = phrase(found.end())
        if kinds[index].categorical:
            while state := _STATE.match(text, place):
                if int(state[1]) != len(states[index]) + 1 or int(state[1]) > counts[index]:
                    expected = f"the states 1 to {counts[index]} of character {index + 1} in this order"
                    raise directive.wrong(f"expected {expected}, got {state[1]}", state.start(1))
                named, place = phrase(state.end())
                states[index].append(named)
            if len(states[index]) != counts[index]:
                expected = f"{counts[index]} states of character {index + 1}"
                raise directive.wrong(f"expected {expected}, got {len(states[index])}", found.start(1))
        elif kinds[index].numeric and not _NEXT.match(text, place):
            units[index], place = phrase(place)
    if len(seen) < len(kinds):
        missing = next(index for index in range(len(kinds)) if index not in seen)
        raise directive.wrong(f"expected {len(kinds)} characters, got no #{missing + 1}")
    characters = [
        Character(name, kind, tuple(names_of(own)), names_of([unit])[0])
        for name, kind, own, unit in zip(names_of(names), kinds, states, units, strict=True)
    ]
    for number, character in enumerate(characters, 1):
        for each in (character.name, character.unit, *character.states):
            if mark := unprintable(each):
                raise directive.wrong(f"expected text in character {number}, got {mark}")
    return characters


def _implicit(directive: Directive, characters: list[Character], remarks: Remarks) -> None:
    for pair in pairs_of(directive, len(characters), "character"):
        # Behind a colon stands what a coded character is taken for in which nothing is said: that is unknown here.
        first, colon, _ = pair.value.partition(":")
        count = len(characters[pair.number].states)
        state = int(number_of(directive, pair._replace(value=first), Fraction(1), Fraction(max(count, 1))))
        if not count:
            raise directive.wrong(f"expected a character that has states, got {pair.number + 1}", pair.place)
        if colon:
            remarks.add("implicit value of coded characters, left out", pair.value, directive, pair.place)
        characters[pair.number] = replace(characters[pair.number], implicit=state - 1)


def _dependent(directive: Directive, characters: list[Character], _: Remarks) -> None:
    controls = defaultdict(list)
    for rule in rules_of(directive, [len(each.states) for each in characters]):
        controls[rule.controller].append(Control(frozenset(rule.states), rule.dependents))
    _add_controls(characters, controls)


def _applicable(directive: Directive, characters: list[Character], _: Remarks) -> None:
    """Rules that say where characters apply: they do not apply in all other states."""
    where: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    room = MOST_CELLS
    for rule in rules_of(directive, [len(each.states) for each in characters]):
        room -= len(rule.dependents) * len(rule.states)
        if room < 0:
            raise directive.wrong(f"expected at most {MOST_CELLS} states of dependent characters, got more")
        for dependent in rule.dependents:
            where[rule.controller][dependent].update(rule.states)
    controls = defaultdict(list)
    for controller, dependents in where.items():
        alike: dict[frozenset[int], list[int]] = defaultdict(list)
        for dependent, states in dependents.items():
            alike[frozenset(states)].append(dependent)
        every = frozenset(range(len(characters[controller].states)))
        controls[controller] = [
            Control(every - states, tuple(held)) for states, held in alike.items() if states < every
        ]
    _add_controls(characters, controls)


def _add_controls(characters: list[Character], controls: Mapping[int, list[Control]]) -> None:
    for index, own in controls.items():
        characters[index] = replace(characters[index], controls=(*characters[index].controls, *own))


def _excluded(directive: Directive, characters: list[Character], _: Remarks) -> None:
    for index in listed_numbers(directive, len(characters), "character"):
        characters[index] = replace(characters[index], excluded=True)


def _included(directive: Directive, characters: list[Character], _: Remarks) -> None:
    included = set(listed_numbers(directive, len(characters), "character"))
    for index, character in enumerate(characters):
        if index not in included:
            characters[index] = replace(character, excluded=True)


def _normal(directive: Directive, characters: list[Character], _: Remarks) -> None:
    for index in listed_numbers(directive, len(characters), "character"):
        characters[index] = replace(characters[index], normal=True)


def _reliabilities(directive: Directive, characters: list[Character], _: Remarks) -> None:
    for index, value in graded(directive, len(characters), "character"):
        characters[index] = replace(characters[index], reliability=value)


def _key_states(directive: Directive, characters: list[Character], _: Remarks) -> None:
    for pair in pairs_of(directive, len(characters), "character"):
        character = characters[pair.number]
        if character.kind is Kind.TEXT:
            raise directive.wrong(f"expected a character of states or numbers, got {pair.number + 1}", pair.place)
        states = key_states_of(directive, pair, len(character.states))
        characters[pair.number] = replace(character, key_states=states)


def graded(directive: Directive, most: int, what: str) -> Iterator[tuple[int, Fraction]]:
    """Reliabilities or abundances, from 0 to 10; weights w, from 1/32 to 32, are the grades 5 + log2(w)."""
    for pair in pairs_of(directive, most, what):
        if directive.name.endswith("WEIGHTS"):
            weight = number_of(directive, pair, Fraction(1, 32), Fraction(32))
            yield pair.number, _MIDDLE + Fraction(str(round(math.log2(weight), 6)))
        else:
            yield pair.number, number_of(directive, pair, Fraction(0), Fraction(10))


_CHANGES: Mapping[str, Callable[[Directive, list[Character], Remarks], None]] = {
    "IMPLICIT VALUES": _implicit,
    "DEPENDENT CHARACTERS": _dependent,
    "INAPPLICABLE CHARACTERS": _dependent,
    "APPLICABLE CHARACTERS": _applicable,
    "EXCLUDE CHARACTERS": _excluded,
    "INCLUDE CHARACTERS": _included,
    "USE NORMAL VALUES": _normal,
    "CHARACTER WEIGHTS": _reliabilities,
    "CHARACTER RELIABILITIES": _reliabilities,
    "KEY STATES": _key_states,
}
"""What directives change in characters, in this order."""
