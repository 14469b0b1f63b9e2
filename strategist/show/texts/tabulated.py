"""Tables as a document has them: a table that is made for the terminal, in Markdown or in LaTeX."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from strategist.matrices.marked_text import literal
from strategist.show.texts.names import latex, markdown
from strategist.show.texts.printing import console

if TYPE_CHECKING:
    from rich.table import Table

TEXT, MARKDOWN, LATEX = FORMS = ("text", "markdown", "latex")


def print_table(table: Table, form: str = TEXT, before: str = "", after: Iterable[str] = ()) -> None:
    """Print a table whose cells are texts in one of :data:`FORMS`, with a line before it and lines after it.

    In LaTeX the line before it is the caption, and the table needs no package.
    """
    if form != TEXT:
        sys.stdout.write((_in_markdown if form == MARKDOWN else _in_latex)(table, before, list(after)))
        sys.stdout.flush()
        return
    out = console()
    if before:
        out.print(before)
    out.print(table)
    for line in after:
        out.print(line)


def _rows(table: Table) -> list[tuple[str, ...]]:
    """The texts of a table, the heads first."""
    return list(zip(*([str(column.header), *map(str, column.cells)] for column in table.columns), strict=True))


def _in_markdown(table: Table, before: str, after: Sequence[str]) -> str:
    r"""The table as most dialects of Markdown read it.

    >>> from rich.table import Table
    >>> table = Table("name", "total")
    >>> table.add_row("a|b", "5625")
    >>> print(_in_markdown(table, "", []), end="")
    | name | total |
    | :-- | :-- |
    | a\|b | 5625 |
    """
    heads, *rows = ([markdown(literal(cell)) for cell in row] for row in _rows(table))
    rule = ["--:" if column.justify == "right" else ":--" for column in table.columns]
    lines = [f"| {' | '.join(row)} |\n" for row in (heads, rule, *rows)]
    said = [markdown(literal(each)) for each in (before, *after)]
    return "".join([f"{said[0]}\n\n" if before else "", *lines, *(f"\n{each}\n" for each in said[1:] if each)])


def _in_latex(table: Table, before: str, after: Sequence[str]) -> str:
    r"""The table as an environment of LaTeX.

    >>> from rich.table import Table
    >>> table = Table("50 %", "total")
    >>> table.add_row("a_b", "5625")
    >>> print(_in_latex(table, "Totals", []).splitlines()[4:8])
    ['\\hline', '50 \\% & total \\\\', '\\hline', 'a\\_b & 5625 \\\\']
    """
    heads, *rows = (" & ".join(latex(literal(cell)) for cell in row) + r" \\" for row in _rows(table))
    sides = "".join("r" if column.justify == "right" else "l" for column in table.columns)
    caption = [rf"\caption{{{latex(literal(before))}}}"] if before else []
    opened = [r"\begin{table}", r"\centering", *caption, rf"\begin{{tabular}}{{{sides}}}", r"\hline"]
    closed = [r"\hline", r"\end{tabular}", *(rf"\par {latex(literal(each))}" for each in after if each), r"\end{table}"]
    return "\n".join([*opened, heads, r"\hline", *rows, *closed, ""])
