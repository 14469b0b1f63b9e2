"""The cells that items do not code: implicit states, and characters that others make inapplicable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from strategist.common.errors import SpecError
from strategist.matrices.matrix import UNKNOWN, Cell, Character
from strategist.matrices.matrix_limits import MOST_CELLS

_INAPPLICABLE = Cell(inapplicable=True)
_MOST_STEPS = 16 * MOST_CELLS

Rules = Mapping[int, Sequence[tuple[frozenset[int], Sequence[int]]]]
"""For each controlling character, states, and the characters that do not apply where all states are among them."""


def rules_for(characters: Sequence[Character], taxa: int) -> Rules:
    """The rules of all characters; those of one character that have a dependent in common are joined.

    Raises :class:`~strategist.common.errors.SpecError` if they would take too long for a number of taxa.
    """
    rules: dict[int, list[tuple[frozenset[int], Sequence[int]]]] = {}
    steps = 0
    for index, character in enumerate(characters):
        states: dict[int, set[int]] = defaultdict(set)
        for control in character.controls:
            steps += len(control.dependents) * (1 + len(control.states))
            if (1 + taxa // 16) * steps > _MOST_STEPS:
                raise SpecError(f"expected at most {_MOST_STEPS} dependent cells, got more")
            for dependent in control.dependents:
                states[dependent] |= control.states
        alike: dict[frozenset[int], list[int]] = defaultdict(list)
        for dependent, own in states.items():
            alike[frozenset(own)].append(dependent)
        if alike:
            rules[index] = [*alike.items()]
    return rules


def cells_of(
    coded: Mapping[int, Cell], implicit: Mapping[int, Cell], count: int, rules: Rules
) -> tuple[tuple[Cell, ...], set[int]]:
    """The cells of a taxon of ``count`` characters, and which coded ones others make inapplicable.

    What is coded stands as it is, ``U`` too. A character is inapplicable where all states of one that rules it are
    among those of the rule, or where that one is inapplicable itself.
    """
    cells = [UNKNOWN] * count
    for index, cell in implicit.items():
        cells[index] = cell
    for index, cell in coded.items():
        cells[index] = cell
    against: set[int] = set()
    waiting = list(rules)
    while waiting:
        controller = waiting.pop()
        states = cells[controller].states
        for ruled, dependents in rules[controller]:
            if not (ruled.issuperset(states) if states else cells[controller].inapplicable):
                continue
            for dependent in dependents:
                if cells[dependent] is _INAPPLICABLE:
                    continue
                if dependent not in coded:
                    cells[dependent] = _INAPPLICABLE
                    if dependent in rules:
                        waiting.append(dependent)
                elif not cells[dependent].inapplicable and not cells[dependent].unknown:
                    against.add(dependent)
    return tuple(cells), against
