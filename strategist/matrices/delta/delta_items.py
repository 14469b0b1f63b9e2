"""The items of a DELTA matrix: their names, and what is coded of each, such as ``4,1/2 38,(2-)3-5<usually>``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted, unprintable
from strategist.matrices.delta.delta_text import names_of, parts, phrase_end, tidy, without_comments
from strategist.matrices.delta.directive_files import Directive, Remarks
from strategist.matrices.delta.directive_values import NUMBER
from strategist.matrices.matrix import UNKNOWN, Cell, Character, Kind, Span
from strategist.matrices.matrix_limits import MOST_CELLS, check_size

_ITEM = re.compile(r"\s*#(\+?)(?=\s|/|\+)", re.ASCII)
_BIT = re.compile(r"[<>]|[ \t\n\r\f\v]+|[^<> \t\n\r\f\v]+")
_ATTRIBUTE = re.compile(r"([0-9]{1,9})(?=[,<]|\Z)")
_STATES = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_SPAN = re.compile(
    rf"(?:\((?P<least>{NUMBER})-\))?(?P<low>{NUMBER})(?:-{NUMBER})??(?:-(?P<high>{NUMBER}))?(?:\(-(?P<most>{NUMBER})\))?"
)
_SHARE = r"([0-9]{1,9})<([0-9]{1,40}(?:\.[0-9]{1,40}|/0*[1-9][0-9]{0,39})?)%>"
_SHARES = re.compile(rf",{_SHARE}(?:[/&]{_SHARE})*")
_ONE_SHARE = re.compile(_SHARE)
_HUNDRED = 100


@dataclass
class Item:
    """A taxon as it is coded: a cell for each character that something is said of."""

    name: str
    place: int
    """Where it begins in the text of its directive."""
    coded: dict[int, Cell] = field(default_factory=dict)


def items_of(directive: Directive, characters: list[Character], duplicates: bool, remarks: Remarks) -> list[Item]:
    """The items; raises :class:`~strategist.common.errors.SpecError`.

    A character may stand twice in an item only where ``duplicates`` is true; the last one counts.
    """
    text, place = directive.text, 0
    items: list[Item] = []
    cells = _Cells(directive, characters, remarks)
    master: dict[int, Cell] = {}
    while found := _ITEM.match(text, place):
        end = phrase_end(text, found.end())
        if end is None:
            raise directive.wrong("expected a name that ends with / before a blank, got none", found.start(1))
        item = Item(text[found.end() : end], found.start(1))
        items.append(item)
        if (mark := unprintable(tidy(item.name))) is not None:
            raise directive.wrong(f"expected text, got {mark}", found.start(1))
        try:
            check_size(len(items), len(characters))
        except SpecError as error:
            raise directive.wrong(str(error), found.start(1)) from None
        place = end + 1
        for start, stop in _words(directive, place):
            if text[start] == "#":
                place = start
                break
            index, cell = cells.read(start, stop)
            if index in item.coded:
                if not duplicates:
                    raise directive.wrong(f"expected each character once in an item, got {index + 1} again", start)
                remarks.add("character coded again in an item, the last one counts", str(index + 1), directive, start)
            item.coded[index] = cell
        else:
            place = len(text)
        # A variant has the values of the item before that is no variant, where it has none of its own.
        if found[1] and len(items) > 1:
            item.coded = {**master, **item.coded}
        else:
            master = item.coded
    rest = text[place : place + 999]
    if rest.strip():
        start = place + len(rest) - len(rest.lstrip())
        raise directive.wrong(f"expected an item such as # name/, got {quoted(rest.split()[0])}", start)
    for item, name in zip(items, names_of([item.name for item in items]), strict=True):
        item.name = name
    return items


def _words(directive: Directive, place: int) -> Iterator[tuple[int, int]]:
    """Where the words of a text begin and end, which have no blanks but in comments."""
    depth, start, opened = 0, -1, 0
    for bit in _BIT.finditer(directive.text, place):
        sign = bit[0]
        if sign == "<":
            opened = opened if depth else bit.start()
            depth += 1
        elif sign == ">":
            depth = max(depth - 1, 0)
        elif not depth and sign.isspace():
            if start >= 0:
                yield start, bit.start()
            start = -1
            continue
        if start < 0:
            start = bit.start()
    if depth:
        raise directive.wrong("expected > that ends a comment, got none", opened)
    if start >= 0:
        yield start, len(directive.text)


class _Cells:
    """What words say of characters. Equal cells are one object."""

    def __init__(self, directive: Directive, characters: list[Character], remarks: Remarks) -> None:
        self._directive = directive
        self._characters = characters
        self._remarks = remarks
        self._known: dict[tuple[int, str], Cell] = {}
        self._room = 2 * MOST_CELLS

    def read(self, start: int, stop: int) -> tuple[int, Cell]:
        """The index of a character, and its cell."""
        word = self._directive.text[start:stop]
        found = _ATTRIBUTE.match(word)
        if found is None or not 1 <= int(found[1]) <= len(self._characters):
            expected = f"the number of a character, from 1 to {len(self._characters)}, and a value, such as 1,2"
            raise self._directive.wrong(f"expected {expected}, got {quoted(word)}", start)
        index, rest = int(found[1]) - 1, word[found.end() :]
        character = self._characters[index]
        if character.kind is Kind.TEXT:
            return index, self._text(rest, start)
        said = without_comments(rest) if "<" in rest else rest
        if character.kind.categorical and (shared := self._shared(rest, len(character.states))):
            return index, shared
        if len(said) < len(rest):
            case = f"{index + 1}{rest}"
            self._remarks.add("comments of cells are left out", tidy(case), self._directive, start)
        if not said:
            return index, UNKNOWN
        if (index, said) not in self._known:
            cell = self._states(said, index, start) if character.kind.categorical else self._numbers(said, index, start)
            # What is kept, of states and of spans, has a limit.
            self._room -= 1 + len(cell.states) + len(cell.spans)
            if self._room < 0:
                raise self._directive.wrong(f"expected at most {2 * MOST_CELLS} states in cells, got more", start)
            self._known[index, said] = cell
        return index, self._known[index, said]

    def _text(self, rest: str, start: int) -> Cell:
        pieces = [*parts(rest)]
        text = tidy(" ".join(piece for comment, piece in pieces if comment))
        if mark := unprintable(text):
            raise self._directive.wrong(f"expected text, got {mark}", start)
        match "".join(piece for comment, piece in pieces if not comment).upper():
            case "" | "," | ",U":
                return Cell(text=text)
            case ",-":
                return Cell(text=text, inapplicable=True)
            case got:
                raise self._directive.wrong(f"expected a text in angle brackets, got {quoted(got)}", start)

    def _shared(self, rest: str, count: int) -> Cell | None:
        """A cell in which each state has its share in per cent as a comment."""
        if not _SHARES.fullmatch(rest):
            return None
        told = [(int(state) - 1, Fraction(share) / _HUNDRED) for state, share in _ONE_SHARE.findall(rest)]
        states, shares = zip(*told, strict=True)
        if len({*states}) < len(states) or not all(0 <= state < count for state in states) or not all(shares):
            return None
        self._room -= 2 * len(states)
        return Cell(states=states, shares=shares)

    def _states(self, said: str, index: int, start: int) -> Cell:
        count = len(self._characters[index].states)
        mask, states, inapplicable, unknown = 0, [], False, False
        for part in self._values(said, start):
            if part == "-":
                inapplicable = True
            elif part in ("U", "u"):
                unknown = True
            else:
                found = _STATES.fullmatch("1-" + str(count) if part in ("V", "v") else part)
                first, last = sorted((int(found[1]), int(found[2] or found[1]))) if found else (0, 0)
                if not 1 <= first <= last <= count:
                    expected = f"a state from 1 to {count} of character {index + 1}, or V, U or -"
                    raise self._directive.wrong(f"expected {expected}, got {quoted(part)}", start)
                added = ((1 << last) - (1 << (first - 1))) & ~mask
                mask |= added
                if added:
                    states += [state for state in range(first - 1, last) if added >> state & 1]
        if unknown and (states or inapplicable):
            self._remarks.add("states beside U: unknown", f"{index + 1}{said}", self._directive, start)
        return UNKNOWN if unknown else Cell(states=tuple(states), inapplicable=inapplicable)

    def _numbers(self, said: str, index: int, start: int) -> Cell:
        spans: list[Span] = []
        inapplicable, unknown = False, False
        for part in self._values(said, start):
            if part == "-":
                inapplicable = True
            elif part in ("U", "u", "V", "v"):
                unknown = True
            else:
                spans.append(self._span(part, index, start))
        if unknown and said not in (",U", ",u"):
            self._remarks.add(
                "numbers beside U, or V of numbers: unknown", f"{index + 1}{said}", self._directive, start
            )
        return UNKNOWN if unknown else Cell(spans=tuple(spans), inapplicable=inapplicable)

    def _span(self, part: str, index: int, start: int) -> Span:
        if (found := _SPAN.fullmatch(part)) is None:
            expected = f"numbers of character {index + 1} such as 3, 3-5 or (2-)3-5(-7), or U or -"
            raise self._directive.wrong(f"expected {expected}, got {quoted(part)}", start)
        low = Fraction(found["low"])
        high = Fraction(found["high"]) if found["high"] else low
        span = Span(
            low,
            high,
            Fraction(found["least"]) if found["least"] else low,
            Fraction(found["most"]) if found["most"] else high,
        )
        if not span.least <= low <= high <= span.most:
            raise self._directive.wrong(f"expected ascending numbers, got {quoted(part)}", start)
        whole = all(each.denominator == 1 for each in (span.least, low, high, span.most))
        if self._characters[index].kind is Kind.WHOLE and not whole:
            raise self._directive.wrong(f"expected whole numbers of character {index + 1}, got {quoted(part)}", start)
        return span

    def _values(self, said: str, start: int) -> list[str]:
        if not said.startswith(","):
            raise self._directive.wrong(f"expected a comma before a value, got {quoted(said)}", start)
        return re.split("[/&]", said[1:])
