"""The tables of strategies/README.md that follow from the register: see scripts/atlas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from strategist.files.atlas.entry import PROVEN, Record
from strategist.files.atlas.register import Register

_BETWEEN = re.compile(r"(<!-- atlas: (?P<name>[\w -]+) -->\n).*?(<!-- end of atlas -->)", re.DOTALL)
_MARKS = {"goddard2004": "ᴳ", "koyama1993": "ᴷ", "ville2013": "ⱽ", "mmstrat": "ᴹ", "tanaka1996": "ᵀ"}
"""The marks of sources of totals, which the text below the tables explains."""
_WIDE = 10
"""Colors beyond which only three pegs are in reach, which have a table of their own."""


def with_tables(text: str, told: Register) -> str:
    """A README with its tables as they follow from the register. Raises KeyError for an unknown table."""
    return _BETWEEN.sub(lambda match: f"{match[1]}{_TABLES[match['name']](told)}{match[3]}", text)


def _usual(told: Register, family: str) -> Iterable[Record]:
    """The proven records of the usual rules, without restrictions on trees."""
    for each in told.records:
        usual = each.parameters.get("goal") == "ask" and each.parameters.get("feedback") in ("both", None)
        if each.family == family and usual and each.status == PROVEN and "=" not in each.strategy:
            yield each


def _grid(told: Register, family: str) -> str:
    """Pegs down and colors across, with the least total and the least depth that goes with it."""
    found = {
        (each.pegs or 0, each.colors or 0): each
        for each in _usual(told, family)
        if each.objectives[:2] == ("total", "depth") and (each.colors or 0) <= _WIDE
    }
    colors = range(min(color for _, color in found), max(color for _, color in found) + 1)
    rows = [
        [str(peg), *(_cell(told, found.get((peg, color))) for color in colors)]
        for peg in sorted({peg for peg, _ in found})
    ]
    return _table(["", *map(str, colors)], rows)


def _cell(told: Register, record: Record | None) -> str:
    if record is None:
        return ""
    published = (each for each in told.publications if each.game == record.game and each.figure == "total")
    mark = next((_MARKS.get(each.source, "") for each in published if each.value == record.values["total"]), "")
    return f"{record.claims.total} / {record.claims.depth}{' ' if mark else ''}{mark}"


def _three_pegs(told: Register) -> str:
    """Three pegs and many colors: least total, least depth, fewest codes at that depth, side by side."""
    rows = []
    for family, called in (("mastermind", "Mastermind"), ("bulls-and-cows", "Bulls and Cows")):
        plain = [each for each in _usual(told, family) if each.pegs == 3]
        for colors in sorted({each.colors or 0 for each in plain}):
            if colors < _WIDE:
                continue
            by = {each.strategy: each for each in plain if each.colors == colors}
            row = [_value(by, "total", "total"), _value(by, "depth", "depth"), _value(by, "depth,worst", "worst")]
            rows.append([f"{called} 3×{colors}", *row])
    return _table(["", "least total", "least depth", "codes that need it, at least"], rows)


def _value(by: dict[str, Record], objectives: str, objective: str) -> str:
    record = by.get(f"optimal({objectives})")
    return "" if record is None else str(record.values[objective])


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    line = "|" + "---|" * len(head)
    told = ["|" + "".join(f" {cell} |" if cell else " |" for cell in cells) for cells in [head, *rows]]
    return "".join(f"{each}\n" for each in [told[0], line, *told[1:]])


_TABLES: dict[str, Callable[[Register], str]] = {
    "mastermind": lambda told: _grid(told, "mastermind"),
    "bulls and cows": lambda told: _grid(told, "bulls-and-cows"),
    "three pegs": _three_pegs,
}
