"""Commands under their old names, which go on working. The command line does not list them, and names the new one."""

from __future__ import annotations

from typing import Any

import click

from strategist.commands.compiling import compile
from strategist.commands.exporting import CHART, export
from strategist.commands.listing import list
from strategist.commands.preparing import prepare
from strategist.commands.shared.basics import GIVEN, JSON, make_deduction_game
from strategist.commands.shared.name_arguments import GAME, VALUE
from strategist.commands.shared.shown_games import show_partition, show_positions
from strategist.common.errors import SpecError


def _part_of(new: click.Command, names: str, **fixed: Any) -> click.Command:
    """The command ``new`` with some of its parameters, and with fixed values of others."""

    @click.pass_context
    def call(context: click.Context, /, **given: Any) -> None:
        context.invoke(new, **given, **fixed)

    kept = [each for each in new.params if each.name in names.split()]
    return click.Command(new.name, params=kept, callback=call, help=new.help)


games = _part_of(list, "as_json", section="games")
strategies = _part_of(list, "as_json", section="strategies")
library = _part_of(list, "as_json", section="library")
value = _part_of(compile, "game output jobs time_limit memory certificate unchecked as_json", strategy=VALUE)
cache = _part_of(prepare, "what output openings positions whole hits as_json", values=True)
warmup = _part_of(prepare, "what as_json")
plot = _part_of(export, "files output paper landscape", form=CHART)


@click.command()
@click.argument("game", type=GAME)
@click.argument("guess", nargs=-1)
@GIVEN
@JSON
def partition(game: str, guess: tuple[str, ...], given: str, as_json: bool) -> None:
    """Show how many secrets each response to GUESS leaves.

    \b
    strategist show GAME GUESS
    """
    show_partition(make_deduction_game(game), guess, given, as_json)


@click.command()
@click.argument("game", type=GAME)
@JSON
def positions(game: str, as_json: bool) -> None:
    """Show the next move at every position of a solitaire.

    \b
    strategist show GAME
    """
    from strategist.games.catalog import make_rules
    from strategist.model.solitaire import Solitaire

    made = make_rules(game)
    if not isinstance(made, Solitaire):
        raise SpecError(f"expected a solitaire such as pegswap(3,3), got {made.spec}")
    show_positions(made, as_json)
