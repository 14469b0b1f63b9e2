"""First guesses that ship with what they take, so that the first question of a game of words is answered at once.

``openings.json`` holds, for games of the lists of words that ship, the best first guesses by the score of a heuristic,
best first, so the first one is what the heuristic itself guesses. Each stands with its tree's figures: how many secrets
the heuristic finds with each number of guesses, if that guess comes first. What a guess leaves is computed as ever.
``scripts/build_openings`` makes the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from strategist.choosing.heuristics import Strategy
from strategist.files.strategy import StrategyData
from strategist.model.game import Code, Game
from strategist.model.tree import Claims
from strategist.search.advice.advise import Advice, sizes_behind
from strategist.search.advice.shortlist import one_guess
from strategist.search.state.start import Start

OPENINGS = Path(__file__).with_name("openings.json")

Histograms = Mapping[str, Sequence[int]]
"""First guesses in their order, each with the number of secrets found with one guess, two guesses and so on."""


@cache
def _shipped() -> Mapping[str, Any]:
    return dict(json.loads(OPENINGS.read_text("ascii")))


def shipped_openings(game: Game, strategy: Strategy) -> dict[int, Claims]:
    """The first guesses that ship for a game and a heuristic, by index, best score first, with the figures of the tree
    of the heuristic behind each; none where the game, its lists or the heuristic are others.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("wordle")
    >>> openings = shipped_openings(game, make_strategy("entropy", game))
    >>> index, claims = next(iter(openings.items()))
    >>> game.format_code(game.guesses[index]), round(claims.average, 3), claims.depth
    ('raise', 3.61, 6)
    >>> shipped_openings(game, make_strategy("minimax", game))
    {}
    """
    entry = _shipped().get(game.spec)
    if entry is None or strategy.spec != entry["by"] or game.fingerprint().hex() != entry["lists"]:
        return {}
    found: Histograms = entry["openings"]
    return {game.guesses.index(game.parse_code(text)): Claims.of(counts, 0) for text, counts in found.items()}


def shipped_opening(game: Game, strategy: Strategy) -> Code | None:
    """The first guess of a heuristic, where it ships; else None."""
    return next((game.guesses[index] for index in shipped_openings(game, strategy)), None)


def shipped_advice(game: Game, strategy: Strategy) -> Advice | None:
    """Advice at the beginning of a game, where it ships: it has the figures of the heuristic's whole tree, but of its
    nodes the first alone; else None."""
    for index, claims in shipped_openings(game, strategy).items():
        start = Start((), np.arange(len(game.secrets), dtype=np.int32))
        sizes = dict(sizes_behind(game, start, index))
        data = StrategyData(game, strategy.spec, one_guess(game, index, sizes), claims)
        return Advice(game, game.secrets, game.guesses[index], sizes, data)
    return None
