"""Record how the search for the best tree thinks, and write the tables and the drawing of
``pages/how-a-search-thinks.md``, and the notebook beside it:

    .venv/bin/python scripts/site/thinking.py [--check]

What is recorded is the search itself, not a second one: its kernels are run by Python, and whoever calls or leaves the
function that searches one position is noted. The reason why it ended there is the step of
``strategist/search/exact/solve.py`` in which it returned.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

from thinking_steps import GAME as STEPPED
from thinking_steps import TECHNIQUES as STEPPED_BY
from thinking_steps import Opening, Step, drawing, notebook, openings_of, steps_of

ALL = 63
"""All techniques of the search: each is a bit."""
PAGE = Path(__file__).parent / "pages" / "how-a-search-thinks.md"
NOTEBOOK = PAGE.with_suffix(".ipynb")
GAME = "mastermind(2,3)"
_SOME_TREE = 1 << 29
"""Budgets above this number say that no tree is known yet."""
MODES = ("search to the end", "glance", "closer look", "find the guess for the tree", "help another thread")
WHY = {
    1: "counting: so many secrets and responses cost at least that",
    2: "memory: this set was met before",
    3: "a candidate tells all others apart: no guess does better",
    4: "two plies: the cells of all guesses are counted",
    5: "what half the width reached",
    8: "every guess was tried or refuted",
}
"""What each numbered step of the search is, in words."""


@cache
def recorded(game: str, techniques: int, closely: bool = False) -> list[dict[str, Any]]:
    """The events of a search for the least total, in an interpreter of its own, in which kernels are run by Python.

    ``closely``, the guesses that were tried and what was found in memory are events, too.
    """
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    line = [sys.executable, __file__, "--record", game, str(techniques), *["closely"] * closely]
    ran = subprocess.run(line, capture_output=True, text=True, env=environment, check=True)
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


def table_of(events: Iterable[dict[str, Any]]) -> list[str]:
    """Lines of Markdown: each set that was searched below a first guess, in the order of the search, once for each way
    in which it was looked at."""
    rows: dict[tuple[str, ...], None] = {}
    for one, other in pairwise(events):
        if one["what"] == "position" and other["what"] == "result":
            told = f"{'' if other['exact'] else 'at least '}{other['bound']}"
            row = (" ".join(one["asked"]), " ".join(one["secrets"]), one["mode"], told, _reason(one, other))
            rows[row] = None
    lines = ["| asked | left | how | guesses in all | why it ends there |", "|---|---|---|---|---|"]
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows)]


def _reason(position: dict[str, Any], result: dict[str, Any]) -> str:
    """Why a search of a position ended."""
    if result["step"] != 3:
        return WHY[result["step"]]
    if not result["exact"]:
        # The candidates were not tried, or there is more to know: what stands is the count.
        return WHY[1]
    perfect = result["bound"] < 2 * len(position["secrets"])
    return WHY[3] if perfect else "no candidate tells all others apart, so twice their number is the least"


def with_tables(text: str) -> str:
    """The page with what was recorded between its marks."""
    for name, techniques in (("all", ALL), ("none", 0)):
        events = recorded(GAME, techniques)
        tree = events[-1]
        told = f"The tree begins with {tree['first']} and takes {tree['total']} guesses for all secrets."
        table = "\n".join([*table_of(events), "", told])
        begin, end = f"<!-- recorded: {name} -->", "<!-- end -->"
        start = text.index(begin) + len(begin)
        text = f"{text[:start]}\n\n{table}\n\n{text[text.index(end, start) :]}"
    begin, end = "<!-- drawn -->", "<!-- end of drawn -->"
    start = text.index(begin) + len(begin)
    return f"{text[:start]}\n\n{drawing(*drawn())}\n\n{text[text.index(end, start) :]}"


def drawn() -> tuple[list[Step], list[Opening]]:
    """The steps of the search that is drawn, and its first guesses."""
    events = recorded(STEPPED, STEPPED_BY, closely=True)
    return steps_of(events), openings_of(events, 25)


def _record(name: str, techniques: int, closely: bool) -> list[dict[str, Any]]:
    """The events of a search in this interpreter."""
    from strategist import compile_strategy, make_game, make_strategy
    from strategist.search.exact import look, split
    from strategist.search.exact import solve as module
    from strategist.search.exact.split import BOUND, ORDER
    from strategist.search.state.memo import MISS
    from strategist.search.state.options import Options
    from strategist.search.state.problem import DEPTH

    game = make_game(name)
    lines, first = inspect.getsourcelines(inspect.unwrap(module.solve))
    marks = [
        (first + at, int(found[1])) for at, line in enumerate(lines) if (found := re.match(r"    # (\d)\. ", line))
    ]
    events: list[dict[str, Any]] = []
    code, recall, divide = (inspect.unwrap(each).__code__ for each in (module.solve, look.recall, split.split))

    def names(secrets: Iterable[int]) -> list[str]:
        return [game.format_code(game.secrets[each]) for each in sorted(map(int, secrets))]

    def note_closely(frame: FrameType, value: Any) -> None:
        told = frame.f_locals
        if frame.f_code is recall and int(told.get("known", MISS)) != MISS:
            events.append({"what": "memory", "secrets": names(told["candidates"]), "bound": int(value[0])})
        elif frame.f_code is divide and frame.f_back is not None and frame.f_back.f_code is code:
            caller, parts = frame.f_back.f_locals, told["desk"].cells[told["row"]]
            behind: dict[int, list[int]] = {}
            for place, secret in enumerate(told["candidates"]):
                behind.setdefault(int(told["desk"].cell_of[place]), []).append(int(secret))
            cells = [
                {"answer": game.format_response(cell), "secrets": names(behind[cell]), "bound": int(parts[BOUND, cell])}
                for cell in sorted(map(int, parts[ORDER, : int(value[1])]))
            ]
            best = int(caller["best"])
            event = {"what": "guess", "row": int(caller["row"]), "guess": game.format_code(game.guesses[told["guess"]])}
            events.append(event | {"cells": cells, "best": best if best < _SOME_TREE else None})

    def note(frame: FrameType, event: str, value: Any) -> None:
        told = frame.f_locals
        if closely and event == "return" and value is not None and frame.f_code in (recall, divide):
            if told["problem"].techniques == techniques:
                note_closely(frame, value)
            return
        # The search for a first tree to beat, which has all techniques, comes before.
        if frame.f_code is code and told["problem"].techniques == techniques:
            pool = told["desk"].pool[told["row"], told["low"] : told["high"]]
            secrets = names(pool)
            desk, row = told["desk"], int(told["row"])
            path = desk.path[: int(desk.own[DEPTH]) + row]
            asked = [game.format_code(game.guesses[int(each)]) for each in path]
            common = {"row": row, "mode": MODES[told["mode"]], "asked": asked, "secrets": secrets}
            if event == "call":
                events.append({"what": "position", **common, "budget": int(told["budget"])})
            elif event == "return" and value is not None:
                step = max((step for line, step in marks if line <= frame.f_lineno), default=1)
                events.append(
                    {"what": "result", **common, "bound": int(value[0]), "exact": bool(value[1]), "step": step}
                )

    threading.setprofile(note)
    sys.setprofile(note)
    compiled = compile_strategy(game, make_strategy("optimal(total)", game), options=Options(1, techniques=techniques))
    sys.setprofile(None)
    threading.setprofile(None)
    events.append(
        {
            "what": "tree",
            "total": compiled.total,
            "first": game.format_code(game.guesses[compiled.data.tree.guesses[0]]),
        }
    )
    return events


def main() -> int:
    if sys.argv[1:2] == ["--record"]:
        print(json.dumps(_record(sys.argv[2], int(sys.argv[3]), sys.argv[4:] == ["closely"])))
        return 0
    wanted = {PAGE: with_tables(PAGE.read_text("utf-8")), NOTEBOOK: notebook(*drawn())}
    for path, text in wanted.items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text, "utf-8")
        elif text != path.read_text("utf-8"):
            print(f"{path}: not what the search does: run scripts/site/thinking.py", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
