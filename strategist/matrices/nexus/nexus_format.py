"""NEXUS's command FORMAT: which sign of a matrix says what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.matrices.matrix import UNKNOWN, Cell
from strategist.matrices.summed_remarks import SummedRemarks

_SETTING = re.compile(r'\s*([A-Za-z]+)(?:\s*=\s*("[^"]*"|\([^()]*\)|[^\s"()]+))?')
_EQUATE = re.compile(r"\s*(\S)\s*=\s*(\([^()]*\)|\{[^{}]*\}|\S)")
_SPAN = re.compile("([0-9])~([0-9])|([A-Z])~([A-Z])|([a-z])~([a-z])")
_NO_SYMBOLS = set("()[]{}/\\,;:=*'\"`<>^")
_USUAL = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The symbols where a file names none."""
_SILENT = {"LABELS", "NOTOKENS", "DATATYPE", "RESPECTCASE", "INTERLEAVE"}
_NOT_READ = {"TRANSPOSE", "NOLABELS", "TOKENS"}
_ONE_SIGN = {"MISSING", "GAP", "MATCHCHAR"}


@dataclass(frozen=True)
class Format:
    """What the signs of a matrix say."""

    datatype: str = "STANDARD"
    symbols: str = _USUAL
    """The symbols of the states, in their order."""
    cells: Mapping[str, Cell] | None = None
    """The cell of each sign that stands alone; None for the signs of a file without FORMAT."""
    match: str | None = None
    """The sign of a cell that is equal to the one of the first taxon."""
    interleaved: bool = False

    def signs(self) -> Mapping[str, Cell]:
        """The cell of each sign."""
        return _signs(_USUAL, {}, False) if self.cells is None else self.cells


def read_format(text: str, remarks: SummedRemarks, line: int) -> Format:
    """A format from the text of the command without its name.

    Raises :class:`~strategist.common.errors.SpecError`; the message does not name the file.

    >>> read_format('DATATYPE=STANDARD SYMBOLS="01" GAP=-', SummedRemarks("x.nex"), 1).cells["1"].states
    (1,)
    """
    found: dict[str, str | None] = {}
    equates = ""
    place = 0
    text = text.rstrip()
    while place < len(text):
        match = _SETTING.match(text, place)
        if not match:
            raise SpecError(f"expected settings such as MISSING=?, got {quoted(text[place:])}")
        place = match.end()
        name, value = match[1].upper(), match[2]
        if name == "EQUATE":
            equates += " " + (value or "").strip('"')
        found[name] = value
    datatype = (found.get("DATATYPE") or "STANDARD").upper()
    if datatype != "STANDARD":
        return Format(datatype=datatype)
    for name, value in found.items():
        _check(name, value, remarks, line)
    match_sign = found.get("MATCHCHAR")
    symbols = _symbols(found["SYMBOLS"]) if found.get("SYMBOLS") else _USUAL
    cased = _is_on(found, "RESPECTCASE")
    cells = _signs(symbols, found, cased, match_sign)
    cells |= dict(_equated(equates, cells))
    return Format(datatype, symbols, cells, match_sign, _is_on(found, "INTERLEAVE"))


def _check(name: str, value: str | None, remarks: SummedRemarks, line: int) -> None:
    """Refuse what would change the meaning of a matrix, and remark what is not known."""
    switched_on = (value or "yes").lower() != "no"
    if name in _NOT_READ and switched_on:
        raise SpecError(f"expected a matrix with a row and its name for each taxon, a sign for each state, got {name}")
    if (name == "ITEMS" and (value or "").strip("() ").upper() != "STATES") or (
        name == "STATESFORMAT" and (value or "").upper() != "STATESPRESENT"
    ):
        raise SpecError(f"expected ITEMS=STATES STATESFORMAT=STATESPRESENT, got {name}={quoted(value)}")
    if name in _ONE_SIGN and (value is None or len(value) != 1 or value in _NO_SYMBOLS):
        raise SpecError(f"expected one sign after {name}=, got {quoted(value)}")
    if name not in _SILENT | _NOT_READ | _ONE_SIGN | {"SYMBOLS", "EQUATE", "ITEMS", "STATESFORMAT"}:
        remarks.add("setting of FORMAT left out", name, line)


def _is_on(found: Mapping[str, str | None], name: str) -> bool:
    return name in found and (found[name] or "yes").lower() != "no"


def _symbols(text: str | None) -> str:
    """The symbols in a text; ``0~3`` are ``0123``."""
    signs = "".join((text or "").strip('"').split())
    signs = _SPAN.sub(lambda ends: "".join(map(chr, range(ord(ends[0][0]), ord(ends[0][2]) + 1))), signs)
    bad = next((sign for sign in signs if sign in _NO_SYMBOLS), None)
    if not signs or bad or len(set(signs)) < len(signs):
        raise SpecError(f"expected different signs after SYMBOLS=, got {quoted(text)}")
    return signs


def _signs(
    symbols: str, found: Mapping[str, str | None], cased: bool, match_sign: str | None = None
) -> dict[str, Cell]:
    """The cell of each sign; a hyphen does not apply, unless it is something else."""
    cells: dict[str, Cell] = {}
    for state, symbol in enumerate(symbols):
        for sign in (symbol,) if cased else (symbol, symbol.lower(), symbol.upper()):
            cells.setdefault(sign, Cell(states=(state,)))
    special = {found.get("MISSING") or "?": UNKNOWN, found.get("GAP") or "-": Cell(inapplicable=True)}
    for sign, cell in special.items():
        if found.get("GAP") or sign != "-" or sign not in cells:
            for each in (sign,) if cased else (sign, sign.lower(), sign.upper()):
                cells[each] = cell
    cells.pop(match_sign or "", None)
    return cells


def _equated(text: str, cells: Mapping[str, Cell]) -> Iterable[tuple[str, Cell]]:
    place, text = 0, text.rstrip()
    while place < len(text):
        match = _EQUATE.match(text, place)
        if not match or any(sign not in cells for sign in _inside(match[2])):
            raise SpecError(f"expected signs with their states in EQUATE, such as E=(01), got {quoted(text[place:])}")
        place = match.end()
        yield match[1], together(cells[sign] for sign in _inside(match[2]))


def _inside(entry: str) -> str:
    return "".join(entry.strip("(){}").replace(",", " ").split()) if len(entry) > 1 else entry


def together(parts: Iterable[Cell]) -> Cell:
    """A cell of several: all their states; unknown if one is unknown.

    >>> together([Cell(states=(1,)), Cell(states=(0,)), Cell(inapplicable=True)])
    Cell(states=(1, 0), shares=(), spans=(), text='', inapplicable=True, implicit=False)
    """
    cells = list(parts)
    if not cells or any(cell.unknown for cell in cells):
        return UNKNOWN
    states = tuple(dict.fromkeys(state for cell in cells for state in cell.states))
    return Cell(states=states, inapplicable=any(cell.inapplicable for cell in cells))
