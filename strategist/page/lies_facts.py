"""The facts of a game in which answers may be false: what the page needs to find out who is left, and after which lies.

A page that has the rules of the game needs no more than how answers may be false. Any other follows the tree, so it has
the true answers to the questions there, as the numbers of the different lists of answers, compressed by zlib.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from typing import Any

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.lies.most_answers import answers_by_counting
from strategist.show.slots.ways_of_lying import ends_at

_FEW_CELLS = 1 << 8
"""So many different lists of answers have numbers of one byte; others have two."""


def lies_facts(game: Game, data: StrategyData, asked: Sequence[int] | None) -> dict[str, Any]:
    """The facts of a strategy for a game of false answers, beside those that every game has.

    ``asked`` are the questions for which the page has no rules; None if it has them. ``ends`` are pairs of a slot where
    play ends and the number of secrets that end there, where that is not as many as the slot finds by itself: cells of
    the picture are as wide as there are secrets with a way of lying each.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
    >>> data = StrategyData(game, "first", tree, Claims.of([0, 0, 2], 0))
    >>> lies_facts(game, data, None)
    {'lies': 1, 'honest': 'none', 'fibs': False, 'ends': [], 'lieWithin': 3}
    >>> facts = lies_facts(game, data, [0])
    >>> facts["secretNames"], facts["cells"], zlib.decompress(base64.b64decode(facts["rows"]))
    (['1', '2'], [(1,), (0,)], b'\\x00\\x01')
    """
    tree = data.tree
    facts: dict[str, Any] = {
        "lies": game.lies,
        "honest": None if game.honest is None else game.honest.value,
        "fibs": game.fibs,
        "ends": [(slot, ends) for slot, ends in enumerate(ends_at(game, data)) if ends != tree.solves(slot)],
    }
    if asked is None:
        # Among so many first answers the page lies, if a person guesses.
        return facts | {"lieWithin": answers_by_counting(game)}
    return facts | _table(game, asked)


def _table(game: Game, asked: Sequence[int]) -> dict[str, Any]:
    """Which answers each secret gives to some questions without a lie that counts."""
    cells: dict[tuple[int, ...], int] = {}
    numbers = [
        cells.setdefault(tuple(game.admitted(game.guesses[question], secret)), len(cells))
        for question in asked
        for secret in game.secrets
    ]
    width = 1 if len(cells) <= _FEW_CELLS else 2
    rows = b"".join(number.to_bytes(width, "little") for number in numbers)
    return {
        "asked": asked,
        "cells": list(cells),
        "rows": base64.b64encode(zlib.compress(rows, 9)).decode(),
        "secretNames": list(map(game.format_secret, game.secrets)),
    }
