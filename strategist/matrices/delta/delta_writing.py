"""A matrix as DELTA: the files ``specs``, ``chars`` and ``items``, and ``tokey`` for what only a key needs.

What comes back is equal. A matrix may hold what DELTA has no words for; that is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path

from strategist.common.errors import OutputError, SpecError
from strategist.common.numbers import write_number
from strategist.common.quoting import quoted, unprintable
from strategist.common.whole_files import write_file
from strategist.matrices.delta.delta_text import coded
from strategist.matrices.matrix import Bin, Cell, Character, Kind, Matrix, Span

_CODES = {Kind.UNORDERED: "UM", Kind.ORDERED: "OM", Kind.WHOLE: "IN", Kind.REAL: "RN", Kind.TEXT: "TE"}
_DIGITS = re.compile(r"[0-9]{1,40}(?:\.[0-9]{1,40})?")
_SHARE = re.compile(r"[0-9]{1,40}(?:\.[0-9]{1,40}|/[0-9]{1,40})?")
_WIDTH = 79
_USUAL_STATES = 2
_HUNDRED = 100


def write_delta(matrix: Matrix, folder: str) -> None:
    """Write a matrix into a folder, which is made if there is none. ``tokey`` is the file to read it by.

    The files are in the code page 1252 where it has all their signs, else in UTF-8.
    Raises :class:`~strategist.common.errors.SpecError` for a matrix that DELTA cannot hold, and
    :class:`~strategist.common.errors.OutputError`.
    """
    texts = {
        "specs": _specs(matrix),
        "chars": _chars(matrix),
        "items": _items(matrix),
        "tokey": _tokey(matrix),
    }
    contents = {name: _encoded("".join(f"{part}\n" for part in parts)) for name, parts in texts.items()}
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from None
    for name, bytes_ in contents.items():
        write_file(Path(folder, name), [bytes_])


def _encoded(text: str) -> bytes:
    try:
        encoded = text.encode("cp1252")
        encoded.decode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8")
    except UnicodeDecodeError:
        return encoded
    # Bytes of the code page that happen to be UTF-8 would be read as such.
    return text.encode("utf-8")


def _specs(matrix: Matrix) -> Iterator[str]:
    characters = matrix.characters
    yield _filled(f"*HEADING {_text(matrix.title, 'the title')}")
    yield f"*NUMBER OF CHARACTERS {len(characters)}"
    yield f"*MAXIMUM NUMBER OF STATES {max((len(each.states) for each in characters), default=0)}"
    yield f"*MAXIMUM NUMBER OF ITEMS {len(matrix.taxa)}"
    yield from _paired("CHARACTER TYPES", [_CODES[each.kind] for each in characters], "UM")
    yield from _paired("NUMBERS OF STATES", [_count_of(each) for each in characters])
    yield from _paired(
        "IMPLICIT VALUES", ["" if each.implicit is None else str(each.implicit + 1) for each in characters]
    )
    yield from _directive(
        "DEPENDENT CHARACTERS",
        (
            f"{number},{'/'.join(str(state + 1) for state in sorted(control.states))}:{_joined(control.dependents)}"
            for number, character in enumerate(characters, 1)
            for control in character.controls
            if control.states and control.dependents
        ),
    )


def _count_of(character: Character) -> str:
    if not character.kind.categorical or len(character.states) == _USUAL_STATES:
        return ""
    if not character.states:
        raise SpecError(f"DELTA: expected a character that has states, got none in {quoted(character.name)}")
    return str(len(character.states))


def _chars(matrix: Matrix) -> Iterator[str]:
    yield "*CHARACTER LIST"
    for number, character in enumerate(matrix.characters, 1):
        where = f"character {number}"
        yield _filled(f"#{number}. {_text(character.name, where)}/")
        for state, name in enumerate(character.states, 1):
            yield _filled(f"{state}. {_text(name, where)}/", indent="       ")
        if character.unit:
            yield _filled(f"{_text(character.unit, where)}/", indent="       ")
        yield ""


def _items(matrix: Matrix) -> Iterator[str]:
    characters = matrix.characters
    # Nothing is said of cells that would be unknown then.
    filled = {index for index, character in enumerate(characters) if character.implicit is not None}
    filled |= {index for each in characters for control in each.controls for index in control.dependents}
    yield "*ITEM DESCRIPTIONS"
    for number, taxon in enumerate(matrix.taxa, 1):
        where = f"taxon {number}"
        yield _filled(f"# {_text(taxon.name, where)}/")
        attributes = (
            f"{index + 1}{value}"
            for index, (character, cell) in enumerate(zip(characters, taxon.cells, strict=True))
            if (value := _value(character, cell, index in filled, f"{where}, character {index + 1}"))
        )
        yield _filled(" ".join(attributes))
        yield ""


def _value(character: Character, cell: Cell, filled: bool, where: str) -> str:
    """What stands behind the number of a character; nothing for a cell that is not coded."""
    if cell.implicit:
        return ""
    if character.kind is Kind.TEXT:
        text = f"<{_text(cell.text, where)}>" if cell.text else ""
        return f"{text},-" if cell.inapplicable else text or (",U" if filled else "")
    if cell.unknown:
        return ",U" if filled else ""
    if cell.shares:
        shares = zip(cell.states, cell.shares, strict=True)
        values = [f"{state + 1}<{_share(share, where)}%>" for state, share in shares]
    else:
        values = [*(str(state + 1) for state in cell.states), *(_span(span, where) for span in cell.spans)]
    return "," + "/".join([*values, *["-"] * cell.inapplicable])


def _share(share: Fraction, where: str) -> str:
    text = write_number(share * _HUNDRED)
    if not _SHARE.fullmatch(text):
        raise SpecError(f"DELTA: {where}: expected a share of few digits, got {quoted(text)}")
    return text


def _span(span: Span, where: str) -> str:
    least, low, high, most = (_number(value, where) for value in (span.least, span.low, span.high, span.most))
    return (
        (f"({least}-)" if span.least < span.low else "")
        + (low if low == high else f"{low}-{high}")
        + (f"(-{most})" if span.most > span.high else "")
    )


def _number(value: Fraction, where: str) -> str:
    text = write_number(abs(value))
    if not _DIGITS.fullmatch(text):
        raise SpecError(f"DELTA: {where}: expected a number that is a decimal of few digits, got {quoted(text)}")
    return f"-{text}" if value < 0 else text


def _tokey(matrix: Matrix) -> Iterator[str]:
    characters = matrix.characters
    yield "*INPUT FILE specs"
    yield "*TRANSLATE INTO KEY FORMAT"
    yield from _directive("EXCLUDE CHARACTERS", _numbers(each.excluded for each in characters))
    yield from _directive("USE NORMAL VALUES", _numbers(each.normal for each in characters))
    yield from _paired("CHARACTER RELIABILITIES", [_grade(each.reliability) for each in characters])
    yield from _paired("ITEM ABUNDANCES", [_grade(each.abundance) for each in matrix.taxa])
    yield from _paired("KEY STATES", [_key_states(each) for each in characters])
    yield "*INPUT FILE chars"
    yield "*INPUT FILE items"


def _grade(value: Fraction | None) -> str:
    return "" if value is None else _number(value, "a reliability or abundance")


def _key_states(character: Character) -> str:
    return "/".join(
        _bin(each) if isinstance(each, Bin) else _one_key_state(each, character.kind) for each in character.key_states
    )


def _one_key_state(states: Sequence[int], kind: Kind) -> str:
    if kind is Kind.ORDERED and len(states) > 1 and tuple(states) == (*range(states[0], states[-1] + 1),):
        return f"{states[0] + 1}-{states[-1] + 1}"
    return "&".join(str(state + 1) for state in states)


def _bin(each: Bin) -> str:
    low, high = ("" if end is None else _number(end, "a key state") for end in (each.low, each.high))
    if not low or not high:
        return f"{low}~{high}"
    return low if low == high else f"{low}-{high}"


def _numbers(chosen: Iterable[bool]) -> Iterator[str]:
    """The ranges of numbers of those that are chosen."""
    yield from _ranges(index for index, each in enumerate(chosen) if each)


def _paired(name: str, values: Sequence[str], usual: str = "") -> Iterator[str]:
    """A directive that says what is not usual, neighbours with one value as a range."""
    pairs = []
    for value, group in groupby(enumerate(values), lambda each: each[1]):
        if value != usual:
            numbers = [index for index, _ in group]
            pairs.append(f"{_range(numbers[0], numbers[-1])},{value}")
    yield from _directive(name, pairs)


def _directive(name: str, words: Iterable[str]) -> Iterator[str]:
    """A directive; nothing where it has nothing to say."""
    if text := " ".join(words):
        yield _filled(f"*{name} {text}")


def _filled(text: str, indent: str = "") -> str:
    """A text in lines of a width that old editors show."""
    lines = [indent]
    for word in text.split(" "):
        if lines[-1].strip() and len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append(f"{indent}   " if indent else "  ")
        lines[-1] += f" {word}" if lines[-1].strip() else word
    return "\n".join(lines)


def _joined(numbers: Iterable[int]) -> str:
    return ":".join(_ranges(numbers))


def _ranges(numbers: Iterable[int]) -> Iterator[str]:
    """Numbers from 1, neighbours that ascend as a range; those given count from 0.

    >>> [*_ranges([0, 1, 2, 6, 4])]
    ['1-3', '7', '5']
    """
    first = last = -1
    for number in numbers:
        if first >= 0 and number != last + 1:
            yield _range(first, last)
            first = -1
        first, last = (number if first < 0 else first), number
    if first >= 0:
        yield _range(first, last)


def _range(first: int, last: int) -> str:
    return str(first + 1) if first == last else f"{first + 1}-{last + 1}"


def _text(text: str, where: str) -> str:
    if mark := unprintable(text):
        raise SpecError(f"DELTA: {where}: expected text, got {mark}")
    return coded(text)
