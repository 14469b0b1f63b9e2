"""Warn the user that a game or strategy of another package will be slow.

Only the command line does this. The library prints nothing; it has
:attr:`Plan.slow <strategist.search.compile.plan.Plan.slow>`.
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
    from strategist.search.compile.engines import plan_of

    reason = plan_of(game, strategy).slow
    said: set[str] = click.get_current_context().meta.setdefault(_SAID, set())
    if reason is not None and reason not in said:
        said.add(reason)
        click.echo(f"strategist: {reason}", err=True)
