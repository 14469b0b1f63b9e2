"""The command that tells luck from skill after a game: review."""

from __future__ import annotations

import math

import click

from strategist.commands.shared.basics import JSON, cores, jobs_option, print_json, seconds_option
from strategist.commands.shared.conversations import can_show_squares
from strategist.commands.shared.name_arguments import FILE_OR_GAME, open_game
from strategist.common.errors import SpecError

_SECONDS = 2.0
"""The seconds for exact values, without ``--time-limit``."""


@click.command()
@click.argument("what", metavar="FILE|GAME", type=FILE_OR_GAME)
@click.option(
    "--given", metavar="HISTORY", required=True, help='The guesses and answers, e.g., "1122:1b1w 3456:0b2w 1345:4b0w".'
)
@click.option("--secret", metavar="CODE", help="The secret; then --given may leave out answers.")
@click.option(
    "--by",
    metavar="exact|estimate|STRATEGY",
    help="Where values are from; by default what there is time for, or a FILE.",
)
@click.option("--cache", type=click.Path(), metavar="FILE", help="Look values up in FILE; see cache.")
@seconds_option("Seconds that exact values may take; inf for as long as that takes.")
@jobs_option("the search for values")
@click.option("--share", is_flag=True, help="Also a text of colored squares to send to others.")
@JSON
def review(
    what: str,
    given: str,
    secret: str | None,
    by: str | None,
    cache: str | None,
    time_limit: float | None,
    jobs: int | None,
    share: bool,
    as_json: bool,
) -> None:
    """Say after a game what was luck and what was skill.

    It says what each guess was worth, and which would have been better.

    \b
    strategist review "mastermind(4,6)" --given "1122:1b0w 1345:1b2w 1436:4b0w"
    strategist review "mastermind(4,6)" --given "1122 1345 1436" --secret 1436
    strategist review wordle --given "crane:-y--g store:y--yg"
    strategist review mastermind-4x6.minimax --given "1122 3345 4653 4563" --secret 4563

    \b
    left, expected  the candidates behind the answer, and on average behind the guess
    worth           the guesses expected from here on if this one is made
    better guess    the best one that is known, with what it is worth
    regret          worth, less that of the better guess
    luck            the guesses that the answer saved beside what was expected
    /99             skill and luck from 0 to 99: no regret is 99, no luck is 50
    correction      in the last line: what better guesses are worth, less what the values expected

    Values are exact if that takes no more than two seconds, or --time-limit; --by exact waits for them. If it takes
    more, they are those of entropy, and the first line says so. Those of a FILE are what its tree takes, and off the
    tree what its strategy takes.
    """
    from strategist.games.share_text import share_text
    from strategist.model.game import Game
    from strategist.search.advice.review import read_moves
    from strategist.search.advice.review import review as review_game
    from strategist.show.moves.review_table import print_review, review_record
    from strategist.show.texts.printing import console

    game, data = open_game(what)
    if not isinstance(game, Game):
        raise SpecError(f"{game.spec} is a solitaire: expected a game in which something is hidden")
    hidden = None if secret is None else game.parse_secret(secret)
    history = read_moves(game, given, hidden)
    begin = 0 if data is None else len(data.start)
    if cache is not None and by is not None:
        raise click.UsageError("--by and --cache: expected one of them")
    if data is not None and history[:begin] != data.start:
        history = (*data.start, *history)
    limit = _SECONDS if time_limit is None and by is None else time_limit
    found = review_game(
        game,
        history,
        secret=hidden,
        by=data if by is None and cache is None else by,
        begin=begin,
        seconds=math.inf if limit is None else limit,
        jobs=jobs or cores(),
        cache=cache,
    )
    if as_json:
        shared = {"share": share_text(game, history[begin:], found.ending)} if share else {}
        print_json(review_record(found) | shared)
        return
    print_review(console(), found)
    if share:
        click.echo(share_text(game, history[begin:], found.ending, plain=not can_show_squares()))
