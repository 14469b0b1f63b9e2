"""The facts of a game in which a secret may give one of several answers: its cells as they have been read.

The page needs no rules of its own for such games: which answers each secret may give to each question, with the
chances, stands here for any of them. Chances and masses are near the exact ones that the file and its verifying use.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.show.slots.paths import stands_of


def several_facts(game: Game, data: StrategyData) -> dict[str, Any]:
    """The facts of a strategy for a game of several answers.

    ``cells`` are the different sets of answers, each a list of (response, chance); ``rows`` holds for each question the
    number of the cell of each secret. ``counts`` and ``masses`` tell how many secrets may be at each slot of the tree,
    and what these weigh there together. Where play may end undecided, ``narrow`` says when, and ``undecided`` is the
    index of the guess that says so.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2,goal=identify)")
    >>> tree = DecisionTree(guesses=[0, 3, 2], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> facts = several_facts(game, StrategyData(game, "first", tree, Claims.of([2], 0)))
    >>> facts["cells"], facts["rows"], facts["counts"], facts["masses"]
    ([[[1, 1.0]], [[0, 1.0]]], [[0, 1], [1, 0]], [2, 1, 1], [2.0, 1.0, 1.0])
    """
    counts, masses = [0] * len(data.tree), [Fraction(0)] * len(data.tree)
    for stand in stands_of(game, data):
        counts[stand.slot] = len(stand.parts)
        masses[stand.slot] = stand.mass(game)
    numbers: dict[tuple[tuple[int, Fraction], ...], int] = {}
    rows = [
        [numbers.setdefault(tuple(game.answers(guess, secret)), len(numbers)) for secret in game.secrets]
        for guess in game.guesses[: game.question_count]
    ]
    facts: dict[str, Any] = {
        "solitaire": False,
        "announces": True,
        "turns": game.turns,
        "start": [[game.guesses.index(code), response] for code, response in data.start],
        "histogram": list(map(float, data.claims.histogram)),
        "questionCount": game.question_count,
        "rule": {"kind": "table"},
        "responses": [game.format_response(response) for response in range(game.response_count)],
        "questions": [game.format_code(guess) for guess in game.guesses[: game.question_count]],
        "secrets": [game.format_secret(secret) for secret in game.secrets],
        "cells": [[[response, float(chance)] for response, chance in cell] for cell in numbers],
        "rows": rows,
        "weights": list(map(game.weight_of, range(len(game.secrets)))),
        "counts": counts,
        # Six digits are enough for the width of a cell, and keep the page of a large tree small.
        "masses": [float(f"{float(mass):.6g}") for mass in masses],
        "undecided": None if game.narrow is None else game.undecided,
        "narrow": None if game.narrow is None else game.narrow.value,
    }
    if game.classes is not None:
        facts |= {"classes": True, "kinds": list(game.classes), "kindNames": list(game.class_names)}
    if game.costs is not None:
        facts |= {"costs": list(game.costs), "costUnit": float(game.cost_unit)}
    return facts
