"""A printed key as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from strategist.files.strategy import StrategyData
from strategist.show.formats.key import Lead, printed_key
from strategist.show.texts.names import plain

WIDTH = 80
"""The columns of a printed key."""
NOTHING = "nothing is asked"


def key_text(data: StrategyData, title: str | None = None) -> Iterator[str]:
    """A printed key of at most 80 columns.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,3)", "first").data
    >>> print("".join(key_text(data)), end="")
    Mastermind, 1 peg, 3 colors
    mastermind(pegs=1,colors=3) first
    3 secrets: total 6, average 2.000, depth 3 (1 secret)
    upper bound: nothing is claimed about optimality
    <BLANKLINE>
    1. 1: 0b0w → 2; 1b0w = 1
    <BLANKLINE>
    2. 2: 0b0w = 3; 1b0w = 2
    """
    key = printed_key(data, title)
    only = [] if key.only is None else [f"{NOTHING}: {plain(key.only)}"]
    for line in [key.heading, *key.told, *only]:
        yield from _lines("", line.split(" "))
    for couplet in key.couplets:
        # Names of codes may be numbers, so a sign distinguishes them from numbers of couplets.
        leads = [
            f"{_answer(lead)} {f'→ {lead.number}' if lead.number else f'= {lead.name}'};" for lead in couplet.leads
        ]
        leads[-1] = leads[-1].removesuffix(";")
        colon = "" if couplet.question.endswith("?") else ":"
        yield "\n"
        yield from _lines(f"{couplet.number}. ", list(map(plain, [couplet.question + colon, *leads])))
    for heading, lines in key.behind:
        yield "\n"
        told = [plain(line) for line in lines]
        yield from _lines("", [f"{heading}:", *(f"{line};" for line in told[:-1]), told[-1]])


def _target(lead: Lead) -> str:
    return f"→ {lead.number}" if lead.number else f"= {lead.name}"


def _answer(lead: Lead) -> str:
    return lead.answer + (f" ({lead.confirming})" if lead.confirming else "")


def _lines(mark: str, parts: list[str]) -> Iterator[str]:
    """The lines of a paragraph: its mark, then its parts, filled line by line; a part longer than a line is divided."""
    indent = " " * len(mark)
    line = mark + parts[0]
    for part in [*parts[1:], ""]:
        if part and len(line) + 1 + len(part) <= WIDTH:
            line += f" {part}"
            continue
        yield from (f"{each}\n" for each in textwrap.wrap(line, WIDTH, subsequent_indent=f"{indent}  "))
        line = indent + part
