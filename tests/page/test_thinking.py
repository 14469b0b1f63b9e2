"""What is told of how a search thinks: it is what the search does, and what it proves of each set is true."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from strategist import make_game
from strategist.model.game import Game

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts" / "site"))

from thinking import ALL, NOTEBOOK, PAGE, WHY, drawn, recorded, with_tables  # noqa: E402  # behind the path to it
from thinking_steps import GAME as STEPPED  # noqa: E402  # behind the path to it
from thinking_steps import WORDS, notebook  # noqa: E402  # behind the path to it

pytest.importorskip("numba", reason="kernels are run by Python where Numba is")


def least(game: Game, left: frozenset[str]) -> int:
    """The least number of guesses for some secrets in all, by all trees."""

    @cache
    def of(left: frozenset[str], depth: int) -> int:
        if not left:
            return 0
        if depth == 0:
            return 1 << 30
        found = 1 << 30
        for guess in game.guesses:
            cells: dict[int, set[str]] = {}
            for secret in left:
                cells.setdefault(game.respond(guess, secret), set()).add(secret)
            if len(cells) > 1 or guess in left:
                below = (of(frozenset(cell), depth - 1) for each, cell in cells.items() if not game.solved(each))
                found = min(found, len(left) + sum(below))
        return found

    return of(left, 5)


@pytest.mark.parametrize("techniques", [ALL, 0])
def test_what_is_recorded_is_true(techniques: int) -> None:
    game = make_game("mastermind(2,3)")
    events = recorded("mastermind(2,3)", techniques)
    assert events[-1] == {"what": "tree", "total": least(game, frozenset(game.secrets)), "first": "12"}
    sets = 0
    for one, other in pairwise(events[:-1]):
        if one["what"] == "position" and other["what"] == "result":
            (guess,) = one["asked"]
            secrets = frozenset(map(game.parse_code, one["secrets"]))
            # They are a cell of the guess that was asked.
            assert len({game.respond(game.parse_code(guess), secret) for secret in secrets}) == 1
            known = least(game, secrets)
            assert other["bound"] == known if other["exact"] else other["bound"] <= known
            assert other["step"] in WHY
            sets += 1
    assert sets >= 3


def test_the_page_shows_what_is_recorded() -> None:
    text = PAGE.read_text("utf-8")
    assert with_tables(text) == text


def test_the_steps_that_are_drawn_are_true() -> None:
    game, (steps, openings) = make_game(STEPPED), drawn()
    known = {frozenset(cell.codes): least(game, named(game, cell.codes)) for step in steps for cell in step.cells}
    best = None
    for step in steps:
        cells: dict[int, set[str]] = {}
        for code in step.codes:
            response = game.respond(game.parse_code(step.guess), game.parse_code(code))
            cells.setdefault(response, set()).add(code)
        divided = {game.format_response(each): cell for each, cell in cells.items() if not game.solved(each)}
        assert {cell.answer: set(cell.codes) for cell in step.cells} == divided
        for cell in step.cells:
            truth = known[frozenset(cell.codes)]
            assert cell.bound == truth if cell.how == "searched" else cell.bound <= truth
        assert step.best == best
        best = step.total if best is None else min(best, step.total)
    assert best == least(game, named(game, steps[0].codes))
    # All that the page is to show happens there.
    assert {cell.how for step in steps for cell in step.cells} == set(WORDS)
    assert sum(step.best is not None and step.total >= step.best for step in steps) >= 5
    # Whatever was found in memory was met at a step before.
    for number, step in enumerate(steps):
        met = {cell.codes for before in steps[:number] for cell in before.cells}
        assert all(cell.codes in met for cell in step.cells if cell.how == "memory")
    first, *others = openings
    assert first.total == least(game, frozenset(game.secrets)) and all(each.total >= first.total for each in others)


def test_the_notebook_is_what_is_recorded_and_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert NOTEBOOK.read_text("utf-8") == notebook(*drawn())
    told = json.loads(NOTEBOOK.read_text("utf-8"))
    assert (told["nbformat"], told["nbformat_minor"]) == (4, 5)
    assert len({each["id"] for each in told["cells"]}) == len(told["cells"])
    names: dict[str, object] = {}
    for each in told["cells"]:
        assert each["cell_type"] in ("markdown", "code")
        if each["cell_type"] == "code":
            exec("".join(each["source"]), names)
    said = capsys.readouterr().out
    assert said.count("left out") == 7 and "the search: 21 - all trees: 21" in said and "from memory" in said


def named(game: Game, codes: Iterable[str]) -> frozenset[str]:
    return frozenset(map(game.parse_code, codes))
