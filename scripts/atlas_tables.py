"""The tables of scripts/site/pages/proven-values.md that follow from the register: see scripts/atlas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from strategist.common.wording import percent_above
from strategist.files.atlas.entry import PROVEN, Record
from strategist.files.atlas.register import Register
from strategist.files.atlas.scope import variant_of
from strategist.files.atlas.together import Known, known_of
from strategist.files.atlas.values import restrictions_of
from strategist.files.atlas.variants import bounds_by_usual_rules
from strategist.model.tariffs.by_levels import LevelCost

_BETWEEN = re.compile(r"(<!-- atlas: (?P<name>[\w -]+) -->\n).*?(<!-- end of atlas -->)", re.DOTALL)
_MARKS = {
    "arfst2023": "ᴬ",
    "goddard2004": "ᴳ",
    "koyama1993": "ᴷ",
    "mmstrat": "ᴹ",
    "tanaka1996": "ᵀ",
    "ville2013": "ⱽ",
}
"""The marks of sources of totals, which the text below the tables explains."""
_WIDE = 10
"""Colors beyond which only three pegs are in reach, which have a table of their own."""
_NONE = "Nothing is recorded yet.\n"


def with_tables(text: str, told: Register) -> str:
    """A page with its tables as they follow from the register. Raises KeyError for an unknown table."""
    return _BETWEEN.sub(lambda match: f"{match[1]}{_TABLES[match['name']](told)}{match[3]}", text)


def _proven(told: Register, family: str, variant: str = "") -> Iterable[Record]:
    """The proven records of a family by one variant of its rules, without restrictions on trees."""
    for each in told.records:
        if variant_of(each.game) == (family, variant) and each.status == PROVEN and not restrictions_of(each.strategy):
            yield each


def _grid(told: Register, family: str, variant: str = "") -> str:
    """Pegs down and colors across, with the least total and the least depth that goes with it, as far as proven."""
    found: dict[tuple[int, int], Record] = {}
    for each in _proven(told, family, variant):
        size = each.pegs or 0, each.colors or 0
        if each.objectives[0] == "total" and size[1] <= _WIDE and (size not in found or len(each.objectives) > 1):
            found[size] = each
    if not found:
        return _NONE
    colors = range(min(color for _, color in found), max(color for _, color in found) + 1)
    rows = [
        [str(peg), *(_cell(told, found.get((peg, color))) for color in colors)]
        for peg in sorted({peg for peg, _ in found})
    ]
    return _table(["", *map(str, colors)], rows)


def _cell(told: Register, record: Record | None) -> str:
    if record is None:
        return ""
    total = record.values["total"]
    first = next((each.source for each in told.publications if each.states(record.game, "total", total)), None)
    mark = "" if first is None else f" {_MARKS[first]}"
    depth = f" / {record.values['depth']}" if "depth" in record.values else ""
    return f"{total}{depth}{mark}"


def _three_pegs(told: Register) -> str:
    """Three pegs and many colors: least total, least depth, fewest codes at that depth, side by side."""
    rows = []
    for family, called in (("mastermind", "Mastermind"), ("bulls-and-cows", "Bulls and Cows")):
        plain = [each for each in _proven(told, family) if each.pegs == 3]
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


def _bounded(told: Register) -> str:
    """What is not proven: the value of the best tree and the bound, for the first objective that has a gap.

    One line tells what all records of a game know together.
    """
    rows, listed = [], set()
    of_game: dict[tuple[str, tuple[str, ...]], list[Record]] = {}
    for each in told.records:
        of_game.setdefault((each.game, restrictions_of(each.strategy)), []).append(each)
    for each in told.records:
        restrictions = restrictions_of(each.strategy)
        records = of_game[each.game, restrictions]
        bounds = {} if restrictions else bounds_by_usual_rules(told.records, each.game)
        objectives, known = _open(records, each.objectives, bounds)
        if known is None or known.bound is None or (each.game, restrictions, objectives) in listed:
            continue
        listed.add((each.game, restrictions, objectives))
        value, bound = known.value, known.bound
        alike = [other for other in records if other.objectives[: len(objectives)] == objectives]
        # Of a small count at the deepest level a part of itself says nothing.
        counts = isinstance(value, LevelCost) or objectives[-1] == "worst"
        percent = None if counts else percent_above(value, bound)
        gap = "" if percent is None else f"{percent:.1f} %"
        what = ", ".join((", then ".join(objectives), *restrictions))
        rows.append([called(each), what, _number(value), _number(bound), gap, _seconds(alike)])
    return _table(["", "the least", "at most", "at least", "gap", "seconds"], rows) if rows else _NONE


def _open(
    records: Sequence[Record], objectives: tuple[str, ...], bounds: Mapping[str, int]
) -> tuple[tuple[str, ...], Known | None]:
    """The objectives up to the first one that has a gap, and what is known of it, also by bounds from elsewhere; None
    where all are closed."""
    for at in range(1, len(objectives) + 1):
        known = known_of(records, objectives[:at], bounds)
        if known is None or not known.closed:
            return objectives[:at], known
    return objectives, None


def called(record: Record) -> str:
    """The game of a record as tables name it."""
    found = variant_of(record.game)
    if found is None:
        return f"`{record.game}`"
    family, variant = found
    name = "Mastermind" if family == "mastermind" else "Bulls and Cows"
    return f"{name} {record.pegs}×{record.colors}" + (f", `{variant}`" if variant else "")


def _number(value: int) -> str:
    return str(value) if isinstance(value, LevelCost) else f"{value:,}"


def _seconds(records: Iterable[Record]) -> str:
    """The most processor seconds that any of some records has taken."""
    taken = [each.measured.seconds for each in records if each.measured is not None]
    return f"{max(taken):.0f}" if taken else ""


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    line = "|" + "---|" * len(head)
    told = ["|" + "".join(f" {cell} |" if cell else " |" for cell in cells) for cells in [head, *rows]]
    return "".join(f"{each}\n" for each in [told[0], line, *told[1:]])


_TABLES: dict[str, Callable[[Register], str]] = {
    "mastermind": lambda told: _grid(told, "mastermind"),
    "bulls and cows": lambda told: _grid(told, "bulls-and-cows"),
    "three pegs": _three_pegs,
    "mastermind black": lambda told: _grid(told, "mastermind", "feedback=black"),
    "bulls and cows black": lambda told: _grid(told, "bulls-and-cows", "feedback=black"),
    "mastermind identify": lambda told: _grid(told, "mastermind", "goal=identify"),
    "bulls and cows identify": lambda told: _grid(told, "bulls-and-cows", "goal=identify"),
    "bounded": _bounded,
}
