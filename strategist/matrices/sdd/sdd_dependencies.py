"""Dependent characters in SDD: the rules in the nodes of a tree of characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from strategist.common.errors import SpecError
from strategist.matrices.matrix import Cell, Character, Control
from strategist.matrices.sdd.sdd_characters import Characters
from strategist.matrices.sdd.sdd_elements import Element
from strategist.matrices.summed_remarks import SummedRemarks

_MOST_STEPS = 1 << 20
"""The most nodes above characters, and the most states in the rules of those."""
_MOST_CHECKS = 1 << 24
_Rules = list[tuple[int, frozenset[int]]]
"""Characters, and states of theirs that make another one inapplicable."""
INAPPLICABLE = Cell(inapplicable=True)


class Dependencies:
    """The rules of a data set; a rule of a node holds for all characters below it."""

    def __init__(self, characters: Characters, remarks: SummedRemarks) -> None:
        self._characters, self._remarks = characters, remarks
        self._above: dict[str, str] = {}
        """The id of the node above another."""
        self._rules: dict[str, _Rules] = {}
        self._leaves: list[tuple[str, _Rules, int]] = []
        """The node above a character, the rules of the character alone, and its index."""

    def add(self, node: Element) -> None:
        """Take an element Node or CharNode."""
        above = "".join(parent.attributes.get("ref", "") for parent in node.all("Parent"))
        rules = list(self._read(node))
        if node.name == "Node":
            key = node.attributes.get("id", "")
            self._above[key], self._rules[key] = above, rules
        for child in node.all("Character"):
            index = self._characters.index.get(child.attributes.get("ref", ""))
            if index is not None:
                self._leaves.append((above, rules, index))

    def _read(self, node: Element) -> Iterator[tuple[int, frozenset[int]]]:
        for kind in ("InapplicableIf", "OnlyApplicableIf"):
            for rule in node.all("DependencyRules", kind):
                states: dict[int, set[int]] = {}
                for state in rule.all("State"):
                    key = state.attributes.get("ref", "")
                    owner = self._characters.owner.get(key)
                    if owner is None:
                        self._remarks.add(
                            f"state in {kind} that is not there", state.attributes.get("ref", ""), state.line
                        )
                    else:
                        states.setdefault(owner[0], set()).add(owner[1])
                if kind == "InapplicableIf":
                    yield from ((index, frozenset(found)) for index, found in states.items())
                elif len(states) == 1:
                    [(index, found)] = states.items()
                    every = range(len(self._characters.found[index].states))
                    yield index, frozenset(every) - found
                elif states:
                    self._remarks.add("OnlyApplicableIf with states of several characters left out", line=rule.line)

    def controlled(self) -> list[Character]:
        """The characters with their controls; raises :class:`~strategist.common.errors.SpecError` for too many."""
        states: dict[tuple[int, int], frozenset[int]] = {}
        steps = 0
        for above, own, dependent in self._leaves:
            rules, seen = [own], {""}
            while above not in seen:
                seen.add(above)
                rules.append(self._rules.get(above, []))
                above = self._above.get(above, "")
            steps += len(rules) + sum(map(len, rules))
            if steps > _MOST_STEPS:
                raise SpecError(f"expected at most {_MOST_STEPS} nodes and rules above characters, got more")
            for index, found in (rule for each in rules for rule in each):
                if index != dependent and found:
                    states[index, dependent] = states.get((index, dependent), frozenset()) | found
        together: dict[int, dict[frozenset[int], list[int]]] = {}
        for (index, dependent), found in states.items():
            together.setdefault(index, {}).setdefault(found, []).append(dependent)
        return [
            replace(
                character,
                controls=tuple(
                    Control(found, tuple(sorted(dependents)))
                    for found, dependents in sorted(together.get(index, {}).items(), key=lambda item: sorted(item[0]))
                ),
            )
            for index, character in enumerate(self._characters.found)
        ]


def apply_controls(characters: list[Character], rows: Iterable[list[Cell]]) -> None:
    """Make unknown cells inapplicable whose characters do not apply; those that depend on such a cell too.

    Raises :class:`~strategist.common.errors.SpecError` if that would take too long.
    """
    ruling = [index for index, character in enumerate(characters) if character.controls]
    checks = 0
    for row in rows:
        waiting = list(ruling)
        while waiting:
            index = waiting.pop()
            cell = row[index]
            for control in characters[index].controls:
                checks += len(control.dependents)
                if checks > _MOST_CHECKS:
                    raise SpecError(f"expected at most {_MOST_CHECKS} cells of dependent characters, got more")
                rules_out = control.states.issuperset(cell.states) if cell.states else cell.inapplicable
                if not rules_out or (cell.states and cell.inapplicable):
                    continue
                for dependent in control.dependents:
                    if row[dependent].unknown:
                        row[dependent] = INAPPLICABLE
                        waiting.append(dependent)
