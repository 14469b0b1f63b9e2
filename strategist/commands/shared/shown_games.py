"""What the command show tells of a game: how guesses part the secrets, the moves at all positions of a solitaire."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import print_json
from strategist.common.wording import counted

if TYPE_CHECKING:
    from strategist.model.game import Game
    from strategist.model.solitaire import Solitaire
    from strategist.search.advice.comparing import Comparison


def show_partition(made: Game, guess: tuple[str, ...], given: str, as_json: bool) -> None:
    """Print how many secrets each response to some guesses leaves; without guesses, of those essentially different."""
    from strategist.show.moves.partition import partition_record, partition_table
    from strategist.show.texts.printing import console

    if given or made.several:
        import numpy as np

        from strategist.search.advice.comparing_by_kind import comparison_at
        from strategist.show.moves.advice_lines import left_line

        comparison = comparison_at(made, made.parse_history(given))
        asked = _asked_at(comparison, guess)
        rows = comparison.rows(np.array(sorted(set(asked)), dtype=np.int32))
        records = [partition_record(made, rows[index].text, rows[index].left) for index in asked]
        if comparison.overlaps:
            # The sizes of cells do not tell what is left, or what the answer tells.
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


def show_positions(made: Solitaire, as_json: bool) -> None:
    """Print the next move at every position of a solitaire that can be reached, and which of them are lost."""
    from strategist.choosing.shortest_lines import LOST, MOST_LISTED, explore
    from strategist.model import endings

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
