"""Characters in SDD, with their states, and how descriptions refer to them."""

from __future__ import annotations

from dataclasses import dataclass, field

from strategist.common.errors import SpecError
from strategist.matrices.matrix import Character, Kind
from strategist.matrices.matrix_limits import MOST_STATES, check_size
from strategist.matrices.sdd.sdd_elements import Element
from strategist.matrices.sdd.sdd_labels import label_of
from strategist.matrices.sdd.sdd_numbers import prefixed
from strategist.matrices.summed_remarks import SummedRemarks

_KINDS = {
    "CategoricalCharacter": Kind.UNORDERED, "QuantitativeCharacter": Kind.REAL, "TextCharacter": Kind.TEXT,
}  # fmt: skip
_READ = {"Representation", "States", "Assumptions", "MeasurementUnit", "Default"}


@dataclass
class Characters:
    """The characters of a data set, and the indices of what has an id."""

    language: str
    remarks: SummedRemarks
    found: list[Character] = field(default_factory=list)
    prefixes: list[str] = field(default_factory=list)
    """The usual prefix of each character's unit; empty where there is none."""
    index: dict[str, int] = field(default_factory=dict)
    """The indices of characters by their ids."""
    state_index: list[dict[str, int]] = field(default_factory=list)
    """The indices of each character's states by their ids."""
    owner: dict[str, tuple[int, int]] = field(default_factory=dict)
    """A character and its state by the state's id."""
    _concepts: dict[str, str] = field(default_factory=dict)
    """The labels of states that several characters share."""

    def add_concept(self, element: Element) -> None:
        """Take the states of an element DescriptiveConcept."""
        for state in element.all("ConceptStates", "StateDefinition"):
            key = state.attributes.get("id", "")
            self._concepts[key] = label_of(state, self.language, self.remarks) or key

    def add(self, element: Element) -> None:
        """Take a character; raises :class:`~strategist.common.errors.SpecError` without the file's name."""
        kind = _KINDS.get(element.name)
        key = element.attributes.get("id", "")
        if kind is None:
            self.remarks.add("character of a kind that is not read left out", element.name, element.line)
            return
        if key in self.index:
            raise SpecError(f"line {element.line}: expected an id of its own for each character, got a second {key!a}")
        check_size(1, len(self.found) + 1)
        for child in element.children:
            if child.name not in _READ:
                self.remarks.add("part of a character left out", child.name, child.line)
        name = label_of(element, self.language, self.remarks) or key
        scale = "".join(scale.text for scale in element.all("Assumptions", "MeasurementScale"))
        whole = "".join(whole.text for whole in element.all("Assumptions", "ValuesAreInteger"))
        if kind is Kind.UNORDERED and scale == "Ordinal":
            kind = Kind.ORDERED
        elif kind is Kind.REAL and whole in ("true", "1"):
            kind = Kind.WHOLE
        unit = "".join(label_of(unit, self.language, self.remarks) for unit in element.all("MeasurementUnit"))
        prefix = "".join(prefix.text for prefix in element.all("Default", "MeasurementUnitPrefix"))
        self.index[key] = len(self.found)
        self.prefixes.append(prefix)
        states = self._states(element) if kind.categorical else ()
        if not kind.categorical:
            self.state_index.append({})
        self.found.append(Character(name, kind, states, unit=prefixed(prefix, unit) if unit else ""))

    def _states(self, element: Element) -> tuple[str, ...]:
        names: list[str] = []
        ids: dict[str, int] = {}
        for states in element.all("States"):
            for state in states.children:
                key = state.attributes.get("id", "")
                keys = [key]
                name = label_of(state, self.language, self.remarks)
                if state.name == "StateReference":
                    keys += [concept.attributes.get("ref", "") for concept in state.all("ConceptState")]
                    name = name or next((self._concepts[key] for key in keys if key in self._concepts), "")
                for each in filter(None, keys):
                    ids[each] = len(names)
                    self.owner[each] = len(self.found), len(names)
                names.append(name or next(filter(None, keys), f"state {len(names) + 1}"))
        if len(names) > MOST_STATES:
            raise SpecError(f"line {element.line}: expected at most {MOST_STATES} states, got {len(names)}")
        self.state_index.append(ids)
        return tuple(names)
