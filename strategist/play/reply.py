"""Asking for a response. An empty answer says that nothing is right, as a board without a key peg does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from strategist.common.errors import ResponseError
from strategist.model.game import Code, Game, Response
from strategist.play.prompt import Command, Talk
from strategist.show.texts.names import said


def ask_response(
    talk: Talk, game: Game, guess: Code, prompt: str, commands: Mapping[str, Command], check: Callable[[Response], None]
) -> Response | None:
    """The response that is entered for a guess; None after a command that changed the game.

    ``check`` raises an error for an impossible response. An empty answer is the game's ``nothing_right`` if that is
    possible, and is then printed, so that an accidental key press is noticed. Otherwise it is refused as any other
    invalid text. Raises :class:`~strategist.play.prompt.Leave`.

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
        talk.say(f"an empty answer: {said(game).response(response)}")
    return response


def _passes(check: Callable[[Response], None], response: Response) -> bool:
    try:
        check(response)
    except ResponseError:
        return False
    return True
