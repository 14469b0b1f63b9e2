"""How one position is searched, guess by guess: drawn for ``pages/how-a-search-thinks.md``, and as a notebook.

Everything shown is taken from the trace of the real search (``thinking.py``): the cells of each guess, what counting
says of them, what a closer look or a search raised that to, what was found in memory, and the best tree so far.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

GAME, TECHNIQUES = "mastermind(2,5)", 55
"""All techniques but the test whether a candidate tells all others apart, which would leave nothing for the memory."""
WORDS = {"counted": "counted", "looked": "looked at", "searched": "searched", "memory": "from memory"}
"""How a bound of a cell was found."""
_HOW = {"closer look": "looked", "search to the end": "searched"}


class Cell(NamedTuple):
    """The codes behind an answer, what they cost at least, and how that was found."""

    answer: str
    codes: tuple[str, ...]
    bound: int
    how: str


class Step(NamedTuple):
    """A guess that was tried for some codes: its cells without the solved one, and the best total before it, None
    where there was no tree yet."""

    guess: str
    codes: tuple[str, ...]
    cells: tuple[Cell, ...]
    best: int | None

    @property
    def total(self) -> int:
        """What the guess costs at least: one for each code, and its cells."""
        return len(self.codes) + sum(cell.bound for cell in self.cells)

    @property
    def verdict(self) -> str:
        """What comes of it."""
        if self.best is None:
            return f"the first tree: {self.total} guesses"
        if self.total < self.best:
            return f"a better tree: {self.total} guesses"
        return f"left out: at least {self.total}, and {self.best} are reached already"


def steps_of(events: Sequence[dict[str, Any]]) -> list[Step]:
    """The steps at the position at which most guesses were tried, in the order of the search."""
    starts = [
        at
        for at, each in enumerate(events)
        if (each["what"], each.get("row"), each.get("mode")) == ("position", 0, "search to the end")
    ]
    return max((_steps_from(events, start) for start in starts), key=len)


def _steps_from(events: Sequence[dict[str, Any]], start: int) -> list[Step]:
    codes = tuple(events[start]["secrets"])
    steps: list[Step] = []
    for each in events[start + 1 :]:
        if each["what"] == "result" and each["row"] == 0:
            break
        if each["what"] == "guess" and each["row"] == 0:
            cells = tuple(Cell(one["answer"], tuple(one["secrets"]), one["bound"], "counted") for one in each["cells"])
            steps.append(Step(each["guess"], codes, cells, each["best"]))
        elif each["what"] == "memory" or (each["what"] == "result" and each["row"] == 1):
            how = "memory" if each["what"] == "memory" else _HOW[each["mode"]]
            found = tuple(each["secrets"])
            cells = tuple(
                cell._replace(bound=each["bound"], how=how) if cell.codes == found else cell for cell in steps[-1].cells
            )
            steps[-1] = steps[-1]._replace(cells=cells)
    return steps


class Opening(NamedTuple):
    """A first guess: its cells of more than one code with what was proven of them last, and the sum."""

    guess: str
    cells: tuple[tuple[tuple[str, ...], int], ...]
    total: int


def openings_of(events: Iterable[dict[str, Any]], codes: int) -> list[Opening]:
    """What was proven of the cells of each first guess of a game with so many codes, in the order of the search."""
    known: dict[str, dict[tuple[str, ...], int]] = {}
    for each in events:
        if each["what"] == "result" and each["row"] == 0 and len(each["asked"]) == 1:
            known.setdefault(each["asked"][0], {})[tuple(each["secrets"])] = each["bound"]
    # What is in no cell of several codes is a code by itself, or the guess.
    return [
        Opening(guess, tuple(cells.items()), codes + sum(cells.values()) + codes - 1 - sum(map(len, cells)))
        for guess, cells in known.items()
    ]


def drawing(steps: Sequence[Step], openings: Sequence[Opening]) -> str:
    """The steps as HTML: each guess with its cells, the sum, and what comes of it."""
    parts = []
    for number, step in enumerate(steps, 1):
        cells = "".join(
            f'<span class="cell {cell.how}"><b>{cell.answer}</b> {" ".join(cell.codes)}'
            f"<i>{_bound(cell)}, {WORDS[cell.how]}</i></span>"
            for cell in step.cells
        )
        out = "" if step.best is None or step.total < step.best else " out"
        parts.append(
            f'<div class="step{out}"><p><b>{number}. Guess {step.guess}</b></p><p class="cells">{cells}</p>'
            f"<p>{_sum(step)}: {step.verdict}</p></div>"
        )
    return "\n".join(['<div class="thinking">', *parts, "</div>", "", *_table(openings)])


def _bound(cell: Cell) -> str:
    exact = cell.how == "searched" or len(cell.codes) == 1
    return str(cell.bound) if exact else f"at least {cell.bound}"


def _sum(step: Step) -> str:
    return f"{' + '.join(map(str, [len(step.codes), *(cell.bound for cell in step.cells)]))} = {step.total}"


def _table(openings: Sequence[Opening]) -> list[str]:
    rows = [
        f"| {each.guess} | {', '.join(f'{len(codes)} codes: {bound}' for codes, bound in each.cells)} | {each.total} |"
        for each in openings
    ]
    return ["| first guess | its cells | in all, at least |", "|---|---|---|", *rows]


_HELPERS = '''\
from collections import defaultdict


def respond(guess, code):
    """Black and white pins."""
    black = sum(one == other for one, other in zip(guess, code))
    both = sum(min(guess.count(color), code.count(color)) for color in set(guess))
    return f"{black}b{both - black}w"


def cells_of(guess, codes):
    """The codes behind each answer, without the guess itself."""
    cells = defaultdict(list)
    for code in codes:
        if code != guess:
            cells[respond(guess, code)].append(code)
    return dict(cells)


def counted(n, answers=5):
    """What n codes cost at least: one is found by the first guess, one behind each other answer by the second, ..."""
    total, depth, room = 0, 1, 1
    while n > 0:
        here = min(n, room)
        total, depth, n, room = total + depth * here, depth + 1, n - here, room * (answers - 1)
    return total


all_codes = [a + b for a in "12345" for b in "12345"]
len(all_codes), cells_of("12", all_codes)
'''
_BRUTE = '''\
from functools import lru_cache


@lru_cache(None)
def least(codes):
    """What the codes cost at best, by all trees: no bound, nothing left out, but each set only once."""
    if len(codes) <= 1:
        return len(codes)
    found = 10**9
    for guess in all_codes:
        cells = cells_of(guess, codes)
        if len(cells) > 1 or guess in codes:
            found = min(found, len(codes) + sum(least(tuple(cell)) for cell in cells.values()))
    return found


codes = tuple(trace[0]["codes"])
print("the search:", best, "- all trees:", least(codes))
assert least(codes) == best
for step in trace:
    for cell in step["cells"]:
        assert cell["bound"] <= least(tuple(cell["codes"]))
'''
_REPLAY = """\
best = None
for number, step in enumerate(trace, 1):
    codes, total = step["codes"], len(step["codes"])
    assert {cell["answer"]: cell["codes"] for cell in step["cells"]} == cells_of(step["guess"], codes)
    print(f"{number}. guess {step['guess']}: {len(codes)} codes")
    for cell in step["cells"]:
        assert cell["bound"] >= counted(len(cell["codes"]))
        total += cell["bound"]
        print(f"     {cell['answer']}: {' '.join(cell['codes']):<16} at least {cell['bound']}, {cell['how']}")
    if best is None or total < best:
        best = total
        print(f"   {total}: the best tree so far")
    else:
        print(f"   {total}: left out, because {best} are reached already")
