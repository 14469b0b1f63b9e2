"""The elements of an SDD file, one item of its lists after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted

_MOST_DEPTH = 64
_MOST_ELEMENTS = 1 << 17
"""The most elements of one item, such as the description of a taxon."""
_MOST_TEXT = 1 << 20
"""The most characters of one item's texts."""
_LANGUAGE = "http://www.w3.org/XML/1998/namespace lang"
LISTS = {
    ("TaxonNames",), ("DescriptiveConcepts",), ("Characters",), ("CodedDescriptions",),
    ("CharacterTrees", "CharacterTree", "Nodes"),
}  # fmt: skip
_PARTS = {path[: length + 1] for path in LISTS for length in range(len(path))}


@dataclass
class Element:
    """An element of XML, by its local name, with the line where it begins."""

    name: str
    attributes: Mapping[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def all(self, *names: str) -> Iterator[Element]:
        """The elements at the end of a path of names."""
        for child in self.children:
            if child.name == names[0]:
                if names[1:]:
                    yield from child.all(*names[1:])
                else:
                    yield child

    @property
    def text(self) -> str:
        """Its text, with single blanks."""
        return " ".join("".join(self.texts).split())


class ElementReader:
    """Reads XML and hands over each item of the lists of a data set, and what else stands beside these lists.

    There is no document type, hence no entity but the five of XML; nothing outside of the file is read.
    """

    def __init__(self, label: str, take: Callable[[Element, int, str], None]) -> None:
        """``take`` is called with each item, the number of its data set, from 0, and the language of that."""
        self._label, self._take = label, take
        self._path: list[str] = []
        self._open: list[Element] = []
        self._elements = self._characters = 0
        self._set = -1
        self._language = ""
        self._parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype

    def read(self, contents: bytes) -> None:
        """Read a whole file; raises :class:`~strategist.common.errors.SpecError`, with the file's label."""
        try:
            self._parser.Parse(contents, True)
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code) or "no XML"
            raise SpecError(f"{self._label}: line {error.lineno}: expected XML, got: {what}") from None
        except (LookupError, ValueError) as error:
            # The encoding that a file names is looked up.
            if isinstance(error, SpecError):
                raise
            raise self._error("XML in UTF-8", quoted(str(error))) from None

    def _error(self, expected: str, got: str) -> SpecError:
        return SpecError(f"{self._label}: line {self._parser.CurrentLineNumber}: expected {expected}, got {got}")

    def _doctype(self, *_: object) -> None:
        raise self._error("SDD without a document type", "<!DOCTYPE")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        self._path.append(name)
        if len(self._path) > _MOST_DEPTH:
            raise self._error(f"at most {_MOST_DEPTH} elements inside each other", "more")
        if len(self._path) == 1 and name != "Datasets":
            raise self._error("SDD, whose outermost element is Datasets", quoted(name))
        if self._path == ["Datasets", "Dataset"]:
            self._set += 1
            self._language = attributes.get(_LANGUAGE, "")
        if self._open or self._is_item():
            self._elements += 1
            if self._elements > _MOST_ELEMENTS:
                raise self._error(f"at most {_MOST_ELEMENTS} elements in one item", "more")
            plain = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
            element = Element(name, plain, self._parser.CurrentLineNumber)
            if self._open:
                self._open[-1].children.append(element)
            self._open.append(element)

    def _is_item(self) -> bool:
        """Whether the last element of the path is an item of a list, or stands beside the lists."""
        inner = tuple(self._path[2:])
        if self._path[:2] != ["Datasets", "Dataset"] or not inner:
            return False
        return inner not in _PARTS and (len(inner) == 1 or inner[:-1] in LISTS)

    def _end(self, _: str) -> None:
        self._path.pop()
        if self._open:
            element = self._open.pop()
            if not self._open:
                self._elements = self._characters = 0
                self._take(element, self._set, self._language)

    def _text(self, text: str) -> None:
        if self._open and not text.isspace():
            self._characters += len(text)
            if self._characters > _MOST_TEXT:
                raise self._error(f"at most {_MOST_TEXT} characters in one item", "more")
        if self._open:
            self._open[-1].texts.append(text)
