"""Which answers can have been lies, if any was for sure, and which were, once the secret is known.

Each suspect accuses some answers: those that are false if it is the secret. Where no suspect is left under whom all
answers are true, at least one answer was a lie, and it is among those that a suspect accuses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from strategist.model.game import Code, Game, History, Response


class Accusation(NamedTuple):
    """Answers that may all have been false, by their ascending places in the history, and no others: if they were,
    ``left`` secrets are left."""

    places: tuple[int, ...]
    left: int


def is_false(game: Game, guess: Code, secret: Code, response: Response) -> bool:
    """Whether ``secret`` does not give a response, or by a lie alone.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,lies=1,honest=yes)")
    >>> [is_false(game, (0,), (0,), response) for response in range(2)]
    [True, False]
    """
    if game.doubtful:
        return game.lies_told(guess, secret, response) != 0
    return not game.gives(guess, secret, response)


def false_answers(game: Game, history: History, secret: Code) -> tuple[int, ...]:
    """The places of the answers that are false if ``secret`` is hidden.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> false_answers(game, game.parse_history("11:0b0w 23:0b0w"), game.parse_secret("33"))
    (1,)
    """
    return tuple(place for place, (guess, response) in enumerate(history) if is_false(game, guess, secret, response))


def accusations(game: Game, history: History, suspects: Iterable[Code]) -> list[Accusation]:
    """What the suspects accuse where an answer was false for sure: the fewest answers first, then those that leave most
    secrets, then the earliest. Empty where all answers may be true.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> history = game.parse_history("11:0b0w 23:0b0w")
    >>> accusations(game, history, game.consistent(history))
    [Accusation(places=(1,), left=3)]
    >>> accusations(game, history[:1], game.consistent(history[:1]))
    []
    """
    if not game.lies:
        return []
    found: Counter[tuple[int, ...]] = Counter()
    for secret in suspects:
        places = false_answers(game, history, secret)
        if not places:
            return []
        found[places] += 1
    ordered = sorted(found.items(), key=lambda item: (len(item[0]), -item[1], item[0]))
    return [Accusation(places, left) for places, left in ordered]
