"""Any game as a table of answers."""

from __future__ import annotations

import csv
import io

from strategist.model.game import Game


def table_csv(game: Game) -> str:
    """The responses of any game as a CSV text, which ``table`` reads as a game with the same figures.

    Raises :class:`~strategist.common.errors.ResponseError` for a secret that may give several answers to a question.

    >>> from strategist.games.catalog import make_game
    >>> print(table_csv(make_game("mastermind(pegs=1,colors=2)")), end="")
    ,1,2
    1,1b0w,0b0w
    2,0b0w,1b0w
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["", *map(game.format_secret, game.secrets)])
    for guess in game.guesses[: game.question_count]:
        answers = (game.format_response(game.respond(guess, secret)) for secret in game.secrets)
        writer.writerow([game.format_code(guess), *answers])
    return text.getvalue()
