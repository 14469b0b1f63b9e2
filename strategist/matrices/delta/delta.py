"""DELTA: a folder of it, or a file of directives, as a matrix."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted, unprintable
from strategist.common.wording import is_or_are
from strategist.matrices.delta.delta_cells import cells_of, rules_for
from strategist.matrices.delta.delta_characters import characters_of, graded
from strategist.matrices.delta.delta_items import items_of
from strategist.matrices.delta.delta_text import tidy
from strategist.matrices.delta.directive_files import Directive, Remarks, read_directives
from strategist.matrices.delta.directive_values import listed_numbers, whole_number
from strategist.matrices.matrix import Cell, Character, Kind, Matrix, Read, Taxon

_STAMPS = re.compile(r"(?:\A|\s+)#(?:TIME|DATE)\b")
_OF_FILES = re.compile(r"^~\s*|\s*[-–]\s*(?:specifications|character list|item descriptions)\s*\.?\s*$", re.IGNORECASE)
_ITEM = re.compile(r"\s*#\s*([0-9]{1,9})\s*\.\s*([0-9:\-\s]*)(?=#|\Z)", re.ASCII)


def read_delta(path: Path) -> Read:
    """The matrix in a folder of DELTA, or in a file such as ``specs`` or ``tokey`` and those that it names.

    Raises :class:`~strategist.common.errors.SpecError`, with the label of a file and the line.
    """
    remarks = Remarks()
    found = read_directives(path, remarks)
    characters = characters_of(found, remarks)
    described = found["ITEM DESCRIPTIONS"]
    items = items_of(described, characters, "ACCEPT DUPLICATE VALUES" in found, remarks)
    _compare_number(found.get("MAXIMUM NUMBER OF ITEMS"), len(items), remarks)
    try:
        rules = rules_for(characters, len(items))
    except SpecError as error:
        raise described.wrong(str(error)) from None
    implicit = {
        index: Cell(states=(character.implicit,), implicit=True)
        for index, character in enumerate(characters)
        if character.implicit is not None
    }
    variable = _variable(found.get("TREAT CHARACTERS AS VARIABLE"), len(items), len(characters))
    abundances = _abundances(found, len(items))
    kept = _kept(found, len(items), remarks)
    taxa = []
    for number, item in enumerate(items):
        cells, against = cells_of(item.coded, implicit, len(characters), rules)
        for index in sorted(against):
            case = f"character {index + 1} of item {number + 1}"
            what = "coded, though another character makes it inapplicable: read as coded"
            remarks.add(what, case, described, item.place)
        if number in variable:
            cells = _made_variable(cells, variable[number], characters)
        if "TREAT UNKNOWN AS INAPPLICABLE" in found:
            cells = _made_inapplicable(cells, characters)
        if number in kept:
            taxa.append(Taxon(item.name, cells, abundances.get(number)))
    return Read(Matrix(_title(found), tuple(characters), tuple(taxa)), remarks.lines())


def _compare_number(directive: Directive | None, count: int, remarks: Remarks) -> None:
    if directive and (told := whole_number(directive)) != count:
        remarks.add("number of items that differs from those that are described", f"{told}, not {count}", directive)


def _title(found: Mapping[str, Directive]) -> str:
    for name in ("HEADING", "SHOW"):
        if name in found:
            text = _STAMPS.sub("", found[name].text)
            title = tidy(text if name == "HEADING" else _OF_FILES.sub("", text.strip()))
            if mark := unprintable(title):
                raise found[name].wrong(f"expected text, got {mark}")
            return title
    return ""


def _kept(found: Mapping[str, Directive], count: int, remarks: Remarks) -> set[int]:
    """The items that are not excluded."""
    kept = set(range(count))
    for name in ("INCLUDE ITEMS", "EXCLUDE ITEMS"):
        if directive := found.get(name):
            before = len(kept)
            named = set(listed_numbers(directive, count, "item"))
            kept = kept & named if name.startswith("INCLUDE") else kept - named
            left = before - len(kept)
            remarks.add(f"*{name}: {left} of {before} items {is_or_are(left)} left out", "", directive)
    return kept


def _abundances(found: Mapping[str, Directive], count: int) -> dict[int, Fraction]:
    directives = [found[name] for name in ("ITEM WEIGHTS", "ITEM ABUNDANCES") if name in found]
    return {index: value for directive in directives for index, value in graded(directive, count, "item")}


def _variable(directive: Directive | None, items: int, characters: int) -> dict[int, Sequence[int]]:
    """The characters that are variable in items, such as ``#3. 4 44``."""
    variable: dict[int, Sequence[int]] = {}
    place = 0
    while directive and (found := _ITEM.match(directive.text, place)):
        place = found.end()
        number = int(found[1]) - 1
        if not 0 <= number < items or number in variable:
            raise directive.wrong(f"expected each item from 1 to {items} once, got {number + 1}", found.start(1))
        line = directive.line_at(found.start(2))
        own = Directive(directive.name, found[2], directive.label, line)
        variable[number] = listed_numbers(own, characters, "character")
    if directive and (rest := directive.text[place:].strip()):
        raise directive.wrong(f"expected an item such as #3. 4 44, got {quoted(rest)}", place)
    return variable


def _made_variable(cells: Sequence[Cell], which: Sequence[int], characters: Sequence[Character]) -> tuple[Cell, ...]:
    """Cells of which some have every state, or unknown numbers."""
    changed = list(cells)
    for index in which:
        changed[index] = Cell(states=tuple(range(len(characters[index].states))))
    return tuple(changed)


def _made_inapplicable(cells: Sequence[Cell], characters: Sequence[Character]) -> tuple[Cell, ...]:
    """Cells of which the unknown ones do not apply."""
    return tuple(
        replace(cell, inapplicable=True) if cell.unknown and character.kind is not Kind.TEXT else cell
        for cell, character in zip(cells, characters, strict=True)
    )
