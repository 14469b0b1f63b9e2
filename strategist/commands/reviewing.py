"""The command that tells luck from skill after a game: review."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from itertools import islice
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import JSON, cores, jobs_option, print_json, seconds_option
from strategist.commands.shared.conversations import can_show_squares
from strategist.commands.shared.name_arguments import FILE_OR_GAME, open_game
from strategist.common.errors import SpecError, told_at
from strategist.common.wording import counted

if TYPE_CHECKING:
    from strategist.games.pasted import Row
    from strategist.model.game import Code, Game

_SECONDS = 2.0
"""The seconds for exact values, without ``--time-limit``."""
_SHOWN = 10
"""The most guesses that are shown of those that a row can be."""


@click.command()
@click.argument("what", metavar="FILE|GAME", type=FILE_OR_GAME)
@click.option("--given", metavar="HISTORY", help='The guesses and answers, e.g., "1122:1b1w 3456:0b2w 1345:4b0w".')
@click.option(
    "--pasted",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="A game as it was copied elsewhere, - for standard input: rows of squares, shared texts, lines of guesses.",
)
@click.option("--secret", metavar="CODE", help="The secret; then answers may be left out.")
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
    given: str | None,
    pasted: str | None,
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
    strategist review wordle --pasted share.txt --given "crane store horse"

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

    Where rows that were pasted have no guesses, --given names these, or else --secret lets each row say which guesses
    it can be.
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
    if pasted is None:
        if given is None:
            raise click.UsageError("expected --given or --pasted")
        history = read_moves(game, given, hidden)
    else:
        rows = pasted_rows(game, pasted, given, hidden)
        if any(row.guess is None for row in rows):
            with told_in(pasted):
                tell_possible(game, rows, hidden, as_json)
            return
        history = tuple((row.guess, row.response) for row in rows if row.response is not None)
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


def told_in(path: str) -> AbstractContextManager[None]:
    """Errors name the file of a pasted game."""
    return told_at("standard input" if path == "-" else path)


def pasted_rows(game: Game, path: str, given: str | None, secret: Code | None) -> list[Row]:
    """The rows in a file, with the guesses in ``given`` where they have none, and with answers."""
    from strategist.common.text_files import read_lines
    from strategist.games.pasted import MOST_CHARACTERS, read_pasted, with_answers, with_guesses

    with told_in(path):
        lines: Iterable[str] = sys.stdin
        if path != "-":
            lines = read_lines(path, "pasted game")
        text = "".join(islice(lines, MOST_CHARACTERS))
        rows = read_pasted(game, text)
        if given is not None:
            guesses = [game.guesses[game.parse_question(word)] for word in given.split()]
            rows = with_guesses(game, rows, guesses)
        return with_answers(game, rows, secret)


def tell_possible(game: Game, rows: list[Row], secret: Code | None, as_json: bool) -> None:
    """Say of each row which guesses it can be."""
    from strategist.games.pasted import guesses_that_give

    bare = next(row for row in rows if row.guess is None)
    if secret is None or as_json:
        raise SpecError(
            f'line {bare.line}: expected a {game.move_noun} beside the row: --given "{game.move_noun.upper()} …" names '
            "it, or --secret the secret, for what each row can be"
        )
    for row in rows:
        found = [row.guess] if row.guess is not None else guesses_that_give(game, row, secret)
        some = " ".join(map(game.format_code, found[:_SHOWN])) + (" …" if len(found) > _SHOWN else "")
        assert row.response is not None  # the secret answers
        click.echo(f"{game.format_response(row.response)}  {counted(len(found), game.move_noun)}: {some}")
