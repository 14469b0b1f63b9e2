"""Asking for a response. An empty answer says that nothing is right, as a board without a key peg does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from strategist.common.errors import ResponseError
from strategist.model.game import Code, Game, Response
from strategist.play.prompt import Command, Talk


def ask_response(
    talk: Talk, game: Game, guess: Code, prompt: str, commands: Mapping[str, Command], check: Callable[[Response], None]
) -> Response | None:
    """The response to a guess that is entered; None after a command that has changed the game.

    ``check`` raises for a response that cannot be. An empty answer is the game's ``nothing_right`` where that can be,
    and is then said aloud: nobody should have given an answer by one key too many and not know. Else it is refused as
    any other text that is no response. Raises :class:`~strategist.play.prompt.Leave`.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> talk = Talk(print, lambda prompt: "", print)
    >>> ask_response(talk, game, game.parse_code("11"), "response: ", {}, lambda response: None)
    an empty answer: 0b0w
    0
    """
    empty = False

    def read(text: str) -> Response:
        nonlocal empty
        empty = not text
        if empty and game.nothing_right is not None and _passes(check, game.nothing_right):
            return game.nothing_right
        return game.parse_answer(guess, text)

    response = talk.ask(prompt, read, commands, check, "response")
    if response is not None and empty:
        talk.say(f"an empty answer: {game.format_response(response)}")
    return response


def _passes(check: Callable[[Response], None], response: Response) -> bool:
    try:
        check(response)
    except ResponseError:
        return False
    return True
