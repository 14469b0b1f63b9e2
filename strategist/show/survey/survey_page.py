"""A survey of a table as one page for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from strategist.common.wording import counted
from strategist.search.compile.key_prices import KeyPrice
from strategist.show.survey.shortest_key import is_proven, shortest_line
from strategist.show.survey.survey import FIRST_PAIRS, Survey
from strategist.show.texts.names import Names, rich

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

_FEW = 5
"""The names, or groups of names, that are listed of each sort; JSON has all."""
_HEADS = ("taxa", "characters", "states", "questions", "cells")


def print_survey(out: Console, survey: Survey) -> None:
    """Print a survey on a console."""
    from rich.text import Text

    names = Names(survey.game, rich)
    title = Text(survey.file, style="bold")
    out.print(title.append(f": {survey.format}", "not bold").append(f", {survey.title}" if survey.title else ""))
    _print_table(out, _facts(survey))
    useless = survey.useless
    for head, found in (
        ("nothing known of", useless.unknown),
        ("the same for all", useless.same),
        ("never sure to tell apart", useless.never_sure),
    ):
        if found:
            out.print(_listed(f"{head}: {len(found)}", ([names.of_code(each)] for each in found), len(found)))
    for head, groups, name in (
        ("questions alike", survey.duplicate_questions, names.of_code),
        ("taxa alike", survey.duplicate_taxa, names.of_secret),
    ):
        if groups:
            told = ([name(each) for each in group] for group in groups)
            out.print(_listed(f"{head}: {counted(len(groups), 'group')}", told, len(groups)))
    _print_together(out, survey, names)
    out.print()
    _print_table(out, _best(survey, names))
    out.print()
    _print_table(out, _keys(survey.keys))
    out.print(shortest_line(survey.keys))
    if survey.remarks:
        out.print()
    for remark in survey.remarks:
        out.print(f"remark: {remark}")
    out.print()
    out.print(survey.compile)


def _print_table(out: Console, table: Table) -> None:
    """Print a table without the blanks with which Rich fills its last column."""
    with out.capture() as held:
        out.print(table)
    for line in held.get().splitlines():
        out.file.write(f"{line.rstrip()}\n")


def _facts(survey: Survey) -> Table:
    """What the file holds, line by line."""
    from rich.table import Table

    cells = survey.cells
    kinds = {kind: number for kind, number in survey.characters.items() if number}
    told = _sum_of(kinds)
    if survey.excluded:
        told += f"; {survey.excluded} excluded"
    held = {
        "one state": cells.one,
        "several states": cells.several,
        "one number": cells.numbers,
        "ranges of numbers": cells.ranges,
        "text": cells.texts,
        "unknown": cells.unknown,
        "inapplicable": cells.inapplicable,
    }
    all_cells = _sum_of({kind: number for kind, number in held.items() if number})
    if cells.implicit:
        all_cells += f"; {cells.implicit} of them implicit"
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    values = (str(survey.taxa), told, str(survey.states), str(survey.questions), all_cells)
    for head, value in zip(_HEADS, values, strict=True):
        table.add_row(head, value)
    return table


def _sum_of(parts: Mapping[str, int]) -> str:
    """Numbers of kinds of things, and of all.

    >>> _sum_of({"text": 2, "real numbers": 1})
    '3: 2 text, 1 real numbers'
    """
    return f"{sum(parts.values())}: {', '.join(f'{number} {kind}' for kind, number in parts.items())}"


def _listed(head: str, groups: Iterable[Sequence[Text]], count: int) -> Text:
    """A line with the first of some groups of names; a comma stands in a group, a semicolon between groups."""
    from rich.text import Text

    found = Text(f"{head}: ")
    for place, group in enumerate(groups):
        if place == _FEW:
            return found.append(f"; {count - _FEW} more")
        if place:
            found.append("; ")
        for at, name in enumerate(group[:_FEW]):
            found.append(", " if at else "").append_text(name)
        if len(group) > _FEW:
            found.append(f", {len(group) - _FEW} more")
    return found


def _print_together(out: Console, survey: Survey, names: Names[Text]) -> None:
    together = survey.together
    if not together.unsure:
        out.print(f"pairs of taxa: {together.pairs}, each told apart for sure by some question")
        return
    line = f"pairs of taxa never told apart for sure: {together.unsure} of {together.pairs}"
    if together.groups is not None:
        line += f", in {counted(together.groups, 'group')}, the largest of {together.largest}"
    told = ([names.of_secret(one), names.of_secret(other)] for one, other in together.first)
    assert _FEW <= FIRST_PAIRS
    out.print(_listed(line, told, together.unsure))


def _best(survey: Survey, names: Names[Text]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("best first questions", overflow="fold")
    table.add_column("bits", justify="right")
    table.add_column("answers", justify="right")
    for each in survey.best[:_FEW]:
        table.add_row(names.of_code(each.question), f"{each.bits:.3f}", str(each.answers))
    return table


def _keys(keys: Sequence[KeyPrice]) -> Table:
    from rich.table import Table

    costs = any(each.cost is not None for each in keys)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("a key by")
    for head in ("questions", *(("cost",) if costs else ()), "most", "size"):
        table.add_column(head, justify="right")
    table.add_column()
    for each in keys:
        figures = [each.questions, *((each.cost,) if costs else ())]
        told = ["-" if value is None else f"{value:.3f}" for value in figures]
        told += ["-" if value is None else str(value) for value in (each.depth, each.size)]
        table.add_row(each.strategy, *told, each.problem or _proven(each))
    return table


def _proven(key: KeyPrice) -> str:
    if is_proven(key):
        return "proven"
    return "" if key.least_size is None else f"at least {key.least_size}"
