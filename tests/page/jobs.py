"""The data from which the programs of the page make a game, outside of a page."""

from __future__ import annotations

import zlib
from typing import Any

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.tree import Claims, DecisionTree
from strategist.page.facts import facts_of


def job_of(game: Game, **more: Any) -> dict[str, Any]:
    """The data that a twin is made from, for a game without a strategy."""
    tree = DecisionTree([0], [1 << game.response_count - 1], game.response_count)
    data = StrategyData(game, "none", tree, Claims.of([1], 0))
    payload = game.payload()
    text = None if payload is None else zlib.decompress(payload).decode()
    return {"facts": facts_of(data), "payload": text, **more}


def numbered(game: Game, history: str) -> list[tuple[int, int]]:
    """A history as the page has it: the index of each guess, and the response."""
    return [(game.guesses.index(code), response) for code, response in game.parse_history(history)]


def draw_the_middle(shown: Any) -> None:
    """Have the page hide the secret in the middle of all, instead of a random one; before its mode is opened."""
    shown.evaluate("Math.random = () => 0.5")