"""


def notebook(steps: Sequence[Step], openings: Sequence[Opening]) -> str:
    """The same as a notebook of Jupyter, which needs the standard library alone: JSON of the format 4.5."""
    trace = [
        {
            "guess": step.guess,
            "codes": list(step.codes),
            "cells": [cell._asdict() | {"how": WORDS[cell.how], "codes": list(cell.codes)} for cell in step.cells],
        }
        for step in steps
    ]
    lines = ",\n".join(f"    {json.dumps(each)}" for each in trace)
    first = "\n".join(_table(openings))
    cells = [
        f"# How a search thinks\n\nMastermind with two pegs and the colors 1 to 5. Guess 12 was answered by one black: "
        f"{len(steps[0].codes)} codes are left. This notebook replays, guess by guess, how a search for the best tree "
        "looked at them. The trace below was recorded while `strategist` searched; nothing is retold. It needs "
        "Python alone.",
        _HELPERS,
        "## The trace\n\nEach step is a guess with its cells. `bound` is what a cell costs at least, and `how` says "
        "where that comes from: *counted* from the number of codes, *looked at* (one guess ahead), *searched* to the "
        "end, or *from memory*, because the same codes were met before.",
        f"trace = [\n{lines},\n]\nlen(trace)",
        "## Step by step\n\nA guess costs one for each code, and what its cells cost. It is left out as soon as that "
        "is no less than the best tree so far.",
        _REPLAY,
        "## Is that right?\n\nA program of ten lines tries all trees. It must come to the same number, and no bound of "
        "the trace may be above the truth.",
        _BRUTE,
        f"## The first guess\n\nWhat was proven of the cells of each first guess, other first guesses being like one "
        f"of these by symmetry:\n\n{first}",
        "least(tuple(all_codes))",
        "## Questions\n\n1. Why do guesses 32, 42 and 52 cost nothing to look at?\n2. Guess 14 is no better than "
        "guess 13. Which symmetry of the game says so without any search?\n3. Change `counted` so that it always says "
        "0. What would have to be searched then?",
    ]
    made = [_notebook_cell(number, text) for number, text in enumerate(cells)]
    told = {"name": "python3", "display_name": "Python 3", "language": "python"}
    whole = {"cells": made, "metadata": {"kernelspec": told}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _notebook_cell(number: int, text: str) -> dict[str, Any]:
    source = text.rstrip("\n").splitlines(keepends=True)
    if text.startswith("#"):
        return {"cell_type": "markdown", "id": f"cell-{number}", "metadata": {}, "source": source}
    more = {"execution_count": None, "outputs": []}
    return {"cell_type": "code", "id": f"cell-{number}", "metadata": {}, "source": source, **more}
