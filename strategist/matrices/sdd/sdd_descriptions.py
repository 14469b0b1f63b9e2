"""Coded descriptions in SDD: the cells of one taxon."""

from __future__ import annotations

from fractions import Fraction

from strategist.matrices.matrix import UNKNOWN, Cell
from strategist.matrices.sdd.sdd_characters import Characters
from strategist.matrices.sdd.sdd_elements import Element
from strategist.matrices.sdd.sdd_labels import marked
from strategist.matrices.sdd.sdd_numbers import MEASURES, number_in, scale, span_of
from strategist.matrices.summed_remarks import SummedRemarks

_INAPPLICABLE = "NotApplicable"
_UNKNOWN = "DataUnavailable"
_READ = {"Representation", "Scope", "SummaryData"}


class Descriptions:
    """Reads descriptions. Cells that say the same are one object."""

    def __init__(self, characters: Characters, remarks: SummedRemarks) -> None:
        self._characters, self._remarks = characters, remarks
        self._same: dict[Cell, Cell] = {UNKNOWN: UNKNOWN}

    def cells(self, element: Element) -> list[Cell]:
        """The cells of a description. A character that it names twice has the states of both."""
        row = [UNKNOWN] * len(self._characters.found)
        for child in element.children:
            if child.name not in _READ:
                self._remarks.add("part of a description left out", child.name, child.line)
        for summary in element.all("SummaryData"):
            for data in summary.children:
                index = self._characters.index.get(data.attributes.get("ref", ""))
                if index is None:
                    self._remarks.add("data of a character that is not there", _named(data), data.line)
                    continue
                read = {"Categorical": self._states, "Quantitative": self._numbers, "TextChar": self._text}
                if data.name not in read:
                    self._remarks.add("data of a kind that is not read left out", data.name, data.line)
                    continue
                found = _joined(row[index], read[data.name](data, index))
                row[index] = self._same.setdefault(found, found)
        return row

    def _states(self, data: Element, index: int) -> Cell:
        states: dict[int, None] = {}
        ids = self._characters.state_index[index]
        for child in data.all("State"):
            state = ids.get(child.attributes.get("ref", ""))
            if state is None:
                self._remarks.add("state that its character does not have", _named(child), child.line)
            else:
                states[state] = None
            for modifier in child.all("Modifier"):
                self._remarks.add("modifier of a state left out", _named(modifier), modifier.line)
        return Cell(states=tuple(states), inapplicable=self._is_inapplicable(data))

    def _numbers(self, data: Element, index: int) -> Cell:
        if not self._characters.found[index].kind.numeric:
            self._remarks.add("numbers of a character without numbers", _named(data), data.line)
            return UNKNOWN
        usual = self._characters.prefixes[index]
        prefix = "".join(prefix.text for prefix in data.all("MeasurementUnitPrefix")) or usual
        factor = scale(prefix, usual)
        if factor is None:
            self._remarks.add("numbers with an unknown prefix of a unit left out", prefix, data.line)
            return UNKNOWN
        measures: dict[str, Fraction] = {}
        for child in (*data.all("Measure"), *data.all("PMeasure")):
            kind, text = child.attributes.get("type", ""), child.attributes.get("value", "")
            number = number_in(text)
            if kind not in MEASURES:
                self._remarks.add("measure left out", kind, child.line)
            elif number is None:
                self._remarks.add("value that is no number left out", text, child.line)
            else:
                measures[kind] = number * factor
        span = span_of(measures)
        if span is None and measures:
            self._remarks.add("range left out, for its ends are in no order", _named(data), data.line)
        return Cell(spans=(span,) if span else (), inapplicable=self._is_inapplicable(data))

    def _text(self, data: Element, index: int) -> Cell:
        if self._characters.found[index].kind.categorical or self._characters.found[index].kind.numeric:
            self._remarks.add("text of a character without text", _named(data), data.line)
            return UNKNOWN
        return Cell(text=" ".join(marked(content.text) for content in data.all("Content")))

    def _is_inapplicable(self, data: Element) -> bool:
        codes = [status.attributes.get("code", "") for status in data.all("Status")]
        for code in codes:
            if code not in (_INAPPLICABLE, _UNKNOWN):
                self._remarks.add("status read like none", code, data.line)
        return _INAPPLICABLE in codes


def _joined(one: Cell, other: Cell) -> Cell:
    return Cell(
        states=tuple(dict.fromkeys(one.states + other.states)),
        spans=tuple(dict.fromkeys(one.spans + other.spans)),
        text=" ".join(filter(None, (one.text, other.text))),
        inapplicable=one.inapplicable or other.inapplicable,
    )


def _named(element: Element) -> str:
    return f"{element.name} {element.attributes.get('ref', '')}"
