"""The command that tells luck from skill after a game: review."""

from __future__ import annotations

import math

import click

from strategist.commands.naming import GAME
from strategist.commands.shared import JSON, TIME_LIMIT, make_deduction_game, print_json

_SECONDS = 2.0
"""For exact values, without ``--time-limit``."""


@click.command()
@click.argument("game", type=GAME)
@click.option(
    "--given", metavar="HISTORY", required=True, help='The guesses and answers, e.g., "1122:1b1w 3456:0b2w 1345:4b0w".'
)
@click.option("--secret", metavar="CODE", help="The secret; then --given may leave out answers.")
@click.option(
    "--by", metavar="exact|estimate|STRATEGY", help="Where values are from; by default what there is time for."
)
@TIME_LIMIT
@JSON
def review(game: str, given: str, secret: str | None, by: str | None, time_limit: float | None, as_json: bool) -> None:
    """Say after a game what each guess was worth, what was better, and what was luck and what was skill.

    \b
    strategist review "mastermind(4,6)" --given "1122:1b0w 1345:1b2w 1436:4b0w"
    strategist review "mastermind(4,6)" --given "1122 1345 1436" --secret 1436
    strategist review wordle --given "crane:-y--g store:y--yg"

    \b
    left, expected  the candidates behind the answer, and on average behind the guess
    worth           the guesses expected from here on if this one is made
    better guess    the best one that is known, with what it is worth
    regret          worth, less that of the best guess, or of the one that STRATEGY makes
    luck            the guesses that the answer saved beside what was expected
    /99             skill and luck from 0 to 99: no regret is 99, no luck is 50

    Values are exact if that takes no more than two seconds, or --time-limit; --by exact waits for them.
    """
    from strategist.search.review import review as review_game
    from strategist.show.report import console
    from strategist.show.review import print_review, review_record

    made = make_deduction_game(game)
    limit = _SECONDS if time_limit is None and by is None else time_limit
    found = review_game(made, given, secret=secret, by=by, seconds=math.inf if limit is None else limit)
    if as_json:
        print_json(review_record(found))
        return
    print_review(console(), found)
