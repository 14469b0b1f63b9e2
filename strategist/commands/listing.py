"""The commands that list: games, strategies, partitions, the positions of a solitaire."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import GIVEN, JSON, make_deduction_game, print_json
from strategist.commands.shared.name_arguments import GAME
from strategist.common.errors import SpecError
from strategist.common.wording import counted

if TYPE_CHECKING:
    from strategist.model.spec import Parameter
    from strategist.search.advice.comparing import Comparison


@click.command()
@JSON
def games(as_json: bool) -> None:
    """List the games and their parameters.

    \b
    strategist games
    """
    from strategist.games.catalog import known_games

    _list_kinds(((kind.name, kind.summary(), kind.declared()) for kind in known_games().values()), as_json)


@click.command()
@JSON
def strategies(as_json: bool) -> None:
    """List the strategies and their parameters.

    \b
    strategist strategies
    """
    from strategist.choosing.registry import known_strategies

    _list_kinds(((kind.name, kind.summary, kind.parameters) for kind in known_strategies().values()), as_json)


@click.command()
@JSON
def library(as_json: bool) -> None:
    """List the strategies that ship.

    Every command that takes a FILE takes their names.

    \b
    strategist library
    strategist play mastermind-4x6.minimax
    """
    from strategist.files.shipped import library as shipped
    from strategist.show.report import console
    from strategist.show.shelf import shelf_record, shelf_table

    records = [shelf_record(each) for each in shipped()]
    if as_json:
        print_json(records)
    else:
        console().print(shelf_table(records))


@click.command()
@click.argument("game", type=GAME)
@click.argument("guess", nargs=-1)
@GIVEN
@JSON
def partition(game: str, guess: tuple[str, ...], given: str, as_json: bool) -> None:
    """Show how many secrets each response to GUESS leaves.

    Without a GUESS it does so for each essentially different one.

    \b
    strategist partition "mastermind(4,6,alphabet=letters)"
    strategist partition bulls-and-cows 0123
    strategist partition "mastermind(4,6)" 1314 2234 --given "1122:1b1w"
    """
    from strategist.show.partition import partition_record, partition_table
    from strategist.show.report import console

    made = make_deduction_game(game)
    if given or made.several:
        import numpy as np

        from strategist.search.advice.comparing import Comparison
        from strategist.search.advice.overlapping_comparison import OverlappingComparison
        from strategist.show.advice_lines import left_line

        comparison = (OverlappingComparison if made.several else Comparison)(made, made.parse_history(given))
        asked = _asked_at(comparison, guess)
        rows = comparison.rows(np.array(sorted(set(asked)), dtype=np.int32))
        records = [partition_record(made, rows[index].text, rows[index].left) for index in asked]
        if made.several:
            # Cells overlap: their sizes do not tell what is left, or what the answer tells.
            for record, index in zip(records, asked, strict=True):
                record |= {"expected_size": rows[index].expected_left, "entropy": rows[index].bits}
        secrets, title = comparison.seen.left, f"{made.spec}: {left_line(made, comparison.seen)}"
    else:
        from strategist.search.advice.openings import essentially_different, first_partitions

        asked = [made.parse_question(text) for text in guess] or essentially_different(made)
        tables = zip(asked, first_partitions(made, asked), strict=True)
        records = [
            partition_record(made, made.format_code(made.guesses[index]), dict(enumerate(sizes)))
            for index, sizes in tables
        ]
        secrets, title = len(made.secrets), f"{made.spec}: {counted(len(made.secrets), 'secret')}"
    if as_json:
        print_json({"game": made.spec, "given": given, "secrets": secrets, "guesses": records})
    else:
        out = console()
        out.print(title, markup=False)
        out.print(partition_table(made, records, shares=bool(guess)))


def _asked_at(comparison: Comparison, guesses: Iterable[str]) -> list[int]:
    """The given guesses at a position; if none is given, all that are essentially different there."""
    from strategist.choosing.heuristics import Entropy
    from strategist.search.advice.ranking import own_guess

    game = comparison.game
    asked = [own_guess(game, comparison.history, text) for text in guesses]
    return asked or comparison.compare(Entropy(game, {})).guesses.tolist()


@click.command()
@click.argument("game", type=GAME)
@JSON
def positions(game: str, as_json: bool) -> None:
    """Show the next move at every position of a solitaire.

    These are all that can be reached; it says which of them are lost.

    \b
    strategist positions pegswap-3x3
    """
    from strategist.choosing.shortest_lines import LOST, MOST_LISTED, explore
    from strategist.games.catalog import make_rules
    from strategist.model import endings
    from strategist.model.solitaire import Solitaire

    made = make_rules(game)
    if not isinstance(made, Solitaire):
        raise SpecError(f"expected a solitaire such as pegswap(3,3), got {made.spec}")
    outlooks = explore(made, prune=False, most=MOST_LISTED)
    lost = sum(outlook == LOST for outlook in outlooks.values())
    moves = {
        made.format_position(position): None if outlook.first is None else made.format_move(made.guesses[outlook.first])
        for position, outlook in outlooks.items()
    }
    left = {made.format_position(position): outlook.moves for position, outlook in outlooks.items()}
    if as_json:
        rows = [{"position": text, "next": moves[text], "moves_left": left[text]} for text in sorted(moves)]
        print_json({"game": made.spec, "positions": len(moves), endings.LOST: lost, "outlooks": rows})
        return
    click.echo(f"{made.spec}: {counted(len(moves), 'position')}, {lost} lost")
    for text in sorted(moves):
        click.echo(f"{text}   {moves[text] or (endings.LOST if left[text] is None else 'goal')}")


def _list_kinds(kinds: Iterable[tuple[str, str, Iterable[Parameter]]], as_json: bool) -> None:
    """Print names, descriptions and parameters."""
    if as_json:
        described = [
            {
                "name": name,
                "summary": text,
                "parameters": [
                    {
                        "name": parameter.name,
                        "type": parameter.kind.__name__,
                        "default": parameter.default,
                        "choices": list(parameter.choices),
                        "help": parameter.help,
                    }
                    for parameter in parameters
                ],
            }
            for name, text, parameters in kinds
        ]
        print_json(described)
        return
    for name, text, parameters in kinds:
        click.echo(f"{name}: {text}")
        for parameter in parameters:
            default = "" if parameter.default is None else f"={parameter.write(parameter.default)}"
            choices = f" ({'|'.join(parameter.choices)})" if parameter.choices else ""
            click.echo(f"    {parameter.name}{default}{choices}  {parameter.help}")
