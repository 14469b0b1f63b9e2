"""What is told of how a search thinks: it is what the search does, and what it proves of each set is true."""

from __future__ import annotations

import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from strategist import make_game
from strategist.model.game import Game

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts" / "site"))

from thinking import ALL, PAGE, WHY, recorded, with_tables  # noqa: E402  # behind the path to it

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

    return of(left, 4)


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
