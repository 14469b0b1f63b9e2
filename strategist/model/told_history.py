"""What a history that somebody tells must obey: each guess is allowed where it is made, and the secret answers so."""

from __future__ import annotations

from strategist.common.errors import CodeError
from strategist.common.wording import counted
from strategist.model.game import Code, Game, History
from strategist.model.lies.accused import false_answers


def refuse_forbidden(game: Game, history: History) -> None:
    """Raise :class:`~strategist.common.errors.CodeError` for a guess that the rules do not allow where it is made."""
    if not game.restricts:
        return
    for made, (guess, _) in enumerate(history):
        allowed = game.allowed(history[:made])
        if allowed is not None and guess not in allowed:
            past = game.format_history(history[:made])
            raise CodeError(f"{game.spec}: guess {game.format_code(guess)} is not allowed after {past}")


def check_answers(game: Game, history: History, secret: Code | None) -> None:
    """Raise :class:`~strategist.common.errors.CodeError` for answers that the secret, if it is known, cannot give."""
    if secret is None:
        return
    for guess, response in history:
        if not game.gives(guess, secret, response):
            told = game.format_history(((guess, response),))
            right = " or ".join(game.format_response(answer.response) for answer in game.answers(guess, secret))
            raise CodeError(
                f"{game.spec}: {told} contradicts the secret {game.format_secret(secret)}, which answers {right}"
            )
    if not game.agrees(secret, history):
        most = f"at most {game.lies}" if game.of is None else f"{game.lies} of {counted(game.of, 'answer')}"
        false = tuple(history[place] for place in false_answers(game, history, secret))
        raise CodeError(
            f"{game.spec}: if {game.format_secret(secret)} is the secret, {counted(len(false), 'answer')} were false, "
            f"{game.format_history(false)}: expected {most}"
        )
