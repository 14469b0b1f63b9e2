"""How guesses divide the secrets that are left, side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from strategist.model.game import Game
from strategist.show.texts.names import Names, rich


def partition_record(game: Game, guess: str, sizes: Mapping[int, int]) -> dict[str, Any]:
    """The cells of one guess and the figures that the heuristics compare; ``entropy`` in bits.

    >>> from strategist.games.catalog import make_game
    >>> partition_record(make_game("mastermind(2,3)"), "11", {0: 4, 2: 4, 4: 1})["cells"]
    {'0b0w': 4, '1b0w': 4, '2b0w': 1}
    """
    cells = [size for size in sizes.values() if size]
    secrets = sum(cells)
    return {
        "guess": guess,
        "cells": {game.format_response(response): size for response, size in sorted(sizes.items()) if size},
        "largest": max(cells),
        "expected_size": sum(size * size for size in cells) / secrets,
        "entropy": math.log2(secrets) - sum(size * math.log2(size) for size in cells) / secrets,
        "parts": len(cells),
    }


_FIGURES = (
    ("largest cell", "largest", "d"),
    ("expected size", "expected_size", ".3f"),
    ("entropy (bits)", "entropy", ".4f"),
    ("parts", "parts", "d"),
)
_SIDE_BY_SIDE = 12
"""The most guesses that are shown side by side; more are shown one per row, without their cells."""


def partition_table(game: Game, records: Sequence[dict[str, Any]], *, shares: bool = False) -> Table:
    """Responses down and guesses across, as the literature prints it; or one row per guess if there are many guesses.

    With ``shares`` each size is followed by its part of all secrets.
    """
    names = Names(game, rich)
    table = Table(box=None, pad_edge=False, header_style="bold")
    if len(records) > _SIDE_BY_SIDE:
        table.add_column("guess")
        for label, _, _ in _FIGURES:
            table.add_column(label, justify="right")
        for row in records:
            table.add_row(names.of_code(row["guess"]), *(format(row[key], form) for _, key, form in _FIGURES))
        return table
    table.add_column("response")
    for row in records:
        table.add_column(names.of_code(row["guess"]), justify="right")
        if shares:
            table.add_column("", justify="right")
    for response in range(game.response_count):
        text = game.format_response(response)
        if any(text in row["cells"] for row in records):
            table.add_row(names.response(response), *(cell for row in records for cell in _cells(row, text, shares)))
    table.add_section()
    for label, key, form in _FIGURES:
        table.add_row(label, *(cell for row in records for cell in (format(row[key], form), *([""] if shares else []))))
    return table


def _cells(row: dict[str, Any], response: str, shares: bool) -> list[str]:
    """The text of the size of one cell, and of its share with ``shares``."""
    size = row["cells"].get(response)
    found = ["-" if size is None else str(size)]
    if shares:
        found.append("" if size is None else f"{size / sum(row['cells'].values()):.1%}")
    return found
