"""The directives in files of DELTA: where each begins, which lines it takes, and the files that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.common.text_files import label_of
from strategist.matrices.delta.directive_names import IGNORED, MOST_WORDS, READ, REMARKED, known_name
from strategist.matrices.source_text import read_bytes
from strategist.matrices.summed_remarks import SummedRemarks

_MOST_BYTES = 1 << 26
"""The most bytes of all files together."""
_MOST_DIRECTIVES = 10_000
_PARTS = {"specs": "NUMBER OF CHARACTERS", "chars": "CHARACTER LIST", "items": "ITEM DESCRIPTIONS"}
"""The files of a folder, and what each is read for."""

# Within a line, a star begins a directive only where the whole name of a known one follows.
_STAR = re.compile(r"(?P<first>(?:\A|(?<=\n))[ \t]*)\*(?=[ \t]*[A-Za-z])|(?<=[ \t])\*(?=[A-Za-z])")
_WORD = re.compile(r"\s*([A-Za-z]+)(?![^\s])", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_END_OF_FILE = "\x1a"
"""What old systems write at the end of a file."""


@dataclass(frozen=True)
class Directive:
    """A directive, and where it stands."""

    name: str
    text: str
    """What follows its name."""
    label: str
    """What its file is called."""
    line: int
    """Where ``text`` begins."""

    def line_at(self, place: int) -> int:
        """The line of a place in ``text``."""
        return self.line + self.text.count("\n", 0, place)

    def wrong(self, message: str, place: int = 0) -> SpecError:
        """An error at a place in ``text``."""
        return SpecError(f"{self.label}: line {self.line_at(place)}: *{self.name}: {message}")


@dataclass
class Remarks:
    """Remarks on all files."""

    files: dict[str, SummedRemarks] = field(default_factory=dict)
    _told: set[tuple[str, str]] = field(default_factory=set)

    def of(self, label: str) -> SummedRemarks:
        """The remarks on a file."""
        return self.files.setdefault(label, SummedRemarks(label))

    def add(self, what: str, case: str, directive: Directive, place: int = 0) -> None:
        """Remark a case of something at a place in a directive."""
        told = directive.label, what
        # Only the line of the first case is told, and to find it takes long.
        line = None if told in self._told else directive.line_at(place)
        self._told.add(told)
        self.of(directive.label).add(what, case, line)

    def lines(self) -> tuple[str, ...]:
        """The remarks, a line each."""
        return tuple(line for file in self.files.values() for line in file.lines())


def read_directives(path: Path, remarks: Remarks) -> dict[str, Directive]:
    """The directives in a folder of DELTA, or in a file and those that it names, by their names.

    A folder is read by its files ``specs``, ``chars`` and ``items``, in small letters or capitals, alone or with
    ``.txt``. A file is completed by those beside it.
    Raises :class:`~strategist.common.errors.SpecError`.
    """
    files = _Files(path if path.is_dir() else path.parent, remarks)
    if not path.is_dir():
        files.read(path)
    for part, name in _PARTS.items():
        if name not in files.found:
            beside = _beside(files.folder, part) or _beside(files.folder, f"{part}.txt")
            if beside is None or beside.resolve() in files.seen:
                label = label_of(str(path.absolute()))
                raise SpecError(f"{label}: expected *{name} in the file {part}, or in one that it names, got none")
            files.read(beside)
    return files.found


class _Files:
    """The files of a folder, each read once."""

    def __init__(self, folder: Path, remarks: Remarks) -> None:
        self.folder = folder
        self.found: dict[str, Directive] = {}
        self.seen: set[Path] = set()
        self._remarks = remarks
        self._room = _MOST_BYTES
        self._count = 0

    def read(self, path: Path) -> None:
        """Take the directives of a file, and of those that it names."""
        # No recursion: a chain of files may be long.
        waiting = [self._directives(path)]
        while waiting:
            directive = next(waiting[-1], None)
            if directive is None:
                waiting.pop()
            elif directive.name == "INPUT FILE":
                if (named := self._named(directive)) is not None:
                    waiting.append(self._directives(named))
            else:
                self._take(directive)

    def _take(self, directive: Directive) -> None:
        name = directive.name
        self._count += 1
        if self._count > _MOST_DIRECTIVES:
            raise directive.wrong(f"expected at most {_MOST_DIRECTIVES} directives, got more")
        if name in READ:
            other = self.found.setdefault(name, directive)
            if other is not directive and name not in ("SHOW", "HEADING"):
                where = f"{other.label}, line {other.line}"
                raise directive.wrong(f"expected it once, got it again: it stands in {where}, too")
        elif name in REMARKED:
            self._remarks.add(f"*{name} {REMARKED[name]}", "", directive)
        elif name not in IGNORED:
            self._remarks.add("directive that is not known, left out", name, directive)

    def _directives(self, path: Path) -> Iterator[Directive]:
        label = label_of(str(path))
        self.seen.add(path.resolve())
        contents = read_bytes(path, self._room, "DELTA file", label)
        self._room -= len(contents)
        return split_directives(self._text(contents, label), label)

    def _text(self, contents: bytes, label: str) -> str:
        r"""The text of a file, its lines ended by ``\n``. A file that is no UTF-8 is in the code page 1252."""
        try:
            text = contents.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = contents.decode("cp1252", "replace")
            if (place := text.find("\ufffd")) >= 0:
                byte = f"byte {contents[place]:#04x}"
                line = text.count("\n", 0, place) + 1
                self._remarks.of(label).add("no text of the code page 1252", byte, line)
        text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip(_END_OF_FILE)
        if found := _CONTROL.search(text):
            line = text.count("\n", 0, found.start()) + 1
            raise SpecError(f"{label}: line {line}: expected text, got U+{ord(found[0]):04X}")
        return text

    def _named(self, directive: Directive) -> Path | None:
        """The file that ``*INPUT FILE`` names."""
        name = directive.text.strip()
        try:
            inside, path = self.folder.resolve(), (self.folder / name.replace("\\", "/")).resolve()
            if not path.is_relative_to(inside) or path == inside:
                raise directive.wrong(f"expected a file in the same folder, got {quoted(name)}")
            found = _beside(path.parent, path.name)
        except (OSError, RuntimeError, ValueError):
            found = None
        except SpecError:
            raise
        if found is None:
            self._remarks.add("file that is not found, left out", name, directive)
        elif found.resolve() in self.seen:
            raise directive.wrong(f"expected each file once, got {quoted(name)} again")
        return found


def _beside(folder: Path, name: str) -> Path | None:
    """The file of a name in a folder, whatever its capitals; None if there is none."""
    if (folder / name).is_file():
        return folder / name
    try:
        return next(
            (each for each in sorted(folder.iterdir()) if each.name.lower() == name.lower() and each.is_file()), None
        )
    except OSError:
        return None


def split_directives(text: str, label: str) -> Iterator[Directive]:
    """The directives of a text.

    >>> [(each.name, each.text, each.line) for each in split_directives("*SHOW a * b\\n*Key states 1,1/2", "tokey")]
    [('SHOW', ' a * b\\n', 1), ('KEY STATES', ' 1,1/2', 2)]
    """
    name, start, line, counted = "", 0, 1, 0
    for star in _STAR.finditer(text):
        found = _name_at(text, star.end(), whole=star["first"] is None)
        if found is None:
            continue
        if name:
            yield Directive(name, text[start : star.start()], label, line)
        elif text[: star.start()].strip():
            break
        name, start = found
        line, counted = line + text.count("\n", counted, start), start
    if not name:
        first = text.strip().partition("\n")[0]
        raise SpecError(f"{label}: line 1: expected a directive of DELTA such as *SHOW, got {quoted(first)}")
    yield Directive(name, text[start:], label, line)


def _name_at(text: str, place: int, whole: bool) -> tuple[str, int] | None:
    """The directive whose name stands at a place, and where the name ends."""
    words: list[str] = []
    ends: list[int] = []
    end = place
    while len(words) < MOST_WORDS and (word := _WORD.match(text, end)):
        end = word.end()
        words.append(word[1].upper())
        ends.append(end)
    if found := known_name(tuple(words), in_short=not whole):
        return found[0], ends[found[1] - 1]
    if whole:
        return None
    line = text[place : place + 80].partition("\n")[0]
    return line.strip(), place + len(line)
