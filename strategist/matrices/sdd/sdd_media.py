"""The pictures that an SDD file names, of taxa and of states."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from strategist.common.text_files import label_of as file_label
from strategist.matrices.sdd.sdd_elements import Element, ElementReader
from strategist.matrices.sdd.sdd_labels import label_of
from strategist.matrices.sdd.sdd_reader import MOST_BYTES
from strategist.matrices.source_text import read_bytes
from strategist.matrices.summed_remarks import SummedRemarks


def pictures_of_sdd(path: Path) -> list[tuple[str, str]]:
    """Names of taxa and of states, as marked texts, each with the name or the address of a picture: the first media
    object of each that is an image.

    Raises :class:`~strategist.common.errors.SpecError`.
    """
    label = file_label(str(path))
    media = _Media(SummedRemarks(label))
    ElementReader(label, media.take).read(read_bytes(path, MOST_BYTES, "SDD file", label))
    return [(name, media.sources[ref]) for name, ref in media.named if name and ref in media.sources]


class _Media:
    """Media objects stand behind what refers to them."""

    def __init__(self, remarks: SummedRemarks) -> None:
        self._remarks = remarks
        self._taxa: dict[str, str] = {}
        self.named: list[tuple[str, str]] = []
        self.sources: dict[str, str] = {}

    def take(self, element: Element, data_set: int, language: str) -> None:
        """Take an item of a data set in a language."""
        if data_set:
            return
        if element.name == "MediaObjects":
            for each in element.all("MediaObject"):
                kind = next((found.text for found in each.all("Type")), "Image")
                source = next((found.attributes.get("href", "") for found in each.all("Source")), "")
                if kind == "Image" and source:
                    self.sources[each.attributes.get("id", "")] = source
            return
        for each in _within(element):
            name = label_of(each, language, self._remarks)
            if each.name == "TaxonName":
                self._taxa[each.attributes.get("id", "")] = name
            if each.name == "CodedDescription":
                of_taxon = (self._taxa.get(found.attributes.get("ref", "")) for found in each.all("Scope", "TaxonName"))
                name = next(filter(None, of_taxon), name)
            refs = [found.attributes.get("ref", "") for found in each.all("Representation", "MediaObject")]
            self.named += [(name, ref) for ref in refs[:1]]


def _within(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        yield from _within(child)
