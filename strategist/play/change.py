"""Changing an earlier answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from strategist.common.errors import ResponseError
from strategist.common.quoting import quoted
from strategist.model.game import Code, Game, Response
from strategist.play.prompt import Command, Talk
from strategist.play.reply import ask_response
from strategist.show.texts.names import said


class Earlier(NamedTuple):
    """An earlier answer: its guess, the prompt to ask again, the response, and the check of a new response."""

    guess: Code
    asked: str
    response: Response
    check: Callable[[Response], None]


def changed_answer(
    talk: Talk, game: Game, text: str, numbers: range, find: Callable[[int], Earlier]
) -> tuple[int, Response] | None:
    """The number of an answer and its new value, from ``N RESPONSE``, or from ``N`` and a prompt; None for neither.

    Raises :class:`~strategist.common.errors.ResponseError` for an invalid response.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> talk = Talk(print, lambda prompt: "2 0", print)
    >>> earlier = Earlier(game.parse_code("11"), "again: ", 0, print)
    >>> found = changed_answer(talk, game, "1", range(1, 2), lambda number: earlier)
    4
    >>> found
    (1, 4)
    """
    number, _, answer = text.partition(" ")
    if not (number.isascii() and number.isdecimal() and int(number) in numbers):
        expected = (
            f"a number from {numbers[0]} to {numbers[-1]}" if numbers else "an answer to change: there is none yet"
        )
        raise ResponseError(f"change: expected {expected}, got {quoted(number)}")
    earlier = find(int(number))
    if answer:
        response = game.parse_answer(earlier.guess, answer)
        earlier.check(response)
    else:
        cancel = {"cancel": Command("leave the answer as it is", lambda _: True)}
        given = ask_response(talk, game, earlier.guess, earlier.asked, cancel, earlier.check)
        if given is None:
            return None
        response = given
    if response == earlier.response:
        raise ResponseError(f"answer {int(number)} is {said(game).response(response)} already")
    return int(number), response
