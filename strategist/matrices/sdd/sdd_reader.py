"""Reads a matrix from an SDD file."""

from __future__ import annotations

from pathlib import Path

from strategist.common import text_files
from strategist.common.errors import SpecError, told_at
from strategist.matrices.matrix import Cell, Matrix, Read, Taxon
from strategist.matrices.matrix_limits import check_size
from strategist.matrices.sdd.sdd_characters import Characters
from strategist.matrices.sdd.sdd_dependencies import Dependencies, apply_controls
from strategist.matrices.sdd.sdd_descriptions import Descriptions
from strategist.matrices.sdd.sdd_elements import Element, ElementReader
from strategist.matrices.sdd.sdd_labels import label_of
from strategist.matrices.source_text import read_bytes
from strategist.matrices.summed_remarks import SummedRemarks

MOST_BYTES = 1 << 26
"""The most bytes of a file."""
_ABOUT_THE_FILE = {"RevisionData", "IPRStatements", "Agents", "Publications"}
"""What says nothing of taxa."""


def read_sdd(path: Path) -> Read:
    """The matrix of the first data set in an SDD file.

    Raises :class:`~strategist.common.errors.SpecError`, one line with the file's label, for a file that is none.
    """
    label = text_files.label_of(str(path))
    remarks = SummedRemarks(label)
    reader = _Reader(label, remarks)
    ElementReader(label, reader.take).read(read_bytes(path, MOST_BYTES, "SDD file", label))
    return Read(reader.matrix(), remarks.lines())


class _Reader:
    def __init__(self, label: str, remarks: SummedRemarks) -> None:
        self._label, self._remarks = label, remarks
        self._title = ""
        self._names: dict[str, str] = {}
        """The names of taxa by their ids."""
        self._characters = Characters("", remarks)
        self._dependencies = Dependencies(self._characters, remarks)
        self._descriptions = Descriptions(self._characters, remarks)
        self._rows: dict[str, list[Cell]] = {}

    def take(self, element: Element, data_set: int, language: str) -> None:
        """Take an item of a data set in a language."""
        if data_set:
            if element.name == "Representation":
                self._remarks.add("further data set left out", label_of(element, "", self._remarks), element.line)
            return
        self._characters.language = language
        try:
            self._take(element)
        except SpecError as error:
            text = str(error)
            where = "" if text.startswith("line ") else f"line {element.line}: "
            raise SpecError(f"{self._label}: {where}{text}") from None

    def _take(self, element: Element) -> None:
        name = element.name
        if name == "Representation":
            self._title = label_of(element, self._characters.language, self._remarks)
        elif name == "TaxonName":
            check_size(len(self._names) + 1, 1)
            self._names[element.attributes.get("id", "")] = self._label_of(element)
        elif name == "DescriptiveConcept":
            self._characters.add_concept(element)
        elif name.endswith("Character"):
            if self._rows:
                raise SpecError("expected all characters before the first CodedDescription, got one behind it")
            self._characters.add(element)
        elif name in ("Node", "CharNode"):
            self._dependencies.add(element)
        elif name == "CodedDescription":
            self._add_row(element)
        elif name not in _ABOUT_THE_FILE:
            self._remarks.add(f"{name} left out", line=element.line)

    def _label_of(self, element: Element) -> str:
        return label_of(element, self._characters.language, self._remarks)

    def _add_row(self, element: Element) -> None:
        own = self._label_of(element)
        of_taxon = [self._names.get(taxon.attributes.get("ref", ""), "") for taxon in element.all("Scope", "TaxonName")]
        choices = [name for name in (*of_taxon[:1], own, element.attributes.get("id", "")) if name]
        name = next((name for name in choices if name not in self._rows), "")
        if not name:
            raise SpecError(f"expected a name of its own for each description, got {choices!a}")
        check_size(len(self._rows) + 1, len(self._characters.found))
        self._rows[name] = self._descriptions.cells(element)

    def matrix(self) -> Matrix:
        """The matrix of what was taken."""
        if not self._characters.found or not self._rows:
            raise SpecError(f"{self._label}: expected a data set with Characters and CodedDescriptions, got none")
        with told_at(self._label):
            characters = self._dependencies.controlled()
            apply_controls(characters, self._rows.values())
        taxa = tuple(Taxon(name, tuple(row)) for name, row in self._rows.items())
        return Matrix(self._title, tuple(characters), taxa)
