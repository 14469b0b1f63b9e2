"""A person and a strategy guess in turns; the first to find the other's secret wins."""

from __future__ import annotations

from functools import partial

from strategist.common.wording import counted
from strategist.play.modes.answer import Answering
from strategist.play.modes.guess import Guessing
from strategist.show.texts.names import said


def play_duel(person: Guessing, machine: Answering) -> None:
    """Play a whole duel. The person begins each round; if both solve in the same round, it is a draw.

    In a game that ends with an announcement, an announcement takes a turn, of the machine as of the person, unless it
    was asked just now and all is right. Raises :class:`~strategist.play.prompt.Leave`.
    """
    say = person.talk.say
    say("each round you guess, then the strategy guesses your secret and you answer")
    played = 0
    while not (person.over or _found(machine, played)):
        played += 1
        say(f"round {played}")
        # Answers to the machine may be changed; then it guesses again before the person does.
        person.turn(machine.corrections, partial(machine.play_to, played - 1))
        machine.play_to(played)
    say(_verdict(person, machine, played))
    for whose, lines in (("my answers", person.tell_lies()), ("yours", machine.tell_lies())):
        for line in lines:
            say(f"{whose}: {line}")


def _found(machine: Answering, played: int) -> bool:
    """Whether the machine has named the secret within ``played`` rounds."""
    play, game = machine.play, machine.game
    if not play.solved:
        return False
    right = any(game.is_right(game.guesses[guess], response) for guess, response in play.moves[-1:])
    return len(machine.answers) + (game.announces and not right) <= played


def _text(machine: Answering) -> str | None:
    """What the machine has named, as people read it; None for nothing."""
    secret = machine.play.secret
    return None if secret is None else said(machine.game).of_secret(secret)


def _verdict(person: Guessing, machine: Answering, played: int) -> str:
    rounds = counted(played, "round")
    kind = "" if machine.game.classes is None else "of class "
    yours, mine = f"{kind}{_text(machine)}", person.tell()
    if person.solved is not None:
        if _found(machine, played):
            return f"a draw after {rounds}: your secret is {yours}, and you know mine"
        return f"you win after {rounds}: my secret is {mine}"
    if _found(machine, played):
        return f"the strategy wins after {rounds}: your secret is {yours}, mine is {mine}"
    return f"nobody wins after {rounds}: my secret is {mine}"
