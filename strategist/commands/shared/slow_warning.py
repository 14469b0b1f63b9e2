"""Warn the user that a game or strategy of another package will be slow.

Only the command line does this. The library prints nothing; it has
:func:`~strategist.search.growing.slow_path.slow_path`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.choosing.shortest_lines import ShortestLine
    from strategist.model.solitaire import AnyGame

_SAID = "strategist.commands.shared.slow_warning"
"""The key under which the context of a command keeps the reasons that it has printed."""


def tell_if_slow(game: AnyGame, strategy: Strategy | ShortestLine) -> None:
    """Say on standard error why a strategy takes the slow path in a game; each reason once per command."""
    from strategist.choosing.heuristics import Strategy
    from strategist.model.game import Game
    from strategist.search.growing.slow_path import slow_path

    if not (isinstance(game, Game) and isinstance(strategy, Strategy)):
        return
    reason = slow_path(game, strategy)
    said: set[str] = click.get_current_context().meta.setdefault(_SAID, set())
    if reason is not None and reason not in said:
        said.add(reason)
        click.echo(f"strategist: {reason}", err=True)
